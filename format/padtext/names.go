package padtext

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/notation"
)

// longestName is more than a name needs, in characters.
const longestName = 50

// roster is who plays: their names, and where they sit.
type roster struct {
	names []string
	seat  seater
}

// checkNames refuses names that nobody could write a deal with. at is which of
// them is to blame.
func checkNames(names []string) (at int, err error) {
	if len(names) < 4 || len(names) > 6 {
		return -1, bridge.Errorf(bridge.Invalid, "padtext.players", "%d names: want four, five or six players", len(names))
	}
	for i, name := range names {
		switch n := utf8.RuneCountInString(name); {
		case n > longestName:
			return i, bridge.Errorf(bridge.Invalid, "padtext.name_long", "a name of %d characters: want at most %d", n, longestName)
		case slices.ContainsFunc(names[:i], func(n string) bool { return strings.EqualFold(n, name) }):
			return i, bridge.Errorf(bridge.Invalid, "padtext.player_twice", "two players are called %s", name)
		case saysElse(name):
			return i, bridge.Errorf(bridge.Invalid, "padtext.name_taken", "a player called %s: a line would read that as something else, want a name that is no seat, side, command or part of a result", name)
		}
	}
	return -1, nil
}

// saysElse reports whether a line reads a name as something else, in any language
// that a table speaks:
// what one screen accepts must not be another deal on the next.
func saysElse(name string) bool {
	words := strings.Fields(name)
	if reads(strings.Join(words, " ")) {
		return true
	}
	// "S 4" would hide where a deal begins.
	return len(words) > 1 && !slices.ContainsFunc(words, func(w string) bool { return !reads(w) })
}

// around are lines that cannot be read unless a word of the language stands for
// the name.
var around = []string{"%", "% 4♠", "4♠ %", "we %", "we 4 %", "we 4♠ %", "we 4♠ % 1"}

// reads reports whether a line without players reads something in the place of a
// name.
func reads(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	if !unicode.IsLetter(first) {
		return true
	}
	lines := around
	if utf8.RuneCountInString(name) == 1 { // only a seat is looked for in a letter
		lines = around[1:3]
	}
	for _, lang := range []notation.Language{notation.English, notation.German, notation.Russian} {
		for i, t := range tokens(name) {
			switch w := words[lang][fold(t.text)]; {
			case w == "":
			case i == 0, w == wordHonours, w == wordHCP, w == wordFit:
				return true
			}
			if letters := strings.TrimRight(t.text, "0123456789"); i == 0 && letters != t.text && (words[lang][fold(letters)] != "" || short[fold(letters)] != "") {
				return true // "e4" corrects deal 4
			}
			if slices.Contains(by, fold(t.text)) && len(tokens(name)) == 1 {
				return true
			}
		}
		for _, line := range lines {
			if _, err := parseLine(lang, strings.Replace(line, "%", name, 1), roster{}, false); err == nil {
				return true
			}
		}
	}
	return false
}

// names are separated by commas if there are any, else by blanks; a name that is
// known may have blanks.
func (p *parser) names(toks []token) (names []token) {
	if len(toks) == 0 {
		return nil
	}
	from, to := toks[0].start, toks[len(toks)-1].end
	if !strings.Contains(p.line[from:to], ",") {
		return toks
	}
	for part := range strings.SplitSeq(p.line[from:to], ",") {
		if words := tokens(part); len(words) > 0 {
			name := strings.Join(strings.Fields(part), " ")
			names = append(names, token{name, from + words[0].start, from + words[len(words)-1].end})
		}
		from += len(part) + len(",")
	}
	return names
}

// texts are the words of tokens.
func texts(toks []token) (list []string) {
	for _, t := range toks {
		list = append(list, t.text)
	}
	return list
}

// join makes one token of each name that has blanks; the longest name wins.
func (r roster) join(toks []token) []token {
	var names [][]string
	for _, name := range r.names {
		if words := strings.Fields(name); len(words) > 1 {
			names = append(names, words)
		}
	}
	if len(names) == 0 {
		return toks
	}
	slices.SortStableFunc(names, func(a, b []string) int { return len(b) - len(a) })
	var out []token
	for len(toks) > 0 {
		t, n := toks[0], 1
		for _, words := range names {
			if begins(toks, words) {
				n = len(words)
				t = token{strings.Join(words, " "), t.start, toks[n-1].end}
				break
			}
		}
		out, toks = append(out, t), toks[n:]
	}
	return out
}

// begins reports whether tokens begin with the words of a name.
func begins(toks []token, words []string) bool {
	if len(toks) < len(words) {
		return false
	}
	for i, w := range words {
		text := toks[i].text
		if i == len(words)-1 {
			text = strings.TrimRight(text, ",;:")
		}
		if !strings.EqualFold(text, w) {
			return false
		}
	}
	return true
}
