package cli

import (
	"bytes"
	"encoding/json"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/locale"
)

// answer writes a value as the JSON of an answer, one line.
func (t *terminal) answer(v any) error {
	enc := json.NewEncoder(&t.out)
	enc.SetEscapeHTML(false) // "90 < 100" is for people too
	return enc.Encode(v)
}

type failureJSON struct {
	Error    errorJSON     `json:"error"`
	Warnings []warningJSON `json:"warnings,omitempty"` // what was met before
}

type errorJSON struct {
	Code bridge.Code `json:"code"`
	Key  string      `json:"key"`
	Text string      `json:"text"` // in the reader's language, without the place
	At   string      `json:"at"`   // the place; empty if there is none
}

// failure writes a refusal as one line of JSON.
func failure(l *locale.Locale, e *bridge.Error, warnings []warningJSON) string {
	placeless := *e
	placeless.At = ""
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(failureJSON{errorJSON{e.Code, e.Key, l.Error(&placeless), e.At}, warnings}) // strings into a buffer cannot fail
	return b.String()
}

// warningJSON is a warning within an answer.
type warningJSON struct {
	Line int    `json:"line"` // of the file, from 1; 0 for the file as a whole
	Key  string `json:"key"`
	Text string `json:"text"` // in the reader's language
}

// warningList is what an answer met, never null.
func (t *terminal) warningList() []warningJSON {
	list := make([]warningJSON, len(t.warnings))
	for i, w := range t.warnings {
		list[i] = w.warningJSON
	}
	return list
}
