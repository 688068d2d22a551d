package db

import (
	"context"
	"database/sql"
	"errors"
	"maps"
)

// RawDatabase is a database as it is, whatever its schema, to be looked at.
type RawDatabase struct {
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
func OpenRaw(where string) (*RawDatabase, error) {
	conn, err, e := (*sql.DB)(nil), error(nil), sqlite
	if IsURL(where) {
		e = postgres
		settings := maps.Clone(WriteSettings)
		settings["statement_timeout"] = "0" // to look through it takes as long as it is large
		conn, err = OpenPool(where, settings)
	} else {
		conn, err = openFileRead(where)
	}
	if err != nil {
		return nil, err
	}
	known, err := e.schema.Known(conn)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return &RawDatabase{conn, known, e.update, e.schema.Tables, e}, nil
}

// Schema is the version of its schema; 0: it is none of ours.
func (r *RawDatabase) Schema(ctx context.Context) (int64, error) {
	return r.engine.schema.Version(ctx, r.DB)
}

// Fits reports an error unless its schema is one that this program can bring forward.
func (r *RawDatabase) Fits(ctx context.Context) error {
	_, err := r.engine.schema.Of(ctx, r.DB)
	return err
}

// NoteSaved notes in a server's database where it was saved in the schema have; see
// [migrations.EngineSchema.NoteSaved].
func (r *RawDatabase) NoteSaved(ctx context.Context, have int64, host, file string) (earlier []string, err error) {
	return r.engine.schema.NoteSaved(ctx, r.DB, have, host, file)
}

// Damages is Tx.Damages, whatever the schema.
func (r *RawDatabase) Damages(ctx context.Context) ([]string, error) {
	tx, err := r.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	return (&Tx{engine: r.engine, ctx: ctx, tx: tx}).Damages()
}
