package config

import (
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/db/backup"
)

// Database is a SQLite file or a database of a PostgreSQL server.
type Database struct {
	// Path is the SQLite file; empty if URL is set.
	Path string `toml:"path"`
	// URL is a database of a PostgreSQL server. It may contain the password.
	URL Secret `toml:"url"`
	// At most one of these is set, and then URL contains no password.
	PasswordFile string `toml:"password_file"`
	PasswordEnv  string `toml:"password_env"`
	// SavedSchema is the schema of a PostgreSQL database that the operator has saved, so that
	// it may be changed without a folder of backups; 0: none.
	SavedSchema int64 `toml:"saved_schema"`
	// Backup configures the server's backups.
	Backup Backup `toml:"backup"`
}

// Backup is a series of backups that the server makes.
type Backup struct {
	Dir   string   `toml:"dir"` // empty: no backups
	Every Duration `toml:"every"`
	Keep  int      `toml:"keep"`
}

// Limits of backups: each reads the whole database.
const (
	leastBackupEvery = time.Minute
	mostBackups      = 10_000
)

// Series returns the series of backups, or false if there is none.
func (b Backup) Series() (backup.Series, bool) {
	return backup.Series{Dir: b.Dir, Every: b.Every.Duration, Keep: b.Keep}, b.Dir != ""
}

func (b *Backup) check(p *problems) {
	switch {
	case b.Every.wrong != "":
		p.say("database.backup.every", `is %q; give a time such as "1h" or "30m"`, b.Every.wrong)
	case b.Every.Duration < leastBackupEvery:
		p.say("database.backup.every", `is %v; a backup reads the whole database: give "1m" or more`, b.Every.Duration)
	}
	p.within("database.backup.keep", b.Keep, 1, mostBackups)
}

// Where returns the path or URL of the database.
func (c Database) Where() string {
	if c.URL != "" {
		return string(c.URL)
	}
	return c.Path
}

// Departed returns the file of the departures list: people who were forgotten, stopped all
// messages or blocked somebody. It lies beside a database file, or in the folder of backups, and is
// empty if there is neither.
func (c Database) Departed() string {
	switch {
	case c.Path != "":
		return c.Path + ".departed"
	case c.Backup.Dir != "":
		return filepath.Join(c.Backup.Dir, "turnpost.departed")
	}
	return ""
}

// DatabaseAt returns the configuration of a database by its path or URL.
func DatabaseAt(where string) Database {
	if db.IsURL(where) {
		return Database{URL: Secret(where)}
	}
	return Database{Path: where}
}

func (c *Database) check(p *problems) {
	c.Backup.check(p)
	const form = `give a URL such as "postgres://turnpost@db.example.org/turnpost"`
	if c.URL == "" {
		if c.Path == "" {
			p.say("database.path", `is empty; give the path of a file, such as "turnpost.db", or database.url`)
		} else if db.IsURL(c.Path) {
			p.say("database.path", `is a URL; give it as database.url`)
		}
		for key, value := range map[string]string{"database.password_file": c.PasswordFile,
			"database.password_env": c.PasswordEnv} {
			if value != "" {
				p.say(key, "is given without database.url; a file has no password")
			}
		}
		if c.SavedSchema != 0 {
			p.say("database.saved_schema", "is given without database.url; a file is saved beside itself")
		}
		return
	}
	if _, ok := p.lines["database.path"]; ok && c.Path != "" {
		p.say("database.path", "is given together with database.url; give only one of them")
	}
	c.Path = "" // the default
	// The error does not quote the URL, which may contain the password.
	u, err := db.ParseURL(string(c.URL))
	switch {
	case err != nil:
		p.say("database.url", "is not the URL of a PostgreSQL database; %s", form)
		return
	case strings.Trim(u.Path, "/") == "" && u.Query().Get("dbname") == "":
		p.say("database.url", "has no database; %s", form)
	}
	switch query := u.Query(); query.Get("target_session_attrs") {
	case "", "read-write", "primary":
	case "any":
		if len(db.Servers(string(c.URL))) > 1 {
			p.say("database.url",
				"names several servers and accepts any of them, even if it cannot be written to; give "+
					"target_session_attrs=read-write")
		}
	default:
		p.say("database.url", "asks for a server that cannot be written to; give target_session_attrs=read-write")
	}
	p.alone("database", given{"password_file", c.PasswordFile}, given{"password_env", c.PasswordEnv})
	if c.hasPassword() && (c.PasswordFile != "" || c.PasswordEnv != "") {
		p.say("database.url", "contains a password, and another one is given; give only one of them")
	}
}

// hasPassword reports whether the URL contains a password.
func (c *Database) hasPassword() bool {
	u, err := db.ParseURL(string(c.URL))
	if err != nil {
		return false
	}
	_, ok := u.User.Password()
	return ok || u.Query().Has("password")
}

// findSecret puts the password into the URL. Without one the server may ask for none, or it is
// in PGPASSWORD or the file of PGPASSFILE.
func (c *Database) findSecret(warn func(format string, args ...any)) error {
	if c.PasswordFile == "" && c.PasswordEnv == "" {
		return nil
	}
	u, err := db.ParseURL(string(c.URL))
	if err != nil {
		return err
	}
	s := MailServer{User: "the database", PasswordFile: c.PasswordFile, PasswordEnv: c.PasswordEnv}
	if err := s.findSecret("database", warn); err != nil {
		return err
	}
	u.User = url.UserPassword(u.User.Username(), string(s.Secret))
	c.URL = Secret(u.String())
	return nil
}
