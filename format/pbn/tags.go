package pbn

import (
	"slices"
	"strings"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
)

// tag is what the standard says of a tag.
type tag struct {
	table bool                // rows follow
	alone bool                // must not be inherited
	want  string              // what is allowed, for messages
	valid func(v string) bool // nil: every value is
}

// mandatory are the tags that every game of an export file has, in their order.
var mandatory = []string{
	"Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring",
	"Declarer", "Contract", "Result",
}

// tags are the tags of the standard and those that programs of the field have
// added (BridgeComposer, BCDD, Jack, RealBridge, Magic Contest). Values that
// depend on other tags are checked with the game.
var tags = map[string]tag{
	// Mandatory set. Unknown is "?", not applicable is empty.
	"Event": {}, "Site": {}, "West": {}, "North": {}, "East": {}, "South": {},
	"Date":       {want: "YYYY.MM.DD", valid: isDate},
	"Board":      {want: "a number from 1", valid: isBoard},
	"Dealer":     {alone: true, want: "N, E, S or W", valid: oneOf("N", "E", "S", "W")},
	"Vulnerable": {alone: true, want: "None, NS, EW or All", valid: func(v string) bool { _, ok := vulOf(v); return ok }},
	"Deal":       {alone: true}, // with the game
	"Scoring":    {want: "a way of scoring like MP or IMP;Butler", valid: func(v string) bool { return len(scoringOf(v).Unknown) == 0 }},
	"Declarer":   {alone: true, want: "N, E, S or W", valid: func(v string) bool { _, _, ok := declarerOf(v); return ok }},
	"Contract": {alone: true, want: "Pass, or a contract like 4S, 3NT or 2HX", valid: func(v string) bool {
		b := contractOf(v)
		return b.passedOut || b.trump.Valid()
	}},
	"Result": {want: "declarer's tricks, 0 to 13, or a form like NS 9 EW 4", valid: func(v string) bool { t := tricksOf(v); return t.ok || !t.known }},

	// Sections.
	"Auction":            {alone: true, want: "N, E, S or W", valid: oneOf("N", "E", "S", "W")},
	"Play":               {alone: true, want: "N, E, S or W", valid: oneOf("N", "E", "S", "W")},
	"Note":               {alone: true}, // with its section
	"ActionTable":        {table: true},
	"AuctionTimeTable":   {table: true},
	"InstantScoreTable":  {table: true},
	"OptimumPlayTable":   {table: true},
	"OptimumResultTable": {table: true},
	"PlayTimeTable":      {table: true},
	"ScoreTable":         {table: true},
	"TotalScoreTable":    {table: true},

	// Supplemental tags.
	"Annotator": {}, "AnnotatorNA": {}, "Application": {}, "BidSystemEW": {}, "BidSystemNS": {}, "DealId": {},
	"Description": {}, "EventSponsor": {}, "Generator": {}, "HomeTeam": {}, "VisitTeam": {}, "PairEW": {}, "PairNS": {},
	"Section": {}, "Stage": {}, "Termination": {}, "TimeCall": {}, "TimeCard": {}, "TimeControl": {},
	"WestNA": {}, "NorthNA": {}, "EastNA": {}, "SouthNA": {},
	"Competition": {want: "Cavendish, Chicago, Individuals, Pairs, Rubber or Teams", valid: oneOf("Cavendish", "Chicago", "Individuals", "Pairs", "Rubber", "Teams")},
	"EventDate":   {want: "YYYY.MM.DD", valid: isDate},
	"UTCDate":     {want: "YYYY.MM.DD", valid: isDate},
	"Time":        {want: "HH:MM:SS", valid: isTime},
	"UTCTime":     {want: "HH:MM:SS", valid: isTime},
	"FrenchMP":    {want: "Yes or No", valid: oneOf("Yes", "No")},
	"Hidden":      {want: "some of N, E, S and W", valid: func(v string) bool { return strings.Trim(v, "NESW") == "" }},
	"Mode":        {want: "EMB, IBS, OKB, TABLE or TC", valid: oneOf("EMB", "IBS", "OKB", "TABLE", "TC")},
	"Room":        {want: "Open or Closed", valid: oneOf("Open", "Closed")},
	"Round":       {want: "a number, or parts with points between them", valid: isRound},
	"Table":       {},
	"WestType":    {want: "human or program", valid: oneOf("human", "program")},
	"NorthType":   {want: "human or program", valid: oneOf("human", "program")},
	"EastType":    {want: "human or program", valid: oneOf("human", "program")},
	"SouthType":   {want: "human or program", valid: oneOf("human", "program")},

	// Scores.
	"Score": {want: wantAmount, valid: isAmount}, "ScoreIMP": {want: wantAmount, valid: isAmount}, "ScoreMP": {want: wantAmount, valid: isAmount},
	"ScorePercentage": {want: "0 to 100, with or without a side", valid: isPercentage},
	"ScoreRubber":     {want: "a form like 300/40 or NS 300/40", valid: rubberOf},
	"ScoreRubberHistory": {want: "a form like NS 0 0 / 100 0 EW 0 0 / 0 0", valid: func(v string) bool {
		_, ok := rubberHistoryOf(v)
		return ok
	}},
	"OptimumScore": {want: "a side and its points, like NS 420", valid: func(v string) bool {
		if a, ok := amountOf(v); ok && a.Declarer == nil {
			return true
		}
		side, rest, _ := strings.Cut(v, " ") // EW 4S; -620
		contract, _, has := strings.Cut(rest, ";")
		_, _, ok := parOf(v)
		return has && ok && isParContract(side+" "+contract)
	}},

	// Extensions.
	"Ability": {}, "BCFlags": {}, "DDResults": {}, "Minimax": {}, "OriginalRotationBasis": {}, "ParScore": {}, "RotationNote": {},
	"OptimumContract": {want: wantParContract, valid: isParContract}, "ParContract": {want: wantParContract, valid: isParContract},
	"DoubleDummyTricks": {want: "20 hexadecimal digits", valid: func(v string) bool {
		return len(v) == 20 && strings.Trim(v, "0123456789abcdefABCDEF") == ""
	}},
}

const wantParContract = "contracts of the par, like EW 4SX-1 or NS 3NT="

func isParContract(v string) bool {
	_, ok := parContractsOf(v)
	return ok
}

const wantAmount = "a number, with or without a side, like NS 420"

func oneOf(values ...string) func(string) bool {
	return func(v string) bool { return slices.Contains(values, v) }
}

func isDate(v string) bool { _, ok := standardDate(v); return ok }

func isBoard(v string) bool {
	n, ok := digits(v)
	return ok && n >= 1
}

func isTime(v string) bool {
	f := strings.Split(v, ":")
	for i, most := range []int{23, 59, 59} {
		if len(f) != 3 || len(f[i]) != 2 {
			return false
		}
		if n, ok := digits(f[i]); !ok || n > most {
			return false
		}
	}
	return true
}

// isRound allows 3, 1.A.2 and "-".
func isRound(v string) bool {
	if v == "-" {
		return true
	}
	for part := range strings.SplitSeq(v, ".") {
		if part == "" || strings.IndexFunc(part, func(r rune) bool { return r > 0x7F || !nameByte(byte(r)) }) >= 0 {
			return false
		}
	}
	return true
}

func isAmount(v string) bool { _, ok := amountOf(v); return ok }

func isPercentage(v string) bool {
	a, ok := amountOf(v)
	if !ok {
		return false
	}
	for _, n := range []*event.Printed{a.Declarer, a.By.NS, a.By.EW} {
		if n != nil && (n.Value.Sign() < 0 || n.Value.Cmp(exact.Int(100)) > 0) {
			return false
		}
	}
	return true
}
