package web

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/notation"
	"github.com/overtrick/overtrick/score"
)

// textSets are the texts of each page that is a program, as their keys begin.
var textSets = map[string][]string{
	"table":   {"ui.table.", "ui.kit."},
	"console": {"ui.console.", "ui.kit.", "list."},
	"stories": {"ui.", "list.", "console."}, // canned are also the words that the server says to a console
}

// textsJSON is all that a page says, in one language. Pages have no word of any
// language in their code.
type textsJSON struct {
	Lang  string                  `json:"lang"`
	Texts map[string]locale.Forms `json:"texts"`
	Words wordsJSON               `json:"words"`
}

// wordsJSON are the words of the game.
type wordsJSON struct {
	Contracts     map[string]string   `json:"contracts"` // spoken: four spades
	Strains       map[string]string   `json:"strains"`
	StrainLetters map[string]string   `json:"strain_letters"`
	Seats         map[string]seatJSON `json:"seats"`
	Sides         map[string]sideJSON `json:"sides"`
	Over          map[string]string   `json:"over"` // -13 to 6: two down, made, one overtrick
	Ranks         map[string]string   `json:"ranks"`
	Cards         map[string]string   `json:"cards"` // spoken: king of hearts
	Vul           map[string]string   `json:"vul"`
	Decimal       string              `json:"decimal"`
	Minus         string              `json:"minus"`
}

type seatJSON struct {
	Name   string `json:"name"`
	Letter string `json:"letter"`
}

type sideJSON struct {
	Name    string `json:"name"`
	Letters string `json:"letters"`
}

// gameWords are the words of the game in a language.
func gameWords(l *locale.Locale) wordsJSON {
	lang := l.Words()
	w := wordsJSON{
		Contracts: map[string]string{}, Strains: map[string]string{}, StrainLetters: map[string]string{},
		Seats: map[string]seatJSON{}, Sides: map[string]sideJSON{}, Over: map[string]string{}, Ranks: map[string]string{}, Cards: map[string]string{}, Vul: map[string]string{},
		Decimal: l.T("number.decimal"), Minus: strings.TrimSuffix(notation.Over(notation.Symbols, -1), "1"),
	}
	n := 0
	for level := bridge.Level(1); level <= 7; level++ {
		for _, s := range bridge.Strains {
			n++
			w.Contracts[strconv.Itoa(int(level))+s.String()] = l.Pick("ui.words.contracts", n)
		}
	}
	for _, s := range bridge.Strains {
		w.Strains[s.String()], w.StrainLetters[s.String()] = notation.StrainName(lang, s), notation.Strain(lang, notation.Letters, s)
	}
	for _, s := range bridge.Seats {
		w.Seats[s.String()] = seatJSON{notation.SeatName(lang, s), notation.Seat(lang, notation.Symbols, s)}
	}
	for _, s := range []bridge.Side{bridge.NS, bridge.EW} {
		w.Sides[s.String()] = sideJSON{notation.SideName(lang, s), notation.Side(lang, notation.Symbols, s)}
	}
	for over := -13; over <= 6; over++ {
		switch {
		case over > 0:
			w.Over[strconv.Itoa(over)] = l.Pick("ui.words.over", over)
		default:
			w.Over[strconv.Itoa(over)] = l.Made(over)
		}
	}
	for r := bridge.Rank(2); r <= bridge.Ace; r++ {
		w.Ranks[r.String()] = notation.Rank(lang, r)
		for i, s := range bridge.Strains[:4] {
			w.Cards[s.String()+r.String()] = l.T("ui.words.card", l.Pick("ui.words.of_suit", i+1), l.Pick("ui.words.ranks", int(r)-1))
		}
	}
	for _, v := range []bridge.Vulnerability{bridge.NoneVul, bridge.NSVul, bridge.EWVul, bridge.AllVul} {
		w.Vul[strings.ToLower(v.String())] = l.Vulnerability(v)
	}
	return w
}

// contractScores are what every contract is worth to declarer's side, for tricks 0 to
// 13: not vulnerable, then vulnerable.
var contractScores = sync.OnceValue(func() []byte {
	all := map[string]*[2][]score.Points{}
	law := score.Law77()
	score.Outcomes(func(o score.Outcome) {
		points, err := law.Score(o.Contract, o.Vul, o.Tricks)
		if err != nil {
			panic(err) // Law 77 knows every outcome
		}
		at := all[o.Contract.String()]
		if at == nil {
			at = new([2][]score.Points)
			all[o.Contract.String()] = at
		}
		vul := 0
		if o.Vul {
			vul = 1
		}
		at[vul] = append(at[vul], points)
	})
	return encoded(all)
})

// encoded is a value in JSON that always has one.
func encoded(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// pageTexts are the texts of all sets in all languages, encoded once.
var pageTexts = sync.OnceValue(func() map[string][]byte {
	out := map[string][]byte{}
	for _, lang := range locale.Languages() {
		l, err := locale.New(lang)
		if err != nil {
			panic(err) // it is in the list
		}
		words := gameWords(l)
		for set, prefixes := range textSets {
			out[set+"."+lang] = encoded(textsJSON{lang, l.Texts(prefixes...), words})
		}
	}
	return out
})

// dataVersion names the texts and scores that this program has: with it in the address
// they may be kept for ever.
var dataVersion = sync.OnceValue(func() string {
	return sum(append(encoded(pageTexts()), contractScores()...))
})

// describeTexts adds what pages load to the description of the API.
func describeTexts(api *huma.OpenAPI) {
	api.Components.Schemas.RegisterTypeAlias(reflect.TypeFor[locale.Forms](), reflect.TypeFor[any]()) // a text, or one for each number
	answer := func(t reflect.Type) map[string]*huma.Response {
		content := map[string]*huma.MediaType{"application/json": {Schema: api.Components.Schemas.Schema(t, true, t.Name())}}
		return map[string]*huma.Response{"200": {Description: "changes with the program alone", Content: content}}
	}
	api.AddOperation(&huma.Operation{
		Method: "GET", Path: "/api/texts/{set}", OperationID: "texts", Summary: "What a page says in a language, and the words of the game",
		Parameters: []*huma.Param{
			{Name: "set", In: "path", Required: true, Schema: &huma.Schema{Type: "string"}, Description: "table, console or stories"},
			{Name: "lang", In: "query", Schema: &huma.Schema{Type: "string"}, Description: "en, de or ru"},
		},
		Responses: answer(reflect.TypeFor[textsJSON]()),
	})
	api.AddOperation(&huma.Operation{
		Method: "GET", Path: "/api/scores", OperationID: "scores",
		Summary:   "What every contract is worth to declarer's side, not vulnerable and vulnerable, for tricks 0 to 13",
		Responses: answer(reflect.TypeFor[map[string][2][]score.Points]()),
	})
}

// getTexts sends the texts of a page.
func (*Server) getTexts(w http.ResponseWriter, r *http.Request) {
	v := visitorOf(r.Context())
	lang := r.URL.Query().Get("lang")
	if lang == "" {
		lang = v.Lang()
	}
	texts, ok := pageTexts()[r.PathValue("set")+"."+lang]
	if !ok {
		http.NotFound(w, r)
		return
	}
	sendData(w, r, texts)
}

// getScores sends what contracts are worth.
func (*Server) getScores(w http.ResponseWriter, r *http.Request) { sendData(w, r, contractScores()) }

// sendData sends JSON that changes with the program alone.
func sendData(w http.ResponseWriter, r *http.Request, data []byte) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "no-cache")
	if r.URL.Query().Get("v") == dataVersion() {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	write(w, r, http.StatusOK, data)
}
