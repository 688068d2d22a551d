package daemon

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/rules"
)

const aDay = 24 * time.Hour

// TestALivingClub runs four daemons on one PostgreSQL database for two months. They stand still
// or are killed at random, and are started again. Seasons begin by themselves, are played,
// announce their end, are decided on their last day, and lose players on the way; players climb
// a ladder and slide down; people follow all that and get the best of the week; and the archive
// is written meanwhile. Everything must have been done once, and told once.
func TestALivingClub(t *testing.T) {
	if testing.Short() {
		t.Skip("two months of a club take a minute")
	}
	t.Parallel()
	players := []string{"ada", "bob", "cid", "dan", "eve", "fay", "gus", "hal", "ivy"}
	w := newTown(t, append(players, "jon", "kim", "leo")...)
	w.opens()
	for i, name := range players { // one after the other, so that each run has the same pairings
		w.say(name, "public on", "join roses", "ladder turro on")
		require.Eventually(t, func() bool { return len(w.numbers(`SELECT player FROM entrants`)) > i }, patience, 10*time.Millisecond)
	}
	w.say("jon", "follow tournament roses", "following every")
	w.say("kim", "digest daily 07:30", "follow ada", "follow bob turro")
	w.say("leo", "best of the week on", "follow ada", "following every")
	w.settle()
	w.climbs()
	w.pass(aDay + time.Hour) // the first season begins
	w.plays()
	for range 5 {
		w.pass(2 * aDay)
		w.moves()
	}
	w.pass(2*aDay + 2*time.Hour) // and is over
	require.Equal(t, tournaments.Over, w.season("roses-1").State)
	for range 4 { // followers read ten games an hour
		w.pass(2 * time.Hour)
	}
	w.until(nextMonday(w.db.Now()).Add(12 * time.Hour))
	w.pass(0)
	joined := w.numbers(`SELECT player FROM entrants WHERE tournament = 2 ORDER BY player`)
	for _, player := range joined[4:] { // so that the next one is small
		w.say(w.who(player), "leave roses-2")
	}
	w.settle()
	w.cup("jon", "kim", "leo")
	w.pass(14 * aDay) // it begins by itself
	require.NotEqual(t, tournaments.Open, w.season("roses-2").State)
	for range 4 { // nobody moves
		w.pass(2 * aDay)
	}
	require.Equal(t, tournaments.Over, w.season("roses-2").State)
	w.pass(20 * aDay)
	w.pass(15 * aDay) // and who has no game of the ladder goes down
	w.pass(aDay)      // whoever reads a digest has one
	w.check()
	t.Logf("%d kills, %d stood still before; %d letters in", w.kills, w.stood, w.posted)
}

func nextMonday(after time.Time) time.Time {
	day := time.Date(after.Year(), after.Month(), after.Day()+1, 0, 0, 0, 0, time.UTC)
	for day.Weekday() != time.Monday {
		day = day.AddDate(0, 0, 1)
	}
	return day
}

// opens makes a season that begins tomorrow and is short, as nobody but a test may; others
// follow it by themselves.
func (w *town) opens() {
	require.NoError(w, w.db.Update(w.Context(), func(tx *db.Tx) error {
		_, err := tournaments.Add(tx, tournaments.Tournament{Name: "roses-1", Rules: "roses", Pace: "4d+2d/7d", Standing: true, Season: 1, Days: 12, StartsAt: tx.Now.Add(aDay)})
		return err
	}))
}

// cup makes a cup that begins in two weeks, as the next season does. Nobody moves in it: each of its rounds ends on
// its date.
func (w *town) cup(players ...string) {
	require.NoError(w, w.db.Update(w.Context(), func(tx *db.Tx) error {
		_, err := tournaments.Add(tx, tournaments.Tournament{Name: "late-cup", Rules: "roses", Pace: "4d+2d/7d", Cup: true, Season: 1, Days: 3, StartsAt: tx.Now.Add(13 * aDay)})
		return err
	}))
	for _, name := range players {
		w.say(name, "join late-cup")
	}
	w.settle()
}

func (w *town) season(name string) (t tournaments.Tournament) {
	w.view(func(tx *db.Tx) (err error) { t, err = tournaments.Named(tx, name); return err })
	return t
}

// playing lists the numbers of the games of a kind that are under way.
func (w *town) playing(which string) []int64 {
	return w.numbers(`SELECT id FROM games WHERE result = 'none' AND id IN (SELECT game FROM ` + which + `) ORDER BY id`)
}

// who is called what at the office.
func (w *town) who(player int64) (name string) {
	w.view(func(tx *db.Tx) error {
		p, err := tx.Player(player)
		for called, person := range w.people {
			if person.Self.Addr == p.Address {
				name = called
			}
		}
		return err
	})
	require.NotEmpty(w, name)
	return name
}

// mover is whose turn it is in a game, and their opponent, and what the mover may play.
func (w *town) mover(game int64) (mover, other, line string) {
	r, g := w.record(game)
	mover, other = w.who(g.Black), w.who(g.White)
	if r.Position().Turn() == rules.White {
		mover, other = other, mover
	}
	return mover, other, fmt.Sprintf("#%d %s", game, r.Legal()[len(r.Legal())/2])
}

// climbs has three challenge on the ladder at the same time: one wins, one loses, and the
// third is never answered. One more goes on until the season does.
func (w *town) climbs() {
	for _, name := range []string{"ivy", "hal", "gus", "fay"} {
		w.say(name, "challenge ladder turro")
	}
	w.trouble()
	w.settle()
	games := w.playing("ladder_games")
	require.Len(w, games, 4)
	for n, game := range games[:2] {
		mover, other, line := w.mover(game)
		w.say(mover, line)
		w.settle()
		w.say([]string{mover, other}[n], fmt.Sprintf("#%d resign", game))
	}
	w.trouble()
	w.settle()
}

// plays resigns most games of the season, one of them after a while, which is among the best
// of the week; some are never played, and some go on to the last day.
func (w *town) plays() {
	games := w.playing("pairings")
	require.Len(w, games, 32)
	long := slices.IndexFunc(games, func(id int64) bool { a, b, _ := w.mover(id); return a == "ada" || b == "ada" })
	for range 14 {
		mover, _, line := w.mover(games[long])
		before, _ := w.record(games[long])
		w.say(mover, line)
		require.Eventually(w, func() bool { r, _ := w.record(games[long]); return r.Len() > before.Len() }, patience, 20*time.Millisecond)
	}
	resign := map[string][]string{}
	for i, game := range games {
		switch mover, other, _ := w.mover(game); {
		case i != long && i%8 < 2: // see moves, and nobody
		case i%3 == 0:
			resign[other] = append(resign[other], fmt.Sprintf("#%d resign", game))
		default:
			resign[mover] = append(resign[mover], fmt.Sprintf("#%d resign", game))
		}
	}
	for name, lines := range resign {
		w.say(name, lines...)
	}
	w.trouble()
	w.settle()
}

// moves plays a ply in every other game of those that are left. Who was warned does not.
func (w *town) moves() {
	plies, warned := map[string][]string{}, map[string]bool{}
	for _, player := range w.numbers(`SELECT player FROM entrants WHERE warned_at <> 0`) {
		warned[w.who(player)] = true
	}
	for i, game := range w.playing("pairings") {
		mover, _, line := w.mover(game)
		if r, _ := w.record(game); (i%2 == 0 || r.Len() > 0) && !warned[mover] {
			plies[mover] = append(plies[mover], line)
		}
	}
	for name, lines := range plies {
		w.say(name, lines...)
	}
	w.trouble()
	w.settle()
}
