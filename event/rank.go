package event

import (
	"cmp"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// Standings computes what the event stands at, under its own regulation. It
// counts what the facts say, and what cannot be right it names among the doubts:
// a contestant that played the same board twice (Law 15), and an event in which
// no board was played often enough to compare.
//
// The error has code [bridge.Unsupported] for a method that this release does
// not rank, [bridge.NotFound] if there is no result at all.
func (e *Event) Standings() (*Standings, error) { return e.StandingsUnder(e.pack) }

// methodNames are the methods as people call them.
var methodNames = map[Method]string{Matchpoints: "matchpoints", Butler: "Butler", CrossIMPs: "cross-IMPs", IMPs: "IMPs"}

// unsupported refuses what this release does not rank. The message has the method
// in words, and the arguments as a value, so that a door can say it in its
// language.
func unsupported(kind Kind, method Method) error {
	e := bridge.Errorf(bridge.Unsupported, "event.unsupported", "%s scored by %s cannot be ranked yet: this release ranks pairs by matchpoints, Butler and cross-IMPs", kind, methodNames[method])
	e.Args[1] = method
	return e
}

// StandingsUnder is [Event.Standings] under another regulation.
func (e *Event) StandingsUnder(pack *regulation.Pack) (*Standings, error) {
	if e.pack == nil {
		return nil, notOpen()
	}
	if e.opened.Method == IMPs || e.opened.Kind != Pairs {
		return nil, unsupported(e.opened.Kind, e.opened.Method)
	}
	r, open, err := e.reckon(pack)
	if err != nil {
		return nil, err
	}
	s := &Standings{
		Info: Info{
			Title: e.opened.Title, Club: e.opened.Club, Date: e.opened.Date,
			Kind: e.opened.Kind, Method: e.opened.Method, Winners: e.opened.Winners,
		},
		Regulation: Regulation{pack.Name, pack.Version},
		Open:       open,
		Doubts:     r.doubts(),
		sheet:      r,
	}
	s.Info.Unit, _ = r.unit()
	s.Info.Tables = r.tables()
	var top why.Value
	for _, b := range r.boards {
		s.Info.Results += b.results
		if t := r.top(b); t.Cmp(top.Fraction) > 0 {
			top = t
		}
		s.Boards = append(s.Boards, r.boardSheet(b, len(s.Boards)))
	}
	s.Info.Boards = len(r.boards)
	if s.Info.Results == 0 {
		return nil, bridge.Errorf(bridge.NotFound, "event.no_results", "no result: nothing to rank")
	}
	s.Info.Top = r.figure(top, 0)
	entries := e.Contestants()
	if s.Info.Winners == 1 {
		s.Lists = []List{r.list("all", 0, entries)}
		return s, nil
	}
	for _, side := range bridge.Sides {
		own := slices.DeleteFunc(slices.Clone(entries), func(x Registered) bool { return x.Contestant.Side != side })
		s.Lists = append(s.Lists, r.list(side.String(), side, own))
	}
	return s, nil
}

// tables is how many tables were in play at once: at least as many as a board had
// meetings, and as many as seated everybody who met somebody in a session.
func (r *reckoning) tables() (tables int) {
	seated := map[int][]bool{} // by session, who met somebody
	for _, b := range r.boards {
		here := 0
		met := seated[b.set.Session]
		if met == nil {
			met = make([]bool, len(r.by))
			seated[b.set.Session] = met
		}
		for _, l := range b.lines {
			if l.state != StateSatOut {
				here++
				met[l.sides.NS.n], met[l.sides.EW.n] = true, true
			}
		}
		tables = max(tables, here)
	}
	for _, met := range seated {
		n := 0
		for _, who := range met {
			n += btoi(who)
		}
		tables = max(tables, n/2)
	}
	return tables
}

// doubts lists what cannot be right, in the order of the boards.
func (r *reckoning) doubts() (doubts []*bridge.Error) {
	compared := false
	last := make([]*ratedBoard, len(r.by)) // on which a contestant was seen
	for _, b := range r.boards {
		compared = compared || b.results > 1
		for _, l := range b.lines {
			if l.state == StatePlayed && l.result.IsZero() && !r.possible(l.score, b.set.Vul) {
				doubts = append(doubts, bridge.Errorf(bridge.Invalid, "event.score_impossible", "board %d: no result of %v against %v is worth %d with %v vulnerable", b.set.Board, l.NS, l.EW, l.score, b.set.Vul))
			}
			if !l.compares() && l.state != StateAdjusted {
				continue
			}
			for _, side := range bridge.Sides {
				who := l.sides.Of(side)
				if last[who.n] == b {
					doubts = append(doubts, bridge.Errorf(bridge.Conflict, "event.board_twice", "board %d: %v has two results; both count until one is corrected", b.set.Board, who.Contestant))
				}
				last[who.n] = b
			}
		}
	}
	if !compared {
		doubts = append(doubts, bridge.Errorf(bridge.NotFound, "event.nothing_to_compare", "no board has two results: there is nothing to compare, and everybody has an average"))
	}
	return doubts
}

// possible is [score.Edition.Possible] with a memory: an evening has few scores.
func (r *reckoning) possible(p score.Points, vul bridge.Vulnerability) bool {
	k := scoreAt{p, vul}
	known, ok := r.scores[k]
	if !ok {
		if r.scores == nil {
			r.scores = map[scoreAt]bool{}
		}
		known = r.pack.Edition.Possible(p, vul)
		r.scores[k] = known
	}
	return known
}

// list ranks contestants.
func (r *reckoning) list(name string, side bridge.Side, entries []Registered) List {
	rank := r.rank(entries)
	r.rankings = append(r.rankings, rank)
	l := List{Name: name, Side: side}
	for _, x := range rank.order {
		c := x.Contestant
		t, place := rank.totals[c], rank.places[c]
		sum, top := r.printed(nil, t, rank.most)
		l.Rows = append(l.Rows, Row{
			Rank: place.rank, Tied: place.tied, Contestant: c, Persons: slices.Clone(x.Persons), Boards: t.boards,
			Total:   r.figure(sum, r.pack.Total.Decimals),
			Max:     r.figure(top, wholePlaces(top.Fraction, r.pack.Total.Decimals)),
			Percent: r.percentage(t.rating),
		})
	}
	return l
}

// percentage is a rating as a figure: none where results are not rated in
// percent.
func (r *reckoning) percentage(rating why.Value) Figure {
	if unit, _ := r.unit(); unit == regulation.IMPs {
		return Figure{}
	}
	return r.figure(rating, r.pack.Total.PercentDecimals)
}

// figure is a value as this regulation prints it.
func (r *reckoning) figure(v why.Value, places int) Figure {
	return Figure{v.Fraction, places, r.pack.PrintHalf}
}

// wholePlaces shows no decimals of a whole number.
func wholePlaces(f exact.Fraction, places int) int {
	if f.IsInt() {
		return 0
	}
	return places
}

// ranking is a list in order, with what decided it.
type ranking struct {
	order  []Registered
	totals map[Contestant]total
	places map[Contestant]place
	most   int // boards of the contestant with most
}

// place is a contestant's place and what decided it.
type place struct {
	rank   int // 0: none
	better int // contestants with a better place
	tied   bool
	equals []Contestant // equal before the tie-break, itself included
}

func (r *reckoning) rank(entries []Registered) ranking {
	k := ranking{order: slices.Clone(entries), totals: map[Contestant]total{}, places: map[Contestant]place{}}
	for _, x := range entries {
		t := r.total(nil, x.Contestant)
		k.totals[x.Contestant] = t
		k.most = max(k.most, t.boards)
	}
	key := map[Contestant]exact.Fraction{}
	for c, t := range k.totals {
		key[c] = r.key(nil, t, k.most).Fraction
	}
	ranked := func(x Registered) bool { return k.totals[x.Contestant].boards > 0 }
	slices.SortStableFunc(k.order, func(a, b Registered) int {
		if ranked(a) != ranked(b) {
			return btoi(ranked(b)) - btoi(ranked(a))
		}
		return key[b.Contestant].Cmp(key[a.Contestant])
	})
	for from := 0; from < len(k.order) && ranked(k.order[from]); {
		to := from + 1
		for to < len(k.order) && ranked(k.order[to]) && key[k.order[to].Contestant].Equal(key[k.order[from].Contestant]) {
			to++
		}
		r.split(k, from, to)
		from = to
	}
	return k
}

// key is what decides places, before ties are broken.
func (r *reckoning) key(p *why.Pen, t total, most int) why.Value {
	if r.pack.Rank.Precision == regulation.PrintedRank {
		sum, _ := r.printed(p, t, most)
		if unit, _ := r.unit(); unit != regulation.PercentScale && r.pack.Total.Unequal != regulation.Factored {
			sum = factored(p, sum, t.boards, most) // with fewer boards a total says little
		}
		return p.Round("total.printed", sum, exact.Rounding{Unit: exact.DecimalUnit(r.pack.Total.Decimals), Half: r.pack.PrintHalf})
	}
	return t.rating
}

// split gives the places from … to of contestants that are equal so far.
func (r *reckoning) split(k ranking, from, to int) {
	group := k.order[from:to]
	equals := make([]Contestant, len(group))
	for i, x := range group {
		equals[i] = x.Contestant
	}
	points := map[Contestant]exact.Fraction{}
	if len(group) > 1 && r.pack.Rank.Ties == regulation.HeadToHead {
		for _, c := range equals {
			points[c] = r.headToHead(nil, c, equals).Fraction
		}
		slices.SortStableFunc(group, func(a, b Registered) int { return points[b.Contestant].Cmp(points[a.Contestant]) })
	}
	for i, x := range group {
		better := i
		for better > 0 && points[group[better-1].Contestant].Equal(points[x.Contestant]) {
			better--
		}
		same := 0
		for _, y := range group {
			if points[y.Contestant].Equal(points[x.Contestant]) {
				same++
			}
		}
		k.places[x.Contestant] = place{rank: from + better + 1, better: from + better, tied: same > 1, equals: equals}
	}
}

// boardSheet is a board as it is printed, the n-th of the standings.
func (r *reckoning) boardSheet(b *ratedBoard, n int) BoardSheet {
	s := BoardSheet{
		Session: b.set.Session, Board: b.set.Board, Dealer: b.set.Dealer, Vul: b.set.Vul, Deal: b.set.Deal,
		Top: r.figure(r.top(b), 0),
	}
	_, decimals := r.unit()
	lines := slices.SortedFunc(slices.Values(b.lines), byScore)
	s.Lines = make([]Line, 0, len(lines))
	points := make([]score.Points, 0, b.results)
	for i, l := range lines {
		out := Line{Meeting: l.Meeting, State: l.state}
		if l.played {
			out.Result = l.result
		}
		if l.state == StatePlayed {
			points = append(points, l.score) // never grows: there is room for all
			out.Score = &points[len(points)-1]
		}
		if l.ruled != nil {
			out.Award, out.Ruling = l.ruled.Award, l.ruled.Assigned
		}
		if i > 0 && b.ruled == nil && l.state == StatePlayed && lines[i-1].score == l.score {
			out.Points = s.Lines[i-1].Points // equal scores earn the same
		} else {
			out.Points = r.bothEarned(l, decimals)
		}
		s.Lines = append(s.Lines, out)
		for _, side := range bridge.Sides {
			if who := l.sides.Of(side); who != nil {
				r.cards[who.n] = append(r.cards[who.n], lineAt{n, i, side})
			}
		}
	}
	return s
}

// byScore puts results first, the best for North-South on top.
func byScore(a, b *ratedLine) int {
	if first := cmp.Compare(b.order(), a.order()); first != 0 {
		return first
	}
	if a.score != b.score {
		return cmp.Compare(b.score, a.score)
	}
	return cmp.Or(a.NS.Compare(b.NS), a.EW.Compare(b.EW))
}

// order is greater for lines that stand higher on a sheet.
func (l *ratedLine) order() int {
	return 2*btoi(l.state == StatePlayed) + btoi(l.state == StateAssigned)
}

// bothEarned is what the sides got for a line, nothing for nobody.
func (r *reckoning) bothEarned(l *ratedLine, decimals int) (points bridge.BySide[Earned]) {
	if !r.counts(l) {
		return points
	}
	for _, side := range bridge.Sides {
		if l.sides.Of(side) != nil {
			points = points.With(side, Earned{
				Counts:  true,
				Shown:   r.figure(r.shown(nil, l, side), decimals),
				Percent: r.percentage(r.rating(nil, l, side)),
			})
		}
	}
	return points
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// WhyRow derives a contestant's place: its percentage (or mean of IMPs) and total
// from its boards, and the tie-break if one decided. The error has code [bridge.NotFound].
func (s *Standings) WhyRow(c Contestant) (*why.Node, error) {
	for _, k := range s.sheet.rankings {
		at, listed := k.places[c]
		if !listed {
			continue
		}
		r, p := s.sheet, why.New()
		t := r.total(p, c)
		of := []why.Value{t.rating}
		if unit, _ := r.unit(); unit != regulation.PercentScale {
			sum, _ := r.printed(p, t, k.most)
			if r.pack.Rank.Precision == regulation.PrintedRank {
				sum = r.key(p, t, k.most)
			}
			of = append(of, sum)
		}
		if len(at.equals) > 1 && r.pack.Rank.Ties == regulation.HeadToHead {
			of = append(of, r.headToHead(p, c, at.equals))
		}
		return p.Place("rank", at.better, of, why.Word("contestant", c.String()), why.Word("regulation", r.pack.Name), why.Word("version", r.pack.Version)).Node(), nil
	}
	return nil, bridge.Errorf(bridge.NotFound, "event.unranked", "contestant %v has no place: it is not registered, or no board of it counts", c)
}

// WhyLine derives what a contestant got for a line of its card: in percent of the
// top or in IMPs, from the comparison or the award. The error has code
// [bridge.NotFound] if the line does not count for it.
func (s *Standings) WhyLine(l CardLine) (*why.Node, error) {
	m := l.Line.Meeting
	who := bridge.BySide[Contestant]{NS: m.NS, EW: m.EW}.Of(l.Side)
	for _, x := range s.sheet.of(who) {
		if x.side == l.Side && x.line.Meeting == m && s.sheet.counts(x.line) {
			return s.sheet.rating(why.New(), x.line, x.side).Node(), nil
		}
	}
	return nil, bridge.Errorf(bridge.NotFound, "event.no_board", "contestant %v has no board %d that counts", who, l.Board)
}

// CardLine is a line of a score card: a board as one contestant played it.
type CardLine struct {
	Session int
	Board   bridge.Board
	Side    bridge.Side
	Line    *Line // on its board sheet
}

// Card is a contestant's score card, its boards in ascending order.
func (s *Standings) Card(c Contestant) []CardLine {
	n, ok := s.sheet.at[c]
	if !ok {
		return nil
	}
	out := make([]CardLine, 0, len(s.sheet.cards[n]))
	for _, at := range s.sheet.cards[n] {
		b := &s.Boards[at.board]
		out = append(out, CardLine{b.Session, b.Board, at.side, &b.Lines[at.line]})
	}
	return out
}
