package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/format/padtext"
)

// fullDisk takes a part of what is written, as a disk that is full does.
type fullDisk struct {
	storeFile
	room       int  // bytes that are left
	unsynced   bool // Sync fails
	untruncate bool // Truncate does
}

var errFull = errors.New("no space left on device")

func (d *fullDisk) Write(b []byte) (int, error) {
	n, err := d.storeFile.Write(b[:min(len(b), d.room)])
	if d.room -= n; err == nil && n < len(b) {
		err = &fs.PathError{Op: "write", Path: "/some/where", Err: errFull}
	}
	return n, err
}

func (d *fullDisk) Sync() error {
	if d.unsynced {
		return errFull
	}
	return d.storeFile.Sync()
}

func (d *fullDisk) Truncate(size int64) error {
	if d.untruncate {
		return errFull
	}
	return d.storeFile.Truncate(size)
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// wantSaid looks for texts that may be broken into lines.
func wantSaid(t *testing.T, s *padScreen, want ...string) {
	t.Helper()
	said := strings.Join(strings.Fields(s.shows()), " ")
	for _, w := range want {
		if !strings.Contains(said, w) {
			t.Fatalf("the screen does not say %q:\n%s", w, s.shows())
		}
	}
}

// TestLiveFull: a line that cannot be saved is not taken, leaves the file as it
// was, and can be tried again.
func TestLiveFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "full.txt")
	write(t, path, "they 2H=\n")
	for name, disk := range map[string]*fullDisk{
		"no room":      {},
		"half a line":  {room: 3},
		"never synced": {room: 99, unsynced: true},
	} {
		s := screenOf(t, "en", path, 80, 24)
		file := s.store.file
		disk.storeFile = file
		s.store.file = disk
		s.types("we 4S=\n")
		wantSaid(t, s, "deal 2", "› we 4S=", path+": the file cannot be written: no space left on device.")
		if got := read(t, path); got != "they 2H=\n" || len(s.file.Evening.Table().Pad().Deals) != 1 {
			t.Errorf("%s: %q, %d deals", name, got, len(s.file.Evening.Table().Pad().Deals))
		}
		s.store.file = file
		s.types("\nundo\n")
		if got := read(t, path); got != "they 2H=\nwe 4S=\nundo\n" {
			t.Errorf("%s: after another try: %q", name, got)
		}
		if err := file.Truncate(int64(len("they 2H=\n"))); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLiveStuck: nothing is written behind half a line that could not be taken
// back.
func TestLiveStuck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "stuck.txt")
	s := screenOf(t, "en", path, 80, 24)
	file := s.store.file
	s.store.file = &fullDisk{storeFile: file, room: 3, untruncate: true}
	s.types("we 4S=\n")
	wantSaid(t, s, "cannot be written")
	s.store.file = file
	s.types("\n")
	wantSaid(t, s, "nothing more is saved in it", "› we 4S=")
	if got := read(t, path); got != "we " {
		t.Errorf("%q", got)
	}
	// Whoever opens it again is asked.
	again := screenOf(t, "en", path, 80, 24)
	wantSaid(t, again, "deal 1", "› we ", "has no end")
	again.types("4S=\n")
	if got := read(t, path); got != "we 4S=\n" {
		t.Errorf("completed: %q", got)
	}
}

// TestLiveElsewhere: a screen writes nothing into a file that it does not know.
func TestLiveElsewhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "two.txt")
	a, b := screenOf(t, "en", path, 80, 24), screenOf(t, "de", path, 80, 24)
	a.types("we 4S=\n")
	b.types("we 3NT=\n")
	wantSaid(t, b, "Die Datei wurde anderswo geändert", "Ihre Zeile steht noch in der Eingabe", "› we 3NT=", "4♠ von UNS, erfüllt")
	b.types("\n")
	a.types("they 2S=\n")
	wantSaid(t, a, "The file was changed elsewhere; this is what it says now.", "WE win the rubber", "› they 2S=")
	a.Update(tea.KeyPressMsg{Code: tea.KeyEscape})
	a.types("undo\n")
	b.types("they 4H=\n")
	wantSaid(t, b, "anderswo geändert", "Spiel 2", "› they 4H=")
	b.types("\n")
	if got := read(t, path); got != "we 4S=\nwe 3NT=\nundo\nthey 4H=\n" {
		t.Errorf("%q", got)
	}

	// Touched only, it says the same.
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, info.ModTime(), info.ModTime().Add(1e9)); err != nil {
		t.Fatal(err)
	}
	b.types("pass\n")
	wantSaid(t, b, "Spiel 4")

	// An editor replaced it, and left the last line without its end; once more while
	// that line stands in the input.
	other := path + "~"
	write(t, other, "we 1C=\nthey\t3N")
	if err := os.Rename(other, path); err != nil {
		t.Fatal(err)
	}
	b.types("we 2H=\n")
	wantSaid(t, b, "hat kein Ende", "Spiel 2", "› they 3N", "3SA von IHNEN, erfüllt")
	write(t, path, "we 1C=\nwe 1")
	b.types("\n")
	wantSaid(t, b, "hat kein Ende", "Spiel 2", "› we 1")
	b.Update(tea.KeyPressMsg{Code: tea.KeyEscape})
	wantSaid(t, b, "Spiel 2", "› they 3N")
	b.types("T-1\n")
	wantSaid(t, b, "Spiel 3", "› we 2H=")
	b.types("\n")
	if got := read(t, path); got != "we 1C=\nthey 3NT-1\nwe 2H=\n" {
		t.Errorf("%q", got)
	}

	// It cannot be read now; what was typed stays until it can.
	write(t, path, "we 1C=\nfoo\n")
	b.types("pass\n")
	wantSaid(t, b, path+":2: „foo“ ist nicht zu lesen", "› pass")
	write(t, path, "we 1C=\n")
	b.types("\n")
	wantSaid(t, b, "anderswo geändert", "› pass")

	// It is gone: the lines are not.
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	b.types("\n")
	wantSaid(t, b, path+": die Datei ist nicht mehr da", "› pass")
	if why, text := b.unsaved(); text != "we 1C=\n" || !strings.Contains(why, "nicht mehr da") {
		t.Errorf("%q, %q", why, text)
	}
}

// TestLiveLongPaste pastes what one line has no room for, and under the page of help.
func TestLiveLongPaste(t *testing.T) {
	s := screenOf(t, "en", "", 80, 24)
	s.types("?")
	s.Update(tea.PasteMsg{Content: "we 4S=\nthey 2"})
	wantSaid(t, s, "› they 2", "deal 2")
	s.Update(tea.PasteMsg{Content: strings.Repeat("H", longestLine)})
	wantSaid(t, s, "› they 2", "A line has room for 500 characters, and this is longer.")
	s.types("H")
	wantSaid(t, s, "› they 2H", "2♥ by THEY, made")
}

// TestLiveWindow: a line that is much too long is shown around the cursor.
func TestLiveWindow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "long.txt")
	write(t, path, "we 1C=\nplayers "+strings.Repeat("x", 1_000_000))
	s := screenOf(t, "en", path, 80, 24)
	wantSaid(t, s, "deal 2 · East deals › xxx")
	s.Update(tea.KeyPressMsg{Code: tea.KeyHome})
	wantSaid(t, s, "deal 2 · East deals › players xxx")
	if lines, x, _ := s.screen(); len(lines) > 24 || x >= 80 {
		t.Errorf("%d lines, cursor in column %d", len(lines), x)
	}
}

// TestLiveHead: options are written into the head of a file, and nothing else in
// it changes, nor what it is.
func TestLiveHead(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "real.txt"), filepath.Join(dir, "link.txt")
	text := "# unser Tisch\r\nwir 4 Pik=\r\nsie 3 SA -1"
	write(t, path, text)
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	term := newTerminal(t, "de", 80)
	_, store, err := term.openPad(link, []padtext.Setting{{Name: "dealer", Value: "S"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.close(); err != nil {
		t.Fatal(err)
	}
	if got := read(t, path); got != "dealer S\n"+text {
		t.Errorf("%q", got)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode().Type() != fs.ModeSymlink {
		t.Errorf("the link is %v, %v", info.Mode(), err)
	}

	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	_, _, err = term.openPad(link, []padtext.Setting{{Name: "edition", Value: "1943"}})
	if bridge.CodeOf(err) != bridge.Forbidden {
		t.Errorf("a file that may not be written: %v", err)
	}
	if got := read(t, path); got != "dealer S\n"+text {
		t.Errorf("it was written all the same: %q", got)
	}

	// A link to nothing yet is a link to a new file.
	fresh := filepath.Join(dir, "fresh.txt")
	if err := os.Symlink(fresh, filepath.Join(dir, "new.txt")); err != nil {
		t.Fatal(err)
	}
	s := screenOf(t, "en", filepath.Join(dir, "new.txt"), 80, 24)
	s.types("we 4S=\n")
	if got := read(t, fresh); got != "we 4S=\n" {
		t.Errorf("%q", got)
	}
}
