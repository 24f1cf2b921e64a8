// Package pad is a home table: rubber bridge, Chicago and their relatives, as
// people keep them on a paper pad with two columns and a line.
//
//	acts -> Table -> list of deals -> Pad
//
// A [Table] is what happened: deals, corrections, a stop. A [Pad] is what follows
// from the list of deals: entries below and above the line, games, vulnerability,
// what each side still needs, totals. There is no state beside that list, so an
// earlier deal can be changed, taken out or put in, and everything follows.
//
// # Rules
//
//	rule                                    function          test               status
//	rubber, laws 72 to 81 of 1993           rubber            TestRubber         done
//	rubber, codes of 1943, 1935, 1932       Rules.Edition     TestEarlierCodes   done, as far as values are known
//	honours                                 honours           TestMistakes       done
//	unfinished rubber, law 80               rubber.settle     TestSecondScorer   done; its own wording was not seen
//	Chicago, 4, 6 or 8 deals                chicago           TestChicago        done
//	scoring against high-card points        owed              TestOwed           done: Russian and Iniarski tables
//	auction bridge                          auction           TestAuction        values of the 1910s; doubled contracts that are made, slams of the
//	                                                                             defenders, chicane and an unfinished rubber are refused: no source
//	plafond                                 auction           TestAuction        as auction
//	pivot, tour, cutting out                Evening           TestRotations,     done; the pivot tables are ours
//	                                                          TestLongestRunLeaves
//
// # Words
//
//   - We are North-South, they are East-West.
//   - Below the line: trick points that count toward a game. Above: all else.
//   - Part-score: points below the line in the running game.
//   - Honours: ace to ten of trumps, or the four aces at notrump, held in one
//     hand by any of the four players. They belong to the holder's side.
//
// # Promises
//
// Totals are the sums of the entries. Undo gives the pad of a replay without the
// last act, and every pad is that of [Fold] for its list of deals; but what stands
// before a change is not scored again, so reading n deals, claims and undos takes
// time for n. The package is pure; the cut of the cards is an act of the players.
package pad
