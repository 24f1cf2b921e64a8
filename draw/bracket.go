package draw

import (
	"cmp"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/seed"
)

// Stage is the part of a knock-out that a match belongs to.
type Stage string

// The stages.
const (
	Main   Stage = "main"
	Losers Stage = "losers" // of a double elimination: who loses there is out
	Final  Stage = "final"  // of a double elimination: the two winners; a second one only if the first loss was there
	Third  Stage = "third"  // the losers of the semi-finals, for third place
)

// Side says who plays: a seed, or the winner or loser of an earlier match.
type Side struct {
	Seed   int `json:"seed,omitempty"`
	Winner int `json:"winner,omitempty"`
	Loser  int `json:"loser,omitempty"`
}

// Tie is a match of a knock-out.
type Tie struct {
	ID    int     `json:"id"` // from 1
	Stage Stage   `json:"stage"`
	Round int     `json:"round"` // within its stage
	Sides [2]Side `json:"sides"`

	// Only says that the match is played only if the second side won the one before.
	Only   bool `json:"only,omitempty"`
	Winner int  `json:"winner,omitempty"` // the contestant, 0 until it is known
}

// Bracket is a knock-out: who is in it, and its matches in the order in which they
// can be played. It is a value: [Bracket.Win] gives a new one.
type Bracket struct {
	Entrants []int `json:"entrants"` // contestants by seed: the first is seed 1
	Ties     []Tie `json:"ties"`
}

// BracketOptions are the forms of a knock-out.
type BracketOptions struct {
	Double bool `json:"double,omitempty"` // who loses once goes on among the losers
	Again  bool `json:"again,omitempty"`  // double: a second final if the winner of the others wins the first
	Third  bool `json:"third,omitempty"`  // single: a match for third place
}

// KnockOut makes the bracket of these contestants, in the order of their seeds:
// 1-16, 8-9 and so on, so that the best meet as late as they can. Where the number
// is no power of two the top seeds have byes in the first round.
func KnockOut(entrants []int, o BracketOptions) (*Bracket, error) {
	n := len(entrants)
	if n < 2 || n > MaxContestants {
		return nil, bridge.Errorf(bridge.Invalid, "draw.knockout", "a knock-out of %d: want 2 to %d", n, MaxContestants)
	}
	for i, id := range entrants {
		if id < 1 || slices.Contains(entrants[:i], id) {
			return nil, bridge.Errorf(bridge.Invalid, "draw.entrant", "contestant %d is in the knock-out twice, or has no number from 1", id)
		}
	}
	b := &Bracket{Entrants: slices.Clone(entrants)}
	line := make([]*Side, 0, n) // who is still in, nil for nobody
	for _, s := range seedLine(n) {
		if s > n {
			line = append(line, nil)
		} else {
			line = append(line, &Side{Seed: s})
		}
	}
	var out [][]*Side // the losers of each round
	for round := 1; len(line) > 1; round++ {
		var losers []*Side
		line, losers = b.round(Main, round, line)
		out = append(out, losers)
	}
	switch {
	case o.Double:
		b.losers(out, *line[0], o.Again)
	case o.Third && n > 3:
		semis := out[len(out)-2]
		b.add(Third, 1, semis[0], semis[1])
	}
	return b, nil
}

// seedLine is the order in which seeds stand in a bracket for n: each half of it is
// a bracket of its own, and the best of one meets the worst of the other.
func seedLine(n int) []int {
	line := []int{1}
	for len(line) < n {
		next := make([]int, 0, 2*len(line))
		for _, s := range line {
			next = append(next, s, 2*len(line)+1-s)
		}
		line = next
	}
	return line
}

// add makes a match if there are two sides. It gives who goes on, and who loses.
func (b *Bracket) add(stage Stage, round int, one, two *Side) (winner, loser *Side) {
	if one == nil || two == nil {
		return cmp.Or(one, two), nil
	}
	id := len(b.Ties) + 1
	b.Ties = append(b.Ties, Tie{ID: id, Stage: stage, Round: round, Sides: [2]Side{*one, *two}})
	return &Side{Winner: id}, &Side{Loser: id}
}

// round pairs a line of sides, neighbour with neighbour.
func (b *Bracket) round(stage Stage, round int, line []*Side) (winners, losers []*Side) {
	for i := 0; i+1 < len(line); i += 2 {
		w, l := b.add(stage, round, line[i], line[i+1])
		winners, losers = append(winners, w), append(losers, l)
	}
	return winners, losers
}

// losers makes the other bracket of a double elimination: its survivors meet each
// other, then the next losers from the main one, who come from the other end, so
// that nobody meets again soon.
func (b *Bracket) losers(out [][]*Side, champion Side, again bool) {
	line, round := out[0], 1
	for i := 1; i < len(out); i++ {
		if len(line) > len(out[i]) {
			line, _ = b.round(Losers, round, line)
			round++
		}
		next := slices.Clone(out[i])
		if i%2 == 1 {
			slices.Reverse(next)
		}
		for j := range line {
			line[j], _ = b.add(Losers, round, line[j], next[j])
		}
		round++
	}
	first, _ := b.add(Final, 1, &champion, line[0])
	if again {
		id := first.Winner
		b.Ties = append(b.Ties, Tie{ID: id + 1, Stage: Final, Round: 2, Sides: b.Ties[id-1].Sides, Only: true})
	}
}

// Contestant says who a side is, 0 if that is not known yet.
func (b *Bracket) Contestant(s Side) int { return b.contestant(s, len(b.Ties)+1) }

// contestant is the same for a side that may come only from matches before that
// one, so that no file can make a bracket that goes around in a circle.
func (b *Bracket) contestant(s Side, before int) int {
	switch {
	case s.Seed > 0 && s.Seed <= len(b.Entrants):
		return b.Entrants[s.Seed-1]
	case s.Winner > 0 && s.Winner < before:
		return b.Ties[s.Winner-1].Winner
	case s.Loser > 0 && s.Loser < before:
		t := b.Ties[s.Loser-1]
		if t.Winner == 0 {
			return 0
		}
		return b.contestant(t.Sides[0], s.Loser) + b.contestant(t.Sides[1], s.Loser) - t.Winner
	}
	return 0
}

// Players are the two contestants of a match; ready is false while they are not
// known, or if the match is not to be played.
func (b *Bracket) Players(id int) (one, two int, ready bool) {
	if id < 1 || id > len(b.Ties) {
		return 0, 0, false
	}
	t := b.Ties[id-1]
	one, two = b.contestant(t.Sides[0], id), b.contestant(t.Sides[1], id)
	ready = one > 0 && two > 0
	if t.Only {
		ready = ready && id > 1 && b.Ties[id-2].Winner == two
	}
	return one, two, ready
}

// Ready lists the matches that can be played and have no winner yet.
func (b *Bracket) Ready() []int {
	var out []int
	for _, t := range b.Ties {
		if _, _, ready := b.Players(t.ID); ready && t.Winner == 0 {
			out = append(out, t.ID)
		}
	}
	return out
}

// Win gives the bracket after a match was won. To win it again changes nothing; a
// match that another one has won is a conflict.
func (b *Bracket) Win(id, winner int) (*Bracket, error) {
	one, two, ready := b.Players(id)
	switch {
	case !ready:
		return nil, bridge.Errorf(bridge.NotFound, "draw.tie", "match %d is none that can be played now", id)
	case winner != one && winner != two:
		return nil, bridge.Errorf(bridge.Invalid, "draw.winner", "match %d: contestant %d does not play it, %d and %d do", id, winner, one, two)
	case b.Ties[id-1].Winner != 0 && b.Ties[id-1].Winner != winner:
		return nil, bridge.Errorf(bridge.Conflict, "draw.won", "match %d: contestant %d has won it already", id, b.Ties[id-1].Winner)
	}
	next := &Bracket{slices.Clone(b.Entrants), slices.Clone(b.Ties)}
	next.Ties[id-1].Winner = winner
	return next, nil
}

// Champion is who has won the knock-out, 0 until that is known.
func (b *Bracket) Champion() int {
	for _, t := range slices.Backward(b.Ties) {
		if t.Stage == Third {
			continue
		}
		if t.Only {
			if _, _, ready := b.Players(t.ID); !ready {
				continue
			}
		}
		return t.Winner
	}
	return 0
}

// Plate lists, in the order of the seeds, who lost the first match that it played:
// the field of a plate, or consolation, for which [KnockOut] makes a bracket. Open
// are those whose first match is still to come.
func (b *Bracket) Plate() (entrants, open []int) {
	for _, id := range b.Entrants {
		at := slices.IndexFunc(b.Ties, func(t Tie) bool {
			return b.Contestant(t.Sides[0]) == id || b.Contestant(t.Sides[1]) == id
		})
		switch {
		case at < 0 || b.Ties[at].Winner == 0:
			open = append(open, id)
		case b.Ties[at].Winner != id:
			entrants = append(entrants, id)
		}
	}
	return entrants, open
}

// Shuffled is an order of these contestants drawn from a seed, for a knock-out
// without a seeding.
func Shuffled(entrants []int, from uint64) []int {
	out := slices.Sorted(slices.Values(entrants))
	seed.New(from).Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}
