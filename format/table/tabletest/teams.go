package tabletest

import (
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
)

// Teams draws events of teams in the form in which a table and a history of matches
// give one: draws that a column room says, those of the history with what came of
// them, then what happened at the tables.
func Teams() *rapid.Generator[*event.Record] { return rapid.Custom(drawTeams) }

func drawTeams(t *rapid.T) *event.Record {
	rec := &event.Record{People: event.People{}}
	rec.Add(event.Opened{Kind: event.Teams, Method: event.IMPs, Winners: 1})
	count := rapid.IntRange(2, 7).Draw(t, "teams")
	var teams []event.Contestant
	for n := range count {
		c := event.Contestant{Number: n + 1}
		teams = append(teams, c)
		act := event.Registered{Contestant: c}
		if rapid.Bool().Draw(t, "named") {
			act.Persons = append(act.Persons, rec.People.Add(event.Person{Name: rapid.SampledFrom(drawnNames).Draw(t, "name")}))
		}
		rec.Add(act)
	}
	var draws, listed, reports, lines []event.Fact
	for round := 1; round <= rapid.IntRange(1, 2).Draw(t, "rounds"); round++ {
		for _, m := range drawRound(t, rapid.Permutation(teams).Draw(t, "order"), round) {
			played := !m.Away.IsZero() && rapid.IntRange(0, 3).Draw(t, "boards known") > 0
			if played {
				lines = append(lines, drawRooms(t, m.MatchRef)...)
			}
			more := m
			more.Boards = rapid.SampledFrom([]int{0, 8, 20}).Draw(t, "boards")
			why := rapid.SampledFrom([]string{"", "", "late", "void", "forfeit home", "late home", "Note: adjusted"}).Draw(t, "why")
			scored, ruled := drawReport(t, more)
			switch {
			case played && !m.Triangle && more.Boards == 0 && scored == nil && ruled == nil:
				draws = append(draws, event.Fact{Act: m})
				continue
			case scored == nil && ruled == nil:
				listed = append(listed, event.Fact{Act: more, Why: why})
				continue
			}
			listed = append(listed, event.Fact{Act: more})
			if scored != nil {
				f := event.Fact{Act: *scored}
				if ruled == nil {
					f.Why = why
				}
				reports = append(reports, f)
			}
			if ruled != nil {
				reports = append(reports, event.Fact{Act: *ruled, Why: why})
			}
		}
	}
	for _, facts := range [][]event.Fact{draws, listed, reports, lines} {
		rec.Facts = append(rec.Facts, facts...)
	}
	return rec
}

// drawRound draws who meets whom: a triangle or a bye if the number is odd.
func drawRound(t *rapid.T, order []event.Contestant, round int) (out []event.Drawn) {
	short := rapid.Bool().Draw(t, "short triangle")
	match := func(home, away event.Contestant, triangle bool) {
		table := 0
		if rapid.Bool().Draw(t, "table known") {
			table = len(out) + 1
		}
		out = append(out, event.Drawn{MatchRef: event.MatchRef{Round: round, Table: table, Home: home, Away: away}, Triangle: triangle, Half: triangle && short})
	}
	if len(order)%2 == 1 && rapid.Bool().Draw(t, "triangle") {
		match(order[0], order[1], true)
		match(order[1], order[2], true)
		match(order[2], order[0], true)
		order = order[3:]
	}
	for ; len(order) > 1; order = order[2:] {
		match(order[0], order[1], false)
	}
	if len(order) == 1 {
		match(order[0], event.Contestant{}, false)
		out[len(out)-1].Table = 0
	}
	return out
}

// drawRooms draws results of some boards, of some in one room alone; the first is one
// of the open room.
func drawRooms(t *rapid.T, m event.MatchRef) (lines []event.Fact) {
	for n := range rapid.IntRange(1, 3).Draw(t, "played") {
		for room := range 2 {
			if n+room > 0 && rapid.IntRange(0, 4).Draw(t, "no result yet") == 0 {
				continue
			}
			at := event.Meeting{Round: m.Round, Table: m.Table, Board: bridge.Board(n + 1), NS: m.Home, EW: m.Away}
			if room == 1 {
				at.NS, at.EW = m.Away, m.Home
				if at.Table != 0 {
					at.Table += 10
				}
			}
			for _, act := range drawActs(t, at, at.Board.Vulnerability()) {
				lines = append(lines, event.Fact{Act: act})
			}
		}
	}
	return lines
}

// drawReport draws what came of a match as a whole.
func drawReport(t *rapid.T, m event.Drawn) (scored *event.MatchScored, ruled *event.MatchRuled) {
	if m.Away.IsZero() {
		if rapid.Bool().Draw(t, "published bye") {
			vp := exact.Of(25, 2)
			scored = &event.MatchScored{MatchRef: m.MatchRef, Boards: m.Boards, HomeVP: &vp}
		}
		return scored, nil
	}
	kind := rapid.IntRange(0, 7).Draw(t, "report")
	home, away := exact.Of(int64(rapid.IntRange(0, 180).Draw(t, "home")), 2), exact.Int(rapid.IntRange(0, 90).Draw(t, "away"))
	vp, other := exact.Of(1446, 100), exact.Of(50, 9)
	if kind == 1 || kind == 2 || kind == 4 {
		scored = &event.MatchScored{MatchRef: m.MatchRef, Boards: m.Boards, HomeOf: home, AwayOf: away}
	}
	switch kind {
	case 7:
		scored = &event.MatchScored{MatchRef: m.MatchRef, Boards: m.Boards, HomeVP: &vp, AwayVP: &other, VPOnly: true}
	case 2:
		scored.HomeVP, scored.AwayVP = &vp, &other
	case 3, 4:
		ruled = &event.MatchRuled{MatchRef: m.MatchRef, Ruling: event.MatchVoid}
	case 5:
		fault := rapid.SampledFrom([]event.MatchFault{event.HomesFault, event.AwaysFault, event.BothsFault}).Draw(t, "fault")
		ruled = &event.MatchRuled{MatchRef: m.MatchRef, Ruling: rapid.SampledFrom([]event.MatchRuling{event.MatchForfeited, event.MatchLate}).Draw(t, "ruling"), Fault: fault}
	case 6:
		ruled = &event.MatchRuled{MatchRef: m.MatchRef, Ruling: event.MatchAdjusted, HomeVP: &vp, AwayVP: &other}
	}
	return scored, ruled
}
