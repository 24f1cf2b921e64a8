package dd

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"
	"unsafe"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/seed"
)

// plain is the oracle: alpha-beta over all legal cards, with no table, no
// bounds, no order and no equals. It gives North-South's tricks between lo and
// hi.
type plain struct {
	hands [4][]bridge.Card
	trump bridge.Strain
}

func (p *plain) value(leader int, table []bridge.Card, lo, hi int) int {
	seat := (leader + len(table)) % 4
	if len(table) == 0 && len(p.hands[seat]) == 0 {
		return 0
	}
	hand := p.hands[seat]
	must := false
	if len(table) > 0 {
		for _, c := range hand {
			must = must || c.Suit() == table[0].Suit()
		}
	}
	north := seat%2 == 0
	best := -1
	if !north {
		best = 14
	}
	for i, c := range hand {
		if must && c.Suit() != table[0].Suit() {
			continue
		}
		rest := append(append(make([]bridge.Card, 0, 12), hand[:i]...), hand[i+1:]...)
		p.hands[seat] = rest
		v := p.after(leader, append(append(make([]bridge.Card, 0, 4), table...), c), lo, hi)
		p.hands[seat] = hand
		if north {
			best = max(best, v)
			lo = max(lo, v)
		} else {
			best = min(best, v)
			hi = min(hi, v)
		}
		if lo >= hi {
			break
		}
	}
	return best
}

// after is the value when these cards were played to the trick, of which the last one
// has just left its hand.
func (p *plain) after(leader int, trick []bridge.Card, lo, hi int) int {
	if len(trick) < 4 {
		return p.value(leader, trick, lo, hi)
	}
	win := 0
	for j := 1; j < 4; j++ {
		a, b := trick[win], trick[j]
		if b.Suit() == a.Suit() && b.Rank() > a.Rank() || b.Suit() == p.trump && a.Suit() != p.trump {
			win = j
		}
	}
	w := (leader + win) % 4
	won := 1 - w%2
	return won + p.value(w, nil, lo-won, hi-won)
}

// ending deals n cards to each seat.
func ending(r *seed.Source, n int) [4]bridge.Hand {
	var pack []bridge.Card
	for c := bridge.Card(1); c.Valid(); c++ {
		pack = append(pack, c)
	}
	r.Shuffle(len(pack), func(i, j int) { pack[i], pack[j] = pack[j], pack[i] })
	var h [4]bridge.Hand
	for i := range 4 * n {
		h[i%4] = h[i%4].With(pack[i])
	}
	return h
}

func TestRandomEndings(t *testing.T) {
	s := New(Limits{})
	for n, games := range map[int]int{1: 500, 2: 2000, 3: 2000, 4: 2000, 5: 3000, 6: 150} {
		switch {
		case os.Getenv("FULL") != "":
			games *= 10
		case testing.Short():
			games /= 10
		}
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			bad := 0
			for i := range games {
				r := seed.New(uint64(i))
				h := ending(r, n)
				strain := bridge.Strains[r.Below(5)]
				leader := r.Below(4)
				s.begin(context.Background())
				s.setUp(h, strain)
				got := s.seek(n/2, n, func(need int) int {
					v, _ := s.g.trick(leader, need, n)
					return v
				})
				p := plain{trump: strain}
				for j := range 4 {
					p.hands[j] = h[j].Cards()
				}
				if want := p.value(leader, nil, 0, n); got != want {
					t.Errorf("seed %d: %v %v, %d leads: got %d, want %d", i, h, strain, leader, got, want)
					if bad++; bad > 5 {
						break
					}
				}
			}
		})
	}
}

// What each card brings, in the middle of a trick too, is what plain search finds.
func TestRandomCards(t *testing.T) {
	s := New(Limits{})
	games := 300
	switch {
	case os.Getenv("FULL") != "":
		games *= 20
	case testing.Short():
		games /= 5
	}
	for i := range games {
		r := seed.New(uint64(i))
		n := 1 + r.Below(4)
		h := ending(r, n)
		d, err := bridge.NewDeal(h[0], h[1], h[2], h[3])
		if err != nil {
			t.Fatal(err)
		}
		at := Position{Deal: d, Strain: bridge.Strains[r.Below(5)], Leader: bridge.Seats[r.Below(4)]}
		p := plain{trump: at.Strain}
		for j := range 4 {
			p.hands[j] = h[j].Cards()
		}
		for {
			choices, err := s.Cards(t.Context(), at)
			if err != nil {
				t.Fatal(err)
			}
			turn := int(at.Turn()) - 1
			hand := p.hands[turn]
			for _, c := range choices {
				p.hands[turn] = slices.DeleteFunc(slices.Clone(hand), func(x bridge.Card) bool { return x == c.Card })
				want := p.after(int(at.Leader)-1, append(slices.Clone(at.Trick), c.Card), 0, n)
				if turn%2 == 1 {
					want = n - want
				}
				if c.Tricks != want {
					t.Fatalf("seed %d: %v %v, %v leads, %v: %v brings %d, want %d", i, h, at.Strain, at.Leader, at.Trick, c.Card, c.Tricks, want)
				}
			}
			if len(at.Trick) == 3 {
				break
			}
			played := choices[r.Below(len(choices))].Card
			p.hands[turn] = slices.DeleteFunc(slices.Clone(hand), func(x bridge.Card) bool { return x == played })
			at.Trick = append(at.Trick, played)
		}
	}
}

// bytes is the memory that a solver holds for positions.
func (m *memo) bytes() int {
	n := len(m.chunks) * chunkSize * patternSize
	for _, t := range m.tables {
		n += len(t) * slotSize
	}
	return n
}

// An ordinary deal needs little memory, and the limit holds for any.
func TestMemory(t *testing.T) {
	s := New(Limits{})
	deals := func(seeds int) {
		for i := range seeds {
			h := ending(seed.New(uint64(i)), 13)
			d, err := bridge.NewDeal(h[0], h[1], h[2], h[3])
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Table(t.Context(), d); err != nil {
				t.Fatal(err)
			}
		}
	}
	// All of a solver is itself and its memo: 32 MB are what an ordinary deal may take,
	// and 100 MB what any may.
	own := int(unsafe.Sizeof(*s))
	deals(3)
	if n := own + s.g.memo.bytes(); n > 24<<20 {
		t.Errorf("ordinary deals take %d bytes", n)
	}
	if n := own + DefaultMemory; n > 80<<20 {
		t.Errorf("a solver takes up to %d bytes", n)
	}
	for _, limit := range []int{1, 1 << 20, 4 << 20} {
		s = New(Limits{Memory: limit, Plays: Unlimited})
		deals(2)
		if n := s.g.memo.bytes(); n > max(limit, chunkSize*patternSize+slotSize<<smallMemo) {
			t.Errorf("a limit of %d bytes, and %d are taken", limit, n)
		}
	}
}
