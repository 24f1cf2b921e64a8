package pbn_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/pbn"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/score"
)

const (
	deal1 = `[Deal "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"]`
	deal2 = `[Deal "N:AQ865.T752.K4.Q7 7.9643.86.AK6543 T942.KQJ.AJT9.T9 KJ3.A8.Q7532.J82"]`
)

// TestAsFound: what real programs write in violation of the standard, each as a
// small file, and what becomes of it. want is what show says of the file.
func TestAsFound(t *testing.T) {
	for _, tc := range []struct {
		name string
		text string
		show func(*pbn.File) string
		want string
		warn string // keys of the warnings with their lines
	}{
		{
			name: "LF, CR LF and CR end a line",
			text: "[Event \"One\"]\r\n[Board \"1\"]\n\r\n[Event \"Two\"]\r\n\n[Event \"Three\"]", show: events, want: "One|Two|Three",
		},
		{name: "old Macintosh line ends", text: "[Event \"One\"]\r\r[Event \"Two\"]\r", show: events, want: "One|Two"},
		{name: "end of a DOS file", text: "[Event \"One\"]\r\n\x1a", show: events, want: "One"},
		{name: "UTF-8 with a byte order mark", text: "\ufeff% PBN 1.0\n[Event \"Spóźniony\"]\n", show: events, want: "Spóźniony"},
		{name: "UTF-8 without one", text: "[Event \"Grüße\"]\n", show: events, want: "Grüße"},
		{name: "Latin-1", text: "[Event \"Gr\xfc\xdfe\"]\n", show: events, want: "Grüße"},
		{name: "UTF-16 (lorserker/ben PR 44)", text: "\xff\xfe" + utf16le("[Event \"Grüße\"]\r\n"), show: events, want: "Grüße"},
		{name: "Latin-1 that looks like UTF-8, and says what it is", text: "%Content-type: text/x-pbn; charset=ISO-8859-1\n[Event \"\xc3\xa9\"]\n", show: events, want: "Ã©"},
		{name: "no final newline", text: deal1, show: deals, want: ".63.AKQ987.A9732"},
		{name: "contract 3N", text: `[Contract "3N"]`, show: contracts, want: "3NT"},
		{name: "contract with a small x", text: `[Contract "5Cx"]`, show: contracts, want: "5CX"},
		{name: "contract PASS", text: `[Contract "PASS"]`, show: contracts, want: "Pass"},
		{name: "no scoring", text: "[Scoring \"\"]\n\n[Scoring \"?\"]", show: scorings, want: "{ [] []}|{ [] []}"},
		{name: "unknown scoring", text: `[Scoring "Facit"]`, show: scorings, want: "{ [] [Facit]}", warn: "value 1"},
		{name: "small letters in scoring", text: `[Scoring "Matchpoints;mp1"]`, show: scorings, want: "{MatchPoints [MP1] []}"},
		{name: "not played (endplay issue 50)", text: "[Board \"1\"]\n" + deal1 + "\n[Declarer \"?\"]\n[Contract \"?\"]\n[Result \"?\"]", show: facts, want: "board 1"},
		{name: "not played, empty", text: "[Board \"1\"]\n" + deal1 + "\n[Declarer \"\"]\n[Contract \"\"]\n[Result \"\"]", show: facts, want: "board 1"},
		{name: "date with time", text: `[Date "2013-11-23 11:23"]`, show: dates, want: "2013-11-23", warn: "value 1"},
		{name: "a time for a date", text: `[Date "11:23"]`, show: dates, want: "11:23", warn: "value 1"},
		{name: "English date", text: "[Date \"9-Aug-2024\"]\n[EventDate \" 2-Aug-2023\"]", show: dates, want: "2024-08-09", warn: "value 1, value 2"},
		{name: "date not whole", text: `[Date "2014.07.??"]`, show: dates, want: "2014.07.??"},
		{name: "board 01", text: `[Board "01"]`, show: boards, want: "1"},
		{name: "board 1-4", text: `[Board "1-4"]`, show: boards, want: "1", warn: "value 1"},
		{name: "board 6 summary", text: `[Board "6 summary"]`, show: boards, want: "6", warn: "value 1"},
		{name: "board without number", text: `[Board "last"]`, show: boards, want: "0", warn: "value 1"},
		{name: "vulnerable Both", text: `[Vulnerable "Both"]`, show: vuls, want: "All"},
		{name: "vulnerable -", text: `[Vulnerable "-"]`, show: vuls, want: "None"},
		{name: "vulnerable N-S", text: `[Vulnerable "N-S"]`, show: vuls, want: "NS"},
		{name: "tag without quotation marks", text: "[Event Random Deal #]\n[Board \"1\"]", show: events, want: "Random Deal #", warn: "no_quotes 1"},
		{name: "quotation marks inside", text: `[Event "The "big" one"][Board "1"]`, show: events, want: `The "big" one`, warn: "quote 1"},
		{name: "no Event at all", text: "[Board \"1\"]\n" + deal1, show: events, want: ""},
		{name: "empty ScoreTable before an auction", text: "[Dealer \"W\"]\n[ScoreTable \"Section\\1L;Names_NS\"]\n[Auction \"W\"]\n1D X Pass + $2\n", show: calls, want: "1D X Pass +"},
		{name: "free text between games (endplay issue 51)", text: "[Event \"One\"]\n\nGenerated 1000 hands\nProduced 10 hands\nTime needed 0.4 sec\n\n[Event \"Two\"]\n", show: events, want: "One|Two", warn: "text 3"},
		{name: "lines with # between games", text: "# made by hand\n[Event \"One\"]\n", show: events, want: "One", warn: "text 1"},
		{name: "HTML in a comment", text: "[Event \"One\"]\n{<b>Bold</b> &amp; more}\n", show: comments, want: "<b>Bold</b> &amp; more"},
		{name: "literal line ends and suits in a comment", text: "[Event \"One\"]\n{\\n4\\s \\H}\n", show: comments, want: `\n4\s \H`},
		{name: "blank line in a comment", text: "[Event \"One\"]\n{first\n\nsecond}\n[Board \"3\"]\n", show: comments, want: "first\n\nsecond"},
		{name: "percent line in a comment", text: "[Event \"\"]\n{\n%\n}", show: comments, want: "\n%\n"},
		{name: "comment that does not end", text: "[Event \"One\"]\n{first\n[Board \"1\"]\n\n[Event \"Two\"]\n", show: events, want: "One|Two", warn: "comment_open 2"},
		{name: "comment among the tags (endplay issue 25)", text: "[Event \"One\"]\n{no tag}\n[Board \"3\"]\n", show: boards, want: "3"},
		{name: "no game", text: "% PBN 2.1\n% EXPORT\n", show: events, want: ""},
		{name: "nothing", text: "", show: events, want: ""},
		{name: "suit letters in a deal (endplay issue 15)", text: `[Deal "N:S.H63.DAKQ987.CA9732 SA8654.HKQ5.DT.CQJT6 SJ973.HJ98742.D3.CK4 SKQT2.HAT.DJ6542.C85"]`, show: deals, want: ".63.AKQ987.A9732", warn: "deal 1"},
		{name: "10 for the ten, small letters", text: `[Deal "n:.63.akq987.a9732 A8654.KQ5.10.QJ106 J973.J98742.3.K4 KQ102.A10.J6542.85"]`, show: deals, want: ".63.AKQ987.A9732", warn: "deal 1"},
		{name: "void spades (endplay issue 15)", text: deal1, show: deals, want: ".63.AKQ987.A9732"},
		{name: "first hand is not the dealer's (lorserker/ben issue 128)", text: "[Dealer \"E\"]\n" + deal1, show: deals, want: ".63.AKQ987.A9732"},
		{name: "one newline at the end (bridge-bots PR 15)", text: "[Board \"1\"]\n" + deal1 + "\n\n[Board \"2\"]\n" + deal2 + "\n", show: boards, want: "1|2"},
		{name: "upper and lower case in calls and cards", text: "[Dealer \"N\"]\n" + deal1 + "\n[Declarer \"S\"]\n[Contract \"1H\"]\n[Auction \"N\"]\nPASS PASS 1h pass ap\n[Play \"W\"]\nsk H3 s4 S3\n", show: calls, want: "Pass Pass 1H Pass AP"},
		{name: "unfinished auction (endplay issue 55)", text: "[Dealer \"N\"]\n[Auction \"N\"]\n1D 1S", show: calls, want: "1D 1S"},
		{name: "passed out without a Score (RealBridge)", text: "[Board \"1\"]\n[North \"Anna\"]\n[South \"Bert\"]\n[East \"Carl\"]\n[West \"Dora\"]\n[Competition \"Pairs\"]\n[Scoring \"MP\"]\n[Declarer \"\"]\n[Contract \"Pass\"]\n[Result \"\"]", show: facts, want: "pairs mp, 1 Anna – Bert, 2 Carl – Dora, 1: 1-2 Pass"},
		{name: "names with a member number (RealBridge)", text: "[Board \"1\"]\n[North \"Anna#123\"]\n[South \"Bert#45\"]\n[East \"Carl\"]\n[West \"Dora\"]\n[Scoring \"MP\"]\n[Contract \"Pass\"]", show: facts, want: "pairs mp, 1 Anna(123) – Bert(45), 2 Carl – Dora, 1: 1-2 Pass"},
		{
			name: "several records for a board", want: "pairs mp, 1, 2, 3, 4, board 1, 1: 1-2 4S-1 N, 1: 3-4 3S= N, 2: 1-2 Pass", show: facts,
			text: para(1, 2, "4S", "9") + para(3, 4, "3S", "9") + "[Board \"2\"]\n[North \"Para-1\"]\n[South \"Para-1\"]\n[East \"Para-2\"]\n[West \"Para-2\"]\n[Scoring \"MP\"]\n[Contract \"Pass\"]\n",
		},
		{
			name: "board numbers that come again with other deals", want: "pairs mp, 1, 2, board 1/1, board 2/1, 1/1: 1-2 4S-1 N, 2/1: 1-2 4S= N", show: facts,
			text: para(1, 2, "4S", "9") + strings.Replace(para(1, 2, "4S", "10"), deal2, deal1, 1),
		},
		{
			name: "the second record has no deal (rpbridge.net)", want: "teams imp, 1 Reds, 2 Blues, board 7, 7: 1-2 4S-1 N, 7: 2-1 4S= N", show: facts,
			text: "[Event \"Cup\"]\n[HomeTeam \"Reds\"]\n[VisitTeam \"Blues\"]\n[North \"Anna\"]\n[Board \"7\"]\n[Dealer \"N\"]\n" + deal2 +
				"\n[Vulnerable \"All\"]\n[Declarer \"N\"]\n[Contract \"4S\"]\n[Result \"9\"]\n\n[North \"Bert\"]\n[Declarer \"N\"]\n[Contract \"4S\"]\n[Result \"10\"]\n",
		},
		{
			name: "HomeTeam is who sits North-South (RealBridge)", want: "teams imp, 1 Reds, 2 Blues, 7: 1-2 4S-1 N, 7: 2-1 4S= N", show: facts,
			text: "[HomeTeam \"Reds\"]\n[VisitTeam \"Blues\"]\n[Competition \"Teams\"]\n[Scoring \"IMP\"]\n[Board \"7\"]\n[Declarer \"N\"]\n[Contract \"4S\"]\n[Result \"9\"]\n\n" +
				"[HomeTeam \"Blues\"]\n[VisitTeam \"Reds\"]\n[Board \"7\"]\n[Declarer \"N\"]\n[Contract \"4S\"]\n[Result \"10\"]\n",
		},
		{
			name: "Room says where the home team sits", want: "teams imp, 1 Blues, 2 Reds, 7: 1-2 4S-1 N, 7: 2-1 4S= N", show: facts,
			text: "[HomeTeam \"Reds\"]\n[VisitTeam \"Blues\"]\n[Room \"Closed\"]\n[Scoring \"IMP\"]\n[Board \"7\"]\n[Declarer \"N\"]\n[Contract \"4S\"]\n[Result \"9\"]\n\n" +
				"[HomeTeam \"Reds\"]\n[VisitTeam \"Blues\"]\n[Room \"Open\"]\n[Board \"7\"]\n[Declarer \"N\"]\n[Contract \"4S\"]\n[Result \"10\"]\n",
		},
		{
			name: "ScoreTable with quoted scores and - for the other side (Magic Contest)", show: facts,
			want: "pairs mp, 4, 6, 7, 8, 9, 11, 5: 4-11 2HX= S S6, 5: 8-7 Pass, 5: 6-9 2H-1 S D2",
			text: "[Board \"5\"]\n[Scoring \"MatchPoints;MP1\"]\n[Vulnerable \"NS\"]\n[ScoreTable \"PairId_NS\\2R;PairId_EW\\2R;Contract\\4L;Declarer\\1R;Result\\2R;Lead\\3L;Score_NS\\6R;Score_EW\\6R\"]\n" +
				" 4 11 2HX  S  8 S6   \"670\"      -\n 8  7 Pass -  - -      \"0\"      -\n 6  9 2H   S  7 D2       -  \"100\"\n",
		},
		{
			name: "names without quotation marks, PASS as a score, Setion (BridgeComposer)", show: facts,
			want: "pairs mp, A1 Anna Alt – Bert Ast, A2 Cora Cid – Dirk Dur, A3 Emil Eck – Fred Fin, A4 Gerd Gut – Hans Hof, 3: A1-A2 4S= N, 3: A3-A4 Pass",
			text: "[Board \"3\"]\n[Scoring \"MP\"]\n[ScoreTable \"Setion\\1L;PairId_NS\\2R;PairId_EW\\2R;Contract\\4L;Declarer\\1L;Result\\2R;Score_NS\\5R;Names_NS\\20L;Names_EW\\20L\"]\n" +
				"A  1  2 4S   N 10   420 Anna Alt - Bert Ast  Cora Cid - Dirk Dur\nA  3  4 PASS - -   PASS Emil Eck - Fred Fin  Gerd Gut - Hans Hof\n",
			warn: "row_names 4, row_names 5",
		},
		{
			name: "rows on several lines", show: facts, want: "pairs mp, 1, 2, 3, 4, 1: 1-2 4S= N, 1: 3-4 3S-1 N",
			text: "[Board \"1\"]\n[Scoring \"MP\"]\n[ScoreTable \"PairId_NS;PairId_EW;Contract;Declarer;Result\"]\n1 2 4S\nN 10\n3 4\n3S N 8\n",
		},
		{
			name: "columns in any order, and unknown ones", show: facts, want: "pairs mp, 1, 2, 1: 1-2 4S= N",
			text: "[Board \"1\"]\n[Scoring \"MP\"]\n[ScoreTable \"Colour;Result;Declarer;Contract;PairId_EW;PairId_NS\"]\nred 10 N 4S 2 1\n",
		},
		{
			name: "artificial scores and boards that were not played", show: facts,
			want: "pairs mp, 1, 2, 3, 4, 5, 6, 1: 1-2 60%/40%, 1: 3-4 A+/A-, 1: 5-6 not played, 2: 1-2 A/A, 2: 3 sits out, 2: 5-6 55%/45%",
			text: "[Board \"1\"]\n[Scoring \"MP\"]\n[ScoreTable \"PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW\"]\n1 2 - - - A6040 -\n3 4 - - - ^A+ ^A-\n5 6 - - - - -\n\n" +
				"[Board \"2\"]\n[ScoreTable \"PairId_NS;PairId_EW;Contract;Score_NS;Percentage_NS;Percentage_EW\"]\n1 2 - AVE - -\n3 - - - - -\n5 6 - - ^55 ^45\n",
		},
		{
			name: "matchpoints marked as artificial", show: facts, want: "pairs mp, 1, 2, 3, 4, 1: 1-2 4S= N, 1: 3-4 60%/40%",
			text: "[Board \"1\"]\n[Scoring \"MP\"]\n[ScoreTable \"PairId_NS;PairId_EW;Contract;Declarer;Result;MP_NS;MP_EW\"]\n1 2 4S N 10 6 4\n3 4 - - - ^6 ^4\n",
		},
		{
			name: "a score that is not that of the result", show: facts, want: "pairs mp, 1, 2, 1: 1-2 score 450", warn: "score_differs 4",
			text: "[Board \"1\"]\n[Scoring \"MP\"]\n[ScoreTable \"PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS\"]\n1 2 4S N 10 450\n",
		},
		{
			name: "a score that no result has", show: facts, want: "pairs mp, 1, 2, 1: 1-2 score 425", warn: "score_impossible 4",
			text: "[Board \"1\"]\n[Scoring \"MP\"]\n[ScoreTable \"PairId_NS;PairId_EW;Score_NS\"]\n1 2 425\n",
		},
		{
			name: "the score tells the tricks", show: facts, want: "pairs mp, 1, 2, 1: 1-2 4S+1 N",
			text: "[Board \"1\"]\n[Scoring \"MP\"]\n[ScoreTable \"PairId_NS;PairId_EW;Contract;Declarer;Score_NS\"]\n1 2 4S N 450\n",
		},
		{
			name: "a score alone, of declarer's side", show: facts, want: "pairs mp, 1, 2, 1: 1-2 score -420",
			text: "[Board \"1\"]\n[Scoring \"MP\"]\n[PairNS \"1\"]\n[PairEW \"2\"]\n[Declarer \"E\"]\n[Score \"420\"]\n",
		},
		{
			name: "two winners: a number meets itself", show: facts, want: "pairs mp 2 winners, 1NS, 1EW, 1: 1NS-1EW 4S= N",
			text: "[Board \"1\"]\n[Scoring \"MP\"]\n[ScoreTable \"PairId_NS;PairId_EW;Contract;Declarer;Result\"]\n1 1 4S N 10\n",
		},
		{
			name: "two winners: a number stands for others on the other line", show: facts,
			want: "pairs mp 2 winners, 1NS Anna – Bert, 2NS Emma – Fred, 1EW Gina – Hugo, 2EW Carl – Dora, 1: 1NS-2EW 4S= N, 1: 2NS-1EW 4S-1 N",
			text: "[Board \"1\"]\n[Scoring \"MP\"]\n[ScoreTable \"PairId_NS;PairId_EW;Names_NS;Names_EW;Contract;Declarer;Result\"]\n1 2 \"Anna;Bert\" \"Carl;Dora\" 4S N 10\n2 1 \"Emma;Fred\" \"Gina;Hugo\" 4S N 9\n",
		},
		{
			name: "one winner: the pairs change their line", show: facts,
			want: "pairs mp, 1 Anna – Bert, 2 Carl – Dora, 1: 1-2 4S= N, 2: 2-1 4S= N",
			text: "[Board \"1\"]\n[Scoring \"MP\"]\n[ScoreTable \"PairId_NS;PairId_EW;Names_NS;Names_EW;Contract;Declarer;Result\"]\n1 2 \"Anna;Bert\" \"Carl;Dora\" 4S N 10\n\n" +
				"[Board \"2\"]\n[ScoreTable \"PairId_NS;PairId_EW;Names_NS;Names_EW;Contract;Declarer;Result\"]\n2 1 \"Carl;Dora\" \"Bert;Anna\" 4S N 10\n",
		},
		{
			name: "scoring by IMPs in a field", show: facts, want: "pairs ximp, 1, 2, 1: 1-2 4S= N",
			text: "[Board \"1\"]\n[Scoring \"IMP\"]\n[PairNS \"1\"]\n[PairEW \"2\"]\n[Declarer \"N\"]\n[Contract \"4S\"]\n[Result \"NS 10\"]\n",
		},
		{
			name: "Butler", show: facts, want: "pairs butler, 1, 2, 1: 1-2 4S= N",
			text: "[Board \"1\"]\n[Scoring \"IMP;Butler\"]\n[PairNS \"1\"]\n[PairEW \"2\"]\n[Declarer \"N\"]\n[Contract \"4S\"]\n[Result \"10\"]\n",
		},
		{
			name: "title of BridgeComposer", show: func(f *pbn.File) string { return f.Directive("HRTitleEvent") },
			want: "Club evening", text: "%HRTitleEvent \"Club evening\"\n[Event \"\"]\n",
		},
		{
			name: "a trick that is not the declarer's", show: facts, want: "pairs mp, 1, 2, 1: 1-2 3NT-1 W",
			text: "[Board \"1\"]\n[Scoring \"MP\"]\n[PairNS \"1\"]\n[PairEW \"2\"]\n[Declarer \"W\"]\n[Contract \"3N\"]\n[Result \"NS 5 EW 8\"]\n",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := read(t, strings.NewReader(tc.text))
			if got := tc.show(f); got != tc.want {
				t.Errorf("got  %q\nwant %q", got, tc.want)
			}
			warnings := f.Warnings
			if fmt.Sprintf("%p", tc.show) == fmt.Sprintf("%p", facts) {
				warnings = f.Record().Warnings
			}
			var keys []string
			for _, w := range warnings {
				if w.Line > 0 {
					keys = append(keys, fmt.Sprint(strings.TrimPrefix(w.Err.Key, "pbn."), " ", w.Line))
				}
			}
			if got := strings.Join(keys, ", "); got != tc.warn {
				t.Errorf("warnings %q, want %q", got, tc.warn)
			}
			strict(t, write(t, f))
		})
	}
}

// para is a game as pbntools writes it.
func para(ns, ew int, contract, tricks string) string {
	return fmt.Sprintf("[Board \"1\"]\n[West \"Para-%[2]d\"]\n[North \"Para-%[1]d\"]\n[East \"Para-%[2]d\"]\n[South \"Para-%[1]d\"]\n%[3]s\n[Scoring \"MP\"]\n[Declarer \"N\"]\n[Contract \"%[4]s\"]\n[Result \"%[5]s\"]\n\n",
		ns, ew, deal2, contract, tricks)
}

func utf16le(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteByte(byte(r))
		b.WriteByte(byte(r >> 8))
	}
	return b.String()
}

// each joins what show says of every game.
func each(show func(*pbn.Game) string) func(*pbn.File) string {
	return func(f *pbn.File) string {
		var out []string
		for _, g := range f.Games {
			out = append(out, show(g))
		}
		return strings.Join(out, "|")
	}
}

var (
	events    = each(func(g *pbn.Game) string { return g.Text("Event") })
	contracts = each(func(g *pbn.Game) string {
		c, passedOut, ok := g.Contract()
		switch {
		case passedOut:
			return "Pass"
		case !ok:
			return "none"
		}
		return c.String()
	})
	scorings = each(func(g *pbn.Game) string { return fmt.Sprint(g.Scoring()) })
	boards   = each(func(g *pbn.Game) string { b, _ := g.Board(); return fmt.Sprint(int(b)) })
	vuls     = each(func(g *pbn.Game) string { v, _ := g.Vulnerable(); return v.String() })
	deals    = each(func(g *pbn.Game) string { d, _ := g.Deal(); return d.Hand(bridge.North).String() })
	dates    = each(func(g *pbn.Game) string {
		if d, ok := g.Date(); ok {
			return d.String()
		}
		return g.Text("Date")
	})
	calls = each(func(g *pbn.Game) string {
		var out []string
		for _, c := range g.Calls() {
			out = append(out, c.String())
		}
		return strings.Join(out, " ")
	})
	comments = each(func(g *pbn.Game) string { return g.Tags[0].Remarks[0].Text })
)

// facts tells what the record of a file says.
func facts(f *pbn.File) string {
	rec := f.Record()
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	at := func(m event.Meeting) string {
		if m.Session > 0 {
			return fmt.Sprintf("%d/%d:", m.Session, m.Board)
		}
		return fmt.Sprintf("%d:", m.Board)
	}
	for _, f := range rec.Facts {
		switch a := f.Act.(type) {
		case event.Opened:
			winners := ""
			if a.Winners == 2 {
				winners = " 2 winners"
			}
			add("%s %s%s", a.Kind, a.Method, winners)
		case event.Registered:
			var names []string
			for _, id := range a.Persons {
				p := rec.People[id]
				for _, number := range p.MemberIDs {
					p.Name += "(" + number + ")"
				}
				names = append(names, p.Name)
			}
			add("%s", strings.TrimSpace(a.Contestant.String()+" "+strings.Join(names, " – ")))
		case event.BoardSet:
			if a.Session > 0 {
				add("board %d/%d", a.Session, a.Board)
			} else if !a.Deal.IsZero() {
				add("board %d", a.Board)
			}
		case event.Played:
			what := a.Result.String()
			if a.Score != nil {
				what = fmt.Sprintf("score %d", *a.Score)
			}
			add("%s %v-%v %s", at(a.Meeting), a.NS, a.EW, what)
		case event.NotPlayed:
			add("%s %v-%v not played", at(a.Meeting), a.NS, a.EW)
		case event.SatOut:
			add("%s %v sits out", at(a.Meeting), cmpOr(a.NS, a.EW))
		case event.Ruled:
			add("%s %v-%v %v/%v", at(a.Meeting), a.NS, a.EW, a.Award.NS, a.Award.EW)
		}
	}
	return strings.Join(out, ", ")
}

func cmpOr(a, b event.Contestant) event.Contestant {
	if a.IsZero() {
		return b
	}
	return a
}

// TestRefusals: nothing is refused but a broken reader, binary data, an unknown
// character set, and a cell that no line can hold.
func TestRefusals(t *testing.T) {
	if _, err := pbn.Read(iotest.ErrReader(io.ErrUnexpectedEOF)); err != io.ErrUnexpectedEOF {
		t.Errorf("broken reader: %v", err)
	}
	for name, text := range map[string]string{
		"zip":      "PK\x03\x04\x14\x00\x08\x00",
		"database": "\x00\x01\x00\x00Standard Jet DB\x00",
		"control":  "\x01\x02\x03\x04\x05 abc",
	} {
		_, err := pbn.Read(strings.NewReader(text))
		e, ok := err.(*bridge.Error)
		if !ok || e.Key != "pbn.binary" || e.Code != bridge.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := pbn.ReadCharset(strings.NewReader("x"), "klingon"); bridge.CodeOf(err) != bridge.Unsupported {
		t.Errorf("unknown character set: %v", err)
	}
	f, err := pbn.ReadCharset(strings.NewReader("[Event \"Azapa\xf1o\"]"), "iso-8859-2")
	if err != nil || f.Games[0].Text("Event") != "Azapańo" {
		t.Errorf("ISO 8859-2: %v", err)
	}
	table := &pbn.Table{Columns: []pbn.Column{{Name: "Names"}}, Rows: []pbn.Row{{Cells: []string{strings.Repeat("x", 300)}}}}
	long := &pbn.File{Games: []*pbn.Game{{Tags: []pbn.Tag{{Name: "ScoreTable", Table: table}}}}}
	if err := pbn.Write(io.Discard, long); bridge.CodeOf(err) != bridge.Invalid {
		t.Errorf("a cell of 300 characters: %v", err)
	}
}

// TestInheritance: "#" and "##" and their end.
func TestInheritance(t *testing.T) {
	f := read(t, strings.NewReader(`[Event "##Autumn"]
[Site "Hall"]
[Room "Open"]

[Board "2"]
[Site "#"]

[Event "Winter"]

[Event "#"]
[Site "#"]

[Board "5"]
`))
	got := ""
	for _, g := range f.Games {
		got += g.Text("Event") + " " + g.Text("Site") + " " + g.Text("Room") + "|"
	}
	if want := "Autumn Hall Open|Autumn Hall |Winter  |Winter Hall |  |"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if len(f.Warnings) > 0 {
		t.Errorf("warning: %s", f.Warnings[0].Text())
	}
	again := read(t, strings.NewReader(string(write(t, f))))
	if diff := cmp.Diff(model(f), model(again), value); diff != "" {
		t.Error(diff)
	}
}

// TestLong: nothing of a value or comment that is longer than a line gets lost.
func TestLong(t *testing.T) {
	word := strings.Repeat("0123456789", 24)
	for _, text := range []string{word, word + "abcdefgh", word + "abcdefghijk", word + word, strings.Repeat("word ", 100), strings.Repeat(`"\`, 130), strings.Repeat("ü", 250), strings.Repeat("ж", 250)} {
		f := &pbn.File{Games: []*pbn.Game{{Before: []pbn.Remark{{Kind: pbn.Escape, Text: text}, {Kind: pbn.RestOfLine, Text: text}, {Kind: pbn.Comment, Text: text}}}}}
		f.Games[0].Set("Event", text)
		f.Games[0].Set("Board", "1")
		out := write(t, f)
		strict(t, out)
		back := read(t, strings.NewReader(string(out)))
		tag := back.Games[0].Tag("Event")
		got := tag.Value
		for _, r := range tag.Remarks {
			got += strings.TrimPrefix(r.Text, "... ")
		}
		squeeze := strings.NewReplacer(" ", "", "\n", "")
		if squeeze.Replace(got) != squeeze.Replace(text) {
			t.Errorf("%d characters: got %q\nwant %q", len(text), got, text)
		}
		if again := write(t, back); string(again) != string(out) {
			t.Errorf("written twice, the bytes differ:\n%s", cmp.Diff(string(out), string(again)))
		}
	}
}

// TestCharset: ISO 8859-1 if it is enough, else UTF-8, and always what can be read
// back.
func TestCharset(t *testing.T) {
	for _, tc := range []struct{ text, bytes, mark string }{
		{"Anna", "Anna", ""},
		{"Grüße", "Gr\xfc\xdfe", ""},
		{"Ã©", "\xc3\xa9", "charset=ISO-8859-1"},
		{"Азбука", "Азбука", "charset=UTF-8"},
		{"“quoted”", "“quoted”", "charset=UTF-8"},
	} {
		f := &pbn.File{Games: []*pbn.Game{{}}}
		f.Games[0].Set("Event", tc.text)
		out := string(write(t, f))
		if !strings.Contains(out, "[Event \""+tc.bytes+"\"]\r\n") || strings.Contains(out, "charset") != (tc.mark != "") || !strings.Contains(out, tc.mark) {
			t.Errorf("%s: %q", tc.text, out)
		}
		back := read(t, strings.NewReader(out))
		if got := back.Games[0].Text("Event"); got != tc.text || len(back.Warnings) > 0 {
			t.Errorf("%q read back as %q, %v", tc.text, got, back.Warnings)
		}
	}
}

// TestSpelling: the export format knows one spelling of each value. What cannot
// be understood stays as it is.
func TestSpelling(t *testing.T) {
	for _, tc := range []struct{ text, tag, want string }{
		{`[Date "2-Aug-2023"]`, "Date", "2023.08.02"},
		{`[Date "2013-11-23 11:23"]`, "Date", "2013.11.23"},
		{`[Date "11:23"]`, "Date", "11:23"},
		{`[Board "01"]`, "Board", "1"},
		{`[Board "2-1"]`, "Board", "2-1"},
		{`[Vulnerable "Both"]`, "Vulnerable", "All"},
		{`[Vulnerable "-"]`, "Vulnerable", "None"},
		{`[Scoring "Matchpoints; mp1"]`, "Scoring", "MatchPoints;MP1"},
		{`[Scoring "Facit"]`, "Scoring", "Facit"},
		{`[Contract "3n"]`, "Contract", "3NT"},
		{`[Contract "5Cx"]`, "Contract", "5CX"},
		{`[Contract "PASS"]`, "Contract", "Pass"},
		{`[Contract "h"]`, "Contract", "H"},
		{`[Declarer "E"][Result "NS 9 EW 4"]`, "Result", "4"},
		{`[Declarer "E"][Result "^NS 9"]`, "Result", "^4"},
		{`[Result "NS 9"]`, "Result", "NS 9"},
		{`[Contract "Pass"][Declarer "S"][Result "0"]`, "Declarer", ""},
		{`[Contract "Pass"][Declarer "S"][Result "0"]`, "Result", ""},
		{`[Dealer "S"]` + deal1, "Deal", "S:J973.J98742.3.K4 KQT2.AT.J6542.85 .63.AKQ987.A9732 A8654.KQ5.T.QJT6"},
		{`[Deal "E:SA - - -"]`, "Deal", "E:SA - - -"},
		{"[Dealer \"N\"]\n[Auction \"W\"]\n- 1C pass 1N ap", "Auction", "N"},
	} {
		f := read(t, strings.NewReader(tc.text))
		out := string(write(t, f))
		if want := fmt.Sprintf("[%s %q]\r\n", tc.tag, tc.want); !strings.Contains(out, want) {
			t.Errorf("%s: want %s\n%s", tc.text, want, out)
		}
	}
}

// TestFold: what a file says can be applied to an event.
func TestFold(t *testing.T) {
	for _, name := range shelf.Glob(t, "real/pbn/*") {
		rec := read(t, shelf.Open(t, name)).Record()
		if len(shelf.Acts[event.Opened](rec.Facts)) == 0 {
			continue
		}
		if _, err := event.Fold(rec.Facts); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestExport writes a small event and compares every byte.
func TestExport(t *testing.T) {
	rec := &event.Record{People: event.People{}}
	person := func(name string) event.PersonID { return rec.People.Add(event.Person{Name: name}) }
	rec.Add(event.Opened{Title: "Club evening", Club: "Village Hall", Date: "2026-03-03", Kind: event.Pairs, Method: event.Matchpoints, Winners: 1, Producer: "By hand"})
	pairs := [][2]string{{"Anna", "Bert"}, {"Carl", "Dora"}, {"Emma", "Fred"}, {"Gina", "Hugo"}}
	for i, p := range pairs {
		rec.Add(event.Registered{Contestant: event.Contestant{Number: i + 1}, Persons: []event.PersonID{person(p[0]), person(p[1])}})
	}
	deal, err := bridge.ParseDeal("N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85")
	if err != nil {
		t.Fatal(err)
	}
	rec.Add(event.BoardSet{Board: 2, Dealer: bridge.East, Vul: bridge.NSVul, Deal: deal})
	result := func(s string) bridge.Result {
		r, err := bridge.ParseResult(s)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	meet := func(table, ns, ew int, b bridge.Board) event.Meeting {
		return event.Meeting{Round: 1, Table: table, Board: b, NS: event.Contestant{Number: ns}, EW: event.Contestant{Number: ew}}
	}
	points := score.Points(-100)
	rec.Add(
		event.Played{Meeting: meet(1, 1, 2, 2), Result: result("5HX-2 S SK")},
		event.Played{Meeting: meet(2, 3, 4, 2), Result: bridge.PassedOut()},
		event.Played{Meeting: meet(1, 1, 2, 3), Score: &points},
		event.Ruled{Meeting: meet(2, 3, 4, 3), Award: bridge.BySide[event.Award]{NS: event.Award{Kind: event.AveragePlus}, EW: event.Award{Kind: event.AverageMinus}}},
	)
	rec.Published.Totals = []event.PublishedTotal{{Contestant: event.Contestant{Number: 3}, Total: event.ParsePrinted("3.2"), Percent: event.ParsePrinted("80.00"), Place: "1"}}
	const want = `% PBN 2.1
% EXPORT
%Overtrick-Winners 1
[Event "Club evening"]
[Site "Village Hall"]
[Date "2026.03.03"]
[Board "2"]
[West ""]
[North ""]
[East ""]
[South ""]
[Dealer "E"]
[Vulnerable "NS"]
[Deal "E:A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85 .63.AKQ987.A9732"]
[Scoring "MP"]
[Declarer ""]
[Contract ""]
[Result ""]
[Competition "Pairs"]
[Generator "By hand"]
[ScoreTable "Round\2R;Table\2R;PairId_NS\3R;PairId_EW\3R;Names_NS\11L;Names_EW\11L;Contract\5L;Declarer\1L;Result\2R;Lead\2L;Score_NS\5R;Score_EW\4R"]
 1  1   1   2 "Anna;Bert" "Carl;Dora" 5HX   S  9 SK  -500    -
 1  2   3   4 "Emma;Fred" "Gina;Hugo" Pass  -  - -      0    -
[TotalScoreTable "Rank\3R;PairId\5R;Names\11L;TotalMP\8R;TotalPercentage\6R"]
  1     3 "Emma;Fred"      3.2  80.00

[Event "Club evening"]
[Site "Village Hall"]
[Date "2026.03.03"]
[Board "3"]
[West ""]
[North ""]
[East ""]
[South ""]
[Dealer "S"]
[Vulnerable "EW"]
[Deal "?"]
[Scoring "MP"]
[Declarer ""]
[Contract ""]
[Result ""]
[Competition "Pairs"]
[ScoreTable "Round\2R;Table\2R;PairId_NS\3R;PairId_EW\3R;Names_NS\11L;Names_EW\11L;Contract\5L;Declarer\1L;Result\2R;Lead\2L;Score_NS\5R;Score_EW\4R"]
 1  1   1   2 "Anna;Bert" "Carl;Dora" ?     -  - -   -100    -
 1  2   3   4 "Emma;Fred" "Gina;Hugo" -     -  - -    ^A+  ^A-
`
	got := strings.ReplaceAll(string(write(t, pbn.FromRecord(rec))), "\r\n", "\n")
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	f := read(t, strings.NewReader(got))
	if diff := cmp.Diff(rec, f.Record(), value); diff != "" {
		t.Errorf("read back (-written +read)\n%s", diff)
	}
	if len(f.Warnings) > 0 || !slices.Equal(f.Directives(), []string{"Overtrick-Winners 1"}) {
		t.Error(f.Warnings, f.Directives())
	}
}
