package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"turnpost/db/migrations"
)

// Copy copies the state of a database at one moment into an empty database, which may be of
// the other engine: a new file, or a database of a PostgreSQL server. Afterwards both have
// the same rows under the same numbers. The schema is the same too: a server gets the
// schema of this program, a file keeps the version of the source, which may be older.
// Numbers of deleted rows are not used again. Other programs may write to the source
// meanwhile; what they write after the copy began is not in it. progress, if not nil, is
// called as rows are copied.
//
// A target that contains anything is refused. If the copy fails, nothing is left of it.
func Copy(ctx context.Context, from, to string, progress func(done, total int)) (err error) {
	var schema int64
	fits := func(s migrations.EngineSchema, ctx context.Context, conn *sql.DB) (err error) {
		if IsURL(to) {
			return s.Check(ctx, conn)
		}
		schema, err = s.Of(ctx, conn)
		return err
	}
	source, err := openRead(ctx, from, fits)
	if err != nil {
		return fmt.Errorf("the source: %w", err)
	}
	defer source.Close()
	made := to
	if !IsURL(to) {
		if err := CheckFree(to); err != nil {
			return err
		}
		made = to + ".part"
		unlock, busy := LockPart(ctx, made)
		if busy != nil {
			return busy
		}
		defer unlock()
		if err := DiscardFile(made); err != nil { // left by a copy that was killed
			return err
		}
		defer func() {
			if err != nil {
				err = errors.Join(err, DiscardFile(made))
			}
		}()
	}
	target, err := openTarget(ctx, made, schema)
	if err != nil {
		return fmt.Errorf("the target: %w", err)
	}
	err = errors.Join(source.View(ctx, func(in *Tx) error {
		// Not Update, which would run the copy again after a conflict. Nobody else uses the
		// target.
		return target.run(ctx, target.write, way{}, func(out *Tx) error {
			// The target has nothing to do while the source counts or sorts.
			if patient := out.engine.patient; patient != "" {
				if _, err := out.exec(patient); err != nil {
					return err
				}
			}
			tables, err := in.tablesInOrder()
			if err != nil {
				return err
			}
			return copyTables(in, out, tables, progress)
		})
	}), target.Close())
	if err != nil || made == to {
		return err
	}
	// Without a write-ahead log beside it, like a backup.
	if err := SettleFile(ctx, made); err != nil {
		return err
	}
	if err := CheckFree(to); err != nil {
		return err
	}
	return errors.Join(os.Rename(made, to), SyncFile(filepath.Dir(to)))
}

// openTarget opens the target of a copy: a database of a server, or a new file, which gets
// that version of the schema.
func openTarget(ctx context.Context, where string, schema int64) (*DB, error) {
	if IsURL(where) {
		return Open(ctx, where)
	}
	if err := makeFile(where); err != nil {
		return nil, err
	}
	conn, err := OpenFile(where, nil)
	if err != nil {
		return nil, err
	}
	conn.SetMaxOpenConns(1)
	if err := sqlite.schema.ForwardTo(ctx, conn, schema); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return &DB{Now: time.Now, engine: sqlite, write: conn, read: conn}, nil
}

// tablesInOrder lists the tables of the schema, each after the tables that it refers to,
// except the table of goose, which Open fills.
func (tx *Tx) tablesInOrder() ([]string, error) {
	names, err := all(tx, func(scan func(...any) error) (s string, err error) { return s, scan(&s) },
		tx.engine.schema.Tables)
	if err != nil {
		return nil, err
	}
	references, err := tx.references()
	if err != nil {
		return nil, err
	}
	var parents [][2]string
	for _, r := range references {
		parents = append(parents, [2]string{r.table, r.parent})
	}
	return referenceOrder(slices.DeleteFunc(names, func(name string) bool { return name == "goose_db_version" }),
		parents)
}

// copyTables copies tables, in an order in which each comes after the tables that it refers
// to. They must be empty in out. progress, if not nil, is called as rows are copied.
func copyTables(in, out *Tx, tables []string, progress func(done, total int)) error {
	done, total := 0, 0
	for _, table := range tables {
		have, err := countRows(out, table)
		if err != nil {
			return fmt.Errorf("the target: %w", err)
		}
		if have > 0 {
			return fmt.Errorf("the target is not empty: it has %d rows of %s; give a database that holds nothing",
				have, table)
		}
		rows, err := countRows(in, table)
		if err != nil {
			return err
		}
		total += rows
	}
	for _, table := range tables {
		read, err := copyTable(in, out, table, func(rows int) {
			done += rows
			if progress != nil {
				progress(done, total)
			}
		})
		if err != nil {
			return fmt.Errorf("copying %s: %w", table, err)
		}
		have, err := countRows(out, table)
		if err != nil {
			return err
		}
		if have != read {
			return fmt.Errorf("copying %s: %d rows were read and %d are there", table, read, have)
		}
		last, err := in.engine.lastNumber(in, table)
		if err == nil {
			err = out.engine.setNumber(out, table, last)
		}
		if err != nil {
			return fmt.Errorf("the last number of %s: %w", table, err)
		}
	}
	return nil
}

// countRows counts the rows of a table.
func countRows(s *Tx, table string) (n int, err error) {
	err = s.Rows(func(scan func(...any) error) error { return scan(&n) }, `SELECT count(*) FROM `+quoted(table))
	return n, err
}

// The most that one INSERT contains. SQLite takes 32766 parameters, and messages are long.
const (
	parametersAtOnce = 10_000
	octetsAtOnce     = 4 << 20
)

// copyTable copies the rows of one table, which has the same columns on both sides, and
// returns their number. after, if not nil, is called after each batch.
func copyTable(in, out *Tx, name string, after func(rows int)) (done int, err error) {
	columns, octets, err := columnsOf(in, out, name)
	if err != nil {
		return 0, err
	}
	list := strings.Join(quotedAll(columns), ", ")
	rows, err := in.query(`SELECT ` + list + ` FROM ` + quoted(name) + ` ORDER BY 1`)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	one := `(?` + strings.Repeat(`, ?`, len(columns)-1) + `)`
	var values []any
	size := 0
	flush := func() error {
		n := len(values) / len(columns)
		if n == 0 {
			return nil
		}
		if err := out.Exec(`INSERT INTO `+quoted(name)+` (`+list+`) VALUES `+one+strings.Repeat(`, `+one, n-1),
			values...); err != nil {
			return err
		}
		done += n
		if after != nil {
			after(n)
		}
		values, size = values[:0], 0
		return nil
	}
	for rows.Next() {
		row, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return done, err
		}
		for i, v := range row {
			// SQLite stores a value of any type in any column.
			switch v := v.(type) {
			case string:
				size += len(v)
				if octets[i] {
					row[i] = []byte(v)
				}
			case []byte:
				size += len(v)
				if !octets[i] {
					row[i] = string(v)
				}
			}
		}
		values = append(values, row...)
		if len(values)+len(columns) > parametersAtOnce || size > octetsAtOnce {
			if err := flush(); err != nil {
				return done, err
			}
		}
	}
	err = rows.Err()
	if err == nil {
		err = flush()
	}
	return done, err
}

// columnsOf returns the columns of a table, which must be the same in both databases, and
// whether each contains bytes.
func columnsOf(in, out *Tx, table string) (names []string, octets []bool, err error) {
	ask := func(tx *Tx) (names []string, octets map[string]bool, err error) {
		rows, err := tx.query(`SELECT * FROM ` + quoted(table) + ` LIMIT 0`)
		if err != nil {
			return nil, nil, err
		}
		defer rows.Close()
		types, err := rows.ColumnTypes()
		octets = map[string]bool{}
		for _, t := range types {
			names = append(names, t.Name())
			octets[t.Name()] = t.DatabaseTypeName() == "BLOB" || t.DatabaseTypeName() == "BYTEA"
		}
		return names, octets, errors.Join(err, rows.Err())
	}
	names, _, err = ask(in)
	if err != nil {
		return nil, nil, err
	}
	there, kinds, err := ask(out)
	if err != nil {
		return nil, nil, err
	}
	if !slices.Equal(slices.Sorted(slices.Values(names)), slices.Sorted(slices.Values(there))) {
		return nil, nil,
			fmt.Errorf("it has the columns %s here and %s there", strings.Join(names, ", "), strings.Join(there, ", "))
	}
	for _, name := range names {
		octets = append(octets, kinds[name])
	}
	return names, octets, nil
}

func quotedAll(names []string) (out []string) {
	for _, name := range names {
		out = append(out, quoted(name))
	}
	return out
}

// referenceOrder sorts tables so that each comes after the tables that it refers to. Each
// reference is a pair: the table that refers, and its parent.
func referenceOrder(tables []string, references [][2]string) (order []string, err error) {
	for left := slices.Clone(tables); len(left) > 0; {
		next := slices.IndexFunc(left, func(name string) bool {
			return !slices.ContainsFunc(references, func(r [2]string) bool {
				return r[0] == name && r[1] != name && slices.Contains(left, r[1])
			})
		})
		if next < 0 {
			return nil, fmt.Errorf("the tables %s refer to each other in a circle", strings.Join(left, ", "))
		}
		order = append(order, left[next])
		left = slices.Delete(left, next, next+1)
	}
	return order, nil
}

// sequenceRow reads one row.
func (tx *Tx) sequenceRow(into any, query string, args ...any) error {
	return tx.Rows(func(scan func(...any) error) error { return scan(into) }, query, args...)
}

// sequenceOf returns the sequence that numbers the rows of a table, or "" if there is none.
func (tx *Tx) sequenceOf(table string) (name string, err error) {
	err = tx.sequenceRow(&name,
		`SELECT coalesce((SELECT pg_get_serial_sequence(quote_ident(table_name), column_name)
			FROM information_schema.columns
		WHERE table_schema = current_schema() AND table_name = ? AND is_identity = 'YES'), '')`, table)
	return name, err
}

// lastNumberPostgres returns the highest number that a row of a table ever had; 0 if it
// never had rows.
func (tx *Tx) lastNumberPostgres(table string) (last int64, err error) {
	name, err := tx.sequenceOf(table)
	if err != nil || name == "" {
		return 0, err
	}
	err = tx.sequenceRow(&last, `SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM `+name)
	return last, err
}

// setNumberPostgres makes the next number higher than last and than all numbers in use.
func (tx *Tx) setNumberPostgres(table string, last int64) error {
	name, err := tx.sequenceOf(table)
	if err != nil || name == "" {
		return err
	}
	var highest int64
	if err := tx.sequenceRow(&highest, `SELECT coalesce(max(id), 0) FROM `+quoted(table)); err != nil {
		return err
	}
	if last = max(last, highest); last == 0 {
		return nil // it begins with 1
	}
	return tx.sequenceRow(&highest, `SELECT setval(CAST(? AS regclass), ?)`, name, last)
}

// lastNumberSQLite does the same for a file.
func (tx *Tx) lastNumberSQLite(table string) (last int64, err error) {
	err = tx.sequenceRow(&last, `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = ?), 0)`, table)
	return last, err
}

// setNumberSQLite does the same for a file, where only tables with AUTOINCREMENT, and players, store
// their last number. Other tables continue from their rows.
func (tx *Tx) setNumberSQLite(table string, last int64) error {
	var numbered bool
	if err := tx.sequenceRow(&numbered,
		`SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?
			AND (sql LIKE '%AUTOINCREMENT%' OR name = 'players' AND ? > (SELECT coalesce(max(id), 0) FROM players)))`,
		table, last); err != nil || !numbered || last == 0 {
		return err
	}
	if err := tx.Exec(
		`INSERT INTO sqlite_sequence (name, seq) SELECT ?1, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence
			WHERE name = ?1)`, table); err != nil {
		return err
	}
	return tx.Exec(`UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1`, table, last)
}
