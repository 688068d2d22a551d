package tournament_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/race"
	"turnpost/db/seasons"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
	"turnpost/mail/club/clubtest"
	"turnpost/mail/club/tournament"
	"turnpost/mail/server/servertest"
	"turnpost/mail/verify"
)

// year is a club with its clockwork and its letters, and all that the test knows of it: what
// it heard as events, of which it reckons everything else for itself.
type year struct {
	*servertest.World
	r       *rand.Rand
	people  []*person // by their number, from 1
	ledgers map[int64]*ledger
	of      map[int64]*bout // by game
	began   time.Time

	tx    *club.Tx // the transaction of what was heard last
	heard [][]club.Event
	read  int64          // letters out up to this one were looked at
	seen  map[string]int // how often
}

// A year of people with habits in four games, by the club's operations, its clockwork and
// letters. The test keeps a ledger of what it hears, and reckons from that, slowly and in its
// own way, divisions, tables, who leads, and who is out: seasons end on their dates, nobody
// is out without a letter that warned them, two go up and two down.
func TestAYear(t *testing.T) {
	race.Long(t)
	sizes := map[string]int{"rooya": 10, "roses": 36, "tourrosa": 54, "turro": 100}
	y := newYear(t, sizes)
	y.springCup()
	for end := y.Now.AddDate(0, 0, 365); y.Now.Before(end); {
		y.tick()
		y.live()
		y.tick()
		y.Now = y.next()
	}
	for name := range sizes {
		for n := 1; n <= 2; n++ {
			require.Equal(t, seasons.Over, y.named(fmt.Sprintf("%s-%d", name, n)).State)
		}
		y.wentUp(name)
	}
	y.sawAll()
	faults, err := verify.Check(t.Context(), y.Desk.Club, y.DB, verify.Options{})
	require.NoError(t, err)
	require.Empty(t, faults)
}

func newYear(t *testing.T, sizes map[string]int) *year {
	w := servertest.New(t)
	pace, err := clock.ParsePace("3d+3d/7d") // so that games of who reads seldom last until the last day
	require.NoError(t, err)
	y := &year{World: w, r: rand.New(rand.NewPCG(1, 2026)), ledgers: map[int64]*ledger{}, of: map[int64]*bout{}, began: w.Now, seen: map[string]int{}}
	y.Open = true
	y.Restart()
	y.Desk.Club.Policy.Pace = pace
	y.Desk.Club.Listeners = append(y.Desk.Club.Listeners, y.hear)
	y.people = people(sizes)
	y.quietly(func(tx *club.Tx) error {
		for _, p := range y.people {
			added, err := tx.DB.AddPlayer(p.address, p.address, p.name)
			if err != nil {
				return err
			}
			added.WroteAt, added.Public = tx.Now(), true
			if err := tx.DB.SavePlayer(added); err != nil {
				return err
			}
			require.Equal(t, p.id, added.ID)
		}
		return nil
	})
	return y
}

// springCup is a tournament of the operator's that is over before the seasons begin, so that
// some have ratings by then.
func (y *year) springCup() {
	y.act(func(tx *club.Tx) error {
		_, err := tournament.Create(tx, seasons.Tournament{Name: "spring-cup", Rules: "roses", Pace: "1d+1d/2d", Days: 12})
		return err
	})
	n := 0
	for _, p := range y.people {
		if p.games[0] == "roses" && n < 11 {
			n++
			y.join(p, "spring-cup")
		}
	}
	y.act(clubtest.By("tournament start", "spring-cup", func(tx *club.Tx) error { _, err := tournament.Start(tx, "spring-cup"); return err }))
}

// hear is a listener: it keeps the events of each transaction together.
func (y *year) hear(tx *club.Tx, e club.Event) error {
	if y.tx != tx {
		y.tx, y.heard = tx, append(y.heard, nil)
	}
	last := &y.heard[len(y.heard)-1]
	*last = append(*last, e)
	return nil
}

// act does something with the letters that come of it, and quietly without.
func (y *year) act(f func(*club.Tx) error) {
	y.T.Helper()
	require.NoError(y.T, y.DB.Update(context.Background(), func(tx *db.Tx) error { _, err := y.Desk.Act(tx, f); return err }))
	y.learn()
}

func (y *year) quietly(f func(*club.Tx) error) {
	y.T.Helper()
	require.NoError(y.T, y.DB.Update(context.Background(), func(tx *db.Tx) error { return f(y.Desk.Club.Begin(tx, 0)) }))
	y.learn()
}

// write lets a person write a letter, and with a yes, if they are asked, answers the answer.
func (y *year) write(p *person, body string) {
	y.T.Helper()
	for _, l := range y.ledgers { // a letter takes a minute
		if left := l.t.EndsAt.Sub(y.Now); left > 0 && left <= 3*time.Minute {
			return
		}
	}
	y.skip()
	for _, l := range y.Send(servertest.Post{From: p.from(), Proven: true, Body: body}) {
		if strings.Contains(strings.Join(strings.Fields(l.Text), " "), "with the word yes on a line of its own") {
			y.learn()
			y.skip()
			y.Reply(p.address, "yes")
		}
	}
	y.learn()
}

// skip hands out the letters that wait without reading them.
func (y *year) skip() {
	y.T.Helper()
	y.look(func(tx *db.Tx) error {
		return tx.Rows(func(scan func(...any) error) error { return scan(&y.Handed) }, `SELECT COALESCE(max(id), 0) FROM outbox`)
	})
}

func (y *year) look(f func(*db.Tx) error) {
	y.T.Helper()
	require.NoError(y.T, y.DB.View(context.Background(), f))
}

// tick does what the clockwork finds due.
func (y *year) tick() {
	y.T.Helper()
	for more := true; more; {
		var err error
		more, err = y.Server.Tick(context.Background())
		require.NoError(y.T, err)
		y.learn()
	}
	y.closeSeasons()
}

// next is when something is done next: tomorrow at nine, or when a season begins or ends.
func (y *year) next() time.Time {
	y.T.Helper()
	at := y.Now.Add(time.Second).Truncate(day).Add(9 * time.Hour)
	if !at.After(y.Now) {
		at = at.Add(day)
	}
	y.look(func(tx *db.Tx) error {
		unfinished, err := seasons.Unfinished(tx)
		for _, t := range unfinished {
			for _, moment := range []time.Time{t.StartsAt, t.EndsAt} {
				if moment.After(y.Now) && moment.Before(at) {
					at = moment
				}
			}
		}
		return err
	})
	return at
}

func (y *year) named(name string) (t seasons.Tournament) {
	y.T.Helper()
	y.look(func(tx *db.Tx) (err error) { t, err = seasons.Named(tx, name); return err })
	return t
}

func (y *year) tables(t seasons.Tournament) (out []tournament.Standings) {
	y.T.Helper()
	y.look(func(tx *db.Tx) (err error) {
		out, err = tournament.AllStandings(y.Desk.Club.Begin(tx, 0), t)
		return err
	})
	return out
}

// wentUp holds the seasons of a game against each other once more, as they are stored: who was
// among the first two of a division is in a higher one.
func (y *year) wentUp(game string) {
	for n := 2; n <= 3; n++ {
		var now seasons.Tournament
		if now = y.named(fmt.Sprintf("%s-%d", game, n)); now.BegunAt.IsZero() {
			continue
		}
		where := map[int64]int{}
		for i, d := range y.tables(now) {
			for _, row := range d.Rows {
				where[row.ID] = i
			}
		}
		for i, d := range y.tables(y.named(fmt.Sprintf("%s-%d", game, n-1))) {
			for _, row := range d.Rows[:min(2, len(d.Rows)/2)] {
				if division, ok := where[row.ID]; ok && i > 0 {
					y.seen["went up"]++
					require.LessOrEqual(y.T, division, i-1, "who was among the first two of division %d of %s-%d went up", i+1, game, n-1)
				}
			}
		}
	}
}
