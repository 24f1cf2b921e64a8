package table_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/format/table"
)

// say writes the facts of meetings and boards in a line each.
func say(rec *event.Record) []string {
	var out []string
	for _, f := range rec.Facts {
		var text string
		switch a := f.Act.(type) {
		case event.Opened:
			text = fmt.Sprintf("opened %s %s %d", a.Kind, a.Method, a.Winners)
		case event.Registered:
			text = fmt.Sprintf("%v is %q", a.Contestant, rec.People.Name(a.Persons))
			if a.Club != "" || len(a.Strata) > 0 || a.Handicap != nil {
				text += fmt.Sprintf(" of %s, stratum %v, handicap %v", a.Club, a.Strata, a.Handicap)
			}
		case event.BoardSet:
			text = fmt.Sprintf("board %d.%d dealer %v vul %v", a.Session, a.Board, a.Dealer, a.Vul)
		case event.Played:
			text = where(a.Meeting) + " played " + a.Result.String()
			if a.Result.IsZero() {
				text = where(a.Meeting) + " scored"
			}
			if a.Score != nil {
				text += fmt.Sprintf(" %d", *a.Score)
			}
		case event.NotPlayed:
			text = where(a.Meeting) + " not played"
			if a.Late {
				text += " yet"
			}
		case event.Fouled:
			text = fmt.Sprintf("board %d.%d of %v %v in version %s", a.Session, a.Board, a.NS, a.EW, a.Version)
			if a.Vul != nil {
				text += " vul " + a.Vul.String()
			}
		case event.Penalised:
			at := fmt.Sprint(a.Session)
			if a.Round > 0 {
				at += fmt.Sprint(" round ", a.Round)
			}
			text = fmt.Sprintf("%s: %v in %s %s %v%s", a.Ref, a.Contestant, at, a.Kind, a.Amount, a.Unit)
		case event.SatOut:
			text = where(a.Meeting) + " sat out"
		case event.Ruled:
			text = where(a.Meeting) + " ruled " + ruled(a)
		}
		if f.Why != "" {
			text += " because " + f.Why
		}
		out = append(out, text)
	}
	return out
}

func where(m event.Meeting) string {
	text := fmt.Sprintf("%d.%d.%d.%d", m.Session, m.Round, m.Table, m.Board)
	for i, c := range []event.Contestant{m.NS, m.South, m.EW, m.West} {
		switch {
		case !c.IsZero():
			text += " " + c.String()
		case i%2 == 0:
			text += " -"
		}
	}
	return text
}

func ruled(r event.Ruled) string {
	if len(r.Assigned.NS) == 0 {
		var sides []string
		for _, s := range bridge.Sides {
			text := r.Award.Of(s).String()
			if a := r.Award.Of(s); a.Kind == event.FixedIMPs {
				text = a.IMPs.String() + " IMP"
			}
			sides = append(sides, text)
		}
		return strings.Join(sides, " ")
	}
	var sides []string
	for _, s := range bridge.Sides {
		var parts []string
		for _, o := range r.Assigned.Of(s) {
			text := o.Weight.String() + " "
			if o.Score != nil {
				text += fmt.Sprint(*o.Score)
			} else {
				text += o.Result.String()
			}
			parts = append(parts, text)
		}
		sides = append(sides, strings.Join(parts, ", "))
	}
	return strings.Join(sides, " / ")
}

// TestRead reads what the package comment promises: what a file says, without the
// facts that open the event and enter its contestants where all is false.
func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, text string
		all        bool
		want       []string
	}{
		{"commas", "board,ns,ew,contract,declarer,result\n1,1,2,4S,N,=\n", true, []string{
			"opened pairs mp 1", `1 is ""`, `2 is ""`, "0.0.0.1 1 2 played 4S= N",
		}},
		{"semicolons, a decimal comma", "board;ns;ew;ns_award;ew_award\n1;1;2;62,5%;37,5\n", false, []string{"0.0.0.1 1 2 ruled 62.5% 37.5%"}},
		{"tabs and empty cells", "board\tns\tew\tvul\tcontract\tdeclarer\tresult\n1\t1\t2\t\t4S\tN\t=\n", false, []string{"0.0.0.1 1 2 played 4S= N"}},
		{"order and case of columns", "Score, EW ,ns,BOARD\n420, 2 ,1,1\n", false, []string{"0.0.0.1 1 2 scored 420"}},
		{"names of columns with blanks", "board,ns,ew,NS award,ew-award\n1,1,2,A+,A-\n", false, []string{"0.0.0.1 1 2 ruled A+ A-"}},
		{"quoted cells", "\"board\",\"ns\",\"ew\",\"score\",\"note\"\r\n\"1\",\"1\",\"2\",\"420\",\"late, \"\"slow\"\" play\"\r\n", false, []string{
			`0.0.0.1 1 2 scored 420 because late, "slow" play`,
		}},
		{"byte order mark", "\ufeffboard,ns,ew,score\n1,1,2,420\n", false, []string{"0.0.0.1 1 2 scored 420"}},
		{"sep= and empty lines", "sep=;\n\nboard;ns;ew;score\n;;;\n1;1;2;420\n\n", false, []string{"0.0.0.1 1 2 scored 420"}},
		{"sep= with a comma", "sep=,\nboard,ns,ew,score\n1,1,2,420\n", false, []string{"0.0.0.1 1 2 scored 420"}},
		{"short lines", "board,ns,ew,score,note,table\n1,1,2,420\n", false, []string{"0.0.0.1 1 2 scored 420"}},
		{"a dash is an empty cell", "board,ns,ew,contract,declarer,result,score,ns_award\n1,1,2,-,–,—,420,−\n", false, []string{"0.0.0.1 1 2 scored 420"}},
		{"session, round, table, section", "session,section,round,table,board,ns,ew,score\n2,b,3,4,1,1,2,420\n", false, []string{"2.3.4.1 B1 B2 scored 420"}},
		{"contestants", "section,board,ns,ew,score\nA,1,07,B12,420\n,2,c 1,C2,50\n", false, []string{"0.0.0.1 A7 B12 scored 420", "0.0.0.2 C1 C2 scored 50"}},

		{"contract with all behind it", "board,ns,ew,contract\n1,1,2,4♠x S +1 HK\n", false, []string{"0.0.0.1 1 2 played 4SX+1 S HK"}},
		{"cells that agree", "board,ns,ew,contract,declarer,result,tricks,lead,score\n1,1,2,4S S +1,s,+1,11,KH,450\n", false, []string{"0.0.0.1 1 2 played 4S+1 S HK"}},
		{"lead in either order", "board,ns,ew,contract,declarer,tricks,lead\n1,1,2,3NT,W,9,10H\n1,3,4,3NT,W,9,HT\n1,5,6,3NT,W,9,TH\n", false, []string{
			"0.0.0.1 1 2 played 3NT= W HT", "0.0.0.1 3 4 played 3NT= W HT", "0.0.0.1 5 6 played 3NT= W HT",
		}},
		{"results", "board,ns,ew,contract,declarer,result\n1,1,2,4S,N,−2\n1,3,4,4S,N,+ 2\n1,5,6,4S,N,10\n", false, []string{
			"0.0.0.1 1 2 played 4S-2 N", "0.0.0.1 3 4 played 4S+2 N", "0.0.0.1 5 6 played 4S= N",
		}},
		{"the score tells the tricks", "board,ns,ew,contract,declarer,score,lead\n1,1,2,3NTX,E,300,H4\n", false, []string{"0.0.0.1 1 2 played 3NTX-2 E H4"}},
		{"passed out", "board,ns,ew,contract,score\n1,1,2,pass,0\n1,3,4,Passed out,\n", false, []string{"0.0.0.1 1 2 played Pass", "0.0.0.1 3 4 played Pass"}},
		{"vulnerability", "board,vul,ns,ew,score\n1,all,1,2,620\n2,ns,1,2,620\n1,,3,4,620\n3,-,3,4,420\n", false, []string{
			"board 0.1 dealer N vul All", "board 0.3 dealer S vul None",
			"0.0.0.1 1 2 scored 620", "0.0.0.2 1 2 scored 620", "0.0.0.1 3 4 scored 620", "0.0.0.3 3 4 scored 420",
		}},
		{"versions", "board,ns,ew,score,group\n1,1,2,420,\n1,3,4,420,a\n1,5,,,a\n2,1,2,110,x\n2,3,4,110,y\n", false, []string{
			"0.0.0.1 1 2 scored 420", "board 0.1 of 3 4 in version a", "0.0.0.1 3 4 scored 420", "0.0.0.1 5 - sat out",
			"board 0.2 of 1 2 in version x", "0.0.0.2 1 2 scored 110", "board 0.2 of 3 4 in version y", "0.0.0.2 3 4 scored 110",
		}},
		{"a version with another vulnerability", "board,vul,ns,ew,score,group\n1,none,1,2,420,\n1,,3,4,620,a\n1,all,5,6,620,a\n1,,7,8,420,b\n", false, []string{
			"0.0.0.1 1 2 scored 420",
			"board 0.1 of 3 4 in version a vul All", "0.0.0.1 3 4 scored 620", "board 0.1 of 5 6 in version a vul All", "0.0.0.1 5 6 scored 620",
			"board 0.1 of 7 8 in version b", "0.0.0.1 7 8 scored 420",
		}},
		{"a vulnerability for all versions", "board,vul,ns,ew,score,group\n1,,1,2,620,\n1,all,3,4,620,a\n", false, []string{
			"board 0.1 dealer N vul All", "0.0.0.1 1 2 scored 620", "board 0.1 of 3 4 in version a", "0.0.0.1 3 4 scored 620",
		}},
		{"one group", "board,ns,ew,score,group\n1,1,2,420,a\n1,3,4,420,a\n2,3,4,50,b\n", false, []string{
			"0.0.0.1 1 2 scored 420", "0.0.0.1 3 4 scored 420", "0.0.0.2 3 4 scored 50",
		}},

		{"awards", "board,ns,ew,ns_award,ew_award\n1,1,2,60,40%\n1,3,4,a+,AVE-\n1,5,6,A,200/3%\n1,7,8,NP,\n1,9,10,np,NP\n", false, []string{
			"0.0.0.1 1 2 ruled 60% 40%", "0.0.0.1 3 4 ruled A+ A-", "0.0.0.1 5 6 ruled A 200/3%",
			"0.0.0.1 7 8 not played", "0.0.0.1 9 10 not played",
		}},
		{"late, and IMPs", "board,ns,ew,ns_award,ew_award\n1,1,2,late,\n1,3,4,Late,late\n1,5,6,3 IMP,−2.5 imps\n1,7,8,+1/3IMP,A\n", false, []string{
			"0.0.0.1 1 2 not played yet", "0.0.0.1 3 4 not played yet", "0.0.0.1 5 6 ruled 3 IMP -5/2 IMP", "0.0.0.1 7 8 ruled 1/3 IMP A",
		}},
		{"sat out", "board,ns,ew,ns_award,ew_award\n1,1,,,\n2,,1,,bye\n3,1,,bye,\n", false, []string{
			"0.0.0.1 1 - sat out", "0.0.0.2 - 1 sat out", "0.0.0.3 1 - sat out",
		}},
		{"sat out with an award", "board,ns,ew,ns_award,ew_award\n1,1,,60%,\n2,,1,bye,A+\n", false, []string{
			"0.0.0.1 1 - sat out", "0.0.0.1 1 - ruled 60% Award(none)", "0.0.0.2 - 1 sat out", "0.0.0.2 - 1 ruled Award(none) A+",
		}},
		{"individuals", "section,board,n,s,e,w,score,ns_award,ew_award\nA,1,1,2,3,4,420,,\nA,1,5,6,7,8,,A+,A-\nA,2,9,,,,,,\nA,2,,,,10,,,A\nA,2,,11,,,,,\nA,3,,,12,13,,,\n", true, []string{
			"opened individual mp 1", `A1 is ""`, `A2 is ""`, `A3 is ""`, `A4 is ""`, `A5 is ""`, `A6 is ""`, `A7 is ""`, `A8 is ""`,
			`A9 is ""`, `A10 is ""`, `A11 is ""`, `A12 is ""`, `A13 is ""`,
			"0.0.0.1 A1 A2 A3 A4 scored 420", "0.0.0.1 A5 A6 A7 A8 ruled A+ A-", "0.0.0.2 A9 - sat out",
			"0.0.0.2 - A10 sat out", "0.0.0.2 - A10 ruled Award(none) A", "0.0.0.2 A11 - sat out", "0.0.0.3 - A12 A13 sat out",
		}},
		{"assigned to one side and to each", "board,ns,ew,ns_award,ew_award\n1,1,2,60% 4S S = ; 40% 4S S -1,\n1,3,4,4S S =,1/3 4S S =; 2/3 -50\n1,5,6,,100% 420\n1,7,8,\"62,5% pass;37,5%3NTW-1\",\n", false, []string{
			"0.0.0.1 1 2 ruled 3/5 4S= S, 2/5 4S-1 S / 3/5 4S= S, 2/5 4S-1 S",
			"0.0.0.1 3 4 ruled 1 4S= S / 1/3 4S= S, 2/3 -50",
			"0.0.0.1 5 6 ruled 1 420 / 1 420",
			"0.0.0.1 7 8 ruled 5/8 Pass, 3/8 3NT-1 W / 5/8 Pass, 3/8 3NT-1 W",
		}},
		{"result and ruling", "board,ns,ew,contract,declarer,result,ns_award,ew_award,note\n1,1,2,4S,N,=,40,60,hesitation\n", false, []string{
			"0.0.0.1 1 2 played 4S= N", "0.0.0.1 1 2 ruled 40% 60% because hesitation",
		}},

		{"a number meets itself", "board,ns,ew,score\n1,1,1,420\n1,2,3,50\n", true, []string{
			"opened pairs mp 2", `1NS is ""`, `2NS is ""`, `1EW is ""`, `3EW is ""`, "0.0.0.1 1NS 1EW scored 420", "0.0.0.1 2NS 3EW scored 50",
		}},
		{"a side is named", "board,ns,ew,score\n1,1NS,2,420\n2,2EW,1NS,50\n", true, []string{
			"opened pairs mp 2", `1NS is ""`, `2EW is ""`, "0.0.0.1 1NS 2EW scored 420", "0.0.0.2 2EW 1NS scored 50",
		}},
		{"a header alone", "board,ns,ew,score\n", true, []string{"opened pairs mp 1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			rec, err := table.Read(strings.NewReader(c.text))
			if err != nil {
				t.Fatal(err)
			}
			got := say(rec)
			for !c.all && len(got) > 0 && (strings.HasPrefix(got[0], "opened ") || strings.Contains(got[0], " is ")) {
				got = got[1:]
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if len(rec.Warnings) > 0 {
				t.Errorf("warning %s", rec.Warnings[0].Text())
			}
			if _, err := event.Fold(rec.Facts); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestRefused: the first fault is an error that says where it is, what it is and
// what is allowed.
func TestRefused(t *testing.T) {
	const head = "board,ns,ew,contract,declarer,result,tricks,lead,score,ns_award,ew_award,vul,session,section,round,group\n"
	for _, c := range []struct {
		text, key, want string
		code            bridge.Code
	}{
		{"", "table.empty", "the table is empty: ", ""},
		{"board,ns,score\n", "table.columns", "line 1: the header has no column ew: want board, ns and ew", ""},
		{"\npair,score\n", "table.columns", "line 2: the header has no column board, ns, ew: ", ""},
		{"board,ns,ew,vul\n", "table.no_outcome", "line 1: the header has no column for what happened", ""},
		{"board,n,s,e,score\n", "table.columns", "line 1: the header has no column w: want board, ns and ew (or n, s, e and w), and ", ""},
		{"board,ns,ew,n,score\n", "table.both_kinds", "line 1: columns of pairs and of individuals: ", ""},
		{"board,n,s,e,w,score\n1,1,2,3,,420\n", "table.seat", "line 2, column w: nobody sits here: want four players", ""},
		{"board,n,s,e,w,score\n1,1,2,3,1,420\n", "table.itself", "line 2, column w: contestant 1 meets itself", ""},
		{"board,n,s,e,w,score\n1,1,2,3,4NS,420\n", "table.side", "line 2, column w: contestant 4NS has a side", ""},
		{"board,n,s,e,w,score\n1,1,2,,,420\n", "table.one_side", "line 2, column e: a result, but one side is nobody", ""},
		{"board,n,s,e,w,score\n1,,,,,420\n", "table.nobody", "line 2, column n: nobody sits on either side", ""},
		{"board,n,s,e,w,score\n1,1,2,3,4,420\n1,1,4,3,2,420\n1,1,2,3,4,50\n", "table.twice", "line 4: board 1 of these contestants stands in line 2 as well", ""},
		{"board,ns,ew,score,NS\n", "table.column_twice", "line 1, column ns: ", ""},
		{"board,ns,ew,score\n1,1,2,420,x\n", "table.cell", `line 2: cell 5, "x", stands below no name`, ""},
		{"board,ns,ew,score\n1,1,2,4\"20\n", "table.quotes", "line 2: a quotation mark", ""},
		{"board,ns,ew,score\n1,1,2,\"420\n", "table.quotes", "line 2: a quotation mark", ""},

		{head + ",1,2,4S,N,=\n", "table.no_board", "line 2, column board: ", ""},
		{head + "0,1,2,4S,N,=\n", "table.number", `line 2, column board: "0": want a whole number, 1 or more`, ""},
		{head + "1,1,2,4S,N,=,,,,,,,x\n", "table.number", "line 2, column session: ", ""},
		{head + "1,1,2,4S,N,=,,,,,,,,,-1\n", "table.number", "line 2, column round: ", ""},
		{head + "1,1,2,4S,N,=,,,,,,,,A1\n", "table.section", "line 2, column section: ", ""},
		{head + "1,x,2,4S,N,=\n", "table.contestant", `line 2, column ns: "x" is no contestant: want a number such as 12, 12NS or A12NS`, ""},
		{head + "1,1,0,4S,N,=\n", "table.contestant", "line 2, column ew: ", ""},
		{head + "1,,,4S,N,=\n", "table.nobody", "line 2, column ns: nobody sits on either side", ""},
		{head + "1,1,,4S,N,=\n", "table.one_side", "line 2, column ew: a result, but one side is nobody", ""},
		{head + "1,1NS,1NS,4S,N,=\n", "table.itself", "line 2, column ew: contestant 1NS meets itself", ""},
		{head + "1,1,2,4S,N,=\n\n1,1,2,4S,N,=\n", "table.twice", "line 4: board 1 of these contestants stands in line 2 as well", ""},
		{head + "1,1,2\n", "table.nothing", "line 2: no result, no score and no award: a board that was not played has NP", ""},
		{head + "1,1,2,4S,N,=,,,,,,red\n", "notation.vulnerability", "line 2, column vul: ", ""},
		{head + "1,1,2,4S,N,=,,,,,,ns\n1,3,4,4S,N,=,,,,,,all\n", "table.vul_differs", "line 3, column vul: board 1: vulnerable All, but in line 2 NS", ""},
		{head + "1,1,2,4S,N,=,,,,,,all,,,,a\n1,3,4,4S,N,=,,,,,,ns,,,,a\n", "table.vul_differs", "line 3, column vul: ", ""},
		{head + "1,1,2,4S,N,=,,,,,,,,,," + strings.Repeat("x", 41) + "\n", "table.group", "line 2, column group: version ", ""},

		{head + "1,1,2,8S,N,=\n", "notation.level", "line 2, column contract: ", ""},
		{head + "1,1,2,4S S = 420\n", "table.contract_score", "line 2, column contract: ", ""},
		{head + "1,1,2,4S,,=\n", "table.no_declarer", "line 2, column declarer: 4S: who declared it? want N, E, S or W", ""},
		{head + "1,1,2,4S,me,=\n", "notation.seat", "line 2, column declarer: ", ""},
		{head + "1,1,2,4S S,N,=\n", "table.declarer_differs", "line 2, column declarer: declarer N, but the contract is by S", ""},
		{head + "1,1,2,4S,N\n", "table.no_tricks", "line 2, column result: 4S: want a result such as +1, = or -2, tricks or a score", ""},
		{head + "1,1,2,4S,N,+4\n", "table.tricks", "line 2, column result: 14 tricks: want 0 to 13", ""},
		{head + "1,1,2,4S,N,14\n", "table.tricks", "line 2, column result: 14 tricks: want 0 to 13", ""},
		{head + "1,1,2,4S,N,-11\n", "table.tricks", "line 2, column result: -1 tricks: want 0 to 13", ""},
		{head + "1,1,2,4S,N,,14\n", "table.tricks", "line 2, column tricks: 14 tricks: want 0 to 13", ""},
		{head + "1,1,2,4S,N,1\n", "table.result_bare", `line 2, column result: result "1" may be overtricks or tricks: want +1, or the tricks in the column tricks`, ""},
		{head + "1,1,2,4S,N,made\n", "table.result", `line 2, column result: result "made": want +1, = or -2`, ""},
		{head + "1,1,2,4S,N,+\n", "table.result", "line 2, column result: ", ""},
		{head + "1,1,2,4S,N,=,9\n", "table.tricks_differ", "line 2, column tricks: 9 tricks, but the cells before say 10", ""},
		{head + "1,1,2,4S,N,=,,ZZ\n", "notation.card", "line 2, column lead: ", ""},
		{head + "1,1,2,4S N HK,,=,,HQ\n", "table.lead_differs", "line 2, column lead: ", ""},
		{head + "1,1,2,,N,=,,,420\n", "table.no_contract", `line 2, column declarer: "N" without a contract`, ""},
		{head + "1,1,2,pass,N\n", "table.passed_out", `line 2, column declarer: "N", but the board was passed out`, ""},

		{head + "1,1,2,,,,,,A+\n", "table.points", "line 2, column score: ", ""},
		{head + "1,1,2,,,,,,1.430\n", "table.points", "line 2, column score: ", ""},
		{head + "1,1,2,,,,,,620\n", "table.impossible", "line 2, column score: no result gives North-South 620 points, vulnerable: None", ""},
		{head + "1,1,2,4S,N,=,,,620\n", "table.impossible", "line 2, column score: ", ""},
		{head + "1,1,2,4S,N,=,,,450\n", "table.score_differs", "line 2, column score: 4S= N is 420, not 450, vulnerable: None", ""},
		{head + "1,1,2,pass,,,,,50\n", "table.score_differs", "line 2, column score: Pass is 0, not 50, vulnerable: None", ""},
		{head + "1,1,2,4S,N,,,,430\n", "table.score_contract", "line 2, column score: 4S by N never is 430, vulnerable: None", ""},
		{head + "1,1,2,4S,N,,,,-420\n", "table.score_contract", "line 2, column score: ", ""},

		{head + "1,1,2,,,,,,,60\n", "table.one_award", "line 2, column ew_award: ", ""},
		{head + "1,1,2,,,,,,,,60\n", "table.one_award", "line 2, column ns_award: ", ""},
		{head + "1,1,2,,,,,,,160,40\n", "table.percent", `line 2, column ns_award: "160": a percentage is 0 to 100`, ""},
		{head + "1,1,2,,,,,,,1/0%,40\n", "table.percent", "line 2, column ns_award: ", ""},
		{head + "1,1,2,,,,,,,lots,40\n", "table.award", `line 2, column ns_award: award "lots": want A+, A, A-, a percentage, NP, late, bye, or a list such as 60% 4S S = ; 40% 4S S -1`, ""},
		{head + "1,1,2,4S,N,=,,,,NP\n", "table.not_played", "line 2, column ns_award: NP, but the line has a result or an award as well", ""},
		{head + "1,1,2,,,,,,,60,NP\n", "table.not_played", "line 2, column ew_award: ", ""},
		{head + "1,1,2,,,,,,,bye\n", "table.bye", "line 2, column ns_award: bye, but both sides have a contestant", ""},
		{head + "1,1,,,,,,,,NP\n", "table.not_played_bye", "line 2, column ns_award: ", ""},
		{head + "1,1,,,,,,,,late\n", "table.not_played_bye", "line 2, column ns_award: late, but one side is nobody", ""},
		{head + "1,1,,,,,,,,4S S =\n", "table.bye_award", "line 2, column ns_award: an assigned score for a contestant that sits out", ""},
		{head + "1,1,,,,,,,,,60\n", "table.nobody_award", "line 2, column ew_award: an award, but nobody sits there", ""},
		{head + "1,1,2,,,,,,,late,NP\n", "table.not_played", "line 2, column ns_award: late, but the line has a result or an award as well", ""},
		{head + "1,1,2,,,,,,,25 IMP,A\n", "table.imps", `line 2, column ns_award: "25 IMP": an award in IMPs is 24 at most`, ""},
		{head + "1,1,2,,,,,,,1/0 IMP,A\n", "table.imps", "line 2, column ns_award: ", ""},
		{head + "1,1,2,,,,,,,100% 420,A\n", "table.mixed_ruling", "line 2, column ew_award: ", bridge.Unsupported},
		{head + "1,1,2,,,,,,,60% 4S S =; 4S S -1\n", "table.weight", `line 2, column ns_award: outcome "4S S -1": want a weight before it, such as 60%`, ""},
		{head + "1,1,2,,,,,,,0% 4S S =; 100% 4S S -1\n", "table.weight", "line 2, column ns_award: ", ""},
		{head + "1,1,2,,,,,,,60% 4S S =; 30% 4S S -1\n", "table.weights", "line 2, column ns_award: the weights add up to 90%: want 100%", ""},
		{head + "1,1,2,,,,,,,100% 4S S\n", "table.outcome", `line 2, column ns_award: outcome "4S S": want contract, declarer and tricks, such as 4S S =`, ""},
		{head + "1,1,2,,,,,,,100% 4S S = 420\n", "table.outcome_score", "line 2, column ns_award: ", ""},
		{head + "1,1,2,,,,,,,100% 8S S =\n", "notation.level", "line 2, column ns_award: ", ""},
		{head + "1,1,2,,,,,,,100% 620\n", "table.impossible", "line 2, column ns_award: ", ""},
	} {
		rec, err := table.Read(strings.NewReader(c.text))
		if err == nil {
			t.Errorf("%q: want %s, read %q", c.text, c.key, say(rec))
			continue
		}
		e, ok := err.(*bridge.Error)
		if !ok {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if c.code == "" {
			c.code = bridge.Invalid
		}
		if e.Key != c.key || e.Code != c.code || !strings.HasPrefix(e.Error(), c.want) {
			t.Errorf("%q:\n got %s %s: %v\nwant %s %s: %s", c.text, e.Code, e.Key, e, c.code, c.key, c.want)
		}
	}
}

// TestWarnings: what was read all the same is named.
func TestWarnings(t *testing.T) {
	for _, c := range []struct {
		text, key, want string
		line            int
	}{
		{"board,ns,ew,score,Director\n1,1,2,420,Anna\n", "table.column", `column "Director" is not known and is not read: want session, section, `, 1},
		{"board,ns,ew,score\n1,1,2,720\n", "table.rare", "only a redoubled contract gives North-South 720 points, vulnerable: None", 2},
		{"board,ns,ew,score,note\n1,1,2,420,sp\xe4t\n", "table.charset", "the file does not say in which character set it is written; read as iso-8859-1", 0},
	} {
		rec, err := table.Read(strings.NewReader(c.text))
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if len(rec.Warnings) != 1 || rec.Warnings[0].Err.Key != c.key || rec.Warnings[0].Line != c.line || !strings.HasPrefix(rec.Warnings[0].Text(), c.want) {
			t.Errorf("%q: %+v, want %s", c.text, rec.Warnings, c.key)
		}
	}
}

func TestOptions(t *testing.T) {
	const text = "board,ns,ew,score\n1,1,2,420\n"
	for _, c := range []struct {
		options table.Options
		text    string
		key     string
		want    int // winners
	}{
		{table.Options{}, text, "", 1},
		{table.Options{Winners: 1}, text, "", 1},
		{table.Options{Winners: 2}, text, "", 2},
		{table.Options{Winners: 3}, text, "table.winners", 0},
		{table.Options{Winners: 1}, "board,ns,ew,score\n1,1,1,420\n", "table.itself", 0},
		{table.Options{Winners: 1}, "board,n,s,e,w,score\n1,1,2,3,4,420\n", "", 1},
		{table.Options{Winners: 2}, "board,n,s,e,w,score\n1,1,2,3,4,420\n", "table.individual_lists", 0},
		{table.Options{Winners: 1}, "board,ns,ew,score\n1,1,2EW,420\n", "table.side", 0},
		{table.Options{Charset: "klingon"}, text, "charset.unknown", 0},
		{table.Options{Charset: "windows-1251"}, text, "", 1},
	} {
		rec, err := c.options.Read(strings.NewReader(c.text))
		if err != nil {
			if e, ok := err.(*bridge.Error); !ok || e.Key != c.key {
				t.Errorf("%+v: %v, want %q", c.options, err, c.key)
			}
			continue
		}
		e, err := event.Fold(rec.Facts)
		if err != nil || c.key != "" || e.Opened().Winners != c.want {
			t.Errorf("%+v: %v, %v", c.options, say(rec), err)
		}
	}
}

func TestPairs(t *testing.T) {
	const results = "board,ns,ew,score\n1,1,2,420\n"
	for _, c := range []struct {
		name, results, pairs string
		want                 []string
	}{
		{"names", results, "number,names\n1,Anna – Bert\n2,Clara / Dieter\n", []string{"opened pairs mp 1", `1 is "Anna – Bert"`, `2 is "Clara – Dieter"`}},
		{"separators", results, "number;names\n1;\"Anna-Lena;Bert\"\n2;Clara & Dieter\n3;Emil - Fritz\n4;Gerda+Hans\n5;Ines\n", []string{
			"opened pairs mp 1", `1 is "Anna-Lena – Bert"`, `2 is "Clara – Dieter"`, `3 is "Emil – Fritz"`, `4 is "Gerda – Hans"`, `5 is "Ines"`,
		}},
		{"where they began", results, "number,direction,names\n1,NS,Anna – Bert\n2,E/W,Clara – Dieter\n", []string{"opened pairs mp 1", `1 is "Anna – Bert"`, `2 is "Clara – Dieter"`}},
		{"both directions", results, "number,direction,names\n1,NS,Anna – Bert\n1,E-W,Emil – Fritz\n2,ew,Clara – Dieter\n", []string{
			"opened pairs mp 2", `1NS is "Anna – Bert"`, `1EW is "Emil – Fritz"`, `2EW is "Clara – Dieter"`,
		}},
		{"the direction of who sits on one side", "board,ns,ew,score\n1,1,1,420\n1,2,3,50\n", "number,names\n3,Clara – Dieter\n1NS,Anna – Bert\n1EW,Emil – Fritz\n2,Gerda – Hans\n", []string{
			"opened pairs mp 2", `1NS is "Anna – Bert"`, `2NS is "Gerda – Hans"`, `1EW is "Emil – Fritz"`, `3EW is "Clara – Dieter"`,
		}},
		{"sections", "section,board,ns,ew,score\nA,1,1,2,420\n", "section,number,names\na,1,Anna – Bert\n,A2,Clara – Dieter\n", []string{
			"opened pairs mp 1", `A1 is "Anna – Bert"`, `A2 is "Clara – Dieter"`,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			pairs, err := table.ReadPairs(strings.NewReader(c.pairs), "")
			if err != nil {
				t.Fatal(err)
			}
			rec, err := table.Options{Pairs: pairs}.Read(strings.NewReader(c.results))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, say(rec)[:len(c.want)]); diff != "" || len(rec.Warnings) > 0 {
				t.Error(diff, rec.Warnings)
			}
			if _, err := event.Fold(rec.Facts); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestPair reads every column of a list of pairs.
func TestPair(t *testing.T) {
	p, err := table.ReadPairs(strings.NewReader("number;direction;names;ids;club;stratum;handicap\n7;NS;Anna – Bert;/4711;Riverside;B;-2,5\n"), "")
	if err != nil {
		t.Fatal(err)
	}
	handicap := exact.Of(-5, 2)
	want := []table.Pair{{
		Contestant: event.Contestant{Number: 7, Side: bridge.NS},
		Persons:    []event.Person{{Name: "Anna"}, {Name: "Bert", MemberIDs: map[string]string{"member": "4711"}}},
		Club:       "Riverside", Strata: []string{"B"}, Handicap: &handicap, Line: 2,
	}}
	if diff := cmp.Diff(want, p.List, cmpopts.IgnoreUnexported(table.Pair{}), cmp.Comparer(exact.Fraction.Equal)); diff != "" {
		t.Error(diff)
	}
	if len(p.Warnings) > 0 {
		t.Error(p.Warnings)
	}
	rec, err := table.Options{Pairs: p}.Read(strings.NewReader("board,ns,ew,score\n1,7NS,1EW,420\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := say(rec)[1]; got != `7NS is "Anna – Bert" of Riverside, stratum [B], handicap -5/2` {
		t.Error(got)
	}
}

func TestPairsRefused(t *testing.T) {
	const twoLists = "board,ns,ew,score\n1,1,1,420\n1,2,2,50\n"
	for _, c := range []struct{ text, key, want string }{
		{"names\nAnna – Bert\n", "table.pairs_columns", "line 1: the header of a list of pairs has no column number"},
		{"number,names\n,Anna – Bert\n", "table.no_number", "line 2, column number: "},
		{"number,names\n1,Anna\n1,Bert\n", "table.pair_twice", "line 3, column number: contestant 1 stands in line 2 as well"},
		{"number,direction\n1,up\n", "table.direction", `line 2, column direction: direction "up": want NS or EW`},
		{"number,direction\n1NS,EW\n", "table.direction_differs", "line 2, column direction: "},
		{"number,handicap\n1,much\n", "table.handicap", `line 2, column handicap: handicap "much": want a number of percent, up to 100`},
		{"number,handicap\n1,101\n", "table.handicap", "line 2, column handicap: "},
		{"number,handicap\n1,1/0\n", "table.handicap", "line 2, column handicap: "},
		{"number,stratum\n1,A/BB\n", "table.stratum", `line 2, column stratum: stratum "A/BB": want a letter`},
		{"number,section\n1,1\n", "table.section", "line 2, column section: "},
		{"number\nx\n", "table.contestant", "line 2, column number: "},
		{"number,names\n1,Anna\n", "table.no_direction", "list of pairs, line 2: contestant 1: there are two lists"},
		{"number,names\n2NS,Anna\n2EW,Bert\n2,Clara\n", "table.no_direction", "list of pairs, line 4: "},
	} {
		p, err := table.ReadPairs(strings.NewReader(c.text), "")
		if err == nil {
			_, err = table.Options{Pairs: p}.Read(strings.NewReader(twoLists))
		}
		if e, ok := err.(*bridge.Error); !ok || e.Key != c.key || !strings.HasPrefix(e.Error(), c.want) {
			t.Errorf("%q: %v, want %s: %s", c.text, err, c.key, c.want)
		}
	}
	p, err := table.ReadPairs(strings.NewReader("number,direction,names\n1,NS,Anna\n1,EW,Bert\n"), "")
	if err != nil {
		t.Fatal(err)
	}
	_, err = table.Options{Winners: 1, Pairs: p}.Read(strings.NewReader("board,ns,ew,score\n1,1,2,420\n"))
	if e, ok := err.(*bridge.Error); !ok || e.Key != "table.pair_clash" {
		t.Errorf("one list, a number for two pairs: %v", err)
	}
}

func TestUnlisted(t *testing.T) {
	p, err := table.ReadPairs(strings.NewReader("number,names\n1,Anna – Bert\n"), "")
	if err != nil {
		t.Fatal(err)
	}
	rec, err := table.Options{Pairs: p}.Read(strings.NewReader("board,ns,ew,score\n1,1,2,420\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.Warnings) != 1 || rec.Warnings[0].Text() != "2 plays and is not in the list of pairs" {
		t.Errorf("%+v", rec.Warnings)
	}
}

func TestSniff(t *testing.T) {
	for text, want := range map[string]bool{
		"board,ns,ew,score\n1,1,2,420":            true,
		"Board;Contract;By;Tricks":                true, // to be refused with what is missing
		"\n sep=;\n\"Board\"\t\"NS\"\t\"EW\"\n":   true,
		"board,n,s,e,w":                           true,
		"board,deal,tricks\n1,N:...,":             false,
		"Place,Pair,Score":                        false,
		"":                                        false,
		"[Event \"Open pairs\"]\n[Board \"1\"]\n": false,
		"Dear director,\nplease find the results": false,
	} {
		if got := table.Sniff(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
