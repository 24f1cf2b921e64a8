package event_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/regulation"
)

// shipped are the packs that ship.
func shipped(t testing.TB) []*regulation.Pack {
	t.Helper()
	var list []*regulation.Pack
	for _, name := range regulation.Names() {
		p, err := regulation.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

// reproducing names the verdicts under which every number comes out.
func reproducing(verdicts []event.Verdict) (names []string) {
	for _, v := range verdicts {
		if v.Reproduces() {
			names = append(names, v.Pack.Name)
		}
	}
	return names
}

// TestVerifyRealEvents: the pack that made the numbers is among those that
// reproduce all of them, for every event of pairs on the shelf but the named
// exceptions; and what an event has of telling features, only packs that share
// the rule of it are.
func TestVerifyRealEvents(t *testing.T) {
	packs, truth := shipped(t), packs
	whole, numbers := 0, 0
	for _, e := range shelf.Events(t) {
		if e.Scoring == "IMP" { // teams
			continue
		}
		t.Run(e.Name, func(t *testing.T) {
			ev, err := event.Fold(e.Record.Facts)
			if err != nil {
				t.Fatal(err)
			}
			verdicts, compared, err := ev.Verify(e.Record.Published, packs)
			if err != nil || len(verdicts) != len(packs) {
				t.Fatalf("%d verdicts, %v", len(verdicts), err)
			}
			numbers += compared
			want, got := truth[e.Name[:3]], reproducing(verdicts)
			at := slices.IndexFunc(verdicts, func(v event.Verdict) bool { return v.Pack.Name == want })
			if _, exception := known[e.Name]; exception {
				if len(got) > 0 || at != 0 {
					t.Errorf("all of it comes out under %q, nearest is %s; want %s", got, verdicts[0].Pack.Name, want)
				}
				return
			}
			whole++
			if !slices.Contains(got, want) {
				t.Fatalf("all of it comes out under %q, but not under %s: %v", got, want, verdicts[at].Differences)
			}
			for _, v := range verdicts {
				if v.Reproduces() {
					telling(t, e, verdicts[at], v.Pack)
				}
			}
		})
	}
	if whole != 67 {
		t.Errorf("%d events come out, want 67", whole)
	}
	t.Logf("%d published numbers under %d packs", numbers, len(packs))
}

// telling checks that a pack has the rules of the true one which the event shows.
func telling(t *testing.T, e shelf.Event, truth event.Verdict, p *regulation.Pack) {
	t.Helper()
	s, want := truth.Standings, truth.Pack
	check := func(what string, got, want any) {
		if got != want {
			t.Errorf("%s: %s is %v, but the event shows %v", p.Name, what, got, want)
		}
	}
	for _, b := range s.Boards {
		if b.Top.Value.Cmp(s.Info.Top.Value) < 0 {
			check("the rule for short boards", p.Matchpoints.ShortBoards, want.Matchpoints.ShortBoards)
		}
		for _, l := range b.Lines {
			switch plus := l.Award.NS.Kind == event.AveragePlus || l.Award.EW.Kind == event.AveragePlus; {
			case l.State == event.StateNotPlayed:
				check("a board that was not played", p.Matchpoints.Missing, want.Matchpoints.Missing)
			case l.State == event.StateSatOut && (l.Points.NS.Counts || l.Points.EW.Counts):
				check("a bye", p.Matchpoints.Bye, want.Matchpoints.Bye)
			case l.State == event.StateAdjusted && plus && s.Info.Method == event.Butler:
				check("average plus", p.Artificial.Butler.String(), want.Artificial.Butler.String())
			case l.State == event.StateAdjusted && plus && s.Info.Method == event.CrossIMPs:
				check("average plus", p.Artificial.CrossIMPs.String(), want.Artificial.CrossIMPs.String())
			case l.State == event.StateAdjusted && plus:
				check("average plus", p.Artificial.Plus.String(), want.Artificial.Plus.String())
			}
		}
	}
	for _, l := range s.Lists {
		for _, r := range l.Rows {
			if r.Boards != l.Rows[0].Boards && s.Info.Unit == regulation.TwoScale && want.Total.Unequal == regulation.Factored {
				check("the rule for unequal boards", p.Total.Unequal, want.Total.Unequal)
			}
		}
	}
	if e.Rules.IMPCap > 0 {
		check("the cap", p.CrossIMPs.Cap, e.Rules.IMPCap)
	}
}

// publish prints standings as a file would.
func publish(s *event.Standings) (p event.Published) {
	printed := func(f event.Figure) *event.Printed { return event.ParsePrinted(f.String()) }
	for _, b := range s.Boards {
		for _, l := range b.Lines {
			var v bridge.BySide[*event.Printed]
			for _, side := range bridge.Sides {
				if earned := l.Points.Of(side); earned.Counts {
					v = v.With(side, printed(earned.Shown))
				}
			}
			p.Lines = append(p.Lines, event.PublishedLine{Meeting: l.Meeting, Value: v})
		}
	}
	for _, l := range s.Lists {
		for _, r := range l.Rows {
			t := event.PublishedTotal{Contestant: r.Contestant, Total: printed(r.Total), Place: strconv.Itoa(r.Rank)}
			if s.Info.Unit != regulation.IMPs {
				t.Percent = printed(r.Percent)
			}
			if r.Tied {
				t.Place += "="
			}
			p.Totals = append(p.Totals, t)
		}
	}
	return p
}

// TestReasons: a file is printed under one regulation, or with a change that no
// regulation makes, and verified under another: what can be shown is said.
func TestReasons(t *testing.T) {
	pack := func(text string) *regulation.Pack {
		p, err := regulation.Read(strings.NewReader(strings.ReplaceAll(text, "; ", "\n")), "test")
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	full := []event.Act{
		scored(1, 1, 2, 420), scored(1, 3, 4, 450), scored(1, 5, 6, -50), scored(1, 7, 8, 980),
		scored(2, 1, 4, 100), scored(2, 3, 6, -50), scored(2, 5, 8, 620), scored(2, 7, 2, 170),
	}
	with := func(acts ...event.Act) []event.Act { return append(slices.Clone(full), acts...) }
	tied := []event.Act{scored(1, 1, 2, 420), scored(1, 3, 4, 170), scored(2, 1, 4, 100), scored(2, 2, 3, -50)}
	wide := []event.Act{
		scored(1, 1, 2, 2220), scored(1, 3, 4, -1100), scored(1, 5, 6, 1430), scored(1, 7, 8, -50),
	}
	short := with(scored(3, 1, 6, 140), scored(3, 3, 8, 110), scored(3, 5, 2, 90))
	for _, tc := range []struct {
		name         string
		method       event.Method
		acts         []event.Act
		theirs, ours string
		change       func(p *event.Published)
		want         string // what differs and why, the same once
	}{
		{
			"half", event.Matchpoints, with(scored(3, 1, 2, 50), scored(3, 3, 4, 50), scored(3, 5, 6, 60), scored(3, 7, 8, 70)), "mp.unit = 1-scale; mp.decimals = 0; print.half = toward", "mp.unit = 1-scale; mp.decimals = 0", nil,
			"line half 1/2, line half 5/2",
		},
		{
			"a result that is not there", event.Matchpoints, full, "", "", func(p *event.Published) { p.Lines[0].Meeting.EW = pair(2) },
			"line missing",
		},
		{"a board that does not count", event.Matchpoints, with(event.NotPlayed{Meeting: at(3, 1, 2)}), "", "", func(p *event.Published) {
			p.Lines[8].Value.NS = event.ParsePrinted("3")
		}, "line missing"},
		{
			"a contestant that is not there", event.Matchpoints, full, "", "", func(p *event.Published) { p.Totals[0].Contestant = pair(9) },
			"total missing, percent missing, place missing",
		},
		{
			"average plus", event.Matchpoints, with(awards(3, 1, 2, "A+", "A-")), "art.plus = 80", "", nil,
			"line award A+, total boards, percent of_total, place totals",
		},
		{
			"a bye", event.Matchpoints, with(event.SatOut{Meeting: at(3, 1, 0)}), "mp.bye = 60", "mp.bye = 50", nil,
			"line bye, total boards, percent of_total",
		},
		{
			"a bye that does not count", event.Butler, with(event.SatOut{Meeting: at(3, 1, 0)}), "mp.bye = 60", "", nil,
			"line bye, total boards, place totals",
		},
		{"another scale", event.Matchpoints, full, "mp.unit = 1-scale", "", nil, "line scale, total scale"},
		{"the same the other way", event.Matchpoints, full, "", "mp.unit = 1-scale", nil, "line scale, total scale"},
		{"sides the other way round", event.Matchpoints, full, "", "", func(p *event.Published) {
			v := &p.Lines[0].Value
			v.NS, v.EW = v.EW, v.NS
		}, "line sides"},
		{
			"another top", event.Matchpoints, short, "mp.short_boards = plain", "", nil,
			"line top 4 6, total boards, percent of_total, place totals",
		},
		{"a ruling on the board", event.Matchpoints, with(awards(3, 1, 2, "A", "A"), scored(3, 3, 4, 110)), "", "", func(p *event.Published) {
			p.Lines[8].Value = bridge.BySide[*event.Printed]{NS: event.ParsePrinted("4"), EW: event.ParsePrinted("2")}
		}, "line ruling"},
		{"another datum", event.Butler, full, "butler.trim = 1 from 3", "", nil, "line datum 440 450, line datum 140 210, total boards, place totals"},
		{"another divisor", event.CrossIMPs, full, "ximp.divisor = none", "", nil, "line divisor 1 3, total boards"},
		{"a cap", event.CrossIMPs, wide, "ximp.cap = 17", "", nil, "line cap 17, total boards"},
		{"no cap", event.CrossIMPs, wide, "", "ximp.cap = 17", nil, "line uncapped 17, total boards"},
		{
			"what the file does not print", event.Matchpoints, full, "", "", func(p *event.Published) { p.Totals[7].Total = event.ParsePrinted("0.50") },
			"total hidden",
		},
		{
			"totals of more boards", event.Matchpoints, full, "", "", func(p *event.Published) {
				p.Totals[2].Total, p.Totals[2].Percent = event.ParsePrinted("10.50"), event.ParsePrinted("58.33") // of 18
			},
			"total count 3 2, percent of_total",
		},
		{
			"brought up to the most boards", event.Matchpoints, with(scored(3, 1, 2, 50), scored(3, 3, 4, 100)), "total.unequal_boards = factored", "", nil,
			"total factored 2 3",
		},
		{
			"not brought up", event.Matchpoints, with(scored(3, 1, 2, 50), scored(3, 3, 4, 100)), "", "total.unequal_boards = factored", nil,
			"total plain 2 3",
		},
		{
			"ranked as printed", event.Matchpoints, append(slices.Clone(short), awards(3, 7, 4, "A", "A")), "rank.precision = printed; percent.decimals = 0; total.decimals = 0", "percent.decimals = 0; total.decimals = 0", nil,
			"place printed",
		},
		{"ranked otherwise", event.Matchpoints, tied, "rank.ties = head_to_head", "", nil, "place tie"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			facts := evening(8, tc.acts...)
			opened := facts[0].Act.(event.Opened)
			opened.Method = tc.method
			facts[0].Act = opened
			e, err := event.Fold(facts)
			if err != nil {
				t.Fatal(err)
			}
			theirs, err := e.StandingsUnder(pack(tc.theirs))
			if err != nil {
				t.Fatal(err)
			}
			p := publish(theirs)
			if tc.change != nil {
				tc.change(&p)
			}
			verdicts, _, err := e.Verify(p, []*regulation.Pack{pack(tc.ours)})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range verdicts[0].Differences {
				text := d.What + " nothing"
				if d.Reason != nil {
					text = strings.TrimSpace(fmt.Sprintln(append([]any{d.What, d.Reason.Kind}, d.Reason.Args...)...))
				}
				if !slices.Contains(got, text) {
					got = append(got, text)
				}
			}
			if text := strings.Join(got, ", "); text != tc.want {
				t.Errorf("got  %s\nwant %s\n%v", text, tc.want, verdicts[0].Differences)
			}
		})
	}
}

// TestVerifyOrder: the nearest pack comes first, and of equally near ones the
// first by name.
func TestVerifyOrder(t *testing.T) {
	e, err := event.Fold(evening(4, scored(1, 1, 2, 420), scored(1, 3, 4, 170), scored(2, 1, 4, 100), scored(2, 2, 3, -50)))
	if err != nil {
		t.Fatal(err)
	}
	p := event.Published{Totals: []event.PublishedTotal{{Contestant: pair(1), Total: &event.Printed{Value: exact.Int(4), Decimals: 2}, Place: "1"}}}
	verdicts, compared, err := e.Verify(p, shipped(t))
	if err != nil || compared != 2 {
		t.Fatalf("%d numbers, %v", compared, err)
	}
	for i, v := range verdicts[1:] {
		before := verdicts[i]
		if n := len(before.Differences); n > len(v.Differences) || n == len(v.Differences) && before.Pack.Name >= v.Pack.Name {
			t.Errorf("%s with %d differences stands before %s with %d", before.Pack.Name, n, v.Pack.Name, len(v.Differences))
		}
	}
	if got := reproducing(verdicts); slices.Contains(got, "dupscore") || !slices.Contains(got, "wbf") {
		t.Errorf("all of it comes out under %q", got)
	}
	if _, _, err := e.Verify(event.Published{}, shipped(t)); bridge.CodeOf(err) != bridge.NotFound {
		t.Errorf("nothing was published: %v", err)
	}
}

// TestVerifyAnything: whatever was played and ruled, the pack that made the numbers
// reproduces all of them; and of numbers that were changed, exactly those differ.
func TestVerifyAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e, err := event.Fold(drawEvent(t))
		if err != nil {
			t.Fatal(err)
		}
		s, err := e.Standings()
		if err != nil {
			return // nothing was played
		}
		p := publish(s)
		verdict := func() event.Verdict {
			verdicts, _, err := e.Verify(p, []*regulation.Pack{e.Pack()})
			if err != nil {
				t.Fatal(err)
			}
			return verdicts[0]
		}
		if v := verdict(); !v.Reproduces() {
			t.Fatalf("%s: %v", v.Pack.Name, v.Differences)
		}
		changed := 0
		for i := range p.Totals {
			if rapid.Bool().Draw(t, "total") {
				changed++
				p.Totals[i].Total = &event.Printed{Value: p.Totals[i].Total.Value.Add(exact.Int(1)), Decimals: p.Totals[i].Total.Decimals}
			}
		}
		for i, l := range p.Lines {
			if l.Value.EW != nil && rapid.Bool().Draw(t, "line") {
				changed++
				p.Lines[i].Value.EW = &event.Printed{Value: l.Value.EW.Value.Sub(exact.Int(1)), Decimals: l.Value.EW.Decimals}
			}
		}
		if v := verdict(); len(v.Differences) != changed {
			t.Fatalf("%d numbers were changed: %v", changed, v.Differences)
		}
	})
}
