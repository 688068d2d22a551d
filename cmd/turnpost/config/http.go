package config

import (
	"crypto/sha256"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Log configures the log.
type Log struct {
	// Level is the lowest level: debug, info, warn or error.
	Level string `toml:"level"`
	// Format is "text", or "json", an object a line.
	Format string `toml:"format"`
}

// HTTP configures what is served by HTTP. It is off by default.
type HTTP struct {
	// Metrics is host:port for /metrics, /healthz and /readyz; empty: not served.
	Metrics string `toml:"metrics"`
	// Status serves /status, a page for people, beside the metrics.
	Status bool `toml:"status"`
	// PublicURL is the public URL of Listen, through a server that does TLS; empty: not
	// served.
	PublicURL string `toml:"public_url"`
	// Listen is host:port for PublicURL.
	Listen string `toml:"listen"`
}

// The levels and formats of the log.
var (
	logLevels  = []string{"debug", "info", "warn", "error"}
	logFormats = []string{"text", "json"}
)

func (c *Log) check(p *problems) {
	if !slices.Contains(logLevels, c.Level) {
		p.say("log.level", `is %q; there are "debug", "info", "warn", "error"`, c.Level)
	}
	if !slices.Contains(logFormats, c.Format) {
		p.say("log.format", `is %q; there are "text", "json"`, c.Format)
	}
}

func (c *HTTP) check(p *problems) {
	if c.Metrics != "" && !IsListenAddress(c.Metrics) {
		p.say("http.metrics", `is %q; give a host and a port, such as "127.0.0.1:9090"`, c.Metrics)
	}
	if c.Status && c.Metrics == "" {
		p.say("http.status", "needs http.metrics, where the page is served")
	}
	if !IsListenAddress(c.Listen) {
		p.say("http.listen", `is %q; give a host and a port, such as "127.0.0.1:8025"`, c.Listen)
	}
	if c.PublicURL == "" {
		return
	}
	// RFC 8058, 3.1: the URI is an HTTPS one.
	u, err := url.Parse(c.PublicURL)
	switch {
	case err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "":
		p.say("http.public_url", `is %q; give an https URL without a query, such as "https://games.example.org"`,
			c.PublicURL)
	case strings.ContainsFunc(c.PublicURL,
		func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`<>,"`, r) }):
		// It is written between < and > in a header field (RFC 2369, 2).
		p.say("http.public_url", `is %q; write it in plain ASCII, the domain as it stands in DNS (xn--...)`,
			c.PublicURL)
	case c.Metrics == c.Listen && !strings.HasSuffix(c.Listen, ":0"):
		p.say("http.metrics", "is also http.listen; the metrics are not public, so give another port")
	}
}

// metricsAreOpen reports whether the metrics are served on all interfaces.
func (c *HTTP) metricsAreOpen() bool {
	host, _, err := net.SplitHostPort(c.Metrics)
	ip, failed := netip.ParseAddr(host)
	return err == nil && (host == "" || host == "*" || failed == nil && ip.Unmap().IsUnspecified())
}

// IsListenAddress reports whether a TCP listener accepts the address.
func IsListenAddress(addr string) bool {
	_, port, err := net.SplitHostPort(addr)
	n, numeric := strconv.Atoi(port)
	return err == nil && numeric == nil && n >= 0 && n <= 65535
}

// runtimeFolder is the folder of the unit's sockets. The unit has a folder for temporary files of its
// own, where commands outside it would not find one.
const runtimeFolder = "/run/turnpost"

// HealthSocket is the Unix socket at which a server answers 'turnpost health' of the same user:
// beside a SQLite file, else in /run/turnpost, or in the folder for temporary files without that.
// One database on a server of PostgreSQL has one socket on each machine, of the first server that
// started there.
func (c Config) HealthSocket() string {
	const longest = 100 // unix(7): 107 on Linux, 103 on macOS
	if s := c.Database.Path + ".health"; c.Database.Path != "" && len(s) <= longest {
		return s
	}
	sum := sha256.Sum256([]byte(c.Database.Where()))
	folder := os.TempDir()
	if info, err := os.Stat(runtimeFolder); err == nil && info.IsDir() {
		folder = runtimeFolder
	}
	return filepath.Join(folder, fmt.Sprintf("turnpost-%x.health", sum[:6]))
}
