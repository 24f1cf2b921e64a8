package simulate

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/seed"
)

// What befalls a whole board, in a hundred thousand boards, or a pair in a session, in
// a hundred thousand pairs.
var (
	fouledRates    = map[Accidents]int{Few: 1000, Many: 5000}
	cancelledRates = map[Accidents]int{Few: 300, Many: 2000}
	penaltyRates   = map[Accidents]int{Few: 1500, Many: 8000}
)

// close ends a session: what is still to be said of it, what befell whole boards, and
// penalties.
func (g *generator) close(tables []*encounter, said []event.Fact) {
	g.rec.Facts = append(g.rec.Facts, said...)
	byBoard := make([][]*encounter, g.Boards)
	played := 0
	for _, e := range tables {
		if !e.NS.IsZero() && !e.EW.IsZero() {
			byBoard[e.Board-1] = append(byBoard[e.Board-1], e)
			played++
		}
	}
	session := tables[0].Session
	s := g.about(ofSessions, session)
	s.Shuffle(len(byBoard), func(i, j int) { byBoard[i], byBoard[j] = byBoard[j], byBoard[i] })
	enough := played >= surely
	fouled, cancelled := often(s, g.Boards, fouledRates[g.Accidents], enough), often(s, g.Boards, cancelledRates[g.Accidents], enough)
	for _, list := range byBoard {
		switch fact, ok := foul(list, s); {
		case fouled > 0 && ok:
			g.rec.Facts = append(g.rec.Facts, fact)
			fouled--
		case cancelled > 0 && len(list) > 0:
			g.rec.Facts = append(g.rec.Facts, event.Fact{
				Why: "the cards were shown on a screen by mistake",
				Act: event.Cancelled{Scope: event.Scope{Session: session, Board: list[0].Board}},
			})
			cancelled--
		}
	}
	g.penalise(session, s, enough)
}

// foul lets a board be fouled: from a round on, if it goes round in its section, else
// at half of the tables that have it, whose copy was dealt otherwise. Two cards have
// changed places, none that was led.
func foul(list []*encounter, s *seed.Source) (event.Fact, bool) {
	if len(list) == 0 {
		return event.Fact{}, false
	}
	first := list[s.Below(len(list))]
	list = slices.DeleteFunc(slices.Clone(list), func(e *encounter) bool { return e.NS.Section != first.NS.Section })
	if len(list) < 4 {
		return event.Fact{}, false
	}
	slices.SortStableFunc(list, func(a, b *encounter) int { return cmp.Compare(a.Round, b.Round) })
	scope := event.Scope{Session: first.Session, Section: first.NS.Section, Board: first.Board}
	half := list[len(list)/2:]
	if from := half[0].Round; from > list[1].Round && from < list[len(list)-1].Round {
		scope.From = from
		half = slices.DeleteFunc(list, func(e *encounter) bool { return e.Round < from })
	} else {
		for _, e := range half {
			scope.Tables = append(scope.Tables, e.Table)
		}
		slices.Sort(scope.Tables)
		scope.Tables = slices.Compact(scope.Tables)
		half = list // it cannot be told which of them sat there in which round
	}
	led := map[bridge.Card]bool{}
	for _, e := range half {
		led[e.result.Lead()] = true
	}
	cards, ok := exchanged(first.deal.cards, led)
	return event.Fact{
		Why: "two cards were in each other's place",
		Act: event.Fouled{Scope: scope, Version: "B", Deal: cards},
	}, ok
}

// exchanged is a deal in which the lowest cards of a suit have changed places between
// North and East, none of those that must stay.
func exchanged(d bridge.Deal, stay map[bridge.Card]bool) (bridge.Deal, bool) {
	north, east := d.Hand(bridge.North), d.Hand(bridge.East)
	for _, suit := range bridge.Strains[:4] {
		a, b := north.Suit(suit), east.Suit(suit)
		if len(a) == 0 || len(b) == 0 {
			continue
		}
		mine, theirs := bridge.NewCard(suit, a[len(a)-1]), bridge.NewCard(suit, b[len(b)-1])
		if stay[mine] || stay[theirs] {
			continue
		}
		other, err := bridge.NewDeal(with(north, theirs, mine), with(east, mine, theirs), d.Hand(bridge.South), d.Hand(bridge.West))
		return other, err == nil
	}
	return bridge.Deal{}, false
}

// with is a hand with one card in the place of another.
func with(h bridge.Hand, card, instead bridge.Card) bridge.Hand {
	var cards []bridge.Card
	for _, c := range h.Cards() {
		if c != instead {
			cards = append(cards, c)
		}
	}
	return bridge.HandOf(append(cards, card)...)
}

// offence is a penalty and what it is for.
type offence struct {
	kind   event.PenaltyKind
	amount int // percent of a top, or tenths of an IMP
	why    string
}

var offences = []offence{
	{event.Procedural, 10, "late at the table"},
	{event.Procedural, 10, "the result was compared aloud"},
	{event.Procedural, 25, "cards were put back into the wrong pocket, again"},
	{event.Cautioned, 0, "a telephone rang"},
	{event.Cautioned, 0, "slow play"},
	{event.Disciplinary, 50, "rude words to an opponent"},
}

// penalise gives penalties to some pairs.
func (g *generator) penalise(session int, s *seed.Source, surely bool) {
	var all []*pair
	for _, sec := range g.sections {
		for _, p := range slices.Concat(sec.seats.NS, sec.seats.EW) {
			if p != nil {
				all = append(all, p)
			}
		}
	}
	for n := range often(s, len(all), penaltyRates[g.Accidents], surely) {
		o := offences[s.Below(len(offences))]
		if n == 0 {
			o = offences[s.Below(3)] // one that takes something away
		}
		g.penalties++
		p := event.Penalised{
			Ref: fmt.Sprint(g.penalties), Contestant: all[s.Below(len(all))].Contestant, Session: session,
			Kind: o.kind,
		}
		if o.amount > 0 {
			p.Amount, p.Unit = exact.Int(o.amount), event.PenaltyTop
			if g.Method != event.Matchpoints && g.Method != event.Ascherman {
				p.Amount, p.Unit = exact.Of(int64(o.amount), 10), event.PenaltyIMPs
			}
		}
		g.rec.Facts = append(g.rec.Facts, event.Fact{Why: o.why, Act: p})
	}
}
