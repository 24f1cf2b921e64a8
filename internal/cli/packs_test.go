package cli

import (
	"strings"
	"testing"

	"github.com/overtrick/overtrick/regulation"
)

// TestHelpNamesPacks: the help of rank names every regulation that ships.
func TestHelpNamesPacks(t *testing.T) {
	for _, lang := range []string{"en", "de", "ru"} {
		help := run("rank", "--help", "--lang", lang).stdout
		for _, name := range regulation.Names() {
			if !strings.Contains(help, name) {
				t.Errorf("%s: the help of rank does not name %s", lang, name)
			}
		}
	}
}
