package db_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
)

// A schema that the migrations made is right on both engines; what is dropped from it,
// changed or added is said.
func TestDifferences(t *testing.T) {
	skiptest.Sequential(t)
	type change struct{ query, what string }
	shared := []change{
		{`DROP INDEX games_by_black`, "the schema's index games_by_black is not there"},
		{`DROP INDEX invitations_by_pair; CREATE UNIQUE INDEX invitations_by_pair ON invitations (challenger)`, "the index invitations_by_pair is not as the schema has it"},
		{`CREATE INDEX quick ON games (subject)`, "there is an index quick that is none of the schema's"},
		{`CREATE VIEW spy AS SELECT id FROM keys`, "there is a view spy that is none of the schema's"},
	}
	for name, c := range map[string]struct {
		driver  string
		where   func(t *testing.T) string
		changes []change
	}{
		"SQLite": {"sqlite3", func(t *testing.T) string { return filepath.Join(dbtest.Dir(t), "turnpost.db") }, append([]change{
			{`CREATE TRIGGER helpful AFTER UPDATE ON games BEGIN SELECT 1; END`, "there is a trigger helpful that is none of the schema's"},
			{`ALTER TABLE players ADD COLUMN colour TEXT`, "the table players is not as the schema has it"},
		}, shared...)},
		"PostgreSQL": {"pgx", func(t *testing.T) string { return dbtest.Postgres(t) }, append([]change{
			{`CREATE FUNCTION helpful() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; CREATE TRIGGER helpful AFTER UPDATE ON games EXECUTE FUNCTION helpful()`,
				"there is a trigger helpful that is none of the schema's"},
			{`CREATE RULE quiet AS ON DELETE TO plies DO INSTEAD NOTHING`, "there is a rule quiet that is none of the schema's"},
			{`ALTER TABLE players ADD COLUMN colour TEXT`, "there is a column players.colour that is none of the schema's"},
			{`ALTER TABLE talk DROP CONSTRAINT talk_game_fkey`, "the schema's reference talk.game is not there"},
			{`ALTER TABLE notices DROP CONSTRAINT notices_pkey`, "the schema's primary key notices is not there"},
		}, shared...)},
	} {
		t.Run(name, func(t *testing.T) {
			where := c.where(t)
			d, err := db.Open(t.Context(), where)
			require.NoError(t, err)
			defer d.Close()
			raw, err := sql.Open(c.driver, where)
			require.NoError(t, err)
			defer raw.Close()
			look := func(f func(tx *db.Tx) ([]string, error)) (found []string) {
				require.NoError(t, d.View(context.Background(), func(tx *db.Tx) (err error) { found, err = f(tx); return err }))
				return found
			}
			require.Empty(t, look((*db.Tx).SchemaDifferences))
			require.Empty(t, look((*db.Tx).Sequences))
			for _, change := range c.changes {
				_, err := raw.Exec(change.query)
				require.NoError(t, err, change.query)
				require.Contains(t, look((*db.Tx).SchemaDifferences), change.what)
			}
			_, err = raw.Exec(`INSERT INTO audit (id, at, operator, act, subject, detail) VALUES (7, 1, 'o', 'a', 0, '')`)
			require.NoError(t, err)
			if d.Shared() { // who gives a number leaves the sequence where it is
				require.Equal(t, []string{"rows of audit are numbered up to 7, and the last number is noted as 0"}, look((*db.Tx).Sequences))
				return
			}
			require.Empty(t, look((*db.Tx).Sequences))
			_, err = raw.Exec(`UPDATE sqlite_sequence SET seq = 3 WHERE name = 'audit'`)
			require.NoError(t, err)
			require.Equal(t, []string{"rows of audit are numbered up to 7, and the last number is noted as 3"}, look((*db.Tx).Sequences))
		})
	}
}
