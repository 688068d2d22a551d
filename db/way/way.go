// Package way knows what others could read on the way to a database, and closes it: a
// server on another machine is reached over TLS with its host verified, unless its URL
// or the environment says otherwise. It connects to nothing.
package way

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// verifyFull is the sslmode that encrypts the way to a server and verifies that it is
// the one of the URL (https://www.postgresql.org/docs/current/libpq-ssl.html).
const verifyFull = "verify-full"

// Way is the way to a database: what of it others could read.
type Way struct {
	// Far says that it leaves this machine: it is a server's, and not at a loopback
	// address or a Unix socket.
	Far bool
	// Mode is the sslmode that holds on it: of a server that is far verify-full, unless
	// the URL or PGSSLMODE says otherwise. "" if nothing says anything, and nothing need.
	Mode string
}

// Weakness is what can happen on the way, as the end of a sentence; "" if it is well
// protected, or does not leave this machine.
func (w Way) Weakness() string {
	switch {
	case !w.Far || w.Mode == verifyFull:
		return ""
	case w.Mode == "require":
		return "whoever sits on the way can pose as the server, and read the password and all games"
	case w.Mode == "verify-ca":
		return "another server with a certificate of the same authority can pose as it, and read the password and all games"
	}
	return "whoever sits on the way can read the password and all games"
}

// To tells of the way to a database, whether it is there or not. A name that is no
// URL of a database has no way that leaves this machine.
func To(where string) Way {
	u, err := url.Parse(where)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return Way{}
	}
	cfg, err := pgconn.ParseConfig(where)
	if err != nil {
		return Way{}
	}
	query := u.Query()
	w := Way{Far: far(cfg.Host), Mode: query.Get("sslmode")}
	for _, other := range cfg.Fallbacks { // the URL may name several servers
		w.Far = w.Far || far(other.Host)
	}
	switch {
	case query.Get("sslrootcert") == "system":
		w.Mode = verifyFull // as for libpq, whatever else is said
	case w.Mode == "" && query.Get("ssl") == "true":
		w.Mode = "require"
	case w.Mode == "":
		w.Mode = os.Getenv("PGSSLMODE")
	}
	if w.Mode == "" && w.Far {
		w.Mode = verifyFull
	}
	return w
}

// far reports whether a host is another machine, for all that its name says.
func far(host string) bool {
	if strings.HasPrefix(host, "/") || strings.HasPrefix(host, "@") || strings.EqualFold(host, "localhost") {
		return false
	}
	ip := net.ParseIP(host)
	return ip == nil || !ip.IsLoopback()
}

// Protected is a URL that says which sslmode holds. The library's own default for any
// server is prefer, which sends the password in the clear to whoever answers that it
// has no TLS.
func Protected(where string) string {
	w := To(where)
	u, err := url.Parse(where)
	if err != nil || !w.Far {
		return where
	}
	query := u.Query()
	query.Set("sslmode", w.Mode)
	u.RawQuery = query.Encode()
	return u.String()
}

// IsTLS reports whether a connection failed because there was no TLS, or not the right
// server's.
func IsTLS(err error) bool {
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return true
	}
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok {
		return true
	}
	// The library has no type for it.
	return err != nil && (strings.Contains(err.Error(), "server refused TLS connection") || strings.Contains(err.Error(), "tls: "))
}

// Redacted is the name of a database as logs and people may see it: a URL without
// its password.
func Redacted(where string) string {
	if !strings.HasPrefix(where, "postgres://") && !strings.HasPrefix(where, "postgresql://") {
		return where
	}
	cfg, err := pgconn.ParseConfig(where)
	if err != nil {
		return "postgres://"
	}
	host := cfg.Host
	if strings.HasPrefix(host, "/") {
		return fmt.Sprintf("postgres://%s@/%s?host=%s", cfg.User, cfg.Database, host)
	}
	return fmt.Sprintf("postgres://%s@%s/%s", cfg.User, net.JoinHostPort(host, fmt.Sprint(cfg.Port)), cfg.Database)
}
