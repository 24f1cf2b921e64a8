package event

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/why"
)

// The acts beside play: what a director and a scorer say of boards, contestants
// and the event.

// mark is a scoped act about a board, and when it came up.
type mark struct {
	Scope
	at      int // acts that came up before
	fouled  *Fouled
	turned  *Turned
	removed *Cancelled
}

// longestName is the longest name of a version or a reference: enough for words,
// and short enough for a sheet.
const longestName = 40

func checkName(board bridge.Board, name string) error {
	if len(name) > longestName || strings.ContainsFunc(name, unicode.IsControl) {
		return bridge.Errorf(bridge.Invalid, "event.version", "board %d: version %q: want a short name", board, name)
	}
	return nil
}

// checkScope refuses a scope that can fit no meeting.
func (e *Event) checkScope(s Scope) error {
	if !s.Board.Valid() {
		return bridge.Errorf(bridge.Invalid, "event.board", "board %d: want 1 or more", s.Board)
	}
	if s.Session < 0 || s.From < 0 || slices.ContainsFunc(slices.Concat(s.Rounds, s.Tables), func(n int) bool { return n < 1 }) {
		return bridge.Errorf(bridge.Invalid, "event.scope", "board %d: rounds and tables are numbers from 1 on", s.Board)
	}
	if s.NS.IsZero() != s.EW.IsZero() {
		return bridge.Errorf(bridge.Invalid, "event.scope_pair", "board %d: a meeting has two contestants, or none is named", s.Board)
	}
	for _, c := range []Contestant{s.NS, s.EW} {
		if _, ok := e.entries[c]; !ok && !c.IsZero() {
			return bridge.Errorf(bridge.NotFound, "event.unregistered", "board %d: contestant %v is not registered", s.Board, c)
		}
	}
	return nil
}

// Fits reports whether the scope is about a meeting of its board.
func (s Scope) Fits(m Meeting) bool {
	section := m.NS.Section
	if m.NS.IsZero() { // somebody who sits out East-West has a section too
		section = m.EW.Section
	}
	return (s.Section == "" || s.Section == section) &&
		(len(s.Rounds) == 0 || slices.Contains(s.Rounds, m.Round)) && m.Round >= s.From &&
		(len(s.Tables) == 0 || slices.Contains(s.Tables, m.Table)) &&
		(s.NS.IsZero() || s.NS == m.NS && s.EW == m.EW)
}

// mark adds a scoped act to its board.
func (e *Event) mark(m mark) error {
	if err := e.checkScope(m.Scope); err != nil {
		return err
	}
	b := e.board(boardKey{m.Session, m.Board})
	m.Rounds, m.Tables = slices.Clone(m.Rounds), slices.Clone(m.Tables)
	m.at = b.marked
	if !m.NS.IsZero() { // one that names a meeting is found by it, or a file of them would be slow
		if b.named == nil {
			b.named = map[[2]Contestant][]mark{}
		}
		key := [2]Contestant{m.NS, m.EW}
		b.named[key] = append(b.named[key], m)
	} else {
		b.marks = append(b.marks, m)
	}
	b.marked++
	e.touch(b)
	return nil
}

// marksOf are the last acts about a meeting: its version, how it lay, and whether
// it was taken out.
func (b *board) marksOf(m Meeting) (fouled *Fouled, turned int, removed bool) {
	if b.marked == 0 {
		return nil, 0, false
	}
	list := slices.Clone(b.named[[2]Contestant{m.NS, m.EW}])
	list = append(list, b.marks...)
	slices.SortStableFunc(list, func(a, b mark) int { return cmp.Compare(a.at, b.at) })
	for _, k := range list {
		switch {
		case !k.Fits(m):
		case k.fouled != nil:
			fouled = k.fouled
		case k.turned != nil:
			turned = k.turned.Quarters
		default:
			removed = !k.removed.Restored
		}
	}
	if fouled != nil && fouled.Version == "" {
		fouled = nil
	}
	return fouled, turned, removed
}

// describe says what a version of a fouled board was: each thing as it was last
// said, at whichever table.
func (b *board) describe(set *BoardSet, version string) {
	list := slices.Clone(b.marks)
	for _, named := range b.named {
		list = append(list, named...)
	}
	slices.SortFunc(list, func(a, b mark) int { return cmp.Compare(a.at, b.at) })
	set.Deal, set.Par, set.DD = bridge.Deal{}, nil, dd.Table{} // those of the board are of other cards
	for _, m := range list {
		if m.fouled == nil || m.fouled.Version != version {
			continue
		}
		if m.fouled.Deal != (bridge.Deal{}) {
			set.Deal = m.fouled.Deal
		}
		if m.fouled.Dealer != 0 {
			set.Dealer = m.fouled.Dealer
		}
		if m.fouled.Vul != nil {
			set.Vul = *m.fouled.Vul
		}
	}
}

func (e *Event) foul(f Fouled) error {
	if err := checkName(f.Board, f.Version); err != nil {
		return err
	}
	if f.Dealer != 0 && !f.Dealer.Valid() {
		return bridge.Errorf(bridge.Invalid, "event.dealer", "board %d: the dealer is not set", f.Board)
	}
	if f.Vul != nil {
		if !f.Vul.Valid() {
			return bridge.Errorf(bridge.Invalid, "event.vul", "board %d: vulnerability %v", f.Board, *f.Vul)
		}
		vul := *f.Vul
		f.Vul = &vul
	}
	if err := e.mark(mark{Scope: f.Scope, fouled: &f}); err != nil {
		return err
	}
	b := e.boards[boardKey{f.Session, f.Board}]
	b.vulVaries = b.vulVaries || f.Vul != nil
	if !b.vulVaries {
		return nil
	}
	err := b.agrees(e.pack, b.set.Vul)
	if err != nil { // a score was noted for another vulnerability
		b.unmark(f.Scope)
	}
	return err
}

// unmark takes back the last act about a scope of the board.
func (b *board) unmark(s Scope) {
	b.marked--
	if s.NS.IsZero() {
		b.marks = b.marks[:len(b.marks)-1]
		return
	}
	key := [2]Contestant{s.NS, s.EW}
	b.named[key] = b.named[key][:len(b.named[key])-1]
}

func (e *Event) turn(t Turned) error {
	if t.Quarters < 0 || t.Quarters > 3 {
		return bridge.Errorf(bridge.Invalid, "event.quarters", "board %d: turned by %d quarters: want 0 to 3", t.Board, t.Quarters)
	}
	return e.mark(mark{Scope: t.Scope, turned: &t})
}

func (e *Event) cancel(c Cancelled) error { return e.mark(mark{Scope: c.Scope, removed: &c}) }

// inMatchpoints reports whether a method's lists count matchpoints.
func (m Method) inMatchpoints() bool { return m == Matchpoints || m == Ascherman }

func (e *Event) penalise(p Penalised) error {
	if err := e.known(p.Contestant); err != nil {
		return err
	}
	if p.Ref == "" || len(p.Ref) > longestName || strings.ContainsFunc(p.Ref, unicode.IsControl) {
		return bridge.Errorf(bridge.Invalid, "event.penalty_ref", "a penalty of %v has no reference: want one like 1", p.Contestant)
	}
	switch p.Kind {
	case Procedural, Disciplinary:
	case Cautioned:
		if p.Amount.Sign() != 0 {
			return bridge.Errorf(bridge.Invalid, "event.warning_amount", "a warning of %v takes nothing away", p.Contestant)
		}
	default:
		return bridge.Errorf(bridge.Invalid, "event.penalty_kind", "penalty of %v: kind %q: want procedural, disciplinary or warning", p.Contestant, p.Kind)
	}
	if p.Session < 0 {
		return bridge.Errorf(bridge.Invalid, "event.penalty_session", "penalty of %v: session %d: want 0 or more", p.Contestant, p.Session)
	}
	if p.Round < 0 {
		return bridge.Errorf(bridge.Invalid, "event.penalty_round", "penalty of %v: round %d: want 0 or more", p.Contestant, p.Round)
	}
	if p.Amount.Sign() < 0 || p.Amount.Cmp(exact.Int(mostPoints)) > 0 {
		return bridge.Errorf(bridge.Invalid, "event.penalty_amount", "penalty of %v: %v: want an amount of 0 or more", p.Contestant, p.Amount)
	}
	if err := p.fits(e.opened); err != nil {
		return err
	}
	at := slices.IndexFunc(e.penalties, func(q Penalised) bool { return q.Ref == p.Ref })
	switch {
	case at >= 0:
		e.penalties = slices.Clone(e.penalties) // standings hold the old ones
		e.penalties[at] = p
	default:
		e.penalties = append(slices.Clip(e.penalties), p)
	}
	return nil
}

// taken is the amount of a penalty in a derivation, with the round that it belongs to.
func (p Penalised) taken(pen *why.Pen) why.Value {
	if p.Round > 0 {
		return pen.Given("penalty.in_round", p.Amount, why.Word("ref", p.Ref), why.Word("round", exact.Int(p.Round).String()))
	}
	return pen.Given("penalty.amount", p.Amount, why.Word("ref", p.Ref))
}

// fits refuses an amount in a unit that a method does not count.
func (p Penalised) fits(o Opened) error {
	if p.Amount.Sign() == 0 {
		return nil
	}
	var fits bool
	switch p.Unit {
	case PenaltyMP:
		fits = o.Method.inMatchpoints() || o.Method == BoardAMatch || o.Method == Patton // points of a match
	case PenaltyTop, PenaltyStandard:
		fits = o.Method.inMatchpoints()
	case PenaltyIMPs:
		fits = !o.Method.inMatchpoints() && o.Method != BoardAMatch && o.Method != Patton
	case PenaltyVP:
		fits = o.Kind == Teams || o.Swiss
	default:
		return bridge.Errorf(bridge.Invalid, "event.penalty_unknown", "penalty of %v: unit %q: want %%, mp, imp, vp or standard", p.Contestant, p.Unit)
	}
	if !fits {
		return bridge.Errorf(bridge.Invalid, "event.penalty_unit", "penalty of %v: an event scored by %s takes no penalty in %s", p.Contestant, o.Method, p.Unit)
	}
	return nil
}

// fits refuses a carry-over that a method cannot add.
func (c Carried) fits(o Opened) error {
	if o.Method.inMatchpoints() && !o.Swiss && (c.Amount.Sign() < 0 || c.Max.Cmp(c.Amount) < 0) {
		return bridge.Errorf(bridge.Invalid, "event.carry_max", "carry-over of %v: %v of %v: want an amount of 0 or more and the most that it could be", c.Contestant, c.Amount, c.Max)
	}
	return nil
}

// known refuses a contestant that is not registered.
func (e *Event) known(c Contestant) error {
	if _, ok := e.entries[c]; !ok {
		return bridge.Errorf(bridge.NotFound, "event.stranger", "contestant %v is not registered", c)
	}
	return nil
}

func (e *Event) carry(c Carried) error {
	if err := e.known(c.Contestant); err != nil {
		return err
	}
	if c.Stage < 0 {
		return bridge.Errorf(bridge.Invalid, "event.stage", "stage %d: want 1 or more", c.Stage)
	}
	if err := c.fits(e.opened); err != nil {
		return err
	}
	e.carried = slices.Clone(e.carried)
	e.carried = slices.DeleteFunc(e.carried, func(o Carried) bool { return o.Contestant == c.Contestant && o.Stage == c.Stage })
	if c.Amount.Sign() != 0 || c.Max.Sign() != 0 {
		e.carried = append(e.carried, c)
	}
	return nil
}

func (e *Event) setStage(s StageSet) error {
	if s.Stage < 1 {
		return bridge.Errorf(bridge.Invalid, "event.stage", "stage %d: want 1 or more", s.Stage)
	}
	if s.From < 0 || s.From >= s.Stage {
		return bridge.Errorf(bridge.Invalid, "event.stage_from", "stage %d carries over from stage %d: want an earlier one", s.Stage, s.From)
	}
	if s.Carry != "" {
		if _, err := regulation.ParseCarry(s.Carry); err != nil {
			return err
		}
	}
	for _, other := range e.stages {
		for _, n := range s.Sessions {
			if other.Stage != s.Stage && slices.Contains(other.Sessions, n) {
				return bridge.Errorf(bridge.Conflict, "event.stage_session", "session %d is part of stage %d", n, other.Stage)
			}
		}
	}
	s.Sessions = slices.Clone(s.Sessions)
	stages := slices.DeleteFunc(slices.Clone(e.stages), func(o StageSet) bool { return o.Stage == s.Stage })
	if len(s.Sessions) > 0 { // one without sessions is none
		stages = append(stages, s)
	}
	slices.SortFunc(stages, func(a, b StageSet) int { return cmp.Compare(a.Stage, b.Stage) })
	e.stages = stages
	return nil
}

func (e *Event) substitute(s Substituted) error {
	if err := e.known(s.Contestant); err != nil {
		return err
	}
	if s.Session < 0 || s.From < 0 || s.To < 0 || s.To > 0 && s.To < s.From {
		return bridge.Errorf(bridge.Invalid, "event.substitute", "substitutes of %v: session %d, rounds %d to %d: want numbers from 1 on, the first one first", s.Contestant, s.Session, s.From, s.To)
	}
	s.Persons = slices.Clone(s.Persons)
	e.substitutes = slices.DeleteFunc(slices.Clone(e.substitutes), func(o Substituted) bool {
		return o.Contestant == s.Contestant && o.Session == s.Session && o.From == s.From && o.To == s.To
	})
	if len(s.Persons) > 0 {
		e.substitutes = append(e.substitutes, s)
	}
	return nil
}

func (e *Event) withdraw(w Withdrew) error {
	if err := e.known(w.Contestant); err != nil {
		return err
	}
	if w.Planned < 0 || w.Planned > mostResults {
		return bridge.Errorf(bridge.Invalid, "event.planned", "contestant %v was to play %d boards: want 0 or more", w.Contestant, w.Planned)
	}
	e.withdrawn = slices.DeleteFunc(slices.Clone(e.withdrawn), func(o Withdrew) bool { return o.Contestant == w.Contestant })
	if !w.Returned {
		e.withdrawn = append(e.withdrawn, w)
	}
	return nil
}

// announce begins the correction period.
func (e *Event) announce(a Announced, at time.Time) error {
	until := a.Until
	if until.IsZero() {
		if at.IsZero() {
			return bridge.Errorf(bridge.Invalid, "event.announced_when", "a result that is published at no known time needs the end of its correction period")
		}
		until = at.Add(time.Duration(e.pack.Correction.Minutes) * time.Minute)
	}
	if until.Before(at) {
		return bridge.Errorf(bridge.Invalid, "event.announced_until", "the correction period cannot end before it begins")
	}
	e.until = until
	return nil
}

// Phase is how far an event has come.
type Phase string

// The phases (Law 79C).
const (
	InPlay      Phase = "in_play"     // no result was published
	Provisional Phase = "provisional" // the correction period runs
	Final       Phase = "final"       // it has ended: a change needs a reason
)

// Phase is how far the event has come at that time.
func (e *Event) Phase(now time.Time) Phase {
	switch {
	case e.until.IsZero():
		return InPlay
	case now.Before(e.until):
		return Provisional
	}
	return Final
}

// CorrectionEnds is the end of the correction period; the zero time if no result
// was published.
func (e *Event) CorrectionEnds() time.Time { return e.until }

// needsReason refuses a change without a reason after the correction period. One
// that does not say when it was made may have come in time; it needs a reason too.
func (e *Event) needsReason(f Fact) error {
	if e.until.IsZero() || f.Why != "" || !f.At.IsZero() && f.At.Before(e.until) {
		return nil
	}
	switch f.Act.(type) {
	case Announced, Reopened:
		return nil
	}
	return bridge.Errorf(bridge.Forbidden, "event.final", "the result is final since %s: a change needs a reason", e.until.UTC().Format(time.RFC3339))
}
