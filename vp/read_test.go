package vp_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/vp"
	"github.com/overtrick/overtrick/why"
)

// TestRead: what the form allows.
func TestRead(t *testing.T) {
	s, err := vp.Read(strings.NewReader("\ufeff# house\n\nboards 5-7, 9\t11 # odd\n0 10 10\n3-4 12 8 # a step\r\n5 13.5 6.5\nboards 12+\n0 1/2 1/2\n1 1 0\n"), "house")
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		boards, margin int
		want           string
	}{
		{5, 0, "10 10"},
		{7, 2, "10 10"},
		{9, 3, "12 8"},
		{11, -4, "8 12"},
		{6, 5, "27/2 13/2"},
		{6, 500, "27/2 13/2"},
		{12, 0, "1/2 1/2"},
		{9999, 1, "1 0"},
	} {
		home, away := of(t, s, tc.boards, exact.Int(tc.margin))
		if got := home.String() + " " + away.String(); got != tc.want {
			t.Errorf("%d boards, margin %d: %s, want %s", tc.boards, tc.margin, got, tc.want)
		}
	}
	for boards, decimals := range map[int]int{5: 1, 12: 1} {
		if got := table(t, s, boards).Decimals; got != decimals {
			t.Errorf("%d boards: %d decimals, want %d", boards, got, decimals)
		}
	}
	_, err = s.Table(8)
	refused(t, err, bridge.Unsupported, "house: no table for 8 boards: want 5-7, 9, 11+")
	if s.Name() != "house" || s.Unit() != vp.IMPs {
		t.Errorf("%s converts %s", s.Name(), s.Unit())
	}
}

// TestReadRefuses: what a text may not hold, and where it stands.
func TestReadRefuses(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"", "no step: want at least one line like 0 10 10"},
		{"# nothing\n", "no step: want at least one line like 0 10 10"},
		{"percent", "no step: want at least one line like 0 10 10"},
		{"boards 8\n\n", "line 1: no step stands below these boards"},
		{"boards 8\nboards 9\n0 1 1", "line 1: no step stands below these boards"},
		{"boards\n0 1 1", `line 1:1: "boards": want numbers of boards like 8, 9-11 or 12+`},
		{"boards 8 x\n", `line 1:10: "x": want numbers of boards like 8, 9-11 or 12+`},
		{"boards 0\n", `line 1:8: "0": want numbers of boards like 8, 9-11 or 12+`},
		{"boards 9-8\n", `line 1:8: "9-8": want numbers of boards like 8, 9-11 or 12+`},
		{"boards 8-9+\n", `line 1:8: "8-9+": want numbers of boards like 8, 9-11 or 12+`},
		{"boards +8\n", `line 1:8: "+8": want numbers of boards like 8, 9-11 or 12+`},
		{"boards 10000\n", `line 1:8: "10000": want numbers of boards like 8, 9-11 or 12+`},
		{"boards 8 6-9\n0 1 1", "line 1:10: a table for 8 boards is there already"},
		{"boards 8\n0 1 1\nboards 7+\n", "line 3:8: a table for 8 boards is there already"},
		{"0 1 1\nboards 7\n", "line 2:8: a table for 7 boards is there already"},
		{"0 1 1\npercent\n", `line 2:1: the line "percent" stands alone, before all others`},
		{"percent 50\n", `line 1:1: the line "percent" stands alone, before all others`},
		{"0 10\n", "line 1:3: 2 values: want three, the first margin and the victory points of the winner and of the loser"},
		{"0 10 10 10\n", "line 1:9: 4 values: want three, the first margin and the victory points of the winner and of the loser"},
		{"0\n", "line 1:1: 1 values: want three, the first margin and the victory points of the winner and of the loser"},
		{"0 ten 10\n", `line 1:3: "ten": want victory points from 0 to 1000`},
		{"0 10 -1\n", `line 1:6: "-1": want victory points from 0 to 1000`},
		{"0 1001 0\n", `line 1:3: "1001": want victory points from 0 to 1000`},
		{"  x 1 1\n", `line 1:3: "x": want a whole margin of IMPs, or two like 3-7`},
		{"1.5 1 1\n", `line 1:1: "1.5": want a whole margin of IMPs, or two like 3-7`},
		{"-3 1 1\n", `line 1:1: "-3": want a whole margin of IMPs, or two like 3-7`},
		{"7-3 1 1\n", `line 1:1: "7-3": want a whole margin of IMPs, or two like 3-7`},
		{"percent\n49 1 1\n", `line 2:1: "49": want a percentage from 50 to 100, or two like 50-51.5`},
		{"percent\n50-101 1 1\n", `line 2:1: "50-101": want a percentage from 50 to 100, or two like 50-51.5`},
		{"1 10 10\n", "line 1:1: the first step begins at 1: want 0"},
		{"percent\n51 10 10\n", "line 2:1: the first step begins at 51: want 50"},
		{"0 11 9\n", "line 1:6: 11 and 9 for a tie: want the same for both"},
		{"0 10 10\n0 11 9\n", "line 2:1: a step from 0 stands behind one of 0: want margins that rise"},
		{"0 10 10\n3-7 11 9\n7 12 8\n", "line 3:1: a step from 7 stands behind one of 7: want margins that rise"},
		{"0 10 10\n3 9 9\n", "line 2:3: the winner has 9, and 10 at a smaller margin"},
		{"0 10 10\n3 11 10.5\n", "line 2:6: the loser has 21/2, and 10 at a smaller margin"},
		{"percent\n50 10 10\n55 11 8\n", "the sides of a scale of percentages must have the same together in every step"},
		{"ä \xff 1\n", "line 1: not a text of steps: invalid UTF-8"},
		{"0 1 1\n" + strings.Repeat("1", 70_000), "line 2: not a text of steps: bufio.Scanner: token too long"},
		{"ä 10\n", "line 1:3: 2 values: want three, the first margin and the victory points of the winner and of the loser"},
	} {
		_, err := vp.Read(strings.NewReader(tc.text), "house")
		refused(t, err, bridge.Invalid, tc.want)
	}
	broken := errors.New("broken")
	_, err := vp.Read(io.MultiReader(strings.NewReader("0 1 1\n"), iotest.ErrReader(broken)), "house")
	if bridge.CodeOf(err) != bridge.Invalid || !errors.Is(err, broken) {
		t.Errorf("error %v, want one of the reader", err)
	}
}

// TestShippedPartly: what the files of scales leave open is refused, and bands of
// percentages that are written with both ends may touch.
func TestShippedPartly(t *testing.T) {
	s, err := vp.Read(strings.NewReader("percent\n50-52 10 10\n52-60.5 11 9\n70 12 8\n"), "gap")
	if err != nil {
		t.Fatal(err)
	}
	for percent, want := range map[string]string{"50": "10", "52": "10", "52.001": "11", "60.5": "11", "70.1": "12", "48": "10", "47.9": "9"} {
		v, err := s.OfPercent(nil, 3, why.Plain(fraction(t, percent)))
		if err != nil {
			t.Fatal(err)
		}
		equal(t, percent, v.Fraction, want)
	}
	for _, percent := range []string{"60.6", "70", "30"} {
		if _, err := s.OfPercent(nil, 3, why.Plain(fraction(t, percent))); bridge.CodeOf(err) != bridge.Unsupported {
			t.Errorf("%s percent: %v, want a refusal", percent, err)
		}
	}
}

// FuzzRead: no text makes a scale that breaks its promises.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"0 10 10\n1 11 9\n", "percent\n50 10 10\n51.5 11 9\n", "boards 5-8, 10\n0 10 10\n3-4 12 8\n", "boards 12+\n0 1/2 1/2\n", "# nothing",
	} {
		f.Add([]byte(text), 8, int64(7))
	}
	f.Fuzz(func(t *testing.T, data []byte, boards int, margin int64) {
		s, err := vp.Read(bytes.NewReader(data), "fuzz")
		if err != nil {
			if bridge.CodeOf(err) != bridge.Invalid {
				t.Fatalf("refused with %s: %v", bridge.CodeOf(err), err)
			}
			return
		}
		if s.Unit() == vp.Percent {
			_, _ = s.OfPercent(nil, boards, why.Plain(exact.Of(margin, 3)))
			return
		}
		home, away, err := s.Of(why.New(), boards, why.Plain(exact.Of(margin, 3)))
		if err != nil {
			if bridge.CodeOf(err) != bridge.Unsupported {
				t.Fatalf("refused with %s: %v", bridge.CodeOf(err), err)
			}
			return
		}
		if margin > 0 && home.Cmp(away.Fraction) < 0 {
			t.Fatal(fmt.Sprint("the winner has less: ", home.Fraction, away.Fraction))
		}
	})
}
