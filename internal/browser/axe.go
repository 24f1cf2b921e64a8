package browser

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"
)

// Axe finds the script of axe-core among what npm has got for the pages, in a folder
// or one above it; it is empty if npm has not got it.
func Axe() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for ; ; dir = filepath.Dir(dir) {
		b, err := os.ReadFile(filepath.Join(dir, "internal", "web", "ui", "node_modules", "axe-core", "axe.min.js"))
		if err == nil {
			return string(b), nil
		}
		if dir == filepath.Dir(dir) {
			return "", nil
		}
	}
}

// errNoAxe says that npm has not got axe-core.
var errNoAxe = errors.New("axe-core is not there: npm ci in internal/web/ui")

// Script gives the script of axe-core to a test, which is left out where there is none
// and none is [Required].
func Script(t testing.TB) string {
	t.Helper()
	script, err := Axe()
	if err != nil {
		t.Fatal(err)
	}
	if script == "" {
		leave(t, errNoAxe)
	}
	return script
}

// Axe lists what axe-core has to say against the page, by the rules of WCAG 2.2 to
// level AA and its own best practice: the rule, and what breaks it.
func (p *Page) Axe(script string) []string {
	p.Helper()
	p.do("axe", chromedp.Evaluate[chromedp.Void](script))
	return Eval[[]string](p, `axe.run(document, {resultTypes: ["violations"]}).then(r => r.violations.flatMap(v =>
		v.nodes.map(n => v.id + ": " + n.target.join(" ") + ": " + n.failureSummary.replace(/\s+/g, " "))))`)
}

// Join writes a list as lines, for a message.
func Join(list []string) string { return strings.Join(list, "\n  ") }

// Tree is what a screen reader is given of the page: "role: name" of everything that has
// a name, in order.
func (p *Page) Tree() []string {
	p.Helper()
	var out []string
	for _, n := range must(p, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}).Nodes {
		role, name := text(n.Role), text(n.Name)
		if !n.Ignored && name != "" {
			out = append(out, role+": "+name)
		}
	}
	return out
}

func text(v *accessibility.Value) string {
	var s string
	if v == nil || json.Unmarshal(v.Value, &s) != nil {
		return ""
	}
	return s
}
