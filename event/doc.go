// Package event is a bridge tournament: facts go in, standings come out.
//
//	facts -> Apply -> Event -> Standings
//
// A [Fact] is what somebody did. An [Event] is what follows from the facts so
// far; it is computed by [Event.Apply] and never edited. [Event.Standings] is
// everything a door prints: lists, board sheets and score cards, each number
// with its derivation on request.
//
// # Words
//
//   - Contestant: a pair, team or player that gets a total (Laws, Definitions).
//   - Meeting: one board at one table, who played it against whom.
//   - Plan, play, ruling: three layers. What was [Played] is kept beside what
//     was [Ruled]; neither overwrites the other.
//   - Passed out is a result with score 0. [NotPlayed] is none, and a meeting
//     without a fact has none yet: three different things.
//
// # Promises
//
// The same facts in the same order give the same standings in every release
// under the same regulation and version. The standings do not depend on the
// order in which results come in. The package does no I/O and knows no clock;
// times are part of the facts.
package event
