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
	method
	opened Opened
	pack   *regulation.Pack
	boards []*ratedBoard
	at     map[Contestant]int // of a contestant in by
	by     [][]share

	rankings []ranking  // as they were listed
	cards    [][]lineAt // as by: where a contestant's lines stand on the sheets
	scores   map[scoreAt]bool
}

// method is how results are compared and added up: the two families of Law 78.
type method interface {
	// rate compares the results of a board; scores are its played lines in order.
	rate(b *ratedBoard, scores []score.Points)
	// earned is what a side got for a line that counts, in the unit of the sums.
	earned(p *why.Pen, l *ratedLine, side bridge.Side) why.Value
	// shown is the same as a board sheet prints it.
	shown(p *why.Pen, l *ratedLine, side bridge.Side) why.Value
	// rating is the same in the measure that compares boards of different size.
	rating(p *why.Pen, l *ratedLine, side bridge.Side) why.Value
	// total adds up a contestant's boards.
	total(p *why.Pen, c Contestant) total
	// printed is a total and its maximum in the unit of the lists, factored up to
	// most boards where the regulation says so.
	printed(p *why.Pen, t total, most int) (sum, top why.Value)
	// unit names the unit of the lists and of the sheets, and their decimals.
	unit() (unit regulation.Unit, decimals int)
	// top is the most that a board can bring, in the unit of the lists.
	top(b *ratedBoard) why.Value
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
	results  int // that are compared
	lines    []*ratedLine
	adjusted bool // holds an artificial score

	field *field.Board     // matchpoints
	ruled []field.Weighted // the results, where a director assigned one of them
	score []score.Points   // IMPs: the results, where not
	cross []int            // cross-IMPs: the sums of the comparisons
}

// ratedLine is a meeting and what became of it.
type ratedLine struct {
	meeting // as it stood: later facts do not change standings
	board   *ratedBoard
	state   State
	score   score.Points // North-South's view, of a played line
	at      int          // its place among the board's results, of a played line

	// What the sides earned by a played line: totals and own means ask for it again
	// and again.
	got bridge.BySide[exact.Fraction]
}

// lineAt is a contestant's line on the board sheets of [Standings].
type lineAt struct {
	board, line int
	side        bridge.Side
}

// share is one contestant's part in a meeting.
type share struct {
	line *ratedLine
	side bridge.Side
}

func (e *Event) reckon(pack *regulation.Pack) (*reckoning, []Meeting, error) {
	r := &reckoning{opened: e.opened, pack: pack, at: make(map[Contestant]int, len(e.entries)), by: make([][]share, len(e.entries))}
	r.cards = make([][]lineAt, len(e.entries))
	for c, x := range e.entries {
		r.at[c] = x.n
	}
	r.method = matchpoints{r}
	if e.opened.Method != Matchpoints {
		r.method = imps{r}
	}
	boards := make([]*ratedBoard, len(e.boards))
	lines := make([]ratedLine, len(e.order))
	var open []Meeting
	for i, m := range e.order {
		line := &lines[i]
		line.meeting = *m
		switch {
		case m.voided:
			continue
		case m.ruled != nil && len(m.ruled.Assigned.NS) > 0:
			line.state = StateAssigned
		case m.ruled != nil:
			line.state = StateAdjusted
		case m.satOut:
			line.state = StateSatOut
		case m.played:
			line.state = StatePlayed
		case m.notPlayed:
			line.state = StateNotPlayed
		default:
			open = append(open, m.Meeting)
			continue
		}
		b := boards[m.board.n]
		if b == nil {
			b = &ratedBoard{set: m.board.set, lines: make([]*ratedLine, 0, len(m.board.meetings))}
			boards[m.board.n] = b
			r.boards = append(r.boards, b)
		}
		line.board = b
		b.adjusted = b.adjusted || line.state == StateAdjusted
		b.lines = append(b.lines, line)
		for _, side := range bridge.Sides {
			if x := m.sides.Of(side); x != nil {
				r.by[x.n] = append(r.by[x.n], share{line, side})
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

// of lists what a contestant took part in, by session and board.
func (r *reckoning) of(c Contestant) []share {
	n, ok := r.at[c]
	if !ok {
		return nil
	}
	return r.by[n]
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
			if l.compares() || l.state == StateAdjusted {
				n++ // an artificial score is no result, but one was expected there
			}
		}
		expected[b.set.Session] = max(expected[b.set.Session], n)
	}
	for _, b := range r.boards {
		if err := r.collect(b); err != nil {
			return bridge.At("board "+exact.Int(b.set.Board).String(), err)
		}
		b.expected = max(cmp.Or(r.opened.Expected, expected[b.set.Session]), b.results)
		r.rate(b, b.score)
	}
	return nil
}

// compares reports whether the line is a result that others are compared with.
func (l *ratedLine) compares() bool { return l.state == StatePlayed || l.state == StateAssigned }

// collect scores the results of a board, and the outcomes that were assigned.
func (r *reckoning) collect(b *ratedBoard) error {
	var ruled []field.Weighted
	assigned := slices.ContainsFunc(b.lines, func(l *ratedLine) bool { return l.state == StateAssigned })
	b.score = make([]score.Points, 0, len(b.lines))
	for _, l := range b.lines {
		if !l.compares() {
			continue
		}
		l.at = b.results
		b.results++
		if l.state == StatePlayed {
			s, err := r.points(l.report(), b)
			if err != nil {
				return err
			}
			l.score = s
			b.score = append(b.score, s)
			if assigned {
				ruled = append(ruled, field.Single(s))
			}
			continue
		}
		var w field.Weighted
		for side, outcomes := range map[bridge.Side][]Assigned{bridge.NS: l.ruled.Assigned.NS, bridge.EW: l.ruled.Assigned.EW} {
			var list []field.Outcome
			for _, o := range outcomes {
				s, err := r.points(Played{Meeting: l.Meeting, Result: o.Result, Score: o.Score}, b)
				if err != nil {
					return err
				}
				list = append(list, field.Outcome{Score: s, Weight: o.Weight})
			}
			w = field.Weighted(bridge.BySide[[]field.Outcome](w).With(side, list))
		}
		ruled = append(ruled, w)
	}
	if assigned {
		b.ruled, b.score = ruled, nil
	}
	return nil
}

// points are North-South's points of a result.
func (r *reckoning) points(p Played, b *ratedBoard) (score.Points, error) {
	if p.Score != nil {
		return *p.Score, nil
	}
	return r.pack.Edition.Result(p.Result, b.set.Vul)
}

// counts reports whether the line is a board for the contestant of that side.
func (r *reckoning) counts(l *ratedLine) bool {
	switch l.state {
	case StatePlayed, StateAssigned, StateAdjusted:
		return true
	case StateSatOut:
		return r.pack.Matchpoints.Bye != regulation.NoBoard
	}
	return false
}

// total is what a contestant has altogether.
type total struct {
	boards int
	sum    why.Value // of what its boards earned
	top    why.Value // matchpoints: of all its boards
	rating why.Value // matchpoints: percent of the top; IMPs: the mean of a board
}

// shares are a contestant's lines that count.
func (r *reckoning) shares(c Contestant) []share {
	return slices.DeleteFunc(slices.Clone(r.of(c)), func(s share) bool { return !r.counts(s.line) })
}

// sumOf adds up what lines earned.
func (r *reckoning) sumOf(p *why.Pen, rule, each string, shares []share, value func(*why.Pen, *ratedLine, bridge.Side) why.Value) why.Value {
	if p == nil {
		var sum exact.Fraction
		for _, s := range shares {
			sum = sum.Add(value(nil, s.line, s.side).Fraction)
		}
		return why.Plain(sum)
	}
	values := make([]why.Value, len(shares))
	for i, s := range shares {
		values[i] = p.Same(each, value(p, s.line, s.side), why.Word("board", exact.Int(s.line.Board).String()))
	}
	return p.Sum(rule, values)
}

// others are the lines of a session, without sit-outs, that a contestant's own
// result is taken from: those with a real result, and with artificial ones too if
// asked.
func (r *reckoning) others(of *ratedLine, side bridge.Side, artificial bool) []share {
	c := bridge.BySide[Contestant]{NS: of.NS, EW: of.EW}.Of(side)
	return slices.DeleteFunc(slices.Clone(r.of(c)), func(s share) bool {
		return s.line.Session != of.Session || !s.line.compares() && (!artificial || s.line.state != StateAdjusted)
	})
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
		for _, s := range r.of(c) {
			opponent := s.line.NS
			if s.side == bridge.NS {
				opponent = s.line.EW
			}
			if opponent != other || !r.counts(s.line) {
				continue
			}
			board := why.Word("board", exact.Int(s.line.Board).String())
			mine = append(mine, p.Same("tie.board", r.earned(p, s.line, s.side), board))
			theirs = append(theirs, p.Same("tie.board", r.earned(p, s.line, s.side.Other()), board))
		}
		margin := p.Difference("tie.margin", []why.Value{p.Sum("tie.own", mine), p.Sum("tie.theirs", theirs)}, why.Word("against", other.String()))
		points = append(points, p.LookUp("tie.head_to_head", exact.Int(1+margin.Sign()), []why.Value{margin}, why.Word("against", other.String())))
	}
	return p.Sum("tie.points", points)
}
