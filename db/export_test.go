package db

// Trace makes f hear each statement that transactions execute from now on.
func (db *DB) Trace(f func(query string)) {
	before := db.engine
	traced := *before
	traced.bind = func(query string, args []any) (string, []any, error) {
		query, args, err := before.bind(query, args)
		f(query)
		return query, args, err
	}
	db.engine = &traced
}

// LedgerChecks are the statements of Findings.
func LedgerChecks() (queries []string) {
	for _, c := range ledgerChecks() {
		queries = append(queries, c.query)
	}
	return queries
}
