package web

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/score"
)

type laneJSON struct {
	ID      string       `json:"id"`
	Kind    club.Concern `json:"kind"`
	Urgency int          `json:"urgency"`
	Session int          `json:"session,omitempty"`
	Section string       `json:"section,omitempty"`
	Table   int          `json:"table,omitempty"`
	Round   int          `json:"round,omitempty"`
	Board   int          `json:"board,omitempty"`
	At      time.Time    `json:"at,omitzero" doc:"since when"`
	Text    string       `json:"text" doc:"in a few words"`
	Detail  string       `json:"detail,omitempty" doc:"a sentence more"`
	Actions []actionJSON `json:"actions" doc:"the first one is the default"`
}

type actionJSON struct {
	ID      string          `json:"id" doc:"what it does; of several that do the same with a number behind it"`
	Text    string          `json:"text"`
	Default bool            `json:"default,omitempty"`
	Command string          `json:"command,omitempty" doc:"to be sent; absent: the console opens what is needed"`
	Body    json.RawMessage `json:"body,omitempty"`
}

// item says an item of the lane.
func (t *teller) item(i club.Item) laneJSON {
	out := laneJSON{
		ID: i.ID, Kind: i.Concern, Urgency: i.Urgency, Session: i.Session, Section: i.Section, Table: i.Table, Round: i.Round,
		Board: int(i.Board), At: i.At, Actions: []actionJSON{},
	}
	out.Text, out.Detail = t.itemText(&i)
	seen := map[club.Deed]int{}
	for n, a := range i.Actions {
		seen[a.Deed]++
		action := actionJSON{ID: string(a.Deed), Text: t.deed(a), Default: n == 0}
		if seen[a.Deed] > 1 {
			action.ID += "_" + strconv.Itoa(seen[a.Deed])
		}
		if a.Command != nil {
			action.Command = a.Command.Name()
			action.Body, _ = json.Marshal(a.Command) // what has no text came through none
		}
		out.Actions = append(out.Actions, action)
	}
	return out
}

// deed says what an action does.
func (t *teller) deed(a club.Action) string {
	result := ""
	switch {
	case a.Deed == club.DeedSwap:
		return t.T("console.deed.swap", notation.SeatName(t.Words(), a.Result.Declarer()))
	case a.Revision != nil:
		result = t.entry(*a.Revision).Text
	case !a.Result.IsZero():
		result = t.outcomeText(a.Result, nil)
	}
	if result == "" && (a.Deed == club.DeedKeep || a.Deed == club.DeedTake || a.Deed == club.DeedAgree) {
		return t.T("console.deed." + string(a.Deed) + "_it")
	}
	return t.T("console.deed."+string(a.Deed), result)
}

// tableName is a table as it is called: "7", "A7".
func tableName(p club.Place) string { return p.Section + strconv.Itoa(p.Table) }

// stood is what is doubted, with what it is worth: "4♠ N =, N-S 420".
func (t *teller) stood(i *club.Item) string {
	return t.scored(t.outcomeText(i.Result, wholeOf(i.Score)), wholeOf(i.Points))
}

func wholeOf(p *score.Points) *int {
	if p == nil {
		return nil
	}
	n := int(*p)
	return &n
}

// scored is a result and what it is worth: "4♠ N =, N-S 420".
func (t *teller) scored(text string, points *int) string {
	switch {
	case points == nil || *points == 0:
		return text
	case *points > 0:
		return t.T("console.scored", text, t.SideShort(bridge.NS), *points)
	}
	return t.T("console.scored", text, t.SideShort(bridge.EW), -*points)
}

// itemText is an item in a few words, and a sentence more.
func (t *teller) itemText(i *club.Item) (text, detail string) {
	table, board := tableName(i.Place), int(i.Board)
	against := t.T("console.against", t.pair(i.Seats.NS), t.pair(i.Seats.EW))
	key := "console.lane." + string(i.Concern)
	switch i.Concern {
	case club.ConcernCall:
		return t.T(key, table), locale.Sentence(locale.Clean(i.Call.Reason))
	case club.ConcernConflict:
		var said []string
		for _, r := range i.Revisions {
			said = append(said, t.entry(r).Text)
		}
		if text := t.stood(i); text != "" {
			return t.T(key, board, table), t.T("console.lane.conflict.stands", text, strings.Join(said, ", "))
		}
		return t.T(key, board, table), t.T("console.lane.conflict.said", strings.Join(said, ", "))
	case club.ConcernRequest:
		return t.T(key, board, table), t.T("console.lane.request.change", t.stood(i), t.entry(i.Revisions[0]).Text)
	case club.ConcernNotUs:
		m := i.Misseat
		if m.What == club.SeatsSwitched {
			return t.T("console.lane.not_us.switched", table, i.Round), against
		}
		return t.T(key, table, i.Round), t.T("console.lane.not_us.instead", against, t.T("console.against", t.pair(m.Was.NS), t.pair(m.Was.EW)))
	case club.ConcernSeatedTwice:
		if i.Person != "" {
			var who []string
			for _, c := range i.Who {
				who = append(who, t.numbered(t.kind, c))
			}
			return t.T(key, t.player(i.Person).Name), t.T("console.lane.seated_twice.as", strings.Join(who, ", "))
		}
		return t.T(key, t.pair(i.Who[0])), t.T("console.lane.seated_twice.at", i.Round, tableName(i.Elsewhere), table)
	case club.ConcernWrongBoard:
		if len(i.Who) == 0 {
			return t.T(key, board, table, i.Round), t.stood(i)
		}
		return t.T("console.lane.wrong_board.again", board, table, i.Round), t.T("console.lane.wrong_board.who", t.pairs(i.Who), i.Elsewhere.Round, tableName(i.Elsewhere))
	case club.ConcernMissing:
		if len(i.Revisions) > 0 {
			return t.T("console.lane.missing.proposed", table, board), t.T("console.lane.missing.entered", i.Round, t.entry(i.Revisions[0]).Text)
		}
		return t.T(key, table, board), t.T("console.lane.missing.who", i.Round, against)
	case club.ConcernLead:
		return t.T(key, board, table), t.T("console.lane.lead.holder", i.Lead.Card, i.Lead.Holder, i.Result.Declarer(), i.Lead.Leader)
	case club.ConcernLonely:
		if !i.Instead.IsZero() {
			text = t.T("console.lane.lonely.declarer", board, table, i.Result.Declarer())
		} else {
			text = t.T(key, board, table)
		}
		return text, t.N("console.lane.lonely.others", i.Others, t.stood(i), i.Field)
	case club.ConcernBothSides:
		there, _ := t.result(i.Instead)
		return t.T(key, board, i.Strain), t.N("console.lane.both_sides.together", i.Tricks, table, t.stood(i), tableName(i.Elsewhere), there)
	case club.ConcernDoubleDummy:
		if i.Tricks < 0 {
			return t.N("console.lane.double_dummy.fewer", -i.Tricks, board, table), t.stood(i)
		}
		return t.N("console.lane.double_dummy.more", i.Tricks, board, table), t.stood(i)
	case club.ConcernDoubled:
		return t.T(key, board, table), t.stood(i)
	case club.ConcernSlow:
		clock := clockFace(max(i.Left, -i.Left))
		if i.Left < 0 {
			return t.T(key, table), t.N("console.lane.slow.over", i.Boards, clock)
		}
		return t.T(key, table), t.N("console.lane.slow.left", i.Boards, clock)
	case club.ConcernNoName:
		return t.T(key), t.pairs(i.Who)
	}
	return t.T(key, board, table), ""
}

// pairs names contestants, a few of them.
func (t *teller) pairs(list []event.Contestant) string {
	const shown = 6
	var out []string
	for n, c := range list {
		if n == shown && len(list) > shown+1 {
			return t.N("console.more", len(list)-shown, strings.Join(out, ", "))
		}
		out = append(out, t.pair(c))
	}
	return strings.Join(out, ", ")
}
