package db

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"turnpost/db/bind"
	"turnpost/db/file"
	"turnpost/db/filelock"
	"turnpost/db/transfer"
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
		if err := c.out.row(`SELECT count(*) FROM `+bind.Quoted(table), nil, &have); err != nil {
			return fmt.Errorf("the target: %w", err)
		}
		if have > 0 {
			return fmt.Errorf("the target is not empty: it has %d rows of %s; give a database that holds nothing", have, table)
		}
		if err := c.in.row(`SELECT count(*) FROM `+bind.Quoted(table), nil, &count); err != nil {
			return err
		}
		c.total += count
	}
	for _, table := range tables {
		read, err := transfer.Table(plain{c.in}, plain{c.out}, table, func(rows int) {
			c.done += rows
			if c.progress != nil {
				c.progress(c.done, c.total)
			}
		})
		if err != nil {
			return fmt.Errorf("copying %s: %w", table, err)
		}
		var have int
		if err := c.out.row(`SELECT count(*) FROM `+bind.Quoted(table), nil, &have); err != nil {
			return err
		}
		if have != read {
			return fmt.Errorf("copying %s: %d rows were read and %d are there", table, read, have)
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
	var parents [][2]string
	for _, r := range references {
		parents = append(parents, [2]string{r.table, r.parent})
	}
	return transfer.Order(slices.DeleteFunc(names, func(name string) bool { return name == "goose_db_version" }), parents)
}
