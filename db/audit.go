package db

import (
	"time"
)

// AuditEntry is something that an operator did by command. It names games and people
// by their numbers alone, so that nobody who is forgotten stays in it.
type AuditEntry struct {
	ID       int64
	At       time.Time
	Operator string // the account of the machine
	Act      string // as "game abort"
	Subject  int64  // the game or the player; 0: neither
	Detail   string // what else was asked for; names nobody
}

// NoteAudit notes what an operator did, now.
func (tx *Tx) NoteAudit(a AuditEntry) error {
	_, err := tx.exec(`INSERT INTO audit (at, operator, act, subject, detail) VALUES (?, ?, ?, ?, ?)`,
		Millis(tx.Now), a.Operator, a.Act, a.Subject, a.Detail)
	return err
}

// ListAudit lists what operators did, the newest first and at most limit of it (<
// 0: all).
func (tx *Tx) ListAudit(limit int) ([]AuditEntry, error) {
	return all(tx, func(scan func(...any) error) (a AuditEntry, err error) {
		var at int64
		err = scan(&a.ID, &at, &a.Operator, &a.Act, &a.Subject, &a.Detail)
		a.At = Moment(at)
		return a, err
	}, `SELECT id, at, operator, act, subject, detail FROM audit ORDER BY id DESC LIMIT ?`, atMost(limit))
}

// oldestActs are the first ?2 acts that may be erased. One of a clock that was ahead keeps
// none of those behind it, unless it is as many as that.
const oldestActs = `(SELECT id, at FROM audit WHERE act NOT IN ('game extend', 'schema saved') ORDER BY id
	LIMIT ?2) AS oldest WHERE at < ?1`

// actsLookedAt is how many acts AuditDue looks at.
const actsLookedAt = 100

// AuditDue reports whether something is noted that was done before a moment, and is to be
// erased.
func (tx *Tx) AuditDue(before time.Time) (due bool, err error) {
	_, err = tx.Found(`SELECT EXISTS (SELECT 1 FROM `+oldestActs+`)`, []any{Millis(before), actsLookedAt}, &due)
	return due, err
}

// EraseAudit erases what was done before a moment, of the oldest so many.
func (tx *Tx) EraseAudit(before time.Time, most int) error {
	return tx.Exec(`DELETE FROM audit WHERE id IN (SELECT id FROM `+oldestActs+`)`, Millis(before), most)
}
