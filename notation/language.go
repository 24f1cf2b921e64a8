package notation

import (
	"strings"

	"github.com/overtrick/overtrick/bridge"
)

// Language is a language whose words of the game are known. Any other value,
// the empty one too, reads and prints as [English].
type Language string

// The languages.
const (
	English Language = "en"
	German  Language = "de"
	Russian Language = "ru"
	French  Language = "fr"
	Polish  Language = "pl"
)

// Languages lists the languages.
var Languages = [5]Language{English, German, Russian, French, Polish}

// ParseLanguage reads the code of a language in either case; a region behind it
// is ignored: "de", "DE-AT", "ru_RU.UTF-8".
func ParseLanguage(s string) (Language, error) {
	code := s
	if end := strings.IndexAny(s, "-_.@"); end >= 0 {
		code = s[:end]
	}
	for _, lang := range Languages {
		if strings.EqualFold(code, string(lang)) {
			return lang, nil
		}
	}
	return "", bridge.Errorf(bridge.Invalid, "notation.language", "language %q: want en, de, ru, fr or pl", s)
}

// lexicon is what a language calls the things of the game. In each list, the
// spellings are separated by |, and a blank in a spelling stands for any blanks
// or hyphens or none. Accents and case do not matter. Spellings of one or two
// characters may be glued to what follows; longer ones are whole words.
type lexicon struct {
	strains  [6]string // by strain
	queen    string    // letters that mean the queen even where a strain must stand
	seats    [5]string // by seat
	ranks    [15]string
	double   string
	redouble string
	pass     string
	made     string
	making   string // as made, and the odd tricks may stand behind it
	numbers  string // one, two ... as downs writes them
	downs    string // undertricks in words; # is the number
	off      string // stands before or after a number of undertricks in digits
	tricks   string // stands after a number of tricks
	by       string // may stand before the declarer
	lead     string // may stand before the opening lead
	vul      [4]string

	print *printed
}

// printed is what a language writes.
type printed struct {
	letters [6]string // of a strain in letter style; words, with a blank before them, where letters would collide
	names   [6]string // of a strain
	compass [5]string
	local   [5]string // compass under [LocalCompass]
	seats   [5]string // names of seats
	honours string    // ace, king, queen, jack
	pass    string
	none    string // nobody is vulnerable
	all     string
}

// lexicons holds the words of each language. The English ones are read in every
// language, so the others list only what they add. Terms and letters are those
// of the project's glossary.
var lexicons = map[Language]*lexicon{
	English: {
		strains: [6]string{
			bridge.Clubs: "♣|c|club|clubs", bridge.Diamonds: "♦|d|diamond|diamonds",
			bridge.Hearts: "♥|h|heart|hearts", bridge.Spades: "♠|s|spade|spades",
			bridge.Notrump: "n|nt|no trump|no trumps",
		},
		seats: [5]string{bridge.North: "n|north", bridge.East: "e|east", bridge.South: "s|south", bridge.West: "w|west"},
		ranks: [15]string{
			2: "2", 3: "3", 4: "4", 5: "5", 6: "6", 7: "7", 8: "8", 9: "9", bridge.Ten: "10|t|ten",
			bridge.Jack: "j|jack", bridge.Queen: "q|queen", bridge.King: "k|king", bridge.Ace: "a|ace",
		},
		double:   "dbl|doubled|double",
		redouble: "rdbl|redoubled|redouble",
		pass:     "p|po|ap|pass|passed|passed out|pass out|all pass|all passed",
		made:     "made|makes|making|made exactly|just made",
		making:   "made|makes|making",
		numbers:  "one|two|three|four|five|six|seven",
		downs:    "# down|down #|# off",
		off:      "down|off",
		tricks:   "trick|tricks",
		by:       "by",
		lead:     "lead|led",
		vul: [4]string{
			bridge.NoneVul: "none|nobody|neither|nil|love|love all|-",
			bridge.NSVul:   "n s|n/s|north south", bridge.EWVul: "e w|e/w|east west",
			bridge.AllVul: "all|both|b|game all|all vulnerable|both vulnerable",
		},
		print: &printed{
			letters: [6]string{"", "C", "D", "H", "S", "NT"},
			names:   [6]string{"", "clubs", "diamonds", "hearts", "spades", "no trump"},
			compass: [5]string{"", "N", "E", "S", "W"},
			seats:   [5]string{"", "North", "East", "South", "West"},
			honours: "AKQJ",
			pass:    "pass-out",
			none:    "None",
			all:     "All",
		},
	},
	German: {
		strains: [6]string{
			bridge.Clubs: "t|treff|kreuz", bridge.Diamonds: "k|karo",
			bridge.Hearts: "c|coeur|cœur|herz", bridge.Spades: "p|pik",
			bridge.Notrump: "sa|ot|sans atout|ohne trumpf|ohne",
		},
		seats: [5]string{bridge.North: "nord", bridge.East: "o|ost", bridge.South: "süd|sued", bridge.West: "west"},
		ranks: [15]string{
			bridge.Ten: "z|zehn", bridge.Jack: "b|bube", bridge.Queen: "d|dame", bridge.King: "könig|koenig", bridge.Ace: "ass|as",
		},
		double:   "kontra|kontriert|im kontra",
		redouble: "rekontra|rekontriert|im rekontra",
		pass:     "passe|gepasst|durchpass|durchgepasst|rundpass|rundgepasst|alle passen|alle gepasst",
		made:     "erfüllt|erfuellt|gemacht|genau erfüllt|genau gemacht",
		numbers:  "ein|zwei|drei|vier|fünf|sechs|sieben",
		downs:    "# faller|#mal gefallen|# gefallen",
		off:      "faller|mal gefallen|gefallen",
		tricks:   "stich|stiche",
		by:       "von|durch",
		lead:     "ausspiel|ausgespielt",
		vul: [4]string{
			bridge.NoneVul: "keiner|keine|niemand|alle in nichtgefahr",
			bridge.NSVul:   "nord süd|nord sued", bridge.EWVul: "o w|o/w|ost west",
			bridge.AllVul: "alle|beide|alle in gefahr|beide in gefahr",
		},
		print: &printed{
			letters: [6]string{"", " Treff", " Karo", " Coeur", " Pik", " SA"},
			names:   [6]string{"", "Treff", "Karo", "Coeur", "Pik", "Sans Atout"},
			compass: [5]string{"", "N", "O", "S", "W"},
			seats:   [5]string{"", "Nord", "Ost", "Süd", "West"},
			honours: "AKDB",
			pass:    "durchgepasst",
			none:    "niemand",
			all:     "alle",
		},
	},
	Russian: {
		strains: [6]string{
			bridge.Clubs: "т|трефа|трефы|треф|трефей", bridge.Diamonds: "б|бубна|бубны|бубен|бубён",
			bridge.Hearts: "ч|черва|червы|черв|червей|черви", bridge.Spades: "п|пика|пики|пик",
			bridge.Notrump: "бк|без козыря|без козырей|без",
		},
		seats: [5]string{bridge.North: "с|север", bridge.East: "в|восток", bridge.South: "ю|юг", bridge.West: "з|запад"},
		ranks: [15]string{
			bridge.Ten: "десятка", bridge.Jack: "в|валет", bridge.Queen: "д|дама", bridge.King: "к|король", bridge.Ace: "т|туз",
		},
		double:   "контра|под контрой",
		redouble: "реконтра|под реконтрой",
		pass:     "п|пас|пасс|4 паса|четыре паса|все пас|все спасовали",
		made:     "выполнен|выполнено|свои|своя|ровно",
		numbers:  "одной|двух|трёх|четырёх|пяти|шести|семи",
		downs:    "без #",
		off:      "без|недобор|недобора|недоборов",
		tricks:   "взятка|взятки|взяток",
		by:       "разыгрывает",
		lead:     "ход|первый ход|атака",
		vul: [4]string{
			bridge.NoneVul: "никто|все до зоны|до зоны",
			bridge.NSVul:   "с ю|с/ю|север юг", bridge.EWVul: "в з|в/з|восток запад",
			bridge.AllVul: "все|все в зоне|обе|обе в зоне",
		},
		print: &printed{
			letters: [6]string{"", "т", "б", "ч", "п", "БК"},
			names:   [6]string{"", "трефы", "бубны", "червы", "пики", "без козыря"},
			compass: [5]string{"", "N", "E", "S", "W"},
			local:   [5]string{"", "С", "В", "Ю", "З"},
			seats:   [5]string{"", "Север", "Восток", "Юг", "Запад"},
			honours: "ТКДВ",
			pass:    "4 паса",
			none:    "никто",
			all:     "все",
		},
	},
	French: {
		strains: [6]string{
			bridge.Clubs: "t|trèfle|trèfles", bridge.Diamonds: "k|carreau|carreaux",
			bridge.Hearts: "c|cœur|cœurs", bridge.Spades: "p|pique|piques",
			bridge.Notrump: "sa|sans atout|sans",
		},
		queen: "d",
		seats: [5]string{bridge.North: "nord", bridge.East: "est", bridge.South: "sud", bridge.West: "o|ouest"},
		ranks: [15]string{
			bridge.Ten: "dix", bridge.Jack: "v|valet", bridge.Queen: "d|dame", bridge.King: "r|roi", bridge.Ace: "as",
		},
		double:   "contre|contré",
		redouble: "surcontre|surcontré",
		pass:     "passe|passe général|passe générale",
		made:     "réussi|juste fait|juste|égal",
		numbers:  "une|deux|trois|quatre|cinq|six|sept",
		downs:    "# de chute|moins #",
		off:      "de chute|chute",
		tricks:   "levée|levées|pli|plis",
		by:       "par",
		lead:     "entame",
		vul: [4]string{
			bridge.NoneVul: "personne",
			bridge.NSVul:   "nord sud", bridge.EWVul: "e o|e/o|est ouest",
			bridge.AllVul: "tous|tous vulnérables",
		},
		print: &printed{
			letters: [6]string{"", " trèfle", " carreau", " cœur", " pique", " SA"},
			names:   [6]string{"", "trèfle", "carreau", "cœur", "pique", "sans-atout"},
			compass: [5]string{"", "N", "E", "S", "O"},
			seats:   [5]string{"", "Nord", "Est", "Sud", "Ouest"},
			honours: "ARDV",
			pass:    "passe général",
			none:    "personne",
			all:     "tous",
		},
	},
	Polish: {
		strains: [6]string{
			bridge.Clubs: "t|trefl|trefle|trefli", bridge.Diamonds: "k|karo|kara|kar",
			bridge.Hearts: "k|kier|kiery|kierów", bridge.Spades: "p|pik|piki|pików",
			bridge.Notrump: "ba|bez atu|bez",
		},
		seats: [5]string{bridge.North: "północ", bridge.East: "wschód", bridge.South: "południe", bridge.West: "zachód"},
		ranks: [15]string{
			bridge.Ten: "dziesiątka", bridge.Jack: "w|walet", bridge.Queen: "d|dama", bridge.King: "król", bridge.Ace: "as",
		},
		double:   "kontra|z kontrą",
		redouble: "rekontra|z rekontrą",
		pass:     "pas|pasy|4 pasy|cztery pasy",
		made:     "zrobiony|zrobione|swoje",
		numbers:  "jednej|dwóch|trzech|czterech|pięciu|sześciu|siedmiu",
		downs:    "bez #",
		off:      "bez|wpadka|wpadki|wpadek",
		tricks:   "lewa|lewy|lew",
		by:       "przez",
		lead:     "wist|pierwszy wist",
		vul: [4]string{
			bridge.NoneVul: "nikt|obie przed|obie przed partią",
			bridge.NSVul:   "północ południe", bridge.EWVul: "wschód zachód",
			bridge.AllVul: "obie|wszyscy|obie po|obie po partii",
		},
		print: &printed{
			letters: [6]string{"", " trefl", " karo", " kier", " pik", " BA"},
			names:   [6]string{"", "trefle", "kara", "kiery", "piki", "bez atu"},
			compass: [5]string{"", "N", "E", "S", "W"},
			seats:   [5]string{"", "północ", "wschód", "południe", "zachód"},
			honours: "AKDW",
			pass:    "4 pasy",
			none:    "nikt",
			all:     "obie",
		},
	},
}

// known gives the language itself, English for one that is not known.
func (l Language) known() Language {
	if _, ok := lexicons[l]; ok {
		return l
	}
	return English
}
