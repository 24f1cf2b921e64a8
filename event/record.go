package event

import (
	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
)

// Record is an event as a file holds it: the facts, who the persons are, what
// the file itself says the results were, and what its reader had to guess.
type Record struct {
	Facts     []Fact
	People    People
	Published Published
	Warnings  []Warning

	// Reports are the places of the reports of matches: for what is doubted in them.
	Reports []ReportPlace
}

// ReportPlace is where a file says what came of a match.
type ReportPlace struct {
	MatchRef
	File string // empty: the file of the event itself
	Line int    // from 1
}

// ReportAt finds where the report of a match stands; ok is false where no file says.
func (r *Record) ReportAt(at MatchRef) (place ReportPlace, ok bool) {
	for _, p := range r.Reports {
		same := p.Home == at.Home && p.Away == at.Away || p.Home == at.Away && p.Away == at.Home
		if same && p.Session == at.Session && p.Round == at.Round {
			place, ok = p, true // a later one replaces it
		}
	}
	return place, ok
}

// Warning is something a reader met in a file that is not as it should be. The
// data was read all the same, as far as it could be understood.
type Warning struct {
	Line int // of the file, from 1; 0 for the file as a whole
	Err  *bridge.Error
}

// Text is the warning in English.
func (w Warning) Text() string { return w.Err.Msg }

// Warn adds a warning.
func (r *Record) Warn(line int, key, format string, args ...any) {
	r.Warnings = append(r.Warnings, Warning{Line: line, Err: bridge.Errorf(bridge.Invalid, key, format, args...)})
}

// Add appends facts that a file gives: without id, time and person.
func (r *Record) Add(acts ...Act) {
	for _, a := range acts {
		r.Facts = append(r.Facts, Fact{Act: a})
	}
}

// Published is what a file prints as results: numbers to compare ours with.
// They never enter the standings.
type Published struct {
	Lines  []PublishedLine
	Totals []PublishedTotal
}

// PublishedLine is the printed value of one meeting, for each side that has one,
// in the unit of the file.
type PublishedLine struct {
	Meeting Meeting
	Value   bridge.BySide[*Printed]
}

// PublishedTotal is a printed row of a ranking. What is not printed is nil or
// empty.
type PublishedTotal struct {
	Contestant Contestant
	Total      *Printed
	Percent    *Printed
	Place      string // as printed
}

// Printed is a number as it was printed: its value, and how many decimals stood
// there. Comparing with it means rounding ours to those decimals.
type Printed struct {
	Value    exact.Fraction
	Decimals int
}

// ParsePrinted reads a printed decimal number; nil if s is none.
func ParsePrinted(s string) *Printed {
	v, err := exact.Parse(s)
	if err != nil {
		return nil
	}
	p := &Printed{Value: v}
	for i := range len(s) {
		if s[i] == '/' {
			return nil
		}
		if s[i] == '.' {
			p.Decimals = len(s) - i - 1
		}
	}
	return p
}
