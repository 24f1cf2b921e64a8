// Package usebio reads and writes USEBIO, the XML in which British, Irish, Australian
// and New Zealand programs publish the results of an event (usebio.org). Versions 1.1
// to 1.3 are read, with the results below EVENT or below SESSION and SECTION; 1.2 is
// written.
//
// # Words
//
//   - Traveller line: one result of one board, with what it scored.
//   - Code: an artificial score in place of the points, A6040 for 60 % to
//     North-South and 40 % to East-West.
//   - Handset: the deals. Its boards are not travellers.
//
// # Rules
//
//	what files say                       what it becomes                                 test
//	CONTRACT, PLAYED_BY, TRICKS          event.Played with a result                      TestReal, TestLines
//	SCORE without a contract             event.Played with the score alone               TestLines
//	CONTRACT PASS                        a board passed out, score 0                     TestLines
//	no contract, SCORE 0 or none         event.NotPlayed, never a pass-out               TestLines
//	SCORE A5050, A6040, AVE+, NP         event.Ruled, event.NotPlayed                    TestLines
//	matchpoints beside a code            win over the code: an award of that percentage  TestAwards
//	matchpoints above top, below zero    the code counts, with a warning                 TestAwards
//	a score that the result has not      the score alone, with a warning                 TestLines
//	a score beyond ±25,000               left out, with a warning                        TestLines
//	one side of a line is empty          event.SatOut                                    TestSeats
//	PAIR_NUMBER 1NS, "1 NS", DIRECTION   event.Contestant, with a side if WINNER_TYPE 2  TestContestants
//	SECTION_ID of two or more sections   event.Contestant with a section                 TestSections
//	MATCH of teams, DIRECTION NS or EW   event.Played between the teams                  TestTeams, TestFiles
//	HANDSET                              event.BoardSet with the deal                    TestReal, TestDeals
//	DATE 27/07/2022                      2022-07-27; what is no day stays, with a warning TestDates
//	EVENT_TYPE, BOARD_SCORING_METHOD     kind and method                                 TestMethods
//	..._MATCH_POINTS, TOTAL_SCORE ...    event.Published                                 TestReal
//	SWISS_PAIRS..., PAIRS with VPS       event.Opened.Swiss: rounds are matches          TestSwissPairs
//	MATCH of teams                       event.Drawn, with the boards that it has        TestFiles, TestTeamsFile
//	IMPs of a MATCH                      event.MatchScored: counts till boards are known TestTeamsFile
//	victory points of a MATCH alone      event.MatchScored, without IMPs                 TestTeamsFile
//	IMPS, TEAM_POINTS of a board         event.Published, 1, ½ and 0 doubled             TestFiles
//	four lines of a board in a MATCH     two tables: teams of eight                      TestTeamsOfEight
//	TEAM_NAME                            a person with the number of the team            TestFiles
//	N_PLAYER_NUMBER, INDIVIDUAL          event.Played between players                    TestFiles
//
// Known and left out, because no result depends on it: masterpoints, charges, the
// contact person, the venue, counts of sessions, sections, boards and pairs, and
// the Butler datum, and victory points of a match whose boards decide. Everything else that is not read gives a warning: one for each
// kind of element, with the line where it is first met.
//
// # Writing
//
// [Write] writes version 1.2: pairs, individuals, and teams match by match, with deals
// and with the numbers that were published or that [Publish] takes from the standings.
// What the format has no place for is named, and what stands in its place.
//
// # Promises
//
// What is written of a real file is read as the same event (TestWriteReal), a made-up one
// is ranked as it was (TestWriteSimulated, TestWriteTeams), and what was written is
// written again as the same bytes (FuzzRead).
//
// A file that is USEBIO at all is never refused: what was understood is returned,
// with a warning for each thing that was not, and the line where it stands. An
// event accepts every fact that is returned ([event.Fold], TestEverythingFolds). A
// file that ends inside an element gives what stood before its end. Nothing outside the file
// is read: neither its DTD nor an external entity, and entities that a file
// defines itself are not expanded.
package usebio
