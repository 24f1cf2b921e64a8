package movement

import (
	"cmp"
	"slices"

	"github.com/overtrick/overtrick/bridge"
)

// losses says what a plan lacks: first what was wrong already, then round by round,
// then all told.
func (x *repairer) losses(m *Movement, audit *Audit, old []Finding, t Toll) []Loss {
	var out []Loss
	for _, f := range audit.Findings {
		if f.Fault { // of what was played: a plan itself has none
			out = append(out, f)
		}
	}
	for r := 1; r <= x.base.Rounds; r++ {
		out = append(out, x.lossesOf(m, r)...)
	}
	out = append(out, x.lossesOfAll(m)...)
	if n := x.base.Rounds - m.Rounds; n > 0 {
		out = append(out, Loss{Rule: RoundsLost, Round: m.Rounds + 1, Max: n})
	}
	counted := func(rule Rule, lowest, most int) {
		if most > lowest {
			out = append(out, Loss{Rule: rule, Round: x.first, Min: lowest, Max: most})
		}
	}
	counted(MoreTables, x.from.Tables, m.Tables)
	counted(MoreSets, x.from.Sets, m.Sets)
	counted(OtherSeats, 0, t.Seats)
	counted(OtherSets, 0, t.Sets)
	for _, f := range audit.Findings {
		worse := f.Rule == Uneven && f.Max-f.Min > unevenness(x.from) ||
			f.Rule == TooFew && slices.Contains(x.all, f.Contestants[0]) && !slices.ContainsFunc(old, func(o Finding) bool { return o.Rule == TooFew && o.Contestants[0] == f.Contestants[0] })
		if worse {
			out = append(out, f)
		}
	}
	return out
}

// lossesOf is what one round lacks.
func (x *repairer) lossesOf(m *Movement, r int) []Loss {
	var out []Loss
	if r < x.first {
		for t := 1; t <= x.from.Tables; t++ {
			if old, now := x.from.At(t, r), m.At(t, r); x.from.Plays(*old) && !x.fixed(now) {
				out = append(out, Loss{Rule: NotPlayed, Contestants: seatedAt(x.from, old), Round: r, Table: t, Set: old.Set})
			}
		}
		return out
	}
	if r > m.Rounds {
		return nil
	}
	copies := make([]int, x.sets+1)
	for t := 1; t <= m.Tables; t++ {
		s := m.At(t, r)
		if m.Plays(*s) {
			copies[s.Set]++
		} else if s.NS[0] > 0 && s.EW[0] > 0 && !waits(m, s) {
			out = append(out, Loss{Rule: NotPlayed, Contestants: seatedAt(m, s), Round: r, Table: t, Set: x.wanted(t, r).Set})
		}
	}
	told := map[Contestant]bool{}
	for _, l := range out {
		for _, c := range l.Contestants {
			told[c] = true
		}
	}
	at := x.placesOf(m, r)
	for _, c := range x.idle(m, r) {
		if !told[x.all[c]] {
			out = append(out, Loss{Rule: SitsOutNow, Contestants: []Contestant{x.all[c]}, Round: r, Table: at[c].table})
		}
	}
	for set, n := range copies {
		if n > x.allow[r][set] {
			out = append(out, Loss{Rule: Shared, Round: r, Set: set, Min: x.allow[r][set], Max: n})
		}
	}
	return out
}

// seatedAt are those who sit in a slot.
func seatedAt(m *Movement, s *Slot) []Contestant {
	return append(m.contestants(s, bridge.NS), m.contestants(s, bridge.EW)...)
}

// lossesOfAll is what contestants lack over the rounds: meetings again, lines, seats.
func (x *repairer) lossesOfAll(m *Movement) []Loss {
	var out []Loss
	rounds := map[couple][]int{}
	for r := 1; r <= m.Rounds; r++ {
		for t := 1; t <= m.Tables; t++ {
			if s := m.At(t, r); m.Plays(*s) {
				k := coupleOf(m.Contestant(bridge.NS, s.NS[0]), m.Contestant(bridge.EW, s.EW[0]))
				rounds[k] = append(rounds[k], r)
			}
		}
	}
	for k, in := range rounds {
		if last := in[len(in)-1]; len(in) > x.allowed(k) && last >= x.first {
			out = append(out, Loss{Rule: Repeat, Contestants: k[:], Round: last, Min: in[0], Max: len(in)})
		}
	}
	slices.SortFunc(out, func(a, b Loss) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), a.Contestants[0].compare(b.Contestants[0]), a.Contestants[1].compare(b.Contestants[1]))
	})
	places := make([][]seatPlace, m.Rounds+1)
	for r := x.first; r <= m.Rounds; r++ {
		places[r] = x.placesOf(m, r)
	}
	for c := range x.all {
		line, seat := Loss{Rule: ChangesLine, Contestants: x.all[c : c+1 : c+1]}, Loss{Rule: LeavesSeat, Contestants: x.all[c : c+1 : c+1], Table: x.home[c]}
		for r := x.first; r <= m.Rounds; r++ {
			old, now := x.place[r][c], places[r][c]
			if old.table == 0 || now.table == 0 {
				continue
			}
			if now.side != old.side {
				count(&line, r)
			}
			if x.home[c] > 0 && now.table != x.home[c] {
				count(&seat, r)
			}
		}
		for _, loss := range []Loss{line, seat} {
			if loss.Max > 0 {
				out = append(out, loss)
			}
		}
	}
	return out
}

// count counts one round more.
func count(l *Loss, round int) {
	l.Max++
	if l.Round == 0 {
		l.Round = round
	}
}

// placesOf is where everybody sits in a round.
func (x *repairer) placesOf(m *Movement, round int) []seatPlace {
	out := make([]seatPlace, len(x.all))
	for t := 1; t <= m.Tables; t++ {
		s := m.At(t, round)
		for _, side := range []bridge.Side{bridge.NS, bridge.EW} {
			if c, ok := x.index[m.Contestant(side, s.Side(side)[0])]; ok && out[c].table == 0 {
				out[c] = seatPlace{t, side}
			}
		}
	}
	return out
}

// checkAccident refuses what cannot be asked, and slots that nobody can have played.
func checkAccident(m *Movement, a Accident) error {
	if err := checkShape(m.Kind, m.Winners, m.Tables, m.Rounds, m.Sets); err != nil {
		return err
	}
	if len(m.Slots) != m.Tables*m.Rounds {
		return bridge.Errorf(bridge.Invalid, "movement.repair.slots", "%d slots: want one for each of %d tables in each of %d rounds", len(m.Slots), m.Tables, m.Rounds)
	}
	if a.Round < 1 || a.Round > m.Rounds {
		return bridge.Errorf(bridge.Invalid, "movement.repair.round", "round %d: want 1 to %d", a.Round, m.Rounds)
	}
	switch {
	case a.Tables < 0 || a.Tables > MaxTables:
		return bridge.Errorf(bridge.Invalid, "movement.repair.tables", "%d tables: want up to %d", a.Tables, MaxTables)
	case a.Copies < 0 || a.Copies > MaxTables:
		return bridge.Errorf(bridge.Invalid, "movement.repair.copies", "%d tables for a set: want up to %d", a.Copies, MaxTables)
	case a.Spare < 0 || a.Spare > MaxSets-m.Sets:
		return bridge.Errorf(bridge.Invalid, "movement.repair.spare", "%d sets more: want up to %d", a.Spare, MaxSets-m.Sets)
	case a.Steps < 0:
		return bridge.Errorf(bridge.Invalid, "movement.repair.steps", "%d steps of a search: want a number above 0, or 0 for the usual one", a.Steps)
	}
	for _, set := range a.Spoiled {
		if set < 1 || set > m.Sets {
			return bridge.Errorf(bridge.Invalid, "movement.repair.spoiled", "set %d: want 1 to %d", set, m.Sets)
		}
	}
	if err := checkPlayed(m, a.Round); err != nil {
		return err
	}
	return checkPeople(m, a)
}

// checkPlayed refuses slots that nobody can have played.
func checkPlayed(m *Movement, round int) error {
	n := 0
	for i := range m.Slots {
		s := m.Slots[i]
		for _, who := range []Who{s.NS, s.EW} {
			if who[0] < 0 || who[0] > maxNumber || who[1] < 0 || who[1] > maxNumber || who[1] != 0 && m.Kind != Individual || s.Set < 0 || s.Set > m.Sets || s.Table != i/m.Rounds+1 || s.Round != i%m.Rounds+1 {
				return bridge.Errorf(bridge.Invalid, "movement.repair.slot", "table %d, round %d: %s: want two sides, or one, and a set from 1 to %d", s.Table, s.Round, s.String(), m.Sets)
			}
		}
		if s.Played && !m.Plays(s) && !waits(m, &s) {
			return bridge.Errorf(bridge.Invalid, "movement.repair.played", "table %d, round %d: %s is marked as played: want two sides and a set", s.Table, s.Round, s.String())
		}
		if s.Played && s.Round < round {
			n++
		}
	}
	if n == 0 && round > 1 {
		return bridge.Errorf(bridge.Invalid, "movement.repair.nothing_played", "nothing is marked as played before round %d", round)
	}
	return nil
}

// checkPeople refuses who is gone and plays, or is late and has played.
func checkPeople(m *Movement, a Accident) error {
	all := m.Contestants()
	plays := map[Contestant]int{} // the last round
	for i := range m.Slots {
		if s := &m.Slots[i]; s.Played && m.Plays(*s) {
			for _, c := range seatedAt(m, s) {
				plays[c] = max(plays[c], s.Round)
			}
		}
	}
	line := func(c Contestant) error {
		if c.Number < 1 || c.Number > maxNumber || (m.Winners == 2) != (c.Line == bridge.NS || c.Line == bridge.EW) {
			return bridge.Errorf(bridge.Invalid, "movement.repair.line", "%s: want a number up to %d, with two winners N or E before it", c.String(), maxNumber)
		}
		return nil
	}
	for i, c := range a.Gone {
		if err := line(c); err != nil {
			return err
		}
		switch {
		case !slices.Contains(all, c):
			return bridge.Errorf(bridge.NotFound, "movement.repair.gone", "%s has left: nobody of this number plays", c.String())
		case plays[c] >= a.Round:
			return bridge.Errorf(bridge.Invalid, "movement.repair.gone_plays", "%s has left before round %d, and has played in round %d", c.String(), a.Round, plays[c])
		case slices.Contains(a.Gone[:i], c):
			return bridge.Errorf(bridge.Invalid, "movement.repair.twice", "%s is named twice", c.String())
		}
	}
	for i, l := range a.Late {
		c := l.Contestant
		if err := line(c); err != nil {
			return err
		}
		switch {
		case l.Round < 1 || l.Round > m.Rounds:
			return bridge.Errorf(bridge.Invalid, "movement.repair.round", "round %d: want 1 to %d", l.Round, m.Rounds)
		case m.Kind != Pairs && c != m.Phantom && !slices.Contains(all, c):
			return bridge.Errorf(bridge.Unsupported, "movement.repair.newcomer", "%s: only a movement of pairs can be changed for somebody new", c.String())
		case plays[c] > 0:
			return bridge.Errorf(bridge.Invalid, "movement.repair.late_plays", "%s comes late, and has played in round %d", c.String(), plays[c])
		case slices.Contains(a.Gone, c) || slices.ContainsFunc(a.Late[:i], func(k Late) bool { return k.Contestant == c }):
			return bridge.Errorf(bridge.Invalid, "movement.repair.twice", "%s is named twice", c.String())
		}
	}
	return nil
}
