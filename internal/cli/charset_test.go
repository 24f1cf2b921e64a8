package cli

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"
)

// TestCharset: a file that does not say in which character set it is written is
// read as western, with a warning that names the option; the option decides.
func TestCharset(t *testing.T) {
	const usebio = `<USEBIO><EVENT EVENT_TYPE="MP_PAIRS"><EVENT_DESCRIPTION>TITLE</EVENT_DESCRIPTION><PARTICIPANTS>` +
		`<PAIR><PAIR_NUMBER>1</PAIR_NUMBER></PAIR><PAIR><PAIR_NUMBER>2</PAIR_NUMBER></PAIR>` +
		`<PAIR><PAIR_NUMBER>3</PAIR_NUMBER></PAIR><PAIR><PAIR_NUMBER>4</PAIR_NUMBER></PAIR></PARTICIPANTS>` +
		`<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>` +
		`<TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><SCORE>420</SCORE></TRAVELLER_LINE>` +
		`<TRAVELLER_LINE><NS_PAIR_NUMBER>3</NS_PAIR_NUMBER><EW_PAIR_NUMBER>4</EW_PAIR_NUMBER><SCORE>-50</SCORE></TRAVELLER_LINE>` +
		`</BOARD></EVENT></USEBIO>`
	const pbn = "[Event \"TITLE\"]\n[Board \"1\"]\n[Scoring \"MP\"]\n" +
		"[ScoreTable \"PairId_NS;PairId_EW;Score_NS\"]\n1 2 420\n3 4 -50\n"
	declared := func(head string) string { return head + "\n" }
	page := func(p *charmap.Charmap) func(string) string {
		return func(s string) string {
			out, err := p.NewEncoder().String(s)
			if err != nil {
				t.Fatal(err)
			}
			return out
		}
	}
	wide := func(s string) string {
		var b strings.Builder
		for _, c := range utf16.Encode([]rune(s)) {
			b.WriteByte(byte(c >> 8))
			b.WriteByte(byte(c))
		}
		return b.String()
	}
	same := func(s string) string { return s }
	for _, tc := range []struct {
		name, file, title string
		encode            func(string) string
		charset           string // of the option
		want              string // the title that is read
		warns             bool
	}{
		{"UTF-8", usebio, "Пары", same, "", "Пары", false},
		{"UTF-8", pbn, "Пары", same, "", "Пары", false},
		{"ASCII", pbn, "Pairs", same, "", "Pairs", false},
		{"western, guessed", usebio, "Jürgen", page(charmap.ISO8859_1), "", "Jürgen", true},
		{"western, guessed", pbn, "Jürgen", page(charmap.ISO8859_1), "", "Jürgen", true},
		{"western, named", usebio, "Jürgen", page(charmap.ISO8859_1), "latin1", "Jürgen", false},
		{"western, named", pbn, "Jürgen", page(charmap.ISO8859_1), "ISO-8859-1", "Jürgen", false},
		{"western, declared", declared(`<?xml version="1.0" encoding="iso-8859-1"?>`) + usebio, "Jürgen", page(charmap.ISO8859_1), "", "Jürgen", false},
		{"western, declared", declared("% PBN 2.1\n%Content-type: text/x-pbn; charset=ISO-8859-1") + pbn, "Jürgen", page(charmap.ISO8859_1), "", "Jürgen", false},
		{"western by the standard", declared("% PBN 2.1\n% EXPORT") + pbn, "Jürgen", page(charmap.ISO8859_1), "", "Jürgen", false},
		{"declared what it is not", declared(`<?xml version="1.0" encoding="utf-8"?>`) + usebio, "Jürgen", page(charmap.ISO8859_1), "", "Jürgen", true},
		{"Russian, guessed", usebio, "Пары", page(charmap.Windows1251), "", "Ïàðû", true},
		{"Russian, guessed", pbn, "Пары", page(charmap.Windows1251), "", "Ïàðû", true},
		{"Russian, named", usebio, "Пары", page(charmap.Windows1251), "windows-1251", "Пары", false},
		{"Russian, named", pbn, "Пары", page(charmap.Windows1251), "cp1251", "Пары", false},
		{"Russian before Windows", pbn, "Пары", page(charmap.KOI8R), "koi8-r", "Пары", false},
		{"Russian under DOS", usebio, "Пары", page(charmap.CodePage866), "ibm866", "Пары", false},
		{"Polish", usebio, "Święta", page(charmap.Windows1250), "windows-1250", "Święta", false},
		{"Polish", pbn, "Święta", page(charmap.ISO8859_2), "iso-8859-2", "Święta", false},
		{"UTF-16 without a mark", usebio, "Пары", wide, "utf-16be", "Пары", false},
		{"UTF-16 without a mark", pbn, "Пары", wide, "UTF-16", "Пары", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			args := []string{"rank", "-"}
			if tc.charset != "" {
				args = append(args, "--charset", tc.charset)
			}
			var stdout, stderr bytes.Buffer
			status := Run(args, strings.NewReader(tc.encode(strings.ReplaceAll(tc.file, "TITLE", tc.title))), &stdout, &stderr)
			if status != 0 || !strings.HasPrefix(stdout.String(), tc.want+"\n") {
				t.Errorf("status %d, %s%s", status, stdout.String(), stderr.String())
			}
			if n := strings.Count(stderr.String(), "--charset windows-1251"); n > 1 || (n == 1) != tc.warns {
				t.Errorf("warned %d times: %s", n, stderr.String())
			}
		})
	}
}

// TestCharsetRefusals: a name that nobody knows is a mistake of the command line,
// bytes that are not in that character set are one of the file.
func TestCharsetRefusals(t *testing.T) {
	for _, tc := range []struct {
		charset, want string
		status        int
	}{
		{"klingon", `overtrick: error: --charset: character set "klingon": want one of ibm850, `, 2},
		{"utf-8", "overtrick: error: standard input: not valid UTF-8: byte 0xFC at offset 9\n", 1},
	} {
		var stdout, stderr bytes.Buffer
		status := Run([]string{"rank", "-", "--charset", tc.charset}, strings.NewReader("[Event \"J\xFCrgen\"]\n"), &stdout, &stderr)
		if status != tc.status || stdout.Len() > 0 || !strings.HasPrefix(stderr.String(), tc.want) {
			t.Errorf("%s: status %d, %s%s", tc.charset, status, stdout.String(), stderr.String())
		}
	}
}
