package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/format/padtext"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/pad"
	"github.com/overtrick/overtrick/score"
)

// padAnswer prints a home table for people: earlier rubbers in a line each, the
// running one as a pad, what there is to say, and the ledger.
func (t *terminal) padAnswer(f *padtext.File) {
	e := f.Evening
	for n := 1; n < e.Rubbers(); n++ {
		table, seating := e.Rubber(n)
		t.say(t.T("pad.rubber_line", n, t.padOutcome(f, table.Pad(), seating)))
	}
	if e.Rubbers() > 1 {
		t.out.WriteString("\n")
	}
	p := e.Table().Pad()
	for _, l := range t.drawPad(p, t.padNames(f, e.Seating()), 0) {
		t.out.WriteString(l + "\n")
	}
	t.out.WriteString("\n")
	for _, s := range t.padRemarks(f) {
		t.say(s)
	}
	if !p.Finished {
		t.say(t.T("pad.next", p.Next.N, t.padSeat(f, e.Seating(), p.Next.Dealer)))
	}
	for _, c := range f.Changes {
		t.say(t.T("pad.changed", c.Line, t.padNotes(c.Notes)))
	}
	if f.IsEvening() && slices.ContainsFunc(e.Ledger(), func(a pad.Account) bool { return a.Rubbers > 0 }) {
		t.out.WriteString("\n" + t.ledger(f))
	}
}

// say writes a sentence, indented like the pad, over as many lines as it needs.
func (t *terminal) say(s string) { t.out.WriteString(t.sentence(s)) }

func (t *terminal) sentence(s string) string {
	var b strings.Builder
	for l := range strings.Lines(t.narrower().wrap([]string{s}, "", 2)) {
		b.WriteString(" " + t.paint.suits(l))
	}
	return b.String()
}

// padRemarks are the sentences under a pad.
func (t *terminal) padRemarks(f *padtext.File) (list []string) {
	p, seating := f.Evening.Table().Pad(), f.Evening.Seating()
	if n := len(p.Deals); n > 0 {
		d := p.Deals[n-1]
		s := t.T("pad.last", locale.Sentence(t.padDeal(f, seating, d.Deal)))
		if effects := t.padEffects(p, n, true, 0); effects != "" {
			s += " " + effects + "."
		}
		if !d.Counts {
			s += " " + locale.Sentence(t.T("pad.redealt", t.padSeat(f, seating, d.Dealer))) + "."
		}
		list = append(list, s)
	}
	if !p.Finished {
		if need := t.padNeed(p); need != "" {
			list = append(list, need)
		}
		return list
	}
	list = append(list, t.padEnd(p)...)
	list = append(list, t.padMargin(f, p))
	if f.IsEvening() {
		if next, err := f.Evening.Proposed(); err == nil {
			list = append(list, t.T("pad.next_rubber", t.padSeating(f, next)))
		} else {
			list = append(list, locale.Sentence(t.Error(err))+".")
		}
	}
	return list
}

// padEcho says what a line does, from the state after it.
func (t *terminal) padEcho(f *padtext.File, line padtext.Line, notes []pad.Note) string {
	p, seating := f.Evening.Table().Pad(), f.Evening.Seating()
	switch says := line.Says.(type) {
	case padtext.Setting, padtext.Players:
		return t.T("pad.echo_set", says.String())
	case padtext.Next:
		return t.T("pad.next_rubber", t.padSeating(f, seating))
	case padtext.Claim:
		return t.padDealt(f, len(p.Deals))
	case padtext.Act:
		switch says.Act.(type) {
		case pad.Dealt:
			return t.padDealt(f, len(p.Deals))
		case pad.Stopped:
			return strings.Join(append(t.padEnd(p), t.padMargin(f, p)), " ")
		}
		if len(notes) == 0 {
			return t.T("pad.echo_nothing")
		}
		return locale.Sentence(t.padNotes(notes)) + "."
	}
	return ""
}

// padDealt is the n-th deal in words, with what it brought, for example "3NT by WE,
// made: 100 below, the rubber 2 to 0, 700 above".
func (t *terminal) padDealt(f *padtext.File, n int) string {
	p := f.Evening.Table().Pad()
	d := p.Deals[n-1]
	s := locale.Sentence(t.padDeal(f, f.Evening.Seating(), d.Deal))
	effects := t.padEffects(p, n, false, d.Deal.Side)
	switch {
	case !d.Counts:
		effects = t.T("pad.redealt", t.padSeat(f, f.Evening.Seating(), d.Dealer))
	case effects == "":
		effects = t.T("pad.no_points")
	}
	return t.T("pad.echo", s, effects)
}

// padLineOf is a deal as a line that corrects it, with symbols that every language
// reads.
func (t *terminal) padLineOf(n int, d pad.Deal) string {
	text := padtext.Act{Act: pad.Edited{N: n, Deal: d}}.String()
	return strings.Replace(text, d.Contract.String(), notation.Contract(notation.English, notation.Symbols, d.Contract), 1)
}

// padDeal is a deal in words: "4♥ by Clara, two down".
func (t *terminal) padDeal(f *padtext.File, seating pad.Seating, d pad.Deal) string {
	if d.Passed {
		return t.T("outcome.passed_out")
	}
	c := t.Contract(d.Contract)
	switch {
	case d.Seat.Valid():
		c = t.T("outcome.by", c, t.padSeat(f, seating, d.Seat))
	case d.Side == bridge.EW:
		c = t.T("pad.by_them", c)
	default:
		c = t.T("pad.by_us", c)
	}
	return t.T("outcome.all", c, t.Made(d.Tricks-d.Contract.Tricks()))
}

// padSeat is who sits there, or the seat.
func (t *terminal) padSeat(f *padtext.File, s pad.Seating, seat bridge.Seat) string {
	if names := f.Names(); len(names) > 0 {
		return padName(names[padtext.Seats(s)[seat]-1])
	}
	return notation.SeatName(t.Words(), seat)
}

// padNames are the names of the partners, "Anna + Bert".
func (t *terminal) padNames(f *padtext.File, s pad.Seating) (names bridge.BySide[string]) {
	list := f.Names()
	if len(list) == 0 {
		return names
	}
	pair := func(p [2]pad.Player) string { return padName(list[p[0]-1]) + " + " + padName(list[p[1]-1]) }
	return bridge.BySide[string]{NS: pair(s.We), EW: pair(s.They)}
}

// padSeating is who plays whom, and who sits out.
func (t *terminal) padSeating(f *padtext.File, s pad.Seating) string {
	text := t.T("pad.we_against_they")
	if names := t.padNames(f, s); names.NS != "" {
		text = t.T("pad.against", names.NS, names.EW)
	}
	if len(s.Out) > 0 {
		var out []string
		for _, p := range s.Out {
			out = append(out, padName(f.Names()[p-1]))
		}
		text = t.N("pad.out", len(out), text, strings.Join(out, ", "))
	}
	return text
}

// padEffects is what the n-th deal brought, or for n = 0 the settlement: points by
// side and line, games, the rubber. In the long form the side is always named, in
// the short one only if it is not the one that declared.
func (t *terminal) padEffects(p *pad.Pad, n int, long bool, declarer bridge.Side) string {
	var parts []string
	points := func(side bridge.Side, line pad.Line, n score.Points) {
		key := "pad.short." + string(line)
		switch {
		case compares(p.Rules.Form):
			parts = append(parts, t.T("pad.side_gets", t.padSide(side), t.N("pad.imps", int(n))))
			return
		case long:
			key = "pad.long." + string(line)
		}
		s := t.T(key, int(n))
		if long || side != declarer {
			s = t.T("pad.side_gets", t.padSide(side), s)
		}
		parts = append(parts, s)
	}
	var below, above, rubber bridge.BySide[score.Points]
	for _, e := range p.Entries {
		if e.Deal != n {
			continue
		}
		sum := &above
		switch {
		case e.Line == pad.BelowLine:
			sum = &below
		case slices.Contains(rubberRules, e.Why().Rule):
			sum = &rubber
		}
		*sum = sum.With(e.Side, sum.Of(e.Side)+e.Points)
	}
	for _, side := range bridge.Sides {
		if v := below.Of(side); v > 0 {
			points(side, pad.BelowLine, v)
		}
	}
	for _, side := range bridge.Sides {
		if v := above.Of(side); v > 0 {
			points(side, pad.AboveLine, v)
		}
	}
	for i, g := range p.Games {
		if g.Deal != n || n == 0 {
			continue
		}
		switch {
		case p.Winner == g.Side && i == len(p.Games)-1:
			parts = append(parts, t.T("pad.the_rubber", p.Won.Of(g.Side), p.Won.Of(g.Side.Other())))
		default:
			parts = append(parts, t.T("pad.game", i+1))
		}
	}
	for _, side := range bridge.Sides {
		if v := rubber.Of(side); v > 0 {
			points(side, pad.AboveLine, v)
		}
	}
	return strings.Join(parts, ", ")
}

// padNeed says what each side needs below the line.
func (t *terminal) padNeed(p *pad.Pad) string {
	if p.Need.NS == 0 && p.Need.EW == 0 {
		return ""
	}
	var parts []string
	for _, side := range bridge.Sides {
		key := "pad.need_game"
		if p.Rules.Form != pad.Chicago && p.Won.Of(side) == 1 {
			key = "pad.need_rubber"
		}
		parts = append(parts, t.T(key, t.padSide(side), int(p.Need.Of(side))))
	}
	return t.T("pad.need", strings.Join(parts, ", "))
}

// padEnd says how it ended. Who won the rubber may have lost on points.
func (t *terminal) padEnd(p *pad.Pad) (list []string) {
	if p.Stopped {
		s := t.T("pad.ended_early")
		if effects := t.padEffects(p, 0, true, 0); effects != "" {
			s += " " + effects + "."
		}
		return append(list, s)
	}
	if !p.Winner.Valid() {
		return nil
	}
	key := "pad.won"
	switch margin := p.Margin; {
	case margin == 0:
		key = "pad.won_even"
	case (margin > 0) != (p.Winner == bridge.NS):
		key = "pad.won_but"
	}
	return append(list, t.T(key, t.padSide(p.Winner), p.Won.Of(p.Winner), p.Won.Of(p.Winner.Other())))
}

// padMargin is the difference, as it is settled, and the money.
func (t *terminal) padMargin(f *padtext.File, p *pad.Pad) string {
	if p.Margin == 0 {
		return t.T("pad.even")
	}
	ahead := bridge.NS
	if p.Margin < 0 {
		ahead = bridge.EW
	}
	margin := max(p.Margin, -p.Margin)
	if compares(p.Rules.Form) {
		return t.T("pad.ahead", t.padSide(ahead), t.N("pad.imps", int(margin))) + t.padMoney(f, p) + "."
	}
	s := t.T("pad.ahead", t.padSide(ahead), t.N("pad.points", int(margin)))
	if settled := p.Settled.Abs(); !p.Rules.Settle.Exact() {
		s += t.T("pad.rounded", t.Number(settled))
	}
	return s + t.padMoney(f, p) + "."
}

// padMoney is what each player gets or pays.
func (t *terminal) padMoney(f *padtext.File, p *pad.Pad) string {
	stake, ok := f.Setting("stake")
	if !ok {
		return ""
	}
	return t.T("pad.money", t.Number(padUnits(p).Abs()), t.Decimal(stake), t.Decimal(padStake(p, stake).Abs().Decimal(padPlaces(f))))
}

// padPlaces is the number of decimals of money: those of the stake, and more if the
// margin is settled to less than hundreds.
func padPlaces(f *padtext.File) int {
	stake, _ := f.Setting("stake")
	_, decimals, _ := strings.Cut(stake, ".")
	return len(decimals) + f.Evening.Table().Rules().StakePlaces()
}

// padOutcome is a finished rubber in one line.
func (t *terminal) padOutcome(f *padtext.File, p *pad.Pad, s pad.Seating) string {
	return t.T("pad.outcome", t.padSeating(f, s), int(p.Total.NS), int(p.Total.EW)) + " " + t.padMargin(f, p)
}

// noteKeys is how the keys of notes begin.
const noteKeys = "pad.note."

// padNotes puts what an act changed into words.
func (t *terminal) padNotes(notes []pad.Note) string {
	var parts []string
	for _, n := range notes {
		var args []any
		if n.Side.Valid() {
			args = append(args, t.padSide(n.Side))
		}
		for _, a := range n.Args {
			args = append(args, a)
		}
		name := strings.TrimPrefix(n.Key, noteKeys)
		if name == "winner" && !n.Side.Valid() {
			name = "no_winner"
		}
		parts = append(parts, t.T(noteKeys+name, args...))
	}
	return strings.Join(parts, "; ")
}

// ledger is the account of each player; every column sums to zero.
func (t *terminal) ledger(f *padtext.File) string {
	accounts := f.Evening.Ledger()
	_, stake := f.Setting("stake")
	settles := !f.Evening.Table().Rules().Settle.Exact()
	heads := []string{t.T("pad.ledger"), t.T("pad.column_rubbers"), t.T("pad.column_points")}
	if compares(f.Evening.Table().Rules().Form) {
		heads[2] = "IMP"
	}
	if settles {
		heads = append(heads, t.T("pad.column_settled"))
	}
	if stake {
		heads = append(heads, t.T("pad.column_money"))
	}
	table := [][]string{heads}
	for _, a := range accounts {
		row := []string{t.padPlayer(f, a.Player), strconv.Itoa(a.Rubbers), t.signed(exact.Int(a.Points), 0)}
		if settles {
			row = append(row, t.signed(a.Settled, 0))
		}
		if stake {
			row = append(row, t.signed(a.Money, padPlaces(f)))
		}
		table = append(table, row)
	}
	widths := make([]int, len(heads))
	for _, row := range table {
		for i, c := range row {
			widths[i] = max(widths[i], width(c))
		}
	}
	// Names get what the numbers leave.
	gap := 3
	var room int
	for ; ; gap-- {
		room = t.columns - 1
		for _, w := range widths[1:] {
			room -= gap + w
		}
		if room >= widths[0] || gap == 1 {
			break
		}
	}
	widths[0] = max(min(widths[0], room), 1)
	var b strings.Builder
	for i, row := range table {
		line := " " + left(cut(row[0], widths[0]), widths[0])
		for j, c := range row[1:] {
			line += strings.Repeat(" ", gap) + right(c, widths[j+1])
		}
		if i == 0 {
			line = t.paint.role(roleInk2, line)
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// padPlayer is the name of a player; without names, the seat.
func (t *terminal) padPlayer(f *padtext.File, p pad.Player) string {
	if names := f.Names(); len(names) > 0 {
		return padName(names[p-1])
	}
	for seat, q := range padtext.Seats(f.Evening.Seating()) {
		if q == p {
			return notation.SeatName(t.Words(), seat)
		}
	}
	return strconv.Itoa(int(p))
}

// signed is a number with its sign.
func (t *terminal) signed(v exact.Fraction, places int) string {
	s := t.Decimal(v.Abs().Decimal(places))
	if places == 0 {
		s = t.Number(v.Abs())
	}
	switch v.Sign() {
	case 1:
		return "+" + s
	case -1:
		return "-" + s
	}
	return s
}
