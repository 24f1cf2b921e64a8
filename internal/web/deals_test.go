package web

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/overtrick/overtrick/internal/club"
)

// threeBoards is a PBN file with the cards of the rig's boards.
const threeBoards = `[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]

[Board "2"]
[Dealer "E"]
[Vulnerable "NS"]
[Deal "N:AKQJ.T987.654.32 T987.654.32.AKQJ 654.32.AKQJ.T987 32.AKQJ.T987.654"]

[Board "3"]
[Dealer "S"]
[Vulnerable "EW"]
[Deal "N:AQ5.KJ4.T98.7632 KJ4.T98.7632.AQ5 T98.7632.AQ5.KJ4 7632.AQ5.KJ4.T98"]
[Declarer "?"]
`

// solved is how many boards have a double-dummy table.
func (r *rig) solved() (n int) {
	v, err := r.club.View(context.Background(), boss, r.id)
	if err != nil {
		r.Fatal(err)
	}
	for _, b := range v.Standings.Boards {
		if !b.DD.IsZero() {
			n++
		}
	}
	return n
}

// TestDeals: the deals of a file are loaded, what the cards allow is computed in the
// background, beside which the server answers; readers see nothing of a board that is
// not over. What one server did not come to another one computes.
func TestDeals(t *testing.T) {
	r := begin(t)
	r.over()
	r.play(1, 2, "1NT= N")
	r.play(1, 3, "3H= E")
	var got, again dealsJSON
	r.gets(&got, asDirector, http.MethodPost, "/api/events/tuesday/deals", threeBoards)
	if len(got.Boards) != 3 || got.Unknown != 3 || got.Says != club.Done {
		t.Fatalf("%+v", got)
	}
	q := r.request(asDirector, http.MethodPost, "/api/events/tuesday/deals", threeBoards)
	q.Header.Del("Idempotency-Key")
	if w := r.send(q); w.Code != http.StatusOK {
		t.Fatal(w.Body)
	}
	q = r.request(asDirector, http.MethodPost, "/api/events/tuesday/deals", threeBoards)
	q.Header.Del("Idempotency-Key")
	w := r.send(q)
	r.read(w, &again)
	if again.Position != got.Position+1 {
		t.Errorf("sent again: %+v, before %+v", again, got)
	}
	if n := r.solved(); n != 0 {
		t.Fatalf("%d boards are known before anybody computed them", n)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { r.club.Solve(ctx); close(ended) }()
	within(t, 30*time.Second, "all boards", func() bool { return r.solved() == 3 })
	stop()
	<-ended
	var sheet sheetJSON
	r.gets(&sheet, asReader, http.MethodGet, "/api/events/tuesday/boards/1", "")
	if sheet.Deal == "" {
		t.Error("board 1 is over, and has no cards")
	}
	if p := r.refused(r.ask(asReader, http.MethodGet, "/api/events/tuesday/boards/3", "")); p.Key != "web.no_board" {
		t.Errorf("board 3 is in play: %+v", p)
	}
	var log logJSON
	r.gets(&log, asDirector, http.MethodGet, "/api/events/tuesday/log", "")
	if l := log.Lines[0]; l.Who != "overtrick" || l.What != "Double dummy" || l.Is != "3 boards" {
		t.Errorf("%+v", l)
	}
	// Thirteen spades by North, and seven no trump the other way.
	c := r.console("en")
	for _, i := range c.Lane {
		if i.Kind == club.ConcernDoubleDummy && strings.HasPrefix(i.Text, "Board 1, table 1: 3 tricks fewer") {
			return
		}
	}
	t.Errorf("4♠ with ten tricks where there are thirteen: %v", c.Lane)
}

// TestDealsAtStart: what is missing is computed when a server starts.
func TestDealsAtStart(t *testing.T) {
	r := begin(t)
	r.over()
	r.gets(new(dealsJSON), asDirector, http.MethodPost, "/api/events/tuesday/deals", strings.SplitAfter(threeBoards, "\n\n")[0])
	r.serve(Limits{})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { r.club.Solve(ctx); close(ended) }()
	within(t, 30*time.Second, "the board", func() bool { return r.solved() == 1 })
	stop()
	<-ended
}

// TestDealsRefused: what holds no deals is refused, and other cards for a board are
// meant only if that is said.
func TestDealsRefused(t *testing.T) {
	r := begin(t)
	other := strings.Replace(dealsBody, "N:", "E:", 1)
	r.gets(new(dealsJSON), asDirector, http.MethodPost, "/api/events/tuesday/deals", dealsBody)
	for body, key := range map[string]string{`[Event "none"]`: "club.no_deals", other: "club.deal_there"} {
		if p := r.refused(r.ask(asDirector, http.MethodPost, "/api/events/tuesday/deals", body)); p.Key != key {
			t.Errorf("%q: %+v", body, p)
		}
	}
	r.gets(new(dealsJSON), asDirector, http.MethodPost, "/api/events/tuesday/deals?replace=true", other)
}
