package locale_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/format/pbn"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/score"
	"github.com/overtrick/overtrick/why"
)

func mustLocale(t *testing.T, lang string) *locale.Locale {
	t.Helper()
	l, err := locale.New(lang)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestStepsAddUp: the lines of a score add up to what was earned, and every line
// has its words, in every language and for every outcome of every edition.
func TestStepsAddUp(t *testing.T) {
	for _, lang := range locale.Languages() {
		l := mustLocale(t, lang)
		for _, e := range score.Editions() {
			score.Outcomes(func(o score.Outcome) {
				node, err := e.Why(o.Contract, o.Vul, o.Tricks)
				if err != nil {
					return // what the edition does not know
				}
				var sum exact.Fraction
				for _, s := range l.Steps(node, o.Contract) {
					sum = sum.Add(s.Value)
					if s.What == "" || s.Name == "" || strings.ContainsAny(s.What+s.How+s.Name, "{}|") {
						t.Errorf("%s %s %+v: %+v", lang, e.Code(), o, s)
					}
				}
				if want := node.Find("L77").Value; !sum.Equal(want) {
					t.Errorf("%s %+v: the steps make %v, want %v", e.Code(), o, sum, want)
				}
			})
		}
	}
}

// TestTexts: every node of every derivation of an evening says something.
func TestTexts(t *testing.T) {
	file, err := os.Open(filepath.Join("..", "..", "demo", "evening.pbn"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	f, err := pbn.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	e, err := event.Fold(f.Record().Facts)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Standings()
	if err != nil {
		t.Fatal(err)
	}
	var nodes []*why.Node
	for _, list := range s.Lists {
		for _, row := range list.Rows {
			node, err := s.WhyRow(row.Contestant)
			if err != nil {
				t.Fatal(err)
			}
			nodes = append(nodes, node)
			for _, line := range s.Card(row.Contestant) {
				if node, err := s.WhyLine(line); err == nil {
					nodes = append(nodes, node)
				}
			}
		}
	}
	for _, lang := range locale.Languages() {
		l := mustLocale(t, lang)
		for _, n := range nodes {
			n.Say(func(n *why.Node) string {
				text, name := l.Text(n), l.Name(n)
				if text == "" || name == "" || strings.ContainsAny(text+name, "{}|") || strings.Contains(text, n.Rule+".") {
					t.Errorf("%s: %s says %q and is called %q", lang, n.Rule, text, name)
				}
				return text
			})
		}
	}
}

func TestWhat(t *testing.T) {
	type lines []string
	for _, c := range []struct {
		lang, contract string
		vul            bool
		tricks         int
		want           lines
	}{
		{"en", "4S", true, 11, lines{
			"four odd tricks in spades | 4 × 30 | trick score",
			"one overtrick | 1 × 30 | overtricks",
			"game, vulnerable | 120 ≥ 100 | premium",
		}},
		{"en", "5HX", true, 8, lines{
			"first undertrick, doubled |  | undertricks",
			"second and third | 2 × 300 | undertricks",
		}},
		{"en", "5HX", false, 5, lines{
			"first undertrick, doubled |  | undertricks",
			"second and third | 2 × 200 | undertricks",
			"fourth to sixth | 3 × 300 | undertricks",
		}},
		{"en", "1NT", false, 7, lines{
			"one odd trick in no trump | 1 × 40 | trick score",
			"part-score | 40 < 100 | premium",
		}},
		{"en", "3NTXX", false, 10, lines{
			"first odd trick in no trump | 1 × 40, redoubled | trick score",
			"second and third | 2 × 30, redoubled | trick score",
			"one overtrick, redoubled | 1 × 100 × 2 | overtricks",
			"game, not vulnerable | 400 ≥ 100 | premium",
			"redoubled contract made |  | premium",
		}},
		{"de", "2CXX", true, 6, lines{
			"erster Faller, rekontriert | 1 × 200 × 2 | Faller",
			"zweiter | 1 × 300 × 2 | Faller",
		}},
		{"de", "7D", true, 13, lines{
			"sieben Stiche über sechs in Karo | 7 × 20 | Stichpunkte",
			"Vollspiel, in Gefahr | 140 ≥ 100 | Prämie",
			"Großschlemm, in Gefahr |  | Prämie",
		}},
		{"ru", "2D", false, 13, lines{
			"две взятки сверх шести, бубны | 2 × 20 | очки за взятки",
			"пять оверов | 5 × 20 | оверы",
			"частичная запись | 40 < 100 | премия",
		}},
		{"ru", "6C", false, 9, lines{
			"три недобора | 3 × 50 | недоборы",
		}},
		{"de", "6NT", false, 12, lines{
			"erster Stich über sechs in Sans Atout |  | Stichpunkte",
			"zweiter bis sechster | 5 × 30 | Stichpunkte",
			"Vollspiel, in Nichtgefahr | 190 ≥ 100 | Prämie",
			"Kleinschlemm, in Nichtgefahr |  | Prämie",
		}},
		{"ru", "6NT", false, 12, lines{
			"первая взятка сверх шести, без козыря |  | очки за взятки",
			"со второй по шестую | 5 × 30 | очки за взятки",
			"гейм, до зоны | 190 ≥ 100 | премия",
			"малый шлем, до зоны |  | премия",
		}},
		{"de", "7SX", true, 0, lines{
			"erster Faller, kontriert |  | Faller",
			"zweiter bis dreizehnter | 12 × 300 | Faller",
		}},
		{"ru", "7SX", true, 0, lines{
			"первый недобор, контра |  | недоборы",
			"со второго по тринадцатый | 12 × 300 | недоборы",
		}},
		{"ru", "5HX", false, 5, lines{
			"первый недобор, контра |  | недоборы",
			"второй и третий | 2 × 200 | недоборы",
			"с четвёртого по шестой | 3 × 300 | недоборы",
		}},
	} {
		t.Run(c.lang+" "+c.contract, func(t *testing.T) {
			l := mustLocale(t, c.lang)
			contract, err := bridge.ParseContract(c.contract)
			if err != nil {
				t.Fatal(err)
			}
			node, err := score.Law77().Why(contract, c.vul, c.tricks)
			if err != nil {
				t.Fatal(err)
			}
			var got lines
			for _, s := range l.Steps(node, contract) {
				got = append(got, s.What+" | "+s.How+" | "+s.Name)
			}
			if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// TestLongFirstRun: a house may price the first three tricks alike and the rest
// otherwise; then the first line is a span.
func TestLongFirstRun(t *testing.T) {
	values := score.Law77().Values()
	values.Undertrick.Not = score.Steps{50, 50, 50, 100}
	values.Major = score.Steps{30, 30, 30, 40}
	house, err := score.NewEdition("ours", values)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		lang   string
		tricks int
		want   string
	}{
		{"en", 5, "first to third undertricks; fourth and fifth"},
		{"de", 5, "erster bis dritter Faller; vierter und fünfter"},
		{"ru", 5, "недоборы с первого по третий; четвёртый и пятый"},
		{"en", 10, "first to third odd tricks in spades; fourth"},
		{"de", 10, "erster bis dritter Stich über sechs in Pik; vierter"},
		{"ru", 10, "взятки сверх шести с первой по третью, пики; четвёртая"},
	} {
		contract := bridge.Contract{Level: 4, Strain: bridge.Spades}
		node, err := house.Why(contract, false, c.tricks)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range mustLocale(t, c.lang).Steps(node, contract)[:2] {
			got = append(got, s.What)
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%s: %q, want %q", c.lang, text, c.want)
		}
	}
}
