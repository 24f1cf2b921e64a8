// Package movement says who meets whom, where, with which boards.
//
// A [Movement] is a list of slots: in this round, at this table, these contestants
// play this set of boards. Everything else follows from the slots: who goes where
// next, what is shared, what lies on a relay, how fair it is. Families make
// movements for many sizes ([Make]); an audit proves one, wherever it came from
// ([Movement.Audit]). What a director announces, and what lies on the tables and in the
// hands of the players, is its guide ([Movement.Guide]): keys and values, no texts.
// When the evening goes another way than planned, a repair plans the rest anew from
// what was really played ([Movement.Repair]).
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
//	three-quarter Howell for 3½ to 14 tables, up to 16 rounds     ours                    Make               TestThreeQuarterHowell, TestThreeQuarterSearch        done
//	Howell for half a table, 4 to 15 tables                       ours                    Make               TestHalfHowell, TestHalfHowellSearch                  done
//	long Howell for 2 and 3 tables: each opponent twice           custom                  Make               TestHowell, TestGoldenCyclic                          done
//	barometer, as even as a circle allows, up to 40 tables        ours                    Make               TestBarometer, TestGoldenCyclic                       done
//	endless (flower) Howell, plain and switched                   custom                  Make               TestEndlessHowell, TestGoldenCyclic                   done
//	interwoven Howell, the second session after a Mitchell        custom                  Make               TestInterwovenHowell                                  done
//
// Two lines of pairs, hesitations:
//
//	rule                                          body            function                              test                                        status
//	mitchell, and fewer rounds of it              practice        makeMitchell                          TestGoldenMitchell, TestFamiliesSound       done
//	skip: after round k where R-T/2 <= k <= T/2   McKinnon        makeSkip                              TestGoldenMitchell, TestSkipWindow          done
//	skip of the boards, in the same rounds        Merlin          makeSkip                              TestSkipBoards                              done
//	share and relay; cut short it is uneven       EBU             makeShareRelay                        TestGoldenMitchell, TestUneven              done
//	double weave                                  EBU             makeDoubleWeave                       TestGoldenMitchell, TestFamiliesSound       done
//	American Whist for pairs, ringdance           EBU             makeOdd                               TestGoldenMitchell, TestFamiliesSound       done
//	two stanzas: half the boards before a break   our own         makeTwoStanza                         TestFamiliesSound                           done
//	Blackpool                                     EBU             makeBlackpool                         TestGoldenMitchell, TestFamiliesSound       done
//	Bowman                                        EBU             makeBowman                            TestGoldenMitchell, TestFamiliesSound       done
//	web                                           EBU             makeWeb                               TestGoldenMitchell, TestFamiliesSound       done
//	pivot: half a table more than rounds          our own         makePivot                             TestFamiliesSound                           done
//	hesitation, double hesitation                 EBU             makeHesitation, makeDoubleHesitation  TestGoldenMitchell, TestFamiliesSound       done
//	double hesitation, modified                   practice        makeDoubleHesitation                  TestModified                                done
//	a size without a movement says what there is  -               Family.Make                           TestRefusalsMitchell, TestRoundsOfFamilies  done
//	any movement, cut to fewer rounds             practice        Movement.Curtail                      TestCurtail                                 done
//	half a table: which pair is missing           practice        Movement.HalfTable                    TestHalfTable, TestHalfTableFigures         done
//	rover, on both lines, from any round on       EBU             Movement.Rover                        TestGoldenMitchell, TestRoverFromAnyRound   done
//	arrow switch: the best number of last rounds  Manning, Moore  Movement.BestSwitch                   TestArrowGolden, TestArrowTable             done
//	arrow switch of single tables                 our own         Movement.TuneSwitch                   TestTuneSwitch, TestTuneBest                done
//
// Individuals:
//
//	rule                                                          body                    function           test                                                  status
//	rainbow, boards moving or fixed; not for multiples of 2 or 3  custom                  Make               TestRainbow, TestGoldenCyclic                         done
//	rainbow swivel: three boards, each of three partners once     custom                  Swivel             TestRainbow                                           done
//	cyclic individual for 8 to 28 players, sit-outs shared out    ours                    Make               TestCyclicIndividual, TestIndividualSearch            done
//
// Teams:
//
//	rule                                                          body                    function           test                                                  status
//	American Whist, odd and even; board-a-match                   EBU                     Make               TestTeams, TestGoldenCyclic                           done
//	American Whist, boards moved before the first round           ACBL                    Make               TestAmericanWhistACBL                                 done
//	New England relay                                             custom                  Make               TestTeams, TestGoldenCyclic                           done
//	stagger, whole and by stanza; two clubs, teams of eight       EBU                     Make               TestTeams, TestStanzas, TestGoldenCyclic              done
//	Patton                                                        custom                  Make               TestTeams, TestGoldenCyclic                           done
//	round robin of matches, circulation of four teams             custom                  Make               TestTeams, TestGoldenCyclic                           done
//	triangle of three teams                                       custom                  Make               TestTeams, TestGoldenCyclic                           done
//	head-to-head, exchanged at half-time or duplicated            custom                  Make               TestHeadToHead                                        done
//
// Recommendation:
//
//	rule                                                          body                    function           test                                                  status
//	movements for an evening, made, proved and put in order       practice                Recommend          TestRecommendShelf, TestRecommendSound                done
//	half tables: single tables are turned to even it out          ours                    Movement.SmoothSwitch  TestRecommendShelf                                done
//	how long a session takes: 7 minutes a board, 2 for a move     clubs                   Pace.Minutes       TestPace                                              done
//
// Guides, found in the slots:
//
//	rule                                                          body                    function           test                                                  status
//	who and which boards go where after each round                -                       Movement.Guide     TestFollowGuide                                       done
//	what is announced: moves, skips, relays, shared boards        -                       Movement.Guide     TestInstructions                                      done
//	table cards: where its pairs and boards go, once if always    -                       Movement.Guide     TestTableCards                                        done
//
// When something goes wrong:
//
//	rule                                                          body                    function           test                                                  status
//	what was played stays as it was, whatever is planned anew     Law 8                   Movement.Repair    TestRepairIsLegal                                     done
//	a plan is found where the last three rounds have one          practice                Movement.Repair    TestRepairFinds                                       done
//	a forgotten skip is made now, or the boards skip              practice                Movement.Repair    TestRepairSkip                                        done
//	a late pair at full tables roves; repeats only if it must     EBU                     Movement.Repair    TestRepairRover                                       done
//	a phantom that comes, a pair that leaves, a table more        EBU                     Movement.Repair    TestRepairPhantom, TestRepairGone, TestRepairTable    done
//	wrong or spoiled boards: played by nobody again               Law 15                  Movement.Repair    TestRepairBoards                                      done
//	teams: no boards of a match in one room alone, if it can be   Law 86                  Movement.Repair    TestRepairTeams                                       done
package movement
