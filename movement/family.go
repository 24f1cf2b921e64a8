package movement

import (
	"cmp"

	"github.com/overtrick/overtrick/bridge"
)

// Family is one way to move, for many sizes of field.
type Family struct {
	Name    string // as in files and commands: "share_relay"
	Kind    Kind
	Winners int // as it is made; an arrow switch makes two winners one

	// Sizes are the smallest and the largest number of tables; a size between may
	// still be impossible.
	Sizes [2]int

	// Rounds are the numbers of rounds that it can have at so many tables, in
	// ascending order, but the usual one last; empty: none, as Make says.
	Rounds func(tables int) []int

	make func(Ask) (*Movement, error)
}

// Ask is what is wanted of a family. The zero value of a field leaves the choice to
// the family.
type Ask struct {
	Tables    int    // a half table counts as one: see [Movement.HalfTable]; of individuals 0 is as many as the players fill
	Rounds    int    // 0: the usual number
	SkipAfter int    // East-West skip a table after this round; 0: in the middle, where they must
	Players   int    // individuals: how many, where they do not fill the tables
	Variant   string // another form of the family, as its comment names it
	Fair      bool   // each set is played as often as any other, or there is no movement
}

// families are all that there are, in the order of the list that people see.
var families = []Family{
	mitchell,
	skip,
	shareRelay,
	doubleWeave,
	americanWhistPairs,
	ringdance,
	twoStanza,
	blackpool,
	bowman,
	web,
	pivot,
	hesitation,
	doubleHesitation,
	{"howell", Pairs, 1, [2]int{2, maxHowell}, howellRounds, makeHowell},
	{"three_quarter_howell", Pairs, 1, [2]int{4, 14}, threeQuarterRounds, makeThreeQuarterHowell},
	{"endless_howell", Pairs, 1, [2]int{2, maxCircle}, circleRounds, makeEndlessHowell},
	{"barometer", Pairs, 1, [2]int{2, maxCircle}, circleRounds, makeBarometer},
	{"interwoven_howell", Pairs, 1, interwovenSizes, interwovenRounds, makeInterwovenHowell},
	{"rainbow", Individual, 1, rainbowSizes, rainbowRounds, makeRainbow},
	{"rainbow_fixed_boards", Individual, 1, rainbowSizes, rainbowRounds, makeRainbowFixedBoards},
	{"cyclic_individual", Individual, 1, cyclicSizes, cyclicRounds, makeCyclicIndividual},
	{"american_whist_teams", Teams, 1, americanWhistSizes, americanWhistRounds, makeAmericanWhistTeams},
	{"new_england_relay", Teams, 1, newEnglandSizes, newEnglandRounds, makeNewEnglandRelay},
	{"stagger", Teams, 1, staggerSizes, staggerRounds, makeStagger},
	{"patton", Teams, 1, pattonSizes, pattonRounds, makePatton},
	{"round_robin", Teams, 1, roundRobinSizes, roundRobinRounds, makeRoundRobin},
	{"circulation", Teams, 1, circulationSizes, roundRobinRounds, makeCirculation},
	{"triangle", Teams, 1, triangleSizes, triangleRounds, makeTriangle},
	{"head_to_head", Teams, 1, headToHeadSizes, headToHeadRounds, makeHeadToHead},
}

// Families lists all families.
func Families() []Family { return append([]Family(nil), families...) }

// Make makes the movement of a family. A size that has none is refused, with what
// there is instead. Fewer rounds than the family has are its movement cut short
// ([Movement.Curtail]), if that is sound and fairness is not asked for.
func Make(family string, ask Ask) (*Movement, error) {
	for _, f := range families {
		if f.Name == family {
			m, err := f.Make(ask)
			if err != nil {
				if short := f.curtailed(ask); short != nil {
					return short, nil
				}
			}
			return m, err
		}
	}
	return nil, bridge.Errorf(bridge.NotFound, "movement.family", "no movement is called %q", family)
}

// curtailed cuts the usual movement of a family short; nil: that is not what is asked
// for.
func (f Family) curtailed(ask Ask) *Movement {
	rounds := ask.Rounds
	if rounds < 1 || ask.Fair {
		return nil
	}
	ask.Rounds = 0
	m, err := f.Make(ask)
	if err != nil || m.Rounds <= rounds {
		return nil
	}
	if m, err = m.Curtail(rounds); err != nil || !m.Audit().Sound() {
		return nil
	}
	return m
}

// Make makes the movement of this family. A size that has none is refused, with what
// there is instead. It has the numbers of rounds that Rounds lists, and no other.
func (f Family) Make(ask Ask) (*Movement, error) {
	if ask.Tables == 0 && f.Kind == Individual {
		ask.Tables = ask.Players / 4
	}
	if f.Name == "cyclic_individual" && ask.Players > 0 && (ask.Players < 8 || ask.Players > maxCyclic) {
		return nil, noCyclic(ask.Players)
	}
	if ask.Tables < f.Sizes[0] || ask.Tables > f.Sizes[1] {
		return nil, bridge.Errorf(bridge.NoSolution, "movement.tables", "%s, tables: %d; there are movements for %d to %d", f.Name, ask.Tables, f.Sizes[0], f.Sizes[1])
	}
	m, err := f.make(ask)
	if err != nil {
		return nil, err
	}
	m.Variant = cmp.Or(m.Variant, ask.Variant)
	if !ask.Fair {
		return m, nil
	}
	if a := m.Audit(); a.SetPlays.Min != a.SetPlays.Max {
		return nil, f.unfair(ask, a)
	}
	return m, nil
}

// unfair says with how many rounds a family is fair.
func (f Family) unfair(ask Ask, a *Audit) error {
	var fair []int
	for _, r := range f.Rounds(ask.Tables) {
		ask.Rounds = r
		if m, err := f.make(ask); err == nil {
			if a := m.Audit(); a.SetPlays.Min == a.SetPlays.Max {
				fair = append(fair, r)
			}
		}
	}
	if fair == nil {
		return bridge.Errorf(bridge.NoSolution, "movement.never_fair", "%s for %d tables: some boards are played %d times, others %d times, and no number of rounds makes it fair", f.Name, ask.Tables, a.SetPlays.Min, a.SetPlays.Max)
	}
	return bridge.Errorf(bridge.NoSolution, "movement.unfair", "%s for %d tables: some boards would be played %d times, others %d times; it is fair with %s rounds", f.Name, ask.Tables, a.SetPlays.Min, a.SetPlays.Max, spans(fair))
}
