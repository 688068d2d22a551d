package server_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail"
	"turnpost/mail/server"
)

// townOf is a club of some players who play at random, with everything that came in.
type townOf struct {
	*world
	people []string
	seen   map[string]int
	lot    *rand.Rand
	past   []mail.PastArrival
	todo   []func() post
}

func newTown(t *testing.T, n int, seed uint64) *townOf {
	town := &townOf{world: newWorld(t), seen: map[string]int{}, lot: rand.New(rand.NewPCG(seed, 1))}
	for i := range n {
		town.people = append(town.people, fmt.Sprintf("p%02d@example.org", i))
	}
	return town
}

// write brings in a message without having it answered.
func (c *townOf) write(p post) {
	raw := c.Raw(p)
	c.Keep(raw)
	c.past = append(c.past, mail.PastArrival{At: c.Now.Truncate(time.Second), Filed: true,
		ArrivedMail: mail.ArrivedMail{Mailbox: "box", Cursor: fmt.Sprint(c.Serial), Size: int64(len(raw)), Raw: raw}})
}

// live lets time pass in minutes; in some of them somebody writes what they have to write.
func (c *townOf) live(span time.Duration, share float64) {
	for end := c.Now.Add(span); c.Now.Before(end); {
		c.Now = c.Now.Add(time.Minute)
		if c.Tick() {
			c.Work()
		}
		for c.lot.Float64() < share {
			c.Now = c.Now.Add(7 * time.Second)
			c.somebody()
		}
		if len(c.Work()) > 0 {
			require.NoError(c.T, c.Deliver(sender{}))
		}
		c.read()
	}
}

// read notes what people have to answer.
func (c *townOf) read() {
	for _, who := range c.people {
		box := c.Boxes[who]
		for _, l := range box[c.seen[who]:] {
			body := ""
			switch {
			case strings.Contains(l.Text, "invites you"):
				body = "accept"
			case l.Get("Turnpost-Turn") != "" && l.Get("Turnpost-Turn") == l.Get("Turnpost-Side"):
				body = fmt.Sprint(1 + c.lot.IntN(4))
			}
			if body != "" && c.lot.IntN(60) > 0 { // some are never answered
				c.todo = append(c.todo, func() post { return post{From: who, Answers: &l, Body: body} })
			}
		}
		c.seen[who] = len(box)
	}
}

func (c *townOf) somebody() {
	who := c.people[c.lot.IntN(len(c.people))]
	other := c.people[c.lot.IntN(len(c.people))]
	games := []string{"turro", "rooya", "roses", "tourrosa"}
	game := games[c.lot.IntN(len(games))]
	n := c.lot.IntN(100)
	switch {
	case n < 3 && other != who:
		c.write(post{From: who, Proven: true, Body: "challenge " + other + " " + game + " pace 1d"})
	case n < 5:
		c.write(post{From: who, Proven: true, Body: fmt.Sprintf("challenge robot level %d %s", 1+c.lot.IntN(3), game)})
	case n < 6:
		c.write(post{From: who, Proven: true, Body: "challenge ladder turro"})
	case n < 7:
		c.write(post{From: who, Proven: true, Body: "games"})
	case len(c.todo) > 0:
		i := c.lot.IntN(len(c.todo))
		p := c.todo[i]()
		c.todo[i] = c.todo[len(c.todo)-1]
		c.todo = c.todo[:len(c.todo)-1]
		if c.lot.IntN(200) == 0 {
			p.Body = "resign"
		}
		c.write(p)
	}
}

// dump is what players care for: games, tables and ratings.
func dump(t *testing.T, d *db.DB) (lines []string) {
	require.NoError(t, d.View(t.Context(), func(tx *db.Tx) error {
		for _, q := range []string{
			`SELECT 'game ' || id || ' ' || rules || ' ' || black || ' ' || white || ' ' || position || ' ' || result || ' ' || reason || ' ' || undone FROM games ORDER BY id`,
			`SELECT 'ply ' || game || ' ' || n || ' ' || move FROM plies ORDER BY game, n`,
			`SELECT 'invitation ' || id || ' ' || challenger || ' ' || coalesce(invitee, 0) || ' ' || side || ' ' || state FROM invitations ORDER BY id`,
			`SELECT 'rating ' || player || ' ' || rules || ' ' || round(rating) || ' ' || games FROM ratings ORDER BY player, rules`,
			`SELECT 'ladder ' || rules || ' ' || player || ' ' || position FROM rungs ORDER BY rules, position`,
			`SELECT 'season ' || tournament || ' ' || player || ' ' || division || ' ' || number || ' ' || (out_at > 0) || ' ' || lost FROM entrants ORDER BY tournament, player`,
			`SELECT 'pairing ' || game || ' ' || tournament || ' ' || round FROM pairings ORDER BY game`,
			`SELECT 'player ' || id || ' ' || address || ' ' || name FROM players ORDER BY id`,
		} {
			require.NoError(t, tx.Rows(func(scan func(...any) error) error {
				var line string
				err := scan(&line)
				lines = append(lines, line)
				return err
			}, q))
		}
		return nil
	}))
	return lines
}

// A club of 14 with robots, a season that begins and a ladder stands after a replay as it
// would without a restore, whether the replaced database can be read or the mailbox alone;
// nobody is told anything twice, and every reply token that somebody holds stays valid.
func TestReplayBringsEverythingBack(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	for _, seed := range []uint64{1} { // about 300 messages each
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			c := newTown(t, 14, seed)
			for i, who := range c.people {
				body := "join rooya\nladder turro on"
				if i > 0 {
					body += "\nanalysis off" // post-mortems take longest
				}
				c.write(post{From: who, Proven: true, Body: body})
				c.Work()
				require.NoError(t, c.Deliver(sender{}))
			}
			c.Pass(13 * 24 * time.Hour)
			c.live(20*time.Hour, 0.2)
			backup := map[bool]string{}
			for _, readable := range []bool{true, false} {
				backup[readable] = filepath.Join(c.Dir, fmt.Sprint("backup.", readable))
				require.NoError(t, db.Copy(t.Context(), c.Where, backup[readable], nil))
			}
			since := c.Now
			c.live(26*time.Hour, 0.2)
			want := dump(t, c.DB)

			for readable, file := range backup {
				d, err := db.Open(t.Context(), file)
				require.NoError(t, err)
				t.Cleanup(func() { d.Close() })
				before := dump(t, d)
				_, s := c.On(d)
				from := server.MailReplaySource{Since: since.Add(-time.Hour), Messages: c.past}
				if readable {
					from.Replaced = c.DB
				}
				done, err := s.Replay(t.Context(), from)
				require.NoError(t, err)
				t.Logf("%d messages, %d moves, %d games; the replaced database can be read: %t",
					done.Messages, done.Moves, done.Games, readable)
				require.Empty(t, done.Lost)
				require.NotEqual(t, before, want)
				require.Equal(t, want, dump(t, d))
			}
		})
	}
}

// Whoever was forgotten, has stopped or blocked somebody since a backup is so after a restore,
// and is sent nothing. The list alone says it, which holds no address.
func TestTheListOutlivesARestore(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Begin("turro")
	for _, who := range []string{eve, fay, gil} {
		w.Proven(who, "challenge robot roses")
	}
	file := filepath.Join(w.Dir, "backup.db")
	require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error { _, err := tx.DepartedSecret(); return err }))
	require.NoError(t, db.Copy(t.Context(), w.Where, file, nil))
	w.Server.Departed = filepath.Join(w.Dir, "list")
	w.Proven(eve, "forget me")
	w.Reply(eve, "yes")
	w.Proven(fay, "stop")
	w.Reply(fay, "yes")
	w.Proven(gil, "block "+ada)
	w.Tick()
	require.NoError(t, w.Server.WriteDeparted(t.Context()))
	text, err := os.ReadFile(w.Server.Departed)
	require.NoError(t, err)
	require.NotContains(t, string(text), "@")
	require.NotContains(t, string(text), "eve")

	d, err := db.Open(t.Context(), file)
	require.NoError(t, err)
	t.Cleanup(func() { d.Close() })
	d.Now = func() time.Time { return w.Now }
	_, s := w.On(d)
	waiting := func() (n int) {
		require.NoError(t, d.View(t.Context(), func(tx *db.Tx) error {
			out, err := tx.Outgoing(db.OutgoingQueued)
			n = len(out)
			return err
		}))
		return n
	}
	before := waiting()
	list, err := server.ReadDeparted(t.Context(), d, w.Server.Departed)
	require.NoError(t, err)
	left, err := s.RepeatDeparted(t.Context(), list)
	require.NoError(t, err)
	require.Len(t, left, 2)
	require.LessOrEqual(t, waiting(), before, "nothing more is sent")
	require.NoError(t, d.View(t.Context(), func(tx *db.Tx) error {
		_, err := tx.PlayerByAddress(eve)
		require.ErrorIs(t, err, db.ErrNotFound)
		p, err := tx.PlayerByAddress(fay)
		require.NoError(t, err)
		require.False(t, p.StoppedAt.IsZero())
		g, err := tx.PlayerByAddress(gil)
		require.NoError(t, err)
		a, err := tx.PlayerByAddress(ada)
		require.NoError(t, err)
		blocked, err := tx.Blocked(g.ID, a.ID)
		require.True(t, blocked)
		return err
	}))
	_, err = server.ReadDeparted(t.Context(), d, file+".none")
	require.ErrorIs(t, err, server.ErrNoList)
	_, err = server.ReadDeparted(t.Context(), newWorld(t).DB, w.Server.Departed)
	require.ErrorIs(t, err, server.ErrOtherList)
}
