package web

import (
	"crypto/rand"
	"net/http"
	"slices"
	"strconv"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
)

// tablesPage asks whether codes are to be made for the tables of an event.
type tablesPage struct {
	eventHead
	title  string
	Send   string
	Tables string
	Open   int // devices that may write already
	up     *link
	tabs   []tab
}

func (t tablesPage) template() string { return "tables" }

func (t tablesPage) frame() frame { return frame{Title: t.title, Back: t.up, Tabs: t.tabs} }

// tableCards are table cards, two on a sheet.
type tableCards struct{ Two []tableCard }

// tableCard is what lies on a table: its number, its code, and who goes where.
type tableCard struct {
	Table string
	QR    *qr
	Code  string // to be typed; empty: there is none
	Link  string
	Moves []string
}

// tablesForm asks the director whether codes are to be made.
func (s *Server) tablesForm(w http.ResponseWriter, r *http.Request) {
	s.pages.handle(func(r *http.Request, l *speaker) (content, error) {
		r.SetPathValue("event", r.PathValue("id"))
		e, err := s.pages.look(r, l)
		if err != nil {
			return nil, err
		}
		a, err := s.actor(r.Context(), visitorOf(r.Context()), e.id)
		if err != nil {
			return nil, err
		}
		v, err := s.club.View(r.Context(), a, e.id)
		if err != nil {
			return nil, err
		}
		out := tablesPage{
			eventHead: e.head(), title: l.T("page.files.tables"), Send: eventAddress(e.id) + "/print/tables",
			Tables: l.count("count.tables", len(e.tables())), up: &link{e.at("/files"), l.T("page.files")}, tabs: e.tabs("files"),
		}
		if v.Console != nil {
			for _, t := range v.Console.Tables {
				if !t.Closed {
					out.Open++
				}
			}
		}
		return out, nil
	})(w, r)
}

// tables are the tables of the plan, in the session that is played last.
func (e *seen) tables() (out []club.TableRef) {
	for _, s := range e.view.Plan {
		if t := (club.TableRef{Section: s.Section, Table: s.Table}); !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// tablesSent makes a code for each table, and shows the cards with them. They are shown
// once: what is kept are their hashes.
func (s *Server) tablesSent(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	s.pages.handle(func(r *http.Request, l *speaker) (content, error) {
		r.SetPathValue("event", r.PathValue("id"))
		e, err := s.pages.look(r, l)
		if err != nil {
			return nil, err
		}
		if len(e.tables()) == 0 || e.kind() == event.Teams && len(e.view.Plan) == 0 {
			return nil, errNoPage
		}
		v := visitorOf(r.Context())
		a, err := s.actor(r.Context(), v, e.id)
		if err != nil {
			return nil, err
		}
		plans, err := s.club.Plans(r.Context(), e.id)
		if err != nil {
			return nil, err
		}
		session := e.view.Plan[len(e.view.Plan)-1].Session
		out := &paper{eventHead: e.head(), title: l.T("page.files.tables"), kind: "tables", Made: s.pages.moment(l, s.pages.now()), up: &link{e.at("/files"), l.T("page.files")}}
		var sheet tableCards
		for _, t := range e.tables() {
			card, err := s.card(r, v, a, e.id, t)
			if err != nil {
				return nil, err
			}
			card.Moves = e.usual(plans, session, t.Section, t.Table)
			if sheet.Two = append(sheet.Two, card); len(sheet.Two) == 2 {
				out.Sheets, sheet = append(out.Sheets, sheet), tableCards{}
			}
		}
		if len(sheet.Two) > 0 {
			out.Sheets = append(out.Sheets, sheet)
		}
		return out, nil
	})(w, r)
}

// card lets devices write for a table, and makes its card.
func (s *Server) card(r *http.Request, v *visitor, a club.Actor, id string, t club.TableRef) (tableCard, error) {
	token, err := club.NewToken(nil)
	if err != nil {
		return tableCard{}, err
	}
	hash := club.HashToken(token)
	if err := s.openTable(r.Context(), id, hash); err != nil {
		return tableCard{}, err
	}
	cmd := &club.OpenTable{TableOpened: club.TableOpened{Section: t.Section, Table: t.Table, Token: hash}}
	got, err := s.club.Do(r.Context(), a, id, club.Ask{Key: "card-" + rand.Text(), Command: cmd})
	s.metrics.said(cmd.Name(), got.Says, err)
	if err != nil {
		return tableCard{}, err
	}
	address := s.base(v, r.Host) + "t/" + token
	picture, err := codeOf(address)
	if err != nil {
		return tableCard{}, err
	}
	code, err := s.keepCode(r.Context(), id, t.Section, t.Table, hash)
	return tableCard{Table: t.Section + strconv.Itoa(t.Table), QR: picture, Code: code, Link: typed(s.base(v, r.Host))}, err
}
