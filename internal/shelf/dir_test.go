package shelf_test

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/internal/shelf"
)

// verdict is a testing.TB that notes how a helper ends a test.
type verdict struct {
	testing.TB
	got string
}

func (v *verdict) Helper()               {}
func (v *verdict) Fatalf(string, ...any) { v.got = "failed" }
func (v *verdict) Skipf(string, ...any)  { v.got = "skipped" }

func TestMissingShelf(t *testing.T) {
	for _, tc := range []struct{ name, required, want string }{
		{"skips", "", "skipped"},
		{"fails where it is required", "required", "failed"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir() // a checkout that stands alone
			if err := os.WriteFile(dir+"/go.mod", []byte("module alone\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			t.Chdir(dir)
			t.Setenv(shelf.Required, tc.required)
			v := &verdict{TB: t}
			if dir := shelf.Dir(v); dir != "" || v.got != tc.want {
				t.Errorf("dir %q, %s; want no dir, %s", dir, v.got, tc.want)
			}
		})
	}
}

func TestOpen(t *testing.T) {
	const name = "real/usebio/mp-howell.xml"
	b, err := io.ReadAll(shelf.Open(t, name))
	if err != nil {
		t.Fatal(err)
	}
	if string(b) != string(shelf.Bytes(t, name)) || !strings.Contains(string(b), "<USEBIO") {
		t.Errorf("%s: %d bytes, not the file", name, len(b))
	}
	names := shelf.Glob(t, "real/usebio/*.xml")
	if len(names) != 6 || names[0] != "real/usebio/butler-mitchell.xml" {
		t.Errorf("glob: %q", names)
	}
}
