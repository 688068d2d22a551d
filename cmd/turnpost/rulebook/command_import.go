package rulebook

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/rules"
)

// importCommand is `turnpost rules import`.
func importCommand(e cli.Env) *cobra.Command {
	var line, all bool
	cmd := &cobra.Command{
		Use:   "import [FILE]",
		Short: "Read a game as export mails it, and play it through",
		Long: `Read a game as the mail command export sends it, play it through, and show
who played, the last board and the end. Without FILE, or with "-", it is read
from the standard input. It may be the whole mail; the first record counts.

With --line the game is written as one line for 'turnpost rules replay'. With --all
every record counts, as in the files that 'turnpost archive --records' writes; a wrong
one is told with its number in the file, and is the last.

  turnpost rules import game.txt
  turnpost rules import --line game.txt | turnpost rules replay
  turnpost rules import --all --line records/2026-11.txt | turnpost rules replay

` + recordFormat,
		Args: cli.Arguments(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := readText(e, args)
			if err != nil {
				return err
			}
			if !all {
				return importOne(e, text, line)
			}
			for n, record := range rules.SplitTranscripts(text) {
				if n > 0 && !line {
					fmt.Fprintln(e.Out)
				}
				if err := importOne(e, record, line); err != nil {
					return fmt.Errorf("record %d: %w", n+1, err)
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&line, "line", false, "write the name of the game and its plies on one line")
	cmd.Flags().BoolVar(&all, "all", false, "read every record, not the first alone")
	return cmd
}

// importOne reads the first record in a text.
func importOne(e cli.Env, text string, line bool) error {
	t, r, err := rules.ReadTranscript(e.Games, text)
	if err != nil {
		return err
	}
	if line {
		words := []string{t.Game}
		for _, m := range r.Plies() {
			words = append(words, string(m))
		}
		_, err = fmt.Fprintln(e.Out, strings.Join(words, " "))
		return err
	}
	fmt.Fprintf(e.Out, "%s", Head(t, r))
	if err := Show(e.Out, r, rules.Black); err != nil {
		return err
	}
	if t.Result != r.Outcome().Result {
		_, err = fmt.Fprintf(e.Out, "ended:    %s\n", rules.Outcome{Result: t.Result, Reason: t.Reason})
	}
	return err
}

// recordFormat says what the text of a game looks like; package rules has the
// whole of it at Transcript.
const recordFormat = `The text begins with the line "Turnpost record 1". Tags follow, NAME: VALUE,
of which only Game must be there; then the plies, one a line, a block a turn:

  Turnpost record 1
  Game: turro
  Black: Ada
  White: Bob
  Result: none

     1. black  2026-11-20T09:03:00Z  d3-d4
     2. white  2026-11-21T18:30:00Z  d5-d4`

// readText reads the file that args name, or the standard input.
func readText(e cli.Env, args []string) (string, error) {
	if len(args) == 0 || args[0] == "-" {
		text, err := io.ReadAll(e.In)
		return string(text), err
	}
	text, err := os.ReadFile(args[0])
	return string(text), err
}
