// Package slip reads what a scorer types of one line of a traveller, the slip of
// paper that goes with a board from table to table.
//
// # Grammar
//
//	line     = [ pair : ] ( ditto | result | number | contract | pass | ruling ) | move
//	pair     = the number of the East-West pair, where the slip has it otherwise than the plan
//	ditto    = nothing at all: the same as the line above
//	result   = = | + n | - n                 the contract above, with this result
//	number   = [ + | - ] digits [ ! ]        a score in North-South's view, see Modes
//	contract = level strain { doubling | declarer | tricks | lead } [ blank score ]
//	pass     = p | pass | a word of the language
//	ruling   = a | a+ | a- | a60/40 | 60/40 | a+/a-   an artificial score, for both or for each
//	         | np | l | f                    not played, to be played late, fouled
//	move     = g board | / pair              another board, another line
//	         | u | o | v | ?                 undo, order of the lines, verify, help
//
// Contract, pass and words of the language are what package notation reads; one
// without tricks is just made, and it must have a declarer: 4ss, 4ss+1, 3nn-2,
// 5hxe-2, 4se10. Upper and lower case and blanks do not matter. A score behind a
// contract is entered twice so to speak: both must say the same, sign included.
//
// Beside the letters above those of the language are read:
//
//	     not played   late      fouled          board   undo     order   verify
//	en   np           l late    f foul fouled   g       u undo   o       v
//	de   ng           n nach    ver             b       z
//	ru   нс           отл       исп             г сд    отм      о       в
//
// and for an artificial score the Cyrillic А, which looks like the Latin one.
//
// # Modes
//
// Some slips have contracts, some have scores alone, and -1 cannot mean one down
// and ten points at the same time:
//
//	             Contracts                        ShortScores, without the last zero
//	-1           the contract above, one down     refused: -10 is no score
//	-5           the contract above, five down    -50
//	42           refused: did you mean 420?       420
//	620          620                              refused: did you mean 620? write 62
//	4ss          4♠ South                         4♠ South
//	= +1         the contract above               refused
//	9            refused: a score or tricks?      90
//
// # Promises
//
// A score that this board cannot have is refused with what is possible. One that
// only a freak result gives is mostly the score of another vulnerability: 650 with
// nobody vulnerable is five hearts doubled and made, 600 redoubled and three down.
// It is taken with its contract, or as 650! with the sign behind it. What is rare
// is taken and said to be [Line.Unusual].
// Every refusal is a [*bridge.Error] with code [bridge.Invalid] whose cause is the
// [notation.Place] in the line. Parse never panics, and knows no clock and nothing
// of who plays whom: that the numbers of pairs fit the plan is the caller's to see.
package slip
