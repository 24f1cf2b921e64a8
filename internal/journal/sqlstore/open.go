package sqlstore

import (
	"context"
	"strings"
)

// Open opens a journal for a server by what its keeper wrote down: the address of a
// PostgreSQL that begins with postgres:// or postgresql://, or else the path of a file.
func Open(ctx context.Context, address string) (*Store, error) {
	if strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://") {
		return OpenPostgres(ctx, address)
	}
	return OpenSQLite(ctx, address, SQLite{})
}
