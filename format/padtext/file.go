package padtext

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/format/internal/charset"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/pad"
)

// File is the text of a home table and the evening that follows from it. [Read]
// and [New] make one.
type File struct {
	Lines   []Line
	Given   int      // how many lines at the top were not in the text: settings that were given to Read
	Changes []Change // what corrections of earlier deals changed
	Evening *pad.Evening

	head    head
	reading bool       // what is given stays
	given   []Setting  // while reading
	undone  []headLine // while reading, with the line that took it back
	done    []int      // the lines of the acts that were not taken back
}

// Change is what a correction changed besides the deal itself. If the correction
// is taken back, there is none.
type Change struct {
	Line  int // of the text, from 1
	Notes []pad.Note
}

// New begins a text with these settings.
func New(given ...Setting) (*File, error) {
	return Read(strings.NewReader(""), notation.English, given...)
}

// Read reads a text, with the words of a language beside the English ones. What is
// given holds as if it stood in the head; a head that says otherwise is refused.
//
// The error carries the line, "line 4", as its place.
func Read(r io.Reader, lang notation.Language, given ...Setting) (*File, error) {
	f := &File{given: given, reading: true}
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, bridge.Errorf(bridge.Invalid, "padtext.read", "the text cannot be read: %w", err)
	}
	text, err := decode(data, lang)
	if err != nil {
		return nil, err
	}
	n := 0
	for l := range strings.Lines(text) {
		n++
		parsed, err := parseLine(lang, strings.TrimRight(l, "\r\n"), f.roster(), true)
		if err == nil {
			_, err = f.add(parsed, n)
		}
		if h, ok := errors.AsType[headError](err); ok {
			return nil, h.error
		}
		if err != nil {
			return nil, bridge.At(line(n), err)
		}
	}
	if err := f.begin(); err != nil {
		return nil, err
	}
	if err := f.keepsGiven(); err != nil { // it may have gone back behind the first deal
		return nil, err
	}
	f.reading, f.given, f.undone = false, nil, nil
	return f, nil
}

// headError is a refusal of the head as a whole, which shows at its first act: the
// line of that act is not to blame.
type headError struct{ error }

// decode gives the text of a file.
func decode(data []byte, lang notation.Language) (string, error) {
	text, name := charset.Decode(data)
	if lang == notation.Russian && (name == charset.Latin1 || name == charset.Windows1252) {
		return charset.DecodeAs(data, "windows-1251")
	}
	return text, nil
}

// Write writes the text in its canonical form.
func Write(w io.Writer, f *File) error {
	out := bufio.NewWriter(w)
	for _, l := range f.Lines {
		if _, err := out.WriteString(l.String() + "\n"); err != nil {
			return bridge.Errorf(bridge.Internal, "padtext.write", "writing the text: %w", err)
		}
	}
	if err := out.Flush(); err != nil {
		return bridge.Errorf(bridge.Internal, "padtext.write", "writing the text: %w", err)
	}
	return nil
}

// Parse reads a line as [ParseLine] does, and knows the players.
func (f *File) Parse(lang notation.Language, line string) (Line, error) {
	return parseLine(lang, line, f.roster(), false)
}

// Names are the names of the players, none if there is no line with them.
func (f *File) Names() []string { return slices.Clone(f.head.players()) }

// Setting gives the value of a line of the head.
func (f *File) Setting(name string) (value string, ok bool) { return f.head.get(name) }

// House lists the settings of the house.
func (f *File) House() (list []Setting) {
	for _, l := range f.head.said {
		if s, ok := l.says.(Setting); ok && strings.Contains(s.Name, ".") {
			list = append(list, s)
		}
	}
	return list
}

// IsEvening reports whether the text is one of an evening: players have names, or
// there is more than one rubber.
func (f *File) IsEvening() bool { return len(f.head.players()) > 0 || f.Evening.Rubbers() > 1 }

// Clone is a copy that does not change with f.
func (f *File) Clone() *File {
	c := *f
	c.Lines, c.Changes, c.done = slices.Clone(f.Lines), slices.Clone(f.Changes), slices.Clone(f.done)
	if f.Evening != nil {
		c.Evening = f.Evening.Clone()
	}
	return &c
}

// HeadUndone is the key of the note that undo took back a line of the head. Its
// argument is the place of that line in [File.Lines], from 1.
const HeadUndone = "padtext.note.head_undone"

// Add puts a line behind the others, and does what it says. A line that is refused
// changes nothing.
//
// The error has the codes of package pad; also [bridge.Conflict] for a line of the
// head behind the first act, and for one that is there already.
func (f *File) Add(l Line) ([]pad.Note, error) { return f.add(l, len(f.Lines)-f.Given+1) }

func (f *File) add(l Line, n int) (notes []pad.Note, err error) {
	switch says := l.Says.(type) {
	case nil:
	case Setting, Players:
		err = f.addHead(headLine{says, n})
	default:
		notes, err = f.do(says, n)
	}
	if err != nil {
		return nil, err
	}
	f.Lines = append(f.Lines, l)
	return notes, nil
}

// do does an act that stands in a line.
func (f *File) do(says Saying, n int) (notes []pad.Note, err error) {
	a, _ := says.(Act)
	_, undo := a.Act.(pad.Undone)
	if undo && len(f.done) == 0 && len(f.head.said) > 0 {
		return f.undoHead(n)
	}
	if err := f.begin(); err != nil {
		return nil, headError{err}
	}
	if notes, err = f.act(says); err != nil {
		return nil, err
	}
	if undo {
		last := f.done[len(f.done)-1]
		f.done = f.done[:len(f.done)-1]
		f.Changes = slices.DeleteFunc(f.Changes, func(c Change) bool { return c.Line == last })
		return notes, nil
	}
	f.done = append(f.done, n)
	switch a.Act.(type) {
	case pad.Edited, pad.Inserted, pad.Removed:
		if len(notes) > 0 {
			f.Changes = append(f.Changes, Change{n, notes})
		}
	}
	return notes, nil
}

// undoHead takes back the last line of the head, when there is no act that can be.
// Line n says so.
func (f *File) undoHead(n int) ([]pad.Note, error) {
	end := len(f.head.said) - 1
	last := f.head.said[end]
	if f.reading {
		if last.line == 0 {
			return nil, takesGiven(last.says)
		}
		f.undone = append(f.undone, headLine{last.says, n})
	}
	next := head{f.head.said[:end]}
	if err := f.put(next); err != nil {
		return nil, err
	}
	place := end + 1 // what was given stands at the top
	if last.line > 0 {
		place = last.line + f.Given
	}
	return []pad.Note{{Key: HeadUndone, Args: []int{place}}}, nil
}

func takesGiven(s Saying) error {
	return bridge.Errorf(bridge.Conflict, "padtext.undo_given", "undo would take back %s, which was asked for", s)
}

// keepsGiven refuses a text that took back what was given and did not say it again.
func (f *File) keepsGiven() error {
	for _, u := range slices.Backward(f.undone) {
		if _, ok := f.head.get(u.name()); !ok && slices.ContainsFunc(f.given, func(g Setting) bool { return g.Name == u.name() }) {
			return bridge.At(line(u.line), takesGiven(u.says))
		}
	}
	return nil
}

// addHead adds a line of the head.
func (f *File) addHead(l headLine) error {
	if len(f.done) > 0 {
		return bridge.Errorf(bridge.Conflict, "padtext.head_late", "%s stands before the first deal, not behind it", l.name())
	}
	next, err := f.head.with(l)
	if err != nil {
		return err
	}
	switch s := l.says.(type) {
	case Setting:
		for _, g := range f.given {
			if g.Name == s.Name && g.Value != s.Value {
				return bridge.Errorf(bridge.Conflict, "padtext.contradicts", "%s is %s here, but %s was asked for", s.Name, s.Value, g.Value)
			}
		}
	case Players:
		if _, err := checkNames(s); err != nil {
			return err
		}
	}
	return f.put(next)
}

// put changes the head. Once the evening has begun, it begins anew.
func (f *File) put(next head) error {
	if f.Evening != nil {
		e, err := next.evening()
		if err != nil {
			return err
		}
		f.Evening = e
	}
	f.head = next
	return nil
}

// begin makes the evening when the head is complete.
func (f *File) begin() error {
	if f.Evening != nil {
		return nil
	}
	if err := f.keepsGiven(); err != nil {
		return err
	}
	var top head // what is given stands before what the text says
	var lines []Line
	for _, g := range f.given {
		if _, ok := f.head.get(g.Name); ok {
			continue // it says the same
		}
		var err error
		if top, err = top.with(headLine{g, 0}); err != nil {
			return err
		}
		lines = append(lines, Line{Says: g})
	}
	h := head{append(top.said, f.head.said...)}
	e, err := h.evening()
	if err != nil {
		return err
	}
	f.head, f.Evening = h, e
	f.Lines, f.Given = append(lines, f.Lines...), len(lines)
	return nil
}

func (f *File) act(says Saying) ([]pad.Note, error) {
	switch s := says.(type) {
	case Act:
		return f.Evening.Apply(s.Act)
	case Claim:
		return f.claim(s.Honours)
	case Next:
		return nil, f.next(s.Players)
	}
	return nil, bridge.Errorf(bridge.Invalid, "pad.no_act", "an act that says nothing")
}

// claim adds honours to the last deal.
func (f *File) claim(h pad.Honours) ([]pad.Note, error) {
	n, d := f.Evening.Table().Last()
	if n == 0 {
		return nil, bridge.Errorf(bridge.NotFound, "padtext.honours_early", "honours without a deal: they stand behind the deal in which they were held")
	}
	if !h.Side.Valid() {
		h.Side = d.Side
	}
	d.Honours = append(d.Honours, h)
	return f.Evening.Apply(pad.Edited{N: n, Deal: d})
}

// next begins the next rubber.
func (f *File) next(names []string) error {
	known := f.head.players()
	players := make([]pad.Player, 0, len(names))
	for _, name := range names {
		p, ok := f.player(name)
		switch {
		case !ok && len(known) == 0:
			return bridge.Errorf(bridge.NotFound, "padtext.no_players", "%s: want a line with the players before the first deal", name)
		case !ok:
			return bridge.Errorf(bridge.NotFound, "padtext.player", "there is no player %s: want %s", name, strings.Join(known, ", "))
		case slices.Contains(players, p):
			return bridge.Errorf(bridge.Invalid, "padtext.two_chairs", "%s sits on two chairs", name)
		}
		players = append(players, p)
	}
	err := f.Evening.Next(players...)
	e, ok := errors.AsType[*bridge.Error](err)
	switch {
	case !ok || len(known) == 0:
		return err
	case e.Key == "pad.cutting_in":
		return bridge.Errorf(e.Code, "padtext.cutting_in", "%s sat out the last rubber and comes in now; those with the longest run of rubbers leave", f.name(e.Args[0]))
	case e.Key == "pad.cutting_out":
		return bridge.Errorf(e.Code, "padtext.cutting_out", "rubbers running: %d of %s, who goes on, and %d of %s, who leaves; those with the longest run leave",
			e.Args[0], f.name(e.Args[1]), e.Args[2], f.name(e.Args[3]))
	}
	return err
}

// name is what the player of a refusal is called.
func (f *File) name(arg any) string {
	p, _ := arg.(pad.Player)
	return f.head.players()[p-1]
}

// player finds a player by name; upper and lower case do not matter.
func (f *File) player(name string) (pad.Player, bool) {
	i := slices.IndexFunc(f.head.players(), func(n string) bool { return strings.EqualFold(n, name) })
	return pad.Player(i + 1), i >= 0
}

func (f *File) roster() roster { return roster{f.head.players(), f.seat} }

// seat finds where a player sits in the running rubber; see [File.Seats].
func (f *File) seat(name string) (bridge.Seat, bool) {
	p, ok := f.player(name)
	if !ok || utf8.RuneCountInString(name) < 2 { // a letter is a seat
		return 0, false
	}
	seating := pad.Seating{We: [2]pad.Player{1, 2}, They: [2]pad.Player{3, 4}}
	if f.Evening != nil {
		seating = f.Evening.Seating()
	}
	for seat, q := range Seats(seating) {
		if q == p {
			return seat, true
		}
	}
	return 0, true
}

// Seats is who sits where: partners North and South, their opponents East and
// West.
func Seats(s pad.Seating) map[bridge.Seat]pad.Player {
	return map[bridge.Seat]pad.Player{bridge.North: s.We[0], bridge.South: s.We[1], bridge.East: s.They[0], bridge.West: s.They[1]}
}
