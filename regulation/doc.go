// Package regulation holds the packs: where bodies differ, a named setting, and
// for each body a small file of settings with the clause they come from.
//
// A pack is text, one setting a line:
//
//	name    = ebu
//	title   = English Bridge Union
//	version = 2025.1
//	extends = wbf
//
//	mp.rounding = 0.0001 away    # White Book 4.2.3.2, published
//
// What follows # is the source of the setting and its standing. A setting that
// is not set is inherited from the pack named by extends. Unknown names and
// words are errors that say what is allowed; [Settings] lists all of them, and
// [Pack.Values] what each of them is in a pack and where that comes from.
//
// # Standing
//
// Each value of a pack that ships has a note: the clause, and between commas or
// semicolons how sure it is, a [Standing]. published: the body's own text was
// read. second hand: somebody quotes the body, or applies its rule. practice:
// published results come out under it. practice of a program: a program of that
// country does so. ours: no text says anything, and a value was needed.
// unverified: heard of, and nothing seen that proves it.
//
// Where sources disagree the Law's value ships; where the Law is silent, the one
// of firmer standing; and the other is a comment. "as in wbf" says that the body
// was asked and has what the pack has anyway. A body of which no value is known
// has no pack: it would look like one that was checked.
//
// # Rules
//
// Settings of a body:
//
//	rule                                                      body           function             test                                 status
//	each value says its clause and how sure it is             Law 78D        Source.Standing      TestStandings                        done
//	every setting and its value can be read before the event  Law 78D        Pack.Values          TestValues, TestValueComesFrom       done
//	a club extends a body and changes a line                  -              Read                 TestClubExtendsAny, TestInheritance  done
//	a club's rules under the name of a body                   -              Read                 TestRefusals                         refused: results name whose rules made them
//	files of a program follow what the program does           practice       ForProducer          TestForProducer, TestPackFiles       done
//	house rules of a deal and of a home table                 -              ReadHouse, ReadHome  TestHouse, TestHouseSetsScoresOnly   done
//	late matches, what a knock-out begins with, extra boards  WBF, EBU, NBF  Settings             TestKnockoutSettings                 done
//	draws: rematches, odd fields, first rounds                WBF, EBU       -                    -                                    not yet: options of the draw
//
// # Promises
//
// Packs do not change under their version: results name the pack and version
// that made them. This is the only package that reads "name = value" files.
package regulation
