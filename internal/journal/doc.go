// Package journal keeps the log of facts, and what lives beside it.
//
// The log is made of streams: one for each event ("event/<id>"), one for each home
// table ("pad/<id>"), one for the club ("club"). A stream only grows; what it holds
// has positions 1, 2, 3 and so on, without a gap, and is never changed. The journal
// does not know what an entry says; a fact is bytes to it.
//
// # Rules
//
//	rule                                                        source                     function                     test                                                 status
//	all of an append is durable when it returns, or none is     house                      Store.Append                 journaltest, TestKilled, TestPostgresKilled          done
//	what is sent twice is written once                          ux 8.1, 8.2                Store.Append                 journaltest                                          done
//	a stream that has moved is a conflict, with its position    house                      Store.Append, Moved          journaltest                                          done
//	one key, two contents: a conflict                           ux 8.5                     Store.Append, KeyTaken       journaltest                                          done
//	each entry carries the hash of all before it                pains 68                   Chain                        TestChain, TestVerify                                done
//	waking says only that there is more, reading says what      libraries 4.7              Watch                        journaltest, TestServersWakeEachOther                done
//	two servers on one file: the second says so and stops       pains 61                   sqlstore.OpenSQLite          TestOneServer                                        done
//	a copy of the file while the server runs                    pains 68                   sqlstore.Store.Backup        TestBackup                                           done
//	disk full, database locked or gone: said, nothing is half   -                          ErrFull, ErrBusy, ErrGone    TestDiskFull, TestLocked, TestPostgresGoneAndBack    done
//	names can be corrected, hidden or erased, facts stay        house                      Names                        journaltest                                          done
//
// # Promises
//
//   - Methods are safe for concurrent use by many goroutines, and several processes
//     on one PostgreSQL behave as one.
//   - An append that returned without an error is there after a power cut (SQLite with
//     synchronous FULL, PostgreSQL with synchronous_commit on).
//   - An append that returned with an error of code [Unavailable], or whose context
//     ended, may have been written or not. Sending it again with the same keys is
//     always right.
//   - Errors are *[bridge.Error], or that of the context; errors.Is finds [ErrFull], [ErrBusy] and their like, and
//     errors.AsType finds [Moved] and [KeyTaken].
//   - What goes in and what comes out is the caller's to change; the journal keeps
//     nothing of it.
//   - Times are kept to the microsecond, in UTC.
//
// Engines are [Memory] here and SQLite and PostgreSQL in the package sqlstore;
// journaltest states in tests what all of them promise.
package journal
