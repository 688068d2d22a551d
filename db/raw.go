package db

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
)

// Raw is a database as it is, whatever its schema, to be looked at.
type Raw struct {
	*sql.DB
	// Known is the newest schema that this program knows.
	Known int64
	// Update is how transactions that change something begin, and Tables the query
	// that names all tables.
	Update *sql.TxOptions
	Tables string
	engine *engine
}

// OpenRaw opens the database of a file's path, to be read alone, or of a URL.
func OpenRaw(where string) (*Raw, error) {
	conn, err, e := (*sql.DB)(nil), error(nil), sqlite
	if IsURL(where) {
		e = postgres
		conn, err = connectPostgres(where, writing)
	} else {
		conn, err = open(where, url.Values{"mode": {"ro"}, "_query_only": {"true"}, "_journal_mode": nil, "_secure_delete": nil})
	}
	if err != nil {
		return nil, err
	}
	_, known, err := provider(conn, e)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return &Raw{conn, known, e.update, e.tables, e}, nil
}

// Schema is the version of its schema; 0: it is none of ours.
func (r *Raw) Schema(ctx context.Context) (int64, error) { return schemaVersion(ctx, r.DB, r.engine) }
