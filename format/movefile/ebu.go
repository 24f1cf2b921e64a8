package movefile

import (
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/movement"
)

// The types of movements of EBUScore.
const (
	ebuAny = iota
	ebuMitchell
	ebuSwitched
	ebuIndividual
	ebuIndividual4 // each seat is a list of its own
	ebuTeams       // American Whist
	ebuBreak       // teams with a break in the scores
	ebuStagger
)

// readEBU reads the blocks of EBUScore.
func readEBU(text string) []Block {
	var out []Block
	var lines []said
	end := func() {
		if len(lines) > 0 {
			out = append(out, readEBUBlock(lines))
			lines = nil
		}
	}
	n := 0
	for l := range strings.Lines(text) {
		n++
		if l = strings.TrimSpace(l); l == "" {
			end()
			continue
		}
		lines = append(lines, said{n, l})
	}
	end()
	return out
}

// ebuNumbers reads the numbers of a line.
func ebuNumbers(s said) ([]int, error) {
	var out []int
	for field := range strings.FieldsFuncSeq(s.text, func(r rune) bool { return strings.ContainsRune(",; \t", r) }) {
		n, err := whole(field, 0, 10_000)
		if err != nil {
			return nil, bridge.At(place(s.line), err)
		}
		out = append(out, n)
	}
	return out, nil
}

// readEBUBlock reads a block: its name, its sizes, a line for each table.
func readEBUBlock(lines []said) (b Block) {
	b.Line = lines[0].line
	refuse := func(line int, err error) Block {
		if e, ok := err.(*bridge.Error); !ok || e.At == "" { //nolint:errorlint // the outermost alone has the place
			err = bridge.At(place(line), err)
		}
		b.Err = err
		return b
	}
	if len(lines) < 2 {
		return refuse(b.Line, bridge.Errorf(bridge.Invalid, "movefile.ebu_short", "a movement of EBUScore has a name, a line of sizes and a line for each table"))
	}
	at := lines[1].line
	head, err := ebuNumbers(lines[1])
	switch {
	case err != nil:
		return refuse(at, err)
	case len(head) < 5 || len(head) > 6:
		return refuse(at, bridge.Errorf(bridge.Invalid, "movefile.ebu_head", "%d numbers: want type, tables, boards, boards a round, rounds, and perhaps the missing pair", len(head)))
	case head[0] > ebuStagger:
		return refuse(at, bridge.Errorf(bridge.Invalid, "movefile.ebu_type", "type %d: want 0 to 7", head[0]))
	case head[3] == 0 || head[2]%head[3] != 0:
		return refuse(at, bridge.Errorf(bridge.Invalid, "movefile.ebu_boards", "%d boards, %d a round: that makes no whole sets", head[2], head[3]))
	}
	kind, winners := movement.Pairs, 1
	switch head[0] {
	case ebuMitchell:
		winners = 2
	case ebuIndividual, ebuIndividual4:
		kind = movement.Individual
	case ebuTeams, ebuBreak, ebuStagger:
		kind = movement.Teams
	}
	tables, rounds, sets := head[1], head[4], head[2]/head[3]
	if err := movement.CheckSize(kind, winners, tables, rounds, sets); err != nil {
		return refuse(at, err)
	}
	if len(lines) != tables+2 {
		return refuse(lines[len(lines)-1].line, bridge.Errorf(bridge.Invalid, "movefile.ebu_tables", "%d lines of tables: want %d", len(lines)-2, tables))
	}
	m := movement.New("", kind, winners, tables, rounds, sets)
	m.Name = oneLine(lines[0].text)
	if err := ebuCells(m, lines[2:]); err != nil {
		return refuse(at, err)
	}
	if head[0] == ebuSwitched || head[0] == ebuIndividual4 {
		b.joinLines(m, at)
	}
	b.ebuItself(m, lines[2:])
	if head[0] == ebuIndividual4 || head[0] == ebuBreak || head[0] == ebuStagger {
		b.warn(at, "movefile.ebu_plain", "type %d of EBUScore is not kept: who sits where and plays what was read, how it is scored was not", head[0])
	}
	missing := 0
	if len(head) == 6 {
		missing = head[5]
	}
	b.ebuMissing(m, missing, at)
	b.Movement = m
	return b
}

// ebuCells reads the lines of the tables.
func ebuCells(m *movement.Movement, lines []said) error {
	width := 3
	if m.Kind == movement.Individual {
		width = 5
	}
	for t, l := range lines {
		n, err := ebuNumbers(l)
		if err != nil {
			return err
		}
		if len(n) != width*m.Rounds {
			return bridge.At(place(l.line), bridge.Errorf(bridge.Invalid, "movefile.ebu_row", "table %d has %d numbers: want %d", t+1, len(n), width*m.Rounds))
		}
		for r := range m.Rounds {
			s := m.At(t+1, r+1)
			cell := n[r*width : (r+1)*width]
			if width == 3 {
				s.NS[0], s.EW[0], s.Set = cell[0], cell[1], cell[2]
			} else {
				s.NS, s.EW, s.Set = movement.Who(cell[:2]), movement.Who(cell[2:4]), cell[4]
			}
			if s.Empty() {
				s.Set = 0
			}
			if err := m.CheckSlot(t+1, r+1); err != nil {
				return bridge.At(place(l.line), err)
			}
		}
	}
	return nil
}

// ebuItself makes a sit-out of whoever meets itself, which is how it is written there.
func (b *Block) ebuItself(m *movement.Movement, lines []said) {
	if m.Winners == 2 || m.Kind == movement.Individual {
		return
	}
	first := 0
	for i := range m.Slots {
		if s := &m.Slots[i]; s.NS == s.EW && !s.Empty() {
			s.EW, s.Set = movement.Who{}, 0
			if first == 0 {
				first = lines[s.Table-1].line
			}
		}
	}
	if first > 0 {
		b.warn(first, "movefile.ebu_itself", "who meets itself sits out")
	}
}

// joinLines counts lines that are numbered apart in one row, if they are: East-West
// behind North-South, of individuals each seat behind the one before.
func (b *Block) joinLines(m *movement.Movement, line int) {
	apart := false
	most := 0
	for r := 1; r <= m.Rounds; r++ {
		seen := map[int]bool{}
		for t := 1; t <= m.Tables; t++ {
			s := m.At(t, r)
			for _, n := range []int{s.NS[0], s.NS[1], s.EW[0], s.EW[1]} {
				apart = apart || n > 0 && seen[n]
				seen[n] = true
				most = max(most, n)
			}
		}
	}
	if !apart || most > m.Tables+1 {
		return
	}
	b.warn(line, "movefile.joined", "the lines are numbered apart, for one ranking: East-West begin with %d now", most+1)
	step := 1
	if m.Kind == movement.Individual {
		step = 2
	}
	for i := range m.Slots {
		s := &m.Slots[i]
		for k, n := range []*int{&s.NS[0], &s.NS[1], &s.EW[0], &s.EW[1]} {
			if *n > 0 {
				*n += most * (k * step / 2)
			}
		}
	}
}

// ebuMissing finds out who the missing pair is: the one that the sizes name, or one
// that sits and never plays.
func (b *Block) ebuMissing(m *movement.Movement, missing, line int) {
	if m.Kind == movement.Individual {
		if n := len(m.Contestants()); missing > 0 && missing != n {
			b.warn(line, "movefile.ebu_players", "%d players, but %d sit at the tables", missing, n)
		}
		return
	}
	var idle []movement.Contestant
	plays := map[movement.Contestant]bool{}
	for _, s := range m.Slots {
		for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
			if n := s.Side(side)[0]; n > 0 && m.Plays(s) {
				plays[m.Contestant(side, n)] = true
			}
		}
	}
	for _, c := range m.Contestants() {
		if !plays[c] {
			idle = append(idle, c)
		}
	}
	known := m.Contestants()
	switch {
	case missing > 0 && m.Winners == 2:
		for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
			c := movement.Contestant{Line: side, Number: missing}
			if slices.Contains(idle, c) {
				m.Phantom = c
				return
			}
		}
		m.Phantom = movement.Contestant{Line: bridge.NS, Number: missing}
		b.warn(line, "movefile.missing_line", "the missing pair %d: taken to be North-South", missing)
	case missing > 0:
		m.Phantom = movement.Contestant{Number: missing}
	case len(idle) == 1 && len(known) > 1:
		m.Phantom = idle[0]
		return
	default:
		return
	}
	if !slices.Contains(known, m.Phantom) {
		b.warn(line, "movefile.missing_nowhere", "the missing pair %d sits at no table", missing)
		m.Phantom = movement.Contestant{}
	}
}

// writeEBU writes a block of EBUScore.
func writeEBU(out *strings.Builder, m *movement.Movement, boards int) []Warning {
	l := losses{m: m, format: EBU}
	kind := ebuAny
	switch {
	case m.Kind == movement.Teams:
		kind = ebuTeams
	case m.Kind == movement.Individual:
		kind = ebuIndividual
	case m.Winners == 2:
		kind = ebuMitchell
	case l.anySwitched():
		kind = ebuSwitched
	}
	head := []int{kind, m.Tables, m.Sets * boards, boards, m.Rounds}
	idle := false // the missing pair is shown by sets 0
	switch {
	case m.Phantom == movement.Contestant{}:
	case m.Phantom.Line == bridge.EW, m.Kind == movement.Individual:
		idle = true
		l.warn("movefile.lost_missing", "%s cannot name %v as missing: its tables have no boards", EBU.Program(), m.Phantom)
	default:
		head = append(head, m.Phantom.Number)
	}
	l.family()
	l.marks()
	out.WriteString(l.name() + "\n" + commas(head) + "\n")
	for t := 1; t <= m.Tables; t++ {
		var row []int
		for r := 1; r <= m.Rounds; r++ {
			s := *m.At(t, r)
			if idle && !m.Plays(s) {
				s.Set = 0
			}
			if m.Kind == movement.Individual {
				row = append(row, s.NS[0], s.NS[1], s.EW[0], s.EW[1], s.Set)
			} else {
				row = append(row, s.NS[0], s.EW[0], s.Set)
			}
		}
		out.WriteString(commas(row) + "\n")
	}
	return l.list
}

// commas joins numbers.
func commas(n []int) string {
	out := make([]string, len(n))
	for i, v := range n {
		out[i] = strconv.Itoa(v)
	}
	return strings.Join(out, ",")
}
