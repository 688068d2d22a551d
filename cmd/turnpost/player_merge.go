package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/exit"
	"turnpost/db"
	"turnpost/mail/club"
)

// playerMergeCommand is `turnpost player merge`.
func playerMergeCommand(a *app) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:   "merge FROM INTO",
		Short: "Make two addresses of one person one player",
		Long: `Make two addresses of one person one player: games, invitations, words, notes,
conditional lines, vacations, blocks and the record of turns of FROM become
INTO's. Name, address and settings are INTO's. Of two ratings in the same game
the more certain one stays. It cannot be taken back: make a backup before.

It is refused when the two have, or had, a game with each other, and when a program
plays for one of them alone: say first with 'turnpost player robot' or 'turnpost player
person' what is true of both. Invitations between them end.

Letters that FROM has got prove nothing any more: the boards of the running games
are sent to INTO. With --db no letter is written, because only the configuration
knows the robot's address; INTO gets them by writing "games". FROM's address
becomes INTO's second one, and letters from there are INTO's; but if INTO has a
second address already, a letter from FROM's begins a new player.

  turnpost player merge ada@old.example ada@new.example`,
		Args: cli.Arguments(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			from, into, err := a.merge(cmd.Context(), s, args[0], args[1])
			switch {
			case errors.Is(err, db.ErrMet), errors.Is(err, db.ErrLeaving), errors.Is(err, club.ErrMixed):
				return exit.Errorf(exit.Failed, "%s and %s cannot be one player: %w", from, into, err)
			case err != nil:
				return err
			}
			_, err = fmt.Fprintf(a.Out, "%s is %s (#%d) now\n", from, into, into.ID)
			return err
		},
	}
	addStoreFlags(cmd, &s)
	return cmd
}

func (a *app) merge(ctx context.Context, s store, fromText, intoText string) (from, into playerRef, err error) {
	err = a.operate(ctx, s, func(d *db.DB, o daemon.Operations, letters bool) error {
		err := d.View(ctx, func(tx *db.Tx) error {
			for text, found := range map[string]*playerRef{fromText: &from, intoText: &into} {
				p, err := findPlayer(tx, text)
				if err != nil {
					return err
				}
				if isRobot(p.Name, p.Address) {
					return exit.Errorf(exit.Failed, "player #%d is a robot", p.ID)
				}
				if p.Address == "" {
					return exit.Errorf(exit.Failed, "player #%d has left", p.ID)
				}
				*found = playerRef{p.ID, p.Name, p.Address}
			}
			return nil
		})
		if err != nil {
			return err
		}
		if from.ID == into.ID || fromText == intoText {
			return exit.Errorf(exit.Usage, "%s and %s are the same player", fromText, intoText)
		}
		return o.Merge(ctx, from.ID, into.ID, letters)
	})
	return from, into, err
}
