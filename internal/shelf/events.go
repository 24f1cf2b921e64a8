package shelf

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
)

// Event is one of the real events of the shelf: what was played, and what the
// organiser's program made of it.
//
// Record says it as a reader of files would: the walk from there to a ranking is
// the same for an event of the shelf and for a file. The facts are the opening,
// the contestants, the boards that differ from their number, and then the lines
// in the order of the source. The phantom, which is an opponent that does not
// exist, is nobody: who meets it sits out.
type Event struct {
	Name   string // of its file, without .json
	Record *event.Record

	Repo, Path, Commit string // where the source was published
	Producer           string // the program that computed the results
	Scoring            string // MP, BUTLER, XIMP or IMP
	Winners            int    // 1 or 2; 0 where no ranking was published
	Boards, Pairs      int    // as the event says; Pairs is 0 for teams
	Lines              int    // results in the source, artificial ones and byes included
	Header             string // the event described by the program itself
	Rules              Rules
	Notes              []string

	Totals  []Total                // the ranking; Record.Published.Totals are the same rows
	Datum   map[bridge.Board]Datum // Butler: the published datum of each board
	Teams   []string               // teams: the label of contestant 1, 2 ...
	Matches []Match                // teams: the result of each match
}

// Rules is what the published numbers were computed with, see the README of the
// events.
type Rules struct {
	Unit         string      `json:"unit"` // of the lines: mp, pct or imp
	Win          int         `json:"win"`  // matchpoints per beaten result: 2 or 1
	Neuberg      bool        `json:"neuberg"`
	Datum        *DatumRules `json:"datum"`
	Divisor      string      `json:"divisor"` // cross-IMPs: sum or n-1
	IMPCap       int         `json:"imp_cap"`
	LineDecimals int         `json:"line_decimals"`
}

// DatumRules is how the Butler datum was computed.
type DatumRules struct {
	Trim  int    `json:"trim"`  // results cut at each end
	Round int    `json:"round"` // to multiples of this
	Half  string `json:"half"`
}

// Datum is a published Butler datum, North-South's view.
type Datum = event.Printed

// Total is a row of the published ranking with all that a program printed.
type Total struct {
	event.PublishedTotal
	Tie   *event.Printed // tie-break points
	Award *event.Printed // masterpoints as the file gives them
	Bye   bool           // marked as having had a bye
}

// Match is the published result of one match.
type Match struct {
	Team, Opponent         event.Contestant
	TeamIMPs, OpponentIMPs *event.Printed
	Boards                 int
}

// Events reads all events of the shelf in the order of their names.
func Events(t testing.TB) []Event {
	t.Helper()
	var events []Event
	for _, name := range Glob(t, "events/*.json") {
		events = append(events, EventNamed(t, strings.TrimSuffix(path.Base(name), ".json")))
	}
	return events
}

// EventNamed reads one event, for example "usebio-mp-howell".
func EventNamed(t testing.TB, name string) Event {
	t.Helper()
	e, err := readEvent(name, Bytes(t, "events/"+name+".json"))
	if err != nil {
		t.Fatalf("events/%s.json: %v", name, err)
	}
	return e
}

// The types of the files. Numbers stay text, because no number of the field goes
// through floating point.
type (
	eventJSON struct {
		Format string `json:"format"`
		Source struct {
			Repo     string `json:"repo"`
			Path     string `json:"path"`
			Commit   string `json:"commit"`
			Producer string `json:"producer"`
		} `json:"source"`
		Event struct {
			Kind    event.Kind `json:"kind"`
			Scoring string     `json:"scoring"`
			Winners int        `json:"winners"`
			Boards  int        `json:"boards"`
			Pairs   int        `json:"pairs"`
			Matches int        `json:"matches"`
			Header  string     `json:"header"`
		} `json:"event"`
		Rules  Rules       `json:"rules"`
		Notes  []string    `json:"notes"`
		Boards []boardJSON `json:"boards"`
		Totals []totalJSON `json:"totals"`
	}
	boardJSON struct {
		Board  bridge.Board         `json:"board"`
		Match  string               `json:"match"`
		Dealer bridge.Seat          `json:"dealer"`
		Vul    bridge.Vulnerability `json:"vul"`
		Datum  json.Number          `json:"datum"`
		Lines  []lineJSON           `json:"lines"`
	}
	lineJSON struct {
		NS       string        `json:"ns"`
		EW       string        `json:"ew"`
		Table    int           `json:"table,string"`
		Contract string        `json:"contract"`
		Declarer bridge.Seat   `json:"decl"`
		Tricks   int           `json:"tricks"`
		Lead     bridge.Card   `json:"lead"`
		Score    *score.Points `json:"score"`
		Adjusted string        `json:"adj"`
		PubNS    json.Number   `json:"pub_ns"`
		PubEW    json.Number   `json:"pub_ew"`
	}
	totalJSON struct {
		Pair     string        `json:"pair"`
		Dir      string        `json:"dir"`
		Total    json.Number   `json:"total"`
		Percent  json.Number   `json:"pct"`
		Place    string        `json:"place"`
		Tie      json.Number   `json:"tie"`
		Bye      bool          `json:"bye_flag"`
		Award    json.Number   `json:"mp_award"`
		Team     string        `json:"team"`
		Opponent string        `json:"opponent"`
		IMPs     []json.Number `json:"imps"`
		Boards   int           `json:"boards"`
	}
)

var methods = map[string]event.Method{
	"MP":     event.Matchpoints,
	"BUTLER": event.Butler,
	"XIMP":   event.CrossIMPs,
	"IMP":    event.IMPs,
}

func readEvent(name string, b []byte) (Event, error) {
	var j eventJSON
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&j); err != nil {
		return Event{}, err
	}
	if _, err := d.Token(); err != io.EOF {
		return Event{}, bridge.Errorf(bridge.Invalid, "shelf.event", "something stands behind the event")
	}
	method, ok := methods[j.Event.Scoring]
	if !ok || j.Format != "overtrick-event-1" {
		return Event{}, bridge.Errorf(bridge.Invalid, "shelf.event", "format %q, scoring %q", j.Format, j.Event.Scoring)
	}
	e := Event{
		Name: name, Record: &event.Record{},
		Repo: j.Source.Repo, Path: j.Source.Path, Commit: j.Source.Commit, Producer: j.Source.Producer,
		Scoring: j.Event.Scoring, Winners: j.Event.Winners,
		Boards: j.Event.Boards, Pairs: j.Event.Pairs, Header: j.Event.Header,
		Rules: j.Rules, Notes: j.Notes,
	}
	e.Record.Add(event.Opened{
		Kind: j.Event.Kind, Method: method, Winners: j.Event.Winners, Producer: j.Source.Producer,
	})
	f := filler{Event: &e, contestants: map[string]event.Contestant{}}
	for _, step := range []func(*eventJSON) error{f.register, f.boards, f.lines, f.totals} {
		if err := step(&j); err != nil {
			return Event{}, err
		}
	}
	return e, nil
}

// filler turns a decoded file into facts and published numbers.
type filler struct {
	*Event
	contestants map[string]event.Contestant // by label; the phantom is nobody
	fullest     int                         // results on the fullest board
}

// register enters the contestants: those of the ranking and those who played.
// One that is not ranked and never played is the phantom, unless there is no
// ranking at all.
func (f *filler) register(j *eventJSON) error {
	var labels, doubtful []string
	for _, t := range j.Totals {
		if t.Team == "" {
			labels = append(labels, t.Pair)
		}
	}
	ranked := len(labels) > 0
	for _, b := range j.Boards {
		for _, l := range b.Lines {
			for _, label := range []string{l.NS, l.EW} {
				switch {
				case label == "":
				case l.Adjusted == "" || !ranked:
					labels = append(labels, label)
				default:
					doubtful = append(doubtful, label)
				}
			}
		}
	}
	f.contestants[""] = event.Contestant{}
	for _, label := range labels {
		if _, ok := f.contestants[label]; ok {
			continue
		}
		c, err := event.ParseContestant(label)
		if j.Event.Kind == event.Teams {
			f.Teams = append(f.Teams, label)
			c, err = event.Contestant{Number: len(f.Teams)}, nil
		}
		if err != nil {
			return err
		}
		f.contestants[label] = c
		f.Record.Add(event.Registered{Contestant: c})
	}
	for _, label := range doubtful {
		if _, ok := f.contestants[label]; !ok {
			f.contestants[label] = event.Contestant{}
		}
	}
	return nil
}

func (f *filler) boards(j *eventJSON) error {
	for _, b := range j.Boards {
		if !b.Board.Valid() || !b.Dealer.Valid() {
			return bridge.Errorf(bridge.Invalid, "shelf.board", "board %d: dealer %v", b.Board, b.Dealer)
		}
		if b.Dealer != b.Board.Dealer() || b.Vul != b.Board.Vulnerability() {
			f.Record.Add(event.BoardSet{Board: b.Board, Dealer: b.Dealer, Vul: b.Vul})
		}
		if b.Datum != "" {
			if f.Datum == nil {
				f.Datum = map[bridge.Board]Datum{}
			}
			datum, err := printed(b.Datum, 0)
			if err != nil {
				return err
			}
			f.Datum[b.Board] = *datum
		}
	}
	return nil
}

func (f *filler) lines(j *eventJSON) error {
	for _, b := range j.Boards {
		f.fullest = max(f.fullest, len(b.Lines))
	}
	for _, b := range j.Boards {
		for _, l := range b.Lines {
			f.Lines++
			if err := f.line(b, l); err != nil {
				return bridge.At(fmt.Sprintf("board %d, %s-%s", b.Board, l.NS, l.EW), err)
			}
		}
	}
	return nil
}

func (f *filler) line(b boardJSON, l lineJSON) error {
	m := event.Meeting{Table: l.Table, Board: b.Board}
	var ok1, ok2 bool
	m.NS, ok1 = f.contestants[l.NS]
	m.EW, ok2 = f.contestants[l.EW]
	if !ok1 || !ok2 {
		return bridge.Errorf(bridge.Internal, "shelf.contestant", "%q, %q are not registered", l.NS, l.EW)
	}
	decimals := f.Rules.LineDecimals
	if l.Adjusted != "" && f.magicContest() {
		decimals = max(decimals, 1) // its averages have one even where IMPs have none
	}
	var value bridge.BySide[*event.Printed]
	var err1, err2 error
	value.NS, err1 = printed(l.PubNS, decimals)
	value.EW, err2 = printed(l.PubEW, decimals)
	if err1 != nil || err2 != nil {
		return bridge.Errorf(bridge.Invalid, "shelf.line", "published %s, %s", l.PubNS, l.PubEW)
	}
	if l.Adjusted == "BYE" || m.NS.IsZero() || m.EW.IsZero() {
		if l.Adjusted == "" || l.Contract != "" || l.Score != nil {
			return bridge.Errorf(bridge.Invalid, "shelf.line", "a result against nobody")
		}
		f.satOut(m, value)
		return nil
	}
	act, err := l.act(m)
	if err != nil {
		return err
	}
	if ruled, ok := act.(event.Ruled); ok {
		act = f.asPublished(ruled, value)
	}
	f.Record.Add(act)
	f.publish(m, value)
	return nil
}

// asPublished is a ruling of CompScore3 with the percentages that its matchpoints
// are of the top: they win over the code of the line.
func (f *filler) asPublished(r event.Ruled, value bridge.BySide[*event.Printed]) event.Ruled {
	if f.Rules.Unit != "mp" || !strings.HasPrefix(f.Producer, "CompScore3") {
		return r
	}
	for _, s := range bridge.Sides {
		if p := value.Of(s); p != nil && r.Award.Of(s).Kind == event.FixedPercent {
			percent := p.Value.Mul(exact.Int(100)).Div(exact.Int(f.Rules.Win * (f.fullest - 1)))
			r.Award = r.Award.With(s, event.PercentAward(percent))
		}
	}
	return r
}

// satOut says of each side of m that it had no opponent. In one event a pair that
// never came has opponents who sit out, and its own average.
func (f *filler) satOut(m event.Meeting, value bridge.BySide[*event.Printed]) {
	for _, s := range bridge.Sides {
		alone, of := m, value
		switch s {
		case bridge.NS:
			alone.EW, of.EW = event.Contestant{}, nil
		case bridge.EW:
			alone.NS, of.NS = event.Contestant{}, nil
		}
		if !alone.NS.IsZero() || !alone.EW.IsZero() {
			f.Record.Add(event.SatOut{Meeting: alone})
			f.publish(alone, of)
		}
	}
}

func (f *filler) publish(m event.Meeting, value bridge.BySide[*event.Printed]) {
	if value.NS != nil || value.EW != nil {
		f.Record.Published.Lines = append(f.Record.Published.Lines, event.PublishedLine{Meeting: m, Value: value})
	}
}

// act is what a line between two contestants says was done.
func (l lineJSON) act(m event.Meeting) (event.Act, error) {
	if l.Adjusted != "" {
		if l.Contract != "" || l.Score != nil {
			return nil, bridge.Errorf(bridge.Invalid, "shelf.line", "%q and a result", l.Adjusted)
		}
		return ruling(m, l.Adjusted)
	}
	if l.Score == nil {
		return nil, bridge.Errorf(bridge.Invalid, "shelf.line", "neither score nor adjustment")
	}
	played := event.Played{Meeting: m, Score: l.Score}
	switch l.Contract {
	case "":
	case "PASS":
		played.Result = bridge.PassedOut()
	default:
		c, err := bridge.ParseContract(l.Contract)
		if err != nil {
			return nil, err
		}
		r, err := bridge.NewResult(c, l.Declarer, l.Tricks)
		if err != nil {
			return nil, err
		}
		played.Result = r.WithLead(l.Lead)
	}
	return played, nil
}

// ruling is the act that an artificial score of the files stands for.
func ruling(m event.Meeting, adjusted string) (event.Act, error) {
	if adjusted == "NP" {
		return event.NotPlayed{Meeting: m}, nil
	}
	award, err := event.ParseAwards(adjusted)
	if err != nil {
		return nil, err
	}
	return event.Ruled{Meeting: m, Award: award}, nil
}

func (f *filler) totals(j *eventJSON) error {
	decimals := 2
	if f.magicContest() {
		decimals = 1
	}
	for _, t := range j.Totals {
		if t.Team != "" {
			if len(t.IMPs) != 2 {
				return bridge.Errorf(bridge.Invalid, "shelf.match", "match of %s: %d results", t.Team, len(t.IMPs))
			}
			us, err1 := printed(t.IMPs[0], 0)
			them, err2 := printed(t.IMPs[1], 0)
			if err1 != nil || err2 != nil {
				return bridge.Errorf(bridge.Invalid, "shelf.match", "match of %s: %q", t.Team, t.IMPs)
			}
			f.Matches = append(f.Matches, Match{
				Team: f.contestants[t.Team], Opponent: f.contestants[t.Opponent],
				TeamIMPs: us, OpponentIMPs: them, Boards: t.Boards,
			})
			continue
		}
		row := Total{PublishedTotal: event.PublishedTotal{Contestant: f.contestants[t.Pair], Place: t.Place}, Bye: t.Bye}
		if side := row.Contestant.Side; t.Dir != "" && (!side.Valid() || side.String() != t.Dir) {
			return bridge.Errorf(bridge.Invalid, "shelf.total", "pair %q in the list of %s", t.Pair, t.Dir)
		}
		for _, cell := range []struct {
			to       **event.Printed
			number   json.Number
			decimals int
		}{
			{&row.Total, t.Total, decimals},
			{&row.Percent, t.Percent, decimals},
			{&row.Tie, t.Tie, 0},
			{&row.Award, t.Award, 0},
		} {
			var err error
			if *cell.to, err = printed(cell.number, cell.decimals); err != nil {
				return err
			}
		}
		f.Totals = append(f.Totals, row)
		f.Record.Published.Totals = append(f.Record.Published.Totals, row.PublishedTotal)
	}
	return nil
}

func (f *filler) magicContest() bool { return strings.HasPrefix(f.Producer, "Magic Contest") }

// printed is the number as its program printed it: with so many decimals, or
// more where the number has them. The files write 7 as 7.0. No number is nil.
func printed(n json.Number, decimals int) (*event.Printed, error) {
	if n == "" {
		return nil, nil
	}
	p := event.ParsePrinted(n.String())
	if p == nil {
		return nil, bridge.Errorf(bridge.Invalid, "shelf.number", "number %q", n)
	}
	if whole, fraction, ok := strings.Cut(n.String(), "."); ok {
		fraction = strings.TrimRight(fraction, "0")
		p = event.ParsePrinted(strings.TrimSuffix(whole+"."+fraction, "."))
	}
	p.Decimals = max(p.Decimals, decimals)
	return p, nil
}

// Acts gives the acts of one kind from facts, in their order.
func Acts[A event.Act](facts []event.Fact) []A {
	var acts []A
	for _, f := range facts {
		if a, ok := f.Act.(A); ok {
			acts = append(acts, a)
		}
	}
	return slices.Clip(acts)
}
