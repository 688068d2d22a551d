// Package migrations contains the statements that bring the schema of a database forward,
// and finds out which version a database has. There is a folder for each engine. The same
// number means the same columns in both.
package migrations

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/pressly/goose/v3"
)

//go:embed */*.sql
var files embed.FS

// EngineSchema is the schema of one engine.
type EngineSchema struct {
	Dialect goose.Dialect
	Folder  string // of its migrations
	Tables  string // the query that names all tables but the engine's own
}

// Write writes the statements of all engines. The output changes when a migration does.
func Write(w io.Writer) error {
	return fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := files.ReadFile(path)
		if err == nil {
			_, err = fmt.Fprintf(w, "%s\n%s\n", path, text)
		}
		return err
	})
}

func (s EngineSchema) provider(conn *sql.DB) (p *goose.Provider, known int64, err error) {
	ours, err := fs.Sub(files, s.Folder)
	if err != nil {
		return nil, 0, err
	}
	// Databases exist with schema 51 and without 47 and 48, which came later.
	if p, err = goose.NewProvider(s.Dialect, conn, ours, goose.WithAllowOutofOrder(true)); err != nil {
		return nil, 0, fmt.Errorf("migrations: %w", err)
	}
	sources := p.ListSources()
	return p, sources[len(sources)-1].Version, nil
}

// Known is the newest version that this program knows.
func (s EngineSchema) Known(conn *sql.DB) (int64, error) {
	_, known, err := s.provider(conn)
	return known, err
}

// BeforeMigrating is called before the schema of a database is changed, with its version, usually to
// save the database. If it fails, nothing is changed. It may be nil.
type BeforeMigrating func(ctx context.Context, have int64) error

// Forward brings the schema of a database forward. A new database has nothing to save.
func (s EngineSchema) Forward(ctx context.Context, conn *sql.DB, before BeforeMigrating) error {
	p, known, err := s.provider(conn)
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
	if before != nil && 0 < have && have < known {
		if err := before(ctx, have); err != nil {
			return err
		}
		// A program that has lost the lock meanwhile may not have been alone.
		if have, err = p.GetDBVersion(ctx); err != nil {
			return fmt.Errorf("schema version: %w", err)
		}
		if have > known {
			return sameSchema(have, known)
		}
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	return nil
}

// ForwardTo brings the schema of an empty database to a version that this program knows.
func (s EngineSchema) ForwardTo(ctx context.Context, conn *sql.DB, version int64) error {
	p, _, err := s.provider(conn)
	if err == nil {
		_, err = p.UpTo(ctx, version)
	}
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	return nil
}

// Check returns an error unless the database has the schema of this program. It reads
// goose's table itself, because goose would create it.
func (s EngineSchema) Check(ctx context.Context, conn *sql.DB) error {
	_, known, err := s.provider(conn)
	if err != nil {
		return err
	}
	have, err := s.Version(ctx, conn)
	if err != nil {
		return err
	}
	return sameSchema(have, known)
}

// Version returns the version of a database's schema; 0: it is not one of Turnpost.
func (s EngineSchema) Version(ctx context.Context, conn *sql.DB) (have int64, err error) {
	var tables int
	if err := conn.QueryRowContext(ctx, `SELECT count(*) FROM (`+s.Tables+
		`) AS t WHERE name = 'goose_db_version'`).Scan(&tables); err != nil {
		return 0, fmt.Errorf("schema version: %w", err)
	}
	if tables > 0 {
		if err := conn.QueryRowContext(ctx,
			`SELECT coalesce(max(version_id), 0) FROM goose_db_version`).Scan(&have); err != nil {
			return 0, fmt.Errorf("schema version: %w", err)
		}
	}
	return have, nil
}

// Of returns the version of a schema that this program can bring forward. It returns an
// error if the schema is newer or not one of Turnpost.
func (s EngineSchema) Of(ctx context.Context, conn *sql.DB) (int64, error) {
	_, known, err := s.provider(conn)
	if err != nil {
		return 0, err
	}
	have, err := s.Version(ctx, conn)
	if err == nil && (have == 0 || have > known) {
		err = sameSchema(have, known)
	}
	return have, err
}

// ErrNewer says that a database has a schema that is newer than this program.
var ErrNewer = errors.New("use a newer turnpost")

// sameSchema returns an error that describes how two versions of the schema differ.
func sameSchema(have, known int64) error {
	switch {
	case have > known:
		return fmt.Errorf("its schema is version %d and this turnpost knows versions up to %d; %w", have, known,
			ErrNewer)
	case have == 0:
		return errors.New("it is not a database of turnpost")
	case have < known:
		return fmt.Errorf("its schema is version %d and this turnpost reads version %d; serve brings it forward",
			have, known)
	}
	return nil
}
