package locale_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/format/pbn"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/pad"
)

func TestNew(t *testing.T) {
	for _, lang := range locale.Languages() {
		if l := mustLocale(t, lang); l.Lang() != lang {
			t.Errorf("%s speaks %s", lang, l.Lang())
		}
	}
	if _, err := locale.New("tlh"); bridge.CodeOf(err) != bridge.NotFound {
		t.Errorf("Klingon: %v", err)
	}
}

// TestPlurals: Russian has forms for 1, 2 and 5, and they come back at 21, 22
// and 25, but not at 11 to 14.
func TestPlurals(t *testing.T) {
	for _, c := range []struct {
		lang string
		n    int
		want string
	}{
		{"en", 1, "1 table"},
		{"en", 2, "2 tables"},
		{"en", 0, "0 tables"},
		{"de", 1, "1 Tisch"},
		{"de", 21, "21 Tische"},
		{"ru", 1, "1 стол"},
		{"ru", 2, "2 стола"},
		{"ru", 5, "5 столов"},
		{"ru", 11, "11 столов"},
		{"ru", 12, "12 столов"},
		{"ru", 21, "21 стол"},
		{"ru", 22, "22 стола"},
		{"ru", 112, "112 столов"},
	} {
		if got := mustLocale(t, c.lang).N("count.tables", c.n); got != c.want {
			t.Errorf("%s %d: %q, want %q", c.lang, c.n, got, c.want)
		}
	}
}

func TestNumbersAndDates(t *testing.T) {
	for _, c := range []struct{ lang, decimal, number, date string }{
		{"en", "57.87", "17/3", "Tuesday, 3 March 2026"},
		{"de", "57,87", "17/3", "Dienstag, 3. März 2026"},
		{"ru", "57,87", "17/3", "вторник, 3 марта 2026 г."},
	} {
		l := mustLocale(t, c.lang)
		if got := l.Decimal("57.87"); got != c.decimal {
			t.Errorf("%s: %q, want %q", c.lang, got, c.decimal)
		}
		if got := l.Number(exact.Of(17, 3)); got != c.number {
			t.Errorf("%s: %q, want %q", c.lang, got, c.number)
		}
		if got := l.Date("2026-03-03"); got != c.date {
			t.Errorf("%s: %q, want %q", c.lang, got, c.date)
		}
		for _, odd := range []string{"", "last winter", "2026-13-01", "2026.??.??"} {
			if got := l.Date(odd); got != odd {
				t.Errorf("%s: %q became %q", c.lang, odd, got)
			}
		}
	}
}

func TestError(t *testing.T) {
	_, contract := bridge.ParseContract("4Q")
	_, level := bridge.ParseContract("8S")
	placed := bridge.At("club.pbn:17", level)
	foreign := errors.New("disk full")
	refused := func(_ notation.Written, err error) error { return err }
	unranked := func(m event.Method) error {
		e, err := event.Fold([]event.Fact{{Act: event.Opened{Kind: event.Teams, Method: m, Winners: 1}}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = e.Standings()
		return err
	}
	made, err := bridge.ParseResult("4SX= S")
	if err != nil {
		t.Fatal(err)
	}
	unknown := bridge.Errorf(bridge.Invalid, "no.such.key", "something is %s", "odd")
	for _, c := range []struct {
		lang string
		err  error
		want string
	}{
		{"en", contract, `contract "4Q": strain "Q": want C, D, H, S or NT`},
		{"de", contract, "Kontrakt „4Q“: Denomination „Q“: C, D, H, S oder NT"},
		{"ru", contract, "контракт «4Q»: деноминация «Q»: C, D, H, S или NT"},
		{"en", placed, `club.pbn:17: contract "8S": a level is 1 to 7`},
		{"de", placed, "club.pbn:17: Kontrakt „8S“: die Stufe ist 1 bis 7"},
		{"de", refused(notation.Parse("de", "1 C xx")), "„C“ ist Treff oder Coeur: bitte das Symbol oder das Wort schreiben"},
		{"de", refused(notation.Parse("de", "4 Pik S = DK")), "„DK“ ist ♦K oder ♦D: bitte das Symbol oder das Wort schreiben"},
		{"ru", refused(notation.Parse("pl", "4 pik S = KD")), "«KD» – это ♦Д, ♥Д или ♦К: напишите символ или слово"},
		{"de", refused(notation.Parse("de", "3SA-10")), "3SA: 10 Faller, höchstens 9 sind möglich"},
		{"de", unranked(event.Butler), "Teams (Butler) lassen sich nicht werten: Paare und Individualturniere nach mp, ascherman, butler, ximp, total oder par, Teams nach imp, bam, patton oder total"},
		{"ru", unranked(event.CrossIMPs), "команды (кросс-импы) не считаются: пары и индивидуальные турниры считаются по mp, ascherman, butler, ximp, total или par, команды по imp, bam, patton или total"},
		{"en", unranked(event.CrossIMPs), "teams scored by cross-IMPs cannot be ranked: pairs and individuals are by mp, ascherman, butler, ximp, total or par, teams by imp, bam, patton or total"},
		{"de", bridge.Errorf(bridge.Invalid, "event.score", "%d: %v %v %d %d", 3, made, bridge.NoneVul, 620, 420), "Board 3: 4♠× S = ergibt (in Gefahr: niemand) 620, nicht 420"},
		{"de", bridge.Errorf(bridge.Invalid, "pbn.card_twice", "%v by %v", bridge.NewCard(bridge.Hearts, bridge.Queen), bridge.East), "♥D von Ost wurde schon gespielt"},
		{"en", bridge.Errorf(bridge.Conflict, "pad.finished", "the %s ended with deal %d", pad.Chicago, 4), "the Chicago ended with deal 4"},
		{"de", bridge.Errorf(bridge.Conflict, "pad.finished", "the %s ended with deal %d", pad.Chicago, 4), "Spiel 4 hat das Chicago beendet"},
		{"ru", bridge.Errorf(bridge.Conflict, "pad.finished", "the %s ended with deal %d", pad.Rubber, 2), "сдача 2 завершила роббер"},
		{"en", bridge.Errorf(bridge.Conflict, "pad.stopped", "the %s was stopped: undo that first", pad.Russian), "the game was stopped: undo that first"},
		{"de", bridge.Errorf(bridge.Conflict, "pad.already_finished", "the %s is finished already", pad.Iniarski), "die Partie haben Sie schon zu Ende gespielt"},
		{"ru", bridge.Errorf(bridge.Invalid, "padtext.unused", "%s %s: the form %s has no such setting", "deals", "6", pad.Rubber), "deals 6: у формы rubber нет такой настройки"},
		{"de", foreign, "disk full"},
		{"ru", unknown, "something is odd"},
		{"ru", bridge.Errorf(bridge.Internal, "internal", "reading: %w", foreign), "ошибка программы: disk full"},
	} {
		if got := mustLocale(t, c.lang).Error(c.err); got != c.want {
			t.Errorf("%s: %q, want %q", c.lang, got, c.want)
		}
	}
}

// TestErrorOfPBN: a director reads what is wrong with a file wholly in his own
// language, but for the words of PBN itself.
func TestErrorOfPBN(t *testing.T) {
	auction := func(calls string) string { return "[Dealer \"N\"]\n[Auction \"N\"]\n" + calls + "\n" }
	play := func(cards string) string {
		return "[Deal \"N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85\"]\n[Declarer \"S\"]\n[Contract \"1H\"]\n[Play \"W\"]\n" + cards + "\n"
	}
	for _, c := range []struct{ text, de, ru string }{
		{"[Deal \"N:- - - -\"]", "Deal: kein Blatt ist bekannt", "Deal: ни одна рука не известна"},
		{"[Deal \"X\"]", "Deal: „X“: ein Platz, ein Doppelpunkt und vier Blätter", "Deal: «X»: нужны место, двоеточие и четыре руки"},
		{"[Deal \"N:-\"]", "Deal: „N:-“: 1 Blatt, es müssen vier sein", "Deal: «N:-»: 1 рука, должно быть четыре"},
		{"[Deal \"N:... AK... - -\"]", "Deal: Ost hat 2 Karten, ein anderes Blatt 0", "Deal: Восток – 2 карты, в другой руке 0"},
		{"[Deal \"N:-  - A... -\"]", "Deal: zwischen zwei Blätter gehört genau ein Leerzeichen", "Deal: между двумя руками нужен ровно один пробел"},
		{"[Deal \"N:10... - - -\"]", "Deal: 10 für die Zehn, richtig ist T", "Deal: десятка записана как 10, нужно T"},
		{"[Deal \"N:SA... - - -\"]", "Deal: vor den Karten stehen die Buchstaben der Farben", "Deal: перед картами стоят буквы мастей"},
		{"[Deal \"N:AA... - - -\"]", "Deal: Blatt „AA...“: ♠A steht zweimal da", "Deal: рука «AA...»: ♠Т дважды"},
		{"[Deal \"N:A... A... - -\"]", "Deal: Verteilung: Nord und Ost haben beide ♠A", "Deal: раздача: ♠Т в двух руках: Север и Восток"},
		{"[Deal \"N:AY... - - -\"]", "Deal: Blatt „AY...“: Rang „Y“: 2 bis 9, T, J, Q, K oder A", "Deal: рука «AY...»: достоинство «Y»: от 2 до 9, T, J, Q, K или A"},
		{"[Board \"last\"]", "Board „last“: eine Zahl ab 1", "Board «last»: число от 1"},
		{"[Result \"14\"]", "Result „14“: die Stiche des Alleinspielers, 0 bis 13, oder eine Form wie NS 9 EW 4", "Result «14»: взятки разыгрывающего, от 0 до 13, или форма вроде NS 9 EW 4"},
		{"[Score \"much\"]", "Score „much“: eine Zahl, mit oder ohne Seite, wie NS 420", "Score «much»: число, со стороной или без неё, вроде NS 420"},
		{"[Board \"1\"]\n[Board \"2\"]", "das Tag Board steht schon da; „2“ entfällt", "тег Board уже есть; «2» не учитывается"},
		{"[Site \"#\"]", "Tag Site: „#“, aber vorher hat es in keinem Spiel einen Wert", "тег Site: «#», но раньше значения нет ни в одной сдаче"},
		{"[Dealer \"#\"]", "Tag Dealer: „#“, aber dieses Tag wird nie übernommen", "тег Dealer: «#», но этот тег не наследуется"},
		{auction("Pass Pass Pass Pass 1H"), "1H steht hinter dem Ende der Reizung", "1H стоит после конца торговли"},
		{auction("Pass + 1H"), "1H steht hinter +, wo die Reizung weitergehen soll", "1H стоит после +, где торговля должна продолжиться"},
		{auction("1H 1C"), "1♣ von Ost: nicht höher als 1♥", "заявка 1♣ (Восток): не выше 1♥"},
		{auction("X"), "X von Nord: es gibt nichts zu kontrieren", "заявка X (Север): нечего контрить"},
		{auction("1H XX"), "XX von Ost: es gibt nichts zu rekontrieren", "заявка XX (Восток): нечего реконтрить"},
		{auction("1H - "), "- für Ost mitten in der Reizung", "- (Восток) посреди торговли"},
		{auction("^I 2H"), "^I vor 2♥, und das ist höher als das Gebot davor", "^I перед 2♥, но это выше предыдущей заявки"},
		{auction("^I X"), "^I vor X: dahinter gehört ein Gebot", "^I перед X: нужна заявка вроде 1NT"},
		{auction("^I ^I"), "^I vor ^I: dahinter gehört ein Gebot", "^I перед ^I: нужна заявка вроде 1NT"},
		{auction("^R 1H"), "^R: in der Reizung ^I oder ^S", "^R: в торговле ^I или ^S"},
		{auction("^"), "^ ohne Buchstaben", "^ без буквы"},
		{auction("$300"), "Zeichen $300: $0 bis $255", "знак $300: от $0 до $255"},
		{auction("$1"), "vor dem Zeichen $1 steht nichts, zu dem es gehört", "перед знаком $1 нет ничего, к чему он относится"},
		{auction("1H $7"), "das Zeichen $7 gehört nicht in diesen Abschnitt", "знак $7 не относится к этому разделу"},
		{auction("1H =1"), "Verweis =1: das zweite = fehlt", "ссылка =1: нет второго ="},
		{auction("1H =40="), "Verweis =40=: =1= bis =32=", "ссылка =40=: от =1= до =32="},
		{auction("=1="), "vor dem Verweis =1= steht nichts, zu dem er gehört", "перед ссылкой =1= нет ничего, к чему она относится"},
		{auction("1H =1= =2="), "=2= hinter =1=: nur eine Note ist möglich", "=2= после =1=: возможен только один Note"},
		{"[Dealer \"N\"]\n[Auction \"E\"]\n1H\n", "1H für Ost, aber Nord ist Teiler und beginnt", "1H (Восток), но сдаёт и начинает торговлю Север"},
		{"[Dealer \"N\"]\n[Auction \"N\"]\n-\n", "- für Nord, den Teiler: er beginnt die Reizung", "- у сдающего (Север): он начинает торговлю"},
		{"[Contract \"2H\"]\n" + auction("1NT Pass Pass Pass"), "Contract 2♥, aber die Reizung endet mit 1SA", "Contract 2♥, но торговля кончается на 1БК"},
		{"[Contract \"2H\"]\n" + auction("AP"), "Contract 2♥, aber in der Reizung haben alle gepasst", "Contract 2♥, но в торговле четыре паса"},
		{"[Contract \"Pass\"]\n" + auction("1H AP"), "Contract Pass, aber die Reizung endet mit 1♥", "Contract Pass, но торговля кончается на 1♥"},
		{"[Declarer \"S\"]\n[Contract \"Pass\"]", "Declarer „S“ auf einem Board, auf dem alle gepasst haben", "Declarer «S» на сдаче с четырьмя пасами"},
		{"[Play \"W\"]\nSK\n", "ein Abspiel, aber kein Deal", "розыгрыш, но нет Deal"},
		{play("HK"), "♥K von West, der diese Karte nicht hat", "♥К (Запад): этой карты в руке нет"},
		{play("SK * H3"), "H3 steht hinter dem Ende des Abspiels", "H3 стоит после конца розыгрыша"},
		{"[Deal \"N:- A8654.KQ5.T.QJT6 - -\"]\n[Declarer \"S\"]\n[Contract \"1H\"]\n[Play \"W\"]\nS8\n", "♠8 von West, aber Ost hat diese Karte", "♠8 (Запад): эту карту держит Восток"},
		{play("SK H3 + -\nST"), "ST steht hinter +, wo das Abspiel weitergehen soll", "ST стоит после +, где розыгрыш должен продолжиться"},
		{play("^R SK"), "^R vor ♠K von West, aber das ist kein Revoke", "^R перед ♠К (Запад), но это не фальшренонс"},
		{play("^L SK"), "^L vor ♠K, aber West war am Ausspiel", "^L перед ♠К, но ходить должен был Запад"},
		{play("^R ^L SK"), "^L hinter ^R oder ^L: nur eines davon", "^L после ^R или ^L: возможно только одно"},
		{play("^R -"), "^R oder ^L vor „-“: dahinter gehört eine Karte", "^R или ^L перед «-»: нужна карта"},
		{play("^S SK"), "^S: im Abspiel ^R oder ^L", "^S: в розыгрыше ^R или ^L"},
	} {
		f, err := pbn.Read(strings.NewReader(c.text))
		if err != nil || len(f.Warnings) == 0 {
			t.Errorf("%s: no warning, error %v", c.text, err)
			continue
		}
		for lang, want := range map[string]string{"de": c.de, "ru": c.ru} {
			if got := mustLocale(t, lang).Error(f.Warnings[0].Err); got != want {
				t.Errorf("%s: %s: %q, want %q", c.text, lang, got, want)
			}
		}
	}
}

// TestClean: what comes from a file cannot steer a terminal.
func TestClean(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Zoë – Adrian", "Zoë – Adrian"},
		{"♠ Иван", "♠ Иван"},
		{"a\x1b[2Jb", `a\x1b[2Jb`},
		{"two\nlines", `two\nlines`},
		{"left\u202eright", `left\u202eright`},
	} {
		if got := locale.Clean(c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
		l := mustLocale(t, "de")
		err := bridge.Errorf(bridge.Invalid, "regulation.value", "value %q: want %s", c.text, "x")
		if got := l.Error(err); strings.ContainsAny(got, "\x1b\n\u202e") {
			t.Errorf("%q reached the terminal", got)
		}
	}
}

// TestPlaces: a value that looks like a place is not one.
func TestPlaces(t *testing.T) {
	if got := mustLocale(t, "en").T("outcome.by", "{2}", "{1}"); got != "{2} by {1}" {
		t.Error(got)
	}
	if got := mustLocale(t, "en").T("outcome.by", "4♠"); got != "4♠ by {2}" {
		t.Error(got)
	}
}

// TestGoroutines: a locale may be used by many at once (run with -race).
func TestGoroutines(t *testing.T) {
	l := mustLocale(t, "ru")
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			for i := range 50 {
				_ = l.N("count.boards", n*i) + l.T("score.declaring") + l.Pick("outcome.down", i)
			}
		})
	}
	all.Wait()
}

func FuzzClean(f *testing.F) {
	f.Add("\x1b[31m", "{1}{n}{")
	f.Fuzz(func(t *testing.T, a, b string) {
		s := locale.English().T("outcome.by", a, b)
		if strings.ContainsAny(s, "\x1b\x07\n\r\u009b") {
			t.Errorf("%q", s)
		}
	})
}
