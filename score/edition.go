package score

import (
	"math"
	"slices"
	"sync"

	"github.com/overtrick/overtrick/bridge"
)

// Points are the points of a deal. Which side's view they take is said where
// they are used.
type Points int

// Unknown stands in [Values] for a value that no source settles. An outcome that
// needs one is refused with the code [bridge.Unsupported]; it is never guessed.
const Unknown Points = math.MinInt32

// ByVul holds one value for a declaring side that is not vulnerable, and one
// for a vulnerable one.
type ByVul[T any] struct{ Not, Vul T }

// Of gives the value for that vulnerability.
func (b ByVul[T]) Of(vul bool) T {
	if vul {
		return b.Vul
	}
	return b.Not
}

// Steps are the values of the first, second, third … trick; the last value is
// that of all later ones.
type Steps []Points

// At is the value of the n-th trick, from 1.
func (s Steps) At(n int) Points {
	if len(s) == 0 {
		return Unknown
	}
	return s[min(n, len(s))-1]
}

// Values are the numbers of a code of laws for a deal at duplicate.
type Values struct {
	Minor, Major, Notrump Steps         // each odd trick, and each undoubled overtrick
	DoubledOvertrick      ByVul[Points] // twice that if redoubled
	Undertrick            ByVul[Steps]  // undoubled
	DoubledUndertrick     ByVul[Steps]  // twice that if redoubled, in every code
	Game                  ByVul[Points] // trick score of 100 or more, after doubling
	PartScore             Points
	SmallSlam, GrandSlam  ByVul[Points] // besides the game premium
	MadeDoubled           Points        // "for the insult"
	MadeRedoubled         Points
	Home                  Home
}

// Home are the numbers of a code of laws that only a home table needs.
type Home struct {
	Fast, Slow          Points // for a rubber won by two games to none, to one
	Game                Points // for each game when it is won; a rule of some houses
	UnfinishedGame      Points // for the only game of an unfinished rubber
	UnfinishedPartScore Points // for the only part-score of its unfinished game
	ChicagoPartScore    Points // for a part-score on the last deal of a Chicago
	AuctionRubber       Points // for a rubber of auction bridge or plafond
}

// known reports whether the values of the n-th to the m-th trick are.
func (s Steps) known(n, m int) bool {
	for i := n; i <= m; i++ {
		if s.At(i) == Unknown {
			return false
		}
	}
	return true
}

// odd gives the values of the odd tricks in a strain.
func (v *Values) odd(s bridge.Strain) Steps {
	switch {
	case s.Minor():
		return v.Minor
	case s.Major():
		return v.Major
	}
	return v.Notrump
}

// law77 are the values of Law 77 since 1987.
func law77() Values {
	return Values{
		Minor: Steps{20}, Major: Steps{30}, Notrump: Steps{40, 30},
		DoubledOvertrick:  ByVul[Points]{100, 200},
		Undertrick:        ByVul[Steps]{Steps{50}, Steps{100}},
		DoubledUndertrick: ByVul[Steps]{Steps{100, 200, 200, 300}, Steps{200, 300}},
		Game:              ByVul[Points]{300, 500},
		PartScore:         50,
		SmallSlam:         ByVul[Points]{500, 750},
		GrandSlam:         ByVul[Points]{1000, 1500},
		MadeDoubled:       50,
		MadeRedoubled:     100,
		Home:              Home{Fast: 700, Slow: 500, UnfinishedGame: 300, UnfinishedPartScore: 100, ChicagoPartScore: 100, AuctionRubber: 250},
	}
}

// code1943 are the values of 1943 to 1986: every doubled undertrick after the
// first costs the same, and the insult is 50 for a redoubled contract too.
func code1943() Values {
	v := law77()
	v.DoubledUndertrick.Not = Steps{100, 200}
	v.MadeRedoubled = 50
	v.Home.UnfinishedPartScore = 50
	return v
}

// code1935 are the values of 1935. What a made contract earned at duplicate
// besides its tricks and slams stands in no source that we know.
func code1935() Values {
	v := code1943()
	v.Game = ByVul[Points]{Unknown, Unknown}
	v.PartScore, v.MadeDoubled, v.MadeRedoubled = Unknown, Unknown, Unknown
	v.Home.UnfinishedGame = Unknown
	v.Home.UnfinishedPartScore = 0 // introduced in 1943
	return v
}

// code1932 are the values of 1932: undertricks grow by a half of the first, and
// notrump tricks count 30, 40, 30, 40 …
func code1932() Values {
	v := code1935()
	v.Notrump = Steps{30, 40, 30, 40, 30, 40, 30}
	rising := func(first, by Points) (s Steps) {
		for i := range 13 {
			s = append(s, first+by*Points(i))
		}
		return s
	}
	v.Undertrick.Vul = rising(100, 50)
	v.DoubledUndertrick = ByVul[Steps]{rising(100, 50), rising(200, 100)}
	v.GrandSlam = ByVul[Points]{1500, 2250}
	return v
}

// code1927 are the values of 1927, as far as they are known: the tricks.
func code1927() Values {
	unknown := ByVul[Points]{Unknown, Unknown}
	return Values{
		Minor: Steps{20}, Major: Steps{30}, Notrump: Steps{35},
		DoubledOvertrick: unknown, Game: unknown, PartScore: Unknown, SmallSlam: unknown, GrandSlam: unknown,
		MadeDoubled: Unknown, MadeRedoubled: Unknown,
		Home: Home{Fast: Unknown, Slow: Unknown, UnfinishedGame: Unknown, UnfinishedPartScore: Unknown, ChicagoPartScore: Unknown, AuctionRubber: 250},
	}
}

// lexicon are the values of a German lexicon page on duplicate scoring, exactly
// as printed: the doubled undertricks of before 1987 beside the premium for a
// redoubled contract of after. No code of laws ever had both.
func lexicon() Values {
	v := law77()
	v.DoubledUndertrick.Not = Steps{100, 200}
	return v
}

// Edition is a code of laws, or the rules of a house, ready to score. It does
// not change once made and may be used by many goroutines.
type Edition struct {
	code   string
	values Values
	table  func() *table // filled by the steps, once
}

// clone is v without anything shared.
func (v *Values) clone() Values {
	c := *v
	for _, s := range []*Steps{&c.Minor, &c.Major, &c.Notrump, &c.Undertrick.Not, &c.Undertrick.Vul, &c.DoubledUndertrick.Not, &c.DoubledUndertrick.Vul} {
		*s = slices.Clone(*s)
	}
	return c
}

// NewEdition makes an edition from its values. The error has code
// [bridge.Invalid] if a value is negative or larger than 10,000. A value that is
// not known is [Unknown], and so are steps that are empty.
func NewEdition(code string, v Values) (*Edition, error) {
	check := func(name string, steps ...Points) error {
		for _, p := range steps {
			if p != Unknown && (p < 0 || p > 10000) {
				return bridge.Errorf(bridge.Invalid, "edition.value", "edition %s: %s is %d, want 0 to 10000", code, name, p)
			}
		}
		return nil
	}
	for _, c := range []struct {
		name string
		of   []Points
	}{
		{"a trick", slices.Concat(v.Minor, v.Major, v.Notrump)},
		{"an undertrick", slices.Concat(v.Undertrick.Not, v.Undertrick.Vul, v.DoubledUndertrick.Not, v.DoubledUndertrick.Vul)},
		{"a doubled overtrick", []Points{v.DoubledOvertrick.Not, v.DoubledOvertrick.Vul}},
		{"the game premium", []Points{v.Game.Not, v.Game.Vul, v.PartScore}},
		{"a slam premium", []Points{v.SmallSlam.Not, v.SmallSlam.Vul, v.GrandSlam.Not, v.GrandSlam.Vul}},
		{"the premium for a doubled contract", []Points{v.MadeDoubled, v.MadeRedoubled}},
		{"a premium of the home table", []Points{v.Home.Fast, v.Home.Slow, v.Home.Game, v.Home.UnfinishedGame, v.Home.UnfinishedPartScore, v.Home.ChicagoPartScore, v.Home.AuctionRubber}},
	} {
		if err := check(c.name, c.of...); err != nil {
			return nil, err
		}
	}
	return newEdition(code, v), nil
}

func newEdition(code string, v Values) *Edition {
	e := &Edition{code: code, values: v.clone()}
	e.table = sync.OnceValue(e.fill)
	return e
}

// editions are the codes at duplicate, the present one first.
var editions = []*Edition{
	newEdition("1987", law77()),
	newEdition("1943", code1943()),
	newEdition("1935", code1935()),
	newEdition("1932", code1932()),
	newEdition("1927", code1927()),
	newEdition("lexicon", lexicon()),
}

// homeEditions are the codes at a home table, the present one first.
var homeEditions = []*Edition{
	newEdition("1993", law77()),
	editions[1], editions[2], editions[3], editions[4],
}

// Home1993 is the edition for a home table of 1993, in force since.
func Home1993() *Edition { return homeEditions[0] }

// FindHomeEdition gives the edition of that code for rubber bridge and Chicago:
// 1993, 1943, 1935, 1932 or 1927. The error has code [bridge.Unsupported] for
// 1987 and lexicon, which name tables of duplicate, and [bridge.NotFound] for any
// other.
func FindHomeEdition(code string) (*Edition, error) {
	for _, e := range homeEditions {
		if e.code == code {
			return e, nil
		}
	}
	switch code {
	case "1987":
		return nil, bridge.Errorf(bridge.Unsupported, "edition.duplicate", "edition 1987 is a code of duplicate: at a home table the same values are edition 1993")
	case "lexicon":
		return nil, bridge.Errorf(bridge.Unsupported, "edition.lexicon_home", "edition lexicon is a page on duplicate: at a home table its undertricks are the house rule score.undertrick.doubled.not_vulnerable = 100 200")
	}
	return nil, bridge.Errorf(bridge.NotFound, "edition.unknown_home", "edition %q: want 1993, 1943, 1935, 1932 or 1927", code)
}

// Law77 is the edition of 1987, in force since with the same values.
func Law77() *Edition { return editions[0] }

// Editions lists the codes at duplicate, the present one first.
func Editions() []*Edition { return slices.Clone(editions) }

// FindEdition gives the edition of that code: 1987, 1943, 1935, 1932, 1927 or
// lexicon. The error has code [bridge.Unsupported] for 1993, which names the
// table of rubber bridge, and [bridge.NotFound] for any other.
func FindEdition(code string) (*Edition, error) {
	for _, e := range editions {
		if e.code == code {
			return e, nil
		}
	}
	if code == "1993" {
		return nil, bridge.Errorf(bridge.Unsupported, "edition.rubber", "edition 1993 is a code of rubber bridge: at duplicate the same values are edition 1987")
	}
	return nil, bridge.Errorf(bridge.NotFound, "edition.unknown", "edition %q: want 1987, 1943, 1935, 1932, 1927 or lexicon", code)
}

// Code is the edition's name in flags, files and packs.
func (e *Edition) Code() string { return e.code }

// Values are the edition's numbers.
func (e *Edition) Values() Values { return e.values.clone() }

// Official reports whether a code of laws ever had these values; "lexicon" and
// house rules never were one.
func (e *Edition) Official() bool { return slices.Contains(editions, e) && e.code != "lexicon" }
