package club

import (
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/score"
)

// What is doubtful about a result.
const (
	DoubtLead    = "lead"    // the card that was led is in another hand
	DoubtUnusual = "unusual" // it is very rare; see [Unusual]
)

// Doubt is a question about a result. It says nothing of other tables.
type Doubt struct {
	Kind string `json:"kind"`

	// Of a lead: who holds the card, who leads against this declarer, and the declarer
	// against whom the holder would lead, if that is declarer's partner.
	Card    bridge.Card `json:"card,omitzero"`
	Holder  bridge.Seat `json:"holder,omitzero"`
	Leader  bridge.Seat `json:"leader,omitzero"`
	Suggest bridge.Seat `json:"suggest,omitzero"`
}

// doubtfulLead asks about an opening lead that another hand holds, as far as the cards
// are known.
func doubtfulLead(deal bridge.Deal, r bridge.Result) (d Doubt, ok bool) {
	if r.IsZero() || r.PassedOut() || !r.Lead().Valid() || !r.Declarer().Valid() || deal.IsZero() {
		return d, false
	}
	holder, leader := dd.Holder(deal, r.Lead()), r.Declarer().Next()
	if !holder.Valid() || holder == leader {
		return d, false
	}
	d = Doubt{Kind: DoubtLead, Card: r.Lead(), Holder: holder, Leader: leader}
	if holder == leader.Partner() {
		d.Suggest = r.Declarer().Partner()
	}
	return d, true
}

// Unusual says that a result is so rare that who enters it should look again. With the
// tricks of open cards it is one that is four tricks or more away from them: a declarer
// on the wrong side nearly always is. Without them it is, by the contract alone,
//
//   - five overtricks or more, doubled three;
//   - five undertricks or more, an undoubled slam three;
//   - a redoubled contract, or a doubled slam that was made;
//   - a score alone beyond 1,700 points, where only rare slams and disasters lie.
//
// Of 2,765 results of real clubs and matches 20 are so. What other tables did plays no
// part.
func Unusual(r bridge.Result, points score.Points, open dd.Table) bool {
	if r.IsZero() {
		return points > rareScore || points < -rareScore
	}
	if r.PassedOut() {
		return false
	}
	if gained, ok := dd.Gained(open, r); ok {
		return gained >= rareTricks || gained <= -rareTricks
	}
	c, over := r.Contract(), r.Over()
	doubled, slam := c.Doubling != bridge.Undoubled, c.Level >= 6
	switch {
	case c.Doubling == bridge.Redoubled, doubled && slam && over >= 0:
		return true
	case doubled:
		return over >= 3 || over <= -5
	case slam:
		return over <= -3
	}
	return over >= 5 || over <= -5
}

const (
	rareScore  = 1700
	rareTricks = 4
)

// doubts are the questions about what a device sent. About a lead a place is asked once:
// whoever keeps the card may, and nobody finds out where the others are. The tricks of
// open cards are asked about with the first revision alone, for the same reason: else a
// table could try results of a board that it is yet to play until it knows them.
func (e *Evening) doubts(sp *spot, r *Revision) []Doubt {
	var out []Doubt
	cards := e.cards(sp)
	if d, ok := doubtfulLead(cards.Deal, r.Result); ok && e.asksLead(sp) == r.Position {
		out = append(out, d)
	}
	if sp.said() != r.Position {
		cards.DD = dd.Table{}
	}
	if points, ok := e.points(sp.meeting, r.outcome()); ok && Unusual(r.Result, points, cards.DD) {
		out = append(out, Doubt{Kind: DoubtUnusual})
	}
	return out
}

// asksLead is the position of the first revision of a place with a doubtful lead.
func (e *Evening) asksLead(sp *spot) (first int64) {
	deal := e.cards(sp).Deal
	for _, t := range sp.threads {
		for _, r := range t.revisions {
			if _, ok := doubtfulLead(deal, r.Result); ok && (first == 0 || r.Position < first) {
				first = r.Position
			}
		}
	}
	return first
}

// doubtful are the questions about what stands at a place, or was sent last. The
// director is asked about each lead.
func (e *Evening) doubtful(sp *spot, all bool) []Doubt {
	last := sp.lastSaid()
	if last == nil {
		return nil
	}
	out := e.doubts(sp, last)
	if d, ok := doubtfulLead(e.cards(sp).Deal, last.Result); all && ok && !slices.Contains(out, d) {
		out = append([]Doubt{d}, out...)
	}
	return out
}

// lastSaid is the revision of an entry that counts at a place, or the last one that was
// sent.
func (s *spot) lastSaid() (last *Revision) {
	for _, t := range s.threads {
		r := t.last()
		if t.id == s.owner {
			return r
		}
		if s.live(t) && (last == nil || r.Position > last.Position) {
			last = r
		}
	}
	return last
}

// said is the position of the first revision of a place.
func (s *spot) said() (first int64) {
	for _, t := range s.threads {
		if at := t.revisions[0].Position; first == 0 || at < first {
			first = at
		}
	}
	return first
}

// cards are those of the board at a place, and what they allow, as far as they are
// known: not where some tables played another version, or the board lay turned.
func (e *Evening) cards(sp *spot) (b event.BoardSet) {
	if e.odd[sp.boardKey()] {
		return b
	}
	return e.set[sp.boardKey()]
}
