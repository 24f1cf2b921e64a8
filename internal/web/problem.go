package web

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/locale"
)

// The codes that only a server needs.
const (
	Unknown  bridge.Code = "unknown_person" // who asks has to say who that is
	TooMany  bridge.Code = "too_many"       // requests, or attempts
	TooLarge bridge.Code = "too_large"      // what was sent
	NoMethod bridge.Code = "no_method"      // the address is right, what is to be done there is not
)

// statuses are the HTTP statuses of the codes.
var statuses = map[bridge.Code]int{
	bridge.Invalid:      http.StatusUnprocessableEntity,
	bridge.NotFound:     http.StatusNotFound,
	bridge.Conflict:     http.StatusConflict,
	bridge.Forbidden:    http.StatusForbidden,
	bridge.NoSolution:   http.StatusUnprocessableEntity,
	bridge.Unsupported:  http.StatusUnprocessableEntity,
	bridge.Internal:     http.StatusInternalServerError,
	journal.Unavailable: http.StatusServiceUnavailable,
	Unknown:             http.StatusUnauthorized,
	TooMany:             http.StatusTooManyRequests,
	TooLarge:            http.StatusRequestEntityTooLarge,
	NoMethod:            http.StatusMethodNotAllowed,
}

// problem is a refusal as it is sent, after RFC 9457.
type problem struct {
	Type   string  `json:"type" doc:"always about:blank: code and key say which problem it is"`
	Title  string  `json:"title" doc:"of the status, in English"`
	Status int     `json:"status"`
	Detail string  `json:"detail" doc:"what is wrong, in the language of who asks"`
	Code   string  `json:"code" doc:"the kind of refusal: invalid, not_found, conflict, forbidden, unknown_person ..."`
	Key    string  `json:"key" doc:"which refusal it is, the same in every language"`
	At     string  `json:"at,omitempty" doc:"where, for example in a file"`
	Errors []fault `json:"errors,omitempty" doc:"all faults of the body, in English"`

	retry  int // seconds
	fields http.Header
}

// fault is one of the faults of a body.
type fault struct {
	Location string `json:"location,omitempty"`
	Message  string `json:"message"`
}

// Error implements error.
func (p *problem) Error() string { return p.Detail }

// GetStatus implements [huma.StatusError].
func (p *problem) GetStatus() int { return p.Status }

// ContentType implements [huma.ContentTypeFilter].
func (*problem) ContentType(string) string { return "application/problem+json" }

// GetHeaders implements [huma.HeadersError].
func (p *problem) GetHeaders() http.Header {
	h := p.fields.Clone()
	if h == nil {
		h = http.Header{}
	}
	if p.retry > 0 {
		h.Set("Retry-After", strconv.Itoa(p.retry))
	}
	return h
}

// newProblem says a refusal in a language.
func newProblem(l *locale.Locale, err error) *problem {
	if p, ok := errors.AsType[*problem](err); ok {
		return p
	}
	e, ok := errors.AsType[*bridge.Error](err)
	switch {
	case ok:
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		e = bridge.Errorf(journal.Unavailable, "web.late", "the answer took too long: send it again")
	default:
		if large, ok := errors.AsType[*http.MaxBytesError](err); ok {
			e = bridge.Errorf(TooLarge, "web.too_large", "what was sent is longer than %d bytes", large.Limit)
			break
		}
		e = bridge.Errorf(bridge.Internal, "internal", "a fault of the program: %v", err)
	}
	status, ok := statuses[e.Code]
	if !ok {
		status = http.StatusInternalServerError
	}
	p := &problem{
		Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: locale.Sentence(l.Error(e)),
		Code: string(e.Code), Key: e.Key, At: e.At,
	}
	switch e.Code {
	case journal.Unavailable:
		p.retry = 2
	case TooMany:
		p.retry = 12
	case Unknown:
		p.fields = http.Header{"Www-Authenticate": {"Bearer"}}
	}
	return p
}

// problemOf makes a problem of what huma refuses before a handler is called.
func problemOf(ctx huma.Context, status int, msg string, errs ...error) huma.StatusError {
	l := locale.English()
	if ctx != nil {
		l = visitorOf(ctx.Context()).Locale
	}
	var p *problem
	_, large := errors.AsType[*http.MaxBytesError](errors.Join(errs...))
	switch {
	case large || status == http.StatusRequestEntityTooLarge:
		p = newProblem(l, bridge.Errorf(TooLarge, "web.too_large", "what was sent is longer than %d bytes", maxBody))
	case status >= http.StatusInternalServerError && msg != unreadable:
		p = newProblem(l, bridge.Errorf(bridge.Internal, "internal", "a fault of the program: %v", msg))
	default:
		p = newProblem(l, bridge.Errorf(bridge.Invalid, "web.request", "this request is not as it should be"))
		p.Errors = []fault{}
		for _, err := range errs {
			f := fault{Message: err.Error()}
			if d, ok := errors.AsType[*huma.ErrorDetail](err); ok {
				f = fault{d.Location, d.Message}
			}
			p.Errors = append(p.Errors, f)
		}
		if len(p.Errors) == 0 {
			p.Errors = append(p.Errors, fault{Message: msg})
		}
		if status < http.StatusInternalServerError {
			p.Status, p.Title = status, http.StatusText(status)
		}
	}
	if ctx != nil {
		note(ctx.Context(), p.Key, errors.Join(append(errs, errors.New(msg))...))
	}
	return p
}

// unreadable is what huma says of a body that breaks off: that is no fault of ours.
const unreadable = "cannot read request body"

// refuse sends a refusal: as a problem to programs, as a page to people.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	v := visitorOf(r.Context())
	p := newProblem(v.Locale, err)
	note(r.Context(), p.Key, err)
	maps.Copy(w.Header(), p.GetHeaders())
	w.Header().Set("Cache-Control", "no-store")
	if isPage(r) {
		s.forms.render(w, p.Status, "refusal", formPage{Locale: v.Locale, Title: v.T("web.refusal"), Text: p.Detail, Login: p.Status == http.StatusUnauthorized})
		return
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // nobody is left to be told
}

// isPage says that a person asks, not a program.
func isPage(r *http.Request) bool {
	return !strings.HasPrefix(r.URL.Path, "/api") && strings.Contains(r.Header.Get("Accept"), "text/html")
}
