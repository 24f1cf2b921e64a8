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
	Artificial           Artificial
	Total                Total
	Rank                 Rank
	Home                 Home
	PrintHalf            exact.Half // which way a printed number goes that lies exactly between two

	sources map[string]Source

	// While a file is read: the edition being changed.
	home    bool
	base    *score.Edition
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
	Sheet       Sheet
	Bye         Bye
	ByePercent  exact.Fraction // for [ByePercent]
	Decimals    int
}

// Artificial are the settings of artificial adjusted scores (Law 12C2).
type Artificial struct {
	Own                  OwnResult
	Plus, Average, Minus exact.Fraction // percent of the top
}

// Total are the settings of totals.
type Total struct {
	Unequal         Unequal
	Decimals        int
	PercentDecimals int
}

// Rank are the settings of places.
type Rank struct {
	Precision Precision
	Ties      Ties
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
)

// ShortBoards is what happens to a board with fewer results than expected.
type ShortBoards string

// The ways.
const (
	Neuberg ShortBoards = "neuberg"
	Plain   ShortBoards = "plain"
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

// Ties is how ties are broken.
type Ties string

// The ways.
const (
	Shared     Ties = "shared"
	HeadToHead Ties = "head_to_head"
)

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
			return nil, unknownPack(name)
		}
		defer f.Close()
		p, err := readPack(f, name, read, false)
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
func Names() []string {
	files, _ := packFiles.ReadDir("packs")
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = strings.TrimSuffix(f.Name(), ".txt")
	}
	return names
}

// ForProducer gives the pack that a program's files follow, and the default pack
// for a program that no pack names. The longest name that the producer's text
// begins with decides.
func ForProducer(producer string) *Pack {
	best, length := packs[Default], 0
	for _, name := range Names() {
		for _, prefix := range packs[name].Producers {
			if len(prefix) > length && len(producer) >= len(prefix) && strings.EqualFold(producer[:len(prefix)], prefix) {
				best, length = packs[name], len(prefix)
			}
		}
	}
	return best
}

// Source says where the value of a setting comes from; ok is false if no pack of
// the chain sets it.
func (p *Pack) Source(setting string) (s Source, ok bool) {
	s, ok = p.sources[setting]
	return s, ok
}

// Read reads a pack from a text. It must extend a pack that ships, or the
// default. Errors carry the line, "line 12", as their place.
func Read(r io.Reader, name string) (*Pack, error) { return readPack(r, name, Find, false) }

// ReadHome reads the rules of a home table, a text of "score.…" and
// "pad.…" settings. They change the edition that score.edition
// names, else that of 1993.
func ReadHome(r io.Reader, name string) (*Pack, error) { return readPack(r, name, Find, true) }

// ReadHouse reads the rules of a house for the score of a deal: a text of
// "score.…" settings. They change the edition that score.edition names, else
// Law 77.
func ReadHouse(r io.Reader, name string) (*score.Edition, error) {
	p, err := Read(r, name)
	if err != nil {
		return nil, err
	}
	return p.Edition, nil
}

type line struct {
	number            int
	name, value, note string
}

func readLines(r io.Reader) ([]line, error) {
	var out []line
	in := bufio.NewScanner(r)
	for n := 1; in.Scan(); n++ {
		text, note, _ := strings.Cut(in.Text(), "#")
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

func readPack(r io.Reader, name string, parent func(string) (*Pack, error), home bool) (*Pack, error) {
	lines, err := readLines(r)
	if err != nil {
		return nil, err
	}
	extends := Default
	if name == Default {
		extends = ""
	}
	for _, l := range lines {
		switch l.name {
		case "extends":
			extends = l.value
		case "name":
			name = l.value
		}
	}
	p := &Pack{Version: "0", Edition: score.Law77()}
	if extends != "" && extends != "none" {
		up, err := parent(extends)
		if err != nil {
			return nil, err
		}
		*p = *up
	}
	p.Name, p.Extends, p.Producers, p.home = name, extends, nil, home
	if home {
		p.Edition = score.Home1993()
	}
	p.base, p.values, p.changed = p.Edition, p.Edition.Values(), false
	inherited := p.sources
	p.sources = map[string]Source{}
	maps.Copy(p.sources, inherited)
	// score.edition comes first, whatever its line: the other score settings
	// change it.
	slices.SortStableFunc(lines, func(a, b line) int {
		return cmp.Compare(btoi(a.name != "score.edition"), btoi(b.name != "score.edition"))
	})
	for _, l := range lines {
		if l.name == "extends" || l.name == "name" {
			continue
		}
		s, ok := find(l.name)
		if !ok {
			return nil, bridge.At(fmt.Sprintf("line %d", l.number),
				bridge.Errorf(bridge.Invalid, "regulation.setting", "unknown setting %q: want one of %s", l.name, strings.Join(settingNames(), ", ")))
		}
		if err := s.set(p, l.value); err != nil {
			return nil, bridge.At(fmt.Sprintf("line %d: %s", l.number, l.name), err)
		}
		p.sources[l.name] = Source{Pack: name, Value: l.value, Note: l.note}
	}
	p.Edition = p.base
	if p.changed {
		if p.Edition, err = score.NewEdition(name, p.values); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func settingNames() []string {
	var names []string
	for _, s := range Settings() {
		names = append(names, s.Name)
	}
	return names
}
