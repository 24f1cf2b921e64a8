package table

import (
	"regexp"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/score"
)

// award is what stands in one of the columns of awards.
type award struct {
	cell
	notPlayed  bool
	late       bool // not played yet
	bye        bool
	artificial event.Award
	assigned   []event.Assigned
}

var (
	percentText = regexp.MustCompile(`^([0-9]{1,40}(?:[.,][0-9]{1,40})?|[0-9]{1,40}/[0-9]{1,40})\s*%?$`)
	weightText  = regexp.MustCompile(`^([0-9]{1,40}(?:[.,][0-9]{1,40})?|[0-9]{1,40}/[0-9]{1,40})\s*%\s*(.+)$`)
	partText    = regexp.MustCompile(`^([0-9]{1,40}/[0-9]{1,40})\s+(.+)$`)
	impText     = regexp.MustCompile(`(?i)^([-+−–]?)\s*([0-9]{1,9}(?:[.,][0-9]{1,9})?|[0-9]{1,9}/[0-9]{1,9})\s*IMPs?$`)
	pointsText  = regexp.MustCompile(`^[-+−–]?\s*[0-9]{1,9}$`)
)

// mostIMPs is the most that a result can be worth.
const mostIMPs = 24

// fraction reads a decimal number with a point or a comma, or a fraction.
func fraction(s string) (exact.Fraction, bool) {
	f, err := exact.Parse(strings.ReplaceAll(s, ",", "."))
	return f, err == nil
}

// award reads what a side gets by a ruling. vul is that of the board.
func (c cell) award(vul bridge.Vulnerability) (award, error) {
	a := award{cell: c}
	switch {
	case c.empty():
		return a, nil
	case strings.EqualFold(c.text, "NP"):
		a.notPlayed = true
		return a, nil
	case strings.EqualFold(c.text, "late"):
		a.notPlayed, a.late = true, true
		return a, nil
	case strings.EqualFold(c.text, "bye"):
		a.bye = true
		return a, nil
	}
	if m := percentText.FindStringSubmatch(c.text); m != nil {
		p, ok := fraction(m[1])
		if !ok || p.Cmp(exact.Int(100)) > 0 {
			return a, c.fail("table.percent", "%q: a percentage is 0 to 100, and a score needs its weight: 100%% 420", c.text)
		}
		a.artificial = event.PercentAward(p)
		return a, nil
	}
	if m := impText.FindStringSubmatch(c.text); m != nil {
		p, ok := fraction(m[2])
		if !ok || p.Cmp(exact.Int(mostIMPs)) > 0 {
			return a, c.fail("table.imps", "%q: an award in IMPs is %d at most", c.text, mostIMPs)
		}
		if m[1] != "" && m[1] != "+" {
			p = p.Neg()
		}
		a.artificial = event.Award{Kind: event.FixedIMPs, IMPs: p}
		return a, nil
	}
	artificial, err := event.ParseAward(c.text)
	if err == nil {
		a.artificial = artificial
		return a, nil
	}
	a.assigned, err = c.assigned(vul)
	return a, err
}

// assigned reads outcomes with their weights.
func (c cell) assigned(vul bridge.Vulnerability) ([]event.Assigned, error) {
	var out []event.Assigned
	sum := exact.Int(0)
	parts := strings.Split(c.text, ";")
	for _, part := range parts {
		part = strings.TrimSpace(part)
		o := event.Assigned{Weight: exact.Int(1)}
		text, weighted, ok := part, true, true
		if m := weightText.FindStringSubmatch(part); m != nil {
			o.Weight, ok = fraction(m[1])
			o.Weight, text = o.Weight.Div(exact.Int(100)), m[2]
		} else if m := partText.FindStringSubmatch(part); m != nil {
			o.Weight, ok = fraction(m[1])
			text = m[2]
		} else {
			weighted = false
		}
		if !ok || o.Weight.Sign() <= 0 || !weighted && len(parts) > 1 {
			return nil, c.fail("table.weight", "outcome %q: want a weight before it, such as 60%%", part)
		}
		var err error
		if o.Result, o.Score, err = c.outcome(text, weighted, vul); err != nil {
			return nil, err
		}
		sum = sum.Add(o.Weight)
		out = append(out, o)
	}
	if !sum.Equal(exact.Int(1)) {
		return nil, c.fail("table.weights", "the weights add up to %s%%: want 100%%", sum.Mul(exact.Int(100)).Short(4))
	}
	return out, nil
}

// outcome reads a result, or a score if a weight tells it from a percentage.
func (c cell) outcome(text string, weighted bool, vul bridge.Vulnerability) (bridge.Result, *score.Points, error) {
	if weighted && pointsText.MatchString(text) {
		c.text = text
		p, err := c.points()
		if err == nil && !score.Law77().Possible(p, vul) {
			err = c.impossible(p, vul)
		}
		return bridge.Result{}, &p, err
	}
	w, err := notation.Parse(notation.English, text)
	switch {
	case err != nil && !weighted:
		err = c.fail("table.award", "award %q: want A+, A, A-, a percentage, NP, late, bye, or a list such as 60%% 4S S = ; 40%% 4S S -1", c.text)
	case err != nil:
		err = c.at(err)
	case w.Score != nil:
		err = c.fail("table.outcome_score", "outcome %q: want a result or a score, not both", text)
	case w.Result.IsZero():
		err = c.fail("table.outcome", "outcome %q: want contract, declarer and tricks, such as 4S S =", text)
	}
	return w.Result, nil, err
}

// plainSigns writes the signs that people use for minus as one, and leaves out blanks.
var plainSigns = strings.NewReplacer("−", "-", "–", "-", " ", "", "\t", "")

// points reads a score in North-South's view.
func (c cell) points() (score.Points, error) {
	text := c.text
	sound := true
	if strings.ContainsAny(text, "−– \t") {
		sound, text = pointsText.MatchString(text), plainSigns.Replace(text)
	}
	unsigned, minus := strings.CutPrefix(strings.TrimPrefix(text, "+"), "-")
	n, ok := digits(unsigned)
	if !ok || !sound || len(text)-len(unsigned) > 1 {
		return 0, c.fail("table.points", "score %q: want points in North-South's view, such as 420 or -100", c.text)
	}
	if minus {
		n = -n
	}
	return score.Points(n), nil
}

func (c cell) impossible(p score.Points, vul bridge.Vulnerability) error {
	return c.fail("table.impossible", "no result gives North-South %d points, vulnerable: %v", p, vul)
}

// ruling puts the awards of both columns together.
func ruling(ns, ew award) (r event.Ruled, err error) {
	r.Award = bridge.BySide[event.Award]{NS: ns.artificial, EW: ew.artificial}
	r.Assigned = bridge.BySide[[]event.Assigned]{NS: ns.assigned, EW: ew.assigned}
	artificial := !r.Award.NS.IsZero() || !r.Award.EW.IsZero()
	assigned := len(ns.assigned)+len(ew.assigned) > 0
	switch {
	case artificial && assigned:
		err = ew.at(bridge.Errorf(bridge.Unsupported, "table.mixed_ruling",
			"an assigned score for one side and an artificial one for the other are not supported: want the same kind for both"))
	case artificial && ns.empty():
		err = ns.oneAward()
	case artificial && ew.empty():
		err = ew.oneAward()
	case assigned && ns.empty():
		r.Assigned.NS = ew.assigned
	case assigned && ew.empty():
		r.Assigned.EW = ns.assigned
	}
	return r, err
}

// oneAward refuses an empty cell beside an artificial score.
func (c cell) oneAward() error {
	return c.fail("table.one_award", "the other side has an award: what does this one get?")
}
