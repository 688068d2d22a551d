// Package manual writes the manual pages, from what every command says of itself.
package manual

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"turnpost/cmd/turnpost/cli"
)

// Command is `turnpost print man`.
func Command(env cli.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write a manual page for every command",
		Long: `Write a manual page (troff) for every command into a folder, which is made if it
is not there. Pages of that name are replaced.

  turnpost print man /usr/local/share/man/man1
  man turnpost-serve`,
		Args: cli.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			root := cmd.Root()
			// The date of the printing would make every page another each day.
			root.DisableAutoGenTag = true
			verbatim(root)
			header := doc.GenManHeader{Section: "1", Source: "Turnpost", Manual: "Turnpost"}
			if err := doc.GenManTree(root, &header, args[0]); err != nil {
				return fmt.Errorf("the manual: %w", err)
			}
			pages, err := filepath.Glob(filepath.Join(args[0], "turnpost*.1"))
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(env.Out, "%d pages in %s\n", len(pages), args[0])
			return err
		},
	}
}

// verbatim makes the texts of all commands Markdown that says the same, because
// manual pages are made of that: what is indented, which are examples and tables, is
// code, and no character of what is not has a meaning of its own.
func verbatim(cmd *cobra.Command) {
	var b strings.Builder
	code := false
	for line := range strings.Lines(cmd.Long) {
		indented := strings.HasPrefix(line, "  ")
		if indented != code && strings.TrimSpace(line) != "" {
			code = indented
			b.WriteString("\n")
		}
		if code {
			b.WriteString("    " + line)
		} else {
			b.WriteString(strings.NewReplacer("_", `\_`, "*", `\*`, "`", "\\`", "<", `\<`, "[", `\[`).Replace(line))
		}
	}
	cmd.Long = b.String()
	for _, sub := range cmd.Commands() {
		verbatim(sub)
	}
}
