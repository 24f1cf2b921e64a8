package locale

import (
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/why"
)

// Step is one line of a derivation, as on a bill.
type Step struct {
	What  string // "four odd tricks in spades"
	How   string // the calculation, "4 × 30, doubled"; empty where there is none
	Value exact.Fraction
	Name  string // "trick score"
}

// Steps are the lines that make up the score of a played contract: what stands
// below the node "L77" of its derivation, one line for each run of tricks. A
// derivation without that node has none.
func (l *Locale) Steps(n *why.Node, c bridge.Contract) []Step {
	var steps []Step
	root := n.Find("L77")
	if root == nil {
		return nil
	}
	for _, item := range root.Of {
		runs := []*why.Node{item}
		switch {
		case len(item.Of) > 0:
			runs = item.Of
		case item.Rule == "L77.undertricks":
			runs = root.Of
		}
		for i, run := range runs {
			steps = append(steps, l.step(run, c, i, len(runs)))
		}
		if item.Rule == "L77.undertricks" {
			break // they are all that a defeated contract has
		}
	}
	return steps
}

// step is the line of one node, the i-th of so many of its rule.
func (l *Locale) step(n *why.Node, c bridge.Contract, i, of int) Step {
	s := Step{What: l.What(n), How: l.calculation(n), Value: n.Value, Name: l.Name(n)}
	odd := number(n, "odd")
	if odd == 0 {
		return s
	}
	from, to := number(n, "from"), number(n, "to")
	if n.Rule == "L77.overtricks" && c.Doubling == bridge.Undoubled {
		from, to = from-int(c.Level), to-int(c.Level) // there they are counted as odd tricks
	}
	switch {
	case of > 1 && i == 0 && to-from > 1:
		s.What = l.T(n.Rule+".first_span", l.span(n.Rule, from, to))
	case of > 1 && i == 0:
		s.What = l.N(n.Rule+".first", odd, l.span(n.Rule, from, to))
	case of > 1:
		s.What = l.span(n.Rule, from, to)
	}
	if of > 1 && odd == 1 && number(n, "times") == 0 {
		s.How = "" // "1 × 200" says nothing that "200" does not
	}
	switch {
	case i > 0:
	case n.Rule == "L77.tricks":
		s.What = l.T("L77.tricks.in", s.What, notation.StrainName(l.Words(), c.Strain))
	case c.Doubling == bridge.Doubled:
		s.What = l.T("calculation.doubled", s.What)
	case c.Doubling == bridge.Redoubled:
		s.What = l.T("calculation.redoubled", s.What)
	}
	return s
}

// span names the tricks from … to: "second and third".
func (l *Locale) span(rule string, from, to int) string {
	ordinal := func(n int) string { return l.Pick(rule+".ordinals", n) }
	switch to - from {
	case 0:
		return ordinal(from)
	case 1:
		return l.T("calculation.and", ordinal(from), ordinal(to))
	}
	return l.T("calculation.to", l.Pick(rule+".from", from), l.Pick(rule+".to", to)) // in the case of the language
}

// Name is what the value of a node is called: "trick score", "premium".
func (l *Locale) Name(n *why.Node) string {
	if edition, ok := n.Arg("edition"); ok && n.Rule == "L77" {
		return l.Edition(edition.Word)
	}
	return l.T(n.Rule+".name", "")
}

// Edition is what an edition is called where a score ends: "Law 77", "code of
// 1943"; any other name is a house's.
func (l *Locale) Edition(code string) string {
	if l.Has("edition." + code) {
		return l.T("edition." + code)
	}
	return l.T("edition.house", code)
}

// What says in words what a node counts: "four odd tricks", "game, vulnerable".
func (l *Locale) What(n *why.Node) string {
	if odd := number(n, "odd"); odd > 0 {
		return l.Pick(n.Rule+".count", odd)
	}
	what := l.named(n.Rule+".what", n)
	switch n.Rule {
	case "L77.game", "L77.slam.small", "L77.slam.grand": // the premiums that depend on it
		if vul, _ := n.Arg("vul"); vul.Word == "yes" {
			return l.T("calculation.vulnerable", what)
		}
		return l.T("calculation.not_vulnerable", what)
	}
	return what
}

// Text is the text of a node in its JSON: the calculation, "4 × 30, doubled", or
// where there is none, what it counts.
func (l *Locale) Text(n *why.Node) string {
	if s := l.calculation(n); s != "" {
		return s
	}
	return l.What(n)
}

// calculation says how the value of a node came about; a value that was given or
// looked up has no calculation unless its rule has a text for it.
func (l *Locale) calculation(n *why.Node) string {
	if l.Has(n.Rule + ".text") {
		return l.named(n.Rule+".text", n)
	}
	if odd := number(n, "odd"); odd > 0 {
		s := l.named("calculation.run", n)
		switch times := number(n, "times"); {
		case times == 2 && n.Rule == "L77.tricks":
			s = l.T("calculation.doubled", s)
		case times == 4 && n.Rule == "L77.tricks":
			s = l.T("calculation.redoubled", s)
		case times > 1: // the doubled value, twice
			s = l.T("calculation.times", s, times)
		}
		return s
	}
	of := make([]string, len(n.Of))
	for i, child := range n.Of {
		of[i] = l.Number(child.Value)
		if child.Value.Sign() < 0 && i > 0 {
			of[i] = "(" + of[i] + ")"
		}
	}
	switch n.How {
	case why.Sum:
		return strings.Join(of, " + ")
	case why.Difference:
		return strings.Join(of, " − ")
	case why.Quotient:
		return strings.Join(of, " / ")
	case why.Product:
		var factors []string
		for _, a := range n.In {
			if a.Word == "" {
				factors = append(factors, l.Number(a.Num))
			}
		}
		return strings.Join(append(factors, of...), " × ")
	case why.Greatest:
		return l.T("calculation.greatest", strings.Join(of, "; "))
	case why.Least:
		return l.T("calculation.least", strings.Join(of, "; "))
	case why.Rounding:
		return l.T("calculation.rounded", strings.Join(of, ""), input(n, "unit"))
	case why.Order:
		return l.T("calculation.order", input(n, "better"))
	case why.Same:
		return strings.Join(of, "")
	}
	return ""
}

// named fills the places of a text with the inputs of a node, and {value} with
// its value.
func (l *Locale) named(key string, n *why.Node) string {
	places := map[string]string{"value": l.Number(n.Value)}
	for _, a := range n.In {
		if places[a.Name] = Clean(a.Word); a.Word == "" {
			places[a.Name] = l.Number(a.Num)
		}
	}
	s, ok := l.find(key, nil, places)
	if !ok {
		return n.Rule
	}
	return s
}

// number is the input of that name as a small whole number, 0 if there is none.
func number(n *why.Node, name string) int {
	a := input(n, name)
	v, _ := a.Int64()
	return int(v)
}

// input is the input of that name as a number, 0 if there is none; inputs that
// take no part in the calculation are words.
func input(n *why.Node, name string) exact.Fraction {
	a, _ := n.Arg(name)
	if a.Word == "" {
		return a.Num
	}
	v, err := exact.Parse(a.Word)
	if err != nil {
		return exact.Fraction{}
	}
	return v
}
