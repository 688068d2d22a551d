// Package tournaments is the command 'turnpost tournament': an operator makes, lists,
// shows, starts and ends tournaments. What happens in them is the clockwork's of the
// server. 'turnpost ladder' lists a ladder.
package tournaments

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/exit"
	"turnpost/db"
	"turnpost/db/seasons"
	"turnpost/mail/club/clock"
	"turnpost/mail/club/tournament"
)

// Store is where the commands find the database.
type Store struct {
	// Look reads one state of it, and Operate changes it.
	Look    func(ctx context.Context, f func(*db.Tx, daemon.Operations) error) error
	Operate func(ctx context.Context, f func(daemon.Operations) error) error
}

const long = `Make, list, show, start and end tournaments. Players join by mail: join NAME. For each
game there is a season besides as soon as somebody writes join and the game's name; it
begins two weeks later if four have joined by then, and else with the fourth, lasts 120
days at most, and the next one follows. The server that runs does what is due;
'turnpost help letters' says what players read.

A division of eight has 28 games and begins in one transaction: three rows a game, and
a letter of some 100 kB to each player, which loses its text as all letters do. So
10,000 players are 1,250 transactions, 35,000 games and 10,000 letters, for which
[smtp] limits have to have room.`

// Command is `turnpost tournament` and all below it.
func Command(e cli.Env, s Store) *cobra.Command {
	cmd := cli.Group(&cobra.Command{Use: "tournament", Short: "Make, list, show, start and end tournaments", Long: long})
	cmd.AddCommand(newCommand(e, s), listCommand(e, s), showCommand(e, s),
		actCommand(e, s, "start", "Let a tournament begin now", `Let a tournament begin now, without waiting for its day, if four have joined. The
server makes the divisions and begins all games, within a minute.`, "begins", daemon.Operations.StartTournament),
		actCommand(e, s, "end", "End a tournament now", `End a tournament now: its event date is this moment, and what is not over is
adjudicated by the server. One that has not begun is closed, and nobody is told.`, "ends", daemon.Operations.EndTournament))
	return cmd
}

func newCommand(e cli.Env, s Store) *cobra.Command {
	t := seasons.Tournament{Days: tournament.SeasonDays, Pace: clock.DefaultPace}
	signUp := 14
	cmd := &cobra.Command{
		Use:   "new NAME GAME",
		Short: "Make a tournament that players can join",
		Long: `Make a tournament that players can join. Its name has small letters, digits and at
least one hyphen.

  turnpost tournament new spring-cup turro --days 60`,
		Args: cli.Arguments(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := e.Game(args[1])
			if err != nil {
				return err
			}
			t.Name, t.Rules = args[0], g.Name
			if signUp < 0 || signUp > 366 {
				return exit.Errorf(exit.Usage, "--sign-up is %d days; 0 to 366 can be", signUp)
			}
			if err := s.do(cmd.Context(), func(o daemon.Operations) error { return o.NewTournament(cmd.Context(), t, signUp) }); err != nil {
				return err
			}
			_, err = fmt.Fprintf(e.Out, "%s can be joined\n", t.Name)
			return err
		},
	}
	cmd.Flags().IntVar(&t.Days, "days", t.Days, "how long it lasts at most")
	cmd.Flags().IntVar(&signUp, "sign-up", signUp, "how many days one can join before it begins by itself; 0: until 'start'")
	cmd.Flags().StringVar(&t.Pace, "pace", t.Pace, "the pace of its games, as in a challenge")
	return cmd
}

// actCommand is a command that does one thing to one tournament.
func actCommand(e cli.Env, s Store, name, short, long, done string, act func(daemon.Operations, context.Context, string) error) *cobra.Command {
	return &cobra.Command{
		Use: name + " NAME", Short: short, Long: long + "\n\n  turnpost tournament " + name + " spring-cup",
		Args: cli.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := s.do(cmd.Context(), func(o daemon.Operations) error { return act(o, cmd.Context(), args[0]) }); err != nil {
				return err
			}
			_, err := fmt.Fprintf(e.Out, "%s %s\n", args[0], done)
			return err
		},
	}
}

// do changes the database. A mistake of the operator's is no trouble of it.
func (s Store) do(ctx context.Context, f func(daemon.Operations) error) error {
	err := s.Operate(ctx, f)
	if m, ok := errors.AsType[tournament.OperatorError](err); ok {
		return exit.Errorf(exit.Failed, "%s", string(m))
	}
	return err
}
