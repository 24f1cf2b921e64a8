package web

import (
	"bytes"
	_ "embed"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/locale"
)

//go:embed forms.html
var formsHTML string

// forms are the pages by which people come in. They need no script.
type forms struct{ *template.Template }

// formPage is what a form shows.
type formPage struct {
	*locale.Locale
	Title  string
	Text   string
	Action string
	Name   string
	Next   string
	Login  bool // there is something to log in for
	New    bool // the password is a new one
}

// What stands beside fields and on buttons.

// NameLabel is for the name of a user.
func (p formPage) NameLabel() string { return p.T("web.name") }

// PasswordLabel is for the password.
func (p formPage) PasswordLabel() string { return p.T("web.password_label") }

// LoginLabel is for the way to the form.
func (p formPage) LoginLabel() string { return p.T("web.login_title") }

// Home is for the way to the list of events.
func (p formPage) Home() string { return p.T("web.home") }

// Where is for the way out of a form.
func (p formPage) Where() string { return p.T("page.navigation") }

// Tongue is for the languages.
func (p formPage) Tongue() string { return p.T("page.language") }

// Langs are the languages that a form can be read in, which leads on to the same page.
func (p formPage) Langs() []choice {
	var list []choice
	for i, lang := range locale.Languages() {
		query := url.Values{"lang": {lang}}
		if p.Next != "" && p.Next != "/" {
			query.Set("next", p.Next)
		}
		list = append(list, choice{lang, p.Pick("page.languages", i+1), p.Action + "?" + query.Encode(), lang == p.Lang()})
	}
	return list
}

// Button is for what sends the form.
func (p formPage) Button() string {
	if p.New {
		return p.T("web.setup_button")
	}
	return p.T("web.login_button")
}

// CodeLabel is for the short code of a table.
func (p formPage) CodeLabel() string { return p.T("web.code_label") }

// CodeHint says where the code stands.
func (p formPage) CodeHint() string { return p.T("web.code_hint") }

// JoinButton is for what sends the code.
func (p formPage) JoinButton() string { return p.T("web.join_button") }

func newForms() (*forms, error) {
	t, err := template.New("forms").Parse(formsHTML)
	if err != nil {
		return nil, bridge.Errorf(bridge.Internal, "internal", "a fault of the program: %v", err)
	}
	return &forms{t}, nil
}

// render writes a page once it is whole.
func (f *forms) render(w http.ResponseWriter, status int, name string, p formPage) {
	var b bytes.Buffer
	if err := f.ExecuteTemplate(&b, name, p); err != nil {
		http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // nobody is left to be told
}

// nextOf is the page to go to, one of ours.
func nextOf(r *http.Request) string {
	next := r.FormValue("next")
	u, err := url.Parse(next)
	if err != nil || u.IsAbs() || u.Host != "" || u.User != nil || !strings.HasPrefix(u.Path, "/") || strings.HasPrefix(u.Path, "//") || strings.ContainsAny(next, "\\\r\n\t") {
		return "/"
	}
	return u.RequestURI()
}

func (s *Server) loginForm(w http.ResponseWriter, r *http.Request) {
	l := visitorOf(r.Context()).Locale
	keepLanguage(w, r, l)
	s.forms.render(w, http.StatusOK, "form", formPage{Locale: l, Title: l.T("web.login_title"), Action: "/login", Next: nextOf(r)})
}

func (s *Server) loginSent(w http.ResponseWriter, r *http.Request) {
	v := visitorOf(r.Context())
	if err := readForm(r); err != nil {
		s.refuse(w, r, err)
		return
	}
	u, err := s.login(r.Context(), v, r.PostForm.Get("name"), r.PostForm.Get("password"))
	if err != nil {
		s.again(w, r, err, formPage{Title: v.T("web.login_title"), Action: "/login", Name: r.PostForm.Get("name"), Next: nextOf(r)})
		return
	}
	s.enter(w, r, u, nextOf(r))
}

// readForm reads what a form sent.
func readForm(r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return bridge.Errorf(bridge.Invalid, "web.request", "this request is not as it should be")
	}
	return nil
}

// again shows a form with what was wrong.
func (s *Server) again(w http.ResponseWriter, r *http.Request, err error, p formPage) {
	v := visitorOf(r.Context())
	refused := newProblem(v.Locale, err)
	note(r.Context(), refused.Key, err)
	maps.Copy(w.Header(), refused.GetHeaders())
	p.Locale, p.Text = v.Locale, refused.Detail
	s.forms.render(w, refused.Status, "form", p)
}

// enter logs in and goes on.
func (s *Server) enter(w http.ResponseWriter, r *http.Request, u club.User, next string) {
	c, err := s.begin(r.Context(), visitorOf(r.Context()), u)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	http.SetCookie(w, c)
	http.Redirect(w, r, next, http.StatusSeeOther) //nolint:gosec // nextOf gives paths of ours alone
}

func (s *Server) logoutSent(w http.ResponseWriter, r *http.Request) {
	c, err := s.end(r.Context(), visitorOf(r.Context()))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	http.SetCookie(w, c)
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

func (s *Server) setupForm(w http.ResponseWriter, r *http.Request) {
	v := visitorOf(r.Context())
	done, err := s.logins.try(r.Context(), deviceKey(v.from))
	if err != nil {
		s.metrics.limited.Add(1)
		s.refuse(w, r, err)
		return
	}
	_, err = s.checkSetup(r.Context(), r.PathValue("token"))
	done(err != nil)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.forms.render(w, http.StatusOK, "form", formPage{Locale: v.Locale, Title: v.T("web.setup_title"), Action: r.URL.Path, New: true})
}

func (s *Server) setupSent(w http.ResponseWriter, r *http.Request) {
	v := visitorOf(r.Context())
	if err := readForm(r); err != nil {
		s.refuse(w, r, err)
		return
	}
	name := r.PostForm.Get("name")
	u, err := s.trySetup(r.Context(), v, r.PathValue("token"), name, r.PostForm.Get("password"))
	if err != nil {
		s.again(w, r, err, formPage{Title: v.T("web.setup_title"), Action: r.URL.Path, Name: name, New: true})
		return
	}
	s.enter(w, r, u, "/")
}

// join is where the QR code of a table leads: the device gets the cookie of the table.
func (s *Server) join(w http.ResponseWriter, r *http.Request) {
	v := visitorOf(r.Context())
	done, err := s.joins.try(r.Context(), deviceKey(v.from))
	if err != nil {
		s.metrics.limited.Add(1)
		s.refuse(w, r, err)
		return
	}
	token := r.PathValue("token")
	event, err := s.eventOf(r.Context(), token, club.HashToken(token))
	if err == nil {
		_, err = s.club.Table(r.Context(), event, token)
	}
	code := bridge.CodeOf(err)
	done(err != nil && (code == Unknown || code == bridge.Forbidden))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	http.SetCookie(w, v.cookie(tableCookie, token, tableLife))
	http.Redirect(w, r, "/table", http.StatusSeeOther)
}
