package cli

import (
	"slices"
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

// TestSetEverySetting: each setting of a regulation can be set for one ranking, with
// the value that a pack has, unless it is one of a home table or says what the pack
// is called.
func TestSetEverySetting(t *testing.T) {
	pack, err := regulation.Find(regulation.Default)
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, v := range pack.Values() {
		name := v.Setting.Name
		if v.Value == "" || strings.HasPrefix(name, "score.") {
			continue // the laws have these, and a text of points need not be one to set
		}
		_, err := scoring{Set: []string{name + "=" + v.Value}}.check()
		allowed := !strings.HasPrefix(name, homeSettings) && !slices.Contains(headSettings, name)
		if (err == nil) != allowed {
			t.Errorf("--set %s=%s: %v", name, v.Value, err)
		}
		tried++
	}
	if tried < 40 {
		t.Errorf("%d settings", tried)
	}
}
