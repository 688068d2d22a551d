package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"os/user"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"turnpost/cmd/turnpost/config"
	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
	"turnpost/mail/handler"
	"turnpost/mail/server"
	"turnpost/rules"
	"turnpost/rules/engine"
	"turnpost/rules/engine/external"
)

// NewServer returns a server on a database with the identity and policy of a configuration,
// without a mailbox.
func NewServer(c config.Config, d *db.DB, games []rules.Game) (*server.Server, error) {
	log := slog.New(slog.DiscardHandler)
	k, err := newHandler(c, d, games, log)
	if err != nil {
		return nil, err
	}
	s := server.New(k, d, log)
	s.Connections, s.MaxStored = c.SMTP.Connections, c.Limits.MaxStored.Bytes
	return s, nil
}

// NewReplay returns a server with the settings of a configuration that answers old messages
// again, and where these are. now is its clock. The inbox may be nil.
func NewReplay(c config.Config, d *db.DB, games []rules.Game, now func() time.Time) (s *server.Server,
	past mail.InboxHistory, err error) {
	log := slog.New(slog.DiscardHandler)
	k, err := newHandler(c, d, games, log)
	if err != nil {
		return nil, nil, err
	}
	if err := openBots(k, c, games, log); err != nil {
		return nil, nil, err
	}
	if c.Trust.DKIM {
		k.Verifier = auth.NewDKIMVerifier(nil, IsServerAddress(c), now)
	}
	if c.IMAP.Host != "" {
		inbox, courier, err := connections(c, log)
		if err != nil {
			return nil, nil, err
		}
		courier.Close()
		past, _ = inbox.(mail.InboxHistory)
	}
	s = server.New(k, d, log)
	s.Retention = server.Retention{Messages: c.Privacy.KeepMessages.Duration(), Audit: c.Privacy.KeepAudit.Duration()}
	return s, past, nil
}

// newHandler returns a handler with the settings of a configuration.
func newHandler(c config.Config, d *db.DB, games []rules.Game, log *slog.Logger) (*handler.Handler, error) {
	words, err := c.Templates.Words()
	if err != nil {
		return nil, err
	}
	k, err := handler.New(identity(c), d, games, words, log)
	if err != nil {
		return nil, err
	}
	k.Club.Policy = policy(c.Policy, c.Following)
	k.Club.Policy.EngineGames = slices.Collect(maps.Keys(c.Robots))
	k.Club.Policy.Calendars = strings.TrimSuffix(c.Calendar.URL, "/")
	if c.Trust.DKIM {
		k.Verifier = auth.NewDKIMVerifier(nil, IsServerAddress(c), time.Now)
	}
	k.Limits.QuestionsADay, k.Limits.QuestionsAnHour = c.Limits.QuestionsPerDay, c.Limits.QuestionsPerHour
	return k, nil
}

// openServer makes the handler and the server of a daemon.
func (d *Daemon) openServer(c config.Config, games []rules.Game, log *slog.Logger) (err error) {
	if d.handler, err = newHandler(c, d.DB, games, log); err != nil {
		return err
	}
	if err := openBots(d.handler, c, games, log); err != nil {
		return err
	}
	d.server = server.New(d.handler, d.DB, log)
	d.server.Name = processName()
	d.server.Departed = c.Database.Departed()
	d.server.Calendars = c.Calendar.Dir
	d.server.Connections = c.SMTP.Connections
	d.server.MaxStored = c.Limits.MaxStored.Bytes
	d.server.Budget = c.SMTP.Budget()
	d.server.Retention = server.Retention{Messages: c.Privacy.KeepMessages.Duration(),
		Audit: c.Privacy.KeepAudit.Duration()}
	return nil
}

// openBots gives a handler the files and engines by which computer players play. A replay needs them
// too: in a game with an external engine no turn of theirs is in the answer to a message.
func openBots(k *handler.Handler, c config.Config, games []rules.Game, log *slog.Logger) (err error) {
	if k.Bots.Values, err = values(c.Policy, games, log); err != nil {
		return err
	}
	k.Bots.Engines, err = engines(c.Robots, games, log)
	return err
}

// engines returns the external engines. The caller closes them.
func engines(c config.Engines, games []rules.Game, log *slog.Logger) (map[string]*external.Engine, error) {
	engines := map[string]*external.Engine{}
	for name, e := range c {
		g, err := rules.Find(games, name)
		if err == nil {
			engines[name], err = external.New(g, e.Command(), log)
		}
		if err != nil {
			return nil, fmt.Errorf("robots.%s: %w", name, err)
		}
	}
	return engines, nil
}

// SearchApart lets long searches run in processes of the lowest priority. program is the words that start
// this program. It must be called before Run.
func (d *Daemon) SearchApart(program []string) {
	words := append(slices.Clone(program), "rules", "serve", "--json")
	d.program = program
	d.handler.Bots.Master = external.NewOwn(words, d.log)
	for range min(runtime.NumCPU(), mostSearchers) {
		d.handler.Bots.Searchers = append(d.handler.Bots.Searchers, external.NewOwn(words, d.log))
	}
}

// mostSearchers bounds the memory for looking at finished games, some 50 MB for each.
const mostSearchers = 4

// values opens the files with values of solved games. The caller closes them.
func values(c config.Policy, games []rules.Game, log *slog.Logger) (map[string]rules.StoredValues, error) {
	if c.RooyaTable == "" {
		return nil, nil
	}
	const name = "rooya"
	g, err := rules.Find(games, name)
	if err != nil {
		return nil, fmt.Errorf("policy.rooya_table: %w", err)
	}
	solver, ok := g.Start().(rules.LongSolver)
	if !ok {
		return nil, fmt.Errorf("policy.rooya_table: %s has no file of values", g.Title)
	}
	open := func() (rules.StoredValues, error) {
		stored, err := solver.Stored(c.RooyaTable)
		if err != nil {
			return nil, fmt.Errorf("policy.rooya_table: %w", err)
		}
		// The first access takes long, so do it before a message waits for it.
		if _, err := stored.Sign(g.Start()); err != nil {
			return nil, errors.Join(fmt.Errorf("policy.rooya_table: %s: %w", c.RooyaTable, err), stored.Close())
		}
		return &readable{StoredValues: stored, log: log}, nil
	}
	stored, err := open()
	if c.SolveRooya && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, engine.ErrUnfinished)) {
		stored, err = &solving{file: c.RooyaTable, open: open}, nil
	}
	if err != nil {
		return nil, err
	}
	return map[string]rules.StoredValues{name: stored}, nil
}

// readable logs once that a file of values cannot be read. Computer players then play without
// it.
type readable struct {
	rules.StoredValues
	log  *slog.Logger
	once sync.Once
}

// Sign returns the value of a position.
func (t *readable) Sign(p rules.Position) (int, error) {
	sign, err := t.StoredValues.Sign(p)
	if err != nil {
		t.once.Do(func() {
			t.log.Error("policy.rooya_table cannot be read, and is not used", "error", err)
		})
	}
	return sign, err
}

// identity returns the server's identity for the handler.
func identity(c config.Config) handler.ServerIdentity {
	return handler.ServerIdentity{
		Name: c.Server.Name, Address: c.Server.Address, Plus: c.Server.PlusAddress,
		AuthservID: c.Trust.AuthservID, Open: c.Trust.Open(),
	}
}

// IsServerAddress reports whether an address is the server's, with or without a tag.
func IsServerAddress(c config.Config) func(address string) bool { return identity(c).Is }

// ServerAddress returns the address that replies go to.
func ServerAddress(c config.Config) auth.ServerAddress {
	return auth.ServerAddress{Address: c.Server.Address, Plus: c.Server.PlusAddress}
}

// policy is the club's policy by the sections [policy] and [following].
func policy(c config.Policy, f club.FollowingPolicy) club.Policy {
	var members []string
	for _, m := range c.Members {
		members = append(members, mail.Key(m))
	}
	pace, _ := clock.ParsePace(c.Pace) // already checked; empty is the default
	return club.Policy{PlayerPolicy: c.PlayerPolicy, BotPolicy: c.BotPolicy, Following: f, Members: members, Pace: pace,
		InvitationFor: time.Duration(c.InvitationDays) * 24 * time.Hour, Grace: c.Grace.Duration}
}

// SetClock sets another clock, on which the daemon counts as away after standing still for
// gap.
func (d *Daemon) SetClock(now func() time.Time, gap time.Duration) {
	d.DB.Now = now
	d.handler.Limits.Fresh = 0 // the dates of messages follow the real clock
	d.server.HeartbeatGap = max(d.server.HeartbeatGap, gap)
}

// Deadline is when the clock of a running game runs out. It is zero if the clock stands still,
// if the game is over, and on the turn of a computer player.
func (d *Daemon) Deadline(tx *db.Tx, game int64) (time.Time, error) {
	work := d.handler.Club.Begin(tx, 0)
	g, err := work.Game(game)
	if err != nil || g.Over() || club.BotLevelOf(g.Player(g.Turn())) > 0 {
		return time.Time{}, err
	}
	c, err := work.Clock(g, g.Turn())
	return c.Deadline(), err
}

// NewOperator returns what an operator can do by command to a database, beside a running
// server or without one. Messages are sent from the address in the configuration; see
// [Nobody]. The audit log lists every change.
func NewOperator(c config.Config, d *db.DB, games []rules.Game) (*handler.Operator, error) {
	h, err := newHandler(c, d, games, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	return h.Operator(d, Account()), nil
}

// Account returns the account of the machine that runs this program, for the audit log.
func Account() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return fmt.Sprintf("uid %d", os.Getuid())
}

// Nobody returns a configuration for operations that send no messages.
func Nobody() config.Config {
	c := config.Default()
	c.Server = config.ServerIdentity{Address: "nobody@localhost.invalid"}
	return c
}
