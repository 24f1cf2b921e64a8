package event_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/draw"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/seed"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// What happens in the simulated Swiss.
const (
	swissTeams  = 64
	swissRounds = 9
	swissBoards = 8
	swissQuota  = 14 // the first so many go on
	leaver      = 23 // withdraws after round 3
	voidRound   = 5  // the match at table 7 is void after three boards, by the away team's fault
	lateRound   = 4  // a board of table 2 is corrected when round 7 is drawn
	forfeitIn   = 7  // the home team of table 12 does not come
	fineIMPs    = 2  // the home team of table 3 loses three IMPs
	fineVP      = 6  // the away team of table 1 loses a victory point
)

const swissRules = "vp.teams = wbf-discrete\nwithdrawal.before_half = stand\nrank.ties = head_to_head, opponents, net"

// simulation is the Swiss as it was played: facts for the engine, and beside them the
// plain record that is counted a second time.
type simulation struct {
	facts []event.Fact
	plain []plainMatch
	fines map[int]int // victory points
}

// plainMatch is a match in plain numbers: scores where the home team, and where the
// away team, sat North-South.
type plainMatch struct {
	round, home, away int
	rooms             [][2]int
	void, forfeited   bool
	fine              int // IMPs of the home team
}

// ladder are scores with nobody vulnerable, the worst for North-South first.
var ladder = []int{-980, -480, -450, -430, -420, -400, -170, -140, -120, -110, -90, -50, 50, 90, 100, 110, 120, 140, 150, 170, 400, 420, 430, 450, 480, 980}

func (s *simulation) say(acts ...event.Act) {
	for _, a := range acts {
		s.facts = append(s.facts, event.Fact{Why: "so it was", Act: a})
	}
}

// simulate plays the event: each round is drawn from the standings before it.
func simulate(t *testing.T, pack *regulation.Pack) *simulation {
	t.Helper()
	luck := seed.New(20261130)
	s := &simulation{fines: map[int]int{}}
	s.say(event.Opened{Kind: event.Teams, Method: event.IMPs})
	skill := map[int]int{}
	for n := 1; n <= swissTeams; n++ {
		s.say(event.Registered{Contestant: team(n)})
		skill[n] = luck.Below(9)
	}
	for b := 1; b <= swissRounds*swissBoards; b++ {
		s.say(event.BoardSet{Board: bridge.Board(b), Dealer: bridge.North, Vul: bridge.NoneVul})
	}
	var history []draw.Group
	for round := 1; round <= swissRounds; round++ {
		in := draw.Input{Round: round, After: round - 1, History: history}
		if round == 1 {
			in.Options = draw.Options{Method: draw.Random, Seed: 64}
			for n := 1; n <= swissTeams; n++ {
				in.Contestants = append(in.Contestants, draw.Contestant{ID: n, Rank: n})
			}
		} else {
			for _, row := range s.standings(t, pack).Lists[0].Rows {
				if row.Rank > 0 {
					in.Contestants = append(in.Contestants, draw.Contestant{ID: row.Contestant.Number, Rank: len(in.Contestants) + 1, Score: row.Total.Value})
				}
			}
		}
		d, err := draw.Swiss(in)
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		history = append(history, d.Groups()...)
		if round == lateRound+3 {
			s.correct(2)
		}
		for i, p := range d.Pairings {
			ref := event.MatchRef{Round: round, Table: p.Table, Home: team(p.Contestants[0])}
			m := plainMatch{round: round, home: p.Contestants[0]}
			if p.Kind == draw.Bye {
				s.say(event.Drawn{MatchRef: ref, Boards: swissBoards})
				s.plain = append(s.plain, m)
				continue
			}
			m.away = p.Contestants[1]
			ref.Away = team(m.away)
			s.say(event.Drawn{MatchRef: ref, Boards: swissBoards})
			boards := swissBoards
			switch {
			case round == voidRound && i == 6:
				boards, m.void = 3, true
				s.say(event.MatchRuled{MatchRef: ref, Ruling: event.MatchVoid, Fault: event.AwaysFault})
			case round == forfeitIn && i == 11:
				boards, m.forfeited = 0, true
				s.say(event.MatchRuled{MatchRef: ref, Ruling: event.MatchForfeited, Fault: event.HomesFault})
			case round == fineIMPs && i == 2:
				m.fine = 3
				s.say(event.Penalised{Ref: "1", Contestant: ref.Home, Round: round, Kind: event.Procedural, Amount: exact.Int(3), Unit: event.PenaltyIMPs})
			case round == fineVP && i == 0:
				s.fines[m.away] = 1
				s.say(event.Penalised{Ref: "2", Contestant: ref.Away, Kind: event.Procedural, Amount: exact.Int(1), Unit: event.PenaltyVP})
			}
			for b := range boards {
				base := 6 + luck.Below(len(ladder)-12)
				var rooms [2]int
				for room := range rooms {
					strong := skill[m.home] - skill[m.away]
					if room == 1 {
						strong = -strong
					}
					at := base + luck.Below(9) - 4 + strong/2
					rooms[room] = ladder[min(max(at, 0), len(ladder)-1)]
				}
				m.rooms = append(m.rooms, rooms)
				s.room(m, b, 0)
				s.room(m, b, 1)
			}
			s.plain = append(s.plain, m)
		}
		if round == 3 {
			s.say(event.Withdrew{Contestant: team(leaver), Planned: swissRounds})
		}
	}
	return s
}

// room tells the result of one room of a board.
func (s *simulation) room(m plainMatch, board, room int) {
	at := event.Meeting{Round: m.round, Board: bridge.Board((m.round-1)*swissBoards + board + 1), Table: 1 + room, NS: team(m.home), EW: team(m.away)}
	if room == 1 {
		at.NS, at.EW = at.EW, at.NS
	}
	points := score.Points(m.rooms[board][room])
	s.say(event.Played{Meeting: at, Score: &points})
}

// correct changes the result of a board three rounds ago: 4♠ made, and not one down.
func (s *simulation) correct(table int) {
	seen := 0
	for i := range s.plain {
		if m := &s.plain[i]; m.round == lateRound {
			if seen++; seen == table {
				m.rooms[0] = [2]int{420, -50}
				s.room(*m, 0, 0)
				s.room(*m, 0, 1)
				return
			}
		}
	}
}

func (s *simulation) standings(t *testing.T, pack *regulation.Pack) *event.Standings {
	t.Helper()
	e, err := event.Fold(s.facts)
	if err != nil {
		t.Fatal(err)
	}
	st, err := e.StandingsUnder(pack)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// TestSwissTeams: a Swiss of 64 teams and nine rounds with all that goes wrong in
// one, counted a second time in plain numbers.
func TestSwissTeams(t *testing.T) {
	pack := packOf(t, swissRules)
	s := simulate(t, pack)
	st := s.standings(t, pack)
	if len(st.Doubts) > 0 {
		t.Errorf("doubts: %v", st.Doubts)
	}
	want := s.count()
	rows := st.Lists[0].Rows
	for i, row := range rows {
		if i >= len(want) {
			break
		}
		var got plainRow
		got.team, got.rank, got.tied = row.Contestant.Number, row.Rank, row.Tied
		got.vp = plainInt(t, row.Total.Value)
		got.won, got.drawn, got.lost = row.Matches.Won, row.Matches.Drawn, row.Matches.Lost
		got.imps, got.against = plainInt(t, row.Matches.For.Value), plainInt(t, row.Matches.Against.Value)
		for _, step := range row.Trace {
			got.trace = append(got.trace, plainInt(t, step.Value.Value))
		}
		if diff := cmp.Diff(want[i], got, cmp.AllowUnexported(plainRow{})); diff != "" {
			t.Fatalf("row %d (-plain +standings):\n%s", i+1, diff)
		}
	}
	if len(rows) != swissTeams || len(want) != swissTeams-1 || rows[swissTeams-1].Contestant != team(leaver) || rows[swissTeams-1].Rank != 0 {
		t.Errorf("%d rows, the last one %+v", len(rows), rows[len(rows)-1])
	}
	last, next := rows[swissQuota-1], rows[swissQuota]
	if !last.Total.Value.Equal(next.Total.Value) || last.Tied || len(last.Trace) == 0 {
		t.Errorf("no tie for the last place that qualifies is broken: %+v and %+v", last, next)
	}
	checkGolden(t, "swissteams.golden", goldenOf(t, st))
}

// plainInt is a number that is whole here.
func plainInt(t *testing.T, f exact.Fraction) int {
	t.Helper()
	n, ok := f.Int64()
	if !ok {
		t.Fatalf("%v is not whole", f)
	}
	return int(n)
}

// checkGolden compares a text with a file of testdata; UPDATE=1 writes it anew.
func checkGolden(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(old), text); diff != "" {
		t.Errorf("%s (-committed +now):\n%s", path, diff)
	}
}

// goldenOf writes the ranking, with all tie-breaks, and why the first teams stand
// where they do.
func goldenOf(t *testing.T, st *event.Standings) string {
	t.Helper()
	var b strings.Builder
	for _, row := range st.Lists[0].Rows {
		m := row.Matches
		fmt.Fprintf(&b, "%2d %-5v team %2v  %6v VP  %d-%d-%d  %v:%v", row.Rank, row.Tied, row.Contestant, row.Total, m.Won, m.Drawn, m.Lost, m.For, m.Against)
		for _, step := range row.Trace {
			fmt.Fprintf(&b, "  %s %v of %d", step.Tie, step.Value, step.Among)
		}
		b.WriteByte('\n')
	}
	for i, row := range st.Lists[0].Rows[:swissQuota+1] {
		if i > 1 && i < swissQuota-1 {
			continue
		}
		n, err := st.WhyRow(row.Contestant)
		if err != nil {
			t.Fatal(err)
		}
		if err := n.Check(); err != nil {
			t.Fatal(err)
		}
		depth := 4
		if i == 0 {
			depth = 99
		}
		b.WriteByte('\n')
		writeNode(&b, n, "", depth)
	}
	return b.String()
}

func writeNode(b *strings.Builder, n *why.Node, indent string, depth int) {
	fmt.Fprintf(b, "%s%v %s", indent, n.Value, n.Rule)
	for _, a := range n.In {
		if a.IsWord {
			fmt.Fprintf(b, " %s=%s", a.Name, a.Word)
		} else {
			fmt.Fprintf(b, " %s=%v", a.Name, a.Num)
		}
	}
	b.WriteByte('\n')
	if depth == 0 {
		return
	}
	for _, o := range n.Of {
		writeNode(b, o, indent+"  ", depth-1)
	}
}

// The second count. It knows nothing of the rooms of this program.

type plainRow struct {
	team, rank       int
	tied             bool
	vp               int
	won, drawn, lost int
	imps, against    int
	trace            []int
}

// plainIMPs is Law 78B: the most points of each step.
func plainIMPs(points int) int {
	if points < 0 {
		return -plainIMPs(-points)
	}
	imps := 0
	for _, least := range []int{20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000} {
		if points >= least {
			imps++
		}
	}
	return imps
}

// plainVP is the discrete WBF scale of eight boards: the first margins of 10 to 20.
func plainVP(margin int) int {
	if margin < 0 {
		return 20 - plainVP(-margin)
	}
	vp := 9
	for _, first := range []int{0, 1, 4, 7, 10, 13, 17, 21, 26, 31, 39} {
		if margin >= first {
			vp++
		}
	}
	return vp
}

func (s *simulation) count() []plainRow {
	rows := map[int]*plainRow{}
	for n := 1; n <= swissTeams; n++ {
		rows[n] = &plainRow{team: n}
	}
	type result struct{ from, to, vp int }
	var results []result
	for _, m := range s.plain {
		home := rows[m.home]
		if m.away == 0 {
			home.vp += 12
			continue
		}
		away := rows[m.away]
		gain, loss := 0, 0
		for _, r := range m.rooms {
			// East-West of the other room have what North-South there have not.
			if imps := plainIMPs(r[0] - r[1]); imps > 0 {
				gain += imps
			} else {
				loss -= imps
			}
		}
		var a, b int
		switch {
		case m.void: // half of eight boards at three IMPs, for and against
			a, b = plainVP(12), plainVP(-12)
		case m.forfeited:
			a, b = 0, 12
		default:
			a, b = plainVP(gain-loss-m.fine), plainVP(loss-gain)
			home.imps, home.against = home.imps+gain, home.against+loss
			away.imps, away.against = away.imps+loss, away.against+gain
		}
		home.vp, away.vp = home.vp+a, away.vp+b
		results = append(results, result{m.home, m.away, a}, result{m.away, m.home, b})
		better := gain - loss - m.fine
		worse := loss - gain
		if m.void || m.forfeited {
			better, worse = a-b, b-a
		}
		for row, sign := range map[*plainRow]int{home: better, away: worse} {
			switch {
			case sign > 0:
				row.won++
			case sign < 0:
				row.lost++
			default:
				row.drawn++
			}
		}
	}
	for n, vp := range s.fines {
		rows[n].vp -= vp
	}
	var list []*plainRow
	for n := 1; n <= swissTeams; n++ {
		if n != leaver {
			list = append(list, rows[n])
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].vp > list[j].vp })
	chain := []func(row *plainRow, among []*plainRow) int{
		func(row *plainRow, among []*plainRow) int { // only where all of them met
			in := map[int]bool{}
			for _, x := range among {
				in[x.team] = true
			}
			met, own, theirs := 0, 0, 0
			for _, r := range results {
				if in[r.from] && in[r.to] {
					met++
				}
				if r.from == row.team && in[r.to] {
					own += r.vp
				}
				if r.to == row.team && in[r.from] {
					theirs += r.vp
				}
			}
			if met != len(among)*(len(among)-1) {
				return 0
			}
			return own - theirs
		},
		func(row *plainRow, _ []*plainRow) (sum int) {
			for _, r := range results {
				if r.from == row.team {
					sum += rows[r.to].vp
				}
			}
			return sum
		},
		func(row *plainRow, _ []*plainRow) int { return row.imps - row.against },
	}
	var untie func(group []*plainRow, rank, step int)
	untie = func(group []*plainRow, rank, step int) {
		if len(group) == 1 || step == len(chain) {
			for _, row := range group {
				row.rank, row.tied = rank, len(group) > 1
			}
			return
		}
		values := map[int]int{}
		for _, row := range group {
			values[row.team] = chain[step](row, group)
			row.trace = append(row.trace, values[row.team])
		}
		sort.SliceStable(group, func(i, j int) bool { return values[group[i].team] > values[group[j].team] })
		for i := 0; i < len(group); {
			j := i
			for j < len(group) && values[group[j].team] == values[group[i].team] {
				j++
			}
			untie(group[i:j], rank+i, step+1)
			i = j
		}
	}
	for i := 0; i < len(list); {
		j := i
		for j < len(list) && list[j].vp == list[i].vp {
			j++
		}
		untie(list[i:j], i+1, 0)
		i = j
	}
	out := make([]plainRow, len(list))
	for i, row := range list {
		out[i] = *row
	}
	return out
}

// TestSwissTeamsPairings: whoever drew the rounds, nobody met twice, and nobody had
// two byes.
func TestSwissTeamsPairings(t *testing.T) {
	met, byes := map[[2]int]bool{}, map[int]bool{}
	s := simulate(t, packOf(t, swissRules))
	for _, m := range s.plain {
		if m.away == 0 {
			if byes[m.home] {
				t.Errorf("two byes of %d", m.home)
			}
			byes[m.home] = true
			continue
		}
		pair := [2]int{min(m.home, m.away), max(m.home, m.away)}
		if met[pair] || m.round > 3 && slices.Contains(pair[:], leaver) {
			t.Errorf("round %d: %v again", m.round, pair)
		}
		met[pair] = true
	}
	if len(byes) != swissRounds-3 || len(met) != 3*swissTeams/2+(swissRounds-3)*(swissTeams-2)/2 {
		t.Errorf("%d byes, %d matches", len(byes), len(met))
	}
}
