package web

import "net/http"

// access is what a route asks of who comes.
type access int

const (
	anyone  access = iota
	writes         // a table of the event or who directs it
	directs        // who directs the event, or every event where the path names none
	helps          // who directs some event
	owns           // an owner
	nearby         // this machine, or an owner
)

// class is what a request counts as, for the limits.
type class int

const (
	plain   class = iota
	entry         // of a result, or another command
	attempt       // at a password: it counts itself
	join          // with a QR code: it counts itself
	stream        // it stays open
)

// route is a way in.
type route struct {
	pattern string // as http.ServeMux reads it
	access  access
	class   class
	small   bool                                                    // what it answers is sent compressed
	typed   bool                                                    // huma reads and writes it
	page    bool                                                    // it is one of the pages, which show what readers see
	serve   func(s *Server, w http.ResponseWriter, r *http.Request) // of one that is neither
}

// routes are all ways in. Each is guarded by what stands here, and a test walks them
// with every role.
var routes = []route{
	{pattern: "GET /api", serve: (*Server).describe},
	{pattern: "GET /api/openapi.json", serve: (*Server).describe},
	{pattern: "GET /api/me", typed: true},
	{pattern: "POST /api/login", class: attempt, typed: true},
	{pattern: "POST /api/logout", typed: true},
	{pattern: "POST /api/setup", class: attempt, typed: true},
	{pattern: "GET /api/users", access: owns, typed: true},
	{pattern: "PUT /api/users/{name}", access: owns, class: attempt, typed: true},
	{pattern: "DELETE /api/users/{name}", access: owns, typed: true},
	{pattern: "POST /api/people", access: helps, class: entry, typed: true},
	{pattern: "GET /api/people/{person}", access: helps, typed: true},
	{pattern: "PUT /api/people/{person}", access: helps, class: entry, typed: true},
	{pattern: "DELETE /api/people/{person}", access: directs, class: entry, typed: true},
	{pattern: "GET /api/events", typed: true},
	{pattern: "POST /api/events", access: directs, class: entry, typed: true},
	{pattern: "POST /api/recommend", access: helps, typed: true},
	{pattern: "POST /api/evenings", access: directs, class: entry, typed: true},
	{pattern: "GET /api/events/{id}", typed: true},
	{pattern: "GET /api/events/{id}/standings", typed: true},
	{pattern: "GET /api/events/{id}/boards/{board}", typed: true},
	{pattern: "GET /api/events/{id}/cards/{contestant}", typed: true},
	{pattern: "GET /api/events/{id}/console", access: directs, typed: true},
	{pattern: "POST /api/events/{id}/preview/{command}", access: directs, typed: true},
	{pattern: "POST /api/events/{id}/repair", access: directs, typed: true},
	{pattern: "POST /api/events/{id}/deals", access: directs, class: entry, typed: true},
	{pattern: "GET /api/events/{id}/log", access: directs, typed: true},
	{pattern: "GET /api/events/{id}/moved", access: directs, typed: true},
	{pattern: "GET /api/events/{id}/watch", class: stream, serve: (*Server).watch},
	{pattern: "POST /api/events/{id}/tables", access: directs, class: entry, typed: true},
	{pattern: "POST /api/events/{id}/sit", access: writes, class: entry, typed: true},
	{pattern: "POST /api/events/{id}/slip", access: directs, typed: true},
	{pattern: "POST /api/events/{id}/{command}", access: writes, class: entry, small: true, typed: true},
	{pattern: "PUT /api/results/{entry}", access: writes, class: entry, small: true, typed: true},
	{pattern: "GET /api/table", access: writes, small: true, typed: true},
	{pattern: "GET /api/people", access: writes, typed: true},
	{pattern: "GET /api/texts/{set}", serve: (*Server).getTexts},
	{pattern: "GET /api/scores", serve: (*Server).getScores},

	{pattern: "GET /{$}", page: true},
	{pattern: "GET /e/{event}", page: true},
	{pattern: "GET /e/{event}/cards/{contestant}", page: true},
	{pattern: "GET /e/{event}/boards/{board}", page: true},
	{pattern: "GET /e/{event}/pairs", page: true},
	{pattern: "GET /e/{event}/pairs/{a}/{b}", page: true},
	{pattern: "GET /e/{event}/moved/{position}", page: true},
	{pattern: "GET /e/{event}/screen", page: true},
	{pattern: "GET /e/{event}/embed", page: true},
	{pattern: "GET /e/{event}/files", page: true},
	{pattern: "GET /e/{event}/files/{file}", page: true},
	{pattern: "GET /e/{event}/print/{what}", page: true},
	{pattern: "GET /e/{id}/print/tables", access: directs, serve: (*Server).tablesForm},
	{pattern: "POST /e/{id}/print/tables", access: directs, class: entry, serve: (*Server).tablesSent},
	{pattern: "GET /settings", page: true},
	{pattern: "POST /settings", page: true},
	{pattern: "GET /static/{file}", page: true},
	{pattern: "GET /table", page: true},
	{pattern: "GET /table-worker.js", page: true},

	{pattern: "GET /console", serve: (*Server).consolePage},
	{pattern: "GET /console/{id}", serve: (*Server).consolePage},
	{pattern: "GET /screens", serve: (*Server).screens},
	{pattern: "GET /login", serve: (*Server).loginForm},
	{pattern: "POST /login", class: attempt, serve: (*Server).loginSent},
	{pattern: "POST /logout", serve: (*Server).logoutSent},
	{pattern: "GET /setup/{token}", class: attempt, serve: (*Server).setupForm},
	{pattern: "POST /setup/{token}", class: attempt, serve: (*Server).setupSent},
	{pattern: "GET /t/{token}", class: join, serve: (*Server).join},
	{pattern: "GET /join", serve: (*Server).joinForm},
	{pattern: "POST /join", class: join, serve: (*Server).joinSent},

	{pattern: "GET /healthz", serve: (*Server).healthy},
	{pattern: "GET /readyz", serve: (*Server).ready},
	{pattern: "GET /metrics", access: nearby, serve: (*Server).showMetrics},
}
