package web

import (
	"context"
	"encoding/base64"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/skip2/go-qrcode"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/score"
)

// schemaName is what a type is called in the description of the API.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	if name == "" {
		return "" // it is written where it stands
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// body is an answer.
type body[T any] struct{ Body T }

// answered is an answer that comes with a cookie.
type answered[T any] struct {
	Cookie http.Cookie `header:"Set-Cookie"`
	Body   T
}

// add registers an operation. What its handler refuses is said in the language of who
// asks.
func add[I, O any](api huma.API, method, path, id, summary, role string, f func(ctx context.Context, v *visitor, in *I) (*O, error)) {
	op := huma.Operation{Method: method, Path: path, OperationID: id, Summary: summary, MaxBodyBytes: -1, BodyReadTimeout: readTime}
	switch role {
	case "":
	case "table":
		op.Security = []map[string][]string{{"table": {}}, {"session": {}}}
	default:
		op.Security = []map[string][]string{{"session": {}}}
	}
	if method != http.MethodGet {
		op.DefaultStatus = http.StatusOK
	}
	_, raw := reflect.TypeFor[I]().FieldByName("RawBody")
	op.SkipValidateBody = raw // the handler reads it
	huma.Register(api, op, func(ctx context.Context, in *I) (*O, error) {
		v := visitorOf(ctx)
		out, err := f(ctx, v, in)
		if err != nil {
			p := newProblem(v.Locale, err)
			note(ctx, p.Key, err)
			return nil, p
		}
		return out, nil
	})
	if raw {
		b := api.OpenAPI().Paths[path].Post.RequestBody
		b.Description, b.Required = "the fields of the command", false
		b.Content = map[string]*huma.MediaType{"application/json": {Schema: &huma.Schema{Type: "object"}}}
	}
}

// What many operations ask for.
type (
	eventPath struct {
		ID string `path:"id" maxLength:"64" doc:"of the event"`
	}
	nothing struct{}
)

func (s *Server) operations(api huma.API) {
	add(api, "GET", "/api/me", "me", "Who asks", "", s.me)
	add(api, "POST", "/api/login", "login", "Log in with a password", "", s.postLogin)
	add(api, "POST", "/api/logout", "logout", "Log out", "", s.postLogout)
	add(api, "POST", "/api/setup", "setup", "Make the first owner, by the link that the server printed", "", s.postSetup)
	add(api, "GET", "/api/users", "users", "List who can log in", "owner", s.getUsers)
	add(api, "PUT", "/api/users/{name}", "put-user", "Make a user, or change one", "owner", s.putUser)
	add(api, "DELETE", "/api/users/{name}", "delete-user", "Take a user away", "owner", s.deleteUser)
	add(api, "POST", "/api/people", "add-person", "Enter a person; facts hold the id alone", "director", s.postPerson)
	add(api, "GET", "/api/people/{person}", "person", "Who a person is", "director", s.getPerson)
	add(api, "PUT", "/api/people/{person}", "put-person", "Correct who a person is, hide the name or show it again", "director", s.putPerson)
	add(api, "DELETE", "/api/people/{person}", "erase-person", "Take a name away for good", "director", s.deletePerson)
	add(api, "GET", "/api/events", "events", "List the events, the newest first", "", s.getEvents)
	add(api, "POST", "/api/events", "open-event", "Open an event", "director", s.postEvent)
	add(api, "POST", "/api/recommend", "recommend", "Movements for an evening, the best first", "director", s.postRecommend)
	add(api, "POST", "/api/evenings", "open-evening", "Open an event with its movement, ready to be played", "director", s.postEvening)
	add(api, "GET", "/api/events/{id}", "event", "An event as who asks may see it", "", s.getEvent)
	add(api, "GET", "/api/events/{id}/standings", "standings", "The ranking", "", s.getStandings)
	add(api, "GET", "/api/events/{id}/boards/{board}", "board", "A board with all that happened on it", "", s.getBoard)
	add(api, "GET", "/api/events/{id}/cards/{contestant}", "card", "The score card of a contestant", "", s.getCard)
	add(api, "GET", "/api/events/{id}/console", "console", "All of an evening for its director, in the language of who asks", "director", s.getConsole)
	add(api, "POST", "/api/events/{id}/preview/{command}", "preview", "Try a command: what would change, without writing anything", "director", s.postPreview)
	add(api, "POST", "/api/events/{id}/repair", "repair", "Plan the rest of a section anew: ways to go on, and what each loses", "director", s.postRepair)
	add(api, "POST", "/api/events/{id}/deals", "deals", "Load the deals of a PBN file", "director", s.postDeals)
	describeDeals(api)
	add(api, "GET", "/api/events/{id}/log", "log", "What was done, by whom and why, in the language of who asks", "director", s.getLog)
	add(api, "GET", "/api/events/{id}/moved", "moved", "Who moved between two positions, and because of what", "director", s.getMoved)
	add(api, "POST", "/api/events/{id}/tables", "open-table", "Let a device write for a table", "director", s.postTable)
	add(api, "POST", "/api/events/{id}/slip", "slip", "Read a typed line of a traveller; nothing is written", "director", s.postSlip)
	add(api, "POST", "/api/events/{id}/{command}", "command", "Give a command", "table", s.postCommand)
	add(api, "PUT", "/api/results/{entry}", "put-result", "Send a revision of a result, any number of times and in any order", "table", s.putResult)
	s.tableOperations(api)
	describeTexts(api.OpenAPI())
	api.OpenAPI().AddOperation(&huma.Operation{
		Method: "GET", Path: "/api/events/{id}/watch", OperationID: "watch", Summary: "Server-sent events: what changes, from a position on",
		Parameters: []*huma.Param{
			{Name: "id", In: "path", Required: true, Schema: &huma.Schema{Type: "string"}},
			{Name: "from", In: "query", Schema: &huma.Schema{Type: "integer"}, Description: "position of the last message; Last-Event-ID says the same"},
			{Name: "table", In: "query", Schema: &huma.Schema{Type: "string"}, Description: "given: nothing is sent of boards and the ranking, which the results of other tables change"},
		},
		Responses: map[string]*huma.Response{"200": {Description: "change: position and parts; reset: read everything anew; end: why it ends", Content: map[string]*huma.MediaType{"text/event-stream": {}}}},
	})
}

type meJSON struct {
	Name     string   `json:"name,omitempty" doc:"of the user; absent: nobody is logged in"`
	Owner    bool     `json:"owner,omitempty"`
	Director bool     `json:"director,omitempty" doc:"of all events"`
	Events   []string `json:"events,omitempty" doc:"that the user directs"`
	Event    string   `json:"event,omitempty" doc:"that the table of this device plays in"`
	Section  string   `json:"section,omitempty"`
	Table    int      `json:"table,omitempty"`
	Lang     string   `json:"lang"`
}

func (s *Server) me(ctx context.Context, v *visitor, _ *nothing) (*body[meJSON], error) {
	out := meJSON{Lang: v.Lang()}
	if v.tokenErr != nil {
		return nil, v.tokenErr
	}
	if v.user != nil {
		out.Name, out.Owner, out.Director, out.Events = v.user.Name, v.user.Owner, v.user.Director, v.user.Events
	}
	if v.event != "" {
		a, err := s.club.Table(ctx, v.event, v.token)
		switch {
		case err == nil:
			out.Event, out.Section, out.Table = a.Event, a.Section, a.Table
		case v.bearer || bridge.CodeOf(err) != bridge.Forbidden:
			return nil, err
		}
	}
	return &body[meJSON]{out}, nil
}

type credentials struct {
	Name     string `json:"name"`
	Password string `json:"password"`
}

func (s *Server) postLogin(ctx context.Context, v *visitor, in *body[credentials]) (*answered[meJSON], error) {
	u, err := s.login(ctx, v, in.Body.Name, in.Body.Password)
	if err != nil {
		return nil, err
	}
	return s.welcome(ctx, v, u)
}

func (s *Server) welcome(ctx context.Context, v *visitor, u club.User) (*answered[meJSON], error) {
	c, err := s.begin(ctx, v, u)
	if err != nil {
		return nil, err
	}
	return &answered[meJSON]{*c, meJSON{Name: u.Name, Owner: u.Owner, Director: u.Director, Events: u.Events, Lang: v.Lang()}}, nil
}

func (s *Server) postLogout(ctx context.Context, v *visitor, _ *nothing) (*answered[meJSON], error) {
	c, err := s.end(ctx, v)
	if err != nil {
		return nil, err
	}
	return &answered[meJSON]{*c, meJSON{Lang: v.Lang()}}, nil
}

type setupJSON struct {
	Token    string `json:"token" doc:"the end of the link"`
	Name     string `json:"name"`
	Password string `json:"password"`
}

func (s *Server) postSetup(ctx context.Context, v *visitor, in *body[setupJSON]) (*answered[meJSON], error) {
	u, err := s.trySetup(ctx, v, in.Body.Token, in.Body.Name, in.Body.Password)
	if err != nil {
		return nil, err
	}
	return s.welcome(ctx, v, u)
}

// trySetup sets up, or counts an attempt that fails.
func (s *Server) trySetup(ctx context.Context, v *visitor, token, name, password string) (club.User, error) {
	done, err := s.logins.try(ctx, deviceKey(v.from))
	if bridge.CodeOf(err) == TooMany {
		s.metrics.limited.Add(1)
		err = bridge.Errorf(TooMany, "web.too_many_logins", "too many attempts to log in: wait a minute")
	}
	if err != nil {
		return club.User{}, err
	}
	u, err := s.setup(ctx, token, name, password)
	done(bridge.CodeOf(err) == Unknown)
	return u, err
}

type userJSON struct {
	Name     string   `json:"name"`
	ID       string   `json:"id"`
	Revision int64    `json:"revision"`
	Owner    bool     `json:"owner,omitempty"`
	Director bool     `json:"director,omitempty"`
	Events   []string `json:"events,omitempty"`
}

type usersJSON struct {
	Users []userJSON `json:"users"`
}

func userToJSON(u club.User) userJSON {
	return userJSON{u.Name, u.ID, u.Revision, u.Owner, u.Director, u.Events}
}

func (s *Server) getUsers(ctx context.Context, _ *visitor, _ *nothing) (*body[usersJSON], error) {
	users, err := s.club.Users(ctx)
	if err != nil {
		return nil, err
	}
	out := usersJSON{[]userJSON{}}
	for _, u := range users {
		out.Users = append(out.Users, userToJSON(u))
	}
	return &body[usersJSON]{out}, nil
}

type putUserIn struct {
	Name string `path:"name"`
	Body struct {
		Revision int64    `json:"revision" doc:"that the user has now; 0 for a new one"`
		Password string   `json:"password,omitempty" doc:"empty: it stays"`
		Owner    bool     `json:"owner,omitempty"`
		Director bool     `json:"director,omitempty" doc:"of all events"`
		Events   []string `json:"events,omitempty" maxItems:"1000" doc:"that the user directs"`
	}
}

func (s *Server) putUser(ctx context.Context, v *visitor, in *putUserIn) (*body[userJSON], error) {
	u := club.User{Name: in.Name, Owner: in.Body.Owner, Director: in.Body.Director, Events: in.Body.Events}
	before, err := s.club.User(ctx, in.Name)
	switch {
	case err == nil:
		u.Password = before.Password
	case bridge.CodeOf(err) != bridge.NotFound:
		return nil, err
	}
	if in.Body.Password != "" || u.Password == "" {
		if err := checkNew(in.Name, in.Body.Password); err != nil {
			return nil, err
		}
		if u.Password, err = s.hasher.hash(ctx, in.Body.Password); err != nil {
			return nil, err
		}
	}
	if _, err := s.club.PutUser(ctx, v.user.In(""), in.Body.Revision, u); err != nil {
		return nil, err
	}
	if u, err = s.club.User(ctx, in.Name); err != nil {
		return nil, err
	}
	return &body[userJSON]{userToJSON(u)}, nil
}

type userPath struct {
	Name string `path:"name"`
}

func (s *Server) deleteUser(ctx context.Context, v *visitor, in *userPath) (*body[nothing], error) {
	return new(body[nothing]), s.club.DeleteUser(ctx, v.user.In(""), in.Name)
}

type personIn struct {
	Name      string            `json:"name" minLength:"1" maxLength:"200"`
	MemberIDs map[string]string `json:"member_ids,omitempty" doc:"number by who gave it: national, club"`
}

type personJSON struct {
	ID string `json:"id"`
}

func (s *Server) postPerson(ctx context.Context, _ *visitor, in *body[personIn]) (*body[personJSON], error) {
	id, err := s.club.AddPerson(ctx, event.Person{Name: oneLine(in.Body.Name), MemberIDs: in.Body.MemberIDs})
	s.index.forget()
	return &body[personJSON]{personJSON{string(id)}}, err
}

type eventsJSON struct {
	Events []club.Listed `json:"events"`
}

func (s *Server) getEvents(ctx context.Context, _ *visitor, _ *nothing) (*body[eventsJSON], error) {
	list, err := s.club.Events(ctx)
	if list == nil {
		list = []club.Listed{}
	}
	return &body[eventsJSON]{eventsJSON{list}}, err
}

// requestTable keeps what was made for a key, so that a request that is sent again
// makes nothing twice.
const requestTable = "request"

type openIn struct {
	Key  string `header:"Idempotency-Key" doc:"made by who sends, the same when it is sent again; one key, one command"`
	Body event.Opened
}

type openedJSON struct {
	ID       string       `json:"id"`
	Position int64        `json:"position"`
	Says     club.Outcome `json:"says"`
}

func (s *Server) postEvent(ctx context.Context, v *visitor, in *openIn) (*body[openedJSON], error) {
	if err := checkKey(in.Key); err != nil {
		return nil, err
	}
	id, err := s.newEvent(ctx, v, in.Key)
	if err != nil {
		return nil, err
	}
	a, err := s.club.Do(ctx, v.user.In(id), id, club.Ask{Key: in.Key, Command: &club.OpenEvent{Opened: in.Body}})
	return &body[openedJSON]{openedJSON{id, a.Position, a.Says}}, err
}

// checkKey refuses a key that names no command.
func checkKey(key string) error {
	if key == "" || len(key) > 100 || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return bridge.Errorf(bridge.Invalid, "web.key", "the header Idempotency-Key has to be 1 to 100 letters, digits and signs: one for each command, the same when it is sent again")
	}
	return nil
}

type eventJSON struct {
	ID string `json:"id"`
	*club.View
	Role  string `json:"role" doc:"of who asks: owner, director, table or reader"`
	Names people `json:"names" doc:"of the persons, by their ids; one who is hidden or erased is not there"`
}

func (s *Server) getEvent(ctx context.Context, v *visitor, in *eventPath) (*body[eventJSON], error) {
	a, view, err := s.view(ctx, v, in.ID)
	if err != nil {
		return nil, err
	}
	names, err := s.names(ctx, a, personsOf(view.Contestants))
	if err != nil {
		return nil, err
	}
	role := string(a.Role)
	if a.Role == club.Reader {
		role = "reader"
	}
	return &body[eventJSON]{eventJSON{in.ID, view, role, names}}, nil
}

// view is an event as the visitor may see it.
func (s *Server) view(ctx context.Context, v *visitor, id string) (club.Actor, *club.View, error) {
	a, err := s.actor(ctx, v, id)
	if err != nil {
		return a, nil, err
	}
	view, err := s.club.View(ctx, a, id)
	return a, view, err
}

func personsOf(list []event.Registered) (ids []event.PersonID) {
	for _, r := range list {
		ids = append(ids, r.Persons...)
	}
	return ids
}

// names are those of persons, as an actor may see them: who only reads, or plays, does
// not see one that is hidden.
func (s *Server) names(ctx context.Context, a club.Actor, ids []event.PersonID) (people, error) {
	out := people{}
	all := s.club.Names()
	for _, id := range ids {
		n, err := all.Get(ctx, id)
		switch {
		case bridge.CodeOf(err) == bridge.NotFound:
		case err != nil:
			return nil, err
		case n.Erased, n.Hidden && a.Role != club.Owner && a.Role != club.Director:
		default:
			out[id] = n.Person.Name
		}
	}
	return out, nil
}

// ranked is a view with standings.
func (s *Server) ranked(ctx context.Context, v *visitor, id string) (club.Actor, *club.View, error) {
	a, view, err := s.view(ctx, v, id)
	if err == nil && view.Standings == nil {
		err = bridge.Errorf(bridge.NotFound, "web.no_ranking", "there is no ranking yet")
	}
	return a, view, err
}

func (s *Server) getStandings(ctx context.Context, v *visitor, in *eventPath) (*body[standingsJSON], error) {
	a, view, err := s.ranked(ctx, v, in.ID)
	if err != nil {
		return nil, err
	}
	names, err := s.names(ctx, a, personsOf(view.Contestants))
	return &body[standingsJSON]{standingsToJSON(view.Standings, view.Position, names)}, err
}

type boardPath struct {
	ID      string `path:"id" maxLength:"64" doc:"of the event"`
	Board   int    `path:"board" minimum:"1"`
	Session int    `query:"session" minimum:"0"`
}

func (s *Server) getBoard(ctx context.Context, v *visitor, in *boardPath) (*body[sheetJSON], error) {
	_, view, err := s.view(ctx, v, in.ID)
	if err != nil {
		return nil, err
	}
	var sheet *event.BoardSheet
	if view.Table != nil { // of a board that it has just played
		sheet = boardIn(view.Table.Sheets, in.Session, bridge.Board(in.Board))
	}
	if sheet == nil && view.Standings != nil {
		sheet = boardIn(view.Standings.Boards, in.Session, bridge.Board(in.Board))
	}
	if sheet == nil {
		return nil, bridge.Errorf(bridge.NotFound, "web.no_board", "board %d has nothing to be seen, or not yet", in.Board)
	}
	return &body[sheetJSON]{sheetToJSON(sheet, view.Position)}, nil
}

type cardPath struct {
	ID         string `path:"id" maxLength:"64" doc:"of the event"`
	Contestant string `path:"contestant" maxLength:"20" doc:"12, 12NS, A12 or A12NS"`
}

func (s *Server) getCard(ctx context.Context, v *visitor, in *cardPath) (*body[cardJSON], error) {
	who, err := event.ParseContestant(in.Contestant)
	if err != nil {
		return nil, err
	}
	a, view, err := s.ranked(ctx, v, in.ID)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(view.Standings.Lists, func(l event.List) bool {
		return slices.ContainsFunc(l.Rows, func(r event.Row) bool { return r.Contestant == who })
	}) {
		return nil, bridge.Errorf(bridge.NotFound, "web.no_contestant", "%s is in no list of this event", who)
	}
	names, err := s.names(ctx, a, personsOf(view.Contestants))
	return &body[cardJSON]{cardToJSON(view.Standings, who, view.Position, names)}, err
}

type tableIn struct {
	ID   string `path:"id" maxLength:"64" doc:"of the event"`
	Key  string `header:"Idempotency-Key" doc:"made by who sends, the same when it is sent again; one key, one command"`
	Body struct {
		Section string `json:"section,omitempty" maxLength:"10"`
		Table   int    `json:"table" minimum:"1" maximum:"1000"`
		Label   string `json:"label,omitempty" maxLength:"60" doc:"the device, as people call it"`
	}
	host string
}

// Resolve implements [huma.Resolver].
func (in *tableIn) Resolve(ctx huma.Context) []error {
	in.host = ctx.Host()
	return nil
}

// base is how an address for another device begins: as the one that the visitor came
// by, or if that is this machine's name for itself, as the one in the local network.
func (s *Server) base(v *visitor, host string) string {
	if outside := s.outside.Load(); outside != nil && isLoopback(host) {
		return *outside
	}
	if v.tls {
		return "https://" + host + "/"
	}
	return "http://" + host + "/"
}

type tableJSON struct {
	Position int64        `json:"position"`
	Says     club.Outcome `json:"says"`
	Token    string       `json:"token" doc:"shown once, and kept nowhere"`
	Hash     string       `json:"hash" doc:"by which the right is taken back"`
	Link     string       `json:"link" doc:"for a QR code"`
	QR       string       `json:"qr" doc:"the link as a picture: a data address"`
	Code     string       `json:"code" doc:"for /join, where no QR code is read: it works while the event has joining open; shown once"`
}

func (s *Server) postTable(ctx context.Context, v *visitor, in *tableIn) (*body[tableJSON], error) {
	if err := checkKey(in.Key); err != nil {
		return nil, err
	}
	a, err := s.actor(ctx, v, in.ID)
	if err != nil {
		return nil, err
	}
	token, err := club.NewToken(nil)
	if err != nil {
		return nil, err
	}
	out := tableJSON{Token: token, Hash: club.HashToken(token), Link: s.base(v, in.host) + "t/" + token}
	if err := s.openTable(ctx, in.ID, out.Hash); err != nil {
		return nil, err
	}
	cmd := &club.OpenTable{TableOpened: club.TableOpened{Section: in.Body.Section, Table: in.Body.Table, Token: out.Hash, Label: oneLine(in.Body.Label)}}
	got, err := s.club.Do(ctx, a, in.ID, club.Ask{Key: in.Key, Command: cmd})
	s.metrics.said(cmd.Name(), got.Says, err)
	if err != nil {
		return nil, err
	}
	out.Position, out.Says = got.Position, got.Says
	if out.Code, err = s.keepCode(ctx, in.ID, in.Body.Section, in.Body.Table, out.Hash); err != nil {
		return nil, err
	}
	png, err := qrcode.Encode(out.Link, qrcode.Medium, 320)
	if err != nil {
		return nil, err
	}
	out.QR = "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)
	return &body[tableJSON]{out}, nil
}

type commandIn struct {
	ID      string `path:"id" maxLength:"64" doc:"of the event"`
	Key     string `header:"Idempotency-Key" doc:"made by who sends, the same when it is sent again; one key, one command"`
	Command string `path:"command" maxLength:"40"`
	Why     string `header:"Why" doc:"the reason, percent-encoded; after the correction period a change needs one"`
	RawBody []byte `contentType:"application/json"`
}

// commandJSON answers a command; of one about an entry with the board as it stands.
type commandJSON struct {
	Position int64        `json:"position" doc:"of the entry in the log"`
	Says     club.Outcome `json:"says"`
	StandsJSON
}

func (s *Server) postCommand(ctx context.Context, v *visitor, in *commandIn) (*body[commandJSON], error) {
	cmd, why, err := readCommand(in)
	if err != nil {
		return nil, err
	}
	a, err := s.actor(ctx, v, in.ID)
	if err != nil {
		return nil, err
	}
	if t, ok := cmd.(*club.OpenTable); ok && (a.Role == club.Owner || a.Role == club.Director) {
		if err := s.openTable(ctx, in.ID, t.Token); err != nil {
			return nil, err
		}
	}
	got, row, err := s.club.DoAt(ctx, a, in.ID, club.Ask{Key: in.Key, Why: why, Command: cmd})
	s.metrics.said(cmd.Name(), got.Says, err)
	if err != nil {
		return nil, err
	}
	out := commandJSON{Position: got.Position, Says: got.Says}
	if row.At > 0 {
		out.StandsJSON = rowToTable(v, a, row)
	}
	return &body[commandJSON]{out}, nil
}

type resultIn struct {
	Entry string `path:"entry" maxLength:"64" doc:"made by the device, the same in all revisions: 8 to 64 letters and digits"`
	Body  resultJSON
}

type resultJSON struct {
	Event    string      `json:"event,omitempty" maxLength:"64" doc:"a table need not say it"`
	Revision int         `json:"revision" minimum:"1"`
	Session  int         `json:"session,omitempty" minimum:"0"`
	Section  string      `json:"section,omitempty" maxLength:"10"`
	Round    int         `json:"round" minimum:"1"`
	Table    int         `json:"table" minimum:"1"`
	Board    int         `json:"board" minimum:"1"`
	Result   string      `json:"result,omitempty" maxLength:"40" example:"4SX+1 S HK" doc:"contract, tricks and declarer, with the lead if it is known; or Pass"`
	Score    *int        `json:"score,omitempty" doc:"North-South's view, where no contract is noted"`
	Agreed   bool        `json:"agreed,omitempty" doc:"both sides have agreed it"`
	Seats    *club.Seats `json:"seats,omitempty" doc:"who met, where the plan does not know; from a director only"`
	Why      string      `json:"why,omitempty" maxLength:"500"`
}

// enter reads what was sent.
func (in *resultIn) enter() (*club.Enter, error) {
	b := in.Body
	out := &club.Enter{
		ID: in.Entry, Revision: b.Revision, Agreed: b.Agreed,
		Place: club.Place{Session: b.Session, Section: b.Section, Round: b.Round, Table: b.Table, Board: bridge.Board(b.Board)},
	}
	if b.Result != "" {
		var err error
		if out.Result, err = bridge.ParseResult(b.Result); err != nil {
			return nil, err
		}
	}
	if b.Score != nil {
		points := score.Points(*b.Score)
		out.Score = &points
	}
	if b.Seats != nil {
		out.Seats = *b.Seats
	}
	return out, nil
}

// What became of a result, for the queue of a device.
const (
	applied  = "applied"       // it is there now
	already  = "already_there" // it was, or a later one was
	conflict = "conflict"      // it is there, and differs from another one: the director decides
)

type putJSON struct {
	Status   string       `json:"status" enum:"applied,already_there,conflict"`
	Says     club.Outcome `json:"says"`
	Position int64        `json:"position" doc:"of the entry"`
	StandsJSON
}

func (s *Server) putResult(ctx context.Context, v *visitor, in *resultIn) (*body[putJSON], error) {
	cmd, err := in.enter()
	if err != nil {
		return nil, err
	}
	id := in.Body.Event
	if id == "" {
		id = v.event
	}
	a, err := v.writer(id)
	if err != nil {
		return nil, err
	}
	got, row, err := s.club.DoAt(ctx, a, id, club.Ask{Key: cmd.Key(), Why: in.Body.Why, Command: cmd})
	s.metrics.said(cmd.Name(), got.Says, err)
	if err != nil {
		return nil, err
	}
	out := putJSON{Status: applied, Says: got.Says, Position: got.Position, StandsJSON: rowToTable(v, a, row)}
	switch got.Says {
	case club.InConflict:
		out.Status = conflict
	case club.NothingToDo, club.Superseded:
		out.Status = already
	}
	return &body[putJSON]{out}, nil
}
