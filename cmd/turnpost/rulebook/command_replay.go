package rulebook

import (
	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
)

// replayCommand is `turnpost rules replay`.
func replayCommand(e cli.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "replay",
		Short: "Play games from standard input and tell every state as JSON",
		Long: `Play games: each line of standard input is GAME PLY PLY ..., and each line of
standard output is one JSON object with all of these keys:

  {"game":"turro",
   "states":[{"position":"...","turn":"black","legal":["a1-a2",...]},...],
   "outcome":{"result":"none","reason":""},
   "error":""}

There is one state before the first ply and one after each. "turn" is black,
white or none; "result" is none, black, white or draw; the repetition rule is
included. A ply that cannot be played stops its line, with its number (from 1)
and the reason in "error"; the other lines go on, and the exit status is 1.
Blank lines are passed over. An answer is written as soon as its line is read,
so that another program can talk to this one through two pipes.

  echo 'turro d3-d4 d5-d4' | turnpost rules replay`,
		Args: cli.Arguments(0, 0),
		RunE: func(*cobra.Command, []string) error { return Replay(e.In, e.Out, e.Games) },
	}
}
