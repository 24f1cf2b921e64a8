package simulate_test

import (
	"errors"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/internal/simulate"
)

func condition(t *testing.T, s string) simulate.Condition {
	t.Helper()
	c, err := simulate.ParseCondition(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestDeals(t *testing.T) {
	c := simulate.Conditions{}
	c.Seats[0] = condition(t, "15-17 balanced")
	c.Seats[1] = condition(t, "S5+, 0-9")
	c.Sides = c.Sides.With(bridge.NS, condition(t, "25+"))
	deals, err := simulate.Deals(42, 20, c)
	if err != nil || len(deals) != 20 {
		t.Fatalf("%d deals, %v", len(deals), err)
	}
	for _, d := range deals {
		north, east, south := d.Hand(bridge.North), d.Hand(bridge.East), d.Hand(bridge.South)
		if p := dd.Points(north); p < 15 || p > 17 || !dd.ShapeOf(north).Balanced() {
			t.Errorf("North: %v", north)
		}
		if dd.ShapeOf(east)[0] < 5 || dd.Points(east) > 9 {
			t.Errorf("East: %v", east)
		}
		if dd.Points(north)+dd.Points(south) < 25 {
			t.Errorf("North-South: %v, %v", north, south)
		}
	}
	again, err := simulate.Deals(42, 20, c)
	if err != nil || again[19] != deals[19] {
		t.Errorf("the same seed gave other deals: %v", err)
	}
	other, err := simulate.Deals(43, 1, simulate.Conditions{})
	if err != nil || other[0] == deals[0] {
		t.Errorf("another seed gave the same deal: %v", err)
	}
}

// The same seed gives the same deal in every release.
func TestSameDealInEveryRelease(t *testing.T) {
	deals, err := simulate.Deals(1, 1, simulate.Conditions{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := deals[0].String(), "N:T6.9.AQ98765.QT4 QJ7.AQJ865.32.A3 AK952.K72.J.K876 843.T43.KT4.J952"; got != want {
		t.Errorf("seed 1 gives %s, want %s", got, want)
	}
}

func TestConditions(t *testing.T) {
	for _, c := range []struct {
		text string
		ok   bool
	}{
		{"12", true},
		{"12+ S5+", true},
		{"5431 4441", true},
		{"5=4=3=1", true},
		{"h4-5", true},
		{"", true},
		{"5432", false},
		{"5=4=3=2", false},
		{"17-15", false},
		{"41", false},
		{"Sx", false},
		{"banana", false},
	} {
		t.Run(c.text, func(t *testing.T) {
			_, err := simulate.ParseCondition(c.text)
			var e *bridge.Error
			if ok := err == nil; ok != c.ok || !ok && (!errors.As(err, &e) || e.Key != "deal.condition") {
				t.Errorf("%v", err)
			}
		})
	}
	c := simulate.Conditions{}
	for i := range c.Seats {
		c.Seats[i] = condition(t, "11+")
	}
	_, err := simulate.Deals(1, 1, c)
	var e *bridge.Error
	if !errors.As(err, &e) || e.Key != "deal.impossible" {
		t.Errorf("four hands of 11 points: %v", err)
	}
}
