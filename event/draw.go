package event

import (
	"cmp"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/draw"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/why"
)

// DrawRound is a round of an event as a draw sees it: who met, and whose result is
// still to come. Contestants are their numbers.
type DrawRound struct {
	Session, Round int          // as the event counts them
	Groups         []draw.Group // their rounds are counted through the event, from 1
	Pending        [][2]int     // matches without all of their results
}

// DrawRounds are the rounds of a Swiss event of teams or pairs, those that are drawn
// and not played yet too. A contestant may meet one other in a round, or both others
// of a triangle: a short one if a match of it counts half; else a long one, which takes
// the next round too, unless one of the three met somebody else there. A draw calls
// contestants by their numbers, which must differ; sessions count on.
func (s *Standings) DrawRounds() ([]DrawRound, error) {
	if err := drawable(s.sheet.opened, s.sheet.entries); err != nil {
		return nil, err
	}
	byRound := map[round]*drawn{}
	at := func(key round) *drawn {
		if byRound[key] == nil {
			byRound[key] = &drawn{}
		}
		return byRound[key]
	}
	r := s.sheet
	for _, m := range r.matches {
		f := m.facts
		if f.drawn == nil && f.scored == nil && f.ruled == nil && len(m.boards) == 0 || m.knockout() {
			continue // the draw was taken back; or it was no draw
		}
		var opponent int
		if f.away != nil {
			opponent = f.Away.Number
		}
		at(round{f.Session, f.Round}).add(f.Home.Number, opponent, m.state == MatchDrawn || m.state == MatchOpen)
		if f.half() {
			at(round{f.Session, f.Round}).halves = append(at(round{f.Session, f.Round}).halves, f.Home.Number)
		}
	}
	if r.opened.Kind == Pairs {
		for _, b := range r.boards {
			for _, l := range b.lines {
				at(round{l.Session, l.Round}).add(l.NS.Number, l.EW.Number, false)
			}
			for _, m := range b.open {
				at(round{m.Session, m.Round}).add(m.NS.Number, m.EW.Number, true)
			}
		}
	}
	var keys []round
	for key := range byRound {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b round) int {
		return cmp.Or(cmp.Compare(a.session, b.session), cmp.Compare(a.number, b.number))
	})
	rounds := make([]DrawRound, len(keys))
	for i, key := range keys {
		groups, odd := byRound[key].groups(i+1, r.opened.Kind == Teams)
		if len(odd) > 0 {
			return nil, noSwiss(bridge.Unsupported, i+1, draw.List(odd[0]))
		}
		rounds[i] = DrawRound{key.session, key.number, groups, byRound[key].pending}
		if i > 0 {
			shorten(&rounds[i-1], rounds[i])
		}
	}
	return rounds, nil
}

// shorten makes a triangle of a round a short one if one of its three met somebody in the
// next round: a long one they would still have played.
func shorten(r *DrawRound, next DrawRound) {
	for i, g := range r.Groups {
		if g.Kind == draw.LongTriangle && slices.ContainsFunc(next.Groups, func(o draw.Group) bool {
			return slices.ContainsFunc(o.Contestants, func(c int) bool { return slices.Contains(g.Contestants, c) })
		}) {
			r.Groups[i].Kind = draw.Triangle
		}
	}
}

// PlayOn are the contestants that have no place in the draw after these rounds, because
// they play the second half of a long triangle.
func PlayOn(rounds []DrawRound) (list []int) {
	if len(rounds) == 0 {
		return nil
	}
	for _, g := range rounds[len(rounds)-1].Groups {
		if g.Kind == draw.LongTriangle {
			list = append(list, g.Contestants...)
		}
	}
	return list
}

// drawable refuses an event that no draw pairs.
func drawable(o Opened, entries []Registered) error {
	if o.Kind != Teams && !o.Swiss || o.Winners == 2 {
		return bridge.Errorf(bridge.Unsupported, "event.no_draw", "no draw for this event: want teams, or Swiss pairs in one list")
	}
	seen := map[int]Contestant{}
	for _, x := range entries {
		if other, ok := seen[x.Contestant.Number]; ok {
			return bridge.Errorf(bridge.Unsupported, "event.draw_numbers", "%v and %v have the same number: a draw wants a number for each contestant", other, x.Contestant)
		}
		seen[x.Contestant.Number] = x.Contestant
	}
	return nil
}

// NoKnockout refuses to draw the next round of an event that has knock-out matches: who
// meets whom in them comes of who has won, and not of how the contestants stand. A draw
// that was taken back does not count.
//
// The error has code [bridge.Unsupported].
func NoKnockout(facts []Fact) error {
	latest := map[[2]Contestant]map[round]Drawn{}
	for _, f := range facts {
		d, ok := f.Act.(Drawn)
		if !ok {
			continue
		}
		two := [2]Contestant{d.Home, d.Away}
		if two[0].Compare(two[1]) > 0 {
			two[0], two[1] = two[1], two[0]
		}
		if latest[two] == nil {
			latest[two] = map[round]Drawn{}
		}
		latest[two][round{d.Session, d.Round}] = d
	}
	first := 0
	for _, rounds := range latest {
		for at, d := range rounds {
			if d.Knockout && !d.Undone && (first == 0 || at.number < first) {
				first = max(at.number, 1)
			}
		}
	}
	if first == 0 {
		return nil
	}
	return bridge.Errorf(bridge.Unsupported, "event.draw_knockout", "round %d is a knock-out: that is not drawn as a Swiss, who has won plays on", first)
}

// oddKind refuses what an odd field cannot do: three pairs cannot sit at two tables, and
// teams need no third one to play half a match.
func oddKind(o Opened, odd draw.Kind) error {
	switch {
	case o.Kind == Teams && odd == draw.HalfMatches:
		return bridge.Errorf(bridge.Invalid, "event.odd_teams", "two half matches are for pairs: of an odd number of teams one has a bye, or three play a short or a long triangle")
	case o.Kind != Teams && (odd == draw.Triangle || odd == draw.LongTriangle):
		return bridge.Errorf(bridge.Invalid, "event.odd_pairs", "a triangle is for teams: of an odd number of pairs one has a bye, or there are two half matches")
	}
	return nil
}

// DrawInput is what the draw depends on before there is any result: the contestants
// that did not withdraw and play no long triangle, in the order of their numbers, and the
// rounds that were drawn.
func (e *Event) DrawInput(rounds []DrawRound, o draw.Options) (in draw.Input, err error) {
	var entries []Registered
	in = draw.Input{Round: len(rounds) + 1, History: history(rounds), Options: o}
	for _, x := range e.entries {
		entries = append(entries, x.Registered)
	}
	slices.SortFunc(entries, func(a, b Registered) int { return a.Contestant.Compare(b.Contestant) })
	if err := cmp.Or(drawable(e.opened, entries), oddKind(e.opened, o.Odd)); err != nil {
		return in, err
	}
	playOn := PlayOn(rounds)
	for _, x := range entries {
		if !slices.ContainsFunc(e.withdrawn, func(w Withdrew) bool { return w.Contestant == x.Contestant }) && !slices.Contains(playOn, x.Contestant.Number) {
			in.Contestants = append(in.Contestants, draw.Contestant{ID: x.Contestant.Number, Rank: len(in.Contestants) + 1})
		}
	}
	return in, nil
}

func history(rounds []DrawRound) (all []draw.Group) {
	for _, r := range rounds {
		all = append(all, r.Groups...)
	}
	return all
}

// drawn is a round as it comes in: each two that met, once. Nobody is 0.
type drawn struct {
	met     [][2]int
	pending [][2]int
	halves  []int // who was at home in a match that counts half
}

func (d *drawn) add(home, away int, pending bool) {
	if home == 0 {
		home, away = away, home
	}
	is := func(o [2]int) bool { return o == [2]int{home, away} || o == [2]int{away, home} }
	if home == 0 {
		return
	}
	if !slices.ContainsFunc(d.met, is) {
		d.met = append(d.met, [2]int{home, away})
	}
	if pending && !slices.ContainsFunc(d.pending, is) {
		d.pending = append(d.pending, [2]int{home, away})
	}
}

// groups are the matches, byes and triangles of a round. Odd are those whose meetings are
// nothing of the kind.
func (d *drawn) groups(number int, teams bool) (groups []draw.Group, odd [][]int) {
	left := slices.Clone(d.met)
	if !teams { // who plays one half match has nobody on the other boards, and no bye
		left = slices.DeleteFunc(left, func(m [2]int) bool {
			return m[1] == 0 && slices.ContainsFunc(d.met, func(o [2]int) bool { return o[1] != 0 && (o[0] == m[0] || o[1] == m[0]) })
		})
	}
	for len(left) > 0 {
		group, matches := []int{left[0][0]}, 0
		count := map[int]int{}
		for i := 0; i < len(group); i++ { // whoever is reached from the first one
			left = slices.DeleteFunc(left, func(m [2]int) bool {
				if m[0] != group[i] && m[1] != group[i] {
					return false
				}
				for _, c := range m {
					if count[c]++; c != 0 && !slices.Contains(group, c) {
						group = append(group, c)
					}
				}
				matches++
				return true
			})
		}
		g := draw.Group{Round: number, Kind: draw.Match, Contestants: group}
		switch {
		case len(group) == 1:
			g.Kind = draw.Bye
		case count[0] == 0 && len(group) == 2:
		case count[0] == 0 && len(group) == 3 && matches == 3:
			g.Kind = draw.LongTriangle
			if !teams || slices.ContainsFunc(d.halves, func(c int) bool { return slices.Contains(group, c) }) {
				g.Kind = draw.Triangle
			}
		case count[0] == 0 && len(group) == 3 && matches == 2:
			g.Kind = draw.HalfMatches
			slices.SortStableFunc(group, func(a, b int) int { return count[b] - count[a] })
		default:
			slices.Sort(group)
			odd = append(odd, group)
			continue
		}
		groups = append(groups, g)
	}
	return groups, odd
}

// noSwiss is the fault of a round in which some meet in another shape.
func noSwiss(code bridge.Code, number int, who string) *bridge.Error {
	return bridge.Errorf(code, "event.draw_shape", "round %d: %s meet in neither a match nor a triangle: that is no Swiss", number, who)
}

// DrawInput is what the draw of the round after these depends on, and the results that it
// waits for. These are the standings that it is drawn from, which may be some rounds
// behind: the rounds are all that were drawn. Equal contestants are drawn in the order
// of the list; who withdrew or plays a long triangle is left out.
func (s *Standings) DrawInput(rounds []DrawRound, o draw.Options) (in draw.Input, pending []draw.Pending, err error) {
	own, err := s.DrawRounds()
	if err != nil {
		return in, nil, err
	}
	if err := oddKind(s.sheet.opened, o.Odd); err != nil {
		return in, nil, err
	}
	playOn := PlayOn(rounds)
	in = draw.Input{Round: len(rounds) + 1, After: min(len(own), len(rounds)), History: history(rounds), Options: o}
	for _, row := range s.Lists[0].Rows {
		if row.Withdrawn || slices.Contains(playOn, row.Contestant.Number) {
			continue
		}
		score := row.Total.Value
		if row.VP.Value.Sign() != 0 || s.sheet.swissPairs() {
			score = row.VP.Value
		}
		in.Contestants = append(in.Contestants, draw.Contestant{ID: row.Contestant.Number, Rank: len(in.Contestants) + 1, Score: score})
	}
	for i, r := range own {
		if len(r.Pending) == 0 {
			continue
		}
		if s.sheet.opened.Kind == Pairs {
			return in, nil, bridge.Errorf(bridge.Unsupported, "event.draw_pairs_open", "round %d: pairs are drawn when all of its results are in: %s have none", i+1, numbersOf(r.Pending))
		}
		for _, two := range r.Pending {
			if slices.Contains(playOn, two[0]) && slices.Contains(playOn, two[1]) {
				continue // whatever it brings, neither of them is drawn
			}
			p, err := s.pending(&in, r, two)
			if err != nil {
				return in, nil, err
			}
			pending = append(pending, p)
		}
	}
	if len(pending) > 0 { // without what there is of their matches
		slices.SortStableFunc(in.Contestants, func(a, b draw.Contestant) int { return b.Score.Cmp(a.Score) })
		for i := range in.Contestants {
			in.Contestants[i].Rank = i + 1
		}
	}
	return in, pending, nil
}

// pending takes what there is of a match out of the scores, and says what the match
// may bring.
func (s *Standings) pending(in *draw.Input, r DrawRound, two [2]int) (p draw.Pending, err error) {
	if _, ok := s.Pool(); !ok {
		return p, endless(two[0], two[1])
	}
	for _, m := range s.sheet.matches {
		if m.facts.Session != r.Session || m.facts.Round != r.Round || m.facts.away == nil || !between(m.facts, two) {
			continue
		}
		if m.state == MatchDrawn || m.state == MatchOpen {
			if p.Outcomes, err = s.sheet.mayBring(m); err != nil {
				return p, err
			}
		}
		if m.state != MatchOpen {
			continue
		}
		for _, side := range bridge.Sides {
			for i := range in.Contestants {
				if in.Contestants[i].ID == m.teamOf(side).Contestant.Number {
					in.Contestants[i].Score = in.Contestants[i].Score.Sub(m.sides.Of(side).vp)
				}
			}
		}
	}
	p.Contestants = two
	return p, nil
}

// between reports whether a match is that of these two.
func between(f *matchFacts, two [2]int) bool {
	return f.Home.Number == two[0] && f.Away.Number == two[1] || f.Home.Number == two[1] && f.Away.Number == two[0]
}

// endless refuses to foretell what a match may bring that has no fixed pool.
func endless(home, away int) error {
	return bridge.Errorf(bridge.Unsupported, "event.draw_open", "the match of %d and %d is not over, and what it may bring has no end: the round is drawn when all results are in", home, away)
}

// mayBring are all that a match can bring its two sides by its scale, from the
// largest win of the one to that of the other. Every step counts: a draw can hang on a
// hundredth of a point.
func (r *reckoning) mayBring(m *match) (list [][2]exact.Fraction, err error) {
	scale := r.scaleOf(m)
	pool, fixed := scale.Pool()
	if !fixed {
		return nil, endless(m.facts.Home.Number, m.facts.Away.Number)
	}
	boards := m.length
	if n, ok := r.column(nil, m).Int64(); ok && n > 0 && r.pack.VictoryPoints.ShortMatch == regulation.BoardsScheduled {
		boards = int(n)
	}
	var wins []exact.Fraction // of the winner, the smallest first
	for margin := range mostMargin {
		own, _, err := scale.Of(nil, boards, why.Plain(exact.Int(margin)))
		if err != nil {
			return nil, err
		}
		if n := len(wins); n == 0 || !wins[n-1].Equal(own.Fraction) {
			wins = append(wins, own.Fraction)
		}
		if own.Equal(pool) {
			break
		}
	}
	for _, own := range slices.Backward(wins) {
		list = append(list, [2]exact.Fraction{own, pool.Sub(own)})
	}
	for _, own := range wins {
		if other := pool.Sub(own); !other.Equal(own) {
			list = append(list, [2]exact.Fraction{other, own})
		}
	}
	return list, nil
}

// mostMargin is more IMPs than any scale waits for.
const mostMargin = 1000

func numbersOf(pairs [][2]int) string {
	groups := make([][]int, len(pairs))
	for i, p := range pairs {
		groups[i] = p[:]
	}
	return draw.Lists(groups)
}

// BeforeRounds leaves out of the facts of an event what belongs to these rounds: what
// is left are the facts that the first of them should have been drawn from, with every
// correction that was made since. Who plays in one of these rounds had not withdrawn.
func BeforeRounds(facts []Fact, rounds []DrawRound) []Fact {
	out := map[round]bool{}
	plays := map[int]bool{}
	for _, r := range rounds {
		out[round{r.Session, r.Round}] = true
		for _, g := range r.Groups {
			for _, c := range g.Contestants {
				plays[c] = true
			}
		}
	}
	var kept []Fact
	for _, f := range facts {
		at, ok := roundOf(f.Act)
		w, withdrew := f.Act.(Withdrew)
		if ok && out[at] || withdrew && plays[w.Contestant.Number] {
			continue
		}
		kept = append(kept, f)
	}
	return kept
}

// roundOf is the round that an act belongs to.
func roundOf(act Act) (at round, ok bool) {
	ok = true
	switch a := act.(type) {
	case Played:
		at = round{a.Session, a.Round}
	case NotPlayed:
		at = round{a.Session, a.Round}
	case SatOut:
		at = round{a.Session, a.Round}
	case Ruled:
		at = round{a.Session, a.Round}
	case Voided:
		at = round{a.Session, a.Round}
	case Drawn:
		at = round{a.Session, a.Round}
	case MatchScored:
		at = round{a.Session, a.Round}
	case MatchRuled:
		at = round{a.Session, a.Round}
	case LinedUp:
		at = round{a.Session, a.Round}
	case Penalised:
		at, ok = round{a.Session, a.Round}, a.Round > 0
	default:
		ok = false
	}
	return at, ok
}

// Pool is the victory points that both sides of a match have together, where that is
// always the same whole number.
func (s *Standings) Pool() (points int, ok bool) {
	if s.sheet.scale == nil {
		return 0, false
	}
	pool, fixed := s.sheet.scale.Pool()
	n, whole := pool.Int64()
	return int(n), fixed && whole
}
