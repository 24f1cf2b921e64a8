package event_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
)

// evening builds the facts of a small event: opened, with pairs 1 to n and the
// acts in their order.
func evening(pairs int, acts ...event.Act) []event.Fact {
	out := []event.Fact{{Act: event.Opened{Title: "Test", Kind: event.Pairs, Method: event.Matchpoints}}}
	for n := range pairs {
		out = append(out, event.Fact{Act: event.Registered{Contestant: pair(n + 1)}})
	}
	for _, a := range acts {
		out = append(out, event.Fact{Act: a})
	}
	return out
}

// line finds a contestant's line of a board.
func line(t testing.TB, s *event.Standings, session int, board bridge.Board, c event.Contestant) event.CardLine {
	t.Helper()
	for _, l := range s.Card(c) {
		if l.Session == session && l.Board == board {
			return l
		}
	}
	t.Fatalf("%v has no board %d in session %d", c, board, session)
	return event.CardLine{}
}

func pair(n int) event.Contestant { return event.Contestant{Number: n} }

func at(board bridge.Board, ns, ew int) event.Meeting {
	m := event.Meeting{Board: board}
	if ns > 0 {
		m.NS = pair(ns)
	}
	if ew > 0 {
		m.EW = pair(ew)
	}
	return m
}

// scored is a board reported by its score alone.
func scored(board bridge.Board, ns, ew int, points score.Points) event.Act {
	return event.Played{Meeting: at(board, ns, ew), Score: &points}
}

func result(t testing.TB, board bridge.Board, ns, ew int, text string) event.Act {
	t.Helper()
	r, err := bridge.ParseResult(text)
	if err != nil {
		t.Fatal(err)
	}
	return event.Played{Meeting: at(board, ns, ew), Result: r}
}

func awards(board bridge.Board, ns, ew int, a, b event.AwardKind) event.Act {
	return event.Ruled{Meeting: at(board, ns, ew), Award: bridge.BySide[event.Award]{NS: event.Award{Kind: a}, EW: event.Award{Kind: b}}}
}

// summary is a list in one line: place, contestant, boards, total of maximum.
func summary(l event.List) string {
	var rows []string
	for _, r := range l.Rows {
		tie := ""
		if r.Tied {
			tie = "="
		}
		rows = append(rows, fmt.Sprintf("%d%s %v: %v of %v on %d", r.Rank, tie, r.Contestant, r.Total, r.Max, r.Boards))
	}
	return strings.Join(rows, "; ")
}

func row(t testing.TB, s *event.Standings, c event.Contestant) event.Row {
	t.Helper()
	for _, l := range s.Lists {
		for _, r := range l.Rows {
			if r.Contestant == c {
				return r
			}
		}
	}
	t.Fatalf("%v is in no list", c)
	return event.Row{}
}

// TestThreeDifferentThings: passed out, not played and no result yet.
func TestThreeDifferentThings(t *testing.T) {
	withdrawn := event.Ruled{Meeting: at(3, 1, 2)}
	s := standings(t, evening(4,
		result(t, 1, 1, 2, "Pass"), result(t, 1, 3, 4, "1NT-1 N"), // a pass-out is compared
		event.NotPlayed{Meeting: at(2, 1, 2)}, result(t, 2, 3, 4, "1NT= N"), // no board for 1 and 2
		awards(3, 1, 2, event.Average, event.Average), withdrawn, result(t, 3, 3, 4, "1NT= N"), // nothing is known yet
	))
	if r := row(t, s, pair(1)); r.Boards != 1 || r.Percent.String() != "100.00" {
		t.Errorf("pair 1: %d boards, %v percent, want 1 and 100.00", r.Boards, r.Percent)
	}
	if len(s.Open) != 1 || s.Open[0] != at(3, 1, 2) {
		t.Errorf("open: %v, want board 3 of 1 against 2", s.Open)
	}
	states := map[bridge.Board][]event.State{}
	for _, b := range s.Boards {
		for _, l := range b.Lines {
			states[b.Board] = append(states[b.Board], l.State)
		}
	}
	if !slices.Equal(states[1], []event.State{event.StatePlayed, event.StatePlayed}) ||
		!slices.Equal(states[2], []event.State{event.StatePlayed, event.StateNotPlayed}) ||
		!slices.Equal(states[3], []event.State{event.StatePlayed}) {
		t.Errorf("states %v", states)
	}
	if s.Boards[0].Lines[0].Result != bridge.PassedOut() || *s.Boards[0].Lines[0].Score != 0 {
		t.Errorf("the pass-out is %v", s.Boards[0].Lines[0])
	}
}

// TestArtificialScores: Law 12C2 (c), cases computed from its text. The field is
// large enough for any percentage on a board.
func TestArtificialScores(t *testing.T) {
	for _, r := range shelf.Table(t, "testdata/artificial_scores_mp.csv", "case", "real_boards", "percent_on_real_boards", "awards", "award_percents", "session_percent") {
		t.Run(r.Text("case"), func(t *testing.T) {
			const tables = 401 // a top of 800: quarters of a percent
			percent, err := exact.Parse(r.Text("percent_on_real_boards"))
			if err != nil {
				t.Fatal(err)
			}
			beaten, ok := percent.Mul(exact.Int(4)).Int64()
			if !ok {
				t.Fatalf("line %d: %v percent", r.Line, percent)
			}
			var acts []event.Act
			for b := range r.Int("real_boards") {
				for n := range tables {
					points := score.Points(50)
					switch {
					case n == 0:
						points = 0
					case n <= int(beaten):
						points = -50
					}
					acts = append(acts, scored(bridge.Board(b+1), n+1, tables+n+1, points))
				}
			}
			kinds := strings.Fields(r.Text("awards"))
			for i, kind := range kinds {
				acts = append(acts, awards(bridge.Board(r.Int("real_boards")+i+1), 1, tables+1, event.AwardKind(kind), event.Average))
			}
			s := standings(t, evening(2*tables, acts...))
			if got := row(t, s, pair(1)).Percent.String(); got != r.Text("session_percent") {
				t.Errorf("line %d: session %s percent, want %s", r.Line, got, r.Text("session_percent"))
			}
			for i, want := range strings.Fields(r.Text("award_percents")) {
				n, err := s.WhyLine(line(t, s, 0, bridge.Board(r.Int("real_boards")+i+1), pair(1)))
				if err != nil {
					t.Fatal(err)
				}
				if got := n.Value.Decimal(2); got != want {
					t.Errorf("line %d: award %d is %s percent, want %s", r.Line, i+1, got, want)
				}
				if err := n.Check(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// TestFixedAward: 60 percent is not average plus: it does not grow with the
// contestant's own result (a mistake that was seen).
func TestFixedAward(t *testing.T) {
	ruled := event.Ruled{Meeting: at(2, 1, 2), Award: bridge.BySide[event.Award]{
		NS: event.PercentAward(exact.Int(60)), EW: event.PercentAward(exact.Int(40)),
	}}
	s := standings(t, evening(4, scored(1, 1, 2, 620), scored(1, 3, 4, 170), ruled, scored(2, 3, 4, 100)))
	if got := row(t, s, pair(1)).Percent.String(); got != "80.00" {
		t.Errorf("100 and 60 percent are %s, want 80.00", got)
	}
	plus := awards(2, 1, 2, event.AveragePlus, event.AverageMinus)
	s = standings(t, evening(4, scored(1, 1, 2, 620), scored(1, 3, 4, 170), plus, scored(2, 3, 4, 100)))
	if got := row(t, s, pair(1)).Percent.String(); got != "100.00" {
		t.Errorf("100 percent and average plus are %s, want 100.00", got)
	}
}

// TestLayers: a ruling stands beside what was played; taking it away brings the
// result back.
func TestLayers(t *testing.T) {
	played := []event.Act{scored(1, 1, 2, 620), scored(1, 3, 4, 170), scored(2, 1, 2, -50), scored(2, 3, 4, 100)}
	before := lists(t, standings(t, evening(4, played...)))
	ruled := append(slices.Clone(played), awards(1, 1, 2, event.AverageMinus, event.AveragePlus))
	during := standings(t, evening(4, ruled...))
	if slices.Equal(lists(t, during), before) {
		t.Error("the ruling changed nothing")
	}
	if l := during.Boards[0].Lines[1]; l.State != event.StateAdjusted || l.Award.NS.Kind != event.AverageMinus || l.Score != nil {
		t.Errorf("board 1 is %+v", l)
	}
	after := lists(t, standings(t, evening(4, append(ruled, event.Ruled{Meeting: at(1, 1, 2)})...)))
	if !slices.Equal(after, before) {
		t.Errorf("adding and withdrawing a ruling changed\n%v to\n%v", before, after)
	}
}

// TestCorrection: the later report of the same meeting counts, once.
func TestCorrection(t *testing.T) {
	want := lists(t, standings(t, evening(4, scored(1, 1, 2, 650), scored(1, 3, 4, 170))))
	got := lists(t, standings(t, evening(4, scored(1, 1, 2, -100), scored(1, 3, 4, 170), scored(1, 1, 2, 650))))
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestRepeatedFact: a phone that lost the answer sends again; nothing happens.
func TestRepeatedFact(t *testing.T) {
	e, err := event.Fold(evening(4, scored(1, 3, 4, 170)))
	if err != nil {
		t.Fatal(err)
	}
	first := event.Fact{ID: "a", Act: scored(1, 1, 2, 650)}
	for _, f := range []event.Fact{first, {ID: "b", Act: scored(1, 1, 2, -100)}, first} {
		if err := e.Apply(f); err != nil {
			t.Fatal(err)
		}
	}
	s, err := e.Standings()
	if err != nil {
		t.Fatal(err)
	}
	if got := *s.Boards[0].Lines[1].Score; got != -100 {
		t.Errorf("the repeated fact came back: %d, want -100", got)
	}
}

// assigned is a ruling with outcomes by weight in percent, the same for both sides.
func assigned(board bridge.Board, ns, ew int, outcomes ...int) event.Act {
	var list []event.Assigned
	for i := 0; i+1 < len(outcomes); i += 2 {
		p := score.Points(outcomes[i+1])
		list = append(list, event.Assigned{Score: &p, Weight: exact.Of(int64(outcomes[i]), 100)})
	}
	return event.Ruled{Meeting: at(board, ns, ew), Assigned: bridge.BySide[[]event.Assigned]{NS: list, EW: slices.Clone(list)}}
}

// TestAssigned is a lecture's example of a weighted ruling: the table result is
// kept beside it, both sides and the field get what their comparisons weigh.
func TestAssigned(t *testing.T) {
	acts := []event.Act{scored(1, 1, 2, -50), assigned(1, 1, 2, 60, 110, 40, -50)}
	n := 3
	for _, f := range []struct {
		score score.Points
		count int
	}{{110, 5}, {50, 3}, {-50, 2}, {-110, 2}} {
		for range f.count {
			acts = append(acts, scored(1, n, n+1, f.score))
			n += 2
		}
	}
	s := standings(t, evening(26, acts...))
	derive(t, s)
	for c, want := range map[int]string{1: "13.80", 2: "10.20", 13: "10.80"} { // 13 has +50
		card := s.Card(pair(c))[0]
		if got := card.Line.Points.Of(card.Side).Shown.String(); got != want {
			t.Errorf("pair %d: %s, want %s", c, got, want)
		}
	}
	for _, l := range s.Boards[0].Lines {
		if l.Meeting.NS == pair(1) && (l.State != event.StateAssigned || len(l.Ruling.NS) != 2 || l.Score != nil) {
			t.Errorf("the ruled line is %+v", l)
		}
	}
	for _, method := range []event.Method{event.Butler, event.CrossIMPs} {
		f := evening(26, acts...)
		opened := f[0].Act.(event.Opened)
		opened.Method = method
		f[0].Act = opened
		s := standings(t, f)
		derive(t, s)
		sum := exact.Int(0)
		for _, row := range s.Lists[0].Rows {
			sum = sum.Add(row.Total.Value)
		}
		if sum.Sign() != 0 {
			t.Errorf("%s: the field sums to %v", method, sum)
		}
	}
}

// TestSplit: each side has its own score; the others meet each in its own chart.
func TestSplit(t *testing.T) {
	good, bad := score.Points(620), score.Points(170)
	whole := exact.Int(1)
	ruling := event.Ruled{Meeting: at(2, 1, 2), Assigned: bridge.BySide[[]event.Assigned]{
		NS: []event.Assigned{{Score: &good, Weight: whole}}, EW: []event.Assigned{{Score: &bad, Weight: whole}},
	}}
	s := standings(t, evening(6, ruling, scored(2, 3, 4, 200), scored(2, 5, 6, 200)))
	if got, want := summary(s.Lists[0]), "1= 1: 4.00 of 4 on 1; 1= 2: 4.00 of 4 on 1; 3= 3: 1.00 of 4 on 1; 3= 4: 1.00 of 4 on 1; 3= 5: 1.00 of 4 on 1; 3= 6: 1.00 of 4 on 1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestDoubts: what cannot be right is named, and nothing is thrown away.
func TestDoubts(t *testing.T) {
	for _, tc := range []struct {
		name string
		acts []event.Act
		want []string
	}{
		{"all is well", []event.Act{scored(1, 1, 2, 420), scored(1, 3, 4, 170), event.SatOut{Meeting: at(1, 5, 0)}}, nil},
		{"a pair plays a board twice", []event.Act{scored(7, 1, 2, 620), scored(7, 3, 2, 170)}, []string{"board 7: 2 has two results; both count until one is corrected"}},
		{"and once more", []event.Act{scored(7, 1, 2, 620), scored(7, 3, 2, 170), awards(7, 2, 4, "A", "A")}, []string{
			"board 7: 2 has two results; both count until one is corrected", "board 7: 2 has two results; both count until one is corrected",
		}},
		{"the same with the directions swapped", []event.Act{scored(7, 1, 2, 620), scored(7, 2, 1, -620)}, []string{
			"board 7: 2 has two results; both count until one is corrected", "board 7: 1 has two results; both count until one is corrected",
		}},
		{"nothing to compare", []event.Act{scored(1, 1, 2, 420), scored(2, 3, 4, 170)}, []string{"no board has two results: there is nothing to compare, and everybody has an average"}},
		{"a mark in the place of a score (M38)", []event.Act{scored(1, 1, 2, -1), scored(1, 3, 4, 10000)}, []string{
			"board 1: no result of 1 against 2 is worth -1 with None vulnerable", "board 1: no result of 3 against 4 is worth 10000 with None vulnerable",
		}},
		{"a score for another vulnerability", []event.Act{scored(2, 1, 2, 420), scored(2, 3, 4, 620)}, []string{"board 2: no result of 1 against 2 is worth 420 with NS vulnerable"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for _, d := range standings(t, evening(5, tc.acts...)).Doubts {
				got = append(got, d.Error())
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

// TestVoided: a sit-out that was none, and a result of the wrong contestants, are
// taken back whole; what is said later counts again.
func TestVoided(t *testing.T) {
	played := []event.Act{scored(1, 1, 2, 420), scored(1, 3, 4, 170)}
	want := lists(t, standings(t, evening(5, played...)))
	for _, slip := range []event.Meeting{at(1, 5, 0), at(1, 0, 5), at(1, 5, 1)} {
		var wrong event.Act = event.SatOut{Meeting: slip}
		if !slip.NS.IsZero() && !slip.EW.IsZero() {
			wrong = scored(1, 5, 1, 50)
		}
		acts := append(slices.Clone(played), wrong, event.Voided{Meeting: slip})
		s := standings(t, evening(5, acts...))
		if got := lists(t, s); !slices.Equal(got, want) || len(s.Open) != 0 || len(s.Doubts) != 0 {
			t.Errorf("%T taken back:\n%v\nwant\n%v, open %v, doubts %v", wrong, got, want, s.Open, s.Doubts)
		}
		if s := standings(t, evening(5, append(acts, wrong)...)); slices.Equal(lists(t, s), want) && s.Info.Tables == 2 && len(s.Boards[0].Lines) == 2 {
			t.Errorf("%T said again does not count", wrong)
		}
	}
}

// TestAgreement: a result and the score that came with it agree for good: neither
// the board nor the regulation can be changed under them.
func TestAgreement(t *testing.T) {
	vulnerable := result(t, 4, 1, 2, "4S= S").(event.Played)
	points := score.Points(620)
	vulnerable.Score = &points
	e, err := event.Fold(evening(4, vulnerable))
	if err != nil {
		t.Fatal(err)
	}
	err = e.Apply(event.Fact{Act: event.BoardSet{Board: 4, Dealer: bridge.North, Vul: bridge.NoneVul}})
	if r, ok := err.(*bridge.Error); !ok || r.Key != "event.score" {
		t.Errorf("the board stops being vulnerable: %v", err)
	}
	if err := e.Apply(event.Fact{Act: event.BoardSet{Board: 4, Dealer: bridge.North, Vul: bridge.NSVul}}); err != nil {
		t.Errorf("North-South stay vulnerable: %v", err)
	}
}

// TestExpected: artificial scores are no results, and a board was due all the same
// (M24); an organiser may say how many results a board should have.
func TestExpected(t *testing.T) {
	scores := []score.Points{110, 80, -90, -100, 0, 110, 0, 90, -90, 80} // the fifth is artificial
	var acts []event.Act
	for i, p := range scores {
		if i == 4 {
			acts = append(acts, awards(1, 9, 10, event.AveragePlus, event.AveragePlus))
			continue
		}
		acts = append(acts, scored(1, 2*i+1, 2*i+2, p))
	}
	shown := func(f []event.Fact) string {
		var out []string
		s := standings(t, f)
		for i := range scores {
			for _, card := range s.Card(pair(2*i + 1)) {
				out = append(out, card.Line.Points.NS.Shown.String())
			}
		}
		return strings.Join(out, " ")
	}
	f := evening(20, acts...)
	if got, want := shown(f), "16.78 10.11 3.44 0.11 10.80 16.78 6.78 13.44 3.44 10.11"; got != want {
		t.Errorf("ten tables: %s, want %s", got, want)
	}
	opened := f[0].Act.(event.Opened)
	opened.Expected = 20
	f[0].Act = opened
	if got, want := shown(f)[:11], "34.56 21.22"; got != want { // (15 + 1)·20/9 - 1 and (9 + 1)·20/9 - 1
		t.Errorf("twenty expected: %s, want %s", got, want)
	}
}

// TestOwnSession: an average plus grows with the contestant's own boards of that
// session, not of another (Law 12C2c).
func TestOwnSession(t *testing.T) {
	in := func(session int, a event.Act) event.Act {
		switch act := a.(type) {
		case event.Played:
			act.Session = session
			return act
		case event.Ruled:
			act.Session = session
			return act
		}
		return a
	}
	acts := []event.Act{
		in(1, scored(1, 1, 2, 420)), in(1, scored(1, 3, 4, 50)), // pair 1 has 100 percent here
		in(2, scored(1, 1, 2, -50)), in(2, scored(1, 3, 4, 50)), // and nothing here
		in(2, awards(2, 1, 2, event.AveragePlus, event.AverageMinus)), in(2, scored(2, 3, 4, 50)),
	}
	s := standings(t, evening(4, acts...))
	n, err := s.WhyLine(line(t, s, 2, 2, pair(1)))
	if err != nil || !n.Value.Equal(exact.Int(60)) {
		t.Errorf("average plus in a session of no luck: %v, %v, want 60", n, err)
	}
	if n, err = s.WhyLine(line(t, s, 2, 2, pair(2))); err != nil || !n.Value.Equal(exact.Int(40)) {
		t.Errorf("average minus in a session of luck: %v, %v, want 40", n, err)
	}
}

// TestPrintedRank: where printed totals decide, contestants that print alike are
// equal, and one with fewer boards is not below another for that.
func TestPrintedRank(t *testing.T) {
	open := func(f []event.Fact, pack string) []event.Fact {
		opened := f[0].Act.(event.Opened)
		opened.Regulation = pack
		f[0].Act = opened
		return f
	}
	var acts []event.Act
	for b := bridge.Board(1); b <= 4; b++ { // pair 1 beats 2 on three boards and misses the fourth
		if b < 4 {
			acts = append(acts, scored(b, 1, 2, 100))
		} else {
			acts = append(acts, event.NotPlayed{Meeting: at(b, 1, 2)})
		}
		acts = append(acts, scored(b, 3, 4, score.Points(50-10*int(b))), scored(b, 5, 6, -50))
	}
	s := standings(t, open(evening(6, acts...), "magic-contest"))
	if r := row(t, s, pair(1)); r.Rank != 1 || r.Percent.String() != "100.0" {
		t.Errorf("pair 1 has %v percent and place %d, want the first", r.Percent, r.Rank)
	}
	// Two pairs a little apart: equal as printed, different exactly.
	percent := func(ns string) bridge.BySide[event.Award] {
		p, err := exact.Parse(ns)
		if err != nil {
			t.Fatal(err)
		}
		return bridge.BySide[event.Award]{NS: event.PercentAward(p), EW: event.PercentAward(exact.Int(40))}
	}
	acts = []event.Act{
		scored(1, 1, 2, 100), scored(1, 3, 4, 100),
		event.Ruled{Meeting: at(2, 1, 2), Award: percent("60.01")},
		event.Ruled{Meeting: at(2, 3, 4), Award: percent("60.02")},
	}
	for pack, want := range map[string]string{
		"wbf":           "1 3: 2.20 of 4 on 2; 2 1: 2.20 of 4 on 2; 3= 2: 1.80 of 4 on 2; 3= 4: 1.80 of 4 on 2",
		"magic-contest": "1= 1: 2.2 of 4 on 2; 1= 3: 2.2 of 4 on 2; 3= 2: 1.8 of 4 on 2; 3= 4: 1.8 of 4 on 2",
	} {
		if got := summary(standings(t, open(evening(4, acts...), pack)).Lists[0]); got != want {
			t.Errorf("%s: %s, want %s", pack, got, want)
		}
	}
}

// TestHeadToHead: among equals the boards that they played against each other
// decide, those that count.
func TestHeadToHead(t *testing.T) {
	acts := []event.Act{
		scored(1, 1, 2, 100), scored(1, 3, 4, 50), // 1 beats 2
		scored(2, 1, 3, -100), scored(2, 2, 4, 100), // and loses it again elsewhere
		event.NotPlayed{Meeting: at(3, 2, 1)}, scored(3, 3, 4, 100), scored(3, 5, 6, -50),
	}
	f := evening(6, acts...)
	opened := f[0].Act.(event.Opened)
	opened.Regulation = "magic-contest"
	f[0].Act = opened
	s := standings(t, f)
	one, two := row(t, s, pair(1)), row(t, s, pair(2))
	if one.Total.String() != two.Total.String() || one.Rank+1 != two.Rank || one.Tied || two.Tied {
		t.Errorf("%+v and %+v: want 1 just before 2, whom it beat", one, two)
	}
	derive(t, s)
}

// TestCompare: a published number that is not ours is found, whichever it is.
func TestCompare(t *testing.T) {
	s := standings(t, evening(4, scored(1, 1, 2, 420), scored(1, 3, 4, 170), scored(2, 1, 4, 100), scored(2, 2, 3, -50)))
	if got, want := summary(s.Lists[0]), "1 1: 4.00 of 4 on 2; 2= 3: 2.00 of 4 on 2; 2= 4: 2.00 of 4 on 2; 4 2: 0.00 of 4 on 2"; got != want {
		t.Fatalf("got %s, want %s", got, want)
	}
	right := event.Published{
		Lines: []event.PublishedLine{{Meeting: at(1, 1, 2), Value: bridge.BySide[*event.Printed]{NS: event.ParsePrinted("2"), EW: event.ParsePrinted("0.0")}}},
		Totals: []event.PublishedTotal{
			{Contestant: pair(1), Total: event.ParsePrinted("4.0"), Percent: event.ParsePrinted("100.00"), Place: "1"},
			{Contestant: pair(3), Place: "2="},
			{Contestant: pair(4), Place: "2"}, // some programs repeat the number and print no sign
		},
	}
	if diff, n := s.Compare(right); len(diff) != 0 || n != 7 {
		t.Errorf("%d numbers, differences %v", n, diff)
	}
	for want, change := range map[string]func(p *event.Published){
		"line of board 1, 1 (NS): 2, published 1":       func(p *event.Published) { p.Lines[0].Value.NS = event.ParsePrinted("1") },
		"line of board 1, 2 (EW): 0.0, published 0.5":   func(p *event.Published) { p.Lines[0].Value.EW = event.ParsePrinted("0.5") },
		"line of board 3, 1 (NS): nothing, published 2": func(p *event.Published) { p.Lines[0].Meeting.Board, p.Lines[0].Value.EW = 3, nil },
		"total of 1: 4.0, published 4.1":                func(p *event.Published) { p.Totals[0].Total = event.ParsePrinted("4.1") },
		"percent of 1: 100.00, published 99.99":         func(p *event.Published) { p.Totals[0].Percent = event.ParsePrinted("99.99") },
		"place of 1: 1, published 2":                    func(p *event.Published) { p.Totals[0].Place = "2" },
		"place of 1: 1, published 1=":                   func(p *event.Published) { p.Totals[0].Place = "1=" },
		"place of 3: 2=, published 3":                   func(p *event.Published) { p.Totals[1].Place = "3" },
		"total of 9: nothing, published 7": func(p *event.Published) {
			p.Totals[2] = event.PublishedTotal{Contestant: pair(9), Total: event.ParsePrinted("7")}
		},
	} {
		p := event.Published{Lines: slices.Clone(right.Lines), Totals: slices.Clone(right.Totals)}
		change(&p)
		if diff, _ := s.Compare(p); len(diff) != 1 || diff[0].String() != want {
			t.Errorf("got %v, want %s", diff, want)
		}
	}
}

// TestOneTable: with nobody to compare with every board is an average.
func TestOneTable(t *testing.T) {
	s := standings(t, evening(2, scored(1, 1, 2, 620), scored(2, 2, 1, -50)))
	if got, want := summary(s.Lists[0]), "1= 1: 0.00 of 0 on 2; 1= 2: 0.00 of 0 on 2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, r := range s.Lists[0].Rows {
		if r.Percent.String() != "50.00" {
			t.Errorf("%v has %v percent, want 50.00", r.Contestant, r.Percent)
		}
	}
	derive(t, s)
}

// TestSitOut: what a bye brings is the regulation's.
func TestSitOut(t *testing.T) {
	for _, tc := range []struct{ regulation, percent string }{
		{"wbf", "100.00"},          // no board
		{"magic-contest", "100.0"}, // its mean of the other boards
		{"pary", "80.00"},          // 60 percent: (100 + 60) / 2
	} {
		t.Run(tc.regulation, func(t *testing.T) {
			f := evening(5, scored(1, 1, 2, 620), scored(1, 3, 4, 170), event.SatOut{Meeting: at(2, 1, 0)}, scored(2, 2, 3, 50), scored(2, 4, 5, 50))
			opened := f[0].Act.(event.Opened)
			opened.Regulation = tc.regulation
			f[0].Act = opened
			s := standings(t, f)
			if got := row(t, s, pair(1)).Percent.String(); got != tc.percent {
				t.Errorf("%s percent, want %s", got, tc.percent)
			}
			derive(t, s)
		})
	}
	t.Run("and nothing else", func(t *testing.T) {
		f := evening(5, scored(1, 1, 2, 620), scored(1, 3, 4, 170), event.SatOut{Meeting: at(1, 5, 0)})
		if r := row(t, standings(t, f), pair(5)); r.Rank != 0 || r.Boards != 0 {
			t.Errorf("place %d on %d boards, want none", r.Rank, r.Boards)
		}
	})
}

// TestRefusals: a fact that does not fit changes nothing and says why.
func TestRefusals(t *testing.T) {
	twelve := score.Points(12)
	agree := result(t, 1, 1, 2, "4S= N").(event.Played)
	agree.Score = &twelve
	for _, tc := range []struct {
		name string
		act  event.Act
		key  string
	}{
		{"a stranger", scored(1, 1, 9, 50), "event.unregistered"},
		{"a pair against itself", scored(1, 1, 1, 50), "event.itself"},
		{"nobody at the table", scored(1, 1, 0, 50), "event.nobody"},
		{"board 0", scored(0, 1, 2, 50), "event.board"},
		{"no result", event.Played{Meeting: at(1, 1, 2)}, "event.no_result"},
		{"a score that is not the result's", agree, "event.score"},
		{"a sit-out of two", event.SatOut{Meeting: at(1, 1, 2)}, "event.sit_out"},
		{"a sit-out of nobody", event.SatOut{Meeting: at(1, 0, 0)}, "event.sit_out"},
		{"an award for one side", awards(1, 1, 2, event.Average, ""), "event.award_side"},
		{"an award of its own kind", awards(1, 1, 2, "A++", "A"), "event.award"},
		{"weights of 90 percent", assigned(1, 1, 2, 50, 100, 40, -50), "event.weights"},
		{"a weight of nothing", assigned(1, 1, 2, 100, 100, 0, -50), "event.weight"},
		{"an outcome of nothing", event.Ruled{Meeting: at(1, 1, 2), Assigned: bridge.BySide[[]event.Assigned]{NS: []event.Assigned{{Weight: exact.Int(1)}}, EW: []event.Assigned{{Weight: exact.Int(1)}}}}, "event.no_result"},
		{"an assigned score for one side", event.Ruled{Meeting: at(1, 1, 2), Assigned: bridge.BySide[[]event.Assigned]{NS: []event.Assigned{{Score: &twelve, Weight: exact.Int(1)}}}}, "event.assigned_side"},
		{"two rulings at once", func() event.Act {
			r := assigned(1, 1, 2, 100, 100).(event.Ruled)
			r.Award = bridge.BySide[event.Award]{NS: event.Award{Kind: event.Average}, EW: event.Award{Kind: event.Average}}
			return r
		}(), "event.two_rulings"},
		{"less than nothing", event.Ruled{Meeting: at(1, 1, 2), Award: bridge.BySide[event.Award]{NS: event.PercentAward(exact.Int(-1)), EW: event.PercentAward(exact.Int(60))}}, "event.award_percent"},
		{"more than all", event.Ruled{Meeting: at(1, 1, 2), Award: bridge.BySide[event.Award]{NS: event.PercentAward(exact.Int(101)), EW: event.PercentAward(exact.Int(60))}}, "event.award_percent"},
		{"a score of a million", scored(1, 1, 2, 1_000_000), "event.score_range"},
		{"a million million results", event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Expected: 1 << 40}, "event.expected"},
		{"pair 0", event.Registered{}, "event.contestant"},
		{"a side where there is one list", event.Registered{Contestant: event.Contestant{Number: 7, Side: bridge.NS}}, "event.line"},
		{"a kind of its own", event.Opened{Kind: "quartets", Method: event.Matchpoints}, "event.kind"},
		{"a Swiss of players", event.Opened{Kind: event.Individuals, Method: event.Matchpoints, Swiss: true}, "event.swiss"},
		{"a method of its own", event.Opened{Kind: event.Pairs, Method: "luck"}, "event.method"},
		{"three lists", event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Winners: 3}, "event.winners"},
		{"a regulation of nobody", event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Regulation: "nobody"}, "regulation.unknown"},
		{"two lists after all", event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Winners: 2}, "event.winners_fixed"},
		{"a board without a dealer", event.BoardSet{Board: 1}, "event.dealer"},
		{"nothing", nil, "fact.empty"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e, err := event.Fold(evening(4, scored(1, 1, 2, 620), scored(1, 3, 4, 170)))
			if err != nil {
				t.Fatal(err)
			}
			before, _ := e.Standings()
			err = e.Apply(event.Fact{ID: "x", Act: tc.act})
			refused, ok := err.(*bridge.Error)
			if !ok || refused.Key != tc.key {
				t.Fatalf("got %v, want key %s", err, tc.key)
			}
			after, err := e.Standings()
			if err != nil || !slices.Equal(lists(t, after), lists(t, before)) {
				t.Errorf("the refused fact changed the event: %v", err)
			}
		})
	}
	t.Run("not opened", func(t *testing.T) {
		if _, err := event.Fold(evening(2)[1:]); err == nil || !strings.Contains(err.Error(), "fact 1: ") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("no facts", func(t *testing.T) {
		if _, err := event.Fold(nil); bridge.CodeOf(err) != bridge.Invalid {
			t.Errorf("got %v", err)
		}
	})
	t.Run("no results", func(t *testing.T) {
		e, err := event.Fold(evening(4, event.NotPlayed{Meeting: at(1, 1, 2)}))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Standings(); bridge.CodeOf(err) != bridge.NotFound {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a method that is not ranked yet", func(t *testing.T) {
		f := evening(4, scored(1, 1, 2, 50))
		f[0].Act = event.Opened{Kind: event.Pairs, Method: event.IMPs}
		e, err := event.Fold(f)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Standings(); bridge.CodeOf(err) != bridge.Unsupported {
			t.Errorf("got %v", err)
		}
	})
}

// drawEvent draws an evening with artificial scores, sit-outs and boards that
// were not played.
func drawEvent(t *rapid.T) []event.Fact {
	pairs := rapid.IntRange(4, 12).Draw(t, "pairs")
	var acts []event.Act
	for b := range rapid.IntRange(1, 8).Draw(t, "boards") {
		board := bridge.Board(b + 1)
		for n := 1; n+1 <= pairs; n += 2 {
			switch rapid.IntRange(0, 9).Draw(t, "what happens") {
			case 0:
				acts = append(acts, event.NotPlayed{Meeting: at(board, n, n+1)})
			case 1:
				kinds := []event.AwardKind{event.AveragePlus, event.Average, event.AverageMinus}
				acts = append(acts, awards(board, n, n+1, rapid.SampledFrom(kinds).Draw(t, "NS"), rapid.SampledFrom(kinds).Draw(t, "EW")))
			case 2:
				acts = append(acts, event.SatOut{Meeting: at(board, n, 0)})
			case 3:
				w := rapid.IntRange(1, 99).Draw(t, "weight")
				acts = append(acts, assigned(board, n, n+1, w, 10*rapid.IntRange(-80, 80).Draw(t, "one"), 100-w, 10*rapid.IntRange(-80, 80).Draw(t, "other")))
			default:
				acts = append(acts, scored(board, n, n+1, score.Points(10*rapid.IntRange(-80, 80).Draw(t, "score"))))
			}
		}
	}
	f := evening(pairs, acts...)
	opened := f[0].Act.(event.Opened)
	opened.Regulation = rapid.SampledFrom(regulation.Names()).Draw(t, "regulation")
	opened.Method = rapid.SampledFrom([]event.Method{event.Matchpoints, event.Butler, event.CrossIMPs}).Draw(t, "method")
	f[0].Act = opened
	return f
}

// TestProperties: whatever happens, no percentage leaves 0 to 100, the two sides
// mirror (M42), and every derivation holds.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		f := drawEvent(r)
		e, err := event.Fold(f)
		if err != nil {
			r.Fatal(err)
		}
		s, err := e.Standings()
		if err != nil {
			if bridge.CodeOf(err) != bridge.NotFound {
				r.Fatal(err)
			}
			return
		}
		for _, row := range s.Lists[0].Rows {
			if p := row.Percent.Value; p.Sign() < 0 || p.Cmp(exact.Int(100)) > 0 {
				r.Fatalf("%v has %v percent", row.Contestant, p)
			}
			if row.Rank == 0 {
				continue
			}
			n, err := s.WhyRow(row.Contestant)
			if err != nil {
				r.Fatal(err)
			}
			if err := n.Check(); err != nil {
				r.Fatal(err)
			}
		}
		mirrored, err := event.Fold(mirror(f))
		if err != nil {
			r.Fatal(err)
		}
		m, err := mirrored.Standings()
		if err != nil {
			r.Fatal(err)
		}
		if got, want := summary(m.Lists[0]), summary(s.Lists[0]); got != want {
			r.Fatalf("mirrored:\n got  %s\n want %s", got, want)
		}
	})
}

// mirror negates all scores and swaps the sides.
func mirror(f []event.Fact) []event.Fact {
	out := slices.Clone(f)
	for i, fact := range out {
		switch act := fact.Act.(type) {
		case event.Played:
			act.NS, act.EW = act.EW, act.NS
			points := -*act.Score
			act.Score = &points
			out[i].Act = act
		case event.NotPlayed:
			act.NS, act.EW = act.EW, act.NS
			out[i].Act = act
		case event.SatOut:
			act.NS, act.EW = act.EW, act.NS
			out[i].Act = act
		case event.Ruled:
			act.NS, act.EW = act.EW, act.NS
			act.Award = act.Award.Mirror()
			turned := bridge.BySide[[]event.Assigned]{}
			for _, side := range bridge.Sides {
				var list []event.Assigned
				for _, o := range act.Assigned.Of(side.Other()) {
					p := -*o.Score
					list = append(list, event.Assigned{Score: &p, Weight: o.Weight})
				}
				turned = turned.With(side, list)
			}
			act.Assigned = turned
			out[i].Act = act
		}
	}
	return out
}

func ExampleFold() {
	points := func(p score.Points) *score.Points { return &p }
	one, two, three, four := pair(1), pair(2), pair(3), pair(4)
	var facts []event.Fact
	for _, act := range []event.Act{
		event.Opened{Title: "Tuesday", Kind: event.Pairs, Method: event.Matchpoints},
		event.Registered{Contestant: one},
		event.Registered{Contestant: two},
		event.Registered{Contestant: three},
		event.Registered{Contestant: four},
		event.Played{Meeting: event.Meeting{Board: 1, NS: one, EW: two}, Score: points(620)},
		event.Played{Meeting: event.Meeting{Board: 1, NS: three, EW: four}, Score: points(170)},
	} {
		facts = append(facts, event.Fact{Act: act})
	}
	e, err := event.Fold(facts)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := e.Standings()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range s.Lists[0].Rows {
		fmt.Println(row.Rank, row.Contestant, row.Percent)
	}
	// Output:
	// 1 1 100.00
	// 1 4 100.00
	// 3 2 0.00
	// 3 3 0.00
}

// TestBoardTwice: a contestant with two results on a board has two derivations, each
// of its own line (Law 15 lets both stand until the director has ruled).
func TestBoardTwice(t *testing.T) {
	s := standings(t, evening(6, scored(1, 1, 2, -50), scored(1, 1, 4, 420), scored(1, 3, 6, 100)))
	var got []string
	for _, card := range s.Card(pair(1)) {
		n, err := s.WhyLine(card)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, card.Line.Meeting.EW.String()+": "+n.Value.String())
	}
	if want := "4: 100, 2: 0"; strings.Join(got, ", ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
	}
}

// TestPar: IMPs against the par of the deal, and a board without one brings nothing
// and is named.
func TestPar(t *testing.T) {
	par := score.Points(420)
	facts := []event.Fact{
		{Act: event.Opened{Kind: event.Pairs, Method: event.Par}},
		{Act: event.Registered{Contestant: event.Contestant{Number: 1}}},
		{Act: event.Registered{Contestant: event.Contestant{Number: 2}}},
		{Act: event.BoardSet{Board: 1, Dealer: bridge.North, Vul: bridge.NoneVul, Par: &par}},
		{Act: scored(1, 1, 2, 170)},
		{Act: scored(2, 1, 2, 170)},
	}
	s := standings(t, facts)
	first := s.Lists[0].Rows[0]
	if first.Contestant.Number != 2 || first.Total.String() != "6.00" || first.Boards != 1 {
		t.Errorf("%v leads with %v IMPs, want 2 with 6: par is 420, and 170 were made", first.Contestant, first.Total)
	}
	if len(s.Doubts) == 0 || s.Doubts[0].Key != "event.no_par" {
		t.Errorf("doubts %v, want board 2 without par", s.Doubts)
	}
}

// TestTricksOnSheet: what the cards allow comes with the board that was set with it.
func TestTricksOnSheet(t *testing.T) {
	tricks := dd.Table{}.With(bridge.South, bridge.Hearts, 10)
	s := standings(t, evening(4, event.BoardSet{Board: 1, Dealer: bridge.North, Vul: bridge.NoneVul, DD: tricks}, scored(1, 1, 2, 420), scored(2, 1, 2, 420)))
	if got := s.Boards[0].DD; got != tricks {
		t.Errorf("board 1: %v, want %v", got, tricks)
	}
	if got := s.Boards[1].DD; !got.IsZero() {
		t.Errorf("board 2: %v, want none", got)
	}
}
