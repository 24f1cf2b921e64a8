package usebio

import (
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
)

// deals is what the file says of its boards.
type deals struct {
	rec    *event.Record
	boards map[event.Meeting]event.BoardSet // by session and board alone
	order  []event.Meeting
}

// handset reads the deals. Its boards have hands and no travellers.
func (d *deals) handset(n *node, session int) {
	n.used = true
	for k := n.first; k != nil; k = k.next {
		if k.name == "BOARD" {
			k.used = true
			if b, ok := d.number(k); ok {
				d.board(k, session, b)
			}
		}
	}
}

// number reads the number of a board.
func (d *deals) number(n *node) (bridge.Board, bool) {
	text, line := n.value("BOARD_NUMBER")
	b, err := bridge.ParseBoard(normal(text))
	if err != nil {
		d.rec.Warn(line, "usebio.board", "%w; what stands there is left out", err)
	}
	return b, err == nil
}

// board reads what a board itself says: hands, and dealer and vulnerability where
// they are given. Without them they follow from the number.
func (d *deals) board(n *node, session int, b bridge.Board) {
	set := event.BoardSet{Session: session, Board: b, Dealer: b.Dealer(), Vul: b.Vulnerability()}
	said := false
	if text, line := n.value("DEALER"); text != "" {
		if seat, ok := seatOf(text); ok {
			set.Dealer, said = seat, true
		} else {
			d.rec.Warn(line, "usebio.dealer", "board %d: dealer %q: want N, E, S or W", b, text)
		}
	}
	if text, line := n.value("VULNERABILITY"); text != "" {
		if vul, ok := vulnerabilities[strings.ToUpper(text)]; ok {
			set.Vul, said = vul, true
		} else {
			d.rec.Warn(line, "usebio.vulnerability", "board %d: vulnerability %q: want None, NS, EW or All", b, text)
		}
	}
	var hands [4]bridge.Hand
	dealt := false
	for k := n.first; k != nil; k = k.next {
		if k.name == "HAND" && !k.open {
			dealt = d.hand(k, b, &hands) || dealt
		}
	}
	if dealt {
		deal, err := bridge.NewDeal(hands[0], hands[1], hands[2], hands[3])
		switch {
		case err != nil:
			d.rec.Warn(n.line, "usebio.deal", "board %d: %w; the deal is left out", b, err)
		case !deal.Complete():
			d.rec.Warn(n.line, "usebio.deal_short", "board %d: not every hand has thirteen cards", b)
		}
		set.Deal = deal
	}
	if said || !set.Deal.IsZero() {
		d.set(set, n.line)
	}
}

var vulnerabilities = map[string]bridge.Vulnerability{
	"NONE": bridge.NoneVul, "LOVE": bridge.NoneVul, "-": bridge.NoneVul,
	"NS": bridge.NSVul, "N/S": bridge.NSVul,
	"EW": bridge.EWVul, "E/W": bridge.EWVul,
	"ALL": bridge.AllVul, "BOTH": bridge.AllVul,
}

// set keeps what is said of a board. Sections repeat the same deals.
func (d *deals) set(set event.BoardSet, line int) {
	key := event.Meeting{Session: set.Session, Board: set.Board}
	old, ok := d.boards[key]
	switch {
	case !ok:
		d.boards[key] = set
		d.order = append(d.order, key)
	case old.Deal.IsZero() && old.Dealer == set.Dealer && old.Vul == set.Vul:
		d.boards[key] = set
	case old != set && !set.Deal.IsZero():
		d.rec.Warn(line, "usebio.deal_differs", "board %d has another deal here; the first counts", set.Board)
	}
}

// vulnerability of a board as the file says, or by its number.
func (d *deals) vulnerability(session int, b bridge.Board) bridge.Vulnerability {
	if set, ok := d.boards[event.Meeting{Session: session, Board: b}]; ok {
		return set.Vul
	}
	return b.Vulnerability()
}

func (d *deals) acts() []event.Act {
	var acts []event.Act
	for _, key := range d.order {
		acts = append(acts, d.boards[key])
	}
	return acts
}

var suitElements = map[string]bridge.Strain{
	"SPADES": bridge.Spades, "HEARTS": bridge.Hearts, "DIAMONDS": bridge.Diamonds, "CLUBS": bridge.Clubs,
}

// hand reads one hand; the suits come in any order, a void is empty or a dash. It
// reports whether a card is known.
func (d *deals) hand(n *node, b bridge.Board, hands *[4]bridge.Hand) bool {
	n.used = true
	text, line := n.value("DIRECTION")
	seat, ok := seatOf(text)
	if !ok {
		d.rec.Warn(line, "usebio.hand", "board %d: a hand of %q: want North, East, South or West", b, text)
		return false
	}
	hand := &hands[seat-1]
	for k := n.first; k != nil; k = k.next {
		suit, ok := suitElements[k.name]
		if !ok || k.open {
			continue
		}
		k.used = true
		for _, text := range ranks.Replace(strings.ToUpper(k.text)) {
			rank, err := bridge.ParseRank(string(text))
			card := bridge.NewCard(suit, rank)
			switch {
			case err != nil:
				d.rec.Warn(k.line, "usebio.rank", "board %d: %v, %s %q: %w", b, seat, k.name, k.text, err)
			case hand.Has(card):
				d.rec.Warn(k.line, "usebio.card_twice", "board %d: %v holds %v twice", b, seat, card)
			default:
				*hand = hand.With(card)
			}
		}
	}
	return *hand != 0
}

// ranks takes out what stands between ranks, and reads 10 as T.
var ranks = strings.NewReplacer("10", "T", " ", "", ",", "", ".", "", "-", "", "–", "", "—", "")

// seatOf reads N or North in any case.
func seatOf(s string) (bridge.Seat, bool) {
	switch strings.ToUpper(s) {
	case "N", "NORTH":
		return bridge.North, true
	case "E", "EAST":
		return bridge.East, true
	case "S", "SOUTH":
		return bridge.South, true
	case "W", "WEST":
		return bridge.West, true
	}
	return 0, false
}
