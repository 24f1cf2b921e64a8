package cli

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/format/padtext"
	"github.com/overtrick/overtrick/internal/locale"
)

// padStore is the file that every line of a live pad is written to; without a
// file, nothing is. It writes behind what it knows the file to hold, and nowhere
// else: what others change is read again first.
type padStore struct {
	path, name string
	given      []padtext.Setting // of the command line
	file       storeFile         // nil if there is none
	seen       fs.FileInfo       // as it was when it was last read or written
	data       []byte            // what it held then

	rest  string // the last line, if it has no end
	asks  bool   // rest says something, which counts when somebody confirms it
	stuck bool   // a part of a line was written that could not be taken back
}

// storeFile is what a store needs of [os.File].
type storeFile interface {
	io.Writer
	Stat() (fs.FileInfo, error)
	Sync() error
	Truncate(size int64) error
	Close() error
}

// openPad reads the file of a home table, or begins it. What the command line adds
// to its head is written there, so that the file can be played on without it. A
// last line that has no end is not taken: it may be the half of one.
func (t *terminal) openPad(path string, given []padtext.Setting) (*padtext.File, *padStore, error) {
	if path == "" {
		f, err := padtext.New(given...)
		return f, &padStore{}, err
	}
	s := &padStore{path: path, name: locale.Clean(path), given: given}
	var data []byte
	isNew := missing(path)
	if !isNew {
		var err error
		if _, data, err = t.read(path); err != nil {
			return nil, nil, err
		}
	}
	text, err := t.padText(data)
	if err != nil {
		return nil, nil, bridge.At(s.name, err)
	}
	whole := text[:strings.LastIndexByte(text, '\n')+1]
	f, err := t.readPad(s.name, []byte(whole), given)
	if err != nil {
		return nil, nil, err
	}
	s.rest = text[len(whole):]
	if says, err := padtext.ParseLine(t.Words(), s.unended()); err != nil || says.Says != nil {
		s.asks = s.rest != ""
	}
	s.data = []byte(withHead(text, f))
	if err := s.open(isNew, !bytes.Equal(s.data, data)); err != nil {
		return nil, nil, s.unwritten(err)
	}
	return f, s, nil
}

// padText is what stands in a file, as a file in Unicode has it.
func (t *terminal) padText(data []byte) (string, error) {
	if utf8.Valid(data) {
		return string(data), nil
	}
	return padtext.Text(data, t.Words())
}

// byteOrderMark may stand before a text in Unicode, and nowhere else.
const byteOrderMark = "\ufeff"

// withHead is the text with the settings in its head that were given to it, and f
// as if it had been read from there. All else stays as it was written.
func withHead(text string, f *padtext.File) string {
	text, marked := strings.CutPrefix(text, byteOrderMark)
	var b strings.Builder
	if marked {
		b.WriteString(byteOrderMark)
	}
	for _, l := range f.Lines[:f.Given] {
		b.WriteString(l.String() + "\n")
	}
	b.WriteString(text)
	for i := range f.Changes {
		f.Changes[i].Line += f.Given
	}
	f.Given = 0
	return b.String()
}

// missing reports whether there is no such file yet.
func missing(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// open opens the file to be written, and writes what it should hold where that is
// not there yet. Whether it may be written is known before anything in it changes.
func (s *padStore) open(isNew, changes bool) error {
	if isNew {
		file, err := os.OpenFile(s.path, os.O_CREATE|os.O_WRONLY, 0o644) // #nosec G302 -- others may read what is played
		if err != nil {
			return err
		}
		if err := file.Close(); err != nil {
			return err
		}
	}
	path, err := filepath.EvalSymlinks(s.path) // a link stays one
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.Mode().Perm()&0o222 == 0 {
		return fs.ErrPermission // of the superuser too, whom nothing else would stop
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0) // #nosec G304 -- the user names it
	if err != nil {
		return err
	}
	if changes {
		if err := errors.Join(file.Close(), writeWhole(path, s.data)); err != nil {
			return err
		}
		if file, err = os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0); err != nil { // #nosec G304 -- the same
			return err
		}
	}
	s.file = file
	return s.look()
}

// writeWhole writes a file in one step: it has all of the text, or is as it was.
func writeWhole(path string, text []byte) (err error) {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tmp.Close()           // it may be closed already
			_ = os.Remove(tmp.Name()) // what is left of the attempt
		}
	}()
	if _, err = tmp.Write(text); err != nil {
		return err
	}
	if err = errors.Join(tmp.Chmod(info.Mode().Perm()), tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

// look keeps what the file looks like now.
func (s *padStore) look() (err error) {
	s.seen, err = s.file.Stat()
	return err
}

// unended is the last line, if it has no end, as it can be typed.
func (s *padStore) unended() string {
	return typed(strings.TrimPrefix(strings.TrimRight(s.rest, "\r"), byteOrderMark))
}

// add writes a line; it is durable when add returns. A line that cannot be written
// leaves the file as it was. A last line without its end is replaced, if it asked.
//
// The error is that of check, or has the key "file.write".
func (s *padStore) add(line string) error {
	if err := s.check(); err != nil || s.file == nil {
		return err
	}
	known, text := s.data, line+"\n"
	switch {
	case s.asks:
		known = known[:len(known)-len(s.rest)]
	case s.rest != "":
		text = "\n" + text
	}
	err := s.replace(len(s.data)-len(known), text)
	if err == nil {
		s.data, s.rest, s.asks = slices.Concat(known, []byte(text)), "", false
		return nil
	}
	back := s.file.Truncate(int64(len(known)))
	if s.asks && back == nil {
		back = s.replace(0, s.rest)
	}
	s.stuck = errors.Join(back, s.look()) != nil
	return s.unwritten(err)
}

// replace puts a text in the place of the last bytes.
func (s *padStore) replace(last int, text string) error {
	if last > 0 {
		if err := s.file.Truncate(int64(len(s.data) - last)); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(s.file, text); err != nil {
		return err
	}
	if err := s.file.Sync(); err != nil {
		return err
	}
	return s.look()
}

// check compares the file with what this store knows of it: nobody else may have
// written there, or have put another one in its place. If somebody has, the error
// has the key "file.changed".
func (s *padStore) check() error {
	switch {
	case s.file == nil:
		return nil
	case s.stuck:
		return bridge.At(s.name, bridge.Errorf(bridge.Forbidden, "file.stuck", "the file ends within a line that could not be taken back: nothing more is saved in it"))
	}
	now, err := os.Stat(s.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return bridge.At(s.name, bridge.Errorf(bridge.NotFound, "file.gone", "the file is not there any more: it was moved or removed elsewhere"))
	case err != nil:
		return s.unwritten(err)
	case !now.Mode().IsRegular(): // a device holds nothing that could change
		return nil
	case os.SameFile(now, s.seen) && now.Size() == int64(len(s.data)):
		if now.ModTime().Equal(s.seen.ModTime()) {
			return nil
		}
		data, err := os.ReadFile(s.path)
		if err == nil && bytes.Equal(data, s.data) {
			return nil // it was touched
		}
	}
	return bridge.At(s.name, bridge.Errorf(bridge.Conflict, "file.changed", "the file was changed elsewhere"))
}

// unwritten says that the file could not be written, and why.
func (s *padStore) unwritten(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err // its name stands before
	}
	return bridge.At(s.name, bridge.Errorf(bridge.Forbidden, "file.write", "the file cannot be written: %w", err))
}

func (s *padStore) close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}
