package event

import (
	"cmp"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
)

// collect says what became of each meeting of a board and scores the results; it
// compares nothing yet. A board on which nothing came up is nil.
func (r *reckoning) collect(b *board, cancelled []bool) (*ratedBoard, error) {
	if len(b.meetings) == 0 {
		return nil, nil
	}
	out := &ratedBoard{set: b.set, lines: make([]*ratedLine, 0, len(b.meetings))}
	lines := make([]ratedLine, len(b.meetings))
	for i, m := range b.meetings {
		if m.voided {
			continue
		}
		fouled, turned, removed := b.marksOf(m.Meeting)
		if turned != 0 {
			m = m.turned(turned)
		}
		l := &lines[i]
		l.meeting, l.board, l.state = m, out, r.state(m, removed, cancelled)
		if l.state == "" || l.state == StateLate {
			out.open = append(out.open, m.Meeting)
			if l.state == "" {
				continue
			}
		}
		out.lines = append(out.lines, l)
		if m.sides.NS != nil && m.sides.EW != nil {
			out.tables++
		}
		if !l.compares() {
			out.adjusted = out.adjusted || l.state == StateAdjusted
			if l.state != StateCancelled && l.state != StateLate {
				out.extra = append(out.extra, l)
			}
			if l.state != StateAdjusted || m.sides.NS == nil || m.sides.EW == nil {
				continue
			}
		}
		g := r.groupOf(out, l, fouled)
		g.meetings++ // an artificial score is no result, but one was expected there
		l.group = g
		if l.compares() {
			g.lines = append(g.lines, l)
			out.results++
		}
	}
	if len(out.lines) == 0 && len(out.open) == 0 {
		return nil, nil
	}
	slices.SortFunc(out.open, byPlayers)
	r.separate(out)
	for _, g := range out.groups {
		g.unrated = r.opened.Method == Par && g.set.Par == nil
		if err := r.scores(g); err != nil {
			return nil, err
		}
	}
	r.doubtful(out)
	return out, nil
}

// state is what became of a meeting; "" if it has no result and no ruling.
func (r *reckoning) state(m *meeting, removed bool, cancelled []bool) State {
	left := func(list []bool) bool {
		if list == nil {
			return false
		}
		for _, x := range m.all {
			if list[x.n] {
				return true
			}
		}
		return false
	}
	switch {
	case removed || left(cancelled):
		return StateCancelled
	case m.ruled != nil && len(m.ruled.Assigned.NS) > 0:
		return StateAssigned
	case m.ruled != nil:
		return StateAdjusted
	case m.satOut:
		return StateSatOut
	case m.played:
		return StatePlayed
	case left(r.gone) && m.notPlayed:
		return StateMissed
	case m.late:
		return StateLate
	case m.notPlayed:
		return StateNotPlayed
	}
	return ""
}

// turned is a meeting as the cards lay: after one quarter North held the cards of
// East.
func (m *meeting) turned(quarters int) *meeting {
	t := *m
	if !t.result.IsZero() {
		t.result = t.result.Turn(quarters)
	}
	if quarters%2 == 0 {
		return &t
	}
	t.NS, t.EW, t.South, t.West = m.EW, m.NS, m.West, m.South
	t.sides, t.partners = m.sides.Mirror(), m.partners.Mirror()
	if m.points != nil {
		points := -*m.points
		t.points = &points
	}
	if m.ruled != nil { // a ruling speaks of the contestants, whichever cards they held
		ruled := *m.ruled
		ruled.Award = ruled.Award.Mirror()
		ruled.Assigned = bridge.BySide[[]Assigned]{NS: turnedOutcomes(ruled.Assigned.EW, quarters), EW: turnedOutcomes(ruled.Assigned.NS, quarters)}
		t.ruled = &ruled
	}
	return &t
}

func turnedOutcomes(list []Assigned, quarters int) []Assigned {
	out := slices.Clone(list)
	for i, o := range out {
		if !o.Result.IsZero() {
			out[i].Result = o.Result.Turn(quarters)
		}
		if o.Score != nil {
			points := -*o.Score
			out[i].Score = &points
		}
	}
	return out
}

// groupOf finds or begins the group that a line belongs to.
func (r *reckoning) groupOf(b *ratedBoard, l *ratedLine, fouled *Fouled) *group {
	section, version := "", ""
	if r.pack.Compare == regulation.OneSection {
		section = l.NS.Section
	}
	if fouled != nil {
		version = fouled.Version
	}
	for _, g := range b.groups {
		if g.section == section && g.version == version {
			return g
		}
	}
	g := &group{board: b, set: b.set, section: section, version: version}
	if fouled != nil {
		l.meeting.board.describe(&g.set, version)
	}
	b.groups = append(b.groups, g)
	return g
}

// separate orders the groups, and says of each what the other versions are that it
// is not compared with (Law 87).
func (r *reckoning) separate(b *ratedBoard) {
	if len(b.groups) < 2 {
		return
	}
	slices.SortFunc(b.groups, func(x, y *group) int {
		return cmp.Or(cmp.Compare(x.section, y.section), cmp.Compare(x.version, y.version))
	})
	for _, g := range b.groups {
		for _, other := range b.groups {
			if other != g && other.section == g.section && other.results() > 0 {
				g.fouled, g.other = true, max(g.other, other.results())
			}
		}
	}
}

// scores scores the results of a group, and the outcomes that were assigned.
func (r *reckoning) scores(g *group) error {
	assigned := false
	for _, l := range g.lines {
		if l.state == StateAssigned {
			assigned = true
			continue
		}
		s, err := r.points(l.report(), g)
		if err != nil {
			return err
		}
		l.score = s
	}
	slices.SortFunc(g.lines, byScore)
	for i, l := range g.lines {
		l.at = i
	}
	if !assigned {
		g.score = make([]score.Points, len(g.lines))
		for i, l := range g.lines {
			g.score[i] = l.score
		}
		return nil
	}
	for _, l := range g.lines {
		if l.state == StatePlayed {
			g.ruled = append(g.ruled, field.Single(l.score))
			continue
		}
		var w field.Weighted
		for _, side := range bridge.Sides {
			var list []field.Outcome
			for _, o := range l.ruled.Assigned.Of(side) {
				s, err := r.points(Played{Meeting: l.Meeting, Result: o.Result, Score: o.Score}, g)
				if err != nil {
					return err
				}
				list = append(list, field.Outcome{Score: s, Weight: o.Weight})
			}
			w = field.Weighted(bridge.BySide[[]field.Outcome](w).With(side, list))
		}
		g.ruled = append(g.ruled, w)
	}
	return nil
}

// points are North-South's points of a result. A result that is known is scored as
// the cards lay, whatever score came with it: on a board that was turned by a
// quarter the other side was vulnerable.
func (r *reckoning) points(p Played, g *group) (score.Points, error) {
	if !p.Result.IsZero() {
		if s, err := r.pack.Edition.Result(p.Result, g.set.Vul); err == nil || p.Score == nil {
			return s, err
		}
	}
	return *p.Score, nil
}

// byScore puts results first, the best for North-South on top.
func byScore(a, b *ratedLine) int {
	if first := cmp.Compare(b.order(), a.order()); first != 0 {
		return first
	}
	if a.score != b.score {
		return cmp.Compare(b.score, a.score)
	}
	return byPlayers(a.Meeting, b.Meeting)
}

// byPlayers orders the meetings of a board.
func byPlayers(a, b Meeting) int {
	return cmp.Or(a.NS.Compare(b.NS), a.EW.Compare(b.EW), a.South.Compare(b.South), a.West.Compare(b.West))
}

// order is greater for lines that stand higher on a sheet.
func (l *ratedLine) order() int {
	return 2*btoi(l.state == StatePlayed) + btoi(l.state == StateAssigned)
}

// arrange puts the lines of a board in the order of its sheet. Where no line needs
// another board the sheet is made here, once.
func (r *reckoning) arrange(b *ratedBoard) {
	if len(b.groups) == 1 && len(b.groups[0].lines) == len(b.lines) {
		copy(b.lines, b.groups[0].lines)
	} else {
		slices.SortFunc(b.lines, byScore)
	}
	b.seats = make([]seat, len(b.lines))
	for i, l := range b.lines {
		b.seats[i] = seat{number(l.sides.NS), number(l.sides.EW), number(l.partners.NS), number(l.partners.EW)}
	}
	if len(b.extra) == 0 {
		b.sheet = r.linesOf(b)
	}
}

// doubtful notes what cannot be right on a board.
func (r *reckoning) doubtful(b *ratedBoard) {
	if b.doubts = r.doubtsAmong(b, b.lines); len(b.doubts) > 1 { // in an order that does not depend on how they came in
		lines := slices.Clone(b.lines)
		slices.SortFunc(lines, func(x, y *ratedLine) int { return byPlayers(x.Meeting, y.Meeting) })
		b.doubts = r.doubtsAmong(b, lines)
	}
}

func (r *reckoning) doubtsAmong(b *ratedBoard, lines []*ratedLine) (doubts []*bridge.Error) {
	seen := make(map[*entry]bool, 2*len(lines))
	if r.opened.Method == Par {
		for _, g := range b.groups {
			if g.unrated && g.results() > 0 {
				doubts = append(doubts, bridge.Errorf(bridge.NotFound, "event.no_par", "board %d: no par is known, so it does not count", b.set.Board))
			}
		}
	}
	type scoreAt struct {
		score score.Points
		vul   bridge.Vulnerability
	}
	possible := map[scoreAt]bool{}
	for _, l := range lines {
		if l.state != StatePlayed || !l.result.IsZero() {
			continue
		}
		k := scoreAt{l.score, l.group.set.Vul}
		fits, known := possible[k]
		if !known {
			fits = r.pack.Edition.Possible(k.score, k.vul)
			possible[k] = fits
		}
		if !fits {
			doubts = append(doubts, bridge.Errorf(bridge.Invalid, "event.score_impossible", "board %d: no result of %v against %v is worth %d with %v vulnerable", b.set.Board, l.NS, l.EW, k.score, k.vul))
		}
	}
	for _, l := range lines {
		if !l.compares() && l.state != StateAdjusted || r.opened.Kind == Teams { // a team plays in both rooms
			continue
		}
		for _, x := range l.all {
			if seen[x] {
				doubts = append(doubts, bridge.Errorf(bridge.Conflict, "event.board_twice", "board %d: %v has two results; both count until one is corrected", b.set.Board, x.Contestant))
			}
			seen[x] = true
		}
	}
	return doubts
}

// leave works out what becomes of contestants that withdrew: who is gone, and whose
// results are cancelled, by their numbers.
func (e *Event) leave(r *reckoning) (cancelled []bool) {
	if len(e.withdrawn) == 0 {
		return nil
	}
	boards := make([]int, len(e.entries))
	most := 0
	for _, m := range e.order {
		if m.played || m.ruled != nil || m.satOut {
			for _, x := range m.all {
				boards[x.n] += btoi(!m.voided)
				most = max(most, boards[x.n])
			}
		}
	}
	if e.opened.Kind == Teams {
		boards, most = e.matchCounts()
	}
	r.gone, cancelled = make([]bool, len(e.entries)), make([]bool, len(e.entries))
	for _, w := range e.withdrawn {
		n := e.entries[w.Contestant].n
		r.gone[n] = true
		rule := r.pack.Withdrawal.AfterHalf
		if 2*boards[n] < cmp.Or(w.Planned, most) {
			rule = r.pack.Withdrawal.BeforeHalf
		}
		cancelled[n] = rule == regulation.WithdrawalCancels
	}
	return cancelled
}

// matchCounts is how many matches each team has played, by the numbers of the teams,
// and how many the one with most has to play as far as is known.
func (e *Event) matchCounts() (played []int, most int) {
	begun := map[encounter]bool{}
	for _, m := range e.order {
		if !m.voided && (m.played || m.ruled != nil) && m.sides.NS != nil && m.sides.EW != nil {
			begun[encounterOf(m.Session, m.Round, m.sides.NS, m.sides.EW)] = true
		}
	}
	due := make([]int, len(e.entries))
	played = make([]int, len(e.entries))
	count := func(key encounter, done bool) {
		for _, x := range []*entry{key.low, key.high} {
			if x != nil {
				played[x.n] += btoi(done)
				due[x.n]++
				most = max(most, due[x.n])
			}
		}
	}
	for key := range begun {
		count(key, true)
	}
	for key, s := range e.matched {
		if !begun[key] {
			count(key, key.high == nil || s.scored != nil || s.ruled != nil)
		}
	}
	return played, most
}

// doubts lists what cannot be right, in the order of the boards.
func (r *reckoning) doubts() (doubts []*bridge.Error) {
	compared := false
	for _, b := range r.boards {
		doubts = append(doubts, b.doubts...)
		for _, g := range b.groups {
			compared = compared || g.results() > 1
		}
	}
	doubts = append(doubts, r.matchDoubts()...)
	doubts = append(doubts, r.swissDoubts()...)
	for _, c := range r.carried {
		if r.onlyVP(c) {
			doubts = append(doubts, bridge.Errorf(bridge.NotFound, "event.carry_vp", "carry-over of %v: %v victory points, but the regulation has no scale for them: it does not count", c.Contestant, r.briefly(c.Amount)))
		}
	}
	for _, x := range r.penalties {
		if x.Session != 0 && x.Amount.Sign() > 0 && r.session(x.Session) < 0 {
			doubts = append(doubts, bridge.Errorf(bridge.NotFound, "event.penalty_session_unknown", "penalty of %v: there is no session %d, so it counts in the last one that it played", x.Contestant, x.Session))
		}
	}
	if !compared && !r.anyMatch() {
		doubts = append(doubts, bridge.Errorf(bridge.NotFound, "event.nothing_to_compare", "no board has two results: there is nothing to compare, and everybody has an average"))
	}
	return doubts
}

// tables is how many tables were in play at once: at least as many as a board had
// meetings, and as many as seated everybody who met somebody in a session.
func (r *reckoning) tables() (tables int) {
	seats := 2
	if r.opened.Kind == Individuals {
		seats = 4
	}
	for i := range r.sessions {
		met := 0
		for n := range r.entries {
			here := r.sums[n*len(r.sessions)+i].boards > 0
			for _, s := range r.extra[n] {
				here = here || s.line.Session == r.sessions[i] && s.line.sides.NS != nil && s.line.sides.EW != nil
			}
			met += btoi(here)
		}
		tables = max(tables, met/seats)
	}
	for _, b := range r.boards {
		tables = max(tables, b.tables)
	}
	return tables
}

// wholePlaces shows no decimals of a whole number.
func wholePlaces(f exact.Fraction, places int) int {
	if f.IsInt() {
		return 0
	}
	return places
}
