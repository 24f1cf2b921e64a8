package club

import (
	"cmp"
	"maps"
	"slices"

	"github.com/overtrick/overtrick/bridge"
)

// What a part is.
const (
	PartEvent   = "event"   // its description, how it is run, how far it has come
	PartPlan    = "plan"    // of a section
	PartPeople  = "people"  // who is registered
	PartRanking = "ranking" // as the watcher may see it
	PartBoard   = "board"   // that is over
	PartTable   = "table"   // what it has sent, and what became of it
	PartTables  = "tables"  // the devices
	PartClock   = "clock"   // of a round, or of all: it began, was stopped, or was set
	PartCalls   = "calls"   // for the director
	PartLane    = "lane"    // what the director has marked as right
)

// Part is a part of the evening that changed. It says where to look and nothing of
// what is there.
type Part struct {
	What    string       `json:"what"`
	Session int          `json:"session,omitempty"`
	Section string       `json:"section,omitempty"`
	Round   int          `json:"round,omitempty"` // of a clock; 0: of all
	Table   int          `json:"table,omitempty"`
	Board   bridge.Board `json:"board,omitempty"`
}

// change is what an entry changed.
type change struct {
	parts  []Part
	public bool // readers see something new of the event
}

func (e *Evening) changed(public bool) change {
	slices.SortFunc(e.parts, Part.compare)
	return change{slices.Clip(e.parts), public}
}

// AtTables says whether a part shows on the page of a table, if it is not that of another
// one: results of others change boards and the ranking, which are elsewhere.
func (p Part) AtTables() bool {
	switch p.What {
	case PartEvent, PartPlan, PartPeople, PartClock, PartTable:
		return true
	}
	return false
}

// news are the last positions at which something changed that tables show: of each table
// the last two, of the clock of each round, and of all at once.
type news struct {
	table map[rowKey][2]int64
	clock map[roundKey]int64
	all   int64
}

// hear takes in what the entry at a position changed.
func (n *news) hear(position int64, parts []Part) {
	for _, p := range parts {
		switch {
		case p.What == PartTable:
			key := rowKey{p.Section, p.Table}
			if last := n.table[key]; last[0] < position {
				n.table[key] = [2]int64{position, last[0]}
			}
		case p.What == PartClock && p.Round > 0:
			n.clock[roundKey{p.Session, p.Round}] = position
		case p.AtTables():
			n.all = position
		}
	}
}

// beside is the last position, but for one that a table knows, at which something changed
// that it shows, clocks apart. If that one changed more than the table itself, it is that
// one.
func (n *news) beside(key rowKey, known int64) int64 {
	last := n.table[key]
	if last[0] == known {
		return max(last[1], n.all)
	}
	return max(last[0], n.all)
}

func (p Part) compare(o Part) int {
	return cmp.Or(cmp.Compare(p.What, o.What), cmp.Compare(p.Session, o.Session), cmp.Compare(p.Section, o.Section),
		cmp.Compare(p.Round, o.Round), cmp.Compare(p.Table, o.Table), cmp.Compare(p.Board, o.Board))
}

// seen says whether an actor may know that a part changed.
func (c change) seen(a Actor, p Part) bool {
	if a.directs() {
		return true
	}
	switch p.What {
	case PartEvent, PartPlan, PartPeople, PartBoard, PartClock:
		return true
	case PartRanking:
		return c.public
	case PartTable:
		return a.Role == AtTable && a.Section == p.Section && a.Table == p.Table
	}
	return false
}

// since are the parts that changed after a position, as an actor may know them.
func since(changes []change, a Actor, from int64) []Part {
	all := map[Part]bool{}
	for _, c := range changes[from:] {
		for _, p := range c.parts {
			if c.seen(a, p) {
				all[p] = true
			}
		}
	}
	return append([]Part{}, slices.SortedFunc(maps.Keys(all), Part.compare)...)
}
