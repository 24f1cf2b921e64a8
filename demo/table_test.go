package demo_test

import (
	"cmp"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/seed"
	"github.com/overtrick/overtrick/score"
)

// table is one board at one table: who plays it, and chance.
type table struct {
	deal
	chance *seed.Source
	skill  bridge.BySide[int] // percentage points above an average pair
}

// percent is true that often.
func (t *table) percent(n int) bool { return t.chance.Below(100) < n }

// wish is what a side would like to play.
type wish struct {
	strain bridge.Strain
	level  int // 0: nothing
	limit  int // how high it competes for it
	tricks int // what it hopes to win
	points int // what that would score
}

// play plays the board.
func (t *table) play() bridge.Result {
	if t.weak() && t.percent(20) {
		return bridge.PassedOut()
	}
	ns, ew := t.wish(bridge.NS), t.wish(bridge.EW)
	for ns.level+ew.level == 0 { // somebody has an opening bid
		ns, ew = t.wish(bridge.NS), t.wish(bridge.EW)
	}
	side, want, other := bridge.NS, ns, ew
	if cmp.Or(cmp.Compare(ew.points, ns.points), cmp.Compare(t.strength(bridge.EW), t.strength(bridge.NS))) > 0 {
		side, want, other = bridge.EW, ew, ns
	}

	// The other side competes for its own strain as high as it dares.
	level := want.level
	for over(other.strain, other.limit, want.strain, level) {
		needed := other.limit
		if want.strain < other.strain {
			needed++
		}
		if needed > want.limit {
			return t.outbid(side, want, other, level)
		}
		level = needed
	}
	return t.result(side, want.strain, level, bridge.Undoubled)
}

// outbid is the result when the other side has the last word over a bid.
func (t *table) outbid(side bridge.Side, want, other wish, level int) bridge.Result {
	last := level
	if other.strain < want.strain {
		last++
	}
	double := bridge.Undoubled
	if t.strength(side) >= 20 && other.tricks < 6+last && t.percent(60) {
		double = bridge.Doubled
	}
	return t.result(side.Other(), other.strain, last, double)
}

// over reports whether one bid is higher than another.
func over(strain bridge.Strain, level int, than bridge.Strain, at int) bool {
	return level > at || level == at && strain > than
}

// weak reports whether no hand has an opening bid.
func (t *table) weak() bool {
	return !slices.ContainsFunc(bridge.Seats[:], func(s bridge.Seat) bool { return points(t.cards.Hand(s)) >= 12 })
}

// wish finds what a side bids to: of all strains the one that promises most.
func (t *table) wish(s bridge.Side) wish {
	var best wish
	for _, strain := range bridge.Strains {
		if w := t.wishIn(s, strain); w.level > 0 && w.points > best.points {
			best = w
		}
	}
	return best
}

// wishIn is how a side values its cards in one strain. It sees only its own
// cards, so it is a trick wrong at times.
func (t *table) wishIn(s bridge.Side, strain bridge.Strain) wish {
	strength := t.strength(s)
	tricks := t.tricks[t.declarer(s, strain)][strain] + t.pick(8, 20, 48, 20, 4) - 2
	fits, longest := 7, 5
	if strain != bridge.Notrump {
		fits, longest = t.fit(s, strain)
	}
	if strain == bridge.Notrump && strength < 20 || fits < 7 || fits < 8 && longest < 6 && strain != bridge.Notrump {
		return wish{}
	}
	if strength < 17 && longest < 6 && fits < 9 {
		return wish{} // too weak to speak
	}

	level := min(tricks-6, 3)
	switch game := gameLevel(strain); {
	case strength >= 33 && tricks >= 12 || strength >= 30 && tricks >= 12 && t.percent(45):
		level = min(tricks-6, 6)
		if tricks >= 13 && strength >= 36 && t.percent(40) {
			level = 7
		}
	case strength >= 25 && tricks >= game+5,
		strength >= 23 && tricks >= game+6 && t.percent(75),
		fits >= 9 && strength >= 20 && tricks >= game+6 && t.percent(60):
		level = game
	case strength < 22:
		level = min(level, 2+t.chance.Below(2))
	}
	if level < 1 {
		if level < 0 || strength < 20 {
			return wish{}
		}
		level = 1
	}
	if level == 2 && strain != bridge.Notrump && t.percent(35) {
		level = max(1, level-t.chance.Below(2)) // the opening bid was enough
	}

	// The law of total tricks: as many tricks as trumps, one less when vulnerable.
	limit := max(level, min(fits-6, 4))
	if t.board.Vulnerability().Has(s) && limit > level {
		limit--
	}
	if strain == bridge.Notrump {
		limit = level
	}
	hoped := max(tricks, 6+level)
	value, err := score.Duplicate(contract(strain, level, bridge.Undoubled), t.board.Vulnerability().Has(s), hoped)
	if err != nil {
		return wish{}
	}
	points := int(value)
	if strain == bridge.Clubs || strain == bridge.Diamonds {
		points -= 40 // nobody likes a minor
	}
	return wish{strain, level, limit, tricks, points}
}

func gameLevel(strain bridge.Strain) int {
	switch strain {
	case bridge.Notrump:
		return 3
	case bridge.Hearts, bridge.Spades:
		return 4
	default:
		return 5
	}
}

func contract(strain bridge.Strain, level int, d bridge.Doubling) bridge.Contract {
	return bridge.Contract{Level: bridge.Level(level), Strain: strain, Doubling: d}
}

// pick gives 0, 1, 2 … with these weights, which sum to 100.
func (t *table) pick(weights ...int) int {
	n := t.chance.Below(100)
	for i, w := range weights {
		if n < w {
			return i
		}
		n -= w
	}
	return len(weights) - 1
}

// result plays a contract: what the cards allow, and a trick more or less by who
// plays against whom.
func (t *table) result(side bridge.Side, strain bridge.Strain, level int, d bridge.Doubling) bridge.Result {
	declarer := t.declarer(side, strain)
	if strain == bridge.Notrump && t.percent(20) {
		declarer = declarer.Partner()
	}
	edge := t.skill.Of(side) - t.skill.Of(side.Other())
	tricks := t.tricks[declarer][strain]
	switch n := t.chance.Below(100); {
	case n < 4-edge/4:
		tricks -= 2
	case n < 22-edge:
		tricks--
	case n >= 97-edge/4:
		tricks += 2
	case n >= 74-edge:
		tricks++
	}
	r, err := bridge.NewResult(contract(strain, level, d), declarer, min(max(tricks, 0), 13))
	if err != nil {
		panic(err) // a bid of the auction above
	}
	return r.WithLead(t.lead(declarer.Next(), strain))
}

// lead is a card that the leader might choose: the top of a sequence, fourth best
// of a long suit, a singleton against a suit, the top of a doubleton.
func (t *table) lead(leader bridge.Seat, trumps bridge.Strain) bridge.Card {
	hand := t.cards.Hand(leader)
	type choice struct {
		card   bridge.Card
		appeal int
	}
	var choices []choice
	for _, suit := range bridge.Strains[:4] {
		ranks := hand.Suit(suit) // from the highest down
		if len(ranks) == 0 {
			continue
		}
		slices.SortFunc(ranks, func(a, b bridge.Rank) int { return cmp.Compare(b, a) })
		rank, appeal := ranks[0], t.chance.Below(25)
		sequence := len(ranks) >= 2 && ranks[0] >= bridge.Jack && ranks[1] == ranks[0]-1
		switch {
		case suit == trumps:
			rank, appeal = ranks[len(ranks)-1], appeal-10
		case sequence && len(ranks) >= 3:
			appeal += 50
		case len(ranks) == 1 && trumps != bridge.Notrump:
			appeal += 45
		case len(ranks) == 2:
			appeal += 20 - 10*boolean(ranks[0] >= bridge.King)
		case ranks[0] == bridge.Ace && trumps != bridge.Notrump:
			appeal += 5 // nobody leads away from an ace against a suit
		case len(ranks) >= 4:
			rank = ranks[3]
			appeal += 15 + 8*(len(ranks)-3)*(1+boolean(trumps == bridge.Notrump))
		case len(ranks) == 3:
			rank = ranks[2]
			appeal += 15
		}
		choices = append(choices, choice{bridge.NewCard(suit, rank), appeal})
	}
	return slices.MaxFunc(choices, func(a, b choice) int { return cmp.Compare(a.appeal, b.appeal) }).card
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}
