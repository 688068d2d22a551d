package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"time"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/seed"
	"turnpost/db"
	"turnpost/db/seasons"
	"turnpost/db/turns"
	"turnpost/mail/clock"
)

// Season is what is to be measured of the beginning of a season.
type Season struct {
	URL     string // of a database of a PostgreSQL server, where another is made beside it; empty: SQLite alone
	Game    string // that is played
	Players int
}

func (b *Bench) seasonPart(ctx context.Context, full bool) ([]Table, error) {
	o := Season{URL: b.Postgres, Game: "turro", Players: 10}
	if full {
		o.Players = 2000
	}
	return b.Season(ctx, o)
}

// beginning is what the beginning of one season took.
type beginning struct {
	draw           time.Duration // making the divisions
	held           time.Duration // of that, while it had the writer of a file
	divisions      durations     // the transactions that begin one each
	cpu            time.Duration
	games, letters int64
	bytes          int64 // by which the database has grown
}

// Season measures what it takes to begin a season of so many players, by the clockwork as
// it is, with all letters, on SQLite and on PostgreSQL. It is an error if it takes another
// number of transactions than one a division, and one that makes the divisions. With an error
// it returns what it has measured.
func (b *Bench) Season(ctx context.Context, o Season) (tables []Table, failed error) {
	t := Table{
		title: "Season: its beginning",
		head:  []string{"database", "divisions", "games", "letters", "making them ms", "with the writer", "a division p50 ms", "p99", "longest", "all s", "CPU s", "MB"},
		notes: []string{fmt.Sprintf("%d players who have joined a season of %s. The divisions are reckoned, and one transaction writes them, which has the writer of a file for so long; then one transaction each begins the games of one and writes the letters. Between two of them others have the database. MB is by how much it grew.", o.Players, o.Game)},
	}
	dir, err := os.MkdirTemp("", "turnpost-bench-")
	if err != nil {
		return nil, exit.With(exit.Database, err)
	}
	defer os.RemoveAll(dir)
	for _, where := range []struct{ name, server string }{{name: "SQLite"}, {"PostgreSQL", o.URL}} {
		at := filepath.Join(dir, where.name+".db")
		if where.name != "SQLite" {
			if where.server == "" {
				continue
			}
			made, drop, err := empty(ctx, where.server, at)
			if drop != nil {
				defer func() { failed = errors.Join(failed, drop()) }()
			}
			if err != nil {
				return []Table{t}, fmt.Errorf("a database beside %s: %w", nameOf(where.server), err)
			}
			at = made
		}
		m, err := b.beginSeason(ctx, o, at)
		if err != nil {
			return []Table{t}, fmt.Errorf("%s: %w", where.name, err)
		}
		held := "-"
		if m.held > 0 {
			held = inMillis(m.held)
		}
		var all time.Duration
		for _, took := range append(m.divisions, m.draw) {
			all += took
		}
		t.add(where.name, strconv.Itoa(len(m.divisions)), fmt.Sprint(m.games), fmt.Sprint(m.letters), inMillis(m.draw), held,
			inMillis(m.divisions.at(50)), inMillis(m.divisions.at(99)), inMillis(m.divisions.at(100)), fmt.Sprintf("%.1f", all.Seconds()),
			fmt.Sprintf("%.1f", m.cpu.Seconds()), fmt.Sprint(m.bytes>>20))
	}
	return []Table{t}, nil
}

// beginSeason lets a season begin in a database.
func (b *Bench) beginSeason(ctx context.Context, o Season, where string) (m beginning, err error) {
	d, err := db.Open(ctx, where)
	if err != nil {
		return m, exit.With(exit.Database, err)
	}
	defer d.Close()
	desk, err := daemon.NewDesk(seed.Config(), d, b.Games)
	if err != nil {
		return m, err
	}
	operator, err := daemon.NewOperations(seed.Config(), d, b.Games)
	if err != nil {
		return m, err
	}
	tag := strconv.FormatInt(time.Now().UnixMilli(), 36)
	name := "bench-" + tag
	if err := operator.NewTournament(ctx, seasons.Tournament{Name: name, Rules: o.Game, Pace: clock.DefaultPace, Days: 120}, 0); err != nil {
		return m, err
	}
	if err := enter(ctx, d, o.Players, name, tag); err != nil {
		return m, err
	}
	for due := true; due; { // what is nothing of the season's
		if due, err = desk.Tick(ctx); err != nil {
			return m, err
		}
	}
	if err := operator.StartTournament(ctx, name); err != nil {
		return m, err
	}
	before, err := progressOf(ctx, d, name)
	if err != nil {
		return m, err
	}
	var held atomic.Int64
	d.Turns(func(_ context.Context, t turns.Turn) { held.Store(int64(t.Ended.Sub(t.Began))) })
	cpu := cli.ProcessorTime()
	for at := before; at.state != seasons.Running; {
		began := time.Now()
		if due, err := desk.Tick(ctx); err != nil {
			return m, err
		} else if !due {
			return m, errors.New("the clockwork has nothing to do, and the season has not begun")
		}
		took := time.Since(began)
		now, err := progressOf(ctx, d, name)
		switch {
		case err != nil:
			return m, err
		case now.state != at.state && at.state == seasons.Open:
			m.draw, m.held = took, time.Duration(held.Load())
		case now.begun == at.begun+1:
			m.divisions = append(m.divisions, took)
		case now.begun > at.begun:
			return m, fmt.Errorf("%d divisions began in one transaction", now.begun-at.begun)
		}
		at = now
	}
	m.cpu = cli.ProcessorTime() - cpu
	after, err := progressOf(ctx, d, name)
	if err == nil && after.begun != after.divisions || after.divisions != len(m.divisions) {
		err = errors.Join(err, fmt.Errorf("%d of %d divisions have begun, in %d transactions", after.begun, after.divisions, len(m.divisions)))
	}
	m.games, m.letters, m.bytes = after.games-before.games, after.letters-before.letters, after.bytes-before.bytes
	return m, err
}
