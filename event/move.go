package event

import (
	"fmt"

	"github.com/overtrick/overtrick/bridge"
)

// Move is what changed for a contestant between two standings: its place, its total
// or its percentage. Somebody else's correction can move a datum or a top, so that
// a contestant moves on whose boards nothing happened.
type Move struct {
	List       string // the name of the list
	Contestant Contestant
	Before     Stood
	After      Stood
}

// Stood is how a contestant stood in a list. The zero value is one that did not
// stand in it.
type Stood struct {
	Rank    int // 0: without a place
	Tied    bool
	Boards  int
	Total   Figure
	Percent Figure
}

func stood(r Row) Stood { return Stood{r.Rank, r.Tied, r.Boards, r.Total, r.Percent} }

// same compares exact values: what prints alike may differ all the same.
func (s Stood) same(t Stood) bool {
	return s.Rank == t.Rank && s.Tied == t.Tied && s.Boards == t.Boards &&
		s.Total.Value.Equal(t.Total.Value) && s.Percent.Value.Equal(t.Percent.Value)
}

// Moves lists who stands otherwise than before, in the order of the new lists, and
// then those that stand in none any more. Without standings before, everybody does.
func Moves(before, after *Standings) (moves []Move) {
	type key struct {
		list string
		who  Contestant
	}
	old := map[key]Stood{}
	if before != nil {
		for _, l := range before.every() {
			for _, r := range l.Rows {
				old[key{l.Name, r.Contestant}] = stood(r)
			}
		}
	}
	for _, l := range after.every() {
		for _, r := range l.Rows {
			k := key{l.Name, r.Contestant}
			was, now := old[k], stood(r)
			delete(old, k)
			if !was.same(now) {
				moves = append(moves, Move{l.Name, r.Contestant, was, now})
			}
		}
	}
	if before == nil {
		return moves
	}
	for _, l := range before.every() {
		for _, r := range l.Rows {
			if was, left := old[key{l.Name, r.Contestant}]; left {
				moves = append(moves, Move{List: l.Name, Contestant: r.Contestant, Before: was})
			}
		}
	}
	return moves
}

// every is all lists, the ranking first.
func (s *Standings) every() []List {
	if len(s.Further) == 0 {
		return s.Lists
	}
	return append(append([]List(nil), s.Lists...), s.Further...)
}

// Consequence is what one fact did to the standings.
type Consequence struct {
	Fact  Fact
	Moves []Move
}

// Consequences applies facts one after the other and says of each who moved because
// of it. Facts that moved nobody are not listed. The event ends with all of them
// applied; at the first that it refuses it stops, and stays as it was before that
// one.
func (e *Event) Consequences(facts []Fact) ([]Consequence, error) {
	var out []Consequence
	before, err := e.ranked()
	if err != nil {
		return nil, err
	}
	for i, f := range facts {
		if err := e.Apply(f); err != nil {
			return out, bridge.At(fmt.Sprintf("fact %d", i+1), err)
		}
		after, err := e.ranked()
		if err != nil {
			return out, err
		}
		if after == nil {
			before = nil
			continue
		}
		if moves := Moves(before, after); len(moves) > 0 {
			out = append(out, Consequence{f, moves})
		}
		before = after
	}
	return out, nil
}

// ranked is the standings, nil where there is no result yet.
func (e *Event) ranked() (*Standings, error) {
	if e.pack == nil {
		return nil, nil
	}
	s, err := e.Standings()
	if bridge.CodeOf(err) == bridge.NotFound {
		return nil, nil
	}
	return s, err
}
