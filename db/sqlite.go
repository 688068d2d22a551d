package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/mattn/go-sqlite3"
	"github.com/pressly/goose/v3"

	"turnpost/db/migrations"
)

// sqlite is SQLite, which has one writer at a time, so that its transactions are
// serializable.
var sqlite = &engine{
	name:   "SQLite",
	schema: migrations.EngineSchema{Dialect: goose.DialectSQLite3, Folder: "sqlite", Tables: sqliteTables},
	bind:   func(query string, args []any) (string, []any, error) { return steadyPlan(query), args, nil },
	phrases: phrases{
		empty:    `x''`,
		indexed:  true,
		contains: `instr(lower(CAST(%s AS TEXT)), lower(%s)) > 0`,
		// which nothing else here uses; an UPDATE that changes nothing writes nothing
		touch:  `PRAGMA user_version = 0`,
		number: `(SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'outbox')`,
		size: `SELECT page_count * page_size, freelist_count * page_size
			FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
		references: `SELECT t.name, f."from", f."table", coalesce(f."to", 'id')
			FROM sqlite_master AS t, pragma_foreign_key_list(t.name) AS f WHERE t.type = 'table' ORDER BY 1, 2`,
	},
	move: func(tx *Tx, table, column, where string, from, into int64) error {
		_, err := tx.exec(`UPDATE OR IGNORE `+table+` SET `+column+` = ? WHERE `+where, into, from)
		return err
	},
	lastNumber: (*Tx).lastNumberSQLite,
	setNumber:  (*Tx).setNumberSQLite,
	// NULL is one more than the highest. Only a restore notes a higher number: see [Tx.SkipNumbers].
	nextPlayer: `(SELECT seq + 1 FROM sqlite_sequence WHERE name = 'players'
		AND NOT EXISTS (SELECT 1 FROM players WHERE id > seq))`,
	damages: func(tx *Tx) ([]string, error) { return damagesSQLite(tx.Rows) },
	vacuum:  vacuumSQLite,
	scrub: func(ctx context.Context, d *DB) error {
		if err := checkpoint(ctx, d); err != nil {
			return err
		}
		return scrubSQLite(ctx, d.write)
	},
}

// lastPlayerSQLite is the highest number that a player had, as far as it is known: the table has no
// AUTOINCREMENT.
const lastPlayerSQLite = `max(coalesce((SELECT max(id) FROM players), 0),
	coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = 'players'), 0))`

const sqliteTables = `SELECT name FROM sqlite_master WHERE type = 'table'
	AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY 1`

func openSQLite(ctx context.Context, path string, before migrations.BeforeMigrating) (*DB, error) {
	if path == "" {
		return nil, errors.New("the database needs a file name")
	}
	if dir := filepath.Dir(path); dir != "." {
		if _, err := os.Stat(dir); err != nil {
			return nil, fmt.Errorf("the folder of the database: %w", err)
		}
	}
	// Another program that opens the file waits until the schema is there.
	unlock, err := LockFile(ctx, path+".opening")
	if err != nil {
		return nil, fmt.Errorf("the database: %w", err)
	}
	defer unlock()
	if err := makeFile(path); err != nil {
		return nil, fmt.Errorf("the database: %w", err)
	}
	// Pragmas stand in the DSN because one executed on a pool would hold for
	// one connection only.
	write, err := OpenFile(path, url.Values{"_txlock": {"immediate"}})
	if err != nil {
		return nil, err
	}
	// One connection writes, so that writers queue here and not in SQLite; others
	// read beside it, which WAL allows.
	write.SetMaxOpenConns(1)
	if err := sqlite.schema.Forward(ctx, write, before); err != nil {
		write.Close()
		return nil, fmt.Errorf("database %s: %w%s", path, err, goBack(write, path, err))
	}
	read, err := OpenFile(path, url.Values{"_query_only": {"true"}})
	if err != nil {
		write.Close()
		return nil, err
	}
	read.SetMaxOpenConns(4)
	inPlace, err := watchFile(path)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the database: %w", err), read.Close(), write.Close())
	}
	return &DB{Now: time.Now, engine: sqlite, write: write, read: read, inPlace: inPlace}, nil
}

func openSQLiteReadOnly(ctx context.Context, path string, fits fitting) (*DB, error) {
	if err := IsThere(path); err != nil {
		return nil, err
	}
	read, err := openFileRead(path)
	if err != nil {
		return nil, err
	}
	read.SetMaxOpenConns(4)
	if err := fits(sqlite.schema, ctx, read); err != nil {
		read.Close()
		return nil, fmt.Errorf("database %s: %w%s", path, err, goBack(read, path, err))
	}
	return &DB{Now: time.Now, engine: sqlite, read: read}, nil
}

// goBack describes the backup (see package backup) that can be restored to keep using this
// program after a newer one has changed the schema.
func goBack(conn *sql.DB, path string, err error) string {
	if !errors.Is(err, migrations.ErrNewer) {
		return ""
	}
	known, err := sqlite.schema.Known(conn)
	if err != nil {
		return ""
	}
	return goBackFile(path, known)
}

// IsThere reports an error when there is no database file of that name.
func IsThere(path string) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: there is no file %s", ErrMissing, path)
	} else if err != nil {
		return fmt.Errorf("the database: %w", err)
	}
	return nil
}

// checkpoint is Checkpoint of a file.
func checkpoint(ctx context.Context, d *DB) error {
	return checkpointSQLite(ctx, d.read)
}

// steadyPlan keeps a statement prepared. SQLite plans by the value of a parameter that
// stands alone after LIMIT, and so prepares the statement again whenever one is bound,
// although the plan stays the same. It does not look at the value of an expression.
func steadyPlan(query string) string { return strings.ReplaceAll(query, "LIMIT ?", "LIMIT +?") }

// damagesSQLite checks whether the file is intact and all foreign keys and CHECKs hold. It
// lists the faults, mostly in SQLite's words, at most a hundred lines of each kind.
func damagesSQLite(rows rowsFunc) (found []string, err error) {
	if err := rows(func(scan func(...any) error) error {
		var s string
		err := scan(&s)
		found = append(found, s)
		return err
	}, `SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'
		AND integrity_check NOT LIKE 'CHECK constraint failed in %'`); err != nil {
		return nil, err
	}
	if len(found) == 0 { // else what is torn may not be readable
		if found, err = violatedChecks(rows); err != nil {
			return nil, err
		}
	}
	err = rows(func(scan func(...any) error) error {
		var table, parent string
		var row *int64
		err := scan(&table, &row, &parent)
		if row == nil { // a table without row numbers
			found = append(found, fmt.Sprintf("a row of %s refers to one of %s that is not there", table, parent))
		} else {
			found = append(found,
				fmt.Sprintf("row %d of %s refers to one of %s that is not there", *row, table, parent))
		}
		return err
	}, `SELECT "table", rowid, parent FROM pragma_foreign_key_check LIMIT 100`)
	return found, err
}

// damagesShown is how many rows a sentence names.
const damagesShown = 5

// rowsFunc calls f for each row of a query.
type rowsFunc func(f func(scan func(...any) error) error, query string, args ...any) error

// violatedChecks reports the rows that violate a CHECK of their table. SQLite's own check
// does not look at CHECKs in a file that is open for reading only, and otherwise does not
// name the rows.
func violatedChecks(rows rowsFunc) (found []string, err error) {
	statements := map[string]string{}
	var tables []string
	if err := rows(func(scan func(...any) error) error {
		var table, statement string
		err := scan(&table, &statement)
		tables, statements[table] = append(tables, table), statement
		return err
	}, `SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%CHECK%' ORDER BY name`); err != nil {
		return nil, err
	}
	for _, table := range tables {
		all := checkConditions(statements[table])
		if len(all) == 0 {
			continue
		}
		wrong := false
		if err := rows(func(func(...any) error) error { wrong = true; return nil },
			`SELECT 1 FROM `+quotedSQLite(table)+` WHERE NOT (`+strings.Join(all, `) OR NOT (`)+
				`) LIMIT 1`); err != nil {
			return nil, err
		}
		for _, condition := range all {
			if !wrong {
				break
			}
			what, err := violations(rows, table, condition)
			if err != nil {
				return nil, err
			}
			found = append(found, what...)
		}
	}
	return found, nil
}

// violations reports the rows of a table that violate one CHECK.
func violations(rows rowsFunc, table, condition string) (found []string, err error) {
	var key []string
	if err := rows(func(scan func(...any) error) error {
		var name string
		err := scan(&name)
		key = append(key, quotedSQLite(name))
		return err
	}, `SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk`, table); err != nil {
		return nil, err
	}
	if len(key) == 0 {
		key = []string{"rowid"}
	}
	var keys []string
	n := 0
	if err := rows(func(scan func(...any) error) error {
		var key string
		err := scan(&key)
		if n++; n <= damagesShown {
			keys = append(keys, key)
		}
		return err
	}, `SELECT `+strings.Join(key, ` || ', ' || `)+` FROM `+quotedSQLite(table)+` WHERE NOT (`+condition+
		`)`); err != nil || n == 0 {
		return nil, err
	}
	rest := ""
	if n > damagesShown {
		rest = fmt.Sprintf(" and %d more", n-damagesShown)
	}
	return []string{fmt.Sprintf("row %s%s of %s is not as the schema has it, which says CHECK (%s)",
		strings.Join(keys, "; "), rest, table, condition)}, nil
}

func quotedSQLite(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// checkConditions returns the conditions of the CHECKs in a CREATE TABLE statement.
func checkConditions(statement string) (found []string) {
	depth, from := 0, -1
	quote := byte(0)
	for i := 0; i < len(statement); i++ {
		switch c := statement[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case strings.HasPrefix(statement[i:], "--"):
			if end := strings.IndexByte(statement[i:], '\n'); end >= 0 {
				i += end
			}
		case c == '(':
			if depth++; from < 0 &&
				strings.HasSuffix(strings.ToUpper(strings.TrimRight(statement[:i], " \t\n")), "CHECK") {
				from, depth = i+1, 1
			}
		case c == ')':
			if depth--; from >= 0 && depth == 0 {
				found, from = append(found, strings.Join(strings.Fields(statement[from:i]), " ")), -1
			}
		}
	}
	return found
}

// BusySQLite reports that another program has the file locked.
func BusySQLite(err error) bool {
	e, ok := errors.AsType[sqlite3.Error](err)
	return ok && (e.Code == sqlite3.ErrBusy || e.Code == sqlite3.ErrLocked)
}

// transientSQLite reports that the disk or another program is in the way, which passes
// (https://www.sqlite.org/rescode.html).
func transientSQLite(err error) bool {
	e, ok := errors.AsType[sqlite3.Error](err)
	if !ok {
		return false
	}
	switch e.Code {
	case sqlite3.ErrBusy, sqlite3.ErrLocked, sqlite3.ErrFull, sqlite3.ErrIoErr, sqlite3.ErrCantOpen, sqlite3.ErrNomem,
		sqlite3.ErrReadonly, sqlite3.ErrInterrupt:
		return true
	}
	return false
}

// damagedSQLite reports that a file is damaged, or is not a database.
func damagedSQLite(err error) bool {
	e, ok := errors.AsType[sqlite3.Error](err)
	return ok && (e.Code == sqlite3.ErrCorrupt || e.Code == sqlite3.ErrNotADB)
}

// uniqueViolation reports that a unique row exists already, on either engine.
func uniqueViolation(err error) bool {
	e, ok := errors.AsType[sqlite3.Error](err)
	return ok && (e.ExtendedCode == sqlite3.ErrConstraintUnique || e.ExtendedCode == sqlite3.ErrConstraintPrimaryKey) ||
		sqlState(err) == "23505" // unique_violation
}
