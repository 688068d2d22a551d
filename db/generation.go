package db

import (
	"crypto/rand"
	"strings"
)

// NewGeneration begins a generation of the database: reply tokens of games that begin from
// now on bear its mark. It is called when a backup becomes the database and what was played
// since is not replayed. The token of a lost game is then never valid for a new game of the
// same number.
func (tx *Tx) NewGeneration() error {
	return tx.Exec(`INSERT INTO generations (mark, begun_at) VALUES (?, ?)`, strings.ToLower(rand.Text()[:13]),
		Millis(tx.Now))
}

// Generations lists the marks of all generations, the first of which has none.
func (tx *Tx) Generations() ([]string, error) {
	marks, err := all(tx, func(scan func(...any) error) (mark string, err error) { return mark, scan(&mark) },
		`SELECT mark FROM generations ORDER BY id`)
	return append([]string{""}, marks...), err
}

// SkipNumbers makes the next number of a table higher than last.
func (tx *Tx) SkipNumbers(table string, last int64) error {
	have, err := tx.LastNumber(table)
	if err != nil || have >= last {
		return err
	}
	return tx.engine.setNumber(tx, table, last)
}
