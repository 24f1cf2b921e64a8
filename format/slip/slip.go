package slip

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/score"
)

// Mode is what a number alone means; see the package comment.
type Mode uint8

// The modes.
const (
	Contracts Mode = iota
	ShortScores
)

// String is the mode as programs write it: "contract" or "short".
func (m Mode) String() string {
	if m == ShortScores {
		return "short"
	}
	return "contract"
}

// ParseMode reads what String prints; nothing is Contracts.
func ParseMode(s string) (Mode, error) {
	switch s {
	case "", Contracts.String():
		return Contracts, nil
	case ShortScores.String():
		return ShortScores, nil
	}
	return 0, bridge.Errorf(bridge.Invalid, "slip.mode", "mode %q: want contract or short", s)
}

// Kind is what a line says.
type Kind string

// The kinds. The first five are written on the slip; the others move about.
const (
	Played    Kind = "played" // a contract with its result, or passed out
	Scored    Kind = "scored" // a score without a contract
	Awarded   Kind = "awarded"
	NotPlayed Kind = "not_played" // see [Entry.Late]
	Fouled    Kind = "fouled"     // in this line the board was another one
	GoBoard   Kind = "board"      // to board [Line.To]
	GoPair    Kind = "pair"       // to the line of the North-South pair [Line.To]
	Undo      Kind = "undo"
	Order     Kind = "order" // of the lines: by pair, table, round
	Verify    Kind = "verify"
	Help      Kind = "help"
)

// Moves reports whether k moves about and writes nothing.
func (k Kind) Moves() bool {
	return slices.Contains([]Kind{GoBoard, GoPair, Undo, Order, Verify, Help}, k)
}

// Entry is what stands in a line of a slip. The zero value is an empty line.
type Entry struct {
	Kind   Kind
	Result bridge.Result              // of a line that was played
	Score  score.Points               // North-South's view, of a line that was played or scored
	Award  bridge.BySide[event.Award] // of one that was awarded
	Late   bool                       // one not played is to be played late
}

// Line is what somebody typed.
type Line struct {
	Entry
	Pair    int  // the East-West pair that is written in front; 0: none
	Ditto   bool // it repeats the line above
	Checked bool // contract and score are both written, and agree
	Unusual bool // possible and rare: look again
	To      int  // where to move
}

// Context is what a line is read in.
type Context struct {
	Lang  notation.Language
	Mode  Mode
	Board bridge.Board // that messages name; 0: they name none
	Vul   bridge.Vulnerability
	Above *Entry // the line above; nil: there is none
}

// Parse reads a line.
func Parse(c Context, text string) (Line, error) {
	p := parser{Context: c, text: text, rest: text}
	p.trim()
	l := Line{}
	if n, digits := number(p.rest); digits > 0 {
		if after := strings.TrimLeftFunc(p.rest[digits:], unicode.IsSpace); strings.HasPrefix(after, ":") {
			if n < 1 {
				return Line{}, p.fail(0, digits, "slip.pair", "pair %s: want a number from 1", p.rest[:digits])
			}
			p.skip(len(p.rest) - len(after) + 1)
			p.trim()
			l.Pair = n
		}
	}
	got, err := p.line()
	if err != nil {
		return Line{}, err
	}
	if l.Pair > 0 && got.Kind.Moves() {
		return Line{}, p.fail(0, len(p.rest), "slip.pair_moves", "%q writes nothing that a pair could stand in front of", p.rest)
	}
	got.Pair = l.Pair
	return got, nil
}

// Usual reports whether a result is one that club evenings have by the dozen: at
// most four tricks over or under, doubled without overtricks, and not redoubled.
func Usual(r bridge.Result) bool {
	return r.PassedOut() || !r.IsZero() && usual(r.Contract().Doubling, r.Over())
}

func usual(d bridge.Doubling, over int) bool {
	switch d {
	case bridge.Undoubled:
		return -4 <= over && over <= 4
	case bridge.Doubled:
		return -4 <= over && over <= 0
	}
	return false
}

// parser looks at what is left of a text.
type parser struct {
	Context
	text string
	from int // byte of the text at which the rest begins
	rest string

	forced bool // a score alone, with ! behind it
}

func (p *parser) skip(n int) { p.from, p.rest = p.from+n, p.rest[n:] }

// trim cuts blanks, and commas and full stops at the end.
func (p *parser) trim() {
	p.rest = strings.TrimRightFunc(p.rest, func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == '.' || r == ';' })
	p.skip(len(p.rest) - len(strings.TrimLeftFunc(p.rest, unicode.IsSpace)))
}

// fail refuses the bytes from start to end of the rest.
func (p *parser) fail(start, end int, key, format string, args ...any) *bridge.Error {
	e := bridge.Errorf(bridge.Invalid, key, format, args...)
	e.Err = &notation.Place{Start: p.from + start, End: p.from + end}
	return e
}

// refuse refuses the whole rest.
func (p *parser) refuse(key, format string, args ...any) *bridge.Error {
	return p.fail(0, len(p.rest), key, format, args...)
}

// line reads what stands behind a pair.
func (p *parser) line() (Line, error) {
	if p.rest == "" {
		return p.ditto()
	}
	folded := fold(p.rest)
	if l, ok, err := p.move(folded); ok || err != nil {
		return l, err
	}
	if l, ok, err := p.ruling(folded); ok || err != nil {
		return l, err
	}
	if l, ok, err := p.bare(folded); ok || err != nil {
		return l, err
	}
	return p.contract()
}

func (p *parser) ditto() (Line, error) {
	if p.Above == nil || p.Above.Kind == "" {
		return Line{}, p.refuse("slip.ditto", "nothing is written, and there is no line above to repeat")
	}
	return Line{Entry: *p.Above, Ditto: true}, nil
}

// shapes maps the signs that look like one to that one.
var shapes = map[rune]rune{'−': '-', '–': '-', '—': '-', '‐': '-', '‑': '-', '＋': '+', '：': ':'}

// fold gives a text in lower case, without blanks, and with one shape of each sign.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		if as, ok := shapes[r]; ok {
			return as
		}
		return unicode.ToLower(r)
	}, s)
}

// number reads digits in front of a text; the number is cut at a million.
func number(s string) (n, end int) {
	for end < len(s) && '0' <= s[end] && s[end] <= '9' {
		n, end = min(n*10+int(s[end]-'0'), 1_000_000), end+1
	}
	return n, end
}

// digits reads a text that is digits alone.
func digits(s string) (int, bool) {
	n, end := number(s)
	return n, end > 0 && end == len(s)
}

// words are what people write for a kind beside the signs, by language; English
// is always read.
var words = map[Kind]map[notation.Language]string{
	NotPlayed: {notation.English: "np", notation.German: "ng", notation.Russian: "нс"},
	late:      {notation.English: "l late", notation.German: "n nach", notation.Russian: "отл"},
	Fouled:    {notation.English: "f foul fouled", notation.German: "ver", notation.Russian: "исп"},
	GoBoard:   {notation.English: "g", notation.German: "b", notation.Russian: "г сд"},
	Undo:      {notation.English: "u undo", notation.German: "z", notation.Russian: "отм"},
	Order:     {notation.English: "o", notation.Russian: "о"},
	Verify:    {notation.English: "v", notation.Russian: "в"},
	Help:      {notation.English: "?"},
}

// late stands in the words alone: it is a board not played.
const late Kind = "late"

// says reports whether a folded text is a word for a kind.
func (p *parser) says(k Kind, folded string) bool {
	return slices.Contains(strings.Fields(words[k][notation.English]), folded) || slices.Contains(strings.Fields(words[k][p.Lang]), folded)
}

// move reads what moves about.
func (p *parser) move(folded string) (Line, bool, error) {
	for _, k := range []Kind{Undo, Order, Verify, Help} {
		if p.says(k, folded) {
			return Line{Entry: Entry{Kind: k}}, true, nil
		}
	}
	if after, ok := strings.CutPrefix(folded, "/"); ok {
		if n, ok := digits(after); ok && n > 0 {
			return Line{Entry: Entry{Kind: GoPair}, To: n}, true, nil
		}
		return Line{}, false, p.refuse("slip.go_pair", "%q: want / and the number of a pair", p.rest)
	}
	word := strings.TrimRight(folded, "0123456789")
	if p.says(GoBoard, word) {
		if n, ok := digits(folded[len(word):]); ok && n > 0 {
			return Line{Entry: Entry{Kind: GoBoard}, To: n}, true, nil
		}
		return Line{}, false, p.refuse("slip.go_board", "%q: want g and the number of a board", p.rest)
	}
	return Line{}, false, nil
}

// ruling reads what the director decided.
func (p *parser) ruling(folded string) (Line, bool, error) {
	for _, k := range []Kind{NotPlayed, late, Fouled} {
		if p.says(k, folded) {
			if k == late {
				return Line{Entry: Entry{Kind: NotPlayed, Late: true}}, true, nil
			}
			return Line{Entry: Entry{Kind: k}}, true, nil
		}
	}
	latin := strings.ReplaceAll(folded, "а", "a") // the Cyrillic letter
	after, named := strings.CutPrefix(latin, "a")
	if named && after != "" && !strings.ContainsAny(after[:1], "+-=/0123456789") {
		return Line{}, false, nil // a word
	}
	if first, _, two := strings.Cut(latin, "/"); !named && (!two || !percent(first)) {
		return Line{}, false, nil
	}
	award, err := event.ParseAwards(latin)
	if err != nil {
		return Line{}, false, p.refuse("slip.award", "artificial score %q: want A, A+, A- or A60/40", p.rest)
	}
	return Line{Entry: Entry{Kind: Awarded, Award: award}}, true, nil
}

// percent reports whether a text is digits with or without decimals.
func percent(s string) bool {
	return s != "" && strings.Trim(s, "0123456789.%") == "" && s[0] != '.'
}

// bare reads a score or a result without a contract.
func (p *parser) bare(folded string) (Line, bool, error) {
	if folded == "=" {
		l, err := p.result(0)
		return l, true, err
	}
	folded, p.forced = strings.CutSuffix(folded, "!")
	if folded == "" {
		return Line{}, false, nil
	}
	sign, unsigned := 1, folded
	switch folded[0] {
	case '-':
		sign, unsigned = -1, folded[1:]
	case '+':
		unsigned = folded[1:]
	}
	n, ok := digits(unsigned)
	if !ok {
		if separated(unsigned) {
			return Line{}, false, p.refuse("slip.separator", "%q: write a score without separators", p.rest)
		}
		return Line{}, false, nil
	}
	signed := unsigned != folded
	if p.Mode == ShortScores {
		l, err := p.short(sign * n)
		return l, true, err
	}
	var l Line
	var err error
	switch {
	case n <= 13 && signed:
		l, err = p.result(sign * n)
	case n <= 13:
		err = p.tricks(n)
	case n < 50:
		err = p.between(sign * n)
	default:
		l, err = p.score(score.Points(sign * n))
	}
	return l, true, err
}

// separated reports whether a text is a number with commas or full stops in it.
func separated(s string) bool {
	_, end := number(s)
	return end > 0 && end < len(s) && strings.Trim(s, "0123456789.,'’") == ""
}

// result reads a result for the contract of the line above.
func (p *parser) result(over int) (Line, error) {
	if p.Mode == ShortScores {
		return Line{}, p.refuse("slip.alone", "%q: a result alone is read with contracts only (F2)", p.rest)
	}
	if p.Above == nil || p.Above.Result.IsZero() || p.Above.Result.PassedOut() {
		return Line{}, p.refuse("slip.no_contract", "%q: the line above has no contract that this could be the result of", p.rest)
	}
	c := p.Above.Result.Contract()
	tricks := c.Tricks() + over
	if tricks < 0 || tricks > 13 {
		return Line{}, p.refuse("slip.tricks", "%v: %d tricks, want 0 to 13", c, tricks)
	}
	r, err := bridge.NewResult(c, p.Above.Result.Declarer(), tricks)
	if err != nil {
		return Line{}, err
	}
	return p.played(r)
}

// tricks refuses a small number without a sign: it could be tricks of the contract
// above, or a score without its zero.
func (p *parser) tricks(n int) error {
	if n == 0 {
		return p.refuse("slip.zero", "0: a board that was passed out is p")
	}
	short := score.Points(10 * n)
	if !p.possible(short) {
		return p.refuse("slip.number", "%q is no score; the contract above with another result has a sign: = +1 -1", p.rest)
	}
	return p.refuse("slip.tens", "%q is no score. Did you mean %d? (F2: short scores) The contract above with another result has a sign: = +1 -1", p.rest, int(short))
}

// between refuses a number that is no result and too small for a score.
func (p *parser) between(n int) error {
	if short := score.Points(10 * n); p.possible(short) {
		return p.refuse("slip.meant", "%q is no score. Did you mean %d? (F2: short scores)", p.rest, int(short))
	}
	return p.impossible(score.Points(10 * n))
}

// short reads a score without its last zero.
func (p *parser) short(n int) (Line, error) {
	full := score.Points(n)
	if n%10 == 0 && !p.possible(10*full) && p.possible(full) {
		return Line{}, p.refuse("slip.long", "%q: short scores leave the last zero out. Did you mean %d? Write %d, or press F2 for contracts", p.rest, n, n/10)
	}
	return p.score(10 * full)
}

// score takes a score alone.
func (p *parser) score(n score.Points) (Line, error) {
	if n == 0 {
		return p.played(bridge.PassedOut())
	}
	switch s, by := p.grade(n); {
	case s.grade == never:
		return Line{}, p.impossible(n)
	case s.grade == freak && !p.forced:
		r, err := bridge.NewResult(s.Contract, map[bridge.Side]bridge.Seat{bridge.NS: bridge.North, bridge.EW: bridge.East}[by], s.Tricks)
		if err != nil {
			return Line{}, err
		}
		return Line{}, p.freak(n, r)
	default:
		return Line{Entry: Entry{Kind: Scored, Score: n}, Unusual: s.grade < common}, nil
	}
}

// freak refuses a score that hardly any result gives: mostly it is one of another
// vulnerability.
func (p *parser) freak(n score.Points, r bridge.Result) error {
	e := p.refuse("slip.freak", "%d would be %v with %s vulnerable. If it was: write the contract, or %s!", int(n), r, vulnerable(p.Vul), p.rest)
	e.Args[2] = p.Vul
	return e
}

// impossible refuses a score that the board cannot have, with the ones beside it that
// it can.
func (p *parser) impossible(n score.Points) error {
	side := p.blames(n)
	below, above := p.beside(n)
	letters, who := notation.Side(notation.English, notation.Symbols, side), vulnerable(p.Vul)
	var e *bridge.Error
	switch {
	case p.Board == 0:
		e = p.refuse("slip.impossible", "%d is not possible, vulnerable: %s; %d and %d are", int(n), who, int(below), int(above))
		e.Args[1] = p.Vul
		return e
	case p.Vul.Has(side):
		e = p.refuse("slip.impossible_vul", "%d is not possible with %s vulnerable. Board %d: %s vulnerable. %d and %d are possible", int(n), letters, int(p.Board), who, int(below), int(above))
	default:
		e = p.refuse("slip.impossible_not", "%d is not possible with %s not vulnerable. Board %d: %s vulnerable. %d and %d are possible", int(n), letters, int(p.Board), who, int(below), int(above))
	}
	e.Args[1], e.Args[3] = side, p.Vul // a door says them in its language
	return e
}

// blames is the side whose vulnerability makes a score impossible: the one that would
// make it possible by another, else the side that would have it.
func (p *parser) blames(n score.Points) bridge.Side {
	for _, side := range bridge.Sides {
		other := *p
		other.Vul = p.Vul ^ vulOf(side)
		if other.possible(n) {
			return side
		}
	}
	if n < 0 {
		return bridge.EW
	}
	return bridge.NS
}

func vulOf(side bridge.Side) bridge.Vulnerability {
	if side == bridge.EW {
		return bridge.EWVul
	}
	return bridge.NSVul
}

// vulnerable is who is, in English.
func vulnerable(v bridge.Vulnerability) string {
	switch v {
	case bridge.NoneVul:
		return "nobody"
	case bridge.AllVul:
		return "all"
	}
	return notation.Vulnerability(notation.English, notation.Symbols, v)
}

// beside gives the nearest scores of the same sign that are possible: one on each
// side of n, or where there is none on one side the next on the other.
func (p *parser) beside(n score.Points) (below, above score.Points) {
	const most = 8000
	sign := score.Points(1)
	if n < 0 {
		sign = -1
	}
	size := min(sign*n, most)
	next := func(from, by score.Points) score.Points { // 0: there is none
		for from += by; 0 < from && from <= most; from += by {
			if p.possible(sign * from) {
				return from
			}
		}
		return 0
	}
	tens := size / 10 * 10
	less, more := next(tens+10, -10), next(tens, 10)
	if tens == size {
		less = next(tens, -10)
	}
	switch {
	case less == 0:
		less, more = more, next(more, 10)
	case more == 0:
		less, more = next(less, -10), less
	}
	if sign < 0 {
		return -more, -less
	}
	return less, more
}

// grade is how likely a score is, whatever contract brought it.
type grade uint8

const (
	never grade = iota
	freak       // redoubled, doubled with overtricks, or more than seven down
	rare        // doubled and made, or beyond four over or under
	common
)

// gradeOf grades an outcome.
func gradeOf(d bridge.Doubling, over int) grade {
	switch {
	case d == bridge.Redoubled, d == bridge.Doubled && over > 0, over < -7:
		return freak
	case d == bridge.Doubled && over == 0, !usual(d, over):
		return rare
	}
	return common
}

// ladder is what the scores of declarer's side come from, for one that is
// vulnerable and one that is not.
type ladder map[bool]map[score.Points]step

// step is the likeliest outcome of a score, the lowest of equal ones.
type step struct {
	grade
	score.Outcome
}

var steps = sync.OnceValue(func() ladder {
	l := ladder{false: {}, true: {}}
	score.Outcomes(func(o score.Outcome) {
		n, err := score.Duplicate(o.Contract, o.Vul, o.Tricks)
		if err != nil {
			return // Outcomes visits none that the law does not score
		}
		if g := gradeOf(o.Contract.Doubling, o.Tricks-o.Contract.Tricks()); g > l[o.Vul][n].grade {
			l[o.Vul][n] = step{g, o}
		}
	})
	return l
})

// grade grades a score of North-South on this board; by says whose contract
// brings it most likely. One for a doubled contract just made that is common at
// another vulnerability is a freak: mostly somebody took the wrong one.
func (p *parser) grade(n score.Points) (s step, by bridge.Side) {
	if n == 0 {
		return step{grade: common}, 0
	}
	at := func(ns, ew bool) (step, bridge.Side) {
		one, two := steps()[ns][n], steps()[ew][-n]
		if two.grade > one.grade {
			return two, bridge.EW
		}
		return one, bridge.NS
	}
	ns, ew := p.Vul.Has(bridge.NS), p.Vul.Has(bridge.EW)
	s, by = at(ns, ew)
	if s.grade == rare && s.Tricks == s.Contract.Tricks() {
		if other, _ := at(!ns, !ew); other.grade == common {
			s.grade = freak
		}
	}
	return s, by
}

// possible reports whether a bare score is taken.
func (p *parser) possible(n score.Points) bool {
	s, _ := p.grade(n)
	return s.grade >= rare
}

// played takes a result.
func (p *parser) played(r bridge.Result) (Line, error) {
	points, err := score.Result(r, p.Vul)
	if err != nil {
		return Line{}, err
	}
	return Line{Entry: Entry{Kind: Played, Result: r, Score: points}, Unusual: !Usual(r)}, nil
}

// contract reads what package notation does.
func (p *parser) contract() (Line, error) {
	text, typed, at := p.rest, 0, -1
	if p.Mode == ShortScores { // a short score may look like tricks
		if i := strings.LastIndexFunc(text, unicode.IsSpace); i > 0 {
			_, size := utf8.DecodeRuneInString(text[i:])
			tail := fold(text[i+size:])
			if n, ok := digits(strings.TrimLeft(tail, "+-")); ok && n >= 14 && n < 1_000_000 {
				typed, at = n, i+size
				if tail[0] == '-' {
					typed = -n
				}
				text = strings.TrimRightFunc(text[:i], unicode.IsSpace)
			}
		}
	}
	w, err := notation.Parse(p.Lang, text)
	if err != nil {
		return Line{}, p.moved(err)
	}
	if w.Result.IsZero() {
		if !w.Declarer.Valid() {
			return Line{}, p.fail(len(text), len(text), "slip.declarer", "%v: who declared? want N, E, S or W", w.Contract)
		}
		made, err := bridge.NewResult(w.Contract, w.Declarer, w.Tricks)
		if err != nil {
			return Line{}, err
		}
		w.Result = made.WithLead(w.Lead)
	}
	l, err := p.played(w.Result)
	if err != nil {
		return Line{}, err
	}
	switch {
	case at >= 0:
		l.Checked = true
		if n := score.Points(typed); n != l.Score && 10*n != l.Score {
			return Line{}, p.differs(at, len(p.rest), w.Result, l.Score, 10*n)
		}
	case w.Score != nil:
		l.Checked = true
		if n := score.Points(*w.Score); n != l.Score {
			return Line{}, p.differs(w.ScoreAt[0], w.ScoreAt[1], w.Result, l.Score, n)
		}
	}
	return l, nil
}

// differs refuses a score that its contract does not give.
func (p *parser) differs(start, end int, r bridge.Result, is, typed score.Points) error {
	if is == -typed {
		return p.fail(start, end, "slip.side", "%v is %d for North-South, not %d: is the declarer right?", r, int(is), int(typed))
	}
	return p.fail(start, end, "slip.differs", "%v is %d for North-South, not %d", r, int(is), int(typed))
}

// moved puts the place of a refusal by package notation where it is in the line.
func (p *parser) moved(err error) error {
	start, end, ok := notation.PlaceOf(err)
	e, ours := err.(*bridge.Error) //nolint:errorlint // package notation gives it unwrapped
	if !ok || !ours {
		return err
	}
	out := *e
	out.Err = &notation.Place{Start: p.from + start, End: p.from + end}
	return &out
}
