package cli

import (
	"path/filepath"
	"testing"
)

// TestLiveHeadUndone: a slip in the head is taken back, the screen says which line, and
// the file can be played on.
func TestLiveHeadUndone(t *testing.T) {
	for lang, want := range map[string]string{
		"en": "Taken back: players Anna Brt Clara Dieter.",
		"de": "Zurückgenommen: players Anna Brt Clara Dieter.",
		"ru": "Отменено: players Anna Brt Clara Dieter.",
	} {
		path := filepath.Join(t.TempDir(), "friday.txt")
		s := screenOf(t, lang, path, 80, 24)
		s.types("players Anna Brt Clara Dieter\nu")
		wantShown(t, s, want) // before Enter
		s.types("\n")
		wantShown(t, s, want)
		s.types("players Anna Bert Clara Dieter\nwe 4S=\n")
		wantShown(t, s, "Anna + Bert")
		wantShown(t, screenOf(t, lang, path, 80, 24), "Anna + Bert")
		if got, want := read(t, path), "players Anna Brt Clara Dieter\nundo\nplayers Anna Bert Clara Dieter\nwe 4S=\n"; got != want {
			t.Errorf("%s: the file is\n%s", lang, got)
		}
	}
}
