package event

import (
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/why"
)

// WhyRow derives a contestant's place in the first list that it stands in: its
// percentage (or mean of IMPs) and total from its boards, of Swiss pairs the victory
// points from their matches, and the tie-breaks if any decided. The error has code [bridge.NotFound].
func (s *Standings) WhyRow(c Contestant) (*why.Node, error) {
	for _, k := range s.sheet.rankings {
		if node := s.sheet.whyPlace(k, c); node != nil {
			return node, nil
		}
	}
	return nil, unranked(c)
}

// WhyRowIn is [Standings.WhyRow] in the list of that name, of the ranking or of the
// further lists. Where handicaps are added they are a part of the derivation. The error
// has code [bridge.NotFound] for a list that is not there as well.
func (s *Standings) WhyRowIn(list string, c Contestant) (*why.Node, error) {
	all := slices.Concat(s.Lists, s.Further) // in the order in which they were ranked
	at := slices.IndexFunc(all, func(l List) bool { return l.Name == list })
	if at < 0 {
		return nil, bridge.Errorf(bridge.NotFound, "event.no_list", "there is no list %q", list)
	}
	if node := s.sheet.whyPlace(s.sheet.rankings[at], c); node != nil {
		return node, nil
	}
	return nil, unranked(c)
}

func unranked(c Contestant) error {
	return bridge.Errorf(bridge.NotFound, "event.unranked", "contestant %v has no place: it is not registered, or no board of it counts", c)
}

// whyPlace derives a place in a ranking; nil: the contestant has none there.
func (r *reckoning) whyPlace(k *ranking, c Contestant) *why.Node {
	n, registered := r.at[c]
	if !registered || k.at[n] < 0 || k.order[k.at[n]].rank == 0 {
		return nil
	}
	p, x := why.New(), k.order[k.at[n]]
	t := r.stageTotal(p, n, x.stage)
	if k.bonus {
		t = r.raise(p, t, r.handicap(p, n))
	}
	of := []why.Value{t.rating}
	unit, _ := r.unit()
	switch {
	case r.swissPairs() && !k.bonus: // each match has its percentage, or its IMPs, in its derivation
		of = []why.Value{t.vp}
	case unit != regulation.PercentScale:
		sum, _ := r.printed(p, t, k.most[x.stage.Stage])
		if r.pack.Rank.Precision == regulation.PrintedRank && r.opened.Kind != Teams {
			sum = r.key(p, t, k.most[x.stage.Stage])
		}
		of = append(of, sum)
	}
	if len(x.equals) > 1 {
		for _, step := range x.trace {
			of = append(of, r.tie(p, step.Tie, n, step.among))
		}
	}
	return p.Place("rank", x.better, of, why.Word("contestant", c.String()), why.Word("regulation", r.pack.Name), why.Word("version", r.pack.Version)).Node()
}

// raise adds a handicap to a total: to its percentage, and as much of its top; of IMPs
// to each board.
func (r *reckoning) raise(p *why.Pen, t total, handicap why.Value) total {
	if handicap.Sign() == 0 {
		return t
	}
	var bonus why.Value
	if r.inPercent() {
		share := p.Quotient("handicap.share", handicap, p.Given("percent.hundred", exact.Int(100)))
		bonus = p.Product("handicap.of_top", []why.Value{share, t.top})
	} else {
		bonus = p.Product("handicap.of_boards", []why.Value{handicap, p.Given("total.boards", exact.Int(t.boards))})
	}
	t.earned = p.Sum("total.with_handicap", []why.Value{t.earned, bonus})
	t.sum, _ = t.complete(p, t.earned, t.earnedTop)
	t.rating = p.Sum("total.rating_with_handicap", []why.Value{t.rating, handicap})
	return t
}
