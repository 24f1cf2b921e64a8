package seed_test

import (
	"testing"

	"github.com/overtrick/overtrick/internal/seed"
)

// TestSequence: the published first numbers of seed 1 never change.
func TestSequence(t *testing.T) {
	s := seed.New(1)
	for i, want := range []uint64{0x910a2dec89025cc1, 0xbeeb8da1658eec67, 0xf893a2eefb32555e} {
		if got := s.Next(); got != want {
			t.Errorf("number %d of seed 1 is %#x, want %#x", i+1, got, want)
		}
	}
}

func TestShuffleKeepsAll(t *testing.T) {
	v := make([]int, 100)
	for i := range v {
		v[i] = i
	}
	seed.New(7).Shuffle(len(v), func(i, j int) { v[i], v[j] = v[j], v[i] })
	seen, moved := map[int]bool{}, 0
	for i, n := range v {
		seen[n] = true
		if i != n {
			moved++
		}
	}
	if len(seen) != 100 || moved < 50 {
		t.Errorf("%d of 100 left, %d moved", len(seen), moved)
	}
}
