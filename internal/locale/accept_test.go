package locale_test

import (
	"testing"

	"github.com/overtrick/overtrick/internal/locale"
)

func TestAccept(t *testing.T) {
	for header, want := range map[string]string{
		"":                          "de",
		"de-AT,de;q=0.9,en;q=0.5":   "de",
		"fr,ru;q=0.8,en;q=0.5":      "ru",
		"en-GB,de;q=0.9":            "en",
		"ja":                        "de",
		"en;q=0.1, ru":              "ru",
		"de;q=nothing":              "de",
		"*":                         "de",
		"uk,ru;q=0.7,de;q=0.3":      "ru",
		"gsw,de;q=0.9":              "de",
		"\x00":                      "de",
		"ru-RU,ru;q=0.9,en-US;q=.8": "ru",
	} {
		if got := locale.Accept(header, "de"); got != want {
			t.Errorf("%q: %s, want %s", header, got, want)
		}
	}
}
