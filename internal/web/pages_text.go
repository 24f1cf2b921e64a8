package web

import (
	"html/template"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/regulation"
)

// nobody stands where there is nobody and nothing: no place, no award.
const nobody = "–"

// suits are the symbols of the suits in texts, and what our drawings of them are called.
var suits = map[rune]struct {
	name   string
	strain bridge.Strain
}{'♠': {"s", bridge.Spades}, '♥': {"h", bridge.Hearts}, '♦': {"d", bridge.Diamonds}, '♣': {"c", bridge.Clubs}}

// game is a text in which the symbols of the suits are drawn by the style sheet, so
// that they have their colours and no phone makes pictures of them; or letters stand for
// them, where the reader wants that.
func (s *speaker) game(text string) template.HTML {
	var b strings.Builder
	for {
		at := strings.IndexAny(text, "♠♥♦♣")
		if at < 0 {
			b.WriteString(template.HTMLEscapeString(text))
			return template.HTML(b.String()) //nolint:gosec // each part is escaped, or ours
		}
		b.WriteString(template.HTMLEscapeString(text[:at]))
		symbol := []rune(text[at:])[0]
		suit := suits[symbol]
		class, shown := "suit", string(symbol)
		if s.letters {
			class, shown = "lt", notation.Strain(s.Words(), notation.Letters, suit.strain)
			if utf8.RuneCountInString(shown) > 1 { // a word stands apart
				shown = "\u00a0" + shown + "\u00a0"
			}
		}
		b.WriteString(`<i class="` + class + " " + suit.name + `" role="img" aria-label="` +
			template.HTMLEscapeString(notation.StrainName(s.Words(), suit.strain)) + `">` + template.HTMLEscapeString(shown) + `</i>`)
		text = text[at+len(string(symbol)):]
	}
}

var drawnSuit = regexp.MustCompile(`<i class="suit (.)" (role="img" aria-label="[^"]*")>.</i>`)

// ink is a text for paper: there the suits are drawn as lines, which no printer makes
// grey.
func (s *speaker) ink(text string) template.HTML {
	drawn := drawnSuit.ReplaceAllString(string(s.game(text)), `<svg class="suit $1" $2><use href="#$1"/></svg>`)
	return template.HTML(drawn) //nolint:gosec // each part is escaped, or ours
}

// minus puts the sign for the hyphen of a finished number.
func minus(text string) string { return strings.ReplaceAll(text, "-", "−") }

func (s *speaker) figure(f event.Figure) string { return minus(s.Decimal(f.String())) }

// signed is a score with its sign; nothing is won by 0.
func signed(n int) string {
	if n > 0 {
		return "+" + strconv.Itoa(n)
	}
	return minus(strconv.Itoa(n))
}

// moment is a time as people of the club read it.
func (p *pages) moment(s *speaker, at time.Time) string {
	at = at.In(p.zone)
	return s.T("page.moment", s.date(at.Format(time.DateOnly)), at.Format("15:04"))
}

// named are persons as readers may know them: one who may not be named is said to be
// there. Nobody is named at all if none may be.
func (s *speaker) named(people event.People, persons []event.PersonID) []string {
	out := make([]string, len(persons))
	known := false
	for i, id := range persons {
		if out[i] = locale.Clean(people[id].Name); out[i] == "" {
			out[i] = s.T("page.unnamed")
			continue
		}
		known = true
	}
	if !known {
		return nil
	}
	return out
}

// number is a contestant without a name: "pair 7".
func (s *speaker) number(kind event.Kind, c event.Contestant) string {
	return s.T("page.contestant."+string(kind), c.Label())
}

// inPercent says that a list in this unit has percentages too: IMPs and points have none,
// and neither have victory points and matches won.
func inPercent(u regulation.Unit) bool {
	return u != regulation.IMPs && u != regulation.Points && u != regulation.VPs && u != regulation.Won
}

// unit names what is counted.
func (s *speaker) unit(u regulation.Unit) string {
	switch u {
	case regulation.IMPs:
		return s.T("column.imp")
	case regulation.Points:
		return s.T("column.total")
	case regulation.PercentScale:
		return "%"
	case regulation.VPs:
		return s.T("column.vp")
	case regulation.Won:
		return s.T("column.won")
	}
	return s.T("column.mp")
}

// boardUnit is what a board brings: in a match a part of it, else the unit of the list.
func boardUnit(i event.Info) regulation.Unit {
	switch {
	case i.Kind != event.Teams:
		return i.Unit
	case i.Method == event.IMPs:
		return regulation.IMPs
	}
	return regulation.Points
}

// award is an artificial score as rulings write it: "A+", "60%", "3 IMP".
func (s *speaker) award(a event.Award) string {
	switch {
	case a.IsZero():
		return nobody
	case a.Kind == event.FixedPercent:
		return s.T("percent", s.Number(a.Percent))
	case a.Kind == event.FixedIMPs:
		return minus(s.Number(a.IMPs)) + " " + s.T("column.imp")
	}
	return minus(string(a.Kind))
}

// outcome is what became of a meeting where no result counts, in words.
func (s *speaker) outcome(l *event.Line, side bridge.Side) string {
	text := s.decided(l, side)
	if l.State == event.StateAdjusted || l.State == event.StateAssigned {
		return s.T("page.ruling", text)
	}
	return text
}

// decided is what became of a meeting where no result counts; on the card of a side it
// is its own part. It is empty where a result counts.
func (s *speaker) decided(l *event.Line, side bridge.Side) string {
	switch {
	case l.State == event.StateAdjusted && side.Valid():
		return s.award(l.Award.Of(side))
	case l.State == event.StateAdjusted:
		return s.T("page.award", s.SideShort(bridge.NS), s.award(l.Award.NS), s.SideShort(bridge.EW), s.award(l.Award.EW))
	case l.State == event.StateAssigned && side.Valid():
		return s.assigned(l.Ruling.Of(side))
	case l.State == event.StateAssigned:
		ns, ew := s.assigned(l.Ruling.NS), s.assigned(l.Ruling.EW)
		if ns == ew {
			return ns
		}
		return s.T("page.award", s.SideShort(bridge.NS), ns, s.SideShort(bridge.EW), ew)
	case l.State == event.StateSatOut:
		return s.T("sheet.sat_out")
	case l.State == event.StateNotPlayed:
		return s.T("sheet.not_played")
	case l.State == event.StateMissed:
		return s.T("sheet.missed")
	case l.State == event.StateLate:
		return s.T("sheet.late")
	case l.State == event.StateCancelled:
		return s.T("sheet.cancelled")
	}
	return ""
}

// assigned are the outcomes of an assigned score, with their weights.
func (s *speaker) assigned(list []event.Assigned) string {
	if len(list) == 0 {
		return nobody
	}
	texts := make([]string, len(list))
	for i, a := range list {
		switch {
		case a.Result.IsZero() && a.Score != nil:
			texts[i] = signed(int(*a.Score))
		default:
			texts[i] = notation.Result(s.Words(), notation.Symbols, a.Result.WithLead(0))
		}
		if len(list) > 1 {
			texts[i] = s.T("percent", s.Number(a.Weight.Mul(exact.Int(100)))) + " " + texts[i]
		}
	}
	return strings.Join(texts, ", ")
}

// result is a result without its lead, and the lead.
func (s *speaker) result(r bridge.Result) (text, lead string) {
	if r.IsZero() {
		return "", ""
	}
	if r.PassedOut() {
		return s.T("outcome.passed_out"), ""
	}
	return notation.Result(s.Words(), notation.Symbols, r.WithLead(0)), notation.Card(s.Words(), notation.Symbols, r.Lead())
}

// played says how much was played, and how it is scored.
func (s *speaker) played(i event.Info) string {
	parts := []string{unbroken(s.N("count.tables", i.Tables)), unbroken(s.N("count.boards", i.Boards))}
	return strings.Join(append(parts, s.T("method."+string(i.Method))), ", ")
}

// unbroken keeps a number and its unit in one line.
func unbroken(text string) string { return strings.ReplaceAll(text, " ", "\u00a0") }

// count is a text with the number of something, which stays in one line with the word
// behind it.
func (s *speaker) count(key string, n int, args ...any) string { return bound(s.N(key, n, args...), n) }

// bound binds a number that is in a text, and no part of another one, to what comes next.
func bound(text string, n int) string {
	number := strconv.Itoa(n)
	for from := 0; ; {
		at := strings.Index(text[from:], number+" ")
		if at < 0 {
			return text
		}
		at += from
		from = at + len(number)
		if before, _ := utf8.DecodeLastRuneInString(text[:at]); !unicode.IsLetter(before) && !unicode.IsDigit(before) {
			return text[:from] + "\u00a0" + text[from+1:]
		}
	}
}

// date is a day in words, which breaks behind the weekday only.
func (s *speaker) date(day string) string {
	weekday, rest, ok := strings.Cut(s.Date(day), ", ")
	if !ok {
		return weekday
	}
	return weekday + ", " + unbroken(rest)
}

// phase says how far an event has come: in play, provisional until its correction period
// ends, or final.
func (p *pages) phase(s *speaker, until time.Time) string {
	switch {
	case until.IsZero():
		return s.T("page.phase.in_play")
	case p.now().Before(until):
		return s.T("page.phase.provisional", p.moment(s, until))
	}
	return s.T("page.phase.final")
}
