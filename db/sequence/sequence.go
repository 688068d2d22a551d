// Package sequence reads and sets what numbers the rows of a table.
package sequence

import "turnpost/db/bind"

// Tx is what this package needs of a transaction.
type Tx interface {
	// Rows reads the rows of a statement, each by f.
	Rows(f func(scan func(...any) error) error, query string, args ...any) error
}

// Writer is a transaction that executes statements as well.
type Writer interface {
	Tx
	Exec(query string, args ...any) error
}

// row reads one row.
func row(tx Tx, into any, query string, args ...any) error {
	return tx.Rows(func(scan func(...any) error) error { return scan(into) }, query, args...)
}

// of is the sequence that numbers a table's rows; "" if none does.
func of(tx Tx, table string) (name string, err error) {
	err = row(tx, &name, `SELECT coalesce((SELECT pg_get_serial_sequence(quote_ident(table_name), column_name) FROM information_schema.columns
		WHERE table_schema = current_schema() AND table_name = ? AND is_identity = 'YES'), '')`, table)
	return name, err
}

// Last is the highest number that a table's rows ever had on a server; 0 if they have none.
func Last(tx Tx, table string) (last int64, err error) {
	name, err := of(tx, table)
	if err != nil || name == "" {
		return 0, err
	}
	err = row(tx, &last, `SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM `+name)
	return last, err
}

// Set sees to it that the next number on a server is higher than last, and than all there are.
func Set(tx Tx, table string, last int64) error {
	name, err := of(tx, table)
	if err != nil || name == "" {
		return err
	}
	var highest int64
	if err := row(tx, &highest, `SELECT coalesce(max(id), 0) FROM `+bind.Quoted(table)); err != nil {
		return err
	}
	if last = max(last, highest); last == 0 {
		return nil // it begins with 1
	}
	return row(tx, &highest, `SELECT setval(CAST(? AS regclass), ?)`, name, last)
}

// LastInFile is Last in a file.
func LastInFile(tx Tx, table string) (last int64, err error) {
	err = row(tx, &last, `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = ?), 0)`, table)
	return last, err
}

// SetInFile is Set in a file, where only tables with AUTOINCREMENT remember; the others go
// on from their rows.
func SetInFile(tx Writer, table string, last int64) error {
	var numbered bool
	if err := row(tx, &numbered, `SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? AND sql LIKE '%AUTOINCREMENT%')`, table); err != nil || !numbered || last == 0 {
		return err
	}
	if err := tx.Exec(`INSERT INTO sqlite_sequence (name, seq) SELECT ?1, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)`, table); err != nil {
		return err
	}
	return tx.Exec(`UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1`, table, last)
}
