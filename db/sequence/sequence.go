// Package sequence reads and sets what numbers the rows of a PostgreSQL table.
package sequence

import "turnpost/db/bind"

// Tx is what this package needs of a transaction.
type Tx interface {
	// Rows reads the rows of a statement, each by f.
	Rows(f func(scan func(...any) error) error, query string, args ...any) error
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

// Last is the highest number that a table's rows ever had; 0 if they have none.
func Last(tx Tx, table string) (last int64, err error) {
	name, err := of(tx, table)
	if err != nil || name == "" {
		return 0, err
	}
	err = row(tx, &last, `SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM `+name)
	return last, err
}

// Set sees to it that the next number is higher than last, and than all there are.
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
