package bench

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Table is what a bench measured.
type Table struct {
	title string
	head  []string
	rows  [][]string
	notes []string // sentences: what the figures stand for
}

// add puts a row below the others.
func (t *Table) add(cells ...string) { t.rows = append(t.rows, cells) }

// text writes the table for a terminal.
func (t Table) text(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, t.title)
	fmt.Fprintln(w)
	for _, row := range append([][]string{t.head}, t.rows...) {
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, note := range t.notes {
		if _, err := fmt.Fprintf(out, "\n%s\n", note); err != nil {
			return err
		}
	}
	return nil
}

// markdown writes the table as a section of a Markdown file. All columns but
// the first hold figures, which stand to the right.
func (t Table) markdown(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n", t.title)
	line := func(cells []string) {
		for _, c := range cells {
			b.WriteString("| " + strings.ReplaceAll(c, "|", `\|`) + " ")
		}
		b.WriteString("|\n")
	}
	line(t.head)
	b.WriteString("|---|" + strings.Repeat("--:|", max(len(t.head)-1, 0)) + "\n")
	for _, row := range t.rows {
		line(row)
	}
	for _, note := range t.notes {
		fmt.Fprintf(&b, "\n%s\n", note)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// Print writes tables for a terminal.
func Print(out io.Writer, tables ...Table) error {
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(out)
		}
		if err := t.text(out); err != nil {
			return err
		}
	}
	return nil
}
