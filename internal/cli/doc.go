// Package cli is the door for people at a terminal and for programs that start
// others: the commands of overtrick.
//
// A command computes nothing. It reads arguments and files, asks the rooms below
// for values, and prints those: for people in their language, or as JSON.
//
// # Promises
//
// Standard output holds the answer and nothing else, and only if it is complete:
// a command that fails has written nothing there. Refusals and warnings go to
// standard error, "overtrick: error: …" in one line, advice after it as
// "overtrick: hint: …"; with --json a refusal is one JSON object there. The exit
// status is 0 if it is done, 1 if the data or the rules say no, 2 for a wrong use
// of the command, 3 for a fault of the program; verify has the status 1 with an
// answer too, where no regulation gives what was published. Colours and symbols go to a
// terminal alone, so what is piped into a file is plain text. The JSON forms stand
// in docs/cli.md and keep their meaning in later releases.
package cli
