// Package transfer carries the rows of tables from one database to another, which may be
// of another engine.
package transfer

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"turnpost/db/bind"
)

// Tx is what this package needs of a transaction.
type Tx interface {
	// Exec executes a statement.
	Exec(query string, args ...any) error
	// Query reads the rows of one.
	Query(query string) (*sql.Rows, error)
}

// Side is a transaction on one of two databases.
type Side interface {
	Tx
	Rows(f func(scan func(...any) error) error, query string, args ...any) error
	// LastNumber is the highest number that a table's rows ever had, as far as is known,
	// and SetNumber sees to it that the next one is higher.
	LastNumber(table string) (int64, error)
	SetNumber(table string, last int64) error
}

// All copies tables, each of which stands behind those that it refers to and is empty in
// out. progress, if not nil, hears of the rows.
func All(in, out Side, tables []string, progress func(done, total int)) error {
	done, total := 0, 0
	for _, table := range tables {
		have, err := count(out, table)
		if err != nil {
			return fmt.Errorf("the target: %w", err)
		}
		if have > 0 {
			return fmt.Errorf("the target is not empty: it has %d rows of %s; give a database that holds nothing", have, table)
		}
		rows, err := count(in, table)
		if err != nil {
			return err
		}
		total += rows
	}
	for _, table := range tables {
		read, err := Table(in, out, table, func(rows int) {
			done += rows
			if progress != nil {
				progress(done, total)
			}
		})
		if err != nil {
			return fmt.Errorf("copying %s: %w", table, err)
		}
		have, err := count(out, table)
		if err != nil {
			return err
		}
		if have != read {
			return fmt.Errorf("copying %s: %d rows were read and %d are there", table, read, have)
		}
		last, err := in.LastNumber(table)
		if err == nil {
			err = out.SetNumber(table, last)
		}
		if err != nil {
			return fmt.Errorf("the last number of %s: %w", table, err)
		}
	}
	return nil
}

// count is how many rows a table has.
func count(s Side, table string) (n int, err error) {
	err = s.Rows(func(scan func(...any) error) error { return scan(&n) }, `SELECT count(*) FROM `+bind.Quoted(table))
	return n, err
}

// What one INSERT holds at most: SQLite takes 32766 parameters, and letters are
// long.
const (
	parameters   = 10_000
	octetsAtOnce = 4 << 20
)

// Table copies the rows of one table, which has the same columns on both sides, and
// returns how many they are. after, if not nil, hears of each few that are there.
func Table(in, out Tx, name string, after func(rows int)) (done int, err error) {
	columns, octets, err := columnsOf(in, out, name)
	if err != nil {
		return 0, err
	}
	list := strings.Join(quotedAll(columns), ", ")
	rows, err := in.Query(`SELECT ` + list + ` FROM ` + bind.Quoted(name) + ` ORDER BY 1`)
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
		if err := out.Exec(`INSERT INTO `+bind.Quoted(name)+` (`+list+`) VALUES `+one+strings.Repeat(`, `+one, n-1), values...); err != nil {
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
			// SQLite keeps what it was given, whatever the column says.
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
		if len(values)+len(columns) > parameters || size > octetsAtOnce {
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

// columnsOf are those of a table, which both databases have, and whether each holds
// octets.
func columnsOf(in, out Tx, table string) (names []string, octets []bool, err error) {
	ask := func(tx Tx) (names []string, octets map[string]bool, err error) {
		rows, err := tx.Query(`SELECT * FROM ` + bind.Quoted(table) + ` LIMIT 0`)
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
		return nil, nil, fmt.Errorf("it has the columns %s here and %s there", strings.Join(names, ", "), strings.Join(there, ", "))
	}
	for _, name := range names {
		octets = append(octets, kinds[name])
	}
	return names, octets, nil
}

func quotedAll(names []string) (out []string) {
	for _, name := range names {
		out = append(out, bind.Quoted(name))
	}
	return out
}

// Order gives tables an order in which each stands behind those that it refers to: of each
// reference, the table that refers and its parent.
func Order(tables []string, references [][2]string) (order []string, err error) {
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
