package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"turnpost/db/file"
	"turnpost/db/filelock"
	"turnpost/db/migrations"
	"turnpost/db/transfer"
)

// Copy copies one state of a database into an empty one, which may be of another
// engine: a file that is made, or a database of a PostgreSQL server. Both have the
// same schema afterwards, which is this program's on a server and may be an older one
// in a file, and the same rows under the same numbers; numbers that were used and are
// no more are not used again. Another program may be writing to the first meanwhile;
// what it writes then is not in the copy. progress, if not nil, hears of the rows.
//
// A target that holds anything is refused. Of a copy that fails nothing is left.
func Copy(ctx context.Context, from, to string, progress func(done, total int)) (err error) {
	var schema int64
	fits := func(s migrations.Schema, ctx context.Context, conn *sql.DB) (err error) {
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
	target, err := openTarget(ctx, made, schema)
	if err != nil {
		return fmt.Errorf("the target: %w", err)
	}
	err = errors.Join(source.View(ctx, func(in *Tx) error {
		// Not Update: it would begin anew when others came between, and nobody
		// else is to be there.
		return target.run(ctx, target.write, target.engine.take, func(out *Tx) error {
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
			return transfer.All(side{plain{in}}, side{plain{out}}, tables, progress)
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

// openTarget opens what is copied into: a database of a server, or a new file, which gets
// that schema.
func openTarget(ctx context.Context, where string, schema int64) (*DB, error) {
	if IsURL(where) {
		return Open(ctx, where)
	}
	if err := file.Make(where); err != nil {
		return nil, err
	}
	conn, err := file.Open(where, nil)
	if err != nil {
		return nil, err
	}
	conn.SetMaxOpenConns(1)
	if err := sqlite.schema.ForwardTo(ctx, conn, schema); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return &DB{Now: time.Now, engine: sqlite, write: conn, queues: conn, read: conn}, nil
}

// side is a transaction as package transfer takes it.
type side struct{ plain }

func (s side) LastNumber(table string) (int64, error) { return s.engine.lastNumber(s.Tx, table) }
func (s side) SetNumber(table string, last int64) error {
	return s.engine.setNumber(s.Tx, table, last)
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
