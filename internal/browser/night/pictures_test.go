package night_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/overtrick/overtrick/internal/browser"
)

// pictures gives the folder that OVERTRICK_PICTURES names, where all pictures are wanted.
// Where it names none some are tried, into a folder that goes away.
func pictures(t *testing.T, tried ...string) (dir string, wanted func(at string) bool) {
	if dir = os.Getenv("OVERTRICK_PICTURES"); dir != "" {
		return dir, func(string) bool { return true }
	}
	return t.TempDir(), func(at string) bool { return slices.Contains(tried, at) }
}

// picture takes a picture of what a page shows now, below the fold too.
func picture(t *testing.T, p *browser.Page, name string) {
	dir, _ := pictures(t)
	p.Picture(filepath.Join(dir, name), true)
}
