package pbn_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/pbn"
	"github.com/overtrick/overtrick/internal/shelf"
)

func oneGame(t *testing.T, text string) *pbn.Game {
	t.Helper()
	f, err := pbn.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Games) != 1 {
		t.Fatalf("%d games, want 1", len(f.Games))
	}
	return f.Games[0]
}

// Rows are read by label, in any order, padded or not.
func TestTricks(t *testing.T) {
	const head = `[OptimumResultTable "Declarer;Denomination\2R;Result\2R"]` + "\n"
	for _, c := range []struct{ name, text, want, key string }{
		{"digits", `[DoubleDummyTricks "9a878987843545354535"]`, "9a878987843545354535", ""},
		{"capital digits", `[DoubleDummyTricks "9A878987843545354535"]`, "9a878987843545354535", ""},
		{"nothing", `[Board "1"]`, "Table(none)", ""},
		{"rows in another order", head + "W  S  3\nN NT 9\nN S 10\n", "9a------------------" + "", ""},
		{"columns in another order", `[OptimumResultTable "Result;Declarer;Denomination"]` + "\n9 N NT\n10 N S\n", "9a------------------", ""},
		{"both agree", `[DoubleDummyTricks "9a878987843545354535"]` + "\n" + head + "N NT 9\n", "9a878987843545354535", ""},
		{"both differ", `[DoubleDummyTricks "9a878987843545354535"]` + "\n" + head + "N NT 8\n", "", "pbn.optimum_differs"},
		{"fourteen tricks", head + "N NT 14\n", "", "pbn.optimum_row"},
		{"a strain that is none", head + "N X 4\n", "", "pbn.optimum_row"},
		{"a seat that is none", head + "Q S 4\n", "", "seat.unknown"},
		{"a digit that is none", `[DoubleDummyTricks "ea878987843545354535"]`, "", "dd.table"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := oneGame(t, c.text).Tricks()
			var e *bridge.Error
			switch {
			case c.key != "":
				for errors.As(err, &e) && e.Key != c.key && e.Err != nil {
					err = e.Err
				}
				if e == nil || e.Key != c.key {
					t.Errorf("got %v, want key %s", err, c.key)
				}
			case err != nil:
				t.Error(err)
			case c.name == "rows in another order":
				if got.Tricks(bridge.West, bridge.Spades) != 3 || got.Tricks(bridge.North, bridge.Spades) != 10 || got.Complete() {
					t.Errorf("got %v", got)
				}
			case got.String() != c.want:
				t.Errorf("got %v, want %s", got, c.want)
			}
		})
	}
}

func TestPar(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
		ok   bool
	}{
		{"NS 450", 450, true},
		{"NS -100", -100, true},
		{"NS +90", 90, true},
		{"EW 100", -100, true},
		{"EW -500", 500, true},
		{"EW 4S; -620", -620, true},
		{"NS 7N; +1520", 1520, true},
		{"NS 0", 0, true},
		{"0", 0, true},
		{"NS", 0, false},
		{"", 0, false},
		{"NS 99999", 0, false},
		{"EW 100 NS -100", -100, true},
		{"ew 100", -100, true},
	} {
		t.Run(c.text, func(t *testing.T) {
			got, ok := oneGame(t, `[OptimumScore "`+c.text+`"]`+"\n").Par()
			if int(got) != c.want || ok != c.ok {
				t.Errorf("got %d, %v; want %d, %v", got, ok, c.want, c.ok)
			}
		})
	}
}

// What is written is read back, without a warning.
func TestSetTricks(t *testing.T) {
	want, err := dd.ParseTable("9a878987843545354535")
	if err != nil {
		t.Fatal(err)
	}
	par, err := dd.FindPar(want, bridge.North, bridge.NoneVul)
	if err != nil {
		t.Fatal(err)
	}
	f := &pbn.File{Games: []*pbn.Game{{}}}
	f.Games[0].Set("Board", "1")
	f.Games[0].SetTricks(want, par)
	var b bytes.Buffer
	if err := pbn.Write(&b, f); err != nil {
		t.Fatal(err)
	}
	back, err := pbn.Read(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range back.Warnings {
		t.Errorf("line %d: %v", w.Line, w.Err)
	}
	g := back.Games[0]
	if got, err := g.Tricks(); err != nil || got != want {
		t.Errorf("tricks %v, %v; want %v", got, err, want)
	}
	if got, ok := g.Par(); !ok || got != par.Score {
		t.Errorf("par %d, %v; want %d", got, ok, par.Score)
	}
	if !strings.Contains(b.String(), "\r\nN NT  9\r\n") {
		t.Errorf("no row of North in notrump:\n%s", b.String())
	}
}

// The files of the shelf say the same in both tags, and their par is ours.
func TestShelfTricks(t *testing.T) {
	n := 0
	for _, name := range []string{"deals/generated.pbn", "deals/ddslist.pbn"} {
		f, err := pbn.Read(shelf.Open(t, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range f.Games {
			tricks, err := g.Tricks()
			if err != nil || !tricks.Complete() {
				t.Fatalf("%s:%d: %v, %v", name, g.First, tricks, err)
			}
			dealer, _ := g.Dealer()
			vul, _ := g.Vulnerable()
			par, err := dd.FindPar(tricks, dealer, vul)
			if err != nil {
				t.Fatal(err)
			}
			if said, ok := g.Par(); !ok || said != par.Score {
				t.Errorf("%s:%d: par %d, the file says %d", name, g.First, par.Score, said)
			}
			n++
		}
	}
	if n != 803 {
		t.Errorf("%d deals, want 803", n)
	}
}

// What a file says of its cards is told with the board: whole or in part, once, and
// not of the placeholders that some programs write in place of cards.
func TestRecordTricks(t *testing.T) {
	const (
		deal   = `[Deal "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"]` + "\n"
		tricks = `[DoubleDummyTricks "9a878987843545354535"]` + "\n"
		other  = `[DoubleDummyTricks "8a878987843545354535"]` + "\n"
		rows   = `[OptimumResultTable "Declarer;Denomination\2R;Result\2R"]` + "\nN NT 9\n"
	)
	for _, c := range []struct{ name, text, want, warning string }{
		{"digits", deal + tricks, "9a878987843545354535", ""},
		{"a row", deal + rows, "9-------------------", ""},
		{"no cards", tricks, "9a878987843545354535", ""},
		{"cards that nobody knows", `[Deal "?"]` + "\n" + tricks, "9a878987843545354535", ""},
		{"placeholders", `[Deal "N:AAAA.AAAA.AAAA.AAAA AAAA.AAAA.AAAA.AAAA AAAA.AAAA.AAAA.AAAA AAAA.AAAA.AAAA.AAAA"]` + "\n" + tricks, "", "pbn.deal"},
		{"no digits", deal + `[DoubleDummyTricks "none"]` + "\n", "", "pbn.optimum pbn.value"},
		{"two games of a board", deal + tricks + "\n[Board \"1\"]\n" + deal + tricks, "9a878987843545354535", ""},
		{"the second game alone has them", deal + "\n[Board \"1\"]\n" + deal + tricks, "9a878987843545354535", ""},
		{"two games that differ", deal + tricks + "\n[Board \"1\"]\n" + deal + other, "9a878987843545354535", "pbn.optimum_other"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := pbn.Read(strings.NewReader("[Board \"1\"]\n" + c.text))
			if err != nil {
				t.Fatal(err)
			}
			rec := f.Record()
			got := ""
			for _, set := range shelf.Acts[event.BoardSet](rec.Facts) {
				if !set.DD.IsZero() {
					got += set.DD.String()
				}
			}
			var warnings []string
			for _, w := range rec.Warnings {
				warnings = append(warnings, w.Err.Key)
			}
			if warned := strings.Join(warnings, " "); got != c.want || warned != c.warning {
				t.Errorf("got %q, warnings %q; want %q, %q", got, warned, c.want, c.warning)
			}
		})
	}
}

// "EW -300" is a save in one program and a loss of North-South in another: the tricks
// decide.
func TestParSign(t *testing.T) {
	for _, c := range []struct {
		name, tricks, score string
		want                int
	}{
		{"a save of East-West", "6a6666a6666336963369", "EW -300", 300},
		{"North-South save", "63369633696a6666a666", "EW -300", -300},
		{"the tricks are not known", "", "EW -300", 300},
		{"the tricks say something else", "66666666666666666666", "EW -300", 300},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := oneGame(t, `[Dealer "N"]`+"\n"+`[Vulnerable "None"]`+"\n"+`[DoubleDummyTricks "`+c.tricks+`"]`+"\n"+`[OptimumScore "`+c.score+`"]`+"\n")
			if got, ok := g.Par(); !ok || int(got) != c.want {
				t.Errorf("got %d, %v; want %d", got, ok, c.want)
			}
		})
	}
}

// Each way in which programs write a contract of the par.
func TestParContracts(t *testing.T) {
	for _, c := range []struct{ tag, text, want, key string }{
		{"ParContract", "NS 4S", "NS 4S?", ""},
		{"ParContract", "EW 4SX-1", "EW 4SX-1", ""},
		{"ParContract", "NS 3N=", "NS 3NT=", ""},
		{"ParContract", "E 3S+1", "E 3S+1", ""},
		{"ParContract", "EW 2S=; EW 3H=", "EW 2S= EW 3H=", ""},
		{"ParContract", "2D-EW+1 2H-EW", "EW 2D+1 EW 2H?", ""},
		{"ParContract", "7C*-NS-5 6N*-S-5", "NS 7CX-5 S 6NTX-5", ""},
		{"ParContract", "W 45N", "W 4NT? W 5NT?", ""},
		{"ParContract", "NS:NS 5H,NS 5S", "NS 5H? NS 5S?", ""},
		{"ParContract", "NS Pass", "passed out", ""},
		{"ParContract", "Pass", "passed out", ""},
		{"ParContract", "", "", ""},
		{"ParContract", "4S", "", "pbn.par_contract"},
		{"ParContract", "NS 8S", "", "pbn.par_contract"},
		{"ParContract", "NS 7S+1", "", "pbn.par_contract"},
		{"ParContract", "NS 4S-11", "", "pbn.par_contract"},
		{"ParContract", "NS 4S and more", "", "pbn.par_contract"},
		{"OptimumContract", "5S N 11", "N 5S=", ""},
		{"OptimumContract", "4SX E 9", "E 4SX-1", ""},
		{"OptimumContract", "4S N 14", "", "pbn.par_contract"},
		{"OptimumContract", "4S-NS", "NS 4S?", ""},
		{"OptimumScore", "EW 4S; -620", "EW 4S?", ""},
		{"OptimumScore", "NS 7N; +1520", "NS 7NT?", ""},
		{"OptimumScore", "NS 450", "", ""},
		{"OptimumScore", "NS 9N; 0", "", "pbn.par_contract"},
	} {
		t.Run(c.tag+" "+c.text, func(t *testing.T) {
			list, said, err := oneGame(t, `[`+c.tag+` "`+c.text+`"]`+"\n").ParContracts()
			var got []string
			for _, p := range list {
				who, result := p.Side.String(), "?"
				if p.Seat.Valid() {
					who = p.Seat.String()
				}
				if p.Tricks >= 0 {
					result = bridge.OverText(p.Over())
				}
				got = append(got, who+" "+p.Contract.String()+result)
			}
			if said && len(list) == 0 {
				got = append(got, "passed out")
			}
			key := ""
			for e, ok := errors.AsType[*bridge.Error](err); ok && key == ""; e, ok = errors.AsType[*bridge.Error](e.Err) {
				key = e.Key
			}
			if text := strings.Join(got, " "); text != c.want || key != c.key {
				t.Errorf("got %q, %q; want %q, %q", text, key, c.want, c.key)
			}
		})
	}
}

// What real programs wrote is read whole, and it is what their tricks give: pars of
// either sign, contracts in each way of writing them.
func TestShelfPars(t *testing.T) {
	pars, contracts, signs := 0, 0, 0
	for _, name := range append(shelf.Glob(t, "real/pbn/*"), "deals/generated.pbn", "deals/ddslist.pbn") {
		f, err := pbn.Read(shelf.Open(t, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range f.Games {
			tricks, err := g.Tricks()
			if err != nil {
				t.Errorf("%s:%d: %v", name, g.First, err)
			}
			said, _, err := g.ParContracts()
			if err != nil {
				t.Errorf("%s:%d: %v", name, g.First, err)
			}
			dealer, _ := g.Dealer()
			vul, known := g.Vulnerable()
			if !tricks.Complete() || !dealer.Valid() || !known {
				continue
			}
			par, err := dd.FindPar(tricks, dealer, vul)
			if err != nil {
				t.Fatal(err)
			}
			if got, ok := g.Par(); ok {
				pars++
				if strings.HasPrefix(g.Text("OptimumScore"), "EW -") {
					signs++
				}
				if got != par.Score {
					t.Errorf("%s:%d: %s is %d, the tricks give %d", name, g.First, g.Text("OptimumScore"), got, par.Score)
				}
			}
			for _, c := range said {
				contracts++
				if err := par.Check(c); err != nil {
					t.Errorf("%s:%d: %s: %v", name, g.First, g.Text("ParContract"), err)
				}
			}
		}
	}
	if pars < 1400 || contracts < 800 || signs < 10 {
		t.Errorf("%d pars, of which %d lose for East-West, and %d contracts: want more", pars, signs, contracts)
	}
}
