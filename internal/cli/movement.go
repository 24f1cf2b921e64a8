package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/format/movefile"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/movement"
)

// movementCommand makes movements, proposes and proves them, and repairs one that a
// room has left.
type movementCommand struct {
	What string `arg:""` // list, show, recommend, check or repair
	Name string `arg:"" optional:""`

	movementSize
	movementEvening
	movementRepair
	movementOutput
}

// movementSize says which movement of a family is meant.
type movementSize struct {
	Tables    string
	Rounds    string
	SkipAfter string `name:"skip-after"`
	Missing   string
	Rover     string
	Switch    string // a number of rounds, best or smooth
	Variant   string
	Players   string
	Fair      bool
}

// movementEvening says for what evening a movement is wanted.
type movementEvening struct {
	Pairs      string
	Boards     string
	Minutes    string
	PerBoard   string `name:"per-board"`
	Start      string
	Winners    string
	Stationary string
	Copies     string
	All        bool
}

// movementRepair says what happened in the room.
type movementRepair struct {
	Round   string
	Gone    []string `sep:"none"`
	Late    []string `sep:"none"`
	Spoiled []string `sep:"none"`
	Spare   string
	Plan    string
}

// movementOutput says how a movement is written.
type movementOutput struct {
	Format string
	Out    string
	Force  bool
}

// Run implements the command.
func (c *movementCommand) Run(t *terminal) error {
	actions := []struct {
		name string
		run  func(*terminal) error
		arg  bool // it has one
	}{
		{"list", c.list, false},
		{"show", c.show, true},
		{"recommend", c.recommend, false},
		{"check", c.check, true},
		{"repair", c.repair, true},
	}
	what := plain(c.What)
	var names []string
	for _, a := range actions {
		names = append(names, a.name)
		if a.name != what {
			continue
		}
		switch {
		case a.arg && c.Name == "":
			return bridge.Errorf(Usage, "usage.missing", "%s: an argument is missing", "movement "+what)
		case !a.arg && c.Name != "":
			return bridge.Errorf(Usage, "usage.movement_extra", "movement %s: %q is one word too many", what, plain(c.Name))
		}
		if err := c.belongs(what); err != nil {
			return err
		}
		return a.run(t)
	}
	return bridge.Errorf(Usage, "usage.movement", "movement %q: want one of %s", what, strings.Join(names, ", "))
}

// belongs refuses options that what is done has no use for.
func (c *movementCommand) belongs(what string) error {
	for _, o := range []struct {
		flag  string
		given bool
		to    string // what it belongs to
	}{
		{"--tables", c.Tables != "", "list show recommend repair"},
		{"--rounds", c.Rounds != "", "show"},
		{"--skip-after", c.SkipAfter != "", "show"},
		{"--missing", c.Missing != "", "show"},
		{"--rover", c.Rover != "", "show"},
		{"--switch", c.Switch != "", "show"},
		{"--variant", c.Variant != "", "show"},
		{"--players", c.Players != "", "show"},
		{"--fair", c.Fair, "show"},
		{"--pairs", c.Pairs != "", "recommend"},
		{"--boards", c.Boards != "", "show recommend check repair"},
		{"--minutes", c.Minutes != "", "recommend"},
		{"--per-board", c.PerBoard != "", "recommend"},
		{"--start", c.Start != "", "recommend"},
		{"--winners", c.Winners != "", "recommend"},
		{"--stationary", c.Stationary != "", "recommend"},
		{"--copies", c.Copies != "", "recommend repair"},
		{"--all", c.All, "recommend repair"},
		{"--round", c.Round != "", "repair"},
		{"--gone", len(c.Gone) > 0, "repair"},
		{"--late", len(c.Late) > 0, "repair"},
		{"--spoiled", len(c.Spoiled) > 0, "repair"},
		{"--spare", c.Spare != "", "repair"},
		{"--plan", c.Plan != "", "repair"},
		{"--format", c.Format != "", "show check repair"},
		{"--out", c.Out != "", "show check repair"},
		{"--force", c.Force, "show check repair"},
	} {
		if o.given && !slices.Contains(strings.Fields(o.to), what) {
			return bridge.At(o.flag, bridge.Errorf(Usage, "usage.movement_option", "movement %s has no such option; it belongs to %s", what, strings.ReplaceAll(o.to, " ", ", ")))
		}
	}
	if c.Missing != "" && c.Rover != "" {
		return bridge.Errorf(Usage, "usage.movement_two", "--missing and --rover: only one of them goes")
	}
	return nil
}

// movementJSON is a movement with what an audit says of it.
type movementJSON struct {
	*movement.Movement

	Check    *movement.Audit
	Warnings []warningJSON
}

// MarshalJSON writes the fields of the movement, and those beside it.
func (m movementJSON) MarshalJSON() ([]byte, error) {
	return beside(m.Movement, struct {
		Check    *movement.Audit `json:"check"`
		Warnings []warningJSON   `json:"warnings"`
	}{m.Check, m.Warnings})
}

// beside writes two objects as one.
func beside(a, b any) ([]byte, error) {
	first, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	second, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	return bytes.Join([][]byte{bytes.TrimSuffix(first, []byte("}")), second[1:]}, []byte(",")), nil
}

// familyJSON is a family of movements.
type familyJSON struct {
	Family  string        `json:"family"`
	Name    string        `json:"name"` // in the reader's language
	About   string        `json:"about"`
	Kind    movement.Kind `json:"kind"`
	Winners int           `json:"winners"`
	Tables  [2]int        `json:"tables"` // the smallest and the largest
}

// list shows the families.
func (c *movementCommand) list(t *terminal) error {
	tables, err := count("--tables", c.Tables)
	if err != nil {
		return err
	}
	var out []familyJSON
	for _, f := range movement.Families() {
		if tables > 0 && (tables < f.Sizes[0] || tables > f.Sizes[1] || len(f.Rounds(tables)) == 0) {
			continue
		}
		out = append(out, familyJSON{f.Name, t.MovementFamily(f.Name), t.T("movement.about." + f.Name), f.Kind, f.Winners, f.Sizes})
	}
	if t.json {
		return t.answer(out)
	}
	for i, kind := range []movement.Kind{movement.Pairs, movement.Individual, movement.Teams} {
		if i > 0 {
			t.out.WriteString("\n")
		}
		t.out.WriteString(t.paint.role(roleBold, locale.Sentence(t.T("movement.kind."+string(kind)))) + "\n")
		for _, f := range out {
			if f.Kind == kind {
				t.out.WriteString(t.paragraph("  "+f.Family, 24, f.About))
			}
		}
	}
	return nil
}

// show makes a movement of a family and prints it.
func (c *movementCommand) show(t *terminal) error {
	m, err := c.make()
	if err != nil {
		return err
	}
	return c.print(t, m)
}

// make is the movement that the command line means.
func (c *movementCommand) make() (*movement.Movement, error) {
	tables, half, err := halves("--tables", c.Tables)
	if err != nil {
		return nil, err
	}
	ask := movement.Ask{Variant: plain(c.Variant), Fair: c.Fair}
	for _, n := range []struct {
		flag, text string
		to         *int
	}{
		{"--rounds", c.Rounds, &ask.Rounds}, {"--skip-after", c.SkipAfter, &ask.SkipAfter}, {"--players", c.Players, &ask.Players},
	} {
		if *n.to, err = count(n.flag, n.text); err != nil {
			return nil, err
		}
	}
	if tables == 0 {
		if tables = ask.Players / 4; tables == 0 {
			return nil, bridge.At("--tables", bridge.Errorf(Usage, "usage.movement_tables", "how many tables are there? want for example --tables 7, or 6.5"))
		}
	}
	rover := strings.ToUpper(plain(c.Rover))
	ask.Tables = tables
	if half && rover == "" {
		ask.Tables++ // a pair is missing
	}
	name := strings.ReplaceAll(strings.ToLower(plain(c.Name)), "-", "_")
	m, err := movement.Make(name, ask)
	if err != nil {
		return nil, err
	}
	switch {
	case c.Missing != "":
		who, err := movement.ParseContestant(strings.ToUpper(plain(c.Missing)))
		if err != nil {
			return nil, bridge.At("--missing", err)
		}
		if m, err = m.Without(who); err != nil {
			return nil, bridge.At("--missing", err)
		}
	case rover != "":
		side, err := bridge.ParseSide(rover)
		if err != nil {
			return nil, bridge.At("--rover", err)
		}
		if m, err = m.Rover(side, 2); err != nil {
			return nil, err
		}
	case half && m.Family != "pivot":
		if m, err = m.HalfTable(); err != nil {
			return nil, err
		}
	}
	return c.switched(m)
}

// switched turns the rounds that the command line says: a number of last ones, or the
// number that is best.
func (c *movementCommand) switched(m *movement.Movement) (*movement.Movement, error) {
	switch text := plain(c.Switch); text {
	case "":
		return m, nil
	case "best":
		best, _, err := m.BestSwitch()
		return best, err
	case "smooth":
		return m.SmoothSwitch()
	case "0":
		return m.SwitchLast(0)
	default:
		k, err := count("--switch", text)
		if err != nil {
			return nil, bridge.At("--switch", bridge.Errorf(Usage, "usage.movement_switch", "%q: want a number of last rounds, best or smooth", text))
		}
		return m.SwitchLast(k)
	}
}

// halves reads a number of tables that may end in a half: 9.5, 9,5 or 9½.
func halves(flag, text string) (tables int, half bool, err error) {
	text = strings.NewReplacer(",", ".", "½", ".5").Replace(plain(text))
	whole, part, found := strings.Cut(text, ".")
	if found && part != "5" && part != "0" {
		return 0, false, bridge.At(flag, bridge.Errorf(Usage, "usage.movement_half", "%q: want a number of tables like 9 or 9.5", text))
	}
	tables, err = count(flag, whole)
	return tables, part == "5", err
}

// print writes a movement: as text of a format, or as the page that people read.
func (c *movementCommand) print(t *terminal, m *movement.Movement) error {
	boards, err := count("--boards", c.Boards)
	if err != nil {
		return err
	}
	format, err := c.format()
	if err != nil {
		return err
	}
	switch {
	case format != "":
		return c.write(t, m, format, boards)
	case t.json:
		return t.answer(movementJSON{m, m.Audit(), t.warningList()})
	}
	t.movement(m, boards)
	return nil
}

// format is that of the command line: by name, or by the ending of the file.
func (c *movementCommand) format() (movefile.Format, error) {
	if c.Format != "" {
		f, err := movefile.ParseFormat(plain(c.Format))
		if err != nil {
			return "", wrongValue("--format", err)
		}
		return f, nil
	}
	switch ending := strings.ToLower(filepath.Ext(plain(c.Out))); {
	case c.Out == "":
		return "", nil
	case ending == ".mov":
		return movefile.ACBL, nil
	case ending == ".yaml" || ending == ".yml":
		return movefile.YAML, nil
	case ending == ".json":
		return movefile.JSON, nil
	}
	return movefile.Plain, nil
}

// write writes a movement in a format, into a file or to standard output.
func (c *movementCommand) write(t *terminal, m *movement.Movement, format movefile.Format, boards int) error {
	var b bytes.Buffer
	lost, err := movefile.WriteAs(&b, format, m, max(boards, 1))
	if err != nil {
		return err
	}
	for _, w := range lost {
		t.warnings = append(t.warnings, remark{warningJSON: warningJSON{Key: w.Err.Key, Text: t.Error(w.Err)}})
	}
	out := plain(c.Out)
	if out == "" || out == "-" {
		t.out.Write(b.Bytes())
		return nil
	}
	files, err := save(out, []part{{data: b.Bytes()}}, c.Force)
	if err != nil {
		return err
	}
	return t.saved(files)
}

// movement prints a movement: what is announced, the grid, and what an audit found.
func (t *terminal) movement(m *movement.Movement, boards int) {
	a := m.Audit()
	title := []string{t.movementName(m), t.N("movement.count.tables", m.Tables), t.N("movement.count.rounds", m.Rounds)}
	if m.Kind == movement.Pairs {
		title = append(title, t.winners(m.Winners))
		if m.Winners == 1 {
			title = append(title, t.T("movement.balance", t.Decimal(a.Balance.Q.Decimal(1))))
		}
	}
	t.out.WriteString(t.paintLines(roleBold, t.wrap(title, " · ", 2)) + t.rule())
	t.movementGrid(m, 1, boards)
	if said := m.Guide().Instructions; len(said) > 0 && a.Sound() {
		t.out.WriteString("\n" + t.paint.role(roleInk2, locale.Sentence(t.T("movement.announce"))) + "\n")
		for _, i := range said {
			t.out.WriteString(t.indented("  ", t.Instruction(i)))
		}
	}
	t.findings(a)
}

// winners says how many lists there are.
func (t *terminal) winners(n int) string {
	if n == 1 {
		return t.T("movement.one_winner")
	}
	return t.T("movement.two_winners")
}

// movementName is what a movement is called: by its file, or its family.
func (t *terminal) movementName(m *movement.Movement) string {
	if m.Name != "" {
		return locale.Clean(m.Name)
	}
	if m.Family == "" {
		return locale.Sentence(t.T("movement.unnamed"))
	}
	return locale.Sentence(t.MovementFamily(m.Family))
}

// findings says what an audit found, faults first; some of each kind, the others
// counted.
func (t *terminal) findings(a *movement.Audit) {
	if len(a.Findings) == 0 {
		return
	}
	t.out.WriteString("\n" + t.paint.role(roleInk2, locale.Sentence(t.T("movement.known"))) + "\n")
	for _, line := range t.Findings(a.Findings) {
		t.out.WriteString(t.indented("  ", line))
	}
}

// movementGrid prints who meets whom from a round on, a row for each round and a column
// for each table, as many tables beside each other as the page takes.
func (t *terminal) movementGrid(m *movement.Movement, from, boards int) {
	first := []string{t.T("movement.round")}
	for r := from; r <= m.Rounds; r++ {
		first = append(first, strconv.Itoa(r))
	}
	var columns [][]string
	for table := 1; table <= m.Tables; table++ {
		column := []string{t.T("movement.table", table)}
		for r := from; r <= m.Rounds; r++ {
			column = append(column, t.cell(m, *m.At(table, r), boards))
		}
		columns = append(columns, column)
	}
	t.blocks(first, columns)
	key := "movement.legend"
	if m.Kind == movement.Individual {
		key = "movement.legend_players"
	}
	legend := []string{t.T(key)}
	if boards > 0 {
		legend[0] += ", " + t.T("movement.legend_boards")
	} else {
		legend[0] += ", " + t.T("movement.legend_set")
	}
	for _, s := range m.Slots {
		if s.Switched {
			legend = append(legend, t.T("movement.legend_switched"))
			break
		}
	}
	t.out.WriteString(t.paintLines(roleInk2, t.indented("  ", strings.Join(legend, "; "))))
}

// cell is a slot as people read it: North-South, East-West and the boards.
func (t *terminal) cell(m *movement.Movement, s movement.Slot, boards int) string {
	if s.Empty() {
		return noPlace
	}
	name := func(w movement.Who) string {
		if w == (movement.Who{}) {
			return noPlace
		}
		return w.String()
	}
	text := name(s.NS) + "-" + name(s.EW)
	if m.Kind == movement.Individual {
		text = name(s.NS) + " " + name(s.EW)
	}
	switch {
	case !m.Plays(s):
		return "(" + text + ")"
	case boards > 0:
		a, b := movement.Boards(s.Set, boards)
		if text += " " + strconv.Itoa(a); b > a {
			text += "–" + strconv.Itoa(b)
		}
	default:
		text += "/" + strconv.Itoa(s.Set)
	}
	if s.Switched {
		text += "↔"
	}
	return text
}

// readMovements reads the file that the command line names. Movements that are unsound
// are read too.
func (c *movementCommand) readMovements(t *terminal) (*movefile.File, string, error) {
	name, data, err := t.read(plain(c.Name))
	if err != nil {
		return nil, name, err
	}
	file, err := movefile.ReadAll(bytes.NewReader(data), movefile.KeepUnsound())
	return file, name, bridge.At(name, err)
}

// noted takes the warnings of a movement that was read; what an audit finds is said
// elsewhere.
func (t *terminal) noted(name string, list []movefile.Warning) {
	for _, w := range list {
		if strings.HasPrefix(w.Err.Key, "movefile.finding") {
			continue
		}
		r := remark{at: name, warningJSON: warningJSON{Line: w.Line, Key: w.Err.Key, Text: t.Error(w.Err)}}
		if w.Line > 0 {
			r.at += ":" + strconv.Itoa(w.Line)
		}
		t.warnings = append(t.warnings, r)
	}
}

// movementsJSON is the answer of a check.
type movementsJSON struct {
	Movements []movementJSON `json:"movements"`
	Warnings  []warningJSON  `json:"warnings"`
}

// check reads a file of movements and proves each. It has the status 1 where one is
// unsound, or cannot be read.
func (c *movementCommand) check(t *terminal) error {
	file, name, err := c.readMovements(t)
	if err != nil {
		return err
	}
	boards, err := count("--boards", c.Boards)
	if err != nil {
		return err
	}
	format, err := c.format()
	if err != nil {
		return err
	}
	var read []*movement.Movement
	for _, b := range file.Blocks {
		t.noted(name, b.Warnings)
		if b.Err != nil {
			return bridge.At(name, b.Err)
		}
		read = append(read, b.Movement)
	}
	if format != "" {
		if len(read) > 1 {
			return bridge.At(name, bridge.Errorf(Usage, "usage.movement_one", "the file holds %d movements: want one", len(read)))
		}
		if err := read[0].Audit().Err(); err != nil {
			return bridge.At(name, err)
		}
		return c.write(t, read[0], format, boards)
	}
	out := movementsJSON{Movements: []movementJSON{}, Warnings: t.warningList()}
	for i, m := range read {
		a := m.Audit()
		if !a.Sound() {
			t.status = 1
		}
		out.Movements = append(out.Movements, movementJSON{m, a, []warningJSON{}})
		if t.json {
			continue
		}
		if i > 0 {
			t.out.WriteString("\n")
		}
		t.movement(m, boards)
	}
	if t.json {
		return t.answer(out)
	}
	return nil
}

// proposalJSON is a movement that suits an evening, or the rest of one.
type proposalJSON struct {
	movement *movement.Movement
	proposalPart
}

// proposalPart is what stands beside the movement.
type proposalPart struct {
	Reason         string      `json:"reason"` // in the reader's language
	Balance        json.Number `json:"balance"`
	BoardsPerRound int         `json:"boards_per_round"` // 0: nobody said
	Boards         int         `json:"boards,omitempty"`
	InPlay         int         `json:"boards_in_play,omitempty"`
	Minutes        int         `json:"minutes,omitempty"`
	Ends           string      `json:"ends,omitempty"` // where it is known when it starts
	SwitchedRounds int         `json:"switched_rounds,omitempty"`
	Lost           *[]lossJSON `json:"lost,omitempty"` // of a repair
}

// MarshalJSON writes the fields of the movement, and those of the proposal beside it.
func (p proposalJSON) MarshalJSON() ([]byte, error) { return beside(p.movement, p.proposalPart) }

// shownProposals is how many movements people see; --all shows each.
const shownProposals = 6

// recommend proposes movements for an evening.
func (c *movementCommand) recommend(t *terminal) error {
	w, start, err := c.want()
	if err != nil {
		return err
	}
	list, err := movement.Recommend(w)
	if err != nil {
		return err
	}
	if t.json {
		out := []proposalJSON{}
		for _, p := range list {
			out = append(out, proposalJSON{p.Movement, proposalPart{
				Reason: t.proposalReason(p, start), Balance: json.Number(p.Audit.Balance.Q.Decimal(2)),
				BoardsPerRound: p.BoardsPerRound, Boards: p.Boards, InPlay: p.InPlay, Minutes: p.Minutes, Ends: ends(start, p.Minutes), SwitchedRounds: p.Switched,
			}})
		}
		return t.answer(out)
	}
	title := []string{t.N("movement.pairs", w.Pairs)}
	if w.Boards > 0 {
		title = append(title, t.N("movement.boards", w.Boards))
	}
	if w.Minutes > 0 {
		title = append(title, t.N("movement.minutes", w.Minutes))
	}
	t.out.WriteString(t.paintLines(roleBold, t.wrap(title, " · ", 2)) + t.rule())
	for i, p := range list {
		if i == shownProposals && !c.All {
			t.out.WriteString("\n" + t.wrap([]string{locale.Sentence(t.N("movement.more_proposals", len(list)-i)) + "."}, "", 2))
			break
		}
		head := strconv.Itoa(i+1) + "  " + t.paint.role(roleBold, t.proposalName(p))
		t.out.WriteString(head + "\n" + t.indented("   ", t.proposalReason(p, start)))
		t.out.WriteString(t.indented("   ", t.paint.role(roleInk2, showCommand(p))))
	}
	return nil
}

// want is the evening that the command line describes, and when it starts: minutes
// after midnight, -1 where that is not known.
func (c *movementCommand) want() (w movement.Want, start int, err error) {
	tables, half, err := halves("--tables", c.Tables)
	if err != nil {
		return w, 0, err
	}
	for _, n := range []struct {
		flag, text string
		to         *int
	}{
		{"--pairs", c.Pairs, &w.Pairs},
		{"--boards", c.Boards, &w.Boards},
		{"--minutes", c.Minutes, &w.Minutes},
		{"--winners", c.Winners, &w.Winners},
		{"--stationary", c.Stationary, &w.Stationary},
		{"--copies", c.Copies, &w.Copies},
	} {
		if *n.to, err = count(n.flag, n.text); err != nil {
			return w, 0, err
		}
	}
	switch {
	case (tables > 0) == (w.Pairs > 0):
		return w, 0, bridge.Errorf(Usage, "usage.movement_field", "how many play? want either --pairs 19 or --tables 9.5")
	case tables > 0:
		w.Pairs = 2 * tables
		if half {
			w.Pairs++
		}
	}
	if c.PerBoard != "" {
		minutes, err := decimal(plain(c.PerBoard))
		pace, ok := minutes.Mul(exact.Int(2)).Int64()
		if err != nil || !ok || pace < 1 || pace > 120 {
			return w, 0, bridge.At("--per-board", bridge.Errorf(Usage, "usage.movement_pace", "%q: want minutes like 7 or 7.5", plain(c.PerBoard)))
		}
		w.Pace = movement.UsualPace
		w.Pace.Board = int(pace)
	}
	start, err = clock("--start", c.Start)
	return w, start, err
}

// clock reads a time of the day: 19:30 or 19.30; -1 where there is none.
func clock(flag, text string) (int, error) {
	if text == "" {
		return -1, nil
	}
	at, err := time.Parse("15:04", strings.Replace(plain(text), ".", ":", 1))
	if err != nil {
		return 0, bridge.At(flag, bridge.Errorf(Usage, "usage.movement_clock", "%q: want a time like 19:30", plain(text)))
	}
	return 60*at.Hour() + at.Minute(), nil
}

// ends is the time of the day so many minutes later; empty where the start is not known.
func ends(start, minutes int) string {
	if start < 0 {
		return ""
	}
	at := (start + minutes) % (24 * 60)
	return fmt.Sprintf("%d:%02d", at/60, at%60)
}

// proposalName is what a proposal is called: the movement, tables and winners.
func (t *terminal) proposalName(p movement.Proposal) string {
	return locale.Sentence(t.MovementFamily(p.Family)) + " · " + t.winners(p.Winners)
}

// proposalReason says why a movement suits: how long it is, and what it is like.
func (t *terminal) proposalReason(p movement.Proposal, start int) string {
	parts := []string{t.N("movement.length", p.Rounds, p.BoardsPerRound), t.N("movement.boards", p.Boards)}
	for _, r := range p.Reasons() {
		parts = append(parts, t.MovementReason(r))
	}
	if at := ends(start, p.Minutes); at != "" {
		parts = append(parts, t.T("movement.ends", at))
	} else {
		parts = append(parts, t.N("movement.minutes", p.Minutes))
	}
	return strings.Join(parts, ", ")
}

// showCommand is the command that shows a proposal.
func showCommand(p movement.Proposal) string {
	tables := strconv.Itoa(p.Tables)
	words := []string{"overtrick movement show", p.Family}
	switch {
	case p.RoverOrder != nil:
		words = append(words, "--tables", tables, "--rover", "ns")
	case p.Variant == "half":
		words = append(words, "--tables", tables)
	case p.Phantom != movement.Contestant{} || p.Family == "pivot":
		words = append(words, "--tables", strconv.Itoa(p.Tables-1)+".5")
	default:
		words = append(words, "--tables", tables)
	}
	words = append(words, "--rounds", strconv.Itoa(p.Rounds))
	if p.Variant != "" {
		words = append(words, "--variant", p.Variant)
	}
	switch {
	case p.Turned > 0:
		words = append(words, "--switch smooth")
	case p.Switched > 0:
		words = append(words, "--switch", strconv.Itoa(p.Switched))
	case p.Winners == 1 && p.Lines():
		words = append(words, "--switch 0")
	}
	return strings.Join(append(words, "--boards", strconv.Itoa(p.BoardsPerRound)), " ")
}

// lossJSON is something that a plan lacks.
type lossJSON struct {
	movement.Loss

	Text string `json:"text"`
}

// repair plans the rest of a session anew.
func (c *movementCommand) repair(t *terminal) error {
	file, name, err := c.readMovements(t)
	if err != nil {
		return err
	}
	if len(file.Blocks) > 1 {
		return bridge.At(name, bridge.Errorf(Usage, "usage.movement_one", "the file holds %d movements: want one", len(file.Blocks)))
	}
	b := file.Blocks[0]
	t.noted(name, b.Warnings)
	if b.Err != nil {
		return bridge.At(name, b.Err)
	}
	boards, err := count("--boards", c.Boards)
	if err != nil {
		return err
	}
	accident, err := c.accident()
	if err != nil {
		return err
	}
	m := b.Movement
	marked := markPlayed(m, accident.Round)
	plans, err := m.Repair(accident)
	if err != nil {
		return err
	}
	if marked {
		const key = "warning.movement_marked"
		t.warnings = append(t.warnings, remark{at: name, warningJSON: warningJSON{Key: key, Text: t.T(key, accident.Round)}})
	}
	chosen, err := count("--plan", c.Plan)
	switch {
	case err != nil:
		return err
	case chosen > len(plans):
		return bridge.At("--plan", bridge.Errorf(bridge.NotFound, "movement.no_plan", "plan %d: there are %d", chosen, len(plans)))
	case chosen > 0:
		plans = plans[chosen-1 : chosen]
	}
	format, err := c.format()
	if err != nil {
		return err
	}
	switch {
	case format != "":
		return c.write(t, plans[0].Plan, format, boards)
	case t.json:
		out := []proposalJSON{}
		for _, p := range plans {
			lost := []lossJSON{}
			for _, l := range p.Lost {
				lost = append(lost, lossJSON{l, t.Finding(l)})
			}
			out = append(out, proposalJSON{p.Plan, proposalPart{
				Reason: t.Strategy(p), Balance: json.Number(p.After.Decimal(2)), BoardsPerRound: boards, Boards: boards * p.Plan.Rounds, Lost: &lost,
			}})
		}
		return t.answer(out)
	}
	const shown = 4
	t.out.WriteString(t.paintLines(roleBold, t.wrap([]string{t.movementName(m), t.T("movement.from_round", accident.Round)}, " · ", 2)) + t.rule())
	for i, p := range plans {
		if i == shown && !c.All {
			t.out.WriteString("\n" + t.wrap([]string{locale.Sentence(t.N("movement.more_plans", len(plans)-i)) + "."}, "", 2))
			break
		}
		if i > 0 {
			t.out.WriteString("\n")
		}
		t.plan(max(chosen, i+1), p, i == 0 || c.All, accident.Round, boards)
	}
	return nil
}

// markPlayed marks the rounds before this one as played, where a file marks nothing, and
// says whether it did.
func markPlayed(m *movement.Movement, round int) (marked bool) {
	if slices.ContainsFunc(m.Slots, func(s movement.Slot) bool { return s.Played }) {
		return false
	}
	for i := range m.Slots {
		if s := &m.Slots[i]; s.Round < round && m.Plays(*s) {
			s.Played, marked = true, true
		}
	}
	return marked
}

// plan prints a way to go on: what to do, what is lost, and the rounds to come.
func (t *terminal) plan(n int, p movement.Repair, grid bool, from, boards int) {
	t.out.WriteString(t.paintLines(roleBold, t.wrap([]string{strconv.Itoa(n) + ". " + locale.Sentence(t.Strategy(p))}, "", 3)))
	for _, w := range p.Also {
		t.out.WriteString(t.indented("   ", t.T("movement.also", t.Strategy(movement.Repair{Way: w}))))
	}
	lines := t.Losses(p.Lost)
	if len(lines) == 0 {
		lines = []string{locale.Sentence(t.T("movement.lost_nothing")) + "."}
	}
	for _, line := range lines {
		t.out.WriteString(t.indented("   ", line))
	}
	if grid {
		t.movementGrid(p.Plan, from, boards)
	}
}

// accident is what the command line says has happened.
func (c *movementCommand) accident() (a movement.Accident, err error) {
	for _, n := range []struct {
		flag, text string
		to         *int
	}{
		{"--round", c.Round, &a.Round}, {"--tables", c.Tables, &a.Tables}, {"--copies", c.Copies, &a.Copies}, {"--spare", c.Spare, &a.Spare},
	} {
		if *n.to, err = count(n.flag, n.text); err != nil {
			return a, err
		}
	}
	if a.Round == 0 {
		return a, bridge.At("--round", bridge.Errorf(Usage, "usage.movement_round", "from which round on may the plan change? want for example --round 4"))
	}
	for _, text := range c.Gone {
		for one := range strings.SplitSeq(plain(text), ",") {
			who, err := movement.ParseContestant(strings.ToUpper(strings.TrimSpace(one)))
			if err != nil {
				return a, bridge.At("--gone", err)
			}
			a.Gone = append(a.Gone, who)
		}
	}
	for _, text := range c.Spoiled {
		for one := range strings.SplitSeq(plain(text), ",") {
			set, err := count("--spoiled", one)
			if err != nil {
				return a, err
			}
			a.Spoiled = append(a.Spoiled, set)
		}
	}
	for _, text := range c.Late {
		for one := range strings.SplitSeq(plain(text), ",") {
			name, round, found := strings.Cut(strings.TrimSpace(one), "@")
			who, err := movement.ParseContestant(strings.ToUpper(name))
			if err != nil {
				return a, bridge.At("--late", err)
			}
			late := movement.Late{Contestant: who, Round: a.Round}
			if found {
				if late.Round, err = count("--late", cmp.Or(round, "0")); err != nil {
					return a, err
				}
			}
			a.Late = append(a.Late, late)
		}
	}
	return a, nil
}
