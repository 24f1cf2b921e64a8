package club_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/seed"
	"github.com/overtrick/overtrick/movement"
)

// everybody is a movement of one winner in which so many pairs all meet, made by
// turning a circle; with an odd number of pairs somebody sits out.
func everybody(n int) *movement.Movement {
	seats := n + n%2
	m := movement.New("", movement.Pairs, 1, seats/2, seats-1, seats-1)
	for r := 1; r < seats; r++ {
		for t := 1; t <= seats/2; t++ {
			one, two := (r+t-2)%(seats-1)+1, ((r-t)%(seats-1)+seats-1)%(seats-1)+1
			if t == 1 {
				one = seats
			}
			m.Seat(t, r, one, two, r)
		}
	}
	if seats > n {
		m.Phantom = movement.Contestant{Number: seats}
	}
	return m
}

// deals are boards with cards, by chance.
func deals(n int) []event.BoardSet {
	out := make([]event.BoardSet, n)
	for i := range out {
		s := seed.New(uint64(i))
		var cards []bridge.Card
		for _, suit := range []bridge.Strain{bridge.Clubs, bridge.Diamonds, bridge.Hearts, bridge.Spades} {
			for rank := bridge.Rank(2); rank <= 14; rank++ {
				cards = append(cards, bridge.NewCard(suit, rank))
			}
		}
		s.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
		d, err := bridge.NewDeal(bridge.HandOf(cards[:13]...), bridge.HandOf(cards[13:26]...), bridge.HandOf(cards[26:39]...), bridge.HandOf(cards[39:]...))
		if err != nil {
			panic(err)
		}
		b := bridge.Board(i + 1)
		out[i] = event.BoardSet{Board: b, Dealer: b.Dealer(), Vul: b.Vulnerability(), Deal: d}
	}
	return out
}

// TestReaderSeesOnlyWhatIsOver: whatever is played in whatever order, taken back,
// planned anew or decided, who reads sees no board that somebody may still play, and
// all that are over; a table sees no result of a board that those at it will play.
func TestReaderSeesOnlyWhatIsOver(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var m *movement.Movement
		winners := rapid.IntRange(1, 2).Draw(rt, "winners")
		if winners == 2 {
			m = mitchell(rapid.SampledFrom([]int{3, 5, 7}).Draw(rt, "tables"), 3)
		} else {
			m = everybody(rapid.IntRange(3, 8).Draw(rt, "pairs"))
		}
		const per = 2
		sections := rapid.SampledFrom([][]string{{""}, {"A", "B"}}).Draw(rt, "sections")
		r := begin(t, event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Winners: winners})
		r.must(&club.LoadDeals{Boards: deals(m.Sets * per)})
		r.must(&club.Configure{Configured: club.Configured{Feedback: club.FeedbackDeal}})
		type desk struct {
			section string
			table   int
		}
		devices := map[desk]club.Actor{}
		for _, section := range sections {
			r.must(&club.SetMovement{Planned: club.Planned{Section: section, Movement: m, PerRound: per, First: 1}})
			for n := range m.Tables {
				devices[desk{section, n + 1}] = r.device(section, n+1)
			}
		}

		// What is to be played, kept apart from what the club knows.
		type game struct {
			club.Place
			ns, ew int
		}
		var games []game
		for i, s := range slices.Repeat(m.Slots, len(sections)) {
			if m.Plays(s) {
				for b := range per {
					games = append(games, game{club.Place{Section: sections[i/len(m.Slots)], Round: s.Round, Table: s.Table, Board: bridge.Board((s.Set-1)*per + b + 1)}, s.NS[0], s.EW[0]})
				}
			}
		}
		who := func(g game) [2]event.Contestant {
			out := [2]event.Contestant{{Section: g.Section, Number: g.ns}, {Section: g.Section, Number: g.ew}}
			if winners == 2 {
				out[0].Side, out[1].Side = bridge.NS, bridge.EW
			}
			return out
		}
		said, gone, out := map[club.Place]bool{}, map[event.Contestant]bool{}, map[bridge.Board]bool{}
		open := map[club.Place]bool{}
		look := func() {
			for _, g := range games {
				open[g.Place] = !said[g.Place] && !gone[who(g)[0]] && !gone[who(g)[1]] && !out[g.Board]
			}
			due := map[bridge.Board]bool{}
			for p, is := range open {
				due[p.Board] = due[p.Board] || is
			}
			v := r.view(club.Actor{})
			shown := map[bridge.Board]bool{}
			if v.Standings != nil {
				for _, b := range v.Standings.Boards {
					shown[b.Board] = true
					if due[b.Board] {
						rt.Fatalf("board %d is to be played, and readers see %+v", b.Board, b)
					}
					if b.Deal.IsZero() {
						rt.Fatalf("board %d is over, and readers do not see its cards", b.Board)
					}
				}
			}
			if v.Console != nil || v.Table != nil {
				rt.Fatal("readers see what is for others")
			}
			for _, p := range r.view(owner).Console.Places {
				// Of who left early, and of a board taken out, nothing may count.
				if !p.Result.IsZero() && !due[p.Board] && !shown[p.Board] && len(gone)+len(out) == 0 {
					rt.Fatalf("board %d is over, and readers do not see it", p.Board)
				}
			}
			for n, a := range devices {
				tv := r.view(a)
				for _, sheet := range tv.Table.Sheets {
					for _, g := range games {
						if open[g.Place] && g.Board == sheet.Board && g.Round == tv.Table.Round && g.Table == n.table && g.Section == n.section {
							rt.Fatalf("table %v sees the sheet of board %d and has not played it", n, g.Board)
						}
					}
				}
				for _, p := range tv.Table.Places {
					if p.Table != n.table || p.Section != n.section {
						rt.Fatalf("table %v sees table %s%d", n, p.Section, p.Table)
					}
					if p.Round >= tv.Table.Round || len(p.Entries) == 0 {
						continue
					}
					for _, now := range games { // those who sit there now
						if now.Table != n.table || now.Section != n.section || now.Round != tv.Table.Round {
							continue
						}
						for _, g := range games {
							mine := g.ns == now.ns || g.ew == now.ew || winners == 1 && (g.ns == now.ew || g.ew == now.ns)
							if g.Section == now.Section && open[g.Place] && g.Board == p.Board && mine {
								rt.Fatalf("table %v sees the result of board %d, which %d or %d plays in round %d", n, p.Board, now.ns, now.ew, g.Round)
							}
						}
					}
				}
			}
		}
		look()
		order := rapid.Permutation(games).Draw(rt, "order")
		for i, g := range order {
			switch what := rapid.IntRange(0, 14).Draw(rt, "what"); {
			case what == 0:
				r.must(&club.NotPlayed{Place: g.Place})
				said[g.Place] = true
			case what == 1:
				r.must(&club.NotPlayed{Place: g.Place, Late: true})
			case what == 2 && i > 0:
				back := order[rapid.IntRange(0, i-1).Draw(rt, "back")].Place
				if _, err := r.do(owner, &club.Void{Place: back}); err == nil {
					said[back] = false
				}
			case what == 4:
				c := who(g)[i%2]
				gone[c] = !gone[c]
				r.must(&club.Withdraw{Withdrew: event.Withdrew{Contestant: c, Returned: !gone[c]}})
			case what == 5:
				out[g.Board] = !out[g.Board]
				r.must(&club.Cancel{Cancelled: event.Cancelled{Scope: event.Scope{Board: g.Board}, Restored: !out[g.Board]}})
			case what == 6:
				r.must(&club.Switch{Section: g.Section, Round: g.Round, Table: g.Table})
			case what == 3:
				r.must(&club.Publish{Anyway: true})
				r.must(&club.Reopen{})
			default:
				e := entry(fmt.Sprintf("entry-%d-%d-%d-%d", g.Round, g.Table, g.Board, i), 1, g.Round, g.Table, g.Board, "4S= S")
				e.Section = g.Section
				r.must(e)
				said[g.Place] = true
			}
			look()
		}
		e := club.Fold(r.entries()...)
		if len(e.Warnings) > 0 {
			rt.Fatalf("the log has warnings: %v", e.Warnings[0].Err)
		}
		again := club.New(r.journal)
		defer again.Close()
		for _, a := range []club.Actor{owner, {}} {
			if text(mustView(t, again, a, r.id)) != text(r.view(a)) {
				rt.Fatal("a new server shows something else")
			}
		}
	})
}

// TestQuiet: readers may be shown no ranking before it is published.
func TestQuiet(t *testing.T) {
	r := pairs(t, 3, 1, 1)
	r.must(&club.Configure{Configured: club.Configured{Quiet: true}})
	for n := 1; n <= 3; n++ {
		r.must(entry(fmt.Sprint("an-entry-", n), 1, 1, n, bridge.Board(n), "Pass"))
	}
	if r.view(club.Actor{}).Standings != nil {
		t.Error("readers see a ranking")
	}
	r.must(&club.Publish{})
	if r.view(club.Actor{}).Standings == nil {
		t.Error("readers see no ranking")
	}
}

// TestViewOfOther: the rights of one event are none in another.
func TestViewOfOther(t *testing.T) {
	r := pairs(t, 3, 1, 1)
	a := r.table(1)
	a.Event = "another"
	for _, a := range []club.Actor{a, {Role: club.Director, Event: "another"}} {
		if v, err := r.View(t.Context(), a, r.id); keyOf(err) != "club.other_event" {
			t.Errorf("%v sees %v, %v", a.Role, v, err)
		}
	}
	if _, err := r.View(t.Context(), owner, "another"); keyOf(err) != "club.no_event" {
		t.Errorf("an event that is not there: %v", err)
	}
	if _, err := r.View(t.Context(), owner, strings.Repeat("x", 65)); keyOf(err) != "club.no_event" {
		t.Errorf("an id that is none: %v", err)
	}
}

// TestWaiting: everybody may know how many results a board waits for, and nobody
// which.
func TestWaiting(t *testing.T) {
	r := pairs(t, 3, 2, 1)
	r.must(entry("entry-1-1-1", 1, 1, 1, 1, "4S= S"))
	r.must(entry("entry-2-3-1", 1, 2, 3, 1, "4S= S"))
	want := []club.Waiting{{Board: 2, Results: 2}, {Board: 3, Results: 2}}
	for _, a := range []club.Actor{owner, {}} {
		if got := r.view(a).Waiting; !slices.Equal(got, want) {
			t.Errorf("%q sees %v, want %v", a.Role, got, want)
		}
	}
	r.must(entry("entry-1-2-2", 1, 1, 2, 2, "4S= S"))
	if got := r.view(club.Actor{}).Waiting[0]; got.Results != 1 {
		t.Errorf("board 2 waits for %d results", got.Results)
	}
	r.must(&club.Publish{Anyway: true})
	if got := r.view(club.Actor{}).Waiting; len(got) != 2 {
		t.Errorf("published, boards wait: %v", got)
	}
}
