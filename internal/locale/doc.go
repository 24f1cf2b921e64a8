// Package locale holds every text that people read, in their language: English,
// German and Russian. The doors ask it; no other room knows a language (package
// notation knows the words of the game, for reading and writing results).
//
// Texts stand in catalogues, one JSON file for each language and kind:
//
//	doors.*.json   what the doors say: headings, sentences, help
//	rules.*.json   derivations, by the rule of the node
//	errors.*.json  refusals and warnings, by the key of the [bridge.Error]; the
//	               English ones stand where the error is made
//
// Help pages are plain text, a file for each command and language. A text has
// places for values: {1}, {2} … for the arguments in their order, {n} for the
// number that its plural form follows, and {name} for the named inputs of a
// derivation. A text that depends on a number has the forms that CLDR gives the
// language; one that is a list has its items between bars, "one|two|three".
//
// No text quotes the English one: messages share a key only where one text fits
// them all. An argument is said in the reader's language too: an error as its own
// refusal, a word of the game as people write it, an English phrase by the text
// "phrase." and the phrase.
//
// # Promises
//
// Every language has every text, with the same places in it; tests prove it, and
// that no text is unused and no key in the code is without a text. What comes
// from a file or a person is shown without control characters, so that no file
// can steer a terminal.
package locale
