package web

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/slip"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/score"
)

// Travellers are typed line by line; what a line means is read here, and nothing is
// written: the answer has the command that would write it.

type slipIn struct {
	ID   string `path:"id" maxLength:"64" doc:"of the event"`
	Body slipJSON
}

type slipJSON struct {
	Session int    `json:"session,omitempty" minimum:"0"`
	Section string `json:"section,omitempty" maxLength:"10"`
	Round   int    `json:"round,omitempty" minimum:"0" doc:"where two lines of the board have the same pair"`
	Table   int    `json:"table,omitempty" minimum:"0" doc:"with the round it names a line, as ns does"`
	Board   int    `json:"board" minimum:"1"`
	NS      string `json:"ns,omitempty" maxLength:"20" doc:"the contestant of the line; where nothing names it, the line has E-W in front: 12:4ss"`
	Mode    string `json:"mode,omitempty" enum:"contract,short"`
	Line    string `json:"line" maxLength:"100"`
	Above   string `json:"above,omitempty" maxLength:"40" doc:"entry of the line above, as an answer has it or as it is typed"`
}

type slipAnswer struct {
	OK      bool   `json:"ok" doc:"it can be written; else error says why not"`
	Kind    string `json:"kind,omitempty" doc:"played, scored, awarded, not_played, fouled; or board, pair, undo, order, verify, help: a move"`
	Words   string `json:"words,omitempty" doc:"what it means, in the language of who asks"`
	Entry   string `json:"entry,omitempty" doc:"the line in short, for above: 4SX+1 S, 620, A60/40, NP, L, F"`
	Result  string `json:"result,omitempty"`
	Score   *int   `json:"score,omitempty" doc:"North-South's view"`
	Ditto   bool   `json:"ditto,omitempty"`
	Checked bool   `json:"checked,omitempty" doc:"contract and score are both typed, and agree"`
	Unusual bool   `json:"unusual,omitempty" doc:"possible and rare: look again"`
	To      int    `json:"to,omitempty" doc:"the board or the pair to move to"`
	Dealer  string `json:"dealer" doc:"of the board"`
	Vul     string `json:"vul" enum:"none,ns,ew,all"`

	// Of a line that can be written.
	NS      string          `json:"ns,omitempty"`
	EW      string          `json:"ew,omitempty"`
	Round   int             `json:"round,omitempty"`
	Table   int             `json:"table,omitempty"`
	Command string          `json:"command,omitempty" doc:"that writes it"`
	Body    json.RawMessage `json:"body,omitempty" doc:"of the command"`
	First   *orderJSON      `json:"first,omitempty" doc:"to be sent before it: takes a ruling back that would stand above it"`
	Next    *nextJSON       `json:"next,omitempty" doc:"the line that comes next; absent: all is in"`

	Error *slipError `json:"error,omitempty"`
}

type orderJSON struct {
	Command string          `json:"command"`
	Body    json.RawMessage `json:"body"`
}

type nextJSON struct {
	Board   int    `json:"board"`
	NS      string `json:"ns"`
	Round   int    `json:"round"`
	Missing int    `json:"missing" doc:"lines of that board that are open, this one too"`
}

type slipError struct {
	Text string `json:"text"`
	Key  string `json:"key"`
	From int    `json:"from" doc:"place in the line, in UTF-16 units"`
	To   int    `json:"to"`
}

func (s *Server) postSlip(ctx context.Context, v *visitor, in *slipIn) (*body[slipAnswer], error) {
	_, view, err := s.view(ctx, v, in.ID)
	if err != nil {
		return nil, err
	}
	out, err := readSlip(v.Locale, view, &in.Body)
	if err != nil {
		return nil, err
	}
	return &body[slipAnswer]{*out}, nil
}

// readSlip reads a line for an event as it stands.
func readSlip(l *locale.Locale, view *club.View, in *slipJSON) (*slipAnswer, error) {
	mode, err := slip.ParseMode(in.Mode)
	if err != nil {
		return nil, err
	}
	board := view.Board(in.Session, bridge.Board(in.Board))
	c := slip.Context{Lang: l.Words(), Mode: mode, Board: board.Board, Vul: board.Vul}
	if in.Above != "" {
		above, err := parseEntry(c.Lang, in.Above, c.Vul)
		if err != nil {
			return nil, err
		}
		c.Above = &above
	}
	out := &slipAnswer{Dealer: board.Dealer.String(), Vul: strings.ToLower(board.Vul.String())}
	line, err := slip.Parse(c, in.Line)
	if err == nil && !line.Kind.Moves() {
		err = out.place(l, view, in, &line)
	}
	if err != nil {
		out.Error = refusedLine(l, in.Line, err)
		return out, nil
	}
	out.OK, out.Kind, out.To = true, string(line.Kind), line.To
	out.Ditto, out.Checked, out.Unusual = line.Ditto, line.Checked, line.Unusual
	return out, nil
}

// place says where a line is written, and how.
func (out *slipAnswer) place(l *locale.Locale, view *club.View, in *slipJSON, line *slip.Line) error {
	lines := linesOf(view, in.Session, in.Section)
	at, err := lineAt(lines, in, line.Pair)
	if err != nil {
		return err
	}
	out.Words, out.Entry = wordsOf(l, &line.Entry), printEntry(&line.Entry)
	if line.Kind == slip.Played || line.Kind == slip.Scored {
		points := int(line.Score)
		out.Score = &points
		if line.Kind == slip.Played {
			out.Result = line.Result.String()
		}
	}
	out.NS, out.EW, out.Round, out.Table = at.sitting.NS.String(), at.sitting.EW.String(), at.sitting.Round, at.sitting.Table
	out.Command, out.Body = at.write(&line.Entry)
	if at.state == club.StateRuled && line.Kind != slip.Awarded {
		out.First = &orderJSON{"rule", encoded(club.Rule{Place: at.place})}
	}
	out.Next = after(lines, at)
	return nil
}

// slipLine is a line of a traveller: who met there, and what has become of it.
type slipLine struct {
	place   club.Place
	sitting *club.Sitting
	state   club.State
	entries bool // a device has sent something
}

// open reports whether the line waits for something.
func (l *slipLine) open() bool {
	return l.state == club.StateEmpty || l.state == club.StateProposed || l.state == club.StateReturned || l.state == club.StateConflict || l.state == club.StateLate
}

// linesOf are the lines of a section's travellers, by board and North-South.
func linesOf(view *club.View, session int, section string) []slipLine {
	states := map[club.Place]*club.PlaceView{}
	if view.Console != nil {
		for i := range view.Console.Places {
			states[view.Console.Places[i].Place] = &view.Console.Places[i]
		}
	}
	var out []slipLine
	for i := range view.Plan {
		s := &view.Plan[i]
		if s.Session != session || s.Section != section || s.NS.IsZero() || s.EW.IsZero() {
			continue
		}
		for _, b := range s.Boards {
			l := slipLine{club.Place{Session: s.Session, Section: s.Section, Round: s.Round, Table: s.Table, Board: b}, s, club.StateEmpty, false}
			if p := states[l.place]; p != nil {
				l.state, l.entries = p.State, len(p.Entries) > 0 || !p.Result.IsZero() || p.Score != nil
			}
			out = append(out, l)
		}
	}
	slices.SortStableFunc(out, func(a, b slipLine) int {
		return cmp.Or(cmp.Compare(a.place.Board, b.place.Board), a.sitting.NS.Compare(b.sitting.NS), cmp.Compare(a.place.Round, b.place.Round))
	})
	return out
}

// lineAt finds the line that is typed. A pair in front must be the one that the plan
// has there; where the request names no line, it says which.
func lineAt(lines []slipLine, in *slipJSON, pair int) (*slipLine, error) {
	var meets *slipLine // where the pair in front plays this board
	named := in.NS != "" || in.Table > 0 && in.Round > 0
	for i := range lines {
		l := &lines[i]
		if l.place.Board != bridge.Board(in.Board) {
			continue
		}
		if l.sitting.EW.Number == pair {
			meets = l
		}
		if named && (in.NS == "" || in.NS == l.sitting.NS.String()) && (in.Round == 0 || in.Round == l.place.Round) && (in.Table == 0 || in.Table == l.place.Table) &&
			(pair == 0 || pair == l.sitting.EW.Number) {
			return l, nil
		}
	}
	switch {
	case pair == 0:
		return nil, bridge.Errorf(bridge.NotFound, "web.slip_line", "board %d has no line of %q", in.Board, in.NS)
	case meets == nil:
		return nil, bridge.Errorf(bridge.Invalid, "web.slip_pair", "pair %d does not play board %d East-West", pair, in.Board)
	case named:
		return nil, bridge.Errorf(bridge.Invalid, "web.slip_elsewhere", "pair %d should be at table %d in round %d", pair, meets.place.Table, meets.place.Round)
	}
	return meets, nil
}

// write is the command that writes a line.
func (l *slipLine) write(e *slip.Entry) (name string, body json.RawMessage) {
	var points *score.Points
	switch e.Kind {
	case slip.Awarded:
		return "rule", encoded(club.Rule{Place: l.place, Award: e.Award})
	case slip.NotPlayed:
		return "not_played", encoded(club.NotPlayed{Place: l.place, Late: e.Late})
	case slip.Fouled:
		return "foul", encoded(club.Foul{Fouled: event.Fouled{
			Scope:   event.Scope{Session: l.place.Session, Board: l.place.Board, NS: l.sitting.NS, EW: l.sitting.EW},
			Version: "fouled",
		}})
	case slip.Scored:
		points = &e.Score
	}
	if l.entries {
		return "resolve", encoded(club.Resolve{Place: l.place, Result: e.Result, Score: points})
	}
	var id [16]byte
	_, _ = rand.Read(id[:]) // it never fails
	return "enter", encoded(club.Enter{ID: hex.EncodeToString(id[:]), Revision: 1, Place: l.place, Result: e.Result, Score: points, Agreed: true})
}

// after is the line to type after one: the next of its board that is open, else the
// first of the next board that has one.
func after(lines []slipLine, at *slipLine) *nextJSON {
	missing := map[bridge.Board]int{}
	for i := range lines {
		if l := &lines[i]; l.open() && l.place != at.place {
			missing[l.place.Board]++
		}
	}
	from := slices.IndexFunc(lines, func(l slipLine) bool { return l.place == at.place })
	for i := range lines {
		l := &lines[(from+1+i)%len(lines)]
		if l.place == at.place || !l.open() || l.place.Board != at.place.Board && missing[at.place.Board] > 0 {
			continue
		}
		return &nextJSON{int(l.place.Board), l.sitting.NS.String(), l.place.Round, missing[l.place.Board]}
	}
	return nil
}

// below0 is a number behind its sign.
var below0 = regexp.MustCompile(`(^| )-(\d)`)

// refusedLine says a refusal, with its place in the line.
func refusedLine(l *locale.Locale, line string, err error) *slipError {
	p := newProblem(l, err)
	out := &slipError{Text: below0.ReplaceAllString(p.Detail, "${1}−$2"), Key: p.Key, To: len(utf16.Encode([]rune(line)))}
	if start, end, ok := notation.PlaceOf(err); ok && end <= len(line) {
		out.From, out.To = len(utf16.Encode([]rune(line[:start]))), len(utf16.Encode([]rune(line[:end])))
	}
	return out
}

// wordsOf says an entry in words: "two no trump by West, one down" and what it scores.
func wordsOf(l *locale.Locale, e *slip.Entry) string {
	said := ""
	switch e.Kind {
	case slip.Awarded:
		return l.T("web.slip.awarded", awardWords(l, e.Award.NS), awardWords(l, e.Award.EW))
	case slip.NotPlayed:
		if e.Late {
			return l.T("web.slip.late")
		}
		return l.T("web.slip.not_played")
	case slip.Fouled:
		return l.T("web.slip.fouled")
	case slip.Played:
		r := e.Result
		if r.PassedOut() {
			return l.T("web.slip.passed_out")
		}
		c := r.Contract()
		name := gameWords(l).Contracts[bridge.Contract{Level: c.Level, Strain: c.Strain}.String()]
		if c.Doubling != bridge.Undoubled {
			name = l.T("web.slip."+strings.ToLower(c.Doubling.String()), name)
		}
		said = l.T("outcome.all", l.T("outcome.by", name, notation.SeatName(l.Words(), r.Declarer())), l.Made(r.Over()))
		if r.Lead().Valid() {
			said = l.T("outcome.lead", said, notation.Card(l.Words(), notation.Symbols, r.Lead()))
		}
	}
	points := l.T("web.slip.nothing")
	switch {
	case e.Score > 0:
		points = l.T("web.slip.ns", int(e.Score))
	case e.Score < 0:
		points = l.T("web.slip.ew", int(-e.Score))
	}
	if said == "" {
		return locale.Sentence(points)
	}
	return l.T("web.slip.both", said, locale.Sentence(points))
}

func awardWords(l *locale.Locale, a event.Award) string {
	if a.Kind == event.FixedPercent {
		return l.T("web.slip.percent", strings.TrimSuffix(a.String(), "%"))
	}
	return a.String()
}

// printEntry is a line in short, as parseEntry reads it.
func printEntry(e *slip.Entry) string {
	switch e.Kind {
	case slip.Played:
		return e.Result.String()
	case slip.Scored:
		return strconv.Itoa(int(e.Score))
	case slip.Awarded:
		return "A" + strings.ReplaceAll(e.Award.NS.String()+"/"+e.Award.EW.String(), "%", "")
	case slip.NotPlayed:
		if e.Late {
			return "L"
		}
		return "NP"
	case slip.Fouled:
		return "F"
	}
	return ""
}

// parseEntry reads what printEntry writes, and what people type.
func parseEntry(lang notation.Language, s string, vul bridge.Vulnerability) (slip.Entry, error) {
	if r, err := bridge.ParseResult(s); err == nil {
		points, err := score.Result(r, vul)
		return slip.Entry{Kind: slip.Played, Result: r, Score: points}, err
	}
	switch s {
	case "L":
		return slip.Entry{Kind: slip.NotPlayed, Late: true}, nil
	case "NP":
		return slip.Entry{Kind: slip.NotPlayed}, nil
	case "F":
		return slip.Entry{Kind: slip.Fouled}, nil
	}
	if after, ok := strings.CutPrefix(s, "AA"); ok { // A+/A- behind the A that marks it
		s = "A" + after
	}
	if strings.Trim(s, "+-0123456789") == "" { // it was taken once
		s += "!"
	}
	l, err := slip.Parse(slip.Context{Lang: lang, Vul: vul}, s)
	if err == nil && l.Kind.Moves() {
		err = bridge.Errorf(bridge.Invalid, "web.slip_above", "line above %q: want what an answer had as its entry", s)
	}
	return l.Entry, err
}
