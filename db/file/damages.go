package file

import "fmt"

// Damages asks SQLite whether the file is whole and all foreign keys hold, and lists what
// is not so, in SQLite's words, at most a hundred lines of each. rows reads the rows of a
// query, each by f.
func Damages(rows func(f func(scan func(...any) error) error, query string, args ...any) error) (found []string, err error) {
	if err := rows(func(scan func(...any) error) error {
		var s string
		err := scan(&s)
		found = append(found, s)
		return err
	}, `SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'`); err != nil {
		return nil, err
	}
	err = rows(func(scan func(...any) error) error {
		var table, parent string
		var row *int64
		err := scan(&table, &row, &parent)
		if row == nil { // a table without row numbers
			found = append(found, fmt.Sprintf("a row of %s refers to one of %s that is not there", table, parent))
		} else {
			found = append(found, fmt.Sprintf("row %d of %s refers to one of %s that is not there", *row, table, parent))
		}
		return err
	}, `SELECT "table", rowid, parent FROM pragma_foreign_key_check LIMIT 100`)
	return found, err
}
