package doctor

import (
	"context"

	"turnpost/db"
	"turnpost/mail/server"
)

// examineStorage reports how much incoming mail is stored.
func (d *Doctor) examineStorage(ctx context.Context) {
	d.ask(ctx, "storage", func(tx *db.Tx) error {
		stored, err := tx.StoredMail()
		if err == nil {
			d.judgeStorage(stored)
		}
		return err
	})
}

// judgeStorage is examineStorage without a database.
func (d *Doctor) judgeStorage(stored int64) {
	const step = "storage"
	const mend = "find out who writes so much ('turnpost inbox'), raise limits.max_stored, or shorten " +
		"privacy.keep_letters"
	bound := d.config.Limits.MaxStored.Bytes
	is, of := bytesText(uint64(stored)), bytesText(uint64(bound))
	switch {
	case stored >= bound:
		d.warn(step, mend, "the stored mail takes %s, and its bound is %s: mail that nothing proves waits", is, of)
	case float64(stored) >= server.RoomAgain*float64(bound):
		d.warn(step, mend, "the stored mail takes %s; at %s mail that nothing proves will have to wait", is, of)
	default:
		d.ok(step, "the stored mail takes %s of %s", is, of)
	}
}
