package main

import (
	"context"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/tournaments"
	"turnpost/db"
)

// tournamentCommand is `turnpost tournament` and all below it.
func tournamentCommand(a *app) *cobra.Command {
	var s store
	cmd := tournaments.Command(a.Env, tournamentStore(a, &s))
	for _, below := range cmd.Commands() {
		addStoreFlags(below, &s)
	}
	return cmd
}

// ladderCommand is `turnpost ladder`.
func ladderCommand(a *app) *cobra.Command {
	var s store
	cmd := tournaments.Ladder(a.Env, tournamentStore(a, &s))
	addStoreFlags(cmd, &s)
	return cmd
}

// tournamentStore is where these find the database.
func tournamentStore(a *app, s *store) tournaments.Store {
	return tournaments.Store{
		Look: func(ctx context.Context, f func(*db.Tx, daemon.Operations) error) error {
			return s.read(ctx, func(d *db.DB) error {
				o, _, err := a.operations(*s, d)
				if err != nil {
					return err
				}
				return d.View(ctx, func(tx *db.Tx) error { return f(tx, o) })
			})
		},
		Operate: func(ctx context.Context, f func(daemon.Operations) error) error {
			return a.operate(ctx, *s, func(_ *db.DB, o daemon.Operations, _ bool) error { return f(o) })
		},
	}
}
