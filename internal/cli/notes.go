package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/regulation"
)

// foot says what stands below an answer: of contestants, how ties were broken in
// these lists, penalties, and who left or was replaced; of boards, which were ruled,
// not played or are still missing.
func (t *terminal) foot(r *reckoned, lists []event.List) string {
	var b strings.Builder
	say := func(notes []string) {
		for _, n := range notes {
			b.WriteString(t.wrap([]string{locale.Sentence(n)}, "", 2))
		}
	}
	for _, l := range lists {
		say(t.ties(r.standings, l))
	}
	say(t.worthless(r.standings))
	say(t.contestantNotes(r))
	notes := append(t.matchNotes(r), t.boardNotes(r)...)
	if more := len(notes) - moreFoot; more > 1 {
		notes = append(notes[:moreFoot], t.N("rank.more_notes", more))
	}
	say(notes)
	return b.String()
}

// ties says how contestants that had the same got their places.
func (t *terminal) ties(s *event.Standings, l event.List) (notes []string) {
	for i := 0; i < len(l.Rows); i++ {
		first := l.Rows[i]
		if len(first.Trace) == 0 {
			continue
		}
		group := l.Rows[i:min(i+first.Trace[0].Among, len(l.Rows))]
		i += len(group) - 1
		value := first.Percent
		if !inPercent(s.Info.Unit) {
			value = first.Total
		}
		amount := t.amount(s, value)
		if swissPairs(s) {
			amount = t.Decimal(first.VP.String()) + " " + t.T("column.vp")
		}
		names := make([]string, len(group))
		steps := 0
		for j, r := range group {
			names[j] = r.Contestant.String()
			steps = max(steps, len(r.Trace))
		}
		var tried []string
		for step := range steps {
			var values []string
			tie := regulation.Tie("")
			for _, r := range group {
				if len(r.Trace) > step {
					tie = r.Trace[step].Tie
					values = append(values, r.Contestant.String()+"\u00a0("+t.Number(r.Trace[step].Value.Rounded())+")")
				}
			}
			tried = append(tried, t.T(tieKey(s, "tiebreak.", tie), strings.Join(values, ", ")))
		}
		if slices.ContainsFunc(group, func(r event.Row) bool { return r.Tied }) {
			tried = append(tried, t.T("rank.shared"))
		}
		last := group[len(group)-1].Trace
		text := t.T("rank.tied", strings.Join(names, ", "), amount, strings.Join(tried, "; "))
		if len(group) == 2 && len(first.Trace) == len(last) && !first.Tied {
			n := len(last) - 1
			text = t.T("rank.ahead", names[0], names[1], amount, t.T(tieKey(s, "tiebreak.by.", last[n].Tie)),
				t.Number(first.Trace[n].Value.Rounded()), t.Number(last[n].Value.Rounded()))
		}
		notes = append(notes, text)
	}
	return notes
}

// tieKey is the text of a tie-break: teams met in a match, all others on boards.
func tieKey(s *event.Standings, prefix string, tie regulation.Tie) string {
	key := prefix + string(tie)
	switch {
	case s.Info.Kind != event.Teams || tie != regulation.HeadToHead:
	case listUnit(s) == regulation.VPs:
		key += ".vp"
	default:
		key += ".teams"
	}
	return key
}

// worthless says that artificial scores bring nothing where points are added (Law 78C),
// if there are any.
func (t *terminal) worthless(s *event.Standings) []string {
	if s.Info.Method == event.TotalPoints && slices.ContainsFunc(s.Boards, func(b event.BoardSheet) bool {
		return slices.ContainsFunc(b.Lines, func(l event.Line) bool { return l.State == event.StateAdjusted })
	}) {
		return []string{t.T("rank.no_points")}
	}
	return nil
}

// contestantNotes are penalties, and what became of contestants.
func (t *terminal) contestantNotes(r *reckoned) (notes []string) {
	s := r.standings
	for _, p := range s.Penalties {
		notes = append(notes, t.penaltyNote(r, p))
	}
	for _, l := range s.Lists {
		for _, row := range l.Rows {
			who := row.Contestant.String()
			if row.Withdrawn {
				notes = append(notes, t.T("rank.withdrawn", who))
			}
			if len(row.Substitutes) > 0 {
				names := r.People.Names(row.Substitutes)
				if len(names) == 0 {
					names = []string{noPlace}
				}
				notes = append(notes, t.T("rank.substitutes", who, locale.Clean(strings.Join(names, ", "))))
			}
		}
	}
	return notes
}

// penaltyNote says who was penalised, when and by how much.
func (t *terminal) penaltyNote(r *reckoned, p event.Penalised) string {
	who := p.Contestant.String()
	if p.Session > 0 && severalSessions(r.standings) {
		who = t.T("rank.in_session", who, p.Session)
	}
	if p.Round > 0 {
		who = t.T("rank.in_round", who, p.Round)
	}
	return t.T("penalty."+string(p.Kind), who, t.penalty(r, p))
}

// penalty is what a penalty takes away; of a warning it is nothing.
func (t *terminal) penalty(r *reckoned, p event.Penalised) string {
	amount := t.Number(p.Amount)
	switch p.Unit {
	case event.PenaltyTop:
		return t.T("penalty.top", t.T("percent", amount))
	case event.PenaltyMP:
		return amount + " " + t.T("column.mp")
	case event.PenaltyIMPs:
		return amount + " " + t.T("column.imp")
	case event.PenaltyVP:
		return amount + " " + t.T("column.vp")
	case event.PenaltyStandard:
		return t.T("penalty.standard", amount, t.T("percent", t.Number(r.pack.Penalty.Standard)))
	}
	return amount
}

// matchNotes are matches that are not played, or that the director ruled on.
func (t *terminal) matchNotes(r *reckoned) (notes []string) {
	for i := range r.standings.Matches {
		m := &r.standings.Matches[i]
		switch m.State {
		case event.MatchPlayed, event.MatchReported, event.MatchBye:
		default:
			notes = append(notes, t.T("teams.note", t.matchName(r, m), t.matchState(m)))
		}
		if m.Late != event.NobodysFault {
			notes = append(notes, t.T("teams.note", t.matchName(r, m), t.late(m)))
		}
	}
	return notes
}

// boardNotes are rulings, and boards that do not count or have no result.
func (t *terminal) boardNotes(r *reckoned) (notes []string) {
	s := r.standings
	several := severalSessions(s)
	where := func(m event.Meeting) string { return t.where(s, m) }
	gone := map[event.Contestant]bool{}
	for _, l := range s.Lists {
		for _, row := range l.Rows {
			gone[row.Contestant] = row.Withdrawn
		}
	}
	late := map[event.Meeting]bool{}
	for _, b := range s.Boards {
		if !slices.ContainsFunc(b.Lines, func(l event.Line) bool { return l.State != event.StateCancelled }) && len(b.Lines) > 0 {
			notes = append(notes, t.T("rank.cancelled", t.boardName(b.Session, b.Board, several)))
			continue
		}
		for _, l := range b.Lines {
			switch l.State {
			case event.StateAdjusted:
				notes = append(notes, t.T("rank.ruling", where(l.Meeting), t.award(l.Award.NS), t.award(l.Award.EW)))
			case event.StateAssigned:
				ns, ew := t.assigned(l.Ruling.NS), t.assigned(l.Ruling.EW)
				if ns == ew {
					notes = append(notes, t.T("rank.assigned", where(l.Meeting), ns))
				} else {
					notes = append(notes, t.T("rank.assigned_split", where(l.Meeting), ns, ew))
				}
			case event.StateNotPlayed:
				notes = append(notes, t.T("rank.not_played", where(l.Meeting)))
			case event.StateLate:
				late[l.Meeting] = true
			case event.StateMissed:
				notes = append(notes, t.T("rank.missed", where(l.Meeting)))
			case event.StateCancelled:
				if !gone[l.Meeting.NS] && !gone[l.Meeting.EW] && !gone[l.Meeting.South] && !gone[l.Meeting.West] {
					notes = append(notes, t.T("rank.cancelled", where(l.Meeting)))
				}
			}
		}
	}
	for _, m := range s.Open {
		key := "rank.open"
		if late[m] {
			key = "rank.late"
		}
		notes = append(notes, t.T(key, where(m)))
	}
	return notes
}

// boardName is a board, with its session where there are several.
func (t *terminal) boardName(session int, board bridge.Board, several bool) string {
	name := t.T("board", int(board))
	if several {
		return t.T("rank.session", max(session, 1), name)
	}
	return name
}

// where names a meeting: by its table if that is known, else by who met.
func (t *terminal) where(s *event.Standings, m event.Meeting) string {
	board := t.boardName(m.Session, m.Board, severalSessions(s))
	if m.Table > 0 {
		return t.T("rank.at_table", board, m.Table)
	}
	var who []string
	for _, side := range [][]event.Contestant{{m.NS, m.South}, {m.EW, m.West}} {
		if text := labels(side...); text != "" {
			who = append(who, text)
		}
	}
	switch {
	case len(who) == 0:
		return board
	case s.Info.Kind == event.Individuals:
		return t.T("rank.between_players", board, strings.Join(who, dash))
	}
	return t.N("rank.between", len(who), board, strings.Join(who, dash))
}

// labels are the numbers of those who sit on one side: one, or two partners.
func labels(who ...event.Contestant) string {
	var list []string
	for _, c := range who {
		if !c.IsZero() {
			list = append(list, c.Label())
		}
	}
	return strings.Join(list, partners)
}

// partners stands between the numbers of two players who are partners on a board.
const partners = "+"

// amount is a number of the lists with its unit.
func (t *terminal) amount(s *event.Standings, f event.Figure) string {
	text := t.Decimal(f.String())
	switch listUnit(s) {
	case regulation.VPs:
		return text + " " + t.T("column.vp")
	case regulation.IMPs:
		return text + " " + t.T("column.imp")
	case regulation.Points:
		return t.T("unit.points", text)
	case regulation.Won:
		return t.matchesWon(f)
	}
	return t.T("percent", text)
}

// matchesWon is a number of matches won; it may have a half.
func (t *terminal) matchesWon(f event.Figure) string {
	n, whole := f.Value.Int64()
	if !whole {
		return t.T("unit.won_part", t.short(f.Value))
	}
	return t.N("unit.won", int(n), t.short(f.Value))
}

// totalOf is the total of a row in its unit.
func (t *terminal) totalOf(s *event.Standings, row event.Row) string {
	if row.Won {
		return t.matchesWon(row.Total)
	}
	return t.amount(s, row.Total)
}

// assigned are the outcomes of an assigned score with their weights: "60% 4♠ S =, 40% 4♠ S
// -1".
func (t *terminal) assigned(list []event.Assigned) string {
	texts := make([]string, len(list))
	for i, o := range list {
		if texts[i] = t.result(o.Result); o.Result.IsZero() && o.Score != nil {
			texts[i] = strconv.Itoa(int(*o.Score))
		}
		if len(list) > 1 {
			texts[i] = t.T("percent", t.Number(o.Weight.Mul(exact.Int(100)))) + " " + texts[i]
		}
	}
	return strings.Join(texts, ", ")
}

// award is an artificial score as rulings write it: "A+", "60 %", "3 IMP".
func (t *terminal) award(a event.Award) string {
	switch {
	case a.IsZero():
		return noPlace
	case a.Kind == event.FixedPercent:
		return t.T("percent", t.Number(a.Percent))
	case a.Kind == event.FixedIMPs:
		return t.Number(a.IMPs) + " " + t.T("column.imp")
	}
	return string(a.Kind)
}
