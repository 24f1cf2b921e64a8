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
// published: the body's own text says so. practice: proved on real results.
// second hand: somebody quotes the body. ours: the body is silent, and a value
// was needed. Where sources disagree the Law's value ships and the other is a
// comment.
//
// # Rules
//
//	setting           clause                      used by              status
//	score.*           Law 77                      score.Edition        done
//	mp.unit           Law 78A                     event, field         done
//	mp.short_boards   Neuberg                     field.Board          done
//	mp.rounding       EBU 4.2.3.2, ACBL manual    field.Board          done
//	mp.small_groups   Law 87, fouled boards       field.Board          done
//	butler.*, ximp.*  Law 78B                     field                done
//	mp.bye            Law 12C2, sit-outs          event                done
//	art.*             Law 12C2                    event                done
//	total.*, rank.*   published before the event  event                done
//
// # Promises
//
// Packs do not change under their version: results name the pack and version
// that made them. This is the only package that reads "name = value" files.
package regulation
