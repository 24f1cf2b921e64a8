package regulation_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/regulation"
)

// TestKnockoutSettings: extra boards, what a knock-out begins with, and late matches are
// read from their forms, and from nothing else.
func TestKnockoutSettings(t *testing.T) {
	set := func(text string) (*regulation.Pack, error) {
		return regulation.Read(strings.NewReader("name = x\nextends = wbf\nversion = 1\n"+text), "x")
	}
	p, err := set("ties.knockout = 6 2 1\ncarry.knockout = 0.5 0 12\ncarry.round = tenth\nlate.match = 30 12 8")
	if err != nil {
		t.Fatal(err)
	}
	k, late := p.Knockout, p.Match.Late
	if !slices.Equal(k.Extra, []int{6, 2, 1}) || k.Carry.Higher.String() != "1/2" || k.Carry.Lower.Sign() != 0 || k.Carry.Most.String() != "12" || !k.Tenth {
		t.Errorf("%+v", k)
	}
	if late.Minutes != 30 || late.Least.String() != "12" || late.Less.String() != "8" {
		t.Errorf("%+v", late)
	}
	p, err = set("ties.knockout = eighth\ncarry.knockout = none\nlate.match = none")
	if err != nil || p.Knockout.Extra != nil || p.Knockout.Carry.Most.Sign() != 0 || p.Match.Late.Minutes != 0 {
		t.Errorf("%+v, %v", p, err)
	}
	for _, line := range []string{
		"ties.knockout = 0", "ties.knockout = half", "ties.knockout = 8 101",
		"carry.knockout = 1/2 1/3", "carry.knockout = 2 1/3 16", "carry.knockout = 1/2 1/3 16 1", "carry.knockout = 1/2 -1/3 16", "carry.round = half",
		"late.match = 30 12", "late.match = 0 12 8", "late.match = 30 31 8", "late.match = 30 12 -8",
	} {
		if _, err := set(line); bridge.CodeOf(err) != bridge.Invalid {
			t.Errorf("%s: %v, want it refused", line, err)
		}
	}
}
