// Package dial connects to a PostgreSQL server so that one that vanishes without a
// word is noticed: a machine that lost its power or its network answers nothing, and
// the system's own patience with it is a quarter of an hour.
//
// It looks after the way there. A server that is there and says nothing is the
// business of who waits for it.
package db

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// dialTimeout is how long bytes may stay unacknowledged before a connection counts as
// broken, and how long a new one may take.
const dialTimeout = 10 * time.Second

// nextServerTimeout is how long one of several servers may take for a new connection, before the
// next one is asked: who stands still must not keep the others' clients.
const nextServerTimeout = 3 * time.Second

// WriteSettings are the settings of connections that write. How long a transaction may
// wait for its program before the server ends it: one that was stopped keeps no
// row from others for longer, and is out of the way before its daemon's lease ends.
// Who waits for such a row begins anew then, and a statement that hangs ends, also
// when its program is gone.
var WriteSettings = map[string]string{
	"synchronous_commit":                  "on", // what is committed is on the disk
	"idle_in_transaction_session_timeout": "8s",
	"lock_timeout":                        "10s",
	"statement_timeout":                   "60s",
	// Who reads a whole table, be it a small one, conflicts with whoever writes to
	// it; who reads by an index, with one page of that. Statements that have no
	// index are not to be compiled because of the price that this puts on them.
	"enable_seqscan": "off",
	"jit":            "off",
}

// optionalSettings are settings of connections that have settings, where the server has been built with
// what they name.
var optionalSettings = map[string]string{
	// Letters are pressed by their row's first writer: this takes half the time, for a
	// twentieth more room.
	"default_toast_compression": "lz4",
}

// pgServer is where a database is: a server, or several of which one writes. All pools of
// connections to it know of each other's which of these stands still.
type pgServer struct{ cfg *pgx.ConnConfig }

// pgServerOf is the server of a URL. To another machine it takes TLS and the server whose name
// the certificate has, unless the operator says otherwise. Of several servers it takes
// the first that writes, unless the URL says otherwise.
func pgServerOf(where string) (*pgServer, error) {
	u, err := ParseURL(where)
	if err != nil {
		return nil, fmt.Errorf("the database: %w", err)
	}
	cfg, err := pgx.ParseConfig(protectedURL(where))
	if err != nil {
		return nil, fmt.Errorf("the database: %w", err) // it leaves the password out
	}
	if _, ok := cfg.RuntimeParams["application_name"]; !ok {
		cfg.RuntimeParams["application_name"] = "turnpost"
	}
	several := len(Servers(where)) > 1
	if several && !u.Query().Has("target_session_attrs") && os.Getenv("PGTARGETSESSIONATTRS") == "" {
		cfg.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	if cfg.ConnectTimeout == 0 {
		cfg.ConnectTimeout = dialTimeout
		if several {
			cfg.ConnectTimeout = nextServerTimeout
		}
	}
	cfg.DialFunc = dialWithin(cfg.ConnectTimeout)
	if several {
		several := &cluster{cfg: cfg.Config.Copy(), dial: cfg.DialFunc, silent: map[string]time.Time{}, open: map[string]map[*answeringConn]bool{}}
		cfg.DialFunc = several.connect
	}
	return &pgServer{cfg}, nil
}

// Pool makes a pool of connections, with settings for each session. What the URL says of
// a setting stays.
func (s *pgServer) pool(settings map[string]string) *sql.DB {
	cfg := s.cfg.Copy()
	cfg.AfterConnect = applySettings(settings, cfg.RuntimeParams)
	return stdlib.OpenDB(*cfg)
}

// OpenPool makes the only pool of connections to the server of a URL.
func OpenPool(where string, settings map[string]string) (*sql.DB, error) {
	s, err := pgServerOf(where)
	if err != nil {
		return nil, err
	}
	return s.pool(settings), nil
}

// applySettings makes settings in a new session, but those that have been said. They are no
// part of the startup message: a pooler takes few there (PgBouncer's
// ignore_startup_parameters would drop them), and a session that only reads is asked
// before whether its server writes.
func applySettings(settings, said map[string]string) pgconn.AfterConnectFunc {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(settings)) {
		if _, ok := said[key]; !ok {
			fmt.Fprintf(&b, "SET %s TO '%s';", key, settings[key])
		}
	}
	if b.Len() == 0 {
		return nil
	}
	for _, key := range slices.Sorted(maps.Keys(optionalSettings)) {
		if _, ok := said[key]; !ok {
			fmt.Fprintf(&b, "SELECT set_config(name, '%s', false) FROM pg_settings WHERE name = '%s' AND '%[1]s' = ANY (enumvals);", optionalSettings[key], key)
		}
	}
	return func(ctx context.Context, conn *pgconn.PgConn) error {
		_, err := conn.Exec(ctx, b.String()).ReadAll()
		return err
	}
}

// dialWithin connects within a time, by connections that are asked whether they live when
// nothing is said on them.
func dialWithin(within time.Duration) func(context.Context, string, string) (net.Conn, error) {
	d := &net.Dialer{
		Timeout:         within,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: dialTimeout / 2, Interval: dialTimeout / 4, Count: 2},
		Control:         limitUnacknowledged,
	}
	return d.DialContext
}
