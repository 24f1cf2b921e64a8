// Package vp turns the margin of a match into victory points.
//
// # Rules
//
// Teams, by the margin in IMPs:
//
//	rule                                                          body                  function          test                           status
//	continuous scale of 2013, 20-0, for any number of boards      WBF                   Scale.Of          TestContinuous, TestPublished  done: 1 to 1000 boards; every rounding is proved
//	no gain is larger than the one before it                      WBF                   Scale.Table       TestMistakes, TestGains        done: the whole table at once, as published
//	discrete scale of 2013, 20-0 in whole numbers                 WBF                   Scale.Of          TestDiscrete                   done: 1 to 1000 boards
//	20 victory points                                             ACBL                  Scale.Of          TestACBL                       done: 1 to 36 boards
//	30 victory points                                             ACBL                  Scale.Of          TestACBL                       done: 6 to 11 boards; others are refused, no table was seen
//	win, tie, loss                                                practice              Scale.Of          TestCases                      done
//	3/4 and 1/4 for a win by 1 or 2 IMPs                          ACBL                  Scale.Unverified  TestCases                      unverified: vp.teams; no text was seen, the scale win-loss-acbl says so
//	a scale of one's own, also one whose sides have no fixed sum  -                     Read              TestOld25, TestReadRefuses     done
//	the old scales of 25-5 and 20-0                               WBF, before 2013      Read              TestOld25                      refused: no whole table was seen; a file of the rows that are certain refuses all others
//	matches of 3 and 4 boards in a triangle, 10-0                 EBU White Book 3.1    TeamsHalf         TestTeamsHalf                  setting: vp.half; no table was seen, a file may have it
//	half matches without a scale of their own                     -                     Scale.Half        TestHalf, TestHalved           unverified: half of the scale of that length
//	which scale, from the regulation                              EBU, ACBL, WBF        Teams             TestRegulations                setting: vp.teams
//	a margin that is not whole                                    EBU forum 688         Scale.Fractional  TestCases, TestFractional      setting: vp.fractional
//	the column of a match that was shortened                      EBU, DBf 202B1        Boards            TestBoards                     setting: vp.short_match
//	the column of teams of eight                                  EBU White Book 3.1.4  Boards            TestBoards                     setting: vp.teams_of_eight
//	a share of the victory points as an award                     EBU White Book 3.3    Scale.Award       TestCases                      done
//	a match that began late                                       NBF, 2018             Late              TestLate                       setting: late.match
//
// Swiss pairs, by the percentage of a match:
//
//	rule                                                   body                  function         test             status
//	percent to 20-0, exactly on a bound nearer to average  EBU White Book 3.1.7  Scale.OfPercent  TestPercent      done: to 55 boards
//	half matches, 10-0                                     EBU White Book 3.1.7  Scale.Half       TestPercent      done: to 13 boards
//	the boards of a match whose length nobody says         EBU                   Scale.AnyLength  TestAnyLength    setting: vp.pairs_boards
//	which scale for pairs, from the regulation             EBU                   SwissPairs       TestRegulations  setting: vp.swiss_pairs
//
// What always holds:
//
//	rule                                                   body  function    test          status
//	sides swapped, every value mirrors                     -     Scale.Of    TestMirror    done
//	both sides have the pool together, where there is one  -     Scale.Pool  TestMirror    done
//	a larger margin is never worth less                    -     Scale.Of    TestMonotone  done
//
// # Words
//
// A margin is in whole IMPs unless a ruling was weighted. The pool is what both sides
// have together: 20 on a scale of 20-0. A column is a scale for one number of boards,
// a [Table]. A match below 50 percent has the pool less what the opposite percentage
// is worth; the two pairs of a match need not have the pool together.
//
// # Promises
//
// No float decides a value. The continuous scale is computed between two bounds, and
// computed again with more digits until the bounds leave no choice in any cell.
// Negate the margin and swap the sides, and the victory points mirror.
package vp
