package main

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
	"turnpost/db/dbtest"
)

// What is printed of one daemon that lives, one that died, and what nobody holds.
func TestDaemons(t *testing.T) {
	path := filepath.Join(dbtest.Dir(t), "turnpost.db")
	d, err := db.Open(t.Context(), path)
	require.NoError(t, err)
	defer d.Close()
	h := &hall{t: t, path: path}
	require.Equal(t, "no server is running\n", h.ok("daemons"))
	require.Empty(t, h.ok("daemons", "--json"))

	now := time.Now()
	at := func(ago time.Duration, f func(tx *db.Tx) error) {
		t.Helper()
		d.Now = func() time.Time { return now.Add(-ago) }
		require.NoError(t, d.Update(t.Context(), f))
	}
	take := func(tx *db.Tx, post string, daemon int64) {
		ok, err := tx.TakeLeadership(post, strings.HasPrefix(post, "mailbox"), daemon)
		require.NoError(t, err)
		require.True(t, ok)
	}
	at(time.Hour, func(tx *db.Tx) error { // gone, and taken out
		gone, err := tx.Join("gone:1", time.Minute)
		take(tx, "mailbox old", gone)
		require.NoError(t, err)
		return tx.Leave(gone)
	})
	at(2*time.Minute, func(tx *db.Tx) error { _, err := tx.Join("dead:2", time.Minute); return err })
	at(0, func(tx *db.Tx) error {
		me, err := tx.Join("alive:3", time.Minute)
		take(tx, "clockwork", me)
		take(tx, "mailbox new", me)
		require.NoError(t, err)
		return tx.SetDeaf("mailbox new", me, true)
	})
	moment := func(ago time.Duration) string { return cli.PrintedTime(now.Add(-ago)).String() }
	lease := func(ago time.Duration) string { return cli.PrintedTime(now.Add(time.Minute - ago)).Clock() }
	lines := strings.Split(regexp.MustCompile(` {2,}`).ReplaceAllString(h.ok("daemons"), "|"), "\n")
	require.Equal(t, []string{
		"SERVER|NAME|SINCE|LEASE|HOLDS",
		"#2|dead:2|" + moment(2*time.Minute) + "|ended " + lease(2*time.Minute) + "|-",
		"#3|alive:3|" + moment(0) + "|" + lease(0) + "|clockwork, mailbox new (deaf since " + moment(0) + ")",
		"-|nobody|-|-|mailbox old (deaf since " + moment(time.Hour) + ")",
		"",
	}, lines)

	var rows []daemonRow
	for line := range strings.Lines(h.ok("daemons", "--json")) {
		var row daemonRow
		require.NoError(t, json.Unmarshal([]byte(line), &row))
		rows = append(rows, row)
	}
	second := func(ago time.Duration) cli.PrintedTime {
		return cli.PrintedTime(now.Add(-ago).UTC().Truncate(time.Second))
	}
	require.Equal(t, []daemonRow{
		{2, "dead:2", second(2 * time.Minute), second(time.Minute), true, []leadershipRow{}},
		{3, "alive:3", second(0), second(-time.Minute), false, []leadershipRow{{"clockwork", cli.PrintedTime{}}, {"mailbox new", second(0)}}},
		{Leaderships: []leadershipRow{{"mailbox old", second(time.Hour)}}},
	}, rows)

	require.Contains(t, h.fails(cli.ExitFailed, "daemons", "forsake", "mailbox new"), "or a server holds it")
	h.ok("daemons", "timeout", "mailbox old")
	require.NotContains(t, h.ok("daemons"), "mailbox old")
}
