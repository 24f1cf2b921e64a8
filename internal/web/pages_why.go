package web

import (
	"regexp"
	"slices"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/why"
)

// ground says why a number is what it is, as a bill does.
type ground struct {
	Head  string // the question
	Steps []reasonStep
	law   string // that the comparison follows, where one says it
	Score string // how the score came about
}

type reasonStep struct{ What, How, Value string }

// why is the reason of what a line of a board was worth to North-South, or to East-West
// where it was worth nothing to them.
func (e *seen) why(i int, l *event.Line) *ground {
	sheet := &e.standings.Boards[i]
	side, who := bridge.NS, l.Meeting.NS
	if !l.Points.NS.Counts {
		side, who = bridge.EW, l.Meeting.EW
	}
	if e.kind() == event.Teams || !l.Points.Of(side).Counts {
		return nil
	}
	node, err := e.standings.WhyLine(event.CardLine{Contestant: who, Session: sheet.Session, Board: sheet.Board, Side: side, Line: l})
	if err != nil {
		return nil // there is nothing to derive
	}
	out := &ground{Head: e.T("page.why", e.worth(e.printed(l.Points.Of(side)), boardUnit(e.standings.Info)), e.SideShort(side))}
	b := bill{seen: e, out: out}
	b.add(node)
	out.law = lawOf(node)
	if l.Score != nil && l.State != event.StateAdjusted && l.State != event.StateAssigned {
		out.Score = e.scoreWhy(l, sheet)
	}
	return out
}

// printed is what stands on the page of what a side got.
func (e *seen) printed(got event.Earned) event.Figure {
	if inPercent(boardUnit(e.standings.Info)) {
		return got.Percent
	}
	return got.Shown
}

// bill writes a derivation from its inputs to what they come to.
type bill struct {
	*seen
	out  *ground
	done []*why.Node
}

// add writes what a node is made of, and then the node.
func (b *bill) add(n *why.Node) {
	const many = 4 // terms that a calculation shows
	if slices.ContainsFunc(b.done, func(o *why.Node) bool { return sameStep(o, n) }) {
		return
	}
	b.done = append(b.done, n)
	what, how := b.What(n), b.Text(n)
	alike := n.How == why.Sum && len(n.Of) > many && !slices.ContainsFunc(n.Of, func(c *why.Node) bool { return !c.Value.Equal(n.Of[0].Value) })
	share := n.How == why.Product && len(n.Of) == 1 && n.Of[0].How == why.Quotient && len(n.In) == 1 // a share, in percent
	switch {
	case share:
		how = b.Number(n.In[0].Num) + " × " + b.Text(n.Of[0])
	case alike:
		how = b.Number(exact.Int(len(n.Of))) + " × " + b.Number(n.Of[0].Value)
	case how == what || n.How == why.Same || n.How == why.Sum && len(n.Of) > many:
		how = ""
	}
	of := n.Of
	if share {
		of = n.Of[0].Of
	}
	for _, c := range of {
		if alike || slices.Contains(plainSteps, n.Rule) {
			break
		}
		if share && len(c.Of) == 0 && len(c.In) > 0 { // the most that there is stands in the share
			continue
		}
		b.add(c)
	}
	if n.How == why.Given && len(n.In) == 0 {
		return // it says itself in what it is part of
	}
	b.out.Steps = append(b.out.Steps, reasonStep{what, minus(how), minus(b.short(n.Value))})
}

// plainSteps are the rules whose calculation names all that they are made of.
var plainSteps = []string{"butler.times", "ximp.difference"}

func sameStep(a, b *why.Node) bool {
	return a.Rule == b.Rule && a.Value.Equal(b.Value) && slices.EqualFunc(a.In, b.In, func(x, y why.Arg) bool {
		return x.Name == y.Name && x.Word == y.Word && x.Num.Equal(y.Num)
	}) && slices.EqualFunc(a.Of, b.Of, sameStep)
}

// short is a number of at most four decimals, with a sign if it is rounded.
func (e *seen) short(v exact.Fraction) string {
	const places = 4
	if v.Round(exact.Rounding{Unit: exact.DecimalUnit(places)}).Equal(v) {
		return e.Number(v)
	}
	return "≈ " + e.Decimal(v.Decimal(places))
}

var lawRule = regexp.MustCompile(`^L(\d+[A-Z]?\d*)\.`)

// lawOf is the number of the Law that a derivation names first: "78A".
func lawOf(n *why.Node) string {
	if m := lawRule.FindStringSubmatch(n.Rule); m != nil {
		return m[1]
	}
	for _, c := range n.Of {
		if law := lawOf(c); law != "" {
			return law
		}
	}
	return ""
}

// scoreWhy says how the score of a line came about.
func (e *seen) scoreWhy(l *event.Line, sheet *event.BoardSheet) string {
	pack := e.view.Opened.Pack()
	if l.Result.IsZero() || l.Result.PassedOut() || l.Version != "" || pack == nil {
		return ""
	}
	node, err := pack.Edition.WhyResult(l.Result, sheet.Vul)
	if err != nil {
		return ""
	}
	root := node.Find("L77")
	if root == nil {
		return ""
	}
	var parts []string
	for _, part := range root.Of {
		name := e.Locale.Name(part)
		if len(part.Of) == 0 && !hasArg(part, "odd") {
			name = e.What(part)
		}
		parts = append(parts, name+" "+minus(e.Number(part.Value)))
	}
	if len(parts) < 2 {
		return "" // it says itself
	}
	points := int(*l.Score)
	return e.T("page.why.score", max(points, -points), strings.Join(parts, " + "))
}

func hasArg(n *why.Node, name string) bool {
	_, ok := n.Arg(name)
	return ok
}
