package event_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/regulation"
	"github.com/overtrick/overtrick/score"
)

// TestStream: an event that comes board by board stands as it does as a whole, but
// for ties that are broken by play.
func TestStream(t *testing.T) {
	packs := []string{"wbf", "ebu", "acbl", "compscore", "kops", "pary"}
	rapid.Check(t, func(t *rapid.T) {
		method := rapid.SampledFrom([]event.Method{event.Matchpoints, event.Butler, event.CrossIMPs, event.TotalPoints}).Draw(t, "method")
		tables := rapid.IntRange(2, 6).Draw(t, "tables")
		opened := event.Opened{
			Kind: event.Pairs, Method: method, Winners: 2, Expected: tables,
			Regulation: rapid.SampledFrom(packs).Draw(t, "pack"),
		}
		facts := []event.Fact{{Act: opened}}
		for _, side := range bridge.Sides {
			for n := range tables {
				facts = append(facts, event.Fact{Act: event.Registered{Contestant: event.Contestant{Number: n + 1, Side: side}}})
			}
		}
		var boards [][]event.Fact
		for session := range rapid.IntRange(1, 2).Draw(t, "sessions") {
			for board := range rapid.IntRange(1, 6).Draw(t, "boards") {
				var on []event.Fact
				for table := range tables {
					m := event.Meeting{
						Session: session, Board: bridge.Board(board + 1), Round: 1, Table: table + 1,
						NS: event.Contestant{Number: table + 1, Side: bridge.NS},
						EW: event.Contestant{Number: (table+board)%tables + 1, Side: bridge.EW},
					}
					points := score.Points(rapid.IntRange(-40, 40).Draw(t, "score") * 10)
					switch rapid.IntRange(0, 9).Draw(t, "what") {
					case 0:
						on = append(on, event.Fact{Act: event.NotPlayed{Meeting: m}})
					case 1:
						on = append(on, event.Fact{Act: event.Ruled{Meeting: m, Award: bridge.BySide[event.Award]{NS: event.Award{Kind: event.AveragePlus}, EW: event.Award{Kind: event.AverageMinus}}}})
					case 2:
						on = append(on, event.Fact{Act: event.Ruled{Meeting: m, Award: bridge.BySide[event.Award]{NS: event.PercentAward(exact.Int(60)), EW: event.PercentAward(exact.Int(40))}}})
					case 3:
						m.EW = event.Contestant{}
						on = append(on, event.Fact{Act: event.SatOut{Meeting: m}})
					default:
						on = append(on, event.Fact{Act: event.Played{Meeting: m, Score: &points}})
					}
				}
				boards = append(boards, on)
			}
		}
		var stream event.Stream
		for _, f := range facts {
			apply(t, stream.Apply, f)
		}
		for _, on := range boards {
			for _, f := range on {
				apply(t, stream.Apply, f)
				facts = append(facts, f)
			}
			if err := stream.Settle(); err != nil {
				t.Fatal(err)
			}
		}
		whole, err := event.Fold(facts)
		if err != nil {
			t.Fatal(err)
		}
		shared, err := regulation.Read(strings.NewReader("rank.ties = shared\nextends = "+opened.Regulation), "shared") // as a stream shares them
		if err != nil {
			t.Fatal(err)
		}
		want, err := whole.StandingsUnder(shared)
		got, err2 := stream.Standings()
		if bridge.CodeOf(err) != bridge.CodeOf(err2) {
			t.Fatalf("%v as a whole, %v as a stream", err, err2)
		}
		if err != nil {
			return
		}
		if moves := event.Moves(want, got); len(moves) > 0 {
			t.Fatalf("%v stands otherwise: %+v", moves[0].Contestant, moves[0])
		}
	})
}

func apply(t interface{ Fatal(args ...any) }, to func(event.Fact) error, f event.Fact) {
	if err := to(f); err != nil {
		t.Fatal(err)
	}
}

// TestStreamRefuses: what a stream cannot do it says.
func TestStreamRefuses(t *testing.T) {
	open := event.Opened{Kind: event.Pairs, Method: event.Matchpoints}
	begin := func() *event.Stream {
		s := new(event.Stream)
		apply(t, s.Apply, event.Fact{Act: open})
		for n := range 6 {
			apply(t, s.Apply, event.Fact{Act: event.Registered{Contestant: event.Contestant{Number: n + 1}}})
		}
		return s
	}
	result := func(board bridge.Board, ns, ew int) event.Fact {
		points := score.Points(420)
		return event.Fact{Act: event.Played{
			Meeting: event.Meeting{Board: board, NS: event.Contestant{Number: ns}, EW: event.Contestant{Number: ew}}, Score: &points,
		}}
	}
	t.Run("not open", func(t *testing.T) {
		if err := new(event.Stream).Settle(); bridge.CodeOf(err) != bridge.Invalid {
			t.Error(err)
		}
	})
	t.Run("a board that comes again", func(t *testing.T) {
		s := begin()
		apply(t, s.Apply, result(1, 1, 2))
		if err := s.Settle(); err != nil {
			t.Fatal(err)
		}
		apply(t, s.Apply, result(1, 3, 4))
		if err := s.Settle(); bridge.CodeOf(err) != bridge.Conflict {
			t.Error(err)
		}
	})
	t.Run("a fuller board", func(t *testing.T) {
		s := begin()
		apply(t, s.Apply, result(1, 1, 2))
		if err := s.Settle(); err != nil {
			t.Fatal(err)
		}
		apply(t, s.Apply, result(2, 1, 2))
		apply(t, s.Apply, result(2, 3, 4))
		if err := s.Settle(); bridge.CodeOf(err) != bridge.Invalid {
			t.Error(err)
		}
	})
	t.Run("matches", func(t *testing.T) {
		for _, a := range []event.Act{
			event.Opened{Kind: event.Teams, Method: event.IMPs},
			event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Swiss: true},
			event.Drawn{MatchRef: event.MatchRef{Home: team(1), Away: team(2)}},
			event.LinedUp{Team: team(1)},
		} {
			if err := begin().Apply(event.Fact{Act: a}); bridge.CodeOf(err) != bridge.Unsupported {
				t.Errorf("%T: %v", a, err)
			}
		}
	})
	t.Run("a withdrawal", func(t *testing.T) {
		if err := begin().Apply(event.Fact{Act: event.Withdrew{Contestant: event.Contestant{Number: 1}}}); bridge.CodeOf(err) != bridge.Unsupported {
			t.Error(err)
		}
	})
	t.Run("ties by play", func(t *testing.T) {
		s := new(event.Stream)
		apply(t, s.Apply, event.Fact{Act: event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Regulation: "magic-contest"}})
		for n := range 4 {
			apply(t, s.Apply, event.Fact{Act: event.Registered{Contestant: event.Contestant{Number: n + 1}}})
		}
		apply(t, s.Apply, result(1, 1, 2))
		apply(t, s.Apply, result(1, 3, 4))
		got, err := s.Standings()
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Doubts) != 1 || got.Doubts[0].Key != "stream.ties" || !got.Lists[0].Rows[0].Tied {
			t.Errorf("doubts %v, first %+v", got.Doubts, got.Lists[0].Rows[0])
		}
	})
}
