package db_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/race"
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
// takes a ply that no letter played.
func TestEverySchemaOpens(t *testing.T) {
	for _, version := range versions(t, "sqlite") {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			// The last one that was kept as it was, and the migrations from there.
			var image string
			for v := version; image == "" && v > 0; v-- {
				text, err := os.ReadFile(fmt.Sprintf("testdata/schema-%05d.sql", v))
				if err == nil {
					image = string(text)
				}
			}
			require.NotEmpty(t, image)
			path := filepath.Join(t.TempDir(), "turnpost.db")
			conn, err := sql.Open("sqlite3", path)
			require.NoError(t, err)
			_, err = conn.Exec(image)
			require.NoError(t, err)
			upTo(t, conn, goose.DialectSQLite3, "sqlite", version)
			require.NoError(t, conn.Close())
			before := dump(t, path)
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
			for _, table := range []string{"plies", "games", "invitations", "conditionals", "talk", "notes", "ratings", "blocks"} {
				require.Equal(t, before[table], after[table], table)
			}
			require.Equal(t, keys, secrets())
			for table, rows := range before {
				require.Len(t, after[table], len(rows), table)
			}
			require.NoError(t, d.Update(context.Background(), playWithoutLetter))
		})
	}
}

// The same of a PostgreSQL server.
func TestEverySchemaOpensOnPostgres(t *testing.T) {
	race.Sequential(t)
	for _, version := range versions(t, "postgres") {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			where := dbtest.BarePostgres(t)
			conn, err := sql.Open("pgx", where)
			require.NoError(t, err)
			upTo(t, conn, goose.DialectPostgres, "postgres", version)
			for _, q := range []string{
				`INSERT INTO players (id, address, folded, name, created_at) VALUES (1, 'a@x', 'a@x', 'A', 1), (2, 'b@x', 'b@x', 'B', 1)`,
				`INSERT INTO invitations (id, rules, challenger, invitee, side, pace, subject, state, created_at, expires_at)
					VALUES (1, 'r', 1, 2, 'black', 'p', 's', 'accepted', 1, 2)`,
				`INSERT INTO games (id, rules, black, white, subject, plies, position, started_at, pace, black_left, white_left, turn_at, clock_due)
					VALUES (1, 'r', 1, 2, 's', 1, 'p', 1, 'p', 1, 1, 7, 9)`,
				`INSERT INTO inbox (id, mailbox, cursor, message_id, digest, size, raw, state, arrived_at, handled_at)
					VALUES (1, 'm', '1', 'i', '\x00', 1, '\x00', 'done', 1, 1)`,
				`INSERT INTO plies (game, n, move, letter, played_at) VALUES (1, 1, 'm', 1, 1)`,
			} {
				_, err := conn.Exec(q)
				require.NoError(t, err)
			}
			require.NoError(t, conn.Close())
			require.NoError(t, open(t, where).Update(context.Background(), playWithoutLetter))
		})
	}
}

// playWithoutLetter plays in game 1, and looks whether all is as it should be.
func playWithoutLetter(tx *db.Tx) error {
	g, err := tx.Game(1)
	if err != nil {
		return err
	}
	if err := tx.AddPlies(g, 0, []string{"m"}, "later", "none", ""); err != nil {
		return err
	}
	plies, err := tx.Plies(1)
	if err != nil {
		return err
	}
	if len(plies) != g.Plies+1 || plies[g.Plies-1].Letter == 0 || plies[g.Plies].Letter != 0 {
		return fmt.Errorf("plies are %v", plies)
	}
	damages, err := tx.Damages()
	if err != nil {
		return err
	}
	found, err := tx.Findings(nil)
	if err == nil && len(damages)+len(found) > 0 {
		err = fmt.Errorf("%v, %v", damages, found)
	}
	return err
}
