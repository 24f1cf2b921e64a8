// Command overtrick scores contract bridge at a terminal: what a result is worth
// and why, all outcomes of a contract, the ranking of an event from its file.
package main

import (
	"os"

	"github.com/overtrick/overtrick/internal/cli"
)

// What a terminal sees is decided in package cli. The rules:
//
//   - Answers go to standard output and nothing else does, so they can be piped;
//     a command that fails writes nothing there.
//   - Refusals go to standard error as "overtrick: error: …", one line, no
//     capital, no full stop; advice follows as "overtrick: hint: …". With --json a
//     refusal is one JSON object there.
//   - Exit status: 0 done, 1 refused (the data or the rules say no), 2 wrong use
//     of the command, 3 fault of the program.
func main() { os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
