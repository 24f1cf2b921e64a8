package overtrick_test

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestPicture draws the terminal of the README: what `overtrick rank` really
// prints. UPDATE=1 draws it anew.
func TestPicture(t *testing.T) {
	const line = "overtrick rank demo/evening.pbn"
	out, err := shell(t, line+" --color always")
	if err != nil {
		t.Fatalf("%s: %v\n%s", line, err, out)
	}
	svg, err := draw("The ranking of a club evening in a terminal", line, out)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "docs/rank.svg", svg)
}

// The page is a sheet with a hairline round it; a column and a line of the
// terminal have a whole number of tenths, so that lines meet.
const (
	column   = 8.4
	lineHigh = 20
	margin   = 28
	pageWide = 80
)

// palette gives each colour that the program uses its class in the picture.
var palette = map[string]string{
	"38;5;243": "second",
	"38;5;29":  "accent",
	"38;5;160": "heart", // and errors
	"38;5;130": "diamond",
	"38;5;63":  "spade",
	"38;5;30":  "club",
	"1":        "bold",
}

// look is the project's colours on light and on dark paper.
const look = `
    .sheet { fill: #fbfaf6; stroke: #d8dcd6 }
    text { fill: #1b1f23; font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace; white-space: pre }
    path { stroke: #1b1f23; fill: none }
    .second { fill: #55605a } .accent { fill: #1f5f4a } .heart { fill: #b3141f } .diamond { fill: #ad4a00 } .spade { fill: #16245e } .club { fill: #0f6e56 }
    path.second { stroke: #55605a; fill: none } path.accent { stroke: #1f5f4a; fill: none }
    .logo { fill: #1f5f4a; stroke: none }
    .bold { font-weight: 700 }
    @media (prefers-color-scheme: dark) {
      .sheet { fill: #12181a; stroke: #2f3a3d }
      text { fill: #eceFea }
      path { stroke: #eceFea }
      .second { fill: #a9b4ae } .accent { fill: #5fb894 } .heart { fill: #ff6b78 } .diamond { fill: #ffa63d } .spade { fill: #b7c5ff } .club { fill: #4fe0bc }
      .logo { fill: #5fb894 }
      path.second { stroke: #a9b4ae; fill: none } path.accent { stroke: #5fb894; fill: none }
    }
`

// logo is "=" over "+1", a contract made and one more, 24 by 24.
const logo = "M2 3h20v2H2zM2 7h20v2H2zM7 12h2v4h4v2H9v4H7v-4H3v-2h4zM18.3 12H20v10h-2v-7.5l-2.4 1v-2z"

// draw makes a picture of a terminal in which a command was run.
func draw(title, command, out string) (string, error) {
	lines := append([]string{"\x1b[38;5;243m$\x1b[m " + command, ""}, strings.Split(strings.TrimRight(out, "\n"), "\n")...)
	wide := 2*margin + pageWide*column
	high := 2*margin + lineHigh*len(lines) - 6
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %d" width="%g" height="%d" role="img">`+"\n", wide, high, wide, high)
	fmt.Fprintf(&b, "  <title>%s</title>\n  <style>%s  </style>\n", html.EscapeString(title), look)
	fmt.Fprintf(&b, `  <rect class="sheet" x="0.5" y="0.5" width="%g" height="%d" rx="10"/>`+"\n", wide-1, high-1)
	fmt.Fprintf(&b, `  <path class="logo" transform="translate(%g %d)" d="%s"/>`+"\n", wide-margin-24, margin-5, logo)
	for i, l := range lines {
		pieces, err := parse(l)
		if err != nil {
			return "", fmt.Errorf("line %d: %w", i+1, err)
		}
		for _, p := range pieces {
			p.draw(&b, margin+lineHigh*i)
		}
	}
	b.WriteString("</svg>\n")
	return b.String(), nil
}

// piece is text of one look that stands in one place.
type piece struct {
	at    int // column, from 0
	text  string
	class string
}

var (
	escape  = regexp.MustCompile("\x1b\\[([0-9;]*)m")
	strokes = regexp.MustCompile(`═+|━+|─+|│|[^═━─│]+`)
	words   = regexp.MustCompile(`\S+( \S+)*`) // a wider gap starts a new piece, which stands in its own column
)

// parse cuts a line of the terminal into pieces.
func parse(line string) ([]piece, error) {
	var pieces []piece
	at, class := 0, ""
	add := func(text string) {
		for _, span := range strokes.FindAllString(text, -1) {
			for _, w := range words.FindAllStringIndex(span, -1) {
				pieces = append(pieces, piece{at + utf8.RuneCountInString(span[:w[0]]), span[w[0]:w[1]], class})
			}
			at += utf8.RuneCountInString(span)
		}
	}
	rest := line
	for m := escape.FindStringSubmatchIndex(rest); m != nil; m = escape.FindStringSubmatchIndex(rest) {
		add(rest[:m[0]])
		code := rest[m[2]:m[3]]
		rest = rest[m[1]:]
		if code == "" || code == "0" {
			class = ""
			continue
		}
		for code != "" {
			known := false
			for prefix, c := range palette {
				if after, ok := strings.CutPrefix(code, prefix); ok && (after == "" || after[0] == ';') {
					class = strings.TrimSpace(class + " " + c)
					code, known = strings.TrimPrefix(after, ";"), true
					break
				}
			}
			if !known {
				return nil, fmt.Errorf("the picture knows no colour %q", code)
			}
		}
	}
	add(rest)
	return pieces, nil
}

// draw writes a piece: lines as strokes, so that they meet, and text as text,
// held to its columns whatever font there is.
func (p piece) draw(b *strings.Builder, y int) {
	x, n := margin+float64(p.at)*column, float64(utf8.RuneCountInString(p.text))
	class := ""
	if p.class != "" {
		class = fmt.Sprintf(" class=%q", p.class)
	}
	mid := float64(y) + 9
	switch []rune(p.text)[0] {
	case '═':
		fmt.Fprintf(b, `  <path%s stroke-width="1" d="M%.1f %.1fh%.1fm0 3h-%.1f"/>`+"\n", class, x, mid-1.5, n*column, n*column)
	case '━':
		fmt.Fprintf(b, `  <path%s stroke-width="6" d="M%.1f %.1fh%.1f"/>`+"\n", class, x, mid, n*column)
	case '─':
		fmt.Fprintf(b, `  <path%s stroke-width="1" d="M%.1f %.1fh%.1f"/>`+"\n", class, x, mid+0.5, n*column)
	case '│':
		fmt.Fprintf(b, `  <path%s stroke-width="1" d="M%.1f %dv%d"/>`+"\n", class, x+column/2, y-1, lineHigh)
	default:
		fmt.Fprintf(b, `  <text%s x="%.1f" y="%d" textLength="%.1f">%s</text>`+"\n", class, x, y+14, n*column, html.EscapeString(p.text))
	}
}

// TestPictureIsDrawn reads a line with colours, strokes and columns.
func TestPictureIsDrawn(t *testing.T) {
	pieces, err := parse("  1  Zoë – Adrian     \x1b[1m60.56\x1b[m  │\x1b[38;5;29m━━━\x1b[0m \x1b[1;38;5;160m4♥\x1b[m")
	if err != nil {
		t.Fatal(err)
	}
	const want = `[{2 1 } {5 Zoë – Adrian } {22 60.56 bold} {29 │ } {30 ━━━ accent} {34 4♥ bold heart}]`
	if got := fmt.Sprint(pieces); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if _, err := parse("\x1b[38;5;201mpink"); err == nil || !strings.Contains(err.Error(), `"38;5;201"`) {
		t.Errorf("a colour without a class: %v", err)
	}
}
