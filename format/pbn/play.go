package pbn

import "github.com/overtrick/overtrick/bridge"

// checkPlay follows the cards trick by trick (Laws 44, 61, 70).
func (p *parser) checkPlay(g *Game) {
	t := g.own("Play")
	if t == nil || t.Value == "" || t.Value == "?" {
		return
	}
	b := contractOf(g.Text("Contract"))
	deal, dealt := g.Deal()
	declarer, _, declared := g.Declarer()
	first, err := bridge.ParseSeat(t.Value)
	switch {
	case g.Text("Deal") == "":
		p.warn(t.Line, "pbn.play_deal", "a play, but no Deal")
	case !b.trump.Valid() && !b.passedOut:
		p.warn(t.Line, "pbn.play_contract", "a play, but no Contract")
	case b.contract.Valid() && !declared:
		p.warn(t.Line, "pbn.play_declarer", "a play, but no Declarer")
	case declared && err == nil && first != declarer.Next():
		p.warn(t.Line, "pbn.leader", "Play %q, but %v leads to a contract by %v", t.Value, declarer.Next(), declarer)
	}
	if err != nil {
		return
	}
	f := table{parser: p, trump: b.trump, first: first, leader: first, deal: deal, unsure: !dealt}
	cards := t.Cards
	for len(cards) > 0 {
		if cards[0].Kind == PlayEnds {
			if f.going {
				p.warn(cards[0].Line, "pbn.card_after_plus", "%v behind +, where the play is to be continued", cards[0])
			}
			for _, c := range cards[1:] {
				if c.Kind != NoCard {
					p.warn(c.Line, "pbn.card_after_end", "%v behind the end of the play", c)
					break
				}
			}
			break
		}
		n := min(4, len(cards))
		for i := range n {
			if cards[i].Kind == PlayEnds {
				n = i
			}
		}
		if f.going {
			for _, c := range cards[:n] {
				if c.Kind != NoCard {
					p.warn(c.Line, "pbn.card_after_plus", "%v behind +, where the play is to be continued", c)
					return
				}
			}
		}
		f.trick(cards[:n])
		cards = cards[n:]
	}
	p.checkTricks(g, &f, declarer, declared && b.contract.Valid())
}

// table is the state of a play.
type table struct {
	*parser
	trump  bridge.Strain
	first  bridge.Seat // of the first column
	leader bridge.Seat // of the next trick; none if it is not known
	deal   bridge.Deal
	gone   bridge.Hand // the cards played so far
	done   bridge.Hand // the cards of whole tricks
	tricks int
	won    [2]int // by side
	unsure bool   // the hands are not known
	going  bool   // + was read
}

// trick follows one row of cards, which has four of them but for the last.
func (f *table) trick(row []Card) {
	lead := -1 // column of the leader
	if f.leader.Valid() {
		lead = (int(f.leader) - int(f.first) + 4) % 4
	}
	for i := range row {
		if !row[i].OutOfTurn {
			continue
		}
		if i == lead && f.leader.Valid() {
			f.warn(row[i].Line, "pbn.irregular_lead", "^L before %v, but it was %v's turn to lead", row[i].Card, f.leader)
		}
		lead = i
	}
	whole := len(row) == 4
	for i := range row {
		f.holds(&row[i], f.first.Clockwise(i))
		whole = whole && row[i].Kind == Played
	}
	if lead < 0 || lead >= len(row) {
		f.leader = 0
		f.plus(row, max(lead, 0))
		return
	}
	led := row[lead]
	for n := range 4 {
		if i := (lead + n) % 4; i < len(row) && row[i].Kind == Played && led.Kind == Played {
			f.follows(&row[i], f.first.Clockwise(i), led.Card.Suit(), n == 0)
		}
	}
	f.plus(row, lead)
	if !whole {
		f.leader = 0 // a claim, or cards that are not known
		return
	}
	best := lead
	for n := 1; n < 4; n++ {
		if i := (lead + n) % 4; beats(row[i].Card, row[best].Card, f.trump) {
			best = i
		}
	}
	f.leader = f.first.Clockwise(best)
	f.won[f.leader.Side()-1]++
	f.done = f.gone
	if f.tricks++; f.tricks == 14 {
		f.warn(row[0].Line, "pbn.play_tricks", "a fourteenth trick")
	}
}

// plus checks that nobody plays behind a +, in the order of play.
func (f *table) plus(row []Card, lead int) {
	for n := range 4 {
		i := (lead + n) % 4
		if i >= len(row) {
			continue
		}
		switch c := row[i]; {
		case f.going && c.Kind != NoCard:
			f.warn(c.Line, "pbn.card_after_plus", "%v behind +, where the play is to be continued", c)
			return
		case c.Kind == PlayGoing:
			f.going = true
		}
	}
}

func beats(c, best bridge.Card, trump bridge.Strain) bool {
	if c.Suit() == best.Suit() {
		return c.Rank() > best.Rank()
	}
	return c.Suit() == trump
}

// holds checks that the card is the player's to play.
func (f *table) holds(c *Card, s bridge.Seat) {
	if c.Kind != Played {
		return
	}
	if f.gone.Has(c.Card) {
		f.warn(c.Line, "pbn.card_twice", "%v by %v was played before", c.Card, s)
		return
	}
	f.gone = f.gone.With(c.Card)
	if f.unsure {
		return
	}
	if hand := f.deal.Hand(s); hand != 0 && !hand.Has(c.Card) {
		f.warn(c.Line, "pbn.not_held", "%v by %v, who does not hold it", c.Card, s)
		return
	}
	for _, other := range bridge.Seats {
		if other != s && f.deal.Hand(other).Has(c.Card) {
			f.warn(c.Line, "pbn.held_by", "%v by %v, but %v holds it", c.Card, s, other)
			return
		}
	}
}

// follows checks that a player follows suit, or revokes and the file says so.
func (f *table) follows(c *Card, s bridge.Seat, suit bridge.Strain, led bool) {
	hand := f.deal.Hand(s) &^ f.gone
	if f.unsure || hand == 0 {
		if c.Revoke && (led || c.Card.Suit() == suit) {
			f.warn(c.Line, "pbn.irregular_revoke", "^R before %v by %v, which is no revoke", c.Card, s)
		}
		return
	}
	revoke := !led && c.Card.Suit() != suit && len(hand.Suit(suit)) > 0
	switch {
	case c.Revoke && !revoke:
		f.warn(c.Line, "pbn.irregular_revoke", "^R before %v by %v, which is no revoke", c.Card, s)
	case revoke && !c.Revoke:
		f.warn(c.Line, "pbn.revoke", "%v by %v, who could have followed suit with %v", c.Card, s, bridge.NewCard(suit, hand.Suit(suit)[0]))
	}
}

// checkTricks compares the tricks of the play with the result. A play that ends
// early leaves the rest of the tricks open, but for those that the highest trumps
// will win: they were claimed.
func (p *parser) checkTricks(g *Game, f *table, declarer bridge.Seat, ok bool) {
	result := tricksOf(g.Text("Result"))
	if !ok || !result.ok || result.agreed {
		return
	}
	side := declarer.Side()
	won, lost := f.won[side-1]+f.sure(side), f.won[side.Other()-1]+f.sure(side.Other())
	if said := result.of(side); said < won || said > 13-lost {
		p.warn(g.line("Result"), "pbn.tricks", "Result %q, but in the play declarer's side wins at least %d tricks and loses at least %d", g.Text("Result"), won, lost)
	}
}

// sure counts the tricks that a hand of that side will win whatever is played:
// the trumps above which nobody holds one any more.
func (f *table) sure(side bridge.Side) int {
	if !f.trump.Suit() || !f.deal.Complete() {
		return 0
	}
	n := 0
	var holder bridge.Seat
	for rank := bridge.Ace; rank >= 2; rank-- {
		card := bridge.NewCard(f.trump, rank)
		if f.done.Has(card) {
			continue
		}
		for _, s := range bridge.Seats {
			if !f.deal.Hand(s).Has(card) || holder.Valid() && s != holder {
				continue
			}
			if s.Side() == side {
				holder = s
				n++
			}
		}
		if !holder.Valid() || !f.deal.Hand(holder).Has(card) {
			break
		}
	}
	return n
}
