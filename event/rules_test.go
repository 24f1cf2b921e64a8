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
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
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
	if len(seen) < 8 {
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
	for one := range strings.SplitSeq(s, ",") {
		list = append(list, event.PersonID(one))
	}
	return list
}

// award reads A+, 60% or 2.5imps.
func (c *ruleCase) award(s string) event.Award {
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
	got, want := "", w[len(w)-1]
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
				"carried": r.Carried.Value.Short(9), "stage": strconv.Itoa(r.Stage), "persons": fmt.Sprint(r.Persons), "substitutes": fmt.Sprint(r.Substitutes),
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
