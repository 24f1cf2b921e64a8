package event_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/bridge/bridgetest"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
)

// drawn is an event in two parts: what is said before play, and what happens.
type drawn struct{ setup, acts []event.Act }

// facts are the acts in their order, each with a reason: a published result asks
// for one.
func (d drawn) facts() []event.Fact {
	var out []event.Fact
	for _, a := range slices.Concat(d.setup, d.acts) {
		out = append(out, event.Fact{At: time.Unix(1_700_000_000, 0), Why: "seen at the table", Act: a})
	}
	return out
}

// allMethods are the methods that are ranked.
var allMethods = []event.Method{event.Matchpoints, event.Ascherman, event.Butler, event.CrossIMPs, event.TotalPoints, event.Par}

// free are values of settings that are no closed list of words.
var free = map[string][]string{
	"mp.rounding":      {"exact", "0.01 away", "0.1 toward"},
	"mp.bye":           {"none", "own_mean", "60"},
	"butler.trim":      {"none", "1 from 3", "1/7 from 5"},
	"butler.round":     {"exact", "10 away", "10 toward", "10 even"},
	"ximp.cap":         {"none", "17"},
	"penalty.standard": {"0", "25"},
	"carry.pairs":      {"none", "full", "half", "50%"},
	"total.sessions":   {"boards", "mean", "best 1", "best 2"},
	"handicap.factor":  {"1", "0.8"},
	"rank.ties":        {"shared", "head_to_head", "common_boards, opponents", "head_to_head, common_boards, opponents, lot", "head_to_head, direct_net, opponents, net, quotient, boards, lot"},
	"swiss.bye":        {"12", "10.5"},
	"bam.tie":          {"0", "10"},
	"patton":           {"8: 0", "4: 100 490", "vp"},
}

// drawPack draws settings that no pack which ships combines.
func drawPack(t *rapid.T) *regulation.Pack {
	var b strings.Builder
	for _, s := range regulation.Settings() {
		words := s.Words
		if words == nil {
			words = free[s.Name]
		}
		if words != nil && !strings.HasPrefix(s.Name, "pad.") {
			fmt.Fprintf(&b, "%s = %s\n", s.Name, rapid.SampledFrom(words).Draw(t, s.Name))
		}
	}
	p, err := regulation.Read(strings.NewReader(b.String()), "house")
	if err != nil {
		t.Fatalf("%s: %v", b.String(), err)
	}
	return p
}

// shippedPack finds a pack that ships.
func shippedPack(t rapid.TB, name string) *regulation.Pack {
	p, err := regulation.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// points draws a score of ten different ones, so that ties are frequent.
func points(t *rapid.T) *score.Points {
	p := score.Points(10 * rapid.IntRange(-5, 4).Draw(t, "score") * rapid.SampledFrom([]int{1, 5, 12}).Draw(t, "times"))
	return &p
}

// outcomes draws one to three weighted outcomes.
func outcomes(t *rapid.T) []event.Assigned {
	left := int64(100)
	var list []event.Assigned
	for range rapid.IntRange(0, 2).Draw(t, "more outcomes") {
		w := rapid.Int64Range(1, left-10).Draw(t, "weight")
		if left -= w; left < 12 {
			left += w
			break
		}
		list = append(list, event.Assigned{Score: points(t), Weight: exact.Of(w, 100)})
	}
	last := event.Assigned{Weight: exact.Of(left, 100)}
	if rapid.Bool().Draw(t, "contract") {
		last.Result = bridgetest.Results().Draw(t, "outcome")
	} else {
		last.Score = points(t)
	}
	return append(list, last)
}

// award draws what one side gets.
func award(t *rapid.T) event.Award {
	kind := rapid.SampledFrom([]event.AwardKind{event.AveragePlus, event.Average, event.AverageMinus, event.FixedPercent, event.FixedIMPs}).Draw(t, "award")
	switch kind {
	case event.FixedPercent:
		return event.PercentAward(exact.Int(rapid.IntRange(0, 100).Draw(t, "percent")))
	case event.FixedIMPs:
		return event.Award{Kind: kind, IMPs: exact.Of(rapid.Int64Range(-48, 48).Draw(t, "half IMPs"), 2)}
	}
	return event.Award{Kind: kind}
}

// drawAll draws an event with facts of every kind.
func drawAll(t *rapid.T) drawn {
	var d drawn
	o := event.Opened{
		Kind:       rapid.SampledFrom([]event.Kind{event.Pairs, event.Pairs, event.Individuals}).Draw(t, "kind"),
		Method:     rapid.SampledFrom(allMethods).Draw(t, "method"),
		Regulation: rapid.SampledFrom(regulation.Names()).Draw(t, "regulation"),
		Expected:   rapid.SampledFrom([]int{0, 0, 7}).Draw(t, "expected"),
		Winners:    1,
	}
	if o.Kind == event.Pairs {
		o.Winners = rapid.IntRange(1, 2).Draw(t, "lists")
	}
	if o.Winners == 1 {
		o.Seed = rapid.SampledFrom([]uint64{0, 7}).Draw(t, "seed")
	}
	d.setup = append(d.setup, o)
	sections := rapid.SampledFrom([][]string{{""}, {"A", "B"}}).Draw(t, "sections")
	var all []event.Contestant
	field := map[string][]event.Contestant{}
	for _, section := range sections {
		n := 8 / len(sections)
		n += rapid.IntRange(0, 1).Draw(t, "a half table")
		for i := range n {
			c := event.Contestant{Section: section, Number: i + 1}
			if o.Winners == 2 {
				c.Number, c.Side = i/2+1, bridge.Sides[i%2]
			}
			all, field[section] = append(all, c), append(field[section], c)
		}
	}
	extras := rapid.Bool().Draw(t, "strata and handicaps")
	for i, c := range all {
		r := event.Registered{Contestant: c, Persons: []event.PersonID{event.PersonID(fmt.Sprint("p", 2*i)), event.PersonID(fmt.Sprint("p", 2*i+1))}}
		if extras {
			r.Strata = []string{rapid.SampledFrom([]string{"A", "B", "C"}).Draw(t, "stratum"), "B"}
			if h := exact.Int(rapid.IntRange(-5, 10).Draw(t, "handicap")); rapid.Bool().Draw(t, "has a handicap") {
				r.Handicap = &h
			}
		}
		d.setup = append(d.setup, r)
	}
	sessions := rapid.SampledFrom([][]int{{0}, {1, 2}}).Draw(t, "sessions")
	type place struct {
		session int
		board   bridge.Board
	}
	var places []place
	for _, s := range sessions {
		for b := range rapid.IntRange(1, 3).Draw(t, "boards") {
			set := event.BoardSet{Session: s, Board: bridge.Board(b + 1), Dealer: bridge.North, Vul: bridgetest.Vulnerabilities().Draw(t, "vulnerable")}
			if o.Method == event.Par {
				set.Par = points(t)
			}
			d.setup = append(d.setup, set)
			places = append(places, place{s, set.Board})
		}
	}
	var met []event.Meeting
	for _, p := range places {
		for _, section := range sections {
			seats := rapid.Permutation(field[section]).Draw(t, "seats")
			for table := 1; ; table++ {
				m := event.Meeting{Session: p.session, Board: p.board, Round: int(p.board), Table: table}
				left := len(seats)
				if o.Kind == event.Individuals {
					if left < 4 {
						if left > 1 && rapid.Bool().Draw(t, "two sit out") {
							m.NS, m.South = seats[0], seats[1]
							d.acts = append(d.acts, event.SatOut{Meeting: m})
						}
						break
					}
					m.NS, m.EW, m.South, m.West = seats[0], seats[1], seats[2], seats[3]
					seats = seats[4:]
				} else {
					if left < 2 {
						if left == 1 {
							m = seated(m, seats[0], event.Contestant{})
							d.acts = append(d.acts, event.SatOut{Meeting: m})
						}
						break
					}
					first, second := seats[0], seats[1]
					if o.Winners == 2 { // the next one of the other side
						i := slices.IndexFunc(seats, func(c event.Contestant) bool { return c.Side != first.Side })
						if i < 0 {
							break
						}
						second = seats[i]
						seats = slices.Delete(slices.Clone(seats), i, i+1)
						seats = seats[1:]
					} else {
						seats = seats[2:]
					}
					m = seated(m, first, second)
				}
				met = append(met, m)
				d.acts = append(d.acts, happens(t, m)...)
			}
		}
	}
	if len(met) > 0 && o.Kind == event.Pairs && rapid.IntRange(0, 5).Draw(t, "a board twice") == 0 { // Law 15
		m := rapid.SampledFrom(met).Draw(t, "meeting")
		if other := rapid.SampledFrom(met).Draw(t, "other meeting"); other.NS != m.NS && other.EW != m.NS && other.NS.Section == m.NS.Section {
			m.EW = other.EW
			d.acts = append(d.acts, event.Played{Meeting: m, Score: points(t)})
		}
	}
	for range rapid.IntRange(0, 5).Draw(t, "marks") {
		p := rapid.SampledFrom(places).Draw(t, "board")
		s := event.Scope{Session: p.session, Board: p.board}
		switch rapid.IntRange(0, 3).Draw(t, "scope") {
		case 0:
			s.Tables = []int{rapid.IntRange(1, 3).Draw(t, "table")}
		case 1:
			s.Section = rapid.SampledFrom(sections).Draw(t, "section")
			s.From = rapid.IntRange(0, 2).Draw(t, "from")
		case 2:
			if len(met) > 0 {
				m := rapid.SampledFrom(met).Draw(t, "meeting")
				s.Session, s.Board, s.NS, s.EW = m.Session, m.Board, m.NS, m.EW
			}
		}
		switch rapid.IntRange(0, 2).Draw(t, "mark") {
		case 0:
			f := event.Fouled{Scope: s, Version: rapid.SampledFrom([]string{"", "B", "C"}).Draw(t, "version")}
			if rapid.Bool().Draw(t, "otherwise vulnerable") {
				v := bridgetest.Vulnerabilities().Draw(t, "vulnerable")
				f.Vul = &v
			}
			d.acts = append(d.acts, f)
		case 1:
			d.acts = append(d.acts, event.Turned{Scope: s, Quarters: rapid.IntRange(0, 3).Draw(t, "quarters")})
		default:
			d.acts = append(d.acts, event.Cancelled{Scope: s, Restored: rapid.Bool().Draw(t, "restored")})
		}
	}
	whole := o.Method != event.Matchpoints && o.Method != event.Ascherman
	for i := range rapid.IntRange(0, 3).Draw(t, "penalties") {
		p := event.Penalised{
			Ref: fmt.Sprint(i%2 + 1), Contestant: rapid.SampledFrom(all).Draw(t, "offender"), Kind: event.Procedural,
			Session: rapid.IntRange(0, 2).Draw(t, "session"), Amount: exact.Of(rapid.Int64Range(0, 20).Draw(t, "halves"), 2), Unit: event.PenaltyIMPs,
		}
		if !whole {
			p.Unit = rapid.SampledFrom([]event.PenaltyUnit{event.PenaltyTop, event.PenaltyMP, event.PenaltyStandard}).Draw(t, "unit")
		}
		d.acts = append(d.acts, p)
	}
	if len(sessions) > 1 && rapid.Bool().Draw(t, "stages") {
		final := event.StageSet{Stage: 2, Sessions: []int{2}, From: 1, Carry: rapid.SampledFrom([]string{"", "none", "full", "half", "50%"}).Draw(t, "carry")}
		d.acts = append(d.acts, event.StageSet{Stage: 1, Sessions: []int{1}}, final)
	}
	if rapid.IntRange(0, 3).Draw(t, "carried") == 0 {
		c := event.Carried{Contestant: rapid.SampledFrom(all).Draw(t, "who"), Amount: exact.Int(3)}
		if !whole {
			c.Max = exact.Int(5)
		}
		d.acts = append(d.acts, c)
	}
	for range rapid.IntRange(0, 2).Draw(t, "who leave") {
		d.acts = append(d.acts, event.Withdrew{
			Contestant: rapid.SampledFrom(all).Draw(t, "who"), Planned: rapid.SampledFrom([]int{0, 0, 4}).Draw(t, "planned"),
			Returned: rapid.IntRange(0, 3).Draw(t, "returned") == 0,
		})
	}
	if rapid.IntRange(0, 2).Draw(t, "substitutes") == 0 {
		d.acts = append(d.acts, event.Substituted{
			Contestant: rapid.SampledFrom(all).Draw(t, "whose"), Session: sessions[0], From: rapid.IntRange(0, 3).Draw(t, "from"),
			Persons: []event.PersonID{"p0", "x"},
		})
	}
	if rapid.IntRange(0, 3).Draw(t, "published") == 0 {
		d.acts = append(d.acts, event.Announced{})
		if rapid.Bool().Draw(t, "reopened") {
			d.acts = append(d.acts, event.Reopened{})
		}
	}
	return d
}

// seated puts two contestants at a table, each on its own side if it has one.
func seated(m event.Meeting, a, b event.Contestant) event.Meeting {
	if a.Side == bridge.EW || b.Side == bridge.NS {
		a, b = b, a
	}
	m.NS, m.EW = a, b
	return m
}

// happens draws what becomes of a meeting; nothing, at times.
func happens(t *rapid.T, m event.Meeting) (acts []event.Act) {
	what := rapid.IntRange(0, 15).Draw(t, "what happens")
	if what >= 4 && what != 9 {
		p := event.Played{Meeting: m}
		if rapid.Bool().Draw(t, "contract") {
			p.Result = bridgetest.Results().Draw(t, "result")
		} else {
			p.Score = points(t)
		}
		acts = append(acts, p)
	}
	switch what {
	case 1:
		return append(acts, event.NotPlayed{Meeting: m})
	case 2:
		return append(acts, event.NotPlayed{Meeting: m, Late: true})
	case 3, 4:
		return append(acts, event.Ruled{Meeting: m, Award: bridge.BySide[event.Award]{NS: award(t), EW: award(t)}})
	case 5:
		both := outcomes(t)
		return append(acts, event.Ruled{Meeting: m, Assigned: bridge.BySide[[]event.Assigned]{NS: both, EW: slices.Clone(both)}})
	case 6:
		return append(acts, event.Ruled{Meeting: m, Assigned: bridge.BySide[[]event.Assigned]{NS: outcomes(t), EW: outcomes(t)}})
	case 7:
		return append(acts, event.Voided{Meeting: m})
	case 8, 10: // ruled, and ruled again
		for range 2 {
			acts = append(acts, event.Ruled{Meeting: m, Award: bridge.BySide[event.Award]{NS: award(t), EW: award(t)}})
		}
		return acts
	case 11: // and a result that came after it
		acts = append([]event.Act{event.Ruled{Meeting: m, Award: bridge.BySide[event.Award]{NS: award(t), EW: award(t)}}}, acts...)
		return append(acts, event.Ruled{Meeting: m})
	}
	return acts
}

// spell writes a value with all that people can reach: exact fractions, and not
// their rounded print.
func spell(b *strings.Builder, v reflect.Value) {
	switch x := v.Interface().(type) {
	case exact.Fraction:
		b.WriteString(x.String())
		return
	case time.Time:
		b.WriteString(x.String())
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			b.WriteString("nil")
			return
		}
		spell(b, v.Elem())
	case reflect.Slice:
		b.WriteByte('[')
		for i := range v.Len() {
			b.WriteByte(' ')
			spell(b, v.Index(i))
		}
		b.WriteByte(']')
	case reflect.Struct:
		known := false
		b.WriteByte('{')
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if !f.IsExported() {
				continue
			}
			known = true
			b.WriteString(f.Name)
			b.WriteByte(':')
			spell(b, v.Field(i))
			b.WriteByte(' ')
		}
		if !known {
			fmt.Fprint(b, v.Interface())
		}
		b.WriteString("}\n")
	default:
		fmt.Fprintf(b, "%v", v.Interface())
	}
}

// whole is everything that standings say, score cards included, in a text that can
// be compared.
func whole(s *event.Standings) string {
	var b strings.Builder
	spell(&b, reflect.ValueOf(*s))
	for _, list := range s.Lists {
		for _, row := range list.Rows {
			b.WriteString(row.Contestant.String())
			for _, l := range s.Card(row.Contestant) {
				fmt.Fprintf(&b, " %d/%d %v %v %v", l.Session, l.Board, l.Side, l.Line.Meeting, l.Points().Shown.Value)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// differ names the first lines in which two texts differ.
func differ(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d\n  %s\n  %s", i+1, x[i], y[i])
		}
	}
	return fmt.Sprintf("%d lines and %d", len(x), len(y))
}

// fold applies facts to a new event.
func fold(t *rapid.T, facts []event.Fact) *event.Event {
	e, err := event.Fold(facts)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// ranked gives the standings under a regulation, nil if nothing can be ranked yet.
func ranked(t *rapid.T, e *event.Event, pack *regulation.Pack) *event.Standings {
	s, err := e.StandingsUnder(pack)
	if err != nil && bridge.CodeOf(err) != bridge.NotFound {
		t.Fatal(err)
	}
	if err != nil {
		return nil
	}
	return s
}

// TestIncremental: what is kept from one reckoning to the next is what a new event
// of the same facts would find, and older standings stay what they were.
func TestIncremental(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := reordered(t, drawAll(t))
		facts := d.facts()
		first := len(d.setup)
		type moment struct {
			s    *event.Standings
			text string
		}
		var before []moment
		other := drawPack(t)
		e := fold(t, facts[:first])
		for i := first; i < len(facts); i++ {
			if err := e.Apply(facts[i]); err != nil {
				t.Fatalf("%+v: %v", facts[i].Act, err)
			}
			if i+1 < len(facts) && rapid.IntRange(0, 2).Draw(t, "looked at") > 0 {
				continue
			}
			if rapid.IntRange(0, 3).Draw(t, "under other rules") == 0 { // which is not what is kept
				ranked(t, e, other)
			}
			s, fresh := ranked(t, e, e.Pack()), ranked(t, fold(t, facts[:i+1]), e.Pack())
			if (s == nil) != (fresh == nil) {
				t.Fatalf("after fact %d: %v, a new event %v", i+1, s != nil, fresh != nil)
			}
			if s == nil {
				continue
			}
			text := whole(s)
			if again := whole(fresh); again != text {
				t.Fatalf("after fact %d, %+v: %s", i+1, facts[i].Act, differ(text, again))
			}
			before = append(before, moment{s, text})
		}
		for i, m := range before {
			if now := whole(m.s); now != m.text {
				t.Fatalf("standings %d of %d changed: %s", i+1, len(before), differ(m.text, now))
			}
			reasons(t, m.s, e.Pack())
		}
	})
}

// reasons asks every place and every line why: the derivation must follow from its
// own steps and end at the number that is printed.
func reasons(t rapid.TB, s *event.Standings, pack *regulation.Pack) {
	unit := s.Info.Unit
	rated := unit != regulation.IMPs && unit != regulation.Points && unit != regulation.VPs && unit != regulation.Won
	for _, l := range s.Lists {
		for _, row := range l.Rows {
			n, err := s.WhyRow(row.Contestant)
			if (err != nil) != (row.Rank == 0) {
				t.Fatalf("%v has place %d: %v", row.Contestant, row.Rank, err)
			}
			if err == nil {
				if err := n.Check(); err != nil {
					t.Fatalf("%v: %v", row.Contestant, err)
				}
				if !n.Value.Equal(exact.Int(row.Rank)) {
					t.Fatalf("%v: place %d, derived %v", row.Contestant, row.Rank, n.Value)
				}
				swiss := s.Info.Kind == event.Pairs && row.Matches != nil
				if got := n.Of[0].Value; swiss && !got.Equal(row.VP.Value) {
					t.Fatalf("%v: %v victory points, derived %v", row.Contestant, row.VP.Value, got)
				}
				if got := n.Of[0].Value; rated && !swiss && !got.Equal(row.Percent.Value) {
					t.Fatalf("%v: %v percent, derived %v", row.Contestant, row.Percent.Value, got)
				}
				if unit != regulation.PercentScale && !swiss {
					want, got := row.Total.Value, n.Of[1].Value
					if pack.Rank.Precision == regulation.PrintedRank && s.Info.Kind != event.Teams {
						want = row.Total.Rounded()
						if pack.Total.Unequal != regulation.Factored {
							want = got // brought up to the most boards, which no list prints
						}
					}
					if !got.Equal(want) {
						t.Fatalf("%v: total %v, derived %v", row.Contestant, want, got)
					}
				}
			}
			for _, card := range s.Card(row.Contestant) {
				earned := card.Points()
				n, err := s.WhyLine(card)
				if earned.Counts != (err == nil) {
					t.Fatalf("%v, %+v: counts %v, derivation %v", row.Contestant, card.Line, earned.Counts, err)
				}
				if err != nil {
					continue
				}
				if n == nil {
					t.Fatalf("%v, %+v: no derivation", row.Contestant, card.Line)
				}
				if err := n.Check(); err != nil {
					t.Fatalf("%v, board %d: %v", row.Contestant, card.Board, err)
				}
				want := earned.Shown.Value
				if rated {
					want = earned.Percent.Value
				}
				if !n.Value.Equal(want) {
					t.Fatalf("%v, board %d: %v, derived %v: %+v", row.Contestant, card.Board, want, n.Value, card.Line)
				}
			}
		}
	}
}

// TestReasonsUnderAll: every number can say why, under every pack and under
// settings that no pack combines, and no percentage leaves its bounds.
func TestReasonsUnderAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := fold(t, drawAll(t).facts())
		packs := []*regulation.Pack{drawPack(t)}
		for _, name := range regulation.Names() {
			packs = append(packs, shippedPack(t, name))
		}
		for _, p := range packs {
			s := ranked(t, e, p)
			if s == nil {
				continue
			}
			reasons(t, s, p)
			bounds(t, s)
			sums(t, s, p)
		}
	})
}

// bounds: no percentage is above 100, and only penalties bring one below 0.
func bounds(t *rapid.T, s *event.Standings) {
	hundred := exact.Int(100)
	for _, l := range slices.Concat(s.Lists, s.Further) {
		for _, row := range l.Rows {
			p := row.Percent.Value.Sub(row.Handicap.Value)
			if s.Info.Unit == regulation.IMPs || s.Info.Unit == regulation.Points || s.Info.Unit == regulation.VPs || s.Info.Unit == regulation.Won {
				p = exact.Int(0)
			}
			if p.Cmp(hundred) > 0 || p.Sign() < 0 && len(s.Penalties) == 0 {
				t.Fatalf("list %s: %v has %v percent", l.Name, row.Contestant, p)
			}
		}
	}
	for _, b := range s.Boards {
		for _, l := range b.Lines {
			for _, side := range bridge.Sides {
				if p := l.Points.Of(side).Percent.Value; p.Cmp(hundred) > 0 || p.Sign() < 0 {
					t.Fatalf("board %d: %v percent: %+v", b.Board, p, l)
				}
			}
		}
	}
}

// sums: on a board of plain results the sides share what there is, and the field
// has an average.
func sums(t *rapid.T, s *event.Standings, pack *regulation.Pack) {
	rated := s.Info.Unit != regulation.IMPs && s.Info.Unit != regulation.Points
	for _, b := range s.Boards {
		if slices.ContainsFunc(b.Lines, func(l event.Line) bool { return l.State != event.StatePlayed || l.Version != "" }) {
			continue
		}
		var ns exact.Fraction
		for _, l := range b.Lines {
			each, both := l.Points.NS.Shown.Value, l.Points.NS.Shown.Value.Add(l.Points.EW.Shown.Value)
			if rated {
				each = l.Points.NS.Percent.Value.Sub(exact.Int(50))
				both = each.Add(l.Points.EW.Percent.Value).Sub(exact.Int(50))
			}
			if ns = ns.Add(each); both.Sign() != 0 && mirrors(pack) {
				t.Fatalf("board %d: the sides of %+v have %v too much", b.Board, l, both)
			}
		}
		if ns.Sign() != 0 && (rated && pack.Matchpoints.Rounding.Exact() || s.Info.Method == event.CrossIMPs && pack.CrossIMPs.Divisor != regulation.ByRoot) { // a root has twelve decimals
			t.Fatalf("board %d: North-South have %v too much", b.Board, ns)
		}
	}
}

// mirrors reports whether a regulation favours no side: it rounds both alike, and
// its datum is not the score in the middle that is better for one.
func mirrors(p *regulation.Pack) bool {
	return p.Matchpoints.Rounding.Half != exact.HalfUp && p.Butler.Datum != regulation.MedianLow && p.Butler.Datum != regulation.MedianHigh
}

// otherSide is a contestant as it is called where the sides are swapped.
func otherSide(c event.Contestant) event.Contestant {
	c.Side = c.Side.Other()
	return c
}

// turnedMeeting swaps the sides of a meeting.
func turnedMeeting(m event.Meeting) event.Meeting {
	m.NS, m.EW = otherSide(m.EW), otherSide(m.NS)
	m.South, m.West = m.West, m.South
	return m
}

func turnedScope(s event.Scope) event.Scope {
	s.NS, s.EW = otherSide(s.EW), otherSide(s.NS)
	return s
}

func negated(p *score.Points) *score.Points {
	if p == nil {
		return nil
	}
	n := -*p
	return &n
}

// turnedAct is the same act seen by somebody who calls East-West North-South.
func turnedAct(a event.Act) event.Act {
	switch a := a.(type) {
	case event.Registered:
		a.Contestant = otherSide(a.Contestant)
		return a
	case event.BoardSet:
		a.Vul, a.Par = a.Vul.Mirror(), negated(a.Par)
		return a
	case event.Played:
		a.Meeting, a.Result, a.Score = turnedMeeting(a.Meeting), a.Result.Turn(1), negated(a.Score)
		return a
	case event.NotPlayed:
		a.Meeting = turnedMeeting(a.Meeting)
		return a
	case event.SatOut:
		a.Meeting = turnedMeeting(a.Meeting)
		return a
	case event.Voided:
		a.Meeting = turnedMeeting(a.Meeting)
		return a
	case event.Ruled:
		a.Meeting, a.Award, a.Assigned = turnedMeeting(a.Meeting), a.Award.Mirror(), a.Assigned.Mirror()
		for _, side := range bridge.Sides {
			list := slices.Clone(a.Assigned.Of(side))
			for i, o := range list {
				list[i].Result, list[i].Score = o.Result.Turn(1), negated(o.Score)
			}
			a.Assigned = a.Assigned.With(side, list)
		}
		return a
	case event.Fouled:
		a.Scope = turnedScope(a.Scope)
		if a.Vul != nil {
			v := a.Vul.Mirror()
			a.Vul = &v
		}
		return a
	case event.Turned:
		a.Scope = turnedScope(a.Scope)
		return a
	case event.Cancelled:
		a.Scope = turnedScope(a.Scope)
		return a
	case event.Penalised:
		a.Contestant = otherSide(a.Contestant)
		return a
	case event.Carried:
		a.Contestant = otherSide(a.Contestant)
		return a
	case event.Withdrew:
		a.Contestant = otherSide(a.Contestant)
		return a
	case event.Substituted:
		a.Contestant = otherSide(a.Contestant)
		return a
	}
	return a
}

// turnedAll is an event seen from the other side.
func turnedAll(d drawn) (out drawn) {
	for _, a := range d.setup {
		out.setup = append(out.setup, turnedAct(a))
	}
	for _, a := range d.acts {
		out.acts = append(out.acts, turnedAct(a))
	}
	return out
}

// outcome is what contestants have: in all lists, and on all lines, by name and
// exactly. Seen from the other side it is the same.
func outcome(s *event.Standings, turned bool) string {
	var lines []string
	name := func(c event.Contestant) string {
		if turned {
			c = otherSide(c)
		}
		return c.String()
	}
	for _, l := range slices.Concat(s.Lists, s.Further) {
		side := l.Side
		if turned {
			side = side.Other()
		}
		for _, r := range l.Rows {
			text := fmt.Sprintf("list %v %s %s %v: %d %v %s on %d: %v of %v, %v percent, penalty %v, carried %v, handicap %v, stage %d",
				side, l.Section, l.Stratum, l.Handicap, r.Rank, r.Tied, name(r.Contestant), r.Boards,
				r.Total.Value, r.Max.Value, r.Percent.Value, r.Penalty.Value, r.Carried.Value, r.Handicap.Value, r.Stage)
			for _, step := range r.Trace {
				text += fmt.Sprintf(", %s %v among %d", step.Tie, step.Value.Value, step.Among)
			}
			for _, p := range r.Sessions {
				text += fmt.Sprintf(", %v on %d", p.Total.Value, p.Boards)
			}
			lines = append(lines, text)
		}
	}
	for _, l := range s.Lists {
		for _, r := range l.Rows {
			for _, card := range s.Card(r.Contestant) {
				lines = append(lines, fmt.Sprintf("board %d/%d: %s %s %v %v", card.Session, card.Board, name(r.Contestant), card.Line.State, card.Points().Shown.Value, card.Points().Percent.Value))
			}
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// TestMirrorAll: an event seen from the other side is the same event, whatever
// happened in it (M42). Regulations that round halves up favour a side, by their
// own words.
func TestMirrorAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawAll(t)
		e, m := fold(t, d.facts()), fold(t, turnedAll(d).facts())
		packs := []*regulation.Pack{drawPack(t)}
		for _, name := range regulation.Names() {
			packs = append(packs, shippedPack(t, name))
		}
		packs = slices.DeleteFunc(packs, func(p *regulation.Pack) bool { return !mirrors(p) })
		for _, p := range packs {
			s, turned := ranked(t, e, p), ranked(t, m, p)
			if (s == nil) != (turned == nil) {
				t.Fatalf("%s: ranked %v, mirrored %v", p.Name, s != nil, turned != nil)
			}
			if s == nil {
				continue
			}
			if a, b := outcome(s, false), outcome(turned, true); a != b {
				t.Fatalf("%s, %s: %s", p.Name, s.Info.Method, differ(a, b))
			}
		}
	})
}

// about names what an act is about: acts about the same thing keep their order.
func about(a event.Act) string {
	place := func(m event.Meeting) string {
		m.Round, m.Table = 0, 0
		return fmt.Sprintf("meeting %+v", m)
	}
	board := func(s event.Scope) string { return fmt.Sprint("board ", s.Session, " ", s.Board) }
	switch a := a.(type) {
	case event.Played:
		return place(a.Meeting)
	case event.NotPlayed:
		return place(a.Meeting)
	case event.SatOut:
		return place(a.Meeting)
	case event.Voided:
		return place(a.Meeting)
	case event.Ruled:
		return place(a.Meeting)
	case event.Fouled:
		return board(a.Scope)
	case event.Turned:
		return board(a.Scope)
	case event.Cancelled:
		return board(a.Scope)
	case event.Penalised:
		return "penalties"
	case event.Withdrew:
		return "who left " + a.Contestant.String()
	case event.LinedUp:
		return "line-ups of " + a.Team.String()
	case event.Announced, event.Reopened:
		return "correction period"
	}
	return fmt.Sprintf("%T", a)
}

// reordered is an event in which things happen in another order.
func reordered(t *rapid.T, d drawn) drawn {
	queues := map[string][]event.Act{}
	var names []string
	for _, a := range d.acts {
		queues[about(a)] = append(queues[about(a)], a)
		names = append(names, about(a))
	}
	again := drawn{setup: d.setup}
	for _, name := range rapid.Permutation(names).Draw(t, "order") {
		again.acts = append(again.acts, queues[name][0])
		queues[name] = queues[name][1:]
	}
	return again
}

// TestOrder: acts about different things may come in any order.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawAll(t)
		e := fold(t, d.facts())
		again := reordered(t, d)
		other := fold(t, again.facts())
		for _, p := range []*regulation.Pack{e.Pack(), drawPack(t)} {
			s, shuffled := ranked(t, e, p), ranked(t, other, p)
			if (s == nil) != (shuffled == nil) {
				t.Fatalf("%s: ranked %v, in another order %v", p.Name, s != nil, shuffled != nil)
			}
			if s == nil {
				continue
			}
			if a, b := whole(s), whole(shuffled); a != b {
				t.Fatalf("%s: %s", p.Name, differ(a, b))
			}
		}
	})
}

// TestTakenBack: what is said and taken back changes nothing.
func TestTakenBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawAll(t)
		opened := d.setup[0].(event.Opened)
		var said, back event.Act
		kind := rapid.SampledFrom([]string{"penalty", "warning", "carried", "withdrawn", "fouled", "turned", "cancelled", "ruled", "stage"}).Draw(t, "what")
		last := d.setup[len(d.setup)-1].(event.BoardSet)
		scope := event.Scope{Session: last.Session, Board: last.Board}
		who := d.setup[1].(event.Registered).Contestant
		switch kind {
		case "penalty":
			p := event.Penalised{Ref: "new", Contestant: who, Kind: event.Disciplinary, Amount: exact.Int(2), Unit: event.PenaltyIMPs}
			if opened.Method == event.Matchpoints || opened.Method == event.Ascherman {
				p.Unit = event.PenaltyTop
			}
			said = p
			p.Amount = exact.Int(0)
			back = p
		case "warning":
			said = event.Penalised{Ref: "new", Contestant: who, Kind: event.Cautioned}
			back = event.Penalised{Ref: "new", Contestant: who, Kind: event.Procedural}
		case "carried":
			said, back = event.Carried{Contestant: who, Stage: 9, Amount: exact.Int(1), Max: exact.Int(2)}, event.Carried{Contestant: who, Stage: 9}
		case "withdrawn":
			if slices.ContainsFunc(d.acts, func(a event.Act) bool { w, ok := a.(event.Withdrew); return ok && w.Contestant == who }) {
				return
			}
			said, back = event.Withdrew{Contestant: who}, event.Withdrew{Contestant: who, Returned: true}
		case "stage":
			said, back = event.StageSet{Stage: 3, Sessions: []int{last.Session}}, event.StageSet{Stage: 3}
			if slices.ContainsFunc(d.acts, func(a event.Act) bool { _, ok := a.(event.StageSet); return ok }) {
				return
			}
		case "ruled":
			ruled := map[string]bool{}
			for _, a := range d.acts {
				if r, ok := a.(event.Ruled); ok {
					ruled[about(r)] = true
				}
			}
			i := slices.IndexFunc(d.acts, func(a event.Act) bool { _, ok := a.(event.Played); return ok && !ruled[about(a)] })
			if i < 0 {
				return
			}
			m := d.acts[i].(event.Played).Meeting
			if slices.ContainsFunc(d.acts, func(a event.Act) bool { v, ok := a.(event.Voided); return ok && v.Meeting == m }) {
				return
			}
			said, back = event.Ruled{Meeting: m, Award: bridge.BySide[event.Award]{NS: award(t), EW: award(t)}}, event.Ruled{Meeting: m}
		default: // a mark that is taken back hides those before it
			if slices.ContainsFunc(d.acts, func(a event.Act) bool { return about(a) == about(event.Fouled{Scope: scope}) }) {
				return
			}
			switch kind {
			case "fouled":
				said, back = event.Fouled{Scope: scope, Version: "B"}, event.Fouled{Scope: scope}
			case "turned":
				said, back = event.Turned{Scope: scope, Quarters: 1}, event.Turned{Scope: scope}
			default:
				said, back = event.Cancelled{Scope: scope}, event.Cancelled{Scope: scope, Restored: true}
			}
		}
		e := fold(t, d.facts())
		s := ranked(t, e, e.Pack())
		if s == nil {
			return
		}
		want := whole(s)
		for i, a := range []event.Act{said, back} {
			if err := e.Apply(event.Fact{Why: "said", Act: a}); err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				ranked(t, e, e.Pack())
			}
		}
		if got := whole(ranked(t, e, e.Pack())); got != want {
			t.Fatalf("%s: %s", kind, differ(want, got))
		}
	})
}

// TestAnything: whatever comes, a fact is taken or refused with a reason, and one
// that was refused changes nothing; the event can be ranked, or says why not.
func TestAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawAll(t)
		if rapid.Bool().Draw(t, "teams") {
			d = drawTeams(t)
		}
		var entered []event.Contestant
		for _, a := range d.setup {
			if r, ok := a.(event.Registered); ok {
				entered = append(entered, r.Contestant)
			}
		}
		wild := factsOf(rapid.SampledFrom(entered), rapid.Custom(func(t *rapid.T) bridge.Board { return bridge.Board(rapid.IntRange(1, 3).Draw(t, "board")) }))
		facts := d.facts()
		for range rapid.IntRange(0, 20).Draw(t, "more") {
			f := wild.Draw(t, "fact")
			if f.ID = ""; f.Why == "" {
				f.Why = "seen"
			}
			if len(d.acts) > 0 && rapid.IntRange(0, 2).Draw(t, "said again") == 0 {
				f.Act = rapid.SampledFrom(d.acts).Draw(t, "act")
			}
			facts = slices.Insert(facts, rapid.IntRange(len(d.setup), len(facts)).Draw(t, "when"), f)
		}
		e := new(event.Event)
		before := ""
		for _, f := range facts {
			err := e.Apply(f)
			var refused *bridge.Error
			if err != nil && (!errors.As(err, &refused) || refused.Code == bridge.Internal || refused.Key == "") {
				t.Fatalf("%+v: %v", f.Act, err)
			}
			s, failed := e.Standings()
			if failed != nil {
				if code := bridge.CodeOf(failed); code != bridge.NotFound && code != bridge.Unsupported {
					t.Fatalf("after %+v: %v", f.Act, failed)
				}
				before = ""
				continue
			}
			now := whole(s)
			if err != nil && before != "" && now != before {
				t.Fatalf("%+v was refused, and changed: %s", f.Act, differ(before, now))
			}
			before = now
		}
		packs := []*regulation.Pack{e.Pack(), drawPack(t)}
		for _, p := range packs {
			s, err := e.StandingsUnder(p)
			if err != nil {
				continue
			}
			reasons(t, s, p)
			bounds(t, s)
		}
	})
}

// asItLay is an act about a meeting as it would have been said if the cards had lain
// so many quarters further from the beginning.
func asItLay(a event.Act, quarters int) event.Act {
	odd := quarters%2 == 1
	meeting := func(m event.Meeting) event.Meeting {
		if odd {
			m.NS, m.EW, m.South, m.West = m.EW, m.NS, m.West, m.South
		}
		return m
	}
	points := func(p *score.Points) *score.Points {
		if odd {
			return negated(p)
		}
		return p
	}
	switch a := a.(type) {
	case event.Played:
		return event.Played{Meeting: meeting(a.Meeting), Result: a.Result.Turn(quarters), Score: points(a.Score)}
	case event.NotPlayed:
		a.Meeting = meeting(a.Meeting)
		return a
	case event.Voided:
		a.Meeting = meeting(a.Meeting)
		return a
	case event.Ruled:
		a.Meeting = meeting(a.Meeting)
		if odd {
			a.Award, a.Assigned = a.Award.Mirror(), a.Assigned.Mirror()
		}
		for _, side := range bridge.Sides {
			list := slices.Clone(a.Assigned.Of(side))
			for i, o := range list {
				list[i].Result, list[i].Score = o.Result.Turn(quarters), points(o.Score)
			}
			a.Assigned = a.Assigned.With(side, list)
		}
		return a
	}
	return a
}

// TestTurnedBoards: a board that lay turned by one, two or three quarters is the
// board entered in the right way.
func TestTurnedBoards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawAll(t)
		d.acts = slices.DeleteFunc(d.acts, func(a event.Act) bool {
			switch a.(type) {
			case event.Fouled, event.Turned, event.Cancelled:
				return true
			}
			return false
		})
		quarters := map[string]int{}
		right := drawn{setup: d.setup}
		var marks []event.Act
		for _, a := range d.acts {
			name := about(a)
			var at event.Meeting
			switch a := a.(type) {
			case event.Played:
				at = a.Meeting
			case event.NotPlayed:
				at = a.Meeting
			case event.Ruled:
				at = a.Meeting
			case event.Voided:
				at = a.Meeting
			default:
				right.acts = append(right.acts, a)
				continue
			}
			if _, drawn := quarters[name]; !drawn {
				quarters[name] = rapid.IntRange(0, 3).Draw(t, "quarters")
				marks = append(marks, event.Turned{Scope: event.Scope{Session: at.Session, Board: at.Board, NS: at.NS, EW: at.EW}, Quarters: quarters[name]})
			}
			right.acts = append(right.acts, asItLay(a, quarters[name]))
		}
		d.acts = append(d.acts, marks...)
		e, straight := fold(t, d.facts()), fold(t, right.facts())
		for _, p := range []*regulation.Pack{e.Pack(), drawPack(t)} {
			s, want := ranked(t, e, p), ranked(t, straight, p)
			if (s == nil) != (want == nil) {
				t.Fatalf("%s: ranked %v, entered as it lay %v", p.Name, s != nil, want != nil)
			}
			if s == nil {
				continue
			}
			if a, b := outcome(s, false), outcome(want, false); a != b {
				t.Fatalf("%s, %s: %s", p.Name, s.Info.Method, differ(a, b))
			}
		}
	})
}
