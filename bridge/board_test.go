package bridge_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/bridge/bridgetest"
	"github.com/overtrick/overtrick/internal/shelf"
)

// TestLaw2 checks the dealer and vulnerability that the Law prints for each
// board, through four rounds of the cycle.
func TestLaw2(t *testing.T) {
	rows := shelf.Table(t, "testdata/board_dealer_vul.csv", "board", "dealer", "vul")
	if len(rows) != 64 {
		t.Fatalf("%d rows, want 64: is the table complete?", len(rows))
	}
	for _, r := range rows {
		b := bridge.Board(r.Int("board"))
		if got, want := b.Dealer().String(), r.Text("dealer"); got != want {
			t.Errorf("board %d: dealer %s, want %s", b, got, want)
		}
		if got, want := b.Vulnerability().String(), r.Text("vul"); got != want {
			t.Errorf("board %d: vulnerability %s, want %s", b, got, want)
		}
	}
}

// TestCycle: the cycle of sixteen goes on for ever, and no board has neither
// dealer nor vulnerability.
func TestCycle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := bridgetest.Boards().Draw(t, "board")
		first := (b-1)%16 + 1
		if b.Dealer() != first.Dealer() || b.Vulnerability() != first.Vulnerability() {
			t.Fatalf("board %d: %v, %v; board %d: %v, %v",
				b, b.Dealer(), b.Vulnerability(), first, first.Dealer(), first.Vulnerability())
		}
	})
	for _, b := range []bridge.Board{0, -1, -16} {
		if b.Valid() || b.Dealer().Valid() || b.Vulnerability() != bridge.NoneVul {
			t.Errorf("board %d: valid %t, dealer %v, %v", b, b.Valid(), b.Dealer(), b.Vulnerability())
		}
	}
}

func TestVulnerability(t *testing.T) {
	for _, tc := range []struct {
		vul    bridge.Vulnerability
		ns, ew bool
		mirror bridge.Vulnerability
	}{
		{bridge.NoneVul, false, false, bridge.NoneVul},
		{bridge.NSVul, true, false, bridge.EWVul},
		{bridge.EWVul, false, true, bridge.NSVul},
		{bridge.AllVul, true, true, bridge.AllVul},
	} {
		if ns, ew := tc.vul.Has(bridge.NS), tc.vul.Has(bridge.EW); ns != tc.ns || ew != tc.ew || tc.vul.Has(0) {
			t.Errorf("%v: North-South %t, East-West %t, neither %t", tc.vul, ns, ew, tc.vul.Has(0))
		}
		if got := tc.vul.Mirror(); got != tc.mirror {
			t.Errorf("%v mirrored is %v, want %v", tc.vul, got, tc.mirror)
		}
	}
}
