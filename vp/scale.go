package vp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/why"
)

// Unit is what a scale converts.
type Unit string

// The units.
const (
	IMPs    Unit = "imps"    // the margin of a match
	Percent Unit = "percent" // a pair's percentage on the boards of a match
)

// Scale converts the margin of a match, or a percentage, to victory points. The
// scales that ship are shared, and safe for concurrent use.
type Scale struct {
	name       string
	unit       Unit
	pool       exact.Fraction // of both sides, where it is the same in every row
	even       bool           // whether it is
	unverified bool
	any        bool   // it is the same for each of them
	lengths    string // the numbers of boards that it is for, in words
	half       string // the scale of the body for half a match; "" if there is none
	halves     bool   // it is for half matches already
	whole      *Scale // the scale that this one has half of; nil: it has steps of its own
	fractional regulation.Fractional
	rows       func(boards int) ([]Row, error)
	made       *sync.Map // *Table by boards
}

// Row is a step of a scale. In IMPs it is for the margins from First to Last, both
// whole and included; in percent for what is more than First and at most Last, in
// the first row for First too. An Open row has no end, and no Last that counts.
type Row struct {
	First, Last   exact.Fraction
	Open          bool
	Winner, Loser exact.Fraction // victory points
	Raised        exact.Fraction // by how much the winner has more than the formula of the scale says, rounded
}

// Table is a scale for one number of boards. Treat it as read-only.
type Table struct {
	Scale    string
	Unit     Unit
	Boards   int
	Decimals int // of its victory points; 2 where one is no decimal
	Rows     []Row
}

// Name is what [Find] knows the scale by, or what [Read] was told.
func (s *Scale) Name() string { return s.name }

// Unit is what the scale converts.
func (s *Scale) Unit() Unit { return s.unit }

// Pool is what both sides have together; ok is false if that is not the same at
// every margin.
func (s *Scale) Pool() (pool exact.Fraction, ok bool) { return s.pool, s.even }

// AnyLength reports whether the scale is the same for a match of any length.
func (s *Scale) AnyLength() bool { return s.any }

// Unverified reports whether no text of a body was seen that has the scale.
func (s *Scale) Unverified() bool { return s.unverified }

// Fractional gives the scale with another way to take a margin that is not whole.
func (s *Scale) Fractional(f regulation.Fractional) *Scale {
	c := *s
	c.fractional = f
	if c.whole != nil {
		c.whole = c.whole.Fractional(f)
	}
	return &c
}

// Half gives the scale for a match of half the length, as in a short triangle: that
// of the body if it has one, else the scale of that length, whose victory points count
// half. The latter is [Scale.Unverified]. The error has code [bridge.Unsupported] for
// a scale that is for half matches already.
func (s *Scale) Half() (*Scale, error) {
	if s.halves {
		return nil, bridge.Errorf(bridge.Unsupported, "vp.half", "scale %s is one for half matches already", s.name)
	}
	if s.half != "" {
		half, err := Find(s.half)
		if err != nil {
			return nil, err
		}
		return half.Fractional(s.fractional), nil
	}
	half := *s
	half.name, half.pool, half.unverified, half.halves, half.whole = s.name+"-halved", s.pool.Mul(exact.Of(1, 2)), true, true, s
	half.made = new(sync.Map)
	half.rows = func(boards int) ([]Row, error) {
		whole, err := s.Table(boards)
		if err != nil {
			return nil, err
		}
		rows := slices.Clone(whole.Rows)
		for i := range rows {
			for _, v := range []*exact.Fraction{&rows[i].Winner, &rows[i].Loser, &rows[i].Raised} {
				*v = v.Mul(exact.Of(1, 2))
			}
		}
		return rows, nil
	}
	return &half, nil
}

// halved is half of what the whole scale gives.
func halved(p *why.Pen, v why.Value) why.Value {
	return p.Product("vp.halved", []why.Value{v}, why.Num("half", exact.Of(1, 2)))
}

// Table gives the scale for a match of so many boards. The error has code
// [bridge.Unsupported] if the scale has none.
func (s *Scale) Table(boards int) (*Table, error) {
	if t, ok := s.made.Load(boards); ok {
		return t.(*Table), nil //nolint:errcheck // nothing else is kept there
	}
	rows, err := s.rows(boards)
	if err != nil {
		return nil, bridge.At(s.name, err)
	}
	t := &Table{Scale: s.name, Unit: s.unit, Boards: boards, Decimals: decimals(rows), Rows: rows}
	s.made.Store(boards, t)
	return t, nil
}

// decimals is the fewest that show every value, at most 3; 2 where one is no decimal.
func decimals(rows []Row) int {
	for n := range 4 {
		if !slices.ContainsFunc(rows, func(r Row) bool { return !hasDecimals(r.Winner, n) || !hasDecimals(r.Loser, n) }) {
			return n
		}
	}
	return 2
}

func hasDecimals(f exact.Fraction, n int) bool { return f.Div(exact.DecimalUnit(n)).IsInt() }

// Of gives the victory points of both sides for a match of so many boards that the
// home team won by that margin; with a negative margin it lost. A margin that is not
// whole is taken as the scale's [Scale.Fractional] says.
func (s *Scale) Of(p *why.Pen, boards int, margin why.Value) (home, away why.Value, err error) {
	if s.unit != IMPs {
		return home, away, bridge.Errorf(bridge.Invalid, "vp.not_imps", "scale %s converts percentages, not IMPs", s.name)
	}
	if s.whole != nil {
		home, away, err = s.whole.Of(p, boards, margin)
		if err != nil {
			return home, away, err
		}
		return halved(p, home), halved(p, away), nil
	}
	t, err := s.Table(boards)
	if err != nil {
		return home, away, err
	}
	if margin.IsInt() {
		return t.of(p, margin)
	}
	switch s.fractional {
	case regulation.Interpolate:
		return t.between(p, margin)
	case regulation.FloorHalf:
		return t.of(p, p.Round("vp.whole", margin, exact.Rounding{Unit: exact.Int(1), Half: exact.HalfToward}))
	}
	return t.of(p, p.Round("vp.whole", margin, exact.Rounding{Unit: exact.Int(1), Half: exact.HalfAway}))
}

// of looks a whole margin up.
func (t *Table) of(p *why.Pen, margin why.Value) (home, away why.Value, err error) {
	size := margin.Abs()
	// The row that begins last at or before the margin.
	i, found := slices.BinarySearchFunc(t.Rows, size, func(r Row, m exact.Fraction) int { return r.First.Cmp(m) })
	if !found {
		i--
	}
	r := t.Rows[i]
	if !r.Open && r.Last.Cmp(size) < 0 {
		return home, away, bridge.Errorf(bridge.Unsupported, "vp.gap", "scale %s has no value for a margin of %v on %d boards", t.Scale, size, t.Boards)
	}
	h, a, raised := r.Winner, r.Loser, r.Raised
	if margin.Sign() < 0 {
		h, a, raised = a, h, raised.Neg()
	}
	if p == nil {
		return why.Plain(h), why.Plain(a), nil
	}
	look := func(vp, raised exact.Fraction, side string) why.Value {
		in := []why.Arg{why.Word("scale", t.Scale), why.Int("boards", t.Boards), why.Num("margin", margin.Fraction), why.Word("side", side)}
		if raised.Sign() != 0 {
			return p.LookUp("vp.scale_raised", vp, []why.Value{margin}, append(in, why.Num("formula", vp.Sub(raised)))...)
		}
		return p.LookUp("vp.scale", vp, []why.Value{margin}, in...)
	}
	return look(h, raised, "home"), look(a, raised.Neg(), "away"), nil
}

// between interpolates between the whole margins beside one, to hundredths: halves
// go to the winner, so that both sides together have what they always have.
func (t *Table) between(p *why.Pen, margin why.Value) (home, away why.Value, err error) {
	low := margin.Round(exact.Rounding{Unit: exact.Int(1), Half: exact.Floor})
	share := margin.Sub(low)
	var sides [2][2]why.Value
	for i, m := range []exact.Fraction{low, low.Add(exact.Int(1))} {
		if sides[0][i], sides[1][i], err = t.of(p, p.Given("vp.neighbour", m)); err != nil {
			return home, away, err
		}
	}
	side := func(i int, half exact.Half) why.Value {
		sum := p.Sum("vp.between", []why.Value{
			p.Product("vp.share", []why.Value{sides[i][0]}, why.Num("share", exact.Int(1).Sub(share))),
			p.Product("vp.share", []why.Value{sides[i][1]}, why.Num("share", share)),
		})
		return p.Round("vp.hundredths", sum, exact.Rounding{Unit: exact.Of(1, 100), Half: half})
	}
	if margin.Sign() < 0 {
		return side(0, exact.HalfToward), side(1, exact.HalfAway), nil
	}
	return side(0, exact.HalfAway), side(1, exact.HalfToward), nil
}

// OfPercent gives a pair's victory points for its percentage, 0 to 100, on so many
// boards. Its opponents' are another look-up: the percentages of a match are taken
// against the whole field, so the two need not add up to the pool.
//
// A percentage below 50 is worth the pool less what its opposite is worth. One that
// lies on a bound belongs to the row nearer to average.
func (s *Scale) OfPercent(p *why.Pen, boards int, percent why.Value) (why.Value, error) {
	if s.unit != Percent {
		return why.Value{}, bridge.Errorf(bridge.Invalid, "vp.not_percent", "scale %s converts IMPs, not percentages", s.name)
	}
	if percent.Sign() < 0 || percent.Cmp(exact.Int(100)) > 0 {
		return why.Value{}, bridge.Errorf(bridge.Invalid, "vp.percent", "percentage %v: want 0 to 100", percent.Fraction)
	}
	if s.whole != nil {
		whole, err := s.whole.OfPercent(p, boards, percent)
		if err != nil {
			return why.Value{}, err
		}
		return halved(p, whole), nil
	}
	t, err := s.Table(boards)
	if err != nil {
		return why.Value{}, err
	}
	if percent.Cmp(exact.Int(50)) >= 0 {
		return t.percent(p, percent)
	}
	other := p.Difference("vp.opposite", []why.Value{p.Given("vp.whole_percent", exact.Int(100)), percent})
	worth, err := t.percent(p, other)
	if err != nil {
		return why.Value{}, err
	}
	return p.Difference("vp.rest", []why.Value{p.Given("vp.pool", s.pool), worth}), nil
}

// percent looks up a percentage of at least 50.
func (t *Table) percent(p *why.Pen, percent why.Value) (why.Value, error) {
	// The last row that begins below it; the first one is for 50 too.
	i, _ := slices.BinarySearchFunc(t.Rows, percent.Fraction, func(r Row, m exact.Fraction) int { return r.First.Cmp(m) })
	r := t.Rows[max(i-1, 0)]
	if !r.Open && r.Last.Cmp(percent.Fraction) < 0 {
		return why.Value{}, bridge.Errorf(bridge.Unsupported, "vp.gap_percent", "scale %s has no value for %v percent on %d boards", t.Scale, percent.Short(4), t.Boards)
	}
	if p == nil {
		return why.Plain(r.Winner), nil
	}
	return p.LookUp("vp.percent_scale", r.Winner, []why.Value{percent}, why.Word("scale", t.Scale), why.Int("boards", t.Boards),
		why.Num("percent", percent.Fraction)), nil
}

// Award is a share of the pool in percent, as a director gives it for a match that
// was not played, or played in the wrong seats: 40 percent of 20 are 8. The error
// has code [bridge.Unsupported] if the scale has no pool.
func (s *Scale) Award(p *why.Pen, percent exact.Fraction) (why.Value, error) {
	if !s.even {
		return why.Value{}, bridge.Errorf(bridge.Unsupported, "vp.no_pool", "scale %s: the sides have not always the same together, so no share of it can be given", s.name)
	}
	return p.Product("vp.award", []why.Value{p.Given("vp.pool", s.pool)}, why.Num("share", percent.Div(exact.Int(100)))), nil
}

// shipped are the scales of the program by their names.
var shipped = ship()

// Find gives the scale of that name. The error has code [bridge.NotFound].
func Find(name string) (*Scale, error) {
	for _, s := range shipped {
		if s.name == name {
			return s, nil
		}
	}
	return nil, bridge.Errorf(bridge.NotFound, "vp.unknown", "scale %q: want %s", name, strings.Join(Names(), ", "))
}

// Names lists the scales that ship.
func Names() []string {
	names := make([]string, len(shipped))
	for i, s := range shipped {
		names[i] = s.name
	}
	slices.Sort(names)
	return names
}

func badBoards(boards int, want string) error {
	return bridge.Errorf(bridge.Unsupported, "vp.boards", "no table for %d boards: want %s", boards, want)
}

// span is a run of numbers as people write it: 6-8, or 9.
func span(from, to int) string {
	if from == to {
		return strconv.Itoa(from)
	}
	return fmt.Sprintf("%d-%d", from, to)
}
