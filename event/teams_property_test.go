package event_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/vp"
)

// matchActs adds generators of what is said of matches.
func matchActs(acts map[string]func(*rapid.T) event.Act, who *rapid.Generator[event.Contestant], amounts *rapid.Generator[exact.Fraction], persons *rapid.Generator[[]event.PersonID]) {
	refs := rapid.Custom(func(t *rapid.T) event.MatchRef {
		return event.MatchRef{
			Session: rapid.IntRange(-1, 3).Draw(t, "session"), Round: rapid.IntRange(0, 4).Draw(t, "round"), Table: rapid.IntRange(0, 3).Draw(t, "table"),
			Home: who.Draw(t, "home"), Away: rapid.OneOf(who, who, rapid.Just(event.Contestant{})).Draw(t, "away"),
		}
	})
	maybe := func(t *rapid.T) *exact.Fraction {
		if rapid.Bool().Draw(t, "known") {
			return nil
		}
		f := amounts.Draw(t, "victory points")
		return &f
	}
	acts["drawn"] = func(t *rapid.T) event.Act {
		return event.Drawn{
			MatchRef: refs.Draw(t, "match"), Boards: rapid.IntRange(-1, 4).Draw(t, "boards"), Triangle: rapid.Bool().Draw(t, "triangle"),
			Knockout: rapid.Bool().Draw(t, "knock-out"), Half: rapid.Bool().Draw(t, "half"), Undone: rapid.Bool().Draw(t, "undone"), Lead: rapid.Ptr(amounts, true).Draw(t, "lead"),
		}
	}
	acts["match_scored"] = func(t *rapid.T) event.Act {
		return event.MatchScored{
			MatchRef: refs.Draw(t, "match"), Boards: rapid.IntRange(-1, 4).Draw(t, "boards"),
			HomeOf: amounts.Draw(t, "home"), AwayOf: amounts.Draw(t, "away"), HomeVP: maybe(t), AwayVP: maybe(t),
		}
	}
	acts["match_ruled"] = func(t *rapid.T) event.Act {
		return event.MatchRuled{
			MatchRef: refs.Draw(t, "match"), Ruling: rapid.SampledFrom([]event.MatchRuling{"", event.MatchVoid, event.MatchForfeited, event.MatchAdjusted, event.MatchLate, "won"}).Draw(t, "ruling"),
			Fault: rapid.SampledFrom([]event.MatchFault{"", event.HomesFault, event.AwaysFault, event.BothsFault, "mine"}).Draw(t, "fault"), HomeVP: maybe(t), AwayVP: maybe(t),
		}
	}
	acts["lined_up"] = func(t *rapid.T) event.Act {
		number := rapid.IntRange(-1, 3)
		return event.LinedUp{
			Session: number.Draw(t, "session"), Round: number.Draw(t, "round"), Table: number.Draw(t, "table"), Segment: number.Draw(t, "segment"),
			From: number.Draw(t, "from"), To: number.Draw(t, "to"), Team: who.Draw(t, "team"),
			Side: rapid.SampledFrom([]bridge.Side{bridge.NS, bridge.EW}).Draw(t, "side"), Persons: persons.Draw(t, "persons"),
		}
	}
}

// team is the team of that number.
func team(n int) event.Contestant { return event.Contestant{Number: n} }

// drawTeams draws an event of teams with facts of every kind.
func drawTeams(t *rapid.T) drawn {
	var d drawn
	many := rapid.IntRange(2, 5).Draw(t, "teams")
	d.setup = append(d.setup, event.Opened{
		Kind: event.Teams, Method: rapid.SampledFrom([]event.Method{event.IMPs, event.IMPs, event.BoardAMatch, event.Patton, event.TotalPoints}).Draw(t, "method"),
		Winners: 1, Seed: rapid.SampledFrom([]uint64{0, 7}).Draw(t, "seed"),
	})
	for n := 1; n <= many; n++ {
		r := event.Registered{Contestant: team(n)}
		for i := range 4 {
			r.Persons = append(r.Persons, event.PersonID(fmt.Sprint(n, i)))
		}
		d.setup = append(d.setup, r)
	}
	stages := rapid.IntRange(0, 2).Draw(t, "stages") == 0 // the rounds after the first one are a final
	sessionOf := func(round int) int {
		if !stages {
			return 0
		}
		return min(round, 2)
	}
	board := 0
	rounds := rapid.IntRange(1, 3).Draw(t, "rounds")
	for round := 1; round <= rounds; round++ {
		order := rapid.Permutation(slices.Collect(func(yield func(int) bool) {
			for n := 1; n <= many && yield(n); n++ {
			}
		})).Draw(t, "order")
		boards := rapid.IntRange(1, 3).Draw(t, "boards")
		for i := 0; i < len(order); i += 2 {
			ref := event.MatchRef{Session: sessionOf(round), Round: round, Table: i + 1, Home: team(order[i])}
			if i+1 == len(order) {
				d.acts = append(d.acts, event.Drawn{MatchRef: ref, Boards: boards})
				continue
			}
			ref.Away = team(order[i+1])
			for b := range boards {
				set := event.BoardSet{Session: ref.Session, Board: bridge.Board(board + b + 1), Dealer: bridge.North, Vul: bridge.NSVul}
				if !slices.ContainsFunc(d.setup, func(a event.Act) bool { return a == event.Act(set) }) {
					d.setup = append(d.setup, set)
				}
			}
			d.acts = append(d.acts, matchHappens(t, ref, board, boards)...)
		}
		board += boards
	}
	if stages {
		d.acts = append(d.acts, event.StageSet{Stage: 1, Sessions: []int{1}}, event.StageSet{
			Stage: 2, Sessions: []int{2}, From: 1, Carry: rapid.SampledFrom([]string{"", "none", "full", "half", "50%"}).Draw(t, "carry"),
		})
		d.acts = append(d.acts, event.Carried{Contestant: team(1), Stage: 2, Amount: exact.Int(3)})
	}
	whole := d.setup[0].(event.Opened).Method
	for i := range rapid.IntRange(0, 2).Draw(t, "penalties") {
		p := event.Penalised{
			Ref: fmt.Sprint(i), Contestant: team(rapid.IntRange(1, many).Draw(t, "offender")), Kind: event.Procedural,
			Session: rapid.IntRange(0, 2).Draw(t, "session"), Round: rapid.IntRange(0, 3).Draw(t, "round"),
			Amount: exact.Of(rapid.Int64Range(0, 6).Draw(t, "halves"), 2), Unit: event.PenaltyIMPs,
		}
		switch {
		case rapid.Bool().Draw(t, "victory points"):
			p.Unit = event.PenaltyVP
		case whole == event.BoardAMatch || whole == event.Patton:
			p.Unit = event.PenaltyMP
		}
		d.acts = append(d.acts, p)
	}
	if rapid.IntRange(0, 2).Draw(t, "somebody leaves") == 0 {
		d.acts = append(d.acts, event.Withdrew{Contestant: team(rapid.IntRange(1, many).Draw(t, "who")), Planned: rapid.SampledFrom([]int{0, 0, 2}).Draw(t, "planned")})
	}
	return d
}

// matchHappens draws what is said of a match: its draw, its boards in both rooms,
// its report, a ruling and its line-ups, or some of these.
func matchHappens(t *rapid.T, ref event.MatchRef, first, boards int) (acts []event.Act) {
	if rapid.Bool().Draw(t, "drawn") {
		acts = append(acts, event.Drawn{
			MatchRef: ref, Boards: boards, Knockout: rapid.IntRange(0, 3).Draw(t, "knock-out") == 0, Half: rapid.IntRange(0, 5).Draw(t, "half") == 0,
			Lead: new(exact.Of(rapid.SampledFrom([]int64{0, 0, 0, 5, -7}).Draw(t, "lead"), 2)),
		})
	}
	if rapid.IntRange(0, 3).Draw(t, "boards are known") > 0 {
		tables := rapid.SampledFrom([]int{1, 1, 1, 2}).Draw(t, "tables") // two: teams of eight
		for b := range boards {
			for i := range 2 * tables {
				m := event.Meeting{Session: ref.Session, Round: ref.Round, Table: 10*ref.Table + i, Board: bridge.Board(first + b + 1), NS: ref.Home, EW: ref.Away}
				if i%2 == 1 {
					m.NS, m.EW = ref.Away, ref.Home
				}
				acts = append(acts, happens(t, m)...)
			}
		}
	} else {
		s := event.MatchScored{MatchRef: ref, Boards: boards, HomeOf: exact.Int(rapid.IntRange(0, 30).Draw(t, "IMPs")), AwayOf: exact.Of(rapid.Int64Range(0, 60).Draw(t, "half IMPs"), 2)}
		if rapid.IntRange(0, 3).Draw(t, "turned") == 0 {
			s.Home, s.Away = s.Away, s.Home
		}
		if rapid.IntRange(0, 3).Draw(t, "victory points are known") == 0 {
			a, b := exact.Int(13), exact.Int(6)
			s.HomeVP, s.AwayVP = &a, &b
		}
		acts = append(acts, s)
	}
	if rapid.IntRange(0, 5).Draw(t, "ruled") == 0 {
		r := event.MatchRuled{MatchRef: ref, Ruling: rapid.SampledFrom([]event.MatchRuling{event.MatchVoid, event.MatchForfeited, event.MatchAdjusted, event.MatchLate}).Draw(t, "ruling")}
		r.Fault = rapid.SampledFrom([]event.MatchFault{event.HomesFault, event.AwaysFault, event.BothsFault}).Draw(t, "fault")
		if r.Ruling == event.MatchAdjusted {
			a, b := exact.Int(8), exact.Int(12)
			r.HomeVP, r.AwayVP = &a, &b
		}
		acts = append(acts, r)
	}
	if rapid.IntRange(0, 2).Draw(t, "lined up") == 0 {
		for i, team := range []event.Contestant{ref.Home, ref.Away} {
			for j, side := range bridge.Sides {
				acts = append(acts, event.LinedUp{
					Session: ref.Session, Round: ref.Round, Table: 10*ref.Table + (i+j)%2, Segment: 1, To: first + 1, Team: team, Side: side,
					Persons: []event.PersonID{event.PersonID(fmt.Sprint(team.Number, 2*j)), event.PersonID(fmt.Sprint(team.Number, 2*j+1))},
				})
			}
		}
	}
	return acts
}

// teamPacks are a drawn pack and those that ship.
func teamPacks(t *rapid.T) []*regulation.Pack {
	packs := []*regulation.Pack{drawPack(t)}
	for _, name := range []string{"wbf", "ebu", "dbv"} {
		packs = append(packs, shippedPack(t, name))
	}
	return packs
}

// rankedTeams gives the standings, nil where there are none or where the scale has
// no match so short.
func rankedTeams(t *rapid.T, e *event.Event, pack *regulation.Pack) *event.Standings {
	s, err := e.StandingsUnder(pack)
	if code := bridge.CodeOf(err); err != nil && code != bridge.NotFound && code != bridge.Unsupported {
		t.Fatal(err)
	}
	return s
}

// TestTeamReasons: every number of a match and of a team can say why, under every
// regulation, and the derivation ends at the number that is printed.
func TestTeamReasons(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := fold(t, drawTeams(t).facts())
		for _, p := range teamPacks(t) {
			s := rankedTeams(t, e, p)
			if s == nil {
				continue
			}
			reasons(t, s, p)
			for _, m := range s.Matches {
				matchReasons(t, s, m)
			}
		}
	})
}

func matchReasons(t *rapid.T, s *event.Standings, m event.MatchSheet) {
	for _, side := range bridge.Sides {
		n, err := s.WhyMatch(m.MatchRef, side)
		if counts := m.State != event.MatchDrawn && m.State != event.MatchCancelled && (side == bridge.NS || !m.Away.IsZero()); counts != (err == nil) {
			t.Fatalf("%+v counts %v, derivation %v", m.MatchRef, counts, err)
		}
		if err == nil {
			if err := n.Check(); err != nil {
				t.Fatal(err)
			}
			if !n.Value.Equal(m.VP.Of(side).Value) {
				t.Fatalf("%+v, %v: %v, derived %v", m.MatchRef, side, m.VP.Of(side).Value, n.Value)
			}
		}
		for _, b := range m.Boards {
			n, err := s.WhyMatchBoard(m.MatchRef, b.Board, side)
			if counts := b.State == event.StatePlayed || b.State == event.StateAdjusted; counts != (err == nil) {
				t.Fatalf("board %d counts %v, derivation %v", b.Board, counts, err)
			}
			if err != nil {
				continue
			}
			if err := n.Check(); err != nil {
				t.Fatal(err)
			}
			if !n.Value.Equal(b.Won.Of(side).Value) {
				t.Fatalf("board %d, %v: %v, derived %v", b.Board, side, b.Won.Of(side).Value, n.Value)
			}
		}
	}
}

// TestTeamOrder: acts about different things may come in any order.
func TestTeamOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawTeams(t)
		e, other := fold(t, d.facts()), fold(t, reordered(t, d).facts())
		for _, p := range teamPacks(t) {
			a, b := rankedTeams(t, e, p), rankedTeams(t, other, p)
			if (a == nil) != (b == nil) {
				t.Fatalf("%s: ranked %v, in another order %v", p.Name, a != nil, b != nil)
			}
			if a != nil && teamOutcome(a) != teamOutcome(b) {
				t.Fatalf("%s: %s", p.Name, differ(teamOutcome(a), teamOutcome(b)))
			}
		}
	})
}

// teamOutcome is what teams have, by name and exactly, whoever is at home.
func teamOutcome(s *event.Standings) string {
	lines := []string{outcome(s, false)}
	for _, m := range s.Matches {
		for _, side := range bridge.Sides {
			who := m.Home
			if side == bridge.EW {
				who = m.Away
			}
			text := fmt.Sprintf("round %d, %v: %s on %d of %d, %v, margin %v, %v", m.Round, who, m.State, m.Scored, m.Length, m.Won.Of(side).Value, m.Margin.Of(side).Value, m.VP.Of(side).Value)
			for _, p := range m.Parts {
				text += fmt.Sprintf(", part %d: %v, after it %v", p.Segment, p.Won.Of(side).Value, p.After.Of(side).Value)
			}
			lines = append(lines, text)
		}
	}
	for _, row := range s.Lists[0].Rows {
		lines = append(lines, fmt.Sprintf("%v: %+v", row.Contestant, *row.Matches))
	}
	for _, b := range s.Butler() {
		lines = append(lines, fmt.Sprintf("%d %v %v on %d: %v", b.Rank, b.Team, b.Persons, b.Boards, b.Total.Value))
	}
	slices.Sort(lines[1:])
	return strings.Join(lines, "\n")
}

// TestTeamMirror: it does not matter who is called the home team, nor which line is
// called North-South.
func TestTeamMirror(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawTeams(t)
		swapped := drawn{setup: d.setup}
		for _, a := range d.acts {
			swapped.acts = append(swapped.acts, homeAway(a))
		}
		turned := turnedAll(d)
		for i, a := range turned.acts {
			if l, ok := a.(event.LinedUp); ok {
				l.Side = l.Side.Other()
				turned.acts[i] = l
			}
		}
		e := fold(t, d.facts())
		for _, p := range teamPacks(t) {
			if !mirrors(p) {
				continue
			}
			a := rankedTeams(t, e, p)
			for name, other := range map[string]drawn{"home and away": swapped, "turned": turned} {
				b := rankedTeams(t, fold(t, other.facts()), p)
				if (a == nil) != (b == nil) {
					t.Fatalf("%s, %s: ranked %v, mirrored %v", p.Name, name, a != nil, b != nil)
				}
				if a != nil && teamOutcome(a) != teamOutcome(b) {
					t.Fatalf("%s, %s: %s", p.Name, name, differ(teamOutcome(a), teamOutcome(b)))
				}
			}
		}
	})
}

// homeAway is the same act where the away team is called the home team.
func homeAway(a event.Act) event.Act {
	switch a := a.(type) {
	case event.Drawn:
		if !a.Away.IsZero() {
			a.Home, a.Away = a.Away, a.Home
			if a.Lead != nil {
				a.Lead = new(a.Lead.Neg())
			}
			a.Seats = slices.Clone(a.Seats)
			for i, s := range a.Seats {
				a.Seats[i] = s.Other()
			}
		}
		return a
	case event.MatchScored:
		a.Home, a.Away, a.HomeOf, a.AwayOf, a.HomeVP, a.AwayVP = a.Away, a.Home, a.AwayOf, a.HomeOf, a.AwayVP, a.HomeVP
		return a
	case event.MatchRuled:
		a.Home, a.Away, a.HomeVP, a.AwayVP = a.Away, a.Home, a.AwayVP, a.HomeVP
		switch a.Fault {
		case event.HomesFault:
			a.Fault = event.AwaysFault
		case event.AwaysFault:
			a.Fault = event.HomesFault
		}
		return a
	}
	return a
}

// TestTeamSums: in a match that was just played the sides share all there is.
func TestTeamSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawTeams(t)
		for _, p := range teamPacks(t) {
			s := rankedTeams(t, fold(t, d.facts()), p)
			if s == nil {
				continue
			}
			penalised := len(s.Penalties) > 0
			for _, m := range s.Matches {
				plain := m.State == event.MatchPlayed && !penalised
				for _, b := range m.Boards {
					for _, l := range b.Rooms {
						plain = plain && l.State == event.StatePlayed
					}
				}
				if !plain {
					continue
				}
				sum := m.Margin.NS.Value.Add(m.Margin.EW.Value)
				switch s.Info.Method {
				case event.BoardAMatch:
					sum = sum.Sub(exact.Int(2 * m.Scored))
				case event.Patton:
					sum = sum.Sub(exact.Int(2 * m.Scored)).Sub(p.Match.Patton.Pool)
				}
				if sum.Sign() != 0 {
					t.Fatalf("%s: margins %v and %v of %d boards", p.Name, m.Margin.NS.Value, m.Margin.EW.Value, m.Scored)
				}
				if !m.HasVP {
					continue
				}
				scale, err := vp.Teams(p.VictoryPoints)
				if err != nil {
					t.Fatal(err)
				}
				got := m.VP.NS.Value.Add(m.VP.EW.Value)
				if pool, even := scale.Pool(); even && !got.Equal(pool) && !got.Add(got).Equal(pool) { // the half of it in a short triangle
					t.Fatalf("%s: %v and %v victory points", p.Name, m.VP.NS.Value, m.VP.EW.Value)
				}
			}
		}
	})
}

// TestTeamTakenBack: what is said and taken back leaves no trace.
func TestTeamTakenBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawTeams(t)
		said := map[string]bool{}
		for _, a := range d.acts {
			switch a := a.(type) {
			case event.Drawn:
				said[fmt.Sprint("drawn", a.Round)] = true
			case event.MatchRuled:
				said[fmt.Sprint("ruled", a.Round)] = true
			}
		}
		ref := event.MatchRef{Session: rapid.IntRange(0, 1).Draw(t, "session"), Round: rapid.IntRange(1, 4).Draw(t, "round"), Home: team(2), Away: team(1)}
		var extra []event.Act
		if !said[fmt.Sprint("drawn", ref.Round)] {
			extra = append(extra, event.Drawn{MatchRef: ref, Boards: 5, Lead: new(exact.Int(3))}, event.Drawn{MatchRef: ref, Undone: true})
		}
		if !said[fmt.Sprint("ruled", ref.Round)] {
			extra = append(extra, event.MatchRuled{MatchRef: ref, Ruling: event.MatchVoid}, event.MatchRuled{MatchRef: ref})
		}
		seat := event.LinedUp{Round: 9, Team: team(1), Side: bridge.NS, Persons: []event.PersonID{"x", "y"}}
		empty := seat
		empty.Persons = nil
		extra = append(extra, seat, empty)
		more := d
		more.acts = append(slices.Clone(d.acts), extra...)
		e, other := fold(t, d.facts()), fold(t, more.facts())
		for _, p := range teamPacks(t) {
			a, b := rankedTeams(t, e, p), rankedTeams(t, other, p)
			if (a == nil) != (b == nil) {
				t.Fatalf("%s: ranked %v, after it %v", p.Name, a != nil, b != nil)
			}
			if a != nil && whole(a) != whole(b) {
				t.Fatalf("%s: %s", p.Name, differ(whole(a), whole(b)))
			}
		}
	})
}
