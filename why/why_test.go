package why_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/why"
)

// tricks is the worth of four odd tricks in spades, doubled: the smallest rule
// that shows everything.
func tricks(p *why.Pen) why.Value {
	odd := p.Given("result.odd", exact.Int(4), why.Word("strain", "S"))
	return p.Product("L77.tricks", []why.Value{odd}, why.Int("each", 30), why.Int("times", 2))
}

// build makes a value by every way there is, from the same draws with and
// without a pen.
func build(t *rapid.T, p, nothing *why.Pen, depth int) (with, without why.Value) {
	ways := []why.How{why.Given, why.LookUp}
	if depth > 0 {
		ways = append(ways, why.Sum, why.Difference, why.Product, why.Quotient, why.Greatest, why.Least,
			why.Rounding, why.Order, why.Same)
	}
	how := rapid.SampledFrom(ways).Draw(t, "how")
	rule := "test." + string(how)
	number := func() exact.Fraction {
		return exact.Of(rapid.Int64Range(-1000, 1000).Draw(t, "numerator"), rapid.Int64Range(1, 12).Draw(t, "denominator"))
	}
	children := func(n int) (a, b []why.Value) {
		for range n {
			x, y := build(t, p, nothing, depth-1)
			if rapid.Bool().Draw(t, "plain") {
				x, y = why.Plain(x.Fraction), why.Plain(y.Fraction)
			}
			a, b = append(a, x), append(b, y)
		}
		return a, b
	}
	some := func() (a, b []why.Value) { return children(rapid.IntRange(1, 10).Draw(t, "children")) }
	switch how {
	case why.Given:
		v := number()
		return p.Given(rule, v), nothing.Given(rule, v)
	case why.LookUp:
		v := number()
		a, b := children(min(depth, 1))
		return p.LookUp(rule, v, a), nothing.LookUp(rule, v, b)
	case why.Sum:
		a, b := some()
		return p.Sum(rule, a), nothing.Sum(rule, b)
	case why.Difference:
		a, b := some()
		return p.Difference(rule, a), nothing.Difference(rule, b)
	case why.Product:
		a, b := children(rapid.IntRange(0, 2).Draw(t, "children"))
		in := []why.Arg{why.Num("times", number()), why.Word("strain", "S")}
		return p.Product(rule, a, in...), nothing.Product(rule, b, in...)
	case why.Quotient:
		a, b := children(1)
		by := exact.Of(rapid.Int64Range(1, 12).Draw(t, "divisor"), 5)
		return p.Quotient(rule, a[0], why.Plain(by)), nothing.Quotient(rule, b[0], why.Plain(by))
	case why.Greatest:
		a, b := some()
		return p.Greatest(rule, a), nothing.Greatest(rule, b)
	case why.Least:
		a, b := some()
		return p.Least(rule, a), nothing.Least(rule, b)
	case why.Rounding:
		a, b := children(1)
		r := exact.Rounding{
			Unit:   exact.Of(rapid.Int64Range(0, 10).Draw(t, "unit"), 10),
			Half:   exact.Half(rapid.IntRange(0, int(exact.Floor)).Draw(t, "half")),
			Centre: number(),
		}
		return p.Round(rule, a[0], r), nothing.Round(rule, b[0], r)
	case why.Order:
		a, b := some()
		better := rapid.IntRange(0, 200).Draw(t, "better")
		return p.Place(rule, better, a), nothing.Place(rule, better, b)
	default:
		a, b := children(1)
		return p.Same(rule, a[0]), nothing.Same(rule, b[0])
	}
}

// TestDerivations: with a pen and without one the value is the same, with one it
// is proved, and without one nothing is written.
func TestDerivations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		with, without := build(t, why.New(), nil, 2)
		if !with.Equal(without.Fraction) {
			t.Fatalf("with a pen %v, without %v", with, without)
		}
		if without.Node() != nil {
			t.Fatal("the nil pen wrote")
		}
		if with.Node() == nil { // a plain number, not rounded
			return
		}
		if err := with.Node().Check(); err != nil {
			t.Fatal(err)
		}
		if !with.Node().Value.Equal(with.Fraction) {
			t.Fatalf("value %v, node %v", with, with.Node().Value)
		}
		if b, err := json.Marshal(with.Node()); err != nil || !json.Valid(b) {
			t.Fatalf("JSON %s, %v", b, err)
		}
	})
}

// TestCheck: a wrong value is found whatever way it pretends to have come.
func TestCheck(t *testing.T) {
	p := why.New()
	two, three := p.Given("two", exact.Int(2)), p.Given("three", exact.Int(3))
	both := []why.Value{two, three}
	tenth := exact.Rounding{Unit: exact.Of(1, 10)}
	for _, tc := range []struct {
		how   why.How
		value why.Value
		want  string
	}{
		{why.Sum, p.Sum("r", both), "5"},
		{why.Difference, p.Difference("r", both), "-1"},
		{why.Product, p.Product("r", both, why.Int("times", 4)), "24"},
		{why.Quotient, p.Quotient("r", two, three), "2/3"},
		{why.Greatest, p.Greatest("r", both), "3"},
		{why.Least, p.Least("r", both), "2"},
		{why.Rounding, p.Round("r", p.Quotient("q", two, three), tenth), "7/10"},
		{why.Order, p.Place("r", 4, both), "5"},
		{why.Same, p.Same("r", two), "2"},
	} {
		t.Run(string(tc.how), func(t *testing.T) {
			n := tc.value.Node()
			if n.How != tc.how || n.Value.String() != tc.want {
				t.Fatalf("%v by %q, want %s by %q", n.Value, n.How, tc.want, tc.how)
			}
			if err := n.Check(); err != nil {
				t.Fatal(err)
			}
			wrong := *n
			wrong.Value = n.Value.Add(exact.Of(1, 1000))
			if wrong.Check() == nil {
				t.Errorf("%v passes as %q", wrong.Value, tc.how)
			}
			above := p.Sum("above", []why.Value{two}).Node()
			above.Of[0], above.Value = &wrong, wrong.Value
			if above.Check() == nil {
				t.Error("a wrong value passes below another node")
			}
			childless := *n
			childless.Of = nil
			if tc.how != why.Order && childless.Check() == nil {
				t.Error("it passes without what it was made of")
			}
		})
	}
	for name, n := range map[string]*why.Node{
		"an unknown way":          {Rule: "r", How: "guess"},
		"division by zero":        {Rule: "r", How: why.Quotient, Of: []*why.Node{two.Node(), p.Given("zero", exact.Fraction{}).Node()}},
		"order without a number":  {Rule: "r", How: why.Order, Value: exact.Int(1)},
		"rounding without a unit": {Rule: "r", How: why.Rounding, Value: exact.Int(2), Of: []*why.Node{two.Node()}},
		"an unknown rounding": {
			Rule: "r", How: why.Rounding, Value: exact.Int(2), Of: []*why.Node{two.Node()},
			In: []why.Arg{why.Int("unit", 1), why.Word("half", "sometimes")},
		},
	} {
		if n.Check() == nil {
			t.Errorf("%s passes", name)
		}
	}
	var none *why.Node
	if err := none.Check(); err != nil {
		t.Errorf("no derivation: %v", err)
	}
}

// TestJSON: the form that all doors print, byte for byte.
func TestJSON(t *testing.T) {
	const given = `{"value":"4","rule":"result.odd","how":"given","about":{"strain":"S"}}`
	n := tricks(why.New()).Node()
	for _, tc := range []struct {
		name string
		node *why.Node
		want string
	}{
		{"no text", n, `{"value":"240","rule":"L77.tricks","how":"product","in":{"each":"30","times":"2"},"of":[` + given + `]}`},
		{
			"with text", n.Say(func(n *why.Node) string {
				if n.Rule == "L77.tricks" {
					return "4 × 30, doubled"
				}
				return ""
			}),
			`{"value":"240","rule":"L77.tricks","how":"product","in":{"each":"30","times":"2"},"text":"4 × 30, doubled","of":[` + given + `]}`,
		},
		{
			"inputs alone", why.New().Product("L77.tricks", nil, why.Int("odd", 4), why.Int("each", 30), why.Int("times", 2)).Node(),
			`{"value":"240","rule":"L77.tricks","how":"product","in":{"odd":"4","each":"30","times":"2"}}`,
		},
		{
			"fractions, and two nodes below", why.New().Quotient("mean", why.Plain(exact.Int(-25)), why.Plain(exact.Int(2))).Node(),
			`{"value":"-25/2","rule":"mean","how":"quotient","of":[{"value":"-25","rule":"given","how":"given"},{"value":"2","rule":"given","how":"given"}]}`,
		},
		{"signs of markup", why.New().Given("a<b", exact.Int(1), why.Word("who", `"A" & <B>`)).Node(), `{"value":"1","rule":"a<b","how":"given","about":{"who":"\"A\" & <B>"}}`},
		{"no derivation", nil, "null"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var b strings.Builder
			enc := json.NewEncoder(&b)
			enc.SetEscapeHTML(false)
			if err := enc.Encode(tc.node); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want+"\n", b.String()); diff != "" {
				t.Errorf("JSON (-want +got):\n%s", diff)
			}
		})
	}
}

// TestSay: texts are written on a copy.
func TestSay(t *testing.T) {
	n := tricks(why.New()).Node()
	said := n.Say(func(n *why.Node) string { return "rule " + n.Rule })
	if said.Text != "rule L77.tricks" || said.Of[0].Text != "rule result.odd" {
		t.Errorf("texts %q, %q", said.Text, said.Of[0].Text)
	}
	if n.Text != "" || n.Of[0].Text != "" {
		t.Errorf("the original was written on: %q, %q", n.Text, n.Of[0].Text)
	}
	if (*why.Node)(nil).Say(nil) != nil {
		t.Error("no derivation said something")
	}
}

func TestFind(t *testing.T) {
	n := tricks(why.New()).Node()
	if found := n.Find("result.odd"); found != n.Of[0] {
		t.Errorf("found %v", found)
	}
	if found := n.Find("L77.tricks"); found != n {
		t.Errorf("found %v", found)
	}
	if found := n.Find("L78"); found != nil {
		t.Errorf("found %v", found)
	}
	if a, ok := n.Arg("each"); !ok || a.String() != "30" {
		t.Errorf("each is %v, %t", a, ok)
	}
	if a, ok := n.Of[0].Arg("strain"); !ok || a.String() != "S" {
		t.Errorf("strain is %v, %t", a, ok)
	}
	if _, ok := n.Arg("vul"); ok {
		t.Error("found an input that is not there")
	}
}

// TestInputsAreCopied: a caller may use its list of inputs again.
func TestInputsAreCopied(t *testing.T) {
	in := []why.Arg{why.Int("odd", 4)}
	n := why.New().Given("r", exact.Int(4), in...).Node()
	in[0] = why.Int("odd", 5)
	if a, _ := n.Arg("odd"); a.String() != "4" {
		t.Errorf("the node's input became %v", a)
	}
}

// TestNilPenIsFree: where nobody asks why, no memory is used.
func TestNilPenIsFree(t *testing.T) {
	var p *why.Pen
	a, b := why.Plain(exact.Int(100)), why.Plain(exact.Int(50))
	var sum why.Value
	if n := testing.AllocsPerRun(100, func() {
		sum = p.Sum("r", []why.Value{a, b, p.Product("q", []why.Value{a, b})})
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if sum.String() != "5150" {
		t.Errorf("the sum is %v", sum)
	}
}

func ExamplePen() {
	rule := func(p *why.Pen) why.Value {
		odd := p.Given("result.odd", exact.Int(4))
		trick := p.Product("L77.tricks", []why.Value{odd}, why.Int("each", 30))
		return p.Sum("L77", []why.Value{trick, p.LookUp("L77.game", exact.Int(500), []why.Value{trick})})
	}
	fmt.Println("fast:", rule(nil))

	n := rule(why.New()).Node()
	fmt.Println("with reasons:", n.Value, n.How, n.Check())
	for _, child := range n.Of {
		fmt.Println(" ", child.Value, child.Rule)
	}
	// Output:
	// fast: 620
	// with reasons: 620 sum <nil>
	//   120 L77.tricks
	//   500 L77.game
}

// TestEvaluateJSON: a program that knows nothing of us finds every product and
// sum right from the JSON alone.
func TestEvaluateJSON(t *testing.T) {
	type node struct {
		Value, How string
		In         map[string]string
		Of         []node
	}
	var evaluate func(n node) *big.Rat
	evaluate = func(n node) *big.Rat {
		number := func(s string) *big.Rat {
			r, ok := new(big.Rat).SetString(s)
			if !ok {
				t.Fatalf("%q is no number", s)
			}
			return r
		}
		v := number(n.Value)
		switch n.How {
		case "product":
			v = big.NewRat(1, 1)
			for _, in := range n.In {
				v.Mul(v, number(in))
			}
			for _, child := range n.Of {
				v.Mul(v, evaluate(child))
			}
		case "sum":
			v = new(big.Rat)
			for _, child := range n.Of {
				v.Add(v, evaluate(child))
			}
		}
		if v.Cmp(number(n.Value)) != 0 {
			t.Errorf("%s of %v is %v, the node says %s", n.How, n.In, v, n.Value)
		}
		return v
	}
	p := why.New()
	four := p.Product("tricks", nil, why.Int("odd", 4), why.Int("each", 30), why.Word("from", "1"), why.Word("to", "4"))
	total := p.Product("minus", []why.Value{p.Sum("all", []why.Value{four, p.LookUp("game", exact.Of(901, 3), nil, why.Word("trick_score", "120"))})}, why.Int("sign", -1))
	b, err := json.Marshal(total.Node())
	if err != nil {
		t.Fatal(err)
	}
	var n node
	if err := json.Unmarshal(b, &n); err != nil {
		t.Fatal(err)
	}
	if got := evaluate(n); got.Cmp(big.NewRat(-1261, 3)) != 0 {
		t.Errorf("%s evaluates to %v", b, got)
	}
}
