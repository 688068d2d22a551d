package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"

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
	c, info, err := read(path)
	if err != nil {
		return Config{}, err
	}
	if err := c.checkFolders(); err != nil {
		return Config{}, cli.WithStatus(cli.ExitConfig, inFile(path, err))
	}
	if c.Templates.Dir != "" { // ours are right, and take a moment to read
		if _, err := c.Templates.Words(); err != nil {
			return Config{}, cli.WithStatus(cli.ExitConfig, inFile(path, err))
		}
	}
	if c.Trust.Open() {
		c.warn("%s: %s", path, OpenWarning)
	}
	if len(c.Passwords()) > 0 && info != nil && othersCanRead(info) {
		c.warn("%s: it contains a password, and everybody on this machine can read it; use password_file, or run: "+
			"chmod o-r %s", path, path)
	}
	if to := db.SecurityOf(c.Database.Where()); to.Weakness() != "" {
		c.warn("%s: database.url has sslmode=%s: %s; without it, TLS is required and the host is verified", path,
			to.Mode, to.Weakness())
	}
	if c.HTTP.metricsAreOpen() {
		c.warn("%s: http.metrics is %q: everybody who can reach this machine can read the metrics; listen at "+
			"127.0.0.1, or at an address of a private network", path, c.HTTP.Metrics)
	}
	if err := c.findSecrets(); err != nil {
		return Config{}, cli.WithStatus(cli.Status(err), inFile(path, err))
	}
	return c, nil
}

// ReadFile reads and checks a configuration file that only its owner and root can write, without
// looking at other files or the environment. Relative paths are joined to its folder, and become
// absolute.
func ReadFile(path string) (text []byte, c Config, err error) {
	if text, _, err = readOwn(path); err != nil {
		return nil, c, err
	}
	if c, err = Parse(text); err != nil {
		return nil, c, cli.WithStatus(cli.ExitConfig, inFile(path, err))
	}
	folder, err := filepath.Abs(filepath.Dir(path))
	c.resolve(folder)
	return text, c, err
}

// read reads a configuration and the settings of the environment, without passwords. info is nil if
// there is no file, but only the environment.
func read(path string) (c Config, info fs.FileInfo, err error) {
	env := processEnvironment()
	text, info, err := readOwn(path)
	if _, found := env[variable("robot.address")]; found && errors.Is(err, fs.ErrNotExist) &&
		path == DefaultPath { // containers may have no file
		err = nil
	}
	if err != nil {
		return c, nil, err
	}
	if c, err = parse(text, env); err != nil {
		return c, nil, cli.WithStatus(cli.ExitConfig, inFile(path, err))
	}
	c.resolve(filepath.Dir(path))
	return c, info, nil
}

// readOwn reads a file that only its owner and root can write: a user who can write the configuration
// can make the server believe everybody, or run commands as its user.
func readOwn(path string) (text []byte, info fs.FileInfo, err error) {
	f, err := os.Open(path)
	if err == nil {
		defer f.Close() // it is only read
		info, err = f.Stat()
	}
	if err == nil {
		text, err = io.ReadAll(f)
	}
	switch {
	case err != nil:
		return nil, nil, cli.Errorf(cli.ExitConfig, "cannot read the configuration: %w; %s", err,
			RemedyForFile(err, "'turnpost init' makes one"))
	case (path == DefaultPath || path == SystemPath) && os.Geteuid() == 0 && strange(info):
		remedy := "if you mean it, name it by --config with its whole path"
		if path == SystemPath {
			remedy = "run: chown root:" + ServerUser + " " + path
		}
		return nil, nil, cli.Errorf(cli.ExitConfig,
			"%s was found and not named, and belongs to another user, who could make root do what it says; %s", path,
			remedy)
	case info.Mode().Perm()&0o022 != 0 && runtime.GOOS != "windows":
		return nil, nil, cli.Errorf(cli.ExitConfig,
			"%s: others than its owner can write it (mode %04o), and could let anybody play for any player; run: "+
				"chmod go-w %s",
			path, info.Mode().Perm(), path)
	}
	return text, info, nil
}

// strange reports whether a file belongs to somebody else than root, the server's user, or the user who
// became root by sudo.
func strange(info fs.FileInfo) bool {
	file, ok := info.Sys().(*syscall.Stat_t)
	if !ok || file.Uid == 0 {
		return false
	}
	owner := strconv.FormatUint(uint64(file.Uid), 10)
	server, err := user.Lookup(ServerUser)
	return owner != os.Getenv("SUDO_UID") && (err != nil || owner != server.Uid)
}

// LoadToServe is Load for the server, or for checking whether it could start: files that only
// the server opens must exist.
func LoadToServe(path string) (Config, error) {
	c, err := Load(path)
	if err != nil {
		return c, err
	}
	if _, err := os.Stat(shell); err != nil && c.Archive.Command != "" {
		return Config{}, cli.WithStatus(cli.ExitConfig, inFile(path, fmt.Errorf(
			"archive.command needs a shell, and there is no %s, as in a small container; remove it, and copy the "+
				"folder from outside",
			shell)))
	}
	c.Robots.find(c.warn)
	if c.Policy.RooyaTable == "" || c.Policy.SolveRooya {
		return c, nil
	}
	if _, err := os.Stat(c.Policy.RooyaTable); err != nil {
		return Config{}, cli.WithStatus(cli.ExitConfig, inFile(path, fmt.Errorf("policy.rooya_table: %w", err)))
	}
	return c, nil
}

// findSecrets finds the passwords and keys. It reports wrong values before missing ones.
func (c *Config) findSecrets() error {
	in, out := c.IMAP.findSecret("imap", c.warn), c.SMTP.findSecret("smtp", c.warn)
	if in != nil && out != nil && c.IMAP.PasswordFile != "" && c.IMAP.PasswordFile == c.SMTP.PasswordFile {
		out = nil // one file, one trouble
	}
	found := []error{in, out, c.DKIM.findKey(c.warn), c.Database.findSecret(c.warn)}
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
	c, _, err := read(path)
	if optional && errors.Is(err, fs.ErrNotExist) {
		return Default().OAuth, nil
	}
	return c.OAuth, err
}

// Parse reads and checks a configuration without looking at other files. The error joins one
// sentence for each problem.
func Parse(text []byte) (Config, error) { return parse(text, nil) }

func parse(text []byte, env environment) (Config, error) {
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
	keys, wrong := env.settle(&c)
	c.fillPorts()
	c.Robots = c.Robots.given()
	lines := keyLines(text)
	for _, key := range keys {
		name := variable(key)
		if _, ok := lines["database.path"]; ok && key == urlKey && env[name] != "" {
			name += " (in place of database.path)"
		}
		c.Variables = append(c.Variables, name)
	}
	if err := errors.Join(err, errors.Join(wrong...), onePolicy(lines), c.check(lines, keys)); err != nil {
		return Config{}, err
	}
	return c, nil
}

// fillPorts sets the default ports of TLS modes: RFC 8314 for TLS, RFC 9051 and RFC 6409 for
// the others.
func (c *Config) fillPorts() {
	usual := func(s *MailServer, tls, other int) {
		switch {
		case s.Port != 0:
		case s.TLS == mail.TLS:
			s.Port = tls
		default:
			s.Port = other
		}
	}
	usual(&c.IMAP.MailServer, 993, 143)
	usual(&c.SMTP.MailServer, 465, 587)
}

// resolve joins relative paths to folder.
func (c *Config) resolve(folder string) {
	for _, p := range []*string{&c.Database.Path, &c.Database.PasswordFile, &c.IMAP.PasswordFile,
		&c.SMTP.PasswordFile, &c.OAuth.ClientSecretFile, &c.OAuth.TokenFile, &c.DKIM.Key, &c.Templates.Dir,
		&c.Policy.RooyaTable, &c.LMTP.Copy, &c.Database.Backup.Dir, &c.Archive.Dir,
		&c.Calendar.Dir} {
		if *p != "" && !filepath.IsAbs(*p) {
			*p = filepath.Join(folder, *p)
		}
	}
}
