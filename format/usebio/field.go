package usebio

import (
	"fmt"
	"slices"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
)

// field is who takes part.
//
// A file names contestants in its own way: 1NS and 1EW, or 1 twice with two
// directions, in events with one ranking too. There they become numbers without a
// side; the second pair of a number gets a free one.
type field struct {
	rec     *event.Record
	winners int // rankings: 1 or 2
	teams   bool

	individuals bool // contestants are players

	given      map[label]event.Contestant            // by what the file calls them
	unlisted   map[label]bool                        // met in a line only
	persons    map[event.Contestant][]event.PersonID // by what they are here
	highest    map[string]int                        // number in each section
	registered []event.Act
	teamOf     map[string]event.Contestant // by section and number of a pair in a team
	known      map[string]event.PersonID   // by national number and name
	renamed    []string
}

func newField(rec *event.Record) field {
	return field{
		rec: rec, given: map[label]event.Contestant{}, unlisted: map[label]bool{}, persons: map[event.Contestant][]event.PersonID{},
		highest: map[string]int{}, teamOf: map[string]event.Contestant{}, known: map[string]event.PersonID{},
	}
}

// label is what a file calls a contestant: a number with or without side and
// section, or a text that is none.
type label struct {
	section string
	number  int
	side    bridge.Side
	text    string
}

// String gives the label as a file could write it.
func (l label) String() string {
	if l.text != "" {
		return l.text
	}
	return event.Contestant{Section: l.section, Number: l.number, Side: l.side}.String()
}

// parseLabel reads a label that stands in a section of the file.
func parseLabel(text string, at scope) label {
	l := label{section: at.section}
	c, err := event.ParseContestant(normal(text))
	if err != nil || c.Number > maxNumber {
		l.text = strings.TrimSpace(text)
		return l
	}
	l.number, l.side = c.Number, c.Side
	if c.Section != "" {
		l.section = c.Section
	}
	return l
}

// maxNumber is the highest number of a contestant; what is longer is a membership
// number or the like.
const maxNumber = 9999

// survey finds out how many rankings there are, from what the file declares (0 if
// nothing) and from the directions of the pairs.
func (f *field) survey(ev *node, declared int) {
	pairs, apart := 0, true
	sides := map[bridge.Side]bool{}
	var walk func(n *node)
	walk = func(n *node) {
		for k := n.first; k != nil; k = k.next {
			switch k.name {
			case "SESSION", "SECTION", "PARTICIPANTS":
				walk(k)
			case "TEAM":
				f.teams = f.teams || n.name == "PARTICIPANTS"
			case "PAIR":
				if text := k.get("PAIR_NUMBER"); text != "" {
					side := parseLabel(text, scope{}).side
					if !side.Valid() {
						side = sideOf(k.get("DIRECTION"))
					}
					pairs++
					sides[side] = true
					apart = apart && side.Valid()
				}
			}
		}
	}
	walk(ev)
	apart = apart && sides[bridge.NS] && sides[bridge.EW]
	switch {
	case f.teams:
		f.winners = 1
	case declared == 2 && pairs > 0 && !apart: // a double Howell
		f.winners = 1
		f.rec.Warn(ev.line, "usebio.winners_one", "WINNER_TYPE is 2 and not all pairs have a direction; read as one ranking")
	case declared == 0 && apart:
		f.winners = 2
		f.rec.Warn(ev.line, "usebio.winners_two", "WINNER_TYPE is missing and all pairs have a direction; read as two rankings")
	default:
		f.winners = max(declared, 1)
	}
}

// participants reads the pairs, teams or players of a list.
func (f *field) participants(n *node, at scope) {
	n.used = true
	twice := map[string]bool{} // numbers that the list gives to a pair of each direction
	seen := map[string]bridge.Side{}
	for k := n.first; k != nil; k = k.next {
		switch k.name {
		case "PAIR":
			text, side := normal(k.get("PAIR_NUMBER")), sideOf(k.get("DIRECTION"))
			twice[text] = twice[text] || side.Valid() && seen[text] == side.Other()
			seen[text] = side
			f.note(text, at)
		case "TEAM":
			text, _ := teamID(k)
			f.note(text, at)
		case "PLAYER":
			if f.individuals {
				f.note(k.get("PLAYER_NUMBER"), at)
			}
		}
	}
	for k := n.first; k != nil; k = k.next {
		switch k.name {
		case "PAIR":
			f.pair(k, at, twice)
		case "TEAM":
			f.team(k, at)
		case "PLAYER":
			f.player(k, at)
		}
	}
}

// player enters a player who is a contestant, or only a person.
func (f *field) player(n *node, at scope) {
	id := f.person(n)
	text, line := n.value("PLAYER_NUMBER")
	if !f.individuals || text == "" {
		return
	}
	var persons []event.PersonID
	if id != "" {
		persons = []event.PersonID{id}
	}
	f.total(n, f.register(parseLabel(text, at), persons, line))
}

// note keeps the highest number of a section.
func (f *field) note(text string, at scope) {
	l := parseLabel(text, at)
	f.highest[l.section] = max(f.highest[l.section], l.number)
}

func (f *field) pair(n *node, at scope, twice map[string]bool) {
	text, line := n.value("PAIR_NUMBER")
	persons := f.people(n)
	if text == "" {
		f.rec.Warn(n.line, "usebio.pair", "a pair without PAIR_NUMBER; left out")
		return
	}
	l := parseLabel(text, at)
	switch side := sideOf(n.get("DIRECTION")); {
	case !side.Valid():
	case l.side.Valid() && l.side != side:
		f.rec.Warn(line, "usebio.direction", "pair %s has the direction %v", text, side)
	case f.winners == 2 || twice[normal(text)]:
		l.side = side
	}
	f.total(n, f.register(l, persons, line))
}

// teamID is the number of a team: an attribute, or in some files an element.
func teamID(n *node) (text string, line int) {
	if text = n.attr("TEAM_ID"); text != "" {
		return text, n.line
	}
	return n.value("TEAM_NUMBER")
}

func (f *field) team(n *node, at scope) {
	text, line := teamID(n)
	persons := f.people(n)
	if text == "" {
		f.rec.Warn(n.line, "usebio.team", "a team without TEAM_ID; left out")
		return
	}
	var pairs []string
	for k := n.first; k != nil; k = k.next {
		if k.name == "PAIR" {
			persons = append(persons, f.people(k)...)
			if number := k.get("PAIR_NUMBER"); number != "" {
				pairs = append(pairs, number)
			}
		}
	}
	name := n.attr("TEAM_NAME")
	if name == "" && parseLabel(text, at).number == 0 {
		name = text
	}
	if name != "" {
		persons = slices.Insert(persons, 0, f.teamName(name, text))
	}
	n.child("WINS_OR_DRAWS") // which follow from the matches
	c := f.register(parseLabel(text, at), persons, line)
	for _, number := range pairs {
		f.teamOf[at.section+" "+normal(number)] = c
	}
	f.total(n, c)
}

// teamNumber names the number of a team in [event.Person.MemberIDs]: the person that has
// one is the name of the team, which stands before its players.
const teamNumber = "team"

// teamName enters the name of a team.
func (f *field) teamName(name, number string) event.PersonID {
	key := teamNumber + " " + number + " " + name
	if id, ok := f.known[key]; ok {
		return id
	}
	id := f.rec.People.Add(event.Person{Name: name, MemberIDs: map[string]string{teamNumber: number}})
	f.known[key] = id
	return id
}

// people enters the players of a pair or team.
func (f *field) people(n *node) []event.PersonID {
	n.used = true
	var ids []event.PersonID
	for k := n.first; k != nil; k = k.next {
		if k.name == "PLAYER" {
			if id := f.person(k); id != "" {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// person enters a player; somebody with the same name and national number is the
// same person. Number 0 is none: CompScore gives it to the director who fills in.
func (f *field) person(n *node) event.PersonID {
	n.used = true
	who := event.Person{Name: n.get("PLAYER_NAME")}
	for i, number := range []struct{ element, by string }{
		{"NATIONAL_ID_NUMBER", "national"},
		{"CLUB_ID_NUMBER", "club"},
		{"PLAYER_NUMBER", "event"},
	} {
		if id := n.get(number.element); strings.Trim(id, "0") != "" && !(f.individuals && i == 2) {
			if who.MemberIDs == nil {
				who.MemberIDs = map[string]string{}
			}
			who.MemberIDs[number.by] = id
		}
	}
	if who.Name == "" && who.MemberIDs == nil {
		return ""
	}
	national := who.MemberIDs["national"]
	key := national + " " + who.Name
	if id, ok := f.known[key]; ok && national != "" {
		return id
	}
	id := f.rec.People.Add(who)
	f.known[key] = id
	return id
}

// register enters a contestant under the name that it has here.
func (f *field) register(l label, persons []event.PersonID, line int) event.Contestant {
	if c, ok := f.given[l]; ok {
		// Every session may have its list of the same pairs.
		if before := f.persons[c]; len(persons) > 0 && !slices.Equal(f.rec.People.Names(before), f.rec.People.Names(persons)) {
			f.rec.Warn(line, "usebio.listed_twice", "%v is listed again with other players; the first entry counts", l)
		}
		return c
	}
	c := event.Contestant{Section: l.section, Number: l.number, Side: l.side}
	if f.winners == 1 {
		c.Side = 0
	}
	_, taken := f.persons[c]
	if taken || c.Number == 0 {
		c.Number = f.highest[c.Section] + 1
	}
	switch {
	case l.number == 0:
		f.rec.Warn(line, "usebio.label", "contestant %q has no number; it is %v here", l.text, c)
	case taken:
		f.renamed = append(f.renamed, fmt.Sprintf("%v → %v", l, c))
	}
	f.highest[c.Section] = max(f.highest[c.Section], c.Number)
	f.given[l], f.persons[c] = c, persons
	f.registered = append(f.registered, event.Registered{Contestant: c, Persons: persons})
	return c
}

// total reads what a list prints as a contestant's result.
func (f *field) total(n *node, c event.Contestant) {
	t := event.PublishedTotal{
		Contestant: c,
		Total:      f.printed(n, "TOTAL_SCORE"),
		Percent:    f.printed(n, "PERCENTAGE"),
		Place:      n.get("PLACE"),
	}
	if t.Total != nil || t.Percent != nil || t.Place != "" {
		f.rec.Published.Totals = append(f.rec.Published.Totals, t)
	}
}

// printed reads a number. ScoreBridge prints - where there is none.
func (f *field) printed(n *node, element string) *event.Printed {
	text, line := n.value(element)
	return number(f.rec, text, element, line)
}

func number(rec *event.Record, text, element string, line int) *event.Printed {
	if text == "" || text == "-" {
		return nil
	}
	p := event.ParsePrinted(strings.Replace(strings.TrimRight(text, "% "), ",", ".", 1))
	if p == nil {
		rec.Warn(line, "usebio.number", "%s %q is no number", element, text)
	}
	return p
}

// normal is a label without the ways in which programs write the same one
// differently: "1 NS", "1ns" and "01NS" are 1NS.
func normal(label string) string {
	label = strings.ToUpper(strings.Join(strings.Fields(label), ""))
	digits := strings.IndexAny(label, "0123456789")
	for digits >= 0 && digits+1 < len(label) && label[digits] == '0' && '0' <= label[digits+1] && label[digits+1] <= '9' {
		label = label[:digits] + label[digits+1:]
	}
	return label
}

// find gives the contestant that a line names in the column of one side. Lines
// give a plain number where the list gives a direction, and the other way round.
// Somebody who is not on the list is entered.
func (f *field) find(text string, at scope, column bridge.Side, line int) event.Contestant {
	l := parseLabel(text, at)
	sides := []bridge.Side{l.side, 0}
	if !l.side.Valid() {
		sides = []bridge.Side{0, column, column.Other()}
	}
	for _, section := range []string{l.section, ""} {
		for _, side := range sides {
			known := label{section, l.number, side, l.text}
			switched := side.Valid() && side != l.side && side != column
			if c, ok := f.given[known]; ok && !(switched && f.unlisted[known]) {
				return c
			}
		}
	}
	if !l.side.Valid() && f.winners == 2 {
		l.side = column
	}
	c := f.register(l, nil, line)
	f.unlisted[l] = true
	f.rec.Warn(line, "usebio.unlisted", "%v plays and is not among the participants", c)
	return c
}

// sideOf reads a direction: NS, N/S, North-South, or the seat N of a pair.
func sideOf(s string) bridge.Side {
	if s == "" {
		return 0
	}
	switch s[0] {
	case 'N', 'n', 'S', 's':
		return bridge.NS
	case 'E', 'e', 'W', 'w':
		return bridge.EW
	}
	return 0
}
