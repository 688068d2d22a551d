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

// dialTimeout is how long sent bytes may stay unacknowledged before a connection counts as
// broken, and how long connecting may take. A machine that loses its power or its network
// answers nothing, and the kernel would wait for it for a quarter of an hour. A server that
// is reachable and silent is found by silenceWatch.
const dialTimeout = 10 * time.Second

// nextServerTimeout is how long one of several servers may take to accept a connection
// before the next one is tried, so that a frozen server does not hold up its clients.
const nextServerTimeout = 3 * time.Second

// WriteSettings are the settings of connections that write. The server ends a transaction
// whose program is silent for too long: a daemon that was stopped then keeps no row from
// others, and its transaction is gone before its lease ends. A statement that hangs ends
// too, also when its program is gone.
var WriteSettings = map[string]string{
	"synchronous_commit":                  "on", // what is committed is on the disk
	"idle_in_transaction_session_timeout": "8s",
	"lock_timeout":                        "10s",
	"statement_timeout":                   "60s",
	// A serializable transaction that scans a table conflicts with every writer of it; one
	// that uses an index, only with writers to the same page. jit is off because the price
	// that this puts on statements without an index would have them compiled.
	"enable_seqscan": "off",
	"jit":            "off",
}

// optionalSettings are set beside others if the server was built with their values.
var optionalSettings = map[string]string{
	// It takes half the time of the default for messages, and 5 % more room.
	"default_toast_compression": "lz4",
}

// pgServer is a PostgreSQL server, or several of which one is the primary. All pools of a
// pgServer share what is known about servers that do not answer.
type pgServer struct{ cfg *pgx.ConnConfig }

// pgServerOf returns the server of a URL. A server on another machine must have TLS and a
// certificate for its host name, unless the URL says otherwise. Of several servers it uses
// the first one that accepts writes, unless the URL says otherwise.
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
		several := &cluster{cfg: cfg.Config.Copy(), dial: cfg.DialFunc, silent: map[string]time.Time{},
			open: map[string]map[*answeringConn]bool{}}
		cfg.DialFunc = several.connect
	}
	return &pgServer{cfg}, nil
}

// pool makes a pool of connections with settings for each session. Settings in the URL
// have priority.
func (s *pgServer) pool(settings map[string]string) *sql.DB {
	cfg := s.cfg.Copy()
	cfg.AfterConnect = applySettings(settings, cfg.RuntimeParams)
	return stdlib.OpenDB(*cfg)
}

// OpenPool makes a pool of connections to the server of a URL.
func OpenPool(where string, settings map[string]string) (*sql.DB, error) {
	s, err := pgServerOf(where)
	if err != nil {
		return nil, err
	}
	return s.pool(settings), nil
}

// applySettings changes settings in a new session, except those that the URL has. They are
// not in the startup message because poolers take few parameters there (PgBouncer's
// ignore_startup_parameters would drop them).
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
			fmt.Fprintf(&b,
				"SELECT set_config(name, '%s', false) FROM pg_settings WHERE name = '%s' AND '%[1]s' = ANY (enumvals);", optionalSettings[key], key)
		}
	}
	return func(ctx context.Context, conn *pgconn.PgConn) error {
		_, err := conn.Exec(ctx, b.String()).ReadAll()
		return err
	}
}

// dialWithin dials with a timeout and with TCP keepalive.
func dialWithin(within time.Duration) func(context.Context, string, string) (net.Conn, error) {
	d := &net.Dialer{
		Timeout:         within,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: dialTimeout / 2, Interval: dialTimeout / 4, Count: 2},
		Control:         limitUnacknowledged,
	}
	return d.DialContext
}
