// Package bridge holds the words of the game: seats, sides, strains, contracts,
// results, boards, cards, hands and deals. Every other package speaks in these
// types.
//
// The normative text is the Laws of Duplicate Bridge 2017 (World Bridge
// Federation); "Law 77" in a comment means that edition. Where an older edition
// differs, the type or function says so.
//
// # Words
//
//   - Deal: the fifty-two cards as dealt. Board: the deal plus dealer and
//     vulnerability, which follow from the board number (Law 2).
//   - Contract: the last bid of the auction with its double or redouble; it has
//     no declarer and no tricks. Result: a contract, its declarer and the tricks
//     won.
//   - Odd trick: a trick won by declarer's side beyond six. Overtrick and
//     undertrick count from the contract (Laws, Definitions).
//   - Passed out: the auction ended without a bid; the score is zero (Law 22).
//     That is a result, [PassedOut]. "Not played" and "no result yet" are not,
//     and no value of [Contract] stands for them.
//
// # Promises
//
// All types are values, comparable with ==, and safe to copy. Their zero value
// means "not set" and never prints as something plausible. Their text forms
// ("NT", "4SX+1 S") are stable: files written today parse in every later
// release. The parsers here read exactly what String prints and nothing else;
// what people and files write is read by package notation and by the formats.
// The package does no I/O and knows neither the clock nor the user's language.
package bridge
