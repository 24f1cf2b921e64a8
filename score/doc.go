// Package score says what one result is worth: Law 77 of the Laws of Duplicate
// Bridge and its earlier editions, and the IMP scales of Law 78B.
//
// # Rules
//
//	clause                      function             test                  status
//	Law 77, 1987 to 2017        Duplicate, Result    TestLaw77             done, all 2,940 outcomes
//	Law 77, codes 1943 to 1986  Edition "1943"       TestCode1943          done, all 2,940 outcomes
//	undertricks 1935            Edition "1935"       TestUndertricks       done; made contracts: premiums at duplicate not known
//	undertricks 1932            Edition "1932"       TestUndertricks       done; made contracts as above
//	tricks 1927                 Edition "1927"       TestEarlySlamsAndTricks trick values only, the rest is not known
//	German lexicon page         Edition "lexicon"    TestUndertricks       done; no code of laws ever had it
//	Law 78B, IMPs               IMPs                 TestIMPs              done, every difference to 15,200
//	IMPs before 1962            Before1962           TestIMPs              done
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
