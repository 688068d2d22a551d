package seed

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/mattn/go-sqlite3"

	"turnpost/db"
	"turnpost/db/seal"
	"turnpost/mail/clock"
)

// plan says what fill writes. Whoever gives the same plan gets the same rows.
type plan struct {
	Games   int // all of them
	Running int // those that are not over, which have the highest numbers
	Players int
	Digests int // players who have a daily digest
	Regular int // games of the first player, beside those that are drawn
	Texts   int // letters out, and in, whose text is kept
	Seed    uint64
	// Now is when the database is as if it had just been left. No clock is due
	// by then, and DigestDue, when all the digests are, is later.
	Now, DigestDue time.Time
	Pace           clock.Pace
	Samples        []game // of both kinds, over and running
	Key            []byte
	Robot          string // address
	// MessageID makes the Message-ID of a letter to a player about a game at a
	// ply; nonce makes it one of its own.
	MessageID func(player, game, ply int64, nonce string) string
}

// game is a game as many rows repeat it.
type game struct {
	Rules, Title   string
	Moves          []string
	Turns          []string // black or white: who is to move after each; "" after the end
	Position       string
	Result, Reason string // none and "" while it runs
}

// lettersOut is how many letters out a running game has.
const lettersOut = 12

// fill makes the SQLite database in the file path, which must not be there, for
// benchmarks: as one that has been in use for two years and whose letters have
// lost their text, but for the last ones if so asked. It has every line of a ledger that its rows refer to, and not
// every one that there was: a letter in for each game that is over and for each
// ply of a running one, and the last twelve letters out of each running game.
//
// It writes as no server may: without a journal, and without asking whether
// references hold. A database of which it did not report success is none.
// progress hears of each step.
func fill(ctx context.Context, path string, p plan, progress func(step string, done, total int)) (err error) {
	if _, err := os.Stat(path); err == nil {
		return fmt.Errorf("%s is there already", path)
	}
	d, err := db.Open(ctx, path) // for the schema
	if err != nil {
		return err
	}
	if err := d.Close(); err != nil {
		return err
	}
	s := filling{plan: p, ctx: ctx, progress: progress, random: rand.New(rand.NewPCG(p.Seed, 1)), sealer: seal.Key{ID: 1, Secret: p.sealKey()}.Sealer()}
	pool := sql.OpenDB(connector{path: path, functions: map[string]any{"message_id": p.MessageID, "seal_ply": s.sealPly, "seal_game": s.sealGame,
		"out_text": outText, "in_text": inText, "in_digest": inDigest}})
	defer func() { err = errors.Join(err, pool.Close()) }()
	// Temporary tables and pragmas belong to one connection.
	if s.conn, err = pool.Conn(ctx); err != nil {
		return fmt.Errorf("database %s: %w", path, err)
	}
	defer s.conn.Close()
	if err := s.write(); err != nil {
		return fmt.Errorf("database %s: %w", path, err)
	}
	return nil
}

// connector opens connections that know some functions.
type connector struct {
	path      string
	functions map[string]any
}

func (c connector) Driver() driver.Driver {
	return &sqlite3.SQLiteDriver{ConnectHook: func(conn *sqlite3.SQLiteConn) error {
		for name, f := range c.functions {
			if err := conn.RegisterFunc(name, f, true); err != nil {
				return err
			}
		}
		return nil
	}}
}

func (c connector) Connect(context.Context) (driver.Conn, error) {
	q := url.Values{
		"_journal_mode": {"WAL"}, "_foreign_keys": {"false"}, "_synchronous": {"OFF"}, "_secure_delete": {"false"}, "_cache_size": {"-500000"},
	}
	// A path may hold "?" or "%", which a file: URI would read otherwise.
	return c.Driver().Open((&url.URL{Scheme: "file", Opaque: (&url.URL{Path: c.path}).EscapedPath(), RawQuery: q.Encode()}).String())
}

// filling is fill at work.
type filling struct {
	plan
	ctx           context.Context
	conn          *sql.Conn
	random        *rand.Rand
	progress      func(step string, done, total int)
	over, running []int   // indexes of Samples
	games         []drawn // by their numbers, from 1 on
	sealer        *seal.Sealer
	chain         struct { // what sealPly made last
		id, n int
		last  []byte
	}
}

func (s *filling) exec(query string, args ...any) error {
	_, err := s.conn.ExecContext(s.ctx, query, args...)
	return err
}

func (s *filling) write() error {
	for i, g := range s.Samples {
		if g.Result == "none" {
			s.running = append(s.running, i)
		} else {
			s.over = append(s.over, i)
		}
	}
	if s.Players < 2 || len(s.over) == 0 && s.Running < s.Games || len(s.running) == 0 && s.Running > 0 {
		return errors.New("two players at least, and a sample of each kind of game")
	}
	indexes, err := s.dropIndexes()
	if err != nil {
		return err
	}
	if err := s.exec(tables); err != nil {
		return err
	}
	if err := s.addSamples(); err != nil {
		return err
	}
	if err := s.addGames(); err != nil {
		return err
	}
	if err := s.rest(); err != nil {
		return err
	}
	if err := s.addRatings(); err != nil {
		return err
	}
	for i, q := range indexes {
		s.progress("indexes", i, len(indexes))
		if err := s.exec(q); err != nil {
			return err
		}
	}
	return s.exec(`PRAGMA wal_checkpoint(TRUNCATE)`)
}

// dropIndexes drops the indexes that can be made again, and returns how: it is
// quicker to sort once.
func (s *filling) dropIndexes() (make []string, err error) {
	rows, err := s.conn.QueryContext(s.ctx, `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var drop []string
	for rows.Next() {
		var name, q string
		if err := rows.Scan(&name, &q); err != nil {
			return nil, err
		}
		drop, make = append(drop, `DROP INDEX "`+name+`"`), append(make, q)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	rows.Close()
	for _, q := range drop {
		if err := s.exec(q); err != nil {
			return nil, err
		}
	}
	return make, nil
}

// rows inserts rows of so many columns, many with each statement.
func (s *filling) rows(table string, columns, n int, row func(i int) []any) error {
	const most = 500
	values := "(?" + strings.Repeat(", ?", columns-1) + ")"
	for i := 0; i < n; i += most {
		k := min(most, n-i)
		args := make([]any, 0, k*columns)
		for j := range k {
			args = append(args, row(i+j)...)
		}
		if err := s.exec(`INSERT INTO `+table+` VALUES `+values+strings.Repeat(", "+values, k-1), args...); err != nil {
			return fmt.Errorf("%s: %w", table, err)
		}
	}
	return nil
}

// addSamples writes the samples and their plies into tables of their own.
func (s *filling) addSamples() error {
	err := s.rows("seed_samples", 9, len(s.Samples), func(i int) []any {
		g := s.Samples[i]
		left, turn := s.clocks(g)
		return []any{i, g.Rules, g.Title, g.Position, g.Result, g.Reason, left[0].Milliseconds(), left[1].Milliseconds(), turn}
	})
	for i := 0; err == nil && i < len(s.Samples); i++ {
		g := s.Samples[i]
		err = s.rows("seed_plies", 4, len(g.Moves), func(n int) []any { return []any{i, n + 1, g.Moves[n], g.Turns[n]} })
	}
	return err
}

// addGames draws who plays what and when.
func (s *filling) addGames() error {
	const day = 24 * time.Hour
	over := s.Games - s.Running
	s.games = make([]drawn, 1, s.Games+1)
	err := s.rows("seed_games", 6, s.Games, func(i int) []any {
		if i%50000 == 0 {
			s.progress("drawing games", i, s.Games)
		}
		black := s.random.IntN(s.Players)
		if s.Regular > 0 && i%(s.Games/s.Regular) == 0 {
			black = 0
		}
		white := (black + 1 + s.random.IntN(s.Players-1)) % s.Players
		sample := 0
		var last time.Time // the moment of the last ply
		if i < over {
			sample = s.over[s.random.IntN(len(s.over))]
			last = s.Now.Add(-3*day - time.Duration(over-i)*(700*day/time.Duration(over)))
		} else {
			sample = s.running[s.random.IntN(len(s.running))]
			last = s.Now.Add(-time.Duration(s.random.Int64N(int64(20 * time.Hour))))
		}
		started := last.Add(-gap * time.Duration(len(s.Samples[sample].Moves)))
		s.games = append(s.games, drawn{sample: sample, players: [2]int{black + 1, white + 1}, started: started.UnixMilli()})
		return []any{i + 1, sample, black + 1, white + 1, started.UnixMilli(), gap.Milliseconds()}
	})
	if err != nil {
		return err
	}
	s.rate()
	return s.rows("seed_rated", 3, s.Games, func(i int) []any { g := s.games[i+1]; return []any{i + 1, g.nth[0], g.nth[1]} })
}
