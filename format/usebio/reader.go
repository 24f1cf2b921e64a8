package usebio

import (
	"slices"
	"strings"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
)

// reader makes the record of one EVENT.
type reader struct {
	rec    *event.Record
	usebio *node // the root, which may hold the club and the deals
	event  *node

	opened   event.Opened
	eventBy  string // EVENT_TYPE as written
	several  bool   // there are two or more sessions
	sections map[string]string

	field field
	deals deals
	lines []line

	individuals bool // the event is one of players who change partners
	knockout    bool
	matches     []*match
	vps         bool // results of matches are victory points
}

func newReader(usebio, ev *node) *reader {
	rec := &event.Record{People: event.People{}}
	return &reader{
		rec: rec, usebio: usebio, event: ev,
		field: newField(rec),
		deals: deals{rec: rec, boards: map[event.Meeting]event.BoardSet{}},
	}
}

func (r *reader) read() *event.Record {
	r.event.used = true
	r.header()
	r.nameSections()
	r.scope(r.event, scope{})
	for k := r.usebio.first; k != nil; k = k.next {
		if k.name == "HANDSET" {
			r.handset(k, scope{})
		}
	}
	r.decide()
	r.rec.Add(r.opened)
	r.rec.Add(r.field.registered...)
	r.rec.Add(r.draws()...)
	r.rec.Add(r.deals.acts()...)
	r.facts()
	r.rec.Add(r.reports()...)
	r.remarks()
	return r.rec
}

// header reads what the file says of the event.
func (r *reader) header() {
	if club := r.usebio.child("CLUB"); club != nil {
		r.opened.Club = club.get("CLUB_NAME")
		club.child("CLUB_ID_NUMBER") // says the same as the name, to the federation
	}
	// CompScore writes the day of the week as TITLE and the name of the event as
	// EVENT_DESCRIPTION.
	r.opened.Title = r.event.get("EVENT_DESCRIPTION")
	if title := r.event.get("TITLE"); r.opened.Title == "" {
		r.opened.Title = title
	}
	r.opened.Date = r.date()
	r.opened.Producer = strings.TrimSpace(r.event.get("PROGRAM_NAME") + " " + r.event.get("PROGRAM_VERSION"))
	declared := 0
	switch text, at := r.event.value("WINNER_TYPE"); text {
	case "1", "2":
		declared = int(text[0] - '0')
	case "":
	default:
		r.rec.Warn(at, "usebio.winners", "WINNER_TYPE %q: want 1 or 2", text)
	}
	r.eventBy = strings.ToUpper(r.event.attr("EVENT_TYPE"))
	r.field.teams, r.knockout = types[r.eventBy].teams, r.eventBy == "KO"
	r.individuals = r.eventBy == "INDIVIDUAL" || r.event.seats()
	r.field.individuals = r.individuals
	r.field.survey(r.event, declared)
	if r.individuals {
		r.field.teams, r.field.winners = false, 1
	}
	r.opened.Winners = r.field.winners
	r.opened.Kind = event.Pairs
	if r.field.teams {
		r.opened.Kind = event.Teams
	}
	if r.individuals {
		r.opened.Kind = event.Individuals
	}
}

// date gives 27/07/2022 as 2022-07-27, and what is no day as it is written.
func (r *reader) date() string {
	text, at := r.event.value("DATE")
	if text == "" {
		return ""
	}
	for _, layout := range []string{"2/1/2006", time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.Format(time.DateOnly)
		}
	}
	r.rec.Warn(at, "usebio.date", "DATE %q is no day: want day/month/year, for example 27/07/2022", text)
	return text
}

// eventType is what an EVENT_TYPE says. Method is empty where the type leaves it
// open.
type eventType struct {
	method  event.Method
	teams   bool
	matches bool // ranked by matches, not by boards
	swiss   bool // pairs whose rounds are these matches
	known   bool
}

var types = map[string]eventType{
	"MP_PAIRS":                {method: event.Matchpoints, known: true},
	"BUTLER_PAIRS":            {method: event.Butler, known: true},
	"CROSS_IMP":               {method: event.CrossIMPs, known: true},
	"CROSS_IMPS":              {method: event.CrossIMPs, known: true},
	"AGGREGATE":               {method: event.TotalPoints, known: true},
	"PAIRS":                   {known: true},
	"HEAD_TO_HEAD":            {matches: true, known: true},
	"SWISS_PAIRS":             {matches: true, swiss: true, known: true},
	"SWISS_PAIRS_CROSS_IMPS":  {method: event.CrossIMPs, matches: true, swiss: true, known: true},
	"SWISS_PAIRS_BUTLER_IMPS": {method: event.Butler, matches: true, swiss: true, known: true},
	"SWISS_TEAMS":             {method: event.IMPs, teams: true, matches: true, known: true},
	"TEAMS_OF_FOUR":           {method: event.IMPs, teams: true, matches: true, known: true},
	"TEAMS":                   {teams: true, matches: true, known: true},
	"KO":                      {method: event.IMPs, teams: true, matches: true, known: true},
	"INDIVIDUAL":              {known: true},
	"LADDER":                  {matches: true, known: true},
}

// scorings are the values of BOARD_SCORING_METHOD that are an [event.Method].
var scorings = map[string]event.Method{
	"MATCH_POINTS": event.Matchpoints,
	"MATCHPOINTS":  event.Matchpoints,
	"BUTLER_IMPS":  event.Butler,
	"BUTLER":       event.Butler,
	"CROSS_IMPS":   event.CrossIMPs,
	"AGGREGATE":    event.TotalPoints,
	"BAM":          event.BoardAMatch,
	"PAB":          event.BoardAMatch,
	"IMPS":         event.IMPs, // of teams; of pairs it may be either of the two above
}

// decide finds the method: by the type of the event, else by the scoring that it
// names, else by what its lines hold. Lines that hold something else are right,
// because that is what was scored.
func (r *reader) decide() {
	t := types[r.eventBy]
	if !t.known {
		r.rec.Warn(r.event.line, "usebio.type", "event type %q is not known; read by what its lines hold", r.eventBy)
	}
	scoring, at := r.event.value("BOARD_SCORING_METHOD")
	named, ok := scorings[strings.ToUpper(scoring)]
	how := strings.ToUpper(r.event.get("MATCH_SCORING_METHOD"))
	if r.field.teams && scoring == "" && scorings[how] == event.BoardAMatch {
		named, ok, scoring = event.BoardAMatch, true, how
	}
	if !r.field.teams && named == event.BoardAMatch {
		named, ok = "", false
	}
	if !ok && scoring != "" {
		r.rec.Warn(at, "usebio.scoring", "scoring by %s is not supported; the results are read", scoring)
	}
	method := t.method
	if method == "" && (named != event.IMPs || r.field.teams) && (named != event.Matchpoints && named != event.Butler && named != event.CrossIMPs || !r.field.teams) || r.field.teams && named == event.BoardAMatch {
		method = named
	}
	if held := r.held(method); held != "" && held != method {
		if method != "" {
			r.rec.Warn(r.event.line, "usebio.method_differs", "the event says %s and its lines hold %s; read as the latter", method, held)
		}
		method = held
	}
	if method == "" {
		method = event.Matchpoints
		switch {
		case r.field.teams:
			method = event.IMPs
		case named == event.IMPs:
			method = event.CrossIMPs
		}
		if len(r.lines) > 0 && (scoring == "" || ok) {
			r.rec.Warn(r.event.line, "usebio.method", "nothing says how the event is scored; read as %s", method)
		}
	}
	r.opened.Method = method
	r.opened.Swiss = r.opened.Kind == event.Pairs && (t.swiss || r.eventBy == "PAIRS" && how == "VPS")
	switch {
	case r.opened.Swiss && (how == "" || how == "VPS"):
	case r.field.teams && (how == "" || how == "VPS" || scorings[how] == event.BoardAMatch):
		r.vps = how == "VPS"
	case how != "":
		r.rec.Warn(r.event.line, "usebio.matches",
			"the totals of this event come from its matches (%s), not from the boards alone", how)
	case t.matches:
		r.rec.Warn(r.event.line, "usebio.matches_unsaid",
			"the totals of this event come from its matches, not from the boards alone, and it does not say how")
	}
	r.event.child("SCORING_METHOD") // IMPS or VP, said better by the rest
}

// held is the method whose points the lines hold: the one that the event says, if
// they hold it at all, else the one on the most lines. The lines of teams may hold
// cross-IMPs besides, which do not decide.
func (r *reader) held(said event.Method) event.Method {
	if r.field.teams {
		return ""
	}
	best, most := event.Method(""), 0
	for kind, method := range methods {
		count := 0
		for i := range r.lines {
			if r.lines[i].points[kind] != (bridge.BySide[*event.Printed]{}) {
				count++
			}
		}
		if count > 0 && method == said {
			return said
		}
		if count > most {
			best, most = method, count
		}
	}
	return best
}

// scope is where in the event something stands.
type scope struct {
	session int    // from 1 if there are several, else 0
	section string // letters if there are several, else empty
}

// scope reads what stands below EVENT, SESSION or SECTION. Versions 1.1 and 1.2
// differ in where they put it.
func (r *reader) scope(n *node, at scope) {
	n.used = true
	for k := n.first; k != nil; k = k.next {
		if k.name == "PARTICIPANTS" { // first, because lines name them
			r.field.participants(k, at)
		}
	}
	session := 0
	for k := n.first; k != nil; k = k.next {
		switch k.name {
		case "SESSION":
			session++
			below := at
			if r.several {
				below.session = session
			}
			r.scope(k, below)
		case "SECTION":
			below := at
			below.section = r.sections[k.attr("SECTION_ID")]
			r.scope(k, below)
		case "BOARD":
			r.board(k, at, nil)
		case "MATCH":
			r.match(k, at)
		case "HANDSET":
			r.handset(k, at)
		}
	}
}

// handset reads deals. Where there are several sessions, those of none belong to
// no board that was played.
func (r *reader) handset(n *node, at scope) {
	if r.several && at.session == 0 {
		r.rec.Warn(n.line, "usebio.deal_session", "the deals do not say of which session they are")
	}
	r.deals.handset(n, at.session)
}

// nameSections counts sessions and sections. One section needs no name; of
// several, an id that is no letters gets some.
func (r *reader) nameSections() {
	sessions := 0
	var ids []string
	var walk func(n *node)
	walk = func(n *node) {
		for k := n.first; k != nil; k = k.next {
			switch k.name {
			case "SESSION":
				sessions++
				walk(k)
			case "SECTION":
				if id := k.attr("SECTION_ID"); !slices.Contains(ids, id) {
					ids = append(ids, id)
				}
			}
		}
	}
	walk(r.event)
	r.several = sessions > 1
	if len(ids) < 2 {
		return
	}
	r.sections = map[string]string{}
	taken := map[string]bool{}
	letters := func(id string) bool {
		return id != "" && len(id) <= 8 && strings.Trim(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
	}
	for _, id := range ids {
		if up := strings.ToUpper(id); letters(up) && !taken[up] {
			r.sections[id], taken[up] = up, true
		}
	}
	for _, id := range ids {
		if r.sections[id] != "" {
			continue
		}
		name := "A"
		for taken[name] {
			name = nextName(name)
		}
		r.sections[id], taken[name] = name, true
		r.rec.Warn(r.event.line, "usebio.section", "section %q is called %s here", id, name)
	}
}

// nextName counts in letters: A, B … Z, ZA, ZB …
func nextName(s string) string {
	last := len(s) - 1
	if s[last] == 'Z' {
		return s + "A"
	}
	return s[:last] + string(s[last]+1)
}

// remarks are the warnings about the event as a whole.
func (r *reader) remarks() {
	for kind, method := range methods {
		if r.field.teams && kind == imps {
			continue // of boards, by whatever they are scored
		}
		count, first := 0, 0
		for i := range r.lines {
			if method != r.opened.Method && r.lines[i].points[kind] != (bridge.BySide[*event.Printed]{}) {
				if count == 0 {
					first = r.lines[i].at
				}
				count++
			}
		}
		if count > 0 {
			r.rec.Warn(first, "usebio.points", "points of another kind too (%s; lines: %d), which are not read; here first", method, count)
		}
	}
	if len(r.field.renamed) > 0 {
		r.rec.Warn(r.event.line, "usebio.numbers",
			"one ranking holds pairs of both directions with the same number; here %s", strings.Join(r.field.renamed, ", "))
	}
	if len(r.lines) == 0 {
		r.rec.Warn(r.event.line, "usebio.empty", "the file holds no result")
	}
}
