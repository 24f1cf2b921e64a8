package pad

import (
	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// chicago is four-deal bridge, or six or eight deals: vulnerability by a schedule,
// a game is rewarded at once.
type chicago struct{ *folder }

func (f chicago) vul() bridge.Vulnerability { return f.rules.scheduled(f.counts, f.dealer) }

// scheduled is who is vulnerable on the deal after n that count: nobody, one side,
// one side, all; then nobody and all on deals 5 and 6 of a Chicago of six, and the
// same again in one of eight.
func (r Rules) scheduled(n int, dealer bridge.Seat) bridge.Vulnerability {
	if r.Form == Chicago && r.Deals == 6 && n >= 4 {
		n += 2 * (n - 4) // deal 5 like deal 1, deal 6 like deal 4
	}
	side := dealer.Side()
	switch n % 4 {
	case 0:
		return bridge.NoneVul
	case 3:
		return bridge.AllVul
	case 1:
		if r.Schedule == Fixed {
			side = bridge.NS
		}
	case 2:
		if r.Schedule == Fixed {
			side = bridge.EW
		}
	}
	if r.Schedule == OtherSide {
		side = side.Other()
	}
	return 1 << (side - 1)
}

// target: with part-scores for each deal alone nothing is needed.
func (f chicago) target() score.Points {
	if f.rules.Parts == Duplicate {
		return 0
	}
	return gamePoints
}

func (f chicago) score(d Deal) error {
	last := f.counts == f.rules.Deals
	f.finished = last
	if d.Passed {
		return nil
	}
	vul := f.row.Vul
	if err := f.contract(d, vul); err != nil {
		return err
	}
	if d.Tricks < d.Contract.Tricks() {
		return nil
	}
	values := f.rules.Edition.Values()
	tricks := f.part.Of(d.Side)
	in := []why.Arg{why.Word("vul", yesNo(vul.Has(d.Side))), why.Word("trick_score", exact.Int(tricks).String())}
	switch {
	case tricks >= gamePoints:
		err := f.premium(d.Side, "L77.game", "the game premium", values.Game.Of(vul.Has(d.Side)), in...)
		f.endGame(d.Side)
		return err
	case f.rules.Parts == Duplicate:
		err := f.premium(d.Side, "L77.partscore", "the premium for a part-score", values.PartScore, in...)
		f.part = bridge.BySide[score.Points]{} // nothing is carried
		return err
	case last:
		return f.premium(d.Side, "chicago.part_score", "the premium for a part-score on the last deal", values.Home.ChicagoPartScore, in...)
	}
	return nil
}

// settle: a Chicago that is stopped keeps what was scored.
func (f chicago) settle() error { return nil }

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
