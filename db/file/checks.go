package file

import (
	"fmt"
	"strings"
)

// shown is how many rows a sentence names.
const shown = 5

// Rows reads the rows of a query, each by f.
type Rows func(f func(scan func(...any) error) error, query string, args ...any) error

// unchecked says which rows are not as the CHECKs of their tables have it. SQLite's own check
// of a file looks at none of them where the file is open for reading only, and else does not
// say which rows they are.
func unchecked(rows Rows) (found []string, err error) {
	statements := map[string]string{}
	var tables []string
	if err := rows(func(scan func(...any) error) error {
		var table, statement string
		err := scan(&table, &statement)
		tables, statements[table] = append(tables, table), statement
		return err
	}, `SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%CHECK%' ORDER BY name`); err != nil {
		return nil, err
	}
	for _, table := range tables {
		all := conditions(statements[table])
		if len(all) == 0 {
			continue
		}
		wrong := false
		if err := rows(func(func(...any) error) error { wrong = true; return nil },
			`SELECT 1 FROM `+quoted(table)+` WHERE NOT (`+strings.Join(all, `) OR NOT (`)+`) LIMIT 1`); err != nil {
			return nil, err
		}
		for _, condition := range all {
			if !wrong {
				break
			}
			what, err := breaking(rows, table, condition)
			if err != nil {
				return nil, err
			}
			found = append(found, what...)
		}
	}
	return found, nil
}

// breaking says which rows of a table are not as a CHECK of it has it, if any are.
func breaking(rows Rows, table, condition string) (found []string, err error) {
	var key []string
	if err := rows(func(scan func(...any) error) error {
		var name string
		err := scan(&name)
		key = append(key, quoted(name))
		return err
	}, `SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk`, table); err != nil {
		return nil, err
	}
	if len(key) == 0 {
		key = []string{"rowid"}
	}
	var keys []string
	n := 0
	if err := rows(func(scan func(...any) error) error {
		var key string
		err := scan(&key)
		if n++; n <= shown {
			keys = append(keys, key)
		}
		return err
	}, `SELECT `+strings.Join(key, ` || ', ' || `)+` FROM `+quoted(table)+` WHERE NOT (`+condition+`)`); err != nil || n == 0 {
		return nil, err
	}
	rest := ""
	if n > shown {
		rest = fmt.Sprintf(" and %d more", n-shown)
	}
	return []string{fmt.Sprintf("row %s%s of %s is not as the schema has it, which says CHECK (%s)", strings.Join(keys, "; "), rest, table, condition)}, nil
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// conditions are those of the CHECKs in a statement that makes a table.
func conditions(statement string) (found []string) {
	depth, from := 0, -1
	quote := byte(0)
	for i := 0; i < len(statement); i++ {
		switch c := statement[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case strings.HasPrefix(statement[i:], "--"):
			if end := strings.IndexByte(statement[i:], '\n'); end >= 0 {
				i += end
			}
		case c == '(':
			if depth++; from < 0 && strings.HasSuffix(strings.ToUpper(strings.TrimRight(statement[:i], " \t\n")), "CHECK") {
				from, depth = i+1, 1
			}
		case c == ')':
			if depth--; from >= 0 && depth == 0 {
				found, from = append(found, strings.Join(strings.Fields(statement[from:i]), " ")), -1
			}
		}
	}
	return found
}
