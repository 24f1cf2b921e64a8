package regulation

import (
	"bufio"
	"cmp"
	"embed"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
)

// Pack is the settings of one body. Treat it as read-only: packs are shared.
type Pack struct {
	Name, Title, Version string
	Extends              string   // the pack it inherits from
	Producers            []string // programs whose files follow it
	Edition              *score.Edition
	Matchpoints          Matchpoints
	Butler               Butler
	CrossIMPs            CrossIMPs
	Artificial           Artificial
	VictoryPoints        VictoryPoints
	Total                Total
	Rank                 Rank
	Compare              Scope
	Match                Match
	Penalty              Penalty
	Withdrawal           Withdrawals
	Knockout             Knockout
	Carry                CarryOver
	Handicap             Handicap
	Strata               Strata
	Correction           Correction
	Home                 Home
	PrintHalf            exact.Half // which way a printed number goes that lies exactly between two

	sources map[string]Source
	base    *score.Edition // that the score settings change

	// While a file is read.
	home    bool
	values  score.Values
	changed bool
}

// Source is where a setting's value comes from.
type Source struct {
	Pack  string // the pack that set it
	Value string // as written there
	Note  string // clause and standing, as the file says after #
}

// Matchpoints are the settings of matchpointed boards.
type Matchpoints struct {
	Unit        Unit
	ShortBoards ShortBoards
	Rounding    exact.Rounding
	SmallGroups SmallGroups
	Sheet       Sheet
	Bye         Bye
	ByePercent  exact.Fraction // for [ByePercent]
	Missing     Missing
	Sessions    SessionTop
	Decimals    int
}

// Butler are the settings of IMPs against a datum.
type Butler struct {
	Datum       Datum
	Trim        Trim // before the mean is taken; a median needs none
	ShortBoards ShortDatum
	Round       exact.Rounding // of the datum; away and toward refer to zero
}

// Datum is what of a board's scores is its datum. The zero value is the mean.
type Datum string

// The data. North-South's view decides which score is the lower one: seen from the
// other side [MedianLow] is [MedianHigh].
const (
	Mean       Datum = "mean"
	Median     Datum = "median"      // of an even number of scores the mean of the two in the middle
	MedianLow  Datum = "median_low"  // of these two the lower
	MedianHigh Datum = "median_high" // of these two the higher
)

// ShortDatum is from which results a short board is trimmed. The zero value is
// those that are there.
type ShortDatum string

// The ways.
const (
	TrimPresent  ShortDatum = "none"   // the results that are there
	TrimFactored ShortDatum = "factor" // their frequencies, brought up to the expected number
)

// Trim says how many results are left out at each end before the mean is taken.
// The zero value leaves out none.
type Trim struct {
	Share exact.Fraction // of the results; or, with Count, ignored
	Up    bool           // a share is rounded up to whole results, else down
	Count int            // of results
	From  int            // fewer results are not trimmed
}

// Of is how many of n results are left out at each end. Something is always left:
// one result or two.
func (t Trim) Of(n int) int {
	if n < t.From || n < 1 {
		return 0
	}
	cut := int64(t.Count)
	if t.Count <= 0 {
		whole := exact.Rounding{Unit: exact.Int(1), Half: exact.Floor}
		if t.Up {
			whole.Half = exact.Ceiling
		}
		cut, _ = t.Share.Mul(exact.Int(n)).Round(whole).Int64()
	}
	return min(int(cut), (n-1)/2)
}

// CrossIMPs are the settings of IMPs against every other result.
type CrossIMPs struct {
	Divisor     Divisor
	Cap         int // of a single comparison; 0: none
	ShortBoards ShortSum
}

// ShortSum is the factor on the sum of the comparisons of a board, or of a group
// of a fouled board, with A results where E are expected. The zero value is none.
type ShortSum string

// The factors.
const (
	SumAsItIs        ShortSum = "none"
	SumByComparisons ShortSum = "comparisons" // (E-1)/(A-1)
	SumByResults     ShortSum = "results"     // E/A
)

// Divisor is what the sum of the comparisons of a board is divided by.
type Divisor string

// The divisors.
const (
	BySum         Divisor = "none"        // the sum itself ("total IMPs")
	ByComparisons Divisor = "comparisons" // one less than the results ("average IMPs")
	ByResults     Divisor = "results"
	ByRoot        Divisor = "root" // of the comparisons of the whole board, n(n-1)/2 ("XIMPQ")
)

// Artificial are the settings of artificial adjusted scores (Law 12C2).
type Artificial struct {
	Own                  OwnResult
	Window               Window
	Plus, Average, Minus exact.Fraction // percent of the top
	Match                exact.Fraction // average plus on a board of a match, IMPs
	Butler               exact.Fraction // average plus at datum IMPs; average minus is the opposite, average 0
	CrossIMPs            exact.Fraction // the same for each comparison of a board
}

// VictoryPoints are the settings of matches. Package vp has the scales.
type VictoryPoints struct {
	Teams        VPScale // of the IMPs of a match of teams
	PairsBoards  int     // of a match of Swiss pairs whose length nobody says
	SwissPairs   VPScale // of a pair's percentage on the boards of a match
	Fractional   Fractional
	ShortMatch   ShortMatch
	TeamsOfEight exact.Fraction // factor on the boards of a match whose four scores are added up
	Half         string         // the scale of a match of a short triangle, its lines separated by semicolons; empty: half of Teams
}

// VPScale is the name of a scale of victory points.
type VPScale string

// The scales that a pack can name.
const (
	NoVPScale    VPScale = "none"
	WBFScale     VPScale = "wbf"           // continuous 20-0, 2013
	WBFDiscrete  VPScale = "wbf-discrete"  // whole numbers 20-0, 2013
	ACBL20       VPScale = "acbl20"        // 20 victory points
	ACBL30       VPScale = "acbl30"        // 30 victory points
	WinLoss      VPScale = "win-loss"      // 1, 1/2, 0
	WinLossACBL  VPScale = "win-loss-acbl" // the same with 3/4 and 1/4; unverified
	EBUPairs     VPScale = "ebu-pairs"     // percent, 20-0
	EBUPairsHalf VPScale = "ebu-pairs-half"
)

// Fractional is how a margin that is not whole meets a scale.
type Fractional string

// The ways.
const (
	NearestInt  Fractional = "nearest_int" // the nearest whole margin; halfway between two the larger win
	FloorHalf   Fractional = "floor_half"  // the same, but halfway between two the smaller win
	Interpolate Fractional = "interpolate" // between the victory points of the margins beside it, to 0.01
)

// ShortMatch is which boards decide the column of a scale when a match was
// shortened.
type ShortMatch string

// The ways.
const (
	BoardsPlayed    ShortMatch = "played"
	BoardsScheduled ShortMatch = "scheduled"
)

// Total are the settings of totals.
type Total struct {
	Unequal         Unequal
	Sessions        Sessions
	Decimals        int
	PercentDecimals int
}

// Rank are the settings of places.
type Rank struct {
	Precision Precision
	Ties      []Tie          // one after the other; none: equal contestants share the place
	Share     exact.Fraction // percent of a contestant's boards that a person must play to be ranked with it
}

// Match are the settings of matches between teams.
type Match struct {
	Rounding exact.Rounding // of what a weighted score brings on a board, where victory points follow
	Level    int            // board-a-match: the largest difference of points that is equal
	Patton   Patton
	Eight    Eight
	Bye      exact.Fraction // victory points of a team without an opponent
	ByePairs ByePairs       // the same of a pair of a Swiss
	Late     Late
}

// ByePairs is what a pair of a Swiss has from a match without an opponent.
type ByePairs string

// The kinds.
const (
	ByeAsTeams     ByePairs = "as_teams"     // as many victory points as a team
	ByeAveragePlus ByePairs = "average_plus" // by the scale of percentages what average plus is worth
)

// Late is what becomes of a match that is played although a team came too late. The zero
// value is no rule.
type Late struct {
	Minutes int            // from how many minutes on a team is late
	Least   exact.Fraction // victory points that the team has at least that was there
	Less    exact.Fraction // victory points that the late team has less
}

// Patton is what the difference of all scores of a match is worth.
type Patton struct {
	VP    bool           // instead: victory points of the match by the scale of teams, for its IMPs
	Pool  exact.Fraction // points that both teams share
	Bands []int          // the most of each band, in points of the deals; above the last one the winner has all
}

// Eight is how a board is compared that two pairs of a team played in each direction.
type Eight string

// The ways.
const (
	EightAggregate Eight = "aggregate" // the sum of the four scores
	EightCross     Eight = "cross"     // each result of the one team with each of the other
)

// Knockout are the settings of knock-out matches.
type Knockout struct {
	Extra []int // extra boards of a match that is level, one stanza after the other, the last as often as needed; none: an eighth of the match, two at least
	Carry KnockoutCarry
	Tenth bool // the carry-over goes up to a tenth, but down where that would be whole
}

// KnockoutCarry is what a knock-out match begins with: a part of the margin of the
// earlier match between the same two. The zero value is nothing.
type KnockoutCarry struct {
	Higher, Lower exact.Fraction // of a margin that the team ranked higher, or the other one, won
	Most          exact.Fraction // IMPs
}

// Scope is what a result is compared with.
type Scope string

// The scopes.
const (
	WholeField Scope = "field"
	OneSection Scope = "section"
)

// Missing is what becomes of a board that was not played and on which nothing was
// ruled.
type Missing string

// The ways.
const (
	MissingReduce  Missing = "reduce"  // no board for either side
	MissingProRata Missing = "prorata" // the mean of the own other boards
	MissingAverage Missing = "average"
)

// SessionTop is what decides the top of a session's boards.
type SessionTop string

// The ways.
const (
	OwnTop     SessionTop = "own"     // its own fullest board
	LargestTop SessionTop = "largest" // the fullest board of all sessions
)

// Window is the boards that a contestant's own result is taken from (Law 12C2c).
type Window string

// The windows.
const (
	WindowMatch   Window = "match" // the boards of the same round against the same opponents
	WindowSession Window = "session"
	WindowEvent   Window = "event"
)

// Penalty are the settings of penalties.
type Penalty struct {
	Standard exact.Fraction // percent of a top
}

// Withdrawals say what becomes of a contestant that leaves.
type Withdrawals struct {
	BeforeHalf, AfterHalf Withdrawal
	Missed                Missed
}

// Withdrawal is what becomes of the results of a contestant that withdraws.
type Withdrawal string

// The ways.
const (
	WithdrawalCancels Withdrawal = "cancel"
	WithdrawalStands  Withdrawal = "stand"
)

// Missed is what the opponents of a contestant that withdrew get for the boards
// that they would have played against it.
type Missed string

// The ways.
const (
	MissedBye         Missed = "bye"           // what a bye gets
	MissedBestOfThree Missed = "best_of_three" // of average plus, their own mean and the converse of the withdrawn one's
)

// CarryOver is what goes from one stage of an event to the next.
type CarryOver struct {
	Rule    Carry
	Percent exact.Fraction // for [CarryPercent]
}

// Carry is a rule of carry-over.
type Carry string

// The rules.
const (
	CarryNone    Carry = "none"
	CarryFull    Carry = "full"
	CarryHalf    Carry = "half"    // a qualifying board weighs half a board of the next stage: SQ·FT/(2·QT)
	CarryPercent Carry = "percent" // of the score
)

// Sessions say how sessions make a total. The zero value takes all boards alike.
type Sessions struct {
	Mean bool // the mean of the sessions
	Best int  // the best so many sessions, added; 0: all
}

// Handicap are the settings of handicap lists.
type Handicap struct {
	Factor    exact.Fraction // 0 to 1
	Reference exact.Fraction // percent
}

// Strata are the settings of strata.
type Strata struct {
	Pair PairStratum
}

// PairStratum is the stratum of a pair whose players are of different strata.
type PairStratum string

// The rules.
const (
	HigherPlayer  PairStratum = "higher"
	AveragePlayer PairStratum = "average"
)

// Correction are the settings of the correction period (Law 79C).
type Correction struct {
	Minutes int
}

// Home are the settings of a home table that are no points.
type Home struct {
	Honours Honours
	Settle  exact.Rounding // of the margin
}

// Honours says whether honours count at a home table.
type Honours string

// The rules.
const (
	HonoursCount Honours = "count"
	NoHonours    Honours = "none"
)

// Unit is the scale on which matchpoints are printed.
type Unit string

// The scales.
const (
	TwoScale     Unit = "2-scale" // 2 for a result beaten, 1 for a tie; top 2n-2
	OneScale     Unit = "1-scale" // 1 and a half; top n-1
	PercentScale Unit = "percent" // of the top
	IMPs         Unit = "imps"    // of lists by IMPs; no pack can set it
	Points       Unit = "points"  // of lists by total points; no pack can set it
	VPs          Unit = "vp"      // of lists by victory points; no pack can set it
	Won          Unit = "won"     // of lists of knock-outs, by matches won; no pack can set it
)

// ShortBoards is what happens to a board with fewer results than expected.
type ShortBoards string

// The ways.
const (
	Neuberg  ShortBoards = "neuberg"
	Plain    ShortBoards = "plain"    // against the results that are there
	ByFactor ShortBoards = "factor"   // times E/A, an average too
	PlusOne  ShortBoards = "plus_one" // one more on the 2-scale for each result that is missing
)

// SmallGroups says which groups of a fouled board get percentages of their own. A
// group of one result does under every rule.
type SmallGroups string

// The rules.
const (
	GroupsNeuberg SmallGroups = "neuberg" // no group is small
	GroupsEBU     SmallGroups = "ebu"     // at most three results and at most a third of those expected
	GroupsACBL    SmallGroups = "acbl"    // at most two results, or three where another group is not smaller
	GroupsNZ      SmallGroups = "nz"      // two results, 55 and 45 percent
	GroupsAlways  SmallGroups = "always"  // at most three results, however many are expected
)

// Sheet is what a board sheet prints.
type Sheet string

// The sheets.
const (
	FullSheet  Sheet = "full"
	PlainSheet Sheet = "plain_unless_adjusted"
)

// Bye is what a contestant without an opponent gets.
type Bye string

// The awards for a bye.
const (
	NoBoard    Bye = "none"
	OwnMean    Bye = "own_mean"
	ByePercent Bye = "percent"
)

// OwnResult says whether a contestant's own result may replace an average.
type OwnResult string

// The rules.
const (
	OwnIfBetter OwnResult = "if_better"
	OwnNever    OwnResult = "never"
)

// Unequal is how contestants with fewer boards are compared.
type Unequal string

// The ways.
const (
	OwnBoards Unequal = "own_boards"
	Factored  Unequal = "factored"
)

// Precision is what decides places.
type Precision string

// The precisions.
const (
	ExactRank   Precision = "exact"
	PrintedRank Precision = "printed"
)

// Tie decides between contestants that are equal so far.
type Tie string

// The tie-breaks.
const (
	HeadToHead   Tie = "head_to_head"  // the boards that they played against each other; teams: victory points of the matches between them
	DirectNet    Tie = "direct_net"    // teams: net IMPs of the matches between them
	CommonBoards Tie = "common_boards" // board by board, where they played the same one: 2 for the better score, 1 for an equal one; not of teams
	Opponents    Tie = "opponents"     // the final scores of the opponents they met, added
	Partners     Tie = "partners"      // individuals: final scores of the opponents divided by those of the partners
	Net          Tie = "net"           // teams: net IMPs, or net points
	Quotient     Tie = "quotient"      // teams: IMPs won divided by IMPs lost
	Boards       Tie = "boards"        // teams: boards won, with half a board for an equal one
	Lot          Tie = "lot"           // drawn from the seed that the event names
)

var tieBreaks = []Tie{HeadToHead, DirectNet, CommonBoards, Opponents, Partners, Net, Quotient, Boards, Lot}

//go:embed packs/*.txt
var packFiles embed.FS

// Default is the pack that is used where nothing says otherwise.
const Default = "wbf"

// packs holds the packs that ship, by name; each is read once, its parents first.
var packs = load()

func load() map[string]*Pack {
	all := map[string]*Pack{}
	var read func(name string) (*Pack, error)
	read = func(name string) (*Pack, error) {
		if p, ok := all[name]; ok {
			return p, nil
		}
		f, err := packFiles.Open("packs/" + name + ".txt")
		if err != nil {
			return nil, err
		}
		defer f.Close()
		p, err := reading{parent: read}.read(f, name)
		if err != nil {
			return nil, err
		}
		all[name] = p
		return p, nil
	}
	files, err := packFiles.ReadDir("packs")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	for _, f := range files {
		if _, err := read(strings.TrimSuffix(f.Name(), ".txt")); err != nil {
			panic(fmt.Sprintf("regulation: a pack that ships is not sound: %v", err))
		}
	}
	return all
}

// Find gives the pack of that name. The error has code [bridge.NotFound].
func Find(name string) (*Pack, error) {
	if p, ok := packs[name]; ok {
		return p, nil
	}
	return nil, unknownPack(name)
}

func unknownPack(name string) error {
	return bridge.Errorf(bridge.NotFound, "regulation.unknown", "regulation %q: want %s", name, strings.Join(Names(), ", "))
}

// Names lists the packs that ship.
func Names() []string { return slices.Sorted(maps.Keys(packs)) }

// ForProducer gives the pack that a program's files follow, and the default pack
// for a program that no pack names. The longest name that the producer's text
// begins with decides.
func ForProducer(producer string) *Pack {
	best, length := packs[Default], 0
	for _, p := range packs {
		for _, name := range p.Producers {
			if len(name) > length && beginsWith(producer, name) {
				best, length = p, len(name)
			}
		}
	}
	return best
}

// beginsWith reports whether a program's text begins with that name, as a word of
// its own or with a version behind it.
func beginsWith(text, name string) bool {
	if len(text) < len(name) || !strings.EqualFold(text[:len(name)], name) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(text[len(name):])
	return !unicode.IsLetter(next)
}

// Source says where the value of a setting comes from; ok is false if no pack of
// the chain sets it. [Pack.Values] has all of them.
func (p *Pack) Source(setting string) (s Source, ok bool) {
	s, ok = p.sources[setting]
	return s, ok
}

// Read reads a pack from a text. It extends a pack that ships, else the default,
// and may not bear the name of one, or of an edition of the laws: results name the
// pack that made them. Title and version are its own and never inherited. Errors
// carry the line, "line 12", as their place.
func Read(r io.Reader, name string) (*Pack, error) {
	return reading{parent: Find, taken: taken}.read(r, name)
}

// ReadHome reads the rules of a home table, a text of "score.…" and "pad.…"
// settings. They change the edition that score.edition names, else that of 1993.
func ReadHome(r io.Reader, name string) (*Pack, error) {
	return reading{parent: Find, taken: taken, home: true, only: []string{"score.", "pad."}}.read(r, name)
}

// ReadHouse reads the rules of a house for the score of a deal, a text of
// "score.…" settings. They change the edition that score.edition names, else
// Law 77. A text that sets no score is refused: it would change nothing.
func ReadHouse(r io.Reader, name string) (*Pack, error) {
	p, err := reading{parent: Find, taken: taken, only: []string{"score."}}.read(r, name)
	if err != nil {
		return nil, err
	}
	for setting, source := range p.sources {
		if strings.HasPrefix(setting, "score.") && source.Pack == p.Name {
			return p, nil
		}
	}
	return nil, bridge.Errorf(bridge.Invalid, "regulation.no_score", "no setting of a score: want at least one like score.game = 300 500")
}

// Laws is the edition that the pack's score settings started from; [Pack.Edition]
// is what they made of it.
func (p *Pack) Laws() *score.Edition { return p.base }

type line struct {
	number            int
	name, value, note string
}

func readLines(r io.Reader) ([]line, error) {
	var out []line
	in := bufio.NewScanner(r)
	for n := 1; in.Scan(); n++ {
		text, note, _ := strings.Cut(strings.TrimPrefix(in.Text(), "\ufeff"), "#")
		if strings.TrimSpace(text) == "" {
			continue
		}
		name, value, ok := strings.Cut(text, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !ok || name == "" || value == "" {
			return nil, bridge.At(fmt.Sprintf("line %d", n),
				bridge.Errorf(bridge.Invalid, "regulation.line", "%q: want a form like mp.unit = 2-scale", strings.TrimSpace(text)))
		}
		if i := slices.IndexFunc(out, func(l line) bool { return l.name == name }); i >= 0 {
			return nil, bridge.At(fmt.Sprintf("line %d", n),
				bridge.Errorf(bridge.Invalid, "regulation.twice", "%s is already set in line %d", name, out[i].number))
		}
		out = append(out, line{n, name, value, strings.TrimSpace(note)})
	}
	if err := in.Err(); err != nil {
		return nil, bridge.Errorf(bridge.Invalid, "regulation.text", "not a text of settings: %w", err)
	}
	return out, nil
}

// reading is how a text is read: what it may extend, and what it may set.
type reading struct {
	parent func(name string) (*Pack, error)
	taken  func(name string) bool // names that it may not bear; nil: a pack of the program itself
	home   bool                   // the edition is one of a home table
	only   []string               // beginnings of the settings that are allowed; nil: all
}

// heads are the settings that say what a text is; every kind of text has them.
var heads = []string{"name", "title", "version", "extends"}

// own are the settings that a pack does not inherit: they say who it is.
var own = append(slices.Clone(heads), "producers")

func (r reading) allows(setting string) bool {
	return r.only == nil || slices.Contains(heads, setting) ||
		slices.ContainsFunc(r.only, func(beginning string) bool { return strings.HasPrefix(setting, beginning) })
}

func (r reading) read(in io.Reader, name string) (*Pack, error) {
	lines, err := readLines(in)
	if err != nil {
		return nil, err
	}
	extends := line{value: Default}
	if name == Default && r.taken == nil {
		extends.value = ""
	}
	for _, l := range lines {
		switch l.name {
		case "extends":
			extends = l
		case "name":
			name = l.value
			if err := r.reserved(name); err != nil {
				return nil, bridge.At(l.place(), err)
			}
		}
	}
	if err := r.reserved(name); err != nil {
		return nil, err
	}
	p := &Pack{Edition: score.Law77()}
	if extends.value != "" {
		up, err := r.parent(extends.value)
		if err != nil {
			return nil, bridge.At(extends.place(), err)
		}
		*p = *up
	}
	p.Name, p.Extends, p.Producers, p.home = name, extends.value, nil, r.home
	p.Title, p.Version = name, "0"
	if r.home {
		p.Edition = score.Home1993()
	}
	p.base, p.values, p.changed = p.Edition, p.Edition.Values(), false
	p.sources = maps.Clone(p.sources)
	if p.sources == nil {
		p.sources = map[string]Source{}
	}
	maps.DeleteFunc(p.sources, func(name string, _ Source) bool { return slices.Contains(own, name) })
	if err := r.set(p, lines); err != nil {
		return nil, err
	}
	if a := p.Artificial; a.Plus.Cmp(a.Average) < 0 || a.Average.Cmp(a.Minus) < 0 {
		return nil, bridge.Errorf(bridge.Invalid, "regulation.averages", "average plus %v, average %v, average minus %v: want none above the one before", a.Plus, a.Average, a.Minus)
	}
	p.Edition = p.base
	if p.changed {
		if p.Edition, err = score.NewEdition(name, p.values); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// set applies the lines. score.edition comes first, wherever it stands: the other
// score settings change it.
func (r reading) set(p *Pack, lines []line) error {
	slices.SortStableFunc(lines, func(a, b line) int {
		return cmp.Compare(btoi(a.name != "score.edition"), btoi(b.name != "score.edition"))
	})
	for _, l := range lines {
		s, ok := find(l.name)
		if !ok || !r.allows(l.name) {
			return bridge.At(l.place(), bridge.Errorf(bridge.Invalid, "regulation.setting", "unknown setting %q: want one of %s", l.name, strings.Join(r.settings(), ", ")))
		}
		if err := s.set(p, l.value); err != nil {
			return bridge.At(l.place()+": "+l.name, err)
		}
		if l.name == "score.edition" { // what another pack changed of another code is gone
			maps.DeleteFunc(p.sources, func(name string, _ Source) bool { return strings.HasPrefix(name, "score.") })
		}
		p.sources[l.name] = Source{Pack: p.Name, Value: l.value, Note: l.note}
	}
	return nil
}

// reserved refuses a name that would let a club's rules pose as a body's, or as
// the Laws.
func (r reading) reserved(name string) error {
	if r.taken != nil && r.taken(name) {
		return bridge.Errorf(bridge.Invalid, "regulation.reserved", "the name %q is taken: call your rules otherwise", name)
	}
	return nil
}

// taken reports whether a pack or a code of laws bears that name.
func taken(name string) bool {
	_, pack := packs[name]
	_, err1 := score.FindEdition(name)
	_, err2 := score.FindHomeEdition(name)
	return pack || err1 == nil || err2 == nil
}

// place is where a line stands; a text's own default stands nowhere.
func (l line) place() string {
	if l.number == 0 {
		return ""
	}
	return fmt.Sprintf("line %d", l.number)
}

// settings names what a text may set.
func (r reading) settings() []string {
	var names []string
	for _, s := range Settings() {
		if r.allows(s.Name) {
			names = append(names, s.Name)
		}
	}
	return names
}
