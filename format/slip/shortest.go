package slip

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
)

// Shortest is the shortest text that Parse reads as an entry, and whether there is one.
// Where a slip has scores alone, the score of a line that was played is enough.
func Shortest(c Context, want Entry) (text string, ok bool) {
	texts := []string{""}
	n := int(want.Score)
	if c.Mode == ShortScores {
		n /= 10
	}
	texts = append(texts, strconv.Itoa(n), strconv.Itoa(n)+"!")
	switch r := want.Result; {
	case want.Kind == Awarded:
		both := "a" + want.Award.NS.String() + "/" + want.Award.EW.String()
		texts = append(texts, "a", "a+", "a-", both, strings.ReplaceAll(both, "%", ""))
	case want.Kind == NotPlayed:
		texts = append(texts, "np", "l")
	case want.Kind == Fouled:
		texts = append(texts, "f")
	case r.PassedOut():
		texts = append(texts, "p")
	case !r.IsZero():
		over := bridge.OverText(r.Over())
		short := strings.ReplaceAll(strings.ToLower(r.Contract().String()), "nt", "n") + strings.ToLower(r.Declarer().String())
		texts = append(texts, over, short, short+over)
	}
	slices.SortStableFunc(texts, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	for _, text := range texts {
		if l, err := Parse(c, text); err == nil && same(c.Mode, l.Entry, want) {
			return text, true
		}
	}
	return "", false
}

// same compares what is read with what was to be typed.
func same(m Mode, got, want Entry) bool {
	if m == ShortScores && want.Kind == Played {
		return (got.Kind == Played || got.Kind == Scored) && got.Score == want.Score
	}
	return got.Kind == want.Kind && got.Late == want.Late && got.Result == want.Result && got.Score == want.Score &&
		got.Award.NS.String() == want.Award.NS.String() && got.Award.EW.String() == want.Award.EW.String()
}
