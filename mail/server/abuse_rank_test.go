package server_test

import (
	"database/sql"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "github.com/mattn/go-sqlite3"
	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/server/servertest"
)

// A message whose place in the queue cannot be told, because the database refuses one of
// the questions, is kept all the same, and so are those that came with it.
func TestAbuseAMessageThatCannotBeRanked(t *testing.T) {
	t.Parallel()
	w := theGame(t)
	driver := "sqlite3"
	if servertest.OnPostgres(t) {
		driver = "pgx"
	}
	raw, err := sql.Open(driver, w.Where)
	require.NoError(t, err)
	t.Cleanup(func() { raw.Close() })
	move := w.Raw(post{From: ada, Body: "b1", Answers: w.Last(ada)})
	help := w.Raw(post{From: bob, Body: "help", Proven: true})
	_, err = raw.Exec(`ALTER TABLE keys RENAME TO keys_away`)
	require.NoError(t, err)
	kept := w.Server.Keep(t.Context(), mail.ArrivedMail{Mailbox: "test", Cursor: "a", Size: int64(len(move)), Raw: move},
		mail.ArrivedMail{Mailbox: "test", Cursor: "b", Size: int64(len(help)), Raw: help})
	_, err = raw.Exec(`ALTER TABLE keys_away RENAME TO keys`)
	require.NoError(t, err)
	require.NoError(t, kept)
	w.Work()
	require.Equal(t, []string{"a1", "a2", "b1"}, w.Plies(1))
	require.Contains(t, w.Last(bob).Text, "Your move", "both are answered")
	t.Logf("abuse | the database refuses a question about a mail's place in the queue | the mails that came together are kept | 2 of 2")
}
