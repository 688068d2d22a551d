package cli

import (
	"turnpost/cmd/turnpost/exit"
	"turnpost/db"
)

// WithoutPassword refuses names of databases on the command line that hold a
// password: while the command runs, and in the shell's history after it, others
// read it. None is quoted.
func WithoutPassword(names ...string) error {
	for _, where := range names {
		if !db.IsURL(where) {
			continue
		}
		u, err := db.ParseURL(where)
		if err != nil {
			return exit.Errorf(exit.Usage, "a postgres:// URL cannot be read; it has the form postgres://user@host/name")
		}
		_, has := u.User.Password()
		if q := u.Query(); has || q.Has("password") || q.Has("sslpassword") {
			return exit.Errorf(exit.Usage, "a password on the command line can be read by everybody on this machine: take it out of the URL, "+
				"and give it by the environment variable PGPASSWORD, by a line of ~/.pgpass, or by database.password_file of the configuration")
		}
	}
	return nil
}
