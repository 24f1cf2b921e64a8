// Package notation is the words of the game as people write them: 4♠X+1, 3 SA,
// 2 бубны. It reads and prints contracts, results, cards, seats and
// vulnerabilities in English, German, Russian, French and Polish.
//
// Package bridge reads its own canonical text only; whatever a person typed, or
// a file holds in a person's spelling, comes through here.
//
// # Grammar
//
// A text is a contract with things behind it in any order, or a pass with
// nothing but a score behind it. Upper and lower case, accents, and the blanks,
// commas and full stops between the things do not matter, and letters may be
// glued together: "4ss+1" is four spades by South with an overtrick. A number
// has no separators: "1,430" is refused.
//
//	result    = contract { doubling | declarer | tricks | lead | score } | pass [ score ]
//	contract  = level strain                  level 1 to 7
//	strain    = ♣ ♦ ♥ ♠ | C D H S N NT | words and letters of the language: Pik, п, SA, БК
//	doubling  = x | xx | * | ** | × | words: doubled, Kontra, под контрой
//	declarer  = [ by ] seat                   seat N E S W | O С В Ю З | words: South, Süd, Юг
//	tricks    = =                             just made; also made, makes, erfüllt, свои
//	          | ( made | makes ) n            n 1 to 7: odd tricks, "4S made 5" is one over
//	          | + n | - n                     over and under; also down n, two down, без двух
//	          | n [ tricks ]                  n 0 to 13: tricks won by declarer's side
//	lead      = [ lead ] card                 card suit rank | rank suit: HK, K♥, 10 ♠, Pik Dame
//	score     = [ + | - ] n                   n 20 or more and a multiple of five
//	pass      = p | pass | passed out | po | ap | all pass | words: durchgepasst, 4 паса
//
// The minus sign may be -, − or –. A picture selector behind a suit symbol is
// ignored.
//
// What can be read in two ways is decided by position: N and S are a strain
// behind the level and a seat behind the strain. A letter of a seat with a number
// is the declarer and the tricks, as long as neither is known: "4♥ S9" is nine
// tricks by South, "4♥ W = S9" a lead of the nine of spades. A word for no trump
// that also begins undertricks is refused before a bare number: Russian "3 без 2"
// may be no trump and two tricks, or lack its strain and be two down; "3 БК без 2"
// and "3 без Ю 9" are clear.
//
// # Letters
//
// Symbols, English, and the words of the language are always read. A language
// adds its own letters (a dot: none); one that means two things in that place is
// refused with both of them:
//
//	     suits      no trump   honours           seats       refused
//	en   C D H S    N NT       A K Q J T 10      N E S W
//	de   T K . P    SA oT      A K D B Z 10      N O S W     C (clubs, Coeur)
//	ru   т б ч п    БК         Т К Д В 10        С В Ю З     none
//	fr   T K . P    SA         A R D V 10        N E S O     C (clubs, cœur), D (diamonds, dame)
//	pl   T . . P    BA         A K D W 10        N E S W     K (kara, kiery)
//
// Likewise cards: German "DK" may be the king of diamonds (D is English) or the
// queen of Karo, and is refused.
//
// A Cyrillic letter that looks like the Latin letter of a strain is not taken for
// it: С is North, and "4С" is refused with the difference.
//
// # Promises
//
// What the package prints in a language, it reads in that language as the same
// value, in every [Style] and in every later release. Where letters would be
// refused, words are printed. Every refusal is a [*bridge.Error] whose cause is the
// [Place] of the mistake. The package is pure.
package notation
