package event

import (
	"github.com/overtrick/overtrick/regulation"
)

// SectionTop is a section whose results on a board are compared with each other alone,
// and the most that the board can bring there.
type SectionTop struct {
	Section string
	Top     Figure
}

// SectionTops are the sections of the i-th board of the standings, in their order;
// none where the results of all sections are compared with each other.
func (s *Standings) SectionTops(i int) []SectionTop {
	r := s.sheet
	if r.pack.Compare != regulation.OneSection {
		return nil
	}
	var out []SectionTop
	b := r.boards[i]
	for _, g := range b.groups { // those of one section follow each other
		top := r.top(&ratedBoard{groups: []*group{g}})
		switch n := len(out); {
		case n == 0 || out[n-1].Section != g.section:
			out = append(out, SectionTop{g.section, r.figure(top, 0)})
		case top.Cmp(out[n-1].Top.Value) > 0:
			out[n-1].Top = r.figure(top, 0)
		}
	}
	return out
}
