package pbn

import (
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/score"
)

// Tricks is what the game says the cards allow: its DoubleDummyTricks, its
// OptimumResultTable, or both. The rows of the table are read by their labels:
// programs write them in several orders and widths, and leave some out. The zero
// Table means that the game says nothing.
//
// The error has code [bridge.Invalid] if something cannot be read, if an entry
// stands there twice with different values, or if the two tags do not agree.
func (g *Game) Tricks() (dd.Table, error) {
	var t dd.Table
	if digits := g.Text("DoubleDummyTricks"); strings.Trim(digits, "*-") != "" {
		var err error
		if t, err = dd.ParseTable(digits); err != nil {
			return dd.Table{}, bridge.At("DoubleDummyTricks", err)
		}
	}
	rows := g.Table("OptimumResultTable")
	if rows == nil {
		return t, nil
	}
	place := map[string]int{}
	for i, c := range rows.Columns {
		place[c.Name] = i
	}
	cell := func(r Row, name string, otherwise int) string {
		i, ok := place[name]
		if !ok {
			i = otherwise
		}
		if i >= len(r.Cells) {
			return ""
		}
		return strings.TrimSpace(r.Cells[i])
	}
	for _, r := range rows.Rows {
		seat, err := bridge.ParseSeat(strings.ToUpper(cell(r, "Declarer", 0)))
		if err != nil {
			return dd.Table{}, bridge.At("OptimumResultTable", err)
		}
		strain, ok := strainOf(cell(r, "Denomination", 1))
		result := cell(r, "Result", 2)
		if ok && (result == "-" || result == "?" || result == "*") {
			continue // not known
		}
		n, isNumber := digits(result)
		if !ok || !isNumber || n > 13 {
			return dd.Table{}, bridge.At("OptimumResultTable", bridge.Errorf(bridge.Invalid, "pbn.optimum_row",
				"row %q: want declarer, denomination and 0 to 13 tricks, for example N NT 9", strings.Join(r.Cells, " ")))
		}
		if was := t.Tricks(seat, strain); was >= 0 && was != n {
			return dd.Table{}, bridge.At("OptimumResultTable", bridge.Errorf(bridge.Invalid, "pbn.optimum_differs",
				"%v in %v: %d tricks, and %d in another place", seat, strain, n, was))
		}
		t = t.With(seat, strain, n)
	}
	return t, nil
}

// strainOf reads a denomination as programs write it: "NT", "N" or "H".
func strainOf(s string) (bridge.Strain, bool) {
	if s = strings.ToUpper(s); s == "N" {
		s = "NT"
	}
	strain, err := bridge.ParseStrain(s)
	return strain, err == nil
}

// Par is the par that the game says, North-South's view. Programs write it in
// several ways: "NS 450" and "EW 100" with the gain of the side that is named,
// negative if it loses; "EW 4S; -620" with a contract, and then always
// North-South's view; a number alone, which is theirs too. "EW -100" is what East-West
// lose by a save in one program, and what North-South lose in another: the tricks of
// the game decide where all are there, else it is a loss of East-West. ok is false if
// the game says none, or nothing that can be understood.
func (g *Game) Par() (par score.Points, ok bool) {
	side, par, ok := parOf(g.Text("OptimumScore"))
	if !ok { // "EW 100 NS -100"
		a, _ := g.Amount("OptimumScore")
		if ns := points(a.By.NS); ns != nil && *ns <= mostPar && *ns >= -mostPar {
			return *ns, true
		}
	}
	if !ok || side != bridge.EW {
		return par, ok
	}
	if par < 0 {
		if dealer, vul, ok := g.situation(); ok {
			tricks, err := g.Tricks()
			if err != nil {
				return -par, true
			}
			if found, err := dd.FindPar(tricks, dealer, vul); err == nil && found.Score == par {
				return par, true
			}
		}
	}
	return -par, true
}

// situation is the dealer and who is vulnerable, as the game or else the number of its
// board says.
func (g *Game) situation() (dealer bridge.Seat, vul bridge.Vulnerability, ok bool) {
	board, numbered := g.Board()
	if dealer, ok = g.Dealer(); !ok {
		dealer = board.Dealer()
	}
	if vul, ok = g.Vulnerable(); !ok {
		vul, ok = board.Vulnerability(), numbered
	}
	return dealer, vul, ok && dealer.Valid()
}

// mostPar is more than any par: the worst contract costs less.
const mostPar = 10_000

// parOf reads a par: its number, and whose it is.
func parOf(text string) (side bridge.Side, par score.Points, ok bool) {
	who, rest, named := strings.Cut(text, " ")
	side, err := bridge.ParseSide(strings.ToUpper(who))
	if err != nil || !named {
		side, rest = bridge.NS, text
	}
	if contract, points, has := strings.Cut(rest, ";"); has && strings.TrimSpace(contract) != "" {
		side, rest = bridge.NS, points
	}
	n, err := strconv.Atoi(strings.TrimSpace(rest))
	if err != nil || n > mostPar || n < -mostPar {
		return 0, 0, false
	}
	return side, score.Points(n), true
}

// SetTricks writes what the cards allow, the one way that every program reads:
// DoubleDummyTricks and OptimumResultTable with all twenty results, OptimumScore
// with the side that gains and how much, ParContract with the contracts. A table
// that is not complete writes nothing.
func (g *Game) SetTricks(t dd.Table, par dd.Par) {
	if !t.Complete() {
		return
	}
	g.setTable(t)
	g.setPar(par.Score)
	g.setContracts(par)
}

// setPar writes a par, North-South's view: the side that gains, and how much.
func (g *Game) setPar(par score.Points) {
	side := bridge.NS
	if par < 0 {
		side, par = bridge.EW, -par
	}
	g.Set("OptimumScore", side.String()+" "+strconv.Itoa(int(par)))
}

// setContracts writes the contracts of a par.
func (g *Game) setContracts(par dd.Par) {
	contracts := make([]string, len(par.Contracts))
	for i, c := range par.Contracts {
		contracts[i] = c.String()
	}
	if len(contracts) == 0 {
		contracts = []string{"Pass"}
	}
	g.Set("ParContract", strings.Join(contracts, "; "))
}

// setTable writes what is known of a table: DoubleDummyTricks, which has no sign for
// an entry that is not known, only if all of it is.
func (g *Game) setTable(t dd.Table) {
	if t.IsZero() {
		return
	}
	if t.Complete() {
		g.Set("DoubleDummyTricks", t.String())
	}
	table := &Table{Columns: []Column{{Name: "Declarer"}, {Name: "Denomination", Width: 2, Align: 'R'}, {Name: "Result", Width: 2, Align: 'R'}}}
	for _, seat := range []bridge.Seat{bridge.North, bridge.South, bridge.East, bridge.West} {
		for strain := bridge.Notrump; strain >= bridge.Clubs; strain-- {
			if n := t.Tricks(seat, strain); n >= 0 {
				table.Rows = append(table.Rows, Row{Cells: []string{seat.String(), strain.String(), strconv.Itoa(n)}})
			}
		}
	}
	tag := g.Set("OptimumResultTable", `Declarer;Denomination\2R;Result\2R`)
	tag.Table = table
}
