package simulate

import (
	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/seed"
)

// deal is a board with its cards and its hidden character.
type deal struct {
	board bridge.Board
	vul   bridge.Vulnerability
	cards bridge.Deal
	shape [4][5]int // cards by seat and suit, by their numbers less one
	hcp   [4]int    // high-card points by seat
	view  bridge.BySide[view]
}

// view is what the cards of a side are worth. Strains count from Clubs, which is 0.
type view struct {
	hcp      int
	fit      [5]int         // cards in the suit; 8 for notrump, which has no trumps
	expected [5]int         // hundredths of a trick that a bidder expects
	real     [5]int         // hundredths of a trick that the cards give
	declarer [5]bridge.Seat // who plays it as a rule
}

// newDeal deals the cards of a board and finds out what they are worth.
func newDeal(b bridge.Board, cards, luck *seed.Source) *deal {
	pack := make([]bridge.Card, 52)
	for i := range pack {
		pack[i] = bridge.Card(i + 1)
	}
	cards.Shuffle(len(pack), func(i, j int) { pack[i], pack[j] = pack[j], pack[i] })
	d := &deal{board: b, vul: b.Vulnerability()}
	var hands [4]bridge.Hand
	for i := range hands {
		hands[i] = bridge.HandOf(pack[13*i : 13*i+13]...)
		for _, c := range hands[i].Cards() {
			d.shape[i][c.Suit()-1]++
			d.hcp[i] += max(0, int(c.Rank())-int(bridge.Ten))
		}
	}
	d.cards, _ = bridge.NewDeal(hands[0], hands[1], hands[2], hands[3]) // each card once
	for _, side := range bridge.Sides {
		d.view = d.view.With(side, d.viewOf(side))
	}
	// What lies well for one side lies badly for the other.
	for _, s := range bridge.Strains {
		lies := bell(luck, 80)
		for _, side := range bridge.Sides {
			v := d.view.Of(side)
			v.real[s-1] = v.expected[s-1] + lies
			d.view = d.view.With(side, v)
			lies = -lies
		}
	}
	return d
}

// viewOf counts what two hands are worth: points, and for a suit the trumps and
// the short suits beside them. With half the points, a side without a fit takes
// half the tricks.
func (d *deal) viewOf(side bridge.Side) view {
	first := bridge.North
	if side == bridge.EW {
		first = bridge.East
	}
	a, b := first-1, first.Partner()-1
	v := view{hcp: d.hcp[a] + d.hcp[b]}
	long := 0
	for _, s := range bridge.Strains[:4] {
		i := s - 1
		v.fit[i] = d.shape[a][i] + d.shape[b][i]
		long = max(long, d.shape[a][i], d.shape[b][i])
		short := 0
		for _, hand := range [2]bridge.Seat{a, b} {
			for _, other := range bridge.Strains[:4] {
				if other != s {
					short += []int{65, 30, 0}[min(2, d.shape[hand][other-1])]
				}
			}
		}
		v.expected[i] = 770 + 33*(v.hcp-20) + 75*(v.fit[i]-8) + min(short, 30*max(0, v.fit[i]-6))
		v.declarer[i] = first
		if mine, partners := d.shape[a][i], d.shape[b][i]; partners > mine || partners == mine && d.hcp[b] > d.hcp[a] {
			v.declarer[i] = first.Partner()
		}
	}
	nt := bridge.Notrump - 1
	v.fit[nt] = 8
	v.expected[nt] = 650 + 38*(v.hcp-20) + 15*max(0, v.hcp-29) + 25*max(0, long-5)
	v.declarer[nt] = first
	if d.hcp[b] > d.hcp[a] {
		v.declarer[nt] = first.Partner()
	}
	return v
}

// opens reports whether somebody has an opening bid.
func (d *deal) opens() bool {
	for i, points := range d.hcp {
		long, next := 0, 0
		for _, n := range d.shape[i] {
			if n > long {
				long, next = n, long
			} else {
				next = max(next, n)
			}
		}
		if points+long+next >= 20 || long >= 7 || long == 6 && points >= 6 {
			return true
		}
	}
	return false
}
