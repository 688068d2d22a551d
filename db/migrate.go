package db

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*/*.sql
var migrations embed.FS

func provider(conn *sql.DB, e *engine) (p *goose.Provider, known int64, err error) {
	files, err := fs.Sub(migrations, "migrations/"+e.folder)
	if err != nil {
		return nil, 0, err
	}
	if p, err = goose.NewProvider(e.dialect, conn, files); err != nil {
		return nil, 0, fmt.Errorf("migrations: %w", err)
	}
	sources := p.ListSources()
	return p, sources[len(sources)-1].Version, nil
}

func migrate(ctx context.Context, conn *sql.DB, e *engine) error {
	p, known, err := provider(conn, e)
	if err != nil {
		return err
	}
	have, err := p.GetDBVersion(ctx)
	if err != nil {
		return fmt.Errorf("schema version: %w", err)
	}
	if have > known {
		return sameSchema(have, known)
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	return nil
}

// checkSchema reports whether the database has the schema of this program. It
// asks goose's table itself, because goose would make it.
func checkSchema(ctx context.Context, conn *sql.DB, e *engine) error {
	_, known, err := provider(conn, e)
	if err != nil {
		return err
	}
	have, err := schemaVersion(ctx, conn, e)
	if err != nil {
		return err
	}
	return sameSchema(have, known)
}

// schemaVersion is the version of a database's schema; 0: it is none of ours.
func schemaVersion(ctx context.Context, conn *sql.DB, e *engine) (have int64, err error) {
	var tables int
	if err := conn.QueryRowContext(ctx, `SELECT count(*) FROM (`+e.tables+`) AS t WHERE name = 'goose_db_version'`).Scan(&tables); err != nil {
		return 0, fmt.Errorf("schema version: %w", err)
	}
	if tables > 0 {
		if err := conn.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version`).Scan(&have); err != nil {
			return 0, fmt.Errorf("schema version: %w", err)
		}
	}
	return have, nil
}

// schemaOf is the version of a schema that this program can bring forward; an
// error if it is newer, or none of ours.
func schemaOf(ctx context.Context, conn *sql.DB, e *engine) (int64, error) {
	_, known, err := provider(conn, e)
	if err != nil {
		return 0, err
	}
	have, err := schemaVersion(ctx, conn, e)
	if err == nil && (have == 0 || have > known) {
		err = sameSchema(have, known)
	}
	return have, err
}

// ErrNewer says that a database has a schema that is newer than this program.
var ErrNewer = errors.New("use a newer turnpost")

// sameSchema says in a sentence how two versions of the schema differ.
func sameSchema(have, known int64) error {
	switch {
	case have > known:
		return fmt.Errorf("its schema is version %d and this turnpost knows versions up to %d; %w", have, known, ErrNewer)
	case have == 0:
		return errors.New("it is no database of turnpost")
	case have < known:
		return fmt.Errorf("its schema is version %d and this turnpost reads version %d; serve brings it forward", have, known)
	}
	return nil
}
