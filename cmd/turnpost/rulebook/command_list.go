package rulebook

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
)

// listCommand is `turnpost rules list`.
func listCommand(e cli.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the games: name, title, author and year",
		Long:  "List the games, one a line: the name that commands take, the title, the author and the year.",
		Args:  cli.Arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			w := tabwriter.NewWriter(e.Out, 0, 0, 2, ' ', 0)
			for _, g := range e.Games {
				fmt.Fprintf(w, "%s\t%s\t%s, %d\n", g.Name, g.Title, g.Author, g.Year)
			}
			return w.Flush()
		},
	}
}
