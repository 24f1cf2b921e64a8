package notation

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// unit is one character as the parser sees it: without case, accent or the many
// shapes of a minus sign, with its place in the text.
type unit struct {
	r          rune
	start, end int // bytes of the text
}

// same maps the shapes of one sign to one of them, and letters with accents to
// those that people type without.
var same = map[rune]string{
	'−': "-", '–': "-", '—': "-", '‐': "-", '‑': "-", '‒': "-",
	'♤': "♠", '♡': "♥", '❤': "♥", '♢': "♦", '♧': "♣",
	'ä': "a", 'á': "a", 'à': "a", 'â': "a", 'ą': "a", 'ç': "c", 'ć': "c",
	'é': "e", 'è': "e", 'ê': "e", 'ë': "e", 'ę': "e", 'î': "i", 'ï': "i", 'ł': "l", 'ń': "n",
	'ö': "o", 'ó': "o", 'ô': "o", 'œ': "oe", 'ß': "ss", 'ś': "s", 'ü': "u", 'û': "u", 'ù': "u", 'ź': "z", 'ż': "z",
	'ё': "е", 'й': "и",
}

// scan folds a text into units. Marks without a place of their own are left out:
// accents written apart, invisible characters, and the selectors that turn a
// suit symbol into a picture or back.
func scan(s string) []unit {
	units := make([]unit, 0, len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		start, end := i, i+n
		i = end
		switch {
		case unicode.In(r, unicode.Mn, unicode.Cf):
			continue
		case unicode.IsSpace(r):
			units = append(units, unit{' ', start, end})
			continue
		}
		r = unicode.ToLower(r)
		text, ok := same[r]
		if !ok {
			units = append(units, unit{r, start, end})
			continue
		}
		for _, r := range text {
			units = append(units, unit{r, start, end})
		}
	}
	return units
}

// spelling is one way to write a thing, folded as scan folds.
type spelling[T any] struct {
	runes []rune // ' ' stands for blanks or hyphens or none
	means T
}

// spellings cuts a list of a lexicon.
func spellings[T any](list string, means T) []spelling[T] {
	var out []spelling[T]
	for text := range strings.SplitSeq(list, "|") {
		var sp spelling[T]
		for _, u := range scan(text) {
			sp.runes = append(sp.runes, u.r)
		}
		if sp.means = means; len(sp.runes) > 0 {
			out = append(out, sp)
		}
	}
	return out
}

// match gives the place behind a spelling that begins at i, -1 if it does not. A
// word of three letters or more must end where it ends: "pika" is not "pik".
func (sp spelling[T]) match(units []unit, i int) int {
	for _, r := range sp.runes {
		if r == ' ' {
			for i < len(units) && (units[i].r == ' ' || units[i].r == '-') {
				i++
			}
			continue
		}
		if i >= len(units) || units[i].r != r {
			return -1
		}
		i++
	}
	if len(sp.runes) > 2 && i < len(units) && unicode.IsLetter(units[i].r) {
		return -1
	}
	return i
}

// found is a spelling that matched.
type found[T any] struct {
	means T
	end   int
}

// all gives every match at i, the longest first.
func all[T any](sps []spelling[T], units []unit, i int) []found[T] {
	var out []found[T]
	for _, sp := range sps {
		if end := sp.match(units, i); end > i {
			out = append(out, found[T]{sp.means, end})
		}
	}
	slices.SortStableFunc(out, func(a, b found[T]) int { return b.end - a.end })
	return out
}

// longest gives the longest matches at i and where they end: several if the
// same letters mean several things.
func longest[T comparable](sps []spelling[T], units []unit, i int) (means []T, end int) {
	for _, f := range all(sps, units, i) {
		if end == 0 || f.end == end {
			end = f.end
			if !slices.Contains(means, f.means) {
				means = append(means, f.means)
			}
		}
	}
	return means, end
}
