package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"
	"time"
)

// PrintRows prints rows as JSON, one a line, or as a table with a head and tabs between
// columns. It prints none if there are no rows.
func PrintRows[T any](out io.Writer, asJSON bool, rows []T, none, head string, row func(T) string) error {
	if asJSON {
		for _, r := range rows {
			if err := PrintJSONLine(out, r); err != nil {
				return err
			}
		}
		return nil
	}
	if len(rows) == 0 {
		_, err := fmt.Fprintln(out, none)
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, head)
	for _, r := range rows {
		fmt.Fprintln(w, row(r))
	}
	return w.Flush()
}

// PrintJSONLine prints a value, which may contain texts of strangers, as a line of JSON that
// cannot control a terminal; PrintJSON prints it indented.
func PrintJSONLine(out io.Writer, v any) error { return write(out, v, "") }
func PrintJSON(out io.Writer, v any) error     { return write(out, v, "  ") }

func write(out io.Writer, v any, indent string) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := out.Write(EscapeJSON(b.Bytes()))
	return err
}

// PrintedTime is a time in JSON and tables. The zero time is null and "-".
type PrintedTime time.Time

// MarshalJSON writes it to the second.
func (s PrintedTime) MarshalJSON() ([]byte, error) {
	if time.Time(s).IsZero() {
		return []byte("null"), nil
	}
	return json.Marshal(time.Time(s).UTC().Truncate(time.Second).Format(time.RFC3339))
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *PrintedTime) UnmarshalJSON(text []byte) error {
	var at time.Time
	if err := json.Unmarshal(text, &at); err != nil {
		return err
	}
	*s = PrintedTime(at)
	return nil
}

func (s PrintedTime) String() string {
	if time.Time(s).IsZero() {
		return "-"
	}
	return time.Time(s).UTC().Format("2006-01-02 15:04")
}

// Clock returns the time of the day, to the second.
func (s PrintedTime) Clock() string { return time.Time(s).UTC().Format("15:04:05") }
