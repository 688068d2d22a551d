package db

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strings"
)

// TableSize is what a table takes in a database.
type TableSize struct {
	Name string `json:"name"`
	Rows int64  `json:"rows"`
	// Octets is what is in the rows; of PostgreSQL, what the table takes with its indexes.
	// SQLite does not tell what indexes take: it is most of the rest of its file.
	Octets int64 `json:"octets"`
}

// DatabaseSize is what a database takes. The names of the keys are a contract with programs.
type DatabaseSize struct {
	Octets  int64       `json:"octets"`
	Free    int64       `json:"free"`
	PerPly  int64       `json:"octets_per_ply"` // 0: there are none
	PerGame int64       `json:"octets_per_game"`
	Tables  []TableSize `json:"tables"`
}

// Fill adds the tables to a sheet whose Octets and Free are known; see DatabaseSize.
func (s *DatabaseSize) Fill(ctx context.Context, where string) (err error) {
	s.Tables, err = TableSizes(ctx, where)
	for _, t := range s.Tables {
		switch {
		case t.Rows == 0:
		case t.Name == "plies":
			s.PerPly = (s.Octets - s.Free) / t.Rows
		case t.Name == "games":
			s.PerGame = (s.Octets - s.Free) / t.Rows
		}
	}
	return err
}

// TableSizes lists what each table of a database takes, the largest first, as of one moment. It
// reads all rows, which takes long where there are many.
func TableSizes(ctx context.Context, where string) (out []TableSize, err error) {
	raw, err := OpenRaw(where)
	if err != nil {
		return nil, err
	}
	defer raw.Close()
	// SQLite's transactions see one moment by themselves.
	how := &sql.TxOptions{}
	if IsURL(where) {
		how = &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
	}
	tx, err := raw.BeginTx(ctx, how)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	tables, err := readTexts(ctx, tx, raw.Tables)
	if err != nil {
		return nil, err
	}
	for _, table := range tables {
		s := TableSize{Name: table}
		quoted := `"` + strings.ReplaceAll(table, `"`, `""`) + `"`
		octets := `pg_total_relation_size('` + quoted + `')`
		if !IsURL(where) {
			columns, err := readTexts(ctx, tx,
				`SELECT 'coalesce(octet_length("' || name || '"), 0)' FROM pragma_table_info(?)`, table)
			if err != nil {
				return nil, err
			}
			octets = `coalesce(sum(` + strings.Join(columns, `+`) + `), 0)`
		}
		if err := tx.QueryRowContext(ctx, `SELECT count(*), `+octets+` FROM `+quoted).Scan(&s.Rows,
			&s.Octets); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	slices.SortStableFunc(out, func(a, b TableSize) int { return cmp.Compare(b.Octets, a.Octets) })
	return out, nil
}

// readTexts reads a column.
func readTexts(ctx context.Context, tx *sql.Tx, query string, args ...any) (out []string, err error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		out = append(out, text)
	}
	return out, rows.Err()
}
