package web

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/movement"
)

type repairIn struct {
	ID   string `path:"id" maxLength:"64" doc:"of the event"`
	Body mishapJSON
}

type mishapJSON struct {
	Session int        `json:"session,omitempty" minimum:"0"`
	Section string     `json:"section,omitempty" maxLength:"10"`
	Round   int        `json:"round,omitempty" minimum:"0" maximum:"1000" doc:"first that may change; absent: the first in which nothing was played"`
	Late    []lateJSON `json:"late,omitempty" maxItems:"20" doc:"who will play, and has not played yet"`
	Gone    []string   `json:"gone,omitempty" maxItems:"100" doc:"who plays no more"`
	Spoiled []int      `json:"spoiled,omitempty" maxItems:"400" doc:"boards that nobody is to play any more, each with all of its set"`
	Tables  int        `json:"tables,omitempty" minimum:"0" maximum:"200" doc:"that there are; absent: as many as needed"`
	Copies  int        `json:"copies,omitempty" minimum:"0" maximum:"20" doc:"of each board"`
	Spare   int        `json:"spare,omitempty" minimum:"0" maximum:"50" doc:"sets more than planned that can be brought"`
	Rounds  int        `json:"rounds,omitempty" minimum:"0" maximum:"1000" doc:"end after so many rounds, and change nothing else"`
	All     bool       `json:"all,omitempty" doc:"all plans, not the best few"`
}

type lateJSON struct {
	Contestant string           `json:"contestant,omitempty" maxLength:"20" doc:"the phantom, one of the plan or a new one; absent: the phantom if there is one, else a new one"`
	Persons    []event.PersonID `json:"persons,omitempty" maxItems:"20"`
	Round      int              `json:"round,omitempty" minimum:"0" doc:"that it comes for; absent: the first that may change"`
}

type repairedJSON struct {
	Round int          `json:"round" doc:"first that may change"`
	Plans []repairJSON `json:"plans" doc:"the one that breaks least first"`
	More  int          `json:"more,omitempty" doc:"plans that are not shown"`
}

type repairJSON struct {
	Strategy movement.Strategy `json:"strategy"`
	Title    string            `json:"title" doc:"what is done, as a sentence"`
	Words    []string          `json:"words" doc:"the same plan said otherwise, and who is who in it"`
	Lost     []string          `json:"lost" doc:"what the plan lacks, as sentences; empty: nothing is lost"`
	Best     bool              `json:"best,omitempty" doc:"no plan loses less"`
	Late     []string          `json:"late,omitempty" doc:"contestants that come late, as they play in this plan"`
	Plan     json.RawMessage   `json:"plan" doc:"for change_plan, late_pair or withdraw"`
	Commands []stepJSON        `json:"commands" doc:"that make it so, one after the other"`
}

type stepJSON struct {
	Command string          `json:"command"`
	Body    json.RawMessage `json:"body"`
}

// fewPlans is how many ways people look at.
const fewPlans = 4

func (s *Server) postRepair(ctx context.Context, v *visitor, in *repairIn) (*body[repairedJSON], error) {
	a, err := s.actor(ctx, v, in.ID)
	if err != nil {
		return nil, err
	}
	m, err := in.Body.mishap()
	if err != nil {
		return nil, err
	}
	plans, err := s.club.Repair(ctx, a, in.ID, m)
	if err != nil {
		return nil, err
	}
	t := s.pages.speak[v.Lang()]
	out := repairedJSON{Plans: []repairJSON{}}
	if !in.Body.All && len(plans) > fewPlans {
		out.More = len(plans) - fewPlans
		plans = plans[:fewPlans]
	}
	for _, p := range plans {
		out.Round = p.Plan.From
		plan, err := t.repair(&p, &in.Body, m.Gone)
		if err != nil {
			return nil, err
		}
		out.Plans = append(out.Plans, plan)
	}
	t.apart(out.Plans, plans)
	return &body[repairedJSON]{out}, nil
}

func (m *mishapJSON) mishap() (club.Mishap, error) {
	out := club.Mishap{Session: m.Session, Section: m.Section, Round: m.Round, Tables: m.Tables, Copies: m.Copies, Spare: m.Spare, Rounds: m.Rounds}
	for _, l := range m.Late {
		late := club.LateComer{Round: l.Round}
		if l.Contestant != "" {
			var err error
			if late.Contestant, err = event.ParseContestant(l.Contestant); err != nil {
				return out, err
			}
		}
		out.Late = append(out.Late, late)
	}
	for _, text := range m.Gone {
		who, err := event.ParseContestant(text)
		if err != nil {
			return out, err
		}
		out.Gone = append(out.Gone, who)
	}
	for _, b := range m.Spoiled {
		out.Spoiled = append(out.Spoiled, bridge.Board(b))
	}
	return out, nil
}

// apart makes titles differ that are the same, by whom the plans seat otherwise, or by
// who is who among those that come late.
func (s *speaker) apart(list []repairJSON, plans []club.Repaired) {
	for _, who := range []func(p *club.Repaired) (out []event.Contestant){
		func(p *club.Repaired) (out []event.Contestant) {
			for _, c := range p.Contestants {
				out = append(out, event.Contestant{Number: c.Number, Side: c.Line})
			}
			return out
		},
		func(p *club.Repaired) []event.Contestant { return p.Late },
	} {
		same := map[string]map[string]bool{} // what the plans of a title say
		said := make([]string, len(list))
		for i := range list {
			var names []string
			for _, c := range who(&plans[i]) {
				names = append(names, s.numbered(event.Pairs, c))
			}
			said[i] = strings.Join(names, ", ")
			if same[list[i].Title] == nil {
				same[list[i].Title] = map[string]bool{}
			}
			same[list[i].Title][said[i]] = true
		}
		for i := range list {
			if p := &list[i]; len(same[p.Title]) > 1 && said[i] != "" {
				p.Title += " (" + said[i] + ")"
			}
		}
	}
}

// repair says a way to go on, with the commands that make it so.
func (s *speaker) repair(p *club.Repaired, in *mishapJSON, gone []event.Contestant) (repairJSON, error) {
	out := repairJSON{
		Strategy: p.Strategy, Title: locale.Sentence(s.Strategy(p.Repair)), Words: []string{}, Lost: s.Losses(p.Lost), Best: p.Best, Commands: []stepJSON{},
	}
	if out.Lost == nil {
		out.Lost = []string{}
	}
	for _, w := range p.Also {
		out.Words = append(out.Words, locale.Sentence(s.T("movement.also", s.Strategy(movement.Repair{Way: w}))))
	}
	var commands []club.Command
	for i, who := range p.Late {
		out.Late = append(out.Late, who.String())
		out.Words = append(out.Words, s.T("console.repair.late", s.numbered(event.Pairs, who)))
		r := event.Registered{Contestant: who, Persons: in.Late[i].Persons}
		commands = append(commands, &club.Register{Registered: r})
	}
	for _, who := range gone {
		commands = append(commands, &club.Withdraw{Withdrew: event.Withdrew{Contestant: who}})
	}
	// The last one brings the plan with it, so that nobody sees the one without the other.
	switch n := len(commands); {
	case n == 0:
		commands = append(commands, &club.ChangePlan{Planned: p.Plan})
	case len(gone) > 0:
		commands[n-1] = &club.Withdraw{Withdrew: event.Withdrew{Contestant: gone[len(gone)-1]}, Plan: &p.Plan}
	default:
		last := len(p.Late) - 1
		commands[n-1] = &club.LatePair{Registered: event.Registered{Contestant: p.Late[last], Persons: in.Late[last].Persons}, Plan: p.Plan}
	}
	var err error
	if out.Plan, err = json.Marshal(p.Plan); err != nil {
		return out, err
	}
	for _, c := range commands {
		b, err := json.Marshal(c)
		if err != nil {
			return out, err
		}
		out.Commands = append(out.Commands, stepJSON{c.Name(), b})
	}
	return out, nil
}
