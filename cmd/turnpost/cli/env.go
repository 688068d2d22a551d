// Package cli is what the commands of the program have in common: their streams,
// their arguments and how a signal ends them.
package cli

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/exit"
	"turnpost/rules"
)

// Env is what a command works with: the program's streams and the games it plays.
type Env struct {
	In    io.Reader
	Out   io.Writer
	Err   io.Writer
	Games []rules.Game
}

// Game is the game that an argument names. The error has the exit status of a
// wrong command line.
func (e Env) Game(name string) (rules.Game, error) {
	g, err := rules.Find(e.Games, name)
	return g, exit.With(exit.Usage, err)
}

// CompleteGame offers the games' names to the shell for a first argument.
func (e Env) CompleteGame(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, g := range e.Games {
		if len(args) == 0 && strings.HasPrefix(g.Name, begun) {
			names = append(names, g.Name+"\t"+g.Title)
		}
	}
	slices.Sort(names)
	return names, cobra.ShellCompDirectiveNoFileComp
}
