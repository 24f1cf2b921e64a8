package pbn

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/score"
)

// encounter is who met whom in a round, the lower number first.
type encounter struct {
	session, round int
	low, high      event.Contestant
}

func encounterOf(session, round int, a, b event.Contestant) encounter {
	if !b.IsZero() && b.Compare(a) < 0 {
		a, b = b, a
	}
	return encounter{session, round, a, b}
}

// teamNumbers are the numbers of the teams by their names, if PairNS and PairEW number
// teams: each has one, and no other team has it. In other files they number pairs.
func (r *recorder) teamNumbers() map[string]event.Contestant {
	numbers := map[string]event.Contestant{}
	owners := map[event.Contestant]string{}
	for i := range r.lines {
		for j := range r.lines[i].sides {
			s := &r.lines[i].sides[j]
			if s.team == "" {
				continue
			}
			c := contestantOf(s.id, "")
			before, named := numbers[s.team]
			owner, owned := owners[c]
			if c.IsZero() || c.Side.Valid() || named && before != c || owned && owner != s.team {
				return nil
			}
			numbers[s.team], owners[c] = c, s.team
		}
	}
	return numbers
}

// teamFacts says who is at home and who sat where.
func (r *recorder) teamFacts() {
	if r.opened.Kind == event.Teams {
		r.draws()
		r.lineUps()
	}
}

// draws says who is the home team of each match that a Room tells it of. A team that has
// several matches in a round, as in a file without rounds, has no draw.
func (r *recorder) draws() {
	type period struct {
		session, round int
		team           event.Contestant
	}
	met := map[period][]event.Contestant{}
	meet := func(at period, other event.Contestant) {
		if !slices.Contains(met[at], other) {
			met[at] = append(met[at], other)
		}
	}
	drawn := map[encounter]*event.Drawn{}
	var order []*event.Drawn
	for i := range r.lines {
		l := &r.lines[i]
		ns, ew, session := l.sides[0].who, l.sides[1].who, l.at.session
		if ns.IsZero() || ew.IsZero() || ns == ew {
			continue
		}
		meet(period{session, l.round, ns}, ew)
		meet(period{session, l.round, ew}, ns)
		if l.home == "" {
			continue
		}
		home, away := ns, ew
		if l.home != l.sides[0].team {
			home, away = ew, ns
		}
		at := encounterOf(session, l.round, ns, ew)
		if drawn[at] == nil {
			drawn[at] = &event.Drawn{MatchRef: event.MatchRef{Session: session, Round: l.round, Home: home, Away: away}}
			order = append(order, drawn[at])
		}
		d := drawn[at]
		if d.Home != home {
			r.warn(l.line, "pbn.home_differs", "board %d: %v is the home team here, but before it was %v, which counts", l.at.Board, home, d.Home)
			continue
		}
		if d.Table == 0 && ns == home {
			d.Table = l.table
		}
	}
	for _, d := range order {
		own, other := met[period{d.Session, d.Round, d.Home}], met[period{d.Session, d.Round, d.Away}]
		if len(own) != 1 || len(other) != 1 {
			if d.Triangle = r.triangle(own, other, func(third event.Contestant) int { return len(met[period{d.Session, d.Round, third}]) }); !d.Triangle || d.Round == 0 {
				continue
			}
		}
		r.record.Add(*d)
	}
}

// triangle reports whether both teams have two matches, of which one is with the same
// third team that has no other.
func (*recorder) triangle(own, other []event.Contestant, matches func(event.Contestant) int) bool {
	if len(own) != 2 || len(other) != 2 {
		return false
	}
	for _, third := range own {
		if slices.Contains(other, third) {
			return matches(third) == 2
		}
	}
	return false
}

// seat is where a pair of a team sits.
type seat struct {
	session, round, table int
	team                  event.Contestant
	side                  bridge.Side
}

// lineUps says who sat where for the teams: once for a table, or for each run of boards
// where the players change.
func (r *recorder) lineUps() {
	seated := map[seat]map[bridge.Board][]string{}
	lines := map[seat]int{}
	var order []seat
	for i := range r.lines {
		l := &r.lines[i]
		for j := range l.sides {
			s := &l.sides[j]
			if s.team == "" || len(s.seats) < 2 || s.who.IsZero() {
				continue
			}
			at := seat{l.at.session, l.round, l.table, s.who, bridge.Sides[j]}
			if seated[at] == nil {
				seated[at], lines[at] = map[bridge.Board][]string{}, l.line
				order = append(order, at)
			}
			seated[at][l.at.Board] = s.seats
		}
	}
	persons := map[string]event.PersonID{}
	var said []event.LinedUp
	for _, at := range order {
		for _, u := range runs(at, seated[at]) {
			for _, name := range u.names {
				if _, known := persons[name]; !known {
					who, id := memberOf(name)
					p := event.Person{Name: who}
					if id != "" {
						p.MemberIDs = map[string]string{memberNumber: id}
					}
					persons[name] = r.record.People.Add(p)
				}
				u.Persons = append(u.Persons, persons[name])
			}
			if u.clashes(said) {
				r.warn(lines[at], "pbn.lineup_twice", "round %d, table %d: a player of %v sits in two places; the line-up is left out", at.round, at.table, at.team)
				continue
			}
			said = append(said, u.LinedUp)
			r.record.Add(u.LinedUp)
		}
	}
}

// run is a line-up with the names of the players.
type run struct {
	event.LinedUp
	names []string
}

// runs are the line-ups of a seat: one, or one for each run of boards in their order.
func runs(at seat, boards map[bridge.Board][]string) (out []run) {
	u := event.LinedUp{Session: at.session, Round: at.round, Table: at.table, Team: at.team, Side: at.side}
	for _, b := range slices.Sorted(maps.Keys(boards)) {
		if n := len(out); n == 0 || !slices.Equal(out[n-1].names, boards[b]) {
			u.From = int(b)
			out = append(out, run{u, boards[b]})
		}
		out[len(out)-1].To = int(b)
	}
	if len(out) == 1 {
		out[0].From, out[0].To = 0, 0
	}
	return out
}

// clashes reports whether a player sits elsewhere at the same time, or twice.
func (u *run) clashes(said []event.LinedUp) bool {
	for i, id := range u.Persons {
		if slices.Contains(u.Persons[:i], id) {
			return true
		}
	}
	for _, o := range said {
		if o.Session != u.Session || o.Round != u.Round || o.From != u.From || o.To != u.To {
			continue
		}
		for _, id := range u.Persons {
			if slices.Contains(o.Persons, id) {
				return true
			}
		}
	}
	return false
}

// plainName is a name that a tag holds as it is, and that nothing else is read from.
var plainName = regexp.MustCompile(`^[\p{L}\p{N}](?:[\p{L}\p{N} .,'()&-]*[\p{L}\p{N}.)])?$`)

// teams finds out whether each team has a name of its own.
func (w *writer) teams() {
	w.plain = w.opened.Kind == event.Teams && w.opened.Winners < 2
	owners := map[string]bool{}
	for _, f := range w.rec.Facts {
		if a, ok := f.Act.(event.Registered); ok {
			name := w.names[a.Contestant]
			w.plain = w.plain && len(a.Persons) == 1 && plainName.MatchString(name) && !strings.HasPrefix(name, "Para-") && !owners[name] && len(name) < mostName &&
				a.Contestant.Section == "" && !a.Contestant.Side.Valid()
			owners[name] = true
		}
	}
	for _, s := range w.games {
		for _, r := range s.rows {
			w.plain = w.plain && r.Session == 0 && owners[w.names[r.NS]] && owners[w.names[r.EW]]
		}
	}
}

// mostName is how long a name may be, so that its tag stands on a line.
const mostName = 100

// tabled reports whether a board has one game for each table.
func (w *writer) tabled(at place) bool {
	s := w.games[at]
	if !w.plain || s == nil {
		return false
	}
	type pair struct {
		round  int
		ns, ew event.Contestant
	}
	seen := map[pair]bool{}
	for _, r := range s.rows {
		p := pair{r.Round, r.NS, r.EW}
		if r.played == nil || r.state != nil || !r.award.NS.IsZero() || !r.award.EW.IsZero() || !w.led(at, r) || seen[p] && !w.housed(r) || r.value.NS == nil && r.value.EW != nil {
			return false
		}
		seen[p] = true
	}
	return true
}

// led reports whether the lead of a meeting, if one is known, can stand in its play: the
// cards are known, and the leader has it.
func (w *writer) led(at place, r *meetingRow) bool {
	lead := r.result().Lead()
	return !lead.Valid() || w.set(at).Deal.Hand(r.result().Declarer().Next()).Has(lead)
}

// housed reports whether it is known who is the home team.
func (w *writer) housed(r *meetingRow) bool {
	d, ok := w.drawn[encounterOf(r.Session, r.Round, r.NS, r.EW)]
	return ok && !d.Undone
}

// tables are the games of a board of teams, one for each table.
func (w *writer) tables(at place) (games []*Game) {
	b := w.set(at)
	for _, r := range w.games[at].rows {
		g := w.game(at, columns{})
		g.Tags = slices.DeleteFunc(g.Tags, func(t Tag) bool { return t.Name == "ScoreTable" })
		for _, side := range bridge.Sides {
			w.players(g, r, side)
		}
		if res := r.result(); !res.IsZero() {
			g.Set("Contract", r.contract())
			if !res.PassedOut() {
				g.Set("Declarer", r.declarer())
				g.Set("Result", r.tricks())
				if lead := res.Lead(); lead.Valid() {
					g.Set("Play", res.Declarer().Next().String()).Cards = []Card{{Kind: Played, Card: lead}, {Kind: PlayEnds}}
				}
			}
		}
		if r.played.Score != nil {
			g.Set("Score", "NS "+strconv.Itoa(int(*r.played.Score)))
		} else if p, err := score.Result(r.result(), b.Vul); err == nil {
			g.Set("Score", "NS "+strconv.Itoa(int(p)))
		}
		home, visit := r.NS, r.EW
		if w.housed(r) {
			room := "Open"
			if home = w.drawn[encounterOf(r.Session, r.Round, r.NS, r.EW)].Home; home != r.NS {
				room, visit = "Closed", r.NS
			}
			g.Set("Room", room)
		}
		g.Set("HomeTeam", w.names[home])
		g.Set("VisitTeam", w.names[visit])
		g.Set("Round", unknownNumber(r.Round))
		g.Set("Table", unknownNumber(r.Table))
		g.Set("PairNS", r.NS.String())
		g.Set("PairEW", r.EW.String())
		if r.value.NS != nil {
			text := "NS " + r.value.NS.String()
			if r.value.EW != nil {
				text += " EW " + r.value.EW.String()
			}
			g.Set("ScoreIMP", text)
		}
		games = append(games, g)
	}
	return games
}

func unknownNumber(n int) string {
	if n == 0 {
		return "?"
	}
	return strconv.Itoa(n)
}

// players names who sat at a side, if a line-up says it.
func (w *writer) players(g *Game, r *meetingRow, side bridge.Side) {
	team, seats := r.NS, [2]string{"North", "South"}
	if side == bridge.EW {
		team, seats = r.EW, [2]string{"East", "West"}
	}
	var persons []event.PersonID
	for _, u := range w.lineUps {
		if u.Team == team && u.Side == side && u.Session == r.Session && u.Round == r.Round && cmp.Or(u.Table, r.Table) == r.Table &&
			int(r.Board) >= u.From && (u.To == 0 || int(r.Board) <= u.To) {
			persons = u.Persons
		}
	}
	if len(persons) != 2 {
		return
	}
	for i, id := range persons {
		name := w.cell([]event.PersonID{id})
		if plainName.MatchString(strings.ReplaceAll(name, "#", "")) && len(name) < mostName {
			g.Set(seats[i], name)
		}
	}
}
