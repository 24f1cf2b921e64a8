package padtext

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/pad"
	"github.com/overtrick/overtrick/score"
)

// ParseLine reads one line as somebody types it. Names of players are known in the lines players and
// rubber only; [File.Parse] reads them everywhere.
//
// The error is a [*bridge.Error] with code [bridge.Invalid]; if part of the line is
// to blame, its cause is the [notation.Place].
func ParseLine(lang notation.Language, line string) (Line, error) {
	return parseLine(lang, line, roster{}, false)
}

// longestLine is more than a line needs, in characters without its comment.
const longestLine = 500

// tooLong does not repeat what it refuses.
func tooLong(n int) error {
	return bridge.Errorf(bridge.Invalid, "padtext.line_long", "a line of %d characters: want at most %d before a comment", n, longestLine)
}

// seater finds where a player sits; known is false for a word that is no name. A
// player who sits out has no seat.
type seater func(name string) (seat bridge.Seat, known bool)

// parseLine reads a line, typed or in a file: there S H D C and N are the English
// suits and notrump in every language.
func parseLine(lang notation.Language, line string, who roster, file bool) (Line, error) {
	text, comment := line, ""
	if i := strings.IndexByte(line, '#'); i >= 0 {
		text, comment = line[:i], strings.TrimSpace(line[i:])
	}
	p := &parser{lang: lang, line: text, file: file, seats: who.seat, words: words[lang]}
	if p.words == nil {
		p.lang, p.words = notation.English, words[notation.English]
	}
	if strings.TrimSpace(text) == "" {
		return Line{Comment: comment}, nil
	}
	if n := utf8.RuneCountInString(strings.TrimSpace(text)); n > longestLine {
		return Line{}, tooLong(n)
	}
	says, err := p.saying(who.join(tokens(text)))
	if err != nil {
		return Line{}, err
	}
	if n := utf8.RuneCountInString(says.String()); n > longestLine {
		return Line{}, tooLong(n) // what is written must be read again
	}
	return Line{says, comment}, nil
}

// parser reads one line.
type parser struct {
	lang  notation.Language
	line  string // without its comment
	file  bool   // it stands in a file
	seats seater
	words map[string]string
}

// fail refuses what stands at a place.
func (p *parser) fail(at notation.Place, key, format string, args ...any) error {
	e := bridge.Errorf(bridge.Invalid, key, format, args...)
	e.Err = &at
	return e
}

// place is where a token stands, and behind where something after it is missing.
func (t token) place() notation.Place  { return notation.Place{Start: t.start, End: t.end} }
func (t token) behind() notation.Place { return notation.Place{Start: t.end, End: t.end} }

// over is where several tokens stand.
func over(toks []token) notation.Place {
	return notation.Place{Start: toks[0].start, End: toks[len(toks)-1].end}
}

func (p *parser) word(t token) string { return p.words[fold(t.text)] }

// command gives the word that a line begins with and what follows it. The number
// of a deal may be glued to its word: "e4".
func (p *parser) command(toks []token) (word string, rest []token) {
	first := toks[0]
	if w := short[fold(first.text)]; w == wordHonours || w != "" && w != wordEdit && len(toks) == 1 {
		return w, toks[1:]
	}
	letters := strings.TrimRightFunc(first.text, func(r rune) bool { return '0' <= r && r <= '9' })
	w := p.word(token{text: letters})
	if s := short[fold(letters)]; s == wordEdit {
		w = s
	}
	switch n := len(letters); {
	case n == len(first.text):
		return p.word(first), toks[1:]
	case w == wordEdit || w == wordRemove || w == wordInsert:
		number := token{first.text[n:], first.start + n, first.end}
		return w, append([]token{number}, toks[1:]...)
	}
	return "", toks
}

func (p *parser) saying(toks []token) (Saying, error) {
	word, rest := p.command(toks)
	alone := func(s Saying) (Saying, error) {
		if len(rest) > 0 {
			return nil, p.fail(over(rest), "padtext.extra", "%q stands behind %s, where nothing follows",
				p.line[rest[0].start:rest[len(rest)-1].end], word)
		}
		return s, nil
	}
	switch word {
	case wordUndo:
		return alone(Act{pad.Undone{}})
	case wordStop:
		return alone(Act{pad.Stopped{}})
	case wordEdit, wordRemove, wordInsert:
		if len(rest) == 0 {
			return nil, p.fail(toks[0].behind(), "padtext.number", "%s which deal? want its number, for example %s 2", word, word)
		}
		n, err := strconv.Atoi(rest[0].text)
		if err != nil || n < 1 {
			return nil, p.fail(rest[0].place(), "padtext.deal_number", "%s %q: want the number of a deal, from 1", word, rest[0].text)
		}
		if rest = rest[1:]; word == wordRemove {
			return alone(Act{pad.Removed{N: n}})
		}
		if len(rest) == 0 {
			return nil, p.fail(toks[len(toks)-1].behind(), "padtext.no_deal", "%s %d: want the deal behind it, for example we 4S=", word, n)
		}
		d, err := p.deal(rest)
		if err != nil {
			return nil, err
		}
		if word == wordEdit {
			return Act{pad.Edited{N: n, Deal: d}}, nil
		}
		return Act{pad.Inserted{N: n, Deal: d}}, nil
	case wordHonours:
		h, rest, err := p.honours(toks[0], rest)
		if err != nil {
			return nil, err
		}
		if len(rest) > 0 {
			return nil, p.fail(rest[0].place(), "padtext.honours_extra", "%q: want the points for honours, and who held them", rest[0].text)
		}
		return Claim{h}, nil
	case wordRubber:
		return Next{texts(p.names(rest))}, nil
	case wordPlayers:
		return p.players(toks[0], rest)
	case wordSet:
		return p.set(toks[0], rest)
	case wordForm, wordEdition, wordSchedule, wordParts, wordDeals, wordRedeal, wordDealer, wordStake, wordRotation:
		if len(rest) == 0 {
			return nil, p.fail(toks[0].behind(), "padtext.value", "%s: a value is missing", word)
		}
		from, to := rest[0].start, rest[len(rest)-1].end
		s, err := p.setting(word, p.line[from:to])
		return s, p.placed(err, from, to)
	}
	d, err := p.deal(toks)
	if err != nil {
		return nil, err
	}
	return Act{pad.Dealt{Deal: d}}, nil
}

// placed gives a refusal of what stands from start to end its place in the line.
func (p *parser) placed(err error, start, end int) error {
	e, ours := errors.AsType[*bridge.Error](err)
	if !ours {
		return err
	}
	if from, to, has := notation.PlaceOf(err); has {
		start, end = start+from, start+to
	}
	c := *e
	c.Err = &notation.Place{Start: start, End: end}
	return &c
}

func (p *parser) players(word token, rest []token) (Saying, error) {
	names := p.names(rest)
	i, err := checkNames(texts(names))
	switch {
	case err == nil:
		return Players(texts(names)), nil
	case i < 0:
		return nil, p.placed(err, word.end, len(strings.TrimRightFunc(p.line, unicode.IsSpace)))
	}
	return nil, p.placed(err, names[i].start, names[i].end)
}

func (p *parser) set(word token, rest []token) (Saying, error) {
	if len(rest) == 0 {
		return nil, p.fail(word.behind(), "padtext.set", "set what? want a form like set score.rubber.fast = 750")
	}
	from, to := rest[0].start, rest[len(rest)-1].end
	name, value, ok := strings.Cut(p.line[from:to], "=")
	if !ok {
		return nil, p.fail(notation.Place{Start: from, End: to}, "padtext.set", "set what? want a form like set score.rubber.fast = 750")
	}
	s, err := p.setting(strings.TrimSpace(name), value)
	return s, p.placed(err, from, to)
}

// whoever is who a word of a line names.
type whoever struct {
	token
	side bridge.Side
	seat bridge.Seat
}

// who reads a side, a seat or a player. inside tells that a result stands before
// it, where letters are notation's.
func (p *parser) who(t token, inside bool) (w whoever, ok bool, err error) {
	w.token = t
	switch p.word(t) {
	case wordWe:
		w.side = bridge.NS
		return w, true, nil
	case wordThey:
		w.side = bridge.EW
		return w, true, nil
	}
	word := strings.Trim(t.text, ",;:")
	if v, err := notation.ParseVulnerability(p.lang, word); err == nil && (v == bridge.NSVul || v == bridge.EWVul) {
		w.side = bridge.NS
		if v == bridge.EWVul {
			w.side = bridge.EW
		}
		return w, true, nil
	}
	if !inside {
		if w.seat, err = notation.ParseSeat(p.lang, word); err == nil {
			w.side = w.seat.Side()
			return w, true, nil
		}
	}
	if p.seats == nil || inside && utf8.RuneCountInString(word) < 3 {
		return w, false, nil
	}
	seat, known := p.seats(word)
	if known && !seat.Valid() {
		return w, false, p.fail(t.place(), "padtext.sits_out", "%s sits out this rubber", word)
	}
	w.seat, w.side = seat, seat.Side()
	return w, known, nil
}

// by are words that may stand before the declarer.
var by = []string{"by", "von", "durch", "разыгрывает", "разыгрывают", "играют"}

// deal reads what was played and what belongs to it.
func (p *parser) deal(toks []token) (d pad.Deal, err error) {
	extras := slices.IndexFunc(toks, func(t token) bool {
		w := p.word(t)
		return w == wordHonours || w == wordHCP || w == wordFit
	})
	if extras < 0 {
		extras = len(toks)
	}
	if d, err = p.played(toks[:extras], toks); err != nil {
		return pad.Deal{}, err
	}
	var fit *token
	for rest := toks[extras:]; len(rest) > 0; {
		first := rest[0]
		switch p.word(first) {
		case wordHonours:
			var h pad.Honours
			if h, rest, err = p.honours(first, rest[1:]); err != nil {
				return pad.Deal{}, err
			}
			if !h.Side.Valid() && !d.Passed {
				h.Side = d.Side
			}
			d.Honours = append(d.Honours, h)
		case wordHCP:
			if d.Strength != nil && d.Strength.Side.Valid() {
				return pad.Deal{}, p.fail(first.place(), "padtext.twice", "%s stands there twice", wordHCP)
			}
			var s pad.Strength
			if s, rest, err = p.strength(first, rest[1:]); err != nil {
				return pad.Deal{}, err
			}
			if d.Strength != nil {
				s.Fit = d.Strength.Fit
			}
			d.Strength = &s
		case wordFit:
			if fit != nil {
				return pad.Deal{}, p.fail(first.place(), "padtext.twice", "%s stands there twice", wordFit)
			}
			fit = &first
			if len(rest) < 2 {
				return pad.Deal{}, p.fail(first.behind(), "padtext.side", "%s: want we or they behind it", wordFit)
			}
			w, ok, err := p.who(rest[1], false)
			if err != nil || !ok {
				return pad.Deal{}, cmpErr(err, p.fail(rest[1].place(), "padtext.fit", "fit %q: want we or they", rest[1].text))
			}
			if d.Strength == nil {
				d.Strength = new(pad.Strength)
			}
			d.Strength.Fit, rest = w.side, rest[2:]
		default:
			return pad.Deal{}, p.fail(first.place(), "padtext.behind", "cannot read %q here: want hon, hcp or fit", first.text)
		}
	}
	if d.Strength != nil && !d.Strength.Side.Valid() {
		return pad.Deal{}, p.fail(fit.place(), "padtext.fit_alone", "a fit without the high-card points: want, for example, hcp we 24 fit we")
	}
	return d, nil
}

// cmpErr is the first error that is one.
func cmpErr(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// played reads a result and who declared, which may stand before it and behind.
func (p *parser) played(toks, all []token) (d pad.Deal, err error) {
	if len(toks) == 0 {
		return d, p.fail(all[0].place(), "padtext.no_result", "what was played? want a contract before %q, for example we 4S=", all[0].text)
	}
	var names []whoever
	take := func(t token, inside bool) (bool, error) {
		w, ok, err := p.who(t, inside)
		if ok {
			names = append(names, w)
		}
		return ok, err
	}
	rest := toks
	for len(rest) > 0 {
		ok, err := take(rest[0], false)
		if err != nil {
			return d, err
		}
		if !ok {
			break
		}
		rest = rest[1:]
	}
	if len(rest) == 0 {
		return d, p.fail(toks[len(toks)-1].behind(), "padtext.no_contract", "what was played? want a contract, for example 4S= or 3NT-1")
	}
	text := []byte(p.line)
	erase := func(t token) { copy(text[t.start:t.end], strings.Repeat(" ", t.end-t.start)) }
	begin, end := rest[0].start, rest[0].end
	for i, t := range rest[1:] {
		ok, err := take(t, true)
		if err != nil {
			return d, err
		}
		if !ok {
			end = t.end
			continue
		}
		erase(t)
		if before := rest[i]; slices.Contains(by, fold(before.text)) { // 3NT by they
			erase(before)
			end = max(begin, rest[max(i-1, 0)].end)
		}
	}
	w, err := p.notation(string(text[begin:end]))
	if err != nil {
		return d, p.unreadable(err, begin, rest[0])
	}
	return p.result(w, names, begin, end)
}

// notation reads a result; in a file English comes first.
func (p *parser) notation(text string) (notation.Written, error) {
	if p.file {
		if w, err := notation.Parse(notation.English, text); err == nil {
			return w, nil
		}
	}
	return notation.Parse(p.lang, text)
}

// unreadable gives a refusal of notation its place in the line. What does not even
// begin like a contract is an unknown word.
func (p *parser) unreadable(err error, begin int, first token) error {
	e, ours := errors.AsType[*bridge.Error](err)
	if !ours {
		return err
	}
	if e.Key == "notation.contract" {
		return p.fail(first.place(), "padtext.unknown",
			"cannot read %q: want a deal such as we 4S= or pass, or undo, edit, remove, insert, hon, stop, rubber", first.text)
	}
	return p.placed(e, begin, begin+len(first.text))
}

// result turns what notation has read into a deal.
func (p *parser) result(w notation.Written, names []whoever, begin, end int) (d pad.Deal, err error) {
	switch {
	case w.Lead.Valid():
		return d, p.fail(notation.Place{Start: begin, End: end}, "padtext.lead", "an opening lead, %v: a pad has no place for it", w.Lead)
	case w.Score != nil:
		at := begin + w.ScoreAt[0]
		return d, p.fail(notation.Place{Start: at, End: begin + w.ScoreAt[1]}, "padtext.score", "%s: points are counted here, not written; honours are hon 100", p.line[at:begin+w.ScoreAt[1]])
	case w.PassedOut && len(names) > 0:
		return d, p.fail(names[0].token.place(), "padtext.pass_declarer", "nobody declares a deal that was passed out: want pass alone")
	case w.PassedOut:
		return pad.Deal{Passed: true}, nil
	}
	if w.Declarer.Valid() {
		names = append(names, whoever{token{p.line[begin:end], begin, end}, w.Declarer.Side(), w.Declarer})
	}
	if len(names) == 0 {
		return d, p.fail(notation.Place{Start: end, End: end}, "padtext.declarer", "%v: who declared? want we or they, or N, E, S or W", w.Contract)
	}
	d = pad.Deal{Contract: w.Contract, Tricks: w.Tricks}
	for _, n := range names {
		if d.Side.Valid() && d.Side != n.side || d.Seat.Valid() && n.seat.Valid() && d.Seat != n.seat {
			return pad.Deal{}, p.fail(n.token.place(), "padtext.declarers", "%v: two declarers, %s and %s", w.Contract, who(d.Side, d.Seat), who(n.side, n.seat))
		}
		d.Side = n.side
		if n.seat.Valid() {
			d.Seat = n.seat
		}
	}
	return d, nil
}

// pair reads who and a number behind a word, in either order; who may be missing.
func (p *parser) pair(rest []token) (w whoever, number *token, left []token, err error) {
	for range 2 {
		if len(rest) == 0 {
			break
		}
		first := rest[0]
		if r, _ := utf8.DecodeRuneInString(first.text); '0' <= r && r <= '9' || strings.ContainsRune("+-−.", r) {
			if number != nil {
				break
			}
			number, rest = &first, rest[1:]
			continue
		}
		if w.side.Valid() {
			break
		}
		found, ok, err := p.who(first, false)
		if err != nil {
			return w, nil, nil, err
		}
		if !ok {
			break
		}
		w, rest = found, rest[1:]
	}
	return w, number, rest, nil
}

// honours reads the points and who held them. Without a holder the side is 0.
func (p *parser) honours(word token, rest []token) (h pad.Honours, left []token, err error) {
	w, number, left, err := p.pair(rest)
	switch {
	case err != nil:
		return h, nil, err
	case number == nil && len(left) > 0:
		return h, nil, p.fail(left[0].place(), "padtext.honours", "honours: %q: want their points, 100 or 150, and who held them", left[0].text)
	case number == nil:
		return h, nil, p.fail(word.behind(), "padtext.honours_points", "honours: want their points, 100 or 150")
	}
	n, err := strconv.Atoi(strings.Trim(number.text, ",;"))
	if err != nil || n < 0 || n > 10_000 {
		return h, nil, p.fail(number.place(), "padtext.honours", "honours: %q: want their points, 100 or 150, and who held them", number.text)
	}
	return pad.Honours{Side: w.side, Seat: w.seat, Points: score.Points(n)}, left, nil
}

// strength reads whose the high cards were, and how many points.
func (p *parser) strength(word token, rest []token) (s pad.Strength, left []token, err error) {
	w, number, left, err := p.pair(rest)
	switch {
	case err != nil:
		return s, nil, err
	case number == nil || !w.side.Valid():
		return s, nil, p.fail(word.behind(), "padtext.hcp", "high-card points: want whose and how many, for example hcp we 24")
	}
	n, err := exact.Parse(strings.Replace(strings.Trim(number.text, ",;"), ",", ".", 1))
	if err != nil {
		return s, nil, p.fail(number.place(), "padtext.hcp_number", "high-card points %q: want a number from 0 to 40", number.text)
	}
	return pad.Strength{Side: w.side, HCP: n}, left, nil
}
