package locale

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/movement"
	"github.com/overtrick/overtrick/notation"
)

// Finding says in words what an audit found.
func (l *Locale) Finding(f movement.Finding) string {
	key := "movement.finding." + string(f.Rule)
	var who [2]string
	for i, c := range f.Contestants {
		if i < len(who) {
			who[i] = l.Contestant(c)
		}
	}
	switch f.Rule {
	case movement.SeatedTwice:
		return l.T(key, who[0], f.Round, f.Min, f.Table)
	case movement.SetTwice:
		return l.T(key, who[0], f.Set, f.Min, f.Round, f.Table)
	case movement.Itself, movement.HalfSeat:
		return l.T(key, who[0], f.Round, f.Table)
	case movement.OpenMatch, movement.Missing:
		return l.T(key, who[0], who[1])
	case movement.Nobody:
		return l.T(key)
	case movement.Repeat, movement.Copies, movement.SitsOut:
		return l.N(key, f.Max, who[0], who[1])
	case movement.Uneven, movement.NotAll, movement.Partners, movement.Opponents:
		return l.T(key, f.Min, f.Max)
	case movement.TooFew:
		return l.T(key, who[0], f.Min, f.Max)
	case movement.NotPlayed:
		return l.T(key, f.Table, f.Round, l.pairs(f.Contestants))
	case movement.SitsOutNow:
		return l.T(key, l.pairs(f.Contestants), f.Round)
	case movement.Shared:
		return l.N(key, f.Max, f.Set, f.Round)
	case movement.ChangesLine, movement.LeavesSeat:
		return l.N(key, f.Max, l.pairs(f.Contestants))
	case movement.OtherSeats, movement.OtherSets, movement.RoundsLost:
		return l.N(key, f.Max)
	case movement.MoreTables, movement.MoreSets:
		return l.T(key, f.Max, f.Min)
	}
	return Clean(f.String())
}

// Findings are findings as sentences: of each rule the first ones, and how many more
// there are.
func (l *Locale) Findings(list []movement.Finding) (lines []string) {
	const shown = 3
	count := map[movement.Rule]int{}
	for _, f := range list {
		count[f.Rule]++
	}
	seen := map[movement.Rule]int{}
	for _, f := range list {
		switch seen[f.Rule]++; {
		case seen[f.Rule] <= shown || count[f.Rule] == shown+1:
			lines = append(lines, sentence(l.Finding(f))+".")
		case seen[f.Rule] == shown+1:
			lines = append(lines, sentence(l.N("movement.more", count[f.Rule]-shown))+".")
		}
	}
	return lines
}

// Losses are losses as sentences; who sits out when stands in one.
func (l *Locale) Losses(list []movement.Loss) (lines []string) {
	var out []string
	rest := slices.DeleteFunc(slices.Clone(list), func(loss movement.Loss) bool {
		if loss.Rule != movement.SitsOutNow {
			return false
		}
		for _, c := range loss.Contestants {
			out = append(out, l.T("movement.sits_in", l.Contestant(c), loss.Round))
		}
		return true
	})
	if len(out) > 0 {
		lines = append(lines, sentence(l.T("movement.sit_outs", strings.Join(out, ", "))+"."))
	}
	return append(lines, l.Findings(rest)...)
}

// Contestant is who it is: "North-South 7", or the number alone.
func (l *Locale) Contestant(c movement.Contestant) string {
	if c.Line == 0 {
		return strconv.Itoa(c.Number)
	}
	return l.Side(c.Line) + " " + strconv.Itoa(c.Number)
}

// pair is a pair within a sentence: "North-South 7", "pair 7".
func (l *Locale) pair(c movement.Contestant) string {
	if c.Line == 0 {
		return l.T("movement.guide.pair", c.Number)
	}
	return l.Contestant(c)
}

// and joins what belongs together: "1, 2 and 3".
func (l *Locale) and(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	last := len(items) - 1
	return l.T("list.and", strings.Join(items[:last], ", "), items[last])
}

// pairs names several contestants within a sentence.
func (l *Locale) pairs(list []movement.Contestant) string {
	items := make([]string, len(list))
	for i, c := range list {
		items[i] = l.pair(c)
	}
	return l.and(items)
}

// numbers joins numbers: "1, 2 and 3".
func (l *Locale) numbers(n []int) string {
	items := make([]string, len(n))
	for i, v := range n {
		items[i] = strconv.Itoa(v)
	}
	return l.and(items)
}

// sentence begins with a capital.
func sentence(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// line is who an instruction is about: a side, or the players on a seat.
func (l *Locale) line(i movement.Instruction) string {
	if i.Seat.Valid() {
		return l.T("movement.guide.seat", i.Seat)
	}
	return l.Side(i.Side)
}

// after and in say which rounds: "after round 4", "in rounds 8 and 9".
func (l *Locale) after(rounds []int) string {
	return l.N("movement.guide.after", len(rounds), l.numbers(rounds))
}

func (l *Locale) in(rounds []int) string {
	return l.N("movement.guide.in", len(rounds), l.numbers(rounds))
}

// Instruction is what a director announces, as a sentence.
func (l *Locale) Instruction(i movement.Instruction) string { return sentence(l.instruction(i)) }

func (l *Locale) instruction(i movement.Instruction) string {
	key := "movement.guide." + string(i.Key)
	up, tables := "_up", i.By
	if i.By < 0 {
		up, tables = "_down", -i.By
	}
	first := movement.Contestant{}
	last := first
	if n := len(i.Contestants); n > 0 {
		first, last = i.Contestants[0], i.Contestants[n-1]
	}
	at := func(k int) int { // a table that may not be there
		if k < len(i.Tables) {
			return i.Tables[k]
		}
		return 0
	}
	switch i.Key {
	case movement.LineStays:
		return l.T(key, l.line(i))
	case movement.LineMoves:
		if len(i.Tables) == 2 {
			return l.T(key+up+"_round", l.line(i), at(0), at(1))
		}
		return l.N(key+up, tables, l.line(i))
	case movement.LineSkips:
		return l.N(key+up, tables, l.line(i), l.after(i.Rounds))
	case movement.LineWaits, movement.LineCards:
		return l.T(key, l.line(i), l.after(i.Rounds))
	case movement.SeatGoes:
		if i.From.Table == i.To.Table {
			return l.T("movement.guide.seat_turns", l.Side(i.From.Side), i.From.Table, l.Side(i.To.Side))
		}
		return l.T(key, l.Side(i.From.Side), i.From.Table, l.Side(i.To.Side), i.To.Table)
	case movement.PairsStay, movement.PlayersStay:
		names := make([]string, len(i.Contestants))
		for k, c := range i.Contestants {
			names[k] = l.Contestant(c)
		}
		return l.N(key, len(names), l.and(names))
	case movement.PairsFollow, movement.PlayersFollow:
		return l.T(key, first.Number, last.Number)
	case movement.BoardsMove:
		if len(i.Tables) == 2 {
			return l.T(key+up+"_round", at(0), at(1))
		}
		return l.N(key+up, tables)
	case movement.BoardsSkip:
		return l.N(key+up, tables, l.after(i.Rounds))
	case movement.BoardsWait:
		return l.T(key, l.after(i.Rounds))
	case movement.TablesShare:
		groups := make([]string, len(i.Groups))
		for k, g := range i.Groups {
			groups[k] = l.numbers(g)
		}
		if i.Rounds != nil {
			return l.T(key+"_rounds", strings.Join(groups, "; "), l.in(i.Rounds))
		}
		return l.T(key, strings.Join(groups, "; "))
	case movement.RelayStands:
		return l.N(key, i.By, at(0), at(1))
	case movement.ArrowSwitch:
		return l.T(key, l.in(i.Rounds))
	case movement.SwitchTables, movement.SwitchBut:
		return l.T(key, l.in(i.Rounds), l.numbers(i.Tables))
	case movement.PairMissing:
		if len(i.Tables) > 0 {
			return l.T(key+"_table", l.pair(first), at(0))
		}
		return l.T(key, l.pair(first))
	case movement.RoverSits:
		seats := make([]string, min(len(i.Tables), len(i.Rounds)))
		for k := range seats {
			seats[k] = l.T("movement.guide.table_in_round", i.Tables[k], i.Rounds[k])
		}
		return l.T(key, l.pair(first), l.Side(i.Side), strings.Join(seats, ", "))
	}
	return l.T(key)
}

// seat is a direction: of a player his seat, of a pair its side.
func (l *Locale) seat(p movement.Place) string {
	if p.Seat.Valid() {
		return notation.SeatName(l.Words(), p.Seat)
	}
	return l.Side(p.Side)
}

// Step says where somebody goes after a round, for a card: "go to table 3, East-West".
func (l *Locale) Step(s movement.Step) string {
	var seat string
	if s.To.Table > 0 {
		seat = l.seat(s.To)
	}
	text := l.T("movement.guide.step."+string(s.Key), s.To.Table, seat, l.Contestant(s.Instead))
	if s.SitsOut {
		return l.T("movement.guide.sits_out_there", text)
	}
	return text
}

// Usual says where somebody goes after most rounds, and after which not. It is empty
// where each round is different.
func (l *Locale) Usual(u movement.Usual) string {
	if u.Step.Key == "" {
		return ""
	}
	return l.butAfter(l.Step(u.Step), u.But)
}

// UsualBoards says where the boards of a table go after most rounds, and after which
// not. It is empty where each round is different.
func (l *Locale) UsualBoards(c movement.TableCard) string {
	if c.Boards.Key == "" {
		return ""
	}
	return l.butAfter(l.BoardStep(c.Boards), c.But)
}

func (l *Locale) butAfter(text string, rounds []int) string {
	if len(rounds) == 0 {
		return text
	}
	return l.T("movement.guide.but", text, l.after(rounds))
}

// WhoGoes puts together who goes and where: "North-South: stay".
func (l *Locale) WhoGoes(p movement.Place, step string) string {
	return l.T("movement.guide.goes", l.seat(p), step)
}

// BoardStep says where boards go after a round, for a card: "to table 3". After round
// 0 it says where they are at the beginning.
func (l *Locale) BoardStep(s movement.BoardStep) string {
	key := "movement.guide.boards."
	if s.Round == 0 {
		key = "movement.guide.start."
	}
	key += string(s.Key)
	switch s.Key {
	case movement.BoardsRelay, movement.BoardsRest:
		if s.Between[0] == 0 {
			return l.T(key+"_open", l.numbers(s.Tables))
		}
		return l.T(key, s.Between[0], s.Between[1])
	case movement.BoardsOut:
		return l.T(key)
	}
	return l.T(key, l.numbers(s.Tables))
}

// findingOf is the finding that a refusal or a warning speaks of. Its English text
// holds it as logs have it.
func findingOf(e *bridge.Error) (movement.Finding, bool) {
	if len(e.Args) == 0 {
		return movement.Finding{}, false
	}
	f, ok := e.Args[0].(movement.Finding)
	return f, ok
}

// MovementFamily is what people call a family of movements.
func (l *Locale) MovementFamily(name string) string {
	if key := "movement.family." + name; l.Has(key) {
		return l.T(key)
	}
	return Clean(name)
}

// MovementReason says what a movement is like.
func (l *Locale) MovementReason(r movement.Reason) string {
	key := "movement.reason." + string(r.Key)
	switch r.Key {
	case movement.MeetsSome, movement.PlaysUneven:
		return l.T(key, r.N, r.Of)
	case movement.LaysOut, movement.MeetsAgain, movement.Shares, movement.SitsOutOnce, movement.SitsOutMore, movement.SwitchesLast, movement.SwitchesSome, movement.StaySeated:
		return l.N(key, r.N)
	case movement.Skips:
		return l.T(key, r.N)
	case movement.Balanced:
		return l.T(key, l.Decimal(r.Q.Decimal(0)))
	}
	return l.T(key)
}

// Strategy says what a plan after an accident does.
func (l *Locale) Strategy(r movement.Repair) string {
	key := "movement.strategy." + string(r.Strategy)
	var who []string
	for _, c := range r.Contestants {
		who = append(who, l.pair(c))
	}
	switch r.Strategy {
	case movement.SkipNow, movement.SkipBoards, movement.BoardsShift:
		direction := ".up"
		if r.By < 0 {
			direction = ".down"
		}
		return l.N(key+direction, max(r.By, -r.By), r.From, l.numbers(r.Tables))
	case movement.SwapTwo, movement.PhantomComes:
		return l.T(key, l.and(who), r.From)
	case movement.RoverNS, movement.RoverEW:
		return l.T(key, l.and(who), r.From)
	case movement.ShareTable:
		return l.T(key, r.From, l.numbers(r.Tables))
	case movement.DropRounds:
		return l.T(key, r.From, r.From-1)
	}
	return l.T(key, r.From)
}
