package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/handler"
)

// The output of player --json. The keys are a contract with programs.
type (
	playerSheet struct {
		Player  playerRow   `json:"player"`
		Ratings []ratingRow `json:"ratings"`
		Games   []gameRow   `json:"games"`
		Blocks  []playerRef `json:"blocks"`
	}
	ratingRow struct {
		Rules     string  `json:"rules"`
		Robots    bool    `json:"robots"`
		Rating    float64 `json:"rating"`
		Deviation float64 `json:"deviation"`
		Games     int     `json:"games"`
	}
)

// playerCommand is `turnpost player` and its subcommands.
func playerCommand(a *app) *cobra.Command {
	cmd := playerShowCommand(a)
	cmd.AddCommand(
		playerChangeCommand(a, "suspend", "Stop the clocks of a player's games",
			`Stop the clocks of a player's games and all messages to the player, as when they bounce,
until the player writes, or until 'turnpost player resume'. The clocks stop for at most
thirty days, and only for what the player's vacations leave of policy.vacation_days. The
opponents are told, but not with --db, because the server's address is in the
configuration.`,
			"is suspended", "is already suspended", (*handler.Operator).Suspend),
		playerChangeCommand(a, "resume", "Start the clocks of a player's games again",
			`Start the clocks again that 'turnpost player suspend' or bounces have stopped. The time in
between counts for nobody.`,
			"is not suspended any more", "is not suspended", withoutMessages((*handler.Operator).Resume)),
		playerChangeCommand(a, "block", "Keep a player away from the server",
			`Keep a player away, and everybody else of the same mailbox (address+anything; at Gmail also
with other dots): mail from there is not read, nothing is sent there, and open invitations
end. Nobody is told. Running games continue; the clocks run out.`,
			"is blocked, with every address of that mailbox", "is already blocked, by an address of that mailbox",
			withoutMessages((*handler.Operator).Block)),
		playerChangeCommand(a, "unblock", "Let a player write and read again",
			`Undo 'turnpost player block', whichever address of the mailbox it named. Messages that
arrived meanwhile stay dropped.`,
			"is not blocked any more, nor is any address of that mailbox", "is not blocked",
			withoutMessages((*handler.Operator).Unblock)),
		playerChangeCommand(a, "robot", "Mark a player as a program",
			`Mark a player as a program: opponents read it before a game, its ratings are those
against programs, and messages to it wait behind those to people. Offers that the player
made as a person end. The player cannot change it any more.`,
			"is a program", "is already known as a program", setRobot(true)),
		playerChangeCommand(a, "person", "Mark a player as a person",
			`Undo 'turnpost player robot', or mark a player as a person who wrote "robot on". The
player cannot change it any more.`,
			"is a person", "is already known as a person", setRobot(false)),
		playerMergeCommand(a),
	)
	return cmd
}

// playerShowCommand is `turnpost player` itself.
func playerShowCommand(a *app) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:   "player PLAYER",
		Short: "Show, suspend, block or merge a player",
		Long: `Show a player: address, name, state, ratings, recent games, and whose invitations the
player refuses. The subcommands suspend or block a player, or merge two addresses of one
person. A server may be running and needs no restart. PLAYER is an address, a number,
or a name that only one player has.

  turnpost player ada@example.org
  turnpost player suspend 12
  turnpost player ada@example.org resume
  turnpost player merge ada@old.example ada@new.example

--json writes one object: "player" (the fields of 'turnpost players'), "ratings" (a list
of {"rules","robots","rating","deviation","games"}; "robots" marks ratings against
programs), "games" (the fields of 'turnpost games') and "blocks" (a list of
{"id","name","address"}).`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			sheet, err := playerSheetOf(cmd.Context(), s, args[0])
			if err != nil {
				return err
			}
			if s.json {
				return cli.PrintJSON(a.Out, sheet)
			}
			if err := printPlayers(a, false, []playerRow{sheet.Player}); err != nil {
				return err
			}
			fmt.Fprintf(a.Out, "\nlanguage %s, timezone %s, first wrote: %s, finished games: %s\n", sheet.Player.Lang,
				sheet.Player.Timezone, sheet.Player.Wrote,
				map[bool]string{true: "public", false: "not public"}[sheet.Player.Public])
			for _, r := range sheet.Ratings {
				against := map[bool]string{true: " against programs"}[r.Robots]
				fmt.Fprintf(a.Out, "rating in %s%s: %.0f, deviation %.0f, after %d games\n", r.Rules, against,
					r.Rating, r.Deviation, r.Games)
			}
			for _, p := range sheet.Blocks {
				fmt.Fprintf(a.Out, "refuses invitations from %s (#%d)\n", p, p.ID)
			}
			for _, g := range sheet.Games {
				state := "running"
				if g.Result != db.Undecided {
					state = string(g.Result) + " " + g.Reason
				}
				fmt.Fprintf(a.Out, "game #%d: %s, %s - %s, %d plies, %s\n", g.ID, g.Rules, g.Black, g.White, g.Plies,
					state)
			}
			return nil
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonObject)
	return cmd
}

// lastGames is how many games are shown.
const lastGames = 20

func playerSheetOf(ctx context.Context, s store, text string) (sheet playerSheet, err error) {
	sheet = playerSheet{Ratings: []ratingRow{}, Games: []gameRow{}, Blocks: []playerRef{}}
	err = s.view(ctx, func(tx *db.Tx) error {
		p, err := findPlayer(tx, text)
		if err != nil {
			return err
		}
		listed, err := tx.Roster(p.ID, 1)
		if err != nil {
			return err
		}
		sheet.Player = playerRowOf(listed[0])
		ratings, err := tx.Ratings(p.ID)
		if err != nil {
			return err
		}
		for _, r := range ratings {
			sheet.Ratings = append(sheet.Ratings, ratingRow{r.Rules, r.AgainstPrograms, r.Rating, r.Deviation, r.Games})
		}
		games, err := tx.ListGames(p.ID, false, lastGames)
		if err != nil {
			return err
		}
		for _, g := range games {
			row, err := gameRowOf(tx, g)
			if err != nil {
				return err
			}
			sheet.Games = append(sheet.Games, row)
		}
		blocks, err := tx.Blocks(p.ID)
		for _, b := range blocks {
			if b.ID != p.ID { // this one is the operator's block
				sheet.Blocks = append(sheet.Blocks, playerRef{b.ID, b.Name, b.Address})
			}
		}
		return err
	})
	return sheet, err
}

// change is a change of a player. messages says whether players can be written to.
type change func(o *handler.Operator, ctx context.Context, player int64, messages bool) error

func withoutMessages(f func(*handler.Operator, context.Context, int64) error) change {
	return func(o *handler.Operator, ctx context.Context, player int64, _ bool) error {
		return f(o, ctx, player)
	}
}

func setRobot(robot bool) change {
	return func(o *handler.Operator, ctx context.Context, player int64, messages bool) error {
		if !messages {
			return cli.Errorf(cli.ExitUsage,
				"--db cannot be used here: the player is written to, from the address in the configuration")
		}
		return o.SetProgram(ctx, player, robot)
	}
}

// playerChangeCommand is a command that changes one player.
func playerChangeCommand(a *app, name, short, long, done, already string, change change) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:   name + " PLAYER",
		Short: short,
		Long:  long + "\n\n  turnpost player " + name + " ada@example.org",
		Args:  arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := a.changePlayer(cmd.Context(), s, args[0], change)
			switch {
			case errors.Is(err, club.ErrNothingToDo):
				return cli.Errorf(cli.ExitFailed, "%s %s", p, already)
			case err != nil:
				return err
			}
			_, err = fmt.Fprintf(a.Out, "%s %s\n", p, done)
			return err
		},
	}
	addStoreFlags(cmd, &s)
	return cmd
}

func (a *app) changePlayer(ctx context.Context, s store, text string, change change) (p playerRef, err error) {
	err = a.operate(ctx, s, func(d *db.DB, o *handler.Operator, messages bool) error {
		var player db.Player
		if err := d.View(ctx,
			func(tx *db.Tx) (err error) { player, err = findPlayer(tx, text); return err }); err != nil {
			return err
		}
		if isRobot(player.Name, player.Address) {
			return cli.Errorf(cli.ExitFailed, "player #%d is a computer player", player.ID)
		}
		p = playerRef{player.ID, player.Name, player.Address}
		return change(o, ctx, player.ID, messages)
	})
	return p, err
}

// playerMergeCommand is `turnpost player merge`.
func playerMergeCommand(a *app) *cobra.Command {
	var s store
	var yes bool
	cmd := &cobra.Command{
		Use:   "merge FROM INTO",
		Short: "Make one player of two addresses of a person",
		Long: `Make one player of two addresses of a person. Games, invitations, words, notes, conditional
moves, vacations, blocks and statistics of FROM move to INTO. Name, address and settings
are INTO's. Of two ratings in the same game the more certain one stays. This cannot be
undone, so it asks on a terminal: make a backup before.

It is refused if the two play, or played, each other in a tournament, or if only one of them
is a program: say first with 'turnpost player robot' or 'turnpost player person' what is true
of both. Invitations between them end.

Games between them that are under way become void, and both addresses are told. Games between
them that are over, and what these did to ratings, stay as they are. In all of them FROM's side
is somebody without a name, since nobody plays both sides. A resignation that could still be
taken back counts.

Messages that FROM has received prove nothing any more, so the boards of running games are
sent to INTO. With --db nothing is sent, because the server's address is in the
configuration; INTO can write "games", and games between the two must be over. FROM's address
becomes INTO's second address, and messages from it count as INTO's. If INTO already has a
second address, a message from FROM's begins a new player.

  turnpost player merge ada@old.example ada@new.example`,
		Args: arguments(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			from, into, err := a.merge(cmd.Context(), s, args[0], args[1], yes)
			switch {
			case errors.Is(err, db.ErrPlaying):
				return cli.Errorf(cli.ExitFailed,
					"%s and %s cannot be merged with --db: %w, and both are told of its end",
					from, into, err)
			case errors.Is(err, db.ErrLeaving), errors.Is(err, club.ErrMixed), errors.Is(err, club.ErrTable):
				return cli.Errorf(cli.ExitFailed, "%s and %s cannot be merged: %w", from, into, err)
			case err != nil:
				return err
			}
			_, err = fmt.Fprintf(a.Out, "%s is now %s (#%d)\n", from, into, into.ID)
			return err
		},
	}
	addYesFlag(cmd, &yes)
	addStoreFlags(cmd, &s)
	return cmd
}

func (a *app) merge(ctx context.Context, s store, fromText, intoText string, yes bool) (from, into playerRef,
	err error) {
	err = a.operate(ctx, s, func(d *db.DB, o *handler.Operator, messages bool) error {
		var between []db.Game
		err := d.View(ctx, func(tx *db.Tx) (err error) {
			for text, found := range map[string]*playerRef{fromText: &from, intoText: &into} {
				p, err := findPlayer(tx, text)
				if err != nil {
					return err
				}
				if isRobot(p.Name, p.Address) {
					return cli.Errorf(cli.ExitFailed, "player #%d is a computer player", p.ID)
				}
				if p.Address == "" {
					return cli.Errorf(cli.ExitFailed, "player #%d has left", p.ID)
				}
				*found = playerRef{p.ID, p.Name, p.Address}
			}
			between, err = tx.Between(from.ID, into.ID)
			return err
		})
		if err != nil {
			return err
		}
		if from.ID == into.ID || fromText == intoText {
			return cli.Errorf(cli.ExitUsage, "%s and %s are the same player", fromText, intoText)
		}
		if !yes {
			fmt.Fprintf(a.Out,
				"Everything of %s (#%d) moves to %s (#%d), and the first address proves nothing any more. This "+
					"cannot be undone.\n",
				cli.OneLine(from.String()), from.ID, cli.OneLine(into.String()), into.ID)
			sayBetween(a.Out, between)
			if err := a.confirm(ctx, "Do it?", false); err != nil {
				return err
			}
		}
		return o.Merge(ctx, from.ID, into.ID, messages)
	})
	return from, into, err
}

// sayBetween says what becomes of games that two players have with each other when they are merged.
func sayBetween(out io.Writer, games []db.Game) {
	var void, stay []string
	for _, g := range games {
		if number := fmt.Sprintf("#%d", g.ID); g.Over() {
			stay = append(stay, number)
		} else {
			void = append(void, number)
		}
	}
	if len(void) > 0 {
		fmt.Fprintf(out, "Games between them that become void, of which both are told: %s.\n", strings.Join(void, ", "))
	}
	if len(stay) > 0 {
		fmt.Fprintf(out, "Games between them that are over and keep their results: %s.\n", strings.Join(stay, ", "))
	}
}
