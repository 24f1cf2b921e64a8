package cli

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/draw"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/why"
)

// drawCommand draws the next round of a Swiss, or checks the rounds that were played.
type drawCommand struct {
	What       string   `arg:""` // next or check
	Files      []string `arg:""`
	Regulation string
	Set        []string `sep:"none"`
	Charset    string
	Pairs      string
	Penalties  string
	HalfScale  string
	Swiss      bool
	Scoring    string // the method of scoring; --method is that of the draw

	Round     string
	Method    string
	Seed      string
	Odd       string
	Rematches string
	Arrears   bool
	Ban       []string `sep:"none"`
	Fix       []string `sep:"none"`
	Drawn     string
}

// drawing is an event whose rounds are drawn.
type drawing struct {
	*reckoned
	rounds  []event.DrawRound
	numbers map[int]event.Contestant
	names   map[int]string
	options draw.Options
}

// Run implements the command.
func (c *drawCommand) Run(t *terminal) error {
	what := plain(c.What)
	if what != "next" && what != "check" {
		return bridge.Errorf(Usage, "usage.draw", "draw %q: want next or check", what)
	}
	if len(c.Files) == 0 {
		return bridge.Errorf(Usage, "usage.missing", "%s: an argument is missing", "draw")
	}
	o, err := c.options()
	if err != nil {
		return err
	}
	if what == "check" && (c.Round != "" || c.Drawn != "" || len(c.Ban) > 0 || len(c.Fix) > 0) {
		return bridge.Errorf(Usage, "usage.draw_check", "--round, --drawn, --ban and --fix belong to draw next")
	}
	round, err := count("--round", c.Round)
	if err != nil {
		return err
	}
	t.shown = shownWarnings
	d, err := c.read(t)
	if err != nil {
		return err
	}
	d.options = o
	if what == "check" {
		err = at(d.name, d.check(t, c))
	} else {
		err = d.next(t, c, round)
	}
	if e, ok := asError(err); ok && (e.Key == "event.odd_teams" || e.Key == "event.odd_pairs") {
		return wrongValue("--odd", e)
	}
	return err
}

// options are those of the draw.
func (c *drawCommand) options() (o draw.Options, err error) {
	choice := func(flag, text string, allowed ...string) string {
		if text = plain(text); text != "" && !slices.Contains(allowed, text) && err == nil {
			err = bridge.At(flag, bridge.Errorf(Usage, "usage.draw_choice", "%q: want one of %s", text, strings.Join(allowed, ", ")))
		}
		return text
	}
	o.Method = draw.Method(choice("--method", c.Method, "random", "slide", "fold", "neighbours"))
	o.Odd = draw.Kind(choice("--odd", c.Odd, "bye", "short_triangle", "long_triangle", "half_matches", "triangle"))
	if o.Odd == "short_triangle" { // as people call it; a draw has triangle
		o.Odd = draw.Triangle
	}
	o.Rematches = draw.Rematches(choice("--rematches", c.Rematches, "never", "over_swiss"))
	if err != nil {
		return o, err
	}
	if (o.Method == draw.Random) != (c.Seed != "") {
		return o, bridge.Errorf(Usage, "usage.draw_seed", "--method random and --seed belong together: the same seed gives the same draw")
	}
	if c.Seed != "" {
		if o.Seed, err = strconv.ParseUint(plain(c.Seed), 10, 64); err != nil {
			return o, bridge.At("--seed", bridge.Errorf(Usage, "usage.count", "%q: want a number from 1", plain(c.Seed)))
		}
	}
	for _, text := range c.Ban {
		two, err := twoNumbers("--ban", plain(text))
		if err != nil {
			return o, err
		}
		o.Bans = append(o.Bans, two)
	}
	for _, text := range c.Fix {
		two, err := twoNumbers("--fix", plain(text))
		if err != nil {
			return o, err
		}
		o.Fixed = append(o.Fixed, draw.Group{Kind: draw.Match, Contestants: two[:]})
	}
	return o, nil
}

// twoNumbers reads two contestants: 3-7.
func twoNumbers(flag, text string) (two [2]int, err error) {
	a, b, ok := strings.Cut(strings.ReplaceAll(text, "–", "-"), "-")
	one, err1 := strconv.Atoi(strings.TrimSpace(a))
	other, err2 := strconv.Atoi(strings.TrimSpace(b))
	if !ok || err1 != nil || err2 != nil {
		return two, bridge.At(flag, bridge.Errorf(Usage, "usage.draw_two", "%q: want two contestants like 3-7", text))
	}
	return [2]int{one, other}, nil
}

// read reads the files of an event. It may have no result yet: then it is drawn in the
// order of its numbers.
func (c *drawCommand) read(t *terminal) (*drawing, error) {
	s := scoring{Regulation: c.Regulation, Set: c.Set, Charset: c.Charset, Pairs: c.Pairs, Penalties: c.Penalties, HalfScale: c.HalfScale, swiss: c.Swiss, Method: c.Scoring, methodFlag: "--scoring"}
	s, base, err := t.checked(s)
	if err != nil {
		return nil, err
	}
	d := &drawing{reckoned: &reckoned{}}
	if d.name, d.Record, err = t.gather(c.Files, s); err != nil {
		return nil, err
	}
	opened := s.reopen(d.Record)
	if err := s.fits(opened); err != nil {
		return nil, err
	}
	if d.pack, err = s.under(base, opened); err != nil {
		return nil, err
	}
	if err = complete(d.Record); err == nil {
		d.standings, err = d.after(d.Facts)
	}
	t.warn(d.name, d.Warnings, err)
	if err != nil {
		return nil, at(d.name, err)
	}
	if d.standings != nil {
		for _, doubt := range d.standings.Doubts {
			t.warn(d.name, []event.Warning{{Err: doubt}}, nil)
		}
	}
	return d, at(d.name, d.gatherRounds())
}

// gatherRounds finds the rounds of the event, and what its contestants are called.
func (d *drawing) gatherRounds() (err error) {
	if d.standings != nil {
		if d.rounds, err = d.standings.DrawRounds(); err != nil {
			return err
		}
	}
	d.numbers, d.names = map[int]event.Contestant{}, map[int]string{}
	for _, f := range d.Facts {
		if r, ok := f.Act.(event.Registered); ok {
			d.numbers[r.Contestant.Number] = r.Contestant
			d.names[r.Contestant.Number] = locale.Clean(d.People.Name(r.Persons))
		}
	}
	return nil
}

// after are the standings of these facts; nil without an error where nothing was
// played yet.
func (d *drawing) after(facts []event.Fact) (*event.Standings, error) {
	e, err := event.Fold(facts)
	if err != nil {
		return nil, err
	}
	s, err := e.StandingsUnder(d.pack)
	if e, ok := asError(err); ok && e.Key == "event.no_results" {
		return nil, nil //nolint:nilnil // nothing was played, and that is no error
	}
	return s, err
}

// input is what the draw of the round after these depends on, from the standings of
// some facts.
func (d *drawing) input(facts []event.Fact, rounds []event.DrawRound, o draw.Options) (in draw.Input, pending []draw.Pending, err error) {
	s, err := d.after(facts)
	switch {
	case err != nil:
		return in, nil, err
	case s != nil:
		return s.DrawInput(rounds, o)
	}
	e, err := event.Fold(facts)
	if err != nil {
		return in, nil, err
	}
	in, err = e.DrawInput(rounds, o)
	return in, nil, err
}

// next draws the round after those of the file.
func (d *drawing) next(t *terminal, c *drawCommand, round int) (refused error) {
	if err := event.NoKnockout(d.Facts); err != nil {
		return at(d.name, err)
	}
	number := len(d.rounds) + 1
	switch {
	case round > 0 && round < number:
		return bridge.At("--round", bridge.Errorf(bridge.Conflict, "draw.there", "round %d was drawn already: the file has its matches, and no round is drawn twice", round))
	case round > number:
		return bridge.At("--round", bridge.Errorf(bridge.Invalid, "draw.ahead", "round %d cannot be drawn yet: round %d comes first", round, number))
	}
	facts := d.Facts
	if c.Arrears && len(d.rounds) > 0 {
		facts = event.BeforeRounds(facts, d.rounds[len(d.rounds)-1:])
	}
	in, pending, err := d.input(facts, d.rounds, d.options)
	if err != nil {
		return at(d.name, err)
	}
	defer func() {
		if refused != nil && len(event.PlayOn(d.rounds)) > 0 { // perhaps because so many are left out
			const key = "warning.play_on"
			t.warnings = append(t.warnings, remark{at: d.name, warningJSON: warningJSON{Key: key, Text: t.T(key, draw.List(event.PlayOn(d.rounds)), len(d.rounds))}})
		}
	}()
	for _, two := range d.options.Bans {
		for _, n := range two {
			if _, ok := d.numbers[n]; !ok {
				return bridge.At("--ban", bridge.Errorf(bridge.NotFound, "explain.pair", "there is no contestant %v in this event", event.Contestant{Number: n}))
			}
		}
	}
	out := drawJSON{Round: in.Round, After: in.After, PlayOn: event.PlayOn(d.rounds), Warnings: t.warningList()}
	if len(pending) > 0 {
		const limit = 20_000 // combinations of outcomes: two matches by a scale in hundredths, three in whole points
		if out.Forecast, err = draw.Before(in, pending, limit); err != nil {
			return at(d.name, err)
		}
		if len(out.Forecast.Cases) == 1 {
			out.Draw = out.Forecast.Cases[0].Draw
		}
	} else {
		earlier, err := t.earlier(plain(c.Drawn))
		if err != nil {
			return err
		}
		if out.Draw, err = draw.Once(in, earlier...); err != nil {
			return at(d.name, err)
		}
	}
	if t.json {
		return t.answer(out)
	}
	d.heading(t)
	if out.Forecast != nil {
		d.forecast(t, out.Forecast, pending)
	}
	if out.Draw != nil {
		d.drawn(t, in, out.Draw)
	}
	if len(out.PlayOn) > 0 && out.Draw == nil {
		t.out.WriteString("\n" + d.playOn(t))
	}
	return nil
}

// earlier reads the answer of an earlier draw.
func (t *terminal) earlier(path string) ([]*draw.Draw, error) {
	if path == "" {
		return nil, nil
	}
	name, data, err := t.read(path)
	if err != nil {
		return nil, err
	}
	var out drawJSON
	if err := json.Unmarshal(data, &out); err != nil || out.Draw == nil || out.Draw.Fingerprint == "" {
		return nil, bridge.At(name, bridge.Errorf(bridge.Invalid, "draw.file", "this is no draw: want what overtrick draw next --json has written"))
	}
	return []*draw.Draw{out.Draw}, nil
}

// heading is the title of the event.
func (d *drawing) heading(t *terminal) {
	if d.standings != nil {
		t.heading(d.standings)
		return
	}
	var info event.Info
	for _, f := range d.Facts {
		if o, ok := f.Act.(event.Opened); ok {
			info = event.Info{Title: o.Title, Club: o.Club, Date: o.Date, Kind: o.Kind}
		}
	}
	t.titled(info, []string{t.N("count.contestants", len(d.numbers))})
}

// call names a contestant: its number and name.
func (d *drawing) call(n int) string {
	return strings.TrimSpace(strconv.Itoa(n) + " " + d.names[n])
}

// points prints a score with the decimals of the list.
func (d *drawing) points(t *terminal, score exact.Fraction) string {
	f := event.Figure{Value: score, Places: 2}
	if d.standings != nil && !swissPairs(d.standings) && len(d.standings.Lists[0].Rows) > 0 {
		f.Places, f.Half = d.standings.Lists[0].Rows[0].Total.Places, d.standings.Lists[0].Rows[0].Total.Half
	}
	return t.Decimal(f.String())
}

// playOn says who has no place in the draw, because a long triangle takes this round too.
func (d *drawing) playOn(t *terminal) string {
	list := event.PlayOn(d.rounds)
	if len(list) == 0 {
		return ""
	}
	names := make([]string, len(list))
	for i, n := range list {
		names[i] = d.call(n)
	}
	return t.wrap([]string{locale.Sentence(t.T("drawing.long", strings.Join(names, dash), len(d.rounds))) + "."}, "", 2)
}

// calls names those of a group: "3 Herons – 7 Ravens", "bye: 5 Lapwings", "half matches of
// 2 with 4 and with 3".
func (d *drawing) calls(t *terminal, g draw.Group) string {
	names := make([]string, len(g.Contestants))
	for i, n := range g.Contestants {
		names[i] = d.call(n)
	}
	if g.Kind == draw.HalfMatches {
		return t.T("drawing.halves", names[0], names[1], names[2])
	}
	text := strings.Join(names, dash)
	if g.Kind != draw.Match {
		text = t.T("drawing.group", t.DrawKind(g.Kind), text)
	}
	return text
}

// drawn prints a draw: its pairings by table, and below them why each is what it is.
func (d *drawing) drawn(t *terminal, in draw.Input, drawn *draw.Draw) {
	title := t.T("drawing.first", drawn.Round)
	if drawn.After > 0 {
		title = t.T("drawing.title", drawn.Round, drawn.After)
	}
	if in.Options.Method == draw.Random {
		title += ", " + t.T("drawing.seeded", strconv.FormatUint(in.Options.Seed, 10))
	}
	t.out.WriteString(t.paintLines(roleBold, t.wrap([]string{locale.Sentence(title)}, "", 0)))
	score := map[int]string{}
	for _, c := range in.Contestants {
		score[c.ID] = ""
		if drawn.After > 0 {
			score[c.ID] = d.points(t, c.Score)
		}
	}
	g := grid{names: []int{2, 5}, second: 4}
	unit := t.T("column.vp")
	if d.standings != nil && !swissPairs(d.standings) {
		unit = t.unitName(listUnit(d.standings))
	}
	g.add(t.T("drawing.table"), t.T("drawing.home"), "", unit, t.T("drawing.away"), "", unit)
	for _, p := range drawn.Pairings {
		table := noPlace
		if p.Table > 0 {
			table = strconv.Itoa(p.Table)
		}
		for i, n := range p.Contestants {
			switch {
			case p.Kind == draw.Match && i == 1:
			case p.Kind == draw.Match:
				o := p.Contestants[1]
				g.add(table, strconv.Itoa(n), d.names[n], score[n], strconv.Itoa(o), d.names[o], score[o])
			case p.Kind == draw.HalfMatches && i > 0:
				g.add(table, strconv.Itoa(n), d.names[n], score[n], "", t.T("drawing.half", strconv.Itoa(p.Contestants[0])), "")
			default:
				g.add(table, strconv.Itoa(n), d.names[n], score[n], "", t.DrawKind(p.Kind), "")
			}
		}
	}
	t.draw(g)
	t.out.WriteString("\n" + t.paint.role(roleInk2, locale.Sentence(t.T("drawing.why"))) + "\n")
	for _, p := range drawn.Pairings {
		var reasons []string
		for _, r := range p.Why {
			if r.Key != draw.TableNext {
				reasons = append(reasons, t.Reason(r))
			}
		}
		t.out.WriteString(t.indented("  ", strings.ReplaceAll(draw.List(p.Contestants), ", ", dash)+": "+strings.Join(reasons, "; ")))
	}
	t.out.WriteString(d.playOn(t))
	if drawn.Rematches {
		t.out.WriteString(t.wrap([]string{locale.Sentence(t.T("drawing.again_allowed")) + "."}, "", 2))
	}
	t.out.WriteString(t.rule() + t.wrap([]string{t.T("drawing.fingerprint", drawn.Fingerprint[:16])}, "", 2))
}

// indented fills text into the page behind some columns; its second line and those
// after it stand two columns further in.
func (t *terminal) indented(margin, text string) string {
	narrow := *t
	narrow.columns -= len(margin)
	var b strings.Builder
	for line := range strings.Lines(narrow.wrap([]string{text}, "", 2)) {
		b.WriteString(margin + line)
	}
	return b.String()
}

// forecast prints what can be said before the last results are in.
func (d *drawing) forecast(t *terminal, f *draw.Forecast, pending []draw.Pending) {
	say := func(text string) { t.out.WriteString(t.wrap([]string{locale.Sentence(text) + "."}, "", 2)) }
	var open []string
	sum := 0
	for _, p := range pending {
		open = append(open, d.call(p.Contestants[0])+dash+d.call(p.Contestants[1]))
	}
	for _, c := range f.Cases {
		sum += c.Outcomes
	}
	say(t.T("drawing.pending_matches", strings.Join(open, ", ")))
	say(t.N("drawing.cases", len(f.Cases), f.Outcomes))
	if sum > f.Outcomes {
		say(t.T("drawing.level"))
	}
	if len(f.Cases) == 1 {
		t.out.WriteString("\n")
		return
	}
	list := func(groups []draw.Group) {
		for _, g := range groups {
			t.out.WriteString(t.indented("  ", d.calls(t, g)))
		}
	}
	if len(f.Same) > 0 {
		t.out.WriteString("\n" + t.paintLines(roleBold, t.wrap([]string{locale.Sentence(t.T("drawing.same")) + ":"}, "", 0)))
		list(f.Same)
	}
	const shown = 5
	for i, c := range f.Cases {
		if i == shown {
			t.out.WriteString("\n")
			say(t.N("drawing.more_cases", len(f.Cases)-shown))
			break
		}
		t.out.WriteString("\n" + t.paintLines(roleBold, t.wrap([]string{locale.Sentence(t.T("drawing.case", c.Outcomes, f.Outcomes)) + ":"}, "", 0)))
		var own []draw.Group
		for _, g := range c.Draw.Groups() {
			if slices.Contains(f.Open, g.Contestants[0]) {
				own = append(own, g)
			}
		}
		list(own)
	}
}

// drawJSON is the answer of draw next.
type drawJSON struct {
	Round    int            `json:"round"`
	After    int            `json:"after"`              // the standings were those after this round
	PlayOn   []int          `json:"play_on,omitempty"`  // these play the second half of a long triangle
	Draw     *draw.Draw     `json:"draw"`               // null: results are missing, and it depends on them
	Forecast *draw.Forecast `json:"forecast,omitempty"` // where results are missing
	Warnings []warningJSON  `json:"warnings"`
}

// check replays the rounds of the file, each from the standings that it should have been
// drawn from. How the first one was drawn the command line may say.
func (d *drawing) check(t *terminal, c *drawCommand) error {
	if len(d.rounds) == 0 {
		return bridge.Errorf(bridge.NotFound, "draw.nothing", "no round was played: there is nothing to check")
	}
	var played []draw.Played
	for i, r := range d.rounds {
		from := i
		if c.Arrears && i > 0 {
			from = i - 1
		}
		o := d.options
		o.Seed, o.Method = 0, ""
		if i == 0 {
			o.Seed, o.Method = d.options.Seed, d.options.Method
			if c.Method == "" {
				for _, g := range r.Groups {
					g.Round = 0
					o.Fixed = append(o.Fixed, g)
				}
			}
		}
		if c.Odd == "" { // the director chooses it round by round
			for _, g := range r.Groups {
				if g.Kind != draw.Match {
					o.Odd = g.Kind
				}
			}
		}
		in, pending, err := d.input(event.BeforeRounds(d.Facts, d.rounds[from:]), d.rounds[:i], o)
		if err != nil {
			return err
		}
		if len(pending) > 0 {
			two := pending[0].Contestants
			return bridge.Errorf(bridge.Unsupported, "draw.check_open", "the match of %d and %d is not over: what should have been drawn from it nobody can say", two[0], two[1])
		}
		plays := map[int]bool{}
		for _, g := range r.Groups {
			for _, n := range g.Contestants {
				plays[n] = true
			}
		}
		in.Contestants = slices.DeleteFunc(in.Contestants, func(x draw.Contestant) bool { return !plays[x.ID] })
		played = append(played, draw.Played{After: from, Standings: in.Contestants, Groups: r.Groups, Options: o})
	}
	most, ok := 0, false
	if d.standings != nil {
		most, ok = d.standings.Pool()
	}
	if !ok {
		most = 1 << 20 // without a fixed pool no opponent is said to be too strong
	}
	report, err := draw.Check(played, most)
	if err != nil {
		return err
	}
	if len(report.Findings)+len(report.Undrawable) > 0 {
		t.status = 1
	}
	if t.json {
		return t.answer(d.checkJSON(t, report, c.Method != "", most))
	}
	d.heading(t)
	d.report(t, report, c.Method != "", most)
	return nil
}

// remedies are what the match of a mismatched contestant counts, if the wrong draw was
// its own fault, or was not; empty: what it counts anyway.
func (d *drawing) remedy(x draw.Compared, round, most int) (actual exact.Fraction, remedied *exact.Fraction) {
	at := d.rounds[round-1]
	for i := range d.standings.Matches {
		m := &d.standings.Matches[i]
		if m.Session != at.Session || m.Round != at.Round || !m.HasVP {
			continue
		}
		for _, side := range bridge.Sides {
			own := bridge.BySide[event.Contestant]{NS: m.Home, EW: m.Away}
			if own.Of(side).Number != x.Contestant || own.Of(side.Other()).Number != x.Actual {
				continue
			}
			actual = m.VP.Of(side).Value
			v := draw.Remedy(nil, x.Verdict, x.Verdict == draw.Benefit, why.Plain(actual), most).Fraction
			if x.Verdict != draw.NoMismatch && !v.Equal(actual) {
				remedied = &v
			}
		}
	}
	return actual, remedied
}

// report prints what a check found.
func (d *drawing) report(t *terminal, r *draw.Report, first bool, most int) {
	say := func(text string, indent int) {
		t.out.WriteString(t.indented(strings.Repeat(" ", indent), locale.Sentence(text)+"."))
	}
	if !first {
		say(t.T("drawing.check_first"), 0)
	}
	if len(r.Findings)+len(r.Undrawable) == 0 {
		say(t.N("drawing.check_good", len(d.rounds)), 0)
	}
	for i, f := range r.Findings {
		if i == 0 || r.Findings[i-1].Round != f.Round {
			if i > 0 || !first {
				t.out.WriteString("\n")
			}
			t.out.WriteString(t.paintLines(roleBold, t.T("drawing.check_round", f.Round)+"\n"))
		}
		say(t.T("drawing.check_other", d.calls(t, f.Group)), 2)
		for _, x := range f.Each {
			text := t.T("drawing.check_bye", d.call(x.Contestant))
			if x.Correct > 0 {
				text = t.T("drawing.check_correct", d.call(x.Contestant), d.call(x.Correct), d.points(t, x.CorrectScore), d.points(t, x.ActualScore))
			}
			if x.Verdict != draw.NoMismatch {
				text += "; " + t.T("drawing.verdict."+string(x.Verdict))
				if actual, v := d.remedy(x, f.Round, most); v != nil {
					text += ": " + t.T("drawing.remedy."+string(x.Verdict), d.points(t, actual), d.points(t, *v))
				}
			}
			say(text, 4)
		}
	}
	for _, n := range r.Undrawable {
		say(t.T("drawing.check_undrawable", n), 0)
	}
	for _, n := range r.Unsettled {
		say(t.T("drawing.check_unsettled", n), 0)
	}
}

// checkJSON is the answer of draw check.
type checkJSON struct {
	Rounds     int           `json:"rounds"`
	First      bool          `json:"first_checked"` // whether the first round was replayed, too
	Findings   []findingJSON `json:"findings"`
	Undrawable []int         `json:"undrawable"` // rounds for which the rule has no draw
	Unsettled  []int         `json:"unsettled"`  // rounds with more ties than were tried in every order
	Warnings   []warningJSON `json:"warnings"`
}

type findingJSON struct {
	Round int            `json:"round"`
	Group draw.Group     `json:"group"`
	Each  []comparedJSON `json:"each"`
}

type comparedJSON struct {
	draw.Compared
	VP     string `json:"vp,omitempty"`     // of the match
	Remedy string `json:"remedy,omitempty"` // instead: of harm that was not its fault, of a benefit that was
}

func (d *drawing) checkJSON(t *terminal, r *draw.Report, first bool, most int) checkJSON {
	out := checkJSON{
		Rounds: len(d.rounds), First: first, Findings: []findingJSON{}, Warnings: t.warningList(),
		Undrawable: append([]int{}, r.Undrawable...), Unsettled: append([]int{}, r.Unsettled...),
	}
	for _, f := range r.Findings {
		found := findingJSON{f.Round, f.Group, []comparedJSON{}}
		for _, x := range f.Each {
			one := comparedJSON{Compared: x}
			if actual, v := d.remedy(x, f.Round, most); v != nil {
				one.VP, one.Remedy = actual.Short(4), v.Short(4)
			}
			found.Each = append(found.Each, one)
		}
		out.Findings = append(out.Findings, found)
	}
	return out
}
