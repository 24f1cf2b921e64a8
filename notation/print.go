package notation

import (
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
)

// Style is how the words of the game are printed. The zero value is [Symbols].
type Style uint8

// The styles. [LocalCompass] is added to one of the others: Letters|LocalCompass.
const (
	Symbols      Style = 0         // 4♠× S +1 with the lead ♥K, and a real minus sign
	Letters      Style = 1 << iota // 4SX S +1 with the lead HK, in signs that can be typed
	LocalCompass                   // С В Ю З in Russian, where N E S W is usual
)

func (s Style) has(t Style) bool { return s&t != 0 }

var suitSymbols = [5]string{"", "♣", "♦", "♥", "♠"}

// Result prints a result, for example "4♠× S +1", with the lead if it is known
// "3NT W = ♥K". A result that is not set is an empty text.
func Result(lang Language, style Style, r bridge.Result) string {
	switch {
	case r.IsZero():
		return ""
	case r.PassedOut():
		return lexicons[lang.known()].print.pass
	}
	s := Contract(lang, style, r.Contract()) + " " + Seat(lang, style, r.Declarer()) + " " + Over(style, r.Over())
	if r.Lead().Valid() {
		s += " " + Card(lang, style, r.Lead())
	}
	return s
}

// Over prints tricks over or under: "=", "+1", "−2".
func Over(style Style, over int) string {
	switch s := strconv.Itoa(over); {
	case over == 0:
		return "="
	case over > 0:
		return "+" + s
	case style.has(Letters):
		return s
	default:
		return "−" + s[1:]
	}
}

// Contract prints a contract, for example "4♠×", "3 SA" or "4пX"; one that is
// not set is an empty text.
func Contract(lang Language, style Style, c bridge.Contract) string {
	if !c.Valid() {
		return ""
	}
	strain := lexicons[lang.known()].print.letters[c.Strain] // " Pik": a word stands apart
	switch {
	case !style.has(Letters) && c.Strain.Suit():
		strain = suitSymbols[c.Strain]
	case !style.has(Letters):
		strain = strings.TrimSpace(strain)
	}
	s := strconv.Itoa(int(c.Level)) + strain
	if c.Doubling == bridge.Undoubled {
		return s
	}
	double := "×"
	if style.has(Letters) {
		double = "X"
		if strings.HasPrefix(strain, " ") {
			s += " "
		}
	}
	return s + strings.Repeat(double, int(c.Doubling))
}

// Strain prints a denomination, for example "♠", "SA" or "п"; one that is not
// set is an empty text.
func Strain(lang Language, style Style, s bridge.Strain) string {
	switch {
	case !s.Valid():
		return ""
	case !style.has(Letters) && s.Suit():
		return suitSymbols[s]
	}
	return strings.TrimSpace(lexicons[lang.known()].print.letters[s])
}

// StrainName is the word for a denomination, for example "spades", "Pik", "пики".
func StrainName(lang Language, s bridge.Strain) string {
	if !s.Valid() {
		return ""
	}
	return lexicons[lang.known()].print.names[s]
}

// Seat prints the letter of a compass direction; no seat is an empty text.
func Seat(lang Language, style Style, s bridge.Seat) string {
	if !s.Valid() {
		return ""
	}
	p := lexicons[lang.known()].print
	if style.has(LocalCompass) && p.local[s] != "" {
		return p.local[s]
	}
	return p.compass[s]
}

// SeatName is the word for a compass direction, for example "South", "Süd", "Юг".
func SeatName(lang Language, s bridge.Seat) string {
	if !s.Valid() {
		return ""
	}
	return lexicons[lang.known()].print.seats[s]
}

// Side prints the letters of a side: "N-S", "O-W".
func Side(lang Language, style Style, s bridge.Side) string {
	switch s {
	case bridge.NS:
		return Seat(lang, style, bridge.North) + "-" + Seat(lang, style, bridge.South)
	case bridge.EW:
		return Seat(lang, style, bridge.East) + "-" + Seat(lang, style, bridge.West)
	}
	return ""
}

// SideName is the words for a side, for example "North-South", "Ost-West".
func SideName(lang Language, s bridge.Side) string {
	switch s {
	case bridge.NS:
		return SeatName(lang, bridge.North) + "-" + SeatName(lang, bridge.South)
	case bridge.EW:
		return SeatName(lang, bridge.East) + "-" + SeatName(lang, bridge.West)
	}
	return ""
}

// Vulnerability prints who is vulnerable: "None", "N-S", "E-W", "All", or the
// same in another language.
func Vulnerability(lang Language, style Style, v bridge.Vulnerability) string {
	switch v {
	case bridge.NSVul:
		return Side(lang, style, bridge.NS)
	case bridge.EWVul:
		return Side(lang, style, bridge.EW)
	case bridge.NoneVul:
		return lexicons[lang.known()].print.none
	case bridge.AllVul:
		return lexicons[lang.known()].print.all
	}
	return ""
}

// Rank prints a rank with the honours of the language; the ten is 10.
func Rank(lang Language, r bridge.Rank) string {
	switch {
	case !r.Valid():
		return ""
	case r <= bridge.Ten:
		return strconv.Itoa(int(r))
	}
	return string([]rune(lexicons[lang.known()].print.honours)[bridge.Ace-r])
}

// Card prints a card, for example "♥K", "H10" or "Coeur D"; no card is an empty
// text.
func Card(lang Language, style Style, c bridge.Card) string {
	if !c.Valid() {
		return ""
	}
	suit := Strain(lang, style, c.Suit())
	if style.has(Letters) && strings.HasPrefix(lexicons[lang.known()].print.letters[c.Suit()], " ") {
		suit += " "
	}
	return suit + Rank(lang, c.Rank())
}
