package club_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/seed"
)

// large is an event of 25 sections of 20 tables, its devices, and all its entries.
func large(b testing.TB) (r *rig, devices map[string]club.Actor, entries []*club.Enter) {
	b.Helper()
	const sections, tables, rounds, per = 25, 20, 9, 3
	r = begin(b, event.Opened{Kind: event.Pairs, Method: event.Matchpoints, Winners: 2})
	devices = map[string]club.Actor{}
	chance := seed.New(1)
	for s := range sections {
		section := string(rune('A' + s))
		r.must(&club.SetMovement{Planned: club.Planned{Section: section, Movement: mitchell(tables, rounds), PerRound: per, First: 1}})
		for n := 1; n <= tables; n++ {
			token := fmt.Sprint("token ", section, n)
			r.must(&club.OpenTable{TableOpened: club.TableOpened{Section: section, Table: n, Token: club.HashToken(token)}})
			devices[fmt.Sprint(section, n)] = club.Actor{Role: club.AtTable, Event: r.id, Section: section, Table: n, Token: club.HashToken(token)}
		}
	}
	for round := 1; round <= rounds; round++ {
		for i := range per {
			for n := 1; n <= tables; n++ {
				for s := range sections {
					e := &club.Enter{ID: fmt.Sprintf("entry-%d-%d-%d-%d", round, i, n, s), Revision: 1, Result: some(chance), Agreed: true}
					e.Place = club.Place{Section: string(rune('A' + s)), Round: round, Table: n, Board: boards(tables, per, n, round)[i]}
					entries = append(entries, e)
				}
			}
		}
	}
	return r, devices, entries
}

// BenchmarkLargeEvent plays an event of 500 tables: an entry, with so many at once.
func BenchmarkLargeEvent(b *testing.B) {
	for _, at := range []int{1, 50} {
		b.Run(fmt.Sprintf("%d at once", at), func(b *testing.B) {
			r, devices, entries := large(b)
			b.ResetTimer()
			var next atomic.Int64
			var all sync.WaitGroup
			for range at {
				all.Go(func() {
					for i := int(next.Add(1)) - 1; i < b.N && i < len(entries); i = int(next.Add(1)) - 1 {
						e := entries[i]
						_, err := r.Do(context.Background(), devices[fmt.Sprint(e.Section, e.Table)], r.id, club.Ask{Key: e.Key(), Command: e})
						if err != nil {
							b.Error(err)
						}
					}
				})
			}
			all.Wait()
		})
	}
}

// BenchmarkViews makes the views of an event of 500 tables after an entry.
func BenchmarkViews(b *testing.B) {
	r, devices, entries := large(b)
	enter := func(i int) {
		e := entries[i]
		if _, err := r.Do(context.Background(), devices[fmt.Sprint(e.Section, e.Table)], r.id, club.Ask{Key: e.Key(), Command: e}); err != nil {
			b.Fatal(err)
		}
	}
	half := len(entries) / 2
	for i := range half {
		enter(i)
	}
	for _, a := range []club.Actor{owner, {}, devices["A1"]} {
		b.Run("of "+string(a.Role), func(b *testing.B) {
			for range b.N {
				b.StopTimer()
				enter(half)
				half++
				b.StartTimer()
				r.view(a)
			}
		})
	}
}

// BenchmarkFold folds the log of an event of 500 tables.
func BenchmarkFold(b *testing.B) {
	r, devices, entries := large(b)
	for _, e := range entries {
		if _, err := r.Do(context.Background(), devices[fmt.Sprint(e.Section, e.Table)], r.id, club.Ask{Key: e.Key(), Command: e}); err != nil {
			b.Fatal(err)
		}
	}
	log := r.entries()
	b.ResetTimer()
	for range b.N {
		club.Fold(log...)
	}
	b.ReportMetric(float64(len(log)), "entries")
}
