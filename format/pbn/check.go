package pbn

import (
	"github.com/overtrick/overtrick/bridge"
)

// check looks at a game that has been read: each value alone, then what the
// values say of each other.
func (p *parser) check(g *Game) {
	for i := range g.Tags {
		p.checkValue(&g.Tags[i])
	}
	p.checkDeal(g)
	p.checkRubber(g)
	p.checkAgreement(g)
	auction := p.checkAuction(g)
	p.checkContract(g, auction)
	p.checkPlay(g)
	p.checkNotes(g)
}

func (p *parser) checkValue(t *Tag) {
	known, ok := tags[t.Name]
	switch {
	case t.Origin == SameBoard:
	case !ok && t.Name == "":
		p.warn(t.Line, "pbn.name", "a tag without a name")
	case !ok:
		p.warn(t.Line, "pbn.unknown", "tag %s is not known to the standard", t.Name)
	case t.Name == "Note":
		if _, _, ok := noteOf(t.Value); !ok {
			p.warn(t.Line, "pbn.note", "Note %q: want a form like 1:text, with a number from 1 to 32", shorten(t.Value))
		}
	case t.Value == "" || t.Value == "?" || known.valid == nil || known.alone && t.Value == "#":
	case !known.valid(t.Value):
		p.warn(t.Line, "pbn.value", "%s %q: want %s", t.Name, shorten(t.Value), known.want)
	}
}

// line is the line of that tag, or of the game's first.
func (g *Game) line(name string) int {
	if t := g.own(name); t != nil && t.Line > 0 {
		return t.Line
	}
	return g.First
}

func (p *parser) checkDeal(g *Game) {
	t := g.own("Deal")
	if t == nil || t.Origin == SameBoard || t.Value == "" || t.Value == "?" || t.Value == "#" {
		return
	}
	switch _, doubt, err := dealOf(t.Value); {
	case err != nil:
		p.warn(t.Line, "pbn.deal", "Deal: %w", err)
	case doubt != nil:
		p.warn(t.Line, "pbn.deal", "Deal: %w", doubt)
	}
}

// checkRubber compares the vulnerability with the games that the sides have won.
func (p *parser) checkRubber(g *Game) {
	h, ok := g.RubberHistory()
	vul, known := g.Vulnerable()
	if ok && known && vul != vulnerableIn(h) {
		p.warn(g.line("ScoreRubberHistory"), "pbn.rubber", "ScoreRubberHistory makes %v vulnerable, but Vulnerable says %v", vulnerableIn(h), vul)
	}
}

// checkAgreement looks at contract, declarer and result without the auction.
func (p *parser) checkAgreement(g *Game) {
	b := contractOf(g.Text("Contract"))
	_, _, declared := g.Declarer()
	won := tricksOf(g.Text("Result"))
	switch {
	case b.passedOut && declared:
		p.warn(g.line("Declarer"), "pbn.passed_out", "%s %q of a board that was passed out: want none", "Declarer", g.Text("Declarer"))
	case b.passedOut && won.known && won.of(bridge.NS) != 0:
		p.warn(g.line("Result"), "pbn.passed_out", "%s %q of a board that was passed out: want none", "Result", g.Text("Result"))
	case won.ok && won.declarer >= 0 && !declared && !b.passedOut:
		p.warn(g.line("Result"), "pbn.no_declarer", "Result %q is declarer's tricks, but there is no Declarer", g.Text("Result"))
	}
}

// auction is what the calls of a game come to.
type auction struct {
	ended    bool
	contract bridge.Contract // zero: passed out
	declarer bridge.Seat
}

// checkAuction follows the calls by Laws 17 to 22.
func (p *parser) checkAuction(g *Game) *auction {
	t := g.own("Auction")
	if t == nil {
		return nil
	}
	first, err := bridge.ParseSeat(t.Value)
	dealer, ok := g.Dealer()
	if t.Value != "" && t.Value != "?" && !ok {
		p.warn(t.Line, "pbn.no_dealer", "an auction, but no Dealer")
	}
	if err != nil || len(t.Calls) == 0 {
		return nil
	}
	if !ok {
		dealer = first
	}
	a := follower{parser: p, dealer: dealer, turn: first}
	for i := range t.Calls {
		if !a.call(&t.Calls[i]) {
			return nil
		}
	}
	if a.going || !a.ended {
		return nil
	}
	return &auction{ended: true, contract: a.last, declarer: a.declarer()}
}

// follower is the state of an auction.
type follower struct {
	*parser
	dealer, turn bridge.Seat
	begun        bool
	ended, going bool // by calls or "*"; "+" was read
	passes       int
	last         bridge.Contract
	by           bridge.Seat // of the last bid
	doubler      bridge.Side
	named        [2][6]bridge.Seat // who of a side first bid a strain
}

func (f *follower) declarer() bridge.Seat {
	if !f.last.Valid() {
		return 0
	}
	return f.named[f.by.Side()-1][f.last.Strain]
}

// call follows one call. It is false if what comes behind cannot be judged.
func (f *follower) call(c *Call) bool {
	if f.going {
		f.warn(c.Line, "pbn.call_after_plus", "%v behind +, where the auction is to be continued", c)
		return false
	}
	if f.ended && c.Kind != AuctionEnds {
		f.warn(c.Line, "pbn.call_after_end", "%v behind the end of the auction", c)
		return false
	}
	seat := f.turn
	f.turn = f.turn.Next()
	if !f.begun && c.Kind != AuctionGoing && c.Kind != AuctionEnds {
		switch {
		case c.Kind == NoCall && seat != f.dealer:
			return true
		case c.Kind == NoCall:
			f.warn(c.Line, "pbn.turn_dealer", "- for %v, who is the dealer and calls first", seat)
			return false
		case seat != f.dealer:
			f.warn(c.Line, "pbn.turn_before", "%v for %v, but %v is the dealer and calls first", c, seat, f.dealer)
			return false
		}
		f.begun = true
	}
	switch c.Kind {
	case Bid:
		return f.bid(c, seat)
	case Pass:
		f.passes++
		f.ended = f.passes == 4 || f.passes == 3 && f.last.Valid()
	case AllPass:
		f.ended = true
	case Double:
		if !f.last.Valid() || f.by.Side() == seat.Side() || f.last.Doubling != bridge.Undoubled {
			f.warn(c.Line, "pbn.illegal_double", "%v by %v: nothing to double", c, seat)
			return false
		}
		f.last.Doubling, f.doubler, f.passes = bridge.Doubled, seat.Side(), 0
	case Redouble:
		if !f.last.Valid() || f.last.Doubling != bridge.Doubled || f.doubler == seat.Side() {
			f.warn(c.Line, "pbn.illegal_redouble", "%v by %v: nothing to redouble", c, seat)
			return false
		}
		f.last.Doubling, f.passes = bridge.Redoubled, 0
	case Skipped:
	case AuctionEnds:
		f.ended = true
	case AuctionGoing:
		f.going = true
	case NoCall, Unreadable:
		if c.Kind == NoCall {
			f.warn(c.Line, "pbn.turn_inside", "- for %v inside an auction", seat)
		}
		return false
	}
	return true
}

func (f *follower) bid(c *Call, seat bridge.Seat) bool {
	bid := bridge.Contract{Level: c.Level, Strain: c.Strain}
	higher := c.Level > f.last.Level || c.Level == f.last.Level && c.Strain > f.last.Strain
	switch {
	case higher && c.Insufficient:
		f.warn(c.Line, "pbn.irregular_higher", "^I before %v, which is higher than the bid before", bid)
	case !higher && !c.Insufficient:
		f.warn(c.Line, "pbn.illegal_bid", "%v by %v: not higher than %v", bid, seat, f.last)
		return false
	}
	f.last = bid
	f.by, f.passes = seat, 0
	if first := &f.named[seat.Side()-1][c.Strain]; !first.Valid() {
		*first = seat
	}
	return true
}

// checkContract compares contract and declarer with the auction.
func (p *parser) checkContract(g *Game, a *auction) {
	if a == nil {
		return
	}
	b := contractOf(g.Text("Contract"))
	switch {
	case b.passedOut && a.contract.Valid():
		p.warn(g.line("Contract"), "pbn.contract_pass", "Contract Pass, but the auction ends in %v", a.contract)
		return
	case b.contract.Valid() && !a.contract.Valid():
		p.warn(g.line("Contract"), "pbn.contract_passed", "Contract %v, but the auction ends in Pass", b.contract)
		return
	case b.contract.Valid() && b.contract != a.contract:
		p.warn(g.line("Contract"), "pbn.contract", "Contract %v, but the auction ends in %v", b.contract, a.contract)
		return
	}
	s, swapped, ok := g.Declarer()
	if !ok || !a.contract.Valid() {
		return
	}
	want := a.declarer
	if swapped {
		want = want.Partner()
	}
	if s != want {
		p.warn(g.line("Declarer"), "pbn.declarer", "Declarer %q, but the auction makes %v the declarer", g.Text("Declarer"), a.declarer)
	}
}

// checkNotes compares the notes of each section with the references to them.
func (p *parser) checkNotes(g *Game) {
	for _, section := range []string{"Auction", "Play"} {
		t := g.own(section)
		if t == nil {
			continue
		}
		var used, given [33]bool
		for _, n := range g.Tags {
			if n.Name != "Note" || n.Section != section {
				continue
			}
			if i, _, ok := noteOf(n.Value); ok {
				if given[i] {
					p.warn(n.Line, "pbn.note_twice", "a second note %d to %s", i, section)
				}
				given[i] = true
			}
		}
		refer := func(m Mark) {
			if m.Note > 0 && !given[m.Note] && !used[m.Note] {
				p.warn(m.Line, "pbn.note_missing", "=%d= in %s, but there is no such note", m.Note, section)
			}
			used[m.Note] = true
		}
		for _, c := range t.Calls {
			refer(c.Mark)
		}
		for _, c := range t.Cards {
			refer(c.Mark)
		}
		for _, n := range g.Tags {
			if n.Name == "Note" && n.Section == section {
				if i, _, ok := noteOf(n.Value); ok && !used[i] {
					p.warn(n.Line, "pbn.note_unused", "note %d to %s is not referred to", i, section)
				}
			}
		}
	}
}
