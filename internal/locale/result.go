package locale

import (
	"unicode"
	"unicode/utf8"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/notation"
)

// Words is the language for package notation, which knows the words of the game.
func (l *Locale) Words() notation.Language { return notation.Language(l.lang) }

// Contract is a contract with the symbol of its suit: "4♠×", "3NT".
func (l *Locale) Contract(c bridge.Contract) string {
	return notation.Contract(l.Words(), notation.Symbols, c)
}

// Side is the name of a side: "North-South".
func (l *Locale) Side(s bridge.Side) string { return notation.SideName(l.Words(), s) }

// SideShort is a side in letters: "N-S".
func (l *Locale) SideShort(s bridge.Side) string {
	return notation.Side(l.Words(), notation.Symbols, s)
}

// Vulnerability says who is vulnerable: "all vulnerable".
func (l *Locale) Vulnerability(v bridge.Vulnerability) string { return l.T("vul." + v.String()) }

// Made says what became of a contract: "made", "made with one overtrick", "two
// down".
func (l *Locale) Made(over int) string {
	switch {
	case over > 0:
		return l.Pick("outcome.over", over)
	case over < 0:
		return l.Pick("outcome.down", -over)
	}
	return l.T("outcome.made")
}

// Result is a result in words: "4♠ by South, made with one overtrick, lead ♥K".
// The seat and the card may be missing.
func (l *Locale) Result(c bridge.Contract, declarer bridge.Seat, tricks int, lead bridge.Card) string {
	s := l.Contract(c)
	if declarer.Valid() {
		s = l.T("outcome.by", s, notation.SeatName(l.Words(), declarer))
	}
	s = l.T("outcome.all", s, l.Made(tricks-c.Tricks()))
	if lead.Valid() {
		s = l.T("outcome.lead", s, notation.Card(l.Words(), notation.Symbols, lead))
	}
	return s
}

// word is a word of the game as people write it; ok is false for anything else.
func (l *Locale) word(a any) (s string, ok bool) {
	lang := l.Words()
	switch a := a.(type) {
	case bridge.Contract:
		s = l.Contract(a)
	case bridge.Result:
		s = notation.Result(lang, notation.Symbols, a)
	case bridge.Card:
		s = notation.Card(lang, notation.Symbols, a)
	case bridge.Strain:
		s = notation.StrainName(lang, a)
	case bridge.Seat:
		s = notation.SeatName(lang, a)
	case bridge.Side:
		s = l.SideShort(a)
	case bridge.Vulnerability:
		s = notation.Vulnerability(lang, notation.Symbols, a)
	case []bridge.Card:
		s = l.list(words(l, a))
	case []bridge.Strain:
		s = l.list(words(l, a))
	case []string:
		s = l.list(a)
	}
	return s, s != "" // a value that is not set says so itself
}

func words[T any](l *Locale, values []T) []string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = l.value(v)
	}
	return list
}

// Sentence is s with a capital letter.
func Sentence(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}
