package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/score"
)

// said is what one run wrote, and how it ended.
type said struct {
	stdout, stderr string
	status         int
}

func run(args ...string) said {
	var stdout, stderr bytes.Buffer
	status := Run(args, strings.NewReader(""), &stdout, &stderr)
	return said{stdout.String(), stderr.String(), status}
}

func newTerminal(t testing.TB, lang string, columns int) *terminal {
	t.Helper()
	l, err := locale.New(lang)
	if err != nil {
		t.Fatal(err)
	}
	return &terminal{Locale: l, columns: columns}
}

type broken struct{}

func (broken) Read([]byte) (int, error)  { panic("the reader fell over") }
func (broken) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// TestFault: a fault of the program says so, with a status of its own, and has
// written nothing.
func TestFault(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if status := Run([]string{"rank", "-"}, broken{}, &stdout, &stderr); status != 3 || stdout.Len() > 0 {
		t.Errorf("status %d, answer %q", status, stdout.String())
	}
	if !strings.HasPrefix(stderr.String(), "overtrick: error: a fault of the program: the reader fell over\novertrick: hint: ") {
		t.Errorf("%q", stderr.String())
	}
	stderr.Reset()
	if status := Run([]string{"--json", "rank", "-"}, broken{}, &stdout, &stderr); status != 3 {
		t.Errorf("status %d", status)
	}
	if want := `{"error":{"code":"internal","key":"internal",`; !strings.HasPrefix(stderr.String(), want) {
		t.Errorf("%q", stderr.String())
	}
	stderr.Reset()
}

// TestUnwritten: an answer that cannot be written is no fault of the program.
func TestUnwritten(t *testing.T) {
	var stderr bytes.Buffer
	status := Run([]string{"score", "4S="}, strings.NewReader(""), broken{}, &stderr)
	if want := "overtrick: error: the answer cannot be written: no space left\n"; status != 1 || stderr.String() != want {
		t.Errorf("status %d, %q", status, stderr.String())
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		return // a system without a disk that is always full
	}
	defer full.Close()
	stderr.Reset()
	status = Run([]string{"--json", "score", "4S="}, strings.NewReader(""), full, &stderr)
	if want := `{"error":{"code":"unwritten","key":"output.write","text":"the answer cannot be written: no space left on device","at":""}}` + "\n"; status != 1 || stderr.String() != want {
		t.Errorf("status %d, %q", status, stderr.String())
	}
}

// TestStatuses: every code has an exit status, and only a fault of the program
// has that of one.
func TestStatuses(t *testing.T) {
	for _, code := range []bridge.Code{
		bridge.Invalid, bridge.NotFound, bridge.Conflict, bridge.Forbidden, bridge.NoSolution, bridge.Unsupported, journal.Unavailable, Unwritten, Usage, bridge.Internal,
	} {
		status, ok := statuses[code]
		if !ok || status < 1 || status > 3 || (status == 3) != (code == bridge.Internal) {
			t.Errorf("%s: status %d", code, status)
		}
	}
}

// TestAnyArguments: whatever is typed, a refusal writes nothing to standard
// output, in one line that says what is wrong, and is no fault of the program; an
// answer is text or JSON.
func TestAnyArguments(t *testing.T) {
	words := []string{
		"score", "table", "vp", "rank", "match", "draw", "next", "check", "--seed=7", "--ban=1-2", "verify", "regulations", "simulate", "convert", "ebu", "pad", "backup", "restore", "doctor", "journal", "list", "export", "version", "help", "4SX+1", "S", "3NT", "-2", "W", "=", "pass", "8S", "14", "650", "HK",
		"--vul", "ns", "all", "--board", "7", "--edition", "1935", "lexicon", "--house", "no.such.file", "--json", "--brief",
		"--lang", "de", "ru", "--color", "always", "--", "-", "", "\x00", "\xff", "♠", "--help", "--vul=ew", "--form", "chicago", "--strata", "--section", "--winners", "--recap", "--frequencies", "--handicap", "--method", "total", "--set", "--no-redeal", "--dealer", "--regulation", "pary",
		"--seed", "--boards", "--winners", "--accidents", "many", "--to", "csv",
	}
	t.Setenv("XDG_DATA_HOME", t.TempDir()) // a club that is there has nothing to do with it
	rapid.Check(t, func(t *rapid.T) {
		args := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(words), rapid.SampledFrom(words), rapid.String()), 0, 8).Draw(t, "args")
		got := run(args...)
		asJSON := json.Valid([]byte(got.stdout + got.stderr))
		switch {
		case got.status == 3:
			t.Fatalf("a fault of the program: %s", got.stderr)
		case got.status != 0 && got.stdout != "":
			t.Fatalf("status %d with an answer: %s", got.status, got.stdout)
		case got.status != 0 && !strings.Contains(got.stderr, "overtrick: error:") && !asJSON:
			t.Fatalf("no reason is given: %q", got.stderr)
		case got.status == 0 && got.stdout == "":
			t.Fatal("nothing was said")
		case !slices.Contains(args, "always") && strings.ContainsAny(got.stdout+got.stderr, "\x1b\x00"):
			t.Fatalf("a control character came out: %+v", got)
		}
	})
}

// tooWide lists the lines of a text that are wider than the page.
func tooWide(text string, columns int) (lines []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSuffix(line, "\n"); width(line) > columns {
			lines = append(lines, line)
		}
	}
	return lines
}

// pages are the widths that are tried: the widest, what half a screen has, one
// between, and the narrowest.
var pages = []int{widest, 66, 60, narrowest}

// TestPage: every score and every table fits the page, whatever the language, the
// rules, the contract and what became of it.
func TestPage(t *testing.T) {
	for _, lang := range locale.Languages() {
		for _, columns := range pages {
			term := newTerminal(t, lang, columns)
			for _, e := range score.Editions() {
				score.Outcomes(func(o score.Outcome) {
					vul := map[bool]bridge.Vulnerability{false: bridge.NoneVul, true: bridge.AllVul}[o.Vul]
					for _, declarer := range []bridge.Seat{0, bridge.East} {
						whole := e == score.Law77() && columns == 60 && !testing.Short()
						if !whole && (o.Tricks%4 != 0 || o.Contract.Level%2 == 0 || declarer == 0) {
							continue
						}
						s := scored{vul: vul, board: 15, edition: e}
						s.Contract, s.Declarer, s.Tricks = o.Contract, declarer, o.Tricks
						var err error
						if s.node, err = e.Why(o.Contract, o.Vul, o.Tricks); declarer.Valid() && err == nil {
							r, _ := bridge.NewResult(o.Contract, declarer, o.Tricks)
							s.node, err = e.WhyResult(r, vul)
						}
						if err != nil {
							continue // what the edition does not know
						}
						term.out.Reset()
						term.bill(s)
						for _, line := range tooWide(term.out.String(), columns) {
							t.Errorf("%s, %d columns, %s %v: %s", lang, columns, e.Code(), o, line)
						}
					}
				})
				for _, strain := range bridge.Strains {
					o := &outcomes{contract: bridge.Contract{Level: 7, Strain: strain, Doubling: bridge.Redoubled}, edition: e, vuls: []bool{false, true}, scores: map[bool][14]*int{}}
					for _, vul := range o.vuls {
						var column [14]*int
						for tricks := range column {
							if p, err := e.Score(o.contract, vul, tricks); err == nil {
								n := int(p)
								column[tricks] = &n
							} else {
								o.note(term, err)
							}
						}
						o.scores[vul] = column
					}
					term.out.Reset()
					term.outcomes(o)
					for _, line := range tooWide(term.out.String(), columns) {
						t.Errorf("%s, %d columns, %s %v: %s", lang, columns, e.Code(), o.contract, line)
					}
				}
			}
		}
	}
}

// TestHelpPage: every page of the help fits, and says the same on each width.
func TestHelpPage(t *testing.T) {
	words := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	for _, lang := range locale.Languages() {
		for _, command := range append([]string{""}, commands...) {
			for _, columns := range pages {
				term := newTerminal(t, lang, columns)
				page := term.Help(command)
				got := term.reflow(page)
				for _, line := range tooWide(got, columns) {
					if !strings.Contains(line, "overtrick "+command) || columns >= 60 { // what can be typed is not broken
						t.Errorf("%s %s, %d columns: %s", lang, command, columns, line)
					}
				}
				if words(got) != words(page) {
					t.Errorf("%s %s, %d columns: the words are others:\n%s", lang, command, columns, got)
				}
				if columns == widest && got != page {
					t.Errorf("%s %s: the page is not as it was written", lang, command)
				}
			}
		}
	}
}

// TestBreakNames: a pair that needs a second line is whole.
func TestBreakNames(t *testing.T) {
	for _, c := range []struct {
		names string
		width int
		want  []string
	}{
		{"Anna – Bert", 26, []string{"Anna – Bert"}},
		{"Konstantin – Maximiliane", 20, []string{"Konstantin –", "Maximiliane"}},
		{"Marie-Luise Schneider – Hans-Peter Zimmermann", 26, []string{"Marie-Luise Schneider –", "Hans-Peter Zimmermann"}},
		{"Анна Константинопольская – Борис", 16, []string{"Анна", "Константинопольс", "кая – Борис"}},
		{"", 10, []string{""}},
	} {
		if got := breakNames(c.names, c.width); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.names, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.StringMatching(`[A-Za-zА-яß-]{1,12}( [A-Za-zА-я]{1,30})?( – [A-Za-z♠]{1,20}){0,3}`).Draw(t, "names")
		w := rapid.IntRange(1, 40).Draw(t, "width")
		lines := breakNames(names, w)
		letters := func(s string) string { return strings.ReplaceAll(s, " ", "") }
		if letters(strings.Join(lines, "")) != letters(names) {
			t.Fatalf("%q lost something: %q", names, lines)
		}
		for _, l := range lines {
			if width(l) > w {
				t.Fatalf("%q is wider than %d", l, w)
			}
		}
	})
}

func TestWrap(t *testing.T) {
	term := newTerminal(t, "en", 40)
	for _, c := range []struct {
		parts []string
		joint string
		want  string
	}{
		{[]string{"one", "two"}, " · ", "one · two\n"},
		{[]string{"9 tables, 27 boards", "regulation wbf 1", "provisional"}, " · ", "9 tables, 27 boards · regulation wbf 1 ·\n  provisional\n"},
		{[]string{"a sentence that is longer than a line of forty columns"}, "", "a sentence that is longer than a line of\n  forty columns\n"},
		{[]string{"Open pairs", "A club with quite a long name", "Tuesday"}, ", ", "Open pairs,\n  A club with quite a long name, Tuesday\n"},
	} {
		if got := term.wrap(c.parts, c.joint, 2); got != c.want {
			t.Errorf("%q:\n%swant\n%s", c.parts, got, c.want)
		}
	}
}

// TestTints: every colour can be read on white and on black, since a program
// cannot know which it is. The bound is that of WCAG 2.2 for large text, which
// the suits and the bars are; what is read at length has the one for all text.
func TestTints(t *testing.T) {
	for r, tint := range tints {
		if tint == "" {
			continue
		}
		n, err := strconv.Atoi(tint)
		if err != nil {
			t.Fatal(err)
		}
		l := luminance(n)
		onWhite, onBlack := 1.05/(l+0.05), (l+0.05)/0.05
		bound := 3.0
		if role(r) == roleInk2 || role(r) == roleAccent {
			bound = 4.5
		}
		if onWhite < bound || onBlack < bound {
			t.Errorf("role %d, colour %s: contrast %.1f on white, %.1f on black", r, tint, onWhite, onBlack)
		}
	}
}

// luminance is that of WCAG for one of the fixed 240 colours of a terminal.
func luminance(n int) float64 {
	linear := func(v int) float64 {
		c := float64(v) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	if n >= 232 {
		return linear(8 + 10*(n-232))
	}
	level := func(i int) int { return []int{0, 95, 135, 175, 215, 255}[i] }
	n -= 16
	return 0.2126*linear(level(n/36)) + 0.7152*linear(level(n/6%6)) + 0.0722*linear(level(n%6))
}

// TestRealFiles: every file of the shelf is read or refused by what it is.
func TestRealFiles(t *testing.T) {
	for kind, reads := range map[string]bool{"pbn": true, "usebio": true, "lin": false, "html": false, "bws": false, "dealing": false} {
		for _, name := range shelf.Glob(t, "real/"+kind+"/*") {
			got := run("rank", shelf.Path(t, name))
			unknown := strings.Contains(got.stderr, "want PBN, USEBIO or a table of results (CSV, Excel)") || strings.Contains(got.stderr, "names no columns of results")
			if got.status > 1 || unknown == reads && filepath.Ext(name) != ".pbn" {
				t.Errorf("%s: status %d, %s", name, got.status, got.stderr)
			}
		}
	}
}

// TestStates: what became of a meeting without a result is said in every language,
// and not two of them in the same words.
func TestStates(t *testing.T) {
	for _, lang := range locale.Languages() {
		term := newTerminal(t, lang, widest)
		said := map[string]event.State{}
		for _, state := range []event.State{
			event.StateAssigned, event.StateNotPlayed, event.StateSatOut, event.StateLate, event.StateMissed, event.StateCancelled,
		} {
			text := term.outcome(&event.Line{State: state}, bridge.NS)
			if other, twice := said[text]; text == "" || twice || strings.Contains(text, ".") {
				t.Errorf("%s: %s is said as %q, as %q is", lang, state, text, other)
			}
			said[text] = state
		}
		line := &event.Line{State: event.StateAdjusted, Award: bridge.BySide[event.Award]{NS: event.Award{Kind: event.FixedIMPs, IMPs: exact.Of(-5, 2)}}}
		if got, want := term.outcome(line, bridge.NS), term.Decimal("-2.5")+" "+term.T("column.imp"); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}

// TestTotalPoints: a list of points has one number and no percentage, at a terminal
// and in JSON, and the players of an individual event are said to be that.
func TestTotalPoints(t *testing.T) {
	facts := []event.Fact{{Act: event.Opened{Kind: event.Individuals, Method: event.TotalPoints}}}
	for n := 1; n <= 4; n++ {
		facts = append(facts, event.Fact{Act: event.Registered{Contestant: event.Contestant{Number: n}}})
	}
	points := score.Points(420)
	facts = append(facts, event.Fact{Act: event.Played{Meeting: event.Meeting{
		Board: 1, NS: event.Contestant{Number: 1}, South: event.Contestant{Number: 2}, EW: event.Contestant{Number: 3}, West: event.Contestant{Number: 4},
	}, Score: &points}})
	record := &event.Record{Facts: facts}
	standings, err := standingsOf(record, nil)
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string]string{
		"en": `Individual
1 table, 1 board, total points · regulation wbf 1
════════════════════════════════════════════════════════════════════════════════
Pl.  Player   Points
  1=      1      420
  1=      2      420
  3=      3     -420
  3=      4     -420
`,
		"de": "Individualturnier\n1 Tisch, 1 Board, Totalpunkte · Regelwerk wbf 1\n",
		"ru": "Индивидуальный турнир\n1 стол, 1 сдача, сумма очков · регламент wbf 1\n",
	} {
		term := newTerminal(t, lang, widest)
		term.ranking(&reckoned{Record: record, standings: standings}, standings.Lists)
		if got := term.out.String(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: got\n%s\nwant\n%s", lang, got, want)
		}
	}
	out := newTerminal(t, "en", widest).rankingJSON(&reckoned{Record: record, standings: standings}, standings.Lists)
	if row := out.Lists[0].Rows[0]; out.Event.Top != nil || row.Percent != nil || row.Max != nil || row.Total.String() != "420" {
		t.Errorf("%+v", out)
	}
}

// TestRanking: what no file of this release holds, but an event can: boards that
// are still open, a contestant without a place, a second session, long names.
func TestRanking(t *testing.T) {
	term := newTerminal(t, "en", widest)
	people := event.People{
		"a": {Name: "Marie-Luise Schneider"}, "b": {Name: "Hans-Peter Zimmermann"},
		"c": {Name: "Anna"}, "d": {Name: "Bert\x1b[2J"},
	}
	figure := func(n int64, places int) event.Figure { return event.Figure{Value: exact.Of(n, 100), Places: places} }
	one, two := event.Contestant{Number: 1}, event.Contestant{Number: 2}
	meeting := event.Meeting{Session: 2, Table: 3, Board: 19, NS: one, EW: two}
	standings := &event.Standings{
		Info: event.Info{
			Club: "Riverside", Date: "2026-03-03", Kind: event.Pairs, Method: event.Matchpoints,
			Winners: 1, Tables: 1, Boards: 21, Results: 30, Top: figure(1600, 0),
		},
		Regulation: event.Regulation{Name: "wbf", Version: "1"},
		Lists: []event.List{{Name: "all", Rows: []event.Row{
			{Rank: 1, Contestant: one, Persons: []event.PersonID{"a", "b"}, Boards: 20, Total: figure(18250, 1), Percent: figure(5703, 2)},
			{Contestant: two, Persons: []event.PersonID{"c", "d"}},
		}}},
		Boards: []event.BoardSheet{{Session: 2, Board: 19, Lines: []event.Line{
			{Meeting: meeting, State: event.StateAdjusted, Award: bridge.BySide[event.Award]{NS: event.PercentAward(exact.Of(125, 2))}},
			{Meeting: event.Meeting{Board: 20, NS: one}, State: event.StateNotPlayed},
			{Meeting: event.Meeting{Board: 22, NS: one}, State: event.StateSatOut},
			{Meeting: event.Meeting{Board: 23, NS: one, EW: two}, State: event.StateCancelled},
			{Meeting: event.Meeting{Board: 24, NS: one, EW: two}, State: event.StateLate},
		}}, {Board: 25, Lines: []event.Line{
			{Meeting: event.Meeting{Board: 25, Table: 1, NS: one, EW: two}, State: event.StateCancelled},
			{Meeting: event.Meeting{Board: 25, Table: 2, NS: two, EW: one}, State: event.StateCancelled},
		}}},
		Open: []event.Meeting{{Board: 21, NS: one, EW: two}, {Board: 24, NS: one, EW: two}},
	}
	term.ranking(&reckoned{Record: &event.Record{People: people}, standings: standings}, standings.Lists)
	want := `Pairs, Riverside, Tuesday, 3 March 2026
1 table, 21 boards, matchpoints, top 16 · regulation wbf 1 ·
provisional: 2 results missing
════════════════════════════════════════════════════════════════════════════════
Pl.  Pair  Names                                          Boards     MP       %
  1     1  Marie-Luise Schneider – Hans-Peter Zimmermann      20  182.5   57.03
  –     2  Anna – Bert\x1b[2J                                  0      –       –
════════════════════════════════════════════════════════════════════════════════
Session 2, board 19, table 3: ruling, N-S 62.5%, E-W –
Session 1, board 20, pair 1: not played
Session 1, board 23, pairs 1 – 2: cancelled
Session 1, board 25: cancelled
Session 1, board 21, pairs 1 – 2: no result yet
Session 1, board 24, pairs 1 – 2: to be played later
`
	if got := term.out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
