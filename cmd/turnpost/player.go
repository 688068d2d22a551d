package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/terminal"
	"turnpost/db"
)

// The answer of player --json. The names of the keys are a contract with
// programs.
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

// playerCommand is `turnpost player` and all below it.
func playerCommand(a *app) *cobra.Command {
	cmd := playerShowCommand(a)
	cmd.AddCommand(
		playerChangeCommand(a, "suspend", "Stop the clocks of a player's games", `Stop the clocks of a player's games, and all letters to the player, as when they
come back: until the player writes, or until 'turnpost player resume'. The clocks
stand still for thirty days at most, and only for what the player's vacations leave
of policy.vacation_days. The opponents are told, but not with --db: only the
configuration knows the robot's address.`,
			"is suspended", "is suspended already", daemon.Operations.Suspend),
		playerChangeCommand(a, "resume", "Start the clocks of a player's games again", `Start the clocks again that 'turnpost player suspend', or letters that came back,
have stopped. The time in between counts for nobody.`,
			"plays on", "is not suspended", withoutLetters(daemon.Operations.Resume)),
		playerChangeCommand(a, "block", "Keep a player away from the server", `Keep a player away: nothing that comes from the address or a subaddress of it
(address+anything) is read, nothing is sent to the address, and the invitations
that stand end. Nobody is told. Running games go on; the player's clocks run out.`,
			"is blocked", "is blocked already", withoutLetters(daemon.Operations.Block)),
		playerChangeCommand(a, "unblock", "Let a player write and read again", `Take 'turnpost player block' back. Letters that came meanwhile stay dropped.`,
			"is not blocked any more", "is not blocked", withoutLetters(daemon.Operations.Unblock)),
		playerChangeCommand(a, "robot", "Say that a program plays for a player", `Say that a program plays for a player: opponents read it before a game, whose
rating is that against robots, and its letters wait behind those of people. What
the player offered as a person ends. The player cannot change it any more.`,
			"is a robot", "is known as a robot already", setRobot(true)),
		playerChangeCommand(a, "person", "Say that no program plays for a player", `Take 'turnpost player robot' back, or say that the player is a person against what
"robot on" says. The player cannot change it any more.`,
			"is a person", "is known as a person already", setRobot(false)),
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
		Long: `Show a player: address, name, what is the matter, ratings, the last games, and
whom the player wants no invitations from. The commands below it suspend or block
one, or merge two addresses of one person. A server may be running; it needs no
restart. A player is an address, a number or a name that only one has.

  turnpost player ada@example.org
  turnpost player suspend 12
  turnpost player merge ada@old.example ada@new.example

With --json there is one object: "player" (the fields of 'turnpost players'),
"ratings" (a list of {"rules","robots","rating","deviation","games"}; with robots
true it is that against robots), "games" (the fields of 'turnpost games'),
"blocks" (a list of {"id","name","address"}).`,
		Args: cli.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			sheet, err := playerSheetOf(cmd.Context(), s, args[0])
			if err != nil {
				return err
			}
			if s.json {
				return terminal.Object(a.Out, sheet)
			}
			if err := printPlayers(a, false, []playerRow{sheet.Player}); err != nil {
				return err
			}
			fmt.Fprintf(a.Out, "\nreads %s, timezone %s, wrote first: %s, finished games: %s\n", sheet.Player.Lang, sheet.Player.Timezone, sheet.Player.Wrote,
				map[bool]string{true: "public", false: "not public"}[sheet.Player.Public])
			for _, r := range sheet.Ratings {
				against := map[bool]string{true: " against robots"}[r.Robots]
				fmt.Fprintf(a.Out, "rating in %s%s: %.0f, deviation %.0f, after %d games\n", r.Rules, against, r.Rating, r.Deviation, r.Games)
			}
			for _, p := range sheet.Blocks {
				fmt.Fprintf(a.Out, "wants no invitations from %s (#%d)\n", p, p.ID)
			}
			for _, g := range sheet.Games {
				state := "running"
				if g.Result != "none" {
					state = g.Result + " " + g.Reason
				}
				fmt.Fprintf(a.Out, "game #%d: %s, %s - %s, %d plies, %s\n", g.ID, g.Rules, g.Black, g.White, g.Plies, state)
			}
			return nil
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonObject)
	return cmd
}

// lastGames is how many games a player's sheet shows.
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
			sheet.Ratings = append(sheet.Ratings, ratingRow{r.Rules, r.Robots, r.Rating, r.Deviation, r.Games})
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
			if b.ID != p.ID { // that one is the operator's
				sheet.Blocks = append(sheet.Blocks, playerRef{b.ID, b.Name, b.Address})
			}
		}
		return err
	})
	return sheet, err
}

// change is what is done to a player; letters says whether letters may be written
// about it.
type change func(o daemon.Operations, ctx context.Context, player int64, letters bool) error

func withoutLetters(f func(daemon.Operations, context.Context, int64) error) change {
	return func(o daemon.Operations, ctx context.Context, player int64, _ bool) error { return f(o, ctx, player) }
}

func setRobot(robot bool) change {
	return func(o daemon.Operations, ctx context.Context, player int64, letters bool) error {
		if !letters {
			return exit.Errorf(exit.Usage, "--db cannot stand here: the player is written to, and only the configuration knows the robot's address")
		}
		return o.SetRobot(ctx, player, robot)
	}
}

// playerChangeCommand is a command that does one thing to one player.
func playerChangeCommand(a *app, name, short, long, done, already string, change change) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:   name + " PLAYER",
		Short: short,
		Long:  long + "\n\n  turnpost player " + name + " ada@example.org",
		Args:  cli.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := a.changePlayer(cmd.Context(), s, args[0], change)
			switch {
			case daemon.NothingToDo(err):
				return exit.Errorf(exit.Failed, "%s %s", p, already)
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
	err = a.operate(ctx, s, func(d *db.DB, o daemon.Operations, letters bool) error {
		var player db.Player
		if err := d.View(ctx, func(tx *db.Tx) (err error) { player, err = findPlayer(tx, text); return err }); err != nil {
			return err
		}
		if isRobot(player.Name, player.Address) {
			return exit.Errorf(exit.Failed, "player #%d is a robot; its clocks stand still for nobody, and no letter goes there", player.ID)
		}
		p = playerRef{player.ID, player.Name, player.Address}
		return change(o, ctx, player.ID, letters)
	})
	return p, err
}
