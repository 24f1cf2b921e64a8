package movefile

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/movement"
)

// The words that lines begin with.
const (
	wordMovement = "movement"
	wordName     = "name"
	wordFamily   = "family"
	wordKind     = "kind"
	wordWinners  = "winners"
	wordTables   = "tables"
	wordRounds   = "rounds"
	wordSets     = "sets"
	wordPhantom  = "phantom"
	wordSkip     = "skip"
	wordRover    = "rover"
	wordPlayed   = "played"
	wordTable    = "table"
)

// version is that of the format.
const version = "1"

// maxName is how many characters a name or a family may have.
const maxName = 200

// word splits a line at its first blank. The word is in lower case.
func word(line string) (key, rest string) {
	i := strings.IndexFunc(line, unicode.IsSpace)
	if i < 0 {
		return strings.ToLower(line), ""
	}
	return strings.ToLower(line[:i]), strings.TrimSpace(line[i:])
}

// said is what a line says, and where.
type said struct {
	line int
	text string
}

// draft is a movement whose lines are being read.
type draft struct {
	head map[string]said
	rows map[int]said
}

// readPlain reads our own format.
func readPlain(text string) []Block {
	var out []Block
	var d *draft
	end := func() {
		if d == nil {
			return
		}
		b := &out[len(out)-1]
		if b.Err == nil {
			b.Movement, b.Err = d.movement(b.Line)
			b.family(d.head[wordFamily].line)
		}
		d = nil
	}
	n := 0
	for l := range strings.Lines(text) {
		n++
		key, rest := word(strings.TrimSpace(l))
		if key == "" || key[0] == '#' {
			continue
		}
		if key != wordName && key != wordFamily {
			rest = uncomment(rest)
		}
		if key == wordMovement {
			end()
			d = &draft{map[string]said{}, map[int]said{}}
			out = append(out, Block{Line: n})
			if rest != version {
				out[len(out)-1].Err = bridge.At(place(n), bridge.Errorf(bridge.Unsupported, "movefile.version", "movement %q: this release reads version %s", rest, version))
			}
			continue
		}
		if d == nil {
			out = append(out, Block{Line: n, Err: bridge.At(place(n), bridge.Errorf(bridge.Invalid, "movefile.no_head", "a movement begins with the line: movement %s", version))})
			return out
		}
		if b := &out[len(out)-1]; b.Err == nil {
			if err := d.add(key, said{n, rest}); err != nil {
				b.Err = bridge.At(place(n), err)
			}
		}
	}
	end()
	return out
}

// uncomment cuts a comment off.
func uncomment(s string) string {
	s, _, _ = strings.Cut(s, "#")
	return strings.TrimSpace(s)
}

// add notes what a line says.
func (d *draft) add(key string, s said) error {
	switch key {
	case wordName, wordFamily, wordKind, wordWinners, wordTables, wordRounds, wordSets, wordPhantom, wordSkip, wordRover, wordPlayed:
		if old, ok := d.head[key]; ok {
			return bridge.Errorf(bridge.Conflict, "movefile.twice", "%s stands in line %d already", key, old.line)
		}
		if s.text == "" {
			return bridge.Errorf(bridge.Invalid, "movefile.value", "%s: nothing stands behind it", key)
		}
		d.head[key] = s
		return nil
	case wordTable:
		name, cells, ok := strings.Cut(s.text, ":")
		t, err := whole(strings.TrimSpace(name), 1, movement.MaxTables)
		if !ok || err != nil {
			return bridge.Errorf(bridge.Invalid, "movefile.table", "table %q: want a number from 1 to %d, a colon and the cells", name, movement.MaxTables)
		}
		if old, ok := d.rows[t]; ok {
			return bridge.Errorf(bridge.Conflict, "movefile.table_twice", "table %d stands in line %d already", t, old.line)
		}
		d.rows[t] = said{s.line, cells}
		return nil
	}
	return bridge.Errorf(bridge.Invalid, "movefile.line", "%q: no line of a movement begins like this", key)
}

// whole reads a number without a sign.
func whole(text string, least, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most || text[0] == '+' {
		return 0, bridge.Errorf(bridge.Invalid, "movefile.number", "%q: want a number from %d to %d", text, least, most)
	}
	return n, nil
}

// number is the value of a line of the head, or missing if there is none.
func (d *draft) number(key string, least, most, missing int) (int, error) {
	s, ok := d.head[key]
	if !ok {
		return missing, nil
	}
	n, err := whole(s.text, least, most)
	return n, bridge.At(place(s.line), err)
}

// movement makes the movement of a draft that begins in a line.
func (d *draft) movement(line int) (*movement.Movement, error) {
	m := &movement.Movement{Kind: movement.Pairs}
	for key, to := range map[string]*string{wordName: &m.Name, wordFamily: &m.Family} {
		*to = d.head[key].text
		if n := utf8.RuneCountInString(*to); n > maxName {
			return nil, bridge.At(place(d.head[key].line), bridge.Errorf(bridge.Invalid, "movefile.long", "a text of %d characters: want at most %d", n, maxName))
		}
	}
	if s, ok := d.head[wordKind]; ok {
		m.Kind = movement.Kind(strings.ToLower(s.text))
	}
	most, columns := 0, 0
	for t, row := range d.rows {
		most = max(most, t)
		columns = max(columns, len(strings.Fields(row.text)))
	}
	for _, n := range []struct {
		key     string
		to      *int
		least   int
		most    int
		missing int
	}{
		{wordWinners, &m.Winners, 1, 2, 1},
		{wordTables, &m.Tables, 1, movement.MaxTables, most},
		{wordRounds, &m.Rounds, 1, movement.MaxRounds, columns},
		{wordSets, &m.Sets, 1, movement.MaxSets, d.highestSet()},
	} {
		var err error
		if *n.to, err = d.number(n.key, n.least, n.most, n.missing); err != nil {
			return nil, err
		}
	}
	if err := movement.CheckSize(m.Kind, m.Winners, m.Tables, m.Rounds, m.Sets); err != nil {
		return nil, bridge.At(place(max(line, d.head[wordKind].line)), err)
	}
	full := movement.New(m.Family, m.Kind, m.Winners, m.Tables, m.Rounds, m.Sets)
	full.Name = m.Name
	if err := d.cells(full, line); err != nil {
		return full, err
	}
	return full, d.specials(full) // a phantom has to sit somewhere
}

// highestSet is the highest number of a set in the cells, at least 1.
func (d *draft) highestSet() int {
	most := 1
	for _, row := range d.rows {
		for cell := range strings.FieldsSeq(row.text) {
			_, set, _ := strings.Cut(strings.TrimRight(strings.ToLower(cell), marks), "/")
			if n, err := strconv.Atoi(set); err == nil {
				most = max(most, n)
			}
		}
	}
	return most
}

// specials reads the phantom, the skip and the rover.
func (d *draft) specials(m *movement.Movement) error {
	if s, ok := d.head[wordPhantom]; ok {
		c, err := movement.ParseContestant(strings.ToUpper(s.text))
		if err == nil {
			m.Phantom = c
			err = m.Check()
		}
		if err != nil {
			return bridge.At(place(s.line), err)
		}
	}
	if s, ok := d.head[wordSkip]; ok {
		key, rest := word(s.text)
		n, err := whole(rest, 1, m.Rounds)
		if key != "after" || err != nil {
			return bridge.At(place(s.line), bridge.Errorf(bridge.Invalid, "movefile.skip", "skip %q: want after and a round from 1 to %d", s.text, m.Rounds))
		}
		m.SkipAfter = n
	}
	if s, ok := d.head[wordRover]; ok {
		for field := range strings.FieldsSeq(s.text) {
			t, err := whole(field, 1, m.Tables)
			if err != nil {
				return bridge.At(place(s.line), err)
			}
			m.RoverOrder = append(m.RoverOrder, t)
		}
		if len(m.RoverOrder) > m.Rounds {
			return bridge.At(place(s.line), bridge.Errorf(bridge.Invalid, "movefile.rover", "a rover at %d tables in %d rounds", len(m.RoverOrder), m.Rounds))
		}
	}
	return nil
}

// cells reads the lines of the tables.
func (d *draft) cells(m *movement.Movement, line int) error {
	for t := 1; t <= m.Tables; t++ {
		row, ok := d.rows[t]
		if !ok {
			return bridge.At(place(line), bridge.Errorf(bridge.Invalid, "movefile.no_table", "table %d has no line: want one for each of %d tables", t, m.Tables))
		}
		cells := strings.Fields(row.text)
		if len(cells) != m.Rounds {
			return bridge.At(place(row.line), bridge.Errorf(bridge.Invalid, "movefile.cells", "table %d has %d cells: want one for each of %d rounds", t, len(cells), m.Rounds))
		}
		for r, cell := range cells {
			s, err := parseCell(m, t, r+1, cell)
			if err != nil {
				return bridge.At(place(row.line), err)
			}
			*m.At(t, r+1) = s
		}
		delete(d.rows, t)
	}
	for t, row := range d.rows { // the least, so that the error is always the same
		for u, other := range d.rows {
			if u < t {
				t, row = u, other
			}
		}
		return bridge.At(place(row.line), bridge.Errorf(bridge.Invalid, "movefile.table_extra", "table %d: there are %d tables", t, m.Tables))
	}
	played, err := d.number(wordPlayed, 0, m.Rounds, 0)
	for i := range m.Slots {
		if s := &m.Slots[i]; s.Round <= played && !s.Empty() {
			s.Played = true
		}
	}
	return err
}

// marks stand behind a cell: switched, played.
const marks = "sp"

// parseCell reads a cell with its marks.
func parseCell(m *movement.Movement, table, round int, cell string) (movement.Slot, error) {
	lower := strings.ToLower(cell)
	bare := strings.TrimRight(lower, marks)
	mark := lower[len(bare):]
	text := bare
	if m.Kind == movement.Individual {
		text = strings.Replace(bare, "v", " ", 1)
	}
	s, err := movement.ParseSlot(table, round, text, m.Kind, m.Sets)
	if err != nil || strings.Count(mark, "s") > 1 || strings.Count(mark, "p") > 1 || strings.Contains(bare, " ") {
		if m.Kind == movement.Individual {
			return s, bridge.Errorf(bridge.Invalid, "movefile.cell_individual", "table %d, round %d: %q: want 1-6v11-16/1 with sets 1 to %d, - for nobody, s or p behind it", table, round, cell, m.Sets)
		}
		return s, bridge.Errorf(bridge.Invalid, "movefile.cell", "table %d, round %d: %q: want 3-7/2 with sets 1 to %d, - for nobody, s or p behind it", table, round, cell, m.Sets)
	}
	s.Switched, s.Played = strings.Contains(mark, "s"), strings.Contains(mark, "p")
	if s.Empty() {
		s.Set = 0
	}
	return s, nil
}

// cellText writes a cell with its marks.
func cellText(m *movement.Movement, s movement.Slot) string {
	text := strings.Replace(s.Cell(m.Kind), " ", "v", 1)
	if s.Switched {
		text += "s"
	}
	if s.Played {
		text += "p"
	}
	return text
}

// oneLine is a text without line breaks and double blanks.
func oneLine(s string) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if runes := []rune(s); len(runes) > maxName {
		s = strings.TrimSpace(string(runes[:maxName]))
	}
	return s
}

// Write writes a movement in our own format. A name in several lines becomes one.
//
// The error has code [bridge.Invalid] if the movement is no grid, see
// [movement.Movement.Check], and [bridge.Internal] if w fails.
func Write(w io.Writer, m *movement.Movement) error {
	if err := m.Check(); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	line := func(key, value string) {
		if value != "" {
			_, _ = out.WriteString(key + " " + value + "\n") // an error stays until Flush
		}
	}
	line(wordMovement, version)
	line(wordName, oneLine(m.Name))
	line(wordFamily, oneLine(m.Family))
	line(wordKind, string(m.Kind))
	line(wordWinners, strconv.Itoa(m.Winners))
	line(wordTables, strconv.Itoa(m.Tables))
	line(wordRounds, strconv.Itoa(m.Rounds))
	line(wordSets, strconv.Itoa(m.Sets))
	if m.Phantom != (movement.Contestant{}) {
		line(wordPhantom, m.Phantom.String())
	}
	if m.SkipAfter > 0 {
		line(wordSkip, "after "+strconv.Itoa(m.SkipAfter))
	}
	order := make([]string, len(m.RoverOrder))
	for i, t := range m.RoverOrder {
		order[i] = strconv.Itoa(t)
	}
	line(wordRover, strings.Join(order, " "))
	wide := make([]int, m.Rounds+1)
	for _, s := range m.Slots {
		wide[s.Round] = max(wide[s.Round], len(cellText(m, s)))
	}
	for t := 1; t <= m.Tables; t++ {
		var row strings.Builder
		row.WriteString(pad(strconv.Itoa(t)+":", len(strconv.Itoa(m.Tables))+1))
		for r := 1; r <= m.Rounds; r++ {
			row.WriteString(" " + pad(cellText(m, *m.At(t, r)), wide[r]))
		}
		line(wordTable, strings.TrimRight(row.String(), " "))
	}
	if err := out.Flush(); err != nil {
		return bridge.Errorf(bridge.Internal, "movefile.write", "writing a movement: %w", err)
	}
	return nil
}

// pad fills a text up with blanks.
func pad(s string, wide int) string { return s + strings.Repeat(" ", max(0, wide-len(s))) }
