package pbn

import (
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
)

// index finds the columns of a table by name.
type index map[string]int

func (r *recorder) index(t *Table) index {
	if len(t.Columns) == 0 {
		return nil
	}
	first := &t.Columns[0] // tables that copy an earlier header share its columns
	if col, ok := r.indexes[first]; ok {
		return col
	}
	col := index{}
	r.indexes[first] = col
	for i, c := range t.Columns {
		name := c.Name
		if name == "Setion" { // so spelt by club files of BridgeComposer
			name = "Section"
		}
		if _, twice := col[name]; !twice {
			col[name] = i
		}
	}
	return col
}

func (col index) cell(r Row, name string) string {
	if i, ok := col[name]; ok && i < len(r.Cells) {
		return strings.TrimSpace(r.Cells[i])
	}
	return ""
}

// number is the first of these columns that holds one.
func (col index) number(r Row, names ...string) *event.Printed {
	for _, name := range names {
		if n := numberOf(strings.TrimPrefix(col.cell(r, name), "^")); n != nil {
			return n
		}
	}
	return nil
}

// known is a cell without the marks for unknown and irrelevant.
func known(cell string) string {
	if cell == "?" || cell == "-" {
		return ""
	}
	return cell
}

// namesOf splits the names of a pair.
func namesOf(cell string) []string {
	var names []string
	for name := range strings.SplitSeq(known(cell), ";") {
		if name = strings.TrimSpace(name); name != "" && name != "?" && name != "-" {
			names = append(names, name)
		}
	}
	for _, sep := range []string{" – ", " - ", " & ", "/"} {
		if len(names) == 1 && strings.Count(names[0], sep) == 1 {
			a, b, _ := strings.Cut(names[0], sep)
			names = []string{strings.TrimSpace(a), strings.TrimSpace(b)}
		}
	}
	return names
}

// table takes the lines of a ScoreTable.
func (r *recorder) table(g *Game, t *Table, b *board) {
	col := r.index(t)
	for _, row := range t.Rows {
		l := line{at: b, line: row.Line}
		if n, ok := digits(col.cell(row, "Session")); ok && n > 0 && n != b.session {
			l.at = r.board(g, place{n, b.Board}, b.Deal, true)
			r.sessions = true
		}
		l.section = known(col.cell(row, "Section"))
		l.round, _ = digits(col.cell(row, "Round"))
		l.table, _ = digits(col.cell(row, "Table"))
		for i, suffix := range []string{"_NS", "_EW"} {
			s := &l.sides[i]
			id := col.cell(row, "PairId"+suffix)
			s.id = known(id)
			s.none = id == "-" || id == "0"
			if s.none {
				s.id = ""
			}
			names := col.cell(row, "Names"+suffix)
			s.names = namesOf(names)
			if s.id == "" && len(s.names) > 0 {
				s.none = false
			}
			if teams := g.Text("Competition") == "Teams"; teams && s.id == "" {
				s.team = known(names)
			} else if teams && known(names) != "" {
				s.names = []string{known(names)}
			}
			s.numbered()
		}
		l.cells(col, row)
		l.awards(col, row, t)
		r.add(l)
	}
}

// cells takes contract, result and score of a row.
func (l *line) cells(col index, row Row) {
	contract := col.cell(row, "Contract")
	l.bid = contractOf(known(contract))
	declarer, _, ok := declarerOf(known(col.cell(row, "Declarer")))
	l.declarer = declarer
	if l.bid.passedOut {
		l.result = bridge.PassedOut()
	}
	if won := tricksOf(known(col.cell(row, "Result"))); l.bid.contract.Valid() && ok && won.ok {
		if res, err := bridge.NewResult(l.bid.contract, declarer, won.of(declarer.Side())); err == nil {
			lead, _ := bridge.ParseCard(strings.ToUpper(col.cell(row, "Lead")))
			l.result = res.WithLead(lead)
		}
	}
	for _, unit := range []string{"MP", "IMP", "Percentage"} {
		ns, ew := col.cell(row, unit+"_NS"), col.cell(row, unit+"_EW")
		if unit == "Percentage" && strings.Contains(ns+ew, "^") {
			break // an award; nobody printed it as a result
		}
		l.value.NS, l.value.EW = numberOf(strings.TrimPrefix(ns, "^")), numberOf(strings.TrimPrefix(ew, "^"))
		if l.value.NS != nil || l.value.EW != nil {
			break
		}
	}

	ns, ew := col.cell(row, "Score_NS"), col.cell(row, "Score_EW")
	l.score = pointsOf(ns)
	if p := pointsOf(ew); l.score == nil && p != nil {
		*p = -*p
		l.score = p
	}
	// A row that has its columns and says that they do not apply was not played.
	empty := func(names ...string) bool {
		for _, name := range names {
			if _, ok := col[name]; ok && col.cell(row, name) != "-" {
				return false
			}
		}
		return true
	}
	_, hasContract := col["Contract"]
	_, hasScore := col["Score_NS"]
	l.notPlayed = (hasContract || hasScore) && empty("Contract", "Score_NS", "Score_EW") ||
		strings.EqualFold(ns, "NP") || strings.EqualFold(contract, "NP")
}

// pointsOf reads a score: a number, or PASS for zero.
func pointsOf(cell string) *score.Points {
	if strings.EqualFold(cell, "pass") {
		return new(score.Points)
	}
	return points(numberOf(strings.TrimPrefix(cell, "^")))
}

// awards takes the artificial scores of a row: words in the columns Score or
// Contract, and numbers marked with ^ in the columns Percentage and MP.
func (l *line) awards(col index, row Row, t *Table) {
	for _, name := range []string{"Contract", "Score_NS", "Score_EW"} {
		cell := strings.TrimPrefix(col.cell(row, name), "^")
		if !strings.ContainsAny(cell, "aA/%") {
			continue
		}
		if _, err := event.ParseAward(cell); err == nil && name != "Contract" {
			continue // of one side
		}
		if a, err := event.ParseAwards(cell); err == nil {
			l.award = a
			return
		}
	}
	for i, suffix := range []string{"_NS", "_EW"} {
		s := bridge.Sides[i]
		cell := strings.TrimPrefix(col.cell(row, "Score"+suffix), "^")
		if strings.ContainsAny(cell, "aA%") { // else it is a score
			if a, err := event.ParseAward(cell); err == nil {
				l.award = l.award.With(s, a)
				continue
			}
		}
		if percent, ok := strings.CutPrefix(col.cell(row, "Percentage"+suffix), "^"); ok {
			if n, err := exact.Parse(percent); err == nil {
				l.award = l.award.With(s, event.PercentAward(n))
				continue
			}
		}
		if mp, ok := strings.CutPrefix(col.cell(row, "MP"+suffix), "^"); ok {
			if n, top := numberOf(mp), t.top(col); n != nil && top.Sign() > 0 {
				l.award = l.award.With(s, event.PercentAward(percentage(n.Value, top)))
			}
		}
	}
	if ns, ew := l.award.NS, l.award.EW; ns.IsZero() != ew.IsZero() && (ns.Kind == event.Average || ew.Kind == event.Average) {
		a := event.Award{Kind: event.Average} // AVE stands for both
		l.award.NS, l.award.EW = a, a
	}
}

// top is the most matchpoints that a side can get on the board: what both sides
// get together in a row that is not artificial.
func (t *Table) top(col index) exact.Fraction {
	for _, row := range t.Rows[:min(len(t.Rows), 100)] {
		ns, ew := numberOf(col.cell(row, "MP_NS")), numberOf(col.cell(row, "MP_EW"))
		if ns != nil && ew != nil {
			return ns.Value.Add(ew.Value)
		}
	}
	return exact.Fraction{}
}
