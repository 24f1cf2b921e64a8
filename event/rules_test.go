package event_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// TestRules runs the cases of testdata/rules.txt: small events, and what the rules
// make of them. Its head says how a case is written.
func TestRules(t *testing.T) {
	const path = "testdata/rules.txt"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(text), "\n== ")
	line := 1 + strings.Count(string(text[:len(text)-len(body)]), "\n")
	seen := map[string]bool{}
	for part := range strings.SplitSeq(body, "\n== ") {
		name, lines, _ := strings.Cut(part, "\n")
		if seen[name] {
			t.Fatalf("%s:%d: there are two cases %q", path, line, name)
		}
		seen[name] = true
		first := line
		line += strings.Count(part, "\n") + 1
		t.Run(name, func(t *testing.T) {
			c := &ruleCase{t: t, path: path}
			for i, l := range strings.Split(lines, "\n") {
				c.line = first + i + 1
				if l, _, _ = strings.Cut(l, "#"); strings.TrimSpace(l) != "" {
					c.read(strings.Fields(l))
				}
			}
			if c.wanted == 0 {
				t.Fatalf("%s:%d: the case wants nothing", path, first)
			}
		})
	}
	if len(seen) < 80 {
		t.Fatalf("%s: %d cases", path, len(seen))
	}
}

// ruleCase is a case that is being read.
type ruleCase struct {
	t      *testing.T
	path   string
	line   int
	opened event.Opened
	rules  []string // settings beside those of a pack
	facts  []event.Fact
	now    time.Time
	why    string
	s      *event.Standings // of the facts so far; nil: not asked yet
	wanted int
}

func (c *ruleCase) fail(format string, args ...any) {
	c.t.Helper()
	c.t.Fatalf("%s:%d: %s", c.path, c.line, fmt.Sprintf(format, args...))
}

// must ends the case if a word of it cannot be read.
func must[T any](c *ruleCase) func(v T, err error) T {
	return func(v T, err error) T {
		c.t.Helper()
		if err != nil {
			c.fail("%v", err)
		}
		return v
	}
}

func (c *ruleCase) int(s string) int               { return must[int](c)(strconv.Atoi(s)) }
func (c *ruleCase) number(s string) exact.Fraction { return must[exact.Fraction](c)(exact.Parse(s)) }

func (c *ruleCase) list(s string) (list []int) {
	for one := range strings.SplitSeq(s, ",") {
		list = append(list, c.int(one))
	}
	return list
}

// who reads a contestant; 0 is nobody.
func (c *ruleCase) who(s string) event.Contestant {
	if s == "0" {
		return event.Contestant{}
	}
	return must[event.Contestant](c)(event.ParseContestant(s))
}

// place reads a board, 2/7 for board 7 of session 2.
func (c *ruleCase) place(s string) (session int, board bridge.Board) {
	if before, after, two := strings.Cut(s, "/"); two {
		return c.int(before), bridge.Board(c.int(after))
	}
	return 0, bridge.Board(c.int(s))
}

// meeting reads words like r2 t3 1-2, and 1+3-2+4 of an individual event.
func (c *ruleCase) meeting(place string, words []string) (m event.Meeting, rest []string) {
	m.Session, m.Board = c.place(place)
	for len(words) > 0 && (words[0][0] == 'r' || words[0][0] == 't') {
		if n := c.int(words[0][1:]); words[0][0] == 'r' {
			m.Round = n
		} else {
			m.Table = n
		}
		words = words[1:]
	}
	if len(words) == 0 {
		c.fail("who played?")
	}
	ns, ew, ok := strings.Cut(words[0], "-")
	if !ok {
		c.fail("%q: want players like 1-2", words[0])
	}
	north, south, _ := strings.Cut(ns, "+")
	east, west, _ := strings.Cut(ew, "+")
	m.NS, m.EW = c.who(north), c.who(east)
	if south != "" {
		m.South = c.who(south)
	}
	if west != "" {
		m.West = c.who(west)
	}
	return m, words[1:]
}

// result reads a score or a result, or both as in 4S=S/420.
func (c *ruleCase) result(s string) (r bridge.Result, p *score.Points) {
	text, points, both := strings.Cut(s, "/")
	if n, err := strconv.Atoi(text); err == nil {
		at := score.Points(n)
		return r, &at
	}
	if both {
		at := score.Points(c.int(points))
		p = &at
	}
	return must[bridge.Result](c)(bridge.ParseResult(strings.ReplaceAll(text, "_", " "))), p
}

// outcomes reads 60:110,40:-50.
func (c *ruleCase) outcomes(s string) (list []event.Assigned) {
	for one := range strings.SplitSeq(s, ",") {
		weight, text, ok := strings.Cut(one, ":")
		if !ok {
			weight, text = "100", one
		}
		r, p := c.result(text)
		list = append(list, event.Assigned{Result: r, Score: p, Weight: c.number(weight).Div(exact.Int(100))})
	}
	return list
}

// scope reads what a mark is about: tables 1,2 rounds 3 from 2 section A 1-2.
func (c *ruleCase) scope(place string, words []string) (s event.Scope, rest []string) {
	s.Session, s.Board = c.place(place)
	for len(words) > 0 {
		switch words[0] {
		case "tables":
			s.Tables = c.list(words[1])
		case "rounds":
			s.Rounds = c.list(words[1])
		case "from":
			s.From = c.int(words[1])
		case "section":
			s.Section = words[1]
		case "of":
			m, _ := c.meeting(place, words[1:])
			s.NS, s.EW = m.NS, m.EW
		default:
			return s, words
		}
		words = words[2:]
	}
	return s, nil
}

// pairsOf reads the words of a line in twos.
func (c *ruleCase) options(words []string, each map[string]func(string)) {
	for len(words) > 0 {
		f := each[words[0]]
		if f == nil || len(words) < 2 {
			c.fail("%q is not understood", strings.Join(words, " "))
		}
		f(words[1])
		words = words[2:]
	}
}

// read takes one line of a case.
func (c *ruleCase) read(w []string) {
	c.t.Helper()
	if w[0] == "=" {
		c.wanted++
		c.want(w[1:])
		return
	}
	if len(w) < 2 {
		c.fail("%q says nothing", w[0])
	}
	switch w[0] {
	case "open":
		c.open(w[1:])
	case "rules":
		c.rules = append(c.rules, strings.Join(w[1:], " "))
	case "under":
		c.rules = append(c.rules, "extends = "+w[1])
	case "refused":
		c.wanted++
		key := w[1]
		n := len(c.facts)
		c.read(w[2:])
		e := must[*event.Event](c)(event.Fold(c.facts[:n]))
		err, ok := e.Apply(c.facts[n]).(*bridge.Error)
		if !ok || err.Key != key {
			c.fail("got %v, want it refused with %s", err, key)
		}
		c.facts = c.facts[:n]
	case "at":
		c.now = must[time.Time](c)(time.Parse(time.TimeOnly, w[1]))
	case "why":
		c.why = strings.Join(w[1:], " ")
	default:
		c.s = nil
		for _, a := range c.acts(w) {
			c.facts = append(c.facts, event.Fact{At: c.now, Why: c.why, Act: a})
		}
		c.why = ""
	}
}

func (c *ruleCase) open(w []string) {
	c.opened = event.Opened{Kind: event.Pairs, Method: event.Method(w[0]), Winners: 1}
	c.options(w[1:], map[string]func(string){
		"kind":     func(v string) { c.opened.Kind = event.Kind(v) },
		"winners":  func(v string) { c.opened.Winners = c.int(v) },
		"expected": func(v string) { c.opened.Expected = c.int(v) },
		"seed":     func(v string) { c.opened.Seed = uint64(c.int(v)) },
	})
	c.facts = append(c.facts, event.Fact{Act: c.opened})
}

// acts are what a line says was done.
func (c *ruleCase) acts(w []string) (acts []event.Act) {
	switch w[0] {
	case "method": // the event is opened again
		again := c.opened
		again.Method = event.Method(w[1])
		return append(acts, again)
	case "enter": // 1-8, A1-A4, or one with what is known of it
		if from, to, many := strings.Cut(w[1], "-"); many {
			a, b := c.who(from), c.who(to)
			for ; a.Number <= b.Number; a.Number++ {
				acts = append(acts, event.Registered{Contestant: a})
			}
			return acts
		}
		r := event.Registered{Contestant: c.who(w[1])}
		c.options(w[2:], map[string]func(string){
			"strata":   func(v string) { r.Strata = strings.Split(v, "") },
			"handicap": func(v string) { f := c.number(v); r.Handicap = &f },
			"average":  func(v string) { f := c.number(v); r.Average = &f },
			"persons":  func(v string) { r.Persons = ids(v) },
		})
		return append(acts, r)
	case "board":
		b := event.BoardSet{Dealer: bridge.North}
		b.Session, b.Board = c.place(w[1])
		c.options(w[2:], map[string]func(string){
			"vul": func(v string) { b.Vul = must[bridge.Vulnerability](c)(bridge.ParseVulnerability(v)) },
			"par": func(v string) { p := score.Points(c.int(v)); b.Par = &p },
		})
		return append(acts, b)
	case "play": // 7 1-2 620 3-4 170
		for rest := w[2:]; len(rest) > 0; rest = rest[1:] {
			p := event.Played{}
			if p.Meeting, rest = c.meeting(w[1], rest); len(rest) == 0 {
				c.fail("no result of %v against %v", p.NS, p.EW)
			}
			p.Result, p.Score = c.result(rest[0])
			acts = append(acts, p)
		}
		return acts
	case "not", "late", "out", "void":
		for rest := w[2:]; len(rest) > 0; {
			var m event.Meeting
			m, rest = c.meeting(w[1], rest)
			acts = append(acts, map[string]event.Act{
				"not": event.NotPlayed{Meeting: m}, "late": event.NotPlayed{Meeting: m, Late: true},
				"out": event.SatOut{Meeting: m}, "void": event.Voided{Meeting: m},
			}[w[0]])
		}
		return acts
	case "award", "assign":
		m, rest := c.meeting(w[1], w[2:])
		r := event.Ruled{Meeting: m}
		ns, ew, two := strings.Cut(rest[0], "|")
		if !two {
			ew = ns
		}
		switch {
		case w[0] == "assign":
			r.Assigned = bridge.BySide[[]event.Assigned]{NS: c.outcomes(ns), EW: c.outcomes(ew)}
		case rest[0] != "none":
			r.Award = bridge.BySide[event.Award]{NS: c.award(ns), EW: c.award(ew)}
		}
		return append(acts, r)
	case "foul": // 7 B tables 1,2 vul NS
		f := event.Fouled{Version: w[2]}
		if f.Version == "none" {
			f.Version = ""
		}
		var rest []string
		f.Scope, rest = c.scope(w[1], w[3:])
		c.options(rest, map[string]func(string){"vul": func(v string) {
			vul := must[bridge.Vulnerability](c)(bridge.ParseVulnerability(v))
			f.Vul = &vul
		}})
		return append(acts, f)
	case "turn", "cancel", "restore":
		skip := 2
		turned := event.Turned{}
		if w[0] == "turn" {
			turned.Quarters = c.int(w[2])
			skip = 3
		}
		s, rest := c.scope(w[1], w[skip:])
		if rest != nil {
			c.fail("%q is not understood", rest)
		}
		turned.Scope = s
		return append(acts, map[string]event.Act{
			"turn": turned, "cancel": event.Cancelled{Scope: s}, "restore": event.Cancelled{Scope: s, Restored: true},
		}[w[0]])
	case "penalty": // ref who amount unit
		p := event.Penalised{Ref: w[1], Contestant: c.who(w[2]), Kind: event.Procedural, Amount: c.number(w[3]), Unit: event.PenaltyUnit(w[4])}
		c.options(w[5:], map[string]func(string){"session": func(v string) { p.Session = c.int(v) }})
		return append(acts, p)
	case "warning":
		return append(acts, event.Penalised{Ref: w[1], Contestant: c.who(w[2]), Kind: event.Cautioned})
	case "carry":
		k := event.Carried{Contestant: c.who(w[1]), Amount: c.number(w[2])}
		c.options(w[3:], map[string]func(string){
			"of":    func(v string) { k.Max = c.number(v) },
			"stage": func(v string) { k.Stage = c.int(v) },
		})
		return append(acts, k)
	case "stage":
		s := event.StageSet{Stage: c.int(w[1])}
		c.options(w[2:], map[string]func(string){
			"sessions": func(v string) { s.Sessions = c.list(v) },
			"from":     func(v string) { s.From = c.int(v) },
			"carry":    func(v string) { s.Carry = v },
		})
		return append(acts, s)
	case "instead": // who from to persons
		return append(acts, event.Substituted{Contestant: c.who(w[1]), From: c.int(w[2]), To: c.int(w[3]), Persons: ids(w[4])})
	case "leave", "return":
		l := event.Withdrew{Contestant: c.who(w[1]), Returned: w[0] == "return"}
		c.options(w[2:], map[string]func(string){"planned": func(v string) { l.Planned = c.int(v) }})
		return append(acts, l)
	case "publish":
		a := event.Announced{}
		if w[1] != "now" {
			a.Until = must[time.Time](c)(time.Parse(time.TimeOnly, w[1]))
		}
		return append(acts, a)
	case "reopen":
		return append(acts, event.Reopened{})
	}
	c.fail("%q is not understood", w[0])
	return nil
}

func ids(s string) (list []event.PersonID) {
	if s == "-" { // nobody
		return nil
	}
	for one := range strings.SplitSeq(s, ",") {
		list = append(list, event.PersonID(one))
	}
	return list
}

// award reads A+, 60% or 2.5imps.
func (c *ruleCase) award(s string) event.Award {
	if s == "" { // nobody
		return event.Award{}
	}
	if number, ok := strings.CutPrefix(s, "percent:"); ok { // what no file can say
		return event.PercentAward(c.number(number))
	}
	if imps, ok := strings.CutSuffix(s, "imps"); ok {
		return event.Award{Kind: event.FixedIMPs, IMPs: c.number(imps)}
	}
	return must[event.Award](c)(event.ParseAward(s))
}

// standings ranks what was said so far, and asks every number why.
func (c *ruleCase) standings() *event.Standings {
	c.t.Helper()
	if c.s != nil {
		return c.s
	}
	e, err := event.Fold(c.facts)
	if err != nil {
		c.fail("%v", err)
	}
	pack := e.Pack()
	if len(c.rules) > 0 {
		pack = must[*regulation.Pack](c)(regulation.Read(strings.NewReader(strings.Join(c.rules, "\n")), "house"))
	}
	c.s, err = e.StandingsUnder(pack)
	if err != nil {
		c.fail("%v", err)
	}
	reasons(c.t, c.s, pack)
	return c.s
}

// want compares one expectation.
func (c *ruleCase) want(w []string) {
	c.t.Helper()
	s := c.standings()
	var got string
	want := w[len(w)-1]
	switch w[0] {
	case "line", "points", "state": // line 7 1 60: the percentage (or IMPs) of a line
		session, board := c.place(w[1])
		who := c.who(w[2])
		i := slices.IndexFunc(s.Card(who), func(l event.CardLine) bool { return l.Session == session && l.Board == board })
		if i < 0 {
			got = "none"
			break
		}
		card := s.Card(who)[i]
		switch {
		case w[0] == "state":
			got = string(card.Line.State)
		case !card.Points().Counts:
			got = "none"
		case w[0] == "points" || s.Info.Unit == regulation.IMPs || s.Info.Unit == regulation.Points:
			got = card.Points().Shown.Value.Short(9)
		default:
			got = card.Points().Percent.Value.Short(9)
		}
	case "order": // order all 1 A, 2= C
		name, list, _ := strings.Cut(strings.Join(w[1:], " "), ":")
		i := slices.IndexFunc(slices.Concat(s.Lists, s.Further), func(l event.List) bool { return l.Name == name })
		if i < 0 {
			c.fail("there is no list %q", name)
		}
		var places []string
		for _, r := range slices.Concat(s.Lists, s.Further)[i].Rows {
			places = append(places, place(r)+" "+r.Contestant.String())
		}
		got, want = strings.Join(places, ", "), strings.TrimSpace(list)
	case "lists":
		var names []string
		for _, l := range slices.Concat(s.Lists, s.Further) {
			names = append(names, l.Name)
		}
		got, want = strings.Join(names, ", "), strings.Join(w[1:], " ")
	case "open":
		got = strconv.Itoa(len(s.Open))
	case "doubt":
		got = "none"
		if len(s.Doubts) > 0 {
			got = s.Doubts[0].Key
		}
	default:
		got = c.row(s, w)
	}
	if got != want {
		c.t.Errorf("%s:%d: %s: got %s", c.path, c.line, strings.Join(w, " "), got)
	}
}

func place(r event.Row) string {
	if r.Tied {
		return strconv.Itoa(r.Rank) + "="
	}
	return strconv.Itoa(r.Rank)
}

// row is a column of a contestant's row; of a handicap list with "handicap" before.
func (c *ruleCase) row(s *event.Standings, w []string) string {
	lists := s.Lists
	if w[0] == "handicap" {
		w, lists = w[1:], slices.DeleteFunc(slices.Clone(s.Further), func(l event.List) bool { return !l.Handicap })
	}
	who := c.who(w[1])
	for _, l := range lists {
		for _, r := range l.Rows {
			if r.Contestant != who {
				continue
			}
			columns := map[string]string{
				"percent": r.Percent.Value.Short(9), "printed": r.Percent.String(), "total": r.Total.Value.Short(9), "max": r.Max.Value.Short(9),
				"boards": strconv.Itoa(r.Boards), "rank": place(r), "penalised": r.Penalty.Value.Short(9),
				"carried": r.Carried.Value.Short(9), "stage": strconv.Itoa(r.Stage), "persons": strings.ReplaceAll(fmt.Sprint(r.Persons), " ", "_"), "substitutes": strings.ReplaceAll(fmt.Sprint(r.Substitutes), " ", "_"),
			}
			for i, one := range r.Sessions {
				columns["session"+strconv.Itoa(i+1)] = one.Percent.Value.Short(9)
			}
			for _, step := range r.Trace {
				columns[string(step.Tie)] = step.Value.Value.Short(9)
			}
			if v, ok := columns[w[0]]; ok {
				return v
			}
			c.fail("no column %q", w[0])
		}
	}
	c.fail("%v is in no list", who)
	return ""
}

// house is a regulation of its own: settings that extend the default.
func house(t testing.TB, settings ...string) *regulation.Pack {
	t.Helper()
	p, err := regulation.Read(strings.NewReader(strings.Join(settings, "\n")), "house")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// under ranks facts under a regulation.
func under(t testing.TB, p *regulation.Pack, facts []event.Fact) *event.Standings {
	t.Helper()
	e, err := event.Fold(facts)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.StandingsUnder(p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestFouledGroups: groups of one to three results of a board that was fouled, under
// the rules of two bodies (section 5.4). The group plays the version B, all others
// the board as it was set.
func TestFouledGroups(t *testing.T) {
	scores := map[int]map[int][]score.Points{ // by the size of the group and the matchpoints of the first result
		1: {0: {0}},
		2: {0: {0, 50}, 1: {50, 50}, 2: {50, 0}},
		3: {0: {0, 50, 50}, 1: {0, 0, 50}, 2: {50, 0, 90}, 3: {50, 50, 0}, 4: {50, 0, 0}},
	}
	rows := shelf.Table(t, shelf.Path(t, "vectors/fouled_small_groups.csv"), "E_expected", "A_group", "M_group", "ebu_percent", "acbl_percent")
	for _, r := range rows {
		group := scores[r.Int("A_group")][r.Int("M_group")]
		var acts []event.Act
		for n := range r.Int("E_expected") {
			points := score.Points(620)
			if n < len(group) {
				points = group[n]
				acts = append(acts, event.Fouled{Scope: event.Scope{Board: 1, NS: pair(2*n + 1), EW: pair(2*n + 2)}, Version: "B"})
			}
			acts = append(acts, scored(1, 2*n+1, 2*n+2, points))
		}
		for _, body := range []string{"ebu", "acbl"} {
			s := under(t, house(t, "mp.small_groups = "+body), evening(2*r.Int("E_expected"), acts...))
			got, want := line(t, s, 0, 1, pair(1)).Points().Percent.String(), r.Text(body+"_percent")
			if got != want {
				t.Errorf("line %d, %s: %s percent, want %s", r.Line, body, got, want)
			}
		}
	}
}

// percent awards both sides of a meeting so much of the top.
func percent(at event.Meeting, ns, ew exact.Fraction) event.Act {
	return event.Ruled{Meeting: at, Award: bridge.BySide[event.Award]{NS: event.PercentAward(ns), EW: event.PercentAward(ew)}}
}

// TestCarryOver: a qualifying board weighs half a board of the final (section 7.3,
// EBU White Book 3.8). All boards but one are awards, so that pair 1 has just the
// score that the row names.
func TestCarryOver(t *testing.T) {
	for _, r := range shelf.Table(t, "testdata/carry_over.csv", "case", "qualifying_score", "qualifying_top", "final_top", "carried") {
		t.Run(r.Text("case"), func(t *testing.T) {
			sq, qt, ft := r.Int("qualifying_score"), r.Int("qualifying_top"), r.Int("final_top")
			boards := sq/qt + 1
			average := exact.Int(50)
			own := exact.Of(int64(100*sq), int64(boards*qt))
			var acts []event.Act
			for b := range boards {
				for n := range qt/2 + 1 {
					m := at(bridge.Board(b+1), 2*n+1, 2*n+2)
					m.Session = 1
					if n == 0 {
						acts = append(acts, percent(m, own, average))
					} else {
						acts = append(acts, percent(m, average, average))
					}
				}
			}
			for n := range ft/2 + 1 {
				p := scored(1, 2*n+1, 2*n+2, 50).(event.Played)
				p.Session = 2
				acts = append(acts, p)
			}
			acts = append(acts, event.StageSet{Stage: 1, Sessions: []int{1}}, event.StageSet{Stage: 2, Sessions: []int{2}, From: 1, Carry: "half"})
			s := standings(t, evening(max(qt, ft)+2, acts...))
			first := row(t, s, pair(1))
			if got := first.Carried.Value.String(); got != r.Text("carried") {
				t.Errorf("carried %s, want %s", got, r.Text("carried"))
			}
			if want := exact.Of(int64(ft), 2).Add(first.Carried.Value); !first.Total.Value.Equal(want) {
				t.Errorf("total %v, want %v", first.Total.Value, want)
			}
			factor := field.HalfBoard(nil, why.Plain(exact.Int(qt)), why.Plain(exact.Int(ft)))
			if got := factor.Mul(exact.Int(sq)); !got.Equal(first.Carried.Value) {
				t.Errorf("half a board of %d is %v, the event carries %v", sq, got, first.Carried.Value)
			}
			reasons(t, s, house(t))
		})
	}
}

// TestHandicap: the own average is brought up to a reference, by a factor (section
// 12). Pair 1 has an average on each of twelve boards with a top of 26.
func TestHandicap(t *testing.T) {
	for _, r := range shelf.Table(t, "testdata/handicap.csv", "case", "average", "reference", "factor", "maximum", "matchpoints") {
		t.Run(r.Text("case"), func(t *testing.T) {
			facts := evening(28)
			boards := r.Int("maximum") / 26
			for b := range boards {
				for n := range 14 {
					facts = append(facts, event.Fact{Act: scored(bridge.Board(b+1), 2*n+1, 2*n+2, 50)})
				}
			}
			average, err := exact.Parse(r.Text("average"))
			if err != nil {
				t.Fatal(err)
			}
			facts = append(facts, event.Fact{Act: event.Registered{Contestant: pair(1), Average: &average}})
			s := under(t, house(t, "handicap.reference = "+r.Text("reference"), "handicap.factor = "+r.Text("factor")), facts)
			list := s.Further[len(s.Further)-1]
			if !list.Handicap || list.Rows[0].Contestant != pair(1) {
				t.Fatalf("the list is %+v", list)
			}
			bonus := list.Rows[0].Total.Value.Sub(row(t, s, pair(1)).Total.Value)
			if bonus.Short(4) != r.Text("matchpoints") {
				t.Errorf("%s matchpoints, want %s", bonus.Short(4), r.Text("matchpoints"))
			}
		})
	}
}

// TestIndividual: eight players in a whist tournament, seven boards at two tables,
// so that each has every other once as partner and twice as opponent. Both players
// of a side get the matchpoints of the board; counted here by hand.
func TestIndividual(t *testing.T) {
	facts := []event.Fact{{Act: event.Opened{Kind: event.Individuals, Method: event.Matchpoints}}}
	for n := range 8 {
		facts = append(facts, event.Fact{Act: event.Registered{Contestant: pair(n + 1)}})
	}
	want := map[int]int64{}
	partners, opponents := map[[2]int]int{}, map[[2]int]int{}
	for round := range 7 {
		player := func(n int) int { return (n+round)%7 + 1 }
		tables := [2][4]int{{8, player(0), player(4), player(5)}, {player(1), player(3), player(2), player(6)}} // North, South, East, West
		scores := [2]score.Points{score.Points(10 * (round % 3)), score.Points(10 * (2 - round%3))}
		for i, p := range tables {
			at := event.Meeting{Round: round + 1, Table: i + 1, Board: bridge.Board(round + 1), NS: pair(p[0]), South: pair(p[1]), EW: pair(p[2]), West: pair(p[3])}
			facts = append(facts, event.Fact{Act: event.Played{Meeting: at, Score: &scores[i]}})
			mp := int64(1)
			switch other := scores[1-i]; {
			case scores[i] > other:
				mp = 2
			case scores[i] < other:
				mp = 0
			}
			for side := range 2 {
				a, b := p[2*side], p[2*side+1]
				partners[[2]int{min(a, b), max(a, b)}]++
				for _, x := range []int{a, b} {
					want[x] += mp
					for _, y := range p[2-2*side : 4-2*side] {
						opponents[[2]int{x, y}]++
					}
				}
				mp = 2 - mp
			}
		}
	}
	if len(partners) != 28 || len(opponents) != 56 {
		t.Fatalf("the movement has %d partnerships and %d oppositions, want 28 and 56", len(partners), len(opponents))
	}
	s := standings(t, facts)
	derive(t, s)
	for n := range 8 {
		if r := row(t, s, pair(n+1)); !r.Total.Value.Equal(exact.Of(want[n+1], 1)) || r.Boards != 7 || !r.Max.Value.Equal(exact.Int(14)) {
			t.Errorf("player %d: %v of %v on %d boards, want %d of 14 on 7", n+1, r.Total.Value, r.Max.Value, r.Boards, want[n+1])
		}
	}
}

// TestLot: the draw is the seed's, not that of the order in which people came.
func TestLot(t *testing.T) {
	order := func(seed uint64, who []int) string {
		facts := []event.Fact{{Act: event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Seed: seed}}}
		for _, n := range who {
			facts = append(facts, event.Fact{Act: event.Registered{Contestant: pair(n)}})
		}
		for n := range 4 {
			facts = append(facts, event.Fact{Act: scored(1, 2*n+1, 2*n+2, 50)})
		}
		return summary(under(t, house(t, "rank.ties = lot"), facts).Lists[0])
	}
	s := under(t, house(t, "rank.ties = lot"), evening(4, event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Seed: 7}, scored(1, 1, 2, 50), scored(1, 3, 4, 50)))
	n, err := s.WhyRow(pair(1))
	if err != nil {
		t.Fatal(err)
	}
	if seed, _ := n.Find("tie.lot").Arg("seed"); seed.Word != "7" {
		t.Errorf("the lot was drawn from seed %q, want 7", seed.Word)
	}
	first := order(1, []int{1, 2, 3, 4, 5, 6, 7, 8})
	if again := order(1, []int{8, 3, 5, 1, 7, 2, 6, 4}); again != first {
		t.Errorf("the same seed: %s and %s", first, again)
	}
	if other := order(2, []int{1, 2, 3, 4, 5, 6, 7, 8}); other == first {
		t.Errorf("another seed drew the same: %s", other)
	}
	last := ^uint64(0)
	if s := order(last, []int{1, 2, 3, 4, 5, 6, 7, 8}); s == first {
		t.Errorf("another seed drew the same: %s", s)
	}
}

// TestPhase: an event is in play until a result is published, then provisional until
// the correction period ends (Law 79C).
func TestPhase(t *testing.T) {
	e, err := event.Fold(evening(4, scored(1, 1, 2, 620), scored(1, 3, 4, 170)))
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 3, 3, 22, 0, 0, 0, time.UTC)
	phase := func(minutes int, want event.Phase) {
		t.Helper()
		if got := e.Phase(at.Add(time.Duration(minutes) * time.Minute)); got != want {
			t.Errorf("after %d minutes: %s, want %s", minutes, got, want)
		}
	}
	phase(0, event.InPlay)
	if err := e.Apply(event.Fact{Act: event.Announced{}}); keyOf(err) != "event.announced_when" {
		t.Errorf("published at no known time: %v", err)
	}
	if err := e.Apply(event.Fact{At: at, Act: event.Announced{}}); err != nil {
		t.Fatal(err)
	}
	phase(0, event.Provisional)
	phase(29, event.Provisional)
	phase(30, event.Final)
	if ends := e.CorrectionEnds(); !ends.Equal(at.Add(30 * time.Minute)) {
		t.Errorf("the correction period ends at %v", ends)
	}
	s, err := e.Standings()
	if err != nil || !s.Phase.Until.Equal(e.CorrectionEnds()) {
		t.Errorf("the standings say %v, %v", s.Phase, err)
	}
	if err := e.Apply(event.Fact{Act: scored(1, 1, 2, 170)}); bridge.CodeOf(err) != bridge.Forbidden {
		t.Errorf("a change at no known time without a reason: %v", err)
	}
	if err := e.Apply(event.Fact{At: at.Add(time.Hour), Act: event.Reopened{}}); err != nil {
		t.Fatal(err)
	}
	phase(60, event.InPlay)
}
