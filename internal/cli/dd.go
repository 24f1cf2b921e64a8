package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/term"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/pbn"
	"github.com/overtrick/overtrick/format/table"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/score"
)

// ddCommand finds what the cards of a file allow.
type ddCommand struct {
	File    string `arg:""`
	Out     string
	NoLimit bool
	Force   bool
	Charset string
}

// analysed is a deal of a file and what its cards allow.
type analysed struct {
	game    *pbn.Game
	deal    bridge.Deal
	dealer  bridge.Seat
	vul     bridge.Vulnerability
	known   dd.Table      // what an earlier run has written
	said    dd.Table      // what the file says
	saidPar *score.Points // its par
	saidAll []dd.ParContract
	passed  bool // it says that par is a pass
	table   dd.Table
	par     dd.Par
	err     error // why it is not computed
}

// ddJSON is what the cards of one board allow; without the tricks where they were
// not computed.
type ddJSON struct {
	Board string   `json:"board"`
	DD20  string   `json:"dd20,omitempty"`
	Par   *parJSON `json:"par,omitempty"`
	Error string   `json:"error,omitempty"`
}

// ddWarningsJSON is the last line of an answer that met something.
type ddWarningsJSON struct {
	Warnings []warningJSON `json:"warnings"`
}

// parJSON is a par, North-South's view.
type parJSON struct {
	NS        int      `json:"ns"`
	Contracts []string `json:"contracts"`
}

// parOf is the JSON of a par.
func parOf(par dd.Par) *parJSON {
	j := &parJSON{NS: int(par.Score), Contracts: make([]string, len(par.Contracts))}
	for i, c := range par.Contracts {
		j.Contracts[i] = c.String()
	}
	return j
}

// Run implements the command.
func (c *ddCommand) Run(t *terminal) error {
	f, err := t.readDeals(plain(c.File), c.Charset)
	if err != nil {
		return err
	}
	boards := t.analysable(f)
	if len(boards) == 0 {
		t.warn(f.name, f.warnings, nil)
		return bridge.At(f.name, bridge.Errorf(bridge.Invalid, "dd.no_deals", "there is no complete deal in the file"))
	}
	save, err := c.saver(t, f, boards)
	if err != nil {
		return err
	}
	limits := dd.Limits{}
	if c.NoLimit {
		limits.Plays = dd.Unlimited
	}
	if err := solve(boards, limits, t.progress(), func(b *analysed) error {
		if b.err == nil {
			b.game.SetTricks(b.table, b.par)
		}
		_, err := save(false) // so that a run that is broken off can go on
		return err
	}); err != nil {
		return err
	}
	for _, b := range boards {
		t.compare(f.name, b)
	}
	t.warn(f.name, f.warnings, nil)
	files, err := save(true)
	if err != nil {
		return err
	}
	for _, b := range boards {
		if t.json {
			if err := t.ddLine(b); err != nil {
				return err
			}
			continue
		}
		t.ddBoard(b)
	}
	switch {
	case t.json && len(t.warnings) > 0:
		return t.answer(ddWarningsJSON{t.warningList()})
	case len(files) > 0 && !t.json:
		return t.saved(files)
	}
	return nil
}

// saveEvery is how often a long run writes what it has.
const saveEvery = 2 * time.Second

// saver gives what writes the copy: now and then, or at last. Without --out it writes
// nothing. What an earlier run has written is taken over.
func (c *ddCommand) saver(t *terminal, f *dealFile, boards []*analysed) (func(last bool) ([]string, error), error) {
	out := plain(c.Out)
	if out == "" {
		return func(bool) ([]string, error) { return nil, nil }, nil
	}
	if out == "-" {
		return nil, wrongValue("--out", bridge.Errorf(Usage, "usage.dd_out", "--out: want the name of a file"))
	}
	if to, err := targetOf(out, ""); err == nil && to != toPBN {
		return nil, wrongValue("--out", bridge.Errorf(Usage, "usage.dd_out_format", "--out: the copy is PBN: want a name that ends in .pbn"))
	}
	if w := endsEarly(&event.Record{Warnings: f.warnings}); w != nil {
		return nil, at(f.name, place(*w, bridge.Errorf(bridge.Invalid, "dd.broken_off", "the file is not complete, it ends inside %v: no copy is written", w.Err.Args[0])))
	}
	force := c.Force
	switch {
	case !exists(out):
	case f.isPBN && sameFile(out, plain(c.File)):
		force = true // nothing of it gets lost, and what it says is checked, whoever wrote it
	case t.resume(out, c.Charset, boards):
		force = true // it is ours
	case !force:
		return nil, bridge.At(locale.Clean(out), bridge.Errorf(bridge.Conflict, "file.exists", "there is such a file already: want another name, or --force"))
	}
	var written time.Time
	return func(last bool) ([]string, error) {
		if !last && time.Since(written) < saveEvery {
			return nil, nil
		}
		var b bytes.Buffer
		if err := pbn.Write(&b, f.File); err != nil {
			return nil, at(f.name, err)
		}
		files, err := save(out, []part{{data: b.Bytes()}}, force)
		force, written = true, time.Now() // from now on it is ours
		return files, err
	}, nil
}

// sameFile reports whether two names are those of one file.
func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// dealFile is a file that may hold the cards of deals.
type dealFile struct {
	*pbn.File
	name     string
	isPBN    bool // else an event of another format, made a PBN file
	warnings []event.Warning
}

// readDeals reads a file that may hold the cards of deals.
func (t *terminal) readDeals(path, charset string) (*dealFile, error) {
	name, data, err := t.read(path)
	if err != nil {
		return nil, err
	}
	if charset, err = charsetNamed(plain(charset)); err != nil {
		return nil, err
	}
	text := head(data, charset)
	switch {
	case isTable(data, charset):
		return nil, bridge.At(name, bridge.Errorf(bridge.Unsupported, "dd.no_cards", "a table of results does not have the cards of the deals: want PBN or USEBIO"))
	case !saysXML.MatchString(text) && saysPBN.MatchString(text):
		f, err := pbn.ReadCharset(bytes.NewReader(data), charset)
		if err != nil {
			return nil, at(name, err)
		}
		return &dealFile{f, name, true, f.Warnings}, nil
	}
	record, err := readWith(data, table.Options{Charset: charset})
	if e, ok := asError(err); ok {
		switch e.Key {
		case "file.kind":
			err = bridge.Errorf(bridge.Unsupported, "dd.kind", "this looks like %s: want PBN or USEBIO, which have the cards of the deals", e.Args...)
		case "file.unknown", "file.table":
			err = bridge.Errorf(bridge.Unsupported, "dd.format", "want a PBN or USEBIO file, which have the cards of the deals")
		}
	}
	if err != nil {
		return nil, at(name, err)
	}
	return &dealFile{pbn.FromRecord(record), name, false, record.Warnings}, nil
}

// analysable are the games of a file with all of their cards. What is left out is
// named.
func (t *terminal) analysable(f *dealFile) []*analysed {
	var out []*analysed
	name := f.name
	for _, g := range f.Games {
		if g.Text("Deal") == "" {
			continue
		}
		label := locale.Clean(g.Text("Board"))
		d, ok := g.Deal()
		switch {
		case !ok && g.Text("Deal") != "#":
			t.lineWarning(name, g.First, bridge.Errorf(bridge.Invalid, "dd.wrong_cards", "board %s: the cards are no deal, it is left out", label))
			continue
		case !d.Complete():
			t.lineWarning(name, g.First, bridge.Errorf(bridge.Invalid, "dd.partial", "board %s: not every hand has thirteen known cards, it is left out", label))
			continue
		}
		a := &analysed{game: g, deal: d}
		board, numbered := g.Board()
		dealer, dealt := g.Dealer()
		vul, known := g.Vulnerable()
		if a.dealer = dealer; !dealt && numbered {
			a.dealer = board.Dealer()
		}
		if a.vul = vul; !known && numbered {
			a.vul = board.Vulnerability()
		}
		if !numbered && (!dealt || !known) {
			t.lineWarning(name, g.First, bridge.Errorf(bridge.Invalid, "dd.situation", "board %s: who deals and who is vulnerable is not said: North and nobody are taken", label))
		}
		if !a.dealer.Valid() {
			a.dealer = bridge.North
		}
		a.said = understood(t, name, g, g.Tricks)
		said := false
		a.saidAll = understood(t, name, g, func() (list []dd.ParContract, err error) {
			list, said, err = g.ParContracts()
			return list, err
		})
		a.passed = said && len(a.saidAll) == 0
		if par, ok := g.Par(); ok {
			a.saidPar = &par
		}
		out = append(out, a)
	}
	return out
}

// understood is what a game says; what cannot be read is a warning.
func understood[T any](t *terminal, name string, g *pbn.Game, read func() (T, error)) T {
	v, err := read()
	if e, ours := asError(err); err != nil && ours {
		t.lineWarning(name, g.First, e)
	}
	return v
}

// lineWarning is a warning about a line of a file.
func (t *terminal) lineWarning(name string, line int, e *bridge.Error) {
	r := remark{at: name, warningJSON: warningJSON{Line: line, Key: e.Key, Text: t.Error(e)}}
	if line > 0 {
		r.at += ":" + strconv.Itoa(line)
	}
	t.warnings = append(t.warnings, r)
}

// resume takes over what an earlier run has written. It is false if the file is
// none of such a run: another number of games, other deals. What contradicts itself
// is found anew, and so is all of it if one board that is found again differs.
func (t *terminal) resume(path, charset string, boards []*analysed) bool {
	quiet := &terminal{Locale: t.Locale}
	f, err := quiet.readDeals(path, charset)
	if err != nil || !f.isPBN {
		return false
	}
	earlier := quiet.analysable(f)
	if len(earlier) != len(boards) {
		return false
	}
	for i, a := range earlier {
		if a.deal != boards[i].deal {
			return false
		}
	}
	checked := false
	for i, a := range earlier {
		want, err := dd.FindPar(a.said, a.dealer, a.vul)
		if err != nil || a.contradicts(want) != nil {
			continue
		}
		if !checked {
			found, err := dd.New(dd.Limits{}).Table(context.Background(), a.deal)
			if err == nil && found != a.said {
				return true
			}
			checked = err == nil
		}
		boards[i].known = a.said
	}
	return true
}

// solve finds tables and pars, as many at a time as there are processors, and
// gives each board to done in the order of the file as soon as those before it
// are there. A deal that comes several times is solved once.
func solve(boards []*analysed, limits dd.Limits, progress func(done, of int), done func(*analysed) error) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	type job struct {
		table dd.Table
		err   error
		ready chan struct{}
	}
	jobs := map[bridge.Deal]*job{}
	var order []bridge.Deal
	for _, b := range boards {
		j := jobs[b.deal]
		if j == nil {
			j = &job{ready: make(chan struct{})}
			jobs[b.deal] = j
			order = append(order, b.deal)
		}
		if b.known.Complete() {
			j.table = b.known
		}
	}
	next := make(chan bridge.Deal)
	go func() {
		defer close(next)
		for _, d := range order {
			select {
			case next <- d:
			case <-ctx.Done():
				return
			}
		}
	}()
	var workers sync.WaitGroup
	defer workers.Wait()
	defer cancel()
	for range min(runtime.GOMAXPROCS(0), len(order)) {
		workers.Go(func() {
			var s *dd.Solver
			for d := range next {
				j := jobs[d]
				if !j.table.Complete() {
					if s == nil {
						s = dd.New(limits)
					}
					j.table, j.err = s.Table(ctx, d)
				}
				close(j.ready)
			}
		})
	}
	for i, b := range boards {
		progress(i, len(boards))
		j := jobs[b.deal]
		<-j.ready
		if b.table, b.err = j.table, j.err; b.err == nil {
			b.par, b.err = dd.FindPar(b.table, b.dealer, b.vul)
		}
		if err := done(b); err != nil {
			return err
		}
	}
	progress(len(boards), len(boards))
	return nil
}

// progress shows on a terminal how far the work is; elsewhere it shows nothing.
func (t *terminal) progress() func(done, of int) {
	if t.json || !term.IsTerminal(os.Stderr.Fd()) {
		return func(int, int) {}
	}
	return func(done, of int) {
		const columns = 30
		full := done * columns / max(of, 1)
		line := fmt.Sprintf("\r%s%s %d/%d", strings.Repeat("█", full), strings.Repeat("░", columns-full), done, of)
		if done == of {
			line = "\r\x1b[K"
		}
		_, _ = io.WriteString(os.Stderr, line) // an ornament
	}
}

// compare warns where the file says something else than the cards.
func (t *terminal) compare(name string, b *analysed) {
	label := locale.Clean(b.game.Text("Board"))
	if b.err != nil {
		t.lineWarning(name, b.game.First, bridge.Errorf(bridge.Unsupported, "dd.board_not_computed", "board %s: not computed, it would take too long: --no-limit takes that time", label))
		return
	}
	for _, seat := range bridge.Seats {
		for _, strain := range bridge.Strains {
			if n := b.said.Tricks(seat, strain); n >= 0 && n != b.table.Tricks(seat, strain) {
				t.lineWarning(name, b.game.First, bridge.Errorf(bridge.Invalid, "dd.file_differs", "board %s: the file says %d tricks for %v in %v, the cards give %d",
					label, n, seat, strain, b.table.Tricks(seat, strain)))
				return // the par follows from them
			}
		}
	}
	if e := b.contradicts(b.par); e != nil {
		t.lineWarning(name, b.game.First, bridge.Errorf(bridge.Invalid, "dd.file_par", "board %s: %w", label, e))
	}
}

// contradicts says where the par of the file is not the par of the cards, nil if
// nowhere.
func (b *analysed) contradicts(par dd.Par) error {
	switch {
	case b.saidPar != nil && *b.saidPar != par.Score:
		return bridge.Errorf(bridge.Invalid, "dd.par_differs", "the file says that par is %d for North-South, the cards give %d", int(*b.saidPar), int(par.Score))
	case b.passed && par.Score != 0:
		return bridge.Errorf(bridge.Invalid, "dd.par_passed", "the file says that par is a pass, the cards give %d for North-South", int(par.Score))
	}
	for _, c := range b.saidAll {
		if err := par.Check(c); err != nil {
			return err
		}
	}
	return nil
}

// ddLine is the JSON of one board.
func (t *terminal) ddLine(b *analysed) error {
	j := ddJSON{Board: locale.Clean(b.game.Text("Board"))}
	if b.err != nil {
		j.Error = t.Error(b.err)
	} else {
		j.DD20, j.Par = b.table.String(), parOf(b.par)
	}
	line, err := json.Marshal(j)
	if err != nil {
		return err
	}
	t.out.Write(append(line, '\n'))
	return nil
}

// strains are the columns of a table of tricks.
var strains = [5]bridge.Strain{bridge.Notrump, bridge.Spades, bridge.Hearts, bridge.Diamonds, bridge.Clubs}

// ddBoard shows what the cards of one board allow.
func (t *terminal) ddBoard(b *analysed) {
	if t.out.Len() > 0 {
		t.out.WriteString("\n")
	}
	t.out.WriteString(t.T("dd.board", locale.Clean(b.game.Text("Board")), notation.SeatName(t.Words(), b.dealer), t.Vulnerability(b.vul)) + "\n")
	if b.err != nil {
		t.out.WriteString("  " + t.T("dd.not_computed") + "\n")
		return
	}
	t.trickTable(b.table)
	t.out.WriteString("  " + t.paint.suits(t.parSentence(b.par)) + "\n")
}

// trickTable shows the twenty results.
func (t *terminal) trickTable(table dd.Table) {
	var line strings.Builder
	line.WriteString("   ")
	for _, strain := range strains {
		line.WriteString(right(notation.Strain(t.Words(), notation.Symbols, strain), 4))
	}
	t.out.WriteString(t.paint.suits(line.String()) + "\n")
	for _, seat := range []bridge.Seat{bridge.North, bridge.South, bridge.East, bridge.West} {
		t.out.WriteString("  " + left(notation.Seat(t.Words(), notation.Symbols, seat), 1))
		for _, strain := range strains {
			t.out.WriteString(right(strconv.Itoa(table.Tricks(seat, strain)), 4))
		}
		t.out.WriteString("\n")
	}
}

// parSentence says the par and the contracts in words: "Par 420 for North-South:
// 4♠ by North-South, made".
func (t *terminal) parSentence(par dd.Par) string {
	if len(par.Contracts) == 0 {
		return t.T("par.passed_out")
	}
	side, points := bridge.NS, int(par.Score)
	if points < 0 {
		side, points = bridge.EW, -points
	}
	contracts := make([]string, len(par.Contracts))
	for i, c := range par.Contracts {
		contracts[i] = t.parContract(c)
	}
	return t.T("par.sentence", points, t.Side(side), strings.Join(contracts, "; "))
}

// parContract is a contract of the par: "4♠ by North, made".
func (t *terminal) parContract(c dd.ParContract) string {
	who := t.SideShort(c.Side)
	if c.Seat.Valid() {
		who = notation.Seat(t.Words(), notation.Symbols, c.Seat)
	}
	return who + " " + t.Contract(c.Contract) + bridge.OverText(c.Over())
}
