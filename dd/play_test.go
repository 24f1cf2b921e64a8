package dd_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/internal/shelf"
)

// Every opening lead and every play of the public list.
func TestPlays(t *testing.T) {
	deals := map[string]bridge.Deal{}
	for _, row := range shelf.Table(t, shelf.Path(t, "deals/ddslist.csv"), "id", "-kind", "-board", "-dealer", "-vul", "deal", "-dd20", "-par_ns", "-par") {
		d, err := bridge.ParseDeal(row.Text("deal"))
		if err != nil {
			t.Fatal(err)
		}
		deals[row.Text("id")] = d
	}
	s := dd.New(dd.Limits{})
	for i, row := range shelf.Table(t, shelf.Path(t, "deals/ddslist_play.csv"), "id", "strain", "declarer", "leader", "leads", "play", "trace") {
		if !sampled(i, 60, 6) {
			continue
		}
		d := deals[row.Text("id")]
		strain, err := bridge.ParseStrain(row.Text("strain"))
		if err != nil {
			t.Fatal(err)
		}
		declarer, err := bridge.ParseSeat(row.Text("declarer"))
		if err != nil {
			t.Fatal(err)
		}
		leader, err := bridge.ParseSeat(row.Text("leader"))
		if err != nil {
			t.Fatal(err)
		}
		choices, err := s.Cards(t.Context(), dd.Position{Deal: d, Strain: strain, Leader: leader})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]int{}
		for _, c := range choices {
			got[c.Card.String()] = c.Tricks
		}
		leads := strings.Fields(row.Text("leads"))
		if len(leads) != len(got) {
			t.Errorf("%s: %d leads, want %d", row.Text("id"), len(got), len(leads))
		}
		for _, lead := range leads {
			card, tricks, _ := strings.Cut(lead, ":")
			if n, ok := got[card]; !ok || strconv.Itoa(n) != tricks {
				t.Errorf("%s in %v: lead %s brings %d, want %s", row.Text("id"), strain, card, n, tricks)
			}
		}
		var cards []bridge.Card
		for text := range strings.FieldsSeq(row.Text("play")) {
			c, err := bridge.ParseCard(text)
			if err != nil {
				t.Fatal(err)
			}
			cards = append(cards, c)
		}
		trace, err := s.Trace(t.Context(), d, strain, declarer, cards)
		if err != nil {
			t.Fatal(err)
		}
		for j, want := range strings.Fields(row.Text("trace")) {
			if strconv.Itoa(trace[j]) != want {
				t.Errorf("%s in %v: %d after %d cards, want %s", row.Text("id"), strain, trace[j], j, want)
				break
			}
		}
	}
}

func TestPositionsRefused(t *testing.T) {
	whole := deal(t, "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
	one := deal(t, "N:AK... Q..3. 4..5. 6..7.")
	lead := bridge.NewCard(bridge.Spades, bridge.Ace)
	for _, c := range []struct {
		name string
		p    dd.Position
		key  string
	}{
		{"no strain", dd.Position{Deal: whole, Leader: bridge.North}, "dd.position"},
		{"no leader", dd.Position{Deal: whole, Strain: bridge.Spades}, "dd.position"},
		{"no cards", dd.Position{Strain: bridge.Spades, Leader: bridge.North}, "dd.unequal"},
		{"a card that he has not", dd.Position{Deal: whole, Strain: bridge.Spades, Leader: bridge.East, Trick: []bridge.Card{lead}}, "dd.not_held"},
		{"four cards", dd.Position{Deal: whole, Strain: bridge.Spades, Leader: bridge.North, Trick: []bridge.Card{lead, lead, lead, lead}}, "dd.trick"},
		{"a revoke", dd.Position{
			Deal: one, Strain: bridge.Notrump, Leader: bridge.North,
			Trick: []bridge.Card{lead, bridge.NewCard(bridge.Diamonds, 3)},
		}, "dd.revoke"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := dd.New(dd.Limits{}).Cards(t.Context(), c.p)
			if key(err) != c.key {
				t.Errorf("got %v, want key %s", err, c.key)
			}
		})
	}
}
