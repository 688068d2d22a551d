package main

import (
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"

	"turnpost/db"
	"turnpost/mail/desk"
)

// verifyCommand is `turnpost verify`.
func (a *app) verifyCommand() *cobra.Command {
	var config, path string
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Replay every game from its plies and compare it with what is stored",
		Long: `Replay every game from its plies and compare the result with what is stored.
Each game that differs is a line of output, and the exit status is 1. The
database is only read, and a server may be running meanwhile.

  turnpost verify --config turnpost.toml
  turnpost verify --db turnpost.db`,
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			if path == "" {
				c, err := loadConfig(config)
				if err != nil {
					return err
				}
				path = c.Database.Path
			}
			d, err := db.OpenReadOnly(ctx, path)
			if err != nil {
				return exitWith(exitDatabase, err)
			}
			defer d.Close()
			checker, err := desk.New(desk.Robot{Address: "verify@localhost.invalid"}, d, a.games, slog.New(slog.DiscardHandler))
			if err != nil {
				return err
			}
			bar := a.progress(-1, "replaying games")
			games := 0
			faults, err := checker.Verify(ctx, func(done, total int) {
				games = total
				bar.ChangeMax(total)
				_ = bar.Set(done)
			})
			_ = bar.Finish()
			if err != nil {
				return exitWith(exitDatabase, err)
			}
			for _, f := range faults {
				fmt.Fprintf(a.out, "game %d: %s\n", f.Game, f.What)
			}
			if len(faults) > 0 {
				return exitf(exitFailed, "%d of %d games are not what their plies say", len(faults), games)
			}
			_, err = fmt.Fprintf(a.out, "%d games replayed, all as stored\n", games)
			return err
		},
	}
	addConfigFlag(cmd, &config)
	cmd.Flags().StringVar(&path, "db", "", "the database file, instead of the configuration's")
	return cmd
}
