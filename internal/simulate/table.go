package simulate

import (
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/seed"
)

// table is one board at one table: the cards, who plays, and chance.
type table struct {
	*seed.Source
	deal  *deal
	skill bridge.BySide[int]
}

// call is a contract without doubling in the order of bidding: 1♣ is 5.
type call int

// pass is no contract.
const pass call = 0

func newCall(level, strain int) call { return call(5*min(level, 7) + strain) }

func (c call) level() int  { return int(c) / 5 }
func (c call) strain() int { return int(c) % 5 } // Clubs is 0

// next is the lowest call in a strain that is higher than c.
func (c call) next(strain int) call {
	n := newCall(max(1, c.level()), strain)
	if n <= c {
		n += 5
	}
	return n
}

// needs are the tricks for a game in each strain.
var needs = [5]int{11, 11, 10, 10, 9}

const notrump = int(bridge.Notrump) - 1

// wish is what a side thinks of its cards: what it would play if it were let alone,
// and how far it goes if it is not.
type wish struct {
	side    bridge.Side
	tricks  [5]int // that it expects, in hundredths
	wants   call
	ceiling call // at least wants
	bids    bool // whether it bids at all
}

// play bids and plays the board.
func (t *table) play() bridge.Result {
	if !t.deal.opens() && chance(t.Source, 550) {
		return bridge.PassedOut()
	}
	c, side := t.auction()
	if c == pass {
		return bridge.PassedOut()
	}
	declarer := t.declarer(side, c)
	contract := bridge.Contract{Level: bridge.Level(c.level()), Strain: bridge.Strains[c.strain()], Doubling: t.doubling(side, c)}
	r, err := bridge.NewResult(contract, declarer, t.tricks(side, c, contract.Doubling))
	if err != nil {
		panic(err) // contract, declarer and tricks are in their bounds
	}
	return r.WithLead(t.lead(declarer.Next(), contract.Strain))
}

// auction lets both sides bid against each other: the one that goes higher plays,
// as low as the other lets it, but at least what it wants.
func (t *table) auction() (call, bridge.Side) {
	ns, ew := t.think(bridge.NS), t.think(bridge.EW)
	strong, weak := &ns, &ew
	if ew.tricks[ew.wants.strain()]-100*needs[ew.wants.strain()] > ns.tricks[ns.wants.strain()]-100*needs[ns.wants.strain()] {
		strong, weak = weak, strong
	}
	if chance(t.Source, 4) { // a misunderstanding
		return newCall(3+t.Below(2), t.Below(5)), strong.side
	}
	strong.bids = true
	t.sacrifice(weak, strong)
	if !weak.bids {
		return strong.wants, strong.side
	}
	winner, loser := strong, weak
	if weak.ceiling > strong.ceiling {
		winner, loser = weak, strong
	}
	over := loser.ceiling.next(winner.strainFor(loser.ceiling))
	if winner.wants.level() > 2 && winner.wants > loser.ceiling {
		over = winner.wants
	}
	if loser == strong && weak.wants < strong.wants { // the weak side bids no higher than it must
		return strong.wants.next(winner.strainFor(strong.wants)), winner.side
	}
	if over.level() > 7 {
		return loser.ceiling, loser.side
	}
	return over, winner.side
}

// strainFor is the strain in which a side goes over a call: its own as long as its
// cards carry that, else that of its best fit. Notrump it bids no higher than it wants.
func (w *wish) strainFor(over call) int {
	most := w.ceiling
	if w.wants.strain() == notrump {
		most = w.wants
	}
	if over.next(w.wants.strain()) <= most {
		return w.wants.strain()
	}
	return w.ceiling.strain()
}

// think is what a side makes of its cards. The weaker the pair, the further from
// what they are worth.
func (t *table) think(side bridge.Side) wish {
	v := t.deal.view.Of(side)
	blur := max(15, 45-t.skill.Of(side)/2)
	w := wish{side: side}
	mood := bell(t.Source, blur)
	best, most := 0, -1<<30
	for s := range 5 {
		w.tricks[s] = v.expected[s] + mood + bell(t.Source, blur/2)
		worth := w.tricks[s] - 100*needs[s]
		if w.tricks[s] > 1140 { // a slam counts the same in all strains
			worth = w.tricks[s] - 1050
		}
		if s != notrump && v.fit[s] < 8 {
			worth -= 60 // nobody finds a fit of seven cards
		}
		if s == notrump && w.tricks[s] < 810 {
			worth -= 45 // with a fit a part-score is safer there
		}
		if worth > most {
			best, most = s, worth
		}
	}
	w.wants = newCall(t.level(w.tricks[best], best, t.deal.vul.Has(side)), best)
	w.ceiling = w.wants
	for s := range notrump {
		if v.fit[s] < 8 {
			continue
		}
		if l := (w.tricks[s] + 60 - 600) / 100; w.tricks[s] > 680 {
			w.ceiling = max(w.ceiling, newCall(min(l, 4), s))
		}
	}
	long := slices.Max(v.fit[:notrump])
	switch {
	case v.hcp >= 17:
		w.bids = chance(t.Source, 920)
	case long >= 9:
		w.bids = chance(t.Source, 800)
	default:
		w.bids = v.hcp >= 12 && chance(t.Source, 450)
	}
	return w
}

// level is how high a side bids by itself with so many tricks in a strain.
func (t *table) level(tricks, strain int, vulnerable bool) int {
	game := 100*needs[strain] - 60
	if vulnerable {
		game -= 10 // the premium is greater
	}
	switch {
	case tricks >= 1285 && chance(t.Source, 700):
		return 7
	case tricks >= 1170:
		return 6
	case tricks >= game:
		return needs[strain] - 6
	case strain == notrump && tricks >= game-60:
		return []int{1, 1, 1, 2, 3, 3}[t.Below(6)]
	case strain == notrump:
		return 1
	case tricks >= game-60 && strain >= 2:
		return 3
	case tricks >= 880 && chance(t.Source, 350):
		return 3
	case tricks >= 760 && chance(t.Source, 800):
		return 2
	}
	return 1 + t.Below(2)
}

// sacrifice lets the weak side bid over a game that it can take for cheaper.
func (t *table) sacrifice(weak, strong *wish) {
	v := t.deal.view.Of(weak.side)
	level := strong.wants.level()
	if level < needs[strong.wants.strain()]-6 || level > 6 {
		return
	}
	cheap := 200 // hundredths of a trick down, by vulnerability
	own, theirs := t.deal.vul.Has(weak.side), t.deal.vul.Has(strong.side)
	if own != theirs {
		cheap = 300
		if own {
			cheap = 100
		}
	}
	for s := range notrump {
		over := strong.wants.next(s)
		if v.fit[s] < 9 || over.level() > 7 || 100*(over.level()+6)-weak.tricks[s] > cheap+bell(t.Source, 60) || !chance(t.Source, 600) {
			continue
		}
		weak.ceiling, weak.bids = max(weak.ceiling, over), true
	}
}

// doubling is what the other side, and then declarer's, makes of the contract.
func (t *table) doubling(side bridge.Side, c call) bridge.Doubling {
	v := t.deal.view.Of(side)
	down := 100*(c.level()+6) - v.expected[c.strain()] + bell(t.Source, 70) // as the defenders see it
	var doubled bool
	switch {
	case down > 250:
		doubled = chance(t.Source, 850)
	case down > 150 && c.level() >= 3:
		doubled = chance(t.Source, 650)
	case down > 70 && c.level() >= 3:
		doubled = chance(t.Source, 350)
	default:
		doubled = chance(t.Source, 25)
	}
	switch {
	case doubled && down < 0 && chance(t.Source, 80):
		return bridge.Redoubled
	case doubled:
		return bridge.Doubled
	}
	return bridge.Undoubled
}

// declarer is who plays: the hand with the longer trumps or the more points, and now
// and then the other one.
func (t *table) declarer(side bridge.Side, c call) bridge.Seat {
	seat := t.deal.view.Of(side).declarer[c.strain()]
	other := 60
	if c.strain() == notrump {
		other = 200
	}
	if chance(t.Source, other) {
		return seat.Partner()
	}
	return seat
}

// tricks is what declarer's side wins.
func (t *table) tricks(side bridge.Side, c call, x bridge.Doubling) int {
	n := t.deal.view.Of(side).real[c.strain()] + t.skill.Of(side) - t.skill.Of(side.Other()) + bell(t.Source, 75)
	if x != bridge.Undoubled {
		n -= 40 // a double says how the cards lie, and which
	}
	return min(max((n+50)/100, 0), 13)
}

// lead is a card of the hand on declarer's left: the top of a sequence or a low card
// of its longest suit against notrump, often a short suit against another contract.
func (t *table) lead(leader bridge.Seat, trumps bridge.Strain) bridge.Card {
	hand := t.deal.cards.Hand(leader)
	best, most := bridge.Clubs, -1
	for _, s := range bridge.Strains[:4] {
		ranks := hand.Suit(s)
		worth := t.Below(3)
		switch {
		case len(ranks) == 0:
			continue
		case trumps == bridge.Notrump:
			worth += 3 * len(ranks)
		case s == trumps:
			worth += 2
		case len(ranks) == 1:
			worth += 8
		case ranks[0] == bridge.Ace && ranks[1] != bridge.King: // nobody leads away from an ace, and few lay it down
			worth++
		default:
			worth += len(ranks)
		}
		if len(ranks) > 1 && ranks[0] >= bridge.Queen && ranks[1] == ranks[0]-1 {
			worth += 4
		}
		if worth > most {
			best, most = s, worth
		}
	}
	ranks := hand.Suit(best)
	switch {
	case len(ranks) <= 2, ranks[0] == bridge.Ace && trumps != bridge.Notrump, ranks[0] >= bridge.Jack && ranks[1] == ranks[0]-1:
		return bridge.NewCard(best, ranks[0])
	case len(ranks) == 3:
		return bridge.NewCard(best, ranks[2])
	}
	return bridge.NewCard(best, ranks[3])
}
