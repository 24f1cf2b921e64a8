// Package why holds derivations: what a number is made of, as a small tree of
// exact values, rules and inputs.
//
// One piece of code makes both the number and its explanation. A rule is a
// function that takes a [Pen] and returns a [Value]; with a pen the value
// carries the [Node] that made it, with no pen (nil) it is the number alone and
// nothing is written. Since the number is read from the same steps, an
// explanation cannot disagree with it.
//
//	func game(p *why.Pen, trickScore why.Value, premium int) why.Value {
//		return p.LookUp("L77.game", exact.Int(premium), []why.Value{trickScore})
//	}
//
// A node's rule is also the key of its text in the message catalogues, and its
// inputs are the arguments of that text: the package knows no language.
//
// # Promises
//
// [Node.Check] proves that every value follows from what stands below it. The
// JSON form is stable:
//
//	{"value":"240","rule":"L77.tricks","how":"product",
//	 "in":{"odd":"4","each":"30","times":"2"},"about":{"from":"1","to":"4"},
//	 "text":"4 × 30, doubled","of":[...]}
//
// Under "in" stand the inputs that are numbers of the arithmetic, under "about"
// those that are words; both are arguments of the text.
package why

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/overtrick/overtrick/exact"
)

// How says how a node's value came from its inputs and from the nodes below it.
type How string

// The ways. "Inputs" are the numbers among the named inputs.
const (
	Given      How = "given"      // a fact of the table or a number of the regulation
	Sum        How = "sum"        // of the nodes below
	Difference How = "difference" // the first node below less the others
	Product    How = "product"    // of the inputs and the nodes below
	Quotient   How = "quotient"   // the first node below divided by the second
	LookUp     How = "lookup"     // read off a table of the rule, with the inputs and the nodes below
	Greatest   How = "greatest"   // of the nodes below
	Least      How = "least"      // of the nodes below
	Rounding   How = "rounding"   // of the node below, by the inputs unit, half and centre
	Order      How = "order"      // one more than the input "better": a place in a list
	Same       How = "same"       // the node below, under another name
)

// Arg is a named input: a number or a word.
type Arg struct {
	Name   string
	Num    exact.Fraction
	Word   string
	IsWord bool
}

// Num is a number as input.
func Num(name string, n exact.Fraction) Arg { return Arg{Name: name, Num: n} }

// Int is a whole number as input.
func Int[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8](name string, n T) Arg {
	return Arg{Name: name, Num: exact.Int(n)}
}

// Word is a word as input: a contestant, a strain, an edition.
func Word(name, word string) Arg { return Arg{Name: name, Word: word, IsWord: true} }

// String gives the input's value.
func (a Arg) String() string {
	if a.IsWord {
		return a.Word
	}
	return a.Num.String()
}

// Node is one step of a derivation.
type Node struct {
	Value exact.Fraction
	Rule  string // the rule, and the key of its text, for example "L77.tricks"
	How   How
	In    []Arg
	Of    []*Node // what the value was made of, in order
	Text  string  // for people; empty until [Node.Say] fills it
}

// Arg gives the input of that name.
func (n *Node) Arg(name string) (Arg, bool) {
	for _, a := range n.In {
		if a.Name == name {
			return a, true
		}
	}
	return Arg{}, false
}

// Say gives a copy of the tree in which every node carries the text that say
// finds for it.
func (n *Node) Say(say func(*Node) string) *Node {
	if n == nil {
		return nil
	}
	c := *n
	c.Text = say(n)
	c.Of = make([]*Node, len(n.Of))
	for i, child := range n.Of {
		c.Of[i] = child.Say(say)
	}
	return &c
}

// Find gives the first node of that rule, depth first, nil if there is none.
func (n *Node) Find(rule string) *Node {
	if n == nil || n.Rule == rule {
		return n
	}
	for _, child := range n.Of {
		if found := child.Find(rule); found != nil {
			return found
		}
	}
	return nil
}

// Check proves the tree: every value follows from its inputs and from the nodes
// below it. What a table says ([LookUp]) and what was given is taken as it is;
// the rule's own tests answer for those. No derivation (nil) claims nothing.
func (n *Node) Check() error {
	if n == nil {
		return nil
	}
	for _, child := range n.Of {
		if err := child.Check(); err != nil {
			return err
		}
	}
	want, ok := n.evaluate()
	if !ok {
		return fmt.Errorf("why: %s: %q of %d nodes cannot be evaluated", n.Rule, n.How, len(n.Of))
	}
	if !want.Equal(n.Value) {
		return fmt.Errorf("why: %s is %v, but its %s is %v", n.Rule, n.Value, n.How, want)
	}
	return nil
}

func (n *Node) evaluate() (v exact.Fraction, ok bool) {
	of := make([]exact.Fraction, len(n.Of))
	for i, child := range n.Of {
		of[i] = child.Value
	}
	switch n.How {
	case Given, LookUp:
		return n.Value, true
	case Same:
		if len(of) != 1 {
			return v, false
		}
		return of[0], true
	case Order:
		better, found := n.Arg("better")
		return better.Num.Add(exact.Int(1)), found
	case Rounding:
		r, found := n.rounding()
		if !found || len(of) != 1 {
			return v, false
		}
		return of[0].Round(r), true
	case Quotient:
		if len(of) != 2 || of[1].Sign() == 0 {
			return v, false
		}
	case Difference, Greatest, Least:
		if len(of) == 0 {
			return v, false
		}
	case Sum, Product:
	default:
		return v, false
	}
	return fold(n.How, of, n.In), true
}

func (n *Node) rounding() (exact.Rounding, bool) {
	unit, ok1 := n.Arg("unit")
	half, ok2 := n.Arg("half")
	centre, _ := n.Arg("centre")
	h, err := exact.ParseHalf(half.Word)
	return exact.Rounding{Unit: unit.Num, Half: h, Centre: centre.Num}, ok1 && ok2 && err == nil
}

// MarshalJSON gives the one JSON form of derivations. Values and inputs are
// strings, so that no reader takes a fraction for a binary float.
func (n *Node) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	str := func(s string) {
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		_ = enc.Encode(s) // a string into a buffer cannot fail
		b.Truncate(b.Len() - 1)
	}
	b.WriteString(`{"value":`)
	str(n.Value.String())
	b.WriteString(`,"rule":`)
	str(n.Rule)
	b.WriteString(`,"how":`)
	str(string(n.How))
	args := func(member string, words bool) {
		count := 0
		for _, a := range n.In {
			if a.IsWord != words {
				continue
			}
			b.WriteString([]string{`,"` + member + `":{`, `,`}[min(count, 1)])
			count++
			str(a.Name)
			b.WriteByte(':')
			str(a.String())
		}
		if count > 0 {
			b.WriteByte('}')
		}
	}
	args("in", false)
	args("about", true)
	if n.Text != "" {
		b.WriteString(`,"text":`)
		str(n.Text)
	}
	for i, child := range n.Of {
		b.WriteString([]string{`,"of":[`, `,`}[min(i, 1)])
		c, err := child.MarshalJSON()
		if err != nil {
			return nil, err
		}
		b.Write(c)
	}
	if len(n.Of) > 0 {
		b.WriteByte(']')
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
