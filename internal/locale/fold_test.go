package locale_test

import (
	"testing"

	"github.com/overtrick/overtrick/internal/locale"
)

// TestFold: names are found however they are typed.
func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"Müller": "muller", "MÜLLER": "muller", "Mu\u0308ller": "muller", "O’Brien": "obrien", "D'Arcy": "darcy",
		"Анна Семёнова": "анна семенова", "АНДРЕЙ": "андреи", "Łukasz Groß-Ødegård": "lukasz gross odegard",
		"  two   words ": "two words", "12 345": "12 345", "": "", "–": "",
	} {
		if got := locale.Fold(in); got != want {
			t.Errorf("%q is looked for as %q, want %q", in, got, want)
		}
		if got := locale.Fold(locale.Fold(in)); got != want {
			t.Errorf("%q twice is %q", in, got)
		}
	}
}
