package demo

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/daemon"
	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail"
	"turnpost/mail/postoffice"
	"turnpost/rules/all"
)

// TestDay: with days of 30 seconds and the clockwork's usual second between
// two looks, two minutes show a digest, a reminder, the warning and a game lost
// on time.
func TestDay(t *testing.T) {
	ctx := context.Background()
	real := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	begun := real
	served := open(t)
	d, k := served.DB, served.Server()
	served.SetClock(virtualClock(real, 30*time.Second, func() time.Time { return real }), gap*24*3600/30)
	serial := 0
	send := func(from, text string) {
		serial++
		raw := fmt.Sprintf("Authentication-Results: %s; auth=pass smtp.auth=%s\r\nFrom: %s\r\nTo: %s\r\nMessage-ID: <%d@x>\r\n\r\n%s\r\n", postoffice.Domain, from, from, Bot, serial, text)
		require.NoError(t, k.Keep(ctx, mail.ArrivedMail{Mailbox: "x", Cursor: fmt.Sprint(serial), Size: int64(len(raw)), Raw: []byte(raw)}))
		worked, err := k.AnswerNext(ctx)
		require.NoError(t, err)
		require.True(t, worked)
	}
	send("alice@demo.test", "challenge bob@demo.test rooya as black")
	send("bob@demo.test", "accept\ndigest daily 07:30")
	send("alice@demo.test", "a1")

	first := map[string]time.Duration{} // when a message of a kind first came
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
			messages, err := tx.Outgoing(db.OutgoingQueued)
			for _, l := range messages[min(seen, len(messages)):] {
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
				require.Equal(t, "time", g.Reason)
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

// TestTimeNeverGoesBack: a kept database is ahead of real time after a fast
// demo, and goes on from there.
func TestTimeNeverGoesBack(t *testing.T) {
	ctx := context.Background()
	served := open(t)
	d := served.DB
	ahead := time.Now().AddDate(0, 2, 0).UTC().Truncate(time.Millisecond)
	d.Now = func() time.Time { return ahead }
	require.NoError(t, d.Update(ctx, func(tx *db.Tx) error { _, err := tx.Heartbeat(); return err }))
	require.NoError(t, setTime(ctx, served, 30*time.Second))
	require.False(t, d.Now().Before(ahead))
	require.Less(t, d.Now().Sub(ahead), 24*time.Hour)

	// Ten seconds of a demo, which are eight hours, are no absence.
	at := d.Now()
	d.Now = func() time.Time { return at }
	settle(t, served)
	at = at.Add(8*time.Hour - time.Minute)
	settle(t, served)
	require.NoError(t, d.View(ctx, func(tx *db.Tx) error {
		pauses, err := tx.Pauses(time.Time{})
		require.Empty(t, pauses)
		return err
	}))
}

// settle does all for which it is time.
func settle(t *testing.T, d *daemon.Daemon) {
	t.Helper()
	for worked := true; worked; {
		var err error
		worked, err = d.Server().Tick(t.Context())
		require.NoError(t, err)
	}
}

// open is the daemon of a demo that nobody listens to.
func open(t *testing.T) *daemon.Daemon {
	t.Helper()
	c, err := OfficeConfig(testOffice(t), dbtest.File(t, "demo.db"))
	require.NoError(t, err)
	d, err := daemon.New(t.Context(), c, all.Games(), "", slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(func() { d.Close() })
	return d
}

func TestVirtualClock(t *testing.T) {
	start := time.Date(2026, 11, 20, 9, 0, 0, 0, time.FixedZone("", 3600))
	for _, c := range []struct {
		day, elapsed time.Duration
		want         string
	}{
		{24 * time.Hour, 0, "2026-11-20T08:00:00Z"},
		{24 * time.Hour, 90 * time.Minute, "2026-11-20T09:30:00Z"},
		{24 * time.Hour, -time.Hour, "2026-11-20T08:00:00Z"},
		{30 * time.Second, 30 * time.Second, "2026-11-21T08:00:00Z"},
		{30 * time.Second, 45 * time.Second, "2026-11-21T20:00:00Z"},
		{48 * time.Hour, 24 * time.Hour, "2026-11-20T20:00:00Z"},
		// Years that a Duration cannot hold.
		{time.Second, 100 * time.Hour, "3012-07-14T08:00:00Z"},
	} {
		real := time.Now()
		now := virtualClock(start, c.day, func() time.Time { return real })
		real = real.Add(c.elapsed)
		require.Equal(t, c.want, now().Format(time.RFC3339), "%s after %s", c.day, c.elapsed)
	}
}
