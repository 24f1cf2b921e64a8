package movefile_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/format/movefile"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/movement"
)

// goldens are the movements of the shelf.
func goldens(t *testing.T) []*movement.Movement {
	t.Helper()
	lines := bufio.NewScanner(shelf.Open(t, "movements/golden.jsonl"))
	lines.Buffer(nil, 1<<20)
	var out []*movement.Movement
	for lines.Scan() {
		m := new(movement.Movement)
		if err := json.Unmarshal(lines.Bytes(), m); err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// mitchell is a Mitchell of three tables.
func mitchell() *movement.Movement {
	m := movement.New("mitchell", movement.Pairs, 2, 3, 3, 3)
	circle := func(n int) int { return (n+2)%3 + 1 }
	for t := 1; t <= 3; t++ {
		for r := 1; r <= 3; r++ {
			m.Seat(t, r, t, circle(t-r+4), circle(t+r-1))
		}
	}
	return m
}

func mustWrite(t *testing.T, format movefile.Format, m *movement.Movement) (string, []movefile.Warning) {
	t.Helper()
	var b bytes.Buffer
	lost, err := movefile.WriteAs(&b, format, m, 3)
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), lost
}

// keys are those of the warnings, without the findings of the audit.
func keys(list []movefile.Warning) []string {
	out := []string{}
	for _, w := range list {
		if !strings.HasPrefix(w.Err.Key, "movefile.finding") {
			out = append(out, w.Err.Key)
		}
	}
	return out
}

const three = `movement 1
name Mitchell, 3 tables
family mitchell
kind pairs
winners 2
tables 3
rounds 3
sets 3
table 1: 1-1/1 1-3/2  1-2/3s
table 2: 2-2/2 2-1/3p 2-3/1s
table 3: 3-3/3 3-2/1  3-1/2sp
`

func threeTables() *movement.Movement {
	m := mitchell()
	m.Name = "Mitchell, 3 tables"
	for t := 1; t <= 3; t++ {
		m.At(t, 3).Switched = true
	}
	m.At(2, 2).Played, m.At(3, 3).Played = true, true
	return m
}

func TestWrite(t *testing.T) {
	text, _ := mustWrite(t, movefile.Plain, threeTables())
	if diff := cmp.Diff(three, text); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestRead: what people may write, beside what Write writes.
func TestRead(t *testing.T) {
	for _, text := range []string{
		three,
		"\ufeff" + strings.ReplaceAll(three, "\n", "\r\n"),
		strings.TrimSuffix(three, "\n"),
		"# Tuesday\n\nMovement 1 # ours\nTable 3: 3-3/3 3-2/1 3-1/2SP\nTABLE 1: 1-1/1 1-3/2 1-2/3s\ntable 2:2-2/2 2-1/3P   2-3/1s # late\nwinners 2\nname   Mitchell, 3 tables\nfamily mitchell\n",
	} {
		m, warnings, err := movefile.Read(strings.NewReader(text))
		if err != nil {
			t.Errorf("%s\n%v", text, err)
			continue
		}
		if diff := cmp.Diff(threeTables(), m); diff != "" || len(keys(warnings)) > 0 {
			t.Errorf("%s\n%v (-want +got)\n%s", text, warnings, diff)
		}
	}
	played := strings.ReplaceAll(three, "table 1:", "played 2\ntable 1:")
	m, _, err := movefile.Read(strings.NewReader(played))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range m.Slots {
		if want := s.Round < 3 || s.Table == 3; s.Played != want {
			t.Errorf("table %d, round %d: played %v", s.Table, s.Round, s.Played)
		}
	}
}

func TestSpecials(t *testing.T) {
	m := mitchell()
	m.Phantom = movement.Contestant{Line: bridge.EW, Number: 3}
	m.SkipAfter, m.RoverOrder = 2, []int{1, 3}
	text, _ := mustWrite(t, movefile.Plain, m)
	for _, line := range []string{"\nphantom E3\n", "\nskip after 2\n", "\nrover 1 3\n"} {
		if !strings.Contains(text, line) {
			t.Errorf("%q is missing in\n%s", line, text)
		}
	}
	again, _, err := movefile.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(m, again); diff != "" {
		t.Error(diff)
	}
}

// TestUnknownFamily: a family that there is not is said, with its line.
func TestUnknownFamily(t *testing.T) {
	for _, c := range []struct {
		text string
		line int
	}{
		{strings.Replace(three, "family mitchell", "family nosuch", 1), 3},
		{`{"family":"nosuch","kind":"pairs","winners":2,"tables":1,"rounds":1,"sets":1,"grid":[["1-1/1"]]}`, 1},
	} {
		m, warnings, err := movefile.Read(strings.NewReader(c.text))
		if err != nil || m.Family != "nosuch" {
			t.Fatal(m, err)
		}
		if len(warnings) == 0 || warnings[0].Err.Key != "movefile.family" || warnings[0].Line != c.line || !strings.Contains(warnings[0].Text(), "nosuch") {
			t.Errorf("warnings: %+v", warnings)
		}
	}
	if _, warnings, err := movefile.Read(strings.NewReader(three)); err != nil || len(warnings) > 0 && warnings[0].Err.Key == "movefile.family" {
		t.Errorf("%v, %v", warnings, err)
	}
}

// TestRefusals: each fault of a file with its line and its key.
func TestRefusals(t *testing.T) {
	replace := func(old, text string) string { return strings.Replace(three, old, text, 1) }
	for _, tc := range []struct{ text, at, key string }{
		{"", "", "movefile.unknown"},
		{"hello\nworld\n", "", "movefile.unknown"},
		{replace("movement 1", "movement 2"), "line 1", "movefile.version"},
		{replace("name", "nome"), "line 2", "movefile.line"},
		{replace("family mitchell", "name again"), "line 3", "movefile.twice"},
		{replace("family mitchell", "family"), "line 3", "movefile.value"},
		{replace("family mitchell", "family "+strings.Repeat("x", 201)), "line 3", "movefile.long"},
		{replace("kind pairs", "kind dance"), "line 4", "movement.kind"},
		{replace("winners 2", "winners 3"), "line 5", "movefile.number"},
		{replace("winners 2", "winners +2"), "line 5", "movefile.number"},
		{replace("kind pairs", "kind teams"), "line 4", "movement.winners"},
		{replace("tables 3\nr", "tables 4\nr"), "line 1", "movefile.no_table"},
		{replace("tables 3\nr", "tables 2\nr"), "line 11", "movefile.table_extra"},
		{replace("rounds 3", "rounds 2"), "line 9", "movefile.cells"},
		{replace("sets 3", "sets 2"), "line 9", "movefile.cell"},
		{replace("sets 3", "phantom 7"), "line 8", "movement.phantom"},
		{replace("sets 3", "phantom N9"), "line 8", "movement.phantom_nobody"},
		{replace("sets 3", "phantom X7"), "line 8", "movement.contestant"},
		{replace("sets 3", "skip 4"), "line 8", "movefile.skip"},
		{replace("sets 3", "skip after 4"), "line 8", "movefile.skip"},
		{replace("sets 3", "rover 1 4"), "line 8", "movefile.number"},
		{replace("sets 3", "rover 1 1 1 1"), "line 8", "movefile.rover"},
		{replace("sets 3", "played 4"), "line 8", "movefile.number"},
		{replace("table 1:", "table 1"), "line 9", "movefile.table"},
		{replace("table 1:", "table 201:"), "line 9", "movefile.table"},
		{replace("table 2:", "table 1:"), "line 10", "movefile.table_twice"},
		{replace("1-3/2 ", "1:3/2"), "line 9", "movefile.cell"},
		{replace("1-2/3s", "1-2/3ss"), "line 9", "movefile.cell"},
		{replace("1-2/3s", "1-2/3 s"), "line 9", "movefile.cells"},
		{replace("kind pairs\nwinners 2", "kind individual"), "line 8", "movefile.cell_individual"},
		{replace("1-3/2 ", "2-3/2 "), "line 1", "movement.unsound"},
		{"[X] a\n", "", "movefile.unknown"},
		{"[X] a\n1,1,1,1,1\n", "line 2", "movefile.ebu_tables"},
		{"[X] a\n1,1,3,2,1\n1,1,1\n", "line 2", "movefile.ebu_boards"},
		{"[X] a\n1,1,3,3,1\n1,1\n", "line 3", "movefile.ebu_row"},
		{"[X] a\n1,1,3,3,1\n1,x,1\n", "line 3", "movefile.number"},
		{"[X] a\n1,1,3,3,1\n1,1,2\n", "line 3", "movement.cell"},
		{"[X] a\n1,1,3,3,1,1,1,1\n1,1,2\n", "line 2", "movefile.ebu_head"},
		{"---\nname: x\n", "line 1", "movefile.yaml_hands"},
		{"---\nname: [\n", "", "movefile.yaml"},
		{"---\nhands: " + strings.Repeat("[", 21), "line 2", "movefile.yaml_deep"},
		{"---\nhands:\n" + strings.Repeat("- ", 100), "line 3", "movefile.yaml_deep"},
		{"---\nname: &a x\n", "line 2", "movefile.yaml_anchor"},
		{"---\nhands:\n - table: 0\n   round: 1\n   ns: 1\n   ew: 2\n   boards: [1]\n - table: 1\n   round: 1\n   ns: 1\n   ew: 2\n   boards: [1]\n", "line 1", "movefile.yaml_place"},
		{"---\nhands:\n - table: 1\n   round: 1\n   ns: 1\n   ew: 2\n   boards: [1,2]\n - table: 2\n   round: 1\n   ns: 1\n   ew: 2\n   boards: [2, 3]\n", "line 1", "movefile.yaml_overlap"},
		{"---\nhands:\n - table: 1\n   round: 1\n   ns: 1\n   ew: 2\n   boards: [1,2]\n - table: 2\n   round: 1\n   ns: 1\n   ew: 2\n   boards: [3]\n", "line 1", "movefile.yaml_size"},
		{"---\nhands:\n - table: 1\n   round: 1\n   ns: 1\n   ew: 2\n   boards: [1]\n - table: 1\n   round: 1\n   ns: 1\n   ew: 2\n   boards: [1]\n", "line 1", "movefile.yaml_twice"},
		{"{\"kind\":\"pairs\"}", "line 1", "movement.size"},
		{"{\"kind\":", "line 1", "movement.json"},
		{"\x5D\x8D\x00", "", "movefile.mov_short"},
	} {
		_, _, err := movefile.Read(strings.NewReader(tc.text))
		e, ok := errors.AsType[*bridge.Error](err)
		if !ok {
			t.Errorf("%q: %v", tc.text, err)
			continue
		}
		at := tc.at
		if tc.key == "movefile.yaml" { // the line is the library's to say
			at = e.At
		}
		if e.Key != tc.key || e.At != at {
			t.Errorf("%q: %s at %q (%v), want %s at %q", tc.text, e.Key, e.At, err, tc.key, tc.at)
		}
	}
	if _, err := movefile.ReadAll(strings.NewReader("movement 1\n"), movefile.As(movefile.JSON)); err != nil {
		t.Errorf("text as JSON is a fault of its movement, not of the file: %v", err)
	}
	if _, err := movefile.ReadAll(bytes.NewReader(make([]byte, 9<<20))); bridge.CodeOf(err) != bridge.Invalid {
		t.Errorf("too large: %v", err)
	}
}

// TestUnsound: the first fault and its place, and what asks for a warning instead.
func TestUnsound(t *testing.T) {
	text := strings.Replace(three, "1-3/2 ", "2-3/2 ", 1)
	_, _, err := movefile.Read(strings.NewReader(text))
	if want := "line 1: an unsound movement: set_twice N2, round 2, table 1, set 2, 1-0 (faults: 2)"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	m, warnings, err := movefile.Read(strings.NewReader(text), movefile.KeepUnsound())
	if err != nil || m == nil || len(warnings) == 0 || !strings.Contains(warnings[0].Text(), "set_twice") {
		t.Errorf("%v, %v", warnings, err)
	}
}

// TestGolden: all movements of the shelf are read as they were written in each format
// that holds them; what is lost is named.
func TestGolden(t *testing.T) {
	kept := map[movefile.Format]int{}
	for _, m := range goldens(t) {
		for _, format := range movefile.Formats() {
			var b bytes.Buffer
			lost, err := movefile.WriteAs(&b, format, m, 0)
			if bridge.CodeOf(err) == bridge.Unsupported {
				continue
			}
			if err != nil {
				t.Errorf("%s as %s: %v", m.Family, format, err)
				continue
			}
			if got := movefile.Sniff(b.Bytes()); got != format {
				t.Errorf("%s as %s is taken for %q", m.Family, format, got)
			}
			again, _, err := movefile.Read(&b, movefile.KeepUnsound())
			if err != nil {
				t.Errorf("%s as %s: %v", m.Family, format, err)
				continue
			}
			kept[format]++
			if format == movefile.Plain || format == movefile.JSON {
				if diff := cmp.Diff(m, again); diff != "" || len(lost) > 0 {
					t.Errorf("%s as %s: lost %v (-want +got)\n%s", m.Family, format, lost, diff)
				}
				continue
			}
			sameTables(t, format, m, again)
		}
	}
	if kept[movefile.Plain] != 248 || kept[movefile.EBU] != 248 || kept[movefile.ACBL] < 180 || kept[movefile.YAML] < 180 {
		t.Errorf("kept: %v", kept)
	}
}

// sameTables compares what is played at the tables, which no format may change; where
// two winners became one, East-West are counted behind North-South.
func sameTables(t *testing.T, format movefile.Format, m, again *movement.Movement) {
	t.Helper()
	behind := 0
	if m.Winners == 2 && again.Winners == 1 {
		for _, c := range append(m.Contestants(), m.Phantom) {
			if c.Line == bridge.NS {
				behind = max(behind, c.Number)
			}
		}
	}
	for _, s := range m.Slots {
		if !m.Plays(s) {
			continue
		}
		got := *again.At(s.Table, s.Round)
		if behind > 0 {
			s.EW[0] += behind
		}
		if format == movefile.YAML { // sets that nobody plays are left out
			s.Set, got.Set = 0, 0
		}
		s.Switched, s.Played = false, false
		if got != s {
			t.Errorf("%s as %s, table %d, round %d: %v, want %v", m.Family, format, s.Table, s.Round, got, s)
			return
		}
	}
	if a, b := len(m.SitOuts()), len(again.SitOuts()); a != b {
		t.Errorf("%s as %s: %d sit-outs, want %d", m.Family, format, b, a)
	}
}

// TestBlocks: the blocks of EBUScore, one by one. The samples are made here, in the
// layout that its files have.
func TestBlocks(t *testing.T) {
	f, err := movefile.ReadAll(strings.NewReader(`[T1] Mitchell, 3 tables
1,3,9,3,3
1,1,1,1,3,2,1,2,3
2,2,2,2,1,3,2,3,1
3,3,3,3,2,1,3,1,2

[T2] Howell, 2 tables
0,2,9,3,3
4,1,1, 4,2,2, 4,3,3
2,3,1, 3,1,2, 1,2,3

[T3] switched, numbered apart
2,3,9,3,3
1,1,1,1,3,2,1,2,3
2,2,2,2,1,3,2,3,1
3,3,3,3,2,1,3,1,2


[T4] a pair too many
0,2,9,3,3
4,1,1,4,2,2,4,3,3
2,1,1,3,1,2,1,2,3

[T5] teams, one is missing
5,3,6,2,2
1,2,1,1,3,2
2,1,1,2,2,2
3,3,2,3,1,2

[T6] a pair is missing
0,2,9,3,3,4
4,1,1,4,2,2,4,3,3
2,3,1,3,1,2,1,2,3

[T7] East-West 3 is missing
1,3,9,3,3
1,1,1,1,3,0,1,2,3
2,2,2,2,1,3,2,3,0
3,3,0,3,2,1,3,1,2
`))
	if err != nil {
		t.Fatal(err)
	}
	if f.Format != movefile.EBU || len(f.Blocks) != 7 {
		t.Fatalf("%s, %d blocks", f.Format, len(f.Blocks))
	}
	for i, want := range []struct {
		line, winners int
		kind          movement.Kind
		phantom       string
		warnings      []string
		err           string
	}{
		{1, 2, movement.Pairs, "0", []string{}, ""},
		{7, 1, movement.Pairs, "0", []string{}, ""},
		{12, 1, movement.Pairs, "0", []string{"movefile.joined"}, ""},
		{19, 0, "", "", nil, "movement.unsound"},
		{24, 1, movement.Teams, "0", []string{"movefile.ebu_itself"}, ""},
		{30, 1, movement.Pairs, "4", []string{}, ""},
		{35, 2, movement.Pairs, "E3", []string{}, ""},
	} {
		b := f.Blocks[i]
		if b.Line != want.line {
			t.Errorf("block %d begins in line %d, want %d", i+1, b.Line, want.line)
		}
		if want.err != "" {
			if e, ok := errors.AsType[*bridge.Error](b.Err); !ok || e.Key != want.err || b.Movement != nil {
				t.Errorf("block %d: %v, want %s", i+1, b.Err, want.err)
			}
			continue
		}
		if b.Err != nil {
			t.Errorf("block %d: %v", i+1, b.Err)
			continue
		}
		m := b.Movement
		if m.Kind != want.kind || m.Winners != want.winners || m.Phantom.String() != want.phantom {
			t.Errorf("block %d: %s, %d winners, phantom %s", i+1, m.Kind, m.Winners, m.Phantom)
		}
		if diff := cmp.Diff(want.warnings, keys(b.Warnings)); diff != "" {
			t.Errorf("block %d (-want +got)\n%s", i+1, diff)
		}
	}
	if m := f.Blocks[4].Movement; m != nil {
		if s := m.At(2, 2); s.EW != (movement.Who{}) || s.Set != 0 {
			t.Errorf("team 2 plays itself: %v", s)
		}
	}
	if m := f.Blocks[2].Movement; m != nil {
		if s := m.At(1, 2); s.EW[0] != 6 {
			t.Errorf("East-West 3 is %d", s.EW[0])
		}
	}
	text, _ := mustWrite(t, movefile.Plain, mitchell())
	_, warnings, err := movefile.Read(strings.NewReader(text + text))
	if err != nil || !strings.Contains(strings.Join(keys(warnings), " "), "movefile.more") {
		t.Errorf("two movements: %v, %v", warnings, err)
	}
}

// TestLosses: what a format cannot keep has a warning each.
func TestLosses(t *testing.T) {
	m := threeTables()
	m.Name = "Öresund"
	m.Phantom = movement.Contestant{Line: bridge.EW, Number: 3}
	m.SkipAfter, m.RoverOrder = 1, []int{1}
	common := []string{"movefile.lost_family", "movefile.lost_skip", "movefile.lost_rover", "movefile.lost_switched", "movefile.lost_played"}
	for format, more := range map[movefile.Format][]string{
		movefile.EBU:  {"movefile.lost_missing"},
		movefile.ACBL: {"movefile.lost_name", "movefile.lost_phantom"},
		movefile.YAML: {"movefile.lost_winners", "movefile.lost_phantom"},
	} {
		_, lost := mustWrite(t, format, m)
		want := map[string]bool{}
		for _, k := range append(more, common...) {
			want[k] = true
		}
		got := map[string]bool{}
		for _, k := range keys(lost) {
			got[k] = true
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", format, diff)
		}
	}
	teams := movement.New("", movement.Teams, 1, 2, 1, 1)
	teams.Seat(1, 1, 1, 2, 1)
	teams.Seat(2, 1, 2, 1, 1)
	for _, format := range []movefile.Format{movefile.ACBL, movefile.YAML} {
		if _, err := movefile.WriteAs(new(bytes.Buffer), format, teams, 0); bridge.CodeOf(err) != bridge.Unsupported {
			t.Errorf("teams as %s: %v", format, err)
		}
	}
	if _, err := movefile.WriteAs(new(bytes.Buffer), "dance", teams, 0); bridge.CodeOf(err) != bridge.NotFound {
		t.Errorf("an unknown format: %v", err)
	}
	teams.Slots = teams.Slots[:1]
	if err := movefile.Write(new(bytes.Buffer), teams); bridge.CodeOf(err) != bridge.Invalid {
		t.Errorf("half a grid: %v", err)
	}
}

// TestMOV: the bytes of a .MOV, and what can be wrong with them.
func TestMOV(t *testing.T) {
	m := mitchell()
	text, _ := mustWrite(t, movefile.ACBL, m)
	if len(text) != 0x2C3+27 || text[:6] != "\x5D\x8D\x00\x03\x03\x03" || !strings.HasPrefix(text[6:], "mitchell  ") || text[0x29F:0x2A2] != "\x01\x02\x03" || text[0x2C3:0x2C9] != "\x01\x01\x01\x01\x03\x02" {
		t.Errorf("%d bytes: %q", len(text), text)
	}
	change := func(at int, to byte) string { return text[:at] + string([]byte{to}) + text[at+1:] }
	for _, tc := range []struct{ text, key string }{
		{text[:len(text)-1], "movefile.mov_size"},
		{change(2, 7), "movefile.mov_kind"},
		{change(3, 0), "movement.size"},
		{change(0x29F, 2), "movefile.mov_order"},
		{change(0x2C5, 9), "movement.cell"},
		{change(0x2C3, 2), "movement.unsound"},
	} {
		_, _, err := movefile.Read(strings.NewReader(tc.text))
		if e, ok := errors.AsType[*bridge.Error](err); !ok || e.Key != tc.key {
			t.Errorf("%v, want %s", err, tc.key)
		}
	}
	renamed := text[:0x29F] + "\x02\x01" + text[0x2A1:]
	again, warnings, err := movefile.Read(strings.NewReader(renamed))
	if err != nil || again.At(1, 1).Set != 2 || len(keys(warnings)) != 1 {
		t.Errorf("%v %v", warnings, err)
	}
}

// TestYAML: boards of a file become sets.
func TestYAML(t *testing.T) {
	text, _ := mustWrite(t, movefile.YAML, mitchell())
	if !strings.Contains(text, "numberTeams: 6\n") || !strings.Contains(text, "  - table: 2\n    round: 1\n    ns: 2\n    ew: 5\n    boards: [4, 5, 6]\n") {
		t.Error(text)
	}
	m, warnings, err := movefile.Read(strings.NewReader(strings.ReplaceAll(text, "[4, 5, 6]", "[25, 24, 26]") + "colour: red\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := m.At(2, 1).Set; got != 3 {
		t.Errorf("set %d", got)
	}
	if diff := cmp.Diff([]string{"movefile.yaml_key", "movefile.yaml_renumbered"}, keys(warnings)); diff != "" {
		t.Error(diff)
	}
}

// grids draws a movement that need not be sound.
func grids() *rapid.Generator[*movement.Movement] {
	return rapid.Custom(func(t *rapid.T) *movement.Movement {
		kind := rapid.SampledFrom([]movement.Kind{movement.Pairs, movement.Teams, movement.Individual}).Draw(t, "kind")
		winners := 1
		if kind == movement.Pairs {
			winners = rapid.IntRange(1, 2).Draw(t, "winners")
		}
		size := func(what string) int { return rapid.IntRange(1, 6).Draw(t, what) }
		m := movement.New(rapid.StringMatching(`([a-z_]{1,9})?`).Draw(t, "family"), kind, winners, size("tables"), size("rounds"), size("sets"))
		m.Name = rapid.StringMatching(`([A-Za-zäж#0-9"':]{1,9}( [A-Z#&*]{1,3})?)?`).Draw(t, "name")
		number := func() int { return rapid.IntRange(0, 12).Draw(t, "number") }
		for i := range m.Slots {
			s := &m.Slots[i]
			s.NS[0], s.EW[0] = number(), number()
			if kind == movement.Individual {
				s.NS[1], s.EW[1] = number(), number()
			}
			if !s.Empty() {
				s.Set = rapid.IntRange(0, m.Sets).Draw(t, "set")
			}
			s.Switched, s.Played = rapid.Bool().Draw(t, "switched"), rapid.Bool().Draw(t, "played")
		}
		if rapid.Bool().Draw(t, "phantom") {
			if all := m.Contestants(); len(all) > 0 {
				m.Phantom = rapid.SampledFrom(all).Draw(t, "who")
			}
		}
		m.SkipAfter = rapid.IntRange(0, m.Rounds).Draw(t, "skip")
		for range rapid.IntRange(0, m.Rounds).Draw(t, "rovers") {
			m.RoverOrder = append(m.RoverOrder, rapid.IntRange(1, m.Tables).Draw(t, "rover"))
		}
		return m
	})
}

// TestRoundTrip: what was written is read back as it was, whatever it is.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := grids().Draw(t, "movement")
		var b bytes.Buffer
		if err := movefile.Write(&b, m); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		again, _, err := movefile.Read(&b, movefile.KeepUnsound())
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if diff := cmp.Diff(m, again); diff != "" {
			t.Fatalf("(-want +got)\n%s\n%s", diff, text)
		}
		for _, format := range movefile.Formats() { // the others may refuse, and no more
			if _, err := movefile.WriteAs(new(bytes.Buffer), format, m, 2); err != nil && bridge.CodeOf(err) != bridge.Unsupported {
				t.Fatalf("%s: %v", format, err)
			}
		}
	})
}

// FuzzRead: every input gives movements or refusals, the same each time, and what is
// read can be written and is read back.
func FuzzRead(f *testing.F) {
	m := threeTables()
	for _, format := range movefile.Formats() {
		var b bytes.Buffer
		if _, err := movefile.WriteAs(&b, format, m, 3); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Add([]byte("[T] x\n2,2,2,1,2,3\n1,1,1,2,2,2\n2,2,0,1,1,0\n"))
	f.Add([]byte("movement 1\nkind individual\ntable 1: 1-2v3-4/1 -p\nplayed 1\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return // a larger one finds nothing else
		}
		file, err := movefile.ReadAll(bytes.NewReader(data), movefile.KeepUnsound())
		if err != nil {
			return
		}
		lines := bytes.Count(data, []byte("\n")) + 2
		for _, b := range file.Blocks {
			for _, w := range b.Warnings {
				if w.Line < 0 || w.Line > lines {
					t.Errorf("line %d of %d", w.Line, lines)
				}
			}
			if (b.Err == nil) == (b.Movement == nil) {
				t.Fatalf("movement %v, error %v", b.Movement, b.Err)
			}
			if b.Err != nil {
				continue
			}
			var out bytes.Buffer
			if err := movefile.Write(&out, b.Movement); err != nil {
				t.Fatal(err)
			}
			text := out.String()
			again, _, err := movefile.Read(&out, movefile.KeepUnsound())
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			out.Reset()
			if err := movefile.Write(&out, again); err != nil || out.String() != text {
				t.Fatalf("%v\n%s\n%s", err, text, out.String())
			}
		}
	})
}

// FuzzRepair: what is read is audited, has a guide, and is planned anew after any
// accident, without a panic.
func FuzzRepair(f *testing.F) {
	for _, m := range []*movement.Movement{mitchell(), threeTables()} {
		var b bytes.Buffer
		if err := movefile.Write(&b, m); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes(), 2, 1, 2)
	}
	f.Add([]byte("movement 1\nkind individual\ntable 1: 1-2v3-4/1 -p\nplayed 1\n"), 2, 0, 3)
	f.Add([]byte("movement 1\nkind teams\nphantom 2\ntable 1: 1-2/1 2-1/1\ntable 2: 2-1/1 2-2/2\n"), 1, 2, 4)
	f.Fuzz(func(t *testing.T, data []byte, round, gone, late int) {
		if len(data) > 2048 {
			return // a larger one finds nothing else
		}
		file, err := movefile.ReadAll(bytes.NewReader(data), movefile.KeepUnsound())
		if err != nil {
			return
		}
		for _, b := range file.Blocks {
			m := b.Movement
			if m == nil || m.Tables > 8 || m.Rounds > 8 {
				continue
			}
			if a := m.Audit(); a.Sound() != (a.FaultCount() == 0) {
				t.Fatalf("%+v", a)
			}
			m.Guide()
			ask := movement.Accident{Round: round, Steps: 20_000}
			all := m.Contestants()
			if gone > 0 && gone <= len(all) {
				ask.Gone = all[gone-1 : gone]
			}
			if late > 0 && late < 1000 {
				ask.Late = []movement.Late{{Contestant: movement.Contestant{Number: late}, Round: max(round, 1)}}
			}
			for i := range m.Slots {
				m.Slots[i].Played = m.Slots[i].Played || m.Slots[i].Round < round && m.Plays(m.Slots[i])
			}
			plans, err := m.Repair(ask)
			if err == nil && len(plans) == 0 {
				t.Fatal("no plan and no refusal")
			}
			for _, r := range plans {
				if err := r.Plan.Check(); err != nil {
					t.Fatalf("%s: %v", r.Strategy, err)
				}
				r.Plan.Guide()
			}
		}
	})
}
