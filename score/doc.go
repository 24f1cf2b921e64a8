// Package score says what one result is worth: Law 77 of the Laws of Duplicate
// Bridge and its earlier editions, and the IMP scales of Law 78B.
//
// # Rules
//
// One result:
//
//	rule                                                          body                  function                          test          status
//	trick points, premiums, undertricks                           Law 77, 1987 to 2017  Duplicate, Result                 TestLaw77     done: all 2,940 outcomes
//	doubled trick points make the game; notrump; redouble         Law 77                Edition.Parts                     TestMistakes  done: the known mistakes, case by case
//	scores that a vulnerability has, and contracts that give one  Law 77                Edition.Possible, Edition.Giving  TestPossible  done
//	house rules for the values of a deal                          -                     NewEdition                        TestAnyHouse  setting: score.*
//
// Earlier codes:
//
//	rule                                                  body                 function                      test                                      status
//	4th undertrick and redoubled contract as before 1987  code of 1943         Edition                       TestCode1943                              done: all 2,940 outcomes
//	undertricks of 1935                                   code of 1935         Edition                       TestUndertricks                           done: printed in 1935
//	undertricks and slams of 1932                         code of 1932         Edition                       TestUndertricks, TestEarlySlamsAndTricks  done
//	tricks of 1932 and 1935 at notrump                    codes of 1932, 1935  Edition                       TestEarlierTricks                         done
//	made contracts at duplicate before 1943               codes of 1932, 1935  Edition.Result                TestUnsupported                           refused: no text gives the premiums
//	trick values of 1927                                  code of 1927         Edition                       TestEarlySlamsAndTricks                   done
//	undertricks and premiums of 1927                      code of 1927         Edition.Result                TestUnsupported                           refused: no text seen
//	the page of a German lexicon                          none                 Edition                       TestUndertricks                           done: no code of laws ever had it
//	rubber laws at duplicate, and the other way round     codes of 1987, 1993  FindEdition, FindHomeEdition  TestRefusalsNameTheirGame                 refused: with the name of the right code
//
// IMPs:
//
//	rule                                                 body       function    test                      status
//	difference of points to IMPs                         Law 78B    IMPs        TestIMPs                  done: every difference to 15,200
//	a fraction counts for the bound that it has reached  Law 78B    Scale.Of    TestFractionalDifference  done
//	IMPs before 1962                                     older law  Before1962  TestIMPs                  done
//
// # Words
//
// Points are whole numbers. "Declarer's side" and "North-South's view" say whose
// plus is positive. The vulnerability that counts is the declaring side's, for
// premiums and for undertricks.
//
// # Promises
//
// There is one place that knows the values of an edition, [Values], and one that
// adds them up; the fast table of [Edition.Score] is filled by the steps that
// [Edition.Why] explains, so they cannot disagree.
package score
