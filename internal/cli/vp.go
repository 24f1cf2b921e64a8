package cli

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/vp"
	"github.com/overtrick/overtrick/why"
)

// vpCommand turns the margin of a match into victory points, or shows a scale.
type vpCommand struct {
	Scale      string
	Regulation string
	Set        []string `sep:"none"`
	Boards     string
	IMPs       string `name:"imps"`
	Percent    string
	Half       bool
}

// Run implements the command.
func (c *vpCommand) Run(t *terminal) error {
	if c.IMPs != "" && c.Percent != "" {
		return bridge.Errorf(Usage, "usage.vp_both", "--imps and --percent: only one of them goes")
	}
	boards, err := count("--boards", c.Boards)
	if err != nil {
		return err
	}
	pack, err := c.pack()
	if err != nil {
		return err
	}
	s, err := c.scale(t, pack)
	if err != nil {
		return err
	}
	if boards == 0 {
		if boards, err = c.full(t, pack, s); err != nil {
			return err
		}
	}
	if s.Unverified() {
		const key = "warning.vp_unverified"
		t.warnings = append(t.warnings, remark{warningJSON: warningJSON{Key: key, Text: t.T(key, s.Name())}})
	}
	table, err := s.Table(boards)
	if err != nil {
		return err
	}
	switch {
	case c.IMPs != "":
		return t.margin(s, table, plain(c.IMPs))
	case c.Percent != "":
		return t.percentage(s, table, plain(c.Percent))
	case t.json:
		return t.answer(t.scaleJSON(s, table))
	}
	t.scale(s, table)
	return nil
}

// pack is the regulation, with the settings of --set.
func (c *vpCommand) pack() (*regulation.Pack, error) {
	s := scoring{Regulation: c.Regulation, Set: c.Set}
	base, err := s.check()
	if err != nil {
		return nil, err
	}
	return s.under(base, event.Opened{})
}

// full is how many boards a match has whose length the command line does not say. Where
// the scale does not depend on it any number does; a match of pairs is a full one of the
// regulation, or half of that, and a warning says so; the margin of a match of teams is
// worth nothing without its length.
func (c *vpCommand) full(t *terminal, pack *regulation.Pack, s *vp.Scale) (int, error) {
	boards := pack.VictoryPoints.PairsBoards
	if c.Half {
		boards = max(1, boards/2)
	}
	switch {
	case s.AnyLength():
	case s.Unit() == vp.Percent && c.IMPs == "":
		const key = "warning.vp_boards"
		t.warnings = append(t.warnings, remark{warningJSON: warningJSON{Key: key, Text: t.T(key, pack.Name, boards)}})
	default:
		return 0, bridge.At("--boards", bridge.Errorf(Usage, "usage.vp_boards", "how long is the match? want its boards, for example --boards 16"))
	}
	return boards, nil
}

// scale finds the scale that the command line means: by its name, in a file, or that
// of a regulation.
func (c *vpCommand) scale(t *terminal, pack *regulation.Pack) (s *vp.Scale, err error) {
	rules := pack.VictoryPoints
	switch name := plain(c.Scale); {
	case name == "":
		of := vp.Teams
		switch {
		case c.Percent != "":
			of = vp.SwissPairs
		case c.Half:
			of = vp.TeamsHalf
		}
		if s, err = of(rules); err != nil {
			return nil, at(pack.Name, err)
		}
		if c.Half && c.Percent == "" {
			return s, nil
		}
	case slices.Contains(vp.Names(), name) || !isFile(name):
		if s, err = vp.Find(name); err != nil {
			return nil, wrongValue("--scale", err)
		}
	default:
		file, data, err := t.read(name)
		if err != nil {
			return nil, err
		}
		if s, err = vp.Read(bytes.NewReader(data), strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))); err != nil {
			return nil, at(file, err)
		}
	}
	if c.Half {
		if s, err = s.Half(); err != nil {
			return nil, wrongValue("--half", err)
		}
	}
	return s.Fractional(rules.Fractional), nil
}

// isFile reports whether a scale is named by its file: one that is there, or a name
// that only a file has.
func isFile(name string) bool { return name == "-" || strings.ContainsAny(name, `./\`) || exists(name) }

// onBoards is a headline with the boards of the match, without them where the scale does
// not depend on them.
func (t *terminal) onBoards(key string, s *vp.Scale, table *vp.Table, args ...any) string {
	if s.AnyLength() {
		return t.T(key+".any", args...)
	}
	return t.T(key, append(args, table.Boards)...)
}

// margin answers for a margin in IMPs. Its sign says who won; the answer is the
// winner's and the loser's.
func (t *terminal) margin(s *vp.Scale, table *vp.Table, text string) error {
	imps, err := decimal(text)
	if err != nil {
		return bridge.At("--imps", bridge.Errorf(Usage, "usage.vp_imps", "%q: want a number of IMPs like 13 or -7.5", text))
	}
	p := why.New()
	winner, loser, err := s.Of(p, table.Boards, p.Given("vp.margin", imps))
	if err != nil {
		return misplaced("--imps", err)
	}
	if imps.Sign() < 0 {
		winner, loser = loser, winner
	}
	if t.json {
		return t.answer(vpJSON{
			Scale: s.Name(), Boards: table.Boards, IMPs: imps.String(), Winner: victory(winner.Fraction, table), Loser: victory(loser.Fraction, table),
			Warnings: t.warningList(), Why: winner.Node().Say(t.Text), WhyLoser: loser.Node().Say(t.Text),
		})
	}
	t.out.WriteString(t.wrap([]string{t.onBoards("vp.headline", s, table, t.Number(imps)), t.T("vp.scale_named", s.Name())}, " ", 0) + t.rule())
	lines := [][]string{{t.T("vp.winner"), t.Decimal(victory(winner.Fraction, table))}, {t.T("vp.loser"), t.Decimal(victory(loser.Fraction, table))}}
	if imps.Sign() == 0 {
		lines = [][]string{{t.T("vp.each"), lines[0][1]}}
	}
	t.victoryPoints(lines, winner.Node())
	return nil
}

// percentage answers for the percentage of a pair.
func (t *terminal) percentage(s *vp.Scale, table *vp.Table, text string) error {
	percent, err := decimal(strings.TrimSpace(strings.TrimSuffix(text, "%")))
	if err != nil {
		return bridge.At("--percent", bridge.Errorf(Usage, "usage.vp_percent", "%q: want a percentage like 57.3", text))
	}
	p := why.New()
	points, err := s.OfPercent(p, table.Boards, p.Given("vp.percentage", percent))
	if err != nil {
		return misplaced("--percent", err)
	}
	if t.json {
		return t.answer(vpJSON{
			Scale: s.Name(), Boards: table.Boards, Percent: percent.String(), VP: victory(points.Fraction, table),
			Warnings: t.warningList(), Why: points.Node().Say(t.Text),
		})
	}
	t.out.WriteString(t.wrap([]string{t.onBoards("vp.headline_percent", s, table, t.Number(percent)), t.T("vp.scale_named", s.Name())}, " ", 0) + t.rule())
	t.victoryPoints([][]string{{t.T("vp.victory"), t.Decimal(victory(points.Fraction, table))}}, points.Node())
	return nil
}

// misplaced makes a wrong use of a margin or percentage that is impossible, or that
// a scale of the other unit does not take.
func misplaced(flag string, err error) error {
	if bridge.CodeOf(err) == bridge.Invalid {
		return wrongValue(flag, err)
	}
	return err
}

// decimal reads a number with a decimal point or comma.
func decimal(text string) (exact.Fraction, error) {
	text = strings.TrimPrefix(strings.Replace(strings.Replace(text, "−", "-", 1), ",", ".", 1), "+")
	return exact.Parse(text)
}

// victory prints victory points with the decimals of the scale, with two where
// interpolation made hundredths, and as a fraction where these do not show it.
func victory(f exact.Fraction, table *vp.Table) string {
	for _, places := range []int{table.Decimals, 2, 3} {
		if f.Round(exact.Rounding{Unit: exact.DecimalUnit(places)}).Equal(f) {
			return f.Decimal(places)
		}
	}
	return f.String()
}

// victoryPoints prints an answer of a few lines, and its steps if they say more
// than that it was looked up.
func (t *terminal) victoryPoints(lines [][]string, n *why.Node) {
	names, numbers := 0, 0
	for _, l := range lines {
		names, numbers = max(names, width(l[0])), max(numbers, width(l[1]))
	}
	for _, l := range lines {
		t.out.WriteString(t.paint.role(roleBold, "  "+left(l[0], names)+"   "+right(l[1], numbers)) + "\n")
	}
	if n.Rule == "vp.scale_raised" || n.How != why.LookUp || len(n.Of) != 1 || n.Of[0].How != why.Given {
		t.out.WriteString("\n")
		t.derivation(n, false)
	}
}

// step is a line of a scale as it is printed.
type step struct{ margin, winner, loser string }

// steps joins the rows of a scale that are worth the same.
func (t *terminal) steps(table *vp.Table) (list []step) {
	rows := table.Rows
	for i := 0; i < len(rows); i++ {
		first, last := rows[i], rows[i]
		for i+1 < len(rows) && rows[i+1].Winner.Equal(first.Winner) && rows[i+1].Loser.Equal(first.Loser) && follows(table, last, rows[i+1]) {
			i++
			last = rows[i]
		}
		number := t.Number
		if table.Unit == vp.Percent {
			number = func(f exact.Fraction) string { return t.Decimal(f.Decimal(2)) }
		}
		margin := number(first.First)
		switch end := number(last.Last); {
		case last.Open:
			margin += "+"
		case end != margin:
			margin += "–" + end
		}
		list = append(list, step{margin, t.Decimal(victory(first.Winner, table)), t.Decimal(victory(first.Loser, table))})
	}
	return list
}

// follows reports whether there is no margin between two rows.
func follows(table *vp.Table, a, b vp.Row) bool {
	end := a.Last
	if table.Unit == vp.IMPs {
		end = end.Add(exact.Int(1))
	}
	return !a.Open && b.First.Equal(end)
}

// scale prints a scale: its steps below each other, and a long one in as many
// columns as the page has room for.
func (t *terminal) scale(s *vp.Scale, table *vp.Table) {
	const gap, between, short = 3, 6, 16 // steps that fit a page as they are
	key, foot := "vp.headline_table", ""
	heads := step{t.T("column.imp"), t.T("vp.winner"), t.T("vp.loser")}
	if table.Unit == vp.Percent {
		key, foot = "vp.headline_percent_table", t.T("vp.percent_foot")
		heads = step{"%", "VP", t.T("vp.opposite_head")}
	}
	t.out.WriteString(t.wrap([]string{t.onBoards(key, s, table), t.T("vp.scale_named", table.Scale)}, " ", 0) + t.rule())
	steps := t.steps(table)
	var w [3]int
	for _, s := range append(slices.Clone(steps), heads) {
		w[0], w[1], w[2] = max(w[0], width(s.margin)), max(w[1], width(s.winner)), max(w[2], width(s.loser))
	}
	block := w[0] + gap + w[1] + gap + w[2]
	blocks := 1
	if len(steps) > short {
		blocks = max(1, (t.columns-2+between)/(block+between))
	}
	deep := (len(steps) + blocks - 1) / blocks
	blocks = (len(steps) + deep - 1) / deep
	cells := func(s step) string {
		return right(s.margin, w[0]) + strings.Repeat(" ", gap) + right(s.winner, w[1]) + strings.Repeat(" ", gap) + right(s.loser, w[2])
	}
	line := func(at func(block int) (step, bool)) string {
		var parts []string
		for b := range blocks {
			if s, ok := at(b); ok {
				parts = append(parts, cells(s))
			}
		}
		return "  " + strings.Join(parts, strings.Repeat(" ", between))
	}
	t.out.WriteString(t.paint.role(roleInk2, line(func(int) (step, bool) { return heads, true })) + "\n")
	for n := range deep {
		t.out.WriteString(line(func(b int) (s step, ok bool) {
			if i := b*deep + n; i < len(steps) {
				return steps[i], true
			}
			return s, false
		}) + "\n")
	}
	if foot != "" {
		t.out.WriteString("\n" + t.wrap([]string{locale.Sentence(foot)}, "", 0))
	}
}

// vpJSON is the answer of vp for a margin or a percentage.
type vpJSON struct {
	Scale    string        `json:"scale"`
	Boards   int           `json:"boards"`
	IMPs     string        `json:"imps,omitempty"`
	Percent  string        `json:"percent,omitempty"`
	Winner   string        `json:"winner,omitempty"`
	Loser    string        `json:"loser,omitempty"`
	VP       string        `json:"vp,omitempty"` // by percentage
	Warnings []warningJSON `json:"warnings,omitempty"`
	Why      *why.Node     `json:"why"` // of the winner, or of vp
	WhyLoser *why.Node     `json:"why_loser,omitempty"`
}

// scaleJSON is the answer of vp for a whole scale.
type scaleJSON struct {
	Scale    string        `json:"scale"`
	Unit     vp.Unit       `json:"unit"`
	Boards   int           `json:"boards"`
	Pool     *string       `json:"pool"` // null if the sides have not always the same together
	Steps    []stepJSON    `json:"steps"`
	Warnings []warningJSON `json:"warnings,omitempty"`
}

// stepJSON is a row: margins from … to, both included, or more than from to to in
// percent.
type stepJSON struct {
	From   string  `json:"from"`
	To     *string `json:"to"` // null: no end
	Winner string  `json:"winner"`
	Loser  string  `json:"loser"`
}

func (t *terminal) scaleJSON(s *vp.Scale, table *vp.Table) scaleJSON {
	out := scaleJSON{Scale: s.Name(), Unit: s.Unit(), Boards: table.Boards, Warnings: t.warningList()}
	if pool, ok := s.Pool(); ok {
		text := pool.Short(2)
		out.Pool = &text
	}
	for _, r := range table.Rows {
		row := stepJSON{From: r.First.Short(4), Winner: victory(r.Winner, table), Loser: victory(r.Loser, table)}
		if !r.Open {
			to := r.Last.Short(4)
			row.To = &to
		}
		out.Steps = append(out.Steps, row)
	}
	return out
}
