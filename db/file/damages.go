package file

import "fmt"

// Damages asks SQLite whether the file is whole and all foreign keys hold, and lists what
// is not so, in SQLite's words, at most a hundred lines of each; of rows that are not as a
// CHECK has it, which they are.
func Damages(rows Rows) (found []string, err error) {
	if err := rows(func(scan func(...any) error) error {
		var s string
		err := scan(&s)
		found = append(found, s)
		return err
	}, `SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok' AND integrity_check NOT LIKE 'CHECK constraint failed in %'`); err != nil {
		return nil, err
	}
	if len(found) == 0 { // else what is torn may not be readable
		if found, err = unchecked(rows); err != nil {
			return nil, err
		}
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
