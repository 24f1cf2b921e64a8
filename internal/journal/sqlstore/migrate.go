package sqlstore

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"

	"github.com/overtrick/overtrick/internal/journal"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the tables up to this release; with look alone it only asks whether
// they are. Tables of a later release are [journal.ErrForeign].
func (s *Store) migrate(ctx context.Context, dialect goose.Dialect, db *sql.DB, look bool, opts ...goose.ProviderOption) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return s.fault(ctx, err)
	}
	p, err := goose.NewProvider(dialect, db, files, append(opts, goose.WithDisableGlobalRegistry(true))...)
	if err != nil {
		return s.fault(ctx, err)
	}
	have, want, err := p.GetVersions(ctx)
	switch {
	case err != nil && look:
		return journal.Unable(journal.ErrForeign, err)
	case err != nil:
		return s.fault(ctx, err)
	case have > want:
		return journal.Unable(journal.ErrForeign, fmt.Errorf("its tables have version %d, this release knows %d", have, want))
	case have == want:
		return nil
	case look:
		return journal.Unable(journal.ErrForeign, fmt.Errorf("its tables have version %d, this release has %d: start the server once", have, want))
	}
	if _, err := p.Up(ctx); err != nil {
		return s.fault(ctx, err)
	}
	return nil
}
