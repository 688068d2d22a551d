package db_test

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
)

// versions lists the schemas that an engine ever had.
func versions(t *testing.T, engine string) (out []int64) {
	t.Helper()
	files, err := filepath.Glob("migrations/" + engine + "/*.sql")
	require.NoError(t, err)
	for _, file := range files {
		v, err := goose.NumericComponent(filepath.Base(file))
		require.NoError(t, err)
		out = append(out, v)
	}
	require.NotEmpty(t, out)
	return out
}

// upTo brings a database forward to a schema.
func upTo(t *testing.T, conn *sql.DB, dialect goose.Dialect, folder string, version int64) {
	t.Helper()
	p, err := goose.NewProvider(dialect, conn, os.DirFS("migrations/"+folder))
	require.NoError(t, err)
	_, err = p.UpTo(context.Background(), version)
	require.NoError(t, err)
}

// A database of every schema that ever stood opens with all that was in it, and
// takes a ply that no message played.
func TestEverySchemaOpens(t *testing.T) {
	skiptest.Sequential(t)
	climbing := filepath.Join(dbtest.Dir(t), "climbing.db")
	for _, version := range versions(t, "sqlite") {
		// Of a schema that was kept there is what was in it; the others are what the
		// migrations make of the last one.
		image, err := os.ReadFile(fmt.Sprintf("testdata/schema-%05d.sql", version))
		kept := err == nil
		if kept {
			require.NoError(t, os.RemoveAll(climbing))
		}
		conn, err := sql.Open("sqlite3", climbing)
		require.NoError(t, err)
		if kept {
			_, err = conn.Exec(string(image))
			require.NoError(t, err)
		}
		upTo(t, conn, goose.DialectSQLite3, "sqlite", version)
		require.NoError(t, conn.Close())
		file, err := os.ReadFile(climbing)
		require.NoError(t, err)
		if testing.Short() && !kept && version%24 != 0 {
			continue
		}
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(dbtest.Dir(t), "turnpost.db")
			require.NoError(t, os.WriteFile(path, file, 0o600))
			columns := columnsOf(t, path)
			before := dumpOf(t, path, columns)
			require.NotEmpty(t, before["plies"])
			secrets := func() (text string) {
				conn, err := sql.Open("sqlite3", path)
				require.NoError(t, err)
				defer conn.Close()
				require.NoError(t, conn.QueryRow(`SELECT group_concat(id || hex(secret) || created_at) FROM keys`).Scan(&text))
				return text
			}
			keys := secrets()

			d := open(t, path)
			after := dump(t, path)
			kept := dumpOf(t, path, renamed(columns))
			for _, table := range []string{"plies", "games", "invitations", "conditionals", "talk", "notes", "ratings", "blocks"} {
				require.Equal(t, before[table], kept[table], table)
			}
			require.Equal(t, keys, secrets())
			delete(before, "totals") // of which later schemas have more
			for table, rows := range before {
				require.Len(t, after[newTable(table)], len(rows), table)
			}
			require.NoError(t, d.Update(context.Background(), playWithoutMessage))
		})
	}
}

// newTable is the name that schema 71 gave a table.
func newTable(name string) string {
	return cmp.Or(map[string]string{"held": "quarantine", "puzzle_letters": "puzzle_messages", "departures": "leavings"}[name], name)
}

// renamed are the columns of an older schema (see columnsOf) with the names that schema 71 gave
// them: SQLite takes a quoted name that it does not know for a text.
func renamed(columns map[string]string) map[string]string {
	out, words := map[string]string{}, strings.NewReplacer(`"letter"`, `"message"`, `"letters"`, `"messages"`,
		`"after_letter"`, `"after_message"`, `"held_at"`, `"quarantined_at"`, `"robot"`, `"program"`,
		`"robot_fixed"`, `"program_fixed"`, `"robots"`, `"against_programs"`)
	for table, values := range columns {
		out[newTable(table)] = words.Replace(values)
	}
	return out
}

// The same of a PostgreSQL server: a game begins in each schema, in one database, in which
// all of them go on in the end.
func TestEverySchemaOpensOnPostgres(t *testing.T) {
	skiptest.Sequential(t)
	where, dir := dbtest.BarePostgres(t), dbtest.Dir(t)
	conn, err := sql.Open("pgx", where)
	require.NoError(t, err)
	versions := versions(t, "postgres")
	var games []int64
	for i, version := range versions {
		upTo(t, conn, goose.DialectPostgres, "postgres", version)
		games = append(games, int64(i)+1)
		for _, q := range gameOf(version, i+1) {
			_, err := conn.Exec(q)
			require.NoError(t, err, "schema %d", version)
		}
		// A daemon saves it as it is. Old ones do not change any more: some of them are enough.
		if i%10 == 0 || i >= len(versions)-2 {
			require.NoError(t, db.Copy(t.Context(), where, filepath.Join(dir, fmt.Sprint(version)), nil), "schema %d", version)
		}
	}
	require.NoError(t, conn.Close())
	require.NoError(t, open(t, where).Update(context.Background(), func(tx *db.Tx) error { return playIn(tx, games...) }))
}

// firstGame are the statements that make a game in which something was played, in the
// schema of a version.
func firstGame(version int64) []string { return gameOf(version, 1) }

// gameOf is firstGame of the nth game and its two players.
func gameOf(version int64, n int) (out []string) {
	message := "message"
	if version < 71 {
		message = "letter"
	}
	for _, q := range []string{
		`INSERT INTO players (id, address, folded, name, created_at) VALUES ($B, 'a$N@x', 'a$N@x', 'A', 1), ($W, 'b$N@x', 'b$N@x', 'B', 1)`,
		`INSERT INTO invitations (id, rules, challenger, invitee, side, pace, subject, state, created_at, expires_at, answered_at)
					VALUES ($N, 'r', $B, $W, 'black', 'p', 's', 'accepted', 1, 2, 1)`,
		`INSERT INTO games (id, rules, black, white, subject, plies, position, started_at, pace, black_left, white_left, turn_at, clock_due)
					VALUES ($N, 'r', $B, $W, 's', 1, 'p', 1, 'p', 1, 1, 7, 9)`,
		messageAt(version),
		`INSERT INTO plies (game, n, move, ` + message + `, played_at) VALUES ($N, 1, 'm', $N, 1)`,
	} {
		out = append(out, strings.NewReplacer("$N", fmt.Sprint(n), "$B", fmt.Sprint(2*n-1), "$W", fmt.Sprint(2*n)).Replace(q))
	}
	return out
}

// messageAt stores a message in, in the schema of a version.
func messageAt(version int64) string {
	if version < 26 {
		return `INSERT INTO inbox (id, mailbox, cursor, message_id, digest, size, raw, state, arrived_at, handled_at)
			VALUES ($N, 'm', '$N', 'i$N', decode(lpad('$N', 64, '0'), 'hex'), 1, '\x00', 'done', 1, 1)`
	}
	return `INSERT INTO inbox (id, mailbox, cursor, message_id, digest, size, state, arrived_at, handled_at)
		VALUES ($N, 'm', '$N', 'i$N', decode(lpad('$N', 64, '0'), 'hex'), 1, 'done', 1, 1)`
}

// What a mail counted for stood in the length of its digest until schema 26, and its
// bytes in its row; what refers to it stays, and no number comes again.
func TestMessagesInOfAnOlderSchema(t *testing.T) {
	skiptest.Sequential(t)
	for _, c := range []struct {
		name, driver string
		dialect      goose.Dialect
		octet        string
	}{{"sqlite", "sqlite3", goose.DialectSQLite3, "x'%s'"}, {"postgres", "pgx", goose.DialectPostgres, `'\x%s'`}} {
		t.Run(c.name, func(t *testing.T) {
			where := filepath.Join(dbtest.Dir(t), "turnpost.db")
			if c.driver == "pgx" {
				where = dbtest.BarePostgres(t)
			}
			conn, err := sql.Open(c.driver, where)
			require.NoError(t, err)
			upTo(t, conn, c.dialect, c.name, 25)
			exec := func(format string, args ...any) {
				t.Helper()
				_, err := conn.Exec(fmt.Sprintf(format, args...))
				require.NoError(t, err)
			}
			exec(`INSERT INTO players (address, folded, name, created_at) VALUES ('a@x', 'a@x', 'A', 1)`)
			digest := strings.Repeat("ab", 32)
			for n, d := range []string{digest, digest + "00", digest + "0000"} {
				exec(`INSERT INTO inbox (mailbox, cursor, message_id, digest, size, raw, state, arrived_at) VALUES ('m', '%d', 'i', `+c.octet+`, 9, `+c.octet+`, 'new', 1)`,
					n, d, []string{"", "6f6e65", "74776f"}[n])
				exec(`INSERT INTO held (player, letter, lines, state, held_at) VALUES (1, %d, '%s', 'waiting', 1)`, n+1, []string{"l", "\n#1 a1", "l"}[n])
			}
			exec(`DELETE FROM held WHERE id = 3`)
			require.NoError(t, conn.Close())
			require.NoError(t, open(t, where).Update(context.Background(), func(tx *db.Tx) error {
				for n, raw := range []string{"", "one", "two"} {
					in, err := tx.Incoming(int64(n + 1))
					require.NoError(t, err)
					require.Equal(t, raw, string(in.Raw))
					require.Equal(t, n, in.Standing)
					require.Equal(t, digest, hex.EncodeToString(in.Digest))
					fresh, err := tx.Keep(db.Incoming{Mailbox: "m", Cursor: fmt.Sprint("again", n), MessageID: "i", Digest: in.Digest, Standing: n})
					require.NoError(t, err)
					require.False(t, fresh)
				}
				asked, err := tx.AskedLines(1)
				require.NoError(t, err)
				require.Len(t, asked, 1, "an empty line before it was its mark until schema 59")
				require.Equal(t, "#1 a1", asked[0].Line)
				held, err := tx.Quarantine(1, 1, "more", true, 9)
				require.NoError(t, err)
				require.EqualValues(t, 4, held.ID)
				damages, err := tx.Damages()
				require.Empty(t, damages)
				return err
			}))
		})
	}
}

// playWithoutMessage plays in game 1, and looks whether all is as it should be.
func playWithoutMessage(tx *db.Tx) error { return playIn(tx, 1) }

// playIn is playWithoutLetter in these games.
func playIn(tx *db.Tx, games ...int64) error {
	for _, game := range games {
		g, err := tx.Game(game)
		if err != nil {
			return err
		}
		before := g.Plies
		if err := tx.AddPlies(&g, 0, []string{"m"}, "later", db.Undecided, ""); err != nil {
			return err
		}
		plies, err := tx.Plies(game)
		if err != nil {
			return err
		}
		if len(plies) != before+1 || plies[before-1].Message == 0 || plies[before].Message != 0 {
			return fmt.Errorf("plies of game %d are %v", game, plies)
		}
	}
	damages, err := tx.Damages()
	if err != nil {
		return err
	}
	if len(damages) > 0 {
		return fmt.Errorf("%v", damages)
	}
	return nil
}
