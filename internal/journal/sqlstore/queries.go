package sqlstore

import (
	"strconv"
	"strings"
)

// The queries. One text serves both engines; that of PostgreSQL alone is [notify].
// Placeholders are numbered as they stand: some drivers bind them by their first
// appearance, and silently find nothing where that is another order.
const (
	readEntries = `SELECT position, key, at, kind, data, hash FROM entry WHERE stream = $1 AND position > $2 ORDER BY position LIMIT $3`
	findEntry   = `SELECT position, key, at, kind, data, hash FROM entry WHERE stream = $1 AND key = $2`
	lastOf      = `SELECT last FROM stream WHERE name = $1`
	allStreams  = `SELECT name, last, hash FROM stream WHERE last > 0`

	getDoc     = `SELECT key, owner, revision, expires, data FROM doc WHERE tab = $1 AND key = $2`
	listDocs   = `SELECT key, owner, revision, expires, data FROM doc WHERE tab = $1`
	listOwned  = `SELECT key, owner, revision, expires, data FROM doc WHERE tab = $1 AND owner = $2`
	putNewDoc  = `INSERT INTO doc (tab, key, owner, revision, expires, data) VALUES ($1, $2, $3, 1, $4, $5) ON CONFLICT (tab, key) DO NOTHING RETURNING revision`
	putAnyDoc  = `INSERT INTO doc (tab, key, owner, revision, expires, data) VALUES ($1, $2, $3, 1, $4, $5) ON CONFLICT (tab, key) DO UPDATE SET owner = excluded.owner, revision = doc.revision + 1, expires = excluded.expires, data = excluded.data RETURNING revision`
	putDoc     = `UPDATE doc SET owner = $1, revision = revision + 1, expires = $2, data = $3 WHERE tab = $4 AND key = $5 AND revision = $6 RETURNING revision`
	deleteAny  = `DELETE FROM doc WHERE tab = $1 AND key = $2`
	deleteDoc  = `DELETE FROM doc WHERE tab = $1 AND key = $2 AND revision = $3`
	sweepDocs  = `DELETE FROM doc WHERE tab = $1 AND expires <= $2`
	listenText = `LISTEN ` + channel
	channel    = "overtrick_journal"
)

// openStreams locks the ends of n streams until the transaction is over, makes those
// that are missing, and gives where each ends.
func openStreams(n int) string {
	return `INSERT INTO stream (name, last, hash) VALUES ` + rows(n, `(?, 0, '')`) + ` ON CONFLICT (name) DO UPDATE SET last = stream.last RETURNING name, last, hash`
}

// findKeys gives what streams hold under n keys.
func findKeys(n int) string {
	return `WITH wanted (stream, key) AS (VALUES ` + rows(n, `(?, ?)`) + `) SELECT entry.stream, entry.key, entry.position, entry.kind, entry.data FROM wanted JOIN entry ON entry.stream = wanted.stream AND entry.key = wanted.key`
}

// addEntries writes n entries.
func addEntries(n int) string {
	return `INSERT INTO entry (stream, position, key, at, kind, data, hash) VALUES ` + rows(n, `(?, ?, ?, ?, ?, ?, ?)`)
}

// closeStreams writes where n streams end now.
func closeStreams(n int) string {
	return `INSERT INTO stream (name, last, hash) VALUES ` + rows(n, `(?, ?, ?)`) + ` ON CONFLICT (name) DO UPDATE SET last = excluded.last, hash = excluded.hash`
}

// notify tells every server of PostgreSQL, when the transaction is committed and not
// before, that n streams have grown.
func notify(n int) string {
	return `SELECT ` + rows(n, `pg_notify('`+channel+`', ?)`)
}

// rows repeats a row n times and numbers its placeholders, which are written "?".
func rows(n int, row string) string {
	parts := strings.Split(row, "?")
	var b strings.Builder
	next := 1
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(parts[0])
		for _, part := range parts[1:] {
			b.WriteByte('$')
			b.WriteString(strconv.Itoa(next))
			b.WriteString(part)
			next++
		}
	}
	return b.String()
}
