package main

import (
	"os"
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
