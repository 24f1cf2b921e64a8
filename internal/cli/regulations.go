package cli

import (
	"cmp"
	"strings"

	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/regulation"
)

// regulationsCommand lists the packs that ship, or the settings of one.
type regulationsCommand struct {
	Name string `arg:"" optional:""`
}

// Run implements the command.
func (c *regulationsCommand) Run(t *terminal) error {
	if c.Name == "" {
		packs := shippedPacks()
		if t.json {
			return t.answer(regulationsJSON{newPackList(packs)})
		}
		t.packs(packs)
		return nil
	}
	p, err := regulation.Find(plain(c.Name))
	if err != nil {
		return err
	}
	if t.json {
		return t.answer(t.settingsJSON(p))
	}
	t.settings(p)
	return nil
}

// shippedPacks are the packs that ship, in the order of their names.
func shippedPacks() []*regulation.Pack {
	var list []*regulation.Pack
	for _, name := range regulation.Names() {
		if p, err := regulation.Find(name); err == nil { // it is one of them
			list = append(list, p)
		}
	}
	return list
}

// packs prints a line for each pack.
func (t *terminal) packs(list []*regulation.Pack) {
	rows := [][]string{{t.T("column.name"), t.T("column.version"), t.T("column.extends")}}
	for _, p := range list {
		rows = append(rows, []string{p.Name, p.Version, cmp.Or(p.Extends, noPlace)})
	}
	terms := columns(rows)
	for i, term := range terms {
		title := t.T("column.body")
		if i > 0 {
			title = list[i-1].Title
		}
		line := t.paragraph(term, width(term)+nameGap, title)
		if i == 0 {
			line = t.paintLines(roleInk2, line)
		}
		t.out.WriteString(line)
	}
	t.out.WriteString(t.rule() + t.wrap([]string{t.T("regulations.foot")}, "", 0))
}

// columns sets cells below each other and gives the lines, all of the same width.
func columns(rows [][]string) []string {
	widths := make([]int, len(rows[0]))
	for _, cells := range rows {
		for i, c := range cells {
			widths[i] = max(widths[i], width(c))
		}
	}
	lines := make([]string, len(rows))
	for n, cells := range rows {
		for i, c := range cells {
			if i > 0 {
				lines[n] += strings.Repeat(" ", nameGap)
			}
			lines[n] += left(c, widths[i])
		}
	}
	return lines
}

// settings prints every setting of a pack as its file would have it, with what it
// means and what it may be: the pack's own ones first, then those of the packs
// above it, then those of the code of laws.
func (t *terminal) settings(p *regulation.Pack) {
	name := p.Name + " " + p.Version
	t.out.WriteString(strings.Replace(t.wrap([]string{name, p.Title}, ", ", 0), name, t.paint.role(roleBold, name), 1))
	var facts []string
	if p.Extends != "" {
		facts = append(facts, t.T("regulations.extends", p.Extends))
	}
	if len(p.Producers) > 0 {
		facts = append(facts, t.T("regulations.producers", strings.Join(p.Producers, ", ")))
	}
	if len(facts) > 0 {
		t.out.WriteString(t.paintLines(roleInk2, t.wrap(facts, " · ", 0)))
	}
	t.out.WriteString(t.rule())
	values := p.Values()
	noted := 0 // the column of the notes; one long value does not push out those of all others
	for _, v := range values {
		if n := width(settingLine(v)) + nameGap; v.Note != "" && n <= t.columns/2 {
			noted = max(noted, n)
		}
	}
	for i, from := range t.chain(p) {
		if i > 0 {
			t.out.WriteString("\n")
		}
		heading := t.T("regulations.own", from)
		switch {
		case from == "":
			heading = t.T("regulations.laws", t.Edition(p.Laws().Code()))
		case from != p.Name:
			heading = t.T("regulations.from", from)
		}
		t.out.WriteString(t.paintLines(roleBold, t.wrap([]string{heading}, "", 0)))
		for _, v := range values {
			if v.Pack == from {
				t.setting(v, noted)
			}
		}
	}
	t.out.WriteString(t.rule() + t.wrap([]string{t.T("regulations.standing")}, "", 0))
}

// chain is a pack and those above it, as far as they set anything, and last the
// empty name of the code of laws.
func (t *terminal) chain(p *regulation.Pack) []string {
	sets := map[string]bool{}
	for _, v := range p.Values() {
		sets[v.Pack] = true
	}
	var chain []string
	for name := p.Name; name != ""; {
		if sets[name] {
			chain = append(chain, name)
		}
		up, err := regulation.Find(name)
		if err != nil {
			break
		}
		name = up.Extends
	}
	return append(chain, "")
}

// settingLine is a setting as a file has it.
func settingLine(v regulation.Value) string {
	return "  " + v.Setting.Name + " = " + v.Value
}

// setting prints one setting.
func (t *terminal) setting(v regulation.Value, noted int) {
	line := settingLine(v)
	const indent = 6
	switch {
	case v.Note == "":
		t.out.WriteString(line + "\n")
	case width(line)+nameGap > noted:
		t.out.WriteString(line + "\n" + t.paragraph("", indent, "# "+v.Note))
	default:
		t.out.WriteString(t.paragraph(line, noted, "# "+v.Note))
	}
	what := t.paragraph("", indent, locale.Sentence(t.T("regulations.meaning", v.Setting.Meaning))+".")
	what += t.paragraph("", indent, t.T("regulations.allowed", t.allowed(v.Setting)))
	t.out.WriteString(t.paintLines(roleInk2, what))
}

// allowed is what the value of a setting may be.
func (t *terminal) allowed(s regulation.Setting) string {
	switch {
	case len(s.Words) > 0:
		return t.T("regulations.words", s.Words)
	case s.High > 0:
		return t.T("regulations.number", s.Low, s.High)
	}
	return t.T("regulations.meaning", s.Allowed)
}

type regulationsJSON struct {
	Regulations []packJSON `json:"regulations"`
}

type packJSON struct {
	Name      string   `json:"name"`
	Version   string   `json:"version"`
	Title     string   `json:"title"`
	Extends   *string  `json:"extends"` // null for the pack that all others inherit from
	Producers []string `json:"producers"`
}

func newPack(p *regulation.Pack) packJSON {
	out := packJSON{Name: p.Name, Version: p.Version, Title: p.Title, Producers: append([]string{}, p.Producers...)}
	if p.Extends != "" {
		out.Extends = &p.Extends
	}
	return out
}

func newPackList(packs []*regulation.Pack) []packJSON {
	list := make([]packJSON, len(packs))
	for i, p := range packs {
		list[i] = newPack(p)
	}
	return list
}

type settingsJSON struct {
	packJSON
	Laws     string        `json:"laws"` // the code of laws behind the scores that no pack sets
	Settings []settingJSON `json:"settings"`
}

type settingJSON struct {
	Name      string   `json:"name"`
	Value     *string  `json:"value"` // null if no source settles it
	From      *string  `json:"from"`  // the pack that sets it; null: the code of laws
	Inherited bool     `json:"inherited"`
	Source    string   `json:"source"` // clause and standing, as the pack says
	Meaning   string   `json:"meaning"`
	Allowed   string   `json:"allowed"`
	Words     []string `json:"words,omitempty"` // the allowed words, where they are a closed list
}

func (t *terminal) settingsJSON(p *regulation.Pack) settingsJSON {
	out := settingsJSON{packJSON: newPack(p), Laws: p.Laws().Code()}
	for _, v := range p.Values() {
		s := settingJSON{
			Name: v.Setting.Name, Inherited: v.Inherited(p), Source: v.Note,
			Meaning: t.T("regulations.meaning", v.Setting.Meaning), Allowed: t.allowed(v.Setting), Words: v.Setting.Words,
		}
		if v.Value != "" {
			s.Value = &v.Value
		}
		if v.Pack != "" {
			s.From = &v.Pack
		}
		out.Settings = append(out.Settings, s)
	}
	return out
}
