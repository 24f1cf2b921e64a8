package pbn

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/overtrick/overtrick/bridge"
)

// suffixes are the short forms of the glyphs 1 to 6; in a play they are 7 to 12.
var suffixes = []string{"!", "?", "!!", "??", "!?", "?!"}

// maxToken is more than any call or card takes. What is longer is kept as a remark.
const maxToken = 50

// token reads what both sections have: glyphs, notes and the marks of irregular
// calls and cards. It gives a word if there is none of these.
func (p *parser) token(m *Mark, quality int) (word string, flag byte) {
	line := p.line
	switch c := p.text[p.pos]; c {
	case '!', '?':
		n := 1
		for p.pos+n < len(p.text) && strings.IndexByte("!?", p.text[p.pos+n]) >= 0 {
			n++
		}
		s := p.take(n)
		i := slices.Index(suffixes, s)
		if i < 0 {
			p.warn(line, "pbn.suffix", "suffix %q: want !, ?, !!, ??, !? or ?!", shorten(s))
			return "", 0
		}
		p.glyph(m, quality+i, quality, line)
		return "", 0
	case '$':
		p.take(1)
		s := p.word()
		n, ok := digits(s)
		if !ok || n > 255 {
			p.warn(line, "pbn.nag_range", "glyph $%s: want $0 to $255", shorten(s))
			return "", 0
		}
		p.glyph(m, n, quality, line)
		return "", 0
	case '=':
		p.note(m, line)
		return "", 0
	case '^':
		p.take(1)
		if p.end() || !nameByte(p.text[p.pos]) {
			p.warn(line, "pbn.irregular_letter", "^ without a letter")
			return "", 0
		}
		return "", p.take(1)[0]
	case '*', '+':
		return p.take(1), 0
	}
	switch s := p.word(); {
	case len(s) > maxToken:
		p.warn(line, "pbn.token", "%q has no meaning here", shorten(s))
		p.remark(RestOfLine, s, line)
		return "", 0
	case s != "":
		return s, 0
	}
	_, n := utf8.DecodeRuneInString(p.text[p.pos:])
	p.warn(line, "pbn.token", "%q has no meaning here", p.take(n))
	return "", 0
}

// word takes the characters up to the next one that ends a token.
func (p *parser) word() string {
	s := p.rest()
	for i := range len(s) {
		if s[i] <= ' ' || strings.IndexByte("[]{};!?$=^*+\"\x7f", s[i]) >= 0 {
			s = s[:i]
			break
		}
	}
	return p.take(len(s))
}

// glyph adds a glyph to a call or card. Those of quality, six of them, exclude
// each other, and the other section has its own.
func (p *parser) glyph(m *Mark, n, quality, line int) {
	if m == nil {
		p.warn(line, "pbn.nag_behind", "glyph $%d stands behind nothing", n)
		return
	}
	isQuality := func(n int) bool { return quality <= n && n < quality+6 }
	switch {
	case 1 <= n && n <= 12 && !isQuality(n):
		p.warn(line, "pbn.nag_section", "glyph $%d does not belong into this section", n)
	case isQuality(n) && slices.ContainsFunc(m.NAGs, isQuality):
		p.warn(line, "pbn.nag_twice", "a second suffix or glyph of quality, $%d", n)
	}
	m.NAGs = append(m.NAGs, n)
}

// note reads "=n=".
func (p *parser) note(m *Mark, line int) {
	p.take(1)
	s := p.word()
	if !p.end() && p.text[p.pos] == '=' {
		p.take(1)
	} else {
		p.warn(line, "pbn.ref_open", "note =%s: want a second =", shorten(s))
		return
	}
	n, ok := digits(s)
	switch {
	case !ok || n < 1 || n > 32:
		p.warn(line, "pbn.ref_number", "note =%s=: want =1= to =32=", shorten(s))
	case m == nil:
		p.warn(line, "pbn.ref_behind", "note =%d= stands behind nothing", n)
	case m.Note != 0:
		p.warn(line, "pbn.ref_twice", "note =%d= behind note =%d=: want one", n, m.Note)
	default:
		m.Note = n
	}
}

// call reads a token of an auction.
func (p *parser) call() {
	t, line := p.tag, p.line
	var m *Mark
	if n := len(t.Calls); n > 0 {
		m = &t.Calls[n-1].Mark
		if t.Calls[n-1].Text == "^I" {
			m = nil
		}
	}
	word, flag := p.token(m, 1)
	p.game.Last = max(p.game.Last, p.line)
	c := Call{Mark: Mark{Line: line}}
	switch {
	case flag == 'S':
		c.Kind = Skipped
	case flag == 'I' && m == nil && len(t.Calls) > 0:
		p.warn(line, "pbn.irregular_bid", "^I before %v: want a bid", "^I")
		return
	case flag == 'I':
		c.Text = "^I" // until its bid comes
	case flag != 0:
		p.warn(line, "pbn.irregular_call", "^%s: want ^I or ^S in an auction", string(flag))
		return
	case word == "":
		return
	default:
		c = p.readCall(word, line)
		if n := len(t.Calls); n > 0 && t.Calls[n-1].Text == "^I" {
			before := t.Calls[n-1]
			t.Calls = t.Calls[:n-1]
			c.Remarks = append(before.Remarks, c.Remarks...)
			if c.Kind != Bid {
				p.warn(line, "pbn.irregular_bid", "^I before %v: want a bid", c)
			}
			c.Insufficient = c.Kind == Bid
		}
	}
	t.Calls = append(t.Calls, c)
}

func (p *parser) readCall(word string, line int) Call {
	c := Call{Mark: Mark{Line: line}}
	upper := strings.ToUpper(word)
	for kind, text := range callText {
		if text != "" && upper == strings.ToUpper(text) {
			c.Kind = CallKind(kind)
			return c
		}
	}
	if upper == "P" {
		c.Kind = Pass
	}
	if b := contractOf(word); b.contract.Valid() && b.contract.Doubling == bridge.Undoubled {
		c.Kind, c.Level, c.Strain = Bid, b.contract.Level, b.contract.Strain
	}
	switch {
	case c.Kind == Unreadable:
		c.Text = word
		p.warn(line, "pbn.call", "call %q: want Pass, X, XX, AP or a bid like 1NT", shorten(word))
	case c.Kind == Pass || c.Strain == bridge.Notrump && len(word) == 2:
		// A spelling of BEN and others. One warning for each auction.
		if !p.seen["call "+upper[len(upper)-1:]] {
			p.seen["call "+upper[len(upper)-1:]] = true
			p.warn(line, "pbn.call_spelling", "call %q: want %v", word, c)
		}
	}
	return c
}

// card reads a token of a play.
func (p *parser) card() {
	t, line := p.tag, p.line
	var m *Mark
	if n := len(t.Cards); n > 0 && t.Cards[n-1].Text != "^" {
		m = &t.Cards[n-1].Mark
	}
	word, flag := p.token(m, 7)
	p.game.Last = max(p.game.Last, p.line)
	switch {
	case flag == 'R' || flag == 'L':
		if n := len(t.Cards); n > 0 && t.Cards[n-1].Text == "^" {
			p.warn(line, "pbn.irregular_second", "^%s behind ^R or ^L: want one", string(flag))
			return
		}
		t.Cards = append(t.Cards, Card{Text: "^", Revoke: flag == 'R', OutOfTurn: flag == 'L', Mark: Mark{Line: line}})
	case flag != 0:
		p.warn(line, "pbn.irregular_play", "^%s: want ^R or ^L in a play", string(flag))
	case word != "":
		c := p.readCard(word, line)
		if n := len(t.Cards); n > 0 && t.Cards[n-1].Text == "^" {
			before := t.Cards[n-1]
			t.Cards = t.Cards[:n-1]
			c.Revoke, c.OutOfTurn = before.Revoke, before.OutOfTurn
			c.Remarks = append(before.Remarks, c.Remarks...)
			if c.Kind != Played {
				p.warn(line, "pbn.irregular_card", "^R or ^L before %q: want a card", shorten(word))
				c.Revoke, c.OutOfTurn = false, false
			}
		}
		t.Cards = append(t.Cards, c)
	}
}

func (p *parser) readCard(word string, line int) Card {
	c := Card{Mark: Mark{Line: line}}
	if i := slices.Index(cardText[1:], word); i >= 0 && word != "" {
		c.Kind = CardKind(i + 1)
		return c
	}
	upper := strings.ToUpper(word) // Bridge Bidding Analyser writes hk for HK
	if len(upper) == 3 && upper[1:] == "10" {
		upper = upper[:1] + "T"
		p.warn(line, "pbn.card", "card %q: want %s", word, upper)
	}
	card, err := bridge.ParseCard(upper)
	if err != nil {
		c.Text = word
		p.warn(line, "pbn.card", "card %q: want suit and rank, for example HK or ST", shorten(word))
		return c
	}
	c.Kind, c.Card = Played, card
	return c
}
