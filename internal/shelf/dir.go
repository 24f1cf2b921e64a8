package shelf

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Required is the environment variable that decides what a missing shelf means:
// with the value "required" the test fails, else it is skipped.
const Required = "OVERTRICK_SHELF"

// Dir is the folder of the reference shelf: "shared" beside the checkout. A test
// that needs it is skipped where it is not there, because a checkout alone must
// pass; see [Required] for machines that have to have it.
func Dir(t testing.TB) string {
	t.Helper()
	dir, err := find()
	switch {
	case err == nil:
		return dir
	case os.Getenv(Required) == "required":
		t.Fatalf("the reference shelf is required (%s=required) and is missing: %v", Required, err)
	default:
		t.Skipf("needs the reference shelf, a folder \"shared\" beside the checkout: %v", err)
	}
	return ""
}

// Open opens a file of the shelf, for example "real/usebio/mp-howell.xml". It is
// closed when the test ends.
func Open(t testing.TB, name string) *os.File {
	t.Helper()
	f, err := os.Open(Path(t, name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// Bytes reads a whole file of the shelf.
func Bytes(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(Path(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Glob lists the files of the shelf that match a pattern, for example
// "real/pbn/*", in ascending order and named as [Open] wants them. A pattern
// that matches nothing fails: a moved folder must not turn a test into none.
func Glob(t testing.TB, pattern string) []string {
	t.Helper()
	names, err := fs.Glob(os.DirFS(Dir(t)), pattern)
	if err != nil {
		t.Fatal(err)
	}
	if len(names) == 0 {
		t.Fatalf("shelf: nothing matches %q", pattern)
	}
	slices.Sort(names)
	return names
}

// Path is the place of a file of the shelf on this machine.
func Path(t testing.TB, name string) string {
	t.Helper()
	return filepath.Join(Dir(t), filepath.FromSlash(name))
}

// find walks up from the working folder, which in a test is the folder of its
// package, to the root of the checkout.
func find() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		_, err := os.Stat(filepath.Join(dir, "go.mod"))
		if err == nil {
			break
		}
		up := filepath.Dir(dir)
		if !errors.Is(err, fs.ErrNotExist) || up == dir {
			return "", err
		}
		dir = up
	}
	dir = filepath.Join(filepath.Dir(dir), "shared")
	if _, err := os.Stat(filepath.Join(dir, "events", "INDEX.tsv")); err != nil {
		return "", err
	}
	return dir, nil
}
