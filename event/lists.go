package event

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/why"
)

// Standings computes what the event stands at, under its own regulation. It
// counts what the facts say, and what cannot be right it names among the doubts:
// a contestant that played the same board twice (Law 15), and an event in which
// no board was played often enough to compare.
//
// What did not change since the last call is not computed again. Standings are
// never changed: treat their lists as read-only.
//
// The error has code [bridge.Unsupported] for a method that this release does
// not rank, and for a match of a length that the scale of victory points does not
// have; [bridge.NotFound] if there is no result at all.
func (e *Event) Standings() (*Standings, error) { return e.StandingsUnder(e.pack) }

// methodNames are the methods as people call them.
var methodNames = map[Method]string{
	Matchpoints: "matchpoints", Ascherman: "Ascherman", Butler: "Butler", CrossIMPs: "cross-IMPs",
	TotalPoints: "total points", Par: "IMPs against par", IMPs: "IMPs", BoardAMatch: "board-a-match", Patton: "Patton",
}

// unsupported refuses what this release does not rank. The message has the method
// in words, and the arguments as a value, so that a door can say it in its
// language.
func unsupported(kind Kind, method Method) error {
	e := bridge.Errorf(bridge.Unsupported, "event.unsupported", "%s scored by %s cannot be ranked: pairs and individuals are by mp, ascherman, butler, ximp, total or par, teams by imp, bam, patton or total", kind, methodNames[method])
	e.Args[1] = method
	return e
}

// ranks reports whether an event of that kind can be scored by that method.
func ranks(o Opened) bool {
	switch o.Method {
	case IMPs, BoardAMatch, Patton:
		return o.Kind == Teams
	case TotalPoints:
		return true
	}
	return o.Kind != Teams
}

// methodOf is how an event's results are compared.
func methodOf(r *reckoning) method {
	if r.opened.Kind == Teams {
		return teams{r}
	}
	switch r.opened.Method {
	case Matchpoints, Ascherman:
		return matchpoints{r}
	case TotalPoints:
		return totalPoints{r}
	}
	return imps{r}
}

// StandingsUnder is [Event.Standings] under another regulation.
func (e *Event) StandingsUnder(pack *regulation.Pack) (*Standings, error) {
	if e.pack == nil {
		return nil, notOpen()
	}
	if !ranks(e.opened) {
		return nil, unsupported(e.opened.Kind, e.opened.Method)
	}
	r, err := e.reckon(pack)
	if err != nil {
		return nil, err
	}
	s := &Standings{
		Info: Info{
			Title: e.opened.Title, Club: e.opened.Club, Date: e.opened.Date,
			Kind: e.opened.Kind, Method: e.opened.Method, Winners: e.opened.Winners,
		},
		Regulation: Regulation{pack.Name, pack.Version},
		Boards:     make([]BoardSheet, len(r.boards)),
		Doubts:     r.doubts(),
		Penalties:  inForce(e.penalties),
		Phase:      PhaseAt{e.until},
		sheet:      r,
	}
	s.Info.Unit, _ = r.unit()
	s.Info.Tables = r.tables()
	var top why.Value
	for i, b := range r.boards {
		s.Info.Results += b.results
		t := r.top(b)
		if t.Cmp(top.Fraction) > 0 {
			top = t
		}
		s.Open = append(s.Open, b.open...)
		s.Boards[i] = BoardSheet{
			Session: b.set.Session, Board: b.set.Board, Dealer: b.set.Dealer, Vul: b.set.Vul, Deal: b.set.Deal, Par: b.set.Par, DD: b.set.DD,
			Top: r.figure(t, 0), Lines: b.sheet,
		}
		if b.sheet == nil {
			s.Boards[i].Lines = r.linesOf(b)
		}
	}
	s.Info.Boards = len(r.boards)
	r.matchSheets(s)
	if s.Info.Results == 0 && !r.anyMatch() {
		return nil, bridge.Errorf(bridge.NotFound, "event.no_results", "no result: nothing to rank")
	}
	s.Info.Top = r.figure(top, 0)
	s.Lists, s.Further = r.lists(e.sorted())
	return s, nil
}

// inForce are the penalties that were not taken back.
func inForce(all []Penalised) []Penalised {
	return slices.DeleteFunc(slices.Clone(all), func(p Penalised) bool { return p.Kind != Cautioned && p.Amount.Sign() == 0 })
}

// lists are the ranking of everybody, and those by section and by stratum where there
// are such; where there are handicaps, all of them with handicaps too.
func (r *reckoning) lists(who []int) (lists, further []List) {
	heads := []List{{Name: "all"}}
	if r.opened.Winners == 2 {
		heads = []List{{Name: bridge.NS.String(), Side: bridge.NS}, {Name: bridge.EW.String(), Side: bridge.EW}}
	}
	add := func(head List, who []int) {
		for _, part := range []struct{ word, of string }{{"section", head.Section}, {"stratum", head.Stratum}} {
			if part.of != "" {
				head.Name += fmt.Sprintf(" %s %s", part.word, part.of)
			}
		}
		if head.Handicap {
			head.Name += " handicap"
		}
		further = append(further, r.list(head, who))
	}
	sections, strata := map[string]bool{}, map[string]bool{}
	handicaps := false
	for _, n := range who {
		x := r.entries[n]
		sections[x.Contestant.Section] = true
		if s := r.stratum(n); s != "" {
			strata[s] = true
		}
		handicaps = handicaps || r.opened.Kind != Teams && (x.Handicap != nil || x.Average != nil)
	}
	of := func(keep func(n int) bool) (list []int) {
		for _, n := range who {
			if keep(n) {
				list = append(list, n)
			}
		}
		return list
	}
	for _, head := range heads {
		on := of(func(n int) bool { return !head.Side.Valid() || r.entries[n].Contestant.Side == head.Side })
		lists = append(lists, r.list(head, on))
	}
	for _, head := range heads {
		ours := func(n int) bool { return !head.Side.Valid() || r.entries[n].Contestant.Side == head.Side }
		of := func(keep func(n int) bool) []int { return of(func(n int) bool { return ours(n) && keep(n) }) }
		raised := []func(){} // the lists with handicaps, which follow
		both := func(own List, who []int, plain bool) {
			if len(who) == 0 {
				return
			}
			if plain {
				add(own, who)
			}
			if handicaps {
				own.Handicap = true
				raised = append(raised, func() { add(own, who) })
			}
		}
		both(head, of(func(int) bool { return true }), false)
		if len(sections) > 1 {
			for _, section := range sorted(sections) {
				if section == "" { // who has none is in no list of a section
					continue
				}
				own := head
				own.Section = section
				both(own, of(func(n int) bool { return r.entries[n].Contestant.Section == section }), true)
			}
		}
		if len(strata) > 1 {
			for _, stratum := range sorted(strata)[1:] { // the highest is the whole field
				own := head
				own.Stratum = stratum
				both(own, of(func(n int) bool { return r.stratum(n) >= stratum }), true)
			}
		}
		for _, list := range raised {
			list()
		}
	}
	return lists, further
}

// sorted are the keys of a set, the shortest first.
func sorted(set map[string]bool) []string {
	var out []string
	for s := range set {
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) })
	return out
}
