package db

import (
	"turnpost/db/ledger"
	"turnpost/db/seal"
)

// LedgerChecks are the statements of Findings.
func LedgerChecks() (queries []string) {
	for _, c := range ledger.Checks() {
		queries = append(queries, c.Query)
	}
	return queries
}

// Setting is what a server's setting is in this session.
func (tx *Tx) Setting(name string) (is string, err error) {
	err = tx.row(`SELECT current_setting(?)`, []any{name}, &is)
	return is, err
}

// SealKey is the key by which the database seals, or nil while none is known.
func (db *DB) SealKey() *seal.Key { return db.key.Load() }

// Sealer asks for what seals.
func (tx *Tx) Sealer() (*seal.Sealer, error) { return tx.sealer() }
