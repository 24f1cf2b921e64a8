package event

import (
	"cmp"
	"slices"
	"sync"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/vp"
	"github.com/overtrick/overtrick/why"
)

// reckoning is an event compared board by board under one regulation. Its
// methods take a pen: without one they give the numbers of the standings, with
// one the same numbers and their derivations.
//
// It is never changed once it is made. What did not change since the last one is
// taken from there: a board that was rated, and with it most of the sums.
type reckoning struct {
	method
	opened      Opened
	pack        *regulation.Pack
	penalties   []Penalised
	carried     []Carried
	substitutes []Substituted
	stages      []stage
	entries     []Registered       // by their number
	at          map[Contestant]int // number of a contestant
	streamed    bool               // boards were settled one by one, and are gone
	gone        []bool             // by number: it withdrew; nil: nobody did
	cancelled   []bool             // by number: its results do not count

	scale      *vp.Scale       // of victory points; nil: there are none
	halfScale  *vp.Scale       // of the matches of short triangles, and of half matches of Swiss pairs; nil: there are none
	missedHalf map[inRound]int // of Swiss pairs who play half matches: the boards that each has no opponent for
	beside     *vp.Scale       // of the IMPs of a hybrid match, whose boards count too; nil: none
	hosts      []*match        // by penalty: the match of a team that it counts in; nil: none
	matches    []*match        // of teams
	ofTeam     [][]int         // by contestant: its matches
	onMatch    map[*ratedLine]onMatch
	ofReport   map[*bridge.Error]MatchRef // the match whose report a doubt is about
	lineUps    []LinedUp

	rated    []*ratedBoard // by the number of the board; nil: nothing came up
	boards   []*ratedBoard // by session and board
	sessions []int         // with a board, in order
	tops     []int         // by session: results expected on a full board, the most of any section
	full     map[scope]int // the same by section, where sections are compared apart; nil: not known

	sums  []tally         // of the results that are compared: for each contestant, by session
	extra map[int][]share // for each contestant: the other lines
	byOne sync.Once
	by    [][]place // for each contestant, its lines by session and board; see of

	rankings []*ranking // as they were listed
}

// method is how results are compared and added up.
type method interface {
	// rate compares the results of a group of a board.
	rate(g *group)
	// earned is what a side got for a line that counts, in the unit of the sums.
	earned(p *why.Pen, l *ratedLine, x share) why.Value
	// shown is the same as a board sheet prints it.
	shown(p *why.Pen, l *ratedLine, x share) why.Value
	// rating is the same in the measure that compares boards of different size.
	rating(p *why.Pen, l *ratedLine, x share) why.Value
	// lineTop is the most that a line can bring, in the unit of the sums.
	lineTop(p *why.Pen, l *ratedLine, x share) why.Value
	// rate of a total: percent of its top, or the mean of a board.
	ratingOf(p *why.Pen, t total) why.Value
	// printed is a total and its maximum in the unit of the lists, factored up to
	// most boards where the regulation says so.
	printed(p *why.Pen, t total, most int) (sum, top why.Value)
	// inUnit turns an amount of the unit of the sums into that of the lists.
	inUnit(p *why.Pen, v why.Value) why.Value
	// penalty is what a penalty takes away, in the unit of the sums.
	penalty(p *why.Pen, penalty Penalised, session int) why.Value
	// unit names the unit of the lists and of the sheets, and their decimals.
	unit() (unit regulation.Unit, decimals int)
	// top is the most that a board can bring, in the unit of the lists.
	top(b *ratedBoard) why.Value
}

// ratedBoard is a board with all its meetings.
type ratedBoard struct {
	set      BoardSet
	lines    []*ratedLine // as a sheet shows them: the best result for North-South first
	groups   []*group     // of results that are compared with each other, by section and version
	extra    []*ratedLine // that are no results to compare, and count
	open     []Meeting    // without a result
	doubts   []*bridge.Error
	results  int // that are compared
	tables   int // meetings that had two sides
	adjusted bool
	sheet    []Line // made once, where no line needs another board
	seats    []seat // of the lines
}

// seat is who sat where at a meeting: numbers of contestants, -1 for nobody.
type seat struct{ ns, ew, south, west int32 }

func number(x *entry) int32 {
	if x == nil {
		return -1
	}
	return int32(x.n)
}

// group is the results of a board that are compared with each other: all of them,
// unless sections are compared apart or the board was fouled.
type group struct {
	board    *ratedBoard
	set      BoardSet // dealer and vulnerability as this version had them
	section  string
	version  string
	lines    []*ratedLine // results, the best for North-South first
	meetings int          // results, and artificial scores where one was expected
	expected int          // results of a full board
	unrated  bool         // there is nothing to hold its results against: no par is known
	fouled   bool         // there are results of another version
	other    int          // results of the largest group of another version

	field *field.Board     // matchpoints
	ruled []field.Weighted // the results, where a director assigned one of them
	score []score.Points   // the results, where not
	cross []int            // cross-IMPs: the sums of the comparisons
	datum *why.Value       // Butler: worked out once; derivations work it out again
}

// lone reports whether the group is the only result of its version of a fouled board:
// what it gets is artificial (Law 87), and no result of its own.
func (g *group) lone() bool { return g.fouled && len(g.lines) == 1 }

// results counts the results of a group.
func (g *group) results() int { return len(g.lines) }

// ratedLine is a meeting and what became of it.
type ratedLine struct {
	*meeting
	board *ratedBoard
	group *group // of a line that is compared, and of an artificial score
	state State
	score score.Points // North-South's view, of a played line
	at    int          // its place among the group's results
	worth *worth       // of a line that is compared
}

// worth is what the sides got for a result: totals and sheets ask for it again and
// again, and equal scores have the same.
type worth struct {
	earned, rating, shown bridge.BySide[exact.Fraction]
	top                   exact.Fraction
}

// tally is what a contestant has from the results of a session that are compared.
type tally struct {
	boards       int
	flat         int // boards without a top
	lone         int // boards whose version nobody else played
	earned, tops exact.Fraction
	loneEarned   exact.Fraction // what these brought
	loneTops     exact.Fraction
	percents     exact.Fraction // where a regulation averages them, and in a stream, which has nothing else to ask
}

// share is one contestant's part in a meeting.
type share struct {
	line *ratedLine
	side bridge.Side
	who  int // number of the contestant
}

// place is where a line of a contestant stands: its board in the standings, its row
// on the sheet, and the side. There are many of them, so they are small.
type place struct {
	board, row int32
	side       bridge.Side
}

// share is the place as a part in a meeting.
func (r *reckoning) share(n int, at place) share {
	return share{line: r.boards[at.board].lines[at.row], side: at.side, who: n}
}

// kept is what an event remembers of its last reckoning.
type kept struct {
	sync.Mutex
	last    *reckoning
	changed map[*board]bool // since then
	all     bool            // more than boards changed
}

// note keeps in mind what an act may have changed beside the meetings of a board.
func (k *kept) note(act Act) {
	switch act.(type) {
	case Opened, Registered, Withdrew, StageSet:
		k.all = true
	}
}

// touch keeps in mind that a board changed.
func (e *Event) touch(b *board) {
	if e.kept.last == nil {
		return
	}
	if e.kept.changed == nil {
		e.kept.changed = map[*board]bool{}
	}
	e.kept.changed[b] = true
}

// reckon compares the event under a regulation.
func (e *Event) reckon(pack *regulation.Pack) (*reckoning, error) {
	e.kept.Lock()
	defer e.kept.Unlock()
	var last *reckoning
	if k := &e.kept; k.last != nil && k.last.pack == pack && !k.all && e.opened.Kind != Teams {
		last = k.last
	}
	r := &reckoning{
		opened: e.opened, pack: pack, penalties: e.penalties, carried: e.carried, substitutes: e.substitutes, lineUps: e.lineUps,
		entries: make([]Registered, len(e.entries)),
		rated:   make([]*ratedBoard, len(e.boards)),
	}
	if last != nil {
		r.entries, r.at, r.gone = last.entries, last.at, last.gone
	} else {
		r.at = make(map[Contestant]int, len(e.entries))
		for c, x := range e.entries {
			r.at[c] = x.n
			r.entries[x.n] = x.Registered
		}
	}
	r.method = methodOf(r)
	cancelled := e.leave(r)
	if r.cancelled = cancelled; last != nil && !slices.Equal(cancelled, last.cancelled) {
		last = nil // somebody who left may have had half of its boards before, and has not now
	}
	for _, b := range e.listed {
		if last != nil && b.n < len(last.rated) && !e.kept.changed[b] {
			r.rated[b.n] = last.rated[b.n]
			continue
		}
		rated, err := r.collect(b, cancelled)
		if err != nil {
			return nil, bridge.At("board "+exact.Int(b.set.Board).String(), err)
		}
		r.rated[b.n] = rated
	}
	for _, b := range r.rated {
		if b != nil {
			r.boards = append(r.boards, b)
		}
	}
	slices.SortFunc(r.boards, func(a, b *ratedBoard) int {
		return cmp.Or(cmp.Compare(a.set.Session, b.set.Session), cmp.Compare(a.set.Board, b.set.Board))
	})
	for _, b := range r.boards {
		if n := len(r.sessions); n == 0 || r.sessions[n-1] != b.set.Session {
			r.sessions = append(r.sessions, b.set.Session)
		}
	}
	for key := range e.matched {
		if !slices.Contains(r.sessions, key.session) {
			r.sessions = append(r.sessions, key.session)
		}
	}
	slices.Sort(r.sessions)
	r.stages = stagesOf(e.stages, r.sessions)
	if err := r.expect(e, last, cancelled); err != nil {
		return nil, err
	}
	r.addUp(last)
	if e.opened.Kind == Teams {
		if err := r.playMatches(e); err != nil {
			return nil, err
		}
	}
	if err := r.swiss(); err != nil {
		return nil, err
	}
	if pack == e.pack {
		e.kept.last, e.kept.changed, e.kept.all = r, nil, false
	}
	return r, nil
}

// scope is a field in which results are compared: a session, or a section of it.
type scope struct {
	session int
	section string
}

// expectedOf is how many results a full board has for somebody of a section.
func (r *reckoning) expectedOf(session int, section string) int {
	if n := r.full[scope{session, section}]; n > 0 {
		return n
	}
	return r.tops[r.session(session)]
}

// expected is how many results the board of a line should have. Where sections are
// compared apart it is that of the line's own.
func (l *ratedLine) expected(r *reckoning) int {
	if l.group != nil {
		return l.group.expected
	}
	section := l.NS.Section
	if l.NS.IsZero() {
		section = l.EW.Section
	}
	expected := 0
	for _, g := range l.board.groups {
		if r.pack.Compare != regulation.OneSection || g.section == section {
			expected = max(expected, g.expected)
		}
	}
	if expected == 0 {
		expected = r.expectedOf(l.Session, section)
	}
	return expected
}

// expect says how many results each board should have, and compares those that are
// new or that another number is expected of now.
func (r *reckoning) expect(e *Event, last *reckoning, cancelled []bool) error {
	full := map[scope]int{} // the results of the fullest board
	for _, b := range r.boards {
		here := map[string]int{}
		for _, g := range b.groups {
			here[g.section] += g.meetings
		}
		for section, n := range here {
			key := scope{b.set.Session, section}
			if r.pack.Matchpoints.Sessions == regulation.LargestTop {
				key.session = 0
			}
			full[key] = max(full[key], n)
		}
	}
	r.tops = make([]int, len(r.sessions))
	if r.pack.Compare == regulation.OneSection {
		r.full = map[scope]int{}
	}
	for i, b := range r.boards {
		want := func(g *group) int {
			key := scope{b.set.Session, g.section}
			if r.pack.Matchpoints.Sessions == regulation.LargestTop {
				key.session = 0
			}
			return cmp.Or(r.opened.Expected, full[key])
		}
		at := r.session(b.set.Session)
		n := r.numberOf(e, b)
		old := last != nil && n < len(last.rated) && last.rated[n] == b
		if old && slices.ContainsFunc(b.groups, func(g *group) bool { return g.expected != max(want(g), g.results()) }) {
			again, err := r.collect(e.listed[n], cancelled) // the old one belongs to older standings
			if err != nil {
				return bridge.At("board "+exact.Int(b.set.Board).String(), err)
			}
			b, r.boards[i], r.rated[n], old = again, again, again, false
		}
		for _, g := range b.groups {
			expected := max(want(g), g.results())
			r.tops[at] = max(r.tops[at], expected)
			if key := (scope{b.set.Session, g.section}); r.full != nil {
				r.full[key] = max(r.full[key], expected)
			}
			if !old {
				g.expected = expected
				r.rate(g)
				r.value(g)
			}
		}
		if !old {
			r.arrange(b)
		}
	}
	return nil
}

// numberOf is the number of a board in the order of its coming up.
func (r *reckoning) numberOf(e *Event, b *ratedBoard) int {
	return e.boards[boardKey{b.set.Session, b.set.Board}].n
}

// session is the place of a session among those with a board; -1: it has none.
func (r *reckoning) session(number int) int { return slices.Index(r.sessions, number) }

// addUp adds the results of all boards, or of those that changed since the last
// time.
func (r *reckoning) addUp(last *reckoning) {
	r.extra = map[int][]share{}
	for _, b := range r.boards {
		for _, l := range b.extra {
			for side, x := range l.all {
				r.extra[x.n] = append(r.extra[x.n], share{line: l, side: side, who: x.n})
			}
		}
	}
	if last == nil || len(last.sums) != len(r.entries)*len(r.sessions) || !slices.Equal(last.sessions, r.sessions) {
		r.sums = make([]tally, len(r.entries)*len(r.sessions))
		for _, b := range r.boards {
			r.count(b, 1)
		}
		return
	}
	r.sums = slices.Clone(last.sums)
	for n, b := range r.rated {
		var old *ratedBoard
		if n < len(last.rated) {
			old = last.rated[n]
		}
		if old == b {
			continue
		}
		if old != nil {
			r.count(old, -1)
		}
		if b != nil {
			r.count(b, 1)
		}
	}
}

// count adds the results of a board to the sums, or takes them away.
func (r *reckoning) count(b *ratedBoard, sign int) {
	at := r.session(b.set.Session)
	for _, g := range b.groups {
		r.countGroup(g, sign, func(n int) *tally { return &r.sums[n*len(r.sessions)+at] })
	}
}

func (r *reckoning) countGroup(g *group, sign int, of func(n int) *tally) {
	if g.unrated {
		return
	}
	unit, _ := r.unit()
	for _, l := range g.lines {
		w := l.worth
		for side, x := range l.all {
			t := of(x.n)
			t.boards += sign
			if w.top.Sign() == 0 {
				t.flat += sign
			}
			if g.lone() {
				t.lone += sign
				t.loneEarned, t.loneTops = t.loneEarned.Add(w.earned.Of(side).Mul(exact.Int(sign))), t.loneTops.Add(w.top.Mul(exact.Int(sign)))
			}
			earned, top, rating := w.earned.Of(side), w.top, w.rating.Of(side)
			if sign < 0 {
				earned, top, rating = earned.Neg(), top.Neg(), rating.Neg()
			}
			t.earned, t.tops = t.earned.Add(earned), t.tops.Add(top)
			if unit == regulation.PercentScale || r.streamed {
				t.percents = t.percents.Add(rating)
			}
		}
	}
}

// of lists what a contestant took part in, by session and board.
func (r *reckoning) of(n int) []share {
	places := r.places(n)
	out := make([]share, len(places))
	for i, at := range places {
		out[i] = r.share(n, at)
	}
	return out
}

// places are where a contestant's lines stand, by session and board.
func (r *reckoning) places(n int) []place {
	r.byOne.Do(func() {
		counts := make([]int32, len(r.entries)+1) // the last one is nobody
		all := int32(0)
		each := func(visit func(board, row int32, n int32, side bridge.Side)) {
			for i, b := range r.boards {
				for row, s := range b.seats {
					visit(int32(i), int32(row), s.ns, bridge.NS)
					visit(int32(i), int32(row), s.ew, bridge.EW)
					if r.opened.Kind == Individuals {
						visit(int32(i), int32(row), s.south, bridge.NS)
						visit(int32(i), int32(row), s.west, bridge.EW)
					}
				}
			}
		}
		each(func(_, _, n int32, _ bridge.Side) {
			if n >= 0 {
				counts[n]++
				all++
			}
		})
		flat := make([]place, all)
		r.by = make([][]place, len(r.entries))
		for i := range r.by {
			r.by[i], flat = flat[:0:counts[i]], flat[counts[i]:]
		}
		each(func(board, row, n int32, side bridge.Side) {
			if n >= 0 {
				r.by[n] = append(r.by[n], place{board, row, side})
			}
		})
	})
	return r.by[n]
}

// value works out what the results of a group are worth.
func (r *reckoning) value(g *group) {
	for i, l := range g.lines {
		if i > 0 && g.ruled == nil && g.lines[i-1].score == l.score && r.opened.Kind != Teams {
			l.worth = g.lines[i-1].worth
			continue
		}
		w := new(worth)
		l.worth = nil // so that it is worked out
		for _, side := range bridge.Sides {
			x := share{line: l, side: side}
			w.earned = w.earned.With(side, r.earned(nil, l, x).Fraction)
			w.rating = w.rating.With(side, r.rating(nil, l, x).Fraction)
			w.shown = w.shown.With(side, r.shown(nil, l, x).Fraction)
		}
		w.top = r.lineTop(nil, l, share{line: l, side: bridge.NS}).Fraction
		l.worth = w
	}
}

// contestants visits the two sides of a meeting.
func (m Meeting) contestants() func(yield func(bridge.Side, Contestant) bool) {
	return func(yield func(bridge.Side, Contestant) bool) {
		_ = yield(bridge.NS, m.NS) && yield(bridge.EW, m.EW)
	}
}

// left reports whether a contestant withdrew.
func (r *reckoning) left(n int) bool { return n < len(r.gone) && r.gone[n] }

// inPercent reports whether the lists rate in percent of a top.
func (r *reckoning) inPercent() bool {
	unit, _ := r.unit()
	return unit != regulation.IMPs && unit != regulation.Points && unit != regulation.VPs && unit != regulation.Won
}

// compares reports whether the line is a result that others are compared with.
func (l *ratedLine) compares() bool { return l.state == StatePlayed || l.state == StateAssigned }

// total is what a contestant has altogether.
type total struct {
	boards   int
	sum      why.Value // of what its boards earned, less penalties, with what was carried over
	top      why.Value // matchpoints: of all its boards
	rating   why.Value // matchpoints: percent of the top; IMPs: the mean of a board
	percents why.Value // of the boards, added, where a regulation averages them

	earned, earnedTop why.Value   // what the boards brought, before the rest
	taken             []why.Value // penalties
	carry             []carry     // from before
	penalty           exact.Fraction
	carried           exact.Fraction
	session           int       // that it is of, in the next
	sessions          []total   // where there are several
	vp                why.Value // of a Swiss event of pairs
	matches           int       // of teams, or of such pairs
	halves            int       // of the matches: those that count half
	record            record    // the same
	average           bool      // the rating is the mean of percentages
}

// counted reports whether anything was played that the total is of.
func (t total) counted() bool { return t.boards > 0 || t.matches > 0 }

// counts reports whether the line is a board for a contestant.
func (r *reckoning) counts(l *ratedLine, who int) bool {
	switch l.state {
	case StatePlayed, StateAssigned:
		return !l.group.unrated
	case StateAdjusted:
		return true
	case StateSatOut:
		return r.pack.Matchpoints.Bye != regulation.NoBoard
	case StateNotPlayed:
		return r.pack.Matchpoints.Missing != regulation.MissingReduce
	case StateMissed:
		return !r.left(who) && (r.pack.Withdrawal.Missed != regulation.MissedBye || r.pack.Matchpoints.Bye != regulation.NoBoard)
	}
	return false
}

// sumOf adds up what lines earned.
func sumOf(p *why.Pen, rule, each string, shares []share, value func(*why.Pen, *ratedLine, share) why.Value) why.Value {
	if p == nil {
		var sum exact.Fraction
		for _, s := range shares {
			sum = sum.Add(value(nil, s.line, s).Fraction)
		}
		return why.Plain(sum)
	}
	values := make([]why.Value, len(shares))
	for i, s := range shares {
		values[i] = p.Same(each, value(p, s.line, s), named(s.line)...)
	}
	return p.Sum(rule, values)
}

// named is what a derivation calls a board by: its number, and its session where it
// has one.
func named(l *ratedLine) []why.Arg {
	words := []why.Arg{why.Word("board", exact.Int(l.Board).String())}
	if l.Session > 0 {
		words = append(words, why.Word("session", exact.Int(l.Session).String()))
	}
	return words
}

// in keeps the lines of some sessions that count.
func (r *reckoning) in(shares []share, sessions []int) []share {
	var out []share
	for _, s := range shares {
		if slices.Contains(sessions, s.line.Session) && r.counts(s.line, s.who) {
			out = append(out, s)
		}
	}
	return out
}

// part is what a contestant has from some sessions, and what it carries.
func (r *reckoning) part(p *why.Pen, n int, sessions []int, carry []carry) total {
	var t total
	unit, _ := r.unit()
	t.average = unit == regulation.PercentScale
	extra := r.in(r.extra[n], sessions)
	t.boards = len(extra)
	for _, s := range extra {
		t.average = t.average || r.inPercent() && r.lineTop(nil, s.line, s).Sign() == 0
	}
	var earned, tops, percents exact.Fraction
	for i, number := range r.sessions {
		if slices.Contains(sessions, number) {
			own := r.sums[n*len(r.sessions)+i]
			t.boards += own.boards
			t.average = t.average || r.inPercent() && own.flat > 0
			earned, tops, percents = earned.Add(own.earned), tops.Add(own.tops), percents.Add(own.percents)
		}
	}
	if p == nil {
		t.sum = why.Plain(earned.Add(sumOf(nil, "", "", extra, r.earned).Fraction))
		t.top = why.Plain(tops.Add(sumOf(nil, "", "", extra, r.lineTop).Fraction))
	} else {
		shares := r.in(r.of(n), sessions)
		t.sum = sumOf(p, "total.sum", "total.board", shares, r.earned)
		if r.inPercent() {
			t.top = sumOf(p, "total.top", "total.board_top", shares, r.lineTop)
		}
	}
	switch {
	case p == nil && t.average && (unit == regulation.PercentScale || r.streamed):
		t.percents = why.Plain(percents.Add(sumOf(nil, "", "", extra, r.rating).Fraction))
	case t.average:
		t.percents = sumOf(p, "total.percents", "total.board", r.in(r.of(n), sessions), r.rating)
	}
	t.earned, t.earnedTop, t.carry = t.sum, t.top, carry
	r.penalise(p, n, sessions, &t)
	for _, c := range carry {
		t.average = false // what was carried is no percentage of a board, be it nothing
		t.carried = t.carried.Add(c.amount.Fraction)
	}
	t.sum, t.top = t.complete(p, t.earned, t.earnedTop)
	if t.boards > 0 {
		t.rating = r.ratingOf(p, t)
	}
	return t
}

// penalise takes penalties away from a total.
func (r *reckoning) penalise(p *why.Pen, n int, sessions []int, t *total) {
	if len(r.penalties) == 0 {
		return
	}
	c := r.entries[n].Contestant
	var taken, percents []why.Value
	for _, x := range r.penalties {
		if x.Contestant != c || x.Amount.Sign() == 0 || x.Unit == PenaltyVP {
			continue
		}
		session := r.sessionOf(n, x.Session)
		if !slices.Contains(sessions, session) {
			continue
		}
		v := r.penalty(p, x, session)
		t.penalty = t.penalty.Add(v.Fraction)
		taken = append(taken, v)
		if t.average {
			if top := r.sessionTop(nil, session, c.Section); top.Sign() != 0 {
				percents = append(percents, field.PercentOf(p, v, r.sessionTop(p, session, c.Section)))
			}
		}
	}
	t.taken = taken
	if len(percents) > 0 {
		t.percents = p.Difference("total.penalised", append([]why.Value{t.percents}, percents...))
	}
}

// sessionTop is the top of a full board of a session for somebody of a section, on
// the 2-scale.
func (r *reckoning) sessionTop(p *why.Pen, session int, section string) why.Value {
	return matchpoints{r}.fullTop(p, r.expectedOf(session, section))
}

// sessionOf is the session that a penalty belongs to: the one that it names, else
// the last one that the contestant played in.
func (r *reckoning) sessionOf(n, named int) int {
	if r.session(named) >= 0 {
		return named
	}
	last := r.sessions[0]
	for i, number := range r.sessions {
		played := r.sums[n*len(r.sessions)+i].boards > 0
		for _, x := range r.extra[n] {
			played = played || x.line.Session == number && r.counts(x.line, n)
		}
		if played {
			last = number
		}
	}
	return last
}

// others are the lines that a contestant's own result is taken from (Law 12C2c):
// those of the regulation's window, without sit-outs, that have a real result, and
// those with an artificial one too if asked.
func (r *reckoning) others(of share, artificial bool) []share {
	var out []share
	for _, s := range r.of(of.who) {
		switch {
		case s.line == of.line || !s.line.compares() && (!artificial || s.line.state != StateAdjusted):
			continue
		case s.line.compares() && (s.line.group.unrated || s.line.group.lone()):
			continue
		case r.pack.Artificial.Window == regulation.WindowEvent:
		case s.line.Session != of.line.Session:
			continue
		case r.pack.Artificial.Window == regulation.WindowMatch && s.line.Round != of.line.Round:
			continue
		}
		out = append(out, s)
	}
	return out
}

// ownSums is what a contestant has on the boards of [reckoning.others], and how many
// they are.
func (r *reckoning) ownSums(p *why.Pen, of share, artificial bool) (earned, tops why.Value, boards int) {
	window := r.pack.Artificial.Window
	if p != nil || window == regulation.WindowMatch {
		others := r.others(of, artificial)
		if r.inPercent() {
			tops = sumOf(p, "own.tops", "own.top", others, r.lineTop)
		}
		return sumOf(p, "own.sum", "own.board", others, r.earned), tops, len(others)
	}
	for i, session := range r.sessions {
		if window == regulation.WindowEvent || session == of.line.Session {
			own := r.sums[of.who*len(r.sessions)+i]
			earned, tops = why.Plain(earned.Add(own.earned.Sub(own.loneEarned))), why.Plain(tops.Add(own.tops.Sub(own.loneTops)))
			boards += own.boards - own.lone
		}
	}
	if !artificial {
		return earned, tops, boards
	}
	for _, s := range r.extra[of.who] {
		if s.line != of.line && s.line.state == StateAdjusted && (window == regulation.WindowEvent || s.line.Session == of.line.Session) {
			earned = why.Plain(earned.Add(r.earned(nil, s.line, s).Fraction))
			tops = why.Plain(tops.Add(r.lineTop(nil, s.line, s).Fraction))
			boards++
		}
	}
	return earned, tops, boards
}

// complete makes a total of what boards brought: less penalties, and with what was
// carried over.
func (t total) complete(p *why.Pen, earned, top why.Value) (sum, most why.Value) {
	if len(t.taken) > 0 {
		earned = p.Difference("total.penalised", append([]why.Value{earned}, t.taken...))
	}
	for _, c := range t.carry {
		earned = p.Sum("total.with_carry", []why.Value{earned, c.amount})
		if c.most.Sign() != 0 {
			top = p.Sum("total.top_with_carry", []why.Value{top, c.most})
		}
	}
	return earned, top
}

// printedSum is a total as a list prints it, in the unit of the sums: where the
// regulation says so what the boards brought is factored up to those of the contestant
// with most.
func (r *reckoning) printedSum(p *why.Pen, t total, most int) (sum, top why.Value) {
	if r.pack.Total.Unequal != regulation.Factored || t.boards == 0 || t.boards == most {
		return t.sum, t.top
	}
	return t.complete(p, factored(p, t.earned, t.boards, most), factored(p, t.earnedTop, t.boards, most))
}

// factored brings a total up from a contestant's boards to the most of its list.
func factored(p *why.Pen, v why.Value, boards, most int) why.Value {
	if boards == 0 || boards == most {
		return v
	}
	factor := p.Quotient("total.factor", p.Given("total.most_boards", exact.Int(most)), p.Given("total.boards", exact.Int(boards)))
	return p.Product("total.factored", []why.Value{v, factor})
}
