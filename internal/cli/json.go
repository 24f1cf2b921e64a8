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

// failureJSON is a refusal as one line of JSON.
func failureJSON(l *locale.Locale, e *bridge.Error) string {
	type failure struct {
		Code bridge.Code `json:"code"`
		Key  string      `json:"key"`
		Text string      `json:"text"` // in the reader's language, without the place
		At   string      `json:"at"`   // the place; empty if there is none
	}
	placeless := *e
	placeless.At = ""
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(map[string]failure{"error": {e.Code, e.Key, l.Error(&placeless), e.At}}) // strings into a buffer cannot fail
	return b.String()
}

// warningJSON is a warning within an answer.
type warningJSON struct {
	Line int    `json:"line,omitempty"` // of the file, from 1; missing for the file as a whole
	Text string `json:"text"`
}
