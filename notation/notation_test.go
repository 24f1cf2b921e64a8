package notation_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/bridge/bridgetest"
	"github.com/overtrick/overtrick/internal/shelf"
	"github.com/overtrick/overtrick/notation"
)

// styles lists every style.
var styles = []notation.Style{
	notation.Symbols, notation.Letters,
	notation.Symbols | notation.LocalCompass, notation.Letters | notation.LocalCompass,
}

// everywhere runs a test in every language and style.
func everywhere(t *testing.T, test func(*testing.T, notation.Language, notation.Style)) {
	for _, lang := range notation.Languages {
		for i, style := range styles {
			t.Run(fmt.Sprint(lang, "/", []string{"symbols", "letters", "symbols, local compass", "letters, local compass"}[i]),
				func(t *testing.T) { test(t, lang, style) })
		}
	}
}

// TestEveryResult: every contract by every seat with every number of tricks is
// read as it was printed.
func TestEveryResult(t *testing.T) {
	everywhere(t, func(t *testing.T, lang notation.Language, style notation.Style) {
		n := 0
		for c := range contracts {
			text := notation.Contract(lang, style, c)
			if got, err := notation.ParseContract(lang, text); err != nil || got != c {
				t.Fatalf("%q reads as %v, %v, want %v", text, got, err, c)
			}
			for _, declarer := range bridge.Seats {
				for tricks := range 14 {
					r, err := bridge.NewResult(c, declarer, tricks)
					if err != nil {
						t.Fatal(err)
					}
					text := notation.Result(lang, style, r)
					if got, err := notation.Parse(lang, text); err != nil || got.Result != r {
						t.Fatalf("%q reads as %v, %v, want %v", text, got.Result, err, r)
					}
					n++
				}
			}
		}
		if want := 7 * 5 * 3 * 4 * 14; n != want {
			t.Errorf("%d results, want %d", n, want)
		}
	})
}

// contracts walks through every contract.
func contracts(yield func(bridge.Contract) bool) {
	for level := bridge.Level(1); level <= 7; level++ {
		for _, strain := range bridge.Strains {
			for doubling := bridge.Undoubled; doubling <= bridge.Redoubled; doubling++ {
				if !yield(bridge.Contract{Level: level, Strain: strain, Doubling: doubling}) {
					return
				}
			}
		}
	}
}

// TestEveryWord: seats, strains, cards and vulnerabilities are read as they were
// printed.
func TestEveryWord(t *testing.T) {
	everywhere(t, func(t *testing.T, lang notation.Language, style notation.Style) {
		for _, s := range bridge.Seats {
			for _, text := range []string{notation.Seat(lang, style, s), notation.SeatName(lang, s)} {
				if got, err := notation.ParseSeat(lang, text); err != nil || got != s {
					t.Errorf("seat %q reads as %v, %v", text, got, err)
				}
			}
		}
		for _, s := range bridge.Strains {
			for _, text := range []string{notation.Strain(lang, style, s), notation.StrainName(lang, s)} {
				if got, err := notation.ParseStrain(lang, text); err != nil || got != s {
					t.Errorf("strain %q reads as %v, %v", text, got, err)
				}
			}
		}
		for v := bridge.NoneVul; v <= bridge.AllVul; v++ {
			text := notation.Vulnerability(lang, style, v)
			if got, err := notation.ParseVulnerability(lang, text); err != nil || got != v {
				t.Errorf("vulnerability %q reads as %v, %v", text, got, err)
			}
		}
		for side, v := range map[bridge.Side]bridge.Vulnerability{bridge.NS: bridge.NSVul, bridge.EW: bridge.EWVul} {
			for _, text := range []string{notation.Side(lang, style, side), notation.SideName(lang, side)} {
				if got, err := notation.ParseVulnerability(lang, text); err != nil || got != v {
					t.Errorf("side %q reads as %v, %v", text, got, err)
				}
			}
		}
		for _, suit := range bridge.Strains[:4] {
			for rank := bridge.Rank(2); rank <= bridge.Ace; rank++ {
				c := bridge.NewCard(suit, rank)
				text := notation.Card(lang, style, c)
				if got, err := notation.ParseCard(lang, text); err != nil || got != c {
					t.Errorf("card %q reads as %v, %v", text, got, err)
				}
			}
		}
		out := notation.Result(lang, style, bridge.PassedOut())
		if got, err := notation.Parse(lang, out); err != nil || !got.PassedOut || got.Result != bridge.PassedOut() {
			t.Errorf("pass %q reads as %+v, %v", out, got, err)
		}
	})
}

// TestRoundTrip: results with leads, with a score behind them, with whatever
// people do to a text that changes nothing.
func TestRoundTrip(t *testing.T) {
	everywhere(t, func(t *testing.T, lang notation.Language, style notation.Style) {
		rapid.Check(t, func(t *rapid.T) {
			r := bridgetest.Results().Draw(t, "result")
			text := notation.Result(lang, style, r)
			switch rapid.IntRange(0, 5).Draw(t, "change") {
			case 1:
				text = strings.ToUpper(text)
			case 2:
				text = strings.ToLower(text)
			case 3:
				text = "  " + strings.NewReplacer(" =", ", = ,", " +", ",+", " −", " . −").Replace(text) + " . "
			case 4:
				text = strings.NewReplacer("♠", "♠\ufe0f", "♥", "♥\ufe0e", "♦", "♢", "♣", "♣\ufe0f", "×", "*", "−", "–").Replace(text)
			case 5:
				text = strings.ReplaceAll(text, " ", "\u00a0")
			}
			score := 5 * rapid.IntRange(-1520, 1520).Filter(func(n int) bool { return n <= -4 || n >= 4 }).Draw(t, "score")
			withScore := fmt.Sprint(text, " ", score)
			got, err := notation.Parse(lang, text)
			if err != nil || got.Result != r || got.Score != nil || got.Lead != r.Lead() {
				t.Fatalf("%q reads as %+v, %v, want %v", text, got, err, r)
			}
			got, err = notation.Parse(lang, withScore)
			if err != nil || got.Result != r || got.Score == nil || *got.Score != score {
				t.Fatalf("%q reads as %+v, %v, want %v and %d", withScore, got, err, r, score)
			}
			if at := withScore[got.ScoreAt[0]:got.ScoreAt[1]]; at != fmt.Sprint(score) {
				t.Fatalf("%q: the score stands at %q", withScore, at)
			}
		})
	})
}

// TestCanonical: what package bridge prints is read in English, and in the other
// languages unless a letter of it has a second meaning there.
func TestCanonical(t *testing.T) {
	collides := map[notation.Language]string{notation.German: "C", notation.French: "CD"}
	for _, lang := range notation.Languages {
		t.Run(string(lang), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				r := bridgetest.Results().Draw(t, "result").WithLead(0)
				got, err := notation.Parse(lang, r.String())
				if !r.PassedOut() && strings.Contains(collides[lang], r.Contract().Strain.String()) {
					if keyOf(err) != "notation.readings" {
						t.Fatalf("%v reads as %v, %v, want it refused", r, got.Result, err)
					}
					return
				}
				if err != nil || got.Result != r {
					t.Fatalf("%v reads as %v, %v", r, got.Result, err)
				}
			})
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		r := bridgetest.Results().Draw(t, "result")
		if got, err := notation.Parse(notation.English, r.String()); err != nil || got.Result != r {
			t.Fatalf("%v reads as %v, %v", r, got.Result, err)
		}
		v := bridgetest.Vulnerabilities().Draw(t, "vulnerability")
		if got, err := notation.ParseVulnerability(notation.English, v.String()); err != nil || got != v {
			t.Fatalf("%v reads as %v, %v", v, got, err)
		}
	})
}

// TestSpellings is what people write, line by line. The columns of tricks, lead
// and score are empty if nothing is written there.
func TestSpellings(t *testing.T) {
	for _, r := range shelf.Table(t, "testdata/spellings.csv", "lang", "text", "contract", "declarer", "tricks", "lead", "score") {
		text := r.Text("text")
		t.Run(r.Text("lang")+" "+text, func(t *testing.T) {
			w, err := notation.Parse(notation.Language(r.Text("lang")), text)
			if err != nil {
				t.Fatalf("line %d: %v", r.Line, err)
			}
			got := map[string]string{"contract": "", "declarer": "", "tricks": "", "lead": "", "score": ""}
			if w.Contract.Valid() {
				got["contract"] = w.Contract.String()
			}
			if w.PassedOut {
				got["contract"] = "Pass"
			}
			if w.Declarer.Valid() {
				got["declarer"] = w.Declarer.String()
			}
			if w.HasTricks {
				got["tricks"] = fmt.Sprint(w.Tricks)
			} else if w.Contract.Valid() && w.Tricks != w.Contract.Tricks() {
				t.Errorf("line %d: %d tricks without any written", r.Line, w.Tricks)
			}
			if w.Lead.Valid() {
				got["lead"] = w.Lead.String()
			}
			if w.Score != nil {
				got["score"] = fmt.Sprint(*w.Score)
			}
			want := map[string]string{}
			for column := range got {
				want[column] = r.Text(column)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("line %d (-want +got):\n%s", r.Line, diff)
			}
			complete := w.PassedOut || w.Declarer.Valid() && w.HasTricks
			if complete == w.Result.IsZero() || complete && w.Result.Lead() != w.Lead {
				t.Errorf("line %d: result %v", r.Line, w.Result)
			}
		})
	}
}

// mistake11 are the spellings of M11, a mistake of other programs: they know one of
// them, and drop the row or the file with another.
var mistake11 = map[string]string{
	"4N": "4NT", "4NT": "4NT", "4 nt": "4NT", "4NTx": "4NTX", "4NT*": "4NTX",
	"PASS": "Pass", "Pass": "Pass", "Passed": "Pass", "PO": "Pass", "AP": "Pass",
}

// TestM11: all spellings are accepted, in every language.
func TestM11(t *testing.T) {
	for text, want := range mistake11 {
		for _, lang := range notation.Languages {
			w, err := notation.Parse(lang, text)
			got := w.Contract.String()
			if w.PassedOut {
				got = w.Result.String()
			}
			if err != nil || got != want {
				t.Errorf("%s %q reads as %s, %v, want %s", lang, text, got, err, want)
			}
		}
	}
}

// TestM11Complete: no spelling of the list of known mistakes is left out.
func TestM11Complete(t *testing.T) {
	found := 0
	for _, r := range shelf.Table(t, shelf.Path(t, "vectors/mistakes.csv"), "id", "topic", "input", "expected", "wrong_value_seen", "cause") {
		if r.Text("id") != "M11" {
			continue
		}
		for text := range strings.SplitSeq(strings.TrimPrefix(r.Text("input"), "spellings "), ", ") {
			if found++; mistake11[text] == "" {
				t.Errorf("line %d: %q is not tried", r.Line, text)
			}
		}
	}
	if found != len(mistake11) {
		t.Errorf("%d spellings, want %d", found, len(mistake11))
	}
}

// TestRefusals: the key is compared, and the carets stand under what is wrong.
func TestRefusals(t *testing.T) {
	for _, tc := range []struct {
		lang              notation.Language
		text, carets, key string
	}{
		{"en", "", "", "notation.empty"},
		{"en", "  , ", "    ", "notation.empty"},
		{"en", "hello", "^^^^^", "notation.contract"},
		{"en", "+1", "^", "notation.contract"},
		{"en", "pika", "^^^^", "notation.contract"},
		{"en", "0S= S", "^", "notation.level"},
		{"en", "8S", "^", "notation.level"},
		{"en", "10 NT = S", "^^", "notation.level"},
		{"en", "620", "^^^", "notation.level"},
		{"en", "99999999999999999999S", "^^^^^^^^^^^^^^^^^^^^", "notation.level"},
		{"en", "4", " ", "notation.strain"},
		{"en", "4= S", " ", "notation.strain"},
		{"en", "4Q= S", " ^", "notation.strain"},
		{"en", "4 SA", "   ^", "notation.unknown"},
		{"de", "1 C xx", "  ^", "notation.readings"},
		{"fr", "1C S", " ^", "notation.readings"},
		{"fr", "1D S", " ^", "notation.readings"},
		{"pl", "1K S", " ^", "notation.readings"},
		{"ru", "4С", " ^", "notation.cyrillic"}, // Cyrillic S is neither spades nor clubs
		{"ru", "4 С", "  ^", "notation.cyrillic"},
		{"ru", "4 с S =", "  ^", "notation.cyrillic"},
		{"ru", "4 Сх Ю =", "  ^", "notation.cyrillic"},
		{"ru", "4 Н Ю =", "  ^", "notation.cyrillic"},
		{"en", "4С S =", " ^", "notation.cyrillic"},
		{"en", "4Ѕ N =", " ^", "notation.cyrillic"},
		{"ru", "4 Север", "  ^^^^^", "notation.strain"},
		{"ru", "3 без 2", "^^^^^^^", "notation.without"},
		{"ru", "3без2 W", "^^^^^", "notation.without"},
		{"ru", "3 без 9 Ю", "^^^^^^^", "notation.without"},
		{"ru", "3 без двух", "^^^^^^^^^^", "notation.without"},
		{"ru", "3 без одной Ю", "^^^^^^^^^^^", "notation.without"},
		{"ru", "3 без трёх", "^^^^^^^^^^", "notation.without"},
		{"pl", "3 bez 2 N", "^^^^^^^", "notation.without"},
		{"pl", "3 bez dwóch", "^^^^^^^^^^^", "notation.without"},
		{"en", "7NT+1 S", "   ^^", "notation.tricks"},
		{"en", "7NT+1", "   ^^", "notation.tricks"},
		{"en", "1C-8 S", "  ^^", "notation.down"},
		{"en", "3NT-10", "   ^^^", "notation.down"},
		{"en", "4S S 14", "     ^^", "notation.tricks"},
		{"en", "4S 99 tricks", "   ^^^^^^^^^", "notation.tricks"},
		{"en", "4S down 11", "   ^^^^^^^", "notation.down"},
		{"en", "4S made 3", "   ^^^^^^", "notation.made"},
		{"en", "4S S making 8", "     ^^^^^^^^", "notation.made"},
		{"en", "4S made 9 tricks", "   ^^^^^^", "notation.made"},
		{"en", "4S made 4 made", "          ^^^^", "notation.twice.tricks"},
		{"en", "4S makes 3", "   ^^^^^^^", "notation.made"},
		{"en", "4S made 4 4", "          ^", "notation.twice.tricks"},
		{"en", "4SS 77", "    ^^", "notation.number"},
		{"en", "4SS= 77", "     ^^", "notation.score"},
		{"en", "4SS= 1000000", "     ^^^^^^^", "notation.score"},
		{"en", "pass 7", "     ^", "notation.score"},
		{"en", "pass S", "     ^", "notation.unknown"},
		{"en", "4SXXX S", "  ^^^", "notation.doubling"},
		{"en", "4SX S x", "      ^", "notation.twice.doubling"},
		{"en", "4S S N", "     ^", "notation.twice.declarer"},
		{"en", "4S+1 S +1", "       ^^", "notation.twice.tricks"},
		{"en", "4S= S made", "      ^^^^", "notation.twice.tricks"},
		{"en", "4S= S HK lead HK", "              ^^", "notation.twice.lead"},
		{"en", "4S= S 420 420", "          ^^^", "notation.twice.score"},
		{"en", "4S= S 420 pounds", "          ^^^^^^", "notation.unknown"},
		{"en", "4S+1,650", "    ^", "notation.unknown"},
		{"en", "4S down", "   ^^^^", "notation.unknown"},
		{"en", "4S by me", "      ^^", "notation.declarer"},
		{"en", "4S by", "     ", "notation.declarer"},
		{"en", "4S= S lead X", "           ^", "notation.lead"},
		{"en", "4S= S lead", "          ", "notation.lead"},
		{"de", "4 Pik S = DK", "          ^^", "notation.readings"},
		{"de", "4 Pik S = Ausspiel TK", "                   ^^", "notation.readings"},
		{"ru", "4 пики Ю = ход ящ", "               ^^", "notation.lead"},
		{"en", "4\xffS", " ^^", "notation.strain"},
	} {
		t.Run(string(tc.lang)+" "+tc.text, func(t *testing.T) {
			w, err := notation.Parse(tc.lang, tc.text)
			if keyOf(err) != tc.key || w != (notation.Written{}) {
				t.Fatalf("got %+v, %v, want key %s", w, err, tc.key)
			}
			start, end, ok := notation.PlaceOf(err)
			if !ok || start < 0 || end > len(tc.text) {
				t.Fatalf("%v: bytes %d to %d of %d", err, start, end, len(tc.text))
			}
			carets := strings.Repeat(" ", utf8.RuneCountInString(tc.text[:start])) +
				strings.Repeat("^", utf8.RuneCountInString(tc.text[start:end]))
			if carets != tc.carets {
				t.Errorf("%v\n%s\n%s\nwant\n%s", err, tc.text, carets, tc.carets)
			}
		})
	}
	if _, _, ok := notation.PlaceOf(errors.New("disk full")); ok {
		t.Error("another error has a place in the text")
	}
}

// TestMessages: the sentences that a command line shows.
func TestMessages(t *testing.T) {
	for _, tc := range []struct {
		lang       notation.Language
		text, want string
	}{
		{"en", "8S", `contract "8S": a level is 1 to 7`},
		{"en", "8NT= S", `contract "8NT": a level is 1 to 7`},
		{"en", "7NT+1 S", `7NT: 14 tricks, want 0 to 13`},
		{"en", "3NT-10", `3NT: 10 down, at most 9 is possible`},
		{"en", "4S made 3", `"made 3": made means odd tricks, in 4S from 4 to 7`},
		{"en", "4Q S", `contract "4Q": strain "Q": want C, D, H, S or NT`},
		{"en", "4S+1 S foo", `result "4S+1 S foo": cannot read "foo"`},
		{"de", "4C", `"C" is clubs or Coeur: write the symbol or the word`},
		{"fr", "4D", `"D" is diamonds or dame: write the symbol or the word`},
		{"de", "4♠ S = DK", `"DK" is ♦K or ♦Q: write the symbol or the word`},
		{"ru", "4С", `"С" is a Cyrillic letter and no strain: the Latin C is clubs`},
		{"ru", "3 без 2", `"3 без 2" is 3NT with 2 tricks, or the strain is missing and it is that many down: write NT, or the strain`},
		{"en", "4SX S x", `result "4SX S x": "x" gives the doubling again`},
	} {
		_, err := notation.Parse(tc.lang, tc.text)
		if err == nil || err.Error() != tc.want {
			t.Errorf("%s %q: got %v, want %s", tc.lang, tc.text, err, tc.want)
		}
		if place, ok := errors.AsType[*notation.Place](bridge.At("slip 7", err)); !ok || place.Error() == "" {
			t.Errorf("%s %q: the place is lost when the error gets a place of its own", tc.lang, tc.text)
		}
	}
}

// TestWords: the parsers of single words.
func TestWords(t *testing.T) {
	card := func(lang notation.Language, s string) (string, error) {
		c, err := notation.ParseCard(lang, s)
		return c.String(), err
	}
	seat := func(lang notation.Language, s string) (string, error) {
		c, err := notation.ParseSeat(lang, s)
		return c.String(), err
	}
	strain := func(lang notation.Language, s string) (string, error) {
		c, err := notation.ParseStrain(lang, s)
		return c.String(), err
	}
	contract := func(lang notation.Language, s string) (string, error) {
		c, err := notation.ParseContract(lang, s)
		return c.String(), err
	}
	vul := func(lang notation.Language, s string) (string, error) {
		v, err := notation.ParseVulnerability(lang, s)
		return v.String(), err
	}
	language := func(_ notation.Language, s string) (string, error) {
		l, err := notation.ParseLanguage(s)
		return string(l), err
	}
	for _, tc := range []struct {
		parse      func(notation.Language, string) (string, error)
		lang       notation.Language
		text, want string // want: the value, or the key of the refusal
	}{
		{card, "en", "HK", "HK"},
		{card, "en", "kh", "HK"},
		{card, "en", "♥K", "HK"},
		{card, "en", " K ♥ ", "HK"},
		{card, "en", "♥\ufe0fK", "HK"},
		{card, "en", "h10", "HT"},
		{card, "en", "10h", "HT"},
		{card, "en", "tH", "HT"},
		{card, "en", "H T", "HT"},
		{card, "en", "as", "SA"},
		{card, "en", "SA", "SA"},
		{card, "en", "queen spades", "SQ"},
		{card, "en", "1h", "notation.card"},
		{card, "en", "h1", "notation.card"},
		{card, "en", "h100", "notation.card"},
		{card, "en", "hearts", "notation.card"},
		{card, "en", "NTK", "notation.card"},
		{card, "en", "HKK", "notation.card"},
		{card, "en", "", "notation.card"},
		{card, "de", "Pik Dame", "SQ"},
		{card, "de", "Herz Ass", "HA"},
		{card, "de", "♥D", "HQ"},
		{card, "de", "SB", "SJ"},
		{card, "de", "HZ", "HT"},
		{card, "de", "DD", "DQ"},
		{card, "de", "PK", "SK"},
		{card, "de", "DK", "notation.readings"},
		{card, "de", "TK", "notation.readings"},
		{card, "de", "CA", "notation.readings"},
		{card, "ru", "чК", "HK"},
		{card, "ru", "Кч", "HK"},
		{card, "ru", "тТ", "CA"},
		{card, "ru", "♠Т", "SA"},
		{card, "ru", "♠T", "ST"}, // Latin
		{card, "ru", "♠В", "SJ"},
		{card, "ru", "дама пик", "SQ"},
		{card, "ru", "10 бубён", "DT"},
		{card, "fr", "dame pique", "SQ"},
		{card, "fr", "♥R", "HK"},
		{card, "fr", "DA", "DA"},
		{card, "pl", "pik walet", "SJ"},
		{card, "pl", "♦W", "DJ"},
		{card, "pl", "KA", "notation.readings"},
		{card, "xx", "HK", "HK"}, // a language that is not known is English
		{seat, "en", "n", "N"},
		{seat, "en", "South", "S"},
		{seat, "en", "O", "notation.seat"},
		{seat, "en", "", "notation.seat"},
		{seat, "en", "NS", "notation.seat"},
		{seat, "de", "O", "E"},
		{seat, "de", "E", "E"},
		{seat, "de", "Su\u0308d", "S"}, // the accent written apart
		{seat, "de", "sued", "S"},
		{seat, "fr", "O", "W"},
		{seat, "fr", "est", "E"},
		{seat, "ru", "С", "N"},
		{seat, "ru", "S", "S"},
		{seat, "ru", "В", "E"},
		{seat, "ru", "Юг", "S"},
		{seat, "ru", "з", "W"},
		{seat, "pl", "polnoc", "N"},
		{strain, "en", "no-trump", "NT"},
		{strain, "en", "notrump", "NT"},
		{strain, "en", "Spades", "S"},
		{strain, "en", "♡", "H"},
		{strain, "en", "T", "notation.denomination"},
		{strain, "en", "", "notation.denomination"},
		{strain, "de", "oT", "NT"},
		{strain, "de", "cœur", "H"},
		{strain, "de", "T", "C"},
		{strain, "de", "C", "notation.readings"},
		{strain, "de", "H", "H"},
		{strain, "ru", "без козыря", "NT"},
		{strain, "fr", "trefle", "C"},
		{strain, "fr", "S", "S"},
		{strain, "pl", "BA", "NT"},
		{contract, "en", "4SX", "4SX"},
		{contract, "en", "3 no trump doubled", "3NTX"},
		{contract, "en", "7nt**", "7NTXX"},
		{contract, "en", "4S= S", "notation.behind"},
		{contract, "en", "4S S", "notation.behind"},
		{contract, "en", "8S", "notation.level"},
		{contract, "en", "", "notation.contract"},
		{contract, "en", "pass", "notation.contract"},
		{contract, "ru", "4пХ", "4SX"}, // Cyrillic
		{vul, "en", "none", "None"},
		{vul, "en", "-", "None"},
		{vul, "en", "−", "None"},
		{vul, "en", "Love", "None"},
		{vul, "en", "n-s", "NS"},
		{vul, "en", "N S", "NS"},
		{vul, "en", "ns", "NS"},
		{vul, "en", "E/W", "EW"},
		{vul, "en", "east-west", "EW"},
		{vul, "en", "both", "All"},
		{vul, "en", "ALL", "All"},
		{vul, "en", "", "notation.vulnerability"},
		{vul, "en", "us", "notation.vulnerability"},
		{vul, "en", "ns ew", "notation.vulnerability"},
		{vul, "de", "O-W", "EW"},
		{vul, "de", "alle", "All"},
		{vul, "de", "niemand", "None"},
		{vul, "ru", "С-Ю", "NS"},
		{vul, "ru", "В–З", "EW"},
		{vul, "ru", "все в зоне", "All"},
		{vul, "ru", "все до зоны", "None"},
		{vul, "fr", "E-O", "EW"},
		{vul, "pl", "obie po partii", "All"},
		{language, "", "de", "de"},
		{language, "", "RU", "ru"},
		{language, "", "de-AT", "de"},
		{language, "", "pl_PL.UTF-8", "pl"},
		{language, "", "", "notation.language"},
		{language, "", "deutsch", "notation.language"},
		{language, "", "nl", "notation.language"},
	} {
		got, err := tc.parse(tc.lang, tc.text)
		if err != nil {
			got = keyOf(err)
		}
		if got != tc.want {
			t.Errorf("%s %q: got %q, %v, want %q", tc.lang, tc.text, got, err, tc.want)
		}
	}
}

// TestPrint: how results look.
func TestPrint(t *testing.T) {
	result := func(s string) bridge.Result {
		r, err := bridge.ParseResult(s)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	local := notation.Letters | notation.LocalCompass
	for _, tc := range []struct {
		lang   notation.Language
		style  notation.Style
		result string
		want   string
	}{
		{"en", notation.Symbols, "4SX+1 S HK", "4♠× S +1 ♥K"},
		{"en", notation.Letters, "4SX+1 S HK", "4SX S +1 HK"},
		{"en", notation.Symbols, "3NT-2 E ST", "3NT E −2 ♠10"},
		{"en", notation.Letters, "3NT-2 E ST", "3NT E -2 S10"},
		{"en", notation.Symbols, "1CXX= N", "1♣×× N ="},
		{"en", notation.Symbols, "Pass", "pass-out"},
		{"de", notation.Symbols, "4HX+1 E DQ", "4♥× O +1 ♦D"},
		{"de", notation.Letters, "4HX+1 E DQ", "4 Coeur X O +1 Karo D"},
		{"de", notation.Symbols, "3NTX= W CJ", "3SA× W = ♣B"},
		{"de", notation.Letters, "3NTX= W CJ", "3 SA X W = Treff B"},
		{"de", notation.Letters, "Pass", "durchgepasst"},
		{"ru", notation.Symbols, "4SX+1 S HA", "4♠× S +1 ♥Т"},
		{"ru", notation.Letters, "4SX+1 S HA", "4пX S +1 чТ"},
		{"ru", local, "3NT-1 E DJ", "3БК В -1 бВ"},
		{"ru", notation.Symbols | notation.LocalCompass, "2D= N", "2♦ С ="},
		{"ru", notation.Letters, "Pass", "4 паса"},
		{"fr", notation.Letters, "4HX+1 W CQ", "4 cœur X O +1 trèfle D"},
		{"fr", notation.Symbols, "3NT= W SK", "3SA O = ♠R"},
		{"pl", notation.Letters, "3NT= W SJ", "3 BA W = pik W"},
		{"", notation.Symbols, "3NT= W", "3NT W ="},
	} {
		if got := notation.Result(tc.lang, tc.style, result(tc.result)); got != tc.want {
			t.Errorf("%s %v %s: %q, want %q", tc.lang, tc.style, tc.result, got, tc.want)
		}
	}
}

// TestPrintNothing: what is not set prints as nothing.
func TestPrintNothing(t *testing.T) {
	everywhere(t, func(t *testing.T, lang notation.Language, style notation.Style) {
		for name, text := range map[string]string{
			"result":        notation.Result(lang, style, bridge.Result{}),
			"contract":      notation.Contract(lang, style, bridge.Contract{}),
			"strain":        notation.Strain(lang, style, 0),
			"strain name":   notation.StrainName(lang, 0),
			"seat":          notation.Seat(lang, style, 0),
			"seat name":     notation.SeatName(lang, 0),
			"side":          notation.Side(lang, style, 0),
			"side name":     notation.SideName(lang, 0),
			"vulnerability": notation.Vulnerability(lang, style, bridge.AllVul+1),
			"rank":          notation.Rank(lang, 0),
			"card":          notation.Card(lang, style, 0),
		} {
			if text != "" {
				t.Errorf("%s: %q", name, text)
			}
		}
	})
}

// FuzzParse: no text makes any parser panic; a refusal says why and where; what
// was read prints as something that reads the same.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"4SX+1 S", "4♠x S +1", "3NT=", "3 SA -2", "4 Pik X", "3 БК", "2 бубны", "Pass", "1 C xx", "4ss+1", "5hxw-3", "4s s 650",
		"4HX-1 W lead HK", "4♥️ by West, two down, 10♠", "4 паса 0", "DK", "-", "8S", "7NT+1", "4s+1,650", "\xff4s", "3 bez atu z kontrą N bez dwóch", "3 без 2", "4 С",
	} {
		for i := range notation.Languages {
			f.Add(uint8(i), s)
		}
	}
	f.Fuzz(func(t *testing.T, l uint8, s string) {
		lang := notation.Languages[int(l)%len(notation.Languages)]
		w, err := notation.Parse(lang, s)
		refused(t, s, err)
		if w.Score != nil && (w.ScoreAt[0] >= w.ScoreAt[1] || w.ScoreAt[1] > len(s)) {
			t.Fatalf("%q: the score stands at %v", s, w.ScoreAt)
		}
		c, err := notation.ParseContract(lang, s)
		refused(t, s, err)
		card, err := notation.ParseCard(lang, s)
		refused(t, s, err)
		strain, err := notation.ParseStrain(lang, s)
		refused(t, s, err)
		seat, err := notation.ParseSeat(lang, s)
		refused(t, s, err)
		_, err = notation.ParseVulnerability(lang, s)
		refused(t, s, err)
		for _, style := range styles {
			if !w.Result.IsZero() {
				if got, err := notation.Parse(lang, notation.Result(lang, style, w.Result)); err != nil || got.Result != w.Result {
					t.Fatalf("%q: %v reads again as %v, %v", s, w.Result, got.Result, err)
				}
			}
			if c.Valid() {
				if got, err := notation.ParseContract(lang, notation.Contract(lang, style, c)); err != nil || got != c {
					t.Fatalf("%q: %v reads again as %v, %v", s, c, got, err)
				}
			}
			if card.Valid() {
				if got, err := notation.ParseCard(lang, notation.Card(lang, style, card)); err != nil || got != card {
					t.Fatalf("%q: %v reads again as %v, %v", s, card, got, err)
				}
			}
			if strain.Valid() {
				if got, err := notation.ParseStrain(lang, notation.Strain(lang, style, strain)); err != nil || got != strain {
					t.Fatalf("%q: %v reads again as %v, %v", s, strain, got, err)
				}
			}
			if seat.Valid() {
				if got, err := notation.ParseSeat(lang, notation.Seat(lang, style, seat)); err != nil || got != seat {
					t.Fatalf("%q: %v reads again as %v, %v", s, seat, got, err)
				}
			}
		}
	})
}

// refused checks that a refusal is complete.
func refused(t *testing.T, s string, err error) {
	t.Helper()
	if err == nil {
		return
	}
	start, end, ok := notation.PlaceOf(err)
	if keyOf(err) == "" || !ok || start < 0 || start > end || end > len(s) {
		t.Fatalf("%q: %#v at %d to %d", s, err, start, end)
	}
}

// keyOf is the key of a refusal with code invalid, "" for every other error.
func keyOf(err error) string {
	if e, ok := errors.AsType[*bridge.Error](err); ok && e.Code == bridge.Invalid && e.Msg != "" {
		return e.Key
	}
	return ""
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		if _, err := notation.Parse(notation.Russian, "4♠x S +1 ♥К"); err != nil {
			b.Fatal(err)
		}
	}
}
