package shelf

import (
	"strings"
	"testing"
)

// TestReadEventRefuses holds that no event is half-read.
func TestReadEventRefuses(t *testing.T) {
	const event = `{"format":"overtrick-event-1","source":{},"event":{"kind":"pairs","scoring":"MP"},"rules":{},` +
		`"boards":[{"board":1,"dealer":"N","vul":"None","lines":[{"ns":"1","ew":"2","score":110}]}],"totals":[{"pair":"1"},{"pair":"2"}]}`
	if _, err := readEvent("sound", []byte(event)); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ name, old, new string }{
		{"another format", "event-1", "event-2"},
		{"a field that is not known", `"ns":"1"`, `"ns":"1","double":true`},
		{"a scoring that is not known", `"MP"`, `"BAM"`},
		{"a contestant that is none", `"ns":"1"`, `"ns":"first"`},
		{"a board that is none", `"board":1`, `"board":0`},
		{"no score", `,"score":110`, ``},
		{"a contract that is none", `"score":110`, `"score":110,"contract":"8C"`},
		{"no declarer", `"score":110`, `"score":110,"contract":"2S"`},
		{"an award that is not known", `"score":110`, `"adj":"half"`},
		{"a result and an award", `"score":110`, `"score":110,"adj":"50/50"`},
		{"a result against nobody", `"ew":"2"`, `"ew":""`},
		{"a number that is none", `{"pair":"1"}`, `{"pair":"1","total":1e9}`},
		{"a side that disagrees", `{"pair":"1"}`, `{"pair":"1","dir":"NS"}`},
		{"something behind it", `"totals":[`, `"totals":[]} {"totals":[`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			broken := strings.Replace(event, tc.old, tc.new, 1)
			if broken == event {
				t.Fatalf("%q does not occur", tc.old)
			}
			if e, err := readEvent("broken", []byte(broken)); err == nil {
				t.Errorf("read as %+v", e.Record.Facts)
			}
		})
	}
}
