package pbn_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/format/pbn"
	"github.com/overtrick/overtrick/format/table/tabletest"
	"github.com/overtrick/overtrick/internal/shelf"
)

func standings(t *testing.T, rec *event.Record) *event.Standings {
	t.Helper()
	e, err := event.Fold(rec.Facts)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Standings()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRealBridgeTeams: the matches of a real event come out of its file board by
// board as they were published, and who sat where ranks its pairs. One board has the
// result of one room alone.
func TestRealBridgeTeams(t *testing.T) {
	e := shelf.EventNamed(t, "realbridge-teams-9matches")
	rec := read(t, shelf.Open(t, "real/pbn/realbridge-teams-export.pbn")).Record()
	s := standings(t, rec)
	names := map[event.Contestant]string{}
	for _, r := range shelf.Acts[event.Registered](rec.Facts) {
		names[r.Contestant] = rec.People.Name(r.Persons)
	}
	if len(s.Matches) != len(e.Matches) || len(e.Matches) != 9 {
		t.Fatalf("%d matches, published %d", len(s.Matches), len(e.Matches))
	}
	for _, want := range e.Matches {
		team, opponent := e.Teams[want.Team.Number-1], e.Teams[want.Opponent.Number-1]
		i := slices.IndexFunc(s.Matches, func(m event.MatchSheet) bool { return names[m.Home] == team || names[m.Away] == team })
		if i < 0 {
			t.Errorf("%s has no match", team)
			continue
		}
		m := s.Matches[i]
		own, other := m.Won.NS, m.Won.EW
		if names[m.Home] != team {
			own, other = other, own
		}
		if names[m.Home] != opponent && names[m.Away] != opponent || !own.Value.Equal(want.TeamIMPs.Value) || !other.Value.Equal(want.OpponentIMPs.Value) {
			t.Errorf("%s-%s: %v:%v, published %v:%v", team, opponent, own, other, want.TeamIMPs, want.OpponentIMPs)
		}
	}
	differ, compared := s.Compare(rec.Published)
	if len(differ) != 2 || compared != 358 {
		t.Errorf("%d of %d numbers differ, want the two of the board with one room: %v", len(differ), compared, differ)
	}
	// 9 matches, at two tables two pairs each, whoever they were.
	if ups := shelf.Acts[event.LinedUp](rec.Facts); len(ups) != 36 {
		t.Errorf("%d line-ups", len(ups))
	}
	rows := s.Butler()
	if len(rows) != 36 {
		t.Errorf("%d pairs in the Butler ranking", len(rows))
	}
	boards := 0
	for _, row := range rows {
		boards += row.Boards
		if len(rec.People.Names(row.Persons)) != 2 {
			t.Errorf("%v: %q", row.Team, rec.People.Names(row.Persons))
		}
	}
	if boards != 2*179 {
		t.Errorf("%d boards in the Butler ranking, want two pairs for each of 179 results", boards)
	}
	again := read(t, bytes.NewReader(write(t, pbn.FromRecord(rec)))).Record()
	if diff := cmp.Diff(rec.Facts, again.Facts, value); diff != "" {
		t.Errorf("written and read (-first +second):\n%s", diff)
	}
	if text := string(write(t, pbn.FromRecord(rec))); strings.Contains(text, "ScoreTable") || strings.Count(text, "[HomeTeam ") != 179 {
		t.Error("want a game for each table, and no ScoreTable")
	}
}

// TestTeamsRecord: what files of teams say, and the facts they become.
func TestTeamsRecord(t *testing.T) {
	game := func(tags string) string {
		var b strings.Builder
		for tag := range strings.FieldsSeq(tags) {
			name, v, _ := strings.Cut(tag, "=")
			fmt.Fprintf(&b, "[%s \"%s\"]\n", name, v)
		}
		return b.String() + "\n"
	}
	const reds, blues = "HomeTeam=Reds VisitTeam=Blues Competition=Teams Scoring=IMP Contract=Pass ", "HomeTeam=Blues VisitTeam=Reds Competition=Teams Scoring=IMP Contract=Pass "
	for _, c := range []struct{ name, text, want, warn string }{
		{
			"a room, a round and a table",
			game(reds+"Board=1 Room=Open Round=3 Table=5") + game(reds+"Board=1 Room=Closed Round=3 Table=6"),
			"drawn 3 5 1-2, 1: 1-2 3/5, 1: 2-1 3/6", "",
		},
		{
			"rooms that do not agree about the home team",
			game(reds+"Board=1 Room=Open") + game(blues+"Board=2 Room=Open"),
			"drawn 0 0 1-2, 1: 1-2 0/0, 2: 2-1 0/0", "pbn.home_differs",
		},
		{
			"the numbers of teams", game(reds+"Board=1 PairNS=12 PairEW=7") + game(blues+"Board=1 PairNS=7 PairEW=12"), "1: 12-7 0/0, 1: 7-12 0/0", "",
		},
		{
			"the numbers of pairs", game(reds+"Board=1 PairNS=12 PairEW=7") + game(blues+"Board=1 PairNS=8 PairEW=13"), "1: 1-2 0/0, 1: 2-1 0/0", "",
		},
		{
			"two rounds without Room", game(reds+"Board=1 Round=1") + game(reds+"Board=1 Round=2"), "1: 1-2 1/0, 1: 1-2 2/0", "",
		},
		{
			"players", game(reds + "Board=1 Table=1 North=Anna#12 South=Bert East=Cora West=Dirk"),
			"Anna Bert for 1 NS 0-0, Cora Dirk for 2 EW 0-0, 1: 1-2 0/1", "",
		},
		{
			"another pair from the second board on",
			game(reds+"Board=1 North=Anna South=Bert") + game(reds+"Board=2 North=Anna South=Emil") + game(reds+"Board=3 North=Anna South=Emil"),
			"Anna Bert for 1 NS 1-1, Anna Emil for 1 NS 2-3, 1: 1-2 0/0, 2: 1-2 0/0, 3: 1-2 0/0", "",
		},
		{
			"a player in two places", game(reds + "Board=1 North=Anna South=Bert East=Cora West=Anna"),
			"Anna Bert for 1 NS 0-0, 1: 1-2 0/0", "pbn.lineup_twice",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			rec := read(t, strings.NewReader(c.text)).Record()
			var got, keys []string
			for _, f := range rec.Facts {
				switch a := f.Act.(type) {
				case event.Drawn:
					got = append(got, fmt.Sprintf("drawn %d %d %v-%v", a.Round, a.Table, a.Home, a.Away))
				case event.LinedUp:
					got = append(got, fmt.Sprintf("%s for %v %v %d-%d", strings.Join(rec.People.Names(a.Persons), " "), a.Team, a.Side, a.From, a.To))
				case event.Played:
					got = append(got, fmt.Sprintf("%d: %v-%v %d/%d", a.Board, a.NS, a.EW, a.Round, a.Table))
				}
			}
			if got := strings.Join(got, ", "); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			for _, w := range rec.Warnings {
				keys = append(keys, w.Err.Key)
			}
			if got := strings.Join(keys, " "); got != c.warn {
				t.Errorf("warnings %q, want %q", got, c.warn)
			}
			standings(t, rec)
		})
	}
}

// TestBoardAMatch: teams scored board by board are read and written as that.
func TestBoardAMatch(t *testing.T) {
	rec := read(t, strings.NewReader("[Board \"1\"]\n[Competition \"Teams\"]\n[Scoring \"BAM\"]\n[HomeTeam \"Reds\"]\n[VisitTeam \"Blues\"]\n[Contract \"Pass\"]\n")).Record()
	for _, r := range []*event.Record{rec, read(t, bytes.NewReader(write(t, pbn.FromRecord(rec)))).Record()} {
		if o := shelf.Acts[event.Opened](r.Facts)[0]; o.Method != event.BoardAMatch || len(r.Warnings) > 0 {
			t.Errorf("%s, %+v", o.Method, r.Warnings)
		}
	}
}

// TestTeamsWritten: an event of teams with names, rooms and players is written as a
// game for each table and read as the same facts.
func TestTeamsWritten(t *testing.T) {
	one, two := event.Contestant{Number: 3}, event.Contestant{Number: 7}
	result, err := bridge.ParseResult("4S= N")
	if err != nil {
		t.Fatal(err)
	}
	rec := &event.Record{People: event.People{}}
	person := func(name, id string) event.PersonID {
		p := event.Person{Name: name}
		if id != "" {
			p.MemberIDs = map[string]string{"member": id}
		}
		return rec.People.Add(p)
	}
	rec.Add(event.Opened{Title: "Cup", Kind: event.Teams, Method: event.IMPs, Winners: 1},
		event.Registered{Contestant: one, Persons: []event.PersonID{person("Reds & Co.", "")}},
		event.Registered{Contestant: two, Persons: []event.PersonID{person("Голубые", "")}},
		event.Drawn{MatchRef: event.MatchRef{Round: 2, Table: 1, Home: two, Away: one}},
		event.LinedUp{Round: 2, Table: 1, Team: two, Side: bridge.NS, Persons: []event.PersonID{person("Anna", "17"), person("Bert", "")}},
		event.LinedUp{Round: 2, Table: 1, Team: one, Side: bridge.EW, Persons: []event.PersonID{person("Cora", ""), person("Dirk", "")}},
		event.Played{Meeting: event.Meeting{Round: 2, Table: 1, Board: 1, NS: two, EW: one}, Result: result},
		event.Played{Meeting: event.Meeting{Round: 2, Table: 2, Board: 1, NS: one, EW: two}, Result: bridge.PassedOut()},
		event.Ruled{
			Meeting: event.Meeting{Round: 2, Table: 1, Board: 2, NS: two, EW: one},
			Award:   bridge.BySide[event.Award]{NS: event.Award{Kind: event.AveragePlus}, EW: event.PercentAward(exact.Int(40))},
		},
	)
	text := write(t, pbn.FromRecord(rec))
	strict(t, text)
	again := read(t, bytes.NewReader(text)).Record()
	if diff := cmp.Diff(rec, again, value, withoutWarnings); diff != "" {
		t.Errorf("(-written +read)\n%s\n%s", diff, text)
	}
	for _, tag := range []string{`[Room "Open"]`, `[Room "Closed"]`, `[Competition "Teams"]`, `[Round "2"]`, `[Table "2"]`, `[Scoring "IMP"]`, `[North "Anna#17"]`} {
		if !bytes.Contains(text, []byte(tag)) {
			t.Errorf("no %s in\n%s", tag, text)
		}
	}
}

// TestMatchesSurvive: boards of teams that are written and read bring their matches
// what they did.
func TestMatchesSurvive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := tabletest.Teams().Draw(t, "record")
		rec.Facts = slices.DeleteFunc(rec.Facts, func(f event.Fact) bool {
			switch a := f.Act.(type) {
			case event.MatchScored, event.MatchRuled:
				return true // which have no place
			case event.NotPlayed:
				return true // beside a ruling in the other room the home team's room counts, and a ScoreTable does not say which it is
			case event.Drawn:
				return a.Boards > 0
			case event.Ruled:
				// One room alone is ruled on: of two rulings that of the home team's room counts.
				return a.EW.Compare(a.NS) < 0 || len(a.Assigned.NS) > 0 || a.Award.NS.Kind == event.FixedIMPs || a.Award.EW.Kind == event.FixedIMPs
			}
			return false
		})
		if len(shelf.Acts[event.Played](rec.Facts))+len(shelf.Acts[event.Ruled](rec.Facts)) == 0 {
			return
		}
		show := func(rec *event.Record) string {
			e, err := event.Fold(rec.Facts)
			if err != nil {
				t.Fatal(err)
			}
			s, err := e.Standings()
			if err != nil {
				t.Fatal(err)
			}
			var lines []string
			for _, m := range s.Matches {
				if len(m.Boards) > 0 {
					won, low := m.Margin.NS, m.Home
					if m.Away.Compare(m.Home) < 0 {
						won, low = m.Margin.EW, m.Away
					}
					lines = append(lines, fmt.Sprint(m.Round, " ", low, " ", m.State, " ", m.Scored, " ", won))
				}
			}
			slices.Sort(lines)
			return strings.Join(lines, "\n")
		}
		var b bytes.Buffer
		if err := pbn.Write(&b, pbn.FromRecord(rec)); err != nil {
			t.Fatal(err)
		}
		f, err := pbn.Read(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if want, got := show(rec), show(f.Record()); want != got {
			t.Fatalf("%s\n%s", cmp.Diff(want, got), b.String())
		}
	})
}
