package cli

import (
	"cmp"
	"context"
	"os"
	"strconv"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/journal/sqlstore"
	"github.com/overtrick/overtrick/internal/locale"
)

// dataFlags say where a club's journal is kept: in a file, or in a database of
// PostgreSQL.
type dataFlags struct {
	Data     string
	Postgres string
}

// Where the journal is, if the command line does not say it. An address with a
// password in it is seen by all who list the programs that run, and so has a variable.
const (
	dataVariable     = "OVERTRICK_DATA"
	postgresVariable = "OVERTRICK_DATABASE"
	defaultData      = "overtrick.db" // in the folder at hand
)

// whereabouts of a journal: a file or an address.
type whereabouts struct{ file, address string }

// where settles the flags.
func (d dataFlags) where() (whereabouts, error) {
	file, address := plain(d.Data), plain(d.Postgres)
	switch {
	case file != "" && address != "":
		return whereabouts{}, bridge.At("--postgres", bridge.Errorf(Usage, "usage.data_twice", "--data and --postgres: want one of them"))
	case file == "" && address == "":
		file, address = os.Getenv(dataVariable), os.Getenv(postgresVariable)
		if file != "" {
			address = ""
		}
	}
	if address != "" {
		return whereabouts{address: address}, nil
	}
	return whereabouts{file: cmp.Or(file, defaultData)}, nil
}

// name is what messages call the place by; the address of a database may hold a
// password.
func (w whereabouts) name() string {
	if w.file == "" {
		return "PostgreSQL"
	}
	return locale.Clean(w.file)
}

// open opens the journal: a file for looking beside a server that runs, or to write.
func (w whereabouts) open(ctx context.Context, write bool) (*sqlstore.Store, error) {
	if w.file == "" {
		return sqlstore.OpenPostgres(ctx, w.address)
	}
	return sqlstore.OpenSQLite(ctx, w.file, sqlstore.SQLite{ReadOnly: !write})
}

// holdings are how much a journal holds.
type holdings struct {
	Events  int   `json:"events"`
	Entries int   `json:"entries"` // of all streams
	Bytes   int64 `json:"bytes,omitempty"`
}

// holdingsOf counts what is in a journal.
func holdingsOf(ctx context.Context, j journal.Journal) (h holdings, err error) {
	streams, err := j.Streams(ctx, "")
	if err != nil {
		return h, err
	}
	for _, s := range streams {
		h.Entries += int(s.Last)
	}
	running := club.New(j)
	defer running.Close()
	events, err := running.Events(ctx)
	h.Events = len(events)
	return h, err
}

// holdingsIn counts what is in a file that was just written.
func holdingsIn(ctx context.Context, path string) (h holdings, err error) {
	s, err := sqlstore.OpenSQLite(ctx, path, sqlstore.SQLite{ReadOnly: true})
	if err != nil {
		return h, err
	}
	defer func() { err = firstOf(err, s.Close()) }()
	if h, err = holdingsOf(ctx, s); err != nil {
		return h, err
	}
	info, err := os.Stat(path)
	if err == nil {
		h.Bytes = info.Size()
	}
	return h, err
}

// held says how much a journal holds.
func (t *terminal) held(h holdings) []string {
	parts := []string{t.N("count.events", h.Events), t.N("count.entries", h.Entries)}
	if h.Bytes > 0 {
		parts = append(parts, t.size(h.Bytes))
	}
	return parts
}

// size is a number of bytes as people read it, to a tenth.
func (t *terminal) size(bytes int64) string {
	for _, unit := range []struct {
		key string
		of  int64
	}{{"size.gb", 1_000_000_000}, {"size.mb", 1_000_000}} {
		if tenths := bytes / (unit.of / 10); tenths >= 10 {
			return t.T(unit.key, t.Decimal(strconv.FormatInt(tenths/10, 10)+"."+strconv.FormatInt(tenths%10, 10)))
		}
	}
	return t.T("size.kb", (bytes+999)/1000)
}

// firstOf is the first error of several that follow from it.
func firstOf(list ...error) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}
