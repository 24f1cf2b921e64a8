package cli

import (
	"bytes"
	"cmp"
	"errors"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// scoreCommand scores one result, step by step.
type scoreCommand struct {
	Result []string `arg:"" sep:"none"`
	situation
	values
	Brief bool
}

// situation is what the command line says of the board.
type situation struct {
	Vul   string `sep:"none"`
	Board string
}

// values are whose numbers count: those of an edition of the Laws, or of a house.
type values struct {
	Edition string
	House   string
}

// board gives the vulnerability, by --vul or by --board; nobody is vulnerable if
// neither is there. The board is 0 without --board.
func (s situation) board(t *terminal) (vul bridge.Vulnerability, board bridge.Board, err error) {
	if s.Vul != "" {
		if vul, err = notation.ParseVulnerability(t.Words(), plain(s.Vul)); err != nil {
			e, _ := asError(wrongValue("--vul", err))
			return 0, 0, t.elsewhere(&refusal{err: e}, func(lang notation.Language) error {
				_, err := notation.ParseVulnerability(lang, plain(s.Vul))
				return err
			})
		}
	}
	if s.Board == "" {
		return vul, 0, nil
	}
	if board, err = bridge.ParseBoard(plain(s.Board)); err != nil {
		return 0, 0, wrongValue("--board", err)
	}
	if s.Vul != "" && vul != board.Vulnerability() {
		return 0, 0, bridge.Errorf(Usage, "usage.board_vul", "--vul and --board disagree: on board %d %s", int(board), t.Vulnerability(board.Vulnerability()))
	}
	return board.Vulnerability(), board, nil
}

// edition finds whose numbers count.
func (v values) edition(t *terminal) (e *score.Edition, house *regulation.Pack, err error) {
	switch {
	case v.House != "" && v.Edition != "":
		return nil, nil, bridge.Errorf(Usage, "usage.house_edition", "--house and --edition: the file of a house says itself which edition it changes")
	case v.House != "":
		name, data, err := t.read(plain(v.House))
		if err != nil {
			return nil, nil, err
		}
		house, err := regulation.ReadHouse(bytes.NewReader(data), strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)))
		if err != nil {
			return nil, nil, at(name, err)
		}
		return house.Edition, house, nil
	}
	e, err = score.FindEdition(cmp.Or(plain(v.Edition), score.Law77().Code()))
	if err != nil {
		return nil, nil, wrongValue("--edition", err)
	}
	if e.Code() == "lexicon" {
		const key = "warning.lexicon"
		t.warnings = append(t.warnings, remark{warningJSON: warningJSON{Key: key, Text: t.T(key)}})
	}
	return e, nil, nil
}

// law is what the rules are called where a score ends: those of a house, or an
// edition of the Laws.
func (t *terminal) law(e *score.Edition, house *regulation.Pack) string {
	if house != nil {
		return t.T("edition.house", house.Name)
	}
	return t.Edition(e.Code())
}

// code is the edition that an answer names: a house is no edition, so there it is
// the one that its rules started from.
func code(e *score.Edition, house *regulation.Pack) (edition, name string) {
	if house != nil {
		return house.Laws().Code(), house.Name
	}
	return e.Code(), ""
}

// needsDeclarer refuses a vulnerability that does not say whether the declaring
// side is vulnerable.
func needsDeclarer(t *terminal, vul bridge.Vulnerability) error {
	if vul != bridge.NSVul && vul != bridge.EWVul {
		return nil
	}
	return &refusal{
		err:  bridge.Errorf(bridge.Invalid, "score.declarer", "only one side is vulnerable, so the score depends on the declarer"),
		hint: t.T("hint.declarer"),
	}
}

// scored is a result with its score.
type scored struct {
	notation.Written
	vul     bridge.Vulnerability
	board   bridge.Board
	edition *score.Edition
	house   *regulation.Pack // nil for an edition of the Laws
	node    *why.Node
	points  int // North-South's view; the declaring side's if there is no declarer
}

// Run implements the command.
func (c *scoreCommand) Run(t *terminal) error {
	words := make([]string, len(c.Result))
	for i, w := range c.Result {
		words[i] = plain(w)
	}
	text := strings.Join(words, " ")
	written, err := notation.Parse(t.Words(), text)
	if err != nil {
		return t.elsewhere(pointAt(text, err), func(lang notation.Language) error { _, err := notation.Parse(lang, text); return err })
	}
	s := scored{Written: written}
	if s.vul, s.board, err = c.board(t); err != nil {
		return err
	}
	if s.edition, s.house, err = c.edition(t); err != nil {
		return err
	}
	switch {
	case s.PassedOut || s.Declarer.Valid():
		if !s.PassedOut {
			// Without tricks the contract is made.
			if s.Written.Result, err = bridge.NewResult(s.Contract, s.Declarer, s.Tricks); err != nil {
				return err
			}
		}
		s.node, err = s.edition.WhyResult(s.Written.Result, s.vul)
	default:
		if err = needsDeclarer(t, s.vul); err != nil {
			return err
		}
		s.node, err = s.edition.Why(s.Contract, s.vul == bridge.AllVul, s.Tricks)
	}
	if err != nil {
		return err
	}
	points, _ := s.node.Value.Int64()
	s.points = int(points)
	if err := s.check(t, text); err != nil {
		return err
	}
	switch {
	case t.json:
		return t.answer(s.json(t, c.Brief))
	case c.Brief:
		t.out.WriteString(s.view(t, true) + " " + strconv.Itoa(s.points) + "\n")
	default:
		t.bill(s)
	}
	return nil
}

// pointAt shows where in a text a refusal of package notation is.
func pointAt(text string, err error) error {
	start, end, ok := notation.PlaceOf(err)
	e, ours := asError(err)
	if !ok || !ours {
		return err
	}
	return &refusal{err: e, text: text, start: start, end: end}
}

// elsewhere adds to a refusal which language reads what this one refuses; reads
// tries one.
func (t *terminal) elsewhere(refused error, reads func(notation.Language) error) error {
	r, ok := errors.AsType[*refusal](refused)
	if !ok || r.err.Key == "notation.readings" { // it says what to write
		return refused
	}
	_, end, _ := notation.PlaceOf(r.err)
	for _, lang := range locale.Languages() {
		there := reads(notation.Language(lang))
		if at, _, _ := notation.PlaceOf(there); there == nil || at >= end && end > 0 {
			r.hint = t.T("hint.lang", lang)
			break
		}
	}
	return r
}

// check compares a score that was written behind the result. A number without a
// sign may be either side's plus, as on a traveller; with a sign it is the number
// that we print.
func (s scored) check(t *terminal, text string) error {
	if s.Score == nil {
		return nil
	}
	start, end := s.ScoreAt[0], s.ScoreAt[1]
	signed := strings.ContainsAny(text[start:start+1], "+-") || !('0' <= text[start] && text[start] <= '9')
	n := *s.Score
	if n == s.points || !signed && n == -s.points {
		return nil
	}
	side := s.Declarer.Side()
	vul := s.vul == bridge.AllVul || s.vul.Has(side)
	if s.Tricks >= s.Contract.Tricks() {
		n = max(n, -n)
	} else {
		n = min(n, -n)
	}
	possible := slices.ContainsFunc(s.edition.Giving(score.Points(n), vul), func(o score.Outcome) bool { return o.Contract == s.Contract })
	contract, written := t.Contract(s.Contract), text[start:end]
	var err *bridge.Error
	switch {
	case possible || s.PassedOut:
		err = bridge.Errorf(bridge.Invalid, "score.mismatch", "%s is not the score of this result", written)
	case !side.Valid() && vul:
		err = bridge.Errorf(bridge.Invalid, "score.impossible_vul", "%s: %s is not possible if the declaring side is vulnerable", contract, written)
	case !side.Valid():
		err = bridge.Errorf(bridge.Invalid, "score.impossible_not", "%s: %s is not possible if the declaring side is not vulnerable", contract, written)
	case vul:
		err = bridge.Errorf(bridge.Invalid, "score.impossible_side_vul", "%s: %s is not possible with %s vulnerable", contract, written, t.SideShort(side))
	default:
		err = bridge.Errorf(bridge.Invalid, "score.impossible_side_not", "%s: %s is not possible with %s not vulnerable", contract, written, t.SideShort(side))
	}
	hint := t.T("score.would_be", s.situation(t), s.words(t), s.points)
	return &refusal{err: err, text: text, start: start, end: end, hint: hint}
}

// words is the result in words, and situation who is vulnerable.
func (s scored) words(t *terminal) string {
	if s.PassedOut {
		return t.T("outcome.passed_out")
	}
	return t.Locale.Result(s.Contract, s.Declarer, s.Tricks, s.Lead)
}

func (s scored) situation(t *terminal) string {
	vul := t.Vulnerability(s.vul)
	if s.board.Valid() {
		return t.T("score.situation", t.T("board", int(s.board)), vul)
	}
	return vul
}

// view is whose plus a plus is.
func (s scored) view(t *terminal, short bool) string {
	switch {
	case !s.PassedOut && !s.Declarer.Valid():
		return t.T("score.declaring")
	case short:
		return t.SideShort(bridge.NS)
	}
	return t.Side(bridge.NS)
}

// bill prints the steps of a score and their sum.
func (t *terminal) bill(s scored) {
	headline := t.wrap([]string{locale.Sentence(s.words(t)) + ".", locale.Sentence(s.situation(t)) + "."}, " ", 0)
	t.out.WriteString(t.paint.suits(headline) + t.rule())
	steps := t.Steps(s.node, s.Contract)
	sum := s.node.Find("L77")
	law := t.law(s.edition, s.house)
	total := []locale.Step{{What: law, Value: s.node.Value, Name: s.view(t, false)}}
	if sum != nil && sum != s.node { // earned by one side, shown as the other's minus
		total = []locale.Step{{What: law, Value: sum.Value, Name: s.earner(t)}, {Value: s.node.Value, Name: s.view(t, false)}}
	}
	w := t.billColumns(steps, total)
	for _, step := range steps {
		if !w.names {
			step.Name = ""
		}
		t.billLine(w, step, rolePlain, roleInk2)
	}
	if len(steps) > 0 {
		t.out.WriteString(strings.Repeat("─", 2+w.what+w.how+w.points) + "\n")
	}
	for i, step := range total {
		if i == len(total)-1 {
			t.billLine(w, step, roleBold, roleBold)
		} else {
			t.billLine(w, step, rolePlain, roleInk2)
		}
	}
}

// billLine prints one step. What is longer than its column goes on in the next
// line, and a calculation without a column stands there.
func (t *terminal) billLine(w billWidths, step locale.Step, text, name role) {
	lines := []string{step.What}
	if width(step.What) > w.what {
		lines = breakNames(step.What, w.what-2)
	}
	how := step.How
	if w.how == 0 {
		if how != "" {
			lines = append(lines, breakNames(how, w.what-2)...)
		}
		how = ""
	}
	line := t.paint.role(text, "  "+left(lines[0], w.what)+left(how, w.how)+right(t.Number(step.Value), w.points))
	if step.Name != "" {
		line += "   " + t.paint.role(name, step.Name)
	}
	t.out.WriteString(line + "\n")
	for _, more := range lines[1:] {
		t.out.WriteString("    " + t.paint.role(roleInk2, more) + "\n")
	}
}

// billWidths are the columns of a bill.
type billWidths struct {
	what, how, points int  // how is 0 if calculations stand under what they explain
	names             bool // whether the steps have names; the sum always has
}

// billColumns shares the page between what was counted, how, the points, and what
// they are called. The points end where they always do if the texts allow it; else
// the columns are as narrow as their texts. A narrow page has no names, and one
// that is narrower still no column for the calculations.
func (t *terminal) billColumns(steps, total []locale.Step) billWidths {
	const usualWhat, usualEnd = 34, 54
	var w billWidths
	names, side := 0, 0
	for _, s := range slices.Concat(steps, total) {
		w.what, w.how = max(w.what, width(s.What)), max(w.how, width(s.How))
		w.points, names = max(w.points, width(t.Number(s.Value))), max(names, width(s.Name))
	}
	for _, s := range total {
		side = max(side, width(s.Name))
	}
	fits := func(w billWidths, name int) bool { return 2+w.what+w.how+w.points+3+name <= t.columns }
	usual := billWidths{what: max(w.what+2, usualWhat), points: w.points, names: true}
	if usual.how = max(w.how+2, usualEnd-usual.what-usual.points); fits(usual, names) {
		return usual
	}
	for _, named := range []bool{true, false} {
		for _, gap := range []int{2, 1} {
			narrow := billWidths{w.what + gap, w.how + gap, w.points, named}
			if named && fits(narrow, names) || !named && fits(narrow, side) {
				return narrow
			}
		}
	}
	stacked := billWidths{what: w.what + 2, points: w.points, names: true}
	if !fits(stacked, names) {
		stacked.names = false
		stacked.what = min(stacked.what, t.columns-2-w.points-3-side)
	}
	return stacked
}

// earner names the side that earned the points.
func (s scored) earner(t *terminal) string {
	made := s.Tricks >= s.Contract.Tricks()
	switch {
	case s.Declarer.Valid():
		side := s.Declarer.Side()
		if !made {
			side = side.Other()
		}
		return t.Side(side)
	case made:
		return t.T("score.declaring")
	}
	return t.T("score.defending")
}

// scoreJSON is the answer of score. Without a declarer it has the score of the
// declaring side alone.
type scoreJSON struct {
	PassedOut bool          `json:"passed_out,omitempty"`
	Contract  string        `json:"contract,omitempty"`
	Declarer  string        `json:"declarer,omitempty"`
	Tricks    *int          `json:"tricks,omitempty"`
	Lead      string        `json:"lead,omitempty"`
	Board     int           `json:"board,omitempty"`
	Vul       string        `json:"vul"`
	Edition   string        `json:"edition"`
	House     string        `json:"house,omitempty"` // whose rules changed the edition
	NS        *int          `json:"ns,omitempty"`
	EW        *int          `json:"ew,omitempty"`
	Score     *int          `json:"score,omitempty"`
	Warnings  []warningJSON `json:"warnings,omitempty"`
	Why       *why.Node     `json:"why,omitempty"`
}

func (s scored) json(t *terminal, brief bool) scoreJSON {
	out := scoreJSON{
		PassedOut: s.PassedOut, Board: int(s.board), Vul: s.vul.String(),
		Why: s.node.Say(t.Text),
	}
	out.Edition, out.House = code(s.edition, s.house)
	if brief {
		out.Why = nil
	}
	if !s.PassedOut {
		out.Contract, out.Tricks = s.Contract.String(), &s.Tricks
	}
	if s.Lead.Valid() {
		out.Lead = s.Lead.String()
	}
	other := -s.points
	switch {
	case s.Declarer.Valid():
		out.Declarer = s.Declarer.String()
		out.NS, out.EW = &s.points, &other
	case s.PassedOut:
		out.NS, out.EW = &s.points, &other
	default:
		out.Score = &s.points
	}
	out.Warnings = t.warningList()
	return out
}
