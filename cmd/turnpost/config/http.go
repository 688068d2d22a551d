package config

import (
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Log is what is logged, and how.
type Log struct {
	// Level is the least that is logged: debug, info, warn or error.
	Level string `toml:"level"`
	// Format is "text", or "json": an object a line.
	Format string `toml:"format"`
}

// HTTP is what is served beside the mail. Both are off by default.
type HTTP struct {
	// Metrics is host:port for /metrics, /healthz and /readyz; empty: nowhere.
	Metrics string `toml:"metrics"`
	// PublicURL is where readers of letters reach Listen, through a server that
	// does TLS; empty: there is nothing to reach.
	PublicURL string `toml:"public_url"`
	// Listen is host:port for what PublicURL shows.
	Listen string `toml:"listen"`
}

// The levels and the formats of the log.
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
		p.say("http.public_url", `is %q; give an https address without a query, such as "https://games.example.org"`, c.PublicURL)
	case strings.ContainsFunc(c.PublicURL, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`<>,"`, r) }):
		// It stands between < and > in a header field (RFC 2369, 2).
		p.say("http.public_url", `is %q; write it in plain ASCII, the domain as it stands in DNS (xn--...)`, c.PublicURL)
	case c.Metrics == c.Listen && !strings.HasSuffix(c.Listen, ":0"):
		p.say("http.metrics", "is also http.listen; the metrics are not for everybody, so give another port")
	}
}

// IsListenAddress reports whether a TCP listener can be asked for that.
func IsListenAddress(addr string) bool {
	_, port, err := net.SplitHostPort(addr)
	n, numeric := strconv.Atoi(port)
	return err == nil && numeric == nil && n >= 0 && n <= 65535
}
