package cli

import (
	"io"
	"os"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/term"
)

// colorings are the values of --color.
var colorings = []string{"auto", "always", "never"}

// role is what a piece of text is, and so how it is coloured.
type role int

// The roles of the design.
const (
	rolePlain role = iota
	roleInk2       // less loud than the rest
	roleBold
	roleAccent
	roleError
	roleWarn
	roleSpade
	roleHeart
	roleDiamond
	roleClub
	roles // their number
)

// tints are the colours of the roles, from the 256 that every terminal knows.
// Whether the paper is light or dark a program cannot know; these are the nearest
// to the design that can be read on white and on black (a test measures it).
var tints = [roles]string{
	roleInk2:    "243",
	roleAccent:  "29",
	roleError:   "160",
	roleWarn:    "130",
	roleSpade:   "63",
	roleHeart:   "160",
	roleDiamond: "130",
	roleClub:    "30",
}

// painter colours text, or leaves it as it is.
type painter bool

// newPainter decides whether what goes to w is coloured: only a terminal that
// wants colours gets them, unless the command line says always.
func newPainter(coloring string, w io.Writer) painter {
	switch coloring {
	case "always":
		return true
	case "never":
		return false
	}
	f, ok := w.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	return painter(term.IsTerminal(f.Fd()))
}

// role paints one piece of text.
func (p painter) role(r role, s string) string {
	if !p || r == rolePlain || strings.TrimSpace(s) == "" {
		return s
	}
	style := lipgloss.NewStyle()
	if tints[r] != "" {
		style = style.Foreground(lipgloss.Color(tints[r]))
	}
	return style.Bold(r == roleBold || r == roleError).Render(s)
}

// suitRunes are the symbols of the suits in the order of their roles.
var suitRunes = []rune("♠♥♦♣")

// suits paints the symbols of the suits in s.
func (p painter) suits(s string) string {
	if !p {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if i := slices.Index(suitRunes, r); i >= 0 {
			b.WriteString(p.role(roleSpade+role(i), string(r)))
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// width is the number of columns that s takes on a terminal.
func width(s string) int { return lipgloss.Width(s) }

// left is s with spaces behind it, right with spaces before it, so that it takes
// w columns or more.
func left(s string, w int) string  { return s + strings.Repeat(" ", max(w-width(s), 0)) }
func right(s string, w int) string { return strings.Repeat(" ", max(w-width(s), 0)) + s }

// rule is the double line, our one signature.
func (t *terminal) rule() string { return strings.Repeat("═", t.columns) + "\n" }

// wrap breaks text between its parts so that no line is longer than the page;
// further lines begin with indent spaces. A part that is longer than a line is
// broken between its words.
func (t *terminal) wrap(parts []string, joint string, indent int) string {
	var lines []string
	line := ""
	for i, part := range parts {
		glue := joint
		if i == 0 {
			glue = ""
		}
		for j, word := range strings.FieldsFunc(part, func(r rune) bool { return r == ' ' }) { // not at no-break spaces
			if j > 0 {
				glue = " "
			}
			need := width(line + glue + word)
			if j == 0 && width(line+glue+part) > t.columns && width(part) <= t.columns-indent {
				need = t.columns + 1 // the whole part goes to the next line
			}
			if line != "" && need > t.columns {
				if sign := strings.TrimRight(glue, " "); width(line+sign) <= t.columns {
					line += sign
				}
				lines = append(lines, line)
				line, glue = strings.Repeat(" ", indent), ""
			}
			line += glue + word
		}
	}
	return strings.Join(append(lines, line), "\n") + "\n"
}

// The page is as wide as a page, and narrower on a terminal that is.
const (
	widest    = 80
	narrowest = 40
)

func pageWidth(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok {
		return widest
	}
	columns, _, err := term.GetSize(f.Fd())
	if err != nil || columns <= 0 {
		return widest // not a terminal, or one that does not know its size
	}
	return min(max(columns, narrowest), widest)
}
