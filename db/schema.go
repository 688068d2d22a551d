package db

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// schemaObject is a table, index, column, reference or trigger of a schema.
type schemaObject struct{ kind, name string }

// freshSchema is the schema that the migrations make in an empty file: each object with the
// SQL that makes it in SQLite, and in a form that is the same for both engines.
var freshSchema = sync.OnceValues(func() (f struct{ made, shared map[schemaObject]string }, err error) {
	dir, err := os.MkdirTemp("", "turnpost-schema")
	if err != nil {
		return f, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	d, err := Open(context.Background(), filepath.Join(dir, "fresh.db"))
	if err != nil {
		return f, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	err = d.View(context.Background(), func(tx *Tx) error {
		if f.made, err = tx.schemaObjects(sqliteObjects); err != nil {
			return err
		}
		f.shared, err = tx.schemaObjects(sqliteShared)
		return err
	})
	return f, err
})

const sqliteObjects = `SELECT type, name, coalesce(sql, '') FROM sqlite_master
	WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name <> 'goose_db_version'`

// What can be compared between the engines: columns, indexes with their tables, and
// references.
const sqliteShared = `SELECT 'column', t.name || '.' || c.name, ''
	FROM sqlite_master AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table'
	AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\'
	UNION ALL SELECT 'index', i.name, t.name || CASE i."unique" WHEN 1 THEN ' unique'
	ELSE '' END || CASE i.partial WHEN 1 THEN ' partial' ELSE '' END
		FROM sqlite_master AS t, pragma_index_list(t.name) AS i WHERE t.type = 'table' AND i.origin = 'c'
	UNION ALL SELECT 'reference', t.name || '.' || f."from", f."table"
	FROM sqlite_master AS t, pragma_foreign_key_list(t.name) AS f WHERE t.type = 'table'
	UNION ALL SELECT DISTINCT 'primary key', t.name, '' FROM sqlite_master AS t, pragma_table_info(t.name) AS c
	WHERE t.type = 'table' AND c.pk > 0 AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\'`

const postgresShared = `SELECT 'column', t.relname || '.' || a.attname, '' FROM pg_class AS t
	JOIN pg_attribute AS a ON a.attrelid = t.oid
		WHERE t.relkind = 'r' AND t.relnamespace = current_schema()::regnamespace AND a.attnum > 0
		AND NOT a.attisdropped
	UNION ALL SELECT 'index', i.relname, t.relname || CASE WHEN x.indisunique THEN ' unique' ELSE '' END || CASE
	WHEN x.indpred IS NOT NULL THEN ' partial' ELSE '' END
		FROM pg_index AS x JOIN pg_class AS i ON i.oid = x.indexrelid JOIN pg_class AS t ON t.oid = x.indrelid
		WHERE t.relnamespace = current_schema()::regnamespace AND x.indisvalid AND t.relkind = 'r' AND NOT
		EXISTS (SELECT 1 FROM pg_constraint AS c WHERE c.conindid = i.oid AND c.contype IN ('p', 'u'))
	UNION ALL SELECT 'reference', t.relname || '.' || a.attname, p.relname FROM pg_constraint AS c
		JOIN pg_class AS t ON t.oid = c.conrelid JOIN pg_attribute AS a ON a.attrelid = c.conrelid
		AND a.attnum = c.conkey[1] JOIN pg_class AS p ON p.oid = c.confrelid
		WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace
	UNION ALL SELECT 'primary key', t.relname, '' FROM pg_constraint AS c JOIN pg_class AS t ON t.oid = c.conrelid
		WHERE c.contype = 'p' AND c.connamespace = current_schema()::regnamespace
	UNION ALL SELECT 'trigger', g.tgname, t.relname FROM pg_trigger AS g JOIN pg_class AS t ON t.oid = g.tgrelid
		WHERE NOT g.tgisinternal AND t.relnamespace = current_schema()::regnamespace
	UNION ALL SELECT 'rule', r.rulename, t.relname FROM pg_rewrite AS r JOIN pg_class AS t ON t.oid = r.ev_class
		WHERE t.relkind = 'r' AND t.relnamespace = current_schema()::regnamespace
	UNION ALL SELECT 'view', t.relname, '' FROM pg_class AS t WHERE t.relkind IN ('v', 'm')
	AND t.relnamespace = current_schema()::regnamespace`

// schemaObjects reads the objects of a schema.
func (tx *Tx) schemaObjects(query string) (map[schemaObject]string, error) {
	out := map[schemaObject]string{}
	err := tx.Rows(func(scan func(...any) error) error {
		var o schemaObject
		var text string
		err := scan(&o.kind, &o.name, &text)
		out[o] = plainSQL(text)
		return err
	}, query)
	return out, err
}

var sqlRemarks, sqlPunctuation = regexp.MustCompile(`--[^\n]*`), regexp.MustCompile(`\s*([(),<>=])\s*`)

// plainSQL returns a statement without comments, quotes and superfluous space.
func plainSQL(text string) string {
	text = strings.ReplaceAll(sqlRemarks.ReplaceAllString(text, " "), `"`, "")
	return sqlPunctuation.ReplaceAllString(strings.Join(strings.Fields(text), " "), "$1")
}

// SchemaDifferences compares the schema of a database of this program's version with the
// one that the migrations make. It reports, in one sentence each, objects that are missing,
// differ, or do not belong there, such as a trigger. In SQLite it compares the SQL of each
// object; in PostgreSQL columns, indexes, references, keys and triggers by name.
func (tx *Tx) SchemaDifferences() (found []string, err error) {
	f, err := freshSchema()
	if err != nil {
		return nil, fmt.Errorf("making a schema to compare with: %w", err)
	}
	want, query := f.made, sqliteObjects
	if tx.engine.shared {
		want, query = f.shared, postgresShared
	}
	have, err := tx.schemaObjects(query)
	if err != nil {
		return nil, err
	}
	for o, text := range want {
		switch is, ok := have[o]; {
		case !ok:
			found = append(found, fmt.Sprintf("the schema's %s %s is not there", o.kind, o.name))
		case is != text:
			found = append(found, fmt.Sprintf("the %s %s is not as the schema has it", o.kind, o.name))
		}
	}
	for o := range maps.Keys(have) {
		if _, ok := want[o]; !ok {
			found = append(found,
				fmt.Sprintf("there is %s %s %s that is none of the schema's", article(o.kind), o.kind, o.name))
		}
	}
	slices.Sort(found)
	return found, nil
}

// Sequences reports, in one sentence each, the tables whose next number was used already.
func (tx *Tx) Sequences() (found []string, err error) {
	all, err := tx.numberedTables()
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		var highest int64
		if err := tx.Rows(func(scan func(...any) error) error { return scan(&highest) },
			`SELECT coalesce(max(id), 0) FROM "`+strings.ReplaceAll(s.table, `"`, `""`)+`"`); err != nil {
			return nil, err
		}
		if highest > s.last {
			found = append(found,
				fmt.Sprintf("rows of %s are numbered up to %d, and the last number is noted as %d", s.table, highest,
					s.last))
		}
	}
	return found, nil
}

func article(of string) string {
	if of == "index" {
		return "an"
	}
	return "a"
}

// numberedTable is a table whose rows are numbered, and the last number that one had.
type numberedTable struct {
	table string
	last  int64
}

func (tx *Tx) numberedTables() (all []numberedTable, err error) {
	query := `SELECT t.name, coalesce((SELECT max(s.seq) FROM sqlite_sequence AS s WHERE s.name = t.name), 0)
		FROM sqlite_master AS t WHERE t.type = 'table' AND t.sql LIKE '%AUTOINCREMENT%'
		AND t.name <> 'goose_db_version' UNION ALL SELECT 'players', ` + lastPlayerSQLite + ` ORDER BY 1`
	if tx.engine.shared {
		query = `SELECT t.relname, coalesce(pg_sequence_last_value(s.oid), 0) FROM pg_class AS s
			JOIN pg_depend AS d ON d.objid = s.oid AND d.deptype = 'i' JOIN pg_class AS t ON t.oid = d.refobjid
			WHERE s.relkind = 'S' AND t.relnamespace = current_schema()::regnamespace
			AND t.relname <> 'goose_db_version' ORDER BY 1`
	}
	err = tx.Rows(func(scan func(...any) error) error {
		var s numberedTable
		err := scan(&s.table, &s.last)
		all = append(all, s)
		return err
	}, query)
	return all, err
}

// LastNumber returns the highest number that a row of a table ever had, as far as it is
// known; 0 if it never had rows.
func (tx *Tx) LastNumber(table string) (int64, error) {
	all, err := tx.numberedTables()
	for _, s := range all {
		if s.table == table {
			return s.last, err
		}
	}
	return 0, err
}

// formsMost is the highest number of rows that are reported of a table.
const formsMost = 20

// truthColumns are columns of 0 or 1 without a CHECK in the schema.
var truthColumns = map[string][]string{
	"games": {"rated", "against_programs"}, "invitations": {"rated"}, "inbox": {"too_large"}, "quarantine": {"asked"},
	"outbox": {"passing", "first_contact"}, "players": {"offered_vacation"}, "pauses": {"wished", "whole"},
	"talk": {"passed"}, "notes": {"published"},
}

// checkedColumns are columns of 0 or 1 with a CHECK. A server enforces it, but a file that
// another program has changed may contain a 7, which cannot be read.
var checkedColumns = map[string][]string{
	"cup_guests": {"declined"}, "entrants": {"cancelled", "last", "public"},
	"follow_games": {"chosen", "undone", "done"}, "followers": {"ends"},
	"quarantine":     {"line"},
	"players":        {"in_words", "no_analysis", "leaving", "program", "program_fixed", "public"},
	"puzzle_answers": {"solved"},
	"ratings":        {"against_programs"}, "tournaments": {"standing", "cup"}, "turnings": {"solved"},
}

// formColumn is a column and the type of its values.
type formColumn struct{ name, kind string }

// MalformedValues looks for values that do not have the type of their column, and reports
// those of the first rows of each table, in one sentence each. SQLite stores a text in a
// column of numbers; a server does not, so that only columns of 0 or 1 are checked there.
// It reads every row.
func (tx *Tx) MalformedValues() (found []string, err error) {
	shared := tx.engine.shared
	tables, unnumbered := map[string][]formColumn{}, map[string]bool{}
	if !shared {
		if err := tx.Rows(func(scan func(...any) error) error {
			var table string
			var c formColumn
			var bare bool
			err := scan(&table, &c.name, &c.kind, &bare)
			unnumbered[table] = bare
			tables[table] = append(tables[table], c)
			return err
		}, `SELECT t.name, c.name, lower(c.type), t.wr FROM pragma_table_list AS t, pragma_table_info(t.name) AS c
			WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\'
			AND t.name <> 'goose_db_version' AND lower(c.type) IN ('integer', 'real')
			ORDER BY t.name, c.cid`); err != nil {
			return nil, err
		}
	}
	for table, names := range truthColumns {
		if _, there := tables[table]; shared || there {
			for _, name := range names {
				tables[table] = append(tables[table], formColumn{name, "yes or no"})
			}
		}
	}
	for table, names := range checkedColumns {
		if _, there := tables[table]; there && !shared {
			for _, name := range names {
				tables[table] = append(tables[table], formColumn{name, "yes or no"})
			}
		}
	}
	for _, table := range slices.Sorted(maps.Keys(tables)) {
		if err := tx.Rows(func(scan func(...any) error) error {
			var name, value string
			var row int64
			err := scan(&row, &name, &value)
			found = append(found,
				fmt.Sprintf("%s of %s in %s is %s, which it cannot be", name, rowOf(row), table, value))
			return err
		}, formsOf(table, tables[table], shared, unnumbered[table])); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// formsOf returns the query for the rows of a table in which a value does not have the type
// of its column: the number of the row, the column and the value.
func formsOf(table string, columns []formColumn, shared, unnumbered bool) string {
	var names, values, any strings.Builder
	for i, c := range columns {
		name := `"` + c.name + `"`
		wrong := `typeof(` + name + `) NOT IN ('` + c.kind + `', 'null')`
		if c.kind == "yes or no" {
			wrong = name + ` NOT IN (0, 1)`
		}
		value := `quote(` + name + `)`
		if shared {
			value = `CAST(` + name + ` AS TEXT)`
		}
		fmt.Fprintf(&names, ` WHEN %s THEN '%s'`, wrong, c.name)
		fmt.Fprintf(&values, ` WHEN %s THEN substr(%s, 1, 40)`, wrong, value)
		if i > 0 {
			any.WriteString(` OR `)
		}
		any.WriteString(wrong)
	}
	row := `rowid`
	if shared {
		row = `id` // all these tables have it
	} else if unnumbered {
		row = `-1`
	}
	return fmt.Sprintf(`SELECT %s, CASE%s END, CASE%s END FROM %s WHERE %s LIMIT %d`, row, names.String(),
		values.String(), `"`+table+`"`, any.String(), formsMost)
}

func rowOf(number int64) string {
	if number < 0 {
		return "a row"
	}
	return fmt.Sprintf("row %d", number)
}
