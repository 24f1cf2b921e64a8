package web

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/seed"
	"github.com/overtrick/overtrick/internal/simulate"
	"github.com/overtrick/overtrick/movement"
)

// clubNight is an evening that is played through the API, by phones and a director.
type clubNight struct {
	*rig
	event string
	by    map[bridge.Board]bridge.Deal
	seed  *seed.Source
	sent  map[club.Place]string // what each board ends with
}

// phone is a device at a table.
type phone struct {
	*clubNight
	table  int
	cookie string
	ids    int
}

// directs gives a command as the director.
func (n *clubNight) directs(command string, body, out any) {
	n.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		n.Fatal(err)
	}
	path := "/api/events/" + n.event + "/" + command
	if command == "" {
		path = "/api/events"
	}
	w := n.ask(asOwner, "POST", path, string(b))
	if w.Code != http.StatusOK {
		n.Fatalf("%s: %d %s", command, w.Code, w.Body)
	}
	if out != nil {
		if err := json.Unmarshal(w.Body.Bytes(), out); err != nil {
			n.Fatal(err)
		}
	}
}

// send sends a request of the phone.
func (p *phone) send(method, path string, body any) *httptest.ResponseRecorder {
	p.Helper()
	text := ""
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			p.Fatal(err)
		}
		text = string(b)
	}
	q := p.request(asReader, method, path, text)
	q.Header.Set("Cookie", p.cookie)
	return p.rig.send(q)
}

// gets asks and wants an answer.
func (p *phone) gets(v any, method, path string, body any) {
	p.Helper()
	w := p.send(method, path, body)
	if w.Code != http.StatusOK {
		p.Fatalf("table %d, %s %s: %d %s", p.table, method, path, w.Code, w.Body)
	}
	if v != nil {
		if err := json.Unmarshal(w.Body.Bytes(), v); err != nil {
			p.Fatal(err)
		}
	}
}

// gives gives a command of a table.
func (p *phone) gives(v any, command string, body any) {
	p.Helper()
	p.gets(v, "POST", "/api/events/"+p.event+"/"+command, body)
}

func (p *phone) state() (s tableStateJSON) {
	p.Helper()
	p.gets(&s, "GET", "/api/table", nil)
	return s
}

// entry is what a phone sends of a board.
type sentEntry struct {
	id       string
	Revision int    `json:"revision"`
	Round    int    `json:"round"`
	Table    int    `json:"table"`
	Board    int    `json:"board"`
	Result   string `json:"result"`
	Agreed   bool   `json:"agreed,omitempty"`
}

func (p *phone) enters(e sentEntry) (a putJSON) {
	p.Helper()
	p.gets(&a, "PUT", "/api/results/"+e.id, e)
	return a
}

// proposes sends the first revision of a new entry, and what became of it.
func (p *phone) proposes(round, board int, result string) (sentEntry, putJSON) {
	p.Helper()
	p.ids++
	e := sentEntry{id: fmt.Sprintf("%016x%016x", p.table*1000+round, board*1000+p.ids), Revision: 1, Round: round, Table: p.table, Board: board, Result: result}
	return e, p.enters(e)
}

// confirms agrees what was proposed.
func (p *phone) confirms(e sentEntry) (a commandJSON) {
	p.Helper()
	p.gives(&a, "confirm", map[string]any{"id": e.id, "revision": e.Revision})
	return a
}

// result makes one up whose lead is a card of who leads.
func (n *clubNight) result(board bridge.Board) string {
	texts := []string{"4S=", "3NT-1", "2H+1", "5D-2", "1NT+2", "3C=", "4H+1", "2S-1"}
	declarer := []bridge.Seat{bridge.North, bridge.East, bridge.South, bridge.West}[n.seed.Below(4)]
	hand := n.by[board].Hand(declarer.Next()).Cards()
	return texts[n.seed.Below(len(texts))] + " " + declarer.String() + " " + hand[n.seed.Below(len(hand))].String()
}

// other is the same result with one trick less, if that can be.
func (n *clubNight) other(result string) string {
	r := aResult(n, result)
	less, err := bridge.NewResult(r.Contract(), r.Declarer(), r.Tricks()-1)
	if err != nil {
		n.Fatal(err)
	}
	return less.WithLead(r.Lead()).String()
}

// TestClubNight: five tables play a Howell through the API, with two phones at table 1
// that come in by the short code, names that the players give, a conflict, a correction
// in time and one that is late, a table that is turned round, a call and a phone that
// sends everything twice. In the end each board is there once, and nobody was shown a
// board that he could still play.
func TestClubNight(t *testing.T) {
	n := &clubNight{rig: beginOn(t, new(journal.Memory), plenty), by: map[bridge.Board]bridge.Deal{}, seed: seed.New(9), sent: map[club.Place]string{}}
	const tables, per = 5, 3
	var opened openedJSON
	n.directs("", event.Opened{Title: "Howell", Club: "Riverside", Date: "2026-12-01", Kind: event.Pairs, Method: event.Matchpoints, Winners: 1}, &opened)
	n.event = opened.ID
	m, err := movement.Make("howell", movement.Ask{Tables: tables})
	if err != nil {
		t.Fatal(err)
	}
	n.directs("set_movement", club.Planned{Movement: m, PerRound: per, First: 1}, nil)
	n.directs("configure", club.Configured{Feedback: club.FeedbackDeal, Leads: true, Joining: true}, nil)
	deals, err := simulate.Deals(9, m.Sets*per, simulate.Conditions{})
	if err != nil {
		t.Fatal(err)
	}
	var sets []event.BoardSet
	for i, d := range deals {
		b := bridge.Board(i + 1)
		n.by[b] = d
		sets = append(sets, event.BoardSet{Board: b, Dealer: b.Dealer(), Vul: b.Vulnerability(), Deal: d})
	}
	n.directs("load_deals", club.LoadDeals{Boards: sets}, nil)

	// The phones come in: at table 1 two by its code, at the others one by its QR code.
	phones := map[int]*phone{}
	var second *phone
	for table := 1; table <= tables; table++ {
		var open tableJSON
		n.directs("tables", map[string]any{"table": table}, &open)
		w := n.ask(asReader, "GET", "/t/"+open.Token, "")
		if table == 1 {
			w = n.types(open.Code, "192.0.2.40")
			c := cookiesOf(n.types(open.Code, "192.0.2.41"))[tableCookie]
			second = &phone{clubNight: n, table: 1, cookie: c.Name + "=" + c.Value, ids: 500}
		}
		c := cookiesOf(w)[tableCookie]
		if c == nil {
			t.Fatalf("table %d: %d %s", table, w.Code, w.Body)
		}
		phones[table] = &phone{clubNight: n, table: table, cookie: c.Name + "=" + c.Value}
	}
	checkWeight(t, phones[1])

	// Names: the pairs say who they are, seat by seat.
	start := phones[1].state()
	for table := 1; table <= tables; table++ {
		p := phones[table]
		for _, seat := range []string{"N", "S", "E", "W"} {
			p.gives(nil, "sit", map[string]any{"round": 1, "table": table, "seats": map[string]any{seat: map[string]string{"guest": fmt.Sprintf("Guest %d %s", table, seat)}}})
		}
	}
	if s := phones[2].state(); len(s.Names) != 10 || !slices.Equal(s.Names[s.Sittings[0].NS], []string{"Guest 1 N", "Guest 1 S"}) {
		t.Errorf("the names are %v", s.Names)
	}
	n.directs("configure", club.Configured{Feedback: club.FeedbackDeal, Leads: true}, nil) // joining is over

	played := map[string]map[int]bool{} // by pair
	for _, s := range start.Sittings {
		played[s.NS], played[s.EW] = map[int]bool{}, map[int]bool{}
	}
	told := 0
	agree := func(p, by *phone, round, board int, result string, sit sittingJSON) sentEntry {
		t.Helper()
		e, a := p.proposes(round, board, result)
		if a.Status != applied || a.Says != club.IsProposed || a.Feedback != nil || len(a.Doubts) > 0 && a.Doubts[0].Kind == club.DoubtLead {
			t.Fatalf("round %d, table %d, board %d, proposed: %+v", round, p.table, board, a)
		}
		if again := p.enters(e); again.Position != a.Position {
			t.Fatalf("sent again: %+v", again)
		}
		done := by.confirms(e)
		if done.Says != club.Saved || done.Place.State != club.StateSaved || done.Place.Result != result {
			t.Fatalf("round %d, table %d, board %d, agreed: %+v", round, p.table, board, done)
		}
		played[sit.NS][board], played[sit.EW][board] = true, true
		n.sent[club.Place{Round: round, Table: p.table, Board: bridge.Board(board)}] = result
		f := done.Feedback
		if f == nil || f.Deal != n.by[bridge.Board(board)].String() || (f.Percent == "") != (f.Tables == 1) {
			t.Fatalf("round %d, table %d, board %d: told %+v", round, p.table, board, f)
		}
		sum := 0
		for _, l := range f.Lines {
			sum += l.Count
			if l.Mine && l.Score != *done.Place.Score {
				t.Errorf("board %d: own line %+v, score %d", board, l, *done.Place.Score)
			}
		}
		if sum != f.Tables || sum > round {
			t.Errorf("board %d in round %d: %d lines, %d tables", board, round, sum, f.Tables)
		}
		told++
		return e
	}
	for round := 1; round <= m.Rounds; round++ {
		for table := 1; table <= tables; table++ {
			p := phones[table]
			state := p.state()
			if state.Round != round || state.Over {
				t.Fatalf("table %d is in round %d, over %v; want %d", table, state.Round, state.Over, round)
			}
			if round == 4 && table == 2 { // they sit the other way round
				sit := sitOf(state, round, table)
				p.gives(nil, "not_us", map[string]any{"round": round, "table": table, "what": "switch"})
				after := p.state()
				if now := sitOf(after, round, table); now.NS != sit.EW || now.EW != sit.NS || after.Version != state.Version+1 {
					t.Fatalf("turned: %+v, version %d after %d", now, after.Version, state.Version)
				}
				state = after
			}
			sit := sitOf(state, round, table)
			n.secret(state, sit, played)
			other := p
			if table == 1 {
				other = second
			}
			for i, board := range sit.Boards {
				result := n.result(bridge.Board(board))
				switch {
				case round == 3 && table == 1 && i == 0:
					n.conflict(p, second, round, board, result)
					played[sit.NS][board], played[sit.EW][board] = true, true
				case round == 5 && table == 3 && i == 1: // corrected while the round runs
					e := agree(p, other, round, board, result, sit)
					e.Revision, e.Result, e.Agreed = 2, n.other(result), true
					if a := p.enters(e); a.Says != club.Saved || a.Place.Result != e.Result {
						t.Fatalf("corrected: %+v", a)
					}
					n.sent[club.Place{Round: round, Table: table, Board: bridge.Board(board)}] = e.Result
				case round == 6 && table == 4 && i == 0: // East-West say no
					e, _ := p.proposes(round, board, n.other(result))
					var a commandJSON
					p.gives(&a, "return", map[string]any{"id": e.id, "revision": 1})
					if a.Place.State != club.StateReturned || !a.Place.Entries[0].Returned {
						t.Fatalf("returned: %+v", a)
					}
					agree(p, other, round, board, result, sit)
				default:
					agree(p, other, round, board, result, sit)
				}
			}
			if round == 6 && table == 5 {
				n.late(p, sitOf(state, round-1, table))
			}
			if round == 7 && table == 2 {
				n.call(p)
			}
		}
	}

	// Each board is there once, as it was said last.
	var all struct {
		Console struct {
			Places []struct {
				Round, Table, Board int
				State, Result       string
			}
			Calls, Conflicts, Requests, Missing []any
			NotUs                               []struct{ Ref string } `json:"not_us"`
		}
		Waiting []any
	}
	n.gets(&all, asOwner, "GET", "/api/events/"+n.event, "")
	for _, p := range all.Console.Places {
		at := club.Place{Round: p.Round, Table: p.Table, Board: bridge.Board(p.Board)}
		if p.State != string(club.StateSaved) || p.Result != n.sent[at] {
			t.Errorf("%+v: %s, %s; said was %s", at, p.State, p.Result, n.sent[at])
		}
	}
	if c := all.Console; len(c.Places) != tables*m.Rounds*per || len(c.Calls)+len(c.Conflicts)+len(c.Requests)+len(c.Missing)+len(all.Waiting) > 0 || len(c.NotUs) != 1 {
		t.Errorf("%d places; calls %v, conflicts %v, requests %v, missing %v, waiting %v, not us %v", len(c.Places), c.Calls, c.Conflicts, c.Requests, c.Missing, all.Waiting, c.NotUs)
	}
	n.directs("answer", map[string]string{"ref": all.Console.NotUs[0].Ref}, nil)
	if told < tables*m.Rounds*per-3 {
		t.Errorf("told of %d boards", told)
	}
	n.directs("publish", map[string]any{}, nil)
	for table, p := range phones {
		if s := p.state(); !s.Over || len(s.Places) != m.Rounds*per {
			t.Errorf("table %d: over %v, %d places", table, s.Over, len(s.Places))
		}
	}
	var list standingsJSON
	n.gets(&list, asReader, "GET", "/api/events/"+n.event+"/standings", "")
	if rows := list.Lists[0].Rows; len(rows) != 2*tables || rows[0].Percent == "" || len(rows[0].Names) != 2 || !strings.HasPrefix(rows[0].Names[0], "Guest") {
		t.Errorf("the ranking is %+v", rows)
	}
}

func sitOf(s tableStateJSON, round, table int) sittingJSON {
	for _, x := range s.Sittings {
		if x.Round == round && x.Table == table {
			return x
		}
	}
	return sittingJSON{}
}

// secret fails if a table sees what somebody there may still play.
func (n *clubNight) secret(s tableStateJSON, sit sittingJSON, played map[string]map[int]bool) {
	n.Helper()
	for _, p := range s.Places {
		if p.Result == "" && len(p.Entries) == 0 {
			continue
		}
		// What was sent last stays until the next round begins with a result; those who are
		// to come may not see older boards.
		if p.Round == s.Round-1 || p.Round == s.Round {
			continue
		}
		if !played[sit.NS][p.Board] || !played[sit.EW][p.Board] {
			n.Errorf("round %d, table %d: board %d of round %d is seen by %s and %s, who may play it: %+v", s.Round, s.Table, p.Board, p.Round, sit.NS, sit.EW, p)
		}
	}
}

// conflict has two phones say different things of a board: both see it, the director
// decides, and both see that.
func (n *clubNight) conflict(one, two *phone, round, board int, result string) {
	n.Helper()
	wrong := n.other(result)
	a, _ := one.proposes(round, board, wrong)
	if done := one.confirms(a); done.Says != club.Saved {
		n.Fatalf("the first phone: %+v", done)
	}
	two.ids++
	b := sentEntry{id: "second-phone-" + strconv.Itoa(two.ids), Revision: 1, Round: round, Table: two.table, Board: board, Result: result, Agreed: true}
	if got := two.enters(b); got.Status != conflict || got.Says != club.InConflict || got.Place.State != club.StateConflict || got.Place.Result != wrong || got.Feedback != nil {
		n.Fatalf("the second phone: %+v", got)
	}
	for _, p := range []*phone{one, two} {
		for _, place := range p.state().Places {
			if place.Board == board && place.Round == round && (place.State != club.StateConflict || len(place.Entries) != 2 || place.Entries[1].Result != result || !place.Entries[1].Mine) {
				n.Errorf("in conflict: %+v", place)
			}
		}
	}
	at := club.Place{Round: round, Table: one.table, Board: bridge.Board(board)}
	n.directs("resolve", club.Resolve{Place: at, Entry: b.id, Revision: 1}, nil)
	n.sent[at] = result
	for _, p := range []*phone{one, two} {
		for _, place := range p.state().Places {
			if place.Board == board && place.Round == round && (place.State != club.StateSaved || place.Result != result) {
				n.Errorf("decided: %+v", place)
			}
		}
	}
}

// late asks for a change of a board of the round before, which the director takes.
func (n *clubNight) late(p *phone, before sittingJSON) {
	n.Helper()
	board := before.Boards[0]
	at := club.Place{Round: before.Round, Table: p.table, Board: bridge.Board(board)}
	var id string
	for _, e := range n.entries(at) {
		id = e.ID
	}
	e := sentEntry{id: id, Revision: 2, Round: before.Round, Table: p.table, Board: board, Result: n.other(n.sent[at]), Agreed: true}
	if a := p.enters(e); a.Says != club.AskedFor || a.Feedback != nil {
		n.Fatalf("asked for too late: %+v", a)
	}
	n.directs("resolve", club.Resolve{Place: at, Entry: id, Revision: 2}, nil)
	n.sent[at] = e.Result
}

// entries are what was sent of a place.
func (n *clubNight) entries(at club.Place) []club.Revision {
	n.Helper()
	v, err := n.club.View(n.Context(), boss, n.event)
	if err != nil {
		n.Fatal(err)
	}
	for _, p := range v.Console.Places {
		if p.Place == at {
			return p.Entries
		}
	}
	return nil
}

// call calls the director, who comes.
func (n *clubNight) call(p *phone) {
	n.Helper()
	p.gives(nil, "call", map[string]any{"ref": "claim-2", "table": p.table, "reason": "claim"})
	if s := p.state(); s.Called == nil || s.Called.Ref != "claim-2" {
		n.Errorf("called: %+v", s.Called)
	}
	n.directs("answer", map[string]string{"ref": "claim-2"}, nil)
	if s := p.state(); s.Called != nil {
		n.Errorf("the director was there: %+v", s.Called)
	}
}

// checkWeight wants the plan of the evening to be small enough to be loaded at once.
func checkWeight(t *testing.T, p *phone) {
	t.Helper()
	q := p.request(asReader, "GET", "/api/table", "")
	q.Header.Set("Cookie", p.cookie)
	q.Header.Set("Accept-Encoding", "gzip, br")
	w := p.rig.send(q)
	const most = 6 << 10
	if w.Body.Len() > most || w.Header().Get("Content-Encoding") != "gzip" {
		t.Errorf("the evening is %d bytes, want at most %d: %v", w.Body.Len(), most, w.Header())
	}
	z, err := gzip.NewReader(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	var s tableStateJSON
	if err := json.NewDecoder(z).Decode(&s); err != nil || len(s.Sittings) != 45 {
		t.Errorf("%d sittings, %v", len(s.Sittings), err)
	}
	q.Header.Set("Cookie", "")
	if w := p.rig.send(q); w.Header().Get("Content-Encoding") != "" || p.refused(w).Key != "web.login" {
		t.Errorf("a refusal is %v", w.Header())
	}
}
