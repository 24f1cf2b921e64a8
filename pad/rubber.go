package pad

import (
	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// gamePoints are the points below the line that win a game (law 72).
const gamePoints score.Points = 100

// rubber is rubber bridge: the first side to win two games ends it.
type rubber struct{ *folder }

// vul is every side that has won a game.
func (f rubber) vul() (v bridge.Vulnerability) {
	for _, side := range bridge.Sides {
		if f.won.Of(side) > 0 {
			v |= 1 << (side - 1)
		}
	}
	return v
}

func (f rubber) target() score.Points { return gamePoints }

func (f rubber) score(d Deal) error {
	if d.Passed {
		return nil // the deal passes on, and nothing is scored
	}
	if err := f.contract(d, f.vul()); err != nil {
		return err
	}
	if f.part.Of(d.Side) < gamePoints {
		return nil
	}
	home := f.rules.Edition.Values().Home
	f.endGame(d.Side)
	if err := f.premium(d.Side, "rubber.game", "the premium for a game", home.Game); err != nil {
		return err
	}
	if f.won.Of(d.Side) < 2 {
		return nil
	}
	f.finished, f.winner = true, d.Side
	if f.won.Of(d.Side.Other()) == 0 {
		return f.premium(d.Side, "rubber.fast", "the premium for the rubber", home.Fast)
	}
	return f.premium(d.Side, "rubber.slow", "the premium for the rubber", home.Slow)
}

// settle is law 80: a premium for the only game, and one for the only part-score
// of the unfinished game. They may go to different sides.
func (f rubber) settle() error {
	home := f.rules.Edition.Values().Home
	for _, side := range bridge.Sides {
		if f.won.Of(side) > 0 && f.won.Of(side.Other()) == 0 {
			if err := f.premium(side, "rubber.unfinished.game", "the premium for the only game of an unfinished rubber", home.UnfinishedGame); err != nil {
				return err
			}
		}
	}
	for _, side := range bridge.Sides {
		if part := f.part.Of(side); part > 0 && f.part.Of(side.Other()) == 0 {
			if err := f.premium(side, "rubber.unfinished.part_score", "the premium for the only part-score of an unfinished game", home.UnfinishedPartScore,
				why.Int("part_score", part)); err != nil {
				return err
			}
		}
	}
	return nil
}
