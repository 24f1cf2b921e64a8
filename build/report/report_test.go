package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestTests reads a run with a test of each outcome, and one that did not build.
func TestTests(t *testing.T) {
	const run = `{"Action":"output","Package":"x/a","Test":"TestGood","Output":"=== RUN   TestGood\n"}
{"Action":"pass","Package":"x/a","Test":"TestGood","Elapsed":0.7}
{"Action":"output","Package":"x/a","Test":"TestBad","Output":"    a_test.go:7: got 7, want 8\n"}
{"Action":"fail","Package":"x/a","Test":"TestBad","Elapsed":0}
{"Action":"output","Package":"x/a","Test":"TestShelf","Output":"    shelf.go:9: the shelf is not there\n"}
{"Action":"skip","Package":"x/a","Test":"TestShelf","Elapsed":0}
{"Action":"fail","Package":"x/a","Elapsed":0.8}
{"Action":"pass","Package":"x/b","Test":"TestGood","Elapsed":0}
{"Action":"pass","Package":"x/b","Elapsed":0.1}
{"Action":"skip","Package":"x/none","Elapsed":0}
{"ImportPath":"x/c","Action":"build-output","Output":"c.go:1:1: expected package\n"}
{"Action":"fail","Package":"x/c","Elapsed":0,"FailedBuild":"x/c"}
go: a line of the go command itself
`
	var out strings.Builder
	tally := filepath.Join(t.TempDir(), "tally")
	err := tests(strings.NewReader(run), &out, tally)
	if err == nil || err.Error() != "2 tests failed" {
		t.Errorf("error %v", err)
	}
	for _, want := range []string{
		"FAIL  x/a TestBad\n          a_test.go:7: got 7, want 8\n",
		"c.go:1:1: expected package\n",
		"ok    x/b ",
		"    0.70 s  a TestGood\n",
		"     1  the shelf is not there\n",
		"go: a line of the go command itself\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in:\n%s", want, out.String())
		}
	}
	const sum = "2 passed, 2 failed, 1 skipped\n"
	if !strings.HasSuffix(out.String(), "\n"+sum) {
		t.Errorf("the report does not end with %q:\n%s", sum, out.String())
	}
	if b, err := os.ReadFile(tally); err != nil || string(b) != sum {
		t.Errorf("tally %q, %v; want %q", b, err, sum)
	}
}

// TestPackageFails: a package may fail though none of its tests did, and then is a
// failure of its own; one whose test failed is not counted twice.
func TestPackageFails(t *testing.T) {
	const pass = `{"Action":"pass","Package":"x/a","Test":"TestGood","Elapsed":0}` + "\n"
	const fail = `{"Action":"fail","Package":"x/a","Elapsed":0.1}` + "\n"
	output := func(test, text string) string {
		return `{"Action":"output","Package":"x/a","Test":"` + test + `","Output":"` + text + `\n"}` + "\n"
	}
	for _, tc := range []struct{ name, run, sum, shows string }{
		{"os.Exit in TestMain", pass + output("", "exit status 3") + fail, "1 passed, 1 failed, 0 skipped", "FAIL  x/a\n      exit status 3\n"},
		{"os.Exit in a test", pass + output("TestEnds", "the end") + fail, "1 passed, 1 failed, 0 skipped", "FAIL  x/a\n      TestEnds did not end\n      the end\n"},
		{"race behind the tests", pass + output("", "WARNING: DATA RACE") + fail, "1 passed, 1 failed, 0 skipped", "      WARNING: DATA RACE\n"},
		{"panic in a test", pass + `{"Action":"fail","Package":"x/a","Test":"TestPanics","Elapsed":0}` + "\n" + fail, "1 passed, 1 failed, 0 skipped", "FAIL  x/a TestPanics\n"},
		{"another package", `{"Action":"fail","Package":"x/b","Test":"TestBad","Elapsed":0}` + "\n" + pass + fail, "1 passed, 2 failed, 0 skipped", "FAIL  x/a\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var out strings.Builder
			if err := tests(strings.NewReader(tc.run), &out, ""); err == nil {
				t.Error("the run passes")
			}
			if !strings.HasSuffix(out.String(), "\n"+tc.sum+"\n") || !strings.Contains(out.String(), tc.shows) {
				t.Errorf("got\n%s\nwant %q and %q", out.String(), tc.shows, tc.sum)
			}
		})
	}
}

// TestSumUp adds the steps that failed to the tests that did, as the last line of a
// check does.
func TestSumUp(t *testing.T) {
	const ok = "3\tok\tvet\n-\tleft out: needs a C compiler\trace detector\n"
	for _, tc := range []struct{ name, steps, tally, want string }{
		{"all well", ok + "9\tok\ttests\n", "7 passed, 0 failed, 2 skipped\n", "7 passed, 0 failed, 2 skipped\n"},
		{"tests", ok + "9\tFAILED\ttests\n", "7 passed, 3 failed, 2 skipped\n", "7 passed, 3 failed, 2 skipped\n"},
		{"linters", "1\tFAILED\tlinters\n" + ok, "7 passed, 0 failed, 2 skipped\n", "7 passed, 1 failed, 2 skipped\n"},
		{"race, tests and ratios", "1\tFAILED\trace detector\n9\tFAILED\ttests\n1\tFAILED\tratios\n", "7 passed, 3 failed, 2 skipped\n", "7 passed, 5 failed, 2 skipped\n"},
		{"the go command", "9\tFAILED\ttests\n", "7 passed, 0 failed, 2 skipped\n", "7 passed, 1 failed, 2 skipped\n"},
		{"no test ran", ok + "9\tFAILED\ttests\n", "", "0 passed, 1 failed, 0 skipped\n"},
		{"no modules", "9\tFAILED\tmodules\n", "", "0 passed, 1 failed, 0 skipped\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			steps, tally := filepath.Join(t.TempDir(), "steps"), filepath.Join(t.TempDir(), "tally")
			if err := os.WriteFile(steps, []byte(tc.steps), 0o600); err != nil {
				t.Fatal(err)
			}
			if tc.tally != "" {
				if err := os.WriteFile(tally, []byte(tc.tally), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			out, err := exec.CommandContext(t.Context(), "bash", "-c", `. "$0" && sum_up "$1" "$2"`, "../steps.sh", steps, tally).CombinedOutput()
			if err != nil || string(out) != tc.want {
				t.Errorf("%q, %v; want %q", out, err, tc.want)
			}
		})
	}
}

// TestNothingRan: a run without a test proves nothing.
func TestNothingRan(t *testing.T) {
	if err := tests(strings.NewReader(""), new(strings.Builder), ""); err == nil {
		t.Error("an empty run passes")
	}
}

func TestBench(t *testing.T) {
	const run = `goos: linux
pkg: x/score
BenchmarkLookUp/random-2         	     100	  11234567 ns/op	         0.850 ratio	       0 B/op	       0 allocs/op
PASS
`
	const want = `
x/score
  LookUp/random                                   11.2 ms          0 B       0 allocs  0.850 ratio
`
	var out strings.Builder
	if err := bench(strings.NewReader(run), &out); err != nil || out.String() != want {
		t.Errorf("got %v\n%s\nwant\n%s", err, out.String(), want)
	}
}

// TestBenchFails: a benchmark that fails is shown with what it says, and so are the
// others; a run in which none ran has proved nothing.
func TestBenchFails(t *testing.T) {
	const run = `pkg: x/score
BenchmarkFast-2         	     100	  11234567 ns/op
BenchmarkLookUp-2       	--- FAIL: BenchmarkLookUp
    bench_test.go:56: 1.71 times the bare work, want at most 1.50
FAIL
exit status 1
FAIL	x/score	0.012s
PASS
ok  	x/field	0.010s
`
	const want = `
x/score
  Fast                                            11.2 ms
BenchmarkLookUp-2       	--- FAIL: BenchmarkLookUp
    bench_test.go:56: 1.71 times the bare work, want at most 1.50
FAIL
exit status 1
FAIL	x/score	0.012s
`
	var out strings.Builder
	if err := bench(strings.NewReader(run), &out); err == nil || out.String() != want {
		t.Errorf("got %v\n%s\nwant\n%s", err, out.String(), want)
	}
	if err := bench(strings.NewReader("PASS\nok  \tx/field\t0.010s\n"), new(strings.Builder)); err == nil {
		t.Error("a run without a benchmark passes")
	}
}
