package table

import (
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
)

// Penalties is a list of penalties.
type Penalties struct {
	List     []Penalty
	Warnings []event.Warning // with lines of the list
}

// Penalty is one line of a list of penalties.
type Penalty struct {
	Contestant event.Contestant // with a side if the list says one
	Session    int
	Round      int // 0: not said
	Kind       event.PenaltyKind
	Amount     exact.Fraction // what is taken away
	Unit       event.PenaltyUnit
	Reason     string
	Line       int // of the file

	place string // of the line
	unit  string // place of what says the unit
}

// ReadPenalties reads a list of penalties, in the named character set if there is a
// name.
//
// The error is one of [Options.Read].
func ReadPenalties(r io.Reader, charset string) (*Penalties, error) {
	source, warnings, err := whole(r, charset, penaltyColumns)
	if err != nil {
		return nil, err
	}
	p, err := ReadPenaltyRows(source)
	if err != nil {
		return nil, err
	}
	p.Warnings = append(warnings, p.Warnings...)
	return p, nil
}

// ReadPenaltyRows is [ReadPenalties] of rows that are not those of a CSV file.
func ReadPenaltyRows(rows Rows) (*Penalties, error) {
	s, err := open(rows, penaltyColumns)
	if err != nil {
		return nil, err
	}
	all, err := s.all()
	if err != nil {
		return nil, err
	}
	if !s.has(colPair) || !s.has(colAmount) && !s.has(colKind) {
		return nil, bridge.At(s.headerPlace(), bridge.Errorf(bridge.Invalid, "table.penalty_columns",
			"the header of a list of penalties lacks a column: want pair, amount and unit, and session, round, kind or reason"))
	}
	p := &Penalties{}
	for _, row := range all {
		penalty, err := row.penalty()
		if err != nil {
			return nil, err
		}
		s.doubt(p.List, penalty)
		p.List = append(p.List, penalty)
	}
	p.Warnings = s.warnings
	return p, nil
}

// doubt warns of a line that stands there twice, and of more than a whole top: both
// count, and both are seldom meant.
func (s *sheet) doubt(before []Penalty, p Penalty) {
	for _, q := range before {
		if q.alike(p) {
			s.warn(p.Line, "table.penalty_twice", "the same penalty stands in line %d: both count", q.Line)
			break
		}
	}
	if p.Unit == event.PenaltyTop && p.Amount.Cmp(exact.Int(100)) > 0 {
		s.warn(p.Line, "table.penalty_large", "a penalty of %v%% of a top is more than a whole board: it counts as it stands", p.Amount)
	}
}

// alike reports whether two lines say the same.
func (p Penalty) alike(q Penalty) bool {
	return p.Contestant == q.Contestant && p.Session == q.Session && p.Round == q.Round && p.Kind == q.Kind && p.Amount.Equal(q.Amount) && p.Unit == q.Unit && p.Reason == q.Reason
}

var amountText = regexp.MustCompile(`^([0-9]{1,6}(?:[.,][0-9]{1,9})?|[0-9]{1,6}/[0-9]{1,6})\s*(\D*)$`)

// penaltyUnits are the units as people write them, in lower case.
var penaltyUnits = map[string]event.PenaltyUnit{
	"%": event.PenaltyTop, "percent": event.PenaltyTop, "top": event.PenaltyTop,
	"mp": event.PenaltyMP, "mps": event.PenaltyMP,
	"imp": event.PenaltyIMPs, "imps": event.PenaltyIMPs,
	"vp": event.PenaltyVP, "vps": event.PenaltyVP,
	"standard": event.PenaltyStandard,
}

// penaltyKinds are the kinds as people write them, in lower case.
var penaltyKinds = map[string]event.PenaltyKind{
	"": event.Procedural, "procedural": event.Procedural, "pp": event.Procedural,
	"disciplinary": event.Disciplinary, "dp": event.Disciplinary,
	"warning": event.Cautioned,
}

// penalty reads one line.
func (row row) penalty() (Penalty, error) {
	p := Penalty{Reason: row.cell(colReason).text, Line: row.line, place: row.place()}
	section, err := row.cell(colSection).section()
	if err != nil {
		return p, err
	}
	c := row.cell(colPair)
	if p.Contestant, err = c.contestant(section); err != nil {
		return p, err
	}
	if p.Contestant.IsZero() {
		return p, c.fail("table.no_offender", "a line without the number of who is penalised")
	}
	if err := row.direction(&p.Contestant); err != nil {
		return p, err
	}
	if p.Session, err = row.cell(colSession).number(1); err != nil {
		return p, err
	}
	if p.Round, err = row.cell(colRound).number(1); err != nil {
		return p, err
	}
	kind, ok := penaltyKinds[strings.ToLower(row.cell(colKind).text)]
	if !ok {
		c := row.cell(colKind)
		return p, c.fail("table.penalty_kind", "kind %q: want procedural, disciplinary or warning", c.text)
	}
	p.Kind = kind
	return p, row.amount(&p)
}

// amount reads what a penalty takes away.
func (row row) amount(p *Penalty) error {
	c, unit := row.cell(colAmount), row.cell(colUnit)
	named := strings.ToLower(unit.text)
	if !c.empty() {
		m := amountText.FindStringSubmatch(c.text)
		ok := m != nil
		if ok {
			p.Amount, ok = fraction(m[1])
		}
		if !ok {
			return c.fail("table.amount", "amount %q: want what is taken away, such as 10, 0,5 or 10%%", c.text)
		}
		if inside := strings.ToLower(strings.TrimSpace(m[2])); inside != "" {
			if named != "" && penaltyUnits[named] != penaltyUnits[inside] {
				return unit.fail("table.units_differ", "unit %q, but the amount says %q", unit.text, m[2])
			}
			named, unit = inside, c
		}
	}
	switch {
	case p.Kind == event.Cautioned && p.Amount.Sign() != 0:
		return c.fail("table.warning_amount", "a warning takes nothing away, but the amount is %q", c.text)
	case p.Kind == event.Cautioned:
		p.Amount = exact.Int(0)
		return nil
	case p.Amount.Sign() == 0:
		return c.fail("table.no_amount", "a penalty of nothing: want an amount, or the kind warning")
	}
	var ok bool
	p.unit = unit.place()
	if p.Unit, ok = penaltyUnits[named]; !ok {
		return unit.fail("table.unit", "unit %q: want %%, mp, imp, vp or standard", named)
	}
	return nil
}

// Add adds the penalties to an event that has been read, for example one that [Join]
// put together. They are numbered behind those that it has. Who is penalised must be
// registered.
//
// The error has code [bridge.Invalid], or [bridge.NotFound] for a contestant that is
// not there, and the place in the list; the record is then as it was.
func (p *Penalties) Add(rec *event.Record) error {
	entered := map[event.Contestant]bool{}
	winners, n := 1, 0
	for _, f := range rec.Facts {
		switch a := f.Act.(type) {
		case event.Opened:
			winners = a.Winners
		case event.Registered:
			entered[a.Contestant] = true
		case event.Penalised:
			n++
		}
	}
	facts, err := p.facts(n, entered, winners)
	rec.Facts = append(rec.Facts, facts...)
	return err
}

// Fits reports whether an event scored by a method counts the units of the penalties.
// The error has code [bridge.Invalid] and the place in the list of the first unit that it
// does not count.
func (p *Penalties) Fits(m event.Method) error {
	for _, one := range p.List {
		if err := (event.Penalised{Contestant: one.Contestant, Amount: one.Amount, Unit: one.Unit}).Fits(m); err != nil {
			return bridge.At("list of penalties, "+one.unit, err)
		}
	}
	return nil
}

// penalise adds the penalties of the options.
func (r *reader) penalise(rec *event.Record, winners int) error {
	if r.Penalties == nil {
		return nil
	}
	method := r.Method
	if method == event.Matchpoints && r.teams { // what a table is taken for until its columns are seen
		method = event.IMPs
	}
	if method != "" {
		if err := r.Penalties.Fits(method); err != nil {
			return err
		}
	}
	facts, err := r.Penalties.facts(0, r.entered, winners)
	rec.Facts = append(rec.Facts, facts...)
	return err
}

// facts are the penalties as facts; n have been before.
func (p *Penalties) facts(n int, entered map[event.Contestant]bool, winners int) ([]event.Fact, error) {
	var facts []event.Fact
	for i, one := range p.List {
		who, err := one.offender(entered, winners)
		if err != nil {
			return nil, bridge.At("list of penalties, "+one.place, err)
		}
		facts = append(facts, event.Fact{Why: one.Reason, Act: event.Penalised{
			Ref: strconv.Itoa(n + i + 1), Contestant: who, Session: one.Session, Round: one.Round, Kind: one.Kind, Amount: one.Amount, Unit: one.Unit,
		}})
	}
	return facts, nil
}

// offender is who a penalty is for. A pair with a number that two pairs have needs its
// side.
func (p Penalty) offender(entered map[event.Contestant]bool, winners int) (event.Contestant, error) {
	who := p.Contestant
	if winners != 2 {
		who.Side = 0
	} else if !who.Side.Valid() {
		ns, ew := who, who
		ns.Side, ew.Side = bridge.NS, bridge.EW
		if entered[ns] && entered[ew] {
			return who, bridge.Errorf(bridge.Invalid, "table.which_pair", "contestant %v: there are two of this number: want %v or %v", who, ns, ew)
		}
		if who = ns; entered[ew] {
			who = ew
		}
	}
	if !entered[who] {
		return who, bridge.Errorf(bridge.NotFound, "table.no_contestant", "contestant %v neither plays nor is in the list of pairs", p.Contestant)
	}
	return who, nil
}
