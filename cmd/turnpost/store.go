package main

import (
	"context"
	"errors"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/handler"
)

// store has the flags of a command that uses the database: where it is, and how to print.
type store struct {
	config, path string
	json         bool
}

// addStoreFlags gives a command the flags --config and --db.
func addStoreFlags(cmd *cobra.Command, s *store) {
	addConfigFlag(cmd, &s.config)
	cmd.Flags().StringVar(&s.path, "db", "", dbFlagHelp)
}

// addJSONFlag gives a command the flag --json.
func addJSONFlag(cmd *cobra.Command, s *store, what string) {
	cmd.Flags().BoolVar(&s.json, "json", false, what)
}

// The help of --json.
const (
	jsonObject = "write one JSON object"
	jsonLines  = "write JSON, one object a line"
)

// dbFlagHelp is the help of --db.
const dbFlagHelp = "the database file, or a postgres:// URL without a password, instead of the configuration's"

// where returns the path or the URL of the database.
func (s store) where() (string, error) {
	if s.path != "" {
		return s.path, withoutPassword(s.path)
	}
	c, err := config.Load(s.config)
	return c.Database.Where(), err
}

// unopened gives the error of a database that cannot be opened its exit status, and
// explains how to make a missing one.
func unopened(err error) error {
	if errors.Is(err, db.ErrMissing) {
		return cli.Errorf(cli.ExitDatabase,
			"%w; 'turnpost serve' makes it when it starts, and --config or --db name another one", err)
	}
	return cli.WithStatus(cli.ExitDatabase, err)
}

// read runs f on the database, read-only. A server may be running.
func (s store) read(ctx context.Context, f func(*db.DB) error) error {
	path, err := s.where()
	if err != nil {
		return err
	}
	d, err := db.OpenReadOnly(ctx, path)
	if err != nil {
		return unopened(err)
	}
	defer d.Close()
	return said(f(d))
}

// view runs f in a read-only transaction.
func (s store) view(ctx context.Context, f func(*db.Tx) error) error {
	return s.read(ctx, func(d *db.DB) error { return d.View(ctx, f) })
}

// look runs f with the operations on the database, read-only.
func (a *app) look(ctx context.Context, s store, f func(*handler.Operator) error) error {
	return s.read(ctx, func(d *db.DB) error {
		o, _, err := a.operations(s, d)
		if err != nil {
			return err
		}
		return f(o)
	})
}

// viewOperations runs f in a read-only transaction, with the operations on the database.
func (a *app) viewOperations(ctx context.Context, s store, f func(*db.Tx, *handler.Operator) error) error {
	return s.read(ctx, func(d *db.DB) error {
		o, _, err := a.operations(s, d)
		if err != nil {
			return err
		}
		return d.View(ctx, func(tx *db.Tx) error { return f(tx, o) })
	})
}

// operate runs f with the operations on the database, to change it. messages says whether
// players can be written to. A server may be running.
func (a *app) operate(ctx context.Context, s store,
	f func(d *db.DB, o *handler.Operator, messages bool) error) error {
	d, err := s.open(ctx)
	if err != nil {
		return err
	}
	o, messages, err := a.operations(s, d)
	if err == nil {
		err = f(d, o, messages)
	}
	return said(errors.Join(err, d.Close()))
}

// open opens the database to change it. A server may be running. The database must exist and
// have this program's schema, because a command must not upgrade it under a running older
// server.
func (s store) open(ctx context.Context) (*db.DB, error) {
	path, err := s.where()
	if err != nil {
		return nil, err
	}
	before, err := db.OpenReadOnly(ctx, path)
	if err != nil {
		return nil, unopened(err)
	}
	if err := before.Close(); err != nil {
		return nil, cli.WithStatus(cli.ExitDatabase, err)
	}
	d, err := db.Open(ctx, path)
	return d, cli.WithStatus(cli.ExitDatabase, err)
}

// openConfigured opens the database to change it, and returns the configuration, or the
// default one if the database is named by --db.
func (s store) openConfigured(ctx context.Context) (*db.DB, config.Config, error) {
	c := daemon.Nobody()
	if s.path == "" {
		var err error
		if c, err = config.Load(s.config); err != nil {
			return nil, c, err
		}
	}
	d, err := s.open(ctx)
	return d, c, err
}

// update runs f in one transaction.
func (s store) update(ctx context.Context, f func(*db.Tx) error) error {
	d, err := s.open(ctx)
	if err != nil {
		return err
	}
	return said(errors.Join(d.Update(ctx, f), d.Close()))
}

// said gives errors of the database their exit status, and leaves errors alone that
// commands explain.
func said(err error) error {
	for _, known := range []error{nil, db.ErrNotFound, db.ErrLeaving, db.ErrPlaying, club.ErrMixed, club.ErrTable} {
		if errors.Is(err, known) {
			return err
		}
	}
	if errors.Is(err, club.ErrNothingToDo) || errors.Is(err, club.ErrPlayersPause) {
		return err
	}
	return cli.WithStatus(cli.ExitDatabase, err)
}

// operations returns the operations on a database. messages says whether players can be
// written to, which needs the server's address from the configuration.
func (a *app) operations(s store, d *db.DB) (o *handler.Operator, messages bool, err error) {
	c := daemon.Nobody()
	if s.path == "" {
		if c, err = config.Load(s.config); err != nil {
			return nil, false, err
		}
	}
	o, err = daemon.NewOperator(c, d, a.Games)
	return o, s.path == "", cli.WithStatus(cli.ExitConfig, err)
}

// number parses the number of a game, message or player: 12 or #12.
func number(text, of string) (int64, error) {
	n, err := strconv.ParseInt(strings.TrimPrefix(text, "#"), 10, 64)
	if err != nil || n < 1 {
		return 0, cli.Errorf(cli.ExitUsage, "%q is not the number of %s", text, of)
	}
	return n, nil
}

// findPlayer finds a player by address, number, or a name that only one player has.
func findPlayer(tx *db.Tx, text string) (db.Player, error) {
	if strings.Contains(text, "@") {
		p, err := tx.PlayerByAddress(mail.Key(text))
		if errors.Is(err, db.ErrNotFound) {
			return p, cli.Errorf(cli.ExitFailed, "there is no player %s", cli.OneLine(text))
		}
		return p, err
	}
	if n, err := number(text, "a player"); err == nil {
		p, err := tx.Player(n)
		if errors.Is(err, db.ErrNotFound) {
			return p, cli.Errorf(cli.ExitFailed, "there is no player #%d", n)
		}
		return p, err
	}
	people, err := tx.PlayersByName(text)
	switch {
	case err != nil:
		return db.Player{}, err
	case len(people) == 0:
		return db.Player{},
			cli.Errorf(cli.ExitFailed, "there is no player called %q; give an address, a number or a name", text)
	case len(people) > 1:
		return db.Player{},
			cli.Errorf(cli.ExitFailed, "%d players are called %q; give the address: %s or %s", len(people), text,
				people[0].Address, people[1].Address)
	}
	return people[0], nil
}

// exists reports whether a file exists.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
