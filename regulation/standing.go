package regulation

import (
	"slices"
	"strings"
)

// Standing is how sure the value of a setting is.
type Standing string

// The standings, the firmest first. Every value of a pack that ships has one of
// them in its note, between commas or semicolons.
const (
	Published         Standing = "published"             // the body's own text was read
	SecondHand        Standing = "second hand"           // somebody quotes the body, or applies its rule
	Practised         Standing = "practice"              // published results come out under it
	PractisedByOne    Standing = "practice of a program" // a program of that country does so
	Ours              Standing = "ours"                  // no text says anything, and a value was needed
	StandingUnchecked Standing = "unverified"            // heard of, and nothing seen that proves it
)

// Standings lists them, the firmest first.
func Standings() []Standing {
	return []Standing{Published, SecondHand, Practised, PractisedByOne, Ours, StandingUnchecked}
}

// Standing is the standing that the note gives, the first if it gives several for
// its parts, and "" if it gives none, as the note of a club's own rule may.
func (s Source) Standing() Standing {
	for part := range parts(s.Note) {
		if slices.Contains(Standings(), Standing(part)) {
			return Standing(part)
		}
	}
	return ""
}

// Same reports whether the note says that the value is that of the pack which is
// extended, "as in wbf": the body was asked, and says the same.
func (s Source) Same(extends string) bool {
	for part := range parts(s.Note) {
		if part == "as in "+extends {
			return true
		}
	}
	return false
}

// parts are what stands in a note between commas, semicolons and colons.
func parts(note string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for part := range strings.FieldsFuncSeq(note, func(r rune) bool { return strings.ContainsRune(",;:", r) }) {
			if !yield(strings.TrimSpace(part)) {
				return
			}
		}
	}
}
