package why

import "github.com/overtrick/overtrick/exact"

// Value is a number, and the node that made it if a [Pen] was there.
type Value struct {
	exact.Fraction
	node *Node
}

// Node is the derivation, nil if none was written.
func (v Value) Node() *Node { return v.node }

// Plain is a number without a derivation.
func Plain(f exact.Fraction) Value { return Value{Fraction: f} }

// Pen writes derivations. The nil pen writes nothing: the same rules then give
// the same values, without nodes and without cost.
type Pen struct{}

// New is a pen that writes.
func New() *Pen { return &Pen{} }

// Given is a fact of the table or a number of the regulation.
func (p *Pen) Given(rule string, v exact.Fraction, in ...Arg) Value {
	return p.step(rule, Given, v, nil, in)
}

// LookUp is a value that the rule's table gives.
func (p *Pen) LookUp(rule string, v exact.Fraction, of []Value, in ...Arg) Value {
	return p.step(rule, LookUp, v, of, in)
}

// Same is v under the name of another rule.
func (p *Pen) Same(rule string, v Value, in ...Arg) Value {
	if p == nil {
		return v
	}
	return p.step(rule, Same, v.Fraction, []Value{v}, in)
}

// Sum adds up.
func (p *Pen) Sum(rule string, of []Value, in ...Arg) Value { return p.fold(rule, Sum, of, in) }

// Difference is the first less all others.
func (p *Pen) Difference(rule string, of []Value, in ...Arg) Value {
	return p.fold(rule, Difference, of, in)
}

// Product multiplies the values and the numbers among the inputs.
func (p *Pen) Product(rule string, of []Value, in ...Arg) Value { return p.fold(rule, Product, of, in) }

// Quotient is a / b; b must not be zero.
func (p *Pen) Quotient(rule string, a, b Value, in ...Arg) Value {
	return p.fold(rule, Quotient, []Value{a, b}, in)
}

// Greatest is the greatest of the values.
func (p *Pen) Greatest(rule string, of []Value, in ...Arg) Value {
	return p.fold(rule, Greatest, of, in)
}

// Least is the least of the values.
func (p *Pen) Least(rule string, of []Value, in ...Arg) Value { return p.fold(rule, Least, of, in) }

// Round rounds v. Rounding that changes nothing by definition ([exact.Rounding.Exact])
// leaves no trace.
func (p *Pen) Round(rule string, v Value, r exact.Rounding, in ...Arg) Value {
	if r.Exact() {
		return v
	}
	rounded := v.Round(r)
	if p == nil {
		return Value{Fraction: rounded}
	}
	in = append([]Arg{Num("unit", r.Unit), Word("half", r.Half.String()), Num("centre", r.Centre)}, in...)
	return p.step(rule, Rounding, rounded, []Value{v}, in)
}

// Place is a place in a list: one more than the number of those who are better.
func (p *Pen) Place(rule string, better int, of []Value, in ...Arg) Value {
	v := exact.Int(better + 1)
	if p == nil {
		return Value{Fraction: v}
	}
	return p.step(rule, Order, v, of, append([]Arg{Int("better", better)}, in...))
}

func (p *Pen) fold(rule string, how How, of []Value, in []Arg) Value {
	var buf [8]exact.Fraction
	fs := buf[:0]
	for _, v := range of {
		fs = append(fs, v.Fraction)
	}
	return p.step(rule, how, fold(how, fs, in), of, in)
}

func (p *Pen) step(rule string, how How, v exact.Fraction, of []Value, in []Arg) Value {
	if p == nil {
		return Value{Fraction: v}
	}
	n := &Node{Value: v, Rule: rule, How: how, In: append([]Arg(nil), in...)}
	for _, child := range of {
		if child.node == nil { // a number that came without its reason
			child.node = &Node{Value: child.Fraction, Rule: "given", How: Given}
		}
		n.Of = append(n.Of, child.node)
	}
	return Value{Fraction: v, node: n}
}

// fold is the arithmetic of the ways that need nothing but numbers; [Pen] and
// [Node.Check] share it.
func fold(how How, of []exact.Fraction, in []Arg) exact.Fraction {
	var v exact.Fraction
	if how == Product {
		v = exact.Int(1)
		for _, a := range in {
			if !a.IsWord {
				v = v.Mul(a.Num)
			}
		}
	}
	for i, f := range of {
		switch {
		case how == Product:
			v = v.Mul(f)
		case i == 0 || how == Greatest && f.Cmp(v) > 0 || how == Least && f.Cmp(v) < 0:
			v = f
		case how == Sum:
			v = v.Add(f)
		case how == Difference:
			v = v.Sub(f)
		case how == Quotient:
			v = v.Div(f)
		}
	}
	return v
}
