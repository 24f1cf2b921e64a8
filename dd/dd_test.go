package dd_test

import (
	"context"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/internal/shelf"
)

// shelved is a deal of the shelf with its table.
type shelved struct {
	id, kind, dd20 string
	deal           bridge.Deal
}

func shelvedDeals(t testing.TB) []shelved {
	t.Helper()
	var out []shelved
	for _, file := range []string{"generated.csv", "ddslist.csv"} {
		for _, row := range shelf.Table(t, shelf.Path(t, "deals/"+file), "id", "kind", "-board", "-dealer", "-vul", "deal", "dd20", "-par_ns", "-par") {
			out = append(out, shelved{row.Text("id"), row.Text("kind"), row.Text("dd20"), deal(t, row.Text("deal"))})
		}
	}
	if len(out) != 803 {
		t.Fatalf("%d deals on the shelf, want 803", len(out))
	}
	return out
}

// hardDeals are the contrived ones; no table stands with the one that nobody has
// solved.
func hardDeals(t testing.TB) []shelved {
	t.Helper()
	var out []shelved
	for _, row := range shelf.Table(t, shelf.Path(t, "deals/hard.csv"), "id", "deal", "dd20", "-note") {
		out = append(out, shelved{row.Text("id"), "hard", row.Text("dd20"), deal(t, row.Text("deal"))})
	}
	return out
}

// Every table of the shelf; with FULL=1 all of them, else a part.
func TestTables(t *testing.T) {
	s := dd.New(dd.Limits{})
	for i, d := range shelvedDeals(t) {
		if !sampled(i, 60, 12) {
			continue
		}
		got, err := s.Table(t.Context(), d.deal)
		if err != nil {
			t.Fatalf("%s: %v", d.id, err)
		}
		if got.String() != d.dd20 {
			t.Errorf("%s: %v\n got %v\nwant %s", d.id, d.deal, got, d.dd20)
		}
	}
}

// A table of positions that is full again and again costs time and no trick.
func TestTinyMemory(t *testing.T) {
	s := dd.New(dd.Limits{Memory: 1, Plays: dd.Unlimited})
	clears := 0
	for i, d := range shelvedDeals(t) {
		if !sampled(i+7, 400, 100) {
			continue
		}
		got, err := s.Table(t.Context(), d.deal)
		if err != nil {
			t.Fatalf("%s: %v", d.id, err)
		}
		clears += s.Work().Clears
		if got.String() != d.dd20 {
			t.Errorf("%s: %v\n got %v\nwant %s", d.id, d.deal, got, d.dd20)
		}
	}
	if clears == 0 {
		t.Error("the table of positions was never full")
	}
}

// Deals that found two plausible and wrong bounds of an early search.
func TestRegressions(t *testing.T) {
	for _, c := range []struct{ name, deal, want string }{
		{"partner's winners in my void suit need a clean entry", "N:J.A87532.AJ84.93 K9.KQJT64.T76.J2 76432..932.AK754 AQT85.9.KQ5.QT86", "55676" + "55676" + "78766" + "78767"},
		{"a ruff by partner counts no winner twice", "N:A92.J5.AQJ7.KT63 .AT82.K98643.A85 JT863.Q9.T5.Q974 KQ754.K7643.2.J2", "66156" + "56146" + "77b86" + "77b86"},
		{"every player has a complete suit", "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432", "0d0d00d0d000d0d00d0d"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := dd.New(dd.Limits{}).Table(t.Context(), deal(t, c.deal))
			if err != nil || got.String() != c.want {
				t.Errorf("got %v, %v; want %s", got, err, c.want)
			}
		})
	}
}

func TestRefused(t *testing.T) {
	whole := deal(t, "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3")
	s := dd.New(dd.Limits{})
	if _, err := s.Table(t.Context(), bridge.Deal{}); key(err) != "dd.cards" {
		t.Errorf("no deal: %v", err)
	}
	if _, err := s.Table(t.Context(), deal(t, "N:J6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3")); key(err) != "dd.cards" {
		t.Errorf("51 cards: %v", err)
	}
	if _, err := s.Tricks(t.Context(), whole, 0, bridge.Spades); key(err) != "dd.contract" {
		t.Errorf("no declarer: %v", err)
	}
	if _, err := s.Tricks(t.Context(), whole, bridge.North, 0); key(err) != "dd.contract" {
		t.Errorf("no strain: %v", err)
	}
}

// One contract is the same as its entry of the table.
func TestTricks(t *testing.T) {
	s := dd.New(dd.Limits{})
	d := shelvedDeals(t)[3]
	want := table(t, d.dd20)
	for _, seat := range bridge.Seats {
		for _, strain := range bridge.Strains {
			if got, err := s.Tricks(t.Context(), d.deal, seat, strain); err != nil || got != want.Tricks(seat, strain) {
				t.Errorf("%v in %v: %d, %v; want %d", seat, strain, got, err, want.Tricks(seat, strain))
			}
		}
	}
}

// A search that is stopped has no answer, and the solver is as good as new.
func TestNotComputed(t *testing.T) {
	d := shelvedDeals(t)[0]
	s := dd.New(dd.Limits{Plays: 20_000})
	if got, err := s.Table(t.Context(), d.deal); key(err) != "dd.budget" || got.Complete() {
		t.Errorf("with 20,000 plays: %v, %v", got, err)
	}
	s = dd.New(dd.Limits{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := s.Table(ctx, d.deal); key(err) != "dd.stopped" || got.Complete() {
		t.Errorf("when the caller has gone: %v, %v", got, err)
	}
	if got, err := s.Table(t.Context(), d.deal); err != nil || got.String() != d.dd20 {
		t.Errorf("after that: %v, %v; want %s", got, err, d.dd20)
	}
}

// The work follows from the question alone, and nothing is allocated but the
// answer.
func TestWork(t *testing.T) {
	deals := shelvedDeals(t)
	s := dd.New(dd.Limits{})
	find := func(i int) dd.Work {
		if _, err := s.Table(t.Context(), deals[i].deal); err != nil {
			t.Fatal(err)
		}
		return s.Work()
	}
	first := find(5)
	find(6)
	if again := find(5); again != first || first.Plays == 0 || first.Tricks == 0 {
		t.Errorf("work %v, then %v", first, again)
	}
	if n := testing.AllocsPerRun(1, func() { find(5) }); n > 32 {
		t.Errorf("%v allocations for a table", n)
	}
}

// The work of a search does not grow unseen: these are the first deals of dd100.
// Whoever makes it less writes the new number down.
func TestPlaysOfSearch(t *testing.T) {
	deals, most := 20, uint64(35_300_000)
	if testing.Short() {
		deals, most = 5, 7_060_000
	}
	s := dd.New(dd.Limits{})
	var plays uint64
	for _, d := range workloads[0].deals(t)[:deals] {
		if got, err := s.Table(t.Context(), d.deal); err != nil || got.String() != d.dd20 {
			t.Errorf("%s: %v, %v; want %s", d.id, got, err, d.dd20)
		}
		plays += s.Work().Plays
	}
	if plays > most {
		t.Errorf("%d cards played for %d deals, want at most %d", plays, deals, most)
	}
}

// The contrived deal that nobody can solve ends by its budget. The other two are
// solved with FULL=1; they take minutes.
func TestHard(t *testing.T) {
	if testing.Short() {
		t.Skip("left to make test: seconds of search")
	}
	for _, d := range hardDeals(t) {
		limits := dd.Limits{}
		if d.dd20 != "" && d.id != "H1" {
			if !sampled(1, 2, 2) {
				continue
			}
			limits.Plays = dd.Unlimited
		}
		s := dd.New(limits)
		got, err := s.Table(t.Context(), d.deal)
		t.Logf("%s: %v, %+v", d.id, err, s.Work())
		switch {
		case d.dd20 == "":
			if key(err) != "dd.budget" {
				t.Errorf("%s: %v, %v; want that it is not computed", d.id, got, err)
			}
		case err != nil || got.String() != d.dd20:
			t.Errorf("%s: %v, %v; want %s", d.id, got, err, d.dd20)
		}
	}
}

func TestTableText(t *testing.T) {
	const text = "0123456789abcd000000"
	tab := table(t, text)
	if tab.String() != text || !tab.Complete() {
		t.Errorf("%s came back as %v", text, tab)
	}
	if n := tab.Tricks(bridge.South, bridge.Clubs); n != 9 {
		t.Errorf("South in clubs: %d, want 9", n)
	}
	for _, bad := range []string{"", "0123", "0123456789abcde00000", text + "0"} {
		if _, err := dd.ParseTable(bad); key(err) != "dd.table" {
			t.Errorf("%q: %v", bad, err)
		}
	}
	var part dd.Table
	part = part.With(bridge.North, bridge.Notrump, 7)
	if part.Complete() || part.IsZero() || part.Tricks(bridge.North, bridge.Spades) != -1 {
		t.Errorf("one entry: %v", part)
	}
	if b, err := part.MarshalText(); err != nil || string(b) != "7-------------------" {
		t.Errorf("one entry: %s, %v", b, err)
	}
	var back dd.Table
	if err := back.UnmarshalText([]byte("7-------------------")); err != nil || back != part {
		t.Errorf("one entry came back as %v, %v", back, err)
	}
	if _, err := (dd.Table{}).MarshalText(); key(err) != "dd.none" {
		t.Errorf("no table has no text: %v", err)
	}
}

// FuzzTable: any text is a table that prints itself, or refused by name.
func FuzzTable(f *testing.F) {
	for _, s := range []string{"", "0123456789abcd000000", "0123456789ABCD000000", "7-------------------", "--------------------", "0123456789abcde00000"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		tab, err := dd.ParseTable(s)
		if err != nil {
			if key(err) != "dd.table" || !tab.IsZero() {
				t.Errorf("%q: %v, %v", s, tab, err)
			}
			return
		}
		if tab.String() != strings.ToLower(s) && !tab.IsZero() {
			t.Errorf("%q came back as %v", s, tab)
		}
		if tab.IsZero() && strings.Trim(s, "-") != "" {
			t.Errorf("%q is no table", s)
		}
	})
}
