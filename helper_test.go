package overtrick_test

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// read gives the content of a file of the repository.
func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// golden compares a committed file with what it should be. With UPDATE=1 it
// writes the file instead; read the difference before you commit it.
func golden(t *testing.T, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if string(got) == want {
		return
	}
	if os.Getenv("UPDATE") == "" {
		t.Fatalf("%s is stale; UPDATE=1 go test . writes it anew (-committed +now):\n%s", path, cmp.Diff(string(got), want))
	}
	if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s written anew", path)
}
