// Package tabletest draws events as tables of results hold them, for the tests of the
// formats that write and read such tables.
package tabletest

import (
	"fmt"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/bridge/bridgetest"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
)

// drawnNames are names of people, some with what stands between names.
var drawnNames = []string{"Anna", "Bert", "Clara-Sophie", "Dieter, jun.", "Emil/Fritz", "G & H", "Ida – Jan", "Жанна", `K. "Kay" L.`, "-"}

// Records draws events in the form in which a table gives one: registered are those
// who play or are listed, in order; a board is set if its number does not say its
// vulnerability; each meeting has the facts of one line.
func Records() *rapid.Generator[*event.Record] { return rapid.Custom(drawRecord) }

func drawRecord(t *rapid.T) *event.Record {
	rec := &event.Record{People: event.People{}}
	opened := event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Winners: rapid.IntRange(1, 2).Draw(t, "winners")}
	if rapid.IntRange(0, 3).Draw(t, "individuals") == 0 {
		opened.Kind, opened.Winners = event.Individuals, 1
	}
	rec.Add(opened)
	contestants := drawContestants(t, opened)
	for _, c := range contestants {
		act := event.Registered{
			Contestant: c, Club: rapid.SampledFrom([]string{"", "", "Riverside", "A; B"}).Draw(t, "club"),
			Strata: rapid.SampledFrom([][]string{nil, nil, {"A"}, {"C", "B"}}).Draw(t, "strata"),
		}
		if handicap := rapid.SampledFrom([]exact.Fraction{exact.Int(0), exact.Of(-5, 2), exact.Of(1, 3)}).Draw(t, "handicap"); handicap.Sign() != 0 {
			act.Handicap = &handicap
		}
		for range rapid.IntRange(0, 2).Draw(t, "persons") {
			who := event.Person{Name: rapid.SampledFrom(drawnNames).Draw(t, "name")}
			if id := rapid.SampledFrom([]string{"", "4711", "12/3"}).Draw(t, "id"); id != "" {
				who.MemberIDs = map[string]string{"member": id}
			}
			act.Persons = append(act.Persons, rec.People.Add(who))
		}
		rec.Add(act)
	}
	meetings := drawMeetings(t, contestants, opened.Kind)
	vuls := map[[2]int]bridge.Vulnerability{}
	for _, m := range meetings {
		key := [2]int{m.Session, int(m.Board)}
		if _, drawn := vuls[key]; drawn {
			continue
		}
		vuls[key] = m.Board.Vulnerability()
		if v := bridgetest.Vulnerabilities().Draw(t, "vul"); v != vuls[key] {
			vuls[key] = v
			rec.Add(event.BoardSet{Session: m.Session, Board: m.Board, Dealer: m.Board.Dealer(), Vul: v})
		}
	}
	fouled := drawVersions(t, meetings, vuls)
	for i, m := range meetings {
		vul := vuls[[2]int{m.Session, int(m.Board)}]
		if f := fouled[i]; f != nil {
			rec.Add(*f)
			if f.Vul != nil {
				vul = *f.Vul
			}
		}
		acts := drawActs(t, m, vul)
		for i, act := range acts {
			f := event.Fact{Act: act}
			if i == len(acts)-1 {
				f.Why = rapid.SampledFrom([]string{"", "slow play", "a \"hesitation\";\ntwo lines, 60%"}).Draw(t, "why")
			}
			rec.Facts = append(rec.Facts, f)
		}
	}
	for n := range rapid.IntRange(0, 2).Draw(t, "penalties") {
		rec.Facts = append(rec.Facts, event.Fact{Act: drawPenalty(t, n+1, contestants), Why: rapid.SampledFrom([]string{"", "slow, \"again\"", "-"}).Draw(t, "reason")})
	}
	return rec
}

// drawVersions draws in which versions boards were played. The first meeting of each
// had the board as it was set, so that a table shows what that is.
func drawVersions(t *rapid.T, meetings []event.Meeting, vuls map[[2]int]bridge.Vulnerability) map[int]*event.Fouled {
	fouled := map[int]*event.Fouled{}
	seen := map[[2]int]bool{}
	other := map[string]bridge.Vulnerability{}
	for i, m := range meetings {
		key := [2]int{m.Session, int(m.Board)}
		name := rapid.SampledFrom([]string{"", "", "b", "Version 2"}).Draw(t, "version")
		if !seen[key] || name == "" || m.NS.IsZero() || m.EW.IsZero() {
			seen[key] = true
			continue
		}
		f := &event.Fouled{Scope: event.Scope{Session: m.Session, Board: m.Board, NS: m.NS, EW: m.EW}, Version: name}
		of := fmt.Sprint(key, name)
		if _, drawn := other[of]; !drawn {
			other[of] = vuls[key]
			if rapid.Bool().Draw(t, "another vulnerability") {
				other[of] = bridgetest.Vulnerabilities().Draw(t, "vul of the version")
			}
		}
		if vul := other[of]; vul != vuls[key] {
			f.Vul = &vul
		}
		fouled[i] = f
	}
	return fouled
}

func drawPenalty(t *rapid.T, n int, of []event.Contestant) event.Penalised {
	p := event.Penalised{
		Ref: fmt.Sprint(n), Contestant: rapid.SampledFrom(of).Draw(t, "offender"), Session: n, // so that no two are the same, which is a warning
		Round: rapid.IntRange(0, 3).Draw(t, "round"),
		Kind:  rapid.SampledFrom([]event.PenaltyKind{event.Procedural, event.Disciplinary, event.Cautioned}).Draw(t, "penalty"),
	}
	if p.Kind == event.Cautioned {
		return p
	}
	p.Amount = rapid.SampledFrom([]exact.Fraction{exact.Int(10), exact.Of(1, 2), exact.Of(1, 3)}).Draw(t, "amount")
	p.Unit = rapid.SampledFrom([]event.PenaltyUnit{event.PenaltyTop, event.PenaltyMP, event.PenaltyStandard}).Draw(t, "unit")
	return p
}

func drawContestants(t *rapid.T, opened event.Opened) []event.Contestant {
	var out []event.Contestant
	sections := rapid.SampledFrom([][]string{{""}, {"A"}, {"A", "B"}, {"", "C"}}).Draw(t, "sections")
	for _, section := range sections {
		sides := []bridge.Side{0}
		if opened.Winners == 2 {
			sides = bridge.Sides[:]
		}
		for _, s := range sides {
			least := map[event.Kind]int{event.Pairs: 2, event.Individuals: 4}[opened.Kind]
			for n := range rapid.IntRange(least, least+2).Draw(t, "contestants") {
				out = append(out, event.Contestant{Section: section, Number: n + 1, Side: s})
			}
		}
	}
	return out
}

// drawMeetings draws who met whom on which board, each at most once; with two lists
// there is at least one meeting, so that a reader can see the lists.
func drawMeetings(t *rapid.T, of []event.Contestant, kind event.Kind) []event.Meeting {
	var out []event.Meeting
	seen := map[string]bool{}
	for range rapid.IntRange(1, 6).Draw(t, "meetings") {
		m := event.Meeting{
			Session: rapid.IntRange(0, 2).Draw(t, "session"), Round: rapid.IntRange(0, 2).Draw(t, "round"),
			Table: rapid.IntRange(0, 2).Draw(t, "table"), Board: bridge.Board(rapid.IntRange(1, 5).Draw(t, "board")),
		}
		m.NS, m.EW = rapid.SampledFrom(of).Draw(t, "ns"), rapid.SampledFrom(of).Draw(t, "ew")
		switch rapid.IntRange(0, 9).Draw(t, "nobody") {
		case 0:
			m.NS = event.Contestant{}
		case 1:
			m.EW = event.Contestant{}
		}
		if kind == event.Individuals {
			drawPartners(t, &m, of)
		}
		key := fmt.Sprint(m.Session, m.Board, m.NS, m.EW)
		if m.NS == m.EW || seen[key] {
			continue
		}
		seen[key] = true
		out = append(out, m)
	}
	return out
}

// drawPartners draws four players, or one or two who sit out.
func drawPartners(t *rapid.T, m *event.Meeting, of []event.Contestant) {
	four := rapid.Permutation(of).Draw(t, "players")
	ns, ew := m.NS.IsZero(), m.EW.IsZero()
	m.NS, m.EW, m.South, m.West = four[0], four[1], four[2], four[3]
	alone := (ns || ew) && rapid.Bool().Draw(t, "alone")
	if ns {
		m.NS, m.South = event.Contestant{}, event.Contestant{}
	}
	if ew {
		m.EW, m.West = event.Contestant{}, event.Contestant{}
	}
	if alone {
		m.South, m.West = event.Contestant{}, event.Contestant{}
	}
}

func drawActs(t *rapid.T, m event.Meeting, vul bridge.Vulnerability) []event.Act {
	if m.NS.IsZero() || m.EW.IsZero() {
		acts := []event.Act{event.SatOut{Meeting: m}}
		if rapid.IntRange(0, 2).Draw(t, "award of a bye") == 0 {
			side := bridge.NS
			if m.NS.IsZero() {
				side = bridge.EW
			}
			acts = append(acts, event.Ruled{Meeting: m, Award: bridge.BySide[event.Award]{}.With(side, drawAward(t))})
		}
		return acts
	}
	var out []event.Act
	kind := rapid.IntRange(0, 4).Draw(t, "kind")
	if kind == 0 {
		return []event.Act{event.NotPlayed{Meeting: m, Late: rapid.Bool().Draw(t, "late")}}
	}
	if kind != 1 {
		p := event.Played{Meeting: m}
		p.Result, p.Score = drawOutcome(t, vul)
		out = append(out, p)
	}
	switch kind {
	case 1, 2:
		out = append(out, event.Ruled{Meeting: m, Award: bridge.BySide[event.Award]{NS: drawAward(t), EW: drawAward(t)}})
	case 3:
		out = append(out, event.Ruled{Meeting: m, Assigned: bridge.BySide[[]event.Assigned]{NS: drawAssigned(t, vul), EW: drawAssigned(t, vul)}})
	}
	return out
}

// drawOutcome draws a result, or a score that a result would have.
func drawOutcome(t *rapid.T, vul bridge.Vulnerability) (bridge.Result, *score.Points) {
	r := bridgetest.Results().Draw(t, "result")
	if rapid.Bool().Draw(t, "with a contract") {
		return r, nil
	}
	p, err := score.Result(r, vul)
	if err != nil {
		t.Fatal(err)
	}
	return bridge.Result{}, &p
}

func drawAward(t *rapid.T) event.Award {
	return rapid.SampledFrom([]event.Award{
		{Kind: event.AveragePlus},
		{Kind: event.Average},
		{Kind: event.AverageMinus},
		event.PercentAward(exact.Int(0)),
		event.PercentAward(exact.Of(125, 2)),
		event.PercentAward(exact.Of(200, 3)),
		event.PercentAward(exact.Int(100)),
		{Kind: event.FixedIMPs, IMPs: exact.Int(3)},
		{Kind: event.FixedIMPs, IMPs: exact.Of(-5, 2)},
	}).Draw(t, "award")
}

func drawAssigned(t *rapid.T, vul bridge.Vulnerability) []event.Assigned {
	var out []event.Assigned
	for _, w := range rapid.SampledFrom([][]exact.Fraction{
		{exact.Int(1)},
		{exact.Of(3, 5), exact.Of(2, 5)},
		{exact.Of(1, 3), exact.Of(1, 2), exact.Of(1, 6)},
	}).Draw(t, "weights") {
		o := event.Assigned{Weight: w}
		o.Result, o.Score = drawOutcome(t, vul)
		out = append(out, o)
	}
	return out
}
