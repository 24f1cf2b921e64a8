package dd

import "math/bits"

// A card of the search is one bit of a word: 16 bits a suit ("lane"), of which
// bit 0 is the ace and bit 12 the deuce, so that the lowest bit is the highest
// card. Trumps are lane 0. Seats are 0 to 3 clockwise from North, so that the
// even ones are North-South, who want many tricks; all values are theirs.
const (
	lane  = 0x1fff
	valid = lane | lane<<16 | lane<<32 | lane<<48
)

// laneOf is the lane of a card, as a mask.
func laneOf(card uint64) uint64 {
	return 0xffff << (uint(bits.TrailingZeros64(card)) &^ 15)
}

// lowest is the lowest card of a set that is not empty.
func lowest(set uint64) uint64 { return 1 << (63 - uint(bits.LeadingZeros64(set))) }

// highest is the highest card of a set that is in one suit, 0 for none.
func highest(set uint64) uint64 { return set & -set }

const killers = 1 << 15

// game is one deal in one strain, being searched.
type game struct {
	h      [4]uint64       // the hands, without what lies on the table
	trump  uint64          // the mask of lane 0, or 0 at notrump
	gone   [14]uint64      // by tricks left: the cards played in earlier tricks
	orders [56][13]uint64  // by tricks left and cards in the trick: the moves being tried
	rel    [4]uint32       // the holders of each lane at the start of the trick being judged
	tab    [4][8192]uint64 // by lane and cards left in it: holders from the top, lengths of the hands << 32
	killer [killers]uint32
	memo   memo

	plays  uint64 // cards played since the start of the search
	tricks uint64 // positions at the start of a trick
	stop   bool   // the budget is spent or the caller has gone; no value is true
	ask    func() bool
}

// fill makes the tables of a deal; h stands at the start of a trick.
func (g *game) fill() {
	for l := range uint(4) {
		var holder [13]uint64
		for seat := range uint64(4) {
			for set := g.h[seat] >> (16 * l) & lane; set != 0; set &= set - 1 {
				holder[bits.TrailingZeros64(set)] = seat
			}
		}
		all := (g.h[0] | g.h[1] | g.h[2] | g.h[3]) >> (16 * l) & lane
		t := &g.tab[l]
		t[0] = 0
		// All sets of cards that may be left, ascending, so that the set without its highest
		// card comes first.
		for set := -all & all; set != 0; set = (set - all) & all {
			who := holder[bits.TrailingZeros64(set)]
			rest := t[set&(set-1)]
			t[set] = (rest&(1<<holderBits-1))<<2 | who | rest>>32<<32 + 1<<(32+4*who)
		}
	}
}

// forget empties what was learnt of an earlier strain.
func (g *game) forget() {
	g.memo.clear()
	clear(g.killer[:])
}

// trick is the start of a trick: seat leads, left tricks are to come. A value of
// need or more is a proven lower bound, one below a proven upper bound. The
// second value is the cards whose rank was needed for the proof; only the lowest
// of each suit counts.
func (g *game) trick(seat, need, left int) (value int, needed uint64) {
	if need <= 0 {
		return 0, 0
	}
	if need > left {
		return left, 0
	}
	if left == 1 {
		return g.last(seat)
	}
	g.tricks++
	if g.tricks&4095 == 0 && g.ask() {
		g.stop = true
	}
	if g.stop {
		return 0, 0
	}
	all := g.h[0] | g.h[1] | g.h[2] | g.h[3]
	t0, t1, t2, t3 := g.tab[0][all&lane], g.tab[1][all>>16&lane], g.tab[2][all>>32&lane], g.tab[3][all>>48&lane]
	lens := t0>>32 | t1>>32<<16 | t2>>32<<32 | t3>>32<<48
	g.rel = [4]uint32{uint32(t0), uint32(t1), uint32(t2), uint32(t3)}

	goal := need // of the side on lead
	if seat&1 != 0 {
		goal = left + 1 - need
	}
	if rank, ok := g.quick(seat, goal, left, lens); ok {
		if seat&1 == 0 {
			return need, rank
		}
		return need - 1, rank
	}
	if rank, ok := g.later(seat, left+1-goal, left, all, lens); ok {
		if seat&1 == 0 {
			return need - 1, rank
		}
		return need, rank
	}

	// Two of the sixteen lengths follow from the others.
	key := lens&^(0xff<<52) | uint64(seat+1)<<52 | (t0&3)<<56
	a := t0&(1<<holderBits-1) | t1&(1<<holderBits-1)<<holderBits
	b := t2&(1<<holderBits-1) | t3&(1<<holderBits-1)<<holderBits
	if s := g.memo.find(key); s.key != 0 {
		for _, p := range g.memo.list(s) {
			if (p.a^a)&g.memo.masks[p.a>>countShift]|(p.b^b)&g.memo.masks[p.b>>countShift] != 0 {
				continue
			}
			if v := p.least(); v >= need {
				return v, ranks(p, all)
			}
			if v := p.most(); v < need {
				return v, ranks(p, all)
			}
		}
	}
	v, rank := g.lead(seat, need, left, all)
	if g.stop {
		return 0, 0
	}
	// Note how many cards from the top mattered in each suit.
	var k [4]uint64
	for l := range k {
		if r := rank >> (16 * l) & lane; r != 0 {
			k[l] = uint64(bits.OnesCount64(all >> (16 * l) & (1<<bits.Len64(r) - 1)))
		}
	}
	ca, cb := k[0]|k[1]<<4, k[2]|k[3]<<4
	p := pattern{a&g.memo.masks[ca] | ca<<countShift, b&g.memo.masks[cb] | cb<<countShift}
	if v >= need {
		p.a |= uint64(v) << boundShift
		p.b |= uint64(left) << boundShift
	} else {
		p.b |= uint64(v) << boundShift
	}
	g.memo.store(key, p)
	return v, rank
}

// ranks gives the lowest cards that a pattern fixes.
func ranks(p pattern, all uint64) uint64 {
	return nth(all&lane, p.a>>countShift&15) |
		nth(all>>16&lane, p.a>>60)<<16 |
		nth(all>>32&lane, p.b>>countShift&15)<<32 |
		nth(all>>48, p.b>>60)<<48
}

// nth is the k-th highest card of a set, 0 for none.
func nth(set, k uint64) uint64 {
	if k == 0 {
		return 0
	}
	for ; k > 1; k-- {
		set &= set - 1
	}
	return set & -set
}

// last is the value of the last trick.
func (g *game) last(seat int) (value int, needed uint64) {
	w := g.h[seat]
	cards := w
	cmp := laneOf(w) | g.trump
	win := seat
	for i := 1; i < 4; i++ {
		s := (seat + i) & 3
		c := g.h[s]
		cards |= c
		if c&cmp-1 < w-1 {
			w, win = c, s
		}
	}
	return 1 - win&1, byRank(w, cards)
}

// byRank is the winning card of a trick if its rank mattered: another card of
// its suit is in it.
func byRank(w, cards uint64) uint64 {
	if cards&laneOf(w)&^w != 0 {
		return w
	}
	return 0
}

// tops are the cards of a hand without those that are equal to the next higher
// one: nothing but cards of earlier tricks lies between.
func tops(h, gone uint64) uint64 { return h &^ (gone + h<<1) }

// widen adds the cards that are equal to those of rank in hand h: what is true
// of a card was not tried for its equals.
func widen(rank, h, gone uint64) uint64 { return rank | h&^((h|gone)+rank&h) }

// prune drops the moves that cannot be better than card c, which failed because
// of the cards in rank.
func prune(moves, c, rank uint64) uint64 {
	suit := laneOf(c)
	rank &= suit
	if rank == 0 {
		return moves &^ suit
	}
	if low := lowest(rank); c > low {
		return moves &^ (suit &^ (low | (low - 1)))
	}
	return moves
}

func (g *game) lead(seat, need, left int, all uint64) (value int, needed uint64) {
	h := g.h[seat]
	gone := valid &^ all
	g.gone[left] = gone
	moves := tops(h, gone)
	north := seat&1 == 0
	best := 0
	if !north {
		best = left
	}
	var rank uint64
	slot, tag := killerSlot(h*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(g.h[seat^2]*0xc2b2ae3d27d4eb4f, 29) + uint64(seat))
	order := &g.orders[4*left]
	n := -1 // the order is made when it is needed
	i := 0
	var c uint64
	if k := g.killer[slot]; k>>6 == tag {
		c = moves & (1 << (k & 63))
	}
	for {
		if c == 0 {
			if n < 0 {
				n = g.leads(seat, all, moves, order)
			}
			for i < n && order[i]&moves == 0 {
				i++
			}
			if i == n {
				break
			}
			c = order[i]
		}
		moves &^= c
		g.plays++
		g.h[seat] = h &^ c
		v, r := g.second((seat+1)&3, c, laneOf(c)|g.trump, need, left)
		g.h[seat] = h
		if g.stop {
			return 0, 0
		}
		if (v >= need) == north {
			g.killer[slot] = tag<<6 | uint32(bits.TrailingZeros64(c))
			return v, r
		}
		if north {
			best = max(best, v)
		} else {
			best = min(best, v)
		}
		rank |= r
		moves = prune(moves, c, r)
		c = 0
	}
	return best, widen(rank, h, gone)
}

// killerSlot is the place and the tag of a hash in the table of killers.
func killerSlot(hash uint64) (slot, tag uint32) {
	hash *= 0x9e3779b97f4a7c15
	return uint32(hash >> 49), uint32(hash>>8)&(1<<26-1) | 1
}

// second is the second hand to a trick: w was led.
func (g *game) second(seat int, w, cmp uint64, need, left int) (value int, needed uint64) {
	if v, r, ok := g.secondQuick(seat, w, need, left); ok {
		return v, r
	}
	return g.follow(1, seat, (seat+3)&3, w, cmp, w, need, left)
}

// follow is the hand of seat to a trick to which pos cards were played, one or two, of
// which w by win wins so far.
func (g *game) follow(pos, seat, win int, w, cmp, cards uint64, need, left int) (value int, needed uint64) {
	h := g.h[seat]
	gone := g.gone[left]
	suit := cmp &^ g.trump
	if suit == 0 {
		suit = cmp // trumps were led
	}
	moves := tops(h, gone)
	follows := h&suit != 0
	if follows {
		moves &= suit
	}
	north := seat&1 == 0
	best := 0
	if !north {
		best = left
	}
	var rank uint64
	order := &g.orders[4*left+pos]
	n, i := -1, 0
	var c uint64
	var slot, tag uint32
	if moves&(moves-1) == 0 {
		c = moves
	} else {
		if follows {
			slot, tag = killerSlot((valid&^gone)&suit*0xc2b2ae3d27d4eb4f + w*0x9e3779b97f4a7c15 + uint64(seat<<2|pos))
		} else {
			slot, tag = killerSlot(h*0xc2b2ae3d27d4eb4f + uint64(win<<4|seat<<2|pos) + g.winning(w)*0x9e3779b97f4a7c15)
		}
		if k := g.killer[slot]; k>>6 == tag {
			c = moves & (1 << (k & 63))
		}
	}
	for {
		if c == 0 {
			if n < 0 {
				if follows {
					n = g.inSuit(pos, seat, win, w, suit, moves, order)
				} else {
					n = g.void(pos, seat, win, w, moves, order)
				}
			}
			for i < n && order[i]&moves == 0 {
				i++
			}
			if i == n {
				break
			}
			c = order[i]
		}
		moves &^= c
		g.plays++
		g.h[seat] = h &^ c
		w2, win2 := w, win
		if c&cmp-1 < w-1 {
			w2, win2 = c, seat
		}
		var v int
		var r uint64
		if pos == 1 {
			v, r = g.follow(2, (seat+1)&3, win2, w2, cmp, cards|c, need, left)
		} else {
			v, r = g.fourth((seat+1)&3, win2, w2, cmp, cards|c, need, left)
		}
		g.h[seat] = h
		if g.stop {
			return 0, 0
		}
		if (v >= need) == north {
			if tag != 0 {
				g.killer[slot] = tag<<6 | uint32(bits.TrailingZeros64(c))
			}
			return v, r
		}
		if north {
			best = max(best, v)
		} else {
			best = min(best, v)
		}
		rank |= r
		moves = prune(moves, c, r)
		c = 0
	}
	return best, widen(rank, h, gone)
}

// fourth is the last hand to a trick: the cheapest card that wins is as good a guess as
// any that was learnt.
func (g *game) fourth(seat, win int, w, cmp, cards uint64, need, left int) (value int, needed uint64) {
	h := g.h[seat]
	gone := g.gone[left]
	suit := cmp &^ g.trump
	if suit == 0 {
		suit = cmp // trumps were led
	}
	moves := tops(h, gone)
	north := seat&1 == 0
	best := 0
	if !north {
		best = left
	}
	var rank uint64
	var order *[13]uint64 // of a hand that cannot follow suit
	i := 0
	var first uint64 // what to try first of a hand that can, the lowest card at first
	if h&suit != 0 {
		moves &= suit
		if win&1 != seat&1 && w&suit != 0 {
			first = moves & (w - 1)
		}
	} else if moves&(moves-1) != 0 {
		order = &g.orders[4*left+3]
		g.void(3, seat, win, w, moves, order)
	}
	for moves != 0 {
		var c uint64
		if order != nil {
			for order[i]&moves == 0 {
				i++
			}
			c = order[i]
		} else if c = moves & first; c != 0 {
			c = lowest(c)
		} else {
			c = lowest(moves)
		}
		moves &^= c
		g.plays++
		g.h[seat] = h &^ c
		w2, win2 := w, win
		if c&cmp-1 < w-1 {
			w2, win2 = c, seat
		}
		won := 1 - win2&1
		v, r := g.trick(win2, need-won, left-1)
		v += won
		r |= byRank(w2, cards|c)
		g.h[seat] = h
		if g.stop {
			return 0, 0
		}
		if (v >= need) == north {
			return v, r
		}
		if north {
			best = max(best, v)
		} else {
			best = min(best, v)
		}
		rank |= r
		moves = prune(moves, c, r)
	}
	return best, widen(rank, h, gone)
}

// winning is what the hash of a void hand keeps of the card that wins: at
// notrump only whose it is.
func (g *game) winning(w uint64) uint64 {
	if g.trump != 0 {
		return w
	}
	return 0
}
