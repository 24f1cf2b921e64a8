package main

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/slip"
	"github.com/overtrick/overtrick/format/usebio"
	"github.com/overtrick/overtrick/internal/simulate"
	"github.com/overtrick/overtrick/score"
)

// line is a line of a traveller, as somebody wrote it.
type line struct {
	ns    event.Contestant
	lead  bridge.Card
	entry slip.Entry
}

// travellers are travellers, each by the number of its North-South pairs.
type travellers struct {
	real   bool // of clubs; else made up
	events int
	list   []traveller
}

type traveller struct {
	board bridge.Board
	lines []line
}

// shelf are the events whose travellers are typed.
var shelf = []string{"mp-howell", "mp-mitchell-ragged", "mp-mitchell-adjusted", "cross-imp-howell", "butler-mitchell"}

// read gives the travellers of real events, which may stand in a folder beside the
// checkout, or else of events that are made up.
func read(root string) (travellers, error) {
	out := travellers{real: true}
	for _, name := range shelf {
		f, err := os.Open(filepath.Join(root, "..", "shared", "real", "usebio", name+".xml"))
		if err != nil {
			return madeUp()
		}
		rec, err := usebio.Read(f)
		if err == nil {
			err = f.Close()
		}
		if err != nil {
			return out, err
		}
		if err := out.add(rec.Facts); err != nil {
			return out, err
		}
	}
	return out, nil
}

// madeUp gives travellers of events that nobody played.
func madeUp() (travellers, error) {
	var out travellers
	for i := range shelf {
		rec, err := simulate.Event(simulate.Options{Seed: uint64(i + 1), Pairs: 22, Boards: 24})
		if err != nil {
			return out, err
		}
		if err := out.add(rec.Facts); err != nil {
			return out, err
		}
	}
	return out, nil
}

func (t *travellers) add(facts []event.Fact) error {
	by := map[bridge.Board][]line{}
	for _, f := range facts {
		switch a := f.Act.(type) {
		case event.Played:
			points, err := score.Result(a.Result, a.Board.Vulnerability())
			if a.Score != nil {
				points, err = *a.Score, nil
			}
			if err != nil {
				return err
			}
			e := slip.Entry{Kind: slip.Played, Result: a.Result.WithLead(0), Score: points}
			if a.Result.IsZero() {
				e.Kind = slip.Scored
			}
			by[a.Board] = append(by[a.Board], line{a.NS, a.Result.Lead(), e})
		case event.Ruled:
			if !a.Award.NS.IsZero() && !a.Award.EW.IsZero() {
				by[a.Board] = append(by[a.Board], line{a.NS, 0, slip.Entry{Kind: slip.Awarded, Award: a.Award}})
			}
		case event.NotPlayed:
			by[a.Board] = append(by[a.Board], line{a.NS, 0, slip.Entry{Kind: slip.NotPlayed, Late: a.Late}})
		}
	}
	t.events++
	for board, lines := range by {
		slices.SortStableFunc(lines, func(a, b line) int { return a.ns.Compare(b.ns) })
		t.list = append(t.list, traveller{board, lines})
	}
	slices.SortStableFunc(t.list[len(t.list)-len(by):], func(a, b traveller) int { return int(a.board) - int(b.board) })
	return nil
}

// sample takes so many results that were played, evenly from all; among the last of
// them are a few that were passed out, which are rare.
func (t *travellers) sample(n int, lead bool) []bridge.Result {
	var all, passed []bridge.Result
	for _, x := range t.list {
		for _, l := range x.lines {
			if l.entry.Kind != slip.Played || l.entry.Result.IsZero() || lead && !l.entry.Result.PassedOut() && l.lead == 0 {
				continue
			}
			r := l.entry.Result
			if lead && !r.PassedOut() {
				r = r.WithLead(l.lead)
			}
			all = append(all, r)
			if r.PassedOut() {
				passed = append(passed, r)
			}
		}
	}
	n = min(n, len(all))
	out := make([]bridge.Result, n)
	for i := range out {
		out[i] = all[i*len(all)/n]
	}
	for i, r := range passed[:min(len(passed), fewPassed, n/4)] {
		out[n-1-i] = r
	}
	return out
}

// fewPassed is how many results of a sample are passed out for certain.
const fewPassed = 3

// what says where the results are from.
func (t *travellers) what() string {
	if t.real {
		return "real"
	}
	return "made-up"
}
