// Package field compares the results of one board.
//
// # Rules
//
// Matchpoints:
//
//	rule                                                 body                    function              test                               status
//	2 for each result beaten, 1 for each tie             Law 78A                 Compare, Matchpoints  TestMatchpoints                    done
//	1 and a half, or percent of the top                  Law 78A                 Board                 TestMatchpointCases                setting: mp.unit
//	by hand, from a frequency chart                      Law 78A                 Frequencies           TestSumCheck, TestFrequencies      done
//	one result on a board is an average                  Law 78A                 Board.Percent         TestNothingThere, TestOneResult    done: 50 percent
//	fewer results than expected, Neuberg's formula       EBU, ACBL               Neuberg               TestNeuberg, TestPublishedNeuberg  done: 4,680 cases and every rounding
//	Neuberg, 0.0001, halves away from average            EBU White Book 4.2.3.2  Board.Matchpoints     TestNeuberg                        setting: mp.rounding
//	Neuberg, 0.1, halves toward average                  EBU, older article      Board.Matchpoints     TestNeuberg                        setting: mp.rounding
//	Neuberg, 1-scale, 0.01, halves up                    ACBL manual 92          Board.Matchpoints     TestNeuberg                        setting: mp.rounding
//	as they are, times E/A, one for each missing result  older practice          Board.Matchpoints     TestMatchpointCases                setting: mp.short_boards
//	Ascherman, never 0 or 100 percent                    Ascherman               NewAscherman          TestMatchpointCases                done
//
// Fouled boards:
//
//	rule                                                         body                    function       test                 status
//	groups that played the same are compared apart               Law 87                  Board.InGroup  TestMatchpointCases  done
//	70 60 50, 65 55, 60 where at most a third of those expected  EBU White Book 4.2.3.3  Board.Small    TestSmallGroups      setting: mp.small_groups
//	three unless they are the larger group                       ACBL manual             Board.Small    TestSmallGroups      setting: mp.small_groups
//	two results 55 and 45; the 10 for a fault is a ruling        New Zealand             Board.Small    TestMatchpointCases  setting: mp.small_groups
//	small groups, however many results are expected              older Dutch routine     Board.Small    TestMatchpointCases  setting: mp.small_groups
//	cross-IMP sums of a group, (E-1)/(A-1) or E/A                ACBL manual 83, EBU     CrossOf        TestFouledTotal      setting: ximp.short_boards
//
// Assigned, split and weighted scores:
//
//	rule                                             body                    function           test                           status
//	an assigned score takes part in the comparisons  Law 12C1                NewRuledBoard      TestHandRule                   done: with EBU White Book 4.2.2, by hand
//	split: a chart for each side                     EBU White Book 4.2.1    WeightedBoard      TestSplit, TestSplitDatum      done
//	weighted: each outcome compared, then weighted   Law 12C1(c)             WeightedBoard      TestWeighted, TestEBUWeighted  done
//	weighted, rounded to the unit of scoring         EBU White Book 4.2.6.1  Board.Matchpoints  TestWeightedIMPsRound          done: at matchpoints; at IMPs the unit is the event's
//	weighted scores in a match of teams              Law 12C1(c)             NewWeightedBoard   TestWeightedTeams              done: a board; matches are those of package event
//
// IMPs of pairs:
//
//	rule                                            body                      function                   test                                status
//	Butler, IMPs against a datum                    practice                  Datum, Butler              TestDatum, TestButlerMistakes       done
//	results left out at each end                    ACBL manual 83, clubs     Datum                      TestDatum, TestIMPCases             setting: butler.trim
//	rounding of the datum                           ACBL manual 83, EBU       Datum                      TestDatum                           setting: butler.round
//	median, lower or upper middle                   ASE Scorer                Datum                      TestIMPCases                        setting: butler.datum
//	frequencies brought up before they are trimmed  EBU White Book 4.2.4      DatumOf                    TestIMPCases                        setting: butler.short_boards
//	what share of the results is "central"          EBU White Book 4.2.4      DatumOf                    TestIMPCases                        unverified: not seen; nothing is left out
//	datum of the leaders' tables                    ASE Scorer                -                          -                                   not yet: needs standings of earlier rounds
//	Australian Butler                               PZBS, central leagues     -                          -                                   not yet: leagues
//	cross-IMPs, one by one or by histogram          practice                  CrossIMPs                  TestCrossIMPs, TestCrossDefinition  done
//	divided by nothing, comparisons or results      ACBL manual 83, practice  Cross                      TestCrossIMPs                       setting: ximp.divisor
//	XIMPQ, divided by the root of n(n-1)/2          EBU White Book 3.1.3      CrossOf                    TestRoot                            setting: ximp.divisor
//	a single comparison cut off                     KoPS                      CrossIMPs                  TestCrossIMPs                       setting: ximp.cap
//	averages at IMPs                                Law 12C2                  CrossPlus, ArtificialIMPs  TestArtificialIMPs                  done
//	total points                                    Law 78C                   TotalPoints                TestTotalPointsAndPar               done
//	IMPs against the par of the deal                -                         AgainstPar                 TestTotalPointsAndPar               done
//
// Matches:
//
//	rule                                      body                  function      test              status
//	IMPs of both rooms                        Law 78B               MatchIMPs     TestMatchBoards   done
//	board-a-match: 2, 1 or 0                  Law 78, DBV           BoardAMatch   TestMatchBoards   setting: bam.tie
//	points of both rooms                      Law 78C               TotalMargin   TestMatchBoards   done
//	Patton: the aggregate by bands            EBU, DBV              Patton        TestPattonBands   setting: patton
//	teams of eight                            EBU White Book 3.1.4  TeamsOfEight  TestTeamsOfEight  setting: teams.eight
//	a ruling that does not balance, averaged  Law 86B3              Balanced      TestBalanced      done
//
// What always holds:
//
//	rule                                             body  function  test                           status
//	sides swapped, every value mirrors               -     Board     TestMirrorEverything           done: but where a regulation itself rounds up
//	mean 50 percent, cross-IMPs of a board sum to 0  -     Board     TestBoardSums, TestClosedSums  done
//	the order of results does not matter             -     Board     TestOrderDoesNotMatter         done
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
