package db_test

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
	"turnpost/db/migrations"
)

// dump is all that a file of SQLite holds, table by table, but goose's.
func dump(t *testing.T, path string) map[string][]string {
	t.Helper()
	return dumpOf(t, path, columnsOf(t, path))
}

// columnsOf are the columns of each table of a file of SQLite, as an expression of
// their values.
func columnsOf(t *testing.T, path string) map[string]string {
	t.Helper()
	out := map[string]string{}
	conn, err := sql.Open("sqlite3", path)
	require.NoError(t, err)
	defer conn.Close()
	for _, table := range texts(t, conn, `SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'goose_db_version'`) {
		out[table] = `''`
		for _, column := range texts(t, conn, `SELECT name FROM pragma_table_info('`+table+`') ORDER BY name`) {
			out[table] += fmt.Sprintf(` || '|' || typeof("%[1]s") || quote("%[1]s")`, column)
		}
	}
	return out
}

// dumpOf is what a file of SQLite holds in these columns.
func dumpOf(t *testing.T, path string, columns map[string]string) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	conn, err := sql.Open("sqlite3", path)
	require.NoError(t, err)
	defer conn.Close()
	for table, values := range columns {
		out[table] = texts(t, conn, `SELECT `+values+` FROM `+table+` ORDER BY 1`)
	}
	return out
}

func texts(t *testing.T, conn *sql.DB, query string) (out []string) {
	t.Helper()
	rows, err := conn.Query(query)
	require.NoError(t, err)
	defer rows.Close()
	for rows.Next() {
		var s string
		require.NoError(t, rows.Scan(&s))
		out = append(out, s)
	}
	require.NoError(t, rows.Err())
	return out
}

// A database of every kind of row goes to PostgreSQL and back, and is what it was.
func TestCopyThereAndBack(t *testing.T) {
	skiptest.Sequential(t)
	ctx := context.Background()
	dir := dbtest.Dir(t)
	path := dbtest.File(t, "turnpost.db")
	d := open(t, path)
	require.NoError(t, d.Update(ctx, func(tx *db.Tx) error {
		require.NoError(t, tx.AddKey())
		for n := range 30 {
			_, err := tx.Keep(db.Incoming{Mailbox: "m", Cursor: fmt.Sprint(n), MessageID: "ünï" + fmt.Sprint(n), Digest: []byte{byte(n), 0}, TooLarge: n%2 == 0, Raw: []byte("\x00\xff" + fmt.Sprint(n))})
			require.NoError(t, err)
		}
		ada, err := tx.AddPlayer("Ada@example.org", "ada@example.org", "Ada ♞")
		require.NoError(t, err)
		bob, err := tx.AddPlayer("bob@example.org", "bob@example.org", "")
		require.NoError(t, err)
		var last db.Invitation
		for _, invitee := range []int64{bob.ID, 0} {
			last, err = tx.AddInvitation(db.Invitation{Rules: "tug", Challenger: ada.ID, Invitee: invitee, Side: db.Black, Pace: "1d", ExpiresAt: tx.Now}, func(int64) string { return "s" })
			require.NoError(t, err)
		}
		require.EqualValues(t, 2, last.ID)
		i, err := tx.Invitation(1)
		require.NoError(t, err)
		g, err := tx.AddGame(i, "start", time.Hour)
		require.NoError(t, err)
		require.NoError(t, tx.AddPlies(&g, 1, []string{"l", "r"}, "middle", db.Undecided, ""))
		g, err = tx.Game(g.ID)
		require.NoError(t, err)
		require.NoError(t, tx.AddPlies(&g, 0, []string{"l"}, "later", db.Undecided, ""))
		require.NoError(t, tx.Say(g.ID, ada.ID, 1, "hello"))
		require.NoError(t, tx.AddNote(g.ID, ada.ID, 1, "note"))
		require.NoError(t, tx.SetConditionals(g.ID, ada.ID, []string{"if l then r"}))
		require.NoError(t, tx.SaveRating(db.Rating{Player: ada.ID, Rules: "tug", Rating: 1500.1, Deviation: 350, Volatility: 1.0 / 3}))
		require.NoError(t, tx.Block(ada.ID, bob.ID))
		require.NoError(t, tx.Mute(bob.ID, ada.ID))
		require.NoError(t, tx.NoteKnownAs(bob.ID, ada.ID, "Ada"))
		require.NoError(t, tx.NoteOrigin(1, []byte{0, 255}, time.Hour))
		_, err = tx.AskAddress(ada.ID, "second@example.org", "second@example.org")
		require.NoError(t, err)
		_, err = tx.Quarantine(ada.ID, 1, "one\ntwo", true, 5)
		require.NoError(t, err)
		require.NoError(t, tx.NoteNotified(ada.ID, db.CountedError, []byte{0}, time.Hour))
		require.NoError(t, tx.NoteQuestion(ada.ID, db.QuestionQuarantine, time.Hour))
		require.NoError(t, tx.NoteNotice(ada.ID, "draw", time.Hour))
		_, err = tx.AddPause(db.ClockPause{Player: ada.ID, Why: db.Vacation, From: tx.Now})
		require.NoError(t, err)
		_, err = tx.Heartbeat()
		require.NoError(t, err)
		id, err := tx.EnqueueAs(db.Outgoing{Player: ada.ID, MessageID: "o1", Raw: []byte("x")}, db.ClassGame)
		require.NoError(t, err)
		o, err := tx.Message(id)
		require.NoError(t, err)
		_, err = tx.AddBounce(o, "5.1.1")
		require.NoError(t, err)
		daemon, err := tx.Join("one", time.Minute)
		require.NoError(t, err)
		require.NoError(t, tx.SaveAccount(db.SendingAccount{DeferredUntil: tx.Now, Failures: 2, DeferredAt: tx.Now, Status: "5.4.5"}))
		_, err = tx.TakeLeadership("clockwork", false, daemon)
		require.NoError(t, err)
		eve, err := tx.AddPlayer("eve@example.org", "eve@example.org", "")
		require.NoError(t, err)
		require.NoError(t, tx.Block(bob.ID, eve.ID))
		require.NoError(t, tx.Forget(eve, "", time.Hour))
		require.NoError(t, tx.NoteMended("names", "1"))
		return nil
	}))
	// A number that was used and is no more, and an empty text among octets.
	conn, err := sql.Open("sqlite3", path)
	require.NoError(t, err)
	for _, q := range []string{`DELETE FROM invitations WHERE id = 2`,
		`INSERT INTO purges (mailbox, message_id, asked_at) VALUES ('m', '1@x', 1)`,
		`INSERT INTO address_questions (origin, asked, at) VALUES (x'01', x'02', 1)`,
		`INSERT INTO invited (player, digest, at, until) VALUES (1, x'01', 1, 2)`,
		`INSERT INTO notices (player, what, at) VALUES (1, 'draw', 1)`,
		`INSERT INTO leavings (player, what, begun_at) VALUES (1, 'stop', 1)`,
		`INSERT INTO postmortems (game) SELECT min(id) FROM games`,
		`INSERT INTO turnings (game, ply, better, lost, chance_before, chance_after, solved) SELECT min(id), 1, 'm', 'hope', 60, 40, 0 FROM games`,
		`INSERT INTO archive_keys (id, seed, names, created_at) SELECT 1, secret, secret, 1 FROM keys LIMIT 1`,
		`INSERT INTO puzzle_games (game) SELECT min(id) FROM games`,
		`INSERT INTO puzzles (game, rules, position, keeps, after, plies, found_at) SELECT min(id), 'tug', 'p', 'l', 'a', 'l win 3 r', 1 FROM games`,
		`INSERT INTO puzzle_messages (player, at, puzzle) VALUES (1, 2, 1)`, `INSERT INTO puzzle_answers (player, puzzle, move, solved, at) VALUES (1, 1, 'l', 1, 3)`,
		`INSERT INTO puzzle_days (player, minute, due_at) VALUES (1, 450, 4)`,
		`INSERT INTO tournaments (id, name, rules, pace, days, made_at) VALUES (1, 'tug-1', 'tug', '1d', 90, 1)`,
		`INSERT INTO entrants (tournament, player, joined_at) VALUES (1, 1, 1)`,
		`INSERT INTO calendars (player, name, changed_at) VALUES (1, 'n', 1)`,
		`INSERT INTO cup_guests (tournament, player, asked_at, answered_at, declined) VALUES (1, 2, 1, 2, 1)`,
		`INSERT INTO divisions (tournament, number) VALUES (1, 1)`,
		`INSERT INTO pairings (game, tournament, division, round) SELECT min(id), 1, 1, 1 FROM games`,
		`INSERT INTO rungs (rules, player, position, joined_at, rest_at, slide_at) VALUES ('tug', 1, 1, 1, 2, 3)`,
		`INSERT INTO ladder_games (game, rules, challenger, challenged) SELECT min(id), 'tug', 1, 2 FROM games`,
		`INSERT INTO followers (player, often, ends, due_at) VALUES (1, 'every', 1, 5)`, `INSERT INTO follow_players (follower, player, rules, made_at) VALUES (1, 2, 'tug', 1)`,
		`INSERT INTO follow_tournaments (follower, tournament, made_at) VALUES (1, 1, 1)`,
		`INSERT INTO follow_games (follower, game, chosen, plies) SELECT 1, min(id), 1, 2 FROM games`,
		`INSERT INTO followed (game, due_at) SELECT min(id), 5 FROM games`,
		`INSERT INTO followed_tables (tournament, division, due_at) VALUES (1, 1, 5)`, `INSERT INTO follow_tables (follower, tournament, division) VALUES (1, 1, 1)`,
		`INSERT INTO breaks (game, from_at, to_at) VALUES (1, 1, 2)`,
		`INSERT INTO week_games (game, ended_at) SELECT min(id), 5 FROM games`, `INSERT INTO best_weeks (player, due_at) VALUES (1, 5)`,
		`INSERT INTO generations (mark, begun_at) VALUES ('m', 1)`, `INSERT INTO departed (digest, at) VALUES (x'01', 1)`,
		`INSERT INTO audit (at, operator, act, subject, detail) VALUES (1, 'root', 'game abort', 1, '')`, `UPDATE mails SET raw = '' WHERE message = 7`} {
		_, err = conn.Exec(q)
		require.NoError(t, err)
	}
	require.NoError(t, conn.Close())

	there := dbtest.BarePostgres(t)
	var told, total int
	require.NoError(t, db.Copy(ctx, path, there, func(done, all int) { told, total = done, all }))
	require.Positive(t, total)
	require.Equal(t, total, told)
	back := filepath.Join(dir, "back.db")
	require.NoError(t, db.Copy(ctx, there, back, nil))
	_, err = os.Stat(back + "-wal")
	require.ErrorIs(t, err, os.ErrNotExist)
	info, err := os.Stat(back)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	// An empty text among octets comes back as none.
	conn, err = sql.Open("sqlite3", path)
	require.NoError(t, err)
	_, err = conn.Exec(`UPDATE mails SET raw = x'' WHERE message = 7`)
	require.NoError(t, err)
	require.NoError(t, conn.Close())
	want := dump(t, path)
	for table, rows := range want {
		require.NotEmpty(t, rows, "no row of %s is tried", table)
	}
	require.Equal(t, want, dump(t, back))
	for _, where := range []string{there, back} {
		require.NoError(t, open(t, where).Update(ctx, func(tx *db.Tx) error {
			i, err := tx.AddInvitation(db.Invitation{Rules: "tug", Challenger: 1, Side: db.Black, Pace: "1d", ExpiresAt: tx.Now}, func(int64) string { return "s" })
			require.EqualValues(t, 3, i.ID, "no number is used twice")
			damages, err2 := tx.Damages()
			require.Empty(t, damages)
			require.NoError(t, err2)
			return err
		}))
	}
}

// A server that ends transactions which idle waits for a source that is slow.
func TestCopyOfASlowSource(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(dbtest.Dir(t), "turnpost.db")
	require.NoError(t, open(t, path).Update(ctx, func(tx *db.Tx) error { return tx.AddKey() }))
	there, err := url.Parse(dbtest.Postgres(t)) // with its schema: to make that, others wait less
	require.NoError(t, err)
	q := there.Query()
	q.Set("idle_in_transaction_session_timeout", "2s")
	there.RawQuery = q.Encode()
	slow := sync.OnceFunc(func() { time.Sleep(3 * time.Second) })
	require.NoError(t, db.Copy(ctx, path, there.String(), func(int, int) { slow() }))
}

func TestCopyRefuses(t *testing.T) {
	skiptest.Sequential(t)
	ctx := context.Background()
	dir := dbtest.Dir(t)
	path := dbtest.File(t, "turnpost.db")
	d := open(t, path)
	require.NoError(t, d.Update(ctx, func(tx *db.Tx) error { return tx.AddKey() }))
	require.ErrorContains(t, db.Copy(ctx, filepath.Join(dir, "none"), filepath.Join(dir, "x"), nil), "the source")
	require.ErrorContains(t, db.Copy(ctx, path, path, nil), "is there already")
	full := dbtest.Postgres(t)
	require.NoError(t, open(t, full).Update(ctx, func(tx *db.Tx) error { return tx.AddKey() }))
	require.ErrorContains(t, db.Copy(ctx, path, full, nil), "the target is not empty: it has 1 rows of keys")
	older := dbtest.Postgres(t)
	onServer(t, older, `UPDATE goose_db_version SET version_id = 3 WHERE version_id > 3`)
	require.ErrorContains(t, db.Copy(ctx, older, full, nil), "its schema is version 3")
	onServer(t, older, `UPDATE goose_db_version SET version_id = 9999 WHERE version_id = 3`)
	require.ErrorIs(t, db.Copy(ctx, older, filepath.Join(dir, "y"), nil), migrations.ErrNewer)
	// One that breaks off leaves nothing.
	stopped, cancel := context.WithCancel(ctx)
	err := db.Copy(stopped, path, filepath.Join(dir, "z"), func(int, int) { cancel() })
	require.ErrorIs(t, err, context.Canceled)
	left, err := filepath.Glob(filepath.Join(dir, "z*"))
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestExamineServer(t *testing.T) {
	s, err := db.CheckServer(context.Background(), dbtest.Postgres(t))
	require.NoError(t, err)
	require.GreaterOrEqual(t, s.Number, db.OldestServer)
	require.Equal(t, "serializable", s.Isolation)
	require.Equal(t, "on", s.Commit)
	require.Equal(t, "off", s.Sync, "of the tests' server")
	require.Equal(t, "UTF8", s.Encoding)
	require.Equal(t, s.Known, s.Schema)
	require.Less(t, s.Fast.Abs(), time.Second)
	s, err = db.CheckServer(context.Background(), dbtest.BarePostgres(t))
	require.NoError(t, err)
	require.Zero(t, s.Schema)
	require.Zero(t, s.Tables)
}
