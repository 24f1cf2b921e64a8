package cli

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
)

// tableCommand shows every outcome of a contract.
type tableCommand struct {
	Contract []string `arg:"" sep:"none"`
	Vul      string   `sep:"none"`
	values
}

// outcomes are the scores of a contract by tricks won; nil is one that the
// edition does not know.
type outcomes struct {
	contract bridge.Contract
	edition  *score.Edition
	house    *regulation.Pack // nil for an edition of the Laws
	vuls     []bool           // the vulnerabilities shown
	scores   map[bool][14]*int
	missing  []string // what is not known, in words
}

// Run implements the command.
func (c *tableCommand) Run(t *terminal) error {
	words := make([]string, len(c.Contract))
	for i, w := range c.Contract {
		words[i] = plain(w)
	}
	text := strings.Join(words, " ")
	contract, err := notation.ParseContract(t.Words(), text)
	if err != nil {
		return t.elsewhere(pointAt(text, err), func(lang notation.Language) error { _, err := notation.ParseContract(lang, text); return err })
	}
	vuls := []bool{false, true}
	if c.Vul != "" {
		vul, _, err := situation{Vul: c.Vul}.board(t)
		if err != nil {
			return err
		}
		// With one side vulnerable both columns are needed: which is whose depends
		// on the declarer.
		switch vul {
		case bridge.NoneVul:
			vuls = vuls[:1]
		case bridge.AllVul:
			vuls = vuls[1:]
		}
	}
	edition, house, err := c.edition(t)
	if err != nil {
		return err
	}
	o := &outcomes{contract: contract, edition: edition, house: house, vuls: vuls, scores: map[bool][14]*int{}}
	known := false
	for _, vul := range vuls {
		var column [14]*int
		for tricks := range column {
			p, err := edition.Score(contract, vul, tricks)
			switch {
			case err == nil:
				n := int(p)
				column[tricks], known = &n, true
			case bridge.CodeOf(err) != bridge.Unsupported:
				return err
			default:
				o.note(t, err)
			}
		}
		o.scores[vul] = column
	}
	if !known {
		return bridge.Errorf(bridge.Unsupported, "table.none_known", "no outcome of %v is known in the code of %s", contract, edition.Code())
	}
	if t.json {
		return t.answer(o.json(t))
	}
	t.outcomes(o)
	return nil
}

// note keeps what an outcome needs that is not known.
func (o *outcomes) note(t *terminal, err error) {
	if e, ok := asError(err); ok && e.Key == "score.unsupported" {
		o.missing = append(o.missing, t.T("phrase."+e.Args[len(e.Args)-1].(string))) //nolint:errcheck // score says so
	}
}

// outcomes prints the table, the best outcome first, with a line between what is
// made and what is not.
func (t *terminal) outcomes(o *outcomes) {
	headline := []string{
		t.T("table.headline.contract", t.Contract(o.contract)),
		t.T("table.headline.points", locale.Sentence(t.law(o.edition, o.house))),
	}
	t.out.WriteString(t.paint.suits(t.wrap(headline, " ", 0)) + t.rule())
	unknown := t.T("table.unknown")
	heads := []string{t.T("column.tricks"), t.T("column.result")}
	for _, vul := range o.vuls {
		heads = append(heads, t.T([]string{"table.not_vulnerable", "table.vulnerable"}[index(vul)]))
	}
	w := t.tableColumns(heads, unknown)
	line := func(cells []string, loud role) {
		var b strings.Builder
		b.WriteString(strings.Repeat(" ", w.margin))
		for i, c := range cells {
			if i > 0 {
				b.WriteString(strings.Repeat(" ", w.gap))
			}
			b.WriteString(right(c, w.cells[i]))
		}
		t.out.WriteString(t.paint.role(loud, b.String()) + "\n")
	}
	for _, words := range w.heads {
		line(words, roleInk2)
	}
	for n := 13; n >= 0; n-- {
		over := n - o.contract.Tricks()
		cells := []string{strconv.Itoa(n), bridge.OverText(over)}
		for _, vul := range o.vuls {
			text := unknown
			if p := o.scores[vul][n]; p != nil {
				text = strconv.Itoa(*p)
			}
			cells = append(cells, text)
		}
		loud := rolePlain
		if over == 0 {
			loud = roleBold
		}
		line(cells, loud)
		if over == 0 {
			t.out.WriteString(strings.Repeat(" ", w.margin) + strings.Repeat("─", w.width()-w.margin) + "\n")
		}
	}
	if len(o.missing) > 0 {
		slices.Sort(o.missing)
		t.out.WriteString("\n" + t.wrap([]string{t.T("table.note", strings.Join(slices.Compact(o.missing), ", "))}, "", 0))
	}
}

// tableWidths are the columns of a table.
type tableWidths struct {
	margin, gap int
	cells       []int
	heads       [][]string // lines of headings
}

func (w *tableWidths) width() int {
	sum := w.margin + w.gap*(len(w.cells)-1)
	for _, c := range w.cells {
		sum += c
	}
	return sum
}

// tableColumns finds the widths of the columns; those of the scores are alike. On
// a narrow page a heading has a line for each of its words.
func (t *terminal) tableColumns(heads []string, unknown string) *tableWidths {
	w := &tableWidths{margin: 2, gap: 3, heads: [][]string{heads}}
	w.measure(unknown)
	if w.width() <= t.columns {
		return w
	}
	w.heads = nil
	deepest := 0
	for _, h := range heads {
		deepest = max(deepest, len(strings.Fields(h)))
	}
	for n := range deepest { // headings end on the same line
		var line []string
		for _, h := range heads {
			words := strings.Fields(h)
			if at := n - deepest + len(words); at >= 0 {
				line = append(line, words[at])
			} else {
				line = append(line, "")
			}
		}
		w.heads = append(w.heads, line)
	}
	w.measure(unknown)
	for ; w.gap > 1 && w.width() > t.columns; w.gap-- {
	}
	if w.width() > t.columns {
		w.margin = 1
	}
	return w
}

// measure takes the widths of the columns from their headings.
func (w *tableWidths) measure(unknown string) {
	w.cells = make([]int, len(w.heads[0]))
	widest := width(unknown)
	for _, line := range w.heads {
		for i, h := range line {
			w.cells[i] = max(w.cells[i], width(h))
			if i >= 2 {
				widest = max(widest, w.cells[i])
			}
		}
	}
	for i := 2; i < len(w.cells); i++ {
		w.cells[i] = widest
	}
}

func index(b bool) int {
	if b {
		return 1
	}
	return 0
}

// tableJSON is the answer of table. An outcome that the edition does not know is
// null.
type tableJSON struct {
	Contract string        `json:"contract"`
	Edition  string        `json:"edition"`
	House    string        `json:"house,omitempty"` // whose rules changed the edition
	Outcomes []outcomeJSON `json:"outcomes"`
	Warnings []warningJSON `json:"warnings,omitempty"`
}

// outcomeJSON is one line: the score for the declaring side at each vulnerability
// that was asked for.
type outcomeJSON struct {
	Tricks        int             `json:"tricks"`
	Over          int             `json:"over"`
	NotVulnerable json.RawMessage `json:"not_vulnerable,omitempty"`
	Vulnerable    json.RawMessage `json:"vulnerable,omitempty"`
}

func (o *outcomes) json(t *terminal) tableJSON {
	out := tableJSON{Contract: o.contract.String()}
	out.Edition, out.House = code(o.edition, o.house)
	for n := 13; n >= 0; n-- {
		line := outcomeJSON{Tricks: n, Over: n - o.contract.Tricks()}
		for _, vul := range o.vuls {
			text := json.RawMessage("null")
			if p := o.scores[vul][n]; p != nil {
				text = json.RawMessage(strconv.Itoa(*p))
			}
			if vul {
				line.Vulnerable = text
			} else {
				line.NotVulnerable = text
			}
		}
		out.Outcomes = append(out.Outcomes, line)
	}
	out.Warnings = t.warningList()
	return out
}
