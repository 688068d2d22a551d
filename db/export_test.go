package db

import "turnpost/db/ledger"

// LedgerChecks are the statements of Findings.
func LedgerChecks() (queries []string) {
	for _, c := range ledger.Checks() {
		queries = append(queries, c.Query)
	}
	return queries
}
