package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// well matches what go test says beside its benchmarks when nothing is wrong.
var well = regexp.MustCompile(`^((goos|goarch|cpu): .*|PASS|(ok  |\?   )\t.*|)$`)

// result matches what go test says of a benchmark that ran. One that fails may do so
// behind its name.
var result = regexp.MustCompile(`^Benchmark\S*\s+\d+\s+\S+ \S`)

// bench prints benchmarks as a table for each package: time in a unit that can
// be read, then memory and allocations, then what the benchmark itself counts. What
// else go test has to say it hands on, but for what it says when all is well.
func bench(in io.Reader, out io.Writer) error {
	pkg, count, failed := "", 0, false
	heading := func() {
		if pkg != "" {
			fmt.Fprintf(out, "\n%s\n", pkg)
			pkg = ""
		}
	}
	scan := bufio.NewScanner(in)
	for scan.Scan() {
		l := scan.Text()
		if p, ok := strings.CutPrefix(l, "pkg: "); ok {
			pkg = p
			continue
		}
		f := strings.Fields(l)
		switch {
		case well.MatchString(l):
			continue
		case !result.MatchString(l):
			heading()
			fmt.Fprintln(out, l)
			failed = failed || strings.HasPrefix(l, "FAIL") || strings.Contains(l, "--- FAIL: ")
			continue
		}
		heading()
		count++
		name := strings.TrimPrefix(f[0], "Benchmark")
		if at := strings.LastIndex(name, "-"); at > 0 {
			name = name[:at] // the number of processors
		}
		var took, memory, allocs string
		var own []string
		for i := 2; i+1 < len(f); i += 2 {
			switch value, unit := f[i], f[i+1]; unit {
			case "ns/op":
				ns, err := strconv.ParseFloat(value, 64)
				if err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				took = duration(ns)
			case "B/op":
				memory = value + " B"
			case "allocs/op":
				allocs = value + " allocs"
			default:
				own = append(own, value+" "+unit)
			}
		}
		row := fmt.Sprintf("  %-44s %10s %12s %14s  %s", name, took, memory, allocs, strings.Join(own, ", "))
		fmt.Fprintln(out, strings.TrimRight(row, " "))
	}
	if err := scan.Err(); err != nil {
		return err
	}
	switch {
	case failed:
		return errors.New("a benchmark failed")
	case count == 0:
		return errors.New("no benchmark of that name")
	}
	return nil
}

// duration prints nanoseconds with three digits and the unit that fits.
func duration(ns float64) string {
	value, unit := ns, "ns"
	for _, u := range []struct {
		per  float64
		name string
	}{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}} {
		if ns >= u.per {
			value, unit = ns/u.per, u.name
			break
		}
	}
	decimals := 2
	for limit := 10.0; decimals > 0 && value >= limit; limit *= 10 {
		decimals--
	}
	return strconv.FormatFloat(value, 'f', decimals, 64) + " " + unit
}
