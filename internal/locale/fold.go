package locale

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// plain are letters that people type otherwise and that no accent makes.
var plain = strings.NewReplacer(
	"ß", "ss", "ø", "o", "æ", "ae", "œ", "oe", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "ı", "i", "ħ", "h",
)

// Fold is a name as it is looked for: small letters without accents, ё as е and й as и,
// and one blank between words. What stands between letters, a hyphen or an apostrophe,
// divides words or is left out.
func Fold(s string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(s)) {
		switch {
		case unicode.Is(unicode.Mn, r), r == '\'', r == '’', r == 'ʼ':
		case unicode.IsLetter(r), unicode.IsDigit(r):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(plain.Replace(b.String())), " ")
}
