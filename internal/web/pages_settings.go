package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// lookCookie is where it is kept how pages look, and nothing else.
const lookCookie = "overtrick_look"

// look is how somebody wants pages to look. The zero value is how they look to who has
// said nothing.
type look struct {
	Two     bool   // two colours for the suits, not four
	Letters bool   // letters for the suits, not symbols
	Theme   string // light or dark; empty: as the device has it
	Size    string // of letters: large or huge; empty: as the browser has it
	Paper   string // a4 or letter; empty: as usual where the language is spoken
}

// The values of a look.
var (
	themes = []string{"", "light", "dark"}
	sizes  = []string{"", "large", "huge"}
	papers = []string{"", "a4", "letter"}
)

// lookOf is what was chosen on this device.
func lookOf(r *http.Request) (l look) {
	c, err := r.Cookie(lookCookie)
	if err != nil {
		return l
	}
	for word := range strings.SplitSeq(c.Value, ".") {
		l = l.with(word)
	}
	return l
}

// with is a look with what a word says; another word says nothing.
func (l look) with(word string) look {
	switch {
	case word == "": // nothing was chosen
	case word == "two":
		l.Two = true
	case word == "letters":
		l.Letters = true
	case slices.Contains(themes, word):
		l.Theme = word
	case slices.Contains(sizes, word):
		l.Size = word
	case slices.Contains(papers, word):
		l.Paper = word
	}
	return l
}

// words are what a look is kept as; those that style sheets know are classes.
func (l look) words() (out []string) {
	if l.Two {
		out = append(out, "two")
	}
	if l.Letters {
		out = append(out, "letters")
	}
	for _, word := range []string{l.Theme, l.Size, l.Paper} {
		if word != "" {
			out = append(out, word)
		}
	}
	return out
}

func (l look) class() string { return strings.Join(l.words(), " ") }

// letterRegions print on Letter; all others on A4.
var letterRegions = []string{"US", "CA", "MX", "CL", "CO", "CR", "DO", "GT", "NI", "PA", "PH", "PR", "SV", "VE"}

// paperOf is the paper where the language that a browser asks for first is spoken.
func paperOf(header string) string {
	first, _, _ := strings.Cut(header, ",")
	first, _, _ = strings.Cut(first, ";")
	for i, part := range strings.Split(strings.TrimSpace(first), "-") {
		if i > 0 && slices.Contains(letterRegions, strings.ToUpper(part)) {
			return "letter"
		}
	}
	return "a4"
}

// settingsPage is where it is said how pages look.
type settingsPage struct {
	title  string
	Next   string
	Groups []setting
	Sample string
	up     *link
}

// setting is a question with its answers.
type setting struct {
	Name, Title string
	Options     []option
}

type option struct {
	Value, Text string
	Chosen      bool
}

func (s settingsPage) template() string { return "settings" }

func (s settingsPage) frame() frame { return frame{Title: s.title, Back: s.up} }

func (p *pages) settings(r *http.Request, s *speaker) (content, error) {
	l := lookOf(r)
	next := nextOf(r)
	if from, err := url.Parse(r.Referer()); err == nil && from.Host == r.Host && !r.URL.Query().Has("next") && from.Path != r.URL.Path {
		next = from.RequestURI()
	}
	out := settingsPage{title: s.T("page.settings"), Next: next, Sample: "4♠ 3♥ 2♦ 1♣", up: &link{next, s.T("page.back")}}
	ask := func(name, chosen string, values ...string) {
		g := setting{Name: name, Title: s.T("page.settings." + name)}
		for _, v := range values {
			word := v
			if word == "" {
				word = "auto"
			}
			g.Options = append(g.Options, option{v, s.T("page.settings." + name + "." + word), v == chosen})
		}
		out.Groups = append(out.Groups, g)
	}
	colours, suits := "", ""
	if l.Two {
		colours = "two"
	}
	if l.Letters {
		suits = "letters"
	}
	ask("colours", colours, "", "two")
	ask("suits", suits, "", "letters")
	ask("theme", l.Theme, themes...)
	ask("size", l.Size, sizes...)
	ask("paper", l.Paper, papers...)
	return out, nil
}

// settingsSent keeps what was chosen on the device that chose it.
func (p *pages) settingsSent(w http.ResponseWriter, r *http.Request) {
	if err := readForm(r); err != nil {
		p.handle(func(*http.Request, *speaker) (content, error) {
			return nil, errNoPage
		})(w, r)
		return
	}
	var l look
	for _, name := range []string{"colours", "suits", "theme", "size", "paper"} {
		l = l.with(r.PostForm.Get(name))
	}
	c := &http.Cookie{ //nolint:gosec // a club at home has no TLS, and a look is no secret
		Name: lookCookie, Value: strings.Join(l.words(), "."), Path: "/", MaxAge: 365 * 24 * 3600,
		HttpOnly: true, Secure: r.TLS != nil, SameSite: http.SameSiteLaxMode,
	}
	if c.Value == "" {
		c.MaxAge = -1
	}
	http.SetCookie(w, c)
	http.Redirect(w, r, nextOf(r), http.StatusSeeOther) //nolint:gosec // it is a page of ours
}
