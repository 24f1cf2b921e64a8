// Package sqlstore keeps a journal in a database: SQLite, one file and nothing to set
// up, or PostgreSQL, which several servers share.
//
// # How it is kept
//
// One goroutine writes what is appended, all that waits in one transaction, so that
// many tables wait for one reach to the disk and not each for its own. Nobody hears
// of success before the transaction is committed. The row of a stream is its lock:
// servers on one PostgreSQL write to a stream one after the other, so positions have
// no gap and appear in order.
//
// Reading takes a page of entries at a time and holds no connection between them.
//
// SQLite: write-ahead log, synchronous FULL, one connection that writes and some that
// read. A second file, the name of the first and ".lock", is held locked while a
// server runs, by SQLite's own means, so that the lock goes with the process. Opening
// for reading asks for no lock.
//
// PostgreSQL: where nobody else seems to write to a stream its end is remembered, and a
// batch goes behind it with one message. If it is not the end any more, a position or a
// key is there twice, nothing is written, and the end is asked for.
//
// One connection of each server of PostgreSQL listens. What it hears is the name of a
// stream and no more; when the connection was lost, all who wait look again.
package sqlstore
