package locale

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	"golang.org/x/text/language"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/draw"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/movement"
	"github.com/overtrick/overtrick/pad"
)

//go:embed catalogue/*.json
var catalogue embed.FS

// languages are those that have catalogues, the default first.
var languages = []string{"en", "de", "ru"}

// Languages lists the languages that people can choose, the default first.
func Languages() []string { return slices.Clone(languages) }

// bundles hold the catalogues of a language and of English, to which it falls back. Each
// is read once, when somebody speaks the language: they are most of what the program does
// at its start.
var bundles = func() map[string]func() *i18n.Bundle {
	all := map[string]func() *i18n.Bundle{}
	for _, lang := range languages {
		all[lang] = sync.OnceValue(func() *i18n.Bundle { return load(lang) })
	}
	return all
}()

// load reads the catalogues of a language. They are part of the program: one that cannot
// be read is a fault of the program.
func load(lang string) *i18n.Bundle {
	b := i18n.NewBundle(language.English)
	b.RegisterUnmarshalFunc("json", json.Unmarshal)
	files, err := catalogue.ReadDir("catalogue")
	for _, f := range files {
		of := strings.Split(f.Name(), ".")[1]
		if err == nil && (of == lang || of == languages[0]) {
			_, err = b.LoadMessageFileFS(catalogue, "catalogue/"+f.Name())
		}
	}
	if err != nil {
		panic(err)
	}
	return b
}

// Locale speaks one language. It may be used by many goroutines.
type Locale struct {
	lang      string
	localizer *i18n.Localizer
}

// New is the locale of a language: en, de or ru. The error has code
// [bridge.NotFound] for any other.
func New(lang string) (*Locale, error) {
	if !slices.Contains(languages, lang) {
		return nil, bridge.Errorf(bridge.NotFound, "language.unknown", "language %q: want en, de or ru", lang)
	}
	return &Locale{lang: lang, localizer: i18n.NewLocalizer(bundles[lang](), lang)}, nil
}

// English is the locale that every language falls back to.
func English() *Locale {
	return &Locale{lang: languages[0], localizer: i18n.NewLocalizer(bundles[languages[0]](), languages[0])}
}

// Lang is the language's code.
func (l *Locale) Lang() string { return l.lang }

// T is the text of a key with its arguments.
func (l *Locale) T(key string, args ...any) string {
	if s, ok := l.find(key, nil, l.places(args)); ok {
		return s
	}
	return key
}

// N is the text of a key in the form that goes with the number n, which also
// fills the place {n}.
func (l *Locale) N(key string, n int, args ...any) string {
	places := l.places(args)
	places["n"] = strconv.Itoa(n)
	if s, ok := l.find(key, n, places); ok {
		return s
	}
	return key
}

// Pick is the n-th item, from 1, of a text that is a list; past its end it is
// the number alone.
func (l *Locale) Pick(key string, n int) string {
	items := strings.Split(l.T(key), "|")
	if n < 1 || n > len(items) {
		return strconv.Itoa(n)
	}
	return items[n-1]
}

// Has reports whether there is a text for this key.
func (l *Locale) Has(key string) bool {
	_, ok := l.find(key, nil, nil)
	return ok
}

// find looks a text up and fills its places; plural is nil or the number that
// the form follows.
func (l *Locale) find(key string, plural any, places map[string]string) (string, bool) {
	s, err := l.localizer.Localize(&i18n.LocalizeConfig{
		MessageID: key, PluralCount: plural, TemplateData: places, TemplateParser: braces{},
	})
	return s, err == nil
}

// places numbers arguments from 1.
func (l *Locale) places(args []any) map[string]string {
	m := make(map[string]string, len(args)+1)
	for i, a := range args {
		m[strconv.Itoa(i+1)] = l.value(a)
	}
	return m
}

// value is an argument as people read it.
func (l *Locale) value(a any) string {
	switch a := a.(type) {
	case error:
		return l.Error(a)
	case exact.Fraction:
		return l.Number(a)
	case event.Figure:
		return l.Decimal(a.String())
	case string:
		if s, ok := l.find("phrase."+a, nil, nil); ok {
			return s // a phrase, for example "a doubled overtrick" of a rule
		}
		return Clean(a)
	case draw.Kind:
		return l.DrawKind(a)
	case movement.Finding:
		return l.Finding(a)
	case movement.Contestant:
		return l.Contestant(a)
	case event.Method:
		return l.T("method." + string(a))
	case event.Kind:
		return l.T("kind." + string(a))
	}
	if s, ok := l.word(a); ok {
		return s
	}
	return Clean(fmt.Sprint(a))
}

// list joins what may be one or another: "clubs or Coeur".
func (l *Locale) list(items []string) string {
	if len(items) == 0 {
		return ""
	}
	last := Clean(items[len(items)-1])
	if len(items) == 1 {
		return last
	}
	return l.T("list.or", Clean(strings.Join(items[:len(items)-1], ", ")), last)
}

// Error is what a refusal says in this language, after the place where it
// happened. A refusal that the catalogues do not know is said in English.
func (l *Locale) Error(err error) string {
	e, ok := err.(*bridge.Error) //nolint:errorlint // the outermost alone is ours to say; causes are among its arguments
	if !ok {
		return Clean(err.Error())
	}
	text := e.Msg
	args := e.Args
	if form, ok := gameOf(e); ok {
		game := l.T("pad.game_of." + string(form))
		text = strings.Replace(text, string(form), game, 1)
		args = append([]any{game}, args[1:]...)
	}
	if f, ok := findingOf(e); ok {
		text = strings.Replace(text, f.String(), l.Finding(f), 1)
	}
	if l.lang != languages[0] {
		places := l.places(args)
		s, ok := l.find(e.Key, count(e.Args), places)
		if !ok { // no form for this number: a text that has one form only
			s, ok = l.find(e.Key, nil, places)
		}
		if ok {
			text = s
		}
	}
	if e.At != "" {
		text = l.at(e.At) + ": " + text
	}
	return Clean(text)
}

// at is the place of an error; a column of a table is said in the language.
func (l *Locale) at(place string) string {
	if before, column, ok := strings.Cut(place, ", column "); ok {
		return l.T("place.column", before, column)
	}
	return place
}

// gameOf is the form of the game that a refusal calls by its form, where people
// call it a rubber, a Chicago or a game; elsewhere a form is a word that is typed.
func gameOf(e *bridge.Error) (pad.Form, bool) {
	if len(e.Args) == 0 || !slices.Contains([]string{"pad.already_finished", "pad.finished", "pad.stopped"}, e.Key) {
		return "", false
	}
	form, ok := e.Args[0].(pad.Form)
	return form, ok
}

// count is the number that the plural form of an error follows: the first whole
// number among its values, nil if there is none.
func count(args []any) any {
	for _, a := range args {
		if n, ok := a.(int); ok {
			return n
		}
	}
	return nil
}

// Clean is s in one line and without control characters, which a terminal would
// obey: they are shown as Go writes them, "\x1b".
func Clean(s string) string {
	if strings.IndexFunc(s, hidden) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if hidden(r) {
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// hidden reports whether a rune steers a terminal: control characters, those that
// turn the direction of text around, and separators of lines.
func hidden(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp)
}

// braces is the syntax of our texts: a name between braces is a place.
type braces struct{}

// Parse implements [template.Parser].
func (braces) Parse(src, _, _ string) (template.ParsedTemplate, error) { return text(src), nil }

// Cacheable implements [template.Parser]: there is nothing worth keeping.
func (braces) Cacheable() bool { return false }

// text is a text with places.
type text string

// Execute implements [template.ParsedTemplate]. A place without a value stays as
// it is, for everybody to see.
func (t text) Execute(data any) (string, error) {
	places, _ := data.(map[string]string)
	var b strings.Builder
	rest := string(t)
	for {
		before, after, ok := strings.Cut(rest, "{")
		name, behind, closed := strings.Cut(after, "}")
		b.WriteString(before)
		if !ok || !closed {
			b.WriteString(rest[len(before):])
			return b.String(), nil
		}
		if v, known := places[name]; known {
			b.WriteString(v)
		} else {
			b.WriteString("{" + name + "}")
		}
		rest = behind
	}
}
