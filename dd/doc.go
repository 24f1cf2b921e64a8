// Package dd says what the cards allow: how many tricks each side wins when all
// four hands are open and nobody makes a mistake (double dummy), and what result
// two sides that know it arrive at (par).
//
// # Rules
//
//	rule                                             body  function        test                    status
//	tricks of four declarers in five strains         -     Solver.Table    TestTables              done: 803 deals of two unrelated solvers
//	what each card of a position brings              -     Solver.Cards    TestPlays               done: every opening lead of the public list
//	tricks after each card of a play                 -     Solver.Trace    TestPlays               done: the plays of the public list
//	search against plain alpha-beta                  -     Solver.Table    TestRandomEndings       done: endings of one to six cards
//	each card, in the middle of a trick too          -         Solver.Cards    TestRandomCards         done: endings of one to four cards
//	a table of positions that is full                -     Limits          TestTinyMemory          done: answers stay exact
//	what is not proved within the limits             -     Limits          TestNotComputed         done: an error, never a guess
//	par for dealer and vulnerability                 -     FindPar         TestParOfDeals          done: 7,523 pars of deals
//	par where dealer or seats matter                 -     FindPar         TestParOfMadeUpTables   done: 33,600 pars of made-up tables
//	sides swapped, the par mirrors                   -     FindPar         TestParMirrors          done
//	what a file says of the par                      -         Par.Check       TestParCheck            done: format/pbn reads it in each way that was seen
//	why the par is what it is                        -     Par.Why         TestParMirrors          done: each step is checked
//
// # Words
//
// Double-dummy tricks are those of the declaring side against best defence. A
// [Table] has them for four declarers and five strains. Declarer is named
// because partners may take different tricks: the opening lead comes from the
// other side of the table.
//
// # Promises
//
// Answers are exact: what was not proved is an error, never a guess. The search
// is bounded by a number of cards played, which does not depend on the machine,
// and by the context. A [Solver] does not allocate while it searches, except to
// let its table of positions grow up to its limit, and it keeps that memory for
// the next deal. There is no state outside a Solver: make one for each goroutine.
//
// # How it searches
//
// For each strain the four leads are searched with windows that are empty: is it
// this many tricks or more? A position at the start of a trick is looked up by
// its shape, who leads, and who holds the highest cards, of which only those are
// compared that mattered in the proof (partition search). Static bounds, those
// of the side on lead and those of the other, end most of the lines early; each
// reports the ranks that it needs. Cards that are equal are played once, and a
// card that failed without its rank speaks for the lower ones too.
package dd
