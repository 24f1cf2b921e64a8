package cli

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
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
	Data     string // a file, or a folder that holds it
	Postgres string
}

// postgresVariable is the environment variable with the address of the database, if the
// command line does not say where the journal is. An address with a password in it
// would be seen there by all who list the programs that run.
const postgresVariable = "OVERTRICK_DATABASE"

// whereabouts of a journal: a file or an address.
type whereabouts struct{ file, address string }

// where settles the flags.
func (d dataFlags) where() (whereabouts, error) {
	data, address := plain(d.Data), plain(d.Postgres)
	switch {
	case data != "" && address != "":
		return whereabouts{}, bridge.At("--postgres", bridge.Errorf(Usage, "usage.data_twice", "--data and --postgres: want one of them"))
	case address != "":
		return whereabouts{address: address}, nil
	case data != "":
		if info, err := os.Stat(data); err == nil && info.IsDir() || os.IsPathSeparator(data[len(data)-1]) {
			data = filepath.Join(data, clubFile)
		}
		return whereabouts{file: data}, nil
	}
	if address = os.Getenv(postgresVariable); address != "" {
		return whereabouts{address: address}, nil
	}
	folder, err := standardFolder()
	if err != nil {
		return whereabouts{}, bridge.At("--data", bridge.Errorf(Usage, "usage.no_home", "no place is known for the data of a club: say where"))
	}
	return whereabouts{file: filepath.Join(folder, clubFile)}, nil
}

// clubFile keeps a club, in the folder that is named or in the one of the system.
const clubFile = "club.overtrick"

// standardFolder is where programs keep their data on this system.
func standardFolder() (string, error) {
	switch runtime.GOOS {
	case "windows", "darwin":
		dir, err := os.UserConfigDir()
		return filepath.Join(dir, "overtrick"), err
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "overtrick"), nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share", "overtrick"), err
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
	if write {
		if err := w.makeFolder(); err != nil {
			return nil, err
		}
	}
	return sqlstore.OpenSQLite(ctx, w.file, sqlstore.SQLite{ReadOnly: !write})
}

// makeFolder makes the folder of the file, for its owner alone.
func (w whereabouts) makeFolder() error {
	if err := os.MkdirAll(filepath.Dir(w.file), 0o700); err != nil {
		return unsaved(filepath.Dir(w.file), err)
	}
	return nil
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
