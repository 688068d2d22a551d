package main

import (
	"context"
	"time"

	"turnpost/db"
)

// The difference between the clocks of this machine and of a database's server
// from which the doctor warns. Moments in the database are this machine's.
const clockDifference = 5 * time.Second

// examineServer looks at a database on a PostgreSQL server.
func (d *doctor) examineServer(ctx context.Context) {
	where := d.config.Database.where()
	name := db.Redacted(where)
	d.skip("any number of servers may share a database of PostgreSQL", "server")
	ctx, cancel := context.WithTimeout(ctx, d.timeout)
	defer cancel()
	s, err := db.ExamineServer(ctx, where)
	switch {
	case err != nil:
		d.fail("database", "correct database.url and its password, start the PostgreSQL server, and let it take connections from here (pg_hba.conf)", "%v", err)
	case s.Number < db.LeastServer:
		d.fail("database", "use PostgreSQL 13 or newer", "%s is of PostgreSQL %s", name, s.Version)
	case s.Isolation != "serializable":
		d.fail("database", "use PostgreSQL itself, and no pooler that changes transactions", "a serializable transaction of %s is %q", name, s.Isolation)
	case s.Encoding != "UTF8":
		d.fail("database", "make the database with ENCODING 'UTF8' TEMPLATE template0", "%s is in the encoding %s", name, s.Encoding)
	case s.Schema == 0 && s.Tables > 0:
		d.fail("database", "correct database.url, or give a database that is empty", "%s is no database of turnpost, and holds %d tables", name, s.Tables)
	case s.Schema > s.Known:
		d.fail("database", "use a newer turnpost, the one that ran here before", "its schema is version %d and this turnpost knows versions up to %d", s.Schema, s.Known)
	case s.Sync != "on":
		d.warn("database", "set fsync = on in postgresql.conf", "%s loses what was committed when its machine goes down: fsync is %s", name, s.Sync)
	case s.Commit == "off":
		d.warn("database", "take synchronous_commit out of database.url", "%s loses what was committed last when it goes down: synchronous_commit is off", name)
	case s.Fast.Abs() > clockDifference:
		d.warn("database", "let both machines keep their time by NTP", "the clock of %s is %s off this machine's", name, s.Fast.Round(time.Second))
	case s.Schema == 0:
		d.ok("database", "%s (PostgreSQL %s) is empty; 'turnpost serve' makes the schema", name, s.Version)
	case s.Schema < s.Known:
		d.ok("database", "%s answers (PostgreSQL %s, %s); its schema is version %d, which 'turnpost serve' brings to %d", name, s.Version, bytesText(uint64(s.Size)), s.Schema, s.Known)
	default:
		d.ok("database", "%s answers (PostgreSQL %s, %s), schema version %d", name, s.Version, bytesText(uint64(s.Size)), s.Schema)
	}
}
