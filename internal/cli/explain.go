package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/why"
)

// explainCommand derives a number of a ranking: what a contestant got for a board,
// or its place.
type explainCommand struct {
	Files []string `arg:""`
	scoring
	Swiss   bool
	Pair    string
	Player  string // the same in an individual event
	Match   string // instead of a pair: what a match brought
	Board   string
	Session string
	Against string

	Section  string // a place in another list than the ranking
	Strata   string
	Handicap bool
}

// explained is a number with its derivation.
type explained struct {
	*reckoned
	row     event.Row
	list    event.List
	card    *event.CardLine // nil: the place in the list
	match   *event.MatchSheet
	board   bridge.Board // of the match; 0: all of it
	node    *why.Node
	info    event.Info
	session int
	several bool // sessions
}

// Run implements the command.
func (c *explainCommand) Run(t *terminal) error {
	switch pair, player := plain(c.Pair), plain(c.Player); {
	case player != "" && pair != "" && pair != player:
		return bridge.Errorf(Usage, "usage.twice", "option %s is given twice: %s and %s", "--pair", pair, player)
	case player != "":
		c.Pair = player
	}
	if c.Pair == "" && c.Match == "" {
		return bridge.At("--pair", bridge.Errorf(Usage, "explain.no_pair", "whose number? want a contestant as the ranking names it, for example --pair 12 or --pair 12NS"))
	}
	var board bridge.Board
	var err error
	if c.Board != "" {
		if board, err = bridge.ParseBoard(plain(c.Board)); err != nil {
			return wrongValue("--board", err)
		}
	}
	if _, err := event.ParseContestant(pairName(c.Pair)); err != nil && c.Pair != "" {
		return wrongValue("--pair", err)
	}
	session := 0
	if c.Session != "" {
		if session, err = strconv.Atoi(plain(c.Session)); err != nil || session < 1 {
			return bridge.At("--session", bridge.Errorf(Usage, "explain.session", "session %q: want 1 or more", plain(c.Session)))
		}
	}
	if board == 0 && (c.Session != "" || c.Against != "") {
		return bridge.Errorf(Usage, "explain.no_board", "--session and --against belong to a board: want --board as well")
	}
	if err := c.oneList(board); err != nil {
		return err
	}
	t.shown, c.swiss = shownWarnings, c.Swiss
	r, err := t.record(c.Files, c.scoring)
	if err != nil {
		return err
	}
	x := explained{reckoned: r, info: r.standings.Info, session: session, several: severalSessions(r.standings)}
	r.who()
	if c.Match != "" {
		return t.explainMatch(&x, plain(c.Match), c.Pair, board)
	}
	if err := c.stand(&x); err != nil {
		return err
	}
	if err := x.derive(r.standings, board, c.Against); err != nil {
		return at(r.name, err)
	}
	if t.json {
		return t.answer(x.json(t))
	}
	t.explain(&x)
	return nil
}

// explainMatch derives what a match, or a board of it, brought to a team: that which is
// named, else the home team.
func (t *terminal) explainMatch(x *explained, match, pair string, board bridge.Board) (err error) {
	var found []*event.MatchSheet
	var numbers []string
	for _, m := range x.matchList() {
		if x.called(m, match) {
			found, numbers = append(found, m), append(numbers, strconv.Itoa(x.number(m)))
		}
	}
	switch len(found) {
	case 0:
		return bridge.At("--match", bridge.Errorf(bridge.NotFound, "explain.match", "there is no match %q in this event", match))
	case 1:
		x.match, x.board = found[0], board
	default:
		return bridge.At("--match", bridge.Errorf(Usage, "explain.match_which", "%q is in several matches: want the number of one, %s", match, several(numbers)))
	}
	side := bridge.NS
	switch m := x.match; {
	case pair == "" || named(m.Home, pair):
	case !m.Away.IsZero() && named(m.Away, pair):
		side = bridge.EW
	default:
		return bridge.At("--pair", bridge.Errorf(bridge.NotFound, "explain.match_team", "%s does not play match %s", pairName(pair), numbers[0]))
	}
	team := bridge.BySide[event.Contestant]{NS: x.match.Home, EW: x.match.Away}.Of(side)
	if x.row, x.list, err = ranked(x.standings, "--match", team.String()); err != nil {
		return err
	}
	if board == 0 {
		x.node, err = x.standings.WhyMatch(x.match.MatchRef, side)
	} else {
		x.node, err = x.standings.WhyMatchBoard(x.match.MatchRef, board, side)
	}
	if err != nil {
		return at(x.name, err)
	}
	if t.json {
		return t.answer(x.json(t))
	}
	t.explain(x)
	return nil
}

// opponent is whom the team of a match met.
func (x *explained) opponent() event.Contestant {
	if x.row.Contestant == x.match.Home {
		return x.match.Away
	}
	return x.match.Home
}

// oneList refuses options of lists that do not say one.
func (c *explainCommand) oneList(board bridge.Board) error {
	section, strata := strings.ToUpper(plain(c.Section)), strings.ToUpper(plain(c.Strata))
	switch {
	case section == allOfThem || strata == allOfThem || section != "" && strata != "":
		return bridge.Errorf(Usage, "explain.one_list", "a place is one of one list: want --section A or --strata B, and --handicap if you like")
	case board != 0 && (strata != "" || c.Handicap):
		return bridge.Errorf(Usage, "explain.list_board", "--strata and --handicap belong to a place in a list: a board is worth the same in all of them")
	}
	return nil
}

// stand finds the contestant, and its row in the list that is asked for.
func (c *explainCommand) stand(x *explained) (err error) {
	pair := pairName(c.Pair)
	if who, err := event.ParseContestant(pair); err == nil && who.Section == "" && c.Section != "" { // --section A --pair 3
		who.Section = strings.ToUpper(plain(c.Section))
		if again, err := event.ParseContestant(who.String()); err == nil && again == who {
			pair = who.String()
		}
	}
	lists, err := (&rankCommand{Section: c.Section, Strata: c.Strata, Handicap: c.Handicap}).lists(x.standings)
	if err != nil {
		return err
	}
	if x.row, x.list, err = ranked(x.standings, "--pair", pair); err != nil {
		return err
	}
	for _, l := range lists {
		if l.Handicap != c.Handicap {
			continue
		}
		if at := slices.IndexFunc(l.Rows, func(r event.Row) bool { return r.Contestant == x.row.Contestant }); at >= 0 {
			x.row, x.list = l.Rows[at], l
			return nil
		}
	}
	return bridge.At("--pair", bridge.Errorf(bridge.NotFound, "explain.not_listed", "%v is not in that list", x.row.Contestant))
}

// pairName is a contestant as people type it.
func pairName(text string) string { return strings.ToUpper(strings.TrimSpace(plain(text))) }

// ranked finds a contestant by its name, or by its number alone if only one list
// and one section have it.
func ranked(s *event.Standings, flag, text string) (row event.Row, list event.List, err error) {
	who, err := event.ParseContestant(pairName(text))
	if err != nil {
		return row, list, wrongValue(flag, err)
	}
	var names []string
	find := func(called func(event.Contestant) bool) {
		for _, l := range s.Lists {
			for _, r := range l.Rows {
				if called(r.Contestant) {
					row, list = r, l
					names = append(names, r.Contestant.String())
				}
			}
		}
	}
	find(func(c event.Contestant) bool { return named(c, text) })
	if len(names) == 0 && who.Section == "" {
		find(func(c event.Contestant) bool {
			c.Section = ""
			return named(c, text)
		})
		slices.Sort(names)
		if len(names) > 1 {
			return row, list, bridge.At(flag, bridge.Errorf(Usage, "explain.pair_section", "%v is there in more than one section or list: want %s", who, strings.Join(names, ", ")))
		}
	}
	switch len(names) {
	case 0:
		return row, list, bridge.At(flag, bridge.Errorf(bridge.NotFound, "explain.pair", "there is no contestant %v in this event", who))
	case 1:
		return row, list, nil
	}
	return row, list, bridge.At(flag, bridge.Errorf(Usage, "explain.pair_which", "%v is in two lists: want %s", who, strings.Join(names, ", ")))
}

// derive finds the derivation: of a board, or of the place if board is 0. A board
// that was played in two sessions, or twice, wants to know which.
func (x *explained) derive(s *event.Standings, board bridge.Board, against string) (err error) {
	who := x.row.Contestant
	if board == 0 {
		x.node, err = s.WhyRowIn(x.list.Name, who)
		return err
	}
	cards := slices.DeleteFunc(s.Card(who), func(l event.CardLine) bool {
		return l.Board != board || !l.Points().Counts ||
			x.session > 0 && max(l.Session, 1) != x.session || // 0 is the only one
			against != "" && !slices.ContainsFunc(opponents(l), func(c event.Contestant) bool { return named(c, against) })
	})
	if s.Info.Kind == event.Teams { // both rooms of a match bring the same
		cards = slices.CompactFunc(cards, func(a, b event.CardLine) bool {
			return a.Session == b.Session && a.Line.Meeting.Round == b.Line.Meeting.Round && opponents(a)[0] == opponents(b)[0]
		})
	}
	if len(cards) == 0 {
		return bridge.Errorf(bridge.NotFound, "event.no_board", "contestant %v has no board %d that counts", who, board)
	}
	if len(cards) > 1 {
		var sessions, others []string
		for _, c := range cards {
			if n := strconv.Itoa(max(c.Session, 1)); !slices.Contains(sessions, n) {
				sessions = append(sessions, n)
			}
			others = append(others, opponents(c)[0].String())
		}
		if len(sessions) > 1 {
			return bridge.Errorf(Usage, "explain.which_session", "%v has a board %d in several sessions: want --session %s", who, board, strings.Join(sessions, ", "))
		}
		return bridge.Errorf(Usage, "explain.which_result", "%v has two results on board %d: want --against %s", who, board, strings.Join(others, ", "))
	}
	x.card = &cards[0]
	x.node, err = s.WhyLine(*x.card)
	return err
}

// named reports whether a contestant is called so, with its side or without.
func named(c event.Contestant, text string) bool {
	who, err := event.ParseContestant(pairName(text))
	bare := c
	bare.Side = 0
	return err == nil && (c == who || bare == who)
}

// explain prints a derivation as a bill, each step under what it is part of.
func (t *terminal) explain(x *explained) {
	t.out.WriteString(t.paint.suits(t.wrap(x.headline(t), " ", 0)) + t.rule())
	t.derivation(x.node, x.several)
}

// derivation prints the steps of a derivation; with several sessions they say which.
func (t *terminal) derivation(n *why.Node, several bool) {
	var b branches
	b.several = several
	b.grow(t, n, 0)
	what, how, value := 0, 0, 0
	for _, s := range b.steps {
		what, how, value = max(what, s.depth+width(s.What)), max(how, width(s.How)), max(value, width(s.value))
	}
	const (
		gap  = 2
		room = 36 // columns that words need at least, to stand beside a calculation
	)
	what = min(what, max(t.columns-how-value-3*gap, room))
	beside := gap+what+gap+how+gap+value <= t.columns
	if !beside { // a calculation stands under what it explains
		what, how = t.columns-2*gap-value, -gap
	}
	for i, s := range b.steps {
		lines := breakNames(s.What, what-s.depth)
		text, calculation := lines[0], s.How
		lines = lines[1:]
		if !beside {
			if calculation != "" {
				lines = append(lines, breakNames(calculation, max(t.columns-4-s.depth, 1))...)
			}
			calculation = ""
		}
		in := strings.Repeat(" ", s.depth)
		line := "  " + left(in+text, what+gap) + left(calculation, how+gap) + right(s.value, value)
		t.out.WriteString(t.paint.role(map[bool]role{true: roleBold}[i == 0], line) + "\n")
		for _, more := range lines {
			t.out.WriteString("    " + in + t.paint.role(roleInk2, more) + "\n")
		}
	}
}

// headline says whose number it is, and how it came about at the table.
func (x *explained) headline(t *terminal) []string {
	sentence := func(s string) string { return locale.Sentence(s) + "." }
	who := t.named(x.row.Contestant, x.row.Persons, x.People)
	s := x.standings
	rules := []string{sentence(t.T("rank.regulation", s.Regulation.Name, s.Regulation.Version))}
	if x.info.Unit == regulation.OneScale { // boards are compared on the other one
		rules = append(rules, sentence(t.T("explain.two_scale")))
	}
	if x.match != nil {
		where := t.matchTitle(x.reckoned, x.match)
		if x.board > 0 {
			where += ", " + t.T("board", int(x.board))
		}
		if other := x.opponent(); !other.IsZero() {
			who = t.T("pad.against", who, t.named(other, x.persons[other], x.People))
		}
		return append([]string{sentence(t.T("score.situation", where, who))}, rules...)
	}
	if x.card == nil {
		total := t.Decimal(x.row.Total.String())
		switch x.info.Unit {
		case regulation.IMPs, regulation.Points, regulation.PercentScale, regulation.VPs, regulation.Won:
			total = t.totalOf(s, x.row)
		}
		if swissPairs(s) && !x.list.Handicap {
			total = t.Decimal(x.row.VP.String()) + " " + t.T("column.vp")
		}
		out := []string{sentence(who)}
		if l := x.list; l.Section != "" || l.Stratum != "" || l.Handicap {
			l.Side = 0 // its name says it
			out = append(out, sentence(strings.Join(t.listWords(l), ", ")))
		}
		return slices.Concat(out, []string{sentence(t.N("explain.total", x.row.Boards, total))}, rules)
	}
	l := x.card.Line
	var others []string
	for _, c := range opponents(*x.card) {
		if !c.IsZero() {
			others = append(others, t.named(c, x.persons[c], x.People))
		}
	}
	if p := partner(*x.card); !p.IsZero() {
		who = t.T("explain.with", who, t.named(p, x.persons[p], x.People))
	}
	if len(others) > 0 {
		who = t.T("pad.against", who, strings.Join(others, ", "))
	}
	where := t.where(s, l.Meeting)
	out := []string{sentence(t.T("score.situation", where, who))}
	switch {
	case !l.Award.NS.IsZero():
		out = append(out, sentence(t.T("explain.ruling", t.award(l.Award.NS), t.award(l.Award.EW))))
	case len(l.Ruling.NS) > 0:
		out = append(out, sentence(t.T("explain.assigned")))
	case l.State == event.StateSatOut:
		out = append(out, sentence(t.T("explain.sat_out")))
	case l.Result.PassedOut():
		out = append(out, sentence(t.T("outcome.passed_out")))
	case !l.Result.IsZero():
		out = append(out, sentence(t.Locale.Result(l.Result.Contract(), l.Result.Declarer(), l.Result.Tricks(), 0)))
	}
	if l.Score != nil {
		out = append(out, sentence(t.T("explain.score", t.Side(bridge.NS), int(*l.Score))))
	}
	return append(out, rules...)
}

// named is a contestant with the names of its persons.
func (t *terminal) named(c event.Contestant, persons []event.PersonID, people event.People) string {
	if names := people.Name(persons); names != "" {
		return c.String() + " " + locale.Clean(names)
	}
	return c.String()
}

// shortNames is the page on which a board of a session is 2/7, as on a card.
const shortNames = 60

// branches are the steps of a derivation, each further in than what it is part of.
type branches struct {
	steps   []branch
	several bool // sessions, so that a board is named with its own
}

type branch struct {
	locale.Step
	depth int    // columns further in
	value string // as it is printed
	node  *why.Node
}

// grow adds a node and what it is made of. The boards of a total are one line
// each; equal ones are counted, and what stands there already is not derived again.
func (b *branches) grow(t *terminal, n *why.Node, depth int) {
	const many = 4 // terms that a calculation shows beside what it makes
	s := branch{locale.Step{What: t.What(n), How: t.Text(n), Value: n.Value}, 2 * depth, t.short(n.Value), n}
	if session, ok := n.Arg("session"); ok && b.several {
		switch board, ok := n.Arg("board"); {
		case ok && t.columns < shortNames:
			s.What = strings.Replace(s.What, board.Word, session.Word+"/"+board.Word, 1)
		case ok:
			s.What = locale.Sentence(t.T("rank.session", session.Word, s.What))
		}
	}
	leaf := depth > 0 && ofBoard(n) || slices.Contains(plainSteps, n.Rule) || slices.ContainsFunc(b.steps, func(o branch) bool {
		return len(n.Of) > many && same(o.node, n)
	})
	equal := func(c *why.Node) bool { return c.Value.Equal(n.Of[0].Value) }
	switch {
	case s.How == s.What || n.How == why.Same:
		s.How = ""
	case n.How == why.Sum && len(n.Of) > many:
		s.How = ""
		if !slices.ContainsFunc(n.Of, func(c *why.Node) bool { return !equal(c) }) {
			s.How, leaf = strconv.Itoa(len(n.Of))+" × "+t.Number(n.Of[0].Value), true
		}
	}
	b.steps = append(b.steps, s)
	if leaf {
		return
	}
	for _, child := range n.Of {
		b.grow(t, child, depth+1)
	}
}

// plainSteps are the rules whose calculation names all that they are made of.
var plainSteps = []string{"butler.times", "ximp.difference"}

// same reports whether two nodes derive the same in the same way.
func same(a, b *why.Node) bool {
	return a.Rule == b.Rule && a.Value.Equal(b.Value) && slices.EqualFunc(a.In, b.In, func(x, y why.Arg) bool {
		return x.Name == y.Name && x.Word == y.Word && x.Num.Equal(y.Num)
	}) && slices.EqualFunc(a.Of, b.Of, same)
}

// short is a number of at most four decimals, with a sign if it is rounded.
func (t *terminal) short(v exact.Fraction) string {
	const places = 4
	if v.Round(exact.Rounding{Unit: exact.DecimalUnit(places)}).Equal(v) {
		return t.Number(v)
	}
	return "≈" + t.Decimal(v.Decimal(places))
}

// ofBoard reports whether a node is what a board adds to a sum.
func ofBoard(n *why.Node) bool {
	_, ok := n.Arg("board")
	return ok && n.How == why.Same
}

type explainJSON struct {
	Contestant string           `json:"contestant"`
	List       string           `json:"list"`
	Session    int              `json:"session,omitempty"`
	Board      int              `json:"board,omitempty"`
	Match      string           `json:"match,omitempty"`
	Rank       int              `json:"rank,omitempty"`
	Value      exact.Fraction   `json:"value"`
	Regulation event.Regulation `json:"regulation"`
	Method     event.Method     `json:"method"`
	Why        *why.Node        `json:"why"`
	Warnings   []warningJSON    `json:"warnings"`
}

func (x *explained) json(t *terminal) explainJSON {
	out := explainJSON{
		Contestant: x.row.Contestant.String(), List: x.list.Name, Value: x.node.Value,
		Regulation: x.standings.Regulation, Method: x.info.Method, Why: x.node.Say(t.Text), Warnings: t.warningList(),
	}
	switch {
	case x.match != nil:
		out.Match, out.Session, out.Board = strconv.Itoa(x.number(x.match)), x.match.Session, int(x.board)
	case x.card == nil:
		out.Rank = x.row.Rank
	default:
		out.Session, out.Board = x.card.Session, int(x.card.Board)
	}
	return out
}
