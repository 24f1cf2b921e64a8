package web

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
)

// tag is a tag of a page.
type tag struct {
	name       string
	attributes map[string]string
	ends       bool
}

var (
	tagLike   = regexp.MustCompile(`<(/?)([a-z][a-z0-9]*)((?:\s+[a-zA-Z:-]+(?:="[^"<]*")?)*)\s*(/?)>`)
	attribute = regexp.MustCompile(`([a-zA-Z:-]+)(?:="([^"<]*)")?`)
	voids     = []string{"meta", "link", "input", "br", "hr", "img"}
	drawn     = []string{"path", "use", "rect"} // they may end in themselves
)

// readPage reads a page strictly, as we write them: every attribute quoted, every tag
// ended in its order, every id there once, no sign of markup left over. faults are what
// is not so.
func readPage(page string) (tags []tag, text string, faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	rest, ok := strings.CutPrefix(page, "<!doctype html>\n")
	if !ok {
		fault("no doctype")
	}
	var open []string
	var said strings.Builder
	ids := map[string]bool{}
	for {
		at := tagLike.FindStringSubmatchIndex(rest)
		end := len(rest)
		if at != nil {
			end = at[0]
		}
		if strings.ContainsAny(rest[:end], "<>") {
			fault("markup in the text %q", rest[:end])
		}
		said.WriteString(html.UnescapeString(rest[:end]))
		if at == nil {
			break
		}
		part := func(n int) string { return rest[at[2*n]:at[2*n+1]] }
		t := tag{name: part(2), attributes: map[string]string{}, ends: part(1) != ""}
		for _, a := range attribute.FindAllStringSubmatch(part(3), -1) {
			if _, twice := t.attributes[a[1]]; twice {
				fault("%s twice in %s", a[1], part(0))
			}
			t.attributes[a[1]] = html.UnescapeString(a[2])
		}
		if id, has := t.attributes["id"]; has {
			if ids[id] {
				fault("id %s twice", id)
			}
			ids[id] = true
		}
		switch {
		case slices.Contains(voids, t.name):
		case part(4) != "":
			if !slices.Contains(drawn, t.name) {
				fault("%s ends in itself", t.name)
			}
		case !t.ends:
			open = append(open, t.name)
		case len(open) == 0 || open[len(open)-1] != t.name:
			fault("</%s> after %v", t.name, open)
		default:
			open = open[:len(open)-1]
		}
		tags = append(tags, t)
		rest = rest[at[1]:]
	}
	if len(open) > 0 {
		fault("%v not ended", open)
	}
	return tags, said.String(), faults
}

// nesting are faults of what stands in what: nothing that is a block stands in a
// paragraph, a heading or a span, and no link in a link.
func nesting(tags []tag) (faults []string) {
	var open []string
	for _, t := range tags {
		if t.ends {
			if at := lastIndex(open, t.name); at >= 0 {
				open = open[:at]
			}
			continue
		}
		block := slices.Contains([]string{"p", "div", "ul", "ol", "table", "section", "h1", "h2", "header", "nav", "details"}, t.name)
		for _, o := range open {
			if block && slices.Contains([]string{"p", "span", "h1", "h2", "a"}, o) || o == "a" && t.name == "a" {
				faults = append(faults, "<"+t.name+"> in <"+o+">")
			}
		}
		if !slices.Contains(voids, t.name) && !slices.Contains(drawn, t.name) {
			open = append(open, t.name)
		}
	}
	return faults
}

func lastIndex(list []string, s string) int {
	for i, x := range slices.Backward(list) {
		if x == s {
			return i
		}
	}
	return -1
}
