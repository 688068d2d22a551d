package server_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/handler"
	"turnpost/mail/server"
	"turnpost/mail/server/servertest"
	"turnpost/rules"
	"turnpost/rules/all"
)

var wholeWeek = flag.Bool("week", false, "let TestAbuseWeek be seven days with a thousand forged strangers in each; it takes a minute")

// gmail is what a smarthost takes in a day, and what the configuration knows of it.
const gmail = 500

// week is some days of a club's life: players in a ring of games, who answer what
// reaches their mailboxes by a smarthost with Gmail's limit, and beside them who
// attacks them.
type week struct {
	*world
	t       *testing.T
	host    *quotaHost
	players int
	chance  *rand.Rand

	read  map[string]int     // messages of a box that its owner has looked at
	turns []turn             // what players will write
	wrote map[int64][]string // plies by game, as their players wrote them
	asked map[string]bool    // who has written, or answered an invitation
	raws  [][]byte           // what players sent; attackers have it all
	dull  int                // games without another ply than one that ends them
}

// turn is a ply that a player will send.
type turn struct {
	at      time.Time
	who     string
	game    int64
	ply     string
	answers *servertest.Message
}

func newWeek(t *testing.T, players int) *week {
	t.Helper()
	w := &week{world: newWorld(t), t: t, players: players, chance: rand.New(rand.NewPCG(20, 11)),
		read: map[string]int{}, wrote: map[int64][]string{}, asked: map[string]bool{}}
	w.Handler.Limits = handler.DefaultLimits()
	games := all.Games()
	for n := range players {
		w.Proven(member(n), fmt.Sprintf("name Player %c\nchallenge %s %s as black", 'A'+n, member((n+1)%players), games[n%len(games)].Name))
		w.Now = w.Now.Add(3 * time.Minute)
		w.Reply(member((n+1)%players), "accept")
		w.asked[member(n)] = true
	}
	w.Proven(mallory, fmt.Sprintf("name Mallory\nchallenge %s rooya as black", member(0)))
	w.Reply(member(0), "accept")
	w.asked[mallory] = true
	for _, g := range greedy {
		if g.begin != nil {
			require.NoError(t, w.Deliver(sender{}))
			g.begin(w.world)
		}
	}
	for len(w.Outgoing(db.OutgoingQueued)) > 0 {
		require.NoError(t, w.Deliver(sender{}))
	}
	w.Now = w.Now.Add(25 * time.Hour)
	w.Server.Budget = server.SendingBudget{Hour: 200, Day: gmail, Newcomers: 200, Strangers: 20}
	w.host = newQuotaHost(t, gmail, func() time.Time { return w.Now })
	for address, box := range w.Boxes {
		w.host.boxes[address] = slices.Clone(box)
	}
	return w
}

// look lets players read what came, and plan their answers: some hours later.
func (w *week) look() {
	for n := range w.players {
		who := member(n)
		box := w.host.boxes[who]
		for ; w.read[who] < len(box); w.read[who]++ {
			l := &box[w.read[who]]
			side := l.Get("Turnpost-Side")
			if side == "" || l.Get("Turnpost-Turn") != side {
				continue
			}
			game, err := strconv.ParseInt(l.Get("Turnpost-Game"), 10, 64)
			require.NoError(w.t, err)
			ply, err := strconv.Atoi(l.Get("Turnpost-Ply"))
			require.NoError(w.t, err)
			if ply != len(w.wrote[game]) || slices.ContainsFunc(w.turns, func(t turn) bool { return t.game == game }) {
				continue // the same board once more
			}
			w.turns = append(w.turns, turn{at: w.Now.Add(time.Duration(4*60+w.chance.IntN(8*60)) * time.Minute), who: who, game: game, ply: w.choose(l), answers: l})
		}
	}
}

// choose is a ply for the board in a message: one that does not end the game, if there
// is one.
func (w *week) choose(l *servertest.Message) string {
	g, err := rules.Find(all.Games(), l.Get("Turnpost-Rules"))
	require.NoError(w.t, err)
	p, err := g.ParsePosition(l.Get("Turnpost-Position"))
	require.NoError(w.t, err)
	legal := p.Legal()
	w.chance.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
	for _, m := range legal {
		if after, err := p.Play(m); err == nil && !after.Outcome().Over() {
			return string(m)
		}
	}
	w.dull++
	return string(legal[0])
}

// play sends what it is time for; whoever lies in wait has a copy of it first.
func (w *week) play(tap func(raw []byte)) {
	w.turns = slices.DeleteFunc(w.turns, func(t turn) bool {
		if w.Now.Before(t.at) {
			return false
		}
		raw := w.Raw(post{From: t.who, Body: t.ply, Answers: t.answers})
		tap(raw)
		w.Keep(raw)
		w.wrote[t.game] = append(w.wrote[t.game], t.ply)
		w.raws = append(w.raws, raw)
		return true
	})
}

// befriend is an invitation to somebody who never wrote.
func (w *week) befriend(n int) string {
	friend := fmt.Sprintf("friend%d@friends.example", n)
	w.Keep(w.Raw(post{From: member(n % w.players), Proven: true, Body: "challenge " + friend + " turro"}))
	return friend
}

// live is so many days, with the attackers at work, and two more without; in the
// last of them nobody writes.
func (w *week) live(days, strangers int) *attackers {
	const steps = 48 // a day
	courier := w.host.courier(w.t)
	a := &attackers{week: w, friends: map[string]time.Time{}}
	for step := range (days + 2) * steps {
		w.Now = w.Now.Add(24 * time.Hour / time.Duration(steps))
		w.look()
		tap := func([]byte) {}
		if step < days*steps {
			tap = a.tap
			for ; a.strangers*steps < (step+1)*strangers; a.strangers++ {
				a.stranger()
			}
			a.attack(step)
			for _, g := range greedy {
				more := 150 // TestAbuseShares lets each of them do twice as much
				if *wholeWeek {
					more = 300
				}
				for n := range more / steps {
					g.more(w.world, step+n)
				}
				w.work()
			}
			if step%steps == 10 {
				a.friends[w.befriend(step/steps)] = w.Now
			}
		}
		if step < (days+1)*steps {
			w.play(tap)
		}
		w.work()
		w.Tick()
		for worked := true; worked; {
			var err error
			worked, err = w.Server.DeliverNext(w.t.Context(), courier)
			require.NoError(w.t, err)
		}
	}
	return a
}

func (w *week) work() {
	for worked := true; worked; {
		var err error
		worked, err = w.Server.AnswerNext(w.t.Context())
		require.NoError(w.t, err)
	}
}

// unasked counts the messages to addresses that never wrote to us, and the most of
// them in an hour.
func (w *week) unasked() (all, hour int) {
	var times []time.Time
	for _, l := range w.host.taken {
		if !w.asked[l.to] && !strings.HasSuffix(l.to, "greedy.example") {
			times = append(times, l.at)
		}
	}
	from := 0
	for i, at := range times {
		for at.Sub(times[from]) >= time.Hour {
			from++
		}
		hour = max(hour, i-from+1)
	}
	return len(times), hour
}

// state is what of players and games nobody but their players may change.
func (w *week) state() (people, games []string) {
	w.t.Helper()
	require.NoError(w.t, w.DB.View(w.t.Context(), func(tx *db.Tx) error {
		for n := range w.players {
			p, err := tx.PlayerByAddress(member(n))
			require.NoError(w.t, err)
			p.Turns, p.OfferedVacation, p.WroteAt = 0, false, time.Time{}
			pauses, err := tx.PausesOf(p.ID)
			require.NoError(w.t, err)
			blocks, err := tx.Blocks(p.ID)
			require.NoError(w.t, err)
			bounces, err := tx.Bounces(p.ID, time.Time{})
			require.NoError(w.t, err)
			people = append(people, fmt.Sprintf("%+v %v %v %v", p, pauses, blocks, bounces))
		}
		for id := int64(1); id <= int64(w.players); id++ {
			g, err := tx.Game(id)
			require.NoError(w.t, err)
			games = append(games, fmt.Sprint(id, g.Reason == "resigned" || g.Reason == "time" || g.Reason == "agreed", g.Undone))
		}
		return nil
	}))
	return people, games
}

// Days of players' games at a smarthost with Gmail's limit, with hundreds of
// strangers forged each day, each attack that we know at once, and players who would use up
// all that may be sent: the games go on as if nothing were, and few hear of it who never asked.
func TestAbuseWeek(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	skiptest.Long(t)
	players, days, strangers := 10, 1, 200
	if *wholeWeek {
		players, days, strangers = 20, 7, 1000
	}
	w := newWeek(t, players)
	begun := w.Now
	people, games := w.state()
	a := w.live(days, strangers)

	peopleAfter, gamesAfter := w.state()
	require.Equal(t, people, peopleAfter, "nobody's settings, clocks or blocks were changed")
	require.Equal(t, games, gamesAfter, "nothing was resigned, lost on time, agreed on or taken back")
	plies := 0
	for game := int64(1); game <= int64(players); game++ {
		require.Equal(t, w.wrote[game], w.Plies(game), "game %d has what its players wrote, in their order", game)
		plies += len(w.wrote[game])
	}
	require.Empty(t, w.Plies(int64(players)+1), "Mallory's")
	messages := w.count(t, begun)
	w.inOrder()
	all, hour := w.unasked()
	friends := time.Duration(0)
	for friend, at := range a.friends {
		box := slices.IndexFunc(w.host.taken, func(l taken) bool { return l.to == friend })
		require.GreaterOrEqual(t, box, 0, "%s is invited", friend)
		friends = max(friends, w.host.taken[box].at.Sub(at))
	}
	t.Logf("abuse | %d players for %d days, %d forged strangers a day and each attack at once (%d mails), a smarthost that takes %d letters a day | every letter of a game arrives, in order; nothing moves that its player did not write | %d plies, %d letters to players, latest %s, %d refused, %d waiting; the smarthost said no %d times",
		players, days, strangers, a.mails, gmail, plies, messages.players, messages.latest, messages.refused, messages.waiting, w.host.refused)
	t.Logf("abuse | the same | at most 20 letters an hour go to people who never asked | %d in any hour, %d in all", hour, all)
	t.Logf("abuse | the same | players' invitations to friends arrive within a day | %d, latest %s", len(a.friends), friends)
	require.Greater(t, plies, players*days)
	require.GreaterOrEqual(t, messages.players, 2*plies)
	require.Zero(t, messages.refused, "refused")
	require.Zero(t, messages.waiting, "waiting")
	require.Zero(t, messages.overtaken, "overtaken")
	require.LessOrEqual(t, messages.latest, time.Hour, "the latest letter of a game")
	require.LessOrEqual(t, hour, 20)
	require.NotZero(t, all)
	require.LessOrEqual(t, friends, 24*time.Hour)
	require.Zero(t, w.host.refused, "the limit is never run against")
}

// inOrder checks that players' messages about each game tell it forwards, and that one
// of each game's two players has heard of all of it: half a turn is its player's.
func (w *week) inOrder() {
	told := map[int64]int{}
	for n := range w.players {
		last := map[int64]int{}
		for _, l := range w.host.boxes[member(n)] {
			game, err := strconv.ParseInt(l.Get("Turnpost-Game"), 10, 64)
			if err != nil || l.Get("Turnpost-Ply") == "" {
				continue
			}
			ply, err := strconv.Atoi(l.Get("Turnpost-Ply"))
			require.NoError(w.t, err)
			require.GreaterOrEqual(w.t, ply, last[game], "%s: game %d", member(n), game)
			last[game] = ply
			told[game] = max(told[game], ply)
		}
	}
	for game := int64(1); game <= int64(w.players); game++ {
		require.Len(w.t, w.wrote[game], told[game], "game %d", game)
	}
}

// count counts the letters of games to the players since a moment.
func (w *week) count(t *testing.T, since time.Time) (n messages) {
	t.Helper()
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		for _, state := range []db.OutgoingState{db.OutgoingSent, db.OutgoingQueued, db.OutgoingRefused} {
			out, err := tx.Outgoing(state)
			require.NoError(t, err)
			sent := map[[2]int64]time.Time{}
			for _, o := range out {
				switch thread := [2]int64{o.Player, o.Thread}; {
				case o.CreatedAt.Before(since) || !strings.HasPrefix(o.Recipient, "player"):
				case state == db.OutgoingRefused:
					n.refused++
				case state == db.OutgoingQueued:
					n.waiting++
				case o.Thread > 0 && o.Kind != "notyou": // that one is about a forgery
					n.players++
					n.latest = max(n.latest, o.SentAt.Sub(o.CreatedAt))
					if o.SentAt.Before(sent[thread]) {
						n.overtaken++
					}
					sent[thread] = o.SentAt
				}
			}
		}
		return nil
	}))
	return n
}
