package examine

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"turnpost/db"
)

// formsMost is how many rows of a table are named.
const formsMost = 20

// truths are columns that say yes or no, which the schema itself does not confine.
var truths = map[string][]string{
	"games": {"rated", "robots"}, "invitations": {"rated"}, "inbox": {"too_large"}, "held": {"asked"},
	"outbox": {"passing", "first_contact"}, "players": {"offered_vacation"}, "pauses": {"wished", "whole"},
	"talk": {"passed"}, "notes": {"published"},
}

// confined are those that it does confine: a server keeps to that, but a file that was
// changed beside the program may say 7, which cannot be read.
var confined = map[string][]string{
	"entrants": {"cancelled", "last"}, "follow_games": {"chosen", "undone", "done"}, "followers": {"ends"},
	"players": {"in_words", "no_analysis", "leaving", "robot", "robot_fixed", "public"}, "puzzle_answers": {"solved"},
	"ratings": {"robots"}, "tournaments": {"standing"}, "turnings": {"solved"},
}

// column is what a schema has of one.
type column struct{ name, kind string }

// Forms looks for values that are not of the kind of their column, and says so in a sentence
// each, of the first rows of each table: SQLite keeps a text where a number belongs. A server
// does not; there, which shared says, only what is to be yes or no is looked at. It reads
// every row.
func Forms(tx *db.Tx, shared bool) (found []string, err error) {
	tables, unnumbered := map[string][]column{}, map[string]bool{}
	if !shared {
		if err := tx.Rows(func(scan func(...any) error) error {
			var table string
			var c column
			var bare bool
			err := scan(&table, &c.name, &c.kind, &bare)
			unnumbered[table] = bare
			tables[table] = append(tables[table], c)
			return err
		}, `SELECT t.name, c.name, lower(c.type), t.wr FROM pragma_table_list AS t, pragma_table_info(t.name) AS c
			WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\' AND t.name <> 'goose_db_version' AND lower(c.type) IN ('integer', 'real')
			ORDER BY t.name, c.cid`); err != nil {
			return nil, err
		}
	}
	for table, names := range truths {
		if _, there := tables[table]; shared || there {
			for _, name := range names {
				tables[table] = append(tables[table], column{name, "yes or no"})
			}
		}
	}
	for table, names := range confined {
		if _, there := tables[table]; there && !shared {
			for _, name := range names {
				tables[table] = append(tables[table], column{name, "yes or no"})
			}
		}
	}
	for _, table := range slices.Sorted(maps.Keys(tables)) {
		if err := tx.Rows(func(scan func(...any) error) error {
			var name, value string
			var row int64
			err := scan(&row, &name, &value)
			found = append(found, fmt.Sprintf("%s of %s in %s is %s, which it cannot be", name, rowOf(row), table, value))
			return err
		}, formsOf(table, tables[table], shared, unnumbered[table])); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// formsOf asks for the rows of a table in which a value is not of its column's kind: the
// row's number, the column, and the value.
func formsOf(table string, columns []column, shared, unnumbered bool) string {
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
		row = `id` // all tables of truths have one
	} else if unnumbered {
		row = `-1`
	}
	return fmt.Sprintf(`SELECT %s, CASE%s END, CASE%s END FROM %s WHERE %s LIMIT %d`, row, names.String(), values.String(), `"`+table+`"`, any.String(), formsMost)
}

func rowOf(number int64) string {
	if number < 0 {
		return "a row"
	}
	return fmt.Sprintf("row %d", number)
}
