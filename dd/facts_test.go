package dd_test

import (
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
)

func TestFacts(t *testing.T) {
	d := deal(t, "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3")
	points := 0
	for i, want := range []struct {
		points         int
		shape, pattern string
		balanced       bool
	}{
		{7, "3=4=3=3", "4=3=3=3", true},
		{7, "3=3=5=2", "5=3=3=2", true},
		{12, "2=3=3=5", "5=3=3=2", true},
		{14, "5=3=2=3", "5=3=3=2", true},
	} {
		h := d.Hand(bridge.Seats[i])
		s := dd.ShapeOf(h)
		if dd.Points(h) != want.points || s.String() != want.shape || s.Pattern().String() != want.pattern || s.Balanced() != want.balanced {
			t.Errorf("%v: %d points, %v, %v, balanced %v; want %+v", h, dd.Points(h), s, s.Pattern(), s.Balanced(), want)
		}
		points += dd.Points(h)
	}
	if points != 40 {
		t.Errorf("%d points in a pack, want 40", points)
	}
	if got := (dd.Shape{13, 0, 0, 0}).String(); got != "13=0=0=0" {
		t.Errorf("got %s", got)
	}
	if (dd.Shape{5, 4, 2, 2}).Balanced() {
		t.Error("5-4-2-2 is balanced")
	}
	if got := dd.Holder(d, bridge.NewCard(bridge.Hearts, bridge.Queen)); got != bridge.West {
		t.Errorf("the queen of hearts is with %v, want W", got)
	}
	if got := dd.Holder(bridge.Deal{}, bridge.NewCard(bridge.Hearts, bridge.Queen)); got.Valid() {
		t.Errorf("nobody has a card of no deal, got %v", got)
	}
	if got := dd.TotalTrumps(d); got != 16 {
		t.Errorf("%d trumps, want 16", got)
	}
}

func TestGained(t *testing.T) {
	tab := table(t, "9a878987843545354535")
	for _, c := range []struct {
		result string
		want   int
		ok     bool
	}{
		{"3NT= N", 0, true},
		{"4S= S", 2, true},
		{"4S-1 N", -1, true},
		{"Pass", 0, false},
	} {
		r, err := bridge.ParseResult(c.result)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := dd.Gained(tab, r); got != c.want || ok != c.ok {
			t.Errorf("%s: %d, %v; want %d, %v", c.result, got, ok, c.want, c.ok)
		}
	}
	if _, ok := dd.Gained(dd.Table{}, bridge.Result{}); ok {
		t.Error("no result gained something")
	}
	total, best, ok := dd.TotalTricks(tab)
	if total != 15 || !ok || best.NS != bridge.Spades || best.EW != bridge.Spades {
		t.Errorf("total tricks %d in %v, %v", total, best, ok)
	}
	if _, _, ok := dd.TotalTricks(dd.Table{}); ok {
		t.Error("no table has total tricks")
	}
}
