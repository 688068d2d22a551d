package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3"

	"turnpost/db/migrations"
)

// postgres is PostgreSQL 13 or later. Transactions are serializable, except those of Queue:
// several programs on one database then have the same effect as one.
var postgres = &engine{
	name:   "PostgreSQL",
	schema: migrations.EngineSchema{Dialect: goose.DialectPostgres, Folder: "postgres", Tables: pgTables},
	bind:   bindPostgres,
	update: &sql.TxOptions{Isolation: sql.LevelSerializable},
	view:   &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true},
	shared: true,
	phrases: phrases{
		empty:      `''`,
		lock:       ` FOR NO KEY UPDATE`,
		skipLocked: ` FOR NO KEY UPDATE SKIP LOCKED`,
		// Modes that exclude each other and not themselves. goose writes the table at upgrades.
		apart:    `LOCK TABLE goose_db_version IN SHARE MODE`,
		beside:   `LOCK TABLE goose_db_version IN ROW EXCLUSIVE MODE`,
		contains: `strpos(lower(encode(%s, 'escape')), lower(encode(convert_to(%s, 'UTF8'), 'escape'))) > 0`,
		// goose's first row, which nobody else writes
		touch: `UPDATE heartbeat SET at = at`,
		patient: `SELECT set_config(name, '0', true) FROM pg_settings
			WHERE name IN ('idle_in_transaction_session_timeout', 'statement_timeout')`,
		number:     `nextval(pg_get_serial_sequence('outbox', 'id'))`,
		size:       `SELECT pg_database_size(current_database()), 0`,
		references: pgReferences,
	},
	move:       pgMove,
	lastNumber: (*Tx).lastNumberPostgres,
	setNumber:  (*Tx).setNumberPostgres,
	nextPlayer: `nextval(pg_get_serial_sequence('players', 'id'))`,
	damages:    pgDamages,
	// Scrubbing takes long. It uses a connection for reading, so that no writer waits for
	// it.
	scrub:  func(ctx context.Context, d *DB) error { return scrubPostgres(ctx, d.read) },
	vacuum: vacuumPostgres,
}

const pgTables = `SELECT relname AS name FROM pg_class WHERE relkind = 'r'
	AND relnamespace = current_schema()::regnamespace ORDER BY 1`

const pgReferences = `SELECT t.relname, a.attname, p.relname, b.attname FROM pg_constraint AS c
	JOIN pg_class AS t ON t.oid = c.conrelid JOIN pg_attribute AS a ON a.attrelid = c.conrelid
	AND a.attnum = c.conkey[1]
	JOIN pg_class AS p ON p.oid = c.confrelid JOIN pg_attribute AS b ON b.attrelid = c.confrelid
	AND b.attnum = c.confkey[1]
	WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace ORDER BY 1, 2`

// pgWriters is how many connections of one daemon write. Collecting, answering four messages,
// sending, the schedule, bots and post-mortems use nine at the same time. The others are for the
// daemon's lease, which must be renewed even while the nine wait for a lock or for the server.
const pgWriters = 12

// openPostgres opens the database of a URL, which must exist, and brings its schema
// forward. Of several programs one does so, and the others wait.
func openPostgres(ctx context.Context, where string, before migrations.BeforeMigrating) (*DB, error) {
	server, err := pgServerOf(where)
	if err != nil {
		return nil, err
	}
	write := server.pool(WriteSettings)
	write.SetMaxOpenConns(pgWriters)
	write.SetMaxIdleConns(pgWriters)
	if err := migratePostgres(ctx, where, before); err != nil {
		write.Close()
		return nil, fmt.Errorf("database %s: %w", Redacted(where), err)
	}
	read := server.pool(nil)
	read.SetMaxOpenConns(4)
	read.SetMaxIdleConns(4)
	return &DB{Now: time.Now, engine: postgres, write: write, read: read}, nil
}

// openPostgresReadOnly opens the database of a URL as it is.
func openPostgresReadOnly(ctx context.Context, where string, fits fitting) (*DB, error) {
	read, err := OpenPool(where, map[string]string{"default_transaction_read_only": "on"})
	if err != nil {
		return nil, err
	}
	read.SetMaxOpenConns(4)
	if err := fits(postgres.schema, ctx, read); err != nil {
		err = postgres.schema.GoBack(ctx, read, err)
		read.Close()
		return nil, fmt.Errorf("database %s: %w", Redacted(where), err)
	}
	return &DB{Now: time.Now, engine: postgres, read: read}, nil
}

func migratePostgres(ctx context.Context, where string, before migrations.BeforeMigrating) error {
	conn, err := OpenPool(where, nil)
	if err != nil {
		return err
	}
	defer conn.Close()
	return postgres.schema.GoBack(ctx, conn, postgres.schema.ForwardAlone(ctx, conn, Ahead, before))
}

// pgMove moves all rows at once; where the other player has such a row already, one by one.
func pgMove(tx *Tx, table, column, where string, from, into int64) error {
	moved, err := tx.attempt(`UPDATE `+table+` SET `+column+` = ? WHERE `+where, into, from)
	if err != nil || moved {
		return err
	}
	rows, err := all(tx, func(scan func(...any) error) (at string, err error) { return at, scan(&at) },
		`SELECT ctid::text FROM `+table+` WHERE `+where, from)
	if err != nil {
		return err
	}
	for _, at := range rows {
		if _, err := tx.attempt(`UPDATE `+table+` SET `+column+` = ? WHERE ctid = CAST(? AS tid)`, into,
			at); err != nil {
			return err
		}
	}
	return nil
}

// attempt executes a statement that may violate a unique key. It then reports false, and
// the transaction goes on as if the statement had not been tried.
func (tx *Tx) attempt(query string, args ...any) (bool, error) {
	if _, err := tx.exec(`SAVEPOINT attempt`); err != nil {
		return false, err
	}
	_, err := tx.exec(query, args...)
	after := `RELEASE SAVEPOINT attempt`
	taken := errors.Is(err, ErrExists)
	if taken {
		after, err = `ROLLBACK TO SAVEPOINT attempt`, nil
	}
	if err != nil {
		return false, err
	}
	_, err = tx.exec(after)
	return !taken, err
}

// pgDamages looks for rows that refer to missing rows. Damaged pages are found by the
// server (data_checksums, pg_amcheck).
func pgDamages(tx *Tx) ([]string, error) {
	references, err := tx.references()
	if err != nil {
		return nil, err
	}
	var found []string
	for _, r := range references {
		var n int
		if err := tx.row(`SELECT count(*) FROM `+quoted(r.table)+` AS c WHERE c.`+quoted(r.column)+
			` IS NOT NULL AND NOT EXISTS
			(SELECT 1 FROM `+quoted(r.parent)+` AS p WHERE p.`+quoted(r.key)+` = c.`+quoted(r.column)+`)`, nil, &n); err != nil {
			return nil, err
		}
		if n > 0 {
			found = append(found,
				fmt.Sprintf("%d rows of %s refer to one of %s that is not there", n, r.table, r.parent))
		}
	}
	return found, nil
}

// sqlState returns the SQLSTATE of a server's error, or "".
func sqlState(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code
	}
	return ""
}

// busyPostgres reports that a transaction conflicted with another one and had no effect
// (https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html).
func busyPostgres(err error) bool {
	switch sqlState(err) {
	case "40001", "40P01", "55P03": // serialization_failure, deadlock_detected, lock_not_available
		return true
	}
	return false
}

// Away reports that no usable server can be reached. Another one may take its place at any
// moment.
func Away(err error) bool {
	if code := sqlState(err); code != "" {
		return code == "25006" || strings.HasPrefix(code, "57P") || strings.HasPrefix(code, "08")
	}
	_, unreached := errors.AsType[*pgconn.ConnectError](err)
	return unreached
}

// transientPostgres reports that the server or the network is in trouble that passes.
func transientPostgres(err error) bool {
	if code := sqlState(err); code != "" {
		switch {
		case code == "25006", code == "25P03", code == "57014": // a standby; idle for too long; cancelled
			return true
		case strings.HasPrefix(code, "57P"): // it is stopped, starts or has crashed
			return true
		}
		switch code[:2] {
		case "08", "40", "53", "55", "58": // connection, rollback, resources, not ready, system
			return true
		}
		return false
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	for _, lost := range []error{driver.ErrBadConn, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed} {
		if errors.Is(err, lost) {
			return true
		}
	}
	return pgconn.SafeToRetry(err)
}
