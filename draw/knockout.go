package draw

import (
	"cmp"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/why"
)

// ExtraBoards is how many extra boards a tied match of so many has in a stanza, from 1:
// the number that the regulation has, the last one again and again; or an eighth of the
// match, rounded up, at least two (EBU White Book 143.2.1, older).
func ExtraBoards(rules regulation.Knockout, scheduled, stanza int) int {
	if n := len(rules.Extra); n > 0 {
		return rules.Extra[min(max(stanza, 1), n)-1]
	}
	return max(2, (max(scheduled, 0)+7)/8)
}

// CarryOver is what a knock-out match starts with, from the margin of the round-robin
// match between the same two, seen from the team ranked higher there: if that team won
// it has one part of the margin, if it lost the other team has another, and neither more
// than the limit; with the WBF half, a third and 16 IMPs. It is seen from the same side:
// below zero the other team has it.
func CarryOver(p *why.Pen, rules regulation.Knockout, margin why.Value) why.Value {
	share, sign := rules.Carry.Higher, 1
	if margin.Sign() < 0 {
		share, sign = rules.Carry.Lower, -1
	}
	won := p.Product("knockout.margin", []why.Value{margin}, why.Int("sign", sign))
	part := p.Product("knockout.part", []why.Value{won}, why.Num("share", share))
	most := p.Least("knockout.most", []why.Value{part, p.Given("knockout.limit", rules.Carry.Most)})
	carry := p.Product("knockout.carry", []why.Value{most}, why.Int("sign", sign))
	if rules.Tenth {
		return RoundCarry(p, carry)
	}
	return carry
}

// RoundCarry rounds a carry-over as the Polish leagues do: up to a tenth, but down
// if that would make it whole, so that no match can end level. A whole one stays.
// What the other team has is rounded as if it were the first's.
func RoundCarry(p *why.Pen, carry why.Value) why.Value {
	tenth := exact.DecimalUnit(1)
	up, down := exact.Ceiling, exact.Floor
	if carry.Sign() < 0 {
		up, down = down, up
	}
	rounded := carry.Round(exact.Rounding{Unit: tenth, Half: up})
	if rounded.IsInt() && !carry.IsInt() {
		up = down
	}
	return p.Round("knockout.round", carry, exact.Rounding{Unit: tenth, Half: up})
}

// Three is a match of a knock-out among three teams: its winner, 0 where it was
// drawn, and the IMPs of the first team less those of the second.
type Three struct {
	Teams  [2]int         `json:"teams"`
	Winner int            `json:"winner,omitempty"`
	Net    exact.Fraction `json:"net"`
}

// Placed is a place among three teams, shared where extra boards have to decide.
type Placed struct {
	Teams []int  `json:"teams"`
	By    string `json:"by"` // what put them before the next: wins, net_imps, direct; extra_boards where they share; empty for the last
}

// ThreeTeams ranks a knock-out of three teams from its three matches: by wins, a
// drawn match half a win; then by net IMPs; if that leaves two, by their match;
// what is level still is for extra boards (EBU White Book 143.2.2, older).
func ThreeTeams(matches [3]Three) ([]Placed, error) {
	wins, net := map[int]int{}, map[int]exact.Fraction{} // wins count twice
	direct := map[[2]int]int{}
	for _, m := range matches {
		a, b := m.Teams[0], m.Teams[1]
		if a < 1 || b < 1 || a == b || m.Winner != 0 && m.Winner != a && m.Winner != b {
			return nil, bridge.Errorf(bridge.Invalid, "draw.three_match", "a match of %d and %d that %d won: want two teams, and one of them or nobody", a, b, m.Winner)
		}
		for i, id := range m.Teams {
			switch m.Winner {
			case 0:
				wins[id]++
			case id:
				wins[id] += 2
			}
			f := m.Net
			if i == 1 {
				f = f.Neg()
			}
			net[id] = net[id].Add(f)
		}
		direct[two(a, b)] = m.Winner
	}
	if len(net) != 3 || len(direct) != 3 {
		return nil, bridge.Errorf(bridge.Invalid, "draw.three_teams", "%d teams in %d matches: want three that all met", len(net), len(direct))
	}
	var teams []int
	for id := range net {
		teams = append(teams, id)
	}
	slices.Sort(teams)
	byWins := func(a, b int) int { return cmp.Compare(wins[b], wins[a]) }
	byNet := func(a, b int) int { return net[b].Cmp(net[a]) }
	var out []Placed
	for _, level := range split(teams, byWins) {
		parts := split(level, byNet)
		for i, part := range parts {
			by := "wins"
			if len(level) > 1 && i < len(parts)-1 {
				by = "net_imps"
			}
			winner := 0
			if len(part) == 2 {
				winner = direct[two(part[0], part[1])]
			}
			switch {
			case winner != 0:
				out = append(out, Placed{[]int{winner}, "direct"}, Placed{[]int{part[0] + part[1] - winner}, by})
			case len(part) > 1:
				out = append(out, Placed{part, "extra_boards"})
			default:
				out = append(out, Placed{part, by})
			}
		}
	}
	if last := &out[len(out)-1]; len(last.Teams) == 1 {
		last.By = ""
	}
	return out, nil
}

// split sorts teams, and cuts them where they are not level.
func split(teams []int, compare func(a, b int) int) (out [][]int) {
	teams = slices.Clone(teams)
	slices.SortStableFunc(teams, compare)
	for i, id := range teams {
		if i == 0 || compare(teams[i-1], id) != 0 {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], id)
	}
	return out
}

// Lost is a lost match of a knock-out, by how much.
type Lost struct {
	Loser  int            `json:"loser"`
	Margin exact.Fraction `json:"margin"`
}

// ClosestLosers are so many losers with the smallest margins, who fill a draw up
// instead of byes (a repechage; New Zealand). The error has code
// [bridge.NoSolution] if the last of them is level with the next.
func ClosestLosers(lost []Lost, many int) ([]int, error) {
	if many < 0 || many > len(lost) {
		return nil, bridge.Errorf(bridge.Invalid, "draw.losers", "%d closest losers of %d: there are not so many", many, len(lost))
	}
	sorted := slices.SortedFunc(slices.Values(lost), func(a, b Lost) int {
		return cmp.Or(a.Margin.Abs().Cmp(b.Margin.Abs()), cmp.Compare(a.Loser, b.Loser))
	})
	if many > 0 && many < len(sorted) && sorted[many-1].Margin.Abs().Equal(sorted[many].Margin.Abs()) {
		return nil, bridge.Errorf(bridge.NoSolution, "draw.level_losers", "contestants %d and %d lost by the same margin: the director decides", sorted[many-1].Loser, sorted[many].Loser)
	}
	out := make([]int, many)
	for i := range out {
		out[i] = sorted[i].Loser
	}
	return out, nil
}
