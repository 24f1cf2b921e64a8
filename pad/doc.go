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
// Rubber bridge:
//
//	rule                                                    body                   function        test                                 status
//	points below and above the line, games, vulnerability   laws 72 to 81 of 1993  rubber          TestRubber, TestSecondScorer         done
//	700 or 500 for the rubber, counted once, at its end     laws of 1993           rubber          TestRubber, TestMistakes             done
//	a deal that was passed out scores nothing               laws of 1993           Fold            TestRedeal                           done: at a rubber the deal passes on, in Chicago it is dealt again
//	honours of any player, on the last deal too             laws of 1993           Rules.honours   TestMistakes                         done
//	honours count, or not                                   by agreement           Rules.Honours   TestSecondScorer                     setting: pad.honours
//	until when honours may be claimed                       laws of 1993           Deal            -                                    unverified: at any time; the law's wording was not seen
//	unfinished rubber, 300 and 100                          law 80 of 1993         rubber.settle   TestSecondScorer                     done: its own wording was not seen
//	rubber by the codes of 1943, 1935 and 1932              earlier codes          Rules.Edition   TestEarlierCodes                     done: as far as values are known
//	premiums, undertricks and honours of the house          Russian essay          Rules           TestHouseRules                       setting: score.*
//	margin to the nearest hundred                           Russian essay          Rules.settled   TestSettleBothSidesAlike             setting: pad.settle
//	back score, a ledger for each player                    Russian essay          Evening.Ledger  TestLedger                           done
//	tour of three rubbers, cutting out                      Russian essay          Evening         TestRotations, TestLongestRunLeaves  done
//	pivot of five or six players                            -                      Evening         TestRotations                        unverified: the tables are ours
//	a deal that is undone or changed, and all that follows  -                      Table           TestReplay                           done: the pad is that of a replay
//
// Chicago and comparison:
//
//	rule                                                       body              function        test                            status
//	four deals, the dealer's side vulnerable on deals 2 and 3  two descriptions  chicago         TestChicago, TestChicagoByHand  done
//	the other side vulnerable, or North-South then East-West   -                 Rules.Schedule  TestChicago, TestChicagoLength  unverified: only the name of the variation
//	part-scores carried, or worth 50 as at duplicate           two descriptions  Rules.Parts     TestChicago                     done
//	100 for a part-score on the last deal                      two descriptions  chicago         TestChicago                     done
//	six or eight deals                                         a program         Rules.Deals     TestChicagoLength               done
//	honours in Chicago                                         -                 Rules.Honours   TestSecondScorer                unverified: pad.honours; they do not count unless agreed, no text seen
//	points owed for high cards, Russian table                  three programs    owed            TestOwed, TestComparison        done
//	points owed for high cards, Iniarski                       a program         owed            TestOwed                        done
//
// Ancestors and relatives:
//
//	rule                                               body          function        test         status
//	auction bridge of the 1910s                        laws of 1915  auction         TestAuction  done
//	auction: doubled contracts made, chicane           laws of 1915  auction         TestAuction  refused: no source
//	auction: unfinished rubber                         laws of 1915  auction.settle  TestAuction  refused: no source
//	250 for a rubber of auction bridge                 -             auction         TestAuction  unverified: score.auction.rubber; the number is ours
//	plafond                                            an article    auction         TestAuction  done
//	straight bridge, three-hand and duplicate auction  older books   -               -            not yet: ancestors of the game
//	honeymoon, towie, pirate, goulash, minibridge      older books   -               -            not yet: social forms; a deal of each is scored by score
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
