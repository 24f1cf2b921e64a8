package dd

// Order of play: a good guess first. It changes how long a search takes, never
// what it finds.

// push appends the cards of a set, the highest first.
func push(order *[13]uint64, n int, set uint64) int {
	for ; set != 0; set &= set - 1 {
		order[n] = set & -set
		n++
	}
	return n
}

// pushUp appends the cards of a set, the lowest first.
func pushUp(order *[13]uint64, n int, set uint64) int {
	for set != 0 {
		c := lowest(set)
		order[n] = c
		n++
		set ^= c
	}
	return n
}

// inSuit orders the cards of a hand that follows suit.
func (g *game) inSuit(pos, seat, win int, w, suit, moves uint64, order *[13]uint64) int {
	better := moves & (w - 1) // those that beat w, if it is of the suit
	if w&suit == 0 {
		better = 0
	}
	friend := win&1 == seat&1
	var n int
	switch pos {
	case 2:
		if better == 0 {
			return pushUp(order, 0, moves)
		}
		fourth := g.h[(seat+1)&3]
		f := fourth & suit
		if f == 0 && g.trump != 0 && suit != g.trump && fourth&g.trump != 0 {
			return pushUp(order, 0, moves) // it will be ruffed
		}
		if friend && (f == 0 || highest(f) > w) {
			return pushUp(order, 0, moves) // partner's card holds
		}
		sure := better
		if f != 0 {
			sure &= highest(f) - 1
		}
		if sure != 0 {
			c := lowest(sure)
			order[0] = c
			n = push(order, 1, better&^c)
			return pushUp(order, n, moves&^better)
		}
		// Force out the high card.
		c := highest(better)
		order[0] = c
		n = pushUp(order, 1, moves&^better)
		return pushUp(order, n, better&^c)
	default:
		third, fourth := g.h[(seat+1)&3], g.h[(seat+2)&3]
		t := third & suit
		ruffed := t == 0 && g.trump != 0 && suit != g.trump && third&g.trump != 0
		over := w
		if t != 0 && highest(t) < over {
			over = highest(t)
		}
		if ruffed || better == 0 {
			return pushUp(order, 0, moves)
		}
		f := fourth & suit
		if f != 0 && highest(f) < over {
			return pushUp(order, 0, moves) // partner will win
		}
		if sure := better & (over - 1); sure != 0 {
			c := lowest(sure)
			order[0] = c
			n = pushUp(order, 1, moves&^c)
			return n
		}
		return pushUp(order, 0, moves)
	}
}

// void orders the cards of a hand that cannot follow suit.
func (g *game) void(pos, seat, win int, w, moves uint64, order *[13]uint64) int {
	n := 0
	friend := win&1 == seat&1
	ruffs := moves & g.trump
	moves &^= ruffs
	if w&g.trump != 0 {
		// Only a higher trump wins.
		low := ruffs &^ (w - 1)
		ruffs &= w - 1
		if !friend {
			n = pushUp(order, n, ruffs)
			ruffs = 0
		}
		n = g.discards(seat, n, moves, order)
		n = pushUp(order, n, ruffs)
		return pushUp(order, n, low)
	}
	if friend && pos == 3 {
		n = g.discards(seat, n, moves, order)
		return pushUp(order, n, ruffs)
	}
	n = pushUp(order, n, ruffs)
	return g.discards(seat, n, moves, order)
}

// discards orders cards to throw away: the lowest of each suit, the longest suit
// first, then the others.
func (g *game) discards(seat, n int, moves uint64, order *[13]uint64) int {
	h := g.h[seat]
	all := g.h[0] | g.h[1] | g.h[2] | g.h[3]
	from := n
	var length [4]int // of the suits in order
	for l := range uint(4) {
		sh := 16 * l
		if moves>>sh&lane == 0 {
			continue
		}
		suit := h >> sh & lane
		k := count(suit)
		if k <= 2 {
			// Not from a suit that is guarded just enough.
			top := all >> sh & lane
			top &= -top
			if suit&top != 0 {
				if k == 1 {
					k = 0
				}
			} else if k == 2 && suit&(top<<1|top<<2) != 0 {
				k = 1
			}
		}
		i := n
		for ; i > from && length[i-1-from] < k; i-- {
			length[i-from], order[i] = length[i-1-from], order[i-1]
		}
		length[i-from], order[i] = k, lowest(moves&(lane<<sh))
		n++
	}
	for _, c := range order[from:n] {
		moves &^= c
	}
	return pushUp(order, n, moves)
}

// leads orders the cards to lead.
func (g *game) leads(seat int, all, moves uint64, order *[13]uint64) int {
	me, pa, lho, rho := g.h[seat], g.h[seat^2], g.h[(seat+1)&3], g.h[(seat+3)&3]
	var score [4]int
	var first [4]uint64
	for l := range uint(4) {
		sh := 16 * l
		suit := uint64(lane) << sh
		mine := moves & suit
		if mine == 0 {
			score[l] = -1000
			continue
		}
		p, lo, ro := pa&suit, lho&suit, rho&suit
		k := 0
		t := g.trump
		ace := highest(all & suit)
		king := highest(all & suit &^ ace)
		n := count(me & suit)
		switch {
		case t != 0 && suit&t != 0:
			k = leadTrump
		case t != 0 && (lo == 0 && lho&t != 0 || ro == 0 && rho&t != 0):
			k = leadToTheirRuff
		case t != 0 && p == 0 && pa&t != 0: // a ruff for partner
		case t != 0 && n == 1 && me&t != 0:
			k = leadSingleton
		}
		if side := me | pa; side&ace != 0 {
			k += leadOurAce
			if side&king != 0 {
				k += leadOurKingToo
			}
		} else if side&king != 0 {
			k += leadOurKing
		}
		if lo != 0 && p != 0 {
			switch ph := highest(p); {
			case highest(lo) >= ph:
				k += leadThroughLower
			case ph == king:
				k += leadThroughToKing
			default:
				k += leadThroughHigher
			}
		}
		if ro&king != 0 {
			switch {
			case p&ace != 0:
				k += leadPastKingToAce
			case lo&ace != 0:
				k += leadBetweenTheirTops
			}
		}
		if t == 0 {
			k += n + leadPartnerLength*count(p)
		}
		score[l] = k
		// Which card: a winner from the top, the top of touching cards, else the lowest.
		top := highest(mine)
		switch {
		case me&ace != 0:
			first[l] = top
		case p&ace != 0:
			first[l] = lowest(mine)
		case me&king != 0 && count(me&suit) > 1 && me&highest(all&suit&^(ace|king)) != 0:
			first[l] = top
		default:
			first[l] = lowest(mine)
		}
	}
	n := 0
	for range 4 {
		b := 0
		for l := 1; l < 4; l++ {
			if score[l] > score[b] {
				b = l
			}
		}
		if score[b] == -1000 {
			break
		}
		score[b] = -1000
		mine := moves & (lane << (16 * b))
		order[n] = first[b]
		n = pushUp(order, n+1, mine&^first[b])
	}
	return n
}

// These say how much each feature of a suit speaks for leading it. Found by trying:
// they change the work of a search and nothing else. A feature that is not there made
// no difference.
const (
	leadTrump            = -5
	leadToTheirRuff      = -20 // an opponent is void and has trumps
	leadSingleton        = 35  // with a trump in hand
	leadOurAce           = 6   // the highest card is ours
	leadOurKingToo       = 6   // and the second one
	leadOurKing          = 4   // the second one alone
	leadThroughLower     = 6   // partner's best card beats that of the left
	leadThroughToKing    = 18  // it does not, and is the second one
	leadThroughHigher    = 5   // it does not
	leadPastKingToAce    = 6   // the right has the second one, partner the highest
	leadBetweenTheirTops = 8   // the right has the second one, the left the highest
	leadPartnerLength    = 3   // for each card of partner's, at notrump; 1 for each own
)
