package cli

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/format/padtext"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/notation"
)

// screenOf opens a live pad of so many columns and rows.
func screenOf(t testing.TB, lang, path string, columns, rows int) *padScreen {
	t.Helper()
	term := newTerminal(t, lang, columns)
	f, store, err := term.openPad(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.close() }) // a test may have closed it
	s := newPadScreen(term, f, store)
	s.Update(tea.WindowSizeMsg{Width: columns, Height: rows})
	return s
}

// types presses the keys of a text; a newline is Enter.
func (s *padScreen) types(text string) (quit bool) {
	for _, r := range text {
		key := tea.KeyPressMsg{Code: r, Text: string(r)}
		if r == '\n' {
			key = tea.KeyPressMsg{Code: tea.KeyEnter}
		}
		if _, cmd := s.Update(key); cmd != nil {
			return true
		}
	}
	return false
}

// shows is the screen as text.
func (s *padScreen) shows() string { return s.View().Content }

func read(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func wantShown(t *testing.T, s *padScreen, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(s.shows(), w) {
			t.Fatalf("the screen does not show %q:\n%s", w, s.shows())
		}
	}
}

// TestLive plays a rubber at the prompt, with slips.
func TestLive(t *testing.T) {
	path := filepath.Join(t.TempDir(), "friday.txt")
	s := screenOf(t, "en", path, 80, 24)
	wantShown(t, s, "deal 1 · North deals ›", "Every line is saved in", "? help · q quit")
	s.types("players Anna Bert Clara Dieter\nwe 2h +1\n1n they\n2h we\n")
	wantShown(t, s, "WE  Anna + Bert", "● vulnerable", "40   deal 2, lapsed", "game 1┼", "deal 4 · Dieter deals ›", "e3 edit deal 3")

	// What is typed is shown before it is accepted, and not saved.
	before := read(t, path)
	s.types("4h clara 8")
	wantShown(t, s, "deal 4 · Dieter deals › 4h clara 8", "4♥ by Clara, two down: WE 100 above.")
	if read(t, path) != before || len(s.file.Evening.Table().Pad().Deals) != 3 {
		t.Fatal("a line was taken before Enter")
	}
	s.types("\n")
	wantShown(t, s, "100   deal 4, undertricks", "Last: 4♥ by Clara, two down. WE 100 above the line.", "WE 100 for the rubber")

	// Honours that were forgotten; a line that cannot be, with marks under it.
	s.types("h e 120\n")
	wantShown(t, s, "Deal 4: honours of 120 in H are not possible: want 100, 150.")
	s.Update(tea.KeyPressMsg{Code: tea.KeyEscape})
	s.types("h e 100\n")
	wantShown(t, s, "100   deal 4, honours")
	s.types("3z we\n")
	wantShown(t, s, "deal 5 · Anna deals › 3z we\n                        ^\n", `Contract "3z": strain "z": want C, D, H, S or NT.`)
	for range "z we" {
		s.Update(tea.KeyPressMsg{Code: tea.KeyBackspace})
	}

	// The end, and back again.
	s.types("n we")
	wantShown(t, s, "3NT by WE, made: 100 below, the rubber 2 to 0, 700 above.")
	s.types("\n")
	wantShown(t, s, "700   rubber premium", "WE win the rubber, 2 to 0.", "over ›", "Next rubber: Anna + Clara against Bert + Dieter.")
	s.types("pass\n")
	wantShown(t, s, "Deal 6: the rubber ended with deal 5.")
	s.Update(tea.KeyPressMsg{Code: tea.KeyEscape})
	s.types("u\n")
	wantShown(t, s, "deal 5 · Anna deals ›", "it is not finished any more")

	// A correction begins with the deal as it was written.
	s.types("e1\n")
	wantShown(t, s, "deal 5 · Anna deals › edit 1 we 2♥+1")
	s.Update(tea.KeyPressMsg{Code: 'u', Mod: tea.ModCtrl})
	s.types("e1 we 3h +1\n")
	wantShown(t, s, "WE have")
	if !s.types("q\n") {
		t.Fatal("q did not quit")
	}
	want := "players Anna Bert Clara Dieter\nwe 2H+1\nthey 1NT=\nwe 2H=\nE 4H-2\nhon E 100\nwe 3NT=\nundo\nedit 1 we 3H+1\n"
	if got := read(t, path); got != want {
		t.Errorf("saved:\n%s, want\n%s", got, want)
	}

	// It goes on where it ended.
	again := screenOf(t, "de", path, 60, 20)
	wantShown(t, again, "Jede Zeile wird gesichert", "Spiel 5 · Anna teilt ›", "WIR", "Anna + Bert", "(40)  Spiel 2")
	if a, b := again.file.Evening.Table().Pad(), s.file.Evening.Table().Pad(); a.Total != b.Total {
		t.Errorf("resumed with %v, left with %v", a.Total, b.Total)
	}
}

// TestLiveDealer: the screen says who deals, which of how many deals comes, and
// that one is dealt again.
func TestLiveDealer(t *testing.T) {
	for _, tc := range []struct{ lang, lines, want string }{
		{"en", "", "deal 1 of 4 · North deals ›"},
		{"en", "we 1C=\nwe 1D=\n", "deal 3 of 4 · South deals ›"},
		{"en", "we 1♣=\npass\n", "deal 3 (2 of 4) · East deals ›"},
		{"en", "we 1♣=\npass\n", "Last: Passed out. East deals again."},
		{"de", "we 1♣=\npass\n", "Spiel 3 (2 von 4) · Ost teilt ›"},
		{"de", "we 1♣=\n", "Spiel 2 von 4 · Ost teilt ›"},
		{"ru", "we 1♣=\n", "сдача 2 из 4 · сдаёт Восток ›"},
		{"ru", "we 1♣=\npass\n", "сдача 3 (2 из 4) · сдаёт Восток ›"},
	} {
		s := screenOf(t, tc.lang, "", 80, 24)
		s.types("form chicago\n" + tc.lines)
		wantShown(t, s, tc.want)
		s.Update(tea.WindowSizeMsg{Width: 40, Height: 30})
		if lines, x, y := s.screen(); x > 22 || !strings.Contains(lines[y], "4") {
			t.Errorf("%s, narrow: %s", tc.lang, lines[y])
		}
	}
}

// TestLiveKeys: what moves in the line, and what leaves.
func TestLiveKeys(t *testing.T) {
	s := screenOf(t, "en", "", 80, 24)
	press := func(keys ...tea.KeyPressMsg) {
		for _, k := range keys {
			s.Update(k)
		}
	}
	key := func(code rune) tea.KeyPressMsg { return tea.KeyPressMsg{Code: code} }
	ctrl := func(code rune) tea.KeyPressMsg { return tea.KeyPressMsg{Code: code, Mod: tea.ModCtrl} }
	line := func(want string, cursor int) {
		t.Helper()
		if string(s.input) != want || s.cursor != cursor {
			t.Fatalf("the line is %q, cursor at %d; want %q, %d", string(s.input), s.cursor, want, cursor)
		}
	}
	s.types("we 4S")
	press(key(tea.KeyLeft), key(tea.KeyLeft), key(tea.KeyLeft))
	line("we 4S", 2)
	s.types("♠")
	line("we♠ 4S", 3)
	press(key(tea.KeyBackspace), key(tea.KeyDelete))
	line("we4S", 2)
	press(key(tea.KeyHome), key(tea.KeyDelete), key(tea.KeyBackspace), key(tea.KeyEnd), key(tea.KeyRight), key(tea.KeyDelete))
	line("e4S", 3)
	press(ctrl('a'), key(tea.KeyLeft), ctrl('e'))
	s.types(" hon  ")
	press(ctrl('w'))
	line("e4S ", 4)
	press(ctrl('u'))
	line("", 0)
	press(key(tea.KeyEnter), key(tea.KeyF1), key(tea.KeyUp))
	line("", 0)
	s.types(strings.Repeat("x", 600))
	line(strings.Repeat("x", longestLine), longestLine)
	if _, x, _ := s.screen(); x >= 80 {
		t.Errorf("the cursor stands in column %d", x)
	}
	press(ctrl('u'))

	s.types("?")
	wantShown(t, s, "How to write a deal.", "Any key goes back")
	if s.View().Cursor != nil {
		t.Error("a cursor on the page of help")
	}
	s.types("x")
	line("", 0)
	s.types(" ?\n")
	wantShown(t, s, "How to write a deal.")
	press(key(tea.KeyEscape))

	s.Update(tea.PasteMsg{Content: "we 4S=\r\nthey 3NT-1\nwe 2H"})
	line("we 2H", 5)
	if n := len(s.file.Evening.Table().Pad().Deals); n != 2 {
		t.Fatalf("%d deals were pasted, want 2", n)
	}
	press(ctrl('u'))
	s.Update(tea.PasteMsg{Content: "foo\nwe 2H=\n"})
	line("foo", 3)
	for _, k := range []tea.KeyPressMsg{ctrl('c'), ctrl('d')} {
		if _, cmd := s.Update(k); cmd == nil {
			t.Errorf("%v does not quit", k)
		}
	}
	if why, text := s.unsaved(); text != "we 4S=\nthey 3NT-1\n" || !strings.Contains(why, "not named") {
		t.Errorf("unsaved: %q, %q", why, text)
	}
}

// TestLiveScreens: whatever is played and typed, the screen has no more lines and
// columns than there are, and shows the prompt and the total.
func TestLiveScreens(t *testing.T) {
	for _, lang := range locale.Languages() {
		for _, size := range [][2]int{{80, 24}, {60, 20}, {132, 50}, {60, 17}, {40, 24}, {narrowestScreen, 30}} {
			for name, text := range padTexts {
				s := screenOf(t, lang, "", size[0], size[1])
				s.file = padFile(t, text)
				for _, typed := range []string{"", "3n we", "h e 120\n", "foo bar baz\n"} {
					s.set("")
					s.types(typed)
					lines, x, y := s.screen()
					if len(lines) > size[1] {
						t.Errorf("%s, %s, %v, %q: %d lines:\n%s", lang, name, size, typed, len(lines), strings.Join(lines, "\n"))
					}
					for _, l := range tooWide(strings.Join(lines, "\n"), size[0]) {
						t.Errorf("%s, %s, %v, %q: too wide: %s", lang, name, size, typed, l)
					}
					if y >= len(lines) || !strings.Contains(lines[y], "›") || x > size[0] {
						t.Errorf("%s, %s, %v: the cursor is at %d, %d:\n%s", lang, name, size, x, y, strings.Join(lines, "\n"))
					}
					if shown := strings.Join(lines, "\n"); !strings.Contains(shown, s.t.T("pad.total")) || strings.Contains(shown, "\x1b") {
						t.Errorf("%s, %s, %v:\n%s", lang, name, size, shown)
					}
				}
			}
			s := screenOf(t, lang, "", size[0], size[1])
			s.types("?")
			if lines, _, _ := s.screen(); len(lines) > size[1] || len(lines) < 12 {
				t.Errorf("%s, %v: the help has %d lines", lang, size, len(lines))
			}
		}
	}
}

// TestLiveColours: colours change nothing but colours.
func TestLiveColours(t *testing.T) {
	for name, text := range padTexts {
		plain, painted := screenOf(t, "en", "", 80, 24), screenOf(t, "en", "", 80, 24)
		painted.t.paint = true
		for _, s := range []*padScreen{plain, painted} {
			s.file = padFile(t, text)
			s.types("we 4♥ hon 120\n")
		}
		if got := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(painted.shows(), ""); got != plain.shows() {
			t.Errorf("%s: painted:\n%s\nplain:\n%s", name, got, plain.shows())
		}
		if !strings.Contains(painted.shows(), "\x1b[") {
			t.Errorf("%s: no colours", name)
		}
	}
}

// TestLiveAnything: whatever is typed, the file holds what the screen shows.
func TestLiveAnything(t *testing.T) {
	path := filepath.Join(t.TempDir(), "any.txt")
	words := []string{"we 4S=", "they 3NT-1", "pass", "u", "e1", "e1 pass", "remove 1", "insert 1 we 1C=", "s", "rubber", "h 100", "hon e 150", "form chicago", "foo", "# so", "we 7NTX=", "\x1b", "ж", "👍"}
	rapid.Check(t, func(r *rapid.T) {
		_ = os.Remove(path) // of the last round
		s := screenOf(t, "en", path, 60, 20)
		for _, w := range rapid.SliceOfN(rapid.SampledFrom(words), 0, 20).Draw(r, "lines") {
			s.set("")
			s.types(w + "\n")
			s.shows()
		}
		f, err := padtext.Read(strings.NewReader(read(t, path)), notation.English)
		if err != nil {
			r.Fatalf("what was saved cannot be read: %v", err)
		}
		if f.Evening.Table().Pad().Total != s.file.Evening.Table().Pad().Total || f.Evening.Rubbers() != s.file.Evening.Rubbers() {
			r.Fatalf("the file says %v, the screen %v", f.Evening.Table().Pad().Total, s.file.Evening.Table().Pad().Total)
		}
	})
}

// TestLiveFiles: how files are opened, continued and refused.
func TestLiveFiles(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	term := newTerminal(t, "en", 80)
	play := func(path string, given ...padtext.Setting) error {
		t.Helper()
		f, store, err := term.openPad(path, given)
		if err != nil {
			return err
		}
		s := newPadScreen(term, f, store)
		if store.asks {
			s.types("\n")
		}
		s.types("we 2S=\n")
		return store.close()
	}
	chicago := padtext.Setting{Name: "form", Value: "chicago"}
	for _, tc := range []struct {
		name, text, want string
		given            []padtext.Setting
	}{
		{"torn.txt", "# so\nthey 2H=", "# so\nthey 2H=\nwe 2S=\n", nil},
		{"comment.txt", "they 2H=\n# so", "they 2H=\n# so\nwe 2S=\n", nil},
		{"marked.txt", "\ufeff# so\nthey 2 h\n", "\ufeffform chicago\n# so\nthey 2 h\nwe 2S=\n", []padtext.Setting{chicago}},
		{"windows.txt", "they 2H=\r\n", "they 2H=\r\nwe 2S=\n", nil},
		{"head.txt", "form chicago\nthey 2H=\n", "form chicago\nthey 2H=\nwe 2S=\n", []padtext.Setting{chicago}},
		{"bare.txt", "# so\nTHEY  2 hearts made\n", "form chicago\n# so\nTHEY  2 hearts made\nwe 2S=\n", []padtext.Setting{chicago}},
		{"latin.txt", "# f\xfcnf\nthey 2 h\n", "# fünf\nthey 2 h\nwe 2S=\n", nil},
	} {
		path := file(tc.name, tc.text)
		if err := play(path, tc.given...); err != nil {
			t.Errorf("%s: %v", tc.name, err)
		}
		if got := read(t, path); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", tc.name, info.Mode(), err)
		}
	}
	fresh := filepath.Join(dir, "fresh.txt")
	if err := play(fresh, chicago); err != nil || read(t, fresh) != "form chicago\nwe 2S=\n" {
		t.Errorf("fresh: %q, %v", read(t, fresh), err)
	}
	if err := play(file("rubber.txt", "form rubber\n"), chicago); bridge.CodeOf(err) != bridge.Conflict {
		t.Errorf("a contradiction: %v", err)
	}
	if err := play(file("bad.txt", "foo\n")); bridge.CodeOf(err) != bridge.Invalid {
		t.Errorf("a bad file: %v", err)
	}
	if err := play(dir); bridge.CodeOf(err) != bridge.Invalid {
		t.Errorf("a folder: %v", err)
	}
	if err := play(filepath.Join(dir, "no", "such", "folder.txt")); bridge.CodeOf(err) != bridge.Forbidden {
		t.Errorf("no such folder: %v", err)
	}
	left, err := filepath.Glob(filepath.Join(dir, ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestEnded: a signal leaves the screen as q does.
func TestEnded(t *testing.T) {
	if err := ended(tea.ErrInterrupted); err != nil {
		t.Error(err)
	}
	if err := ended(errors.New("no such screen")); bridge.CodeOf(err) != bridge.Internal {
		t.Error(err)
	}
}
