package event

import (
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
)

// Difference is a number of ours that is not the one that was published.
type Difference struct {
	What       string  // line, total, percent or place
	Meeting    Meeting // of a line
	Contestant Contestant
	Ours       string
	Theirs     string
}

// Compare holds the standings against what a file prints of its own results, to
// the decimals that stand there, and lists what differs. compared counts the
// numbers that were looked at.
func (s *Standings) Compare(p Published) (differences []Difference, compared int) {
	key := func(m Meeting) Meeting { return Meeting{Session: m.Session, Board: m.Board, NS: m.NS, EW: m.EW} }
	lines := map[Meeting]Line{}
	for _, b := range s.Boards {
		for _, l := range b.Lines {
			lines[key(l.Meeting)] = l
		}
	}
	for _, pl := range p.Lines {
		l := lines[key(pl.Meeting)]
		for side, c := range pl.Meeting.contestants() {
			theirs := pl.Value.Of(side)
			if theirs == nil || c.IsZero() {
				continue
			}
			compared++
			earned := l.Points.Of(side)
			ours := "nothing"
			if earned.Counts {
				ours = theirs.like(earned.Shown)
			}
			if ours != theirs.String() {
				differences = append(differences, Difference{"line", pl.Meeting, c, ours, theirs.String()})
			}
		}
	}
	rows := map[Contestant]Row{}
	for _, l := range s.Lists {
		for _, r := range l.Rows {
			rows[r.Contestant] = r
		}
	}
	for _, t := range p.Totals {
		row, ok := rows[t.Contestant]
		check := func(what string, ours Figure, theirs *Printed) {
			if theirs == nil {
				return
			}
			compared++
			if !ok || theirs.like(ours) != theirs.String() {
				differences = append(differences, Difference{what, Meeting{}, t.Contestant, theirs.like(ours), theirs.String()})
			}
		}
		check("total", row.Total, t.Total)
		check("percent", row.Percent, t.Percent)
		if t.Place != "" {
			compared++
			ours := strconv.Itoa(row.Rank)
			if row.Tied {
				ours += "="
			}
			if ours != t.Place && strings.TrimSuffix(ours, "=") != t.Place { // the sign may be left out
				differences = append(differences, Difference{"place", Meeting{}, t.Contestant, ours, t.Place})
			}
		}
	}
	return differences, compared
}

// like prints a figure of ours with the decimals of p.
func (p *Printed) like(ours Figure) string {
	ours.Places = p.Decimals
	return ours.String()
}

// String gives the number as it was printed.
func (p *Printed) String() string { return p.Value.Decimal(p.Decimals) }

// String says the difference in a line, for logs and tests.
func (d Difference) String() string {
	where := d.Contestant.String()
	if d.Meeting.Board.Valid() {
		side := bridge.NS
		if d.Contestant == d.Meeting.EW {
			side = bridge.EW
		}
		where = "board " + strconv.Itoa(int(d.Meeting.Board)) + ", " + where + " (" + side.String() + ")"
	}
	return d.What + " of " + where + ": " + d.Ours + ", published " + d.Theirs
}
