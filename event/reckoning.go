package event

import (
	"cmp"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// reckoning is an event compared board by board under one regulation. Its
// methods take a pen: without one they give the numbers of the standings, with
// one the same numbers and their derivations.
type reckoning struct {
	opened Opened
	pack   *regulation.Pack
	boards []*ratedBoard
	by     map[Contestant][]share

	rankings []ranking // as they were listed
	scores   map[scoreAt]bool
}

// scoreAt is a score at a vulnerability.
type scoreAt struct {
	score score.Points
	vul   bridge.Vulnerability
}

// ratedBoard is a board with all its meetings.
type ratedBoard struct {
	set      BoardSet
	expected int // results of a full board in this session
	field    *field.Board
	lines    []*ratedLine
	adjusted bool // holds an artificial score
}

// ratedLine is a meeting and what became of it.
type ratedLine struct {
	*meeting
	board *ratedBoard
	state State
	score score.Points // North-South's view, of a played line
	at    int          // its place among the board's results, of a played line

	// What the sides got of a played line, on the 2-scale: the totals and own means
	// ask for it again and again.
	got bridge.BySide[exact.Fraction]
}

// share is one contestant's part in a meeting.
type share struct {
	line *ratedLine
	side bridge.Side
}

func (e *Event) reckon(pack *regulation.Pack) (*reckoning, []Meeting, error) {
	r := &reckoning{opened: e.opened, pack: pack, by: map[Contestant][]share{}}
	boards := map[boardKey]*ratedBoard{}
	var open []Meeting
	for _, m := range e.order {
		line := &ratedLine{meeting: m}
		switch {
		case m.voided:
			continue
		case m.ruled != nil:
			line.state = StateAdjusted
		case m.satOut:
			line.state = StateSatOut
		case m.played != nil:
			line.state = StatePlayed
		case m.notPlayed:
			line.state = StateNotPlayed
		default:
			open = append(open, m.Meeting)
			continue
		}
		key := boardKey{m.Session, m.Board}
		b := boards[key]
		if b == nil {
			b = &ratedBoard{set: e.board(key).set}
			boards[key] = b
			r.boards = append(r.boards, b)
		}
		line.board = b
		b.adjusted = b.adjusted || line.state == StateAdjusted
		b.lines = append(b.lines, line)
		for side, c := range m.contestants() {
			if !c.IsZero() {
				r.by[c] = append(r.by[c], share{line, side})
			}
		}
	}
	slices.SortFunc(open, func(a, b Meeting) int {
		return cmp.Or(cmp.Compare(a.Session, b.Session), cmp.Compare(a.Board, b.Board), a.NS.Compare(b.NS), a.EW.Compare(b.EW))
	})
	slices.SortFunc(r.boards, func(a, b *ratedBoard) int {
		return cmp.Or(cmp.Compare(a.set.Session, b.set.Session), cmp.Compare(a.set.Board, b.set.Board))
	})
	for _, shares := range r.by {
		slices.SortStableFunc(shares, func(a, b share) int {
			return cmp.Or(cmp.Compare(a.line.Session, b.line.Session), cmp.Compare(a.line.Board, b.line.Board))
		})
	}
	return r, open, r.compare()
}

// contestants visits the two sides of a meeting.
func (m Meeting) contestants() func(yield func(bridge.Side, Contestant) bool) {
	return func(yield func(bridge.Side, Contestant) bool) {
		_ = yield(bridge.NS, m.NS) && yield(bridge.EW, m.EW)
	}
}

// compare scores the results and lets the fields compare them.
func (r *reckoning) compare() error {
	expected := map[int]int{} // by session: the results of its fullest board
	for _, b := range r.boards {
		n := 0
		for _, l := range b.lines {
			if l.state == StatePlayed || l.state == StateAdjusted {
				n++ // an artificial score is no result, but one was expected there
			}
		}
		expected[b.set.Session] = max(expected[b.set.Session], n)
	}
	for _, b := range r.boards {
		var scores []score.Points
		for _, l := range b.lines {
			if l.state != StatePlayed {
				continue
			}
			s, err := r.points(l)
			if err != nil {
				return bridge.At("board "+exact.Int(b.set.Board).String(), err)
			}
			l.score, l.at = s, len(scores)
			scores = append(scores, s)
		}
		b.expected = max(cmp.Or(r.opened.Expected, expected[b.set.Session]), len(scores))
		b.field = field.NewBoard(r.pack.Matchpoints, scores, b.expected)
		for _, l := range b.lines {
			if l.state == StatePlayed {
				l.got.NS = b.field.Matchpoints(nil, l.at, bridge.NS).Fraction
				l.got.EW = b.field.Matchpoints(nil, l.at, bridge.EW).Fraction
			}
		}
	}
	return nil
}

// points are North-South's points of a played line.
func (r *reckoning) points(l *ratedLine) (score.Points, error) {
	if l.played.Score != nil {
		return *l.played.Score, nil
	}
	return r.pack.Edition.Result(l.played.Result, l.board.set.Vul)
}

// top is a full board's top, on the 2-scale.
func (r *reckoning) top(p *why.Pen, l *ratedLine) why.Value {
	if l.state == StatePlayed {
		return l.board.field.Top(p)
	}
	return field.Top(p, l.board.expected)
}

// counts reports whether the line is a board for the contestant of that side.
func (r *reckoning) counts(l *ratedLine) bool {
	switch l.state {
	case StatePlayed, StateAdjusted:
		return true
	case StateSatOut:
		return r.pack.Matchpoints.Bye != regulation.NoBoard
	}
	return false
}

// matchpoints are what a side got for a line that counts, on the 2-scale.
func (r *reckoning) matchpoints(p *why.Pen, l *ratedLine, side bridge.Side) why.Value {
	switch l.state {
	case StatePlayed:
		if p == nil {
			return why.Plain(l.got.Of(side))
		}
		return l.board.field.Matchpoints(p, l.at, side)
	case StateAdjusted:
		return r.ofTop(p, r.award(p, l, side), l)
	case StateSatOut:
		return r.ofTop(p, r.bye(p, l, side), l)
	}
	return why.Value{}
}

// ofTop turns a percentage into matchpoints.
func (r *reckoning) ofTop(p *why.Pen, percent why.Value, l *ratedLine) why.Value {
	return p.Product("percent.of_top", []why.Value{p.Quotient("percent.part", percent, p.Given("percent.hundred", exact.Int(100))), r.top(p, l)})
}

// award is what an artificial score is worth, in percent of the top (Law 12C2).
func (r *reckoning) award(p *why.Pen, l *ratedLine, side bridge.Side) why.Value {
	a := l.ruled.Award.Of(side)
	rules := r.pack.Artificial
	switch a.Kind {
	case AveragePlus:
		plus := p.Given("L12C2.plus", rules.Plus)
		if own, ok := r.own(p, l, side, false); ok && rules.Own == regulation.OwnIfBetter {
			return p.Greatest("L12C2.plus_or_own", []why.Value{plus, own})
		}
		return plus
	case AverageMinus:
		minus := p.Given("L12C2.minus", rules.Minus)
		if own, ok := r.own(p, l, side, false); ok && rules.Own == regulation.OwnIfBetter {
			return p.Least("L12C2.minus_or_own", []why.Value{minus, own})
		}
		return minus
	case Average:
		return p.Given("L12C2.average", rules.Average)
	}
	return p.Given("award.percent", a.Percent)
}

// bye is what a contestant gets that had no opponent, in percent of the top.
func (r *reckoning) bye(p *why.Pen, l *ratedLine, side bridge.Side) why.Value {
	rules := r.pack.Matchpoints
	if rules.Bye == regulation.ByePercent {
		return p.Given("bye.percent", rules.ByePercent)
	}
	if own, ok := r.own(p, l, side, true); ok {
		return p.Same("bye.own_mean", own)
	}
	return p.Given("L12C2.average", r.pack.Artificial.Average)
}

// own is a contestant's percentage on its other boards of the session: those
// with a real result, and with artificial ones too if asked. ok is false if
// there is none.
func (r *reckoning) own(p *why.Pen, of *ratedLine, side bridge.Side, artificial bool) (percent why.Value, ok bool) {
	c := of.NS
	if side == bridge.EW {
		c = of.EW
	}
	var sum, tops []why.Value
	for _, s := range r.by[c] {
		if s.line.Session != of.Session || s.line.state != StatePlayed && (!artificial || s.line.state != StateAdjusted) {
			continue
		}
		board := why.Word("board", exact.Int(s.line.Board).String())
		sum = append(sum, p.Same("own.board", r.matchpoints(p, s.line, s.side), board))
		tops = append(tops, p.Same("own.top", r.top(p, s.line), board))
	}
	top := p.Sum("own.tops", tops)
	if top.Sign() == 0 {
		return why.Value{}, false
	}
	return field.PercentOf(p, p.Sum("own.sum", sum), top), true
}

// percent is a line in percent of its top.
func (r *reckoning) percent(p *why.Pen, l *ratedLine, side bridge.Side) why.Value {
	switch l.state {
	case StateAdjusted:
		return r.award(p, l, side)
	case StateSatOut:
		return r.bye(p, l, side)
	}
	return l.board.field.Percent(p, l.at, side)
}

// shown is a line as a board sheet prints it, in the regulation's unit.
func (r *reckoning) shown(p *why.Pen, l *ratedLine, side bridge.Side) why.Value {
	rules := r.pack.Matchpoints
	if rules.Unit == regulation.PercentScale {
		return r.percent(p, l, side)
	}
	mp := r.matchpoints(p, l, side)
	if rules.Sheet == regulation.PlainSheet && l.state == StatePlayed && !l.board.adjusted {
		mp = l.board.field.Plain(p, l.at, side)
	}
	return r.inUnit(p, mp)
}

// inUnit turns matchpoints of the 2-scale into those that the regulation counts.
func (r *reckoning) inUnit(p *why.Pen, mp why.Value) why.Value {
	if r.pack.Matchpoints.Unit != regulation.OneScale {
		return mp
	}
	return p.Quotient("mp.one_scale", mp, p.Given("mp.two", exact.Int(2)))
}

// total is what a contestant has altogether.
type total struct {
	boards  int
	sum     why.Value // matchpoints, 2-scale
	top     why.Value // of all its boards
	percent why.Value
}

// total adds up a contestant's boards.
func (r *reckoning) total(p *why.Pen, c Contestant) total {
	var t total
	shares := slices.DeleteFunc(slices.Clone(r.by[c]), func(s share) bool { return !r.counts(s.line) })
	// Matchpoints are added up, unless the regulation averages percentages or a
	// session of one table has boards with nothing to compare and so without a top.
	averages := r.pack.Matchpoints.Unit == regulation.PercentScale ||
		slices.ContainsFunc(shares, func(s share) bool { return r.top(nil, s.line).Sign() == 0 })
	var mps, tops, percents []why.Value
	for _, s := range shares {
		board := why.Word("board", exact.Int(s.line.Board).String())
		t.boards++
		mps = append(mps, p.Same("total.board", r.matchpoints(p, s.line, s.side), board))
		tops = append(tops, r.top(p, s.line))
		if averages {
			percents = append(percents, p.Same("total.board", r.percent(p, s.line, s.side), board))
		}
	}
	t.sum, t.top = p.Sum("total.sum", mps), p.Sum("total.top", tops)
	switch {
	case t.boards == 0:
	case averages:
		t.percent = p.Quotient("total.mean", p.Sum("total.percents", percents), p.Given("total.boards", exact.Int(t.boards)))
	default:
		t.percent = field.PercentOf(p, t.sum, t.top)
	}
	return t
}

// printed is a total and its maximum in the regulation's unit, factored up to
// most boards where the regulation says so.
func (r *reckoning) printed(p *why.Pen, t total, most int) (sum, top why.Value) {
	if r.pack.Matchpoints.Unit == regulation.PercentScale {
		return t.percent, p.Given("percent.hundred", exact.Int(100))
	}
	sum, top = r.inUnit(p, t.sum), r.inUnit(p, t.top)
	if r.pack.Total.Unequal == regulation.Factored {
		sum, top = factored(p, sum, t.boards, most), factored(p, top, t.boards, most)
	}
	return sum, top
}

// factored brings a total up from a contestant's boards to the most of its list.
func factored(p *why.Pen, v why.Value, boards, most int) why.Value {
	if boards == 0 || boards == most {
		return v
	}
	factor := p.Quotient("total.factor", p.Given("total.most_boards", exact.Int(most)), p.Given("total.boards", exact.Int(boards)))
	return p.Product("total.factored", []why.Value{v, factor})
}

// headToHead is what a contestant earned against those it is tied with: 2 for
// each one beaten on the boards they played against each other, 1 for equality.
func (r *reckoning) headToHead(p *why.Pen, c Contestant, tied []Contestant) why.Value {
	var points []why.Value
	for _, other := range tied {
		if other == c {
			continue
		}
		var mine, theirs []why.Value
		for _, s := range r.by[c] {
			opponent := s.line.NS
			if s.side == bridge.NS {
				opponent = s.line.EW
			}
			if opponent != other || !r.counts(s.line) {
				continue
			}
			board := why.Word("board", exact.Int(s.line.Board).String())
			mine = append(mine, p.Same("tie.board", r.matchpoints(p, s.line, s.side), board))
			theirs = append(theirs, p.Same("tie.board", r.matchpoints(p, s.line, s.side.Other()), board))
		}
		margin := p.Difference("tie.margin", []why.Value{p.Sum("tie.own", mine), p.Sum("tie.theirs", theirs)}, why.Word("against", other.String()))
		points = append(points, p.LookUp("tie.head_to_head", exact.Int(1+margin.Sign()), []why.Value{margin}, why.Word("against", other.String())))
	}
	return p.Sum("tie.points", points)
}
