package main

import (
	"context"
	"errors"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/archive"
	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/terminal"
	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
)

// store is where a command of administration finds the database, and how it
// prints: its flags.
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

// What --json does, in the line of help.
const (
	jsonObject = "write one JSON object"
	jsonLines  = "write JSON, one object a line"
)

// dbFlagHelp is the line of help of --db.
const dbFlagHelp = "the database file, or a postgres:// URL without a password, instead of the configuration's"

// where names the database: the path of its file, or its URL.
func (s store) where() (string, error) {
	if s.path != "" {
		return s.path, cli.WithoutPassword(s.path)
	}
	c, err := config.Load(s.config)
	return c.Database.Where(), err
}

// unopened gives the error of a database that cannot be opened its status, and says
// how one that is not there is made.
func unopened(err error) error {
	if errors.Is(err, db.ErrMissing) {
		return exit.Errorf(exit.Database, "%w; 'turnpost serve' makes it when it begins, and --config or --db name another", err)
	}
	return exit.With(exit.Database, err)
}

// read runs f on the database, which is only read; a server may be running.
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

// view runs f on one state of the database, which is only read.
func (s store) view(ctx context.Context, f func(*db.Tx) error) error {
	return s.read(ctx, func(d *db.DB) error { return d.View(ctx, f) })
}

// look runs f on the operations of the database, which is only read.
func (a *app) look(ctx context.Context, s store, f func(daemon.Operations) error) error {
	return s.read(ctx, func(d *db.DB) error {
		o, _, err := a.operations(s, d)
		if err != nil {
			return err
		}
		return f(o)
	})
}

// operate runs f on the database and its operations, to change it; letters says
// whether players can be written to. A server may be running.
func (a *app) operate(ctx context.Context, s store, f func(d *db.DB, o daemon.Operations, letters bool) error) error {
	d, err := s.open(ctx)
	if err != nil {
		return err
	}
	o, letters, err := a.operations(s, d)
	if err == nil {
		err = f(d, o, letters)
	}
	return said(errors.Join(err, d.Close()))
}

// open opens the database to change it; a server may be running. It must be
// there and have this program's schema: to bring it forward under a running
// server of an older version is not for a command by the way.
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
		return nil, exit.With(exit.Database, err)
	}
	d, err := db.Open(ctx, path)
	return d, exit.With(exit.Database, err)
}

// opened gives a command of the archive the flags --config and --db, and what they name.
func (a *app) opened(command func(archive.Open) *cobra.Command) *cobra.Command {
	var s store
	cmd := command(func(ctx context.Context) (*db.DB, config.Config, error) {
		c := daemon.Nobody()
		if s.path == "" {
			var err error
			if c, err = config.Load(s.config); err != nil {
				return nil, c, err
			}
		}
		d, err := s.open(ctx)
		return d, c, err
	})
	addStoreFlags(cmd, &s)
	return cmd
}

// update runs f on the database in one transaction.
func (s store) update(ctx context.Context, f func(*db.Tx) error) error {
	d, err := s.open(ctx)
	if err != nil {
		return err
	}
	return said(errors.Join(d.Update(ctx, f), d.Close()))
}

// said gives an error that no command has put into a sentence, which is the
// database's, its status.
func said(err error) error {
	for _, known := range []error{nil, db.ErrNotFound, db.ErrMet, db.ErrLeaving, club.ErrMixed} {
		if errors.Is(err, known) {
			return err
		}
	}
	if daemon.NothingToDo(err) || daemon.IsTheirs(err) {
		return err
	}
	return exit.With(exit.Database, err)
}

// operations are what can be done to a database; letters says whether players can
// be written to about it: only the configuration knows the robot's address.
func (a *app) operations(s store, d *db.DB) (o daemon.Operations, letters bool, err error) {
	c := daemon.Nobody()
	if s.path == "" {
		if c, err = config.Load(s.config); err != nil {
			return nil, false, err
		}
	}
	o, err = daemon.NewOperations(c, d, a.Games)
	return o, s.path == "", exit.With(exit.Config, err)
}

// number reads the number of a game, a letter or a player: 12 or #12.
func number(text, of string) (int64, error) {
	n, err := strconv.ParseInt(strings.TrimPrefix(text, "#"), 10, 64)
	if err != nil || n < 1 {
		return 0, exit.Errorf(exit.Usage, "%q is no number of %s", text, of)
	}
	return n, nil
}

// findPlayer finds the player of an address, a number, or a name that only one
// has.
func findPlayer(tx *db.Tx, text string) (db.Player, error) {
	if strings.Contains(text, "@") {
		p, err := tx.PlayerByAddress(mail.Key(text))
		if errors.Is(err, db.ErrNotFound) {
			return p, exit.Errorf(exit.Failed, "there is no player %s", terminal.OneLine(text))
		}
		return p, err
	}
	if n, err := number(text, "a player"); err == nil {
		p, err := tx.Player(n)
		if errors.Is(err, db.ErrNotFound) {
			return p, exit.Errorf(exit.Failed, "there is no player #%d", n)
		}
		return p, err
	}
	people, err := tx.PlayersByName(text)
	switch {
	case err != nil:
		return db.Player{}, err
	case len(people) == 0:
		return db.Player{}, exit.Errorf(exit.Failed, "there is no player called %q; a player is an address, a number or a name", text)
	case len(people) > 1:
		return db.Player{}, exit.Errorf(exit.Failed, "%d players are called %q; give the address: %s or %s", len(people), text, people[0].Address, people[1].Address)
	}
	return people[0], nil
}

// exists reports whether there is a file of that name.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
