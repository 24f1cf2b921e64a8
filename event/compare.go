package event

import (
	"strconv"

	"github.com/overtrick/overtrick/bridge"
)

// Difference is a number of ours that is not the one that was published.
type Difference struct {
	What       string      // line, total, percent or place
	Meeting    Meeting     // of a line
	Side       bridge.Side // of a line
	Contestant Contestant
	Ours       string // "nothing" where we have no number
	Theirs     string
	Reason     *Reason // what can be shown of why; nil: nothing, or nobody asked, see [Event.Verify]

	ours    *Figure // unrounded; nil where we have no number, and of a place
	printed *Printed
}

// Have reports whether we have a number at all.
func (d Difference) Have() bool { return d.Ours != nothing }

// nothing stands for a number that we do not have.
const nothing = "nothing"

// Compare holds the standings against what a file prints of its own results, to
// the decimals that stand there, and lists what differs. compared counts the
// numbers that were looked at.
func (s *Standings) Compare(p Published) (differences []Difference, compared int) {
	check := func(d Difference, ours *Figure, theirs *Printed) {
		if theirs == nil {
			return
		}
		compared++
		d.ours, d.printed = ours, theirs
		d.Ours, d.Theirs = nothing, theirs.String()
		if ours != nil {
			d.Ours = theirs.like(*ours)
		}
		if d.Ours != d.Theirs {
			differences = append(differences, d)
		}
	}
	lines := s.lines()
	for _, pl := range p.Lines {
		l := lines[pl.Meeting.key()]
		for side, c := range pl.Meeting.contestants() {
			if c.IsZero() {
				continue
			}
			var ours *Figure
			if earned := l.Points.Of(side); earned.Counts {
				ours = &earned.Shown
			}
			check(Difference{What: "line", Meeting: pl.Meeting, Side: side, Contestant: c}, ours, pl.Value.Of(side))
		}
	}
	rows := s.rows()
	for _, t := range p.Totals {
		row, ok := rows[t.Contestant]
		var total, percent *Figure
		ours := nothing
		if ok {
			total, percent = &row.Total, &row.Percent
			if s.sheet.swissPairs() {
				total = &row.VP
			}
			ours = strconv.Itoa(row.Rank)
			if row.Tied {
				ours += "="
			}
		}
		check(Difference{What: "total", Contestant: t.Contestant}, total, t.Total)
		check(Difference{What: "percent", Contestant: t.Contestant}, percent, t.Percent)
		if t.Place != "" {
			compared++
			if ours != t.Place && placeNumber(ours) != t.Place { // the sign may be left out
				differences = append(differences, Difference{What: "place", Contestant: t.Contestant, Ours: ours, Theirs: t.Place})
			}
		}
	}
	return differences, compared
}

// key is what makes two facts speak of this meeting, wherever it took place.
func (m Meeting) key() Meeting {
	return Meeting{Session: m.Session, Board: m.Board, NS: m.NS, EW: m.EW}
}

// lines finds the lines of the board sheets.
func (s *Standings) lines() map[Meeting]Line {
	lines := map[Meeting]Line{}
	for _, b := range s.Boards {
		for _, l := range b.Lines {
			lines[l.Meeting.key()] = l
		}
	}
	return lines
}

// rows finds the rows of the lists.
func (s *Standings) rows() map[Contestant]Row {
	rows := map[Contestant]Row{}
	for _, l := range s.Lists {
		for _, r := range l.Rows {
			rows[r.Contestant] = r
		}
	}
	return rows
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
	if d.What == "line" {
		where = "board " + strconv.Itoa(int(d.Meeting.Board)) + ", " + where + " (" + d.Side.String() + ")"
	}
	return d.What + " of " + where + ": " + d.Ours + ", published " + d.Theirs
}
