package club

import (
	"io"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/pbn"
)

// ReadDeals reads the boards of a PBN file for a session: dealer, vulnerability, cards
// and par where the file has it. Results that the file holds are left out. Of a board
// that the file has several times the first one with cards counts.
func ReadDeals(r io.Reader, session int) ([]event.BoardSet, []event.Warning, error) {
	f, err := pbn.Read(r)
	if err != nil {
		return nil, nil, err
	}
	rec := f.Record()
	seen := map[bridge.Board]bool{}
	var out []event.BoardSet
	for _, fact := range rec.Facts {
		b, ok := fact.Act.(event.BoardSet)
		if !ok || b.Deal.IsZero() || seen[b.Board] {
			continue
		}
		seen[b.Board] = true
		b.Session = session
		out = append(out, b)
	}
	if len(out) == 0 {
		return nil, rec.Warnings, bridge.Errorf(bridge.Invalid, "club.no_deals", "the file holds no deals")
	}
	return out, rec.Warnings, nil
}
