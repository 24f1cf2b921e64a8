// Package draw says who meets whom: Swiss pairing, knock-out brackets, round robins.
//
// # Rules
//
// Swiss:
//
//	rule                                                          body                    function           test                                                  status
//	from the top each plays the next one that it has not met      practice                Swiss              TestSwissByHand, TestSwissProved                      done: the first draw in the order of the hand, proved for 400
//	no rematch while a draw without one is left                   practice                Swiss              TestNoRematch                                         done
//	over-swissed: the fewest rematches, of those the oldest       practice                Swiss              TestSwissByHand                                       done: an option of the director
//	a draw that is impossible is refused with its proof           -                       Impossible         TestSwissByHand, TestRefusals                         done
//	bye: the lowest, not twice the same                           practice                Swiss              TestSwissByHand, TestOddField                         done: again only if all had one or nothing else is left
//	short and long triangles                                      EBU White Book 3.4      Swiss              TestSwissByHand, TestOddField                         done: an option; the score is the event's
//	pairs: two half matches                                       EBU White Book 3.4      Swiss              TestOddField                                          done: an option
//	contestants that may not meet                                 practice                Swiss              TestSwissByHand, TestFirstRound                       done
//	pairings of the director                                      practice                Swiss              TestFixed                                             done
//	first round: top half against bottom half, by slide or fold   practice                Swiss              TestFirstRound                                        done
//	first round: from a seed                                      practice                Swiss              TestRandom                                            done
//	accelerated first rounds                                      practice                Acceleration       TestAcceleration                                      done: points that only the order counts
//	a round drawn on standings one round old                      practice                Swiss              TestArrears                                           done
//	a draw before the last result is in                           practice                Before             TestBefore, TestBeforeKnowsTheRest, TestBeforeLevel   done: level with an open match, a contestant is tried in every place
//	a late result starts no second draw                           practice                Once               TestOnce, TestFingerprint                             done
//	stationary contestants keep their table, the best sit first   practice                Swiss              TestTables                                            done
//	tables that stay free                                         practice                Swiss              TestClosed                                            done
//	home and away in turn                                         practice                Swiss              TestHome, TestHomeBalance                             done
//
// Checking a Swiss:
//
//	rule                                                          body                    function           test                                                  status
//	replay: what the rule would have drawn                        EBU White Book 3.5      Check              TestCheckOwnDraws, TestCheckOdd                       done
//	mismatch: more than 5 victory points of 20                    EBU White Book 3.5      Mismatch           TestMismatch, TestCheckExample                        done
//	mismatch of half matches: 2.5 of 10                           EBU White Book 3.5      Mismatch           TestMismatch                                          done
//	none if any correct draw is within                            EBU White Book 3.5      Check              TestCheckTies, TestCheckTiedOpponent                  done: up to 120 orders of level contestants
//	remedy: 5 and three quarters, or a quarter of the excess off  EBU White Book 3.5      Remedy             TestRemedy                                            done
//	remedy of half matches: 2.5 instead of 5                      -                       Remedy             TestRemedy                                            unverified: in proportion
//
// Round robins and knock-outs:
//
//	rule                                                          body                    function           test                                                  status
//	each meets each once, any number, Berger or circle            Berger                  RoundRobin         TestBerger, TestRoundRobin, TestGoldenRoundRobins     done
//	double round robin, home and away reversed                    practice                Return             TestReturn                                            done
//	seeded bracket, byes to the top seeds                         practice                KnockOut           TestBrackets, TestSeeding                             done
//	double elimination, with or without a second final            practice                KnockOut           TestBrackets, TestKnockOutPlayed                      done
//	match for third place                                         practice                KnockOut           TestBrackets, TestKnockOutPlayed                      done
//	plate: who lost its first match                               practice                Bracket.Plate      TestWin, TestPlateAfterBye                            done
//	three-team knock-out                                          EBU White Book 143.2.2  ThreeTeams         TestThreeTeams, TestThreeTeamsOrder                   done: the older text
//	closest losers fill the draw                                  New Zealand             ClosestLosers      TestClosestLosers                                     done
//	tied match: an eighth of the boards, or eight, then one       EBU 143.2.1, WBF        ExtraBoards        TestExtraBoards                                       setting: ties.knockout; the older text of the EBU
//	carry-over: half or a third of the margin, 16 at most         WBF                     CarryOver          TestCarryOver                                         setting: carry.knockout
//	carry-over up to a tenth, never whole                         PZBS leagues            RoundCarry         TestRoundCarry, TestRoundCarryLaws                    setting: carry.round; practice of a program
//
// What always holds:
//
//	rule                                                          body                    function           test                                                  status
//	the same input has the same draw, in any order of its lists   -                       Swiss              TestInputOrder, TestGolden                            done
//	any input has a legal draw or a refusal                       -                       Swiss              TestRefusals                                          done
//
// # Words
//
// Contestants are numbers here; their ranks come from the caller, who has broken
// the ties. A group is what contestants do in a round: a match of two, a bye of
// one, a triangle of three. History are the groups of the rounds before, whether
// their results are in or not. A rematch is a match of two that have met.
//
// Each pairing says why it is so, as [Reason]: a key of the message catalogues with
// its arguments. That another opponent was passed over because the others could
// not have been paired then is a claim with a proof, see [Reason].
//
// # Promises
//
// A draw is a function of its [Input]: the same input gives the same draw on every
// machine, and a release that draws otherwise says so. No contestant meets another
// one again while a draw without a rematch is left. What the rules do not allow is
// refused with code [bridge.NoSolution] and the proof, never drawn otherwise.
// Nothing here panics, whatever an input says. All values have a JSON form that is
// read back. The package is pure.
package draw
