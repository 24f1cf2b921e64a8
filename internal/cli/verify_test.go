package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/exact"
	"github.com/overtrick/overtrick/internal/locale"
	"github.com/overtrick/overtrick/internal/shelf"
)

// TestSettingsPage: the list of packs and every setting of each of them fit the
// page and are said in every language. What can be typed is not broken.
func TestSettingsPage(t *testing.T) {
	for _, lang := range locale.Languages() {
		for _, columns := range pages {
			term := newTerminal(t, lang, columns)
			term.packs(shippedPacks())
			for _, p := range shippedPacks() {
				term.settings(p)
			}
			for _, line := range tooWide(term.out.String(), columns) {
				if !strings.HasPrefix(line, "  score.") && !strings.HasPrefix(line, "  total.") && !strings.HasPrefix(line, "  rank.") {
					t.Errorf("%s, %d columns: %s", lang, columns, line)
				}
			}
		}
		term := newTerminal(t, lang, widest)
		for _, p := range shippedPacks() {
			for _, v := range p.Values() {
				s := v.Setting
				if !term.Has("phrase." + s.Meaning) {
					t.Errorf("%s: what %s means is not said: %s", lang, s.Name, s.Meaning)
				}
				if len(s.Words) == 0 && s.High == 0 && !term.Has("phrase."+s.Allowed) {
					t.Errorf("%s: what %s may be is not said: %s", lang, s.Name, s.Allowed)
				}
			}
		}
	}
}

// TestReasonTexts: every reason is said in every language, and fills its places.
func TestReasonTexts(t *testing.T) {
	source, err := os.ReadFile("../../event/verify.go")
	if err != nil {
		t.Fatal(err)
	}
	kinds := regexp.MustCompile(`ReasonKind = "(\w+)"`).FindAllStringSubmatch(string(source), -1)
	if len(kinds) < 19 {
		t.Fatalf("%d reasons", len(kinds))
	}
	for _, lang := range locale.Languages() {
		term := newTerminal(t, lang, widest)
		for _, k := range kinds {
			if !term.Has("verify.reason." + k[1]) {
				t.Errorf("%s: no text for the reason %s", lang, k[1])
			}
		}
		for want, r := range map[string]event.Reason{
			"A+":                                    {Kind: event.ReasonAward, Args: []any{event.Award{Kind: event.AveragePlus}}},
			term.T("percent", term.Decimal("62.5")): {Kind: event.ReasonAward, Args: []any{event.PercentAward(exact.Of(125, 2))}},
			term.Decimal("4.05"):                    {Kind: event.ReasonHalf, Args: []any{exact.Of(81, 20)}},
		} {
			if got := term.reason(&r); !strings.Contains(got, want) || strings.Contains(got, "{") {
				t.Errorf("%s: %q does not say %s", lang, got, want)
			}
		}
	}
}

// TestVerifyPage: what is said of an event fits the page, with many differences
// and with few.
func TestVerifyPage(t *testing.T) {
	for _, e := range shelf.Events(t) {
		if e.Scoring == "IMP" { // teams
			continue
		}
		v, err := verify(e.Record)
		if err != nil {
			t.Fatal(err)
		}
		// As if the last pack were the nearest: many things differ.
		far := *v
		far.verdicts = v.verdicts[len(v.verdicts)-1:]
		for _, v := range []*verification{v, &far} {
			if v == &far && (v.verdicts[0].Reproduces() || v.suggests != nil && v.suggests != v.verdicts[0].Pack) {
				continue
			}
			for _, lang := range locale.Languages() {
				for _, columns := range pages {
					term := newTerminal(t, lang, columns)
					term.verification(v)
					for _, line := range tooWide(term.out.String(), columns) {
						t.Errorf("%s, %s, %d columns: %s", e.Name, lang, columns, line)
					}
				}
			}
			term := newTerminal(t, "en", widest)
			var out verifyJSON
			if err := term.answer(term.verificationJSON(v)); err != nil || json.Unmarshal(term.out.Bytes(), &out) != nil || len(out.Differences) != len(v.verdicts[0].Differences) {
				t.Errorf("%s: %v, %s", e.Name, err, term.out.String())
			}
		}
	}
}

// TestVerifyFiles: the published files of the shelf are verified as the events
// are, by the whole walk from the bytes to the status.
func TestVerifyFiles(t *testing.T) {
	for name, status := range map[string]int{
		"mp-howell": 0, "mp-mitchell-ragged": 0, "butler-mitchell": 0, "cross-imp-howell": 0,
		"mp-mitchell-adjusted": 1, // one board was edited by hand
	} {
		got := run("verify", shelf.Path(t, filepath.Join("real", "usebio", name+".xml")))
		if got.status != status || !strings.Contains(got.stdout, "compscore") || strings.Contains(got.stderr, "overtrick: error") {
			t.Errorf("%s: status %d\n%s%s", name, got.status, got.stdout, got.stderr)
		}
	}
}

// TestVerifyCut: where boards are cut off the end of the demo evening between two
// lines, each board that is left agrees, and the totals say how many are missing.
func TestVerifyCut(t *testing.T) {
	whole, err := os.ReadFile("../../demo/evening.pbn")
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(whole, []byte(`[Board "20"]`))
	at = bytes.LastIndex(whole[:at], []byte(`[Event `))
	var stdout, stderr bytes.Buffer
	status := Run([]string{"verify", "-"}, bytes.NewReader(whole[:at]), &stdout, &stderr)
	if want := "  a total of 27 boards; the file holds 19\n"; status != 1 || !strings.Contains(stdout.String(), want) || stderr.Len() > 0 {
		t.Errorf("status %d, %s%s", status, stdout.String(), stderr.String())
	}
}
