package db

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

// verifyFull is the sslmode that encrypts the connection and verifies that the server is
// the one of the URL (https://www.postgresql.org/docs/current/libpq-ssl.html).
const verifyFull = "verify-full"

// URLSecurity says what others could read on the connection to a database.
type URLSecurity struct {
	// Far says that the server is on another machine: neither at a loopback address nor at
	// a Unix socket.
	Far bool
	// Mode is the sslmode in effect: verify-full for a server that is far, unless the URL
	// or PGSSLMODE says otherwise. It is empty if nothing says anything and nothing need.
	Mode string
}

// Weakness says what an attacker on the network could do, as the end of a sentence; it is
// empty if the connection is well protected or does not leave this machine.
func (w URLSecurity) Weakness() string {
	switch {
	case !w.Far || w.Mode == verifyFull:
		return ""
	case w.Mode == "require":
		return "whoever sits on the way can pose as the server, and read the password and all games"
	case w.Mode == "verify-ca":
		return "another server with a certificate of the same authority can pose as it, and read the password and " +
			"all games"
	}
	return "whoever sits on the way can read the password and all games"
}

// IsURL reports whether the name of a database is the URL of a PostgreSQL server; otherwise
// it is the path of a SQLite file.
func IsURL(where string) bool {
	return strings.HasPrefix(where, "postgres://") || strings.HasPrefix(where, "postgresql://")
}

// errURL does not say what is wrong: that could be the password.
var errURL = errors.New("it is no URL of a PostgreSQL database, which has the form postgres://user@host/name")

// ParseURL parses the URL of a database. Its hosts may be a list separated by commas, some
// with a port and some without, which package url cannot parse.
func ParseURL(where string) (*url.URL, error) {
	if !IsURL(where) {
		return nil, errURL
	}
	scheme, rest, _ := strings.Cut(where, "://")
	authority, path := rest, ""
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		authority, path = rest[:i], rest[i:]
	}
	user := authority[:strings.LastIndexByte(authority, '@')+1]
	hosts := authority[len(user):]
	for host := range strings.SplitSeq(hosts, ",") {
		if _, err := url.Parse(scheme + "://" + host); err != nil {
			return nil, errURL
		}
	}
	u, err := url.Parse(scheme + "://" + user + "hosts" + path)
	if err != nil {
		return nil, errURL
	}
	u.Host = hosts
	return u, nil
}

// Servers lists the servers of a URL, each with its host and port; the host of a Unix socket
// is its directory. It returns nil if where is not the URL of a database.
func Servers(where string) (servers []string) {
	cfg, err := pgconn.ParseConfig(where)
	if _, wrong := ParseURL(where); err != nil || wrong != nil {
		return nil
	}
	add := func(host string, port uint16) {
		if !strings.HasPrefix(host, "/") {
			host = net.JoinHostPort(host, fmt.Sprint(port))
		}
		// One server may be tried with TLS and without.
		if len(servers) == 0 || servers[len(servers)-1] != host {
			servers = append(servers, host)
		}
	}
	add(cfg.Host, cfg.Port)
	for _, other := range cfg.Fallbacks {
		add(other.Host, other.Port)
	}
	return servers
}

// SecurityOf describes the connection to a database. It connects to nothing. If one of
// several servers is on another machine, the result holds for all of them.
func SecurityOf(where string) URLSecurity {
	u, err := ParseURL(where)
	if err != nil {
		return URLSecurity{}
	}
	cfg, err := pgconn.ParseConfig(where)
	if err != nil {
		return URLSecurity{}
	}
	query := u.Query()
	w := URLSecurity{Far: isRemote(cfg.Host), Mode: query.Get("sslmode")}
	for _, other := range cfg.Fallbacks { // the URL may name several servers
		w.Far = w.Far || isRemote(other.Host)
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

// isRemote reports whether a host is another machine, as far as its name shows.
func isRemote(host string) bool {
	if strings.HasPrefix(host, "/") || strings.HasPrefix(host, "@") || strings.EqualFold(host, "localhost") {
		return false
	}
	ip := net.ParseIP(host)
	return ip == nil || !ip.IsLoopback()
}

// protectedURL returns the URL with the sslmode in effect. The library's default is prefer,
// which sends the password in the clear to a server that says it has no TLS.
func protectedURL(where string) string {
	w := SecurityOf(where)
	u, err := ParseURL(where)
	if err != nil || !w.Far {
		return where
	}
	query := u.Query()
	query.Set("sslmode", w.Mode)
	u.RawQuery = query.Encode()
	return u.String()
}

// IsTLSError reports whether a connection failed because the server had no TLS, or the
// wrong certificate.
func IsTLSError(err error) bool {
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return true
	}
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok {
		return true
	}
	// The library has no type for it.
	return err != nil &&
		(strings.Contains(err.Error(), "server refused TLS connection") || strings.Contains(err.Error(), "tls: "))
}

// Redacted is the name of a database for logs and people: a URL without its password.
func Redacted(where string) string {
	if !IsURL(where) {
		return where
	}
	cfg, err := pgconn.ParseConfig(where)
	servers := Servers(where)
	if err != nil || len(servers) == 0 {
		return "postgres://"
	}
	hosts := strings.Join(servers, ",")
	if strings.HasPrefix(hosts, "/") {
		return fmt.Sprintf("postgres://%s@/%s?host=%s", cfg.User, cfg.Database, hosts)
	}
	return fmt.Sprintf("postgres://%s@%s/%s", cfg.User, hosts, cfg.Database)
}
