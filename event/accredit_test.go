package event_test

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/seed"
	"github.com/overtrick/overtrick/score"
)

// A federation accredits a scoring program with a hard event that it also scored by
// hand. This one is our own, and its hand are the plain loops of this file: they use
// fractions of the standard library and the words of the Laws, and no code of the
// rule rooms.

// slip is one meeting as the hand scores it.
type slip struct {
	session, board, round, table int
	ns, ew                       int
	version                      string
	awards                       [2]string    // of North-South and East-West: A+, A, A-, best; empty: a result
	outcomes                     [2][]weighed // North-South's points, as each side has them
}

// weighed is an outcome and its weight in hundredths.
type weighed struct{ points, weight int64 }

func single(points int64) [2][]weighed {
	one := []weighed{{points, 100}}
	return [2][]weighed{one, one}
}

// hardEvent is 20 pairs in two Mitchell sessions of ten tables, nine rounds of two
// boards. Pair 7 falls ill before the second one.
func hardEvent() (acts []event.Act, slips []*slip) {
	const tables, rounds, ill = 10, 9, 7
	ladder := []int64{-800, -500, -420, -170, -140, -100, -50, 50, 90, 100, 110, 140, 170, 400, 420, 450, 620, 650, 1430}
	r := seed.New(20)
	skill := func(pair int) int {
		return map[int]int{3: 4, 14: -4, 12: 1, 18: -1}[pair]
	}
	for session := 1; session <= 2; session++ {
		for round := range rounds {
			for table := range tables {
				skip := 0
				if round >= 5 { // or they would meet the boards of round 1 again
					skip = 1
				}
				mover := (table + 2*tables - round - skip) % tables
				ns, ew := table+1, tables+mover+1
				if session == 2 {
					ns, ew = 2*table+1, 2*mover+2
				}
				for i := range 2 {
					board := 2*((table+round)%tables) + i + 1
					m := event.Meeting{Session: session, Round: round + 1, Table: table + 1, Board: bridge.Board(board), NS: pair(ns), EW: pair(ew)}
					if session == 2 && ns == ill {
						if round < 4 { // nobody had said yet who it was
							m.NS = event.Contestant{}
							acts = append(acts, event.SatOut{Meeting: m})
						} else {
							acts = append(acts, event.NotPlayed{Meeting: m})
							slips = append(slips, &slip{session: session, board: board, ns: ns, ew: ew, awards: [2]string{"none", "best"}})
						}
						continue
					}
					at := min(max(7+board%5+skill(ns)-skill(ew)+r.Below(7)-3, 0), len(ladder)-1)
					points := score.Points(ladder[at])
					acts = append(acts, event.Played{Meeting: m, Score: &points})
					slips = append(slips, &slip{session: session, board: board, round: round + 1, table: table + 1, ns: ns, ew: ew, outcomes: single(ladder[at])})
				}
			}
		}
	}
	meeting := func(s *slip) event.Meeting {
		return event.Meeting{Session: s.session, Board: bridge.Board(s.board), NS: pair(s.ns), EW: pair(s.ew)}
	}
	of := func(session, board int) (list []*slip) {
		for _, s := range slips {
			if s.session == session && s.board == board && s.awards[0] == "" {
				list = append(list, s)
			}
		}
		return list
	}
	with := func(session, who, nth int) *slip {
		for _, s := range slips {
			if s.session == session && (s.ns == who || s.ew == who) && s.awards[0] == "" {
				if nth--; nth == 0 {
					return s
				}
			}
		}
		panic("no such meeting")
	}
	adjust := func(s *slip, ns, ew event.AwardKind) {
		s.awards = [2]string{string(ns), string(ew)}
		acts = append(acts, event.Ruled{Meeting: meeting(s), Award: bridge.BySide[event.Award]{NS: event.Award{Kind: ns}, EW: event.Award{Kind: ew}}})
	}
	adjust(with(1, 3, 2), event.AveragePlus, event.AverageMinus) // upgraded: 3 has more than 60 percent
	adjust(with(1, 9, 4), event.AveragePlus, event.AveragePlus)
	adjust(with(1, 14, 6), event.AverageMinus, event.AverageMinus) // downgraded: 14 has less than 40
	adjust(with(1, 8, 11), event.Average, event.AverageMinus)
	adjust(with(2, 3, 9), event.AverageMinus, event.AveragePlus)
	adjust(with(2, 14, 9), event.AveragePlus, event.AverageMinus)
	foul := func(session, board int, version string, which ...int) {
		scope := event.Scope{Session: session, Board: bridge.Board(board)}
		for _, i := range which {
			s := of(session, board)[i]
			s.version = version
			scope.NS, scope.EW = pair(s.ns), pair(s.ew)
			acts = append(acts, event.Fouled{Scope: scope, Version: version})
		}
	}
	foul(1, 15, "B", 2)          // a group of one
	foul(1, 16, "B", 4, 6)       // of two
	foul(1, 17, "B", 1, 5, 7)    // of three
	foul(2, 9, "B", 0, 2, 4, 6)  // of four
	foul(2, 10, "B", 1, 3, 5)    // of three, and another one
	foul(2, 10, "C", 0, 2, 4, 6) // of four, so that one or two are left
	assign := func(s *slip, ns, ew []weighed) {
		s.outcomes = [2][]weighed{ns, ew}
		ruled := event.Ruled{Meeting: meeting(s)}
		for i, side := range bridge.Sides {
			var list []event.Assigned
			for _, o := range s.outcomes[i] {
				points := score.Points(o.points)
				list = append(list, event.Assigned{Score: &points, Weight: exact.Of(o.weight, 100)})
			}
			ruled.Assigned = ruled.Assigned.With(side, list)
		}
		acts = append(acts, ruled)
	}
	assign(of(1, 11)[3], []weighed{{-50, 100}}, []weighed{{420, 100}}) // split
	shared := []weighed{{620, 55}, {170, 35}, {-100, 10}}
	assign(of(1, 12)[5], shared, shared) // weighted
	assign(of(2, 3)[1], []weighed{{450, 40}, {-50, 60}}, []weighed{{450, 75}, {-50, 25}})
	acts = append(acts, // the traveller of a board was lost, and one pair left
		event.Cancelled{Scope: event.Scope{Session: 1, Board: 13}},
		event.Withdrew{Contestant: pair(ill), Planned: 2 * 2 * rounds})
	slips = slices.DeleteFunc(slips, func(s *slip) bool { return s.session == 1 && s.board == 13 })
	return acts, slips
}

// ratio is n/d.
func ratio(n, d int64) *big.Rat { return big.NewRat(n, d) }

func add(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }
func sub(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }
func mul(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
func quo(a, b *big.Rat) *big.Rat { return new(big.Rat).Quo(a, b) }

// nearest is the multiple of unit next to v; halves go up, and with mirror away from 0.
func nearest(v, unit *big.Rat, mirror bool) *big.Rat {
	if mirror && v.Sign() < 0 {
		return new(big.Rat).Neg(nearest(new(big.Rat).Neg(v), unit, true))
	}
	q := add(quo(v, unit), ratio(1, 2))
	n := new(big.Int).Div(q.Num(), q.Denom()) // Euclidean: down, for a denominator above 0
	return mul(new(big.Rat).SetInt(n), unit)
}

// body is what the hand knows of a federation.
type body struct {
	name    string
	half    bool // matchpoints of 1 and a half
	round   func(mp, average *big.Rat) *big.Rat
	small   func(group, largestOther, expected int) bool
	ten     func(mean *big.Rat) *big.Rat // rounding of the datum
	imps    *big.Rat                     // average plus at a datum
	cross   *big.Rat                     // the same for each comparison of cross-IMPs
	factors bool                         // cross-IMPs are multiplied by E/A, and divided by E-1
	missed  bool                         // boards missed because the opponents left bring the best of three, else they are none
}

var bodies = []body{
	{
		name:  "wbf",
		round: func(mp, _ *big.Rat) *big.Rat { return mp },
		small: func(group, _, _ int) bool { return group == 1 },
		ten:   func(mean *big.Rat) *big.Rat { return nearest(mean, ratio(10, 1), true) },
		imps:  ratio(3, 1),
		cross: ratio(3, 1),
	},
	{
		name: "ebu",
		round: func(mp, average *big.Rat) *big.Rat {
			return add(average, nearest(sub(mp, average), ratio(1, 10_000), true))
		},
		small:   func(group, _, expected int) bool { return group == 1 || group <= 3 && 3*group <= expected },
		ten:     func(mean *big.Rat) *big.Rat { return nearest(mean, ratio(10, 1), true) },
		imps:    ratio(3, 1),
		cross:   ratio(2, 1),
		factors: true,
		missed:  true,
	},
	{
		name: "acbl",
		half: true,
		round: func(mp, _ *big.Rat) *big.Rat {
			return mul(nearest(quo(mp, ratio(2, 1)), ratio(1, 100), false), ratio(2, 1))
		},
		small: func(group, largestOther, _ int) bool { return group <= 2 || group == 3 && largestOther >= 3 },
		ten: func(mean *big.Rat) *big.Rat { // 425 to 420, 435 to 440
			ten := nearest(mean, ratio(10, 1), false)
			if d := sub(ten, mean); d.Cmp(ratio(5, 1)) == 0 && !quo(ten, ratio(20, 1)).IsInt() {
				return sub(ten, ratio(10, 1))
			}
			return ten
		},
		imps:  ratio(3, 1),
		cross: ratio(3, 1),
	},
}

// impBounds are the differences from which on there are 1, 2, 3 ... IMPs (Law 78B).
var impBounds = []int64{
	20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
}

func impsFor(difference *big.Rat) int64 {
	n := int64(0)
	for _, bound := range impBounds {
		if new(big.Rat).Abs(difference).Cmp(ratio(bound, 1)) >= 0 {
			n++
		}
	}
	return n * int64(difference.Sign())
}

// view turns North-South's points into those of a side.
func view(side int, points int64) int64 {
	if side == 1 {
		return -points
	}
	return points
}

// worthOf compares every outcome of a result with every outcome of the others, by
// their weights.
func worthOf(own *slip, others []*slip, side int, each func(mine, theirs int64) int64) *big.Rat {
	sum := ratio(0, 1)
	for _, o := range own.outcomes[side] {
		for _, other := range others {
			for _, x := range other.outcomes[side] {
				if n := each(view(side, o.points), view(side, x.points)); other != own {
					sum = add(sum, mul(ratio(o.weight*x.weight, 10_000), ratio(n, 1)))
				}
			}
		}
	}
	return sum
}

// hand scores the event by one method for one body.
type hand struct {
	body
	method event.Method
	slips  []*slip
	full   map[int]int           // by session: results of a full board
	earned map[*slip][2]*big.Rat // what the sides have for a result
	points map[*slip][2]*big.Rat // and for an award
	total  map[int]*big.Rat      // of a pair
	tops   map[int]*big.Rat      // of a pair, matchpoints
	boards map[int]int64         // of a pair
	rating map[int]*big.Rat      // percent, or the mean of a board
	place  map[int]string
}

func byHand(b body, method event.Method, slips []*slip) *hand {
	if !b.missed {
		slips = slices.DeleteFunc(slices.Clone(slips), func(s *slip) bool { return s.awards[1] == "best" })
	}
	h := &hand{
		body: b, method: method, slips: slips, full: map[int]int{},
		earned: map[*slip][2]*big.Rat{}, points: map[*slip][2]*big.Rat{},
		total: map[int]*big.Rat{}, tops: map[int]*big.Rat{}, boards: map[int]int64{}, rating: map[int]*big.Rat{}, place: map[int]string{},
	}
	count := map[[2]int]int{}
	for _, s := range slips { // a board on which a score was awarded should have had a result
		if s.awards[1] == "best" {
			continue
		}
		count[[2]int{s.session, s.board}]++
		h.full[s.session] = max(h.full[s.session], count[[2]int{s.session, s.board}])
	}
	for _, s := range slips {
		if s.awards[0] == "" {
			h.earned[s] = [2]*big.Rat{h.result(s, 0), h.result(s, 1)}
		}
	}
	for _, s := range slips {
		if s.awards[0] != "" {
			h.points[s] = [2]*big.Rat{h.award(s, 0), h.award(s, 1)}
		}
	}
	h.add()
	return h
}

// group are the results that played what a result played, and the size of the
// largest other group.
func (h *hand) group(of *slip) (group []*slip, largestOther int) {
	sizes := map[string]int{}
	for _, s := range h.slips {
		if s.session == of.session && s.board == of.board && s.awards[0] == "" {
			if sizes[s.version]++; s.version == of.version {
				group = append(group, s)
			} else {
				largestOther = max(largestOther, sizes[s.version])
			}
		}
	}
	return group, largestOther
}

// plus is average plus in IMPs.
func (h *hand) plus() *big.Rat {
	if h.method == event.CrossIMPs {
		return h.cross
	}
	return h.imps
}

// top is that of a full board: two for each of the others.
func (h *hand) top(session int) *big.Rat { return ratio(int64(2*h.full[session]-2), 1) }

func (h *hand) result(s *slip, side int) *big.Rat {
	group, other := h.group(s)
	expected, actual := int64(h.full[s.session]), int64(len(group))
	fouled := other > 0
	switch h.method {
	case event.Matchpoints:
		mp := worthOf(s, group, side, func(mine, theirs int64) int64 { return int64(1 + cmp.Compare(mine, theirs)) })
		top := h.top(s.session)
		if fouled && h.small(len(group), other, h.full[s.session]) {
			percent := add(ratio(60, 1), mul(ratio(5, 1), sub(mp, ratio(actual-1, 1))))
			mp = mul(quo(percent, ratio(100, 1)), top)
		} else {
			mp = sub(mul(add(mp, ratio(1, 1)), ratio(expected, actual)), ratio(1, 1))
		}
		if rounded := h.round(mp, quo(top, ratio(2, 1))); rounded.Cmp(top) <= 0 {
			return rounded
		}
		return mp
	case event.CrossIMPs:
		if actual == 1 {
			return h.plus()
		}
		sum := worthOf(s, group, side, func(mine, theirs int64) int64 { return impsFor(ratio(mine-theirs, 1)) })
		if h.factors {
			return quo(mul(sum, ratio(expected, actual)), ratio(expected-1, 1))
		}
		return quo(sum, ratio(actual-1, 1))
	}
	if fouled && actual == 1 {
		return h.plus()
	}
	mean := ratio(0, 1)
	for _, x := range group {
		for _, o := range x.outcomes[side] {
			mean = add(mean, mul(ratio(o.points, 1), ratio(o.weight, 100)))
		}
	}
	datum := h.ten(quo(mean, ratio(actual, 1)))
	imps := ratio(0, 1)
	for _, o := range s.outcomes[side] {
		imps = add(imps, mul(ratio(o.weight, 100), ratio(impsFor(sub(ratio(o.points, 1), datum)), 1)))
	}
	if side == 1 {
		imps.Neg(imps)
	}
	return imps
}

// award is Law 12C2: 60, 50 or 40 percent of the top, or average plus and minus in
// IMPs, and the own result of the session's other boards if that is better for who
// was not at fault, or worse for who was.
func (h *hand) award(s *slip, side int) *big.Rat {
	who := [2]int{s.ns, s.ew}[side]
	own, size := ratio(0, 1), ratio(0, 1)
	for _, x := range h.slips {
		for i, n := range [2]int{x.ns, x.ew} {
			alone, other := h.group(x) // the only result of its version is artificial itself
			if n == who && x.session == s.session && x.awards[0] == "" && (len(alone) > 1 || other == 0) {
				own = add(own, h.earned[x][i])
				if h.method == event.Matchpoints {
					size = add(size, h.top(x.session))
				} else {
					size = add(size, ratio(1, 1))
				}
			}
		}
	}
	if s.awards[side] == "none" { // who left
		return nil
	}
	own = quo(own, size) // a share of the top, or IMPs
	plus, average, minus, scale := ratio(60, 100), ratio(50, 100), ratio(40, 100), h.top(s.session)
	if h.method != event.Matchpoints {
		plus, average, minus, scale = h.plus(), ratio(0, 1), new(big.Rat).Neg(h.plus()), ratio(1, 1)
	}
	share := average
	switch s.awards[side] {
	case "A+", "best": // who left had nothing in that session, of which there could be a converse
		share = plus
		if own.Cmp(plus) > 0 {
			share = own
		}
	case "A-":
		share = minus
		if own.Cmp(minus) < 0 {
			share = own
		}
	}
	return mul(share, scale)
}

// add makes totals and places.
func (h *hand) add() {
	for _, s := range h.slips {
		got, ok := h.earned[s]
		if !ok {
			got = h.points[s]
		}
		for i, n := range [2]int{s.ns, s.ew} {
			if got[i] == nil {
				continue
			}
			if h.total[n] == nil {
				h.total[n], h.tops[n] = ratio(0, 1), ratio(0, 1)
			}
			h.total[n] = add(h.total[n], got[i])
			h.tops[n] = add(h.tops[n], h.top(s.session))
			h.boards[n]++
		}
	}
	for n, sum := range h.total {
		h.rating[n] = quo(sum, ratio(h.boards[n], 1))
		if h.method == event.Matchpoints {
			h.rating[n] = mul(ratio(100, 1), quo(sum, h.tops[n]))
		}
	}
	for n := range h.total {
		better, equal := 0, 0
		for m := range h.total {
			switch c := h.rating[m].Cmp(h.rating[n]); {
			case m == 7: // it left, and has no place
			case c > 0:
				better++
			case c == 0:
				equal++
			}
		}
		h.place[n] = fmt.Sprint(better + 1)
		if equal > 1 {
			h.place[n] += "="
		}
		if n == 7 {
			h.place[n] = "0"
		}
	}
}

// inUnit is an amount of the 2-scale as the body counts.
func (h *hand) inUnit(v *big.Rat) string {
	if v == nil {
		return "0"
	}
	if h.half && h.method == event.Matchpoints {
		v = quo(v, ratio(2, 1))
	}
	return v.RatString()
}

// TestAccredit: every number of the hard event is the one that the hand found, under
// three bodies and by three methods.
func TestAccredit(t *testing.T) {
	acts, slips := hardEvent()
	for _, b := range bodies {
		for _, method := range []event.Method{event.Matchpoints, event.CrossIMPs, event.Butler} {
			t.Run(b.name+" "+string(method), func(t *testing.T) {
				h := byHand(b, method, slips)
				opened := event.Opened{Kind: event.Pairs, Method: method, Regulation: b.name}
				s := standings(t, evening(20, append([]event.Act{opened}, acts...)...))
				for n := 1; n <= 20; n++ {
					r := row(t, s, pair(n))
					if got, want := r.Total.Value.String(), h.inUnit(h.total[n]); got != want {
						t.Errorf("pair %d: total %s, by hand %s", n, got, want)
					}
					if got := place(r); got != h.place[n] || int64(r.Boards) != h.boards[n] {
						t.Errorf("pair %d: place %s on %d boards, by hand %s on %d", n, got, r.Boards, h.place[n], h.boards[n])
					}
					if method == event.Matchpoints {
						if got, want := r.Percent.Value.String(), h.rating[n].RatString(); got != want {
							t.Errorf("pair %d: %s percent, by hand %s", n, got, want)
						}
						if got, want := r.Max.Value.String(), h.inUnit(h.tops[n]); got != want {
							t.Errorf("pair %d: maximum %s, by hand %s", n, got, want)
						}
					}
				}
				lines := map[[4]int][2]string{}
				for _, x := range h.slips {
					got, ok := h.earned[x]
					if !ok {
						got = h.points[x]
					}
					lines[[4]int{x.session, x.board, x.ns, x.ew}] = [2]string{h.inUnit(got[0]), h.inUnit(got[1])}
				}
				for _, board := range s.Boards {
					for _, l := range board.Lines {
						key := [4]int{board.Session, int(board.Board), l.Meeting.NS.Number, l.Meeting.EW.Number}
						want, ok := lines[key]
						if got := [2]string{l.Points.NS.Shown.Value.String(), l.Points.EW.Shown.Value.String()}; ok && got != want {
							t.Errorf("board %v: %v, by hand %v", key, got, want)
						}
						if counts := l.Points.NS.Counts || l.Points.EW.Counts; counts != ok {
							t.Errorf("board %v counts %v, by hand %v", key, counts, ok)
						}
						delete(lines, key)
					}
				}
				if len(lines) > 0 {
					t.Errorf("not on the sheets: %v", lines)
				}
				reasons(t, s, shippedPack(t, b.name))
			})
		}
	}
}

// TestHardEvent: the event is as hard as it should be.
func TestHardEvent(t *testing.T) {
	_, slips := hardEvent()
	h := byHand(bodies[0], event.Matchpoints, slips)
	percentOf := func(n, session int) *big.Rat {
		sum, top := ratio(0, 1), ratio(0, 1)
		for s, got := range h.earned {
			for i, who := range [2]int{s.ns, s.ew} {
				if who == n && s.session == session {
					sum, top = add(sum, got[i]), add(top, h.top(session))
				}
			}
		}
		return mul(ratio(100, 1), quo(sum, top))
	}
	if p := percentOf(3, 1); p.Cmp(ratio(60, 1)) <= 0 {
		t.Errorf("pair 3 has %s percent in the first session: want more than 60, for an average plus that grows", p.FloatString(2))
	}
	if p := percentOf(9, 1); p.Cmp(ratio(60, 1)) >= 0 {
		t.Errorf("pair 9 has %s percent in the first session: want less than 60, for an average plus of 60", p.FloatString(2))
	}
	if p := percentOf(14, 1); p.Cmp(ratio(40, 1)) >= 0 {
		t.Errorf("pair 14 has %s percent in the first session: want less than 40, for an average minus that shrinks", p.FloatString(2))
	}
	sizes := map[int]bool{}
	for _, s := range slips {
		if group, other := h.group(s); other > 0 {
			sizes[len(group)] = true
		}
	}
	for n := 1; n <= 4; n++ {
		if !sizes[n] {
			t.Errorf("no group of %d results", n)
		}
	}
}
