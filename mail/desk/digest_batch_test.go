package desk_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// digestsDue makes the digests of all players of a world due together.
func (w *world) digestsDue() {
	w.t.Helper()
	require.NoError(w.t, w.db.Update(context.Background(), func(tx *db.Tx) error {
		people, err := tx.ListPlayers(-1)
		require.NoError(w.t, err)
		for _, p := range people {
			p.Digest, p.DigestDue = "daily", w.now
			require.NoError(w.t, tx.SavePlayer(p))
		}
		return nil
	}))
}

// byReader are letters by who they are to.
func byReader(letters []letter) map[string]letter {
	out := map[string]letter{}
	for _, l := range letters {
		out[l.Get("To")] = l
	}
	return out
}

// What happens between the composing of digests and their being stored is told
// in them.
func TestDigestsTogetherTellWhatHappenedMeanwhile(t *testing.T) {
	w := newWorld(t)
	w.begin("rooya")
	w.reply(ada, "a1")
	w.send(post{from: "Cleo <cleo@example.org>", proven: true, body: "challenge dan@example.org rooya as white"})
	w.reply("dan@example.org", "accept")
	w.send(post{from: "Eve <eve@example.org>", proven: true, body: "games"})
	w.digestsDue()
	composed := 0
	w.desk.Step = func(step string) {
		if step != "composed" {
			return
		}
		composed++
		require.NoError(t, w.db.Update(context.Background(), func(tx *db.Tx) error {
			a, err := tx.PlayerByAddress(ada)
			require.NoError(t, err)
			e, err := tx.PlayerByAddress("eve@example.org")
			require.NoError(t, err)
			e.Digest, e.DigestDue = "off", time.Time{}
			require.NoError(t, tx.SavePlayer(e))
			return tx.Say(1, a.ID, 1, "Your castle looks lonely.")
		}))
	}
	w.tick()
	letters := byReader(w.work())
	require.Equal(t, 1, composed)
	require.Len(t, letters, 2, "those who are to move")
	require.Contains(t, letters[`"Bob" <bob@example.org>`].Text, "Your castle looks lonely.")
	require.Contains(t, letters[`"Dan" <dan@example.org>`].Text, "#2")
	for _, who := range []string{ada, bob, "cleo@example.org", "dan@example.org"} {
		require.True(t, w.player(who).DigestDue.After(w.now), who)
	}
	require.True(t, w.player("eve@example.org").DigestDue.IsZero())
	w.tick()
	require.Empty(t, w.work())
}

// One digest that cannot be written holds up no other.
func TestABrokenDigestIsPutOffAlone(t *testing.T) {
	w := newWorld(t)
	for n := range 40 { // more than one batch
		name := fmt.Sprintf("p%d", n)
		w.send(post{from: name + " <" + name + "@example.org>", proven: true, body: "challenge q" + name + "@example.org rooya as white"})
		w.reply("q"+name+"@example.org", "accept")
	}
	require.NoError(t, w.db.Update(context.Background(), func(tx *db.Tx) error {
		g, err := tx.Game(3)
		require.NoError(t, err)
		return tx.TakeBack(g, 0, "no position")
	}))
	w.digestsDue()
	failed := 0
	for {
		worked, err := w.desk.Tick(context.Background())
		if err != nil {
			require.ErrorContains(t, err, "game 3")
			failed++
		} else if !worked {
			break
		}
	}
	require.Equal(t, 2, failed, "the digests of both players of game 3")
	require.Len(t, w.work(), 39)
	require.Equal(t, w.now.Add(time.Hour), w.player("qp2@example.org").DigestDue)
}
