package padtext_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/bridge/bridgetest"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/format/padtext"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/pad"
	"github.com/overtrick/overtrick/score"
)

// TestLines: what people write, and the line that it becomes.
func TestLines(t *testing.T) {
	for _, tc := range []struct {
		lang       notation.Language
		text, want string
	}{
		// deals
		{"en", "we 4S= hon 100", "we 4S= hon 100"},
		{"en", "they 3NT-1 hon we 150", "they 3NT-1 hon we 150"},
		{"en", "N 4HX+1", "N 4HX+1"},
		{"en", "3n we", "we 3NT="},
		{"en", "we 3n", "we 3NT="},
		{"en", "4♥x E -2", "E 4HX-2"},
		{"en", "E 4 s =", "E 4S="},
		{"en", "E 4 ♥ just made", "E 4H="},
		{"en", "4sxx s +1", "S 4SXX+1"},
		{"en", "south 4 spades", "S 4S="},
		{"en", "NS 2H 9", "we 2H+1"},
		{"en", "2H e-w down one", "they 2H-1"},
		{"en", "3NT by they, made", "they 3NT="},
		{"en", "3NT made by we", "we 3NT="},
		{"en", "WE, 3 NT, two down", "we 3NT-2"},
		{"en", "we N 3NT=", "N 3NT="},
		{"en", "N 3NT= we", "N 3NT="},
		{"en", "  we\t4S=  ", "we 4S="},
		{"en", "we 4S= hon S 100", "we 4S= hon S 100"},
		{"en", "we 4S= hon 100 E", "we 4S= hon E 100"},
		{"en", "we 4S= honours they 100", "we 4S= hon they 100"},
		{"en", "N 4S= hon we 150", "N 4S= hon 150"},
		{"en", "they 4HX-2 hcp we 24 fit we", "they 4HX-2 hcp we 24 fit we"},
		{"en", "they 4HX-2 fit we hcp 24.5 ew", "they 4HX-2 hcp they 24.5 fit we"},
		{"en", "pass hcp we 24", "pass hcp we 24"},
		{"en", "passed out", "pass"},
		{"en", "all pass", "pass"},
		{"en", "p", "pass"},
		// acts
		{"en", "undo", "undo"},
		{"en", "U", "undo"},
		{"en", "stop", "stop"},
		{"en", "s", "stop"},
		{"en", "settle", "stop"},
		{"en", "edit 2 we 4S+1", "edit 2 we 4S+1"},
		{"en", "e2 we 4S+1", "edit 2 we 4S+1"},
		{"en", "edit2 pass", "edit 2 pass"},
		{"en", "remove 3", "remove 3"},
		{"en", "insert 2 they 1NT=", "insert 2 they 1NT="},
		{"en", "rubber", "rubber"},
		{"en", "rubber Anna Clara Bert Dieter", "rubber Anna Clara Bert Dieter"},
		{"en", "hon E 100", "hon E 100"},
		{"en", "h 100", "hon 100"},
		{"en", "hon 150 they", "hon they 150"},
		// the head
		{"en", "form Chicago", "form chicago"},
		{"en", "edition 1943", "edition 1943"},
		{"en", "schedule nondealer", "schedule nondealer"},
		{"en", "parts duplicate", "parts duplicate"},
		{"en", "deals 6", "deals 6"},
		{"en", "redeal no", "redeal no"},
		{"en", "dealer east", "dealer E"},
		{"en", "players Anna Bert Clara Dieter", "players Anna Bert Clara Dieter"},
		{"en", "players Anna M, Bert,Clara ,  Dieter  B", "players Anna M, Bert, Clara, Dieter B"},
		{"en", "players Anna, Bert, Clara, Dieter, Eva", "players Anna Bert Clara Dieter Eva"},
		{"en", "stake 0,50", "stake 0.50"},
		{"en", "rotation pivot", "rotation tour"},
		{"en", "set score.rubber.fast=750", "set score.rubber.fast = 750"},
		{"en", "set score.undertrick.doubled.not_vulnerable = 100  200", "set score.undertrick.doubled.not_vulnerable = 100 200"},
		// comments
		{"en", "", ""},
		{"en", "   ", ""},
		{"en", " # Friday ", "# Friday"},
		{"en", "we 4S= # at last", "we 4S=  # at last"},
		// German and Russian
		{"de", "wir 4 Pik X = Honneurs 100", "we 4SX= hon 100"},
		{"de", "sie 3 SA einmal gefallen", "they 3NT-1"},
		{"de", "O 4 Karo", "E 4D="},
		{"de", "3 SA von Ost", "E 3NT="},
		{"de", "3 SA erfüllt von uns", "we 3NT="},
		{"de", "zurück", "undo"},
		{"de", "zurueck", "undo"},
		{"de", "ändern 2 passe", "edit 2 pass"},
		{"de", "abrechnen", "stop"},
		{"de", "we 4S=", "we 4S="},
		{"de", "Spieler Anna Bert Clara Dieter", "players Anna Bert Clara Dieter"},
		{"de", "Einsatz 0,05", "stake 0.05"},
		{"de", "wir 4 Pik FP wir 24,5 Fit sie", "we 4S= hcp we 24.5 fit they"},
		{"ru", "мы 3 БК без двух", "we 3NT-2"},
		{"ru", "они 4♠x онеры 150", "they 4SX= hon 150"},
		{"ru", "В 2 бубны +1", "E 2D+1"},
		{"ru", "4 паса очки мы 24", "pass hcp we 24"},
		{"ru", "2ч разыгрывают они", "they 2H="},
		{"ru", "отмена", "undo"},
		{"ru", "удалить 2", "remove 2"},
		{"ru", "роббер", "rubber"},
		{"ru", "игроки Анна Борис Вера Глеб", "players Анна Борис Вера Глеб"},
		{"ru", "стоп", "stop"},
		{"fr", "we 3 SA", "we 3NT="},
		{"xx", "we 3 NT", "we 3NT="},
	} {
		l, err := padtext.ParseLine(tc.lang, tc.text)
		if err != nil {
			t.Errorf("%s %q: %v", tc.lang, tc.text, err)
			continue
		}
		if got := l.String(); got != tc.want {
			t.Errorf("%s %q: %q, want %q", tc.lang, tc.text, got, tc.want)
		}
		again, err := padtext.ParseLine(notation.English, l.String())
		if err != nil || cmp.Diff(l, again, compare) != "" {
			t.Errorf("%q: read again it is %q, %v", l, again, err)
		}
	}
}

var compare = cmp.Comparer(func(a, b exact.Fraction) bool { return a.Equal(b) })

// TestWrongLines: each refusal says what it is about, and where it stands; the
// marks are under the place.
func TestWrongLines(t *testing.T) {
	for _, tc := range []struct{ text, at, key, says string }{
		{"foo bar", "^^^    ", "padtext.unknown", `cannot read "foo": want a deal`},
		{"we foo", "   ^^^", "padtext.unknown", `cannot read "foo"`},
		{"we 4S= foo", "       ^^^", "notation.unknown", `cannot read "foo"`},
		{"we 8S", "   ^", "notation.level", "a level is 1 to 7"},
		{"we 4Z", "    ^", "notation.strain", `strain "Z": want C, D, H, S or NT`},
		{"we 7NT+1", "      ^^", "notation.tricks", "14 tricks, want 0 to 13"},
		{"4S=", "   |", "padtext.declarer", "4S: who declared? want we or they, or N, E, S or W"},
		{"we", "  |", "padtext.no_contract", "what was played?"},
		{"we 4S= they", "       ^^^^", "padtext.declarers", "two declarers, we and they"},
		{"we 4S= E", "   ^^^^^", "padtext.declarers", "two declarers, we and E"},
		{"N 4S= S", "  ^^^^^", "padtext.declarers", "two declarers, N and S"},
		{"we pass", "^^", "padtext.pass_declarer", "nobody declares"},
		{"we 4S= HK", "   ^^^^^^", "padtext.lead", "opening lead, HK"},
		{"we 4S= 420", "       ^^^", "padtext.score", "420: points are counted here"},
		{"hon", "   |", "padtext.honours_points", "honours: want their points, 100 or 150"},
		{"we 4S= hon", "          |", "padtext.honours_points", "honours: want their points, 100 or 150"},
		{"we 4S= hon many", "           ^^^^", "padtext.honours", `honours: "many"`},
		{"we 4S= hon 99999999999999999999", "           ^^^^^^^^^^^^^^^^^^^^", "padtext.honours", "want their points"},
		{"hon 100 Anna", "        ^^^^", "padtext.honours_extra", `"Anna": want the points for honours`},
		{"hon 100", "", "", ""},
		{"we 4S= hon 100 Anna", "               ^^^^", "padtext.behind", `cannot read "Anna" here`},
		{"hcp we 24", "^^^", "padtext.no_result", `want a contract before "hcp"`},
		{"pass hcp 24", "        |", "padtext.hcp", "want whose and how many"},
		{"pass hcp we", "        |", "padtext.hcp", "want whose and how many"},
		{"pass hcp we 2x", "            ^^", "padtext.hcp_number", `high-card points "2x"`},
		{"pass hcp we 24 hcp we 24", "               ^^^", "padtext.twice", "hcp stands there twice"},
		{"pass fit we fit we", "            ^^^", "padtext.twice", "fit stands there twice"},
		{"pass fit", "        |", "padtext.side", "want we or they behind it"},
		{"pass fit 7", "         ^", "padtext.fit", `fit "7": want we or they`},
		{"pass fit we", "     ^^^", "padtext.fit_alone", "a fit without the high-card points"},
		{"undo 2", "     ^", "padtext.extra", `"2" stands behind undo, where nothing follows`},
		{"stop now please", "     ^^^^^^^^^^", "padtext.extra", `"now please" stands behind stop`},
		{"edit", "    |", "padtext.number", "edit which deal?"},
		{"edit we 4S=", "     ^^", "padtext.deal_number", `edit "we": want the number of a deal, from 1`},
		{"remove 0", "       ^", "padtext.deal_number", "from 1"},
		{"remove 2 3", "         ^", "padtext.extra", "stands behind remove"},
		{"edit 2", "      |", "padtext.no_deal", "edit 2: want the deal behind it"},
		{"insert 2 8S we", "         ^", "notation.level", "a level is 1 to 7"},
		{"form", "    |", "padtext.value", "form: a value is missing"},
		{"form whist", "     ^^^^^", "pad.form", `form "whist"`},
		{"edition 1999", "        ^^^^", "edition.unknown_home", `edition "1999"`},
		{"edition 1987", "        ^^^^", "edition.duplicate", "edition 1993"},
		{"schedule never", "         ^^^^^", "pad.schedule", `schedule "never"`},
		{"parts lost", "      ^^^^", "pad.part_scores", `part-scores "lost"`},
		{"deals 5", "      ^", "pad.deals", "a Chicago of 5 deals: want 4, 6 or 8"},
		{"deals many", "      ^^^^", "padtext.deals", `deals "many"`},
		{"redeal perhaps", "       ^^^^^^^", "padtext.redeal", "want yes or no"},
		{"dealer X", "       ^", "notation.seat", `seat "X"`},
		{"players Anna Bert Clara", "       ^^^^^^^^^^^^^^^^", "padtext.players", "3 names: want four, five or six players"},
		{"players Anna Bert Clara anna", "        ^^^^^^^^^^^^^^^^^^^^", "padtext.player_twice", "two players are called anna"},
		{"stake -1", "      ^^", "padtext.stake", `stake "-1"`},
		{"stake 1/3", "      ^^^", "padtext.stake", `stake "1/3"`},
		{"stake 1.23456", "      ^^^^^^^", "padtext.stake", "at most four decimals"},
		{"rotation random", "         ^^^^^^", "pad.rotation", `rotation "random"`},
		{"set", "   |", "padtext.set", "want a form like"},
		{"set score.rubber.fast 750", "    ^^^^^^^^^^^^^^^^^^^^^", "padtext.set", "want a form like"},
		{"set score.rubber.fast =", "    ^^^^^^^^^^^^^^^^^^^", "padtext.setting", "want a form like"},
		{"set mp.unit = 2-scale", "    ^^^^^^^^^^^^^^^^^", "padtext.setting", `setting "mp.unit"`},
		{"set score.nonsense = 7", "    ^^^^^^^^^^^^^^^^^^", "regulation.setting", "score.nonsense"},
		{"set score.rubber.fast = lots", "    ^^^^^^^^^^^^^^^^^^^^^^^^", "regulation.points", `value "lots"`},
	} {
		_, err := padtext.ParseLine(notation.English, tc.text)
		if tc.key == "" {
			if err != nil {
				t.Errorf("%q: %v", tc.text, err)
			}
			continue
		}
		e, ok := errors.AsType[*bridge.Error](err)
		if !ok {
			t.Errorf("%q: got %v, want a refusal", tc.text, err)
			continue
		}
		if e.Key != tc.key || !strings.Contains(e.Msg, tc.says) {
			t.Errorf("%q: %s: %v, want %s: %s", tc.text, e.Key, e, tc.key, tc.says)
		}
		start, end, ok := notation.PlaceOf(err)
		mark := strings.Repeat(" ", start) + strings.Repeat("^", end-start)
		if start == end {
			mark += "|"
		}
		if !ok || strings.TrimRight(tc.at, " ") != mark {
			t.Errorf("%q: the place is\n%s, want\n%s", tc.text, mark, tc.at)
		}
	}
}

const friday = `# Friday, at home
form rubber
players Anna Bert Clara Dieter
stake 0.50

we 4S= hon 100        # a good start
they 3NT-1 hon we 150
N 4H+1

rubber
Bert 3NT=
edit 1 they 3NT+1
hon E 150
they 4S=
`

// TestRead walks through an evening.
func TestRead(t *testing.T) {
	for name, text := range map[string]string{
		"as it is":        friday,
		"CRLF":            strings.ReplaceAll(friday, "\n", "\r\n"),
		"no last newline": strings.TrimRight(friday, "\n"),
		"byte order mark": "\ufeff" + friday,
	} {
		t.Run(name, func(t *testing.T) {
			f, err := padtext.Read(strings.NewReader(text), notation.English)
			if err != nil {
				t.Fatal(err)
			}
			e := f.Evening
			if e.Rubbers() != 2 || !f.IsEvening() {
				t.Fatalf("%d rubbers", e.Rubbers())
			}
			first, seating := e.Rubber(1)
			if p := first.Pad(); !p.Finished || p.Winner != bridge.NS || seating.We != [2]pad.Player{1, 2} {
				t.Errorf("first rubber: %+v", p)
			}
			// In the second Anna and Clara play against Bert and Dieter.
			p := e.Table().Pad()
			if d := p.Deals[0].Deal; d.Side != bridge.EW || d.Honours[0].Seat != bridge.East {
				t.Errorf("the first deal is %s", padtext.DealText(d))
			}
			if !p.Finished || p.Winner != bridge.EW || e.Seating().We != [2]pad.Player{1, 3} {
				t.Errorf("second rubber: %+v, seating %+v", p.Winner, e.Seating())
			}
			if len(f.Changes) != 1 || f.Changes[0].Line != 12 {
				t.Errorf("changes %+v", f.Changes)
			}
			var b bytes.Buffer
			if err := padtext.Write(&b, f); err != nil {
				t.Fatal(err)
			}
			want := strings.NewReplacer("        #", "  #", "Bert 3NT=", "E 3NT=", "# Friday, at home", "# Friday, at home").Replace(friday)
			if d := cmp.Diff(want, b.String()); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestRefused: a line that is refused has its number and its reason, and leaves
// everything as it was.
func TestRefused(t *testing.T) {
	const four = "players Anna Bert Clara Dieter\n"
	const five = "players Anna Bert Clara Dieter Eva\n"
	const won = "we 4S=\nwe 4S=\n"
	for _, tc := range []struct {
		name, text, says string
		code             bridge.Code
	}{
		{"unknown word", "we 4S=\nfoo\n", `line 2: cannot read "foo"`, bridge.Invalid},
		{"fourteen tricks", "we 4S=\n\n# so\nwe 7S+1\n", "line 4: 7S: 14 tricks, want 0 to 13", bridge.Invalid},
		{"honours of 120", "we 4S= hon 120\n", "line 1: deal 1: honours of 120 in S are not possible: want 100, 150", bridge.Invalid},
		{"honours of 100 at notrump", "we 3NT= hon 100\n", "line 1: deal 1: honours of 100 in NT are not possible: want 150", bridge.Invalid},
		{"honours in a pass-out", "pass hon we 100\n", "line 1: deal 1: honours in a deal that was passed out", bridge.Invalid},
		{"honours after a pass-out", "pass\nhon we 100\n", "line 2: deal 1: honours in a deal that was passed out", bridge.Invalid},
		{"honours without a deal", "hon we 100\n", "line 1: honours without a deal", bridge.NotFound},
		{"honours of two hands", "we 4S= hon we 100 hon they 100\n", "line 1: deal 1: honours of two hands", bridge.Invalid},
		{"honours of two hands, later", "we 4S= hon 100\nhon E 100\n", "line 2: deal 1: honours of two hands", bridge.Invalid},
		{"a deal after the end", won + "pass\n", "line 3: deal 3: the rubber ended with deal 2", bridge.Conflict},
		{"a deal after stop", "we 4S=\nstop\nwe 4S=\n", "line 3: the rubber was stopped: undo that first", bridge.Conflict},
		{"stop after the end", won + "stop\n", "line 3: the rubber is finished already", bridge.Conflict},
		{"an edit that ends it too early", won + "remove 1\nwe 4S=\ninsert 1 we 4S=\n", "line 5: deal 3: the rubber ended with deal 2", bridge.Conflict},
		{"edit of a deal that is not there", "we 4S=\nedit 2 pass\n", "line 2: there is no deal 2: want 1 to 1", bridge.NotFound},
		{"remove of a deal that is not there", "remove 1\n", "line 1: there is no deal 1", bridge.NotFound},
		{"nothing to undo", "# nothing\nundo\n", "line 2: there is nothing to undo", bridge.Conflict},
		{"rubber before the end", "we 4S=\nrubber\n", "line 2: the rubber is not finished: stop settles it", bridge.Conflict},
		{"rubber with three", four + won + "rubber Anna Bert Clara\n", "line 4: 3 players for a rubber: want four", bridge.Invalid},
		{"rubber with a stranger", four + won + "rubber Anna Bert Clara Eva\n", "line 4: there is no player Eva: want Anna, Bert, Clara, Dieter", bridge.NotFound},
		{"rubber with two chairs", four + won + "rubber Anna Bert Clara anna\n", "line 4: anna sits on two chairs", bridge.Invalid},
		{"names without players", won + "rubber Anna Bert Clara Dieter\n", "line 3: Anna: want a line with the players", bridge.NotFound},
		{"out twice running", five + won + "rubber Anna Bert Clara Dieter\n", "line 4: Eva sat out the last rubber and comes in now", bridge.Invalid},
		{"the longest run plays on", five + "rotation cut\n" + won + "rubber Eva Bert Clara Dieter\n" + won + "rubber Anna Bert Clara Dieter\n", "line 8: rubbers running: 2 of Bert, who goes on, and 1 of Eva, who leaves", bridge.Invalid},
		{"declarer sits out", five + "Eva 4S=\n", "line 2: Eva sits out this rubber", bridge.Invalid},
		{"the cards must say", four + "rotation cut\n" + won + "rubber\n", "line 5: cut the cards, and say who sits where", bridge.NoSolution},
		{"head after a deal", "we 4S=\nform chicago\n", "line 2: form stands before the first deal", bridge.Conflict},
		{"players after a deal", "we 4S=\n" + four, "line 2: players stands before the first deal", bridge.Conflict},
		{"form twice", "form chicago\nform chicago\n", "line 2: form is already there, with the value chicago", bridge.Conflict},
		{"players twice", four + four, "line 2: the players are named already", bridge.Conflict},
		{"a setting that the form has not", "form rubber\n# hm\ndeals 4\nwe 4S=\n", "line 3: deals 4: the form rubber has no such setting", bridge.Invalid},
		{"the same, without a deal", "redeal no\n", "line 1: redeal no: the form rubber has no such setting", bridge.Invalid},
		{"rotation of nobody", "rotation tour\n", "rotation tour: want a line with the players", bridge.Invalid},
		{"no honours", "set pad.honours = none\nwe 4S= hon 100\n", "line 2: deal 1: honours do not count at this table", bridge.Invalid},
		{"strength at a rubber", "we 4S= hcp we 24\n", "line 1: deal 1: high-card points do not count in this form", bridge.Invalid},
		{"no strength", "form russian\nwe 4S=\n", "line 2: deal 1: this form needs the high-card points", bridge.Invalid},
		{"a value not known", "edition 1935\nwe 2SX=\n", "line 2: deal 1: 2SX= in the code of 1935", bridge.Unsupported},
		{"edition said twice", "edition 1943\nset score.edition = 1943\n", "score.edition is already set", bridge.Invalid},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f, err := padtext.Read(strings.NewReader(tc.text), notation.English)
			if err == nil || f != nil || !strings.HasPrefix(err.Error(), tc.says) && !strings.Contains(err.Error(), tc.says) || bridge.CodeOf(err) != tc.code {
				t.Fatalf("%v (%s), want %s (%s)", err, bridge.CodeOf(err), tc.says, tc.code)
			}
			// The same at a prompt: the lines before are taken, and the bad one changes
			// nothing.
			f, err = padtext.New()
			if err != nil {
				t.Fatal(err)
			}
			for l := range strings.Lines(tc.text) {
				var before bytes.Buffer
				if err := padtext.Write(&before, f); err != nil {
					t.Fatal(err)
				}
				was := *f.Evening.Table().Pad()
				parsed, err := f.Parse(notation.English, strings.TrimSpace(l))
				if err == nil {
					_, err = f.Add(parsed)
				}
				if err == nil {
					continue
				}
				var after bytes.Buffer
				if err := padtext.Write(&after, f); err != nil {
					t.Fatal(err)
				}
				if now := f.Evening.Table().Pad(); before.String() != after.String() || was.Total != now.Total || len(was.Deals) != len(now.Deals) {
					t.Errorf("%q was refused, %v, and changed\n%sto\n%s", l, err, before.String(), after.String())
				}
				return
			}
			t.Error("every line was taken at a prompt")
		})
	}
}

// TestGiven: settings from outside hold as if they stood at the top, and may not
// contradict the text.
func TestGiven(t *testing.T) {
	setting := func(name, value string) padtext.Setting {
		t.Helper()
		s, err := padtext.NewSetting(name, value)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	given := []padtext.Setting{setting("deals", "6"), setting("form", "chicago"), setting("score.chicago.part_score", "50")}
	f, err := padtext.Read(strings.NewReader("form chicago\n# four\nwe 2S=\n"), notation.English, given...)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := padtext.Write(&b, f); err != nil {
		t.Fatal(err)
	}
	if want := "deals 6\nset score.chicago.part_score = 50\nform chicago\n# four\nwe 2S=\n"; b.String() != want || f.Given != 2 {
		t.Errorf("got\n%swith %d given, want\n%s", b.String(), f.Given, want)
	}
	if r := f.Evening.Table().Rules(); r.Form != pad.Chicago || r.Deals != 6 {
		t.Errorf("rules %+v", r)
	}
	again, err := padtext.Read(&b, notation.English)
	if err != nil || again.Given != 0 {
		t.Errorf("read again: %v", err)
	}
	_, err = padtext.Read(strings.NewReader("# no\nform rubber\n"), notation.English, given[1])
	if bridge.CodeOf(err) != bridge.Conflict || err.Error() != "line 2: form is rubber here, but chicago was asked for" {
		t.Errorf("got %v", err)
	}
}

// TestHead: every line of the head reaches the rules.
func TestHead(t *testing.T) {
	f, err := padtext.Read(strings.NewReader("form chicago\nedition 1943\nschedule fixed\nparts duplicate\ndeals 8\nredeal no\ndealer S\n"+
		"set pad.honours = count\nset pad.settle = exact\nset score.game = 400 600\n"), notation.English)
	if err != nil {
		t.Fatal(err)
	}
	r := f.Evening.Table().Rules()
	got := fmt.Sprintln(r.Form, r.Schedule, r.Parts, r.Deals, r.Redeal, r.Dealer, r.Honours, r.Settle.Exact(), r.Edition.Values().Game, r.Edition.Values().Home.UnfinishedPartScore)
	if want := "chicago fixed duplicate 8 false S true true {400 600} 50\n"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if len(f.House()) != 3 || f.IsEvening() {
		t.Errorf("house rules %v", f.House())
	}
	r = pad.NewRules(pad.Chicago)
	if f, err = padtext.New(padtext.Setting{Name: "form", Value: "chicago"}); err != nil || f.Evening.Table().Rules().Honours != r.Honours {
		t.Errorf("what is not said is not as in the form: %v", err)
	}
}

// TestEncodings: what is no Unicode is Windows-1252, in Russian Windows-1251.
func TestEncodings(t *testing.T) {
	for lang, text := range map[notation.Language]string{"de": "# f\xfcr J\xfcrgen\nwir 4 Pik\n", "ru": "\xec\xfb 4 \xef\xe8\xea\xe8\n"} {
		f, err := padtext.Read(strings.NewReader(text), lang)
		if err != nil || len(f.Evening.Table().Pad().Deals) != 1 {
			t.Errorf("%s: %v", lang, err)
		}
	}
}

// lines draws any line that can be written.
func lines() *rapid.Generator[padtext.Line] {
	sides := bridgetest.Sides()
	names := rapid.StringMatching(`[A-Za-zА-Яа-я]{2,8}( [A-Z])?`)
	deals := rapid.Custom(func(t *rapid.T) pad.Deal {
		d := pad.Deal{Passed: rapid.Bool().Draw(t, "passed")}
		if !d.Passed {
			d.Contract, d.Tricks = bridgetest.Contracts().Draw(t, "contract"), rapid.IntRange(0, 13).Draw(t, "tricks")
			d.Side = sides.Draw(t, "side")
			if rapid.Bool().Draw(t, "seated") {
				d.Seat = bridgetest.Seats().Draw(t, "seat")
				d.Side = d.Seat.Side()
			}
		}
		for range rapid.IntRange(0, 2).Draw(t, "claims") {
			h := pad.Honours{Side: sides.Draw(t, "holder"), Points: score.Points(rapid.IntRange(0, 200).Draw(t, "points"))}
			if rapid.Bool().Draw(t, "holder is known") {
				h.Seat = bridgetest.Seats().Draw(t, "hand")
				h.Side = h.Seat.Side()
			}
			d.Honours = append(d.Honours, h)
		}
		if rapid.Bool().Draw(t, "compared") {
			d.Strength = &pad.Strength{Side: sides.Draw(t, "strong"), HCP: exact.Of(int64(rapid.IntRange(0, 80).Draw(t, "halves")), 2)}
			if rapid.Bool().Draw(t, "fit") {
				d.Strength.Fit = sides.Draw(t, "whose")
			}
		}
		return d
	})
	n := rapid.IntRange(1, 99)
	settings := rapid.SampledFrom([]padtext.Setting{
		{Name: "form", Value: "chicago"},
		{Name: "edition", Value: "1935"},
		{Name: "deals", Value: "8"},
		{Name: "redeal", Value: "no"},
		{Name: "dealer", Value: "W"},
		{Name: "stake", Value: "0.25"},
		{Name: "rotation", Value: "cut"},
		{Name: "parts", Value: "duplicate"},
		{Name: "schedule", Value: "nondealer"},
		{Name: "pad.honours", Value: "none"},
		{Name: "score.game", Value: "300 500"},
	})
	return rapid.Custom(func(t *rapid.T) padtext.Line {
		says := rapid.OneOf(
			rapid.Just[padtext.Saying](nil),
			rapid.Map(settings, func(s padtext.Setting) padtext.Saying { return s }),
			rapid.Map(rapid.SliceOfNDistinct(names, 4, 6, strings.ToLower), func(s []string) padtext.Saying { return padtext.Players(s) }),
			rapid.Map(rapid.SliceOfN(names, 2, 4), func(s []string) padtext.Saying { return padtext.Next{Players: s} }),
			rapid.Map(rapid.SampledFrom([]pad.Act{pad.Undone{}, pad.Stopped{}}), func(a pad.Act) padtext.Saying { return padtext.Act{Act: a} }),
			rapid.Map(n, func(n int) padtext.Saying { return padtext.Act{Act: pad.Removed{N: n}} }),
			rapid.Map(deals, func(d pad.Deal) padtext.Saying { return padtext.Act{Act: pad.Dealt{Deal: d}} }),
			rapid.Map(deals, func(d pad.Deal) padtext.Saying { return padtext.Act{Act: pad.Edited{N: 2, Deal: d}} }),
			rapid.Map(deals, func(d pad.Deal) padtext.Saying { return padtext.Act{Act: pad.Inserted{N: 3, Deal: d}} }),
			rapid.Map(sides, func(s bridge.Side) padtext.Saying {
				return padtext.Claim{Honours: pad.Honours{Side: s, Points: 100}}
			}),
		).Draw(t, "says")
		comment := rapid.SampledFrom([]string{"", "# so", "#", "# für Jürgen # ♠"}).Draw(t, "comment")
		return padtext.Line{Says: says, Comment: comment}
	})
}

// TestRoundTrip: every line that is written is read as the same line.
func TestRoundTrip(t *testing.T) {
	gen := lines()
	rapid.Check(t, func(t *rapid.T) {
		l := gen.Draw(t, "line")
		got, err := padtext.ParseLine(notation.English, l.String())
		if err != nil {
			t.Fatalf("%q: %v", l, err)
		}
		if d := cmp.Diff(l, got, compare); d != "" {
			t.Fatalf("%q: %s", l, d)
		}
	})
}

// TestPlayOn: a text that was written can be read and played on, and everything
// is as if it had been one evening.
func TestPlayOn(t *testing.T) {
	gen := lines()
	rapid.Check(t, func(t *rapid.T) {
		f, err := padtext.New()
		if err != nil {
			t.Fatal(err)
		}
		cut := rapid.IntRange(0, 30).Draw(t, "cut")
		second := f
		for i := range 30 {
			l := gen.Draw(t, "line")
			if i == cut {
				var b bytes.Buffer
				if err := padtext.Write(&b, f); err != nil {
					t.Fatal(err)
				}
				lang := rapid.SampledFrom([]notation.Language{notation.English, notation.German, notation.Russian}).Draw(t, "language")
				if second, err = padtext.Read(&b, lang); err != nil {
					t.Fatal(err)
				}
			}
			_, err := f.Add(l)
			if second != f {
				if _, again := second.Add(l); (err == nil) != (again == nil) || err != nil && err.Error() != again.Error() {
					t.Fatalf("%q: %v, after reading %v", l, err, again)
				}
			}
		}
		one, two := f.Evening, second.Evening
		if one.Rubbers() != two.Rubbers() || cmp.Diff(one.Ledger(), two.Ledger(), compare) != "" {
			t.Fatalf("%d rubbers, after reading %d", one.Rubbers(), two.Rubbers())
		}
		for n := range one.Rubbers() {
			a, _ := one.Rubber(n + 1)
			b, _ := two.Rubber(n + 1)
			if a.Pad().Total != b.Pad().Total || a.Pad().Games == nil != (b.Pad().Games == nil) {
				t.Fatalf("rubber %d: %v, after reading %v", n+1, a.Pad().Total, b.Pad().Total)
			}
		}
	})
}

// TestClone: what is tried on a copy leaves the file alone.
func TestClone(t *testing.T) {
	f, err := padtext.Read(strings.NewReader(friday), notation.English)
	if err != nil {
		t.Fatal(err)
	}
	total, lines := f.Evening.Table().Pad().Total, len(f.Lines)
	c := f.Clone()
	for range 4 {
		if _, err := c.Add(padtext.Line{Says: padtext.Act{Act: pad.Undone{}}}); err != nil {
			t.Fatal(err)
		}
	}
	if c.Evening.Table().Pad().Total == total || f.Evening.Table().Pad().Total != total || len(f.Lines) != lines {
		t.Error("the copy and the file are one")
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error)  { return 0, errors.New("torn") }
func (broken) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestBroken(t *testing.T) {
	if _, err := padtext.Read(broken{}, notation.English); bridge.CodeOf(err) != bridge.Invalid {
		t.Errorf("reading: %v", err)
	}
	f, err := padtext.Read(strings.NewReader(strings.Repeat(friday, 1)+strings.Repeat("# filling\n", 1000)), notation.English)
	if err != nil {
		t.Fatal(err)
	}
	if err := padtext.Write(broken{}, f); bridge.CodeOf(err) != bridge.Internal {
		t.Errorf("writing: %v", err)
	}
}

// TestWords: no spelling of a language is another word there.
func TestWords(t *testing.T) {
	for _, lang := range []notation.Language{notation.English, notation.German, notation.Russian} {
		seen := map[string]string{}
		for _, l := range []notation.Language{notation.English, lang} {
			for word, list := range padtext.Words(l) {
				for s := range strings.SplitSeq(list, "|") {
					if other := seen[s]; other != "" && other != word {
						t.Errorf("%s: %q is %s and %s", lang, s, other, word)
					}
					seen[s] = word
				}
			}
		}
	}
}

// FuzzRead: any text is read or refused with the line; what was read is written,
// and read again as the same.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		friday, "form chicago\ndeals 6\nparts duplicate\npass\nwe 4S=\n", "form iniarski\nthey 4HX-2 hcp we 24 fit we\n",
		"wir 4 Pik X = Honneurs 100\nzurück\n", "мы 3 БК без двух\nотмена\n", "we 4S=\nstop\nrubber\n", "form auction\nwe 1S hon 36\n",
		"players A B, C D, E F, G H\nwe 4S=\nrubber A B, C D\n", "set score.game = 1 2\nundo\nremove 1\n", "hon 100 hon\nfit\nhcp", "\ufeff\r\n", "4S by we",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1000 || strings.Count(text, "\n") > 50 {
			return
		}
		for _, lang := range []notation.Language{notation.English, notation.German, notation.Russian} {
			file, err := padtext.Read(strings.NewReader(text), lang)
			if err != nil {
				e, ok := errors.AsType[*bridge.Error](err)
				if !ok || e.Code == bridge.Internal {
					t.Fatalf("%v is no refusal", err)
				}
				continue
			}
			var once, twice bytes.Buffer
			if err := padtext.Write(&once, file); err != nil {
				t.Fatal(err)
			}
			again, err := padtext.Read(bytes.NewReader(once.Bytes()), notation.English)
			if err != nil {
				t.Fatalf("%q was written as %q: %v", text, once.String(), err)
			}
			if err := padtext.Write(&twice, again); err != nil {
				t.Fatal(err)
			}
			if once.String() != twice.String() || file.Evening.Table().Pad().Total != again.Evening.Table().Pad().Total {
				t.Fatalf("%q became %q", once.String(), twice.String())
			}
		}
	})
}
