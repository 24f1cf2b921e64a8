package table_test

import (
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/bridge/bridgetest"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/format/table"
	"github.com/overtrick/overtrick/format/table/tabletest"
	"github.com/overtrick/overtrick/score"
)

// parts reads several files, 1.csv, 2.csv and so on. What stands behind a line of three
// dashes is the list of pairs, behind a second one that of penalties.
func parts(t *testing.T, files ...string) []table.Part {
	t.Helper()
	var out []table.Part
	for i, file := range files {
		texts := strings.Split(file, "---\n")
		var o table.Options
		var err error
		if len(texts) > 1 {
			if o.Pairs, err = table.ReadPairs(strings.NewReader(texts[1]), ""); err != nil {
				t.Fatal(err)
			}
		}
		if len(texts) > 2 {
			if o.Penalties, err = table.ReadPenalties(strings.NewReader(texts[2]), ""); err != nil {
				t.Fatal(err)
			}
		}
		rec, err := o.Read(strings.NewReader(texts[0]))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, table.Part{Name: strconv.Itoa(i+1) + ".csv", Record: rec})
	}
	return out
}

func TestJoin(t *testing.T) {
	const head = "board,ns,ew,score\n"
	for _, c := range []struct {
		name   string
		files  []string
		want   []string
		warned string
	}{
		{"one file", []string{head + "1,1,2,420\n"}, []string{"opened pairs mp 1", `1 is ""`, `2 is ""`, "0.0.0.1 1 2 scored 420"}, ""},
		{"two sections", []string{"section," + head + "A,1,1,2,420\n", "section," + head + "B,1,1,2,50\n"}, []string{
			"opened pairs mp 1", `A1 is ""`, `A2 is ""`, `B1 is ""`, `B2 is ""`, "0.0.0.1 A1 A2 scored 420", "0.0.0.1 B1 B2 scored 50",
		}, ""},
		{"other boards of the same session", []string{head + "1,1,2,420\n", head + "3,1,2,100\n"}, []string{
			"opened pairs mp 1", `1 is ""`, `2 is ""`, "0.0.0.1 1 2 scored 420", "0.0.0.3 1 2 scored 100",
		}, ""},
		{"the same boards again", []string{head + "1,1,2,420\n", head + "1,1,3,50\n", head + "1,4,5,50\n", head + "1,1,2,0\n"}, []string{
			"opened pairs mp 1", `1 is ""`, `2 is ""`, `3 is ""`, `4 is ""`, `5 is ""`,
			"1.0.0.1 1 2 scored 420", "2.0.0.1 1 3 scored 50", "1.0.0.1 4 5 scored 50", "3.0.0.1 1 2 scored 0",
		}, "2.csv does not say its session: contestants play boards that they played before, so it is taken for session 2; " +
			"4.csv does not say its session: contestants play boards that they played before, so it is taken for session 3"},
		{"two sections in two sessions", []string{"section," + head + "A,1,1,2,420\n", "section," + head + "A,1,1,2,50\n", "section," + head + "B,1,1,2,50\n", "section," + head + "B,1,1,2,0\n"}, []string{
			"opened pairs mp 1", `A1 is ""`, `A2 is ""`, `B1 is ""`, `B2 is ""`,
			"1.0.0.1 A1 A2 scored 420", "2.0.0.1 A1 A2 scored 50", "1.0.0.1 B1 B2 scored 50", "2.0.0.1 B1 B2 scored 0",
		}, "2.csv does not say its session: contestants play boards that they played before, so it is taken for session 2; " +
			"4.csv does not say its session: contestants play boards that they played before, so it is taken for session 2"},
		{"sessions that are said", []string{"session," + head + "2,1,1,2,420\n", "session," + head + "1,1,1,2,50\n"}, []string{
			"opened pairs mp 1", `1 is ""`, `2 is ""`, "2.0.0.1 1 2 scored 420", "1.0.0.1 1 2 scored 50",
		}, ""},
		{"names in one file, and in another order", []string{
			head + "1,1,2,420\n", head + "3,1,2,100\n---\nnumber,names,ids\n1,Anna – Bert,7/8\n2,Clara – Dieter,\n",
			head + "4,1,2,100\n---\nnumber,names,ids,club,stratum,handicap\n1,Bert – Anna,/7,Riverside,B,2\n3,Emil – Frieda,,,,\n",
		}, []string{
			"opened pairs mp 1", `1 is "Anna – Bert" of Riverside, stratum [B], handicap 2`, `2 is "Clara – Dieter"`, `3 is "Emil – Frieda"`,
			"0.0.0.1 1 2 scored 420", "0.0.0.3 1 2 scored 100", "0.0.0.4 1 2 scored 100",
		}, ""},
		{"boards, versions and penalties of two sessions", []string{
			"group,vul,note," + head + "a,all,,1,1,2,620\n,,slow,1,3,4,620\n---\nnumber\n1\n---\npair,session,amount,reason\n1,,10%,loud\n",
			head + "1,1,2,420\n---\nnumber\n1\n---\npair,session,amount\n2,3,5%\n",
		}, []string{
			"opened pairs mp 1", `1 is ""`, `2 is ""`, `3 is ""`, `4 is ""`, "board 1.1 dealer N vul All",
			"board 1.1 of 1 2 in version a", "1.0.0.1 1 2 scored 620", "1.0.0.1 3 4 scored 620 because slow", "1: 1 in 1 procedural 10% because loud",
			"2.0.0.1 1 2 scored 420", "2: 2 in 3 procedural 5%",
		}, "2.csv does not say"},
		{"two lists of winners", []string{head + "1,1,1,420\n", head + "3,1,1,100\n"}, []string{
			"opened pairs mp 2", `1NS is ""`, `1EW is ""`, "0.0.0.1 1NS 1EW scored 420", "0.0.0.3 1NS 1EW scored 100",
		}, ""},
		{"individuals", []string{"board,n,s,e,w,score\n1,1,2,3,4,420\n", "board,n,s,e,w,score\n1,1,3,2,4,50\n", "board,n,s,e,w,score\n2,1,2,3,4,50\n,,,,,\n3,5,,,,\n"}, nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.want == nil {
				c.files[2] = strings.ReplaceAll(c.files[2], "2,1,2,3,4,50", "2,1,2,3,4,110")
				c.want = []string{
					"opened individual mp 1", `1 is ""`, `2 is ""`, `3 is ""`, `4 is ""`, `5 is ""`,
					"1.0.0.1 1 2 3 4 scored 420", "2.0.0.1 1 3 2 4 scored 50", "1.0.0.2 1 2 3 4 scored 110", "1.0.0.3 5 - sat out",
				}
				c.warned = "2.csv does not say"
			}
			rec, err := table.Join(parts(t, c.files...)...)
			if err != nil {
				t.Fatal(err)
			}
			if diff := gocmp.Diff(c.want, say(rec)); diff != "" {
				t.Error(diff)
			}
			var warned []string
			for _, w := range rec.Warnings {
				warned = append(warned, w.Text())
			}
			if got := strings.Join(warned, "; "); !strings.HasPrefix(got, c.warned) || c.warned == "" && got != "" {
				t.Errorf("warned %q, want %q", got, c.warned)
			}
			if _, err := event.Fold(rec.Facts); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestJoinPersons: what several files say of a person comes together.
func TestJoinPersons(t *testing.T) {
	const head = "board,ns,ew,score\n"
	rec, err := table.Join(parts(t, head+"1,1,2,420\n---\nnumber,names,ids\n1,Anna – Bert,7\n", head+"3,1,2,100\n---\nnumber,names,ids\n1,Bert – Anna,8/7\n")...)
	if err != nil {
		t.Fatal(err)
	}
	want := event.People{
		"p1": {Name: "Anna", MemberIDs: map[string]string{"member": "7"}},
		"p2": {Name: "Bert", MemberIDs: map[string]string{"member": "8"}},
	}
	if diff := gocmp.Diff(want, rec.People); diff != "" {
		t.Error(diff)
	}
}

func TestJoinRefused(t *testing.T) {
	const head = "board,ns,ew,score\n"
	for _, c := range []struct {
		files     []string
		key, want string
		code      bridge.Code
	}{
		{nil, "join.nothing", "no file", bridge.Invalid},
		{[]string{head + "1,1,2,420\n", "board,n,s,e,w,score\n1,1,2,3,4,420\n"}, "join.kind", `2.csv: an event of kind "individual", but 1.csv has kind "pairs"`, bridge.Conflict},
		{[]string{head + "1,1,2,420\n", head + "1,1,1,420\n"}, "join.winners", "2.csv: 2 lists of winners, but 1.csv has 1: say for all", bridge.Conflict},
		{[]string{head + "1,1,2,420\n", "session," + head + "2,1,1,2,420\n"}, "join.some_sessions", "1.csv: the file does not say its session, but 2.csv does", bridge.Conflict},
		{[]string{head + "1,1,2,420\n", head + "3,1,2,420\n", head + "1,1,2,420\n"}, "join.copy", "3.csv: the file says the same as 1.csv", bridge.Conflict},
		{[]string{"round,home,away,home_imps,away_imps\n1,1,2,40,9\n1,3,4,9,9\n", "round,home,away,home_imps,away_imps\n1,2,1,99,0\n"}, "join.match_twice", "2.csv: round 1: the match of 1 and 2 stands in 1.csv as well, with another result", bridge.Conflict},
		{[]string{"session," + head + "1,1,1,2,420\n", "session," + head + "1,1,1,2,50\n"}, "join.twice", "2.csv: board 1 of 1 and 2 stands in 1.csv as well", bridge.Conflict},
		{[]string{"session,vul," + head + "1,all,1,1,2,620\n", "session," + head + "1,1,3,4,420\n"}, "join.board", "2.csv: board 1: dealer N, vulnerable None, but in 1.csv N and All", bridge.Conflict},
		{
			[]string{head + "1,1,2,420\n---\nnumber,names\n1,Anna – Bert\n", head + "1,1,2,50\n---\nnumber,names\n1,Anna – Clara\n"},
			"join.names", `2.csv: contestant 1 is Anna – Clara, but in 1.csv Anna – Bert: files of two sections say so in the column section`, bridge.Conflict,
		},
		{[]string{head + "1,1,2,420\n---\nnumber,names\n1,Anna – Bert\n", head + "1,1,2,50\n---\nnumber,names\n1,Anna\n"}, "join.names", "2.csv: contestant 1 is", bridge.Conflict},
		{[]string{head + "1,1,2,420\n---\nnumber,names,ids\n1,Anna – Bert,7\n", head + "1,1,2,50\n---\nnumber,names,ids\n1,Anna – Bert,8\n"}, "join.names", "2.csv: ", bridge.Conflict},
		{[]string{head + "1,1,2,420\n---\nnumber,club\n1,Riverside\n", head + "1,1,2,50\n---\nnumber,club\n1,Hillside\n"}, "join.entry", "2.csv: contestant 1 has another club, stratum or handicap than in 1.csv", bridge.Conflict},
		{[]string{head + "1,1,2,420\n---\nnumber,stratum\n1,A\n", head + "1,1,2,50\n---\nnumber,stratum\n1,B\n"}, "join.entry", "2.csv: ", bridge.Conflict},
		{[]string{head + "1,1,2,420\n---\nnumber,handicap\n1,1\n", head + "1,1,2,50\n---\nnumber,handicap\n1,2\n"}, "join.entry", "2.csv: ", bridge.Conflict},
	} {
		_, err := table.Join(parts(t, c.files...)...)
		if e, ok := err.(*bridge.Error); !ok || e.Key != c.key || e.Code != c.code || !strings.HasPrefix(e.Error(), c.want) {
			t.Errorf("%q: %v, want %s: %s", c.files, err, c.key, c.want)
		}
	}
}

// TestJoinOthers: records of other formats say more than tables.
func TestJoinOthers(t *testing.T) {
	deals := bridgetest.Deals()
	opened := event.Opened{Title: "Pairs", Kind: event.Pairs, Method: event.Butler, Winners: 1, Expected: 3}
	one, two := event.Contestant{Number: 1}, event.Contestant{Number: 2}
	record := func(board bridge.Board, acts ...event.Act) *event.Record {
		rec := &event.Record{People: event.People{}}
		rec.Add(opened, event.Registered{Contestant: one}, event.Registered{Contestant: two})
		rec.Add(acts...)
		rec.Add(event.Played{Meeting: event.Meeting{Session: 1, Board: board, NS: one, EW: two}, Result: bridge.PassedOut()})
		return rec
	}
	set := event.BoardSet{Session: 1, Board: 1, Dealer: bridge.North, Vul: bridge.NoneVul}
	dealt, otherwise := set, set
	dealt.Deal, otherwise.Deal = deals.Example(1), deals.Example(2)
	valued := set
	valued.Par = new(score.Points(420))
	valued.DD = valued.DD.With(bridge.North, bridge.Notrump, 9)

	first, second := record(1, dealt), record(2, valued)
	second.Published.Totals = []event.PublishedTotal{{Contestant: one}}
	second.Facts[0].Act = event.Opened{Title: "Teams", Club: "Riverside", Kind: event.Pairs, Method: event.Butler, Winners: 0, Expected: 4}
	rec, err := table.Join(table.Part{Name: "a", Record: first}, table.Part{Name: "b", Record: second})
	if err != nil {
		t.Fatal(err)
	}
	want := opened
	want.Club, want.Expected = "Riverside", 4
	if got := rec.Facts[0].Act; got != want {
		t.Errorf("opened %+v, want %+v", got, want)
	}
	valued.Deal = dealt.Deal
	if diff := gocmp.Diff(event.Act(valued), rec.Facts[3].Act, cmpopts.EquateComparable(bridge.Deal{}, dd.Table{})); diff != "" {
		t.Error(diff)
	}
	if len(rec.Warnings) != 2 || rec.Warnings[0].Err.Key != "join.heading" || rec.Warnings[1].Err.Key != "join.published" {
		t.Errorf("%v", rec.Warnings)
	}

	otherMethod := record(2)
	otherMethod.Facts[0].Act = event.Opened{Title: "Pairs", Kind: event.Pairs, Method: event.CrossIMPs, Winners: 1}
	for _, c := range []struct {
		rec  *event.Record
		key  string
		code bridge.Code
	}{
		{record(2, otherwise), "join.deal", bridge.Conflict},
		{otherMethod, "join.method", bridge.Conflict},
		{record(2, event.Cancelled{Scope: event.Scope{Session: 1, Board: 1}}), "join.act", bridge.Unsupported},
		{record(2, event.Fouled{Scope: event.Scope{Session: 1, Board: 1}, Version: "b"}), "join.act", bridge.Unsupported},
	} {
		_, err := table.Join(table.Part{Name: "a", Record: first}, table.Part{Name: "b", Record: c.rec})
		if e, ok := err.(*bridge.Error); !ok || e.Key != c.key || e.Code != c.code || e.At != "b" {
			t.Errorf("got %v, want %s", err, c.key)
		}
	}
}

// TestJoinParts: an event whose lines are spread over files comes together again, as
// far as their order allows.
func TestJoinParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := tabletest.Records().Draw(t, "record")
		for i := range rec.Facts {
			rec.Facts[i].Act = later(rec.Facts[i].Act)
		}
		files := rapid.IntRange(2, 3).Draw(t, "files")
		split := make([]*event.Record, files)
		for i := range split {
			split[i] = &event.Record{People: rec.People}
		}
		to := map[event.Meeting]int{}
		for _, f := range rec.Facts {
			switch a := f.Act.(type) {
			case event.Opened, event.Registered, event.BoardSet:
				for _, part := range split {
					part.Facts = append(part.Facts, f)
				}
				continue
			case event.Penalised:
				part := split[files-1]
				part.Facts = append(part.Facts, f)
				continue
			case event.Fouled:
				f.Act = a
			}
			m := meetingOf(f.Act)
			m.Round, m.Table, m.South, m.West = 0, 0, event.Contestant{}, event.Contestant{}
			if a, ok := f.Act.(event.Fouled); ok {
				m.NS, m.EW = a.NS, a.EW
			}
			if _, known := to[m]; !known {
				to[m] = rapid.IntRange(0, files-1).Draw(t, "file")
			}
			split[to[m]].Facts = append(split[to[m]].Facts, f)
		}
		var all []table.Part
		for i, part := range split {
			all = append(all, table.Part{Name: strconv.Itoa(i), Record: part})
		}
		again, err := table.Join(all...)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := event.Fold(again.Facts); err != nil {
			t.Fatal(err)
		}
		count := func(rec *event.Record) map[string]int {
			n := map[string]int{}
			for _, line := range say(rec) {
				n[line]++
			}
			return n
		}
		if diff := gocmp.Diff(count(rec), count(again), gocmp.Comparer(exact.Fraction.Equal)); diff != "" {
			t.Fatal(diff)
		}
	})
}

// later is an act in the session after its own, so that all say one.
func later(a event.Act) event.Act {
	switch a := a.(type) {
	case event.BoardSet:
		a.Session++
		return a
	case event.Played:
		a.Session++
		return a
	case event.NotPlayed:
		a.Session++
		return a
	case event.SatOut:
		a.Session++
		return a
	case event.Ruled:
		a.Session++
		return a
	case event.Fouled:
		a.Session++
		return a
	}
	return a
}

// TestAddPenalties: a list for all files is added to the event.
func TestAddPenalties(t *testing.T) {
	const head = "board,ns,ew,score\n"
	rec, err := table.Join(parts(t, head+"1,1,1,420\n---\nnumber,direction\n1,NS\n---\npair,amount\n1NS,10%\n", head+"3,1,1,420\n")...)
	if err != nil {
		t.Fatal(err)
	}
	list, err := table.ReadPenalties(strings.NewReader("pair,amount\n1EW,5%\n1NS,5%\n"), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := list.Add(rec); err != nil {
		t.Fatal(err)
	}
	got := say(rec)
	want := []string{"0.0.0.3 1NS 1EW scored 420", "2: 1EW in 0 procedural 5%", "3: 1NS in 0 procedural 5%"}
	if diff := gocmp.Diff(want, got[len(got)-3:]); diff != "" {
		t.Error(diff)
	}
	n := len(rec.Facts)
	if list, err = table.ReadPenalties(strings.NewReader("pair,amount\n1EW,5%\n7NS,5%\n"), ""); err != nil {
		t.Fatal(err)
	}
	if err := list.Add(rec); bridge.CodeOf(err) != bridge.NotFound || len(rec.Facts) != n {
		t.Errorf("%v, %d facts, before %d", err, len(rec.Facts), n)
	}
}
