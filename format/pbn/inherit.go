package pbn

import (
	"sort"
	"strings"
)

// heirs remembers what games inherit that do not have a tag: the values given
// with "##", each from the game behind it on. A game asks by its place in the
// file, so that a value is stored once however many games inherit it.
type heirs struct {
	values map[string][]bequest
	names  []string // in the order in which they came
	given  []bequestOf
}

type bequest struct {
	place int // of the game that gave it
	value string
	ends  bool // "#": from here on nothing is inherited
}

type bequestOf struct {
	name string
	bequest
}

// give notes what the game that is being read leaves to those behind it.
func (h *heirs) give(name, value string, ends bool) {
	h.given = append(h.given, bequestOf{name, bequest{value: value, ends: ends}})
}

// maxHeirs bounds the tags that are left to all later games, and with them what
// a small file can grow to when it is written out. The standard has fewer tags.
const maxHeirs = 100

// next enters what g has given.
func (h *heirs) next(g *Game) {
	for _, b := range h.given {
		b.place = g.place
		if h.values == nil {
			h.values = map[string][]bequest{}
		}
		if b.ends && len(h.values[b.name]) == 0 {
			continue
		}
		if len(h.values[b.name]) == 0 {
			h.names = append(h.names, b.name)
		}
		h.values[b.name] = append(h.values[b.name], b.bequest)
	}
	h.given = h.given[:0]
}

// of is the value that the game at that place inherits.
func (h *heirs) of(name string, place int) (string, bool) {
	if h == nil {
		return "", false
	}
	list := h.values[name]
	i := sort.Search(len(list), func(i int) bool { return list[i].place >= place }) - 1
	if i < 0 || list[i].ends {
		return "", false
	}
	return list[i].value, true
}

// inherit resolves "#" and "##".
func (p *parser) inherit(t *Tag) {
	value, marked := strings.CutPrefix(t.Value, "#")
	if !marked {
		return
	}
	if tags[t.Name].alone {
		if t.Value == "#" || strings.HasPrefix(t.Value, "##") {
			p.warn(t.Line, "pbn.inherit_never", "tag %s: %q, but this tag must not be inherited", t.Name, shorten(t.Value))
		}
		return
	}
	if text, all := strings.CutPrefix(value, "#"); all {
		t.Value = text
		if len(p.heirs.names)+len(p.heirs.given) >= maxHeirs && p.heirs.values[t.Name] == nil {
			p.warn(t.Line, "pbn.inherit_most", "tag %s: more than %d tags are inherited", t.Name, maxHeirs)
			return
		}
		p.heirs.give(t.Name, text, false)
		return
	}
	if value != "" {
		return // "#1 Club": a value like any other
	}
	earlier := p.latest[t.Name]
	if earlier == nil {
		p.warn(t.Line, "pbn.inherit_nothing", "tag %s: %q, but no earlier game has a value", t.Name, t.Value)
		t.Value = ""
		return
	}
	t.Value, t.Origin = earlier.Value, Copied
	p.heirs.give(t.Name, "", true)
}

// shared are the tags that two tables with one board have in common. The program
// of rpbridge.net leaves them out at the second table.
var shared = []string{
	"Event", "Site", "Date", "Stage", "Round", "HomeTeam", "VisitTeam", "Scoring", "Competition",
	"Board", "Dealer", "Vulnerable", "Deal",
}

// played are the tags of which a game must have one to be a table of its own.
var played = []string{"Declarer", "Contract", "Result", "Auction", "Play", "Score"}

// sameBoard gives a game without a deal the board of the game before, unless it
// says something else about its board. The standard does not know this; see
// "Implicit inheritance" of the formats.
func (p *parser) sameBoard(g *Game) {
	before := p.prior
	if before == nil || g.Tag("Deal") != nil {
		return
	}
	if _, ok := before.Deal(); !ok {
		return
	}
	for _, name := range []string{"Board", "Dealer", "Vulnerable"} {
		if t := g.Tag(name); t != nil && t.Value != before.Text(name) {
			return
		}
	}
	table := false
	for _, name := range played {
		table = table || g.Tag(name) != nil
	}
	if !table {
		return
	}
	for _, name := range shared {
		if t := before.Tag(name); t != nil && t.Origin != Default && g.Tag(name) == nil {
			g.Tags = append(g.Tags, Tag{Name: name, Value: t.Value, Origin: SameBoard})
		}
	}
}
