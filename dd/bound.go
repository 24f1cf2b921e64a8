package dd

import "math/bits"

// suits are the lanes.
var suits = [4]uint64{lane, lane << 16, lane << 32, lane << 48}

// count is the number of cards in a set.
func count(set uint64) int { return bits.OnesCount64(set) }

// quick reports whether the side on lead wins goal tricks at once, and the ranks
// that it needs for them.
//
// The plan has two parts. First the leader cashes his own winners, and partner
// stays below each of them, so that the lead stays where it is. Then, if there
// is an entry, partner cashes his winners in the same way. All of it holds
// against any play: no opponent has a card that beats a winner, and each
// opponent who has a trump follows suit until the trumps are gone.
func (g *game) quick(seat, goal, left int, lens uint64) (uint64, bool) {
	me, pa, lho, rho := g.h[seat], g.h[seat^2], g.h[(seat+1)&3], g.h[(seat+3)&3]
	nm, np, nl, nr := uint(4*seat), uint(4*(seat^2)), uint(4*((seat+1)&3)), uint(4*((seat+3)&3))
	var rank uint64
	total := 0
	limit := left // of rounds in a side suit for the leader's winners
	drawn := true // no opponent can ruff
	lTrump, rTrump := 0, 0
	paTrump := 0
	free := false // partner can ruff without fear
	flip := uint32(seat & 1)
	first := uint(0)
	if g.trump != 0 {
		first = 1
		lm, lp := int(lens>>nm&15), int(lens>>np&15)
		lTrump, rTrump = int(lens>>nl&15), int(lens>>nr&15)
		paTrump = lp
		drawn = lTrump|rTrump == 0
		free = drawn && paTrump > 0
		if !drawn && paTrump > 0 {
			limit = left - paTrump
		}
		if lTrump|rTrump == 0 {
			// Each trump of the longer hand wins a trick, whatever is led.
			total = max(lm, lp)
			if total >= goal {
				return 0, true
			}
		}
	}
	var (
		after  [4]int    // partner's tricks in each suit
		needs  [4]uint64 // and the ranks that they need
		entry  = -1      // the suit in which the leader can cross
		ruff   = false
		sides  = 0 // tricks in side suits
		trumps = 0
		held   = false // trumps are counted without being cashed
	)
	for l := range uint(4) {
		if l == 0 && g.trump != 0 && lTrump|rTrump == 0 {
			continue // counted above
		}
		if (g.rel[l]^flip)&1 != 0 {
			// The others have the highest card; partner may ruff.
			ruff = ruff || free && l != 0 && me&suits[l] != 0 && pa&suits[l] == 0
			continue
		}
		sh := 16 * l
		m, p, o := me>>sh&lane, pa>>sh&lane, (lho|rho)>>sh&lane
		if m|p == 0 {
			continue
		}
		suit := lens >> sh
		lm, lp, ll, lr := int(suit>>nm&15), int(suit>>np&15), int(suit>>nl&15), int(suit>>nr&15)
		lo := max(ll, lr)
		rounds := left // that are safe from a ruff
		if l >= first && first == 1 && !drawn {
			if lTrump > 0 {
				rounds = ll
			}
			if rTrump > 0 {
				rounds = min(rounds, lr)
			}
			rounds = min(rounds, limit-sides)
		}
		above := o&-o - 1 // the cards above all of the opponents
		a := 0
		var need uint64
		if m&above != 0 && rounds > 0 {
			n := count(m & above)
			if n >= lo {
				n = lm
			}
			n = min(n, rounds)
			for a < n {
				w := m & -m
				if a < lp {
					q := lowest(p)
					if q < w {
						break
					}
					p ^= q
				}
				if a < lp || a < lo {
					need = w << sh
				}
				m ^= w
				a++
				total++
				if total == goal {
					return rank | need, true
				}
			}
			rank |= need
		}
		if l == 0 && first == 1 {
			trumps = a
			drawn = a >= lo
			if !drawn {
				// The highest trumps win without being led.
				run := (me | pa) & above
				if sure := min(count(run), max(lm, lp)); sure > a {
					if sure >= goal {
						return nth(run, uint64(goal)), true
					}
					total, rank, trumps, held = sure, nth(run, uint64(sure)), 0, true
				}
			}
			if drawn || paTrump <= trumps {
				limit = left
			}
		} else {
			sides += a
		}
		// What partner can cash then.
		b := 0
		need = 0
		if p&above != 0 {
			n := count(p & above)
			if a+n >= lo {
				n = max(lp-a, 0)
			}
			n = min(n, rounds-a)
			mm := m
			for b < n {
				w := p & -p
				if mm != 0 {
					q := lowest(mm)
					if q < w {
						break
					}
					mm ^= q
					need = w << sh
				} else if a+b < lo {
					need = w << sh
				}
				p ^= w
				b++
			}
			if b > 0 {
				if l == 0 && held {
					b = 0
				}
				after[l], needs[l] = b, need
				if m != 0 && entry < 0 {
					entry = int(l)
				}
			}
		}
		// Partner ruffs where there is no trump to beat his.
		ruff = ruff || free && l != 0 && m != 0 && p == 0
	}
	if entry >= 0 || ruff {
		// With trumps about, partner and then the leader must have enough side cards to follow
		// or to throw away.
		room := left
		if first == 1 && !drawn {
			if paTrump > trumps {
				room = left - paTrump
			}
			if lm := int(lens >> nm & 15); lm > trumps {
				room = min(room, left-lm)
			}
		}
		for i := range uint(4) {
			l := i
			if entry >= 0 {
				l = (uint(entry) + i) & 3
			}
			b := after[l]
			if b == 0 {
				if i == 0 && entry >= 0 {
					rank |= needs[l]
				}
				continue
			}
			if l >= first && first == 1 && !drawn {
				b = min(b, room-sides)
				if b <= 0 {
					if i == 0 && entry >= 0 {
						return 0, false
					}
					continue
				}
				sides += b
			}
			total += b
			rank |= needs[l]
			if total >= goal {
				return rank, true
			}
		}
	}
	if goal == 1 && paTrump > 0 && !drawn {
		// One ruff by partner.
		for l := uint(1); l < 4; l++ {
			sh := 16 * l
			if me>>sh&lane == 0 || pa>>sh&lane != 0 {
				continue
			}
			if (lTrump == 0 || lho>>sh&lane != 0) && (rTrump == 0 || rho>>sh&lane != 0) {
				return 0, true
			}
		}
	}
	return 0, false
}

// later reports whether the side that is not on lead wins goal tricks in the
// end, and the ranks that it needs for them.
func (g *game) later(seat, goal, left int, all, lens uint64) (uint64, bool) {
	x, y := (seat+1)&3, (seat+3)&3
	if g.trump != 0 {
		tx, ty := g.h[x]&lane, g.h[y]&lane
		if tx|ty == 0 {
			return 0, false
		}
		o := (g.h[seat] | g.h[seat^2]) & lane
		long := max(int(lens>>(4*x)&15), int(lens>>(4*y)&15))
		if o == 0 {
			return 0, long >= goal
		}
		run := (tx | ty) & (o&-o - 1)
		n := min(count(run), long)
		if n >= goal {
			return nth(run, uint64(goal)), true
		}
		if n == 0 && goal == 1 {
			ace := all & -all & lane
			king := highest(all & lane &^ ace)
			for i, t := range [2]uint64{tx, ty} {
				if t&king == 0 {
					continue
				}
				if t != king && g.h[(seat+2*i)&3]&ace != 0 {
					return king, true
				}
				if queen := highest(all & lane &^ (ace | king)); t&queen != 0 {
					return queen, true
				}
			}
		}
		return 0, false
	}

	// Notrump: the leader may have to give the lead away at once, or some time.
	var soon, ever uint64
	mine := 0 // the most tricks in suits that the leader's side heads
	open := true
	only := 3 // of the opponents, who heads every suit of the leader: bit 0 x, bit 1 y
	for l := range uint(4) {
		sh := 16 * l
		suit := all >> sh & lane
		if suit == 0 {
			continue
		}
		ace := suit & -suit << sh
		has := g.h[seat]>>sh&lane != 0
		switch {
		case (g.h[x]|g.h[y])&ace != 0:
			ever |= ace
			if has {
				soon |= ace
				if g.h[x]&ace != 0 {
					only &= 1
				} else {
					only &= 2
				}
			}
		default:
			if has {
				open = false
			}
			ls := lens >> sh
			mine += int(max(ls>>(4*seat)&15, ls>>(4*(seat^2))&15))
		}
	}
	switch {
	case goal == 1 && open:
		return soon, true
	case goal == 1:
		return ever, mine < left
	case !open || only == 0:
		return 0, false
	case only == 2:
		x = y
	}
	n, rank, _ := g.cash(x, all, 0)
	return rank, n >= goal
}

// cash counts the cards of a hand that are higher than all others of their suit,
// gives the ranks needed, and whether there are any in a suit.
func (g *game) cash(seat int, all, suit uint64) (tricks int, needed uint64, inSuit bool) {
	h := g.h[seat]
	n := 0
	var rank uint64
	in := false
	for l := range uint(4) {
		sh := 16 * l
		mine := h >> sh & lane
		o := all >> sh & lane &^ mine
		run := mine & (o&-o - 1)
		if run == 0 {
			continue
		}
		n += count(run)
		if o != 0 {
			rank |= lowest(run) << sh
		}
		if suit&(lane<<sh) != 0 {
			in = true
		}
	}
	return n, rank, in
}

// secondQuick reports whether the side of the second hand has won its goal when
// w is led.
func (g *game) secondQuick(seat int, w uint64, need, left int) (value int, needed uint64, ok bool) {
	goal := need
	short := need - 1
	if seat&1 != 0 {
		goal = left + 1 - need
	} else {
		short = need
	}
	suit := laneOf(w)
	var rank uint64
	if g.trump != 0 && goal != 1 {
		if suit == g.trump {
			return 0, 0, false
		}
		// The highest trumps win as well.
		x, y := g.h[seat]&lane, g.h[seat^2]&lane
		o := (g.h[(seat+1)&3] | g.h[(seat+3)&3]) & lane
		n := max(count(x), count(y))
		if o != 0 {
			run := (x | y) & (o&-o - 1)
			n = min(n, count(run))
			rank = nth(run, uint64(goal-1))
		}
		if n < goal-1 {
			return 0, 0, false
		}
	}
	third := g.h[(seat+1)&3]
	t := third & suit
	if t == 0 && third&g.trump != 0 {
		return 0, 0, false // third hand may ruff
	}
	over := highest(t | w)
	for i := 0; i <= 2; i += 2 {
		s := (seat + i) & 3
		h := g.h[s] & suit
		if h == 0 {
			if g.h[s]&g.trump != 0 && goal == 1 {
				return short, 0, true // a ruff that nobody can beat
			}
			continue
		}
		good := h & (over - 1)
		if good == 0 {
			continue
		}
		if goal == 1 || g.trump != 0 {
			return short, rank | lowest(good), true
		}
		// The winner cashes what is high in his hand.
		all := g.h[0] | g.h[1] | g.h[2] | g.h[3] | w
		n, rank, in := g.cash(s, all, suit)
		if !in {
			// He wins with another card; partner must be able to stay below it.
			c := highest(good)
			if o := g.h[s^2] & suit; o != 0 && lowest(o) < c {
				continue
			}
			n++
			rank |= c
		}
		if n >= goal {
			return short, rank, true
		}
	}
	return 0, 0, false
}
