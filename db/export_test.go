package db

import "database/sql"

// Setting is what a server's setting is in this session.
func (tx *Tx) Setting(name string) (is string, err error) {
	err = tx.row(`SELECT current_setting(?)`, []any{name}, &is)
	return is, err
}

// SealKey is the key by which the database seals, or nil while none is known.
func (db *DB) SealKey() *SealKey { return db.key.Load() }

// Sealer asks for what seals.
func (tx *Tx) Sealer() (*Sealer, error) { return tx.sealer() }

// Pools opens two pools of one server, the second with the settings of writers.
func Pools(where string) (read, write *sql.DB, err error) {
	server, err := pgServerOf(where)
	if err != nil {
		return nil, nil, err
	}
	return server.pool(nil), server.pool(WriteSettings), nil
}
