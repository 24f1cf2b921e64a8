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

	head  head
	given []Setting
	acts  int
}

// Change is what a correction changed besides the deal itself.
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
	f := &File{given: given}
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
		parsed, err := parseLine(lang, strings.TrimRight(l, "\r\n"), f.seat, true)
		if err == nil {
			_, err = f.add(parsed, n)
		}
		if err != nil {
			if e, ok := errors.AsType[*bridge.Error](err); ok && strings.HasPrefix(e.At, "line ") {
				return nil, err // of an earlier line
			}
			return nil, bridge.At(line(n), err)
		}
	}
	if err := f.begin(); err != nil {
		return nil, err
	}
	return f, nil
}

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
	return parseLine(lang, line, f.seat, false)
}

// Names are the names of the players, none if there is no line with them.
func (f *File) Names() []string { return slices.Clone(f.head.players) }

// Setting gives the value of a line of the head.
func (f *File) Setting(name string) (value string, ok bool) { return f.head.get(name) }

// House lists the settings of the house.
func (f *File) House() (list []Setting) {
	for _, s := range f.head.settings {
		if strings.Contains(s.Name, ".") {
			list = append(list, s)
		}
	}
	return list
}

// IsEvening reports whether the text is one of an evening: players have names, or
// there is more than one rubber.
func (f *File) IsEvening() bool { return len(f.head.players) > 0 || f.Evening.Rubbers() > 1 }

// Clone is a copy that does not change with f.
func (f *File) Clone() *File {
	c := *f
	c.Lines, c.Changes = slices.Clone(f.Lines), slices.Clone(f.Changes)
	if f.Evening != nil {
		c.Evening = f.Evening.Clone()
	}
	return &c
}

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
		err = f.addHead(says, n)
	default:
		if err = f.begin(); err == nil {
			notes, err = f.act(says)
		}
		if err == nil {
			f.acts++
		}
	}
	if err != nil {
		return nil, err
	}
	f.Lines = append(f.Lines, l)
	if a, ok := l.Says.(Act); ok && len(notes) > 0 {
		switch a.Act.(type) {
		case pad.Edited, pad.Inserted, pad.Removed:
			f.Changes = append(f.Changes, Change{n, notes})
		}
	}
	return notes, nil
}

// addHead adds a line of the head. Once the evening has begun, it begins anew.
func (f *File) addHead(says Saying, n int) error {
	name := wordPlayers
	if s, ok := says.(Setting); ok {
		name = s.Name
	}
	if f.acts > 0 {
		return bridge.Errorf(bridge.Conflict, "padtext.head_late", "%s stands before the first deal, not behind it", name)
	}
	next := f.head
	var err error
	switch s := says.(type) {
	case Setting:
		if next, err = f.head.with(s, n); err != nil {
			return err
		}
		for _, g := range f.given {
			if g.Name == s.Name && g.Value != s.Value {
				return bridge.Errorf(bridge.Conflict, "padtext.contradicts", "%s is %s here, but %s was asked for", s.Name, s.Value, g.Value)
			}
		}
	case Players:
		if len(f.head.players) > 0 {
			return bridge.Errorf(bridge.Conflict, "padtext.players_twice", "the players are named already")
		}
		next.players = s
	}
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
	h := f.head
	var top []Line
	for _, g := range f.given {
		if _, ok := h.get(g.Name); ok {
			continue // it says the same
		}
		var err error
		if h, err = h.with(g, 0); err != nil {
			return err
		}
		top = append(top, Line{Says: g})
	}
	e, err := h.evening()
	if err != nil {
		return err
	}
	f.head, f.Evening, f.given = h, e, nil
	f.Lines, f.Given = append(top, f.Lines...), len(top)
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
	players := make([]pad.Player, 0, len(names))
	for _, name := range names {
		p, ok := f.player(name)
		switch {
		case !ok && len(f.head.players) == 0:
			return bridge.Errorf(bridge.NotFound, "padtext.no_players", "%s: want a line with the players before the first deal", name)
		case !ok:
			return bridge.Errorf(bridge.NotFound, "padtext.player", "there is no player %s: want %s", name, strings.Join(f.head.players, ", "))
		case slices.Contains(players, p):
			return bridge.Errorf(bridge.Invalid, "padtext.two_chairs", "%s sits on two chairs", name)
		}
		players = append(players, p)
	}
	err := f.Evening.Next(players...)
	e, ok := errors.AsType[*bridge.Error](err)
	switch {
	case !ok || len(f.head.players) == 0:
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
	return f.head.players[p-1]
}

// player finds a player by name; upper and lower case do not matter.
func (f *File) player(name string) (pad.Player, bool) {
	i := slices.IndexFunc(f.head.players, func(n string) bool { return strings.EqualFold(n, name) })
	return pad.Player(i + 1), i >= 0
}

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
