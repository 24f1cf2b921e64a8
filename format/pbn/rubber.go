package pbn

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/pad"
	"github.com/overtrick/overtrick/score"
)

// Home is a rubber or a Chicago as a file holds it: one game for each deal.
type Home struct {
	Rules pad.Rules
	Names map[bridge.Seat]string // as the first game has them; without those that are not known
	Deals []pad.Deal
}

// FromHome gives finished and running rubbers and Chicagos as a file. Each game
// has what the deal brought (ScoreRubber) and the state at its beginning
// (ScoreRubberHistory, for rubbers). The standard has no place for the settlement
// of a rubber that was stopped; honours are part of what a deal brought. A pass-out
// that was dealt again is no deal. Round is the number of the rubber.
//
// The error has code [bridge.Unsupported] for a form that the standard does not
// know.
func FromHome(pads ...*pad.Pad) (*File, error) {
	f := &File{Version: "2.1", Export: true}
	var previous bridge.BySide[score.Points] // above the line, in the rubbers before
	for i, p := range pads {
		scoring, ok := map[pad.Form]string{pad.Rubber: "Rubber", pad.Chicago: "Chicago"}[p.Rules.Form]
		if !ok {
			return nil, bridge.Errorf(bridge.Unsupported, "pbn.home_form", "PBN has no way to write a game of %s: want rubber or chicago", p.Rules.Form)
		}
		state := history{previous: previous}
		board := 0
		for n, d := range p.Deals {
			if !d.Counts {
				continue
			}
			board++
			g := new(Game)
			for _, name := range []string{"Event", "Site", "Date", "West", "North", "East", "South"} {
				g.Set(name, "?")
			}
			g.Set("Board", strconv.Itoa(board))
			g.Set("Dealer", d.Dealer.String())
			g.Set("Vulnerable", d.Vul.String())
			g.Set("Deal", "?")
			g.Set("Scoring", scoring)
			setOutcome(g, d.Deal)
			g.Set("Competition", scoring)
			g.Set("Round", strconv.Itoa(i+1))
			g.Set("ScoreRubber", rubberScore(d.Entries))
			if p.Rules.Form == pad.Rubber {
				g.Set("ScoreRubberHistory", state.String())
			}
			state.add(d.Entries, gamesUpTo(p, n+1))
			f.Games = append(f.Games, g)
		}
		previous.NS, previous.EW = previous.NS+p.Above.NS, previous.EW+p.Above.EW
	}
	return f, nil
}

// setOutcome writes contract, declarer and tricks. Where only the side is known
// the tricks say whose they are.
func setOutcome(g *Game, d pad.Deal) {
	switch {
	case d.Passed:
		g.Set("Declarer", "")
		g.Set("Contract", "Pass")
		g.Set("Result", "")
	case d.Seat.Valid():
		g.Set("Declarer", d.Seat.String())
		g.Set("Contract", d.Contract.String())
		g.Set("Result", strconv.Itoa(d.Tricks))
	default:
		g.Set("Declarer", "?")
		g.Set("Contract", d.Contract.String())
		g.Set("Result", fmt.Sprintf("%v %d", d.Side, d.Tricks))
	}
}

// rubberScore is what a deal brought both sides, above and below the line.
func rubberScore(entries []pad.Entry) string {
	var parts []string
	for _, side := range bridge.Sides {
		above, below := lines(entries, side)
		parts = append(parts, fmt.Sprintf("%v %d/%d", side, above, below))
	}
	return strings.Join(parts, " ")
}

func lines(entries []pad.Entry, side bridge.Side) (above, below score.Points) {
	for _, e := range entries {
		switch {
		case e.Side != side:
		case e.Line == pad.AboveLine:
			above += e.Points
		default:
			below += e.Points
		}
	}
	return above, below
}

// history is the state of a rubber at the beginning of a deal.
type history struct {
	previous, above bridge.BySide[score.Points]
	below           [3]bridge.BySide[score.Points] // game by game
	games           int                            // finished
}

func (h *history) add(entries []pad.Entry, games int) {
	for _, side := range bridge.Sides {
		above, below := lines(entries, side)
		h.above = h.above.With(side, h.above.Of(side)+above)
		now := min(h.games, len(h.below)-1)
		h.below[now] = h.below[now].With(side, h.below[now].Of(side)+below)
	}
	h.games = games
}

func gamesUpTo(p *pad.Pad, deal int) (n int) {
	for _, g := range p.Games {
		if g.Deal <= deal {
			n++
		}
	}
	return n
}

// String gives the value of ScoreRubberHistory.
func (h *history) String() string {
	var parts []string
	for _, side := range bridge.Sides {
		parts = append(parts, fmt.Sprintf("%v %d %d /", side, h.previous.Of(side), h.above.Of(side)))
		for i := 0; i <= min(h.games, len(h.below)-1); i++ {
			parts = append(parts, strconv.Itoa(int(h.below[i].Of(side))))
		}
	}
	return strings.Join(parts, " ")
}

// Home gives the rubbers and Chicagos of a file, and warnings for what does not
// fit. A new one begins where the one before is finished, where the file says that
// nothing has been scored, and where another round begins with board 1. Honours are found in what a deal brought: 100 or 150
// above the line that nothing else explains. A Chicago has four deals; six or eight
// if its round goes on behind the fourth.
func (f *File) Home() ([]Home, []event.Warning) {
	var r homeReader
	for i, g := range f.Games {
		switch g.Scoring().Base {
		case "Rubber":
			r.game(g, pad.NewRules(pad.Rubber))
		case "Chicago":
			rules := pad.NewRules(pad.Chicago)
			rules.Redeal = false // each record is a deal that counts
			rules.Deals = chicagoDeals(f.Games[i:])
			r.game(g, rules)
		}
	}
	return r.homes, r.warnings
}

type homeReader struct {
	homes    []Home
	round    string // of the last game
	warnings []event.Warning
}

func (r *homeReader) warn(g *Game, err error) {
	e, ok := err.(*bridge.Error) //nolint:errorlint // the room pad gives nothing else
	if !ok {
		e = bridge.Errorf(bridge.Invalid, "pbn.home", "%w", err)
	}
	r.warnings = append(r.warnings, event.Warning{Line: g.First, Err: e})
}

func (r *homeReader) game(g *Game, rules pad.Rules) {
	d, ok := homeDeal(g)
	if !ok {
		r.warn(g, bridge.Errorf(bridge.Invalid, "pbn.home_deal", "a deal of a %s without contract, side and tricks", rules.Form))
		return
	}
	if len(r.homes) == 0 || r.begins(g, r.homes[len(r.homes)-1], rules.Form) {
		if dealer, ok := g.Dealer(); ok {
			rules.Dealer = dealer
		}
		r.homes = append(r.homes, Home{Rules: rules, Names: names(g)})
	}
	r.round = g.Text("Round")
	h := &r.homes[len(r.homes)-1]
	if rules.Form == pad.Chicago {
		r.schedule(g, h)
	}
	p, err := h.with(d)
	if err != nil {
		r.warn(g, err)
		return
	}
	if d.Honours = r.honours(g, *h, d, p); len(d.Honours) > 0 {
		h.Rules.Honours = true
	}
	h.Deals = append(h.Deals, d)
	r.compare(g, *h)
}

// names are who sits where.
func names(g *Game) map[bridge.Seat]string {
	list := make(map[bridge.Seat]string)
	for seat, tag := range map[bridge.Seat]string{bridge.North: "North", bridge.East: "East", bridge.South: "South", bridge.West: "West"} {
		if name := g.Text(tag); name != "" {
			list[seat] = name
		}
	}
	return list
}

// with is the pad of a home with more deals.
func (h *Home) with(more ...pad.Deal) (*pad.Pad, error) {
	return pad.Fold(h.Rules, append(slices.Clip(h.Deals), more...), false)
}

// begins reports whether a game is the first of a new rubber or Chicago.
func (r *homeReader) begins(g *Game, h Home, form pad.Form) bool {
	p, err := h.with()
	if err != nil || p.Finished || h.Rules.Form != form {
		return true
	}
	state, told := g.RubberHistory()
	nothing := state.NS.empty() && state.EW.empty()
	if told && nothing && p.Total != (bridge.BySide[score.Points]{}) {
		return true
	}
	board, _ := g.Board()
	round := g.Text("Round")
	return board == 1 && round != "" && r.round != "" && round != r.round && (!told || nothing)
}

func (s RubberState) empty() bool { return s.AboveCurrent == 0 && len(s.Below) == 1 && s.Below[0] == 0 }

// chicagoDeals is the number of deals of a Chicago that begins with the first of
// these games: more than four where the round goes on behind the fourth.
func chicagoDeals(games []*Game) (n int) {
	round := games[0].Text("Round")
	for _, g := range games {
		board, _ := g.Board()
		if g.Scoring().Base != "Chicago" || g.Text("Round") != round || int(board) != n+1 {
			break
		}
		n++
	}
	switch {
	case n <= 4 || round == "":
		return 4
	case n <= 6:
		return 6
	}
	return 8
}

// schedule takes from the second deal of a Chicago which side is vulnerable.
func (r *homeReader) schedule(g *Game, h *Home) {
	vul, ok1 := g.Vulnerable()
	dealer, ok2 := g.Dealer()
	if len(h.Deals) == 1 && ok1 && ok2 && vul != bridge.NoneVul && vul != bridge.AllVul && !vul.Has(dealer.Side()) {
		h.Rules.Schedule = pad.OtherSide
	}
}

// homeDeal reads a deal without its honours.
func homeDeal(g *Game) (d pad.Deal, ok bool) {
	c, passed, known := g.Contract()
	if passed {
		return pad.Deal{Passed: true}, true
	}
	if res, err := g.Result(); err == nil && !res.IsZero() {
		return pad.Deal{Contract: res.Contract(), Side: res.Declarer().Side(), Seat: res.Declarer(), Tricks: res.Tricks()}, true
	}
	side, number, two := strings.Cut(g.Text("Result"), " ")
	s, err1 := bridge.ParseSide(side)
	n, err2 := strconv.Atoi(strings.TrimSpace(number))
	return pad.Deal{Contract: c, Side: s, Tricks: n}, known && two && err1 == nil && err2 == nil
}

// honours are what a deal brought above the line beyond what it scores.
func (r *homeReader) honours(g *Game, h Home, d pad.Deal, p *pad.Pad) []pad.Honours {
	brought, ok := rubberOfBoth(g.Text("ScoreRubber"), d.Side)
	if !ok || d.Passed {
		return nil
	}
	entries := p.Deals[len(p.Deals)-1].Entries
	for _, side := range bridge.Sides {
		above, _ := lines(entries, side)
		beyond := brought.Of(side).above - above
		if beyond != 100 && beyond != 150 {
			continue
		}
		with := d
		with.Honours = []pad.Honours{{Side: side, Points: beyond}}
		counting := h
		counting.Rules.Honours = true
		if _, err := counting.with(with); err == nil {
			return with.Honours
		}
	}
	return nil
}

// compare warns where the file and the pad disagree about what a deal brought.
func (r *homeReader) compare(g *Game, h Home) {
	p, err := h.with()
	if err != nil {
		return
	}
	last := p.Deals[len(p.Deals)-1]
	brought, ok := rubberOfBoth(g.Text("ScoreRubber"), last.Deal.Side)
	if !ok {
		return
	}
	for _, side := range bridge.Sides {
		if above, below := lines(last.Entries, side); brought.Of(side) != (aboveBelow{above, below}) {
			r.warn(g, bridge.Errorf(bridge.Invalid, "pbn.home_score", "ScoreRubber gives %v %d/%d, the deal brings %d/%d", side, brought.Of(side).above, brought.Of(side).below, above, below))
		}
	}
}

type aboveBelow struct{ above, below score.Points }

// rubberOfBoth reads ScoreRubber: "300/40" of the declaring side, or "NS 0/40",
// or both sides.
func rubberOfBoth(s string, declarer bridge.Side) (out bridge.BySide[aboveBelow], ok bool) {
	if !rubberOf(s) {
		return out, false
	}
	side := declarer
	f := strings.Fields(strings.ReplaceAll(s, "/", " "))
	for len(f) >= 2 {
		if s, err := bridge.ParseSide(f[0]); err == nil {
			side, f = s, f[1:]
			continue
		}
		above, err1 := strconv.Atoi(f[0])
		below, err2 := strconv.Atoi(f[1])
		if err1 != nil || err2 != nil {
			return out, false
		}
		out = out.With(side, aboveBelow{score.Points(above), score.Points(below)})
		f = f[2:]
	}
	return out, len(f) == 0
}
