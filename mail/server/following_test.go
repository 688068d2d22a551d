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

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/follows"
	"turnpost/mail/blocking"
	"turnpost/mail/club"
	"turnpost/mail/server/servertest"
)

const onlooker, dan = "cleo@example.org", "dan@example.org"

// nextLetter is how long a follower waits for the next letter, and mostShown how many games are in
// one.
const (
	nextLetter = time.Hour
	mostShown  = 10
)

// followed is a game that Ada and Bob let be seen, which Cleo follows letter by letter.
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
func (w *world) told(follower string) (out []servertest.Letter) {
	w.T.Helper()
	w.Now = w.Now.Add(nextLetter)
	w.Tick()
	for _, l := range w.Letters() {
		if strings.Contains(l.Get("To"), follower) {
			out = append(out, l)
		}
	}
	require.NoError(w.T, w.Deliver(sender{}))
	return out
}

var (
	afterPly = regexp.MustCompile(`after ply ([0-9]+)`)
	plyTold  = regexp.MustCompile(`\b([0-9]+)\. ([a-e][1-5]|cw|ccw|180)`)
)

// numbersOf are the plies that a letter tells.
func numbersOf(l servertest.Letter) (out []string) {
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
		letters := w.told(onlooker)
		if len(now)-2 <= len(read) {
			require.Empty(t, letters, "of %d plies %d were read", len(now), len(read))
			continue
		}
		require.Len(t, letters, 1)
		l := letters[0]
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
	letters := w.told(onlooker)
	require.Len(t, letters, 1, "the end")
	for _, told := range numbersOf(letters[0]) {
		_, move, _ := strings.Cut(told, " ")
		read = append(read, move)
	}
	require.Equal(t, w.Plies(1), read, "when it is over all is shown")
	require.Contains(t, letters[0].Text, "Bob resigned")
	checkFollowers(t, letters[0])
	require.Empty(t, w.told(onlooker), "once")
}

// checkFollowers looks at what holds of each letter about a game that somebody follows.
func checkFollowers(t *testing.T, l servertest.Letter) {
	t.Helper()
	require.NotContains(t, l.Text, "hush")
	require.NotContains(t, string(l.Raw()), ada)
	require.NotContains(t, string(l.Raw()), bob)
	require.Empty(t, l.Get("Turnpost-Position"), "it would not be late")
	require.Contains(t, l.Get("List-Unsubscribe"), "subject=unfollow")
	require.Contains(t, l.Text, "\n| unfollow\n")
	require.Contains(t, l.Get("From"), "Turnpost")
}

// Letters to followers go with the digests, behind those to players, and one at a time: what
// happens while one is still to be sent is told in the next.
func TestFollowersWaitBehindPlayers(t *testing.T) {
	t.Parallel()
	w := followed(t)
	require.NoError(t, w.Deliver(sender{}))
	for i, ply := range strings.Fields("a1 a2 a3 a4 a5 b1 b5") {
		w.Proven([]string{ada, bob}[i%2], "#1 "+ply)
		w.Tick()
	}
	waiting := map[db.Class]int{}
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		return tx.Rows(func(scan func(...any) error) error {
			var class, n int
			err := scan(&class, &n)
			waiting[db.Class(class)] = n
			return err
		}, `SELECT class, count(*) FROM outbox WHERE state = 'queued' AND thread = -3 GROUP BY class`)
	}))
	require.Equal(t, map[db.Class]int{db.ClassDigest: 1}, waiting)
	require.Equal(t, []string{"1 a1"}, numbersOf(*w.Last(onlooker)))
	w.Proven(onlooker, "settings")
	var classes []string
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		return tx.Rows(func(scan func(...any) error) error {
			var class int
			err := scan(&class)
			classes = append(classes, db.Class(class).String())
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
	w.Pass(nextLetter / 2)
	require.Len(t, w.Boxes[onlooker], before)
	w.Pass(nextLetter / 2)
	require.Len(t, w.Boxes[onlooker], before+1)
	require.Equal(t, strings.Fields("2 a2 3 a3 4 a4 5 a5 6 b1 7 b5"), strings.Fields(strings.Join(numbersOf(*w.Last(onlooker)), " ")))
}

// Whatever ends the following ends it at once, and neither side reads a word of it.
func TestFollowingEndsInSilence(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(w *world){
		"public off":               func(w *world) { w.Proven(bob, "public off") },
		"forget me":                func(w *world) { w.Proven(bob, "forget me"); w.Proven(bob, "yes") },
		"blocked":                  func(w *world) { w.Proven(ada, "block "+onlooker) },
		"blocks":                   func(w *world) { w.Proven(onlooker, "block "+ada) },
		"the operator blocks one":  func(w *world) { w.keepAway(t, bob) },
		"the operator blocks them": func(w *world) { w.keepAway(t, onlooker) },
		"unfollow":                 func(w *world) { w.Proven(onlooker, "unfollow #1\nunfollow ada\nunfollow bob") },
		"stopped":                  func(w *world) { w.Proven(onlooker, "stop"); w.Proven(onlooker, "yes") },
		"paused, until they write": func(w *world) { w.Proven(onlooker, "pause") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := followed(t)
			w.Proven(onlooker, "follow ada\nfollow bob")
			w.Proven(ada, "#1 a1")
			w.Proven(bob, "#1 a2")
			w.Proven(ada, "#1 a3")
			require.NotEmpty(t, w.told(onlooker))
			end(w)
			for _, who := range []string{ada, bob} {
				for _, l := range w.Boxes[who] {
					require.NotContains(t, l.Text, "ollow ada")
					if name != "blocked" { // there she wrote the address herself
						require.NotContains(t, strings.ToLower(l.Text), "cleo")
					}
				}
			}
			require.NoError(t, w.Deliver(sender{}))
			w.Proven(bob, "#1 a4")
			w.Proven(ada, "#1 a5\n#1 resign")
			require.Empty(t, w.told(onlooker))
			if strings.HasPrefix(name, "paused") {
				w.Proven(onlooker, "continue")
				letters := w.told(onlooker)
				require.NotEmpty(t, letters, "then what happened meanwhile is told")
				require.Contains(t, letters[len(letters)-1].Text, "has won")
			}
		})
	}
}

// keepAway lets the operator block a player, and requires that nothing is followed of
// theirs, or by them.
func (w *world) keepAway(t *testing.T, address string) {
	require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(address)
		if err != nil {
			return err
		}
		if _, err = w.Desk.Act(tx, func(tx *club.Tx) error { return blocking.Block(tx, p.ID) }); err != nil {
			return err
		}
		who, err := tx.PlayerByAddress(onlooker)
		if err != nil {
			return err
		}
		list, err := follows.List(tx, who.ID)
		for _, f := range list {
			require.NotEqual(t, p.ID, f.Player)
			require.NotEqual(t, onlooker, address)
		}
		return err
	}))
}

// Nobody learns of a game that may not be seen that there is one, nor who blocked whom.
func TestNothingIsSaidOfWhoMayNotBeFollowed(t *testing.T) {
	t.Parallel()
	w := followed(t)
	w.Proven(dan, "name Dan")
	refused := func(line string) string {
		w.Proven(dan, line)
		text := w.Last(dan).Text
		require.Contains(t, text, "| "+line+"\n")
		_, text, _ = strings.Cut(text, "| "+line+"\n")
		text, _, _ = strings.Cut(text, "\n\n")
		return strings.NewReplacer("#1", "#9", `"ada"`, `"nobody"`).Replace(text)
	}
	game, person := refused("follow #9"), refused("follow nobody")
	w.Proven(ada, "block "+dan)
	require.Equal(t, game, refused("follow #1"))
	require.Equal(t, person, refused("follow ada"))
	w.Proven(bob, "public off")
	w.Proven(ada, "public off")
	require.Equal(t, game, refused("follow #1"))
	require.Equal(t, person, refused("follow ada"))
}

// Nor who plays a game of whom one follows, where the other does not let it be seen.
func TestAGameThatNobodyMaySeeNamesNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Begin("rooya")
	w.Proven(ada, "public on")
	w.Proven(onlooker, "follow ada")
	w.Proven(ada, "#1 a1")
	w.Tick()
	w.Proven(onlooker, "unfollow #1")
	require.Contains(t, w.Last(onlooker).Text, "you do not follow game #1")
	require.NotContains(t, w.Last(onlooker).Text, "Bob")
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

// The best of a week come on Monday, where the reader is: those that most followed.
func TestTheBestOfTheWeek(t *testing.T) {
	t.Parallel()
	w := followed(t)
	w.Proven(ada, "challenge bob@example.org rooya as black")
	w.Reply(bob, "accept")
	for game := 2; game > 0; game-- {
		for i, ply := range strings.Fields("a1 a2 a3 a4 a5 b1 b5 c1 c5 d1") {
			w.Proven([]string{ada, bob}[i%2], fmt.Sprintf("#%d %s", game, ply))
		}
		w.Proven(bob, fmt.Sprintf("#%d resign", game))
	}
	w.told(onlooker)
	w.Proven(dan, "timezone Pacific/Auckland\nbest of the week on")
	w.Proven(dan, "best of the week")
	require.Contains(t, w.Last(dan).Text, "no game ended", "this week is not over")
	w.Pass(2*24*time.Hour + 9*time.Hour) // Sunday evening; Monday there
	before := len(w.Boxes[dan])
	w.Pass(12 * time.Hour)
	require.Len(t, w.Boxes[dan], before, "once")
	text := w.Last(dan).Text
	require.Contains(t, text, "The 2 best games of the week, Dan")
	first, second := strings.Index(text, "#1"), strings.Index(text, "#2")
	require.True(t, 0 < first && first < second, "the one that was followed comes first")
	require.Contains(t, text, "1 player followed it.")
	require.Contains(t, w.Last(dan).Get("List-Unsubscribe"), "subject=best%20of%20the%20week%20off")
	w.Proven(bob, "public off")
	w.Proven(dan, "best of the week")
	require.Contains(t, w.Last(dan).Text, "no game ended", "none of his")
}

// Who becomes a program follows nothing any more, and where nothing may be followed any more
// nothing is told.
func TestWhoMayNotFollowIsToldNothing(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(w *world){
		"program": func(w *world) { w.Proven(onlooker, "robot on\nyes"); w.Proven(onlooker, "robot off") },
		"off":     func(w *world) { w.Desk.Club.Policy.Following.Most = 0 },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := followed(t)
			w.Proven(onlooker, "best of the week on")
			end(w)
			for i, ply := range strings.Fields("a1 a2 a3 a4 a5 b1 b5 c1 c5 d1") {
				w.Proven([]string{ada, bob}[i%2], "#1 "+ply)
			}
			w.Proven(ada, "#1 resign")
			require.Empty(t, w.told(onlooker))
			before := len(w.Boxes[onlooker])
			w.Pass(8 * 24 * time.Hour)
			require.Len(t, w.Boxes[onlooker], before)
		})
	}
}

// What ended long ago is no news to who hears again.
func TestOldGamesAreNoNews(t *testing.T) {
	t.Parallel()
	w := followed(t)
	w.Proven(onlooker, "pause")
	w.Proven(ada, "#1 a1\n#1 resign")
	w.Pass(16 * 24 * time.Hour)
	w.Proven(onlooker, "continue")
	require.Empty(t, w.told(onlooker))
	rows := 0
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		return tx.Rows(func(scan func(...any) error) error { return scan(&rows) }, `SELECT count(*) FROM follow_games`)
	}))
	require.Zero(t, rows)
}

// The best of the week move with the digest's minute.
func TestTheBestOfTheWeekMoveWithTheTimezone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Proven(dan, "timezone Pacific/Auckland\nbest of the week on")
	due := func() (at time.Time) {
		require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
			return tx.Rows(func(scan func(...any) error) error {
				millis := int64(0)
				err := scan(&millis)
				at = time.UnixMilli(millis)
				return err
			}, `SELECT due_at FROM best_weeks`)
		}))
		return at
	}
	there := due()
	w.Proven(dan, "timezone UTC")
	require.Equal(t, 13*time.Hour, due().Sub(there))
}

// Who follows all games of a player is not told that they do not follow that player, and
// a name is read whole before a game is seen in it.
func TestPlayersAreEndedAsTheyAreNamed(t *testing.T) {
	t.Parallel()
	w := followed(t)
	w.Proven(onlooker, "follow ada")
	w.Proven(onlooker, "unfollow ada rooya")
	require.Contains(t, strings.Join(strings.Fields(w.Last(onlooker).Text), " "), "ou follow all games of ada, not those of one game alone, so nothing was ended")
	w.Proven(dan, "name Ada Rooya\npublic on")
	w.Proven("eve@example.org", "name Ada L.\npublic on")
	w.Proven(onlooker, "follow ada rooya\nfollow ada l.")
	text := w.Last(onlooker).Text
	require.Contains(t, text, "the games of Ada Rooya\n")
	require.Contains(t, text, "the games of Ada L.\n")
	w.Proven(dan, "public off")
	w.Proven(onlooker, "follow ada rooya")
	require.Contains(t, w.Last(onlooker).Text, "the games of Ada (Le Rooya)")
	w.Proven(onlooker, "unfollow ada rooya\nunfollow ada l.\nunfollow ada")
	require.Contains(t, w.Last(onlooker).Text, "Le Rooya #1")
	require.NotContains(t, w.Last(onlooker).Text, "You do not follow a player")
}

// Of many games the finished one comes first, and how many wait is said.
func TestMoreGamesWaitForTheNextLetter(t *testing.T) {
	t.Parallel()
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
	letters := w.told(onlooker)
	require.Len(t, letters, 1)
	require.Contains(t, strings.Join(strings.Fields(letters[0].Text), " "), "2 more games that you follow have news; they come with the next letter.")
	require.Contains(t, letters[0].Text, "Ada resigned")
	letters = w.told(onlooker)
	require.Len(t, letters, 1)
	require.NotContains(t, letters[0].Text, "more game")
}

// So many things may be followed, and no more.
func TestOneFollowsSoMuch(t *testing.T) {
	t.Parallel()
	w := followed(t)
	w.Desk.Club.Policy.Following.Most = 2
	w.Proven(onlooker, "follow ada\nfollow bob")
	require.Contains(t, w.Last(onlooker).Text, "you may follow 2 things")
	w.Proven(onlooker, "unfollow #1\nfollow bob")
	require.Contains(t, w.Last(onlooker).Text, "You follow from now on, Cleo: the games of Bob")
	w.Proven(dan, "robot on")
	w.Proven(dan, "follow ada")
	require.Contains(t, w.Last(dan).Text, "programs follow no games")
	w.Desk.Club.Policy.Following.Most = 0
	w.Proven(bob, "follow ada")
	require.Contains(t, w.Last(bob).Text, "cannot be followed here")
}

// Several daemons tell each follower of each ply once, whichever of them does it.
func TestSeveralDaemonsTellFollowersOnce(t *testing.T) {
	t.Parallel()
	w := followed(t)
	where := w.Where
	if !servertest.OnPostgres(t) {
		where = dbtest.Postgres(t)
		require.NoError(t, w.DB.Close())
		require.NoError(t, db.Copy(t.Context(), w.Where, where, nil))
	}
	var at atomic.Int64 // the daemons' time, which the world moves
	tick := func() { at.Store(w.Now.UnixMilli()) }
	tick()
	w.DB = reopened(t, where, &at)
	w.DB.Now = func() time.Time { return w.Now }
	w.Restart()
	w.Proven(dan, "follow ada\nfollowing every")
	require.NoError(t, w.Deliver(sender{}))

	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for range 3 {
		d := reopened(t, where, &at)
		_, s := w.On(d)
		s.Gap = 1 << 62
		wg.Go(func() {
			for ctx.Err() == nil {
				if _, err := s.Tick(context.WithoutCancel(ctx)); err != nil {
					require.True(t, db.Transient(err), "%v", err)
				}
			}
		})
	}
	plies := strings.Fields("a1 a2 a3 a4 a5 b1 b5 c1 c5 d1 d5 e1")
	for i, ply := range plies {
		w.Proven([]string{ada, bob}[i%2], "#1 "+ply)
		require.NoError(t, w.Deliver(sender{}))
		tick()
	}
	w.Proven(ada, "#1 resign")
	stop()
	wg.Wait()
	for range 20 { // what waited for a letter to be sent
		require.NoError(t, w.Deliver(sender{}))
		w.Now = w.Now.Add(nextLetter)
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

// reopened is a database opened once more, in a time of its own.
func reopened(t *testing.T, where string, at *atomic.Int64) *db.DB {
	d, err := db.Open(context.Background(), where)
	require.NoError(t, err)
	t.Cleanup(func() { d.Close() })
	d.Now = func() time.Time { return time.UnixMilli(at.Load()).UTC() }
	return d
}
