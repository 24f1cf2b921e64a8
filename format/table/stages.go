package table

import (
	"maps"
	"slices"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
)

// Stages makes one event of the files of a qualifying stage and of those of a final, which
// follows it: its sessions are counted on, and what is carried over from the first stage
// the regulation says. Contestants are the same in all files, as [Join] has it, and the
// files of a stage are joined by it; the errors are those of Join. A final of knock-out
// matches alone has no total that anything could be added to.
//
// The final ranks those who play in it, and they stand before all others.
func Stages(qualifying, final []Part) (*event.Record, error) {
	for _, p := range final {
		if err := p.copies(qualifying); err != nil {
			return nil, bridge.At(p.Name, err)
		}
	}
	var stages [2]Part
	var warnings []event.Warning
	sessions := [2]map[int]bool{{}, {}}
	last := 0
	for i, parts := range [2][]Part{qualifying, final} {
		rec, err := Join(parts...)
		if err != nil {
			return nil, err
		}
		warnings = append(warnings, rec.Warnings...)
		rec.Warnings = nil
		before := last
		move := func(own int) int {
			own = max(own, 1) + before
			sessions[i][own] = true
			last = max(last, own)
			return own
		}
		for k, f := range rec.Facts {
			if act, ok := inSession(f.Act, move); ok {
				rec.Facts[k].Act = act
			}
		}
		for k := range rec.Reports {
			rec.Reports[k].Session = max(rec.Reports[k].Session, 1) + before
		}
		var names []string
		for _, p := range parts {
			names = append(names, p.Name)
		}
		stages[i] = Part{Name: strings.Join(names, ", "), Record: rec}
	}
	out, err := Join(stages[:]...)
	if err != nil {
		return nil, err
	}
	out.Warnings = append(warnings, out.Warnings...)
	from := 1
	if knockout(stages[1].Record) {
		from = 0
	}
	out.Add(
		event.StageSet{Stage: 1, Sessions: slices.Sorted(maps.Keys(sessions[0]))},
		event.StageSet{Stage: 2, Sessions: slices.Sorted(maps.Keys(sessions[1])), From: from},
	)
	return out, nil
}

// knockout reports whether the matches that a record draws are knock-outs, all of them.
func knockout(rec *event.Record) bool {
	some := false
	for _, f := range rec.Facts {
		if d, ok := f.Act.(event.Drawn); ok {
			if !d.Knockout {
				return false
			}
			some = true
		}
	}
	return some
}
