package padtext

import (
	"maps"
	"strings"
	"unicode"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/notation"
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
		wordPlayers: "spieler", wordStake: "einsatz", wordRotation: "wechsel",
	},
	notation.Russian: {
		wordUndo: "назад|отмена|отменить", wordEdit: "исправить|изменить", wordRemove: "удалить|убрать",
		wordInsert: "вставить", wordStop: "стоп|расчёт|конец", wordRubber: "роббер|дальше|следующий",
		wordHonours: "онеры|онёры|онер", wordHCP: "очки|фо", wordFit: "фит", wordWe: "мы|нас", wordThey: "они",
		wordPlayers: "игроки", wordStake: "ставка", wordRotation: "смена",
	},
}

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

// fold is a word as the lists have it.
func fold(s string) string {
	return umlauts.Replace(strings.ToLower(strings.Trim(s, ",;:")))
}

// Words lists the spellings of each word that a language adds to the English ones,
// separated by |; of English it lists the English ones. What is usual comes first.
func Words(lang notation.Language) map[string]string { return maps.Clone(lexicons[lang]) }

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
