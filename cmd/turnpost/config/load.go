package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
	"turnpost/mail"
)

// Load reads the configuration from a file, checks it, and finds the passwords. Relative paths
// in it are joined to the file's folder, so that it does not matter where the program is
// started.
//
// The error has every problem, one sentence a line, with the status cli.ExitConfig, or
// cli.ExitSecret if only a password is missing.
func Load(path string) (Config, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Config{}, cli.Errorf(cli.ExitConfig, "cannot read the configuration: %w; 'turnpost init' makes one", err)
	}
	c, err := Parse(text)
	if err != nil {
		return Config{}, cli.WithStatus(cli.ExitConfig, inFile(path, err))
	}
	c.resolve(filepath.Dir(path))
	if c.Templates.Dir != "" { // ours are right, and take a moment to read
		if _, err := c.Templates.Words(); err != nil {
			return Config{}, cli.WithStatus(cli.ExitConfig, inFile(path, err))
		}
	}
	if c.Trust.Open() {
		c.warn("%s: %s", path, OpenWarning)
	}
	info, err := os.Stat(path)
	if err != nil {
		return Config{}, cli.Errorf(cli.ExitConfig, "cannot read the configuration: %w", err)
	}
	if (c.IMAP.Password != "" || c.SMTP.Password != "" || c.OAuth.ClientSecret != "" || c.Database.hasPassword()) &&
		othersCanRead(info) {
		c.warn("%s: it contains a password, and everybody on this machine can read it; use password_file, or run: chmod o-r %s", path, path)
	}
	if to := db.SecurityOf(c.Database.Where()); to.Weakness() != "" {
		c.warn("%s: database.url has sslmode=%s: %s; without it, TLS is required and the host is verified", path,
			to.Mode, to.Weakness())
	}
	if c.HTTP.metricsAreOpen() {
		c.warn("%s: http.metrics is %q: everybody who can reach this machine can read the metrics; listen at 127.0.0.1, or at an address of a private network", path, c.HTTP.Metrics)
	}
	if err := c.findSecrets(); err != nil {
		return Config{}, cli.WithStatus(cli.Status(err), inFile(path, err))
	}
	return c, nil
}

// LoadToServe is Load for the server, or for checking whether it could start: files that only
// the server opens must exist.
func LoadToServe(path string) (Config, error) {
	c, err := Load(path)
	if err != nil || c.Policy.RooyaTable == "" {
		return c, err
	}
	if _, err := os.Stat(c.Policy.RooyaTable); err != nil {
		return Config{}, cli.WithStatus(cli.ExitConfig, inFile(path, fmt.Errorf("policy.rooya_table: %w", err)))
	}
	return c, nil
}

// findSecrets finds the passwords and keys. It reports wrong values before missing ones.
func (c *Config) findSecrets() error {
	found := []error{c.IMAP.findSecret("imap", c.warn), c.SMTP.findSecret("smtp", c.warn), c.DKIM.findKey(c.warn),
		c.Database.findSecret(c.warn)}
	if c.usesOAuth() {
		found = append(found, c.OAuth.findSecrets(c.warn))
	}
	status := cli.ExitSecret
	for _, err := range found {
		if cli.Status(err) == cli.ExitConfig {
			status = cli.ExitConfig
		}
	}
	return cli.WithStatus(status, errors.Join(found...))
}

// warn adds a warning.
func (c *Config) warn(format string, args ...any) {
	c.Warnings = append(c.Warnings, fmt.Sprintf(format, args...))
}

// inFile adds the file's name to each line of err.
func inFile(path string, err error) error {
	var lines []error
	for line := range strings.Lines(err.Error()) {
		lines = append(lines, errors.New(path+": "+strings.TrimSpace(line)))
	}
	return errors.Join(lines...)
}

// LoadOAuth reads only the section [oauth], for signing in: passwords and the token may be
// missing, and, if it is optional, the file too.
func LoadOAuth(path string, optional bool) (OAuth, error) {
	text, err := os.ReadFile(path)
	switch {
	case err == nil:
		c, err := Parse(text)
		if err != nil {
			return OAuth{}, cli.WithStatus(cli.ExitConfig, inFile(path, err))
		}
		c.resolve(filepath.Dir(path))
		return c.OAuth, nil
	case !optional || !errors.Is(err, fs.ErrNotExist):
		return OAuth{}, cli.Errorf(cli.ExitConfig, "cannot read the configuration: %w", err)
	}
	return Default().OAuth, nil
}

// Parse reads and checks a configuration without looking at other files. The error joins one
// sentence for each problem.
func Parse(text []byte) (Config, error) {
	file := withFormerPolicy{Config: Default()}
	file.Manners = &file.Policy
	err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&file)
	c := file.Config
	if strict, ok := errors.AsType[*toml.StrictMissingError](err); ok {
		// Everything else was decoded, and can be checked too.
		err = explainUnknown(strict)
	} else if err != nil {
		return Config{}, explain(err)
	}
	c.fillPorts()
	lines := keyLines(text)
	if err := errors.Join(err, onePolicy(lines), c.check(lines)); err != nil {
		return Config{}, err
	}
	return c, nil
}

// fillPorts sets the default ports of TLS modes: RFC 8314 for TLS, RFC 9051 and RFC 6409 for
// the others.
func (c *Config) fillPorts() {
	usual := func(s *Server, tls, other int) {
		switch {
		case s.Port != 0:
		case s.TLS == mail.TLS:
			s.Port = tls
		default:
			s.Port = other
		}
	}
	usual(&c.IMAP.Server, 993, 143)
	usual(&c.SMTP.Server, 465, 587)
}

// resolve joins relative paths to folder.
func (c *Config) resolve(folder string) {
	for _, p := range []*string{&c.Database.Path, &c.Database.PasswordFile, &c.IMAP.PasswordFile,
		&c.SMTP.PasswordFile, &c.OAuth.ClientSecretFile, &c.OAuth.TokenFile, &c.DKIM.Key, &c.Templates.Dir,
		&c.Policy.RooyaTable, &c.LMTP.Copy} {
		if *p != "" && !filepath.IsAbs(*p) {
			*p = filepath.Join(folder, *p)
		}
	}
}
