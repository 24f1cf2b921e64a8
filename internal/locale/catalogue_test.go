package locale_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/overtrick/overtrick/internal/locale"
)

// forms are the plural forms that CLDR gives whole numbers and fractions.
var forms = map[string][]string{
	"en": {"one", "other"},
	"de": {"one", "other"},
	"ru": {"few", "many", "one", "other"},
}

// message is a text as its catalogue has it: one form under "", or plural forms.
type message map[string]string

// load reads the catalogue of a kind and language. Keys must be in order, so that
// a text has one place where people look for it.
func load(t *testing.T, kind, lang string) map[string]message {
	t.Helper()
	path := filepath.Join("catalogue", kind+"."+lang+".json")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var raw map[string]any
	if err := json.Unmarshal(data, &raw); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	var order []string
	for _, m := range regexp.MustCompile(`(?m)^  "([^"]+)":`).FindAllStringSubmatch(string(data), -1) {
		order = append(order, m[1])
	}
	if !slices.IsSorted(order) || len(order) != len(raw) {
		t.Errorf("%s: keys are not in order, or one is there twice", path)
	}
	out := map[string]message{}
	for key, value := range raw {
		m := message{}
		switch v := value.(type) {
		case string:
			m[""] = v
		case map[string]any:
			for form, text := range v {
				m[form], _ = text.(string)
			}
			if got := slices.Sorted(maps.Keys(m)); !slices.Equal(got, forms[lang]) {
				t.Errorf("%s: %s has the forms %v, want %v", path, key, got, forms[lang])
			}
		}
		for form, text := range m {
			if strings.TrimSpace(text) == "" || text != strings.TrimSpace(text) {
				t.Errorf("%s: %s %s is empty, or has blanks around it", path, key, form)
			}
		}
		out[key] = m
	}
	return out
}

var place = regexp.MustCompile(`\{[^{}]*\}`)

// places are the places of a text, each once. {n} may be left out of a form: "one
// table" needs no number.
func places(m message) []string {
	found := map[string]bool{}
	for _, text := range m {
		for _, p := range place.FindAllString(text, -1) {
			found[p] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// items is the number of items of a list.
func items(m message) int { return strings.Count(m[""], "|") }

// TestOneTextForOneKey: the kinds of texts share one space of keys.
func TestOneTextForOneKey(t *testing.T) {
	kind := map[string]string{}
	for _, k := range []string{"doors", "rules", "errors"} {
		for key := range load(t, k, "de") {
			if kind[key] != "" {
				t.Errorf("%s has a text in %s and in %s", key, kind[key], k)
			}
			kind[key] = k
		}
	}
}

func TestLanguagesAgree(t *testing.T) {
	for _, kind := range []string{"doors", "rules"} {
		english := load(t, kind, "en")
		for _, lang := range locale.Languages()[1:] {
			other := load(t, kind, lang)
			for key, text := range other {
				if english[key] == nil {
					t.Errorf("%s.%s: %s is not in English", kind, lang, key)
					continue
				}
				if got, want := places(text), places(english[key]); !slices.Equal(got, want) {
					t.Errorf("%s.%s: %s has the places %v, in English %v", kind, lang, key, got, want)
				}
				if items(text) != items(english[key]) {
					t.Errorf("%s.%s: %s has %d items, in English %d", kind, lang, key, items(text)+1, items(english[key])+1)
				}
				if (text[""] == "") != (english[key][""] == "") {
					t.Errorf("%s.%s: %s has plural forms in one language only", kind, lang, key)
				}
			}
			for key := range english {
				if other[key] == nil {
					t.Errorf("%s.%s: %s is missing", kind, lang, key)
				}
			}
		}
	}
}

// builtKeys are keys that the code puts together from parts.
var builtKeys = map[string]string{
	"notation.twice.doubling": "result %q: %q gives the doubling again",
	"notation.twice.score":    "result %q: %q gives the score again",
	"notation.twice.tricks":   "result %q: %q gives the tricks again",
	"notation.twice.declarer": "result %q: %q gives the declarer again",
	"notation.twice.lead":     "result %q: %q gives the lead again",
	"internal":                "%v",
	"usage.other":             "%s",
}

// builtRules are rules that a room chooses by value.
var builtRules = []string{"honours.four", "honours.five", "honours.aces", "honours.auction"}

var verb = regexp.MustCompile(`%[-+# 0]*[0-9.]*[a-zA-Z]`)

// TestErrors: each refusal and warning in the code has a text in every language,
// with places for its values; the text of a key that has several English ones may
// leave values out, but none quotes the English. No text is left over.
func TestErrors(t *testing.T) {
	source := readSource(t)
	for key, format := range builtKeys {
		source.formats[key] = append(source.formats[key], format)
	}
	for _, lang := range locale.Languages()[1:] {
		texts := load(t, "errors", lang)
		for key, formats := range source.formats {
			text, ok := texts[key]
			if !ok {
				t.Errorf("errors.%s: %s is missing: %q", lang, key, formats)
				continue
			}
			least := 99
			for _, f := range formats {
				least = min(least, len(verb.FindAllString(strings.ReplaceAll(f, "%%", ""), -1)))
			}
			got := places(text)
			for _, p := range got {
				if len(p) != 3 || int(p[1]-'0') < 1 || int(p[1]-'0') > least {
					t.Errorf("errors.%s: %s has the place %s, but %q gives it %d values", lang, key, p, formats, least)
				}
			}
			if len(formats) == 1 && len(got) != least {
				t.Errorf("errors.%s: %s has the places %v, but %q has %d values", lang, key, got, formats[0], least)
			}
		}
		for key := range texts {
			if source.formats[key] == nil {
				t.Errorf("errors.%s: nothing in the code has the key %s", lang, key)
			}
		}
	}
}

// TestPhrases: what a warning about PBN says is allowed has words in every
// language, because it is an argument of the warning.
func TestPhrases(t *testing.T) {
	wants := readSource(t).wants
	if len(wants) == 0 {
		t.Error("no tag of PBN says what it wants")
	}
	doors := load(t, "doors", "en")
	for _, want := range wants {
		if doors["phrase."+want] == nil {
			t.Errorf("nothing says in other languages that PBN wants %q", want)
		}
	}
}

// TestRules: every rule of a derivation has a name, and words for what it counts;
// no text is left over.
func TestRules(t *testing.T) {
	source := readSource(t)
	source.rules["given"] = true // of a number that came without its reason
	for _, rule := range builtRules {
		if !source.strings[rule] {
			t.Errorf("nothing in the code has the rule %s", rule)
		}
		source.rules[rule] = true
	}
	texts := load(t, "rules", "en")
	for rule := range source.rules {
		if texts[rule+".name"] == nil && rule != "L77" { // it is called by its edition
			t.Errorf("rule %s has no text %s.name", rule, rule)
		}
		if texts[rule+".what"] == nil {
			t.Errorf("rule %s has no text %s.what", rule, rule)
		}
	}
	for key := range texts {
		rule := key[:max(strings.LastIndexByte(key, '.'), 0)]
		if !source.rules[rule] && !strings.HasPrefix(key, "calculation.") && !strings.HasPrefix(key, "edition.") {
			t.Errorf("rules.en: nothing in the code has the rule of %s", key)
		}
	}
}

// TestDoorsUse: every key that a door looks up has a text, and every text is
// looked up by a door. A key may be put together: "method." and the method.
func TestDoorsUse(t *testing.T) {
	source := readSource(t)
	for _, kind := range []string{"doors", "rules"} {
		for key := range load(t, kind, "en") {
			rest, phrase := strings.CutPrefix(key, "phrase.")
			used := slices.ContainsFunc(source.doors, func(s string) bool {
				return s == key || len(s) > 2 && strings.HasSuffix(s, ".") && strings.HasPrefix(key, s) ||
					len(s) > 2 && strings.HasPrefix(s, ".") && strings.HasSuffix(key, s)
			})
			if phrase && !source.strings[rest] || !phrase && !used {
				t.Errorf("%s: nothing in the code uses %s", kind, key)
			}
		}
	}
	doors, rules := load(t, "doors", "en"), load(t, "rules", "en")
	for _, key := range source.looked {
		if doors[key] == nil && rules[key] == nil {
			t.Errorf("a door looks for %s, which has no text", key)
		}
	}
}

// TestHelp: each command has a page in every language that fits a terminal.
func TestHelp(t *testing.T) {
	english := map[string]bool{}
	files, err := filepath.Glob(filepath.Join("help", "*.en.txt"))
	if err != nil || len(files) == 0 {
		t.Fatal("no help pages", err)
	}
	for _, f := range files {
		english[strings.TrimSuffix(filepath.Base(f), ".en.txt")] = true
	}
	all, _ := filepath.Glob(filepath.Join("help", "*.txt"))
	if len(all) != len(english)*len(locale.Languages()) {
		t.Errorf("%d pages, want %d in each of %v", len(all), len(english), locale.Languages())
	}
	flag := regexp.MustCompile(`--[a-z]+`)
	for command := range english {
		var flags []string
		for _, lang := range locale.Languages() {
			l, err := locale.New(lang)
			if err != nil {
				t.Fatal(err)
			}
			page := l.Help(command)
			found := slices.Compact(slices.Sorted(slices.Values(flag.FindAllString(page, -1))))
			if flags == nil {
				flags = found
			}
			if !slices.Equal(flags, found) {
				t.Errorf("help of %q: flags %v in %s, but %v in English", command, found, lang, flags)
			}
			for line := range strings.Lines(page) {
				if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
					t.Errorf("help of %q in %s: a line of %d columns: %s", command, lang, n, line)
				}
			}
		}
	}
}

// TestOneWord: what the glossary has one Russian word for is called by no other, in no
// text and on no page of help.
func TestOneWord(t *testing.T) {
	others := regexp.MustCompile(`(?i)матчпункт|дамми|в открытую|соперник|лишн\S+ взят|все пас|спасовал|\} с (ре)?контрой|карты переходов|(Север|Восток)\S*–`)
	for _, kind := range []string{"doors", "errors", "rules"} {
		for key, forms := range load(t, kind, "ru") {
			for _, text := range forms {
				if found := others.FindString(text); found != "" {
					t.Errorf("%s: %q in %q", key, found, text)
				}
			}
		}
	}
	pages, err := filepath.Glob("help/*.ru.txt")
	if err != nil || len(pages) == 0 {
		t.Fatal("no help", err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if found := others.Find(text); err != nil || found != nil {
			t.Errorf("%s: %q %v", page, found, err)
		}
	}
}
