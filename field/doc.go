// Package field compares the results of one board.
//
// # Rules
//
//	clause                        function         test                   status
//	Law 78A, matchpoints          Compare          TestMatchpoints        done
//	Law 78A, frequency chart      Frequencies      TestSumCheck           done
//	one result on a board         Board.Percent    TestNothingThere       done: 50 percent
//	Neuberg, boards with fewer    Neuberg          TestNeuberg            done, 4,680 cases and every rounding
//	  results than expected
//	EBU White Book 4.2.3.2        Board            TestNeuberg            done (0.0001, halves away from average)
//	EBU, older article            Board            TestNeuberg            done (0.1, halves toward average)
//	ACBL manual 92                Board            TestNeuberg            done (1-scale, 0.01, halves up)
//	short boards, obsolete ways   Board            TestMatchpointCases    done: as they are, times E/A, one for each missing
//	Ascherman                     NewAscherman     TestMatchpointCases    done
//	Law 87, fouled boards         Board.InGroup    TestMatchpointCases    done: groups apart, then Neuberg to E
//	EBU White Book 4.2.3.3        Board.InGroup    TestSmallGroups        done: 70 60 50, 65 55, 60
//	ACBL manual, small groups     Board.InGroup    TestSmallGroups        done: three unless they are the larger group
//	New Zealand, small groups     Board.InGroup    TestMatchpointCases    done: 55 45; the 10 for a fault is a ruling
//	Law 12C1, assigned scores     NewRuledBoard    TestHandRule           done (EBU White Book 4.2.2)
//	EBU White Book 4.2.1, split   WeightedBoard    TestSplit              done: a chart for each side
//	Law 12C1(c), weighted         WeightedBoard    TestWeighted           done
//	EBU White Book 4.2.6.1        Board            TestWeightedIMPsRound  done at matchpoints; at IMPs the unit is the event's
//	Law 78B, difference to IMPs   score.IMPs       TestIMPCases           done in score
//	Butler, datum                 Datum, DatumOf   TestDatum              done: every trimming and rounding found, medians
//	EBU White Book 4.2.4          DatumOf          TestIMPCases           done (factored frequencies)
//	datum of the leaders' tables  Datum            TestDatum              done: of the scores that it is given
//	datum that sums to zero       -                -                      not done: no text found
//	cross-IMPs                    CrossIMPs, Cross TestCrossIMPs          done, with cap and divisors
//	fouled boards at cross-IMPs   CrossOf          TestFouledTotal        done: both factors on a sum
//	EBU 3.1.3, XIMPQ              CrossOf          TestRoot               done
//	Law 12C2, averages at IMPs    CrossPlus        TestArtificialIMPs     done; whose average it is says the event
//	Law 78C, total points         TotalPoints      TestTotalPointsAndPar  done
//	IMPs against par              AgainstPar       TestTotalPointsAndPar  done
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
// A group is those results of a fouled board that were played in one version of
// it. It is a board with few results, of the E that the whole board should have.
// At Butler each group has a datum of its own, at cross-IMPs its own comparisons.
//
// # Promises
//
// Negate all scores and swap the sides, and every value mirrors, unless the
// regulation itself rounds halves up, or takes the lower of two scores in the
// middle for its datum: that one mirrors to the higher. The matchpoints of a board
// with A results sum to A(A-1). The order of the results does not matter. Nothing
// is outside of 0 to 100 percent.
package field
