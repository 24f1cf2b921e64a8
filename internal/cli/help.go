package cli

import (
	"regexp"
	"strings"
)

// indented is a line of a help page that stands in two columns: a term and what
// it means.
var (
	indented = regexp.MustCompile(`^( +\S.*?)(  +)(\S.*)$`)
	crowded  = regexp.MustCompile(`^(  --\S+ \p{Lu}\S+)( )(\S.*)$`) // an option whose value is as wide as the column
)

// reflow fits a help page, which is written for the widest page, to a narrower
// one: paragraphs and meanings are filled anew, what can be typed stays as it is.
func (t *terminal) reflow(page string) string {
	if t.columns >= widest {
		return page
	}
	var out strings.Builder
	term, indent, parts := "", 0, []string(nil) // the paragraph that is being read
	flush := func() {
		if term != "" || len(parts) > 0 {
			out.WriteString(t.paragraph(term, indent, strings.Join(parts, " ")))
		}
		term, indent, parts = "", 0, nil
	}
	for line := range strings.Lines(page) {
		line = strings.TrimRight(line, "\n")
		text := strings.TrimLeft(line, " ")
		margin := len(line) - len(text)
		m := indented.FindStringSubmatch(line)
		if m == nil {
			m = crowded.FindStringSubmatch(line)
		}
		switch {
		case text == "":
			flush()
			out.WriteString("\n")
		case margin > 2 && indent == margin: // what a term means, continued
			parts = append(parts, text)
		case m != nil && margin == 2:
			flush()
			term, indent, parts = m[1], width(m[1]+m[2]), []string{m[3]}
		case margin > 0:
			flush()
			out.WriteString(line + "\n")
		default:
			if indent > 0 {
				flush()
			}
			parts = append(parts, text)
		}
	}
	flush()
	return out.String()
}

// paragraph fills text into the page, behind its term if it has one. Where the
// column of terms leaves too little room, the text stands under its term.
func (t *terminal) paragraph(term string, indent int, text string) string {
	const least = 24 // columns for a meaning
	head := left(term, indent)
	if indent > 0 && t.columns-indent < least {
		indent = 6
		head = term + "\n" + strings.Repeat(" ", indent)
	}
	narrow := *t
	narrow.columns -= indent
	lines := strings.Split(strings.TrimSuffix(narrow.wrap([]string{text}, "", 0), "\n"), "\n")
	return head + strings.Join(lines, "\n"+strings.Repeat(" ", indent)) + "\n"
}
