package web

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/overtrick/overtrick/internal/club"
)

// screenPage is what hangs on the wall: the round, who still plays, and between rounds
// the ranking.
type screenPage struct {
	eventHead
	title   string
	Round   string
	Of      string
	After   string // the round that is over
	Playing []string
	Many    string // so many tables, where they are too many to be read
	Over    bool
	Clock   *wallClock
	Ranking bool
	Lists   []rankList
	Quiet   bool
	Other   *link // the ranking, or the round
	up      *link
	script  string
}

func (s *screenPage) template() string { return "screen" }

func (s *screenPage) frame() frame {
	return frame{Title: s.title, Back: s.up, Script: s.script, Sheet: "screen.css", Bare: true}
}

// wallClock is the time that a round still has.
type wallClock struct {
	Shown     string
	Ends, Now string // empty: it stands still
	Out       bool   // there is no time left
}

// clock is the clock of a round as it stands now.
func (s *screenPage) clock(c *club.Clock, now time.Time) {
	if c == nil || s.Over {
		return
	}
	left := c.Left
	w := &wallClock{}
	if !c.Paused {
		left = int(c.Ends.Sub(now) / time.Second)
		w.Ends, w.Now = c.Ends.UTC().Format(time.RFC3339), now.UTC().Format(time.RFC3339)
	}
	left = max(left, 0)
	w.Shown, w.Out = clockFace(time.Duration(left)*time.Second), left == 0
	s.Clock = w
}

// clockFace writes a time as the clock of a round shows it: 4:10, 1:02:00.
func clockFace(left time.Duration) string {
	s := int(left / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// What can be read from the other end of a room.
const (
	fewPlaying = 7
	fewRows    = 6
)

// screen is the page of a big screen.
func (p *pages) screen(r *http.Request, s *speaker) (content, error) {
	e, err := p.look(r, s)
	if err != nil {
		return nil, err
	}
	now, err := p.club.Progress(r.Context(), e.id)
	if err != nil {
		return nil, err
	}
	out := &screenPage{
		eventHead: e.head(), Over: now.Over,
		Quiet: e.view.Config.Quiet && e.view.Until.IsZero(), up: &link{e.at(""), s.T("page.ranking")},
	}
	out.title = out.eventHead.Title
	if p.watch != nil {
		out.script = p.watch(e.id, e.view.Position)
	}
	if now.Rounds > 0 {
		out.Round, out.Of = s.T("page.round", max(now.Round, 1)), s.T("page.screen.of", now.Rounds)
	}
	out.playing(e, now)
	out.clock(now.Clock, p.now())
	out.Ranking = out.Over || r.URL.Query().Get("part") == "ranking"
	if out.Ranking {
		out.Other = &link{e.at("/screen"), s.T("page.screen.round")}
	} else {
		out.Other = &link{withQuery(e.at("/screen"), "part", "ranking"), s.T("page.ranking")}
	}
	if !out.Ranking || e.standings == nil {
		return out, nil
	}
	done := now.Round
	if len(now.Playing) > 0 {
		done--
	}
	if done > 0 && !out.Over {
		out.After = s.T("page.screen.after", done)
	}
	for _, l := range e.standings.Lists {
		rows := fewRows
		if len(e.standings.Lists) == 1 {
			rows *= 2
		}
		l.Rows = l.Rows[:min(len(l.Rows), rows)]
		out.Lists = append(out.Lists, e.list(l))
	}
	if len(out.Lists) == 1 && len(out.Lists[0].Rows) > fewRows { // in two columns
		second := out.Lists[0]
		second.Title = ""
		out.Lists[0].Rows, second.Rows = second.Rows[:fewRows], second.Rows[fewRows:]
		out.Lists = append(out.Lists, second)
	}
	return out, nil
}

// playing says which tables still play the round.
func (s *screenPage) playing(e *seen, now club.Progress) {
	if len(now.Playing) > fewPlaying {
		s.Many = e.count("count.tables", len(now.Playing))
		return
	}
	for _, t := range now.Playing {
		s.Playing = append(s.Playing, t.Section+strconv.Itoa(t.Table))
	}
}

// embed is a part of an event for the page of somebody else.
func (p *pages) embed(r *http.Request, s *speaker) (content, error) {
	data, err := p.ranking(r, s)
	if err != nil {
		return nil, err
	}
	out, ok := data.(*rankingPage)
	if part := r.URL.Query().Get("part"); !ok || part != "" && part != "ranking" {
		return nil, errNoPage
	}
	return embedPage{out}, nil
}

type embedPage struct{ *rankingPage }

func (e embedPage) template() string { return "embed" }

func (e embedPage) frame() frame { return frame{Title: e.title, Bare: true} }

// framed lets other sites show a page within theirs.
func framed(show http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for name, value := range framedHeaders {
			if value == "" {
				w.Header().Del(name)
				continue
			}
			w.Header().Set(name, value)
		}
		show(w, r)
	}
}

// framedHeaders are those of a page that other sites may show within theirs.
var framedHeaders = map[string]string{
	"Content-Security-Policy":      "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors *",
	"X-Frame-Options":              "",
	"Cross-Origin-Resource-Policy": "cross-origin",
}
