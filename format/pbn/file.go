package pbn

import (
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
)

// File is a PBN file. What it holds can be changed and written again.
type File struct {
	Version  string          // as the head of the file says, "2.1"; empty if it does not
	Export   bool            // the head claims the export format
	Charset  string          // the character set that the file was read in
	Games    []*Game         // in the order of the file
	After    []Remark        // what stands behind the last game
	Warnings []event.Warning // what is not as the standard wants it, by ascending line
}

// Directives lists the lines of the head that begin with a percent sign, without
// the sign and without the two that claim version and format. BridgeComposer
// keeps titles and layout there.
func (f *File) Directives() []string {
	head := f.After
	if len(f.Games) > 0 {
		head = f.Games[0].Before
	}
	var out []string
	for _, r := range head {
		if r.Kind == Escape {
			out = append(out, r.Text)
		}
	}
	return out
}

// Directive gives the value of a line of the head like %HRTitleEvent "Club
// evening": what stands after the name and one space or colon, without quotation
// marks around it. It is empty if there is no such line.
func (f *File) Directive(name string) string {
	for _, line := range f.Directives() {
		rest, ok := strings.CutPrefix(strings.TrimLeft(line, " "), name)
		if !ok || rest == "" || !strings.ContainsAny(rest[:1], " :\t") {
			continue
		}
		rest = strings.TrimSpace(rest[1:])
		if len(rest) >= 2 && rest[0] == '"' && rest[len(rest)-1] == '"' {
			rest = rest[1 : len(rest)-1]
		}
		return rest
	}
	return ""
}

// RemarkKind is the way in which a remark is marked.
type RemarkKind byte

// The kinds of remark.
const (
	Comment    RemarkKind = '{' // text in braces, which may have several lines
	RestOfLine RemarkKind = ';' // text from a semicolon to the end of the line
	Escape     RemarkKind = '%' // a line that begins with a percent sign
)

// Remark is a comment or a line for a special program. The text is kept as it
// stands, without the marks; in a comment lines end with "\n".
type Remark struct {
	Kind RemarkKind
	Text string
	Line int // of the file, from 1; 0 if it comes from no file
}

// Origin says where the value of a tag comes from.
type Origin uint8

// The origins. All but Own are resolved by [Read]: the tag has the value, and
// [Write] writes it out.
const (
	Own       Origin = iota // it stands in the game
	Copied                  // "#": the value of the nearest earlier game
	Default                 // the game has no such tag; a "##value" of an earlier one gives it
	SameBoard               // the game has no deal: it is the board of the game before, at another table
)

// Tag is a pair of name and value with what follows it.
type Tag struct {
	Name    string
	Value   string // without quotation marks and escapes
	Origin  Origin
	Line    int      // of the file; 0 if the tag does not stand there
	Remarks []Remark // what stands behind the tag

	Calls   []Call // of Auction
	Cards   []Card // of Play
	Table   *Table // of the tags whose name ends in Table
	Section string // of Note: "Auction" or "Play", empty if it stands behind neither
}

// Game is one record of a file.
type Game struct {
	Before     []Remark // what stands between the game before and the first tag
	Tags       []Tag    // in the order of the file; what was inherited stands last
	Duplicates []Tag    // tags that the game has already; the standard ignores them
	First      int      // first line of the game
	Last       int      // last line of the game

	heirs *heirs // values that earlier games of the file left to later ones
	place int    // of this game in the file
}

// Tag gives the tag of that name, nil if the game has none. A tag that an earlier
// game left to all later ones has the origin [Default]; it does not stand in
// Tags, and changing it changes nothing: see [Game.Set].
func (g *Game) Tag(name string) *Tag {
	if t := g.own(name); t != nil {
		return t
	}
	if value, ok := g.heirs.of(name, g.place); ok {
		return &Tag{Name: name, Value: value, Origin: Default}
	}
	return nil
}

func (g *Game) own(name string) *Tag {
	for i := range g.Tags {
		if g.Tags[i].Name == name {
			return &g.Tags[i]
		}
	}
	return nil
}

// Text is the value of that tag, trimmed; it is empty if the tag is missing,
// empty, or unknown ("?").
func (g *Game) Text(name string) string {
	t := g.Tag(name)
	if t == nil {
		return ""
	}
	v := strings.TrimSpace(t.Value)
	if v == "?" {
		return ""
	}
	return v
}

// Set gives the tag of that name a value; a new one is added at the end.
func (g *Game) Set(name, value string) *Tag {
	t := g.own(name)
	if t == nil {
		g.Tags = append(g.Tags, Tag{Name: name})
		t = &g.Tags[len(g.Tags)-1]
	}
	t.Value, t.Origin = value, Own
	return t
}

// Calls are the calls of the auction, in their order.
func (g *Game) Calls() []Call {
	if t := g.Tag("Auction"); t != nil {
		return t.Calls
	}
	return nil
}

// Cards are the cards of the play, trick by trick and in each trick in the order
// of the seats from the opening leader, which need not be the order of play.
func (g *Game) Cards() []Card {
	if t := g.Tag("Play"); t != nil {
		return t.Cards
	}
	return nil
}

// Table is the section of a table tag, nil if the game has none.
func (g *Game) Table(name string) *Table {
	if t := g.Tag(name); t != nil {
		return t.Table
	}
	return nil
}

// Notes are the texts of the notes to a section, "Auction" or "Play", by number.
func (g *Game) Notes(section string) map[int]string {
	notes := map[int]string{}
	for _, t := range g.Tags {
		if t.Name != "Note" || t.Section != section {
			continue
		}
		if n, text, ok := noteOf(t.Value); ok {
			if _, twice := notes[n]; !twice {
				notes[n] = text
			}
		}
	}
	return notes
}

// Board is the number of the board. A label that begins with a number, such as
// 2-1 or 06, stands for that number; ok is false for any other.
func (g *Game) Board() (b bridge.Board, ok bool) { return boardOf(g.Text("Board")) }

// Dealer is the seat that calls first.
func (g *Game) Dealer() (s bridge.Seat, ok bool) {
	s, err := bridge.ParseSeat(g.Text("Dealer"))
	return s, err == nil
}

// Vulnerable is the set of vulnerable sides.
func (g *Game) Vulnerable() (v bridge.Vulnerability, ok bool) { return vulOf(g.Text("Vulnerable")) }

// Deal is the deal as far as it is known; ok is false if the game has none or it
// is impossible.
func (g *Game) Deal() (d bridge.Deal, ok bool) {
	text := g.Text("Deal")
	if text == "" {
		return bridge.Deal{}, false
	}
	d, _, err := dealOf(text)
	return d, err == nil && !d.IsZero()
}

// Player is the name of the player in that seat as the file writes it.
func (g *Game) Player(s bridge.Seat) string {
	if !s.Valid() {
		return ""
	}
	return g.Text(seatTags[s-1])
}

// Date is the day of play; ok is false if the file does not name one whole day.
func (g *Game) Date() (d Date, ok bool) {
	d, ok = dateOf(g.Text("Date"))
	return d, ok && d.Whole()
}

// Scoring is the way of scoring, the zero value if the game does not say.
func (g *Game) Scoring() Scoring { return scoringOf(g.Text("Scoring")) }

// Contract is the contract, or a pass-out.
func (g *Game) Contract() (c bridge.Contract, passedOut, ok bool) {
	b := contractOf(g.Text("Contract"))
	return b.contract, b.passedOut, b.passedOut || b.contract.Valid()
}

// Declarer is the seat that played the hand. Swapped is true if that was a
// mistake and the auction had made dummy the declarer.
func (g *Game) Declarer() (s bridge.Seat, swapped, ok bool) { return declarerOf(g.Text("Declarer")) }

// Result is what the table reports: contract, declarer and tricks, with the
// opening lead if the play is there. It is the zero Result if the game holds
// none; the error says why one that stands there cannot be used.
func (g *Game) Result() (bridge.Result, error) {
	bid := contractOf(g.Text("Contract"))
	if bid.passedOut {
		return bridge.PassedOut(), nil
	}
	won := tricksOf(g.Text("Result"))
	declarer, _, ok := g.Declarer()
	if !bid.contract.Valid() || !ok || !won.known {
		return bridge.Result{}, nil
	}
	if !won.ok {
		return bridge.Result{}, bridge.Errorf(bridge.Invalid, "pbn.result", "Result %q: want the tricks of declarer, 0 to 13, or of a side", g.Text("Result"))
	}
	r, err := bridge.NewResult(bid.contract, declarer, won.of(declarer.Side()))
	if err != nil {
		return bridge.Result{}, err
	}
	if cards := g.Cards(); len(cards) > 0 && cards[0].Kind == Played && !cards[0].OutOfTurn {
		if leader, err := bridge.ParseSeat(g.Text("Play")); err == nil && leader == declarer.Next() {
			r = r.WithLead(cards[0].Card)
		}
	}
	return r, nil
}

// Amount reads a score of the game: Score, ScoreIMP, ScoreMP, ScorePercentage or
// OptimumScore. A value without a side is the declaring side's.
func (g *Game) Amount(name string) (a Amount, ok bool) {
	a, ok = amountOf(g.Text(name))
	if !ok || a.Declarer == nil {
		return a, ok
	}
	if s, _, known := g.Declarer(); known {
		a.By = a.By.With(s.Side(), a.Declarer)
	}
	return a, true
}

var seatTags = [4]string{"North", "East", "South", "West"}
