package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"turnpost/db/bind"
	"turnpost/db/dial"
	"turnpost/db/way"

	"github.com/pressly/goose/v3"
)

// postgres is PostgreSQL, from version 13 on. Transactions are serialisable, so
// that several programs on one database do no other than one would; those of Take
// are not, because who looks for the head of a queue reads what everybody else
// writes.
var postgres = &engine{
	name:    "PostgreSQL",
	folder:  "postgres",
	dialect: goose.DialectPostgres,
	bind:    bind.Arguments,
	update:  &sql.TxOptions{Isolation: sql.LevelSerializable},
	take:    &sql.TxOptions{Isolation: sql.LevelReadCommitted},
	view:    &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true},
	tries:   25,
	phrases: phrases{
		empty:      `''`,
		locked:     ` FOR UPDATE`,
		free:       ` FOR UPDATE SKIP LOCKED`,
		contains:   `strpos(lower(encode(%s, 'escape')), lower(encode(convert_to(%s, 'UTF8'), 'escape'))) > 0`,
		touch:      `UPDATE goose_db_version SET is_applied = is_applied WHERE version_id = 0`, // goose's first row, which nobody else writes
		patient:    `SELECT set_config(name, '0', true) FROM pg_settings WHERE name IN ('idle_in_transaction_session_timeout', 'statement_timeout')`,
		number:     `nextval(pg_get_serial_sequence('outbox', 'id'))`,
		size:       `SELECT pg_database_size(current_database()), 0`,
		tables:     `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY 1`,
		references: pgReferences,
	},
	move:       pgMove,
	lastNumber: pgLastNumber,
	setNumber:  pgSetNumber,
	damages:    pgDamages,
	scrub:      pgScrub,
	vacuum:     func(ctx context.Context, conn *sql.DB) error { return pgVacuum(ctx, conn, `VACUUM (ANALYZE)`) },
}

const pgReferences = `SELECT t.relname, a.attname, p.relname, b.attname FROM pg_constraint AS c
	JOIN pg_class AS t ON t.oid = c.conrelid JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
	JOIN pg_class AS p ON p.oid = c.confrelid JOIN pg_attribute AS b ON b.attrelid = c.confrelid AND b.attnum = c.confkey[1]
	WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace ORDER BY 1, 2`

// openPostgres opens the database of a URL, which must be there, and brings its
// schema forward. Who comes second waits until the schema is there.
func openPostgres(ctx context.Context, where string) (*DB, error) {
	write, err := dial.Postgres(where, dial.Writing)
	if err != nil {
		return nil, err
	}
	// One connection writes: the writers of one program would only make each other
	// begin again.
	write.SetMaxOpenConns(1)
	if err := migratePostgres(ctx, where); err != nil {
		write.Close()
		return nil, fmt.Errorf("database %s: %w", way.Redacted(where), err)
	}
	read, err := dial.Postgres(where, nil)
	if err != nil {
		write.Close()
		return nil, err
	}
	read.SetMaxOpenConns(4)
	return &DB{Now: time.Now, engine: postgres, write: write, read: read}, nil
}

// openPostgresReadOnly opens the database of a URL as it is.
func openPostgresReadOnly(ctx context.Context, where string) (*DB, error) {
	read, err := dial.Postgres(where, map[string]string{"default_transaction_read_only": "on"})
	if err != nil {
		return nil, err
	}
	read.SetMaxOpenConns(4)
	if err := checkSchema(ctx, read, postgres); err != nil {
		read.Close()
		return nil, fmt.Errorf("database %s: %w", way.Redacted(where), err)
	}
	return &DB{Now: time.Now, engine: postgres, read: read}, nil
}

// opening is the advisory lock of who looks after the schema: any number that no
// other program on the same database takes.
const opening = 0x7475726e706f7374 // "turnpost"

func migratePostgres(ctx context.Context, where string) error {
	conn, err := dial.Postgres(where, nil)
	if err != nil {
		return err
	}
	defer conn.Close() // and with it the lock
	alone, err := conn.Conn(ctx)
	if err != nil {
		return err
	}
	defer alone.Close()
	if _, err := alone.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, int64(opening)); err != nil {
		return fmt.Errorf("waiting for another turnpost that is opening it: %w", err)
	}
	defer alone.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, int64(opening))
	if err := notServed(ctx, conn); err != nil {
		return err
	}
	return migrate(ctx, conn, postgres)
}

// notServed returns an error when daemons that know only the older schema of the
// database work on it: it must not be brought forward under them. On SQLite a file
// has one daemon, and the lock that it takes sees to this.
func notServed(ctx context.Context, conn *sql.DB) error {
	_, known, err := provider(conn, postgres)
	if err != nil {
		return err
	}
	const daemons = 5 // the schema in which daemons are noted first
	have, err := schemaVersion(ctx, conn, postgres)
	if err != nil || have < daemons || have >= known {
		return err
	}
	now := time.Now()
	var n int
	if err := conn.QueryRowContext(ctx, `SELECT count(*) FROM daemons WHERE lease_until > $1 AND lease_until <= $2`, millis(now), millis(now.Add(Ahead))).Scan(&n); err != nil || n == 0 {
		return err
	}
	return fmt.Errorf("its schema is version %d, this turnpost's is %d, and %d servers of the older version run on it; stop them first (one that was killed counts for some seconds)", have, known, n)
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
		if err := tx.row(`SELECT count(*) FROM `+quoted(r.table)+` AS c WHERE c.`+quoted(r.column)+` IS NOT NULL AND NOT EXISTS
			(SELECT 1 FROM `+quoted(r.parent)+` AS p WHERE p.`+quoted(r.key)+` = c.`+quoted(r.column)+`)`, nil, &n); err != nil {
			return nil, err
		}
		if n > 0 {
			found = append(found, fmt.Sprintf("%d rows of %s refer to one of %s that is not there", n, r.table, r.parent))
		}
	}
	return found, nil
}

// pgScrub takes old versions of rows out of the tables. The server's log of
// changes, and copies of it, end when the server's settings say so.
func pgScrub(ctx context.Context, conn *sql.DB) error {
	return pgVacuum(ctx, conn, `VACUUM players, addresses, invitations, games, talk, notes, conditionals, inbox, mails, outbox, texts, held, wishes, invited`)
}

// pgVacuum lets a statement take as long as the tables are large.
func pgVacuum(ctx context.Context, conn *sql.DB, statement string) error {
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

// pgSequence is the sequence that numbers a table's rows; "" if none does.
func pgSequence(tx *Tx, table string) (name string, err error) {
	err = tx.row(`SELECT coalesce((SELECT pg_get_serial_sequence(quote_ident(table_name), column_name) FROM information_schema.columns
		WHERE table_schema = current_schema() AND table_name = ? AND is_identity = 'YES'), '')`, []any{table}, &name)
	return name, err
}

func pgLastNumber(tx *Tx, table string) (last int64, err error) {
	name, err := pgSequence(tx, table)
	if err != nil || name == "" {
		return 0, err
	}
	err = tx.row(`SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM `+name, nil, &last)
	return last, err
}

func pgSetNumber(tx *Tx, table string, last int64) error {
	name, err := pgSequence(tx, table)
	if err != nil || name == "" {
		return err
	}
	var highest int64
	if err := tx.row(`SELECT coalesce(max(id), 0) FROM `+quoted(table), nil, &highest); err != nil {
		return err
	}
	if last = max(last, highest); last == 0 {
		return nil // it begins with 1
	}
	return tx.row(`SELECT setval(CAST(? AS regclass), ?)`, []any{name, last}, &highest)
}
