package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
	"turnpost/mail/server"
)

// The difference between the clocks of this machine and of a database server that makes the
// doctor warn. Times in the database are this machine's.
const clockDifference = 5 * time.Second

// examineServer checks a database on a PostgreSQL server.
func (d *Doctor) examineServer(ctx context.Context) {
	where := d.config.Database.Where()
	name := db.Redacted(where)
	ctx, cancel := context.WithTimeout(ctx, d.timeout)
	defer cancel()
	s, err := db.CheckServer(ctx, where)
	defer func() { // last, as for a file
		if err != nil || s.Schema != s.Known {
			d.skip("the database cannot list the servers", "server")
			return
		}
		d.examineDaemons(ctx, where, s.Fast)
	}()
	switch {
	case err != nil && db.SecurityOf(where).Far && db.SecurityOf(where).Weakness() == "" && db.IsTLSError(err):
		d.fail("database",
			"give the server TLS (ssl = on) and a certificate for the host of database.url, and name its authority "+
				"there if the system does not know it: sslrootcert=FILE; use sslmode=disable only where nobody can "+
				"intercept the connection", "%v", err)
	case err != nil:
		d.fail("database",
			"correct database.url and its password, start the PostgreSQL server, and let it accept connections "+
				"from here (pg_hba.conf)", "%v", err)
	case s.Number < db.OldestServer:
		d.fail("database", "use PostgreSQL 13 or newer", "%s runs PostgreSQL %s", name, s.Version)
	case s.Isolation != "serializable":
		d.fail("database", "use PostgreSQL directly, or a pooler in session mode",
			"a serializable transaction of %s is %q", name, s.Isolation)
	case s.Encoding != "UTF8":
		d.fail("database", "make the database with ENCODING 'UTF8' TEMPLATE template0", "%s is in the encoding %s",
			name, s.Encoding)
	case s.Schema == 0 && s.Tables > 0:
		d.fail("database", "correct database.url, or use an empty database",
			"%s is not a database of turnpost, and has %d tables", name, s.Tables)
	case s.Schema > s.Known:
		d.fail("database", "use the newer turnpost that ran here before",
			"its schema is version %d, and this turnpost knows versions up to %d", s.Schema, s.Known)
	case db.SecurityOf(where).Weakness() != "":
		d.warn("database",
			"remove sslmode from database.url (and PGSSLMODE from the environment): then TLS is required, and the "+
				"host is verified", "the connection to %s is weak: %s: sslmode is %s", name,
			db.SecurityOf(where).Weakness(), db.SecurityOf(where).Mode)
	case s.Sync != "on":
		d.warn("database", "set fsync = on in postgresql.conf",
			"%s can lose committed data when its machine fails: fsync is %s", name, s.Sync)
	case s.Commit == "off":
		d.warn("database", "remove synchronous_commit from database.url",
			"%s can lose the last committed data when it fails: synchronous_commit is off", name)
	case s.Fast.Abs() > clockDifference:
		d.warn("database", "use NTP on both machines", "the clock of %s differs by %s from this machine's", name,
			s.Fast.Round(time.Second))
	case s.Schema == 0:
		d.ok("database", "%s (PostgreSQL %s%s) is empty; 'turnpost serve' makes the schema", name, s.Version,
			verified(where))
	case s.Schema < s.Known:
		d.ok("database",
			"%s answers (PostgreSQL %s, %s%s); its schema is version %d, which 'turnpost serve' upgrades to %d", name,
			s.Version, bytesText(uint64(s.Size)), verified(where), s.Schema, s.Known)
	default:
		d.ok("database", "%s answers (PostgreSQL %s, %s%s), schema version %d", name, s.Version,
			bytesText(uint64(s.Size)), verified(where), s.Schema)
	}
}

// verified describes the protection of a connection to another machine.
func verified(where string) string {
	if db.SecurityOf(where).Far {
		return ", TLS, host verified"
	}
	return ""
}

// examineDaemons lists the servers on a database, and reports clocks that differ: a lease is a
// time on the clock of the server that wrote it. It compares with the database's clock, fast
// ahead of this machine's, because this machine may not be a server.
func (d *Doctor) examineDaemons(ctx context.Context, where string, fast time.Duration) {
	base, err := db.OpenReadOnly(ctx, where)
	if err != nil {
		d.fail("server", "make the database readable", "%v", err)
		return
	}
	defer base.Close()
	var daemons []db.Daemon
	var now time.Time
	if err := base.View(ctx,
		func(tx *db.Tx) (err error) { now = tx.Now.Add(fast); daemons, err = tx.Daemons(); return err }); err != nil {
		d.fail("server", "make the database readable", "%v", err)
		return
	}
	d.judgeDaemons(daemons, now)
}

// judgeDaemons is examineDaemons without a database.
func (d *Doctor) judgeDaemons(daemons []db.Daemon, now time.Time) {
	if len(daemons) == 0 {
		d.ok("server", "no server is running on the database")
		return
	}
	var names, wrong []string
	for _, one := range daemons {
		name := cli.OneLine(one.Name)
		names = append(names, name)
		switch left := one.LeaseUntil.Sub(now); {
		case left > server.DefaultLease+clockDifference:
			wrong = append(wrong,
				fmt.Sprintf("the lease of %s ends in %s: its clock is ahead", name, left.Round(time.Second)))
		case left < -clockDifference:
			wrong = append(wrong,
				fmt.Sprintf("the lease of %s expired %s ago: it died, or its clock is behind", name,
					-left.Round(time.Second)))
		}
	}
	if len(wrong) > 0 {
		d.warn("server", "use NTP on all machines; start another server for one that died", "%s",
			strings.Join(wrong, "; "))
		return
	}
	d.ok("server", "running on the database: %s ('turnpost daemons' says what each does)", strings.Join(names, ", "))
}
