package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club/clock"
	"turnpost/mail/club/tournament"
	"turnpost/mail/handler"
)

const tournamentLong = `Make, list, show, start and end tournaments. Players join by mail: join NAME.

Each game also has seasons. The first begins when somebody writes join and the game's
name: two weeks later if four players have joined by then, or else with the fourth. It
lasts at most 120 days, and the next one follows. The running server does all this.

A division of eight has 28 games, and begins in one transaction with a message of about
100 kB to each player. So 10,000 players are 1,250 transactions, 35,000 games and 10,000
messages, for which [smtp] limits must have room.`

// tournamentCommand is `turnpost tournament` and all below it.
func tournamentCommand(a *app) *cobra.Command {
	var s store
	cmd := group(&cobra.Command{Use: "tournament", Short: "Make, list, show, start and end tournaments",
		Long: tournamentLong})
	subcommands := []*cobra.Command{tournamentNewCommand(a, &s), tournamentListCommand(a, &s),
		tournamentShowCommand(a, &s),
		tournamentActCommand(a, &s, "start", "Start a tournament now",
			`Start a tournament now, without waiting for its day, if four players have joined. The
server makes the divisions and begins all games within a minute.`, "begins", (*handler.Operator).StartTournament),
		tournamentActCommand(a, &s, "end", "End a tournament now",
			`End a tournament, or the present round of a cup, now: running games are adjudicated as on
its last day. A tournament that has not begun is closed without a message.`, "ends", (*handler.Operator).EndTournament)}
	for _, c := range subcommands {
		addStoreFlags(c, &s)
	}
	cmd.AddCommand(subcommands...)
	return cmd
}

func tournamentNewCommand(a *app, s *store) *cobra.Command {
	t := tournaments.Tournament{Days: tournament.SeasonDays, Pace: clock.DefaultPace}
	signUp := 14
	cmd := &cobra.Command{
		Use:   "new NAME GAME",
		Short: "Make a tournament that players can join",
		Long: `Make a tournament that players can join. Its name has lower-case letters, digits and at
least one hyphen.

  turnpost tournament new spring-open turro --days 60

With --cup it is a knock-out cup for 3 to 64 players, seeded by rating: two games in each
round, one with each side; the better seed goes on if a match is level.

  turnpost tournament new spring-cup turro --cup --days 30`,
		Args: arguments(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := a.game(args[1])
			if err != nil {
				return err
			}
			t.Name, t.Rules = args[0], g.Name
			if t.Cup && !cmd.Flags().Changed("days") {
				t.Days = tournament.CupDays
			}
			if signUp < 0 || signUp > 366 {
				return cli.Errorf(cli.ExitUsage, "--sign-up is %d days; it must be 0 to 366", signUp)
			}
			if err := a.changeTournament(cmd.Context(), *s,
				func(o *handler.Operator) error {
					return o.NewTournament(cmd.Context(), t, signUp)
				}); err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.Out, "%s is open for players\n", t.Name)
			return err
		},
	}
	cmd.Flags().IntVar(&t.Days, "days", t.Days, "how many days it lasts at most, or with --cup a round (default 30)")
	cmd.Flags().BoolVar(&t.Cup, "cup", false, "single elimination, for 3 to 64 players")
	cmd.Flags().IntVar(&signUp, "sign-up", signUp, "how many days players can join before it begins; 0: until 'start'")
	cmd.Flags().StringVar(&t.Pace, "pace", t.Pace, "the pace of its games, as in a challenge")
	return cmd
}

// tournamentActCommand is a command that changes one tournament.
func tournamentActCommand(a *app, s *store, name, short, long, done string,
	act func(*handler.Operator, context.Context, string) error) *cobra.Command {
	return &cobra.Command{
		Use: name + " NAME", Short: short, Long: long + "\n\n  turnpost tournament " + name + " spring-cup",
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.changeTournament(cmd.Context(), *s,
				func(o *handler.Operator) error { return act(o, cmd.Context(), args[0]) }); err != nil {
				return err
			}
			_, err := fmt.Fprintf(a.Out, "%s %s\n", args[0], done)
			return err
		},
	}
}

// changeTournament changes the database. A mistake of the operator's is not an error of
// the database.
func (a *app) changeTournament(ctx context.Context, s store, f func(*handler.Operator) error) error {
	err := a.operate(ctx, s, func(_ *db.DB, o *handler.Operator, _ bool) error { return f(o) })
	if m, ok := errors.AsType[tournament.OperatorError](err); ok {
		return cli.Errorf(cli.ExitFailed, "%s", string(m))
	}
	return err
}

// tournamentRow is a tournament in a list. The keys are a contract with programs.
type tournamentRow struct {
	Name     string            `json:"name"`
	Game     string            `json:"game"`
	State    tournaments.State `json:"state"`
	Players  int               `json:"players"`
	Standing bool              `json:"standing"`
	Starts   cli.PrintedTime   `json:"starts"`
	Ends     cli.PrintedTime   `json:"ends"`
}

// standingsRow is a player in the standings of a division.
type standingsRow struct {
	Division int     `json:"division"`
	Place    int     `json:"place"`
	Player   int64   `json:"player"`
	Name     string  `json:"name"`
	Points   float64 `json:"points"`
	Berger   float64 `json:"sonneborn_berger"`
	Played   int     `json:"played"`
	Left     int     `json:"left"`
	Out      bool    `json:"out"`
}

func tournamentListCommand(a *app, s *store) *cobra.Command {
	asJSON, limit := false, 0
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the tournaments",
		Long: `List the tournaments: those that are not over, oldest first, then the others, newest
first: name, game, state (open, starting, running, over), players, start and last day; of one
that is over, when it ended.

  turnpost tournament list --limit -1

--json writes an object a line: "name", "game", "state", "players", "standing" (another
season follows), "starts" and "ends" (null: not known).`,
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			var rows []tournamentRow
			err := s.view(cmd.Context(), func(tx *db.Tx) error {
				found, err := tournaments.Listed(tx, limit)
				if err != nil {
					return err
				}
				players, err := tournaments.Counts(tx, found)
				for _, t := range found {
					ends := t.EndsAt
					if t.State == tournaments.Over {
						ends = t.EndedAt
					}
					rows = append(rows,
						tournamentRow{t.Name, t.Rules, t.State, players[t.ID], t.Standing, cli.PrintedTime(t.StartsAt),
							cli.PrintedTime(ends)})
				}
				return err
			})
			if err != nil {
				return err
			}
			return cli.PrintRows(a.Out, asJSON, rows, "there are no tournaments",
				"NAME\tGAME\tSTATE\tPLAYERS\tSTARTS\tENDS", func(r tournamentRow) string {
					return fmt.Sprintf("%s\t%s\t%s\t%d\t%s\t%s", r.Name, r.Game, r.State, r.Players, r.Starts, r.Ends)
				})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON, one object a line")
	addFirstLimitFlag(cmd, &limit)
	return cmd
}

func tournamentShowCommand(a *app, s *store) *cobra.Command {
	asJSON, limit := false, 0
	cmd := &cobra.Command{
		Use:   "show NAME",
		Short: "Show the standings of a tournament",
		Long: `Show the standings of a tournament: division, place, player, points, Sonneborn-Berger,
games that count, running games, and who is out. Of a cup, places are by rounds.

  turnpost tournament show turro-1
  turnpost tournament show turro-1 --limit -1

--json writes an object a line: "division", "place", "player", "name", "points",
"sonneborn_berger", "played", "left" and "out".`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var rows []standingsRow
			err := a.viewOperations(cmd.Context(), *s, func(tx *db.Tx, o *handler.Operator) error {
				t, err := tournaments.Named(tx, args[0])
				if errors.Is(err, db.ErrNotFound) {
					return cli.Errorf(cli.ExitFailed,
						"there is no tournament %q; 'turnpost tournament list' has their names", args[0])
				}
				if err != nil {
					return err
				}
				tables, err := o.Tables(tx, t, limit)
				for _, table := range tables {
					for _, r := range table.Rows {
						rows = append(rows, standingsRow{table.Division.Number, r.Place, r.ID, table.Players[r.ID].Name,
							float64(r.Points) / 2, float64(r.Berger) / 4, r.Played, r.Left, r.Out})
					}
				}
				if limit >= 0 {
					rows = rows[:min(limit, len(rows))]
				}
				return err
			})
			if err != nil {
				return err
			}
			return cli.PrintRows(a.Out, asJSON, rows, "it has not begun",
				"DIVISION\tPLACE\tPLAYER\tPOINTS\tSB\tPLAYED\tLEFT\tOUT", func(r standingsRow) string {
					out := map[bool]string{true: "out", false: "-"}[r.Out]
					return fmt.Sprintf("%d\t%d\t%s\t%g\t%g\t%d\t%d\t%s", r.Division, r.Place, cli.OneLine(r.Name),
						r.Points, r.Berger, r.Played, r.Left, out)
				})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON, one object a line")
	addFirstLimitFlag(cmd, &limit)
	return cmd
}

// addFirstLimitFlag gives a list of the first rows the flag --limit.
func addFirstLimitFlag(cmd *cobra.Command, limit *int) {
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if *limit == 0 {
			return cli.Errorf(cli.ExitUsage, "--limit is 0; it must be at least 1, or -1 for all")
		}
		return nil
	}
	cmd.Flags().IntVar(limit, "limit", 100, "how many to list, the first; -1 for all")
}
