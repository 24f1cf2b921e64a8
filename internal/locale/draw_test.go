package locale_test

import (
	"strings"
	"testing"

	"github.com/overtrick/overtrick/draw"
	"github.com/overtrick/overtrick/internal/locale"
)

// TestDrawReasons: every reason of a pairing has a text in each language, with what
// it speaks about.
func TestDrawReasons(t *testing.T) {
	for _, lang := range locale.Languages() {
		l, err := locale.New(lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range draw.Reasons() {
			got := l.Reason(draw.Reason{Key: key, Contestants: []int{11}, Round: 22, Groups: [][]int{{33}}, Among: []int{44}})
			if strings.HasPrefix(got, "draw.reason.") || got == "" {
				t.Errorf("%s: %s has no text: %q", lang, key, got)
			}
		}
		for _, k := range []draw.Kind{draw.Match, draw.Bye, draw.Triangle, draw.LongTriangle, draw.HalfMatches} {
			if got := l.DrawKind(k); strings.Contains(got, "_") || got == "" {
				t.Errorf("%s: %s is %q", lang, k, got)
			}
		}
	}
	l := locale.English()
	for _, tc := range []struct {
		reason draw.Reason
		want   string
	}{
		{draw.Reason{Key: draw.NotMet, Contestants: []int{7}, Round: 3}, "not 7: met in round 3"},
		{draw.Reason{Key: draw.NotLeaves, Contestants: []int{7}, Groups: [][]int{{1}, {2, 3, 4}}, Among: []int{5}}, "not 7: then 1; 2, 3, 4 would only have 5 left to play"},
		{draw.Reason{Key: draw.NotLeaves, Contestants: []int{7}, Groups: [][]int{{1}}}, "not 7: then 1 would have nobody left to play"},
	} {
		if got := l.Reason(tc.reason); got != tc.want {
			t.Errorf("%q, want %q", got, tc.want)
		}
	}
	if got := l.DrawKind("dance"); got != "dance" {
		t.Errorf("an unknown kind is %q", got)
	}
}
