package db

import (
	"context"
	"database/sql"
	"fmt"

	"turnpost/db/migrations"
)

// engine is everything that differs between the databases that one can choose.
// The text of a statement stands once, for all of them, and asks here for the few
// words that are not the same.
type engine struct {
	name   string // as people write it, and of goose
	schema migrations.Schema

	// bind makes a statement and its arguments what the driver wants. Statements
	// are written with ? or ?1.
	bind func(query string, args []any) (string, []any, error)

	// How transactions of Update and View begin.
	update, view *sql.TxOptions
	shared       bool // several daemons may use the database at once

	phrases

	// move gives the rows of a player to another, but those that the other has.
	move func(tx *Tx, table, column string, from, into int64) error
	// lastNumber is the highest number that a table's rows ever had, as far as is
	// known, and setNumber sees to it that the next one is higher.
	lastNumber func(tx *Tx, table string) (int64, error)
	setNumber  func(tx *Tx, table string, last int64) error
	// damages lists what is not whole, a sentence each.
	damages func(tx *Tx) ([]string, error)
	// scrub takes away what is left of erased rows.
	scrub func(ctx context.Context, d *DB) error
	// vacuum gives room back.
	vacuum func(ctx context.Context, conn *sql.DB) error
}

// phrases are the words of a statement, and the few whole statements, that are
// not the same in all databases.
type phrases struct {
	empty      string // no octets
	lock       string // ends a SELECT: nobody else changes the row until the end of the transaction
	skipLocked string // ends a SELECT: as lock, and passes over rows that others have locked
	indexed    bool   // whether a statement may say INDEXED BY
	contains   string // whether octets %s contain a text, in any case of a-z
	touch      string // writes, and changes nothing
	patient    string // lets a transaction wait for its program as long as it takes; "": it does
	number     string // the number of the next message out, which nobody else gets
	size       string // octets that the database takes, and those of them that are free
	references string // of all foreign keys: table, column, table and column referred to
}

// by names the index that a table is to be read by. SQLite's planner, which
// knows nothing of how many rows are in which state, must be told; others count.
func (e *engine) by(index string) string {
	if e.indexed {
		return ` INDEXED BY ` + index
	}
	return ""
}

// holds is a condition on octets: a text is among them, in any case of a-z.
func (e *engine) holds(octets, text string) string { return fmt.Sprintf(e.contains, octets, text) }
