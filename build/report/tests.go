package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
)

// line is a line of go test -json; see go doc test2json.
type line struct {
	Action      string
	Package     string
	ImportPath  string // instead of Package in what the compiler says
	Test        string
	Elapsed     float64 // seconds
	Output      string
	FailedBuild string
}

type finished struct {
	name    string
	seconds float64
}

// tests reports a run of go test -json.
func tests(in io.Reader, out io.Writer, tally string) error {
	var (
		printed  = map[string]*strings.Builder{} // by package and test, until it is known whether it failed
		passed   int
		failed   int
		skipped  int
		reasons  = map[string]int{}
		slow     []finished
		packages []finished
		ran      = map[string]int{}
		bad      = map[string]bool{} // packages with a test that failed
	)
	scan := bufio.NewScanner(in)
	scan.Buffer(nil, 16<<20)
	for scan.Scan() {
		var l line
		if json.Unmarshal(scan.Bytes(), &l) != nil {
			fmt.Fprintln(out, scan.Text()) // the go command itself speaks
			continue
		}
		key := l.Package + " " + l.Test
		switch l.Action {
		case "build-output":
			fmt.Fprint(out, l.Output)
		case "output":
			if printed[key] == nil {
				printed[key] = new(strings.Builder)
			}
			printed[key].WriteString(l.Output)
		case "pass", "fail", "skip":
			text := ""
			if b := printed[key]; b != nil {
				text = b.String()
				delete(printed, key)
			}
			switch {
			case l.Test == "" && l.Action == "fail":
				if !bad[l.Package] {
					failed++ // it did not build, or ended itself, or a race was found behind its tests
				}
				fmt.Fprintf(out, "FAIL  %s\n%s", l.Package, indent(text))
				for _, key := range slices.Sorted(maps.Keys(printed)) {
					if test, ok := strings.CutPrefix(key, l.Package+" "); ok {
						fmt.Fprintf(out, "      %s did not end\n%s", test, indent(printed[key].String()))
					}
				}
			case l.Test == "" && l.Action == "pass":
				packages = append(packages, finished{l.Package, l.Elapsed})
			case l.Test == "":
			case l.Action == "pass":
				passed++
			case l.Action == "fail":
				failed++
				bad[l.Package] = true
				fmt.Fprintf(out, "FAIL  %s %s\n%s", l.Package, l.Test, indent(text))
			default:
				skipped++
				reasons[reason(text)]++
			}
			if l.Test != "" {
				ran[l.Package]++
				if !strings.Contains(l.Test, "/") {
					slow = append(slow, finished{l.Package[strings.LastIndex(l.Package, "/")+1:] + " " + l.Test, l.Elapsed})
				}
			}
		}
	}
	if err := scan.Err(); err != nil {
		return err
	}

	for _, p := range packages {
		fmt.Fprintf(out, "ok    %-56s %6.2f s  %d tests\n", p.name, p.seconds, ran[p.name])
	}
	slices.SortStableFunc(slow, func(a, b finished) int { return cmp.Compare(b.seconds, a.seconds) })
	for i, s := range slow[:min(8, len(slow))] {
		if s.seconds < 0.5 {
			break
		}
		if i == 0 {
			fmt.Fprintln(out, "\nThe slowest tests")
		}
		fmt.Fprintf(out, "  %6.2f s  %s\n", s.seconds, s.name)
	}
	if skipped > 0 {
		fmt.Fprintln(out, "\nSkipped")
		for _, r := range slices.Sorted(maps.Keys(reasons)) {
			fmt.Fprintf(out, "  %4d  %s\n", reasons[r], r)
		}
	}
	sum := fmt.Sprintf("%d passed, %d failed, %d skipped\n", passed, failed, skipped)
	fmt.Fprintf(out, "\n%s", sum)
	if tally != "" {
		if err := os.WriteFile(tally, []byte(sum), 0o600); err != nil {
			return err
		}
	}
	switch {
	case failed > 0:
		return fmt.Errorf("%d tests failed", failed)
	case passed == 0:
		return errors.New("no test ran")
	}
	return nil
}

// reason takes what a skipped test says out of its output: the last line that
// names a file, without the file.
func reason(text string) string {
	why := "without a reason"
	for l := range strings.Lines(text) {
		if _, rest, ok := strings.Cut(strings.TrimSpace(l), ".go:"); ok {
			_, said, _ := strings.Cut(rest, ": ")
			why = said
		}
	}
	return why
}

// indent sets what a test printed off from what the report says.
func indent(text string) string {
	var b strings.Builder
	for l := range strings.Lines(text) {
		if t := strings.TrimSpace(l); t != "FAIL" && !strings.HasPrefix(t, "=== ") {
			b.WriteString("      " + strings.TrimRight(l, "\n") + "\n")
		}
	}
	return b.String()
}
