package pbn

import (
	"strconv"

	"github.com/overtrick/overtrick/bridge"
)

// Mark is what may be attached to a call or a card.
type Mark struct {
	NAGs    []int // numeric annotation glyphs, 0 to 255; a suffix such as ! is one of them
	Note    int   // number of the note that explains it, 1 to 32; 0 for none
	Remarks []Remark
	Line    int
}

// CallKind is what a token of an auction is.
type CallKind uint8

// The kinds of token in an auction.
const (
	Unreadable CallKind = iota // kept as written
	NoCall                     // "-": not this player's turn yet
	Bid
	Pass
	Double
	Redouble
	AllPass      // "AP": all players pass from here on
	Skipped      // "^S": the player was skipped by mistake
	AuctionEnds  // "*"
	AuctionGoing // "+": to be continued
)

var callText = [...]string{"", "-", "", "Pass", "X", "XX", "AP", "^S", "*", "+"}

// Call is one token of an auction.
type Call struct {
	Kind         CallKind
	Level        bridge.Level  // of a bid
	Strain       bridge.Strain // of a bid
	Insufficient bool          // a bid that was too low, and stands (^I)
	Text         string        // as written, if the token was not understood
	Mark
}

// String gives the call as PBN writes it, "1NT", "Pass", "^I 1C".
func (c Call) String() string {
	s := c.Text
	switch {
	case c.Kind == Bid:
		s = strconv.Itoa(int(c.Level)) + c.Strain.String()
	case c.Kind != Unreadable && int(c.Kind) < len(callText):
		s = callText[c.Kind]
	}
	if c.Insufficient {
		s = "^I " + s
	}
	return s
}

// CardKind is what a token of a play is.
type CardKind uint8

// The kinds of token in a play.
const (
	UnreadableCard CardKind = iota // kept as written
	NoCard                         // "-": not played or not known
	Played
	PlayEnds  // "*"
	PlayGoing // "+": this player's card is the next
)

var cardText = [...]string{"", "-", "", "*", "+"}

// Card is one token of a play.
type Card struct {
	Kind      CardKind
	Card      bridge.Card
	Revoke    bool   // the player could have followed suit (^R)
	OutOfTurn bool   // led by the wrong player (^L)
	Text      string // as written, if the token was not understood
	Mark
}

// String gives the card as PBN writes it, "HK", "-", "^R S5".
func (c Card) String() string {
	s := c.Text
	switch {
	case c.Kind == Played:
		s = c.Card.String()
	case c.Kind != UnreadableCard && int(c.Kind) < len(cardText):
		s = cardText[c.Kind]
	}
	switch {
	case c.Revoke:
		s = "^R " + s
	case c.OutOfTurn:
		s = "^L " + s
	}
	return s
}

// Table is the section of a table tag.
type Table struct {
	Columns []Column
	Rows    []Row
}

// Column is a column of a table as its header describes it.
type Column struct {
	Name  string
	Sort  byte // '+' descending, '-' ascending, 0 not sorted
	Width int  // of the text; 0 if the header does not say
	Align byte // 'L' or 'R'; 0 if the header does not say
}

// Row is one row of a table: the cells in the order of the columns, without
// quotation marks.
type Row struct {
	Cells []string
	Line  int
}

// Column is the place of the column of that name, -1 if there is none.
func (t *Table) Column(name string) int {
	if t == nil {
		return -1
	}
	for i, c := range t.Columns {
		if c.Name == name {
			return i
		}
	}
	return -1
}

// Cell is the cell of that column in a row, empty if there is no such column.
func (t *Table) Cell(r Row, name string) string {
	if i := t.Column(name); i >= 0 && i < len(r.Cells) {
		return r.Cells[i]
	}
	return ""
}

// Header is the value of the table tag, "-Rank\3R;PairId\5R".
func (t *Table) Header() string {
	var b []byte
	for i, c := range t.Columns {
		if i > 0 {
			b = append(b, ';')
		}
		if c.Sort != 0 {
			b = append(b, c.Sort)
		}
		b = append(b, c.Name...)
		if c.Width > 0 {
			b = append(b, '\\')
			b = strconv.AppendInt(b, int64(c.Width), 10)
			if c.Align != 0 {
				b = append(b, c.Align)
			}
		}
	}
	return string(b)
}
