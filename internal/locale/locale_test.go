package locale_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/notation"
)

func TestNew(t *testing.T) {
	for _, lang := range locale.Languages() {
		if l := mustLocale(t, lang); l.Lang() != lang {
			t.Errorf("%s speaks %s", lang, l.Lang())
		}
	}
	if _, err := locale.New("tlh"); bridge.CodeOf(err) != bridge.NotFound {
		t.Errorf("Klingon: %v", err)
	}
}

// TestPlurals: Russian has forms for 1, 2 and 5, and they come back at 21, 22
// and 25, but not at 11 to 14.
func TestPlurals(t *testing.T) {
	for _, c := range []struct {
		lang string
		n    int
		want string
	}{
		{"en", 1, "1 table"},
		{"en", 2, "2 tables"},
		{"en", 0, "0 tables"},
		{"de", 1, "1 Tisch"},
		{"de", 21, "21 Tische"},
		{"ru", 1, "1 стол"},
		{"ru", 2, "2 стола"},
		{"ru", 5, "5 столов"},
		{"ru", 11, "11 столов"},
		{"ru", 12, "12 столов"},
		{"ru", 21, "21 стол"},
		{"ru", 22, "22 стола"},
		{"ru", 112, "112 столов"},
	} {
		if got := mustLocale(t, c.lang).N("count.tables", c.n); got != c.want {
			t.Errorf("%s %d: %q, want %q", c.lang, c.n, got, c.want)
		}
	}
}

func TestNumbersAndDates(t *testing.T) {
	for _, c := range []struct{ lang, decimal, number, date string }{
		{"en", "57.87", "17/3", "Tuesday, 3 March 2026"},
		{"de", "57,87", "17/3", "Dienstag, 3. März 2026"},
		{"ru", "57,87", "17/3", "вторник, 3 марта 2026 г."},
	} {
		l := mustLocale(t, c.lang)
		if got := l.Decimal("57.87"); got != c.decimal {
			t.Errorf("%s: %q, want %q", c.lang, got, c.decimal)
		}
		if got := l.Number(exact.Of(17, 3)); got != c.number {
			t.Errorf("%s: %q, want %q", c.lang, got, c.number)
		}
		if got := l.Date("2026-03-03"); got != c.date {
			t.Errorf("%s: %q, want %q", c.lang, got, c.date)
		}
		for _, odd := range []string{"", "last winter", "2026-13-01", "2026.??.??"} {
			if got := l.Date(odd); got != odd {
				t.Errorf("%s: %q became %q", c.lang, odd, got)
			}
		}
	}
}

func TestError(t *testing.T) {
	_, contract := bridge.ParseContract("4Q")
	_, level := bridge.ParseContract("8S")
	placed := bridge.At("club.pbn:17", level)
	foreign := errors.New("disk full")
	refused := func(_ notation.Written, err error) error { return err }
	unranked := func(m event.Method) error {
		e, err := event.Fold([]event.Fact{{Act: event.Opened{Kind: event.Teams, Method: m, Winners: 1}}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = e.Standings()
		return err
	}
	made, err := bridge.ParseResult("4SX= S")
	if err != nil {
		t.Fatal(err)
	}
	unknown := bridge.Errorf(bridge.Invalid, "no.such.key", "something is %s", "odd")
	for _, c := range []struct {
		lang string
		err  error
		want string
	}{
		{"en", contract, `contract "4Q": strain "Q": want C, D, H, S or NT`},
		{"de", contract, "Kontrakt „4Q“: Denomination „Q“: C, D, H, S oder NT"},
		{"ru", contract, "контракт «4Q»: деноминация «Q»: C, D, H, S или NT"},
		{"en", placed, `club.pbn:17: contract "8S": a level is 1 to 7`},
		{"de", placed, "club.pbn:17: Kontrakt „8S“: die Stufe ist 1 bis 7"},
		{"de", refused(notation.Parse("de", "1 C xx")), "„C“ ist Treff oder Coeur: bitte das Symbol oder das Wort schreiben"},
		{"de", refused(notation.Parse("de", "4 Pik S = DK")), "„DK“ ist ♦K oder ♦D: bitte das Symbol oder das Wort schreiben"},
		{"ru", refused(notation.Parse("pl", "4 pik S = KD")), "«KD» – это ♦Д, ♥Д или ♦К: напишите символ или слово"},
		{"de", refused(notation.Parse("de", "3SA-10")), "3SA: 10 Faller, höchstens 9 sind möglich"},
		{"de", unranked(event.Butler), "Teams (Butler) lassen sich noch nicht werten: diese Version wertet Paare nach Matchpunkten, Butler und Cross-IMPs"},
		{"ru", unranked(event.CrossIMPs), "команды (кросс-импы) пока не считаются: эта версия считает пары по матчпойнтам, батлеру и кросс-импам"},
		{"en", unranked(event.CrossIMPs), "teams scored by cross-IMPs cannot be ranked yet: this release ranks pairs by matchpoints, Butler and cross-IMPs"},
		{"de", bridge.Errorf(bridge.Invalid, "event.score", "%d: %v %v %d %d", 3, made, bridge.NoneVul, 620, 420), "Board 3: 4♠× S = ergibt (in Gefahr: niemand) 620, nicht 420"},
		{"de", bridge.Errorf(bridge.Invalid, "pbn.card_twice", "%v by %v", bridge.NewCard(bridge.Hearts, bridge.Queen), bridge.East), "♥D von Ost wurde schon gespielt"},
		{"de", foreign, "disk full"},
		{"ru", unknown, "something is odd"},
		{"ru", bridge.Errorf(bridge.Internal, "internal", "reading: %w", foreign), "ошибка программы: disk full"},
	} {
		if got := mustLocale(t, c.lang).Error(c.err); got != c.want {
			t.Errorf("%s: %q, want %q", c.lang, got, c.want)
		}
	}
}

// TestClean: what comes from a file cannot steer a terminal.
func TestClean(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Zoë – Adrian", "Zoë – Adrian"},
		{"♠ Иван", "♠ Иван"},
		{"a\x1b[2Jb", `a\x1b[2Jb`},
		{"two\nlines", `two\nlines`},
		{"left\u202eright", `left\u202eright`},
	} {
		if got := locale.Clean(c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
		l := mustLocale(t, "de")
		err := bridge.Errorf(bridge.Invalid, "regulation.value", "value %q: want %s", c.text, "x")
		if got := l.Error(err); strings.ContainsAny(got, "\x1b\n\u202e") {
			t.Errorf("%q reached the terminal", got)
		}
	}
}

// TestPlaces: a value that looks like a place is not one.
func TestPlaces(t *testing.T) {
	if got := mustLocale(t, "en").T("outcome.by", "{2}", "{1}"); got != "{2} by {1}" {
		t.Error(got)
	}
	if got := mustLocale(t, "en").T("outcome.by", "4♠"); got != "4♠ by {2}" {
		t.Error(got)
	}
}

// TestGoroutines: a locale may be used by many at once (run with -race).
func TestGoroutines(t *testing.T) {
	l := mustLocale(t, "ru")
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			for i := range 50 {
				_ = l.N("count.boards", n*i) + l.T("score.declaring") + l.Pick("outcome.down", i)
			}
		})
	}
	all.Wait()
}

func FuzzClean(f *testing.F) {
	f.Add("\x1b[31m", "{1}{n}{")
	f.Fuzz(func(t *testing.T, a, b string) {
		s := locale.English().T("outcome.by", a, b)
		if strings.ContainsAny(s, "\x1b\x07\n\r\u009b") {
			t.Errorf("%q", s)
		}
	})
}
