package table_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/format/table"
	"github.com/overtrick/overtrick/format/table/tabletest"
	"github.com/overtrick/overtrick/internal/shelf"
)

// TestTeamsRoundTrip: an event of teams that is written as a table, a history of
// matches and a list is read as the same facts.
func TestTeamsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := tabletest.Teams().Draw(t, "record")
		if _, err := event.Fold(rec.Facts); err != nil {
			t.Fatalf("drawn: %v", err)
		}
		var results, matches, pairs bytes.Buffer
		for _, write := range []func() ([]*bridge.Error, error){
			func() ([]*bridge.Error, error) { return table.Write(&results, rec) },
			func() ([]*bridge.Error, error) { return table.WriteMatches(&matches, rec) },
			func() ([]*bridge.Error, error) { return table.WritePairs(&pairs, rec) },
		} {
			if lost, err := write(); err != nil || len(lost) > 0 {
				t.Fatalf("%v, lost: %v", err, lost)
			}
		}
		list, err := table.ReadPairs(bytes.NewReader(pairs.Bytes()), "")
		if err != nil {
			t.Fatalf("%v\n%s", err, pairs.String())
		}
		history, err := table.ReadMatches(bytes.NewReader(matches.Bytes()), "")
		if err != nil {
			t.Fatalf("%v\n%s", err, matches.String())
		}
		again, err := table.Options{Pairs: list, Matches: history}.Read(bytes.NewReader(results.Bytes()))
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, results.String(), matches.String())
		}
		if diff := cmp.Diff(rec.Facts, again.Facts, cmp.Comparer(exact.Fraction.Equal), cmpopts.EquateComparable(bridge.Result{}, bridge.Deal{}, dd.Table{})); diff != "" {
			t.Fatalf("%s\n%s\n%s", diff, results.String(), matches.String())
		}
		for _, w := range again.Warnings {
			if w.Err.Key != "table.rare" {
				t.Fatalf("line %d: %s", w.Line, w.Text())
			}
		}
	})
}

// acts says the facts of a record behind its registrations, one a line.
func acts(rec *event.Record) string {
	var lines []string
	for _, f := range rec.Facts {
		var s string
		at := func(m event.MatchRef) string {
			return strings.TrimSuffix(strings.Join([]string{exact.Int(m.Round).String(), exact.Int(m.Table).String(), m.Home.String() + "-" + m.Away.String()}, " "), "-Contestant(none)")
		}
		vp := func(home, away *exact.Fraction) string {
			switch {
			case home == nil:
				return ""
			case away == nil:
				return " vp " + home.String()
			}
			return " vp " + home.String() + ":" + away.String()
		}
		switch a := f.Act.(type) {
		case event.Drawn:
			if s = "drawn " + at(a.MatchRef); a.Boards > 0 {
				s += " boards " + exact.Int(a.Boards).String()
			}
			if a.Triangle {
				s += " triangle"
			}
		case event.MatchScored:
			s = "scored " + at(a.MatchRef) + " " + a.HomeOf.String() + ":" + a.AwayOf.String() + vp(a.HomeVP, a.AwayVP)
			if a.VPOnly {
				s += " alone"
			}
		case event.MatchRuled:
			s = "ruled " + at(a.MatchRef) + " " + string(a.Ruling) + " " + string(a.Fault) + vp(a.HomeVP, a.AwayVP)
		case event.Played:
			s = "played " + a.NS.String() + "-" + a.EW.String()
		default:
			continue
		}
		if s = strings.TrimSpace(s); f.Why != "" {
			s += " because " + f.Why
		}
		lines = append(lines, s)
	}
	return strings.Join(lines, "\n")
}

// TestReadTeams: columns of teams and histories of matches, and the facts they become.
func TestReadTeams(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		warnings         string
	}{
		{
			"rooms say who is at home",
			"match,room,table,board,ns,ew,score\n1,Closed,2,1,1,2,420\n1,O,1,1,2,1,450\n",
			"drawn 0 1 2-1\nplayed 1-2\nplayed 2-1", "",
		},
		{
			"a match with one room missing is open, no error",
			"match;room;board;ns;ew;score\nA;open;1;1;2;420\n", "drawn 0 0 1-2\nplayed 1-2", "",
		},
		{
			"no room, nobody at home", "match,board,ns,ew,score\n1,1,1,2,420\n1,1,2,1,420\n", "played 1-2\nplayed 2-1", "",
		},
		{
			"several matches of a team and no round", "match,room,board,ns,ew,score\n1,o,1,1,2,420\n2,o,1,1,3,420\n", "played 1-2\nplayed 1-3", "",
		},
		{
			"a triangle",
			"round,match,room,board,ns,ew,score\n1,1,o,1,1,2,420\n1,2,o,1,2,3,420\n1,3,o,1,3,1,420\n",
			"drawn 1 0 1-2 triangle\ndrawn 1 0 2-3 triangle\ndrawn 1 0 3-1 triangle\nplayed 1-2\nplayed 2-3\nplayed 3-1", "",
		},
		{
			"who sits where changes at half-time",
			"room,board,ns,ew,score\no,1,1,2,420\nc,1,2,1,420\no,2,2,1,110\nc,2,1,2,110\n",
			"drawn 0 0 1-2\nplayed 1-2\nplayed 2-1\nplayed 2-1\nplayed 1-2", "table.room_turned",
		},
		{
			"a history: played, not yet, bye",
			"away;home;round;boards;home_imps;away_imps;home_vp;away_vp;note;table\n2;1;1;20;42;12,5;17,12;2,88;;3\n3;4;1;20;;;;;by phone;\n;5;1;;;;;;;\n",
			"drawn 1 3 1-2 boards 20\ndrawn 1 0 4-3 boards 20 because by phone\ndrawn 1 0 5\nscored 1 3 1-2 42:25/2 vp 428/25:72/25", "",
		},
		{
			"rulings",
			"round,home,away,home_imps,away_imps,home_vp,away_vp,note\n1,1,2,,,,,void: the boards were lost\n1,3,4,,,,,Forfeit away\n1,5,6,10,3,12,6,adjusted; slow play\n1,7,8,,,,,void of ideas\n",
			"drawn 1 0 1-2\ndrawn 1 0 3-4\ndrawn 1 0 5-6\ndrawn 1 0 7-8 because void of ideas\nruled 1 0 1-2 void because the boards were lost\nruled 1 0 3-4 forfeited away\nscored 1 0 5-6 10:3\nruled 1 0 5-6 adjusted  vp 12:6 because slow play", "table.note_ruling",
		},
		{"victory points of a bye", "home,away,home_vp\n1,,12\n", "drawn 0 0 1\nscored 0 0 1 0:0 vp 12", ""},
		{"nothing for nobody in a bye", "home,away,home_imps,away_imps,home_vp,away_vp\n1,,0,0,15,0\n", "drawn 0 0 1\nscored 0 0 1 0:0 vp 15", ""},
		{"victory points alone", "home,away,home_vp,away_vp\n1,2,14,6\n", "drawn 0 0 1-2\nscored 0 0 1-2 0:0 vp 14:6 alone", ""},
		{"whose fault a void match is", "home,away,note\n1,2,void home\n", "drawn 0 0 1-2\nruled 0 0 1-2 void home", ""},
		{"victory points of a match that is void", "home,away,home_vp,away_vp,note\n1,2,9,9,void\n", "drawn 0 0 1-2\nruled 0 0 1-2 void", "table.ruled_vp"},
		{
			"two sessions", "session,round,home,away\n1,1,1,2\n2,1,2,1\n", "drawn 1 0 1-2\ndrawn 1 0 2-1", "",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			rec, err := table.Read(strings.NewReader(c.text))
			if err != nil {
				t.Fatal(err)
			}
			opened := rec.Facts[0].Act.(event.Opened)
			if opened.Kind != event.Teams || opened.Method != event.IMPs {
				t.Errorf("%+v", opened)
			}
			if diff := cmp.Diff(c.want, acts(rec)); diff != "" {
				t.Error(diff)
			}
			var keys []string
			for _, w := range rec.Warnings {
				keys = append(keys, w.Err.Key)
			}
			if got := strings.Join(keys, " "); got != c.warnings {
				t.Errorf("warnings %q, want %q", got, c.warnings)
			}
			if _, err := event.Fold(rec.Facts); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestTeamsRefused: what cannot be right, and where it stands.
func TestTeamsRefused(t *testing.T) {
	for _, c := range []struct{ name, text, key, at string }{
		{"a team meeting itself", "match,room,board,ns,ew,score\n1,o,1,2,2,420\n", "table.itself", "line 2, column ew"},
		{"a room that is none", "room,board,ns,ew,score\nkitchen,1,1,2,420\n", "table.room", "line 2, column room"},
		{"a match of three teams", "match,board,ns,ew,score\n1,1,1,2,420\n1,1,3,1,420\n", "table.match_teams", "line 3, column match"},
		{"two matches of two teams in a round", "match,board,ns,ew,score\n1,1,1,2,420\n2,1,2,1,420\n", "table.match_again", "line 3, column match"},
		{"a board twice in a room", "room,board,ns,ew,score\no,1,1,2,420\no,1,2,1,420\n", "table.room_twice", "line 3, column room"},
		{"a side", "match,board,ns,ew,score\n1,1,1NS,2,420\n", "table.side", "line 2, column ns"},
		{"players of individuals", "match,board,n,s,e,w,score\n1,1,1,2,3,4,420\n", "table.teams_columns", "line 1"},
		{"a history: itself", "home,away\n1,1\n", "table.itself", "line 2, column away"},
		{"nobody at home", "home,away\n,1\n", "table.no_home", "line 2, column home"},
		{"a team twice in a round", "round,home,away\n1,1,2\n1,3,1\n", "table.match_team", "line 2, column home"},
		{"the other side twice in a round", "round,home,away\n1,1,2\n1,3,2\n", "table.match_team", "line 2, column away"},
		{"a match twice", "round,home,away\n1,1,2\n1,2,1\n", "table.match_twice", "line 3, column home"},
		{"IMPs of one side", "home,away,home_imps\n1,2,10\n", "table.match_one_side", "line 2, column away_imps"},
		{"victory points of one side", "home,away,home_imps,away_imps,home_vp,away_vp\n1,2,10,3,,5\n", "table.match_one_side", "line 2, column home_vp"},
		{"IMPs below zero", "home,away,home_imps,away_imps\n1,2,-10,3\n", "table.match_imps", "line 2, column home_imps"},
		{"more IMPs than the boards have", "home,away,boards,home_imps,away_imps\n1,2,2,3,49\n", "table.match_imps", "line 2, column away_imps"},
		{"no number", "home,away,home_imps,away_imps\n1,2,ten,3\n", "table.match_number", "line 2, column home_imps"},
		{"victory points beyond any scale", "home,away,home_imps,away_imps,home_vp,away_vp\n1,2,1,1,101,0\n", "table.match_vp", "line 2, column home_vp"},
		{"no boards", "home,away,boards\n1,2,0\n", "table.number", "line 2, column boards"},
		{"too many boards", "home,away,boards\n1,2,1001\n", "table.match_boards", "line 2, column boards"},
		{"neither half nor whole", "home,away,half\n1,2,third\n", "table.half", "line 2, column half"},
		{"adjusted to nothing", "home,away,note\n1,2,adjusted\n", "table.adjusted", "line 2, column home_vp"},
		{"a bye with IMPs", "home,away,home_imps\n1,,10\n", "table.bye_imps", "line 2, column home_imps"},
		{"a bye with points for nobody", "home,away,home_vp,away_vp\n1,,12,8\n", "table.bye_vp", "line 2, column away_vp"},
		{"a ruling on a bye", "home,away,note\n1,,void\n", "table.bye_ruled", "line 2, column note"},
		{"a side in a history", "home,away\n1NS,2\n", "table.side", "line 2, column home"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := table.Read(strings.NewReader(c.text))
			e, ok := errors.AsType[*bridge.Error](err)
			if !ok || e.Key != c.key || e.At != c.at {
				t.Errorf("%v, want %s at %s", err, c.key, c.at)
			}
		})
	}
	for _, c := range []struct {
		name, text, key string
		o               table.Options
	}{
		{"two lists of teams", "match,board,ns,ew,score\n", "table.teams_lists", table.Options{Winners: 2}},
		{"two lists of a history", "home,away\n", "table.teams_lists", table.Options{Winners: 2}},
		{"two histories", "home,away\n", "table.two_histories", table.Options{Matches: &table.Matches{}}},
	} {
		_, err := c.o.Read(strings.NewReader(c.text))
		if e, ok := errors.AsType[*bridge.Error](err); !ok || e.Key != c.key {
			t.Errorf("%s: %v, want %s", c.name, err, c.key)
		}
	}
	if _, err := table.ReadMatches(strings.NewReader("round,home\n1,2\n"), ""); err == nil || err.(*bridge.Error).Key != "table.match_columns" {
		t.Errorf("a history without away: %v", err)
	}
}

// TestTeamsOption: a table without columns of teams is one of teams if it is said.
func TestTeamsOption(t *testing.T) {
	rec, err := table.Options{Teams: true}.Read(strings.NewReader("round,board,ns,ew,score\n1,1,1,2,420\n1,1,2,1,420\n1,2,1,2,110\n2,1,1,2,420\n"))
	if err != nil {
		t.Fatal(err)
	}
	e, err := event.Fold(rec.Facts)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Standings()
	if err != nil || len(s.Matches) != 2 || s.Matches[0].State != event.MatchOpen {
		t.Errorf("%+v, %v: want two matches, the first one open", s.Matches, err)
	}
}

// TestTeamsLost: what a history has no place for is named.
func TestTeamsLost(t *testing.T) {
	one, two := event.Contestant{Number: 1}, event.Contestant{Number: 2}
	ref := event.MatchRef{Round: 1, Home: one, Away: two}
	rec := &event.Record{}
	rec.Add(
		event.Opened{Kind: event.Teams, Method: event.IMPs}, event.Registered{Contestant: one}, event.Registered{Contestant: two},
		event.Drawn{MatchRef: ref}, event.Drawn{MatchRef: ref, Knockout: true, Boards: 8},
		event.MatchScored{MatchRef: event.MatchRef{Round: 1, Home: two, Away: one}, HomeOf: exact.Int(3), AwayOf: exact.Int(30)},
		event.LinedUp{Round: 1, Team: one, Side: bridge.NS},
	)
	var b bytes.Buffer
	lost, err := table.WriteMatches(&b, rec)
	if err != nil {
		t.Fatal(err)
	}
	if want := "round,table,home,away,boards,knockout,home_imps,away_imps,home_vp,away_vp,note\n1,,1,2,8,yes,30,3,,,\n"; b.String() != want {
		t.Errorf("%s\nwant\n%s", b.String(), want)
	}
	var keys []string
	for _, e := range lost {
		keys = append(keys, e.Key)
	}
	if diff := cmp.Diff([]string{"table.lost.history", "table.lost.lineups"}, keys); diff != "" {
		t.Error(diff)
	}
}

// TestHalves: a history says which matches are half ones, in several words; those of a
// triangle are so together, or a warning says otherwise.
func TestHalves(t *testing.T) {
	for _, c := range []struct {
		cells    [3]string
		halves   [3]bool
		warnings int
	}{
		{[3]string{"yes", "X", "1"}, [3]bool{true, true, true}, 0},
		{[3]string{"half", "½", "y"}, [3]bool{true, true, true}, 0},
		{[3]string{"", "no", "-"}, [3]bool{}, 0},
		{[3]string{"yes", "yes", ""}, [3]bool{true, true, false}, 1},
		{[3]string{"0", "full", "yes"}, [3]bool{false, false, true}, 1},
	} {
		text := "round,home,away,boards,half\n"
		for i, cell := range c.cells {
			text += []string{"1,1,2,4,", "1,2,3,4,", "1,3,1,4,"}[i] + cell + "\n"
		}
		m, err := table.ReadMatches(strings.NewReader(text), "")
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range c.halves {
			if m.List[i].Half != want || !m.List[i].Triangle {
				t.Errorf("%q: match %d is %+v, want half %v", c.cells, i+1, m.List[i], want)
			}
		}
		if len(m.Warnings) != c.warnings || c.warnings > 0 && m.Warnings[0].Err.Key != "table.half_mixed" {
			t.Errorf("%q: warnings %v, want %d", c.cells, m.Warnings, c.warnings)
		}
	}
}

// TestNoteRuling: a note that begins like a ruling and is none is a reason, with a warning.
func TestNoteRuling(t *testing.T) {
	for note, want := range map[string]string{
		"late": "table.note_ruling", "Late: flat tyre": "table.note_ruling", "late home, flat tyre": "table.note_ruling",
		"late home: flat tyre": "", "note: late": "", "later than planned": "",
	} {
		m, err := table.ReadMatches(strings.NewReader("round;home;away;boards;home_imps;away_imps;note\n1;1;2;8;12;8;"+note+"\n"), "")
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, w := range m.Warnings {
			got += w.Err.Key
		}
		if got != want {
			t.Errorf("%q: warnings %q, want %q", note, got, want)
		}
	}
}

// TestLateVP: victory points of a match that began late stand as reported where there is
// nothing that a rule could make them of; with IMPs the rule makes them.
func TestLateVP(t *testing.T) {
	for cells, want := range map[string]string{";;12;8": "table.late_vp 12 8 and no ruling", "20;10;12;8": "table.ruled_vp late"} {
		text := "round;home;away;boards;home_imps;away_imps;home_vp;away_vp;note\n1;1;2;8;" + cells + ";late home\n"
		m, err := table.ReadMatches(strings.NewReader(text), "")
		if err != nil || len(m.Warnings) != 1 {
			t.Fatal(m, err)
		}
		got, line := m.Warnings[0].Err.Key, m.List[0]
		if line.VP.NS != nil {
			got += " " + line.VP.NS.String() + " " + line.VP.EW.String() + " and no ruling"
		}
		if got += strings.TrimSuffix(" "+string(line.Ruling), " "); got != want {
			t.Errorf("%s: %s, want %s", cells, got, want)
		}
	}
}

// TestKnockoutColumns: a history says which matches are knock-outs and what they begin
// with, and is written as it was read.
func TestKnockoutColumns(t *testing.T) {
	const text = "round,table,home,away,boards,knockout,carry,home_imps,away_imps,home_vp,away_vp,note\n" +
		"1,1,1,4,16,yes,5.5,30,33,,,\n1,2,2,3,16,yes,-4,20,10,,,\n2,1,1,2,16,yes,,,,,,\n2,2,4,3,16,yes,0,,,,,\n"
	m, err := table.ReadMatches(strings.NewReader(text), "")
	if err != nil || len(m.List) != 4 || !m.List[0].Knockout || !m.List[0].Lead.Equal(exact.Of(11, 2)) || !m.List[1].Lead.Equal(exact.Int(-4)) || m.List[2].Lead != nil || m.List[3].Lead == nil {
		t.Fatalf("%+v, %v", m, err)
	}
	rec, err := table.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if lost, err := table.WriteMatches(&b, rec); err != nil || len(lost) > 0 || b.String() != text {
		t.Errorf("%v, %v, written\n%s\nwant\n%s", lost, err, b.String(), text)
	}
	for _, c := range []struct{ line, key string }{
		{"1,1,2,8,perhaps,", "table.knockout"},
		{"1,1,2,8,yes,many", "table.match_number"},
		{"1,1,2,8,yes,-193", "table.match_imps"},
		{"1,1,,8,yes,3", "table.bye_imps"},
	} {
		_, err := table.ReadMatches(strings.NewReader("round,home,away,boards,knockout,carry\n"+c.line+"\n"), "")
		if e, ok := err.(*bridge.Error); !ok || e.Key != c.key {
			t.Errorf("%s: %v, want %s", c.line, err, c.key)
		}
	}
}

// TestRealTeams: the boards of a real event of teams, written as a table and read, are
// the same facts.
func TestRealTeams(t *testing.T) {
	rec := shelf.EventNamed(t, "realbridge-teams-9matches").Record
	var results, pairs bytes.Buffer
	if _, err := table.Write(&results, rec); err != nil {
		t.Fatal(err)
	}
	if _, err := table.WritePairs(&pairs, rec); err != nil {
		t.Fatal(err)
	}
	list, err := table.ReadPairs(&pairs, "")
	if err != nil {
		t.Fatal(err)
	}
	again, err := table.Options{Pairs: list}.Read(&results)
	if err != nil {
		t.Fatal(err)
	}
	want, got := shelf.Acts[event.Played](rec.Facts), shelf.Acts[event.Played](again.Facts)
	for i := range want {
		want[i].Score = nil // it follows from the result
	}
	if d := cmp.Diff(want, got, cmpopts.EquateComparable(bridge.Result{})); d != "" || len(got) != 179 {
		t.Errorf("%d results (-event +table):\n%s", len(got), d)
	}
}

// TestJoinTeams: files of two rounds are one session, because teams may play the same
// board numbers again in the next round; a history beside boards is joined with them,
// and a second copy of it is refused.
func TestJoinTeams(t *testing.T) {
	read := func(text string) *event.Record {
		rec, err := table.Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return rec
	}
	const one = "round,room,board,ns,ew,score\n1,o,1,1,2,420\n1,c,1,2,1,-50\n"
	two := strings.ReplaceAll(one, "\n1,", "\n2,")
	history := "round,home,away,boards,home_imps,away_imps\n3,2,1,8,12,3\n"
	rec, err := table.Join(table.Part{Name: "one", Record: read(one)}, table.Part{Name: "two", Record: read(two)}, table.Part{Name: "three", Record: read(history)})
	if err != nil || len(rec.Warnings) > 0 {
		t.Fatalf("%v, %+v", err, rec)
	}
	e, err := event.Fold(rec.Facts)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Standings()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range s.Matches {
		got = append(got, exact.Int(m.Session).String()+"/"+exact.Int(m.Round).String()+" "+m.Home.String()+" "+string(m.State))
	}
	if d := cmp.Diff([]string{"0/1 1 played", "0/2 1 played", "0/3 2 reported"}, got); d != "" {
		t.Error(d)
	}
	if _, err := table.Join(table.Part{Name: "one", Record: read(one)}, table.Part{Name: "copy", Record: read(one)}); err == nil || err.(*bridge.Error).Key != "join.copy" {
		t.Errorf("the same file twice: %v", err)
	}
}
