package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"turnpost/db/bind"
	"turnpost/db/dial"
	"turnpost/db/migrations"
	"turnpost/db/sequence"
	"turnpost/db/vacuum"
	"turnpost/db/way"

	"github.com/pressly/goose/v3"
)

// postgres is PostgreSQL, from version 13 on. Transactions are serialisable, so
// that several programs on one database do no other than one would; those of Take
// are not, because who looks for the head of a queue reads what everybody else
// writes. Those of Confined are not either: they lock their game (package confine).
var postgres = &engine{
	name:     "PostgreSQL",
	schema:   migrations.Schema{Dialect: goose.DialectPostgres, Folder: "postgres", Tables: pgTables},
	bind:     bind.Arguments,
	update:   mode{options: &sql.TxOptions{Isolation: sql.LevelSerializable}, remembers: true},
	take:     mode{options: &sql.TxOptions{Isolation: sql.LevelReadCommitted}},
	view:     mode{options: &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}, remembers: true},
	confined: mode{options: &sql.TxOptions{Isolation: sql.LevelReadCommitted}, remembers: true, confined: true},
	tries:    25,
	phrases: phrases{
		empty:      `''`,
		locked:     ` FOR UPDATE`,
		kept:       ` FOR NO KEY UPDATE`,
		free:       ` FOR UPDATE SKIP LOCKED`,
		contains:   `strpos(lower(encode(%s, 'escape')), lower(encode(convert_to(%s, 'UTF8'), 'escape'))) > 0`,
		touch:      `UPDATE goose_db_version SET is_applied = is_applied WHERE version_id = 0`, // goose's first row, which nobody else writes
		patient:    `SELECT set_config(name, '0', true) FROM pg_settings WHERE name IN ('idle_in_transaction_session_timeout', 'statement_timeout')`,
		number:     `nextval(pg_get_serial_sequence('outbox', 'id'))`,
		size:       `SELECT pg_database_size(current_database()), 0`,
		references: pgReferences,
	},
	move:       pgMove,
	lastNumber: func(tx *Tx, table string) (int64, error) { return sequence.Last(tx, table) },
	setNumber:  func(tx *Tx, table string, last int64) error { return sequence.Set(tx, table, last) },
	damages:    pgDamages,
	// The one connection that writes stays free: it takes long, and nobody waits for it.
	scrub:  func(ctx context.Context, d *DB) error { return vacuum.ScrubPostgres(ctx, d.read) },
	vacuum: vacuum.Postgres,
}

const pgTables = `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY 1`

const pgReferences = `SELECT t.relname, a.attname, p.relname, b.attname FROM pg_constraint AS c
	JOIN pg_class AS t ON t.oid = c.conrelid JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
	JOIN pg_class AS p ON p.oid = c.confrelid JOIN pg_attribute AS b ON b.attrelid = c.confrelid AND b.attnum = c.confkey[1]
	WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace ORDER BY 1, 2`

// openPostgres opens the database of a URL, which must be there, and brings its
// schema forward. Who comes second waits until the schema is there.
func openPostgres(ctx context.Context, where string, before Before) (*DB, error) {
	server, err := dial.To(where)
	if err != nil {
		return nil, err
	}
	write := server.Pool(dial.Writing)
	// One connection writes: the writers of one program would only make each other
	// begin again.
	write.SetMaxOpenConns(1)
	if err := migratePostgres(ctx, where, before); err != nil {
		write.Close()
		return nil, fmt.Errorf("database %s: %w", way.Redacted(where), err)
	}
	// Those of Take make nobody begin again, and go beside.
	queues := server.Pool(dial.Writing)
	queues.SetMaxOpenConns(1)
	read := server.Pool(nil)
	read.SetMaxOpenConns(4)
	return &DB{Now: time.Now, engine: postgres, write: write, queues: queues, read: read}, nil
}

// openPostgresReadOnly opens the database of a URL as it is.
func openPostgresReadOnly(ctx context.Context, where string, fits fitting) (*DB, error) {
	read, err := dial.Postgres(where, map[string]string{"default_transaction_read_only": "on"})
	if err != nil {
		return nil, err
	}
	read.SetMaxOpenConns(4)
	if err := fits(postgres.schema, ctx, read); err != nil {
		err = postgres.schema.GoBack(ctx, read, err)
		read.Close()
		return nil, fmt.Errorf("database %s: %w", way.Redacted(where), err)
	}
	return &DB{Now: time.Now, engine: postgres, read: read}, nil
}

func migratePostgres(ctx context.Context, where string, before Before) error {
	conn, err := dial.Postgres(where, nil)
	if err != nil {
		return err
	}
	defer conn.Close()
	return postgres.schema.GoBack(ctx, conn, postgres.schema.ForwardAlone(ctx, conn, Ahead, before))
}

// pgMove moves all rows at once, or, where the other has such a row, one by one.
func pgMove(tx *Tx, table, column string, from, into int64) error {
	moved, err := tx.attempt(`UPDATE `+table+` SET `+column+` = ? WHERE `+column+` = ?`, into, from)
	if err != nil || moved {
		return err
	}
	rows, err := all(tx, func(scan func(...any) error) (at string, err error) { return at, scan(&at) },
		`SELECT ctid::text FROM `+table+` WHERE `+column+` = ?`, from)
	if err != nil {
		return err
	}
	for _, at := range rows {
		if _, err := tx.attempt(`UPDATE `+table+` SET `+column+` = ? WHERE ctid = CAST(? AS tid)`, into, at); err != nil {
			return err
		}
	}
	return nil
}

// attempt executes a statement that may find such a row there already: it then
// reports false, and the transaction goes on as if it had not been tried.
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

// pgDamages looks for rows that refer to none. That pages are whole is the
// server's business (data_checksums, pg_amcheck).
func pgDamages(tx *Tx) ([]string, error) {
	references, err := tx.references()
	if err != nil {
		return nil, err
	}
	var found []string
	for _, r := range references {
		var n int
		if err := tx.row(`SELECT count(*) FROM `+bind.Quoted(r.table)+` AS c WHERE c.`+bind.Quoted(r.column)+` IS NOT NULL AND NOT EXISTS
			(SELECT 1 FROM `+bind.Quoted(r.parent)+` AS p WHERE p.`+bind.Quoted(r.key)+` = c.`+bind.Quoted(r.column)+`)`, nil, &n); err != nil {
			return nil, err
		}
		if n > 0 {
			found = append(found, fmt.Sprintf("%d rows of %s refer to one of %s that is not there", n, r.table, r.parent))
		}
	}
	return found, nil
}
