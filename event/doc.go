// Package event is a bridge tournament: facts go in, standings come out.
//
//	facts -> Apply -> Event -> Standings
//
// A [Fact] is what somebody did. An [Event] is what follows from the facts so
// far; it is computed by [Event.Apply] and never edited. [Event.Standings] is
// everything a door prints: lists, board sheets and score cards, each number
// with its derivation on request.
//
// # Rules
//
// What a board can hold:
//
//	rule                                                           body                               function               test                                          status
//	a deal passed out is a result of 0 points, not played is none  Law 77                             Played, NotPlayed      TestThreeDifferentThings                      done
//	the table result stands beside the ruling                      Laws 12, 92                        Ruled                  TestLayers                                    done
//	a correction, an act sent twice, one taken back                Law 79C                            Voided                 TestCorrection, TestRepeatedFact, TestVoided  done
//	how often each score came on a board, and what it was worth    -                                  Standings.Frequencies  TestFrequencies                               done
//	a hard event scored a second time by hand, under three bodies  WBF, EBU, ACBL                     Event.StandingsUnder   TestAccredit, TestHardEvent                   done
//	what cannot be right in the results is said                    -                                  Standings              TestDoubts, TestBoardTwice                    done
//	not played and no ruling: no board, own mean, average          EBU White Book 8.12.9, ASE Scorer  NotPlayed              TestRules                                     setting: mp.missing
//	a late play that is still to come                              -                                  Meeting                TestRules                                     done: listed as open until it comes
//
// Averages, Law 12C2:
//
//	rule                                                   body                         function          test                             status
//	average plus 60, average 50, average minus 40 percent  Law 12C2(a)                  AveragePlus       TestArtificialScores             setting: art.plus, art.average, art.minus
//	own result on the other boards, if better or worse     Law 12C2(c)                  AveragePlus       TestArtificialScores, TestRules  setting: art.own
//	the boards of the own result: match, session, event    Law 12C2(c)                  reckoning.others  TestOwnSession, TestRules        setting: art.window
//	fixed percentages for each side                        Law 12C2(d)                  PercentAward      TestFixedAward, TestAwards       done
//	artificial scores are no results: A drops, E stays     EBU, ACBL                    Opened.Expected   TestExpected                     done
//	average plus at a datum, and at cross-IMPs             Law 12C2(a), ACBL manual 83  imps.award        TestRules, TestRealEvents        setting: art.butler, art.cross_imps
//	spellings of awards: A+, A60/40, AVE-, NP              files                        ParseAwards       TestAwards                       done
//
// Assigned adjusted scores, Law 12C1:
//
//	rule                                               body                   function              test                     status
//	one score for both sides                           Law 12C1               Ruled, Assigned       TestAssigned             done
//	a score for each side                              Law 12C1               Ruled                 TestSplit, TestRules     done
//	weighted scores                                    Law 12C1(c)            Assigned              TestAssigned, TestRules  done: the rest of the field compares by weight
//	fractions of an IMP meet the scale, not the board  EBU White Book 8.12.3  Event.StandingsUnder  TestMatches              setting: vp.fractional
//
// Fouled, turned and cancelled boards:
//
//	rule                                                   body    function   test                         status
//	fouled at some tables: cards, dealer or vulnerability  Law 87  Fouled     TestFouledGroups, TestRules  done
//	a board that lay turned                                Law 87  Turned     TestRules, TestMirrorAll     done: compared as the cards lay
//	a board taken out                                      Law 87  Cancelled  TestRules, TestTakenBack     done
//
// Penalties, Laws 90 and 91:
//
//	rule                                          body                function             test         status
//	a penalty changes the offender's total only   Laws 90, 91         Penalised            TestRules    done: percent of a top, matchpoints, IMPs
//	a standard penalty, percent of a top          EBU White Book 2.8  matchpoints.penalty  TestRules    setting: penalty.standard
//	a penalty in victory points, or in IMPs       EBU White Book 2.8  Event.penalise       TestMatches  done: in the IMPs of a match before its victory points, else off the total
//	fielded psyche: 60/40 and a standard penalty  EBU                 Ruled, Penalised     -            not yet: as one act; the two acts can be said
//
// Withdrawals and absence:
//
//	rule                                                      body                   function            test       status
//	before half of its boards: results cancelled              EBU White Book 2.4     Withdrew            TestRules  setting: withdrawal.before_half
//	after half: results stand                                 EBU White Book 2.4     Withdrew            TestRules  setting: withdrawal.after_half
//	opponents who miss it: as a bye, or the best of three     EBU White Book 2.4     matchpoints.missed  TestRules  setting: withdrawal.missed
//	substitutes, and the share that a person must play        ACBL event guidelines  Substituted         TestRules  setting: play.share
//	half tables that come late, contestants without standing  EBU White Book 2.3     -                   -          not yet: a running club
//
// Totals, sit-outs, sections and sessions:
//
//	rule                                                        body                      function              test                        status
//	percentage of the boards that were due                      -                         Standings             TestSitOut, TestRealEvents  done
//	a bye: no board, own mean or a percentage                   practice                  SatOut                TestSitOut, TestRules       setting: mp.bye
//	contestants with fewer boards brought up                    CompScore, Magic Contest  factored              TestRules, TestRealEvents   setting: total.unequal_boards
//	two winners, two lists                                      -                         List                  TestRealEvents              done
//	comparison over the field, or in each section               -                         reckoning.groupOf     TestRules                   setting: compare
//	sessions with unequal tops                                  EBU                       reckoning.expect      TestRules                   setting: mp.sessions
//	a total of all boards, of the mean or of the best sessions  ACBL event guidelines     reckoning.ofSessions  TestRules                   setting: total.sessions
//	nothing rounded is averaged                                 -                         Standings             TestProperties              done
//	matchpoints on a board sheet: those of the total, or plain  CompScore                 matchpoints.shown     TestRealEvents              setting: mp.sheet
//	what is printed, and which way an exact half goes           programs                  Figure                TestRealEvents              setting: mp.decimals, total.decimals, percent.decimals, print.half
//	who has nobody to compare with has an average               Law 78A                   Standings             TestOneTable                done
//
// Carry-over:
//
//	rule                                                 body                function           test                      status
//	a qualifying board weighs half a board of the final  EBU White Book 3.8  reckoning.carryOf  TestCarryOver, TestRules  setting: carry.pairs
//	a carry-over that somebody worked out                -                   Carried            TestRules, TestTakenBack  done
//	IMPs that a knock-out match begins with              WBF                 Drawn              TestMatches               done: as the organiser says, who may ask for the next
//	which they are, from the match before                WBF, PZBS           Standings.CarryOver  TestKnockoutCarry       setting: carry.knockout, carry.round
//	a knock-out match that is level                      EBU, WBF            Event.StandingsUnder  TestMatchDoubts        setting: ties.knockout; a doubt says how many extra boards there are
//	linear carry-over, drop-ins                          WBF 2019, 2023      -                  -                         not yet: as a rule; the amount can be said
//
// Ties and places:
//
//	rule                                                body                               function                test                         status
//	equal contestants share the place                   -                                  List                    TestCompare, TestRealEvents  setting: rank.ties
//	the boards they played against each other           EBU White Book 143, Magic Contest  reckoning.headToHead    TestHeadToHead               setting: rank.ties
//	board by board, where both played it                EBU White Book 143                 reckoning.commonBoards  TestRules                    setting: rank.ties
//	final scores of the opponents, added                EBU White Book 143                 reckoning.scoresOf      TestRules, TestTiesOfTheEBU  setting: rank.ties
//	individuals: opponents divided by partners          EBU White Book 143                 reckoning.scoresOf      TestRules, TestTiesOfTheEBU  setting: rank.ties
//	lot, drawn from a seed                              EBU White Book 143                 reckoning.lot           TestLot, TestRules           setting: rank.ties
//	places by the exact percentage, or as printed       Magic Contest                      reckoning.rank          TestPrintedRank              setting: rank.precision
//	teams: victory points, then IMPs, of their matches  EBU White Book 143                 reckoning.matchesAmong  TestTeamTies                 setting: rank.ties
//	teams: net IMPs, quotient of IMPs, boards won       EBU White Book 143, SBF 95         reckoning.teamTie       TestTeamTies                 setting: rank.ties
//	next common opponent, sudden death                  Ireland                            -                       -                            not yet: the director decides
//
// Handicap and strata:
//
//	rule                                                      body             function            test                     status
//	handicap, a share of what is missing to a reference       ACBL manual 167  reckoning.handicap  TestHandicap, TestRules  setting: handicap.factor, handicap.reference
//	a stratum ranks itself and those below it                 ACBL             List                TestRules                done
//	the stratum of a pair: the higher player, or the average  ACBL             reckoning.stratum   TestRules                setting: strata.pair
//	handicap of teams                                         ACBL             -                   -                        not yet: a list of its own
//
// The end of an event:
//
//	rule                                                body     function                test                  status
//	correction period                                   Law 79C  Announced, Event.Phase  TestRules             setting: correction.minutes
//	after it a change needs a reason                    Law 79C  Event.needsReason       TestRules             done
//	reopening is an act of its own                      Law 79C  Reopened                TestRules             done
//	which published numbers follow which regulation     Law 78D  Event.Verify            TestVerifyRealEvents  done
//	who moved after a correction                        Law 79C  Moves                   TestConsequences      done: a correction moves pairs that it does not name
//	names beside the facts, so that they can be erased  privacy  Record.People           TestPeople            done
//
// Teams:
//
//	rule                                                      body                     function                test                         status
//	IMPs between the two rooms of a match                     Law 78B                  Event.StandingsUnder    TestMatches, TestRealTeams   done: nine published matches, board by board
//	rounding of a weighted score on a board of a match        EBU White Book 4.2.6.1   reckoning.whole         TestMatches                  setting: match.rounding
//	board-a-match, what is still equal                        Law 78                   reckoning.compareRooms  TestMatches                  setting: bam.tie
//	Patton: boards and an aggregate by bands                  EBU, DBV youth camp      reckoning.matchSum      TestMatches                  setting: patton
//	Patton: weighted scores, outcome by outcome               Law 12C1(c)              reckoning.ofAggregate   TestMatches                  done: points first, then weights
//	boards, and victory points for the IMPs of the match      Iceland                  reckoning.vpBeside      TestHybrid                   setting: patton; the pool of 30 of an English invitation has no scale that was seen
//	total points of both rooms                                Law 78C                  reckoning.compareRooms  TestMatches                  done
//	teams of eight: sum of four scores, or each with each     EBU White Book 3.1.4     reckoning.compareRooms  TestMatches                  setting: teams.eight, vp.teams_of_eight
//	average plus is so many IMPs on a board                   Law 86A                  reckoning.awarded       TestMatches                  setting: art.imps
//	IMPs that the director assigns, the other room known      Law 86B                  FixedIMPs               TestMatches                  done
//	a ruling that does not balance, in a knock-out            Law 86B3                 reckoning.matchMargin   TestMatches                  done: else each side has its own
//	half matches of a short triangle: their scale, or half    EBU White Book 3.4       Drawn                   TestTriangle                 setting: vp.half; half of the scale is unverified, and a doubt says so
//	a long triangle takes the next round, too                 EBU White Book 3.4       Standings.DrawRounds    TestDrawInput                done: it is left out of the draw
//	what an odd field of teams, of pairs, may do              EBU White Book 3.4       Standings.DrawInput     TestOddKind                  done
//	margins to victory points, by package vp                  WBF, EBU, ACBL           Event.StandingsUnder    TestMatches, TestSwissTeams  setting: vp.teams, vp.short_match
//	a match reported without its boards                       practice                 MatchScored             TestMatches                  done
//	a report beside boards: it counts until all are known     practice                 MatchScored             TestReportBesideBoards       done: what does not agree is a doubt
//	reported victory points against winner, pool and scale    practice                 Standings.ReportOf      TestReportedPoints           done: they stand, and the doubt names the line
//	a bye as it was published, victory points without IMPs    practice                 MatchScored             TestReportedBye              done: IMPs that are not known decide no tie
//	boards removed: average plus and minus, scale as drawn    EBU White Book 3.3       Event.StandingsUnder    TestMatches                  setting: vp.short_match
//	a void match: average on half its boards by fault         EBU White Book 3.3       MatchRuled              TestMatches                  done
//	wrong seats for a whole match, 40 or 60 percent           EBU White Book 3.3       MatchAdjusted           TestMatches                  done: the director says the victory points
//	a bye, a forfeited match                                  EBU, RealBridge          MatchForfeited          TestMatches, TestSwissTeams  setting: swiss.bye
//	the same by total points: the fewest points of its IMPs   -                        reckoning.ofUnplayed    TestMatchStates              done: ours, no body says it
//	withdrawn before half of its matches: cancelled           EBU White Book 2.4       Withdrew                TestTeamsWithdraw            setting: withdrawal.before_half
//	missed: best of 12, the own mean, the converse of theirs  EBU White Book 2.4       Withdrew                TestTeamsWithdraw            setting: withdrawal.missed
//	a late match: 12 for the punctual, less 8 for the other   NBF 2018                 MatchLate               TestMatchStates              setting: late.match; pack nbf
//	line-ups by match, table and part of a match              -                        LinedUp                 TestLineUps                  done
//	the choice of seats, part by part                         practice, WBF            Drawn.Seats             TestSeats                    done: it changes from part to part, or as it is named
//	segments, and the score at half-time                      -                        Standings.Matches       TestLineUps                  done
//	the pairs of a teams event by Butler                      practice                 Standings.Butler        TestLineUps                  done
//	Swiss pairs: percent of the field to victory points       EBU White Book 3.1.7     Opened.Swiss            TestSwissPairs               setting: vp.swiss_pairs, swiss.bye
//	Swiss pairs: a bye, average plus by the scale             EBU White Book           reckoning.pairsBye      TestSwissPairsBye            setting: swiss.bye_pairs; RealBridge gives 12 as in teams
//	Swiss pairs: half matches, half of one that is missed     EBU White Book 3.4       reckoning.roundVP       TestHalfMatches              done: by IMPs the missed half is half a bye, ours
//	Swiss pairs: rounds that are no matches, no scale         -                        reckoning.swissDoubts   TestSwissPairsDoubts         done: doubts name them
//	Swiss pairs: victory points carried over                  -                        Carried, StageSet       TestSwissPairsCarryOver      setting: carry.pairs
//	groups, then a final or a knock-out                       -                        StageSet                TestGroupsAndFinal           setting: carry.pairs; files say it by --final
//	a tie of a stage is broken by its matches alone           EBU White Book 143       reckoning.matchesAmong  TestTiesOfAStage             setting: rank.ties
//	a simulated Swiss of 64 teams, counted a second time      WBF                      Event.StandingsUnder    TestSwissTeams               done
//	Swiss draws, triangles, mismatches                        EBU White Book 3.4, 3.5  Standings.DrawInput     TestDrawInput                done: what a draw depends on; package draw draws
//
// Forms of competition:
//
//	rule                                        body             function              test                                  status
//	pairs, by every method of a board           Law 78           Event.StandingsUnder  TestRealEvents, TestVerifyRealEvents  done: 76 events as they were published
//	individuals                                 Law 78           Individuals           TestIndividual, TestRules             done: counted by hand; no published event at hand
//	events too large to hold, board by board    -                Stream                TestStream                            done: ties by play are shared
//	withdrawals and substitutes board by board  -                Stream.Apply          TestStreamRefuses                     refused: they need all boards
//	a method that compares no such contestants  Law 78           unsupported           TestRefusals                          refused: teams by Butler or cross-IMPs, pairs by IMPs
//	masterpoints                                ACBL and others  -                     -                                     not yet: masterpoints
//
// Cards:
//
//	rule                                                     body      function              test           status
//	what the cards allow, with the board                     -         BoardSet.DD           TestTricksOnSheet  done: package dd finds it
//	tricks won or lost against double dummy, by result       practice  BoardSheet.LineFacts  TestLineFacts  done
//	a lead that another seat was dealt                       practice  BoardSheet.LineFacts  TestLineFacts  done
//	points, shapes, total tricks and trumps of a board       practice  BoardSheet.CardFacts  TestCardFacts  done
//
// # Words
//
//   - Contestant: a pair, team or player that gets a total (Laws, Definitions).
//   - Meeting: one board at one table, who played it against whom.
//   - Plan, play, ruling: three layers. What was [Played] is kept beside what
//     was [Ruled]; neither overwrites the other.
//   - Passed out is a result with score 0. [NotPlayed] is none, and a meeting
//     without a fact has none yet: three different things.
//
// # Promises
//
// The same facts in the same order give the same standings in every release
// under the same regulation and version. The standings do not depend on the
// order in which results come in. The package does no I/O and knows no clock;
// times are part of the facts.
package event
