// Command report reads what go test prints and says it to people.
//
//	go test -json ./... | go run ./build/report tests
//	go test -bench . ./... | go run ./build/report bench
//
// "tests" shows the packages, whatever failed with its output, why tests were
// skipped, where the time went, and at the end "N passed, N failed, N skipped".
// It writes that line also to the file that OVERTRICK_TALLY names. "bench" shows the
// benchmarks as a table. The exit status is 1 if anything failed or nothing ran.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: report tests|bench")
		os.Exit(2)
	}
	var err error
	switch os.Args[1] {
	case "tests":
		err = tests(os.Stdin, os.Stdout, os.Getenv("OVERTRICK_TALLY"))
	case "bench":
		err = bench(os.Stdin, os.Stdout)
	default:
		err = fmt.Errorf("unknown report %q", os.Args[1])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}
