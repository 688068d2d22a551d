package db

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"turnpost/db/file"
	"turnpost/db/filelock"
)

// Copy copies one state of a database into an empty one, which may be of another
// engine: a file that is made, or a database of a PostgreSQL server. Both have the
// schema of this program afterwards, and the same rows under the same numbers;
// numbers that were used and are no more are not used again. Another program may
// be writing to the first meanwhile; what it writes then is not in the copy.
// progress, if not nil, hears of the rows.
//
// A target that holds anything is refused. Of a copy that fails nothing is left.
func Copy(ctx context.Context, from, to string, progress func(done, total int)) (err error) {
	source, err := OpenReadOnly(ctx, from)
	if err != nil {
		return fmt.Errorf("the source: %w", err)
	}
	defer source.Close()
	made := to
	if !IsURL(to) {
		if err := file.Free(to); err != nil {
			return err
		}
		made = to + ".part"
		unlock, busy := filelock.Alone(ctx, made)
		if busy != nil {
			return busy
		}
		defer unlock()
		if err := file.Discard(made); err != nil { // of one that was killed
			return err
		}
		defer func() {
			if err != nil {
				err = errors.Join(err, file.Discard(made))
			}
		}()
	}
	target, err := Open(ctx, made)
	if err != nil {
		return fmt.Errorf("the target: %w", err)
	}
	err = errors.Join(source.View(ctx, func(in *Tx) error {
		// Not Update: it would begin anew when others came between, and nobody
		// else is to be there.
		return target.run(ctx, target.write, target.engine.take, func(out *Tx) error {
			return (&copying{in: in, out: out, progress: progress}).run()
		})
	}), target.Close())
	if err != nil || made == to {
		return err
	}
	// One file, as a backup is.
	if err := file.Settle(ctx, made); err != nil {
		return err
	}
	if err := file.Free(to); err != nil {
		return err
	}
	return errors.Join(os.Rename(made, to), file.Sync(filepath.Dir(to)))
}

// copying is a copy under way.
type copying struct {
	in, out     *Tx
	progress    func(done, total int)
	done, total int
}

func (c *copying) run() error {
	// The target has nothing to do while the source counts or sorts.
	if patient := c.out.engine.patient; patient != "" {
		if _, err := c.out.exec(patient); err != nil {
			return err
		}
	}
	tables, err := c.in.tablesInOrder()
	if err != nil {
		return err
	}
	for _, table := range tables {
		var have, count int
		if err := c.out.row(`SELECT count(*) FROM `+quoted(table), nil, &have); err != nil {
			return fmt.Errorf("the target: %w", err)
		}
		if have > 0 {
			return fmt.Errorf("the target is not empty: it has %d rows of %s; give a database that holds nothing", have, table)
		}
		if err := c.in.row(`SELECT count(*) FROM `+quoted(table), nil, &count); err != nil {
			return err
		}
		c.total += count
	}
	for _, table := range tables {
		before := c.done
		if err := c.table(table); err != nil {
			return fmt.Errorf("copying %s: %w", table, err)
		}
		var have int
		if err := c.out.row(`SELECT count(*) FROM `+quoted(table), nil, &have); err != nil {
			return err
		}
		if have != c.done-before {
			return fmt.Errorf("copying %s: %d rows were read and %d are there", table, c.done-before, have)
		}
		last, err := c.in.engine.lastNumber(c.in, table)
		if err == nil {
			err = c.out.engine.setNumber(c.out, table, last)
		}
		if err != nil {
			return fmt.Errorf("the last number of %s: %w", table, err)
		}
	}
	return nil
}

// What one INSERT holds at most: SQLite takes 32766 parameters, and letters are
// long.
const (
	copyParameters = 10_000
	copyOctets     = 4 << 20
)

// table copies the rows of one table.
func (c *copying) table(name string) error {
	columns, octets, err := c.columns(name)
	if err != nil {
		return err
	}
	list := strings.Join(quotedAll(columns), ", ")
	rows, err := c.in.tx.QueryContext(c.in.ctx, `SELECT `+list+` FROM `+quoted(name)+` ORDER BY 1`)
	if err != nil {
		return err
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
		if _, err := c.out.exec(`INSERT INTO `+quoted(name)+` (`+list+`) VALUES `+one+strings.Repeat(`, `+one, n-1), values...); err != nil {
			return err
		}
		c.done += n
		if c.progress != nil {
			c.progress(c.done, c.total)
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
			return err
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
		if len(values)+len(columns) > copyParameters || size > copyOctets {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return flush()
}

// columns are those of a table, which both databases have, and whether each holds
// octets.
func (c *copying) columns(table string) (names []string, octets []bool, err error) {
	ask := func(tx *Tx) (names []string, octets map[string]bool, err error) {
		rows, err := tx.tx.QueryContext(tx.ctx, `SELECT * FROM `+quoted(table)+` LIMIT 0`)
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
	names, _, err = ask(c.in)
	if err != nil {
		return nil, nil, err
	}
	there, kinds, err := ask(c.out)
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

// tablesInOrder lists the tables of the schema, each behind those that it refers
// to; goose's own, which Open fills, is not among them.
func (tx *Tx) tablesInOrder() ([]string, error) {
	names, err := all(tx, func(scan func(...any) error) (s string, err error) { return s, scan(&s) }, tx.engine.schema.Tables)
	if err != nil {
		return nil, err
	}
	references, err := tx.references()
	if err != nil {
		return nil, err
	}
	var order []string
	for left := slices.DeleteFunc(names, func(name string) bool { return name == "goose_db_version" }); len(left) > 0; {
		next := slices.IndexFunc(left, func(name string) bool {
			return !slices.ContainsFunc(references, func(r reference) bool {
				return r.table == name && r.parent != name && slices.Contains(left, r.parent)
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

func quotedAll(names []string) (out []string) {
	for _, name := range names {
		out = append(out, quoted(name))
	}
	return out
}
