package cli

import (
	"fmt"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/locale"
)

// butler ranks the pairs of an event of teams.
func (t *terminal) butler(r *reckoned) {
	rows := r.standings.Butler()
	t.out.WriteString(t.paintLines(roleBold, t.wrap([]string{locale.Sentence(t.T("butler.title"))}, "", 0)))
	if len(rows) == 0 {
		t.out.WriteString(t.wrap([]string{locale.Sentence(t.T("butler.none")) + "."}, "", 0))
		return
	}
	g := grid{names: []int{3, 4}, leftmost: []int{1}, second: 4, nice: 6}
	g.add(t.T("column.place"), "", t.T("column.team"), "", t.T("column.names"), t.T("column.boards"), t.T("column.imp"), t.T("butler.mean"))
	for _, row := range rows {
		mark := ""
		if row.Tied {
			mark = tiedMark
		}
		g.add(fmt.Sprint(row.Rank)+mark, "", row.Team.String(), r.named(row.Team), locale.Clean(r.People.Name(row.Persons)),
			fmt.Sprint(row.Boards), t.Decimal(row.Total.String()), t.Decimal(row.Mean.String()))
	}
	t.draw(g)
}

// butlerRowJSON is a pair of an event of teams.
type butlerRowJSON struct {
	Rank   int          `json:"rank"`
	Tied   bool         `json:"tied"`
	Team   string       `json:"team"`
	Names  []string     `json:"names"`
	Boards int          `json:"boards"`
	Total  event.Figure `json:"total"` // IMPs against the datum
	Mean   event.Figure `json:"mean"`  // of a board
}

func butlerJSON(rows []event.ButlerRow, people event.People) []butlerRowJSON {
	list := make([]butlerRowJSON, 0, len(rows))
	for _, r := range rows {
		list = append(list, butlerRowJSON{r.Rank, r.Tied, r.Team.String(), people.Names(r.Persons), r.Boards, r.Total, r.Mean})
	}
	return list
}
