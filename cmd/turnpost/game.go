package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/rulebook"
	"turnpost/cmd/turnpost/terminal"
	"turnpost/db"
	"turnpost/rules"
)

// The answer of game --json. The names of the keys are a contract with programs.
type (
	gameSheet struct {
		Game     gameRow        `json:"game"`
		Position string         `json:"position"`
		Offer    string         `json:"offer"`
		Due      terminal.Stamp `json:"due"`
		Lost     terminal.Stamp `json:"lost"`
		Plies    []gamePly      `json:"plies"`
		Letters  []inboxRow     `json:"letters_in"`
		Sent     []outboxRow    `json:"letters_out"`
	}
	gamePly struct {
		N      int            `json:"n"`
		Side   string         `json:"side"`
		Move   string         `json:"move"`
		Letter int64          `json:"letter"`
		Played terminal.Stamp `json:"played"`
	}
)

// gameCommand is `turnpost game`.
func gameCommand(a *app) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:   "game N",
		Short: "Show, adjudicate, abort or extend a game",
		Long: `Show a game: who plays, how it stands, the board, every ply with the letter in
that played it, and the ledger of its letters in and out. Conditional lines,
words and notes of the players are not shown. The commands below it end a game or
give a side more time; they may stand before the game's number or behind it. A server
may be running.

  turnpost game 12
  turnpost game adjudicate 12 draw
  turnpost game 12 abort

With --json there is one object: "game" (the fields of 'turnpost games'),
"position", "offer", "due" (when the clock of the side to move runs out), "lost" (when
the game is, with the grace; null: the clocks stand still), "plies" (a list of {"n","side","move","letter","played"}),
"letters_in" and "letters_out" (the fields of 'turnpost inbox' and 'outbox').`,
		Args: cli.Arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				c, behind, err := gameChangeBehind(cmd, args)
				if err != nil {
					return err
				}
				return a.gameChange(cmd.Context(), s, c, behind)
			}
			id, err := number(args[0], "a game")
			if err != nil {
				return err
			}
			sheet, record, err := a.gameSheet(cmd.Context(), s, id)
			if err != nil {
				return err
			}
			if sheet.Game.Result == "none" {
				err := a.look(cmd.Context(), s, func(o daemon.Operations) error {
					due, lost, err := o.Clock(cmd.Context(), id)
					sheet.Due, sheet.Lost = terminal.Stamp(due), terminal.Stamp(lost)
					return err
				})
				if err != nil {
					return err
				}
			}
			if s.json {
				return terminal.Object(a.Out, sheet)
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
				return exit.Errorf(exit.Failed, "there is no game #%d", id)
			}
			if err != nil {
				return err
			}
			return exit.Errorf(exit.Failed, "#%d is an invitation, and %s", id, i.State)
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
		if record, err = a.replayed(g.Rules, plies); err != nil {
			return exit.Errorf(exit.Failed, "game #%d: %w; see 'turnpost verify'", id, err)
		}
		sheet.Plies = []gamePly{}
		for i, p := range plies {
			sheet.Plies = append(sheet.Plies, gamePly{p.N, record.At(i).Turn().String(), p.Move, p.Letter, terminal.Stamp(p.PlayedAt)})
		}
		in, err := tx.LettersOfGame(id)
		if err != nil {
			return err
		}
		out, err := tx.ListOutgoing("", id, -1)
		sheet.Letters, sheet.Sent = inboxRows(in), outboxRows(out)
		return err
	})
	return sheet, record, err
}

// replayed plays stored plies.
func (a *app) replayed(name string, plies []db.Ply) (*rules.Record, error) {
	g, err := rules.Find(a.Games, name)
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
	if g.Result != "none" {
		fmt.Fprintf(out, "ended:    %s, %s (%s)\n", g.Ended, g.Result, g.Reason)
	} else {
		fmt.Fprintf(out, "turn:     since %s\ndue:      %s, lost %s\n", g.TurnSince, s.Due, s.Lost)
	}
	if s.Offer != "" {
		fmt.Fprintf(out, "offered:  %s\n", s.Offer)
	}
	fmt.Fprintln(out)
	if err := rulebook.Show(out, record, rules.Black); err != nil {
		return err
	}
	fmt.Fprintln(out)
	err := terminal.Rows(out, false, s.Plies, "no plies", "PLY\tSIDE\tMOVE\tLETTER\tPLAYED", func(p gamePly) string {
		return fmt.Sprintf("%d\t%s\t%s\t%d\t%s", p.N, p.Side, p.Move, p.Letter, p.Played)
	})
	fmt.Fprintln(out)
	if err == nil {
		err = printInbox(out, false, s.Letters)
	}
	fmt.Fprintln(out)
	if err == nil {
		err = printOutbox(out, false, s.Sent)
	}
	return err
}
