package cli

import (
	"strings"
	"testing"

	"github.com/overtrick/overtrick/draw"
	"github.com/overtrick/overtrick/exact"
)

// TestHalfMatches: of an odd field of pairs one plays both half matches, and the draw
// says which, whom the other two meet, and why.
func TestHalfMatches(t *testing.T) {
	in := draw.Input{Round: 1, Options: draw.Options{Odd: draw.HalfMatches}}
	d := &drawing{reckoned: &reckoned{}, names: map[int]string{}}
	for i := 1; i <= 5; i++ {
		in.Contestants = append(in.Contestants, draw.Contestant{ID: i, Rank: i, Score: exact.Int(10 - i)})
	}
	drawn, err := draw.Swiss(in)
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string][]string{
		"en": {"two half matches", "a half match with 5", "5 plays both half matches: the lowest that may"},
		"de": {"zwei halbe Kämpfe", "halber Kampf mit 5", "5 spielt beide halben Kämpfe: der letzte, der darf"},
		"ru": {"два половинных матча", "половинный матч с 5", "5 играет оба половинных матча: последний, кому можно"},
	} {
		term := newTerminal(t, lang, widest)
		d.drawn(term, in, drawn)
		text := strings.Join(strings.Fields(term.out.String()), " ")
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: no %q in\n%s", lang, w, term.out.String())
			}
		}
		if got := strings.Count(text, want[1]); got != 2 {
			t.Errorf("%s: %d half matches with 5, want 2", lang, got)
		}
	}
	if got, want := d.calls(newTerminal(t, "en", widest), drawn.Groups()[1]), "half matches of 5 with 3 and with 4"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
