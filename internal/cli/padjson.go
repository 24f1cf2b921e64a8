package cli

import (
	"encoding/json"
	"strconv"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/format/padtext"
	"github.com/overtrick/overtrick/pad"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

// padJSON is the answer of pad for one game.
type padJSON struct {
	Players    *playersJSON      `json:"players,omitempty"` // of an evening
	Form       pad.Form          `json:"form"`
	Edition    string            `json:"edition"`
	Settings   map[string]string `json:"settings,omitempty"` // of the house
	We         columnJSON        `json:"we"`
	They       columnJSON        `json:"they"`
	Finished   bool              `json:"finished"`
	Stopped    bool              `json:"stopped,omitempty"`
	Rubber     *string           `json:"rubber"` // who won it; null if nobody did
	Margin     padFigure         `json:"margin"` // we less they
	Settled    *padFigure        `json:"settled,omitempty"`
	Money      string            `json:"money,omitempty"`
	Need       *needJSON         `json:"need,omitempty"`
	Next       *nextDealJSON     `json:"next,omitempty"`
	Deals      []dealJSON        `json:"deals"`
	Settlement []entryJSON       `json:"settlement,omitempty"`
	Changes    []changeJSON      `json:"changes,omitempty"`
	Warnings   []warningJSON     `json:"warnings,omitempty"` // of a PBN file, or of a text that may be cut off
}

// columnJSON is one side of the pad, its numbers in the order in which they were
// written.
type columnJSON struct {
	Below []padFigure `json:"below"`
	Above []padFigure `json:"above"`
	Total padFigure   `json:"total"`
	Games int         `json:"games"`
}

type needJSON struct {
	We   int `json:"we"`
	They int `json:"they"`
}

type nextDealJSON struct {
	N      int    `json:"n"`
	Dealer string `json:"dealer"`
	Vul    string `json:"vul"`
}

type dealJSON struct {
	N       int         `json:"n"`
	Text    string      `json:"text"` // as a line of the file has it
	Dealer  string      `json:"dealer"`
	Vul     string      `json:"vul"`
	Redealt bool        `json:"redealt,omitempty"` // a pass-out that does not count
	Entries []entryJSON `json:"entries"`
}

type entryJSON struct {
	Side   string    `json:"side"`
	Line   pad.Line  `json:"line"`
	Points padFigure `json:"points"`
	Why    *why.Node `json:"why"`
}

type changeJSON struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// eveningJSON is the answer of pad for several rubbers, or with players.
type eveningJSON struct {
	Rubbers  []padJSON     `json:"rubbers"`
	Ledger   []accountJSON `json:"ledger"`
	Next     *playersJSON  `json:"next,omitempty"` // as the rotation proposes
	Changes  []changeJSON  `json:"changes,omitempty"`
	Warnings []warningJSON `json:"warnings,omitempty"` // of a PBN file, or of a text that may be cut off
}

type playersJSON struct {
	We   []string `json:"we"`
	They []string `json:"they"`
	Out  []string `json:"out,omitempty"`
}

type accountJSON struct {
	Player  string    `json:"player"`
	Rubbers int       `json:"rubbers"`
	Points  padFigure `json:"points"`
	Settled padFigure `json:"settled"`
	Money   string    `json:"money,omitempty"`
}

// padFigure is a number of the pad. Points are numbers, IMPs are strings.
type padFigure struct {
	value exact.Fraction
	imps  bool
}

// MarshalJSON implements [json.Marshaler].
func (f padFigure) MarshalJSON() ([]byte, error) {
	if f.imps || !f.value.IsInt() {
		return json.Marshal(f.value.String())
	}
	return []byte(f.value.String()), nil
}

// padJSON is the answer for a text: of one game, or of an evening.
func (t *terminal) padJSON(f *padtext.File) any {
	var changes []changeJSON
	for _, c := range f.Changes {
		changes = append(changes, changeJSON{c.Line, t.padNotes(c.Notes)})
	}
	if !f.IsEvening() {
		p := t.gameJSON(f, f.Evening.Table().Pad())
		p.Changes, p.Warnings = changes, t.warningList()
		return p
	}
	out := eveningJSON{Changes: changes, Warnings: t.warningList()}
	for n := 1; n <= f.Evening.Rubbers(); n++ {
		table, seating := f.Evening.Rubber(n)
		p := t.gameJSON(f, table.Pad())
		p.Players = t.seatingJSON(f, seating)
		out.Rubbers = append(out.Rubbers, p)
	}
	_, stake := f.Setting("stake")
	for _, a := range f.Evening.Ledger() {
		imps := compares(f.Evening.Table().Rules().Form)
		line := accountJSON{
			Player: t.padPlayerJSON(f, a.Player), Rubbers: a.Rubbers,
			Points: padFigure{exact.Int(a.Points), imps}, Settled: padFigure{a.Settled, imps},
		}
		if stake {
			line.Money = a.Money.Decimal(padPlaces(f))
		}
		out.Ledger = append(out.Ledger, line)
	}
	if f.Evening.Table().Pad().Finished {
		if next, err := f.Evening.Proposed(); err == nil {
			out.Next = t.seatingJSON(f, next)
		}
	}
	return out
}

func (t *terminal) seatingJSON(f *padtext.File, s pad.Seating) *playersJSON {
	names := func(list ...pad.Player) (out []string) {
		for _, p := range list {
			out = append(out, t.padPlayerJSON(f, p))
		}
		return out
	}
	return &playersJSON{We: names(s.We[:]...), They: names(s.They[:]...), Out: names(s.Out...)}
}

// padPlayerJSON is the name of a player; without names, the seat, which stays the
// same.
func (t *terminal) padPlayerJSON(f *padtext.File, p pad.Player) string {
	if names := f.Names(); len(names) > 0 {
		return names[p-1]
	}
	for seat, q := range padtext.Seats(f.Evening.Seating()) {
		if q == p {
			return seat.String()
		}
	}
	return strconv.Itoa(int(p))
}

func (t *terminal) gameJSON(f *padtext.File, p *pad.Pad) padJSON {
	imps := compares(p.Rules.Form)
	figure := func(n score.Points) padFigure { return padFigure{exact.Int(n), imps} }
	out := padJSON{
		Form: p.Rules.Form, Edition: score.Home1993().Code(), Finished: p.Finished, Stopped: p.Stopped,
		Margin: figure(p.Margin), Deals: []dealJSON{},
	}
	if code, ok := f.Setting("edition"); ok {
		out.Edition = code
	}
	for _, s := range f.House() {
		if out.Settings == nil {
			out.Settings = map[string]string{}
		}
		if out.Settings[s.Name] = s.Value; s.Name == "score.edition" {
			out.Edition = s.Value
		}
	}
	column := func(side bridge.Side) columnJSON {
		c := columnJSON{Below: []padFigure{}, Above: []padFigure{}, Total: figure(p.Total.Of(side)), Games: p.Won.Of(side)}
		for _, e := range p.Entries {
			switch {
			case e.Side != side:
			case e.Line == pad.BelowLine:
				c.Below = append(c.Below, figure(e.Points))
			default:
				c.Above = append(c.Above, figure(e.Points))
			}
		}
		return c
	}
	out.We, out.They = column(bridge.NS), column(bridge.EW)
	if p.Winner.Valid() {
		winner := padSideJSON(p.Winner)
		out.Rubber = &winner
	}
	if p.Finished {
		out.Settled = &padFigure{p.Settled, imps}
		if stake, ok := f.Setting("stake"); ok {
			out.Money = padStake(p, stake).Decimal(padPlaces(f))
		}
	} else {
		out.Next = &nextDealJSON{p.Next.N, p.Next.Dealer.String(), p.Next.Vul.String()}
		if p.Need.NS > 0 || p.Need.EW > 0 {
			out.Need = &needJSON{int(p.Need.NS), int(p.Need.EW)}
		}
	}
	entries := func(list []pad.Entry) []entryJSON {
		out := []entryJSON{}
		for _, e := range list {
			out = append(out, entryJSON{padSideJSON(e.Side), e.Line, figure(e.Points), e.Why().Say(t.Text)})
		}
		return out
	}
	for i, d := range p.Deals {
		out.Deals = append(out.Deals, dealJSON{
			N: i + 1, Text: padtext.DealText(d.Deal), Dealer: d.Dealer.String(), Vul: d.Vul.String(),
			Redealt: !d.Counts, Entries: entries(d.Entries),
		})
	}
	for i, e := range p.Entries {
		if e.Deal == 0 {
			out.Settlement = entries(p.Entries[i:])
			break
		}
	}
	return out
}

// padSideJSON is a side as programs read it, whatever the language.
func padSideJSON(s bridge.Side) string { return bridge.BySide[string]{NS: "we", EW: "they"}.Of(s) }

// padStake is what each player of the side that is ahead gets, less than 0 if that
// is they.
func padStake(p *pad.Pad, stake string) exact.Fraction {
	price, err := exact.Parse(stake)
	if err != nil {
		return exact.Fraction{}
	}
	return padUnits(p).Mul(price)
}

// padUnits is the settled margin in what the stake is for: hundreds, or points if
// the table settles exactly.
func padUnits(p *pad.Pad) exact.Fraction { return p.Settled.Div(exact.Int(p.Rules.StakeUnit())) }
