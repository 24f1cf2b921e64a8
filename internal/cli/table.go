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
	vuls     []bool // the vulnerabilities shown
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
		return pointAt(text, err)
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
	t.out.WriteString(t.paint.suits(t.T("table.headline", t.Contract(o.contract), locale.Sentence(t.law(o.edition, o.house)))) + "\n" + t.rule())
	tricks, result := t.T("column.tricks"), t.T("column.result")
	heads := []string{t.T("table.not_vulnerable"), t.T("table.vulnerable")}
	unknown := t.T("table.unknown")
	cell := 0
	for _, s := range append(heads, unknown) {
		cell = max(cell, width(s))
	}
	line := func(tricks, result string, cells []string, loud role) {
		parts := []string{" " + right(tricks, width(t.T("column.tricks"))), right(result, width(t.T("column.result")))}
		for _, c := range cells {
			parts = append(parts, right(c, cell))
		}
		t.out.WriteString(t.paint.role(loud, " "+strings.Join(parts, "   ")) + "\n")
	}
	var shown []string
	for _, vul := range o.vuls {
		shown = append(shown, heads[index(vul)])
	}
	line(tricks, result, shown, roleInk2)
	for n := 13; n >= 0; n-- {
		over := n - o.contract.Tricks()
		var cells []string
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
		line(strconv.Itoa(n), bridge.OverText(over), cells, loud)
		if over == 0 {
			t.out.WriteString("  " + strings.Repeat("─", width(tricks)+3+width(result)+len(cells)*(3+cell)) + "\n")
		}
	}
	if len(o.missing) > 0 {
		slices.Sort(o.missing)
		t.out.WriteString("\n" + t.wrap([]string{t.T("table.note", strings.Join(slices.Compact(o.missing), ", "))}, "", 0))
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
	for _, w := range t.warnings {
		out.Warnings = append(out.Warnings, warningJSON{Text: w})
	}
	return out
}
