package webtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/overtrick/overtrick/internal/journal"
)

// BenchmarkPut is what a result costs the server, but for the network and the disk: 500
// tables enter one after the other.
func BenchmarkPut(b *testing.B) {
	o, err := Organise(b.Context(), new(journal.Memory))
	if err != nil {
		b.Fatal(err)
	}
	defer o.Close()
	evening, err := o.Open(b.Context(), Plan{Sections: 25, Tables: 20, Rounds: 9, PerRound: 3})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		t := evening.Tables[n%len(evening.Tables)]
		e := t.Entry(n / len(evening.Tables))
		data, err := json.Marshal(e)
		if err != nil {
			b.Fatal(err)
		}
		q := httptest.NewRequestWithContext(b.Context(), http.MethodPut, fmt.Sprintf("/api/results/%s", e.ID), bytes.NewReader(data))
		q.Header.Set("Content-Type", "application/json")
		q.Header.Set("Authorization", "Bearer "+t.Token)
		w := httptest.NewRecorder()
		o.server.ServeHTTP(w, q)
		if w.Code != http.StatusOK {
			b.Fatalf("%d %s", w.Code, w.Body)
		}
	}
}
