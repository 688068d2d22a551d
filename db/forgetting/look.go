package forgetting

import "database/sql"

// Look reads the rows and letters that the next piece, of so many eighths, looks through
// or erases, in a transaction before it: what is large, or lies anywhere on the disk.
func Look(tx Tx, eighths int) error {
	f, found, err := Next(tx)
	if err != nil || !found {
		return err
	}
	f.Eighths = eighths
	switch f.Step {
	case letter:
		return glance(tx, `SELECT recipient || remark FROM outbox WHERE id IN (SELECT id FROM (`+lettersPage+`) AS paged)`, f.Player, f.part, f.at, f.of(most))
	case texts:
		return f.read(tx, "texts", f.out)
	case remarks:
		writer, err := f.writer(tx)
		if err != nil || writer == 0 {
			return err
		}
		return glance(tx, `SELECT remark || vouched FROM inbox WHERE id IN (SELECT id FROM (`+remarksPage+`) AS paged)`, writer, f.at, f.of(most))
	case mails:
		return f.read(tx, "mails", f.in)
	}
	return nil
}

// read reads the next page of a table of texts.
func (f *Forgetting) read(tx Tx, table string, last int64) error {
	until, _, err := f.page(tx, table, last)
	if err != nil {
		return err
	}
	return glance(tx, `SELECT raw FROM `+table+` WHERE letter > ? AND letter <= ?`, f.at, until)
}

// glance reads one column, and keeps nothing of it.
func glance(tx Tx, query string, args ...any) error {
	return tx.Rows(func(scan func(...any) error) error {
		var raw sql.RawBytes
		return scan(&raw)
	}, query, args...)
}
