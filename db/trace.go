package db

// Trace makes f hear each statement that transactions execute from now on, and BEGIN,
// COMMIT and ROLLBACK, for tests and benchmarks. It must be called before the database is
// used by several goroutines.
func (db *DB) Trace(f func(query string)) {
	before := db.engine
	traced := *before
	traced.bind = func(query string, args []any) (string, []any, error) {
		query, args, err := before.bind(query, args)
		f(query)
		return query, args, err
	}
	db.engine, db.heard = &traced, f
}
