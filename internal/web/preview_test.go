package web

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"github.com/overtrick/overtrick/internal/club"
)

// TestPreview: a ruling is tried without writing anything, and does then what was shown.
func TestPreview(t *testing.T) {
	r := begin(t)
	r.over()
	var before, after standingsJSON
	r.gets(&before, asDirector, http.MethodGet, "/api/events/tuesday/standings", "")
	body := `{"round":1,"table":1,"board":1,"assigned":{"ns":[{"result":"4S-1 S","weight":"3/5"},{"result":"4S= S","weight":"2/5"}],"ew":[{"result":"4S-1 S","weight":"3/5"},{"result":"4S= S","weight":"2/5"}]}}`
	var p previewJSON
	r.gets(&p, asDirector, http.MethodPost, "/api/events/tuesday/preview/rule", body)
	if p.Position != before.Position || p.Board == nil || p.Board.Board != 1 || len(p.Board.Lines) != 3 || p.Board.Results != 3 {
		t.Fatalf("%+v, board %+v", p, p.Board)
	}
	i := slices.IndexFunc(p.Board.Lines, func(l tryLineJSON) bool { return l.Concerned })
	line := p.Board.Lines[i]
	if line.Table != 1 || line.Was != "4♠ S =" || line.Text != "60% 4♠ S −1, 40% 4♠ S =" || line.Before.NS == line.After.NS {
		t.Errorf("the line: %+v", line)
	}
	r.gets(&after, asDirector, http.MethodGet, "/api/events/tuesday/standings", "")
	if after.Position != before.Position {
		t.Fatalf("the preview wrote something: %d, was %d", after.Position, before.Position)
	}
	r.do("rule", body, "")
	r.gets(&after, asDirector, http.MethodGet, "/api/events/tuesday/standings", "")
	for _, list := range after.Lists {
		for _, row := range list.Rows {
			i := slices.IndexFunc(p.Rows, func(m movedJSON) bool { return m.Contestant == row.Contestant })
			if i < 0 {
				continue
			}
			if m := p.Rows[i]; m.Percent.After != row.Percent || m.Rank.After != row.Rank || m.Total.After != row.Total {
				t.Errorf("%s was shown as %+v, and is %+v", row.Contestant, m, row)
			}
		}
	}
	if len(p.Rows) == 0 || !slices.ContainsFunc(p.Rows, func(m movedJSON) bool { return m.Contestant == "1NS" && m.Concerned && m.Gain[0] == '-' }) {
		t.Errorf("rows %+v", p.Rows)
	}
	for body, key := range map[string]string{
		`{"round":1,"table":1,"board":17}`: "club.no_place",
		`{"round":`:                        "web.json",
	} {
		if got := r.refused(r.ask(asDirector, http.MethodPost, "/api/events/tuesday/preview/rule", body)); got.Key != key {
			t.Errorf("%s: %+v", body, got)
		}
	}
	if got := r.refused(r.ask(asDirector, http.MethodPost, "/api/events/tuesday/preview/dance", "{}")); got.Key != "club.no_command" {
		t.Errorf("%+v", got)
	}
}

// TestCorrection: a correction after publishing is another version, the log says what
// was and is and why, the list of who moved is right, and what was can be restored.
func TestCorrection(t *testing.T) {
	r := begin(t)
	r.over()
	for table := 1; table <= 3; table++ {
		r.play(table, 2, []string{"1NT= N", "1NT+1 N", "2S-1 W"}[table-1])
		r.play(table, 3, []string{"3H= E", "3H-2 E", "Pass"}[table-1])
	}
	if c := r.console("en"); !c.Ready || len(c.Lane) != 0 {
		t.Fatalf("not ready: %+v", c.Lane)
	}
	r.do("publish", "{}", "")
	published := r.console("en")
	if published.Phase.State != "provisional" || published.Phase.Version != 1 {
		t.Fatalf("phase %+v", published.Phase)
	}
	var was, is standingsJSON
	r.gets(&was, asReader, http.MethodGet, "/api/events/tuesday/standings", "")
	r.do("resolve", `{"round":1,"table":1,"board":1,"result":"4S= W"}`, url.PathEscape("wrong declarer; both pairs agree"))
	r.gets(&is, asReader, http.MethodGet, "/api/events/tuesday/standings", "")

	var moved whoMovedJSON
	r.gets(&moved, asDirector, http.MethodGet, "/api/events/tuesday/moved", "")
	if len(moved.Versions) != 2 || moved.From != moved.Versions[0].Position || moved.To != moved.Versions[1].Position || len(moved.Lines) != 1 || moved.At.After.Before(moved.At.Before) {
		t.Fatalf("%+v", moved)
	}
	line := moved.Lines[0]
	if line.What != "Board 1, table 1" || line.Was != "4♠ S =, N-S 420" || line.Is != "4♠ W =, E-W 420" || line.Why != "wrong declarer; both pairs agree" ||
		line.Who != "director, director" || line.Version != 2 || line.Place.Table != 1 || line.Pairs != "Player NS 1 against Player EW 1" {
		t.Errorf("the line: %+v", line)
	}
	changed := 0
	for l, list := range is.Lists {
		for n, row := range list.Rows {
			m := moved.Lists[l].Rows[n]
			i := slices.IndexFunc(was.Lists[l].Rows, func(o rowJSON) bool { return o.Contestant == row.Contestant })
			before := was.Lists[l].Rows[i]
			if m.Contestant != row.Contestant || m.Rank != (change[int]{before.Rank, row.Rank}) || m.Percent != (change[string]{before.Percent, row.Percent}) || m.Total != (change[string]{before.Total, row.Total}) {
				t.Errorf("%s: %+v; was %+v, is %+v", row.Contestant, m, before, row)
			}
			if before.Rank != row.Rank {
				changed++
			}
		}
	}
	if changed == 0 {
		t.Error("nobody moved")
	}

	var log logJSON
	r.gets(&log, asDirector, http.MethodGet, "/api/events/tuesday/log?filter=changes", "")
	if log.All != int(log.Position) || len(log.Lines) == 0 || log.Lines[0].Position != line.Position || log.Lines[1].What != "Published" || log.Lines[1].Is != "version 1" {
		t.Errorf("the log: %+v", log.Lines[:2])
	}
	for query, want := range map[string]int{"board 1": 4, "declarer": 1, "nobody": 0} {
		var found logJSON
		r.gets(&found, asDirector, http.MethodGet, "/api/events/tuesday/log?q="+url.QueryEscape(query), "")
		if len(found.Lines) != want {
			t.Errorf("%q finds %d lines, want %d: %+v", query, len(found.Lines), want, found.Lines)
		}
	}

	// As it was before the correction: version 3, and the ranking is that of version 1.
	r.do("restore", `{"position":`+fmt.Sprint(line.Position)+`,"before":true}`, "it was right")
	var again standingsJSON
	r.gets(&again, asReader, http.MethodGet, "/api/events/tuesday/standings", "")
	for l, list := range again.Lists {
		for n, row := range list.Rows {
			if o := was.Lists[l].Rows[n]; row.Contestant != o.Contestant || row.Percent != o.Percent {
				t.Errorf("restored: %+v, was %+v", row, o)
			}
		}
	}
	if c := r.console("en"); c.Phase.Version != 3 {
		t.Errorf("phase %+v", c.Phase)
	}
	if a := r.do("restore", `{"position":`+fmt.Sprint(line.Before)+`}`, "it was right"); a.Says != club.NothingToDo {
		t.Errorf("restored twice: %+v", a)
	}
	if p := r.refused(r.ask(asDirector, http.MethodPost, "/api/events/tuesday/restore", `{"position":1}`)); p.Key != "club.restore" {
		t.Errorf("%+v", p)
	}
	if p := r.refused(r.ask(asDirector, http.MethodGet, "/api/events/tuesday/moved?from=9999", "")); p.Key != "club.no_position" {
		t.Errorf("%+v", p)
	}
}

func BenchmarkPreview(b *testing.B) {
	r := evening20(b, 20, 9, 3)
	body := `{"round":1,"table":1,"board":1,"award":{"ns":{"kind":"A+"},"ew":{"kind":"A-"}}}`
	for b.Loop() {
		if w := r.ask(asOwner, http.MethodPost, "/api/events/twenty/preview/rule", body); w.Code != http.StatusOK {
			b.Fatal(w.Body)
		}
	}
}
