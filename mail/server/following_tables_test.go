package server_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/db/follows"
	"turnpost/mail/server/servertest"
)

const eve, fay, gil = "eve@example.org", "fay@example.org", "gil@example.org"

// season is a season of Le Rooya that has begun, in which Ada, Bob, Cleo and Dan play, and
// which Eve follows message by message, Fay with her digest, and Gil its ends alone.
func season(t *testing.T) *world {
	return &world{servertest.From(t, "season", func(w *servertest.World) {
		for _, who := range []string{ada, bob, onlooker, dan} {
			w.Proven(who, "public on\njoin rooya")
		}
		w.Proven(ada, "follow tournament rooya\nfollowing every\nletters mine")
		w.Proven(eve, "follow tournament rooya\nfollowing every")
		w.Proven(fay, "follow tournament rooya\ndigest daily 07:30")
		w.Proven(gil, "follow tournament rooya\nfollowing end every")
		w.Pass(15 * 24 * time.Hour)
		_ = w.Deliver(sender{})
	})}
}

// of are the numbers of the games of somebody that go on.
func (w *world) of(address string) (games []int64) {
	w.T.Helper()
	require.NoError(w.T, w.DB.View(w.T.Context(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(address)
		if err != nil {
			return err
		}
		running, err := tx.GamesOf(p.ID, false, 100)
		for _, g := range running {
			games = append(games, g.ID)
		}
		return err
	}))
	return games
}

// Who follows a tournament reads its tables when somebody else stands first, and when the
// last game is over: with the other news, as often, and each once.
func TestFollowersReadTables(t *testing.T) {
	t.Parallel()
	w := season(t)
	const stands, final, unnamed = "The standings of rooya-1", "The final table of rooya-1", "not shown"
	w.told(eve) // nothing has happened
	first := w.of(ada)[0]
	w.Proven(ada, fmt.Sprintf("#%d resign", first))
	messages := w.told(eve)
	require.Len(t, messages, 1, "the game and the table in one letter")
	require.Contains(t, messages[0].Text, "Ada resigned")
	require.Contains(t, messages[0].Text, stands)
	require.Contains(t, messages[0].Text, "In the lead: ")
	require.Contains(t, messages[0].Text, "\n| unfollow tournament rooya-1\n")
	checkFollowers(t, messages[0])
	require.NotContains(t, messages[0].Text, unnamed)
	require.Empty(t, w.told(eve), "once")
	require.Empty(t, w.told(ada), "who plays there is no follower of it")

	// Those who stand first are others now, and Dan does not let himself be seen.
	w.Proven(dan, "public off")
	for _, g := range w.of(dan) {
		w.Proven(dan, fmt.Sprintf("#%d resign", g))
	}
	messages = w.told(eve)
	require.Len(t, messages, 1)
	require.Contains(t, messages[0].Text, stands)
	require.Contains(t, messages[0].Text, unnamed)
	require.NotContains(t, string(messages[0].Raw()), "Dan")
	require.NotContains(t, messages[0].Text, "resigned", "games of his are not followed any more")

	before := len(w.Boxes[fay])
	w.Pass(24 * time.Hour)
	require.Len(t, w.Boxes[fay], before+1, "one digest")
	digest := w.Last(fay)
	require.Contains(t, digest.Get("Subject"), "digest")
	require.Equal(t, 1, strings.Count(digest.Text, stands), "as it stands, however often it changed")
	require.NotContains(t, string(digest.Raw()), "Dan")
	require.NoError(t, w.Deliver(sender{}))

	for _, who := range []string{ada, bob} {
		for _, g := range w.of(who) {
			w.Proven(who, fmt.Sprintf("#%d resign", g))
		}
	}
	w.Pass(48 * time.Hour)
	for _, who := range []string{eve, fay, gil} {
		tables, finals := 0, 0
		for _, l := range w.Boxes[who] {
			tables += strings.Count(l.Text, stands)
			finals += strings.Count(l.Text, final)
		}
		require.Equal(t, 1, finals, who)
		require.Equal(t, who == gil, tables == 0, "%s read %d", who, tables)
	}
	require.Empty(t, w.told(eve))
}

// A final table waits until its news is noted: who read it before, with other news, would be
// told of it twice.
func TestAFinalTableIsNotReadBeforeItIsNoted(t *testing.T) {
	t.Parallel()
	w := season(t)
	unread := func() (tables []follows.DivisionKey) {
		require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
			p, err := tx.PlayerByAddress(gil)
			if err != nil {
				return err
			}
			tables, err = follows.UnreadTables(tx, p.ID, true, 9)
			return err
		}))
		return tables
	}
	for _, who := range []string{ada, bob, onlooker} {
		for _, g := range w.of(who) {
			w.Tick() // the table as it was is noted
			w.Proven(who, fmt.Sprintf("#%d resign", g))
		}
	}
	require.Empty(t, unread(), "the division is over, and its news is not noted")
	w.Tick()
	require.Len(t, unread(), 1)
}

// Several daemons tell each follower of a table once, whichever of them does it.
func TestSeveralDaemonsTellOfTablesOnce(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := season(t)
	tick, stop := withDaemons(w)
	for _, who := range []string{ada, bob, onlooker} {
		for _, g := range w.of(who) {
			w.Proven(who, fmt.Sprintf("#%d resign", g))
			require.NoError(t, w.Deliver(sender{}))
			tick()
		}
	}
	stop()
	for range 30 { // what waited for a message to be sent, and a digest
		require.NoError(t, w.Deliver(sender{}))
		w.Now = w.Now.Add(nextMessage)
		w.Tick()
	}
	finals := map[string]int{}
	for _, o := range w.Outgoing(db.OutgoingSent) {
		if l := servertest.ReadStored(t, o.Raw); o.Thread == db.ThreadFollowing || o.Thread == db.ThreadDigests {
			finals[o.Recipient] += strings.Count(l.Text, "The final table of rooya-1")
		}
	}
	require.Equal(t, map[string]int{eve: 1, fay: 1, gil: 1, ada: 0}, finals, "who plays there reads it as a player")
}
