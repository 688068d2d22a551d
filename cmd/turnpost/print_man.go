package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// printManCommand is `turnpost print man`.
func (a *app) printManCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write a manual page for every command",
		Long: `Write a manual page (troff) for every command into a folder, which is made if it
is not there. Pages of that name are replaced.

  turnpost print man /usr/local/share/man/man1
  man turnpost-serve`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			root := cmd.Root()
			// The date of the printing would make every page another each day.
			root.DisableAutoGenTag = true
			header := doc.GenManHeader{Section: "1", Source: "Turnpost", Manual: "Turnpost"}
			if err := doc.GenManTree(root, &header, args[0]); err != nil {
				return fmt.Errorf("the manual: %w", err)
			}
			pages, err := filepath.Glob(filepath.Join(args[0], "turnpost*.1"))
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.out, "%d pages in %s\n", len(pages), args[0])
			return err
		},
	}
}
