package locale

import (
	"encoding/json"
	"strings"
	"sync"
)

// Forms are a text as its catalogue has it: one form, or several by CLDR's plural
// categories. In JSON it is a string or an object, as there.
type Forms struct {
	Text   string            // of one form
	Plural map[string]string // by category: one, few, many, other
}

// MarshalJSON implements [json.Marshaler].
func (f Forms) MarshalJSON() ([]byte, error) {
	if f.Plural != nil {
		return json.Marshal(f.Plural)
	}
	return json.Marshal(f.Text)
}

// UnmarshalJSON implements [json.Unmarshaler].
func (f *Forms) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '{' {
		return json.Unmarshal(b, &f.Plural)
	}
	return json.Unmarshal(b, &f.Text)
}

// doors are the texts of the doors by language, read once.
var doors = sync.OnceValue(func() map[string]map[string]Forms {
	all := map[string]map[string]Forms{}
	for _, lang := range languages {
		data, err := catalogue.ReadFile("catalogue/doors." + lang + ".json")
		texts := map[string]Forms{}
		if err == nil {
			err = json.Unmarshal(data, &texts)
		}
		if err != nil {
			panic(err) // it is part of the program
		}
		all[lang] = texts
	}
	return all
})

// Texts are the texts of the doors whose keys begin in one of these ways, with their
// places open: for a page that fills them by itself.
func (l *Locale) Texts(prefixes ...string) map[string]Forms {
	out := map[string]Forms{}
	for key, forms := range doors()[l.lang] {
		for _, prefix := range prefixes {
			if strings.HasPrefix(key, prefix) {
				out[key] = forms
			}
		}
	}
	return out
}
