package cli

import (
	"slices"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
)

// carryIMPs gives the first knock-out matches of a final the IMPs that the regulation lets
// them begin with (carry.knockout), from the standings of the stage before. A match that
// the files say a carry-over of keeps it, 0 as well. What cannot be said is a warning.
func (t *terminal) carryIMPs(r *reckoned) error {
	final := finalOf(r.Record)
	first := firstKnockouts(r.Record, final)
	if len(first) == 0 || openedOf(r.Record).Method != event.IMPs || r.pack.Knockout.Carry.Most.Sign() == 0 {
		return nil
	}
	var rounds []event.DrawRound
	for _, f := range r.Facts {
		if d, ok := f.Act.(event.Drawn); ok && slices.Contains(final, d.Session) {
			rounds = append(rounds, event.DrawRound{Session: d.Session, Round: d.Round})
		}
	}
	s, err := standingsOf(&event.Record{Facts: event.BeforeRounds(r.Facts, rounds), People: r.People}, r.pack)
	if err != nil {
		return at(r.name, err)
	}
	for _, i := range first {
		d, ok := r.Facts[i].Act.(event.Drawn)
		if !ok || d.Lead != nil {
			continue
		}
		v, err := s.CarryOver(nil, d.Home, d.Away)
		if e, ok := asError(err); ok {
			t.warn(r.name, []event.Warning{{Err: e}}, nil)
			continue
		}
		d.Lead = &v.Fraction
		r.Facts[i].Act = d
	}
	return nil
}

// finalOf are the sessions of the last of several stages.
func finalOf(record *event.Record) (sessions []int) {
	last := 1
	for _, f := range record.Facts {
		if s, ok := f.Act.(event.StageSet); ok && s.Stage > last {
			last, sessions = s.Stage, s.Sessions
		}
	}
	return sessions
}

// firstKnockouts are the facts that draw the knock-out matches of the first round of these
// sessions.
func firstKnockouts(record *event.Record, sessions []int) (facts []int) {
	var from [2]int
	for i, f := range record.Facts {
		d, ok := f.Act.(event.Drawn)
		if !ok || !d.Knockout || d.Away.IsZero() || !slices.Contains(sessions, d.Session) {
			continue
		}
		at := [2]int{d.Session, d.Round}
		if c := slices.Compare(at[:], from[:]); len(facts) == 0 || c < 0 {
			facts, from = nil, at
		} else if c > 0 {
			continue
		}
		facts = append(facts, i)
	}
	return facts
}

// noFinal refuses a final where there is no place for one.
func (s scoring) noFinal() error {
	if len(s.Final) > 0 {
		return bridge.At("--final", bridge.Errorf(Usage, "usage.final_stream", "an event of several stages cannot be read board by board: --final and --stream do not go together"))
	}
	return nil
}
