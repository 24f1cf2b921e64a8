package event

import (
	"slices"
	"strconv"

	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/seed"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/why"
)

// TieStep is a tie-break that was tried for a contestant: what it had, and among
// how many that were equal until then.
type TieStep struct {
	Tie   regulation.Tie
	Value Figure
	Among int // contestants, itself included

	among []int
}

// split gives the places from … to of contestants that are equal so far, by the
// regulation's chain of tie-breaks: each one decides what those before it left
// equal.
func (r *reckoning) split(k *ranking, from, to int) {
	all := make([]int, 0, to-from)
	for _, x := range k.order[from:to] {
		all = append(all, x.n)
	}
	for i := from; i < to; i++ {
		k.order[i].equals = all
	}
	r.untie(k, from, to, r.pack.Rank.Ties)
}

func (r *reckoning) untie(k *ranking, from, to int, chain []regulation.Tie) {
	group := k.order[from:to]
	if len(group) == 1 || len(chain) == 0 || chain[0] == regulation.Lot && r.opened.Seed == 0 {
		for i := range group {
			group[i].rank, group[i].better, group[i].tied = from+1, from, len(group) > 1
		}
		return
	}
	if !r.decides(chain[0]) {
		r.untie(k, from, to, chain[1:])
		return
	}
	among := make([]int, len(group))
	for i, x := range group {
		among[i] = x.n
	}
	for i := range group {
		v := r.tie(nil, chain[0], group[i].n, among)
		group[i].key = v.Fraction
		group[i].trace = append(group[i].trace, TieStep{chain[0], Figure{Value: v.Fraction, Places: 2}, len(among), among})
	}
	slices.SortStableFunc(group, func(a, b *ranked) int { return b.key.Cmp(a.key) })
	for first := 0; first < len(group); {
		next := first + 1
		for next < len(group) && group[next].key.Equal(group[first].key) {
			next++
		}
		r.untie(k, from+first, from+next, chain[1:])
		first = next
	}
}

// decides reports whether a tie-break says anything of such contestants. Nobody
// else's score is a partner's but in an individual event, and only teams have matches
// that count in IMPs.
func (r *reckoning) decides(tie regulation.Tie) bool {
	switch tie {
	case regulation.Partners:
		return r.opened.Kind == Individuals
	case regulation.CommonBoards:
		return r.opened.Kind != Teams
	case regulation.DirectNet, regulation.Net, regulation.Quotient, regulation.Boards:
		return r.opened.Kind == Teams
	}
	return true
}

// tie is what a tie-break gives a contestant against those it is equal with; the
// most is the best.
func (r *reckoning) tie(p *why.Pen, tie regulation.Tie, n int, among []int) why.Value {
	if r.opened.Kind == Teams {
		return r.teamTie(p, tie, n, among)
	}
	switch tie {
	case regulation.HeadToHead:
		return r.headToHead(p, n, among)
	case regulation.CommonBoards:
		return r.commonBoards(p, n, among)
	case regulation.Opponents:
		return p.Sum("tie.opponents", r.scoresOf(p, n, false))
	case regulation.Partners:
		partners := p.Sum("tie.partners", r.scoresOf(p, n, true))
		opponents := p.Sum("tie.opponents", r.scoresOf(p, n, false))
		if partners.Sign() == 0 {
			return opponents
		}
		return p.Quotient("tie.quotient", opponents, partners)
	case regulation.Lot:
		return r.lotOf(p, n)
	}
	return why.Value{} // of teams alone
}

// lotOf is a contestant's lot as a tie-break.
func (r *reckoning) lotOf(p *why.Pen, n int) why.Value {
	return p.Given("tie.lot", exact.Int(r.lot(n)), why.Word("seed", strconv.FormatUint(r.opened.Seed, 10)))
}

// lot is a contestant's lot: all of the event are shuffled by its seed, in the order
// of their names, so that the draw does not depend on how the list came about.
func (r *reckoning) lot(n int) int {
	order := make([]int, len(r.entries))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return r.entries[a].Contestant.Compare(r.entries[b].Contestant) })
	seed.New(r.opened.Seed).Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return len(order) - slices.Index(order, n)
}

// opponentsOf are the contestants on the other side of a line, and partnersOf those
// on the same one.
func (s share) opponents() (list []int) {
	for side, x := range s.line.all {
		if side != s.side {
			list = append(list, x.n)
		}
	}
	return list
}

func (s share) partners() (list []int) {
	for side, x := range s.line.all {
		if side == s.side && x.n != s.who {
			list = append(list, x.n)
		}
	}
	return list
}

// scoresOf are the ratings of those a contestant met, each one once: of its
// opponents, or of its partners in an individual event.
func (r *reckoning) scoresOf(p *why.Pen, n int, partners bool) (scores []why.Value) {
	var met []int
	for _, s := range r.of(n) {
		list := s.opponents()
		if partners {
			list = s.partners()
		}
		for _, x := range list {
			if r.counts(s.line, n) && !slices.Contains(met, x) {
				met = append(met, x)
			}
		}
	}
	slices.SortFunc(met, func(a, b int) int { return r.entries[a].Contestant.Compare(r.entries[b].Contestant) })
	for _, x := range met {
		var rating exact.Fraction
		for _, s := range r.stages { // the list is still being ordered: its places are not known yet
			if t := r.stageTotal(nil, x, s); t.counted() {
				if rating = t.rating.Fraction; r.swissPairs() {
					rating = t.vp.Fraction
				}
				break
			}
		}
		scores = append(scores, p.Given("tie.score_of", rating, why.Word("against", r.entries[x].Contestant.String())))
	}
	return scores
}

// headToHead is what a contestant earned against those it is tied with: 2 for
// each one beaten on the boards they played against each other, 1 for equality.
func (r *reckoning) headToHead(p *why.Pen, n int, tied []int) why.Value {
	var points []why.Value
	for _, other := range tied {
		if other == n {
			continue
		}
		var mine, theirs []why.Value
		for _, s := range r.of(n) {
			if !slices.Contains(s.opponents(), other) || !r.counts(s.line, n) {
				continue
			}
			board := named(s.line)
			against := share{line: s.line, side: s.side.Other(), who: other}
			mine = append(mine, p.Same("tie.board", r.earned(p, s.line, s), board...))
			theirs = append(theirs, p.Same("tie.board", r.earned(p, s.line, against), board...))
		}
		points = append(points, r.margin(p, other, mine, theirs))
	}
	return p.Sum("tie.points", points)
}

// margin is 2, 1 or 0 by who has more.
func (r *reckoning) margin(p *why.Pen, other int, mine, theirs []why.Value) why.Value {
	against := why.Word("against", r.entries[other].Contestant.String())
	margin := p.Difference("tie.margin", []why.Value{p.Sum("tie.own", mine), p.Sum("tie.theirs", theirs)}, against)
	return p.LookUp("tie.head_to_head", exact.Int(1+margin.Sign()), []why.Value{margin}, against)
}

// commonBoards compares a contestant with those it is tied with board by board,
// where both played the same one: 2 for the better result, 1 for an equal one. A
// board with two results of a contestant (Law 15) has none that could be compared.
func (r *reckoning) commonBoards(p *why.Pen, n int, tied []int) why.Value {
	own := r.playedOnce(n)
	var points []why.Value
	for _, other := range tied {
		if other == n {
			continue
		}
		theirs := r.playedOnce(other)
		for _, s := range r.of(other) {
			key := boardKey{s.line.Session, s.line.Board}
			mine, both := own[key]
			if _, once := theirs[key]; !both || !once || !r.counts(s.line, other) {
				continue
			}
			a, b := r.rating(p, mine.line, mine), r.rating(p, s.line, s)
			margin := p.Difference("tie.margin", []why.Value{a, b}, why.Word("against", r.entries[other].Contestant.String()))
			points = append(points, p.LookUp("tie.common_board", exact.Int(1+margin.Sign()), []why.Value{margin}, named(s.line)...))
		}
	}
	return p.Sum("tie.points", points)
}

// playedOnce are a contestant's boards with one line that counts.
func (r *reckoning) playedOnce(n int) map[boardKey]share {
	boards, twice := map[boardKey]share{}, map[boardKey]bool{}
	for _, s := range r.of(n) {
		if !r.counts(s.line, n) {
			continue
		}
		key := boardKey{s.line.Session, s.line.Board}
		if _, again := boards[key]; again {
			twice[key] = true
		}
		boards[key] = s
	}
	for key := range twice {
		delete(boards, key)
	}
	return boards
}
