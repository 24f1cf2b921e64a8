// Package pbn reads and writes Portable Bridge Notation: deals, auctions, plays
// and results as text.
//
//	bytes -> Read -> File -> Record -> facts
//	facts -> FromRecord -> File -> Write -> bytes
//
// The normative text is the PBN standard 2.1 (https://www.tistis.nl/pbn/). A
// valid file of version 1.0 or 2.0 is valid 2.1.
//
// # Words
//
//   - Game: the tags between two blank lines, one board at one table, or one
//     board with the results of all tables in a ScoreTable.
//   - Tag: a name and a value in square brackets. A tag opens a section if
//     something follows it: the calls of Auction, the cards of Play, the rows of
//     a table.
//   - Remark: what stands between the tags and says nothing to a program: a
//     comment in braces, the rest of a line after a semicolon, a line that begins
//     with a percent sign.
//
// # Teams
//
// HomeTeam and VisitTeam name the teams, Room says which room the game was played in, and
// the players of each game who sat there for their team. RealBridge writes no Room, and as
// HomeTeam whoever sits North-South. [FromRecord] writes Room where a draw says who is at
// home, and the numbers of the teams as PairNS and PairEW.
//
// # Promises
//
// Reading is lenient: [Read] reads every file to its end, keeps what it does not
// understand, and says with a line number in [File.Warnings] what it met that the
// standard does not allow. A valid file gives no warning. Writing is strict:
// [Write] gives the export format of the standard, and writing what was read back
// changes no byte; an event from [FromRecord] is read back without a warning and
// with the same facts. Time and memory grow with the length of the text and not
// faster. The package does no I/O beyond the given reader or writer.
package pbn
