package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
	"turnpost/mail/handler"
	"turnpost/rules"
)

// The output of game --json. The keys are a contract with programs.
type (
	gameSheet struct {
		Game     gameRow         `json:"game"`
		Position string          `json:"position"`
		Offer    db.Offer        `json:"offer"`
		Due      cli.PrintedTime `json:"due"`
		Lost     cli.PrintedTime `json:"lost"`
		Plies    []gamePly       `json:"plies"`
		Messages []inboxRow      `json:"letters_in"`
		Sent     []outboxRow     `json:"letters_out"`
	}
	gamePly struct {
		N       int             `json:"n"`
		Side    string          `json:"side"`
		Move    string          `json:"move"`
		Message int64           `json:"letter"`
		Played  cli.PrintedTime `json:"played"`
	}
)

// gameCommand is `turnpost game`.
func gameCommand(a *app) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:   "game N",
		Short: "Show, adjudicate, abort or extend a game",
		Long: `Show a game: its players and state, the board, every ply with the message that played it,
and its messages in and out. Conditional moves, words and notes of the players are not
shown. The subcommands end a game or give a side more time; they may stand before or
after the number. A server may be running.

  turnpost game 12
  turnpost game adjudicate 12 draw
  turnpost game 12 abort

--json writes one object: "game" (the fields of 'turnpost games'), "position", "offer",
"due" (when the clock of the side to move runs out), "lost" (when the game is lost,
after the grace; null: clocks stand still), "plies" (a list of
{"n","side","move","letter","played"}), "letters_in" and "letters_out" (the fields of
'turnpost inbox' and 'outbox').`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := number(args[0], "a game")
			if err != nil {
				return err
			}
			sheet, record, err := a.gameSheet(cmd.Context(), s, id)
			if err != nil {
				return err
			}
			if sheet.Game.Result == db.Undecided {
				err := a.look(cmd.Context(), s, func(o *handler.Operator) error {
					due, lost, err := o.Clock(cmd.Context(), id)
					sheet.Due, sheet.Lost = cli.PrintedTime(due), cli.PrintedTime(lost)
					return err
				})
				if err != nil {
					return err
				}
			}
			if s.json {
				return cli.PrintJSON(a.Out, sheet)
			}
			return printGame(a.Out, sheet, record)
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonObject)
	for _, c := range gameChanges() {
		cmd.AddCommand(gameChangeCommand(a, c))
	}
	return cmd
}

func (a *app) gameSheet(ctx context.Context, s store, id int64) (sheet gameSheet, record *rules.Record, err error) {
	err = s.view(ctx, func(tx *db.Tx) error {
		g, err := tx.Game(id)
		if errors.Is(err, db.ErrNotFound) {
			i, err := tx.Invitation(id)
			if errors.Is(err, db.ErrNotFound) {
				return cli.Errorf(cli.ExitFailed, "there is no game #%d", id)
			}
			if err != nil {
				return err
			}
			return cli.Errorf(cli.ExitFailed, "#%d is an invitation, and %s", id, i.State)
		}
		if err != nil {
			return err
		}
		if sheet.Game, err = gameRowOf(tx, g); err != nil {
			return err
		}
		sheet.Position, sheet.Offer = g.Position, g.Offer
		plies, err := tx.Plies(id)
		if err != nil {
			return err
		}
		if record, err = a.replayed(g, plies); err != nil {
			return cli.Errorf(cli.ExitFailed, "game #%d: %w; see 'turnpost verify'", id, err)
		}
		sheet.Plies = []gamePly{}
		for i, p := range plies {
			sheet.Plies = append(sheet.Plies,
				gamePly{p.N, record.At(i).Turn().String(), p.Move, p.Message, cli.PrintedTime(p.PlayedAt)})
		}
		in, err := tx.MessagesOfGame(id)
		if err != nil {
			return err
		}
		out, err := tx.ListOutgoing("", id, -1)
		sheet.Messages, sheet.Sent = inboxRows(in), outboxRows(out)
		return err
	})
	return sheet, record, err
}

// replayed replays stored plies.
func (a *app) replayed(row db.Game, plies []db.PlayedPly) (*rules.Record, error) {
	g, err := rules.Find(a.Games, row.Rules)
	if err == nil {
		g, err = g.Agree(row.Terms)
	}
	if err != nil {
		return nil, err
	}
	moves := make([]rules.Move, len(plies))
	for i, p := range plies {
		moves[i] = rules.Move(p.Move)
	}
	return rules.Replay(g, moves)
}

func printGame(out io.Writer, s gameSheet, record *rules.Record) error {
	g := s.Game
	rated := "unrated"
	if g.Rated {
		rated = "rated"
	}
	fmt.Fprintf(out, "game:     #%d, %s, %s, %s\nblack:    %s (#%d)\nwhite:    %s (#%d)\nstarted:  %s\n",
		g.ID, record.Game().Title, g.Pace, rated, g.Black, g.Black.ID, g.White, g.White.ID, g.Started)
	if terms := record.Game().Agreed; terms != "" {
		fmt.Fprintf(out, "terms:    %s\n", terms)
	}
	if g.Result != db.Undecided {
		fmt.Fprintf(out, "ended:    %s, %s (%s)\n", g.Ended, g.Result, g.Reason)
	} else {
		fmt.Fprintf(out, "turn:     since %s\ndue:      %s, lost %s\n", g.TurnSince, s.Due, s.Lost)
	}
	if s.Offer != db.NoOffer {
		fmt.Fprintf(out, "offered:  %s\n", s.Offer)
	}
	fmt.Fprintln(out)
	if err := showPosition(out, record, record.Game().First()); err != nil {
		return err
	}
	fmt.Fprintln(out)
	err := cli.PrintRows(out, false, s.Plies, "no plies", "PLY\tSIDE\tMOVE\tLETTER\tPLAYED", func(p gamePly) string {
		return fmt.Sprintf("%d\t%s\t%s\t%d\t%s", p.N, p.Side, p.Move, p.Message, p.Played)
	})
	fmt.Fprintln(out)
	if err == nil {
		err = printInbox(out, false, s.Messages)
	}
	fmt.Fprintln(out)
	if err == nil {
		err = printOutbox(out, false, s.Sent)
	}
	return err
}

// gameChange is a command for one game. It needs the configuration, because the players
// are written to from the server's address.
type gameChange struct {
	name, arguments, short, long, example string
	count                                 int  // of the arguments after the game's number
	asks                                  bool // before it does what cannot be undone
	// read parses the arguments. do carries the change out; done describes it.
	read func(args []string) (do func(ctx context.Context, o *handler.Operator, game int64) error, done string,
		err error)
}

func gameChanges() []gameChange {
	return []gameChange{
		{
			name: "adjudicate", arguments: " black|white|draw", short: "End a running game with a result",
			example: "12 draw", count: 1, asks: true,
			long: `End a running game with a result, as an arbiter does: black or white wins, or it is a
draw. It is rated as if it had been played to its end, and both players are told.`,
			read: func(args []string) (func(context.Context, *handler.Operator, int64) error, string, error) {
				for _, r := range []rules.Result{rules.BlackWins, rules.WhiteWins, rules.Draw} {
					if args[0] == r.String() {
						return func(ctx context.Context, o *handler.Operator,
								game int64) error {
								return o.Adjudicate(ctx, game, r)
							},
							"is over: " + r.String(), nil
					}
				}
				return nil, "",
					cli.Errorf(cli.ExitUsage, "there is no result %q; there are black, white and draw", args[0])
			},
		},
		{
			name: "abort", short: "End a running game without a result", example: "12", asks: true,
			long: `End a running game without a result: it counts for nobody and is not rated. Both players
are told.`,
			read: func([]string) (func(context.Context, *handler.Operator, int64) error, string, error) {
				return func(ctx context.Context, o *handler.Operator,
						game int64) error {
						return o.Abort(ctx, game)
					},
					"is aborted", nil
			},
		},
		{
			name: "extend", arguments: " black|white TIME", short: "Give a side of a running game more time",
			example: "12 white 3d", count: 2,
			long: `Give a side of a running game more time, in days and hours, such as 3d or 12h. Until the
side's turn is over, its clock may exceed the maximum of the pace. Both players are told.`,
			read: func(args []string) (func(context.Context, *handler.Operator, int64) error, string, error) {
				side, ok := rules.ParseSide(args[0])
				if !ok {
					return nil, "", cli.Errorf(cli.ExitUsage, "there is no side %q; there are black and white", args[0])
				}
				by, ok := clock.ParseSpan(args[1])
				if !ok || by <= 0 || by > mostExtended {
					return nil, "",
						cli.Errorf(cli.ExitUsage, "%q is not a time such as 3d or 12h, at most 60d", args[1])
				}
				return func(ctx context.Context, o *handler.Operator,
						game int64) error {
						return o.Extend(ctx, game, side, by)
					},
					fmt.Sprintf("gives %s %s more", side, args[1]), nil
			},
		},
	}
}

// mostExtended is how much time can be given at once, to catch typing errors.
const mostExtended = 60 * 24 * time.Hour

// gameChangeCommand is `turnpost game adjudicate`, abort or extend.
func gameChangeCommand(a *app, c gameChange) *cobra.Command {
	var s store
	var yes bool
	cmd := &cobra.Command{
		Use:   c.name + " N" + c.arguments,
		Short: c.short,
		Long: c.long + "\n'turnpost audit' lists it. A server may be running.\n\n  turnpost game " + c.name + " " +
			c.example,
		Args: arguments(1+c.count, 1+c.count),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.gameChange(cmd.Context(), s, c, args, yes || !c.asks)
		},
	}
	addConfigFlag(cmd, &s.config)
	if c.asks {
		addYesFlag(cmd, &yes)
	}
	addJSONFlag(cmd, &s, jsonObject)
	return cmd
}

// gameChange carries out a subcommand.
func (a *app) gameChange(ctx context.Context, s store, c gameChange, args []string, yes bool) error {
	id, err := number(args[0], "a game")
	if err != nil {
		return err
	}
	do, done, err := c.read(args[1:])
	if err != nil {
		return err
	}
	if !yes {
		sheet, _, err := a.gameSheet(ctx, s, id)
		if err != nil {
			return err
		}
		g := sheet.Game
		fmt.Fprintf(a.Out,
			"Game #%d, %s, %s against %s, %d plies: it %s. Both players are told; this cannot be undone.\n",
			g.ID, g.Rules, cli.OneLine(g.Black.String()), cli.OneLine(g.White.String()), len(sheet.Plies), done)
		if err := a.confirm(ctx, "Do it?", false); err != nil {
			return err
		}
	}
	if err := a.changeGame(ctx, s, id, do); err != nil {
		return err
	}
	if s.json {
		sheet, _, err := a.gameSheet(ctx, s, id)
		return errors.Join(err, cli.PrintJSON(a.Out, sheet.Game))
	}
	_, err = fmt.Fprintf(a.Out, "game #%d %s\n", id, done)
	return err
}

func (a *app) changeGame(ctx context.Context, s store, id int64,
	do func(context.Context, *handler.Operator, int64) error) error {
	err := a.operate(ctx, s, func(_ *db.DB, o *handler.Operator, _ bool) error { return do(ctx, o, id) })
	switch {
	case errors.Is(err, db.ErrNotFound):
		return cli.Errorf(cli.ExitFailed, "there is no game #%d", id)
	case isOver(err):
		return cli.Errorf(cli.ExitFailed, "game #%d is already over", id)
	}
	return err
}

// isOver reports whether an operation was refused because the game is over.
func isOver(err error) bool {
	refusal, _ := club.Refused(err)
	return refusal != nil && refusal.Code == "over"
}
