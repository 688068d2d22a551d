package db

import (
	"database/sql/driver"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// rebind writes the parameters of a statement as PostgreSQL expects them. "?" is the next
// argument, "?2" the second. It returns the index of the argument for each $n: a statement
// may leave out arguments, and PostgreSQL cannot infer the type of a parameter that is not
// used. Quotes and comments are not changed.
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

// closingQuote returns where the quotation that begins at i ends. A doubled quote within it
// counts as the end of one quotation and the beginning of another, with the same effect.
func closingQuote(query string, i int) int {
	end := strings.IndexByte(query[i+1:], query[i])
	if end < 0 {
		return len(query)
	}
	return i + 1 + end + 1
}

// bindPostgres numbers the parameters of a statement, $1 and so on, and converts the
// arguments: flags become numbers, and text becomes valid UTF-8 without NUL. It returns an
// error if an argument is missing or has a type that a database cannot store.
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

// storable returns a text as PostgreSQL can store it. A Message-ID or an answer of a server
// may contain any bytes; NUL and invalid UTF-8 become replacement characters, in what is
// stored and in what is searched for.
func storable(text string) string {
	if strings.IndexByte(text, 0) < 0 && utf8.ValidString(text) {
		return text
	}
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}

// quoted returns an identifier in quotes.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// lower returns a text with A-Z in lower case. The databases agree on these letters only.
func lower(text string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r - 'A' + 'a'
		}
		return r
	}, text)
}
