package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"turnpost/rules"
)

const rulesLong = `Use the rules without mail: boards, legal plies, counts and whole games.

GAME is a name from 'turnpost rules list'. A PLY may be typed as in a letter:
'd3-d4', 'D3D4' and '7. d3->d4' are the same. Quote a ply with spaces in it.`

// rulesCommand is `turnpost rules` and all below it.
func (a *app) rulesCommand() *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "rules",
		Short: "Boards, legal plies, counts and whole games, without mail",
		Long:  rulesLong,
	})
	cmd.AddCommand(
		a.rulesListCommand(),
		a.rulesShowCommand(),
		a.rulesDrawCommand(),
		a.rulesLegalCommand(),
		a.rulesPerftCommand(),
		a.rulesReplayCommand(),
		a.rulesImportCommand(),
		a.rulesTextCommand(),
	)
	return cmd
}

// game is the game that an argument names.
func (a *app) game(name string) (rules.Game, error) {
	g, err := rules.Find(a.games, name)
	return g, exitWith(exitUsage, err)
}

// record is the game that args name, its plies played: GAME [PLY...].
func (a *app) record(args []string) (*rules.Record, error) {
	g, err := a.game(args[0])
	if err != nil {
		return nil, err
	}
	r := rules.NewRecord(g)
	return r, playTyped(r, args[1:], func() {})
}

// playTyped plays plies as a person types them and calls each after every one.
// The error says the number of the first ply that cannot be played, counted
// from 1, and why; the record then holds the plies before it.
func playTyped(r *rules.Record, plies []string, each func()) error {
	for i, text := range plies {
		m, err := r.Parse(text)
		if err == nil {
			err = r.Play(m)
		}
		if err != nil {
			if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
				text = strconv.Quote(text) // it would do something to a terminal
			}
			return fmt.Errorf("ply %d, %s: %w", i+1, text, err)
		}
		each()
	}
	return nil
}

// completeGame offers the games' names to the shell for a first argument.
func (a *app) completeGame(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, g := range a.games {
		if len(args) == 0 && strings.HasPrefix(g.Name, begun) {
			names = append(names, g.Name+"\t"+g.Title)
		}
	}
	slices.Sort(names)
	return names, cobra.ShellCompDirectiveNoFileComp
}
