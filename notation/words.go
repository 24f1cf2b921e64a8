package notation

import (
	"maps"
	"strings"

	"github.com/overtrick/overtrick/bridge"
)

// words is everything that is read in one language, English included.
type words struct {
	strains   []spelling[bridge.Strain]
	seats     []spelling[bridge.Seat]
	ranks     []spelling[bridge.Rank]
	doublings []spelling[bridge.Doubling]
	vul       []spelling[bridge.Vulnerability]
	over      []spelling[int] // tricks over the contract in words, and =
	pass      []spelling[bool]
	making    []spelling[bool] // made, with the odd tricks behind it
	off       []spelling[bool]
	tricks    []spelling[bool]
	by        []spelling[bool]
	lead      []spelling[bool]
	queen     string // what a letter of the queen stands for
	print     *printed
}

// wordsOf is made once from the lexicons and never changed.
var wordsOf = func() map[Language]*words {
	of := map[Language]*words{}
	for lang := range maps.Keys(lexicons) {
		w := &words{print: lexicons[lang].print}
		w.add(lexicons[English])
		if lang != English {
			w.add(lexicons[lang])
		}
		of[lang] = w
	}
	return of
}()

func (w *words) add(l *lexicon) {
	for i, list := range l.strains {
		w.strains = append(w.strains, spellings(list, bridge.Strain(i))...)
	}
	if l.queen != "" {
		w.strains = append(w.strains, spellings(l.queen, bridge.Strain(0))...)
		w.queen = l.ranks[bridge.Queen][strings.LastIndexByte(l.ranks[bridge.Queen], '|')+1:]
	}
	for i, list := range l.seats {
		w.seats = append(w.seats, spellings(list, bridge.Seat(i))...)
	}
	for i, list := range l.ranks {
		w.ranks = append(w.ranks, spellings(list, bridge.Rank(i))...)
	}
	for i, list := range l.vul {
		w.vul = append(w.vul, spellings(list, bridge.Vulnerability(i))...)
	}
	w.doublings = append(w.doublings, spellings(l.double, bridge.Doubled)...)
	w.doublings = append(w.doublings, spellings(l.redouble, bridge.Redoubled)...)
	w.over = append(w.over, spellings(l.made+"|=", 0)...)
	for i, number := range strings.Split(l.numbers, "|") {
		w.over = append(w.over, spellings(strings.ReplaceAll(l.downs, "#", number), -i-1)...)
	}
	w.pass = append(w.pass, spellings(l.pass, true)...)
	w.making = append(w.making, spellings(l.making, true)...)
	w.off = append(w.off, spellings(l.off, true)...)
	w.tricks = append(w.tricks, spellings(l.tricks, true)...)
	w.by = append(w.by, spellings(l.by, true)...)
	w.lead = append(w.lead, spellings(l.lead, true)...)
}
