package club

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail"
	"turnpost/mail/club/clock"
	"turnpost/rules"
	"turnpost/rules/all"
)

// shelf is a database with one game, and changes to it as another process would make them: each
// by a message of its own, a minute after the last.
type shelf struct {
	t     testing.TB
	db    *db.DB
	game  int64
	rules rules.Game
	now   time.Time
	count int
}

func newShelf(t testing.TB, name string) *shelf {
	store, err := db.Open(context.Background(), dbtest.File(t, "turnpost.db"))
	require.NoError(t, err)
	t.Cleanup(func() { store.Close() })
	g, err := rules.Find(all.Games(), name)
	require.NoError(t, err)
	s := &shelf{t: t, db: store, rules: g, now: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)}
	store.Now = func() time.Time { return s.now }
	s.update(func(tx *db.Tx) error {
		var players [2]db.Player
		for i, name := range []string{"ada", "bob"} {
			address := name + "@example.org"
			if players[i], err = tx.AddPlayer(address, mail.Key(address), name); err != nil {
				return err
			}
		}
		i, err := tx.AddInvitation(db.Invitation{Rules: name, Challenger: players[0].ID, Invitee: players[1].ID, Side: db.Black, Pace: clock.DefaultPace},
			func(id int64) string { return fmt.Sprint("Game #", id) })
		if err != nil {
			return err
		}
		s.game = i.ID
		_, err = tx.AddGame(i, g.Start().String(), 72*time.Hour)
		return errors.Join(err, tx.AddKey())
	})
	return s
}

// update runs a transaction at its own moment.
func (s *shelf) update(f func(*db.Tx) error) {
	s.t.Helper()
	require.NoError(s.t, s.attempt(f))
}

func (s *shelf) attempt(f func(*db.Tx) error) error {
	s.now = s.now.Add(time.Minute)
	return s.db.Update(context.Background(), f)
}

// play adds plies of one message to the game.
func (s *shelf) play(plies ...string) {
	s.t.Helper()
	s.update(func(tx *db.Tx) error { return s.add(tx, plies) })
}

func (s *shelf) add(tx *db.Tx, moves []string) error {
	g, stored := s.read(tx)
	record, err := Replay(s.rules, stored)
	require.NoError(s.t, err)
	for _, m := range moves {
		require.NoError(s.t, record.Play(rules.Move(m)))
	}
	s.count++
	in := db.Incoming{Mailbox: "other", Cursor: fmt.Sprint(s.count), Digest: []byte{byte(s.count)}, Raw: []byte("x")}
	if _, err := tx.Keep(in); err != nil {
		return err
	}
	// The newest message is the one that plays.
	last, err := tx.ClaimIncoming(0)
	if err != nil {
		return err
	}
	if err := tx.Settle(last.ID, db.IncomingDone, ""); err != nil {
		return err
	}
	o := record.Outcome()
	return tx.AddPlies(&g, last.ID, moves, record.Position().String(), ResultOf(o.Result), o.Reason)
}

// undo takes back all plies after the first n.
func (s *shelf) undo(n int) {
	s.t.Helper()
	s.update(func(tx *db.Tx) error { return s.takeBack(tx, n) })
}

func (s *shelf) takeBack(tx *db.Tx, n int) error {
	g, plies := s.read(tx)
	record, err := Replay(s.rules, plies[:n])
	require.NoError(s.t, err)
	return tx.TakeBack(&g, n, record.Position().String())
}

func (s *shelf) read(tx *db.Tx) (db.Game, []db.PlayedPly) {
	g, err := tx.Game(s.game)
	require.NoError(s.t, err)
	plies, err := tx.Plies(s.game)
	require.NoError(s.t, err)
	return g, plies
}

// look opens the game through a cache, and checks that it sees exactly the stored plies.
func (s *shelf) look(c *replayCache) *rules.Record {
	s.t.Helper()
	var record *rules.Record
	s.update(func(tx *db.Tx) error { record = s.lookIn(tx, c); return nil })
	return record
}

func (s *shelf) lookIn(tx *db.Tx, c *replayCache) *rules.Record {
	s.t.Helper()
	g, plies := s.read(tx)
	want, err := Replay(s.rules, plies)
	require.NoError(s.t, err)
	got, err := c.Open(tx, s.rules, g)
	require.NoError(s.t, err)
	require.Equal(s.t, want.Len(), got.Len())
	for n, m := range want.Plies() {
		require.Equal(s.t, m, got.Plies()[n])
		require.Equal(s.t, want.At(n+1).String(), got.At(n+1).String())
	}
	require.Equal(s.t, want.Occurrences(), got.Occurrences())
	return got
}

func TestRecordsRemember(t *testing.T) {
	s, c := newShelf(t, "rooya"), newRecords(maxStates)
	first := s.look(c)
	require.Same(t, first, s.look(c), "a game before its first ply is remembered too")
	s.play("a1")
	s.play("a2")
	second := s.look(c)
	require.Equal(t, 0, first.Len(), "who looked before still sees what was then")
	require.Same(t, second, s.look(c), "nothing is replayed if nothing was played")
}

// Other plies replace cached ones; the last time they lead to the very same position.
func TestRecordsOfTakenBackPlies(t *testing.T) {
	s, c := newShelf(t, "rooya"), newRecords(maxStates)
	s.play("a1")
	s.play("a2")
	s.play("a3")
	before := s.look(c)
	s.undo(1)
	s.look(c)
	s.play("b1")
	s.play("c1")
	s.look(c)
	s.undo(0)
	s.play("a3")
	s.play("a2")
	s.play("a1")
	after := s.look(c)
	require.Equal(t, before.Position().String(), after.Position().String())
}

var errChanged = errors.New("changed its mind")

// The cache is used within transactions that fail, after which other plies lead to the position
// that would have been.
func TestRecordsAreNotOfWhatWasRolledBack(t *testing.T) {
	s, c := newShelf(t, "rooya"), newRecords(maxStates)
	s.play("a1")
	s.play("a2")
	s.look(c)
	require.ErrorIs(t, s.attempt(func(tx *db.Tx) error {
		require.NoError(t, s.add(tx, []string{"a3", "a4", "a5"}))
		s.lookIn(tx, c)
		return errChanged
	}), errChanged)
	s.look(c)
	s.play("a5", "a4", "a3")
	s.look(c)

	// The same with plies taken back: neither Undone nor the position shows it.
	require.ErrorIs(t, s.attempt(func(tx *db.Tx) error {
		require.NoError(t, s.takeBack(tx, 4))
		s.lookIn(tx, c)
		return errChanged
	}), errChanged)
	s.undo(0)
	s.play("a5", "a2", "a1", "a4")
	s.look(c)
}

func TestRecordsHoldTheRowAgainstThePlies(t *testing.T) {
	s, c := newShelf(t, "rooya"), newRecords(maxStates)
	s.play("a1", "a2")
	s.look(c)
	for name, corrupt := range map[string]func(*db.Game){
		"the position":    func(g *db.Game) { g.Position = strings.Replace(g.Position, "w", "b", 1) },
		"fewer plies":     func(g *db.Game) { g.Plies-- },
		"more plies":      func(g *db.Game) { g.Plies++ },
		"what was undone": func(g *db.Game) { g.Undone++; g.Position = "" },
	} {
		s.update(func(tx *db.Tx) error {
			g, _ := s.read(tx)
			corrupt(&g)
			_, err := c.Open(tx, s.rules, g)
			require.ErrorContains(t, err, "the stored position is not that of its plies", name)
			return nil
		})
		s.look(c)
	}
}

func TestRecordsAreBounded(t *testing.T) {
	s := newShelf(t, "rooya")
	c := newRecords(4)
	for _, ply := range []string{"a1", "a2", "a3"} {
		s.play(ply)
		s.look(c)
	}
	require.Equal(t, 1, c.games.Len())
	require.Zero(t, c.room, "four states, and no older record of the game")
	s.play("a4")
	s.look(c)
	require.Equal(t, 0, c.games.Len(), "a record for which there is no room is not kept")
	require.Equal(t, 4, c.room)
}

// For the race detector.
func TestRecordsAtOnce(t *testing.T) {
	s, c := newShelf(t, "rooya"), newRecords(8)
	plies := []string{"a1", "a2", "a3", "a4", "a5", "b1", "b5"}
	for n := range plies {
		s.play(plies[n])
		s.now = s.now.Add(time.Minute)
		var lookers sync.WaitGroup
		var seen [4]int
		for i := range seen {
			lookers.Go(func() {
				_ = s.db.View(context.Background(), func(tx *db.Tx) error {
					g, err := tx.Game(s.game)
					if err != nil {
						return err
					}
					if r, err := c.Open(tx, s.rules, g); err == nil {
						seen[i] = r.Len()
					}
					return nil
				})
			})
		}
		lookers.Wait()
		require.Equal(t, [4]int{n + 1, n + 1, n + 1, n + 1}, seen)
	}
}

// Plies without a message are played and taken back, and the same last ply is played after
// another one.
func TestRecordsOfPliesWithoutMessages(t *testing.T) {
	s, c := newShelf(t, "rooya"), newRecords(maxStates)
	play := func(moves ...string) {
		s.update(func(tx *db.Tx) error {
			g, stored := s.read(tx)
			record, err := Replay(s.rules, stored)
			require.NoError(t, err)
			for _, m := range moves {
				require.NoError(t, record.Play(rules.Move(m)))
			}
			return tx.AddPlies(&g, 0, moves, record.Position().String(), db.Undecided, "")
		})
	}
	play("a1", "a2", "a3")
	s.look(c)
	require.ErrorIs(t, s.attempt(func(tx *db.Tx) error {
		require.NoError(t, s.takeBack(tx, 2))
		s.lookIn(tx, c)
		return errChanged
	}), errChanged)
	s.undo(0)
	play("a3", "a2", "a1")
	s.look(c)
}
