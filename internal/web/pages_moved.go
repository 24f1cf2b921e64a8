package web

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/locale"
)

// changed is a change of a published result, in words.
type changed struct {
	Version int
	When    string
	What    string // "board 7 was corrected at table 5"
	Address string
}

// lastChanges are the last ones, the newest first.
func (e *seen) lastChanges(ctx context.Context) (out []changed, err error) {
	versions := e.view.Versions
	if e.view.Until.IsZero() {
		return nil, nil // it is open again
	}
	for i := len(versions) - 1; i > 0 && i > len(versions)-1-fewChanges; i-- {
		x, err := e.changed(ctx, versions[i])
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, nil
}

// changed says a version.
func (e *seen) changed(ctx context.Context, v club.Version) (changed, error) {
	l, err := e.change(ctx, v)
	out := changed{Version: v.Version, When: e.since(v.At), Address: e.at("/moved/" + strconv.FormatInt(v.Position, 10))}
	if err == nil {
		out.What = locale.Sentence(e.changeWords(actsOf(l)))
	}
	return out, err
}

// actsOf are what a record says of the event.
func actsOf(l club.LogLine) (out []event.Act) {
	for _, f := range l.Facts {
		if f.Event != nil {
			out = append(out, f.Event)
		}
	}
	return out
}

// changeWords say what a change is about.
func (e *seen) changeWords(acts []event.Act) string {
	if len(acts) == 0 {
		return e.T("page.change.other")
	}
	act := acts[0]
	if m, ok := event.MeetingOf(act); ok {
		key := "corrected"
		switch act.(type) {
		case event.Ruled:
			key = "ruled"
		case event.NotPlayed:
			key = "not_played"
		case event.Voided:
			key = "voided"
		}
		if m.Table == 0 {
			return e.T("page.change."+key+".board", e.boardName(boardKey{m.Session, m.Board}))
		}
		return e.T("page.change."+key, e.boardName(boardKey{m.Session, m.Board}), m.Table)
	}
	switch a := act.(type) {
	case event.Announced:
		return e.T("page.change.published")
	case event.Penalised:
		return e.T("page.change.penalty", e.number(e.kind(), a.Contestant))
	case event.Withdrew:
		return e.T("page.change.withdrew", e.number(e.kind(), a.Contestant))
	case event.Cancelled:
		return e.T("page.change.cancelled", e.boardName(boardKey{a.Session, a.Board}))
	case event.Fouled:
		return e.T("page.change.fouled", e.boardName(boardKey{a.Session, a.Board}))
	}
	return e.T("page.change.other")
}

// movedPage says who moved by a change, and why.
type movedPage struct {
	eventHead
	title     string
	Version   int
	When      string
	Versions  []changed // the other changes
	What      string
	ByTable   bool
	Who       [][]string // that met
	Why       string
	Was, Is   *movedLine
	Lists     []movedList
	Unmoved   bool
	Then, Now string // the times of both versions
	up        *link
	tabs      []tab
}

func (m movedPage) template() string { return "moved" }

func (m movedPage) frame() frame { return frame{Title: m.title, Back: m.up, Tabs: m.tabs} }

// movedLine is what stood, or stands, on a board.
type movedLine struct{ Result, Score, Worth string }

// movedList is a ranking before and after.
type movedList struct {
	Title, Mark, Unit, Gain string
	Rows                    []movedRow
	Lines                   []slope
	Height                  int
}

type movedRow struct {
	Before, After string
	Names         []string
	Address       string
	Value, Gain   string
	Hot           bool
}

// slope is a line from a place before to one after, in the picture of a list.
type slope struct {
	Path string
	Hot  bool
}

// moved is the page of a change.
func (p *pages) moved(r *http.Request, s *speaker) (content, error) {
	e, err := p.look(r, s)
	if err != nil {
		return nil, err
	}
	position, err := strconv.ParseInt(r.PathValue("position"), 10, 64)
	if err != nil || strconv.FormatInt(position, 10) != r.PathValue("position") || e.view.Until.IsZero() {
		return nil, errNoPage
	}
	versions := e.view.Versions
	at := slices.IndexFunc(versions, func(v club.Version) bool { return v.Position == position })
	if at < 1 {
		return nil, errNoPage
	}
	m, err := p.club.Moved(r.Context(), club.Actor{}, e.id, versions[at-1].Position, position)
	if err != nil {
		return nil, err
	}
	here, err := e.changed(r.Context(), versions[at])
	if err != nil {
		return nil, err
	}
	out := movedPage{
		eventHead: e.head(), title: s.T("page.moved"), Version: here.Version, When: here.When, What: here.What,
		Then: e.clockAt(versions[at-1].At), Now: e.clockAt(versions[at].At),
		Why: locale.Clean(versions[at].Why), up: &link{e.at(""), s.T("page.ranking")}, tabs: e.tabs(""),
	}
	for i := len(versions) - 1; i > 0 && len(out.Versions) < fewChanges; i-- {
		if i == at {
			continue
		}
		x, err := e.changed(r.Context(), versions[i])
		if err != nil {
			return nil, err
		}
		out.Versions = append(out.Versions, x)
	}
	l, err := e.change(r.Context(), versions[at])
	if err != nil {
		return nil, err
	}
	out.ByTable = strings.HasPrefix(l.By, "table:")
	if acts := actsOf(l); len(acts) > 0 {
		if at, ok := event.MeetingOf(acts[0]); ok {
			out.Was, out.Is = e.lineOf(m.Before, at), e.lineOf(m.After, at)
			for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
				if pair := seated(at, side); !pair[0].IsZero() {
					out.Who = append(out.Who, e.whoIs(pair[:]...))
				}
			}
		}
	}
	if m.After == nil {
		return out, nil
	}
	out.Unmoved = len(event.Moves(m.Before, m.After)) == 0
	for _, l := range m.After.Lists {
		var before *event.List
		if m.Before != nil {
			if i := slices.IndexFunc(m.Before.Lists, func(b event.List) bool { return b.Name == l.Name }); i >= 0 {
				before = &m.Before.Lists[i]
			}
		}
		then := *e
		then.standings = m.After
		out.Lists = append(out.Lists, then.movedList(before, l))
	}
	return out, nil
}

// lineOf is what stands on a board of some standings for a meeting.
func (e *seen) lineOf(s *event.Standings, at event.Meeting) *movedLine {
	if s == nil {
		return nil
	}
	then := *e
	then.standings = s
	for i := range s.Boards {
		b := &s.Boards[i]
		if b.Session != at.Session || b.Board != at.Board {
			continue
		}
		for n := range b.Lines {
			l := &b.Lines[n]
			if l.Meeting.NS != at.NS || l.Meeting.EW != at.EW || l.Meeting.South != at.South || l.Meeting.West != at.West {
				continue
			}
			out := &movedLine{Result: then.outcome(l, 0)}
			if out.Result == "" {
				out.Result, _ = e.speaker.result(l.Result)
				if l.Score != nil {
					out.Score = e.side(int(*l.Score))
				}
			}
			if l.Points.NS.Counts {
				out.Worth = e.SideShort(bridge.NS) + " " + then.worth(then.printed(l.Points.NS), boardUnit(s.Info))
			}
			return out
		}
	}
	return nil
}

// movedRowHeight is the height of a row in the picture of a list.
const movedRowHeight = 40

// movedList shows a list with what it was before.
func (e *seen) movedList(before *event.List, l event.List) movedList {
	plain := e.list(l)
	out := movedList{Title: plain.Title, Mark: plain.Mark, Unit: plain.Unit, Gain: "± " + plain.Total}
	if !plain.Second {
		out.Gain = "± " + plain.Unit
	}
	out.Height = movedRowHeight * len(l.Rows)
	for i, r := range l.Rows {
		row := movedRow{Before: nobody, After: plain.Rows[i].Place, Names: plain.Rows[i].Names, Address: plain.Rows[i].Address, Value: plain.Rows[i].Value}
		if before != nil {
			if at := slices.IndexFunc(before.Rows, func(b event.Row) bool { return b.Contestant == r.Contestant }); at >= 0 {
				was := before.Rows[at]
				if was.Rank > 0 {
					row.Before = strconv.Itoa(was.Rank)
					if was.Tied {
						row.Before += "="
					}
				}
				gain := r.Total
				gain.Value = r.Total.Value.Sub(was.Total.Value)
				row.Gain = e.figure(gain)
				if gain.Value.Sign() > 0 {
					row.Gain = "+" + row.Gain
				}
				if gain.Value.Cmp(exact.Fraction{}) == 0 {
					row.Gain = "0"
				}
				row.Hot = was.Rank != r.Rank || was.Tied != r.Tied
				from, to := at*movedRowHeight+movedRowHeight/2, i*movedRowHeight+movedRowHeight/2
				out.Lines = append(out.Lines, slope{fmt.Sprintf("M0 %dL100 %d", from, to), row.Hot})
			}
		}
		out.Rows = append(out.Rows, row)
	}
	slices.SortStableFunc(out.Lines, func(a, b slope) int { // those that moved are drawn over the others
		switch {
		case a.Hot == b.Hot:
			return 0
		case a.Hot:
			return 1
		}
		return -1
	})
	return out
}

// since is a moment after the result was published first; on the same day the time is
// enough.
func (e *seen) since(at time.Time) string {
	if first := e.view.Versions[0].At; e.pages.day(first) == e.pages.day(at) {
		return e.T("page.time", e.clockAt(at))
	}
	return e.pages.moment(e.speaker, at)
}

func (p *pages) day(at time.Time) string { return at.In(p.zone).Format(time.DateOnly) }

// clockAt is a time of the day.
func (e *seen) clockAt(at time.Time) string { return at.In(e.pages.zone).Format("15:04") }
