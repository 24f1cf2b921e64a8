package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"
)

// TestCharsetOfTables: a table of results and the list of pairs beside it are each
// read in the character set of --charset; without it, a guess is a warning with the
// name of the file that it is about.
func TestCharsetOfTables(t *testing.T) {
	const results = "board,ns,ew,score,note\n1,1,2,420,\n1,3,4,-50,NOTE\n"
	russian, err := charmap.Windows1251.NewEncoder().String("number,names\n1,Анна – Борис\n2,Вера – Глеб\n3,Дина – Егор\n4,Жанна – Иван\n")
	if err != nil {
		t.Fatal(err)
	}
	var wide strings.Builder
	for _, c := range utf16.Encode([]rune(results)) {
		wide.WriteByte(byte(c >> 8))
		wide.WriteByte(byte(c))
	}
	for _, c := range []struct {
		name, results, pairs string
		args                 []string
		names, warns         string
	}{
		{"named", results, russian, []string{"--charset", "windows-1251"}, "Анна – Борис", ""},
		{"guessed", results, russian, nil, "", "club.pairs.csv: that the file is written in windows-1252 is a guess"},
		{"guessed results", strings.ReplaceAll(results, "NOTE", "sp\xe4t"), "", nil, "", "club.csv: that the file is written in iso-8859-1 is a guess"},
		{"UTF-16 without a byte order mark", wide.String(), "", []string{"--charset", "utf-16be"}, "", ""},
		{"UTF-16", "\xfe\xff" + wide.String(), "", nil, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "club.csv")
			for path, text := range map[string]string{file: c.results, filepath.Join(dir, "club.pairs.csv"): c.pairs} {
				if text == "" {
					continue
				}
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			got := run(append([]string{"rank", file}, c.args...)...)
			if got.status != 0 || !strings.Contains(got.stdout, c.names) {
				t.Errorf("status %d\n%s%s", got.status, got.stdout, got.stderr)
			}
			if !strings.Contains(got.stderr, c.warns) || (c.warns == "") != (got.stderr == "") {
				t.Errorf("warnings: %s", got.stderr)
			}
		})
	}
}
