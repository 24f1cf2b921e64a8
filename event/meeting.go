package event

import (
	"errors"

	"github.com/overtrick/overtrick/bridge"
)

// MeetingOf is the meeting that an act is about. An act about anything else, or about
// meetings that it does not name, has none.
func MeetingOf(act Act) (m Meeting, ok bool) {
	switch a := act.(type) {
	case Played:
		return a.Meeting, true
	case NotPlayed:
		return a.Meeting, true
	case SatOut:
		return a.Meeting, true
	case Ruled:
		return a.Meeting, true
	case Voided:
		return a.Meeting, true
	}
	return m, false
}

// Fits refuses a penalty in a unit that a method of scoring does not count, with code
// [bridge.Invalid]. A file that lists penalties can say then in which line it is.
func (p Penalised) Fits(m Method) *bridge.Error {
	o := Opened{Kind: Pairs, Method: m}
	switch m {
	case IMPs, BoardAMatch, Patton:
		o.Kind = Teams
	}
	err, _ := errors.AsType[*bridge.Error](p.fits(o))
	return err
}
