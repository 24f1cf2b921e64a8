package cli

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/format/padtext"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/notation"
)

// padFile reads the text of a home table.
func padFile(t testing.TB, text string) *padtext.File {
	t.Helper()
	f, err := padtext.Read(strings.NewReader(text), notation.English)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// padTexts are home tables of every form, from the empty one to a long evening.
var padTexts = map[string]string{
	"empty":     "",
	"part":      "we 2H+1\nthey 1NT=\n",
	"rubber":    "we 2H+1\nthey 1NT=\nwe 2H=\nthey 4HX-2 hon 100\nN 3NT+1 hon W 150\n",
	"stopped":   "players Anna Bert Clara Dieter\nwe 4S=\nthey 2D=\nstop\n",
	"lost":      "stake 0.10\nthey 4SX-4\nthey 4SX-4\nwe 4S=\nwe 4S=\nedit 3 we 4S+1\n",
	"chicago":   "form chicago\nplayers Anna-Maria Bartholomäus Клара Денис-Дмитрий Eva\nstake 1\nwe 2S=\npass\nwe 2H=\nwe 4H=\nthey 3C=\nrubber\n",
	"duplicate": "form chicago\nparts duplicate\nwe 2S=\nwe 2H=\nthey 6NTXX-7\n",
	"russian":   "form russian\nthey 4HX-2 hcp we 24\npass hcp they 20\nN 4S= hcp we 26\n",
	"iniarski":  "form iniarski\nwe 4S= hcp we 24.5 fit we\nthey 1NT= hcp we 20 fit they\n",
	"auction":   "form auction\nwe 1S+5 hon 36\nthey 3NT=\nthey 3NT=\n",
	"plafond":   "form plafond\nwe 2H+2\nthey 5CX-1\n",
	"long":      strings.Repeat("they 3NTXX-7 hon we 150\nwe 1C=\n", 8) + "undo\n",
}

// TestPadPage: whatever was played, the pad fits the page in every language, both
// halves are as wide as each other, and nothing is left unsaid.
func TestPadPage(t *testing.T) {
	for _, lang := range locale.Languages() {
		for _, columns := range []int{80, 79, 66, 61, 60, 50, 49, 44, 40} {
			for name, text := range padTexts {
				term := newTerminal(t, lang, columns)
				f := padFile(t, text)
				term.padAnswer(f)
				page := term.out.String()
				for _, l := range tooWide(page, columns) {
					t.Errorf("%s, %s, %d columns: too wide:\n%s", lang, name, columns, l)
				}
				if i := strings.IndexAny(page, "{}\x1b"); i >= 0 || strings.Contains(page, "pad.") {
					t.Errorf("%s, %s: a place without its text:\n%s", lang, name, page)
				}
				middle := -1
				for l := range strings.Lines(page) {
					if i := strings.IndexAny(l, "│┼╪┴"); i >= 0 && !strings.Contains(l, " ● ") && !strings.Contains(l, " ○ ") {
						if at := width(l[:i]); middle < 0 {
							middle = at
						} else if at != middle {
							t.Errorf("%s, %s, %d columns: the middle wanders:\n%s", lang, name, columns, page)
							break
						}
					}
				}
			}
		}
	}
}

// TestPadTexts: every step of every derivation says something, in every language,
// and figures are what their form says: numbers, or strings for IMPs.
func TestPadTexts(t *testing.T) {
	for _, lang := range locale.Languages() {
		for name, text := range padTexts {
			term := newTerminal(t, lang, 80)
			f := padFile(t, text)
			answer, err := json.Marshal(term.padJSON(f))
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range regexp.MustCompile(`"text":"([^"]*)"`).FindAllStringSubmatch(string(answer), -1) {
				if m[1] == "" || strings.ContainsAny(m[1], "{}|") || regexp.MustCompile(`^[a-z_]+\.[a-z_]`).MatchString(m[1]) {
					t.Errorf("%s, %s: a step says %q", lang, name, m[1])
				}
			}
			p := f.Evening.Table().Pad()
			for _, e := range p.Entries {
				if s := term.padReason(e.Why()); s == "" || strings.ContainsAny(s, "{}|.") {
					t.Errorf("%s, %s: %s is called %q", lang, name, e.Why().Rule, s)
				}
			}
			if imps := strings.Contains(string(answer), `"margin":"`); imps != compares(p.Rules.Form) {
				t.Errorf("%s: IMPs are strings: %v", name, imps)
			}
		}
	}
}

// TestPadRoom: on a small screen old numbers are summed up, and none is lost.
func TestPadRoom(t *testing.T) {
	f := padFile(t, padTexts["long"])
	term := newTerminal(t, "en", 60)
	p := f.Evening.Table().Pad()
	all := term.drawPad(p, term.padNames(f, f.Evening.Seating()), 0)
	for most := len(all); most > 8; most-- {
		lines := term.drawPad(p, term.padNames(f, f.Evening.Seating()), most)
		if len(lines) > most {
			t.Errorf("%d lines in a room of %d", len(lines), most)
		}
		if got := lines[len(lines)-1]; got != all[len(all)-1] && !strings.Contains(got, "total") {
			t.Errorf("the total is %q, want %q", got, all[len(all)-1])
		}
	}
}

// TestPadNarrow: on a narrow page no label beside a number is cut.
func TestPadNarrow(t *testing.T) {
	cutLabel := regexp.MustCompile(`\d\)? +[^│… \n][^│…\n]*…`)
	for _, lang := range locale.Languages() {
		for columns := narrowestScreen; columns < 60; columns++ {
			for name, text := range padTexts {
				term := newTerminal(t, lang, columns)
				f := padFile(t, text)
				for _, most := range []int{0, 12} {
					lines := term.drawPad(f.Evening.Table().Pad(), bridge.BySide[string]{}, most)
					if page := strings.Join(lines, "\n"); cutLabel.MatchString(page) {
						t.Errorf("%s, %s, %d columns:\n%s", lang, name, columns, page)
					}
				}
			}
		}
	}
}

// TestCut: cutting looks at each rune once, and never leaves too much.
func TestCut(t *testing.T) {
	for _, tc := range []struct {
		text string
		w    int
		want string
	}{
		{"Anna", 4, "Anna"},
		{"Anna", 3, "An…"},
		{"Anna", 1, "…"},
		{"Клара", 4, "Кла…"},
		{"牌牌牌", 5, "牌牌…"},
		{"牌牌牌", 4, "牌…"},
		{"❤️❤️❤️", 5, "❤️❤️…"},
		{strings.Repeat("A", 3_000_000), 5, "AAAA…"},
		{strings.Repeat("a\u0300", 1_000_000), 3, "a\u0300a\u0300…"},
	} {
		if got := cut(tc.text, tc.w); got != tc.want || width(got) > tc.w {
			t.Errorf("cut to %d columns: %.40q of %d columns, want %q", tc.w, got, width(got), tc.want)
		}
	}
}
