package pad

import (
	"errors"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
)

// Player is one of the players of an evening, from 1. Their names live beside the
// pad.
type Player int

// Seating is who plays one rubber.
type Seating struct {
	We, They [2]Player
	Out      []Player // who sits out
}

// Rotation is how partners change after a rubber.
type Rotation string

// The rotations.
const (
	// Tour is three rubbers in which everybody plays once with everybody, the
	// Russian way; with five or six players the same until everybody has had every
	// partner. Who sits out stands in its table, whoever has played longest.
	Tour Rotation = "tour"
	// Stay keeps the partners.
	Stay Rotation = "stay"
	// Cut is decided by the cards: the players say who sits where. Those with the
	// longest run of rubbers leave.
	Cut Rotation = "cut"
)

// ParseRotation reads tour, stay or cut; pivot is another word for tour.
func ParseRotation(s string) (Rotation, error) {
	switch Rotation(s) {
	case Tour, Stay, Cut:
		return Rotation(s), nil
	case "pivot":
		return Tour, nil
	}
	return "", bridge.Errorf(bridge.Invalid, "pad.rotation", "rotation %q: want tour, stay or cut", s)
}

// Evening is several rubbers of four to six players.
type Evening struct {
	rules    Rules
	players  int
	rotation Rotation
	stake    exact.Fraction // money for [Rules.StakeUnit] of the settled margin
	rubbers  []sitting
}

type sitting struct {
	seating Seating
	table   *Table
}

// NewEvening begins an evening of four to six players; the first two are partners
// against the next two, and others sit out. stake is the money for a hundred
// points, or for one if the rules settle exactly (see [Rules.StakeUnit]); 0 for
// none.
func NewEvening(rules Rules, players int, rotation Rotation, stake exact.Fraction) (*Evening, error) {
	if players < 4 || players > 6 {
		return nil, bridge.Errorf(bridge.Invalid, "pad.players", "%d players: want four, five or six", players)
	}
	if stake.Sign() < 0 {
		return nil, bridge.Errorf(bridge.Invalid, "pad.stake", "a stake of %v: want 0 or more", stake)
	}
	if _, err := ParseRotation(string(rotation)); err != nil {
		return nil, err
	}
	e := &Evening{rules: rules, players: players, rotation: rotation, stake: stake}
	return e, e.sit(e.first())
}

func (e *Evening) sit(s Seating) error {
	t, err := NewTable(e.rules)
	if err != nil {
		return err
	}
	e.rubbers = append(e.rubbers, sitting{s, t})
	return nil
}

// Players counts the players.
func (e *Evening) Players() int { return e.players }

// Rubbers counts the rubbers, the running one included.
func (e *Evening) Rubbers() int { return len(e.rubbers) }

// Rubber gives the n-th rubber and who plays it, from 1.
func (e *Evening) Rubber(n int) (*Table, Seating) {
	return e.rubbers[n-1].table, e.rubbers[n-1].seating
}

// Table is the running rubber.
func (e *Evening) Table() *Table { return e.rubbers[len(e.rubbers)-1].table }

// Seating is who plays the running rubber.
func (e *Evening) Seating() Seating { return e.rubbers[len(e.rubbers)-1].seating }

// first is the seating of the first rubber.
func (e *Evening) first() Seating { return seat(1, 2, 3, 4, e.players) }

func seat(a, b, c, d Player, players int) Seating {
	s := Seating{We: [2]Player{a, b}, They: [2]Player{c, d}}
	for p := Player(1); int(p) <= players; p++ {
		if p != a && p != b && p != c && p != d {
			s.Out = append(s.Out, p)
		}
	}
	return s
}

// Proposed is the seating of the next rubber by the rotation. The error has code
// [bridge.NoSolution] if the cards must decide.
func (e *Evening) Proposed() (Seating, error) {
	switch e.rotation {
	case Stay:
		return e.Seating(), nil
	case Cut:
		return Seating{}, bridge.Errorf(bridge.NoSolution, "pad.cut", "cut the cards, and say who sits where: rubber and four names")
	}
	round := rotations[e.players]
	s := round[len(e.rubbers)%len(round)]
	return seat(s[0], s[1], s[2], s[3], e.players), nil
}

// rotations are the seatings of a tour, partners first. Of four players each has
// every partner once in three rubbers; of five once in five, and sits out once; of
// six twice in fifteen, and sits out five times, never twice running. Those for
// five and six were found by search.
var rotations = map[int][][4]Player{
	4: {{1, 2, 3, 4}, {1, 3, 2, 4}, {1, 4, 2, 3}},
	5: {{1, 2, 3, 4}, {2, 4, 3, 5}, {1, 3, 4, 5}, {1, 5, 2, 3}, {1, 4, 2, 5}},
	6: {
		{1, 2, 3, 4},
		{1, 3, 5, 6},
		{1, 5, 2, 4},
		{2, 3, 4, 6},
		{1, 6, 2, 5},
		{3, 6, 4, 5},
		{1, 4, 2, 6},
		{3, 5, 4, 6},
		{1, 4, 2, 3},
		{2, 6, 3, 5},
		{1, 6, 2, 4},
		{1, 5, 3, 4},
		{2, 5, 3, 6},
		{1, 3, 4, 5},
		{1, 2, 5, 6},
	},
}

// Next begins the next rubber as the rotation proposes, or with these players:
// two partners, then their opponents.
//
// The error has code [bridge.Conflict] if the running rubber is not finished, and
// [bridge.Invalid] for a seating that cannot be. At [Cut] it is one too that lets
// somebody play on whose turn it is to sit out: those with the longest run of
// rubbers leave, and others stay only if their run is not longer. At [Tour] nobody
// sits out twice running.
func (e *Evening) Next(players ...Player) error {
	if !e.Table().finished {
		return bridge.Errorf(bridge.Conflict, "pad.unfinished", "the rubber is not finished: stop settles it")
	}
	if len(players) == 0 {
		s, err := e.Proposed()
		if err != nil {
			return err
		}
		return e.sit(s)
	}
	if len(players) != 4 {
		return bridge.Errorf(bridge.Invalid, "pad.seating", "%d players for a rubber: want four", len(players))
	}
	for i, p := range players {
		if p < 1 || int(p) > e.players {
			return bridge.Errorf(bridge.NotFound, "pad.player", "there is no player %d", p)
		}
		if slices.Contains(players[:i], p) {
			return bridge.Errorf(bridge.Invalid, "pad.player_twice", "player %d sits on two chairs", p)
		}
	}
	s := seat(players[0], players[1], players[2], players[3], e.players)
	if err := e.cutOut(players, s.Out); err != nil {
		return err
	}
	return e.sit(s)
}

// cutOut checks who leaves the table. Where the cards decide, those with the
// longest run of consecutive rubbers do, and only equals cut. A tour is a table
// with turns of its own: players may change it, as long as nobody sits out twice
// running. Where partners stay, the players say.
func (e *Evening) cutOut(players, out []Player) error {
	if len(out) == 0 || e.rotation == Stay {
		return nil
	}
	in := slices.MaxFunc(players, func(p, q Player) int { return e.run(p) - e.run(q) })
	for _, p := range out {
		switch most, run := e.run(in), e.run(p); {
		case most > run && run == 0:
			return bridge.Errorf(bridge.Invalid, "pad.cutting_in", "player %d sat out the last rubber and comes in now; those with the longest run of rubbers leave", p)
		case most > run && e.rotation == Cut:
			return bridge.Errorf(bridge.Invalid, "pad.cutting_out", "rubbers running: %d of player %d, who goes on, and %d of player %d, who leaves; those with the longest run leave", most, in, run, p)
		}
	}
	return nil
}

// Apply does an act at the running rubber, whose deals alone can be corrected.
// Undoing the start of a rubber opens the one before it again.
func (e *Evening) Apply(a Act) ([]Note, error) {
	if _, undo := a.(Undone); undo && e.Table().past == nil && len(e.rubbers) > 1 {
		e.rubbers = e.rubbers[:len(e.rubbers)-1]
		return []Note{{Key: "pad.note.rubber_undone", Args: []int{len(e.rubbers) + 1}}}, nil
	}
	notes, err := e.Table().Apply(a)
	if len(e.rubbers) > 1 {
		err = earlier(err)
	}
	return notes, err
}

// earlier is a refusal that tells those who want a deal of an earlier rubber how to
// get there: the deals of each are numbered from 1.
func earlier(err error) error {
	r, ok := errors.AsType[*bridge.Error](err)
	switch {
	case ok && r.Key == "pad.no_deal":
		return bridge.Errorf(r.Code, "pad.no_deal_here", "there is no deal %d in this rubber: want 1 to %d; undo goes back into an earlier rubber", r.Args...)
	case ok && r.Key == "pad.no_deals":
		return bridge.Errorf(r.Code, "pad.no_deals_here", "there is no deal %d in this rubber: none is written down yet; undo goes back into an earlier rubber", r.Args...)
	}
	return err
}

// run is how many rubbers a player has played without a break.
func (e *Evening) run(p Player) (n int) {
	for _, r := range slices.Backward(e.rubbers) {
		if slices.Contains(r.seating.Out, p) {
			return n
		}
		n++
	}
	return n
}

// Account is a player's line in the ledger. Every column of a ledger sums to zero.
type Account struct {
	Player  Player
	Rubbers int            // finished ones that the player took part in
	Points  score.Points   // margins won less margins lost
	Settled exact.Fraction // the same, each margin rounded as the table settles
	Money   exact.Fraction
}

// Ledger is the back score of the finished rubbers: winners get the margin, losers
// lose it, each for himself.
func (e *Evening) Ledger() []Account {
	accounts := make([]Account, e.players)
	for i := range accounts {
		accounts[i].Player = Player(i + 1)
	}
	for _, r := range e.rubbers {
		if !r.table.finished {
			continue
		}
		margin := r.table.margin()
		settled := e.rules.settled(margin)
		money := settled.Div(exact.Int(e.rules.StakeUnit())).Mul(e.stake)
		for side, pair := range map[bridge.Side][2]Player{bridge.NS: r.seating.We, bridge.EW: r.seating.They} {
			for _, who := range pair {
				a := &accounts[who-1]
				a.Rubbers++
				if side == bridge.NS {
					a.Points, a.Settled, a.Money = a.Points+margin, a.Settled.Add(settled), a.Money.Add(money)
				} else {
					a.Points, a.Settled, a.Money = a.Points-margin, a.Settled.Sub(settled), a.Money.Sub(money)
				}
			}
		}
	}
	return accounts
}

// Clone is a copy that does not change with e: acts can be tried on it.
func (e *Evening) Clone() *Evening {
	c := *e
	c.rubbers = slices.Clone(e.rubbers)
	for i, r := range c.rubbers {
		c.rubbers[i].table = r.table.clone()
	}
	return &c
}
