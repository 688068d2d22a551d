package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/desk"
	"turnpost/rules/all"
)

// TestDemoDay: with days of 30 seconds and the clockwork's usual second between
// two looks, two minutes show a digest, a reminder, the warning and a game lost
// on time.
func TestDemoDay(t *testing.T) {
	ctx := context.Background()
	d, err := db.Open(ctx, filepath.Join(t.TempDir(), "demo.db"))
	require.NoError(t, err)
	t.Cleanup(func() { d.Close() })
	real := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	begun := real
	d.Now = virtualClock(real, 30*time.Second, func() time.Time { return real })
	k, err := desk.New(desk.Robot{Name: "Turnpost", Address: demoRobot, Plus: true, AuthservID: demoDomain}, d, all.Games(), slog.New(slog.NewTextHandler(io.Discard, nil)))
	require.NoError(t, err)
	k.Gap = demoGap * 24 * 3600 / 30
	serial := 0
	send := func(from, text string) {
		serial++
		raw := fmt.Sprintf("Authentication-Results: %s; auth=pass smtp.auth=%s\r\nFrom: %s\r\nTo: %s\r\nMessage-ID: <%d@x>\r\n\r\n%s\r\n", demoDomain, from, from, demoRobot, serial, text)
		require.NoError(t, k.Keep(ctx, mail.Arrival{Mailbox: "x", Cursor: fmt.Sprint(serial), Size: int64(len(raw)), Raw: []byte(raw)}))
		worked, err := k.PlayNext(ctx)
		require.NoError(t, err)
		require.True(t, worked)
	}
	send("alice@demo.test", "challenge bob@demo.test rooya as black")
	send("bob@demo.test", "accept\ndigest daily 07:30")
	send("alice@demo.test", "a1")

	first := map[string]time.Duration{} // when a letter of a kind first came
	seen := 0
	for real.Sub(begun) < 2*time.Minute {
		real = real.Add(time.Second)
		for {
			worked, err := k.Tick(ctx)
			require.NoError(t, err)
			if !worked {
				break
			}
		}
		require.NoError(t, d.View(ctx, func(tx *db.Tx) error {
			letters, err := tx.Outgoing(db.OutgoingQueued)
			for _, l := range letters[min(seen, len(letters)):] {
				if first[l.Kind] == 0 {
					first[l.Kind] = real.Sub(begun)
				}
				seen++
			}
			g, err2 := tx.Game(1)
			require.NoError(t, err2)
			if name := fmt.Sprint("reminded ", g.Reminded); g.Reminded > 0 && first[name] == 0 {
				first[name] = real.Sub(begun)
			}
			if g.Over() && first["over"] == 0 {
				require.Equal(t, desk.OnTime, g.Reason)
				first["over"] = real.Sub(begun)
			}
			pauses, err2 := tx.Pauses(time.Time{})
			require.NoError(t, err2)
			require.Empty(t, pauses, "the demo was never away")
			return err
		}))
	}
	require.Equal(t, 29*time.Second, first["digest"])
	require.Equal(t, 45*time.Second, first["reminded 1"])
	require.Equal(t, 60*time.Second, first["reminded 2"])
	require.Equal(t, 90*time.Second, first["reminded 3"])
	require.Equal(t, 105*time.Second, first["over"])
}

// TestDemoTimeNeverGoesBack: a kept database is ahead of real time after a fast
// demo, and goes on from there.
func TestDemoTimeNeverGoesBack(t *testing.T) {
	ctx := context.Background()
	d, err := db.Open(ctx, filepath.Join(t.TempDir(), "demo.db"))
	require.NoError(t, err)
	t.Cleanup(func() { d.Close() })
	ahead := time.Now().AddDate(0, 2, 0).UTC().Truncate(time.Millisecond)
	d.Now = func() time.Time { return ahead }
	require.NoError(t, d.Update(ctx, func(tx *db.Tx) error { _, err := tx.Heartbeat(); return err }))
	s := &service{db: d, desk: &desk.Desk{Gap: 10 * time.Minute}}
	require.NoError(t, setDemoTime(ctx, s, 30*time.Second))
	require.False(t, d.Now().Before(ahead))
	require.Less(t, d.Now().Sub(ahead), 24*time.Hour)
	require.Equal(t, 8*time.Hour, s.desk.Gap, "ten seconds of a demo are no absence")
}
