package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/terminal"
	"turnpost/db"
	"turnpost/mail/club/clock"
	"turnpost/rules"
)

// gameChange is a command that an operator has for one game. It wants the
// configuration: the players are written to, and only that knows the robot's address.
type gameChange struct {
	name, arguments, short, long, example string
	count                                 int // of the arguments behind the game's number
	// read understands them, and do does it; done says what came of it.
	read func(args []string) (do func(ctx context.Context, o daemon.Operations, game int64) error, done string, err error)
}

func gameChanges() []gameChange {
	return []gameChange{
		{
			name: "adjudicate", arguments: " black|white|draw", short: "End a running game with a result", example: "12 draw", count: 1,
			long: `End a running game with a result, as an arbiter does: black or white has won, or it
is a draw. It is rated as if it had been played to its end, and both players are
told.`,
			read: func(args []string) (func(context.Context, daemon.Operations, int64) error, string, error) {
				for _, r := range []rules.Result{rules.BlackWins, rules.WhiteWins, rules.Draw} {
					if args[0] == r.String() {
						return func(ctx context.Context, o daemon.Operations, game int64) error { return o.Adjudicate(ctx, game, r) },
							"is over: " + r.String(), nil
					}
				}
				return nil, "", exit.Errorf(exit.Usage, "there is no result %q; there are black, white and draw", args[0])
			},
		},
		{
			name: "abort", short: "Call a running game off", example: "12",
			long: `Call a running game off: it ends without a result, counts for nobody and is not
rated. Both players are told.`,
			read: func([]string) (func(context.Context, daemon.Operations, int64) error, string, error) {
				return func(ctx context.Context, o daemon.Operations, game int64) error { return o.Abort(ctx, game) }, "is called off", nil
			},
		},
		{
			name: "extend", arguments: " black|white TIME", short: "Give a side of a running game more time", example: "12 white 3d", count: 2,
			long: `Give a side of a running game more time: days and hours, such as 3d or 12h. It may
come to more than the pace's most until that side's turn is over. Both players are
told.`,
			read: func(args []string) (func(context.Context, daemon.Operations, int64) error, string, error) {
				side, ok := rules.ParseSide(args[0])
				if !ok {
					return nil, "", exit.Errorf(exit.Usage, "there is no side %q; there are black and white", args[0])
				}
				by, ok := clock.ParseSpan(args[1])
				if !ok || by <= 0 || by > mostExtended {
					return nil, "", exit.Errorf(exit.Usage, "%q is no time to give; give days or hours, such as 3d or 12h, and at most 60d", args[1])
				}
				return func(ctx context.Context, o daemon.Operations, game int64) error { return o.Extend(ctx, game, side, by) },
					fmt.Sprintf("gives %s %s more", side, args[1]), nil
			},
		},
	}
}

// mostExtended is how much time can be given at once: more would be a slip.
const mostExtended = 60 * 24 * time.Hour

// gameChangeCommand is `turnpost game adjudicate` and its like.
func gameChangeCommand(a *app, c gameChange) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:   c.name + " N" + c.arguments,
		Short: c.short,
		Long:  c.long + "\nIt is noted in the log of 'turnpost audit'. A server may be running.\n\n  turnpost game " + c.name + " " + c.example,
		Args:  cli.Arguments(1+c.count, 1+c.count),
		RunE:  func(cmd *cobra.Command, args []string) error { return a.gameChange(cmd.Context(), s, c, args) },
	}
	addConfigFlag(cmd, &s.config)
	addJSONFlag(cmd, &s, jsonObject)
	return cmd
}

// gameChangeBehind is the command that stands behind a game's number, as in `turnpost
// game 12 abort`, and its arguments as they stand behind the command.
func gameChangeBehind(cmd *cobra.Command, args []string) (c gameChange, behind []string, err error) {
	for _, c := range gameChanges() {
		if args[1] != c.name {
			continue
		}
		behind = append([]string{args[0]}, args[2:]...)
		for _, below := range cmd.Commands() {
			if below.Name() == c.name {
				err = below.Args(below, behind)
			}
		}
		if err == nil && cmd.Flags().Changed("db") {
			err = exit.Errorf(exit.Usage, "--db cannot stand beside %s: the players are written to, and only the configuration knows the robot's address", c.name)
		}
		return c, behind, err
	}
	return c, nil, exit.Errorf(exit.Usage, "%q cannot be done to a game; there are adjudicate, abort and extend", args[1])
}

// gameChange does what a command wants of a game.
func (a *app) gameChange(ctx context.Context, s store, c gameChange, args []string) error {
	id, err := number(args[0], "a game")
	if err != nil {
		return err
	}
	do, done, err := c.read(args[1:])
	if err != nil {
		return err
	}
	if err := a.changeGame(ctx, s, id, do); err != nil {
		return err
	}
	if s.json {
		sheet, _, err := a.gameSheet(ctx, s, id)
		return errors.Join(err, terminal.Object(a.Out, sheet.Game))
	}
	_, err = fmt.Fprintf(a.Out, "game #%d %s\n", id, done)
	return err
}

func (a *app) changeGame(ctx context.Context, s store, id int64, do func(context.Context, daemon.Operations, int64) error) error {
	err := a.operate(ctx, s, func(_ *db.DB, o daemon.Operations, _ bool) error { return do(ctx, o, id) })
	switch {
	case errors.Is(err, db.ErrNotFound):
		return exit.Errorf(exit.Failed, "there is no game #%d", id)
	case daemon.IsOver(err):
		return exit.Errorf(exit.Failed, "game #%d is over already", id)
	}
	return err
}
