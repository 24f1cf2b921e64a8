package shelf_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/score"
)

// TestEvents holds every event against the index that lies beside them.
func TestEvents(t *testing.T) {
	rows := index(t)
	events := shelf.Events(t)
	if len(events) != 77 || len(rows) != 77 {
		t.Fatalf("%d events, %d in the index, want 77", len(events), len(rows))
	}
	lines, scores := 0, 0
	for _, e := range events {
		row := rows[e.Name]
		if row == nil {
			t.Errorf("%s is not in the index", e.Name)
			continue
		}
		lines += e.Lines
		opened := shelf.Acts[event.Opened](e.Record.Facts)
		want := []string{row["kind"], strings.TrimSuffix(row["scoring"], " %"), row["winners"], row["lines"], row["boards"]}
		got := []string{string(opened[0].Kind), e.Scoring, number(e.Winners), number(e.Lines), number(e.Boards)}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: kind, scoring, winners, lines, boards (-index +read):\n%s", e.Name, d)
		}
		if len(opened) != 1 || e.Record.Facts[0].Act != event.Act(opened[0]) || opened[0].Producer == "" {
			t.Errorf("%s: opened by %v", e.Name, opened)
		}
		if n := check(t, e); n != e.Lines && e.Name != "mc-butler-2015-03-16" {
			t.Errorf("%s: %d facts from %d lines", e.Name, n, e.Lines)
		}
		for _, p := range shelf.Acts[event.Played](e.Record.Facts) {
			if !p.Result.IsZero() {
				scores++
			}
		}
	}
	if lines != 9966 || scores != 9093 {
		t.Errorf("%d lines, %d with a contract; want 9966, 9093", lines, scores)
	}
}

// check holds the facts of an event against each other and counts those that come
// from lines.
func check(t *testing.T, e shelf.Event) int {
	t.Helper()
	registered := map[event.Contestant]bool{{}: true}
	for _, r := range shelf.Acts[event.Registered](e.Record.Facts) {
		if registered[r.Contestant] {
			t.Errorf("%s: %v is registered twice", e.Name, r.Contestant)
		}
		registered[r.Contestant] = true
	}
	meetings := map[event.Meeting]bool{}
	meet := func(m event.Meeting) {
		if meetings[m] || !registered[m.NS] || !registered[m.EW] || !m.Board.Valid() {
			t.Errorf("%s: meeting %+v twice, or of somebody not registered", e.Name, m)
		}
		meetings[m] = true
	}
	for _, f := range e.Record.Facts {
		switch a := f.Act.(type) {
		case event.Played:
			meet(a.Meeting)
			if a.Score == nil || a.NS.IsZero() || a.EW.IsZero() {
				t.Errorf("%s: %+v", e.Name, a)
			}
		case event.NotPlayed:
			meet(a.Meeting)
		case event.SatOut:
			meet(a.Meeting)
			if a.NS.IsZero() == a.EW.IsZero() {
				t.Errorf("%s: %+v", e.Name, a)
			}
		case event.Ruled:
			meet(a.Meeting)
			if a.Award.NS.IsZero() || a.Award.EW.IsZero() {
				t.Errorf("%s: %+v", e.Name, a)
			}
		}
	}
	for _, l := range e.Record.Published.Lines {
		if !meetings[l.Meeting] {
			t.Errorf("%s: published line of no meeting: %+v", e.Name, l.Meeting)
		}
	}
	for _, total := range e.Record.Published.Totals {
		if total.Contestant.IsZero() || !registered[total.Contestant] {
			t.Errorf("%s: total of %v", e.Name, total.Contestant)
		}
	}
	return len(meetings)
}

// TestLines shows what each kind of line becomes.
func TestLines(t *testing.T) {
	pair := func(s string) event.Contestant {
		if s == "" {
			return event.Contestant{}
		}
		c, err := event.ParseContestant(s)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	result := func(s string) bridge.Result {
		r, err := bridge.ParseResult(s)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	award := func(ns, ew event.Award) bridge.BySide[event.Award] {
		return bridge.BySide[event.Award]{NS: ns, EW: ew}
	}
	percent := func(num, den int64) event.Award { return event.PercentAward(exact.Of(num, den)) }
	points := func(p score.Points) *score.Points { return &p }
	for _, tc := range []struct {
		name, event string
		board       bridge.Board
		ns, ew      string // of the fact
		want        func(event.Meeting) event.Act
		pubNS       string // value/decimals
		pubEW       string
	}{
		{
			"a result with its lead", "mc-mp-2014-09-22", 1, "5", "2", func(m event.Meeting) event.Act {
				return event.Played{Meeting: m, Result: result("2NT= N D7"), Score: points(120)}
			}, "8/1", "0/1",
		},
		{
			"passed out", "mc-mp-2014-09-22", 1, "4", "6", func(m event.Meeting) event.Act {
				return event.Played{Meeting: m, Result: bridge.PassedOut(), Score: points(0)}
			}, "3/1", "5/1",
		},
		{
			"a score without a contract", "dupscore-howell-3t", 1, "6", "1", func(m event.Meeting) event.Act {
				return event.Played{Meeting: m, Score: points(170)}
			}, "2/2", "0/2",
		},
		{
			"two winners", "usebio-mp-mitchell-ragged", 1, "6NS", "3EW", func(m event.Meeting) event.Act {
				return event.Played{Meeting: m, Result: result("3S+1 E D2"), Score: points(-170)}
			}, "0/1", "10/1",
		},
		{
			"NP", "dupscore-howell-3t", 9, "2", "1", func(m event.Meeting) event.Act {
				return event.NotPlayed{Meeting: m}
			}, "", "",
		},
		{
			"BYE", "mc-mp-2014-02-17", 1, "", "7", func(m event.Meeting) event.Act {
				return event.SatOut{Meeting: m}
			}, "", "4.7/1",
		},
		{
			"BYE of one who is named", "mc-butler-2015-03-16", 1, "", "3", func(m event.Meeting) event.Act {
				return event.SatOut{Meeting: m}
			}, "", "0/1",
		},
		{
			"BYE against one who is named", "mc-butler-2015-03-16", 1, "7", "", func(m event.Meeting) event.Act {
				return event.SatOut{Meeting: m}
			}, "1.5/1", "",
		},
		{
			"AVE against the phantom", "kops-crossimp-9pairs-bye", 1, "", "10", func(m event.Meeting) event.Act {
				return event.SatOut{Meeting: m}
			}, "", "",
		},
		{
			"60/0 against the phantom", "pary-mp-23pairs-barometer", 1, "23", "", func(m event.Meeting) event.Act {
				return event.SatOut{Meeting: m}
			}, "60/2", "",
		},
		{
			"60/60", "pary-mp-23pairs-barometer", 8, "9", "17", func(m event.Meeting) event.Act {
				return event.Ruled{Meeting: m, Award: award(percent(60, 1), percent(60, 1))}
			}, "60/2", "60/2",
		},
		{
			"61.8/38.2", "pary-mp-23pairs-barometer", 7, "9", "17", func(m event.Meeting) event.Act {
				return event.Ruled{Meeting: m, Award: award(percent(618, 10), percent(382, 10))}
			}, "61.8/2", "38.2/2",
		},
		{
			"50/50 with other matchpoints", "usebio-mp-mitchell-21t-adjusted", 3, "1NS", "1EW", func(m event.Meeting) event.Act {
				return event.Ruled{Meeting: m, Award: award(percent(2300, 40), percent(1100, 40))}
			}, "23/1", "11/1",
		},
		{
			"A+/A-", "mc-butler-2014-10-06", 3, "8", "1", func(m event.Meeting) event.Act {
				return event.Ruled{Meeting: m, Award: award(event.Award{Kind: event.AveragePlus}, event.Award{Kind: event.AverageMinus})}
			}, "1.5/1", "-1.9/1",
		},
		{
			"A=/A=", "mc-butler-2013-11-25", 27, "4", "1", func(m event.Meeting) event.Act {
				return event.Ruled{Meeting: m, Award: award(event.Award{Kind: event.Average}, event.Award{Kind: event.Average})}
			}, "0/1", "0/1",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := shelf.EventNamed(t, tc.event)
			m := event.Meeting{Board: tc.board, NS: pair(tc.ns), EW: pair(tc.ew)}
			want := tc.want(m)
			if !slices.ContainsFunc(e.Record.Facts, func(f event.Fact) bool { return cmp.Equal(f.Act, want, values) }) {
				t.Errorf("no fact %T %+v", want, want)
			}
			for _, l := range e.Record.Published.Lines {
				if l.Meeting == m {
					if ns, ew := text(l.Value.NS), text(l.Value.EW); ns != tc.pubNS || ew != tc.pubEW {
						t.Errorf("published %q, %q; want %q, %q", ns, ew, tc.pubNS, tc.pubEW)
					}
					return
				}
			}
			if tc.pubNS+tc.pubEW != "" {
				t.Error("no published line")
			}
		})
	}
}

// values compares the values whose fields are their own affair.
var values = cmp.Options{
	cmp.Comparer(func(a, b bridge.Result) bool { return a == b }),
	cmp.Comparer(func(a, b exact.Fraction) bool { return a.Equal(b) }),
}

func TestTotals(t *testing.T) {
	e := shelf.EventNamed(t, "mc-butler-2014-03-31")
	i := slices.IndexFunc(e.Totals, func(r shelf.Total) bool { return r.Tie != nil })
	if i < 0 || len(e.Datum) != 28 || e.Rules.Datum == nil || e.Rules.Datum.Round != 10 {
		t.Errorf("tie-break at %d, %d datums, %+v", i, len(e.Datum), e.Rules.Datum)
	}
	e = shelf.EventNamed(t, "usebio-mp-howell")
	if r := e.Totals[1]; r.Contestant.String() != "2" || text(r.Total) != "156.8/2" || text(r.Percent) != "58.07/2" || r.Place != "3" || text(r.Award) != "30/0" {
		t.Errorf("%+v", r)
	}
	e = shelf.EventNamed(t, "mc-ximp-2013-10-07")
	if !slices.ContainsFunc(e.Totals, func(r shelf.Total) bool { return r.Bye }) {
		t.Error("no pair is marked as having had a bye")
	}
	e = shelf.EventNamed(t, "realbridge-teams-9matches")
	if m := e.Matches[0]; len(e.Teams) != 18 || len(e.Matches) != 9 || e.Teams[m.Opponent.Number-1] == e.Teams[m.Team.Number-1] ||
		text(m.TeamIMPs) != "25/0" || text(m.OpponentIMPs) != "14/0" || m.Boards != 10 {
		t.Errorf("%d teams, %d matches, first %+v", len(e.Teams), len(e.Matches), m)
	}
}

// text gives value and decimals.
func text(p *event.Printed) string {
	if p == nil {
		return ""
	}
	return p.Value.Short(9) + "/" + strconv.Itoa(p.Decimals)
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// index reads INDEX.tsv: rows by event, cells by column.
func index(t *testing.T) map[string]map[string]string {
	t.Helper()
	rows := map[string]map[string]string{}
	lines := strings.Split(strings.TrimSpace(string(shelf.Bytes(t, "events/INDEX.tsv"))), "\n")
	columns := strings.Split(lines[0], "\t")
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, cell := range strings.Split(line, "\t") {
			row[columns[i]] = cell
		}
		rows[strings.TrimSuffix(row["file"], ".json")] = row
	}
	return rows
}
