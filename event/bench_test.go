package event_test

import (
	"bytes"
	"context"
	"sync"
	"testing"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/format/usebio"
	"github.com/overtrick/overtrick/internal/shelf"
	dealer "github.com/overtrick/overtrick/internal/simulate"
	"github.com/overtrick/overtrick/internal/workload"
)

// BenchmarkFile takes the largest real USEBIO file (567 results, 236 KB) from
// its bytes to the lists and board sheets.
func BenchmarkFile(b *testing.B) {
	file := shelf.Bytes(b, "real/usebio/mp-mitchell-adjusted.xml")
	b.Run("bytes-to-list", func(b *testing.B) {
		b.SetBytes(int64(len(file)))
		b.ReportAllocs()
		for b.Loop() {
			rec, err := usebio.Read(bytes.NewReader(file))
			if err != nil {
				b.Fatal(err)
			}
			if s := standings(b, rec.Facts); len(s.Lists) != 2 {
				b.Fatal("not two lists")
			}
		}
	})
	b.Run("facts-to-list", func(b *testing.B) {
		rec, err := usebio.Read(bytes.NewReader(file))
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			standings(b, rec.Facts)
		}
	})
}

// BenchmarkSession ranks 100 boards with 1,000 results each.
func BenchmarkSession(b *testing.B) {
	var acts []event.Act
	for i, scores := range workload.Session() {
		for n, points := range scores {
			acts = append(acts, scored(bridge.Board(i+1), n+1, 1001+(n+i)%1000, points))
		}
	}
	facts := evening(2000, acts...)
	e, err := event.Fold(facts)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("fold", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := event.Fold(facts); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("standings", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := e.Standings(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// federation is a tournament of 1,000 tables: a Mitchell movement of 32 boards in
// which everybody plays every board once.
func federation() []event.Fact {
	facts := []event.Fact{{Act: event.Opened{Title: "Federation", Kind: event.Pairs, Method: event.Matchpoints, Winners: 2}}}
	for _, side := range bridge.Sides {
		for n := range 1000 {
			facts = append(facts, event.Fact{Act: event.Registered{Contestant: event.Contestant{Number: n + 1, Side: side}}})
		}
	}
	for i, results := range workload.Federation() {
		for n, r := range results {
			facts = append(facts, event.Fact{Act: event.Played{Result: r, Meeting: event.Meeting{
				Round: i/2 + 1, Table: n + 1, Board: bridge.Board(i + 1),
				NS: event.Contestant{Number: n + 1, Side: bridge.NS},
				EW: event.Contestant{Number: (n+i/2)%1000 + 1, Side: bridge.EW},
			}}})
		}
	}
	return facts
}

// cards are the score cards of everybody.
func cards(s *event.Standings) (lines int) {
	for _, l := range s.Lists {
		for _, row := range l.Rows {
			lines += len(s.Card(row.Contestant))
		}
	}
	return lines
}

// checkRanks is a check value of standings: the matchpoints of everybody times the
// number of the pair, Σ n·m.
func checkRanks(b *testing.B, s *event.Standings) (sum int64) {
	b.Helper()
	for _, l := range s.Lists {
		for _, row := range l.Rows {
			m, ok := row.Total.Value.Int64()
			if !ok {
				b.Fatalf("%v has %v matchpoints", row.Contestant, row.Total.Value)
			}
			sum += m * int64(row.Contestant.Number)
		}
	}
	return sum
}

// BenchmarkFederation takes a tournament of 1,000 tables and 32 boards from its
// facts to the standings with all board sheets and score cards.
func BenchmarkFederation(b *testing.B) {
	facts := federation()
	b.ReportAllocs()
	for b.Loop() {
		s := standings(b, facts)
		if n := cards(s); n != 64_000 {
			b.Fatalf("%d lines on the cards", n)
		}
	}
	const want = 31_988_906_000 // by plain loops over Law 78A
	if got := checkRanks(b, standings(b, facts)); got != want {
		b.Errorf("check value %d, want %d", got, want)
	}
}

// BenchmarkCorrection corrects one result of [BenchmarkFederation]'s tournament and
// has complete standings and all score cards again. It is held against the whole,
// computed anew in the same run: the ratio must stay below a tenth.
func BenchmarkCorrection(b *testing.B) {
	facts := federation()
	whole := func() {
		if n := cards(standings(b, facts)); n != 64_000 {
			b.Fatal("not all cards")
		}
	}
	e, err := event.Fold(facts)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := e.Standings(); err != nil {
		b.Fatal(err)
	}
	at := 0
	correct := func() {
		at = (at + 7919) % 32_000
		p := facts[2001+at].Act.(event.Played)
		p.Result = facts[2001+(at+1)%32_000].Act.(event.Played).Result
		if err := e.Apply(event.Fact{Act: p}); err != nil {
			b.Fatal(err)
		}
		s, err := e.Standings()
		if err != nil {
			b.Fatal(err)
		}
		if n := cards(s); n != 64_000 {
			b.Fatal("not all cards")
		}
	}
	workload.Ratio(b, 0.1, correct, whole)
}

// BenchmarkBesideAnalysis ranks while a double-dummy solver is at work beside it, and
// alone, by turns, and gives how much of its speed the ranking keeps ("kept", 1 is all
// of it): the quickest round of each, because other work can only slow one down. It
// wants two processors.
//
//	go test -run '^$' -bench BesideAnalysis -benchtime 20x ./event
func BenchmarkBesideAnalysis(b *testing.B) {
	deals, err := dealer.Deals(1, 20, dealer.Conditions{})
	if err != nil {
		b.Fatal(err)
	}
	solver := dd.New(dd.Limits{})
	tournament := federation()
	file := shelf.Bytes(b, "real/usebio/mp-mitchell-adjusted.xml")
	for _, c := range []struct {
		name string
		rank func()
	}{
		{"federation", func() { cards(standings(b, tournament)) }},
		{"file", func() {
			rec, err := usebio.Read(bytes.NewReader(file))
			if err != nil {
				b.Fatal(err)
			}
			for range 10 {
				standings(b, rec.Facts)
			}
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			c.rank() // the first touch of its data counts for neither
			alone, beside := time.Hour, time.Hour
			for b.Loop() {
				start := time.Now()
				c.rank()
				alone = min(alone, time.Since(start))

				ctx, cancel := context.WithCancel(b.Context())
				var group sync.WaitGroup
				busy := make(chan struct{})
				group.Go(func() {
					close(busy)
					for i := 0; ctx.Err() == nil; i++ {
						if _, err := solver.Table(ctx, deals[i%len(deals)]); err != nil && ctx.Err() == nil {
							b.Error(err)
							return
						}
					}
				})
				<-busy
				start = time.Now()
				c.rank()
				beside = min(beside, time.Since(start))
				cancel()
				group.Wait()
			}
			b.ReportMetric(alone.Seconds()/beside.Seconds(), "kept")
		})
	}
}
