package pbn

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
)

// Date is a day as PBN writes it. A part that is not known is 0.
type Date struct{ Year, Month, Day int }

// Whole reports whether year, month and day are known.
func (d Date) Whole() bool { return d.Year > 0 && d.Month > 0 && d.Day > 0 }

// String gives "2026-03-03", and the form of PBN, "2026.03.??", if a part is not
// known.
func (d Date) String() string {
	if d.Whole() {
		return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
	}
	return d.pbn()
}

func (d Date) pbn() string {
	part := func(n, digits int) string {
		if n == 0 {
			return strings.Repeat("?", digits)
		}
		return fmt.Sprintf("%0*d", digits, n)
	}
	return part(d.Year, 4) + "." + part(d.Month, 2) + "." + part(d.Day, 2)
}

// standardDate reads YYYY.MM.DD, the only form that the standard knows.
func standardDate(s string) (d Date, ok bool) {
	if len(s) != 10 || s[4] != '.' || s[7] != '.' {
		return Date{}, false
	}
	for _, part := range []struct {
		text string
		to   *int
		most int
	}{{s[:4], &d.Year, 9999}, {s[5:7], &d.Month, 12}, {s[8:], &d.Day, 31}} {
		if strings.Trim(part.text, "?") == "" {
			continue
		}
		if strings.Contains(part.text, "?") { // "19??": a part is known
			if strings.Trim(part.text, "0123456789?") != "" {
				return Date{}, false
			}
			continue
		}
		n, ok := digits(part.text)
		if !ok || n < 1 || n > part.most {
			return Date{}, false
		}
		*part.to = n
	}
	return d, true
}

var months = [...]string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}

// dateOf also reads what programs write: 2013-11-23 with or without a time of
// day (exports of Bridge Base Online), 2-Aug-2023 (Bridge Bidding Analyser).
func dateOf(s string) (Date, bool) {
	s = strings.TrimSpace(s)
	if d, ok := standardDate(s); ok {
		return d, true
	}
	day, _, _ := strings.Cut(s, " ")
	f := strings.FieldsFunc(day, func(r rune) bool { return r == '-' || r == '.' || r == '/' })
	if len(f) != 3 {
		return Date{}, false
	}
	var d Date
	var ok1, ok2, ok3 bool
	if len(f[0]) == 4 {
		d.Year, ok1 = digits(f[0])
		d.Month, ok2 = digits(f[1])
		d.Day, ok3 = digits(f[2])
	} else {
		d.Day, ok1 = digits(f[0])
		for i, name := range months {
			if strings.EqualFold(f[1], name) {
				d.Month, ok2 = i+1, true
			}
		}
		d.Year, ok3 = digits(f[2])
		ok3 = ok3 && len(f[2]) == 4
	}
	ok := ok1 && ok2 && ok3 && d.Whole() && d.Month <= 12 && d.Day <= 31
	if !ok {
		return Date{}, false
	}
	return d, true
}

// digits reads a number that has nothing but digits, at most nine.
func digits(s string) (int, bool) {
	if s == "" || len(s) > 9 || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}

func boardOf(s string) (bridge.Board, bool) {
	end := len(s) - len(strings.TrimLeft(s, "0123456789"))
	n, ok := digits(s[:end])
	return bridge.Board(n), ok && n >= 1
}

func vulOf(s string) (bridge.Vulnerability, bool) {
	switch strings.ToUpper(strings.ReplaceAll(s, "-", "")) {
	case "NONE", "LOVE":
		return bridge.NoneVul, true
	case "":
		return bridge.NoneVul, s == "-"
	case "NS":
		return bridge.NSVul, true
	case "EW":
		return bridge.EWVul, true
	case "ALL", "BOTH":
		return bridge.AllVul, true
	}
	return bridge.NoneVul, false
}

func declarerOf(s string) (seat bridge.Seat, swapped, ok bool) {
	s, swapped = strings.CutPrefix(s, "^")
	seat, err := bridge.ParseSeat(s)
	return seat, swapped && err == nil, err == nil
}

// bid is the value of a Contract tag.
type bid struct {
	contract  bridge.Contract
	passedOut bool
	trump     bridge.Strain // of a contract, or of an end position that has no more
}

// contractOf reads a contract in the spellings of real files: 3N, 4sx, 5Cx, PASS.
// What it does not understand is the zero bid.
func contractOf(s string) bid {
	s = strings.ToUpper(strings.ReplaceAll(s, " ", ""))
	if s == "PASS" {
		return bid{passedOut: true}
	}
	level := bridge.Level(0)
	if s != "" && '1' <= s[0] && s[0] <= '7' {
		level, s = bridge.Level(s[0]-'0'), s[1:]
	}
	name := strings.TrimRight(s, "X")
	doubling := len(s) - len(name)
	if name == "N" {
		name = "NT"
	}
	strain, err := bridge.ParseStrain(name)
	if err != nil || doubling > 2 || level == 0 && doubling > 0 {
		return bid{}
	}
	if level == 0 {
		return bid{trump: strain}
	}
	return bid{contract: bridge.Contract{Level: level, Strain: strain, Doubling: bridge.Doubling(doubling)}, trump: strain}
}

// tricks is the value of a Result tag.
type tricks struct {
	known    bool // a value stands there
	ok       bool // it is understood
	agreed   bool // "^": agreed by the players though it was wrong
	declarer int  // -1 if the value is by side
	ns       int
}

func (t tricks) of(s bridge.Side) int {
	switch {
	case t.declarer >= 0:
		return t.declarer
	case s == bridge.NS:
		return t.ns
	default:
		return 13 - t.ns
	}
}

func tricksOf(s string) tricks {
	if s == "" || s == "?" || s == "-" {
		return tricks{}
	}
	t := tricks{known: true, declarer: -1, ns: -1}
	s, t.agreed = strings.CutPrefix(s, "^")
	f := strings.Fields(s)
	if len(f) == 1 {
		n, ok := digits(f[0])
		if t.ok = ok && n <= 13; t.ok {
			t.declarer = n
		}
		return t
	}
	if len(f) != 2 && len(f) != 4 {
		return t
	}
	for i := 0; i < len(f); i += 2 {
		side, err := bridge.ParseSide(f[i])
		n, ok := digits(f[i+1])
		if err != nil || !ok || n > 13 {
			return t
		}
		if side == bridge.EW {
			n = 13 - n
		}
		if i > 0 && (n != t.ns || f[i] == f[0]) {
			return t // the two do not make thirteen
		}
		t.ns = n
	}
	t.ok = true
	return t
}

// Amount is a score in the unit of its tag, for each side that it names. A side
// that is not named has nil.
type Amount struct {
	By       bridge.BySide[*event.Printed]
	Declarer *event.Printed // of a value without a side
}

// amountOf reads n, NS n, EW n, NS n EW m and EW n NS m.
func amountOf(s string) (a Amount, ok bool) {
	f := strings.Fields(s)
	switch len(f) {
	case 1:
		a.Declarer = numberOf(f[0])
		return a, a.Declarer != nil
	case 2, 4:
	default:
		return Amount{}, false
	}
	for i := 0; i < len(f); i += 2 {
		side, err := bridge.ParseSide(f[i])
		n := numberOf(f[i+1])
		if err != nil || n == nil || a.By.Of(side) != nil {
			return Amount{}, false
		}
		a.By = a.By.With(side, n)
	}
	return a, true
}

// numberOf reads a decimal number with or without a sign; nil if s is none. Files
// also write "0.", which is 0.
func numberOf(s string) *event.Printed {
	body := strings.TrimLeft(s, "+-")
	if len(s)-len(body) > 1 || body == "" || len(body) > 18 || strings.Trim(body, "0123456789.") != "" ||
		strings.Count(body, ".") > 1 || body[0] == '.' {
		return nil
	}
	return event.ParsePrinted(strings.TrimSuffix(s, "."))
}

// rubberOf checks "above/below", optionally by side.
func rubberOf(s string) bool {
	s = strings.TrimSpace(strings.ReplaceAll(s, "/", " / "))
	f := strings.Fields(s)
	number := func(s string) bool { return numberOf(s) != nil }
	pair := func(f []string) bool { return len(f) == 3 && number(f[0]) && f[1] == "/" && number(f[2]) }
	side := func(s string) bool { return s == "NS" || s == "EW" }
	switch len(f) {
	case 3:
		return pair(f)
	case 4:
		return side(f[0]) && pair(f[1:])
	case 8:
		return side(f[0]) && side(f[4]) && f[0] != f[4] && pair(f[1:4]) && pair(f[5:])
	}
	return false
}

// RubberState is the state of a rubber at the beginning of a deal (tag
// ScoreRubberHistory): the points above the line, in the rubbers before and in
// this one, and those below it game by
// game.
type RubberState struct {
	AbovePrevious, AboveCurrent int
	Below                       []int // one number for each game of the rubber, the last is being played
}

// rubberHistoryOf reads "NS a b / g1 g2 EW a b / g1 g2".
func rubberHistoryOf(s string) (h bridge.BySide[RubberState], ok bool) {
	f := strings.Fields(strings.ReplaceAll(s, "/", " / "))
	half := len(f) / 2
	if len(f)%2 != 0 || half < 5 || half > 7 || f[0] != "NS" || f[half] != "EW" {
		return h, false
	}
	for i, side := range bridge.Sides {
		part := f[i*half+1 : (i+1)*half]
		var st RubberState
		for j, text := range part {
			if j == 2 {
				if text != "/" {
					return h, false
				}
				continue
			}
			n, ok := digits(text)
			if !ok {
				return h, false
			}
			switch j {
			case 0:
				st.AbovePrevious = n
			case 1:
				st.AboveCurrent = n
			default:
				st.Below = append(st.Below, n)
			}
		}
		h = h.With(side, st)
	}
	return h, true
}

// RubberHistory is the state of the rubber of each side.
func (g *Game) RubberHistory() (h bridge.BySide[RubberState], ok bool) {
	return rubberHistoryOf(g.Text("ScoreRubberHistory"))
}

// vulnerable is the vulnerability that follows from the state of a rubber: a side
// with a game, 100 points below the line, is vulnerable.
func vulnerableIn(h bridge.BySide[RubberState]) bridge.Vulnerability {
	v := bridge.NoneVul
	for i, side := range bridge.Sides {
		for _, points := range h.Of(side).Below {
			if points >= 100 {
				v |= [2]bridge.Vulnerability{bridge.NSVul, bridge.EWVul}[i]
			}
		}
	}
	return v
}

// Scoring is the value of a Scoring tag, its parts as the standard spells them.
type Scoring struct {
	Base      string   // "MP", "IMP" ...; empty if only modifiers stand there
	Modifiers []string // "Butler", "Cross1" ...
	Unknown   []string // parts that the standard does not know
}

// Has reports whether one of the parts is that.
func (s Scoring) Has(part string) bool {
	return s.Base == part || slices.Contains(s.Modifiers, part)
}

var (
	scoringBases     = []string{"MP", "MatchPoints", "IMP", "Cavendish", "Chicago", "Rubber", "BAM", "Instant"}
	scoringModifiers = []string{
		"Butler", "Butler-2", "Experts", "Cross", "Cross1", "Cross2", "Mean", "Median", "MP1", "MP2", "OldMP",
		"Mitchell2", "Mitchell3", "Mitchell4", "Ascherman", "Bastille", "EMP", "IMP_1948", "IMP_1961",
	}
)

func scoringOf(s string) Scoring {
	var out Scoring
	if s == "" {
		return out
	}
parts:
	for part := range strings.SplitSeq(s, ";") {
		part = strings.TrimSpace(part)
		for _, known := range scoringBases {
			if strings.EqualFold(part, known) {
				out.Base = known
				continue parts
			}
		}
		for _, known := range scoringModifiers {
			if strings.EqualFold(part, known) {
				out.Modifiers = append(out.Modifiers, known)
				continue parts
			}
		}
		out.Unknown = append(out.Unknown, part)
	}
	return out
}

// noteOf reads "n:text".
func noteOf(s string) (n int, text string, ok bool) {
	number, text, found := strings.Cut(s, ":")
	n, ok = digits(strings.TrimSpace(number))
	return n, strings.TrimSpace(text), found && ok && 1 <= n && n <= 32
}

// dealOf reads a deal leniently: any order of the cards in a suit, small letters,
// 10 for the ten, several spaces, suit letters before the cards. doubt says what
// was not as the standard wants it, nil if all was.
func dealOf(s string) (d bridge.Deal, doubt *bridge.Error, err error) {
	first, rest, ok := strings.Cut(s, ":")
	seat, seatErr := bridge.ParseSeat(strings.ToUpper(strings.TrimSpace(first)))
	if !ok || seatErr != nil {
		return d, nil, bridge.Errorf(bridge.Invalid, "pbn.deal_form", "%q: want a seat, a colon and four hands", s)
	}
	texts := strings.Fields(rest)
	if len(texts) != 4 {
		return d, nil, bridge.Errorf(bridge.Invalid, "pbn.deal_hands", "%q: %d hands, want four", s, len(texts))
	}
	if strings.Join(texts, " ") != rest {
		doubt = bridge.Errorf(bridge.Invalid, "pbn.deal_spaces", "want one space between two hands")
	}
	var hands [4]bridge.Hand
	length := -1
	for _, text := range texts {
		hand, odd, err := handOf(text)
		if err != nil {
			return bridge.Deal{}, nil, err
		}
		if odd != nil {
			doubt = odd
		}
		hands[seat-1] = hand
		if n := hand.Len(); n > 0 || text != "-" {
			if length >= 0 && n != length {
				doubt = bridge.Errorf(bridge.Invalid, "pbn.deal_lengths", "%v has %d cards, another hand %d", seat, n, length)
			}
			length = n
		}
		seat = seat.Next()
	}
	d, err = bridge.NewDeal(hands[0], hands[1], hands[2], hands[3])
	if err == nil && d.IsZero() {
		doubt = bridge.Errorf(bridge.Invalid, "pbn.deal_unknown", "no hand is known")
	}
	return d, doubt, err
}

func handOf(text string) (h bridge.Hand, doubt *bridge.Error, err error) {
	if text == "-" {
		return 0, nil, nil
	}
	suits := strings.Split(text, ".")
	if len(suits) != 4 {
		return 0, nil, bridge.Errorf(bridge.Invalid, "pbn.hand", "hand %q: want four suits S.H.D.C with dots between them", text)
	}
	for i, ranks := range suits {
		suit := bridge.Spades - bridge.Strain(i)
		upper := strings.ToUpper(ranks)
		if upper != "" && upper[:1] == suit.String() {
			upper = upper[1:] // dominicprice/endplay issue 15
			doubt = bridge.Errorf(bridge.Invalid, "pbn.hand_letters", "suit letters before the cards")
		}
		if strings.Contains(upper, "10") {
			upper = strings.ReplaceAll(upper, "10", "T")
			doubt = bridge.Errorf(bridge.Invalid, "pbn.hand_ten", "10 for the ten, want T")
		}
		for j := range len(upper) {
			rank, err := bridge.ParseRank(upper[j : j+1])
			if err != nil {
				return 0, nil, bridge.Errorf(bridge.Invalid, "pbn.rank", "hand %q: %w", text, err)
			}
			card := bridge.NewCard(suit, rank)
			if h.Has(card) {
				return 0, nil, bridge.Errorf(bridge.Invalid, "pbn.hand_twice", "hand %q: %v twice", text, card)
			}
			h = h.With(card)
		}
	}
	return h, doubt, nil
}
