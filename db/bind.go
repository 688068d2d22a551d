package db

import (
	"database/sql/driver"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// rebind numbers the parameters of a statement as PostgreSQL does: ? is the next
// one, and ?2 the second argument. It returns, for each $n, which argument that
// is: a statement need not use them all, and PostgreSQL knows no type of one that
// is not used. What stands in quotes or in a comment stays as it is.
func rebind(query string) (string, []int) {
	var out strings.Builder
	var order []int
	numbers := map[int]int{} // of an argument: its $n
	for i, next := 0, 0; i < len(query); {
		switch c := query[i]; {
		case c == '\'' || c == '"':
			end := closingQuote(query, i)
			out.WriteString(query[i:end])
			i = end
		case strings.HasPrefix(query[i:], "--"):
			end := strings.IndexByte(query[i:], '\n')
			if end < 0 {
				return out.String(), order
			}
			i += end
		case c == '?':
			i++
			digits := i
			for i < len(query) && '0' <= query[i] && query[i] <= '9' {
				i++
			}
			argument, err := strconv.Atoi(query[digits:i])
			if err != nil {
				next++
				argument = next
			}
			n, ok := numbers[argument]
			if !ok {
				order = append(order, argument-1)
				n = len(order)
				numbers[argument] = n
			}
			out.WriteByte('$')
			out.WriteString(strconv.Itoa(n))
		default:
			out.WriteByte(c)
			i++
		}
	}
	return out.String(), order
}

// closingQuote is where the quotation that begins at i ends. A quote within it is
// doubled, and then two quotations stand side by side, which comes to the same.
func closingQuote(query string, i int) int {
	end := strings.IndexByte(query[i+1:], query[i])
	if end < 0 {
		return len(query)
	}
	return i + 1 + end + 1
}

// bindPostgres numbers the parameters of a statement, $1 and so on, and makes the
// arguments what columns hold: flags are numbers, and a text is one that PostgreSQL
// can store. An error says that an argument is missing or of no type of a database.
func bindPostgres(query string, args []any) (string, []any, error) {
	text, order := rebind(query)
	out := make([]any, len(order))
	for n, i := range order {
		if i >= len(args) {
			return "", nil, fmt.Errorf("a statement has no argument %d", i+1)
		}
		v, err := driver.DefaultParameterConverter.ConvertValue(args[i])
		if err != nil {
			return "", nil, fmt.Errorf("argument %d of a statement: %w", i+1, err)
		}
		switch v := v.(type) {
		case bool: // flags are numbers in all engines
			out[n] = int64(0)
			if v {
				out[n] = int64(1)
			}
		case string:
			out[n] = storable(v)
		default:
			out[n] = v
		}
	}
	return text, out, nil
}

// storable is a text as PostgreSQL can hold it. A Message-ID or what a server says
// may have any octets; NUL and what is no UTF-8 become replacement characters, in
// what is written and in what is looked for alike.
func storable(text string) string {
	if strings.IndexByte(text, 0) < 0 && utf8.ValidString(text) {
		return text
	}
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}

// quoted is a name in the schema as a statement has it.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// lower is a text with A-Z in lower case, which is what databases agree on.
func lower(text string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r - 'A' + 'a'
		}
		return r
	}, text)
}
