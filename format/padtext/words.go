package padtext

import (
	"maps"
	"strings"
	"unicode"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/pad"
)

// The words that lines are made of, as they are written.
const (
	wordUndo     = "undo"
	wordEdit     = "edit"
	wordRemove   = "remove"
	wordInsert   = "insert"
	wordStop     = "stop"
	wordRubber   = "rubber"
	wordHonours  = "hon"
	wordHCP      = "hcp"
	wordFit      = "fit"
	wordPass     = "pass"
	wordWe       = "we"
	wordThey     = "they"
	wordSet      = "set"
	wordForm     = "form"
	wordEdition  = "edition"
	wordSchedule = "schedule"
	wordParts    = "parts"
	wordDeals    = "deals"
	wordRedeal   = "redeal"
	wordDealer   = "dealer"
	wordPlayers  = "players"
	wordStake    = "stake"
	wordRotation = "rotation"
)

// lexicons list the spellings of words, separated by |, with what is written
// first. Umlauts may be typed as two letters.
var lexicons = map[notation.Language]map[string]string{
	notation.English: {
		wordUndo: "undo|back", wordEdit: "edit|change|correct", wordRemove: "remove|delete", wordInsert: "insert",
		wordStop: "stop|settle", wordRubber: "rubber|next", wordHonours: "hon|honours|honors|honour|honor", //nolint:misspell // as Americans write
		wordHCP: "hcp|points", wordFit: "fit", wordWe: "we|us", wordThey: "they|them",
		wordSet: "set", wordForm: "form", wordEdition: "edition", wordSchedule: "schedule", wordParts: "parts",
		wordDeals: "deals", wordRedeal: "redeal", wordDealer: "dealer",
		wordPlayers: "players", wordStake: "stake", wordRotation: "rotation",
	},
	notation.German: {
		wordUndo: "zurück|rückgängig", wordEdit: "ändern|ändere|korrigieren", wordRemove: "löschen|lösche|entfernen",
		wordInsert: "einfügen", wordStop: "abrechnen|stopp|schluss", wordRubber: "rubber|weiter|nächster",
		wordHonours: "honneurs|honneur", wordHCP: "fp|punkte", wordWe: "wir|uns", wordThey: "sie",
		wordSet: "hausregel|setze", wordForm: "form|spielform", wordEdition: "regeln|regelwerk", wordSchedule: "gefahr|gefahrenlage",
		wordParts: "teilkontrakte|teilkontrakt", wordDeals: "spiele", wordRedeal: "neuteilen|neugeben", wordDealer: "teiler|geber",
		wordPlayers: "spieler", wordStake: "einsatz", wordRotation: "wechsel",
	},
	notation.Russian: {
		wordUndo: "назад|отмена|отменить", wordEdit: "исправить|изменить", wordRemove: "удалить|убрать",
		wordInsert: "вставить", wordStop: "стоп|расчёт|конец", wordRubber: "роббер|дальше|следующий",
		wordHonours: "онеры|онёры|онер", wordHCP: "очки|фо", wordFit: "фит", wordWe: "мы|нас", wordThey: "они",
		wordSet: "правило|условие", wordForm: "форма|игра", wordEdition: "редакция|законы", wordSchedule: "зоны|зона",
		wordParts: "частичные|частичка", wordDeals: "сдачи|сдач", wordRedeal: "пересдача|пересдавать", wordDealer: "сдаёт|сдающий",
		wordPlayers: "игроки", wordStake: "ставка", wordRotation: "смена",
	},
}

// values list the spellings of the values of the head in a language, by line and
// value, as lexicons do. English ones are as they are written.
var values = map[notation.Language]map[string]map[string]string{
	notation.English: {
		wordRedeal: {valueYes: "yes|true", valueNo: "no|false"},
	},
	notation.German: {
		wordForm: {
			string(pad.Rubber): "rubber|rubberbridge", string(pad.Chicago): "chicago|chikago", string(pad.Russian): "russisch",
			string(pad.Iniarski): "iniarski|polnisch", string(pad.Auction): "auktion|auktionsbridge", string(pad.Plafond): "plafond",
		},
		wordSchedule: {string(pad.DealerSide): "teiler", string(pad.OtherSide): "gegner|nichtteiler", string(pad.Fixed): "fest"},
		wordParts:    {string(pad.Carry): "mitnehmen|übertragen", string(pad.Duplicate): "turnier|einzeln"},
		wordRedeal:   {valueYes: "ja", valueNo: "nein"},
		wordRotation: {string(pad.Tour): "tour|reihum", string(pad.Stay): "keiner|bleiben", string(pad.Cut): "ziehen|abheben"},
	},
	notation.Russian: {
		wordForm: {
			string(pad.Rubber): "роббер", string(pad.Chicago): "чикаго", string(pad.Russian): "русская|русский",
			string(pad.Iniarski): "иниарски|польская", string(pad.Auction): "аукцион|аукционная", string(pad.Plafond): "плафон",
		},
		wordSchedule: {string(pad.DealerSide): "сдающий|сдающие", string(pad.OtherSide): "соперники|несдающие", string(pad.Fixed): "постоянные|постоянно"},
		wordParts:    {string(pad.Carry): "переносятся|перенос", string(pad.Duplicate): "турнирные|турнир"},
		wordRedeal:   {valueYes: "да", valueNo: "нет"},
		wordRotation: {string(pad.Tour): "тур|круг", string(pad.Stay): "нет|остаются", string(pad.Cut): "жребий|тянуть"},
	},
}

// The values of redeal.
const (
	valueYes = "yes"
	valueNo  = "no"
)

// short are what a prompt reads for a word, as the first one of a line.
var short = map[string]string{"u": wordUndo, "e": wordEdit, "h": wordHonours, "s": wordStop}

// umlauts are letters that people type as two.
var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ё", "е")

// words gives the word of each spelling in a language, folded.
var words = func() map[notation.Language]map[string]string {
	of := map[notation.Language]map[string]string{}
	for _, lang := range notation.Languages {
		of[lang] = map[string]string{}
		for _, l := range []notation.Language{notation.English, lang} {
			for word, list := range lexicons[l] {
				for spelling := range strings.SplitSeq(list, "|") {
					of[lang][fold(spelling)] = word
				}
			}
		}
	}
	return of
}()

// value gives what a spelling means in a line of the head, folded; what is no word
// of the language stays as it is.
func (p *parser) value(name, text string) string {
	for _, lang := range []notation.Language{notation.English, p.lang} {
		for value, list := range values[lang][name] {
			for spelling := range strings.SplitSeq(list, "|") {
				if fold(spelling) == fold(text) {
					return value
				}
			}
		}
	}
	return text
}

// fold is a word as the lists have it.
func fold(s string) string {
	return umlauts.Replace(strings.ToLower(strings.Trim(s, ",;:")))
}

// Words lists the spellings of each word that a language adds to the English ones,
// separated by |; of English it lists the English ones. What is usual comes first.
func Words(lang notation.Language) map[string]string { return maps.Clone(lexicons[lang]) }

// Values lists the spellings of the values that are words, by line of the head and
// value, as [Words] does.
func Values(lang notation.Language) map[string]map[string]string { return maps.Clone(values[lang]) }

// token is a piece of a line without blanks.
type token struct {
	text       string
	start, end int // bytes of the line
}

// tokens cuts a line at its blanks.
func tokens(line string) (list []token) {
	start := -1
	for i, r := range line {
		switch blank := unicode.IsSpace(r); {
		case blank && start >= 0:
			list = append(list, token{line[start:i], start, i})
			start = -1
		case !blank && start < 0:
			start = i
		}
	}
	if start >= 0 {
		list = append(list, token{line[start:], start, len(line)})
	}
	return list
}

// sideWord is the word for a side.
func sideWord(s bridge.Side) string {
	if s == bridge.EW {
		return wordThey
	}
	return wordWe
}
