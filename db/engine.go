package db

import (
	"context"
	"database/sql"
	"fmt"

	"turnpost/db/migrations"
)

// engine is what differs between the databases. Each statement is written once, for both,
// and takes the few words that differ from here.
type engine struct {
	name   string // for people, and the name of goose's dialect
	schema migrations.EngineSchema

	// bind converts a statement with ? or ?1, and its arguments, for the driver.
	bind func(query string, args []any) (string, []any, error)

	// How transactions of Update and View begin.
	update, view *sql.TxOptions
	shared       bool // several daemons may use the database at once

	phrases

	// move gives the rows of a player to another, except rows that the other has already. where
	// has one parameter: from.
	move func(tx *Tx, table, column, where string, from, into int64) error
	// lastNumber returns the highest number that a row of a table ever had, as far as it is
	// known, and setNumber makes the next number higher.
	lastNumber func(tx *Tx, table string) (int64, error)
	setNumber  func(tx *Tx, table string, last int64) error
	// nextPlayer is an expression for the number of the next player: no number stands for two.
	nextPlayer string
	// damages lists what is damaged, in one sentence each.
	damages func(tx *Tx) ([]string, error)
	// scrub removes what is left of erased rows.
	scrub func(ctx context.Context, d *DB) error
	// vacuum releases unused space.
	vacuum func(ctx context.Context, conn *sql.DB) error
}

// phrases are the words, and the few whole statements, that differ between the databases.
type phrases struct {
	empty      string // an empty value of bytes
	lock       string // ends a SELECT: locks the rows until the end of the transaction
	skipLocked string // ends a SELECT: as lock, and skips rows that others have locked
	apart      string // lets no transaction of UpdateGame run beside this one; "": there is one writer
	beside     string // lets only transactions of UpdateGame run beside this one
	indexed    bool   // whether a statement may say INDEXED BY
	contains   string // whether the bytes %s contain a text, ignoring the case of a-z
	touch      string // takes the lock of a writer, and changes nothing
	patient    string // lets a transaction be idle for any time; "": it may anyway
	number     string // takes the number of the next message out
	size       string // bytes that the database takes, and how many of them are free
	references string // all foreign keys: table, column, and the table and column referred to
}

// by returns the clause that names the index to be used. SQLite must be told, because its
// planner does not know how many rows are in which state; PostgreSQL has statistics.
func (e *engine) by(index string) string {
	if e.indexed {
		return ` INDEXED BY ` + index
	}
	return ""
}

// holds returns the condition that bytes contain a text, ignoring the case of a-z.
func (e *engine) holds(octets, text string) string { return fmt.Sprintf(e.contains, octets, text) }
