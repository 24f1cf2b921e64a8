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

	given      map[event.Contestant]event.Contestant // by what the file calls them
	persons    map[event.Contestant][]event.PersonID // by what they are here
	highest    map[string]int                        // number in each section
	registered []event.Act
	teamOf     map[string]event.Contestant // by the number of a pair in a team
	invented   map[string]int              // numbers for labels that are none
	known      map[string]event.PersonID   // by national number and name
	renamed    []string
}

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
				if label := k.get("PAIR_NUMBER"); label != "" {
					side := parseLabel(label).Side
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
		f.rec.Warn(ev.line, "usebio.winners", "WINNER_TYPE is 2 and not all pairs have a direction; read as one ranking")
	case declared == 0 && apart:
		f.winners = 2
		f.rec.Warn(ev.line, "usebio.winners", "WINNER_TYPE is missing and all pairs have a direction; read as two rankings")
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
		if k.name == "PAIR" {
			label, side := normal(k.get("PAIR_NUMBER")), sideOf(k.get("DIRECTION"))
			twice[label] = twice[label] || side.Valid() && seen[label] == side.Other()
			seen[label] = side
			f.note(label, at)
		}
	}
	for k := n.first; k != nil; k = k.next {
		switch k.name {
		case "PAIR":
			f.pair(k, at, twice)
		case "TEAM":
			f.team(k, at)
		case "PLAYER":
			f.person(k)
		}
	}
}

// note keeps the highest number of a section.
func (f *field) note(label string, at scope) {
	c := parseLabel(label)
	f.highest[at.section] = max(f.highest[at.section], c.Number)
}

func (f *field) pair(n *node, at scope, twice map[string]bool) {
	label, line := n.value("PAIR_NUMBER")
	persons := f.people(n)
	if label == "" {
		f.rec.Warn(n.line, "usebio.pair", "a pair without PAIR_NUMBER; left out")
		return
	}
	c := f.named(label, at, line)
	switch side := sideOf(n.get("DIRECTION")); {
	case !side.Valid():
	case c.Side.Valid() && c.Side != side:
		f.rec.Warn(line, "usebio.direction", "pair %s has the direction %v", label, side)
	case f.winners == 2 || twice[normal(label)]:
		c.Side = side
	}
	f.total(n, f.register(c, persons, line))
}

func (f *field) team(n *node, at scope) {
	label, line := n.attr("TEAM_ID"), n.line
	if label == "" {
		label, line = n.value("TEAM_NUMBER")
	}
	persons := f.people(n)
	if label == "" {
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
	c := f.register(f.named(label, at, line), persons, line)
	for _, number := range pairs {
		f.teamOf[at.section+" "+normal(number)] = c
	}
	f.total(n, c)
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
	for _, number := range []struct{ element, by string }{
		{"NATIONAL_ID_NUMBER", "national"},
		{"CLUB_ID_NUMBER", "club"},
		{"PLAYER_NUMBER", "event"},
	} {
		if id := n.get(number.element); strings.Trim(id, "0") != "" {
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
func (f *field) register(written event.Contestant, persons []event.PersonID, line int) event.Contestant {
	if c, ok := f.given[written]; ok {
		// Every session may have its list of the same pairs.
		if before := f.persons[c]; len(persons) > 0 && !slices.Equal(f.rec.People.Names(before), f.rec.People.Names(persons)) {
			f.rec.Warn(line, "usebio.twice", "%v is listed again with other players; the first entry counts", written)
		}
		return c
	}
	c := written
	if f.winners == 1 {
		c.Side = 0
	}
	if _, taken := f.persons[c]; taken {
		c.Number = max(f.highest[c.Section], c.Number) + 1
		f.renamed = append(f.renamed, fmt.Sprintf("%v is %v", written, c))
	}
	f.highest[c.Section] = max(f.highest[c.Section], c.Number)
	f.given[written], f.persons[c] = c, persons
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

// parseLabel reads a label that is a number with a side and a section, or without;
// the zero contestant if it is none.
func parseLabel(label string) event.Contestant {
	c, err := event.ParseContestant(normal(label))
	if err != nil || c.Number > maxNumber {
		return event.Contestant{}
	}
	return c
}

// maxNumber is the highest number that a file may give to a contestant; labels
// that are no number are counted from there.
const maxNumber = 9999

// named gives the contestant of a label as the file calls it, in the section where
// it stands. A label that is no number gets one.
func (f *field) named(label string, at scope, line int) event.Contestant {
	c := parseLabel(label)
	if c.IsZero() {
		key := normal(label)
		n, ok := f.invented[key]
		if !ok {
			n = maxNumber + 1 + len(f.invented)
			f.invented[key] = n
			f.rec.Warn(line, "usebio.label", "contestant %q has no number; it is %d here", label, n)
		}
		c.Number = n
	}
	if c.Section == "" {
		c.Section = at.section
	}
	return c
}

// find gives the contestant that a line names in the column of one side. Lines
// give a plain number where the list gives a direction, and the other way round.
// Somebody who is not on the list is entered.
func (f *field) find(label string, at scope, column bridge.Side, line int) event.Contestant {
	written := f.named(label, at, line)
	sections := []string{written.Section, ""}
	sides := []bridge.Side{written.Side, 0}
	if !written.Side.Valid() {
		sides = []bridge.Side{0, column, column.Other()}
	}
	for _, section := range sections {
		for _, side := range sides {
			if c, ok := f.given[event.Contestant{Section: section, Number: written.Number, Side: side}]; ok {
				return c
			}
		}
	}
	if !written.Side.Valid() && f.winners == 2 {
		written.Side = column
	}
	c := f.register(written, nil, line)
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
