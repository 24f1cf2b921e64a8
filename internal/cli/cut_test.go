package cli_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/overtrick/overtrick/internal/cli"
)

// TestCutFiles cuts the demo evening at many places: a list of what is left never
// looks like the whole. Where a line is broken off nothing is ranked; where the cut
// falls between two lines, the totals that the file prints give it away.
func TestCutFiles(t *testing.T) {
	whole, err := os.ReadFile("../../demo/evening.pbn")
	if err != nil {
		t.Fatal(err)
	}
	rank := func(file []byte) (status int, stdout, stderr string) {
		var out, errs bytes.Buffer
		status = cli.Run([]string{"rank", "-"}, bytes.NewReader(file), &out, &errs)
		return status, out.String(), errs.String()
	}
	if status, stdout, stderr := rank(whole); status != 0 || stdout == "" || stderr != "" {
		t.Fatalf("the whole file: status %d, %q", status, stderr)
	}
	refused, warned := 0, 0
	for at := 997; at < len(bytes.TrimRight(whole, "\r\n")); at += 997 {
		// Where the cut falls, and at the end of the line before it.
		for _, cut := range []int{at, bytes.LastIndexByte(whole[:at], '\n') + 1} {
			status, stdout, stderr := rank(whole[:cut])
			switch {
			case status == 1 && stdout == "" && stderr != "":
				refused++
			case status == 0 && strings.Contains(stderr, "overtrick: warning:"):
				warned++
			default:
				t.Errorf("cut at %d: status %d, %d bytes of a list, %q", cut, status, len(stdout), stderr)
			}
		}
	}
	if refused == 0 || warned == 0 {
		t.Errorf("%d refused, %d warned: want both", refused, warned)
	}
}
