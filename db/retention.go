package db

import "time"

// Overdue reports whether something is kept that was to be erased: letters
// in that were settled, and letters out that were written, before a moment; declines
// of who was forgotten that hold no more.
func (tx *Tx) Overdue(before time.Time) (bool, error) {
	var due bool
	err := tx.row(`SELECT EXISTS (SELECT 1 FROM inbox`+tx.engine.by("inbox_kept")+` WHERE state <> 'new' AND length(raw) > 0 AND handled_at < ?1)
		OR EXISTS (SELECT 1 FROM texts WHERE created_at < ?1 AND letter NOT IN (SELECT id FROM outbox WHERE state = 'queued'))
		OR EXISTS (SELECT 1 FROM wishes WHERE until <> 0 AND until <= ?2)`,
		[]any{millis(before), millis(tx.Now)}, &due)
	return due, err
}

// EmptyLetters erases the text of at most so many letters in, and as many
// letters out, that are overdue. Their lines in the ledger stay: by Message-ID
// and digest a letter counts once, and threads hang together. It reports how
// many letters it erased; of declines it erases all that are overdue.
func (tx *Tx) EmptyLetters(before time.Time, most int) (n int64, err error) {
	if _, err := tx.exec(`DELETE FROM wishes WHERE until <> 0 AND until <= ?`, millis(tx.Now)); err != nil {
		return 0, err
	}
	for _, q := range []string{
		`UPDATE inbox SET raw = ` + tx.engine.empty + ` WHERE id IN (SELECT id FROM inbox` + tx.engine.by("inbox_kept") + `
			WHERE state <> 'new' AND length(raw) > 0 AND handled_at < ? ORDER BY handled_at LIMIT ?)`,
		`DELETE FROM texts WHERE letter IN (SELECT letter FROM texts
			WHERE created_at < ? AND letter NOT IN (SELECT id FROM outbox WHERE state = 'queued') ORDER BY created_at LIMIT ?)`,
	} {
		res, err := tx.exec(q, millis(before), atMost(most))
		if err != nil {
			return n, err
		}
		m, err := res.RowsAffected()
		if err != nil {
			return n, err
		}
		n += m
	}
	return n, nil
}
