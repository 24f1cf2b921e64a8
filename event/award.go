package event

import (
	"regexp"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
)

// Award is what a side gets by an artificial adjusted score (Law 12C2). The zero
// value is no award.
type Award struct {
	Kind    AwardKind      `json:"kind,omitempty"`
	Percent exact.Fraction `json:"percent,omitzero"` // of the board's top, for [FixedPercent]
	IMPs    exact.Fraction `json:"imps,omitzero"`    // for [FixedIMPs]
}

// AwardKind is the kind of an artificial score.
type AwardKind string

// The kinds. What the first three are worth is the regulation's.
const (
	AveragePlus  AwardKind = "A+"
	Average      AwardKind = "A"
	AverageMinus AwardKind = "A-"
	FixedPercent AwardKind = "percent" // this percentage, whatever the other boards brought
	FixedIMPs    AwardKind = "imps"    // so many IMPs, of lists by IMPs
)

// PercentAward is the award of a fixed percentage of the top.
func PercentAward(percent exact.Fraction) Award {
	return Award{Kind: FixedPercent, Percent: percent}
}

// IsZero reports whether a is no award.
func (a Award) IsZero() bool { return a.Kind == "" }

// String gives the award as files and sheets write it: "A+", "A", "A-", "60%".
func (a Award) String() string {
	switch a.Kind {
	case "":
		return "Award(none)"
	case FixedPercent:
		return a.Percent.Short(4) + "%"
	}
	return string(a.Kind)
}

var (
	averageWord = regexp.MustCompile(`^A(?:VE?|VG|VERAGE)?([-+=]?)$`)
	percentText = regexp.MustCompile(`^([0-9]{1,3}(?:\.[0-9]{1,4})?)%?$`)
	twoPercents = regexp.MustCompile(`^A([0-9]{2})([0-9]{2})$`)
)

// ParseAward reads what one side gets by an artificial score, in the ways that
// programs write it: A+, AVE, AV-, A=, 60, 61.8%.
func ParseAward(s string) (Award, error) {
	text := tidy(s)
	if m := averageWord.FindStringSubmatch(text); m != nil {
		return Award{Kind: map[string]AwardKind{"+": AveragePlus, "-": AverageMinus, "": Average, "=": Average}[m[1]]}, nil
	}
	if m := percentText.FindStringSubmatch(text); m != nil {
		if p, err := exact.Parse(m[1]); err == nil && p.Cmp(exact.Int(100)) <= 0 {
			return PercentAward(p), nil
		}
	}
	return Award{}, badAward(s)
}

// ParseAwards reads an artificial score for both sides, North-South first: A6040,
// A60/40, 60/40, 60%-40%, A+/A-, AVE/AVE+. One word for both, as in AVE, is given
// to each.
func ParseAwards(s string) (bridge.BySide[Award], error) {
	text := tidy(s)
	ns, ew, two := strings.Cut(text, "/")
	switch m := twoPercents.FindStringSubmatch(text); {
	case m != nil:
		ns, ew = m[1], m[2]
	case two:
		if len(ns) > 1 && ns[0] == 'A' && ns[1] >= '0' && ns[1] <= '9' {
			ns = ns[1:]
		}
	default:
		if ns, ew, two = strings.Cut(text, "%-"); two {
			break
		}
		if percentText.MatchString(text) { // a bare number is a score, not an award
			return bridge.BySide[Award]{}, badAward(s)
		}
		ns, ew = text, text
	}
	a, err1 := ParseAward(ns)
	b, err2 := ParseAward(ew)
	if err1 != nil || err2 != nil {
		return bridge.BySide[Award]{}, badAward(s)
	}
	return bridge.BySide[Award]{NS: a, EW: b}, nil
}

func tidy(s string) string {
	return strings.ToUpper(strings.Join(strings.Fields(strings.ReplaceAll(s, "−", "-")), ""))
}

func badAward(s string) error {
	return bridge.Errorf(bridge.Invalid, "award.unknown", "artificial score %q: want a form like A+/A-, A6040 or 60/40", s)
}
