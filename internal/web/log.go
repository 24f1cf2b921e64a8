package web

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/locale"
)

type logIn struct {
	ID     string `path:"id" maxLength:"64" doc:"of the event"`
	After  int64  `query:"after" minimum:"0" doc:"position; 0: from the beginning"`
	Filter string `query:"filter" enum:"all,changes,rulings" default:"all" doc:"changes leaves out what tables send as a matter of course"`
	Query  string `query:"q" maxLength:"100" doc:"words that a line has: a board, a table, a pair, a name"`
}

type logJSON struct {
	Position int64         `json:"position" doc:"of the event"`
	All      int           `json:"all" doc:"lines that there are"`
	Lines    []logLineJSON `json:"lines" doc:"the newest first"`
}

type logLineJSON struct {
	Position   int64       `json:"position"`
	At         time.Time   `json:"at"`
	Who        string      `json:"who"`
	Do         string      `json:"do" doc:"the command"`
	What       string      `json:"what"`
	Was        string      `json:"was,omitempty"`
	Is         string      `json:"is,omitempty"`
	Why        string      `json:"why,omitempty"`
	Place      *club.Place `json:"place,omitempty" doc:"that it is about; without a board: a table in a round"`
	Pairs      string      `json:"pairs,omitempty" doc:"who met there"`
	Contestant string      `json:"contestant,omitempty"`
	Before     int64       `json:"before,omitempty" doc:"position of the line before that was about the same"`
	Restores   bool        `json:"restores,omitempty" doc:"the command restore can make it stand again"`
	Version    int         `json:"version,omitempty" doc:"of the published result, which it made"`
}

func (s *Server) getLog(ctx context.Context, v *visitor, in *logIn) (*body[logJSON], error) {
	a, err := s.actor(ctx, v, in.ID)
	if err != nil {
		return nil, err
	}
	lines, err := s.club.Lines(ctx, a, in.ID, in.After)
	if err != nil {
		return nil, err
	}
	view, err := s.club.View(ctx, a, in.ID)
	if err != nil {
		return nil, err
	}
	t, err := s.teller(ctx, v, view.Opened.Kind, view.Contestants)
	if err != nil {
		return nil, err
	}
	out := logJSON{Position: view.Position, All: len(lines), Lines: []logLineJSON{}}
	for _, l := range slices.Backward(lines) {
		if in.Filter == "changes" && routine(l) || in.Filter == "rulings" && !rules(l) {
			continue
		}
		line := t.line(l, view.Versions)
		if in.Query == "" || found(in.Query, line) {
			out.Lines = append(out.Lines, line)
		}
	}
	return &body[logJSON]{out}, nil
}

// routine says that a line is what tables and devices do as a matter of course.
func routine(l *club.LogLine) bool {
	switch l.Do {
	case "enter", "confirm", "return":
		return strings.HasPrefix(l.By, "table:") && l.Was.Result.IsZero() && l.Was.Score == nil && l.Is.State != club.StateConflict
	case "seen", "ask_table", "answer", "open_table", "close_table", "move_table", "join", "clock":
		return true
	}
	return false
}

// rules says that a line is a ruling.
func rules(l *club.LogLine) bool {
	switch l.Do {
	case "rule", "penalise", "foul", "turn", "cancel", "not_played", "void":
		return true
	}
	return l.Do == "restore" && (l.Was.Ruling != nil || l.Is.Ruling != nil || l.About.Penalty != "")
}

// found says that a line has all words of a query. A number has to stand there as such,
// behind the word that it follows in the query: "board 7", "7".
func found(query string, l logLineJSON) bool {
	text := strings.ToLower(strings.Join([]string{l.What, l.Was, l.Is, l.Why, l.Who, l.Pairs, l.Contestant}, " "))
	words := func(s string) []string {
		return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	padded := " " + strings.Join(words(text), " ") + " "
	before := ""
	for _, w := range words(query) {
		want := w
		if _, err := strconv.Atoi(w); err == nil {
			want = strings.TrimLeft(before+" ", " ") + w + " "
			if before == "" {
				want = " " + want
			}
		}
		if !strings.Contains(padded, want) {
			return false
		}
		before = w
	}
	return true
}

// line says a line of the log.
func (t *teller) line(l *club.LogLine, versions []club.Version) logLineJSON {
	out := logLineJSON{
		Position: l.Position, At: l.At, Who: t.by(l.By), Do: l.Do, Why: locale.Clean(l.Why), Before: l.Before,
		Restores: l.About.Board > 0 || l.About.Table > 0 || l.About.Penalty != "" || !l.About.Contestant.IsZero(),
	}
	for _, v := range versions {
		if v.Position == l.Position {
			out.Version = v.Version
		}
	}
	a := l.About
	switch {
	case a.Board > 0:
		out.Place, out.What = &a.Place, t.T("console.log.place", int(a.Board), tableName(a.Place))
		out.Was, out.Is = t.told(l.Was), t.came(l)
		out.Pairs = t.T("console.against", t.pair(l.Is.Seats.NS), t.pair(l.Is.Seats.EW))
	case a.Table > 0:
		out.Place, out.What = &a.Place, t.T("console.log.sitting", a.Round, tableName(a.Place))
		out.Was, out.Is = t.satDown(l.Was), t.satDown(l.Is)
	case !a.Contestant.IsZero():
		out.Contestant, out.What = a.Contestant.String(), t.T("console.log.names", t.numbered(t.kind, a.Contestant))
		out.Was, out.Is = t.playing(l.Was), t.playing(l.Is)
	case a.Penalty != "":
		out.What, out.Was, out.Is = t.T("console.log.penalty"), t.penalty(l.Was.Penalty), t.penalty(l.Is.Penalty)
	default:
		out.What, out.Is = t.did(l, out.Version)
	}
	return out
}

// told is what stands at a place.
func (t *teller) told(s club.Told) string {
	if s.Ruling != nil {
		return t.ruling(*s.Ruling)
	}
	if text := t.outcomeText(s.Result, wholeOf(s.Score)); text != "" {
		return t.scored(text, wholeOf(s.Points))
	}
	if text := t.stateText(s.State); text != "" {
		return text
	}
	return t.T("console.log.nothing")
}

// came is what stands at a place after a line, or what the line says besides.
func (t *teller) came(l *club.LogLine) string {
	is := t.told(l.Is)
	for _, f := range l.Facts {
		switch own := f.Own.(type) {
		case club.Entered:
			said := t.outcomeText(own.Result, wholeOf(own.Score))
			switch l.Says {
			case club.InConflict:
				return t.T("console.log.conflict", said)
			case club.AskedFor:
				return t.T("console.log.asked", said)
			case club.IsProposed:
				return t.T("console.log.proposed", said)
			}
		case club.Returned:
			return t.T("console.log.returned")
		case club.Wanted:
			return t.T("console.log.wanted")
		}
	}
	return is
}

// satDown is who sits at a table, and with which boards.
func (t *teller) satDown(s club.Told) string {
	return t.T("console.against", t.pair(s.Seats.NS), t.pair(s.Seats.EW))
}

func (t *teller) playing(s club.Told) string {
	if s.Withdrawn {
		return t.T("page.withdrawn")
	}
	if s.Registered == nil {
		return ""
	}
	var names []string
	for _, id := range s.Registered.Persons {
		names = append(names, t.player(id).Name)
	}
	return strings.Join(names, ", ")
}

func (t *teller) penalty(p *event.Penalised) string {
	if p == nil || p.Amount.Sign() == 0 && p.Kind != event.Cautioned {
		return ""
	}
	amount := ""
	if p.Kind != event.Cautioned {
		amount = t.T("console.log.penalty.amount", t.Number(p.Amount), t.T("console.log.unit."+string(p.Unit)))
	}
	return strings.TrimSuffix(t.T("console.log.penalty.of", t.pair(p.Contestant), t.T("console.log.penalty."+string(p.Kind)), amount), " ")
}

// did says what an act was that is about nothing in particular, and what it came to.
func (t *teller) did(l *club.LogLine, version int) (what, is string) {
	key := "console.log.do." + l.Do
	if !t.Has(key) {
		return l.Do, ""
	}
	what = t.T(key)
	boards := map[bridge.Board]bool{}
	for _, f := range l.Facts {
		switch a := f.Own.(type) {
		case club.Called:
			return what, strings.TrimSpace(t.T("console.table", a.Section+strconv.Itoa(a.Table)) + " " + locale.Clean(a.Reason))
		case club.TableOpened:
			return what, strings.TrimSpace(t.T("console.table", a.Section+strconv.Itoa(a.Table)) + " " + locale.Clean(a.Label))
		case club.Planned:
			is = t.N("movement.count.rounds", a.Movement.Rounds)
			if a.Movement.Family != "" {
				is = t.T("console.movement", locale.Sentence(t.MovementFamily(a.Movement.Family)), is)
			}
			return what, is
		}
		if set, ok := f.Event.(event.BoardSet); ok {
			boards[set.Board] = true
		}
		switch a := f.Event.(type) {
		case event.Opened:
			return what, t.eventTitle(a)
		case event.Fouled:
			return what, t.T("board", int(a.Board))
		case event.Turned:
			return what, t.T("board", int(a.Board))
		case event.Cancelled:
			return what, t.T("board", int(a.Board))
		}
	}
	switch {
	case version > 0:
		return what, t.T("console.log.version", version)
	case len(boards) > 0:
		return what, t.N("count.boards", len(boards))
	}
	return what, ""
}
