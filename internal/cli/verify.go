package cli

import (
	"slices"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/regulation"
)

// verifyCommand holds the results that a file prints against our own, under every
// pack that ships.
type verifyCommand struct {
	File        string `arg:""`
	Charset     string
	AllWarnings bool
}

// verification is what came of it.
type verification struct {
	verdicts []event.Verdict // the best first
	compared int
	says     event.Opened     // the program that wrote the file, and the regulation that it names
	suggests *regulation.Pack // what follows from that; nil: nothing
}

// Run implements the command.
func (c *verifyCommand) Run(t *terminal) error {
	if !c.AllWarnings {
		t.shown = shownWarnings
	}
	name, record, err := t.results(plain(c.File), c.Charset, "")
	if err != nil {
		return err
	}
	v, err := verify(record)
	t.warn(name, record.Warnings, err)
	if err != nil {
		return at(name, err)
	}
	best := v.verdicts[0]
	for _, doubt := range best.Standings.Doubts {
		t.warn(name, []event.Warning{{Err: doubt}}, nil)
	}
	if !best.Reproduces() {
		t.status = statuses[bridge.Conflict]
	}
	if t.json {
		return t.answer(t.verificationJSON(v))
	}
	t.verification(v)
	return nil
}

// verify compares what a file prints with what it holds. One that broke off holds
// less than it was printed from.
func verify(record *event.Record) (*verification, error) {
	if w := endsEarly(record); w != nil {
		err := bridge.Errorf(bridge.Invalid, "verify.broken_off", "the file is not complete, it ends inside %v: nothing is verified", w.Err.Args[0])
		err.Err = w.Err
		return nil, place(*w, err)
	}
	e, err := fold(record)
	if err != nil {
		return nil, err
	}
	v := &verification{says: e.Opened()}
	if v.verdicts, v.compared, err = e.Verify(record.Published, shippedPacks()); err != nil {
		return nil, err
	}
	if e.Opened().Regulation != "" || len(e.Pack().Producers) > 0 { // else it is the default
		v.suggests = e.Pack()
	}
	return v, nil
}

// whole are the verdicts under which every number comes out.
func (v *verification) whole() []event.Verdict {
	n := slices.IndexFunc(v.verdicts, func(v event.Verdict) bool { return !v.Reproduces() })
	if n < 0 {
		n = len(v.verdicts)
	}
	return v.verdicts[:n]
}

// differing is how many numbers differ under a pack.
func (v *verification) differing(p *regulation.Pack) int {
	i := slices.IndexFunc(v.verdicts, func(v event.Verdict) bool { return v.Pack == p })
	return len(v.verdicts[i].Differences)
}

// verification prints which regulations reproduce a file, how far the others are
// from it, and if none does, what differs under the nearest.
func (t *terminal) verification(v *verification) {
	best := v.verdicts[0]
	t.titled(best.Standings.Info, []string{t.played(best.Standings.Info), t.N("verify.compared", v.compared)})
	whole := v.whole()
	terms := make([][]string, len(v.verdicts))
	for i, verdict := range v.verdicts {
		terms[i] = []string{"  " + verdict.Pack.Name + " " + verdict.Pack.Version}
	}
	names := columns(terms)
	if len(whole) > 0 {
		t.out.WriteString(t.wrap([]string{t.N("verify.whole", len(whole))}, "", 0))
		for i, verdict := range whole {
			t.out.WriteString(t.paragraph(names[i], width(names[i])+nameGap, verdict.Pack.Title))
		}
	} else {
		t.out.WriteString(t.wrap([]string{t.T("verify.none")}, "", 0))
	}
	if rest := v.verdicts[len(whole):]; len(rest) > 0 {
		if len(whole) > 0 {
			t.out.WriteString("\n" + t.wrap([]string{t.N("verify.rest", len(rest))}, "", 0))
		}
		for i, verdict := range rest {
			name := names[len(whole)+i]
			t.out.WriteString(t.paragraph(name, width(name)+nameGap, t.N("verify.differ", len(verdict.Differences), v.compared)))
		}
	}
	if text := t.said(v); text != "" {
		t.out.WriteString("\n" + t.wrap([]string{text}, "", 0))
	}
	if len(whole) == 0 {
		t.out.WriteString(t.rule())
		t.differences(best)
	}
}

// said compares what a file says of its regulation, by its name or by the program
// that wrote it, with what its numbers say; empty if it says nothing.
func (t *terminal) said(v *verification) string {
	var text string
	switch {
	case v.says.Regulation != "":
		text = t.T("verify.names", v.says.Regulation)
	case v.suggests != nil:
		text = t.T("verify.program", v.says.Producer, v.suggests.Name)
	case v.says.Producer != "":
		return t.T("verify.unknown_program", v.says.Producer)
	default:
		return ""
	}
	if n := v.differing(v.suggests); n > 0 {
		return t.T("verify.but", text, t.N("verify.differ", n, v.compared))
	}
	return t.T("verify.and", text)
}

// moreDifferences are the differences that people see; more are counted.
const moreDifferences = 20

// differences prints what differs under one pack, with the reasons.
func (t *terminal) differences(v event.Verdict) {
	t.out.WriteString(t.paintLines(roleBold, t.wrap([]string{t.T("verify.under", v.Pack.Name, v.Pack.Version)}, "", 0)))
	list, more := v.Differences, 0
	several := severalSessions(v.Standings)
	if n := len(list); n > moreDifferences+1 {
		list, more = list[:moreDifferences], n-moreDifferences
	}
	rows := [][]string{{"", t.T("verify.theirs"), t.T("verify.ours")}}
	for _, d := range list {
		ours := noPlace
		if d.Have() {
			ours = t.Decimal(d.Ours)
		}
		rows = append(rows, []string{t.number(d, several), t.Decimal(d.Theirs), ours})
	}
	for _, i := range []int{1, 2} {
		w := 0
		for _, cells := range rows {
			w = max(w, width(cells[i]))
		}
		for _, cells := range rows {
			cells[i] = right(cells[i], w)
		}
	}
	lines := columns(rows)
	if width(lines[0]) > t.columns { // the numbers stand under what they are
		for i, cells := range rows {
			lines[i] = strings.TrimPrefix(cells[0]+"\n    "+cells[1]+strings.Repeat(" ", nameGap)+cells[2], "\n")
		}
	}
	t.out.WriteString(t.paintLines(roleInk2, lines[0]))
	for i, line := range lines[1:] {
		text := t.reason(list[i].Reason)
		switch above, last, narrow := strings.Cut(line, "\n"); {
		case text == "":
			t.out.WriteString(line + "\n")
		case narrow:
			t.out.WriteString(above + "\n" + t.paragraph(last, width(last)+nameGap, text))
		default:
			t.out.WriteString(t.paragraph(line, width(line)+nameGap, text))
		}
	}
	if more > 0 {
		t.out.WriteString(t.wrap([]string{t.N("verify.more", more)}, "", 2))
	}
}

// number says which number of a file differs: "Board 7, 12NS".
func (t *terminal) number(d event.Difference, several bool) string {
	if d.What != "line" {
		return t.T("verify."+d.What, d.Contestant.String())
	}
	board := t.boardName(d.Meeting.Session, d.Meeting.Board, several)
	return locale.Sentence(t.T("verify.line", board, d.Contestant.String()))
}

// reason says why a number differs; empty where nothing can be shown.
func (t *terminal) reason(r *event.Reason) string {
	if r == nil {
		return ""
	}
	args := slices.Clone(r.Args)
	for i, a := range args {
		if award, ok := a.(event.Award); ok {
			args[i] = t.award(award)
		}
	}
	return t.T("verify.reason."+string(r.Kind), args...)
}

type verifyJSON struct {
	Event       verifiedJSON     `json:"event"`
	Method      event.Method     `json:"method"`
	Compared    int              `json:"compared"`
	Reproduced  bool             `json:"reproduced"`
	Regulations []verdictJSON    `json:"regulations"` // the nearest first
	Program     string           `json:"program,omitempty"`
	Suggested   *string          `json:"suggested"`   // the regulation that the file or its program names; null: none
	Differences []differenceJSON `json:"differences"` // under the first regulation
	Warnings    []warningJSON    `json:"warnings"`
}

type verifiedJSON struct {
	Title   string     `json:"title,omitempty"`
	Club    string     `json:"club,omitempty"`
	Date    string     `json:"date,omitempty"`
	Kind    event.Kind `json:"kind"`
	Winners int        `json:"winners"`
	Tables  int        `json:"tables"`
	Boards  int        `json:"boards"`
	Results int        `json:"results"`
}

type verdictJSON struct {
	Name        string `json:"name"`
	Version     string `json:"version"`
	Differences int    `json:"differences"`
}

type differenceJSON struct {
	What       string      `json:"what"` // line, total, percent or place
	Session    int         `json:"session,omitempty"`
	Board      int         `json:"board,omitempty"` // of a line
	Side       string      `json:"side,omitempty"`  // of a line
	Contestant string      `json:"contestant"`
	Published  string      `json:"published"`
	Ours       *string     `json:"ours"`   // null: we have no such number
	Reason     *reasonJSON `json:"reason"` // null: nothing can be shown
}

type reasonJSON struct {
	Key  event.ReasonKind `json:"key"`
	Text string           `json:"text"`
}

func (t *terminal) verificationJSON(v *verification) verifyJSON {
	best := v.verdicts[0]
	info := best.Standings.Info
	out := verifyJSON{
		Event:  verifiedJSON{info.Title, info.Club, info.Date, info.Kind, info.Winners, info.Tables, info.Boards, info.Results},
		Method: info.Method, Compared: v.compared, Reproduced: best.Reproduces(), Program: v.says.Producer,
		Differences: []differenceJSON{}, Warnings: t.warningList(),
	}
	if v.suggests != nil {
		out.Suggested = &v.suggests.Name
	}
	for _, verdict := range v.verdicts {
		out.Regulations = append(out.Regulations, verdictJSON{verdict.Pack.Name, verdict.Pack.Version, len(verdict.Differences)})
	}
	for _, d := range best.Differences {
		line := differenceJSON{What: d.What, Contestant: d.Contestant.String(), Published: d.Theirs}
		if d.What == "line" {
			line.Session, line.Board, line.Side = d.Meeting.Session, int(d.Meeting.Board), d.Side.String()
		}
		if d.Have() {
			line.Ours = &d.Ours
		}
		if d.Reason != nil {
			line.Reason = &reasonJSON{d.Reason.Kind, t.reason(d.Reason)}
		}
		out.Differences = append(out.Differences, line)
	}
	return out
}
