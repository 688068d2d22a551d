package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// ErrHeld says that erased rows are still in the write-ahead log, because a transaction
// still reads an older state.
var ErrHeld = errors.New("somebody reads the database as it was before; try again later")

// vacuumSQLite rebuilds the file.
func vacuumSQLite(ctx context.Context, conn *sql.DB) error {
	_, err := conn.ExecContext(ctx, `VACUUM`)
	return err
}

// checkpointSQLite copies the write-ahead log into the file as far as no reader needs it,
// without stopping writers. Otherwise a commit would do it when the log has become long,
// and would wait for the disk.
func checkpointSQLite(ctx context.Context, reader *sql.DB) error {
	var busy, pages, done int
	return reader.QueryRowContext(ctx, `PRAGMA wal_checkpoint(PASSIVE)`).Scan(&busy, &pages, &done)
}

// scrubSQLite truncates the write-ahead log, in which erased rows remain. A reader of an
// older state prevents that (ErrHeld). checkpointSQLite copies the log into the file first,
// so that writers wait only for a moment.
func scrubSQLite(ctx context.Context, writer *sql.DB) error {
	one, err := writer.Conn(ctx)
	if err != nil {
		return err
	}
	defer one.Close()
	var busy, pages, done int
	var usual int
	if err := one.QueryRowContext(ctx, `PRAGMA busy_timeout`).Scan(&usual); err != nil {
		return err
	}
	if _, err := one.ExecContext(ctx, `PRAGMA busy_timeout = 50`); err != nil {
		return err
	}
	defer one.ExecContext(context.WithoutCancel(ctx), fmt.Sprintf(`PRAGMA busy_timeout = %d`, usual))
	err = one.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &pages, &done)
	if err == nil && busy != 0 {
		err = ErrHeld
	}
	return err
}

// vacuumPostgres makes the space of old rows available to new ones.
func vacuumPostgres(ctx context.Context, conn *sql.DB) error {
	return patiently(ctx, conn, `VACUUM (ANALYZE)`)
}

// scrubPostgres removes old versions of rows from the tables. How long the server keeps
// them in its write-ahead log and archives is a setting of the server.
func scrubPostgres(ctx context.Context, conn *sql.DB) error {
	return patiently(ctx, conn,
		`VACUUM players, addresses, invitations, games, talk, notes, conditionals, inbox, mails, outbox, texts, quarantine, wishes, invited`)
}

// patiently removes the time limit of a statement, which takes longer the larger the tables
// are.
func patiently(ctx context.Context, conn *sql.DB, statement string) error {
	one, err := conn.Conn(ctx)
	if err != nil {
		return err
	}
	defer one.Close()
	if _, err := one.ExecContext(ctx, `SET statement_timeout = 0`); err != nil {
		return err
	}
	defer one.ExecContext(context.WithoutCancel(ctx), `RESET statement_timeout`)
	_, err = one.ExecContext(ctx, statement)
	return err
}

// Scrub removes what is left of erased rows: in SQLite the pages of the write-ahead log,
// in PostgreSQL the old versions of rows, but not the server's own log. It returns ErrHeld
// at once if a reader is in the way. No transaction may be running in this goroutine.
func (db *DB) Scrub(ctx context.Context) error { return db.engine.scrub(ctx, db) }

// Vacuum releases the space of erased rows. SQLite rebuilds the file, which needs as much
// free disk space again and blocks all writers; PostgreSQL makes the space free for new
// rows while others work.
func (db *DB) Vacuum(ctx context.Context) error {
	if db.write == nil {
		return errors.New("the database is open for reading only")
	}
	err := db.engine.vacuum(ctx, db.write)
	if scrubbed := db.Scrub(ctx); !errors.Is(scrubbed, ErrHeld) { // the log shrinks when the reader is done
		err = errors.Join(err, scrubbed)
	}
	return err
}
