// Package dial connects to a PostgreSQL server so that one that vanishes without a
// word is noticed: a machine that lost its power or its network answers nothing, and
// the system's own patience with it is a quarter of an hour.
//
// It looks after the way there. A server that is there and says nothing is the
// business of who waits for it.
package dial

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

	"turnpost/db/ride"
	"turnpost/db/way"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Patience is how long bytes may stay unacknowledged before a connection counts as
// broken, and how long a new one may take.
const Patience = 10 * time.Second

// Next is how long one of several servers may take for a new connection, before the
// next one is asked: who stands still must not keep the others' clients.
const Next = 3 * time.Second

// Writing are the settings of connections that write. How long a transaction may
// wait for its program before the server ends it: one that was stopped keeps no
// row from others for longer, and is out of the way before its daemon's lease ends.
// Who waits for such a row begins anew then, and a statement that hangs ends, also
// when its program is gone.
var Writing = map[string]string{
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

// able are settings of connections that have settings, where the server has been built with
// what they name.
var able = map[string]string{
	// Letters are pressed by their row's first writer: this takes half the time, for a
	// twentieth more room.
	"default_toast_compression": "lz4",
}

// Server is where a database is: a server, or several of which one writes. All pools of
// connections to it know of each other's which of these stands still.
type Server struct{ cfg *pgx.ConnConfig }

// To is the server of a URL. To another machine it takes TLS and the server whose name
// the certificate has, unless the operator says otherwise. Of several servers it takes
// the first that writes, unless the URL says otherwise.
func To(where string) (*Server, error) {
	u, err := way.Parse(where)
	if err != nil {
		return nil, fmt.Errorf("the database: %w", err)
	}
	cfg, err := pgx.ParseConfig(way.Protected(where))
	if err != nil {
		return nil, fmt.Errorf("the database: %w", err) // it leaves the password out
	}
	if _, ok := cfg.RuntimeParams["application_name"]; !ok {
		cfg.RuntimeParams["application_name"] = "turnpost"
	}
	several := len(way.Servers(where)) > 1
	if several && !u.Query().Has("target_session_attrs") && os.Getenv("PGTARGETSESSIONATTRS") == "" {
		cfg.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	if cfg.ConnectTimeout == 0 {
		cfg.ConnectTimeout = Patience
		if several {
			cfg.ConnectTimeout = Next
		}
	}
	cfg.DialFunc = dial(cfg.ConnectTimeout)
	if several {
		several := &cluster{cfg: cfg.Config.Copy(), dial: cfg.DialFunc, silent: map[string]time.Time{}, open: map[string]map[*waiting]bool{}}
		cfg.DialFunc = several.connect
	}
	return &Server{cfg}, nil
}

// Pool makes a pool of connections, with settings for each session. What the URL says of
// a setting stays.
func (s *Server) Pool(settings map[string]string) *sql.DB {
	cfg := s.cfg.Copy()
	cfg.AfterConnect = set(settings, cfg.RuntimeParams)
	return ride.Open(*cfg)
}

// Postgres makes the only pool of connections to the server of a URL.
func Postgres(where string, settings map[string]string) (*sql.DB, error) {
	s, err := To(where)
	if err != nil {
		return nil, err
	}
	return s.Pool(settings), nil
}

// set makes settings in a new session, but those that have been said. They are no
// part of the startup message: a pooler takes few there (PgBouncer's
// ignore_startup_parameters would drop them), and a session that only reads is asked
// before whether its server writes.
func set(settings, said map[string]string) pgconn.AfterConnectFunc {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(settings)) {
		if _, ok := said[key]; !ok {
			fmt.Fprintf(&b, "SET %s TO '%s';", key, settings[key])
		}
	}
	if b.Len() == 0 {
		return nil
	}
	for _, key := range slices.Sorted(maps.Keys(able)) {
		if _, ok := said[key]; !ok {
			fmt.Fprintf(&b, "SELECT set_config(name, '%s', false) FROM pg_settings WHERE name = '%s' AND '%[1]s' = ANY (enumvals);", able[key], key)
		}
	}
	return func(ctx context.Context, conn *pgconn.PgConn) error {
		_, err := conn.Exec(ctx, b.String()).ReadAll()
		return err
	}
}

// dial connects within a time, by connections that are asked whether they live when
// nothing is said on them.
func dial(within time.Duration) func(context.Context, string, string) (net.Conn, error) {
	d := &net.Dialer{
		Timeout:         within,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: Patience / 2, Interval: Patience / 4, Count: 2},
		Control:         limitUnacknowledged,
	}
	return d.DialContext
}
