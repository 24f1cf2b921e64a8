package regulation

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/score"
)

// Setting describes one name that a pack may set.
type Setting struct {
	Name    string
	Meaning string
	Allowed string // the words or the form of its value

	Words     []string // the words, where they are a closed list; read-only
	Low, High int      // the bounds of a number that is free between them, else 0

	set  func(p *Pack, value string) error
	laws func(v score.Values) string // its value in a code of laws, where that has one
}

// Settings lists all settings in the order of their names.
func Settings() []Setting {
	return slices.SortedFunc(slices.Values(settings), func(a, b Setting) int { return cmp.Compare(a.Name, b.Name) })
}

// settings is the one list of names; a pack holds what their set functions say.
var settings = slices.Concat([]Setting{
	form("name", "what results call the pack", "text", text(func(p *Pack) *string { return &p.Name })),
	form("extends", "the pack that it inherits from", "the name of a pack", text(func(p *Pack) *string { return &p.Extends })),
	form("title", "the body's name, for people", "text", text(func(p *Pack) *string { return &p.Title })),
	form("version", "changes whenever a value changes", "text", text(func(p *Pack) *string { return &p.Version })),
	form("producers", "programs whose files follow this pack, as they name themselves", "names, separated by commas", func(p *Pack, v string) error {
		p.Producers = nil
		for name := range strings.SplitSeq(v, ",") {
			p.Producers = append(p.Producers, strings.TrimSpace(name))
		}
		return nil
	}),

	words("mp.unit", "scale of printed matchpoints: 2 for a result beaten and 1 for a tie, 1 and a half, or percent of the top",
		func(p *Pack) *Unit { return &p.Matchpoints.Unit }, TwoScale, OneScale, PercentScale),
	words("mp.short_boards", "a board with fewer results than expected: Neuberg's formula, or as it is; to reproduce old results, times expected by actual results, or one matchpoint for each missing result",
		func(p *Pack) *ShortBoards { return &p.Matchpoints.ShortBoards }, Neuberg, Plain, ByFactor, PlusOne),
	form(
		"mp.rounding", "rounding of a board score, in matchpoints of mp.unit (2 per win where that is percent); away and toward refer to the average", roundingForm,
		func(p *Pack, v string) (err error) { p.Matchpoints.Rounding, err = parseRounding(v); return err },
	),
	words("mp.small_groups", "a group of two or three results of a fouled board: Neuberg's formula; percentages around 60 by the rule of the EBU, of the ACBL, or always; 55 and 45 for two results (New Zealand)",
		func(p *Pack) *SmallGroups { return &p.Matchpoints.SmallGroups }, GroupsNeuberg, GroupsEBU, GroupsACBL, GroupsNZ, GroupsAlways),
	words("mp.sheet", "matchpoints printed on a board sheet: those that enter the total, or those of the results that are there unless the board holds an artificial score",
		func(p *Pack) *Sheet { return &p.Matchpoints.Sheet }, FullSheet, PlainSheet),
	form("mp.bye", "what a contestant without an opponent gets: no board, the mean of its other boards, or a percentage", "none, own_mean or a number from 0 to 100", setBye),
	words("mp.missing", "a board that was not played and on which nothing was ruled: no board for either side, the mean of the own other boards, or an average",
		func(p *Pack) *Missing { return &p.Matchpoints.Missing }, MissingReduce, MissingProRata, MissingAverage),
	words("mp.sessions", "the top of a session's boards: by its own fullest board, or by that of the session with most results",
		func(p *Pack) *SessionTop { return &p.Matchpoints.Sessions }, OwnTop, LargestTop),
	number("mp.decimals", "decimals of matchpoints on a board sheet", 4, func(p *Pack) *int { return &p.Matchpoints.Decimals }),

	words("butler.datum", "what of the scores of a board is its datum: the mean, or the median; of an even number the mean of the two in the middle, or the lower or the higher one for North-South",
		func(p *Pack) *Datum { return &p.Butler.Datum }, Mean, Median, MedianLow, MedianHigh),
	words("butler.short_boards", "a board with fewer results than expected: its datum is trimmed as it is, or its frequencies are first factored up to the expected number",
		func(p *Pack) *ShortDatum { return &p.Butler.ShortBoards }, TrimPresent, TrimFactored),
	form("butler.trim", "results left out at each end before the datum's mean is taken", trimForm, func(p *Pack, v string) (err error) { p.Butler.Trim, err = parseTrim(v); return err }),
	form("butler.round", "rounding of the datum; away and toward refer to zero", truncateForm, func(p *Pack, v string) (err error) { p.Butler.Round, err = parseDatumRounding(v); return err }),
	words("ximp.divisor", "what the sum of a board's comparisons is divided by: nothing, the comparisons (n-1), the results (n), or the root of n(n-1)/2",
		func(p *Pack) *Divisor { return &p.CrossIMPs.Divisor }, BySum, ByComparisons, ByResults, ByRoot),
	words("ximp.short_boards", "the sum of a board or group with A results where E are expected: as it is, times (E-1)/(A-1) by comparisons, or times E/A by results",
		func(p *Pack) *ShortSum { return &p.CrossIMPs.ShortBoards }, SumAsItIs, SumByComparisons, SumByResults),
	form("ximp.cap", "the most IMPs that a single comparison counts", "none or a number from 1 to 24", func(p *Pack, v string) error {
		n, err := strconv.Atoi(v)
		if v != "none" && (err != nil || n < 1 || n > 24) {
			return bad(v, "none or a number from 1 to 24")
		}
		p.CrossIMPs.Cap = n
		return nil
	}),

	words("art.own", "average plus and minus: the contestant's own result on its other boards if that is better (plus) or worse (minus), or fixed (Law 12C2c)",
		func(p *Pack) *OwnResult { return &p.Artificial.Own }, OwnIfBetter, OwnNever),
	words("art.window", "the boards that the own result of average plus and minus is taken from: those of the same match, of the session, or of the whole event (Law 12C2c)",
		func(p *Pack) *Window { return &p.Artificial.Window }, WindowMatch, WindowSession, WindowEvent),
	percent("art.plus", "average plus, percent of the top", func(p *Pack) *exact.Fraction { return &p.Artificial.Plus }),
	percent("art.average", "average, percent of the top", func(p *Pack) *exact.Fraction { return &p.Artificial.Average }),
	percent("art.minus", "average minus, percent of the top", func(p *Pack) *exact.Fraction { return &p.Artificial.Minus }),

	imps("art.imps", "average plus on a board of a match between teams; average minus is the opposite", func(p *Pack) *exact.Fraction { return &p.Artificial.Match }),
	imps("art.butler", "average plus at datum IMPs; average minus is the opposite", func(p *Pack) *exact.Fraction { return &p.Artificial.Butler }),
	imps("art.cross_imps", "average plus for each comparison of cross-IMPs; average minus is the opposite", func(p *Pack) *exact.Fraction { return &p.Artificial.CrossIMPs }),

	words("vp.teams", "the scale of victory points for the margin of a match of teams, or none",
		func(p *Pack) *VPScale { return &p.VictoryPoints.Teams }, NoVPScale, WBFScale, WBFDiscrete, ACBL20, ACBL30, WinLoss, WinLossACBL),
	words("vp.swiss_pairs", "the scale of victory points for the percentage of a match of Swiss pairs, or none",
		func(p *Pack) *VPScale { return &p.VictoryPoints.SwissPairs }, NoVPScale, EBUPairs, EBUPairsHalf),
	count("vp.pairs_boards", "the boards of a match of Swiss pairs whose length nobody says", 100, func(p *Pack) *int { return &p.VictoryPoints.PairsBoards }),
	words("vp.fractional", "a margin that is not whole: the nearest whole one, where halfway the larger win counts; the same, but halfway the smaller win; or between the victory points of the two",
		func(p *Pack) *Fractional { return &p.VictoryPoints.Fractional }, NearestInt, FloorHalf, Interpolate),
	words("vp.short_match", "the boards that choose the column of the scale when a match was shortened: those played, or those scheduled",
		func(p *Pack) *ShortMatch { return &p.VictoryPoints.ShortMatch }, BoardsPlayed, BoardsScheduled),
	form("vp.teams_of_eight", "factor on the boards before the column of the scale is chosen, in a match of teams of eight whose four scores are added up", factorForm, func(p *Pack, v string) error {
		f, err := exact.Parse(v)
		if err != nil || f.Cmp(exact.Int(1)) < 0 || f.Cmp(exact.Int(4)) > 0 {
			return badNumber(v, 1, 4)
		}
		p.VictoryPoints.TeamsOfEight = f
		return nil
	}),
	form("vp.half", "the scale of victory points for a match of a short triangle: half of vp.teams at its length, or the steps of one (margin, winner, loser) with semicolons between its lines", halfForm, func(p *Pack, v string) error {
		switch {
		case v == "halved":
			p.VictoryPoints.Half = ""
		case !strings.ContainsAny(v, "0123456789"):
			return bad(v, halfForm)
		default:
			p.VictoryPoints.Half = v
		}
		return nil
	}),
	words("compare", "what a result is compared with: all results of its board, or those of its section",
		func(p *Pack) *Scope { return &p.Compare }, WholeField, OneSection),
	form("match.rounding", "rounding of what a weighted score brings on a board of a match, in IMPs, where victory points follow", roundingForm, func(p *Pack, v string) (err error) {
		p.Match.Rounding, err = parseRounding(v)
		return err
	}),
	number("bam.tie", "board-a-match: the largest difference of points that still makes a board equal", 100, func(p *Pack) *int { return &p.Match.Level }),
	form("patton", "what stands beside the boards of a match: the difference of all scores, with the points that the teams share and the most of each band, the first one even, or the victory points of vp.teams for its IMPs", pattonForm, setPatton),
	words("teams.eight", "teams of eight: a board by the sum of its four scores, or each result of the one team with each of the other",
		func(p *Pack) *Eight { return &p.Match.Eight }, EightAggregate, EightCross),
	form("swiss.bye", "victory points of a contestant without an opponent", "a number from 0 to 30", func(p *Pack, v string) error {
		f, err := exact.Parse(v)
		if err != nil || f.Sign() < 0 || f.Cmp(exact.Int(30)) > 0 {
			return badNumber(v, 0, 30)
		}
		p.Match.Bye = f
		return nil
	}),
	words("swiss.bye_pairs", "what a pair of a Swiss has from a match without an opponent: the victory points of swiss.bye, or what average plus on its boards is worth by the scale of percentages",
		func(p *Pack) *ByePairs { return &p.Match.ByePairs }, ByeAsTeams, ByeAveragePlus),
	form("late.match", "a match that is played although a team came too late: from how many minutes on it is late, the least victory points of the other one, and what the late one has less", lateForm, setLate),
	percent("penalty.standard", "a standard penalty, percent of a top", func(p *Pack) *exact.Fraction { return &p.Penalty.Standard }),
	words("withdrawal.before_half", "the results of a contestant that withdraws before half of its boards: they are cancelled, or they stand",
		func(p *Pack) *Withdrawal { return &p.Withdrawal.BeforeHalf }, WithdrawalCancels, WithdrawalStands),
	words("withdrawal.after_half", "the same for one that withdraws later",
		func(p *Pack) *Withdrawal { return &p.Withdrawal.AfterHalf }, WithdrawalCancels, WithdrawalStands),
	words("withdrawal.missed", "what the opponents of a contestant that withdrew get for boards not played against it: what a bye gets, or the best of average plus, their own mean and the converse of the withdrawn one's",
		func(p *Pack) *Missed { return &p.Withdrawal.Missed }, MissedBye, MissedBestOfThree),
	form("carry.pairs", "what is carried from one stage to the next: nothing, all, as much as makes a board weigh half a board of the next stage (EBU 3.8), or a percentage", "none, full, half or a percentage like 50%", setCarry),
	form("carry.knockout", "what a knock-out match begins with: the part of the margin of their earlier match that the team ranked higher has if it won it, that of the other team if that won it, and the most IMPs", knockoutCarryForm, setKnockoutCarry),
	form("carry.round", "rounding of what a knock-out match begins with", "exact, or tenth: up to a tenth, but down where that would be whole", func(p *Pack, v string) error {
		if v != "exact" && v != "tenth" {
			return bad(v, "exact, or tenth: up to a tenth, but down where that would be whole")
		}
		p.Knockout.Tenth = v == "tenth"
		return nil
	}),
	form("ties.knockout", "the extra boards of a knock-out match that is level: an eighth of its boards, rounded up and two at least, as often as needed; or so many, then so many, the last number as often as needed", extraForm, setExtra),
	form("total.sessions", "how sessions make a total: all boards alike, the mean of the sessions, or the best so many sessions", "boards, mean or best and a number, for example best 2", setSessions),
	form("handicap.factor", "the share of a handicap that is applied", "a number from 0 to 1", func(p *Pack, v string) error {
		f, err := exact.Parse(v)
		if err != nil || f.Sign() < 0 || f.Cmp(exact.Int(1)) > 0 {
			return badNumber(v, 0, 1)
		}
		p.Handicap.Factor = f
		return nil
	}),
	percent("handicap.reference", "the average that a handicap brings a contestant up to, percent", func(p *Pack) *exact.Fraction { return &p.Handicap.Reference }),
	words("strata.pair", "the stratum of a pair whose players are of different strata: that of the higher one, or the average",
		func(p *Pack) *PairStratum { return &p.Strata.Pair }, HigherPlayer, AveragePlayer),
	percent("play.share", "the share of a contestant's boards that a person must play to be ranked with it, percent", func(p *Pack) *exact.Fraction { return &p.Rank.Share }),
	number("correction.minutes", "length of the correction period after a result is published, minutes (Law 79C)", 100_000, func(p *Pack) *int { return &p.Correction.Minutes }),
	words("total.unequal_boards", "contestants with fewer boards than others of their list: total of their own boards, or factored up to the most",
		func(p *Pack) *Unequal { return &p.Total.Unequal }, OwnBoards, Factored),
	number("total.decimals", "decimals of a total", 4, func(p *Pack) *int { return &p.Total.Decimals }),
	number("percent.decimals", "decimals of a percentage", 4, func(p *Pack) *int { return &p.Total.PercentDecimals }),
	form("print.half", "which way a printed number goes that lies exactly between two", "away, toward, even or up", func(p *Pack, v string) (err error) {
		p.PrintHalf, err = exact.ParseHalf(v)
		if err == nil && p.PrintHalf > exact.HalfUp {
			err = bad(v, "away, toward, even or up")
		}
		return err
	}),
	words("rank.precision", "what decides places: the exact percentage, or the total as printed",
		func(p *Pack) *Precision { return &p.Rank.Precision }, ExactRank, PrintedRank),
	form("rank.ties", "what decides between equal contestants, one after the other", tiesForm, setTies),
}, scoreSettings)

// scoreSettings change the values of a deal and of a home table; a file of house
// rules holds these.
var scoreSettings = []Setting{
	form("score.edition", "the code of laws whose values the other score settings change", "1987, 1943, 1935, 1932, 1927 or lexicon; at a home table 1993 for 1987", func(p *Pack, v string) error {
		find := score.FindEdition
		if p.home {
			find = score.FindHomeEdition
		}
		e, err := find(v)
		if err != nil {
			return err
		}
		p.base, p.values, p.changed = e, e.Values(), false
		return nil
	}),
	steps("score.minor", "odd tricks in clubs and diamonds", func(v *score.Values) *score.Steps { return &v.Minor }),
	steps("score.major", "odd tricks in hearts and spades", func(v *score.Values) *score.Steps { return &v.Major }),
	steps("score.notrump", "odd tricks at notrump", func(v *score.Values) *score.Steps { return &v.Notrump }),
	steps("score.undertrick.not_vulnerable", "undertricks, undoubled, not vulnerable", func(v *score.Values) *score.Steps { return &v.Undertrick.Not }),
	steps("score.undertrick.vulnerable", "undertricks, undoubled, vulnerable", func(v *score.Values) *score.Steps { return &v.Undertrick.Vul }),
	steps("score.undertrick.doubled.not_vulnerable", "undertricks, doubled, not vulnerable (redoubled: twice)", func(v *score.Values) *score.Steps { return &v.DoubledUndertrick.Not }),
	steps("score.undertrick.doubled.vulnerable", "undertricks, doubled, vulnerable (redoubled: twice)", func(v *score.Values) *score.Steps { return &v.DoubledUndertrick.Vul }),
	both("score.overtrick.doubled", "an overtrick, doubled (redoubled: twice)", func(v *score.Values) *score.ByVul[score.Points] { return &v.DoubledOvertrick }),
	both("score.game", "the game premium", func(v *score.Values) *score.ByVul[score.Points] { return &v.Game }),
	both("score.slam.small", "the premium for a small slam", func(v *score.Values) *score.ByVul[score.Points] { return &v.SmallSlam }),
	both("score.slam.grand", "the premium for a grand slam", func(v *score.Values) *score.ByVul[score.Points] { return &v.GrandSlam }),
	single("score.part_score", "the premium for a part-score", func(v *score.Values) *score.Points { return &v.PartScore }),
	single("score.made.doubled", "the premium for making a doubled contract", func(v *score.Values) *score.Points { return &v.MadeDoubled }),
	single("score.made.redoubled", "the premium for making a redoubled contract", func(v *score.Values) *score.Points { return &v.MadeRedoubled }),
	single("score.rubber.fast", "the premium for a rubber won by two games to none", func(v *score.Values) *score.Points { return &v.Home.Fast }),
	single("score.rubber.slow", "the premium for a rubber won by two games to one", func(v *score.Values) *score.Points { return &v.Home.Slow }),
	single("score.rubber.game", "a premium for each game when it is won", func(v *score.Values) *score.Points { return &v.Home.Game }),
	single("score.rubber.unfinished.game", "the premium for the only game of an unfinished rubber", func(v *score.Values) *score.Points { return &v.Home.UnfinishedGame }),
	single("score.rubber.unfinished.part_score", "the premium for the only part-score of its unfinished game", func(v *score.Values) *score.Points { return &v.Home.UnfinishedPartScore }),
	single("score.chicago.part_score", "the premium for a part-score on the last deal", func(v *score.Values) *score.Points { return &v.Home.ChicagoPartScore }),
	single("score.auction.rubber", "the premium for a rubber of auction bridge or plafond (250 stands in no text that we saw)", func(v *score.Values) *score.Points { return &v.Home.AuctionRubber }),
	words("pad.honours", "whether honours count", func(p *Pack) *Honours { return &p.Home.Honours }, HonoursCount, NoHonours),
	form(
		"pad.settle", "rounding of the margin that is settled: exact, or a unit and the way of a half", settleForm,
		func(p *Pack, v string) (err error) { p.Home.Settle, err = parseSettle(v); return err },
	),
}

func find(name string) (Setting, bool) {
	for _, s := range settings {
		if s.Name == name {
			return s, true
		}
	}
	return Setting{}, false
}

// bad refuses a value; what is allowed is a text that catalogues say in each
// language.
func bad(value, allowed string) error {
	return bridge.Errorf(bridge.Invalid, "regulation.value", "value %q: want %s", value, allowed)
}

func badNumber(value string, low, high int) error {
	return bridge.Errorf(bridge.Invalid, "regulation.number", "value %q: want a number from %d to %d", value, low, high)
}

func text(of func(*Pack) *string) func(*Pack, string) error {
	return func(p *Pack, v string) error { *of(p) = v; return nil }
}

// form is a setting whose value has a form of its own.
func form(name, meaning, allowed string, set func(*Pack, string) error) Setting {
	return Setting{Name: name, Meaning: meaning, Allowed: allowed, set: set}
}

// words is a setting whose value is one of a closed list of words.
func words[T ~string](name, meaning string, of func(*Pack) *T, list ...T) Setting {
	var b strings.Builder
	for i, w := range list {
		b.WriteString([]string{"", ", ", " or "}[min(i, 1)+btoi(i == len(list)-1 && i > 0)])
		b.WriteString(string(w))
	}
	names := make([]string, len(list))
	for i, w := range list {
		names[i] = string(w)
	}
	s := form(name, meaning, b.String(), func(p *Pack, v string) error {
		if !slices.Contains(list, T(v)) {
			e := bridge.Errorf(bridge.Invalid, "regulation.word", "value %q: want %s", v, b.String())
			e.Args[1] = slices.Clone(names) // a door joins them in its language
			return e
		}
		*of(p) = T(v)
		return nil
	})
	s.Words = names
	return s
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func number(name, meaning string, high int, of func(*Pack) *int) Setting {
	allowed := fmt.Sprintf("a number from 0 to %d", high)
	s := form(name, meaning, allowed, func(p *Pack, v string) error {
		n, err := strconv.Atoi(v)
		if err != nil || n < 0 || n > high {
			return badNumber(v, 0, high)
		}
		*of(p) = n
		return nil
	})
	s.High = high
	return s
}

// count is a number that is not zero.
func count(name, meaning string, high int, of func(*Pack) *int) Setting {
	s := form(name, meaning, fmt.Sprintf("a number from 1 to %d", high), func(p *Pack, v string) error {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 || n > high {
			return badNumber(v, 1, high)
		}
		*of(p) = n
		return nil
	})
	s.Low, s.High = 1, high
	return s
}

func percent(name, meaning string, of func(*Pack) *exact.Fraction) Setting {
	const allowed = "a number from 0 to 100"
	s := form(name, meaning, allowed, func(p *Pack, v string) error {
		f, ok := parsePercent(v)
		if !ok {
			return badNumber(v, 0, 100)
		}
		*of(p) = f
		return nil
	})
	s.High = 100
	return s
}

func parsePercent(v string) (exact.Fraction, bool) {
	f, err := exact.Parse(v)
	return f, err == nil && f.Sign() >= 0 && f.Cmp(exact.Int(100)) <= 0
}

func setBye(p *Pack, v string) error {
	switch Bye(v) {
	case NoBoard, OwnMean:
		p.Matchpoints.Bye = Bye(v)
		return nil
	}
	f, ok := parsePercent(v)
	if !ok {
		return bad(v, "none, own_mean or a number from 0 to 100")
	}
	p.Matchpoints.Bye, p.Matchpoints.ByePercent = ByePercent, f
	return nil
}

// imps is a setting in IMPs.
func imps(name, meaning string, of func(*Pack) *exact.Fraction) Setting {
	const allowed = "IMPs from 0 to 24"
	return form(name, meaning, allowed, func(p *Pack, v string) error {
		f, err := exact.Parse(v)
		if err != nil || f.Sign() < 0 || f.Cmp(exact.Int(24)) > 0 {
			return bad(v, allowed)
		}
		*of(p) = f
		return nil
	})
}

const factorForm = "a number from 1 to 4"

const trimForm = "none, or a number, a fraction or a percentage, and from how many results on: 1 from 3, 1/7 from 5, 5%, 10% up from 6"

func parseTrim(v string) (t Trim, err error) {
	if v == "none" {
		return Trim{}, nil
	}
	share, from, limited := strings.Cut(v, " from ")
	if limited {
		if t.From, err = strconv.Atoi(from); err != nil || t.From < 1 {
			return Trim{}, bad(v, trimForm)
		}
	}
	share, t.Up = strings.CutSuffix(share, " up")
	number, percent := strings.CutSuffix(share, "%")
	f, err := exact.Parse(number)
	if percent {
		f = f.Div(exact.Int(100))
	}
	n, whole := f.Int64()
	switch {
	case err != nil || f.Sign() <= 0:
		return Trim{}, bad(v, trimForm)
	case whole && !percent:
		t.Count = int(n)
		if t.Up || t.From <= 2*t.Count { // something must be left
			return Trim{}, bad(v, trimForm)
		}
	case f.Cmp(exact.Of(1, 2)) >= 0:
		return Trim{}, bad(v, trimForm)
	default:
		t.Share = f
	}
	return t, nil
}

func parseDatumRounding(v string) (exact.Rounding, error) {
	if unit, ok := strings.CutSuffix(v, " truncate"); ok {
		f, err := exact.Parse(unit)
		if err != nil || f.Sign() <= 0 {
			return exact.Rounding{}, bad(v, truncateForm)
		}
		return exact.Rounding{Unit: f, Half: exact.Truncate}, nil
	}
	return parseRounding(v)
}

const (
	roundingForm = "exact, or a unit and away, toward, even or up, for example 0.01 away"
	settleForm   = "exact, or a whole unit and away, toward, even or up, for example 100 away"
	truncateForm = "exact, or a unit and away, toward, even, up or truncate, for example 0.1 truncate"
)

func parseRounding(v string) (exact.Rounding, error) {
	if v == "exact" {
		return exact.Rounding{}, nil
	}
	unit, way, _ := strings.Cut(v, " ")
	f, err := exact.Parse(unit)
	half, err2 := exact.ParseHalf(strings.TrimSpace(way))
	if err != nil || err2 != nil || f.Sign() <= 0 || half > exact.HalfUp {
		return exact.Rounding{}, bad(v, roundingForm)
	}
	return exact.Rounding{Unit: f, Half: half}, nil
}

// parseSettle reads how a home table rounds: points are whole.
func parseSettle(v string) (exact.Rounding, error) {
	r, err := parseRounding(v)
	if err != nil || !r.Unit.IsInt() {
		return exact.Rounding{}, bad(v, settleForm)
	}
	return r, nil
}

// steps is a list of points, the last of which counts for all later tricks.
func steps(name, meaning string, of func(*score.Values) *score.Steps) Setting {
	const allowed = "points of the first, second, third … trick; the last is that of all later ones"
	return points(name, meaning, allowed, func(v *score.Values) []score.Points { return *of(v) }, func(v *score.Values, list []score.Points) bool {
		*of(v) = list
		return len(list) >= 1 && len(list) <= 13
	})
}

// both is a value not vulnerable and one vulnerable.
func both(name, meaning string, of func(*score.Values) *score.ByVul[score.Points]) Setting {
	get := func(v *score.Values) []score.Points {
		if b := *of(v); b.Not != b.Vul {
			return []score.Points{b.Not, b.Vul}
		}
		return []score.Points{of(v).Not}
	}
	return points(name, meaning, "points not vulnerable and vulnerable, or one for both", get, func(v *score.Values, list []score.Points) bool {
		if len(list) == 1 {
			list = append(list, list[0])
		}
		*of(v) = score.ByVul[score.Points]{Not: list[0], Vul: list[1]}
		return len(list) == 2
	})
}

func single(name, meaning string, of func(*score.Values) *score.Points) Setting {
	return points(name, meaning, "points", func(v *score.Values) []score.Points { return []score.Points{*of(v)} }, func(v *score.Values, list []score.Points) bool {
		*of(v) = list[0]
		return len(list) == 1
	})
}

func points(name, meaning, allowed string, get func(*score.Values) []score.Points, set func(*score.Values, []score.Points) bool) Setting {
	s := form(name, meaning, allowed, func(p *Pack, v string) error {
		var list []score.Points
		for f := range strings.FieldsSeq(v) {
			n, err := strconv.Atoi(f)
			if err != nil || n < 0 || n > 10000 {
				return bridge.Errorf(bridge.Invalid, "regulation.points", "value %q: %q is no number of points from 0 to 10000", v, f)
			}
			list = append(list, score.Points(n))
		}
		if len(list) == 0 || !set(&p.values, list) {
			return bad(v, allowed)
		}
		p.changed = true
		return nil
	})
	s.laws = func(v score.Values) string {
		var out []string
		for _, n := range get(&v) {
			if n == score.Unknown {
				return "" // no part of a list is worth showing without the rest
			}
			out = append(out, strconv.Itoa(int(n)))
		}
		return strings.Join(out, " ")
	}
	return s
}

const halfForm = "halved, or steps like boards 3; 0 5 5; 1 6 4"

const tiesForm = "shared, or a list of head_to_head, direct_net, common_boards, opponents, partners, net, quotient, boards and lot, separated by commas"

// setTies reads a chain of tie-breaks: each one decides what those before it left
// equal.
func setTies(p *Pack, v string) error {
	var chain []Tie
	for word := range strings.SplitSeq(v, ",") {
		tie := Tie(strings.TrimSpace(word))
		if !slices.Contains(tieBreaks, tie) || slices.Contains(chain, tie) {
			if v == "shared" {
				break
			}
			return bad(v, tiesForm)
		}
		chain = append(chain, tie)
	}
	p.Rank.Ties = chain
	return nil
}

func setCarry(p *Pack, v string) (err error) {
	p.Carry, err = ParseCarry(v)
	return err
}

// ParseCarry reads a rule of carry-over as the setting carry.pairs says it.
func ParseCarry(v string) (CarryOver, error) {
	switch Carry(v) {
	case CarryNone, CarryFull, CarryHalf:
		return CarryOver{Rule: Carry(v)}, nil
	}
	text, ok := strings.CutSuffix(v, "%")
	f, in := parsePercent(text)
	if !ok || !in {
		return CarryOver{}, bad(v, "none, full, half or a percentage like 50%")
	}
	return CarryOver{Rule: CarryPercent, Percent: f}, nil
}

const (
	lateForm          = "none, or minutes and victory points like 30 12 8"
	knockoutCarryForm = "none, or two parts and IMPs like 1/2 1/3 16"
	extraForm         = "eighth, or numbers of boards like 8 1"
)

// setKnockoutCarry reads two parts of a margin, 0 to 1, and the most IMPs.
func setKnockoutCarry(p *Pack, v string) error {
	if v == "none" {
		p.Knockout.Carry = KnockoutCarry{}
		return nil
	}
	var list []exact.Fraction
	for word := range strings.FieldsSeq(v) {
		f, err := exact.Parse(word)
		most := exact.Int(1)
		if len(list) == 2 {
			most = exact.Int(1000)
		}
		if err != nil || f.Sign() < 0 || f.Cmp(most) > 0 {
			return bad(v, knockoutCarryForm)
		}
		list = append(list, f)
	}
	if len(list) != 3 {
		return bad(v, knockoutCarryForm)
	}
	p.Knockout.Carry = KnockoutCarry{Higher: list[0], Lower: list[1], Most: list[2]}
	return nil
}

// setLate reads minutes and two numbers of victory points.
func setLate(p *Pack, v string) error {
	if v == "none" {
		p.Match.Late = Late{}
		return nil
	}
	words := strings.Fields(v)
	if len(words) != 3 {
		return bad(v, lateForm)
	}
	minutes, err := strconv.Atoi(words[0])
	if err != nil || minutes < 1 || minutes > 1000 {
		return bad(v, lateForm)
	}
	late := Late{Minutes: minutes}
	for i, to := range []*exact.Fraction{&late.Least, &late.Less} {
		f, err := exact.Parse(words[1+i])
		if err != nil || f.Sign() < 0 || f.Cmp(exact.Int(30)) > 0 {
			return bad(v, lateForm)
		}
		*to = f
	}
	p.Match.Late = late
	return nil
}

// setExtra reads how many extra boards decide a match, one stanza after the other.
func setExtra(p *Pack, v string) error {
	if v == "eighth" {
		p.Knockout.Extra = nil
		return nil
	}
	var list []int
	for word := range strings.FieldsSeq(v) {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > 100 {
			return bad(v, extraForm)
		}
		list = append(list, n)
	}
	if len(list) == 0 {
		return bad(v, extraForm)
	}
	p.Knockout.Extra = list
	return nil
}

// pattonForm is what the setting of Patton may be.
const pattonForm = "points and bands, for example 4: 100 490, or vp"

func setPatton(p *Pack, v string) error {
	const allowed = pattonForm
	if v == "vp" {
		p.Match.Patton = Patton{VP: true}
		return nil
	}
	pool, rest, ok := strings.Cut(v, ":")
	f, err := exact.Parse(strings.TrimSpace(pool))
	if !ok || err != nil || f.Sign() <= 0 || f.Cmp(exact.Int(100)) > 0 {
		return bad(v, allowed)
	}
	var bands []int
	for word := range strings.FieldsSeq(rest) {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n > 100_000 || len(bands) > 0 && n <= bands[len(bands)-1] {
			return bad(v, allowed)
		}
		bands = append(bands, n)
	}
	if len(bands) == 0 {
		return bad(v, allowed)
	}
	p.Match.Patton = Patton{Pool: f, Bands: bands}
	return nil
}

func setSessions(p *Pack, v string) error {
	switch v {
	case "boards", "mean":
		p.Total.Sessions = Sessions{Mean: v == "mean"}
		return nil
	}
	text, ok := strings.CutPrefix(v, "best ")
	n, err := strconv.Atoi(text)
	if !ok || err != nil || n < 1 || n > 1000 {
		return bad(v, "boards, mean or best and a number, for example best 2")
	}
	p.Total.Sessions = Sessions{Best: n}
	return nil
}
