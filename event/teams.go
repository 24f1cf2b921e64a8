package event

import (
	"cmp"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/field"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// bout is a match with all that came up in it.
type bout struct {
	ref          MatchRef
	home, away   *entry // away is nil for a bye
	facts        *matchFacts
	boards       []*bout1 // in ascending order
	scheduled    int
	played       int // boards that have a result or an award
	open         int // boards that have a room without a result
	state        MatchState
	imps         twoSides // won, board by board
	margin       twoSides // of each in its own view, with penalties
	vp           twoSides
	hasVP        bool
	won          twoSides // boards won, an equal one is half for each
	unverified   bool
}

// twoSides are values of the home and of the away team.
type twoSides struct{ home, away exact.Fraction }
