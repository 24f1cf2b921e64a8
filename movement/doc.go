// Package movement says who meets whom, where, with which boards.
//
// A [Movement] is a list of slots: in this round, at this table, these contestants
// play this set of boards. Everything else follows from the slots: who goes where
// next, what is shared, what lies on a relay, how fair it is. Families make
// movements for many sizes ([Make]); an audit proves one, wherever it came from
// ([Movement.Audit]).
//
// # Promises
//
// The same request gives the same movement in every release. What a family makes is
// sound: the tests audit each size of each family. Balances are exact. The package is
// pure.
//
// # Rules
//
// Invariants and measures:
//
//	rule                                                          body                    function           test                                                  status
//	nobody in two places in a round, no boards twice              Law 6, Law 8            Movement.Audit     TestAuditGolden                                       done
//	teams: the boards of a match are the same in both rooms       Law 86                  Movement.Audit     TestAuditGolden                                       done
//	70 % of the boards in play for each entrant                   EBU                     Movement.Audit     TestAuditGolden                                       done
//	balance: competition of all couples of contestants            Manning                 Movement.Balance   TestAuditGolden                                       done
//
// Howells:
//
//	rule                                                          body                    function           test                                                  status
//	Howell for 2 to 16 tables by starters, larger by formula      Mullin and Nemeth       Make               TestHowell, TestGoldenCyclic, TestHowellSearch        done
//	long Howell for 2 and 3 tables: each opponent twice           custom                  Make               TestHowell, TestGoldenCyclic                          done
package movement
