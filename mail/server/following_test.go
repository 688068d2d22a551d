package server_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/server/servertest"
)

const onlooker, dan = "cleo@example.org", "dan@example.org"

// nextMessage is how long a follower waits for the next message, and mostShown how many games are in
// one.
const (
	nextMessage = time.Hour
	mostShown   = 10
)

// followed is a game that Ada and Bob let be seen, which Cleo follows message by message.
func followed(t *testing.T) *world {
	return &world{servertest.From(t, "followed", func(w *servertest.World) {
		w.Begin("rooya")
		for _, who := range []string{ada, bob} {
			w.Proven(who, "public on")
		}
		w.Proven(onlooker, "follow #1\nfollowing every")
	})}
}

// told lets an hour pass, and returns what the follower is told, which is then sent.
func (w *world) told(follower string) (out []servertest.Message) {
	w.T.Helper()
	w.Now = w.Now.Add(nextMessage)
	w.Tick()
	for _, l := range w.Messages() {
		if strings.Contains(l.Get("To"), follower) {
			out = append(out, l)
		}
	}
	require.NoError(w.T, w.Deliver(sender{}))
	return out
}

var (
	afterPly = regexp.MustCompile(`after move ([0-9]+)`)
	plyTold  = regexp.MustCompile(`\b([0-9]+)\. ([a-e][1-5]|cw|ccw|180)`)
)

// numbersOf are the plies that a message tells.
func numbersOf(l servertest.Message) (out []string) {
	for _, line := range strings.Split(l.Text, "\n") {
		for _, m := range plyTold.FindAllStringSubmatch(line, -1) {
			out = append(out, m[1]+" "+m[2])
		}
	}
	return out
}

// A follower sees a game two plies late on the board as it stands, whatever is taken back,
// each ply of it once, and of what the players write to each other nothing.
func TestFollowersReadTwoPliesLate(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := followed(t)
	outer := strings.Fields("a1 a2 a3 a4 a5 b1 b5 c1 c5 d1 d5 e1 e2 e3 e4 e5")
	random := rand.New(rand.NewPCG(8, 0))
	read := []string{} // by Cleo, as the board stands
	back := false
	for range 60 {
		before := w.Plies(1)
		mover, other := ada, bob
		if len(before)%2 == 1 {
			mover, other = bob, ada
		}
		if len(before) > 3 && (random.IntN(3) == 0 || len(before) == len(outer)-2) {
			w.Proven(mover, "#1 undo")
			w.Proven(other, "#1 yes")
			back = true
		} else {
			w.Proven(mover, "#1 "+outer[len(before)]+"\n#1 say hush, this is for you alone")
		}
		now := w.Plies(1)
		if len(now) < len(read) {
			read = read[:len(now)]
		}
		messages := w.told(onlooker)
		if len(now)-2 <= len(read) {
			require.Empty(t, messages, "of %d plies %d were read", len(now), len(read))
			continue
		}
		require.Len(t, messages, 1)
		l := messages[0]
		require.Equal(t, fmt.Sprint(len(now)-2), afterPly.FindStringSubmatch(l.Text)[1])
		for _, told := range numbersOf(l) {
			n, move, _ := strings.Cut(told, " ")
			require.Equal(t, fmt.Sprint(len(read)+1), n, "each ply once, and in order")
			read = append(read, move)
		}
		require.Equal(t, now[:len(now)-2], read)
		checkFollowers(t, l)
	}
	require.True(t, back)
	w.Proven(bob, "#1 resign")
	messages := w.told(onlooker)
	require.Len(t, messages, 1, "the end")
	for _, told := range numbersOf(messages[0]) {
		_, move, _ := strings.Cut(told, " ")
		read = append(read, move)
	}
	require.Equal(t, w.Plies(1), read, "when it is over all is shown")
	require.Contains(t, messages[0].Text, "Bob resigned")
	checkFollowers(t, messages[0])
	require.Empty(t, w.told(onlooker), "once")
}

// checkFollowers looks at what holds of each message about a game that somebody follows.
func checkFollowers(t *testing.T, l servertest.Message) {
	t.Helper()
	require.NotContains(t, l.Text, "hush")
	require.NotContains(t, string(l.Raw()), ada)
	require.NotContains(t, string(l.Raw()), bob)
	require.Empty(t, l.Get("Turnpost-Position"), "it would not be late")
	require.Contains(t, l.Get("List-Unsubscribe"), "subject=unfollow")
	require.Contains(t, l.Text, "\n| unfollow\n")
	require.Contains(t, l.Get("From"), "Turnpost")
}

// Messages to followers go with the digests, behind those to players, and one at a time: what
// happens while one is still to be sent is told in the next.
func TestFollowersWaitBehindPlayers(t *testing.T) {
	t.Parallel()
	w := followed(t)
	require.NoError(t, w.Deliver(sender{}))
	for i, ply := range strings.Fields("a1 a2 a3 a4 a5 b1 b5") {
		w.Proven([]string{ada, bob}[i%2], "#1 "+ply)
		w.Tick()
	}
	waiting := map[db.MessageClass]int{}
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		return tx.Rows(func(scan func(...any) error) error {
			var class, n int
			err := scan(&class, &n)
			waiting[db.MessageClass(class)] = n
			return err
		}, `SELECT class, count(*) FROM outbox WHERE state = 'queued' AND thread = -3 GROUP BY class`)
	}))
	require.Equal(t, map[db.MessageClass]int{db.ClassDigest: 1}, waiting)
	require.Equal(t, []string{"1 a1"}, numbersOf(*w.Last(onlooker)))
	w.Proven(onlooker, "settings")
	var classes []string
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		return tx.Rows(func(scan func(...any) error) error {
			var class int
			err := scan(&class)
			classes = append(classes, db.MessageClass(class).String())
			return err
		}, `SELECT o.class FROM outbox AS o JOIN players AS p ON p.id = o.player WHERE state = 'queued' AND p.address = ? ORDER BY o.id`, onlooker)
	}))
	require.Equal(t, []string{"digests", "answers"}, classes, "an answer makes nothing of a follower's urgent")
	require.NoError(t, w.Deliver(sender{}))
	for i, ply := range strings.Fields("c1 c5") { // and what happens within the hour, in one
		w.Proven([]string{bob, ada}[i], "#1 "+ply)
		w.Tick()
		require.NoError(t, w.Deliver(sender{}))
	}
	before := len(w.Boxes[onlooker])
	w.Pass(nextMessage / 2)
	require.Len(t, w.Boxes[onlooker], before)
	w.Pass(nextMessage / 2)
	require.Len(t, w.Boxes[onlooker], before+1)
	require.Equal(t, strings.Fields("2 a2 3 a3 4 a4 5 a5 6 b1 7 b5"), strings.Fields(strings.Join(numbersOf(*w.Last(onlooker)), " ")))
}

// Who follows a tournament reads its games; who has a digest, in the digest.
func TestTournamentsAreFollowedInTheDigest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, name := range strings.Fields("ada bob cleo dan") {
		w.Proven(name+"@example.org", "public on\njoin rooya")
	}
	const eve = "eve@example.org"
	w.Proven(eve, "digest daily 07:30\nfollow tournament rooya")
	require.Contains(t, w.Last(eve).Text, "the tournament rooya-1")
	w.Pass(15 * 24 * time.Hour)
	g := w.Game(1)
	var black, white string
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		b, err := tx.Player(g.Black)
		if err == nil {
			black = b.Address
			b, err = tx.Player(g.White)
		}
		white = b.Address
		return err
	}))
	w.Proven(black, "#1 a1")
	w.Proven(white, "#1 a2")
	w.Proven(black, "#1 a3")
	require.NoError(t, w.Deliver(sender{}))
	before := len(w.Boxes[eve])
	w.Pass(24 * time.Hour)
	require.Len(t, w.Boxes[eve], before+1, "one digest")
	require.Equal(t, []string{"1 a1"}, numbersOf(*w.Last(eve)))
	require.Contains(t, w.Last(eve).Get("Subject"), "digest")
}

// Of many games the finished one comes first, and how many wait is said.
func TestMoreGamesWaitForTheNextMessage(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	w := newWorld(t)
	for range mostShown {
		w.Begin("rooya")
	}
	for range 2 {
		w.Proven(dan, "challenge ada@example.org rooya as white")
		w.Reply(ada, "accept")
	}
	for _, who := range []string{ada, bob, dan} {
		w.Proven(who, "public on")
	}
	w.Proven(onlooker, "follow ada\nfollowing every")
	for i := range mostShown + 2 {
		other := bob
		if i >= mostShown {
			other = dan
		}
		w.Proven(ada, fmt.Sprintf("#%d a1", i+1))
		w.Proven(other, fmt.Sprintf("#%d a2", i+1))
		w.Proven(ada, fmt.Sprintf("#%d a3", i+1))
		require.NoError(t, w.Deliver(sender{}))
	}
	w.Proven(ada, fmt.Sprintf("#%d resign", mostShown+2))
	messages := w.told(onlooker)
	require.Len(t, messages, 1)
	require.Contains(t, strings.Join(strings.Fields(messages[0].Text), " "), "There is news of 2 more games that you follow; it comes with the next message.")
	require.Contains(t, messages[0].Text, "Ada resigned")
	messages = w.told(onlooker)
	require.Len(t, messages, 1)
	require.NotContains(t, messages[0].Text, "more game")
}

// Several daemons tell each follower of each ply once, whichever of them does it.
func TestSeveralDaemonsTellFollowersOnce(t *testing.T) {
	t.Parallel()
	w := followed(t)
	w.Proven(dan, "follow ada\nfollowing every")
	tick, stop := withDaemons(w)
	require.NoError(t, w.Deliver(sender{}))
	plies := strings.Fields("a1 a2 a3 a4 a5 b1 b5 c1 c5 d1 d5 e1")
	for i, ply := range plies {
		w.Proven([]string{ada, bob}[i%2], "#1 "+ply)
		require.NoError(t, w.Deliver(sender{}))
		tick()
	}
	w.Proven(ada, "#1 resign")
	stop()
	for range 20 { // what waited for a message to be sent
		require.NoError(t, w.Deliver(sender{}))
		w.Now = w.Now.Add(nextMessage)
		w.Tick()
	}
	told, ends := map[string][]string{}, map[string]int{}
	for _, o := range w.Outgoing(db.OutgoingSent) {
		if o.Thread == db.ThreadFollowing {
			l := servertest.ReadStored(t, o.Raw)
			told[o.Recipient] = append(told[o.Recipient], numbersOf(l)...)
			ends[o.Recipient] += strings.Count(l.Text, "Ada resigned")
		}
	}
	var want []string
	for i, ply := range plies {
		want = append(want, strconv.Itoa(i+1)+" "+ply)
	}
	require.Equal(t, map[string][]string{onlooker: want, dan: want}, told)
	require.Equal(t, map[string]int{onlooker: 1, dan: 1}, ends)
}

// withDaemons takes a world to PostgreSQL, where three daemons beside it do what time brings.
// tick tells them what time it is in the world, and stop ends them.
func withDaemons(w *world) (tick, stop func()) {
	t, where := w.T, w.Where
	t.Helper()
	if !servertest.OnPostgres(t) {
		where = dbtest.Postgres(t)
		require.NoError(t, w.DB.Close())
		require.NoError(t, db.Copy(t.Context(), w.Where, where, nil))
	}
	var at atomic.Int64 // the daemons' time
	tick = func() { at.Store(w.Now.UnixMilli()) }
	tick()
	w.DB = reopened(t, where, &at)
	w.DB.Now = func() time.Time { return w.Now }
	w.Restart()
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for range 3 {
		_, s := w.On(reopened(t, where, &at))
		s.HeartbeatGap = 1 << 62
		wg.Go(func() {
			for ctx.Err() == nil {
				if _, err := s.Tick(context.WithoutCancel(ctx)); err != nil {
					assert.True(t, db.Transient(err), "%v", err)
				}
			}
		})
	}
	return tick, func() { cancel(); wg.Wait() }
}

// reopened is a database opened once more, in a time of its own.
func reopened(t testing.TB, where string, at *atomic.Int64) *db.DB {
	d, err := db.Open(context.Background(), where)
	require.NoError(t, err)
	t.Cleanup(func() { d.Close() })
	d.Now = func() time.Time { return time.UnixMilli(at.Load()).UTC() }
	return d
}
