package db

import "time"

// Audit is something that an operator did by command. It names games and people
// by their numbers alone, so that nobody who is forgotten stays in it.
type Audit struct {
	ID       int64
	At       time.Time
	Operator string // the account of the machine
	Act      string // as "game abort"
	Subject  int64  // the game or the player; 0: neither
	Detail   string // what else was asked for; names nobody
}

// NoteAudit notes what an operator did, now.
func (tx *Tx) NoteAudit(a Audit) error {
	_, err := tx.exec(`INSERT INTO audit (at, operator, act, subject, detail) VALUES (?, ?, ?, ?, ?)`,
		millis(tx.Now), a.Operator, a.Act, a.Subject, a.Detail)
	return err
}

// ListAudit lists what operators did, the newest first and at most limit of it (<
// 0: all).
func (tx *Tx) ListAudit(limit int) ([]Audit, error) {
	return all(tx, func(scan func(...any) error) (a Audit, err error) {
		var at int64
		err = scan(&a.ID, &at, &a.Operator, &a.Act, &a.Subject, &a.Detail)
		a.At = moment(at)
		return a, err
	}, `SELECT id, at, operator, act, subject, detail FROM audit ORDER BY id DESC LIMIT ?`, atMost(limit))
}
