// Package field compares the results of one board.
//
// # Rules
//
//	clause                        function        test                status
//	Law 78A, matchpoints          Compare         TestMatchpoints     done
//	Neuberg, boards with fewer    Neuberg         TestNeuberg         done, 4,680 cases and every rounding
//	  results than expected
//	EBU White Book 4.2.3.2        Board           TestNeuberg         done (0.0001, halves away from average)
//	EBU, older article            Board           TestNeuberg         done (0.1, halves toward average)
//	ACBL manual 92                Board           TestNeuberg         done (1-scale, 0.01, halves up)
//	Ascherman                     Ascherman       TestMatchpoints     done
//	fouled boards, small groups   SmallGroup      TestSmallGroups     done: EBU 4.2.3.3, ACBL
//	Butler, datum                 Datum, Butler   TestDatum           done: every trimming and rounding found
//	cross-IMPs                    CrossIMPs       TestCrossIMPs       done, with cap and divisors
//	one result on a board         Board.Percent   TestOneResult       done: 50 percent
//
// # Words
//
// Matchpoints are on the 2-scale unless a name says otherwise: 2 for each result
// beaten, 1 for each tie, so that they are whole numbers and a top is 2n-2. A
// regulation that counts 1 and a half is converted once, when it rounds and when
// it prints.
//
// Expected (E) is the number of results that a board should have; actual (A) is
// how many there are to compare. Artificial scores are no results: they lower A
// and leave E.
//
// # Promises
//
// Negate all scores and swap the sides, and every value mirrors, unless the
// regulation itself rounds halves up. The matchpoints of a board with A results
// sum to A(A-1). The order of the results does not matter.
package field
