package notation

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/overtrick/overtrick/bridge"
)

// Written is what somebody wrote about a board. What was not written is the zero
// value, except for Tricks.
type Written struct {
	Result    bridge.Result // if contract, declarer and tricks are written, or passed out; with the lead
	PassedOut bool
	Contract  bridge.Contract
	Declarer  bridge.Seat
	Tricks    int  // 0 to 13 won by declarer's side; as many as the contract needs if none are written
	HasTricks bool // whether tricks are written
	Lead      bridge.Card
	Score     *int   // points, with the sign that is written; whose view it is, the text does not say
	ScoreAt   [2]int // the bytes of the text where the score stands
}

// Place is where in the text a mistake is: the bytes from Start to End, which are
// equal where something is missing. It is the cause of every refusal of this
// package; find it with [errors.AsType] or [PlaceOf].
type Place struct{ Start, End int }

// Error says the place in words.
func (p *Place) Error() string { return fmt.Sprintf("bytes %d to %d of the text", p.Start, p.End) }

// PlaceOf gives the place of a refusal by this package; ok is false for any
// other error.
func PlaceOf(err error) (start, end int, ok bool) {
	if p, ok := errors.AsType[*Place](err); ok {
		return p.Start, p.End, true
	}
	return 0, 0, false
}

// Parse reads what people write about a board, by the grammar of the package
// comment.
//
// The error is a [*bridge.Error] with code [bridge.Invalid] and a [Place].
func Parse(lang Language, s string) (Written, error) {
	p := read(lang, s)
	w := Written{}
	if p.skip(); p.done() {
		return w, p.fail(p.i, p.i, "notation.empty", "nothing is written: want a result such as 4♠x S +1, 3NT= W or pass")
	}
	if _, end := longest(p.pass, p.units, p.i); end > 0 && !unicode.IsLetter(p.at(end)) {
		w.PassedOut, w.Result, p.i = true, bridge.PassedOut(), end
		return p.finish(w, p.passItem)
	}
	c, err := p.contract()
	if err != nil {
		return Written{}, err
	}
	w.Contract = c
	if w, err = p.finish(w, p.item); err != nil {
		return Written{}, err
	}
	needs := w.Contract.Tricks()
	switch {
	case !w.HasTricks:
		w.Tricks = needs
	case w.Tricks < 0:
		return Written{}, p.fail(p.tricksAt[0], p.tricksAt[1], "notation.down", "%v: %d down, at most %d is possible", w.Contract, needs-w.Tricks, needs)
	case w.Tricks > 13:
		return Written{}, p.fail(p.tricksAt[0], p.tricksAt[1], "notation.tricks", "%v: %d tricks, want 0 to 13", w.Contract, w.Tricks)
	case w.Declarer.Valid():
		r, err := bridge.NewResult(w.Contract, w.Declarer, w.Tricks)
		if err != nil {
			return Written{}, err
		}
		w.Result = r.WithLead(w.Lead)
	}
	return w, nil
}

// ParseContract reads a contract without declarer and tricks: "4♠x", "3 SA",
// "2 бубны".
func ParseContract(lang Language, s string) (bridge.Contract, error) {
	p := read(lang, s)
	p.skip()
	c, err := p.contract()
	if err != nil {
		return bridge.Contract{}, err
	}
	w, err := p.finish(Written{Contract: c}, func(w *Written) (bool, error) {
		if ok, err := p.doubling(w); ok || err != nil {
			return ok, err
		}
		start, end := p.i, len(p.units)
		for p.at(end-1) == ' ' {
			end--
		}
		return false, p.fail(start, end, "notation.behind", "contract %q: want the contract alone, without %q", strings.TrimSpace(p.between(0, start)), p.between(start, end))
	})
	return w.Contract, err
}

// ParseStrain reads a denomination: "♠", "Pik", "БК".
func ParseStrain(lang Language, s string) (bridge.Strain, error) {
	p := read(lang, s)
	p.skip()
	means, end := longest(p.strains, p.units, p.i)
	if end == 0 || !p.rest(end) {
		return 0, p.fail(0, len(p.units), "notation.denomination", "strain %q: want C, D, H, S or NT", s)
	}
	return p.oneStrain(means, p.i, end)
}

// ParseSeat reads a compass direction: "S", "Süd", "Ю".
func ParseSeat(lang Language, s string) (bridge.Seat, error) {
	p := read(lang, s)
	p.skip()
	if means, end := longest(p.seats, p.units, p.i); len(means) == 1 && p.rest(end) {
		return means[0], nil
	}
	return 0, p.fail(0, len(p.units), "notation.seat", "seat %q: want N, E, S or W", s)
}

// ParseVulnerability reads who is vulnerable: none, ns, ew or all, and the words
// of people: "N-S", "both", "-", "love all", "alle", "все".
func ParseVulnerability(lang Language, s string) (bridge.Vulnerability, error) {
	p := read(lang, s)
	p.skip()
	if means, end := longest(p.vul, p.units, p.i); len(means) == 1 && p.rest(end) {
		return means[0], nil
	}
	return 0, p.fail(0, len(p.units), "notation.vulnerability", "vulnerability %q: want none, ns, ew or all", s)
}

// ParseCard reads a card, suit first or rank first: "♥K", "HK", "KH", "10♠",
// "Pik Dame".
func ParseCard(lang Language, s string) (bridge.Card, error) {
	p := read(lang, s)
	p.skip()
	cards, end := p.card(p.i, nil)
	if len(cards) == 0 || !p.rest(end) {
		return 0, p.fail(0, len(p.units), "notation.card", "card %q: want suit and rank, for example ♥K, HK or KH", s)
	}
	return p.oneCard(cards, 0, len(p.units))
}

// parser walks once over a text.
type parser struct {
	*words
	text     string
	units    []unit
	i        int    // the unit that comes next
	tricksAt [2]int // the units where the tricks stand
}

func read(lang Language, s string) *parser {
	return &parser{words: wordsOf[lang.known()], text: s, units: scan(s)}
}

// fail refuses what stands from unit start to unit end.
func (p *parser) fail(start, end int, key, format string, args ...any) *bridge.Error {
	e := bridge.Errorf(bridge.Invalid, key, format, args...)
	e.Err = &Place{p.byteAt(start), p.byteAt(start)}
	if end > start {
		e.Err = &Place{p.byteAt(start), p.units[end-1].end}
	}
	return e
}

func (p *parser) byteAt(i int) int {
	if i < len(p.units) {
		return p.units[i].start
	}
	return len(p.text)
}

// between is the text as it was written from unit start to unit end.
func (p *parser) between(start, end int) string {
	if end <= start {
		return ""
	}
	return p.text[p.units[start].start:p.units[end-1].end]
}

func (p *parser) done() bool { return p.i >= len(p.units) }

// at is the character at i, 0 behind the end.
func (p *parser) at(i int) rune {
	if i < len(p.units) {
		return p.units[i].r
	}
	return 0
}

// blanks gives the place behind the blanks that begin at i.
func (p *parser) blanks(i int) int {
	for p.at(i) == ' ' {
		i++
	}
	return i
}

// skip passes blanks, and commas and full stops that do not stand in a number.
func (p *parser) skip() {
	for ; !p.done(); p.i++ {
		switch r := p.at(p.i); {
		case r == ' ':
		case strings.ContainsRune(",.;", r) && (p.i == 0 || !digit(p.at(p.i-1)) || !digit(p.at(p.i+1))):
		default:
			return
		}
	}
}

// rest reports whether nothing but blanks follows from i.
func (p *parser) rest(i int) bool { return p.blanks(i) == len(p.units) }

// token gives the end of what stands together from i.
func (p *parser) token(i int) int {
	for i < len(p.units) && !strings.ContainsRune(" =+-,;", p.units[i].r) {
		i++
	}
	return i
}

// finish reads items to the end of the text. An item reports whether it read
// something.
func (p *parser) finish(w Written, item func(*Written) (bool, error)) (Written, error) {
	for p.skip(); !p.done(); p.skip() {
		ok, err := item(&w)
		if err == nil && !ok {
			end := max(p.token(p.i), p.i+1)
			err = p.fail(p.i, end, "notation.unknown", "result %q: cannot read %q", p.text, p.between(p.i, end))
		}
		if err != nil {
			return Written{}, err
		}
	}
	return w, nil
}

// contract reads level and strain.
func (p *parser) contract() (bridge.Contract, error) {
	start := p.i
	level, at := p.digits(start)
	if at == start {
		end := max(p.token(start), min(start+1, len(p.units)))
		return bridge.Contract{}, p.fail(start, end, "notation.contract",
			"contract %q: want a level and a strain, for example 4♠ or 3NT", p.between(start, end))
	}
	strainAt := p.blanks(at)
	means, end := longest(p.strains, p.units, strainAt)
	after := end // of the contract, as far as it can be made out
	if end == 0 {
		after = max(p.token(strainAt), at)
	}
	if level < 1 || level > 7 {
		return bridge.Contract{}, p.fail(start, at, "notation.level", "contract %q: a level is 1 to 7", p.between(start, after))
	}
	if end == 0 {
		if err := p.lookAlike(strainAt); err != nil {
			return bridge.Contract{}, err
		}
		return bridge.Contract{}, p.fail(strainAt, after, "notation.strain", "contract %q: strain %q: want C, D, H, S or NT",
			p.between(start, after), p.between(strainAt, after))
	}
	strain, err := p.oneStrain(means, strainAt, end)
	if err != nil {
		return bridge.Contract{}, err
	}
	c := bridge.Contract{Level: bridge.Level(level), Strain: strain}
	if err := p.without(start, strainAt, end, c); err != nil {
		return bridge.Contract{}, err
	}
	p.i = end
	return c, nil
}

// latin are the strains of the Latin letters that Cyrillic ones look like.
var latin = map[rune]bridge.Strain{'с': bridge.Clubs, 'н': bridge.Hearts, 'ѕ': bridge.Spades}

// lookAlike explains why a letter at i is no strain that looks exactly like one:
// Cyrillic С is North and never clubs.
func (p *parser) lookAlike(i int) error {
	strain, ok := latin[p.at(i)]
	if next := p.at(i + 1); !ok || unicode.Is(unicode.Cyrillic, next) && next != 'х' {
		return nil
	}
	e := p.fail(i, i+1, "notation.cyrillic", "%q is a Cyrillic letter and no strain: the Latin %s is %s",
		p.between(i, i+1), strain.String(), StrainName(English, strain))
	e.Args[2] = strain // a door says it in its language
	return e
}

// without refuses a word that is no trump and also begins the undertricks, with a
// number that may be either's: Russian "3 без 2" and Polish "3 bez 2" are no trump
// with two tricks or, the strain forgotten, two down.
func (p *parser) without(start, word, end int, c bridge.Contract) error {
	if _, off := longest(p.off, p.units, word); c.Strain != bridge.Notrump || off != end {
		return nil
	}
	n, after := p.bareNumber(p.blanks(end))
	if over, spelled := longest(p.over, p.units, word); spelled > end {
		n, after = -over[0], spelled
	}
	if n < 1 || n > c.Tricks() { // no number of undertricks
		return nil
	}
	return p.fail(start, after, "notation.without", "%q is %v with %d tricks, or the strain is missing and it is that many down: write NT, or the strain",
		p.between(start, after), c, n)
}

// bareNumber gives a number at i that neither the word behind it nor a suit turns
// into tricks, undertricks or a card; 0 if there is none.
func (p *parser) bareNumber(i int) (n, end int) {
	n, end = p.digits(i)
	_, tricks := longest(p.tricks, p.units, p.blanks(end))
	_, off := longest(p.off, p.units, p.blanks(end))
	if cards, _ := p.card(i, &Written{}); end == i || tricks > 0 || off > 0 || len(cards) > 0 {
		return 0, i
	}
	return n, end
}

// oneStrain refuses a letter that is two strains.
func (p *parser) oneStrain(means []bridge.Strain, start, end int) (bridge.Strain, error) {
	if len(means) == 1 {
		return means[0], nil
	}
	letter, readings := p.between(start, end), make([]string, 0, len(means))
	for _, m := range means {
		readings = append(readings, p.reading(letter, m))
	}
	if slices.Contains(means, 0) { // a letter of the queen
		return 0, p.ambiguous(start, end, readings, readings)
	}
	return 0, p.ambiguous(start, end, readings, means)
}

// ambiguous refuses what can be read in several ways. The message has them in
// words, and the arguments as values, so that a door can say them in its language.
func (p *parser) ambiguous(start, end int, readings []string, values any) error {
	e := p.fail(start, end, "notation.readings", "%q is %s: write the symbol or the word",
		p.between(start, end), strings.Join(readings, " or "))
	e.Args[1] = values
	return e
}

// reading is the word that a letter stands for: the English one if it is the
// English letter, else the one of the language.
func (p *parser) reading(letter string, strain bridge.Strain) string {
	english := lexicons[English].print
	switch {
	case strain == 0: // a letter of the queen
		return p.queen
	case strings.EqualFold(letter, english.letters[strain]):
		return english.names[strain]
	}
	return p.print.names[strain]
}

// digits reads a number without a sign; it is cut at a million.
func (p *parser) digits(i int) (n, end int) {
	for ; digit(p.at(i)); i++ {
		n = min(n*10+int(p.at(i)-'0'), 1_000_000)
	}
	return n, i
}

func digit(r rune) bool { return '0' <= r && r <= '9' }

// doubling reads x, xx, *, ** or a word.
func (p *parser) doubling(w *Written) (bool, error) {
	start, n := p.i, 0
	end := start
	for strings.ContainsRune("x×х*✕", p.at(end)) && end < len(p.units) { // the third is Cyrillic
		n, end = n+1, end+1
	}
	if n == 0 {
		var means []bridge.Doubling
		if means, end = longest(p.doublings, p.units, start); end == 0 {
			return false, nil
		}
		n = int(means[0])
	}
	switch {
	case n > 2:
		return false, p.fail(start, end, "notation.doubling", "result %q: want x or xx, not %q", p.text, p.between(start, end))
	case w.Contract.Doubling != bridge.Undoubled:
		return false, p.twice(start, end, "doubling")
	}
	w.Contract.Doubling, p.i = bridge.Doubling(n), end
	return true, nil
}

// passItem reads what may follow a pass: a score.
func (p *parser) passItem(w *Written) (bool, error) {
	start := p.i
	sign, at := p.sign(start)
	n, end := p.digits(at)
	if end == at {
		return false, nil
	}
	return true, p.score(w, start, end, sign*n)
}

// item reads one of the things that may follow a contract, in any order.
func (p *parser) item(w *Written) (bool, error) {
	start := p.i
	if _, end := longest(p.lead, p.units, start); end > 0 { // before x: Russian ход begins with one
		at := p.blanks(end)
		if p.at(at) == ':' {
			at = p.blanks(at + 1)
		}
		cards, after := p.card(at, nil)
		if len(cards) == 0 {
			end := max(p.token(at), at)
			return false, p.fail(at, end, "notation.lead", "lead %q: want suit and rank, for example ♥K, HK or KH", p.between(at, end))
		}
		return true, p.led(w, at, after, cards)
	}
	if ok, err := p.doubling(w); ok || err != nil {
		return ok, err
	}
	if _, end := longest(p.by, p.units, start); end > 0 {
		at := p.blanks(end)
		means, after := longest(p.seats, p.units, at)
		if len(means) != 1 {
			end := p.token(at)
			return false, p.fail(at, end, "notation.declarer", "declarer %q: want N, E, S or W", p.between(at, end))
		}
		return true, p.declared(w, at, after, means[0])
	}
	if _, end := longest(p.making, p.units, start); end > 0 {
		if ok, err := p.made(w, end); ok || err != nil {
			return ok, err
		}
	}
	if means, end := longest(p.over, p.units, start); end > 0 {
		return true, p.took(w, start, end, w.Contract.Tricks()+means[0])
	}
	if cards, end := p.card(start, w); len(cards) > 0 {
		return true, p.led(w, start, end, cards)
	}
	if ok, err := p.number(w); ok || err != nil {
		return ok, err
	}
	if means, end := longest(p.seats, p.units, start); len(means) == 1 {
		return true, p.declared(w, start, end, means[0])
	}
	return false, nil
}

// made reads the odd tricks behind "made", as American scorers write them: made 5
// in four spades is eleven tricks. What is a card or a score is none.
func (p *parser) made(w *Written, end int) (bool, error) {
	at := p.blanks(end)
	n, after := p.digits(at)
	if after == at || n >= 20 {
		return false, nil
	}
	if cards, _ := p.card(at, w); len(cards) > 0 {
		return false, nil
	}
	start, needs := p.i, w.Contract.Tricks()
	if _, end := longest(p.tricks, p.units, p.blanks(after)); end > 0 && n >= needs { // made 11 tricks
		return true, p.took(w, start, end, n)
	}
	if level := int(w.Contract.Level); n < level || n > 7 {
		return false, p.fail(start, after, "notation.made", "%q: made means odd tricks, in %v from %d to 7", p.between(start, after), w.Contract, level)
	}
	return true, p.took(w, start, after, 6+n)
}

// sign reads + or -, and the blanks behind it; without a sign it gives 1.
func (p *parser) sign(i int) (sign, end int) {
	switch p.at(i) {
	case '+':
		return 1, p.blanks(i + 1)
	case '-':
		return -1, p.blanks(i + 1)
	}
	return 1, i
}

// number reads tricks or a score: the grammar says which.
func (p *parser) number(w *Written) (bool, error) {
	start, needs := p.i, w.Contract.Tricks()
	if _, end := longest(p.off, p.units, start); end > 0 { // down 2
		if n, after := p.digits(p.blanks(end)); after > p.blanks(end) {
			return true, p.took(w, start, after, needs-n)
		}
		return false, nil
	}
	sign, at := p.sign(start)
	n, end := p.digits(at)
	if end == at {
		return false, nil
	}
	if at == start { // without a sign
		if _, after := longest(p.tricks, p.units, p.blanks(end)); after > 0 {
			return true, p.took(w, start, after, n)
		}
		if _, after := longest(p.off, p.units, p.blanks(end)); after > 0 { // 2 down
			return true, p.took(w, start, after, needs-n)
		}
	}
	switch { // no contract is worth less than twenty
	case n >= 20 && (w.HasTricks || n%5 == 0):
		return true, p.score(w, start, end, sign*n)
	case n >= 20:
		return false, p.fail(start, end, "notation.number", "result %q: %s is neither tricks nor a score", p.text, p.between(start, end))
	case at == start:
		return true, p.took(w, start, end, n)
	}
	return true, p.took(w, start, end, needs+sign*n)
}

func (p *parser) score(w *Written, start, end, n int) error {
	switch {
	case w.Score != nil:
		return p.twice(start, end, "score")
	case n%5 != 0 || n < -99_995 || n > 99_995: // fives: notrump counted 35 a trick in 1932
		return p.fail(start, end, "notation.score", "score %s: want points, for example 620 or -100", p.between(start, end))
	}
	w.Score, w.ScoreAt, p.i = &n, [2]int{p.byteAt(start), p.units[end-1].end}, end
	return nil
}

func (p *parser) took(w *Written, start, end, tricks int) error {
	if w.HasTricks {
		return p.twice(start, end, "tricks")
	}
	w.Tricks, w.HasTricks, p.tricksAt, p.i = tricks, true, [2]int{start, end}, end
	return nil
}

func (p *parser) declared(w *Written, start, end int, seat bridge.Seat) error {
	if w.Declarer.Valid() {
		return p.twice(start, end, "declarer")
	}
	w.Declarer, p.i = seat, end
	return nil
}

func (p *parser) led(w *Written, start, end int, cards []bridge.Card) error {
	if w.Lead.Valid() {
		return p.twice(start, end, "lead")
	}
	card, err := p.oneCard(cards, start, end)
	w.Lead, p.i = card, end
	return err
}

// twice refuses the second of two things; what is also the end of the key.
func (p *parser) twice(start, end int, what string) error {
	return p.fail(start, end, "notation.twice."+what, "result %q: %q gives the "+what+" again", p.text, p.between(start, end))
}

// card gives the cards that can be read at i, all as long as the longest. Beside
// other things of a result w, letters and digits must stand together, and what
// can be a declarer with tricks is not a card as long as both are missing:
// "4♥ S9" is nine tricks by South.
func (p *parser) card(i int, w *Written) (cards []bridge.Card, end int) {
	add := func(suit bridge.Strain, rank bridge.Rank, at int) {
		card := bridge.NewCard(suit, rank)
		if next := p.at(at); !card.Valid() || at < end || unicode.IsLetter(next) || digit(next) || strings.ContainsRune("♣♦♥♠", next) {
			return
		}
		if at > end {
			cards, end = nil, at
		}
		if !slices.Contains(cards, card) {
			cards = append(cards, card)
		}
	}
	gap := func(start, at int) int {
		if w == nil || at-start > 2 || strings.ContainsRune("♣♦♥♠", p.at(start)) {
			return p.blanks(at)
		}
		return at
	}
	declares := func(at int) bool { // a letter for a declarer who, like the tricks, is not known yet
		_, end := longest(p.seats, p.units, at)
		return w != nil && !w.Declarer.Valid() && !w.HasTricks && end > 0
	}
	for _, suit := range all(p.strains, p.units, i) {
		at := gap(i, suit.end)
		if digit(p.at(at)) && declares(i) {
			continue
		}
		for _, rank := range all(p.ranks, p.units, at) {
			add(suit.means, rank.means, rank.end)
		}
	}
	for _, rank := range all(p.ranks, p.units, i) {
		at := gap(i, rank.end)
		if digit(p.at(i)) && declares(at) {
			continue
		}
		for _, suit := range all(p.strains, p.units, at) {
			add(suit.means, rank.means, suit.end)
		}
	}
	return cards, end
}

// oneCard refuses letters that are two cards.
func (p *parser) oneCard(cards []bridge.Card, start, end int) (bridge.Card, error) {
	if len(cards) == 1 {
		return cards[0], nil
	}
	readings := make([]string, 0, len(cards))
	for _, c := range cards {
		readings = append(readings, Card(English, Symbols, c))
	}
	return 0, p.ambiguous(start, end, readings, cards)
}
