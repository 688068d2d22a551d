package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
)

// What is printed of one daemon that lives, one that died, and what nobody holds.
func TestDaemons(t *testing.T) {
	path := filepath.Join(t.TempDir(), "turnpost.db")
	d, err := db.Open(t.Context(), path)
	require.NoError(t, err)
	defer d.Close()
	h := &hall{t: t, path: path}
	require.Equal(t, "no server runs\n", h.ok("daemons"))
	require.Empty(t, h.ok("daemons", "--json"))

	now := time.Now()
	at := func(ago time.Duration, f func(tx *db.Tx) error) {
		t.Helper()
		d.Now = func() time.Time { return now.Add(-ago) }
		require.NoError(t, d.Update(t.Context(), f))
	}
	take := func(tx *db.Tx, post string, daemon int64) {
		ok, err := tx.TakePost(post, strings.HasPrefix(post, "mailbox"), daemon)
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
	moment := func(ago time.Duration) string { return stamp(now.Add(-ago)).String() }
	lease := func(ago time.Duration) string { return stamp(now.Add(time.Minute - ago)).clock() }
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
	second := func(ago time.Duration) stamp { return stamp(now.Add(-ago).UTC().Truncate(time.Second)) }
	require.Equal(t, []daemonRow{
		{2, "dead:2", second(2 * time.Minute), second(time.Minute), true, []postRow{}},
		{3, "alive:3", second(0), second(-time.Minute), false, []postRow{{"clockwork", stamp{}}, {"mailbox new", second(0)}}},
		{Posts: []postRow{{"mailbox old", second(time.Hour)}}},
	}, rows)

	require.Contains(t, h.fails(exitFailed, "daemons", "forsake", "mailbox new"), "that nobody holds")
	h.ok("daemons", "forsake", "mailbox old")
	require.NotContains(t, h.ok("daemons"), "mailbox old")
}

// What the doctor says of clocks that differ.
func TestDoctorJudgesDaemons(t *testing.T) {
	now := time.Now()
	for _, c := range []struct {
		name, status, saw string
		left              []time.Duration
	}{
		{"none", statusOK, "no server is running on the database", nil},
		{"two", statusOK, "running on the database: a, b ", []time.Duration{6 * time.Second, 9 * time.Second}},
		{"one ahead", statusWarn, "the lease of b ends in 1m0s: its clock is ahead", []time.Duration{6 * time.Second, time.Minute}},
		{"one behind", statusWarn, "the lease of a is over for 30s: it died, or its clock is behind", []time.Duration{-30 * time.Second}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := &doctor{tell: func(finding) {}}
			var daemons []db.Daemon
			for i, left := range c.left {
				daemons = append(daemons, db.Daemon{ID: int64(i + 1), Name: string(rune('a' + i)), LeaseUntil: now.Add(left)})
			}
			d.judgeDaemons(daemons, now)
			require.Len(t, d.found, 1)
			require.Equal(t, "server", d.found[0].Step)
			require.Equal(t, c.status, d.found[0].Status)
			require.Contains(t, d.found[0].Saw, c.saw)
		})
	}
}

// Two daemons at one mailbox: the second stands by, is ready and alive meanwhile,
// and takes over.
func TestAStandby(t *testing.T) {
	where := dbtest.Postgres(t)
	office, err := openDemoOffice(demoOptions{smtp: "127.0.0.1:0", imap: "127.0.0.1:0"}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(func() { office.Close() })
	config, err := demoConfig(office, where)
	require.NoError(t, err)
	a := app{games: games()}
	start := func() (s *service, stop func()) {
		s, err := a.newService(t.Context(), config, slog.New(slog.DiscardHandler))
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- s.run(ctx) }()
		stopped := false
		stop = func() {
			if cancel(); !stopped {
				stopped = true
				require.NoError(t, <-ended)
				require.NoError(t, s.close())
			}
		}
		t.Cleanup(stop)
		return s, stop
	}
	holds := func(s *service, post string) func() bool { return func() bool { return s.health.held()[post] } }
	ready := func(s *service) func() bool { return func() bool { return s.health.ready(t.Context()) == nil } }
	const soon, often = 20 * time.Second, 10 * time.Millisecond

	first, stop := start()
	require.Eventually(t, holds(first, postMailbox), soon, often)
	require.Eventually(t, holds(first, postClockwork), soon, often)
	second, _ := start()
	require.Eventually(t, ready(second), soon, often)
	require.True(t, second.health.lastPoll().IsZero())
	require.False(t, holds(second, postMailbox)())
	require.False(t, holds(second, postClockwork)())
	for range 2 { // the watchdog hears of each round
		before := time.Now()
		require.Eventually(t, func() bool {
			second.health.mu.Lock()
			defer second.health.mu.Unlock()
			return second.health.pulses["collect"].After(before) && second.health.pulses["clockwork"].After(before)
		}, soon, often)
	}
	out := run(t, "", "daemons", "--db", where).out
	require.Equal(t, 2, strings.Count(out, daemonName()), out)
	require.Equal(t, 1, strings.Count(out, "clockwork, mailbox "), out)

	stop()
	require.Eventually(t, holds(second, postMailbox), soon, often)
	require.Eventually(t, holds(second, postClockwork), soon, often)
	require.Eventually(t, ready(second), soon, often)
	require.False(t, second.health.lastPoll().IsZero())
}
