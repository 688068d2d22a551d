// Package retention erases what operators did by command when it has been kept long
// enough. The text of letters, which is more, is db.Tx.EmptyLetters'.
//
// What an operator gave to a clock stays: it is part of what the clock holds, and
// 'turnpost verify' makes that anew from the first ply on. Where a server's database was
// saved before its schema was changed stays: an older program tells it. Acts are noted in
// the order of their time, so the oldest are found from the first on by their key, and no
// more is read than is erased, and what stays before it.
//
// Statements are written as SQLite has them; package db binds them for its engine.
package retention

import (
	"time"

	"turnpost/db"
	"turnpost/db/column"
)

// oldest are the first ?2 acts that may be erased. One of a clock that was ahead keeps
// none of those behind it, unless it is as many as that.
const oldest = `(SELECT id, at FROM audit WHERE act NOT IN ('game extend', 'schema saved') ORDER BY id LIMIT ?2) AS oldest WHERE at < ?1`

// looked is how many acts AuditDue looks at.
const looked = 100

// AuditDue reports whether something is noted that was done before a moment, and is to be
// erased.
func AuditDue(tx *db.Tx, before time.Time) (due bool, err error) {
	_, err = column.Found(tx, `SELECT EXISTS (SELECT 1 FROM `+oldest+`)`, []any{column.Millis(before), looked}, &due)
	return due, err
}

// EraseAudit erases what was done before a moment, of the oldest so many.
func EraseAudit(tx *db.Tx, before time.Time, most int) error {
	return db.Exec(tx, `DELETE FROM audit WHERE id IN (SELECT id FROM `+oldest+`)`, column.Millis(before), most)
}
