package db

import "errors"

// Mended returns the version of the rule by which a correction of the whole database was
// last made; "" if it never was.
func (tx *Tx) Mended(what string) (rule string, err error) {
	err = tx.row(`SELECT rule FROM mended WHERE what = ?`, []any{what}, &rule)
	if errors.Is(err, ErrNotFound) {
		err = nil
	}
	return rule, err
}

// NoteMended stores that a correction was made by that version of its rule.
func (tx *Tx) NoteMended(what, rule string) error {
	_, err := tx.exec(
		`INSERT INTO mended (what, rule) VALUES (?, ?) ON CONFLICT (what) DO UPDATE SET rule = excluded.rule`, what,
		rule)
	return err
}
