package movefile

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/movement"
)

// yamlMovement is a movement of BridgeScorer. Its pairs are called teams.
type yamlMovement struct {
	Name          string     `yaml:"name"`
	Short         string     `yaml:"short"`
	Description   string     `yaml:"description"`
	NumberTeams   int        `yaml:"numberTeams"`
	NumberPlayers int        `yaml:"numberPlayers"`
	Hands         []yamlHand `yaml:"hands"`
}

type yamlHand struct {
	Table  int   `yaml:"table"`
	Round  int   `yaml:"round"`
	NS     int   `yaml:"ns"`
	EW     int   `yaml:"ew"`
	North  int   `yaml:"north"`
	South  int   `yaml:"south"`
	East   int   `yaml:"east"`
	West   int   `yaml:"west"`
	Boards []int `yaml:"boards"`
}

// yamlKeys are those that a movement has.
var yamlKeys = []string{"name", "short", "description", "numberTeams", "numberPlayers", "hands", "disabled", "creationTime", "updateTime"}

// readYAML reads a movement of BridgeScorer.
func readYAML(text string) (b Block) {
	b.Line = 1
	y, err := decodeYAML(text)
	if err != nil {
		b.Err = err
		return b
	}
	n := 0
	for l := range strings.Lines(text) {
		n++
		key, _, ok := strings.Cut(l, ":")
		if key = strings.TrimSpace(key); ok && l[0] > ' ' && l[0] != '#' && l[0] != '-' && l[0] != '{' && !slices.Contains(yamlKeys, key) {
			b.warn(n, "movefile.yaml_key", "%q is not read", key)
		}
	}
	kind, tables, rounds, most := movement.Pairs, 0, 0, 0
	for _, h := range y.Hands {
		if h.North > 0 || h.South > 0 {
			kind = movement.Individual
		}
		tables, rounds = max(tables, h.Table), max(rounds, h.Round)
		most = max(most, h.NS, h.EW, h.North, h.South, h.East, h.West)
	}
	if len(y.Hands) == 0 {
		b.Err = bridge.Errorf(bridge.Invalid, "movefile.yaml_hands", "a movement without hands")
		return b
	}
	sets, err := b.yamlSets(y.Hands)
	if err == nil {
		err = movement.CheckSize(kind, 1, tables, rounds, len(sets))
	}
	if err != nil {
		b.Err = err
		return b
	}
	m := movement.New("", kind, 1, tables, rounds, len(sets))
	for _, name := range []string{y.Short, y.Name, y.Description} {
		if m.Name == "" {
			m.Name = oneLine(name)
		}
	}
	for i, h := range y.Hands {
		if h.Table < 1 || h.Round < 1 {
			b.Err = bridge.Errorf(bridge.Invalid, "movefile.yaml_place", "hand %d: table %d, round %d: want numbers from 1", i+1, h.Table, h.Round)
			return b
		}
		s := m.At(h.Table, h.Round)
		if !s.Empty() {
			b.Err = bridge.Errorf(bridge.Conflict, "movefile.yaml_twice", "table %d, round %d: stands there twice", h.Table, h.Round)
			return b
		}
		s.NS[0], s.EW[0], s.Set = h.NS, h.EW, sets[boardsKey(h.Boards)]
		if kind == movement.Individual {
			s.NS, s.EW = movement.Who{h.North, h.South}, movement.Who{h.East, h.West}
		}
		if s.Empty() {
			s.Set = 0
		}
		if err := m.CheckSlot(h.Table, h.Round); err != nil {
			b.Err = err
			return b
		}
	}
	if want := max(y.NumberTeams, y.NumberPlayers); want != most {
		b.warn(0, "movefile.yaml_number", "the file has %d contestants, but the highest number at a table is %d", want, most)
	}
	b.Movement = m
	return b
}

// maxDepth is how many lists of YAML may stand within each other.
const maxDepth = 20

// decodeYAML reads the fields. An anchor is refused: a few of them can stand for more
// text than any machine can hold.
func decodeYAML(text string) (y yamlMovement, err error) {
	defer func() {
		if p := recover(); p != nil { // the library's, on a text that is none
			err = bridge.Errorf(bridge.Invalid, "movefile.yaml", "no YAML of a movement: %v", "syntax")
		}
	}()
	depth, entries, line := 0, 0, 0
	for _, t := range lexer.Tokenize(text) {
		if t.Position.Line != line {
			entries, line = 0, t.Position.Line
		}
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			depth++
		case token.SequenceEndType, token.MappingEndType:
			depth--
		case token.SequenceEntryType, token.MappingKeyType:
			entries++
		}
		if depth > maxDepth || entries > maxDepth { // the library would go as deep as the text does
			return y, bridge.At(place(line), bridge.Errorf(bridge.Unsupported, "movefile.yaml_deep", "lists within lists: more than %d", maxDepth))
		}
		if t.Type == token.AnchorType || t.Type == token.AliasType {
			return y, bridge.At(place(t.Position.Line), bridge.Errorf(bridge.Unsupported, "movefile.yaml_anchor", "anchors of YAML (& and *) are not read"))
		}
	}
	if err := yaml.Unmarshal([]byte(text), &y); err != nil {
		line := 0
		if e, ok := errors.AsType[yaml.Error](err); ok && e.GetToken() != nil && e.GetToken().Position != nil {
			line = e.GetToken().Position.Line
		}
		first, _, _ := strings.Cut(yaml.FormatError(err, false, false), "\n")
		refusal := bridge.Errorf(bridge.Invalid, "movefile.yaml", "no YAML of a movement: %v", first)
		if line > 0 {
			return y, bridge.At(place(line), refusal)
		}
		return y, refusal
	}
	return y, nil
}

// boardsKey is a list of boards as a key, in ascending order; no boards are "".
func boardsKey(boards []int) string { return commas(slices.Sorted(slices.Values(boards))) }

// yamlSets numbers the sets of boards in the order of their boards. Sets that share a
// board, and sets of different sizes, are refused: here a set has so many boards as
// another.
func (b *Block) yamlSets(hands []yamlHand) (map[string]int, error) {
	first := map[string]int{}
	of := map[int]string{}
	size := 0
	for i, h := range hands {
		key := boardsKey(h.Boards)
		if key == "" {
			continue
		}
		if size == 0 {
			size = len(h.Boards)
		}
		if len(h.Boards) != size {
			return nil, bridge.Errorf(bridge.Unsupported, "movefile.yaml_size", "hand %d has %d boards, others have %d: all rounds must have as many", i+1, len(h.Boards), size)
		}
		for _, board := range h.Boards {
			if old, ok := of[board]; ok && old != key {
				return nil, bridge.Errorf(bridge.Unsupported, "movefile.yaml_overlap", "board %d is in two sets, %s and %s", board, old, key)
			}
			of[board] = key
		}
		first[key] = slices.Min(h.Boards)
	}
	keys := slices.SortedFunc(maps.Keys(first), func(x, y string) int { return first[x] - first[y] })
	out := map[string]int{}
	moved := false
	for i, key := range keys {
		out[key] = i + 1
		moved = moved || key != boardsKey(boardsOf(i+1, size))
	}
	if moved {
		b.warn(0, "movefile.yaml_renumbered", "the boards are not numbered without gaps: they are sets 1 to %d now, %d boards each", len(keys), size)
	}
	return out, nil
}

// boardsOf are the boards of a set.
func boardsOf(set, size int) []int {
	out := make([]int, size)
	for i := range out {
		first, _ := movement.Boards(set, size)
		out[i] = first + i
	}
	return out
}

// writeYAML writes a movement of BridgeScorer.
func writeYAML(out *strings.Builder, m *movement.Movement, boards int) ([]Warning, error) {
	l := losses{m: m, format: YAML}
	if m.Kind == movement.Teams {
		return nil, l.noKind()
	}
	line, behind := 0, 0
	for _, c := range m.Contestants() {
		if c.Line == bridge.NS {
			line = max(line, c.Number)
		}
	}
	if m.Phantom.Line == bridge.NS {
		line = max(line, m.Phantom.Number)
	}
	if m.Winners == 2 {
		behind = line
		l.warn("movefile.lost_winners", "%s has one ranking: East-West begin with %d there", YAML.Program(), line+1)
	}
	l.family()
	l.marks()
	if m.Phantom != (movement.Contestant{}) {
		l.warn("movefile.lost_phantom", "%s has no missing pairs: whoever meets %v sits out there", YAML.Program(), m.Phantom)
	}
	most, alone, used := 0, false, make([]bool, m.Sets+1)
	var hands strings.Builder
	for t := 1; t <= m.Tables; t++ {
		for r := 1; r <= m.Rounds; r++ {
			s := *m.At(t, r)
			if !m.Plays(s) {
				alone = alone || !s.Empty() && m.Phantom == movement.Contestant{}
				continue
			}
			used[s.Set] = true
			fmt.Fprintf(&hands, "  - table: %d\n    round: %d\n", t, r)
			if m.Kind == movement.Individual {
				fmt.Fprintf(&hands, "    north: %d\n    south: %d\n    east: %d\n    west: %d\n", s.NS[0], s.NS[1], s.EW[0], s.EW[1])
				most = max(most, s.NS[0], s.NS[1], s.EW[0], s.EW[1])
			} else {
				fmt.Fprintf(&hands, "    ns: %d\n    ew: %d\n", s.NS[0], s.EW[0]+behind)
				most = max(most, s.NS[0], s.EW[0]+behind)
			}
			fmt.Fprintf(&hands, "    boards: [%s]\n", strings.ReplaceAll(commas(boardsOf(s.Set, boards)), ",", ", "))
		}
	}
	if most == 0 {
		return nil, bridge.Errorf(bridge.Unsupported, "movefile.yaml_hands", "a movement without hands")
	}
	if alone {
		l.warn("movefile.lost_sitout", "%s lists who plays: it does not know at which table somebody sits out", YAML.Program())
	}
	if slices.Contains(used[1:], false) {
		l.warn("movefile.lost_sets", "%s lists what is played: sets that nobody plays are left out", YAML.Program())
	}
	word := "numberTeams"
	if m.Kind == movement.Individual {
		word = "numberPlayers"
	}
	name := strconv.Quote(l.name())
	fmt.Fprintf(out, "---\nname: %s\nshort: %s\ndescription: %s\n%s: %d\nhands:\n%s", name, name, name, word, most, hands.String())
	return l.list, nil
}
