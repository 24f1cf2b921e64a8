package pbn_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/bridge/bridgetest"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/format/pbn"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/score"
)

// FuzzRead: any text is read, told and written; what was written is strict, and
// reading it and writing it again changes no byte.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"", "{", "}", "[", "]", "[]", "[\"\"]", "[A", "[A \"", "[A \"\\", "%", ";", "\x1a", "\xff\xfe[\x00",
		"[Event \"##x\"]\n\n[Board \"1\"]\n\n[Event \"#\"]\n",
		"[Note \"1:a\"]\n[Auction \"N\"]\n1C! ?? $3 =1= {a\n\nb} ^I 1C ^S * + AP\n[Note \"1:a\"]\n[Note \"2:b\"]",
		"[Deal \"N:A - - -\"]\n[Declarer \"^S\"]\n[Contract \"H\"]\n[Play \"W\"]\n^R SA ^L - ^L + *\n- - - - *",
		"[ScoreTable \"-A\\1R;+B\\2;Names\"]\n1 \"2\n3 [4 {5 ;6\n% 7\n8 9 ten eleven\n[Board \"3\"]",
		"[Board \"1\"]\n[Competition \"Teams\"]\n[Scoring \"BAM\"]\n[HomeTeam \"Reds\"]\n[VisitTeam \"Blues\"]\n[Room \"Closed\"]\n[Round \"1\"]\n[Table \"2\"]\n[North \"Anna#1\"]\n[South \"Bert\"]\n[PairNS \"2\"]\n[PairEW \"5\"]\n[Contract \"Pass\"]\n",
		"[Board \"2\"]\n[Competition \"Teams\"]\n[ScoreTable \"Session;PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Percentage_NS;Percentage_EW\"]\n1 2 3 4S N 10 420 - -\n2 2 - - - - - - -\n2 3 2 - - - ^A+/A- - -\n2 4 1 - - - - ^60 ^40\n",
		"[Board \"1\"]\n[DoubleDummyTricks \"9a878987843545354535\"]\n[OptimumScore \"EW -300\"]\n[ParContract \"2D-EW+1 2H-EW\"]\n[OptimumContract \"5S N 11\"]\n[OptimumResultTable \"Result;Declarer;Denomination\"]\n9 N NT\n- w n\n",
		"[OptimumScore \"EW 4S; -620\"]\n[ParContract \"W 45N, NS:NS 7C**-13\"]\n",
		"[Event \"" + strings.Repeat("long\\\"", 100) + "\"]\n{" + strings.Repeat("x", 600) + "}",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		file, err := pbn.Read(bytes.NewReader(b))
		if err != nil {
			return
		}
		for _, g := range file.Games {
			if g.First < 1 || g.Last < g.First {
				t.Fatalf("lines %d to %d", g.First, g.Last)
			}
			_, _ = g.Result()
			tricks, err := g.Tricks()
			if err != nil && !tricks.IsZero() {
				t.Fatalf("%v, and the tricks %v", err, tricks)
			}
			_, _ = g.Par()
			said, _, err := g.ParContracts()
			for _, c := range said {
				if err != nil || !c.Contract.Valid() || !c.Side.Valid() || c.Tricks > 13 || c.Tricks < -1 {
					t.Fatalf("%v, and contracts of the par %+v", err, said)
				}
			}
		}
		last := 0
		for _, w := range file.Warnings {
			if w.Line < last || w.Err.Key == "" || w.Text() == "" {
				t.Fatalf("warning %+v behind line %d", w, last)
			}
			last = w.Line
		}
		rec := file.Record()
		if len(shelf.Acts[event.Opened](rec.Facts)) > 0 {
			if _, err := event.Fold(rec.Facts); err != nil {
				t.Fatalf("the facts cannot be applied: %v", err)
			}
		}
		var one, two bytes.Buffer
		if err := pbn.Write(&one, file); err != nil {
			return // a cell that no line can hold
		}
		strict(t, one.Bytes())
		again, err := pbn.Read(bytes.NewReader(one.Bytes()))
		if err != nil {
			t.Fatalf("not readable: %v\n%q", err, one.Bytes())
		}
		if len(again.Games) != len(file.Games) {
			t.Fatalf("%d games, then %d\n%q", len(file.Games), len(again.Games), one.Bytes())
		}
		if err := pbn.Write(&two, again); err != nil || !bytes.Equal(one.Bytes(), two.Bytes()) {
			t.Fatalf("written twice, the bytes differ (%v):\n%q\n%q", err, one.Bytes(), two.Bytes())
		}
		first := export(t, rec)
		if first == nil || len(shelf.Acts[event.Played](rec.Facts)) == 0 {
			return
		}
		// A file may speak twice of one meeting, the file of its facts does not.
		if second := export(t, first); second != nil && !cmp.Equal(first, second, value, withoutWarnings) {
			t.Fatalf("imported, exported, imported (-first +second):\n%s", cmp.Diff(first, second, value, withoutWarnings))
		}
	})
}

// export writes an event as PBN and reads it back; nil if a name is longer than a
// line.
func export(t *testing.T, rec *event.Record) *event.Record {
	t.Helper()
	var b bytes.Buffer
	if err := pbn.Write(&b, pbn.FromRecord(rec)); err != nil {
		return nil
	}
	return read(t, &b).Record()
}

// TestFactsSurvive: an event of any kind, written and read, has the same facts.
func TestFactsSurvive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := drawRecord(t)
		var b bytes.Buffer
		if err := pbn.Write(&b, pbn.FromRecord(rec)); err != nil {
			t.Fatal(err)
		}
		f, err := pbn.Read(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range f.Warnings {
			t.Fatalf("line %d: %s\n%s", w.Line, w.Text(), b.Bytes())
		}
		if diff := cmp.Diff(rec, f.Record(), value, withoutWarnings); diff != "" {
			t.Fatalf("(-written +read)\n%s\n%s", diff, b.Bytes())
		}
	})
}

// drawRecord makes up an event as [pbn.File.Record] would tell it: contestants in
// order, then the boards, then the meetings board by board.
func drawRecord(t *rapid.T) *event.Record {
	rec := &event.Record{People: event.People{}}
	o := event.Opened{
		Title:    rapid.SampledFrom([]string{"", "Club evening", "#1 cup", `The "big" \ one`, "Вечер", "Grüße"}).Draw(t, "title"),
		Club:     rapid.SampledFrom([]string{"", "Village Hall"}).Draw(t, "club"),
		Date:     rapid.SampledFrom([]string{"", "2026-03-03", "last Tuesday"}).Draw(t, "date"),
		Kind:     event.Pairs,
		Method:   rapid.SampledFrom([]event.Method{event.Matchpoints, event.Butler, event.CrossIMPs}).Draw(t, "method"),
		Winners:  rapid.IntRange(1, 2).Draw(t, "winners"),
		Expected: rapid.IntRange(0, 9).Draw(t, "expected"),
		Producer: rapid.SampledFrom([]string{"By hand", "JFR Pary"}).Draw(t, "producer"),
	}
	if rapid.Bool().Draw(t, "teams") {
		o.Kind, o.Method, o.Winners = event.Teams, event.IMPs, 1
	}
	rec.Add(o)
	n := rapid.IntRange(2, 6).Draw(t, "contestants")
	section := rapid.SampledFrom([]string{"", "A"}).Draw(t, "section")
	who := func(i int, s bridge.Side) event.Contestant {
		c := event.Contestant{Section: section, Number: i}
		if o.Winners == 2 {
			c.Side = s
		}
		return c
	}
	var all []event.Contestant
	for i := range n {
		all = append(all, who(i+1, bridge.NS))
	}
	for i := range n {
		if o.Winners == 2 {
			all = append(all, who(i+1, bridge.EW))
		}
	}
	named := rapid.Bool().Draw(t, "named")
	for i, c := range all {
		r := event.Registered{Contestant: c}
		for j := range 2 {
			if named {
				p := event.Person{Name: fmt.Sprintf("Player %c%d", 'A'+i, j)}
				if i == 0 {
					p.MemberIDs = map[string]string{"member": "12345"}
				}
				if o.Kind == event.Teams {
					p.Name = strings.ReplaceAll(p.Name, " ", "-")
					if p.MemberIDs = nil; j > 0 {
						continue
					}
				}
				r.Persons = append(r.Persons, rec.People.Add(p))
			}
		}
		rec.Add(r)
	}
	sessions := rapid.IntRange(0, 2).Draw(t, "sessions")
	var sets, plays []event.Act
	for s := min(1, sessions); s <= sessions; s++ {
		for b := range rapid.IntRange(1, 3).Draw(t, "boards") {
			number := bridge.Board(b + 1)
			set := event.BoardSet{Session: s, Board: number, Dealer: number.Dealer(), Vul: number.Vulnerability()}
			if rapid.Bool().Draw(t, "odd board") {
				set.Vul = set.Vul.Mirror()
			}
			if rapid.Bool().Draw(t, "dealt") {
				set.Deal = bridgetest.Deals().Draw(t, "deal")
			}
			if least := rapid.SampledFrom([]int{14, -1, 0}).Draw(t, "analysed"); least < 14 { // not, in part, whole
				for _, seat := range bridge.Seats {
					for _, strain := range bridge.Strains {
						set.DD = set.DD.With(seat, strain, rapid.IntRange(least, 13).Draw(t, "tricks"))
					}
				}
			}
			if par, err := dd.FindPar(set.DD, set.Dealer, set.Vul); err == nil && rapid.Bool().Draw(t, "par") {
				set.Par = &par.Score
				if rapid.Bool().Draw(t, "another par") {
					set.Par = new(rapid.SampledFrom([]score.Points{0, 50, -50, 420, -110}).Draw(t, "par"))
				}
			}
			if !set.Deal.IsZero() || !set.DD.IsZero() || set.Vul != number.Vulnerability() {
				sets = append(sets, set)
			}
			for i := range rapid.IntRange(1, n/2).Draw(t, "meetings") {
				m := event.Meeting{
					Session: s, Board: number, Round: rapid.IntRange(0, 2).Draw(t, "round"), Table: rapid.IntRange(0, 12).Draw(t, "table"),
					NS: who(2*i+1, bridge.NS), EW: who(2*i+2, bridge.EW),
				}
				acts, line := drawActs(t, m, set.Vul)
				plays = append(plays, acts...)
				if line != nil {
					rec.Published.Lines = append(rec.Published.Lines, *line)
				}
			}
		}
	}
	rec.Add(sets...)
	rec.Add(plays...)
	for _, c := range all {
		if rapid.Bool().Draw(t, "ranked") {
			rec.Published.Totals = append(rec.Published.Totals, event.PublishedTotal{
				Contestant: c, Total: drawPrinted(t), Percent: drawPrinted(t), Place: rapid.SampledFrom([]string{"1", "2=", "10"}).Draw(t, "place"),
			})
		}
	}
	return rec
}

// drawActs makes up what happened in one meeting, and what was printed of it.
func drawActs(t *rapid.T, m event.Meeting, vul bridge.Vulnerability) (acts []event.Act, line *event.PublishedLine) {
	switch rapid.IntRange(0, 5).Draw(t, "what") {
	case 0:
		m.EW = event.Contestant{}
		acts = append(acts, event.SatOut{Meeting: m})
	case 1:
		acts = append(acts, event.NotPlayed{Meeting: m})
	case 2:
		acts = append(acts, event.Ruled{Meeting: m, Award: drawAward(t)})
	case 3:
		p := rapid.SampledFrom([]score.Points{0, 50, -50, 420, -110}).Draw(t, "score")
		if !score.Law77().Possible(p, vul) {
			p = 0
		}
		acts = append(acts, event.Played{Meeting: m, Score: &p})
	default:
		acts = append(acts, event.Played{Meeting: m, Result: bridgetest.Results().Draw(t, "result")})
		if rapid.Bool().Draw(t, "ruled") {
			acts = append(acts, event.Ruled{Meeting: m, Award: drawAward(t)})
		}
	}
	if rapid.Bool().Draw(t, "printed") {
		line = &event.PublishedLine{Meeting: m, Value: bridge.BySide[*event.Printed]{NS: drawPrinted(t), EW: drawPrinted(t)}}
	}
	return acts, line
}

func drawAward(t *rapid.T) bridge.BySide[event.Award] {
	one := func(name string) event.Award {
		switch rapid.IntRange(0, 3).Draw(t, name) {
		case 0:
			return event.Award{Kind: event.AveragePlus}
		case 1:
			return event.Award{Kind: event.Average}
		case 2:
			return event.Award{Kind: event.AverageMinus}
		}
		return event.PercentAward(exact.Of(int64(rapid.IntRange(0, 300).Draw(t, name+" percent")), 3))
	}
	return bridge.BySide[event.Award]{NS: one("NS"), EW: one("EW")}
}

func drawPrinted(t *rapid.T) *event.Printed {
	p := event.ParsePrinted(rapid.SampledFrom([]string{"0", "12.50", "-3", "61.8", "100.00"}).Draw(t, "number"))
	return p
}
