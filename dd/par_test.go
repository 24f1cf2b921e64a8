package dd_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/score"
)

func table(t testing.TB, s string) dd.Table {
	t.Helper()
	tab, err := dd.ParseTable(s)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// checkPar finds a par and proves what must hold of any: each contract scores it
// with the tricks of the table, and the derivation arrives at it.
func checkPar(t testing.TB, tab dd.Table, dealer bridge.Seat, vul bridge.Vulnerability) dd.Par {
	t.Helper()
	par, err := dd.FindPar(tab, dealer, vul)
	if err != nil {
		t.Fatal(err)
	}
	if len(par.Contracts) == 0 && par.Score != 0 {
		t.Errorf("%v %v %v: par %d without a contract", tab, dealer, vul, par.Score)
	}
	for _, c := range par.Contracts {
		r, err := c.Result()
		if err != nil {
			t.Fatal(err)
		}
		if p, err := score.Result(r, vul); err != nil || p != par.Score {
			t.Errorf("%v %v %v: %v scores %d (%v), par is %d", tab, dealer, vul, c, p, err, par.Score)
		}
		if err := par.Check(c); err != nil {
			t.Errorf("%v %v %v: %v", tab, dealer, vul, err)
		}
		for _, seat := range bridge.Seats {
			if seat.Side() == c.Side && (seat == c.Seat || !c.Seat.Valid()) && tab.Tricks(seat, c.Contract.Strain) != c.Tricks {
				t.Errorf("%v: %v: %v wins %d tricks", tab, c, seat, tab.Tricks(seat, c.Contract.Strain))
			}
		}
	}
	return par
}

func seatAndVul(t testing.TB, seat, vul string) (bridge.Seat, bridge.Vulnerability) {
	t.Helper()
	s, err := bridge.ParseSeat(seat)
	if err != nil {
		t.Fatal(err)
	}
	v, err := bridge.ParseVulnerability(vul)
	if err != nil {
		t.Fatal(err)
	}
	return s, v
}

func TestParOfDeals(t *testing.T) {
	n := 0
	tables := map[string]dd.Table{}
	for _, file := range []string{"generated.csv", "ddslist.csv"} {
		for _, row := range shelf.Table(t, shelf.Path(t, "deals/"+file), "id", "-kind", "-board", "dealer", "vul", "-deal", "dd20", "par_ns", "-par") {
			tab := table(t, row.Text("dd20"))
			tables[row.Text("id")] = tab
			dealer, vul := seatAndVul(t, row.Text("dealer"), row.Text("vul"))
			if par := checkPar(t, tab, dealer, vul); int(par.Score) != row.Int("par_ns") {
				t.Errorf("%s %s: par %d, want %d", file, row.Text("id"), par.Score, row.Int("par_ns"))
			}
			n++
		}
	}
	for _, row := range shelf.Table(t, shelf.Path(t, "deals/generated_par16.csv"), "id", "dealer", "vul", "par_ns", "-par") {
		dealer, vul := seatAndVul(t, row.Text("dealer"), row.Text("vul"))
		if par := checkPar(t, tables[row.Text("id")], dealer, vul); int(par.Score) != row.Int("par_ns") {
			t.Errorf("deal %s, %v %v: par %d, want %d", row.Text("id"), dealer, vul, par.Score, row.Int("par_ns"))
		}
		n++
	}
	if n != 803+6720 {
		t.Errorf("%d pars compared, want 7523", n)
	}
}

// The made-up tables prove what deals hardly ever show: pars that depend on the
// dealer, and partners whose tricks differ.
func TestParOfMadeUpTables(t *testing.T) {
	columns := []string{"id", "dd20", "-dealer_dependent", "-side_par_agrees"}
	vuls := []bridge.Vulnerability{bridge.NoneVul, bridge.NSVul, bridge.EWVul, bridge.AllVul}
	for _, seat := range bridge.Seats {
		for _, vul := range vuls {
			columns = append(columns, fmt.Sprintf("%v_%v", seat, vul))
		}
	}
	n := 0
	for _, file := range []string{"tables_par16.csv", "tables_symmetric_par16.csv"} {
		for _, row := range shelf.Table(t, shelf.Path(t, "deals/"+file), columns...) {
			tab := table(t, row.Text("dd20"))
			for _, seat := range bridge.Seats {
				for _, vul := range vuls {
					n++
					par := checkPar(t, tab, seat, vul)
					if want := row.Int(fmt.Sprintf("%v_%v", seat, vul)); int(par.Score) != want {
						t.Errorf("%s %s, %v %v: par %d, want %d", file, row.Text("id"), seat, vul, par.Score, want)
					}
				}
			}
		}
	}
	if n != 2100*16 {
		t.Errorf("%d pars compared, want %d", n, 2100*16)
	}
}

// Sides swapped, the par mirrors.
func TestParMirrors(t *testing.T) {
	for _, row := range shelf.Table(t, shelf.Path(t, "deals/tables_symmetric_par16.csv"), "-id", "dd20", "-dealer_dependent", "-side_par_agrees",
		"-N_None", "-N_NS", "-N_EW", "-N_All", "-E_None", "-E_NS", "-E_EW", "-E_All", "-S_None", "-S_NS", "-S_EW", "-S_All", "-W_None", "-W_NS", "-W_EW", "-W_All") {
		tab := table(t, row.Text("dd20"))
		var turned dd.Table
		for _, seat := range bridge.Seats {
			for _, strain := range bridge.Strains {
				turned = turned.With(seat.Next(), strain, tab.Tricks(seat, strain))
			}
		}
		a := checkPar(t, tab, bridge.North, bridge.NSVul)
		b := checkPar(t, turned, bridge.East, bridge.EWVul)
		if a.Score != 0 && len(a.Contracts) == 0 || a.Score != -b.Score || len(a.Contracts) != len(b.Contracts) {
			t.Errorf("%v: par %d in %v; a seat further %d in %v", tab, a.Score, a.Contracts, b.Score, b.Contracts)
		}
		na, err := a.Why()
		if err != nil {
			t.Fatal(err)
		}
		if err := na.Check(); err != nil || na.Value.Cmp(exact.Int(int(a.Score))) != 0 {
			t.Errorf("%v: the derivation gives %v, par is %d (%v)", tab, na.Value, a.Score, err)
		}
	}
}

func TestParWords(t *testing.T) {
	for _, c := range []struct{ name, dd20, dealer, vul, want, rule string }{
		{"nobody makes anything", "66666666666666666666", "N", "All", "0", "par.passed"},
		{"a grand slam that nobody can save against", "ddddd" + "ddddd" + "00000" + "00000", "N", "None", "1520 NS 7NT=", "par.alone"},
		{"a save", "6a666" + "6a666" + "63369" + "63369", "N", "None", "300 EW 5CX-2", "par.save"},
		{"the dealer makes one notrump first", "77777777777777777777", "E", "None", "-90 EW 1NT=", "par.makes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dealer, vul := seatAndVul(t, c.dealer, c.vul)
			par := checkPar(t, table(t, c.dd20), dealer, vul)
			got := fmt.Sprint(int(par.Score))
			for _, p := range par.Contracts {
				got += " " + p.String()
			}
			n, err := par.Why()
			if err != nil {
				t.Fatal(err)
			}
			if err := n.Check(); err != nil {
				t.Error(err)
			}
			if c.want == "" {
				t.Log(got, n.Rule)
				return
			}
			if got != c.want || !strings.HasPrefix(n.Rule, c.rule) {
				t.Errorf("got %s by %s, want %s by %s", got, n.Rule, c.want, c.rule)
			}
		})
	}
}

// What others say the par to be is held against the cards.
func TestParCheck(t *testing.T) {
	dealer, vul := seatAndVul(t, "N", "None")
	par := checkPar(t, table(t, "6a666"+"69666"+"63369"+"63369"), dealer, vul) // 300: EW 5CX-2
	contract := func(s string) bridge.Contract {
		c, err := bridge.ParseContract(s)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, c := range []struct {
		name string
		said dd.ParContract
		key  string
	}{
		{"the par", dd.ParContract{Contract: contract("5CX"), Side: bridge.EW, Tricks: 9}, ""},
		{"tricks that are not said", dd.ParContract{Contract: contract("5CX"), Side: bridge.EW, Tricks: -1}, ""},
		{"doubled without saying so", dd.ParContract{Contract: contract("5C"), Side: bridge.EW, Tricks: 9}, ""},
		{"one of the seats", dd.ParContract{Contract: contract("5CX"), Side: bridge.EW, Seat: bridge.West, Tricks: 9}, ""},
		{"another number of tricks", dd.ParContract{Contract: contract("5CX"), Side: bridge.EW, Tricks: 10}, "dd.par_tricks"},
		{"a seat that wins fewer", dd.ParContract{Contract: contract("4S"), Side: bridge.NS, Seat: bridge.South, Tricks: 10}, "dd.par_tricks"},
		{"what could be made if nobody saved", dd.ParContract{Contract: contract("4S"), Side: bridge.NS, Tricks: 10}, "dd.par_score"},
		{"no contract", dd.ParContract{Side: bridge.NS, Tricks: -1}, "dd.par_contract"},
		{"no side", dd.ParContract{Contract: contract("4S"), Tricks: -1}, "dd.par_contract"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := par.Check(c.said); key(err) != c.key {
				t.Errorf("got %v, want key %q", err, c.key)
			}
		})
	}
	for _, own := range par.Contracts {
		if err := par.Check(own); err != nil {
			t.Error(err)
		}
	}
}
