package table

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
)

// Part is the record of one of several files that hold an event together.
type Part struct {
	Name   string // of the file, for messages
	Record *event.Record
}

// Join makes one event of several files: sections, sessions, or boards that somebody
// kept apart.
//
// A contestant is the same in all files, by section, number and side. Its persons,
// club, strata and handicap may stand in any of them; where two files say different
// things the error has code [bridge.Conflict] and names both, as it does for boards
// with different dealers, vulnerabilities or deals, and for a meeting that stands in two
// files or a match with two results. Two sections with the same numbers are told apart by their column section
// alone. Either all files say their sessions, or none.
//
// If none does, a file belongs to the first session in which none of its contestants
// has played one of its boards: a file in which they play the same board numbers again
// is the next session. A warning names each file that begins or follows in a later
// session. A file that says the same as an earlier one is refused.
//
// What the event is called comes from the first file that says it; where others say
// something else, a warning says so. All must be of one kind, with one method,
// regulation and number of lists: files of which one shows two lists and another cannot
// are read with [Options] that say 2. Penalties are numbered anew.
//
// The warnings are those of Join alone; each record keeps its own. An act that says
// something of meetings which it does not name is refused with code
// [bridge.Unsupported], because it would speak of those of other files as well.
func Join(parts ...Part) (*event.Record, error) {
	j := joiner{
		out: &event.Record{People: event.People{}}, entries: map[event.Contestant]*joined{},
		boards: map[place]joinedBoard{}, met: map[four]string{},
		results: map[encounter]saidMatch{},
	}
	if len(parts) == 0 {
		return nil, bridge.Errorf(bridge.Invalid, "join.nothing", "no file: want one or more")
	}
	for _, p := range parts {
		if err := j.open(p); err != nil {
			return nil, bridge.At(p.Name, err)
		}
	}
	sessions, err := j.sessions(parts)
	if err != nil {
		return nil, err
	}
	for i, p := range parts {
		if err := j.part(p, sessions[i]); err != nil {
			return nil, bridge.At(p.Name, err)
		}
	}
	j.finish()
	return j.out, nil
}

// joiner puts an event together.
type joiner struct {
	out       *event.Record
	opened    event.Opened
	from      string // the file that opened the event
	entries   map[event.Contestant]*joined
	boards    map[place]joinedBoard
	sets      []event.BoardSet
	acts      []event.Fact
	met       map[four]string // file of a meeting
	results   map[encounter]saidMatch
	penalties int
}

// joined is a contestant.
type joined struct {
	event.Registered
	from string // the file that it comes from
}

// joinedBoard is what a board is.
type joinedBoard struct {
	set  event.BoardSet
	at   int // where it stands among those that are said, or -1
	from string
}

// open takes in how a file opens the event.
func (j *joiner) open(p Part) error {
	for _, f := range p.Record.Facts {
		o, ok := f.Act.(event.Opened)
		if !ok {
			continue
		}
		if j.from == "" {
			j.opened, j.from = o, p.Name
			continue
		}
		if err := j.agree(o); err != nil {
			return err
		}
		differs := false
		for _, text := range []struct{ ours, theirs *string }{
			{&j.opened.Title, &o.Title}, {&j.opened.Club, &o.Club}, {&j.opened.Date, &o.Date}, {&j.opened.Producer, &o.Producer},
		} {
			differs = differs || *text.ours != "" && *text.theirs != "" && *text.ours != *text.theirs
			if *text.ours == "" {
				*text.ours = *text.theirs
			}
		}
		j.opened.Expected = max(j.opened.Expected, o.Expected)
		if differs {
			j.out.Warn(0, "join.heading", "%s has another title, club, date or program than %s, which counts", p.Name, j.from)
		}
	}
	if len(p.Record.Published.Lines)+len(p.Record.Published.Totals) > 0 {
		j.out.Warn(0, "join.published", "%s: the results that it prints are those of a part, and are left out", p.Name)
	}
	return nil
}

// agree refuses an opening that is not that of the first file.
func (j *joiner) agree(o event.Opened) error {
	switch ours := j.opened; {
	case ours.Kind != o.Kind:
		return bridge.Errorf(bridge.Conflict, "join.kind", "an event of kind %q, but %s has kind %q", string(o.Kind), j.from, string(ours.Kind))
	case max(ours.Winners, 1) != max(o.Winners, 1):
		return bridge.Errorf(bridge.Conflict, "join.winners", "%d lists of winners, but %s has %d: say for all files how many there are",
			max(o.Winners, 1), j.from, max(ours.Winners, 1))
	case ours.Method != o.Method || ours.Regulation != o.Regulation:
		return bridge.Errorf(bridge.Conflict, "join.method", "scored by %s %s, but %s by %s %s", string(o.Method), o.Regulation, j.from, string(ours.Method), ours.Regulation)
	}
	return nil
}

// meetings are those of a file, each once, in its order.
func (p Part) meetings() []event.Meeting {
	var out []event.Meeting
	seen := map[event.Meeting]bool{}
	for _, f := range p.Record.Facts {
		if m, ok := event.MeetingOf(f.Act); ok && !seen[m] {
			seen[m] = true
			out = append(out, m)
		}
	}
	return out
}

// playedBoard is a contestant on a board.
type playedBoard struct {
	who   event.Contestant
	board bridge.Board
	round int // of teams, who may play a board number again
}

// sessions gives each file the session that it is, 0 for those that its facts say.
func (j *joiner) sessions(parts []Part) ([]int, error) {
	out := make([]int, len(parts))
	said, silent := "", "" // files that say their session, and that do not
	for _, p := range parts {
		switch list := p.meetings(); {
		case len(list) == 0:
		case slices.ContainsFunc(list, func(m event.Meeting) bool { return m.Session != 0 }):
			said = cmp.Or(said, p.Name)
		default:
			silent = cmp.Or(silent, p.Name)
		}
	}
	switch {
	case silent == "":
		return out, nil
	case said != "":
		return nil, bridge.At(silent, bridge.Errorf(bridge.Conflict, "join.some_sessions",
			"the file does not say its session, but %s does: want it in all files or in none", said))
	}
	var held []map[playedBoard]bool // by session
	for i, p := range parts {
		if err := p.copies(parts[:i]); err != nil {
			return nil, bridge.At(p.Name, err)
		}
		boards := map[playedBoard]bool{}
		for _, m := range p.meetings() {
			for _, who := range []event.Contestant{m.NS, m.EW, m.South, m.West} {
				if !who.IsZero() {
					b := playedBoard{who: who, board: m.Board}
					if j.opened.Kind == event.Teams {
						b.round = m.Round
					}
					boards[b] = true
				}
			}
		}
		session := slices.IndexFunc(held, func(before map[playedBoard]bool) bool { return !overlap(before, boards) })
		if session < 0 {
			session = len(held)
			held = append(held, map[playedBoard]bool{})
		}
		maps.Copy(held[session], boards)
		out[i] = session + 1
	}
	if len(held) == 1 {
		return make([]int, len(parts)), nil // the only one
	}
	for i, p := range parts {
		if out[i] > 1 {
			j.out.Warn(0, "join.session", "%s does not say its session: contestants play boards that they played before, so it is taken for session %d", p.Name, out[i])
		}
	}
	return out, nil
}

func overlap(a, b map[playedBoard]bool) bool {
	for k := range b {
		if a[k] {
			return true
		}
	}
	return false
}

// copies refuses a file with meetings that says of them what an earlier one says.
func (p Part) copies(earlier []Part) error {
	ours := p.told()
	for _, e := range earlier {
		if len(ours) > 0 && reflect.DeepEqual(ours, e.told()) {
			return bridge.Errorf(bridge.Conflict, "join.copy", "the file says the same as %s", e.Name)
		}
	}
	return nil
}

// told is what a file says of meetings and matches.
func (p Part) told() []event.Act {
	var out []event.Act
	for _, f := range p.Record.Facts {
		switch f.Act.(type) {
		case event.Drawn, event.MatchScored, event.MatchRuled:
			out = append(out, f.Act)
		default:
			if _, ok := event.MeetingOf(f.Act); ok {
				out = append(out, f.Act)
			}
		}
	}
	return out
}

// saidMatch is what a file says came of a match.
type saidMatch struct {
	acts []event.Act
	from string
}

// matchResults refuses a file that says of a match that something else came of it than an
// earlier file says.
func (j *joiner) matchResults(p Part, session int) error {
	own := map[encounter]saidMatch{}
	var order []encounter
	for _, f := range p.Record.Facts {
		var at event.MatchRef
		switch a := f.Act.(type) {
		case event.MatchScored:
			at = a.MatchRef
		case event.MatchRuled:
			at = a.MatchRef
		default:
			continue
		}
		key := encounterOf(max(at.Session, session, 1), at.Round, at.Home, at.Away)
		said, again := own[key]
		if !again {
			order = append(order, key)
		}
		own[key] = saidMatch{append(said.acts, f.Act), p.Name}
	}
	for _, key := range order {
		before, twice := j.results[key]
		if twice && !reflect.DeepEqual(before.acts, own[key].acts) {
			return bridge.Errorf(bridge.Conflict, "join.match_twice", "round %d: the match of %v and %v stands in %s as well, with another result", key.round, key.low, key.high, before.from)
		}
		j.results[key] = own[key]
	}
	return nil
}

// part takes in a file. A session that is not 0 is the one that it is.
func (j *joiner) part(p Part, session int) error {
	var order []place // of the boards, those first that the file describes
	sets := map[place]event.BoardSet{}
	for _, f := range p.Record.Facts {
		switch a := f.Act.(type) {
		case event.Registered:
			if err := j.register(p, a); err != nil {
				return err
			}
		case event.BoardSet:
			a.Session = max(a.Session, session)
			at := place{a.Session, a.Board}
			if _, again := sets[at]; !again {
				order = append(order, at)
			}
			sets[at] = a
		}
	}
	for _, m := range p.meetings() {
		m.Session = max(m.Session, session)
		at := place{m.Session, m.Board}
		if _, said := sets[at]; !said {
			order = append(order, at)
			sets[at] = plainBoard(at)
		}
		key := keyOf(m, j.opened.Kind)
		if before, twice := j.met[key]; twice && before != p.Name {
			return bridge.Errorf(bridge.Conflict, "join.twice", "board %d of %v and %v stands in %s as well", m.Board, m.NS, m.EW, before)
		}
		j.met[key] = p.Name
	}
	if err := j.matchResults(p, session); err != nil {
		return err
	}
	for _, at := range order {
		if err := j.setBoard(p, at, sets[at]); err != nil {
			return err
		}
	}
	for _, at := range p.Record.Reports {
		at.Session, at.File = max(at.Session, session), cmp.Or(at.File, p.Name)
		j.out.Reports = append(j.out.Reports, at)
	}
	for _, f := range p.Record.Facts {
		if err := j.act(f, session); err != nil {
			return err
		}
	}
	return nil
}

// plainBoard is a board as its number says (Law 2).
func plainBoard(at place) event.BoardSet {
	return event.BoardSet{Session: at.session, Board: at.board, Dealer: at.board.Dealer(), Vul: at.board.Vulnerability()}
}

// act takes in what a fact says of meetings and penalties.
func (j *joiner) act(f event.Fact, session int) error {
	switch f.Act.(type) {
	case event.Opened, event.Registered, event.BoardSet:
		return nil
	}
	act, ok := inSession(f.Act, func(own int) int { return max(own, session) })
	if a, fouled := act.(event.Fouled); !ok || fouled && a.NS.IsZero() {
		return bridge.Errorf(bridge.Unsupported, "join.act", "the file says of boards what would count for other files too: it cannot be joined with them")
	}
	if a, ok := act.(event.Penalised); ok {
		j.penalties++
		a.Ref = strconv.Itoa(j.penalties)
		act = a
	}
	f.Act = act
	j.acts = append(j.acts, f)
	return nil
}

// inSession is an act in another session than it says; ok is false for one that is of no
// session.
func inSession(act event.Act, of func(int) int) (_ event.Act, ok bool) {
	switch a := act.(type) {
	case event.BoardSet:
		a.Session = of(a.Session)
		return a, true
	case event.Played:
		a.Session = of(a.Session)
		return a, true
	case event.NotPlayed:
		a.Session = of(a.Session)
		return a, true
	case event.SatOut:
		a.Session = of(a.Session)
		return a, true
	case event.Ruled:
		a.Session = of(a.Session)
		return a, true
	case event.Voided:
		a.Session = of(a.Session)
		return a, true
	case event.Fouled:
		a.Session = of(a.Session)
		return a, true
	case event.Drawn:
		a.Session = of(a.Session)
		return a, true
	case event.MatchScored:
		a.Session = of(a.Session)
		return a, true
	case event.MatchRuled:
		a.Session = of(a.Session)
		return a, true
	case event.LinedUp:
		a.Session = of(a.Session)
		return a, true
	case event.Penalised:
		a.Session = of(a.Session)
		return a, true
	}
	return act, false
}

// setBoard takes in what a board is. A file that has no deal may follow one that has.
func (j *joiner) setBoard(p Part, at place, set event.BoardSet) error {
	before, known := j.boards[at]
	switch {
	case !known:
		before = joinedBoard{set: set, at: -1, from: p.Name}
	case before.set.Dealer != set.Dealer || before.set.Vul != set.Vul:
		return bridge.Errorf(bridge.Conflict, "join.board", "board %d: dealer %v, vulnerable %v, but in %s %v and %v",
			at.board, set.Dealer, set.Vul, before.from, before.set.Dealer, before.set.Vul)
	case !before.set.Deal.IsZero() && !set.Deal.IsZero() && before.set.Deal != set.Deal:
		return bridge.Errorf(bridge.Conflict, "join.deal", "board %d: another deal than in %s", at.board, before.from)
	}
	if before.set.Deal.IsZero() {
		before.set.Deal = set.Deal
	}
	if before.set.Par == nil {
		before.set.Par = set.Par
	}
	if before.set.DD.IsZero() {
		before.set.DD = set.DD
	}
	if before.set != plainBoard(at) {
		if before.at < 0 {
			before.at = len(j.sets)
			j.sets = append(j.sets, before.set)
		}
		j.sets[before.at] = before.set
	}
	j.boards[at] = before
	return nil
}

// register takes in a contestant.
func (j *joiner) register(p Part, r event.Registered) error {
	who := make([]event.Person, 0, len(r.Persons))
	for _, id := range r.Persons {
		who = append(who, p.Record.People[id])
	}
	have := j.entries[r.Contestant]
	if have == nil {
		have = &joined{event.Registered{Contestant: r.Contestant}, p.Name}
		j.entries[r.Contestant] = have
	}
	if err := j.persons(have, who); err != nil {
		return err
	}
	switch {
	case have.Club != "" && r.Club != "" && have.Club != r.Club,
		len(have.Strata) > 0 && len(r.Strata) > 0 && !slices.Equal(have.Strata, r.Strata),
		have.Handicap != nil && r.Handicap != nil && !have.Handicap.Equal(*r.Handicap),
		have.Average != nil && r.Average != nil && !have.Average.Equal(*r.Average):
		return bridge.Errorf(bridge.Conflict, "join.entry", "contestant %v has another club, stratum or handicap than in %s", r.Contestant, have.from)
	}
	if have.Club == "" {
		have.Club = r.Club
	}
	if len(have.Strata) == 0 {
		have.Strata = slices.Clone(r.Strata)
	}
	if have.Handicap == nil {
		have.Handicap = r.Handicap
	}
	if have.Average == nil {
		have.Average = r.Average
	}
	return nil
}

// persons gives a contestant its persons, or holds them against those that it has, in
// any order.
func (j *joiner) persons(have *joined, who []event.Person) error {
	switch {
	case len(who) == 0:
		return nil
	case len(have.Persons) == 0:
		for _, p := range who {
			p.MemberIDs = maps.Clone(p.MemberIDs)
			have.Persons = append(have.Persons, j.out.People.Add(p))
		}
		return nil
	}
	left := slices.Clone(have.Persons)
	var before []event.Person
	for _, id := range left {
		before = append(before, j.out.People[id])
	}
	for _, p := range who {
		i := slices.IndexFunc(left, func(id event.PersonID) bool { return same(j.out.People[id], p) })
		if i < 0 || len(who) != len(have.Persons) {
			return bridge.Errorf(bridge.Conflict, "join.names", "contestant %v is %s, but in %s %s: files of two sections say so in the column section",
				have.Contestant, called(who), have.from, called(before))
		}
		id := left[i]
		known := j.out.People[id]
		if known.Name == "" {
			known.Name = p.Name
		}
		if known.MemberIDs == nil && len(p.MemberIDs) > 0 {
			known.MemberIDs = map[string]string{}
		}
		maps.Copy(known.MemberIDs, p.MemberIDs)
		j.out.People[id] = known
		left = slices.Delete(left, i, i+1)
	}
	return nil
}

// called is what persons are called, as people read a pair; of one without a name its
// numbers stand there, and of one without those a dash.
func called(who []event.Person) string {
	var names []string
	for _, p := range who {
		name := p.Name
		if name == "" {
			name = strings.Join(slices.Sorted(maps.Values(p.MemberIDs)), "/")
		}
		names = append(names, cmp.Or(name, "-"))
	}
	return strings.Join(names, " – ")
}

// same reports whether two persons may be one: nothing that both say differs, and one
// thing at least is the same.
func same(a, b event.Person) bool {
	alike := a.Name == b.Name && (a.Name != "" || len(a.MemberIDs)+len(b.MemberIDs) == 0)
	if a.Name != "" && b.Name != "" && a.Name != b.Name {
		return false
	}
	for giver, number := range b.MemberIDs {
		ours, both := a.MemberIDs[giver]
		if both && ours != number {
			return false
		}
		alike = alike || both
	}
	return alike
}

// finish writes the facts in the order in which a table gives them.
func (j *joiner) finish() {
	j.out.Add(j.opened)
	for _, who := range slices.SortedFunc(maps.Keys(j.entries), event.Contestant.Compare) {
		j.out.Add(j.entries[who].Registered)
	}
	for _, set := range j.sets {
		j.out.Add(set)
	}
	j.out.Facts = append(j.out.Facts, j.acts...)
}
