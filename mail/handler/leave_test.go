package handler_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
)

// leave lets the first player leave by one piece, with the game of a number first, and
// returns what is told of the resigned games.
func leave(w *clubtest.World, d db.Leaving, first int64) (left bool, resigned []int64) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) (err error) {
		resigned = nil
		left, err = club.LeavePiece(tx, d, first, func(g *club.Game) error { resigned = append(resigned, g.Row.ID); return nil })
		return err
	})
	return left, resigned
}

// busy has the first player in so many games, of either colour, and so many invitations from
// them and to them, all of the second and the third player.
func busy(games, from, to int) func(w *clubtest.World) {
	return func(w *clubtest.World) {
		w.Club.Policy.Challenges, w.Club.Policy.ChallengesOfDomain = 100, 100
		for i := range games {
			if i%2 == 0 {
				w.Pair(1, 2)
			} else {
				w.Pair(3, 1)
			}
		}
		for i := range from {
			w.Invite(1, int64(2+i))
		}
		for i := range to {
			w.Invite(int64(2+i), 1)
		}
	}
}

func TestLeave(t *testing.T) {
	paused := func(w *clubtest.World) {
		busy(1, 1, 1)(w)
		w.Do(func(tx *club.Tx) error { _, err := club.BeginPause(tx, 1); return err })
	}
	over := func(w *clubtest.World) {
		busy(2, 0, 0)(w)
		w.Do(func(tx *club.Tx) error {
			g, err := tx.Game(1)
			if err != nil {
				return err
			}
			return club.Resign(tx, g, g.Side(2))
		})
	}
	for _, c := range []struct {
		name  string
		given func(w *clubtest.World)
		what  db.QuitKind
		first int64
		// pieces is what each transaction resigns.
		pieces  [][]int64
		kinds   []string // heard in the last
		ended   [2]int   // games and invitations, as the last message counts them
		stopped bool
	}{
		{name: "stop", given: busy(1, 1, 1), what: db.LeaveStop, pieces: [][]int64{{1}}, kinds: []string{"PlayerLeaving", "GameEnded", "InvitationEnded", "InvitationEnded", "PlayerLeft"}, ended: [2]int{1, 2}, stopped: true},
		{name: "forget", given: busy(1, 1, 1), what: db.LeaveForget, pieces: [][]int64{{1}}, kinds: []string{"PlayerLeaving", "GameEnded", "InvitationEnded", "InvitationEnded", "PlayerLeft"}, ended: [2]int{1, 2}},
		{name: "stop with nothing under way", what: db.LeaveStop, pieces: [][]int64{nil}, kinds: []string{"PlayerLeaving", "PlayerLeft"}, stopped: true},
		{name: "stop with a game that is over", given: over, what: db.LeaveStop, pieces: [][]int64{{2}}, kinds: []string{"PlayerLeaving", "GameEnded", "PlayerLeft"}, ended: [2]int{1, 0}, stopped: true},
		{name: "stop in a pause", given: paused, what: db.LeaveStop, pieces: [][]int64{{1}}, kinds: []string{"PlayerLeaving", "GameEnded", "InvitationEnded", "InvitationEnded", "PlayerLeft"}, ended: [2]int{1, 2}, stopped: true},
		{name: "more games than one transaction ends", given: busy(7, 0, 0), what: db.LeaveStop, pieces: [][]int64{{1, 2, 3, 4, 5}, {6, 7}}, kinds: []string{"PlayerLeaving", "GameEnded", "GameEnded", "PlayerLeft"}, ended: [2]int{7, 0}, stopped: true},
		{name: "as many games as one ends, and an invitation", given: busy(5, 1, 0), what: db.LeaveStop, pieces: [][]int64{{1, 2, 3, 4, 5}, nil}, kinds: []string{"PlayerLeaving", "InvitationEnded", "PlayerLeft"}, ended: [2]int{5, 1}, stopped: true},
		{name: "more games and invitations than one ends", given: busy(4, 2, 1), what: db.LeaveForget, pieces: [][]int64{{1, 2, 3, 4}, nil}, kinds: []string{"PlayerLeaving", "InvitationEnded", "InvitationEnded", "PlayerLeft"}, ended: [2]int{4, 3}},
		{name: "the game that somebody waits for first", given: busy(7, 0, 0), what: db.LeaveStop, first: 6, pieces: [][]int64{{6}, {1, 2, 3, 4, 5}, {7}}, kinds: []string{"PlayerLeaving", "GameEnded", "PlayerLeft"}, ended: [2]int{7, 0}, stopped: true},
		{name: "not somebody else's game", given: func(w *clubtest.World) { busy(1, 0, 0)(w); w.Pair(2, 3) }, what: db.LeaveStop, first: 2, pieces: [][]int64{{1}}, kinds: []string{"PlayerLeaving", "GameEnded", "PlayerLeft"}, ended: [2]int{1, 0}, stopped: true},
		{name: "not a game that is not there", given: busy(1, 0, 0), what: db.LeaveStop, first: 99, pieces: [][]int64{{1}}, kinds: []string{"PlayerLeaving", "GameEnded", "PlayerLeft"}, ended: [2]int{1, 0}, stopped: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := clubtest.New(t, clubtest.File(t), clubtest.Deaf, 3, nil)
			if c.given != nil {
				c.given(w)
			}
			d := db.Leaving{Player: 1, What: c.what, Words: "goodbye"}
			for i, piece := range c.pieces {
				last := i == len(c.pieces)-1
				left, resigned := leave(w, d, c.first)
				require.Equal(t, last, left)
				require.ElementsMatch(t, piece, resigned)
				kinds := slices.DeleteFunc(w.Kinds(), func(kind string) bool { return kind == "GameNotRated" })
				lefts := clubtest.HeardOf[club.PlayerLeft](w)
				require.LessOrEqual(t, len(clubtest.HeardOf[club.GameEnded](w))+len(clubtest.HeardOf[club.InvitationEnded](w)), club.MaxLeavingPiece)
				w.Do(func(tx *club.Tx) error {
					stands, err := tx.DB.Leaving(1)
					if last {
						require.ErrorIs(t, err, db.ErrNotFound)
						return nil
					}
					d, c.first = stands, 0
					require.Equal(t, "goodbye", d.Words)
					return err
				})
				if !last {
					require.True(t, w.Player(1, nil).Leaving)
					require.Empty(t, lefts, "one letter, at the end")
					continue
				}
				require.Equal(t, c.kinds, kinds)
				require.Equal(t, [3]any{c.what, c.ended[0], c.ended[1]}, [3]any{lefts[0].What, lefts[0].Games, lefts[0].Invitations})
			}
			p := w.Player(1, nil)
			require.Equal(t, [2]bool{c.stopped, false}, [2]bool{!p.StoppedAt.IsZero(), p.Leaving})
			w.Do(func(tx *club.Tx) error {
				games, invitations, err := tx.Holdings(1)
				require.Equal(t, [2]int{}, [2]int{games, invitations})
				require.NoError(t, err)
				paused, err := tx.IsPaused(1)
				require.False(t, paused)
				return err
			})
			w.Verify()
		})
	}
}

// Nobody else leaves, and who is nobody does not.
func TestLeaveNobody(t *testing.T) {
	w := clubtest.New(t, clubtest.File(t), clubtest.Deaf, 1, nil)
	require.ErrorIs(t, w.Try(func(tx *club.Tx) error {
		_, err := club.LeavePiece(tx, db.Leaving{Player: 99, What: db.LeaveStop}, 0, nil)
		return err
	}), db.ErrNotFound)
	require.Empty(t, w.Heard)
}

// Who was forgotten stays in the games of others, without a name.
func TestForgetOn(t *testing.T) {
	clubtest.Each(t, func(t *testing.T, where string) {
		w := clubtest.New(t, where, clubtest.Deaf, 3, nil)
		busy(1, 1, 1)(w)
		w.Pair(2, 3)
		left, _ := leave(w, db.Leaving{Player: 1, What: db.LeaveForget}, 0)
		require.True(t, left)
		w.Do(func(tx *club.Tx) error { return club.Forget(tx, 1) })
		for last := false; !last; {
			w.Do(func(tx *club.Tx) (err error) { last, err = club.ForgetPiece(tx); return err })
		}
		require.Empty(t, w.Heard)
		w.Do(func(tx *club.Tx) error {
			game, err := tx.Game(1)
			require.NoError(t, err)
			require.Equal(t, "Turro #1: somebody - P2", game.Row.Subject)
			require.Equal(t, [2]string{"somebody", ""}, [2]string{game.Black.Name, game.Black.Address})
			for id, want := range map[int64]string{2: "Turro #2: somebody - P2", 3: "Turro #3: P2 - somebody", 4: "Turro #4: P2 - P3"} {
				i, err := tx.DB.Invitation(id)
				require.NoError(t, err)
				require.Equal(t, want, i.Subject)
			}
			return nil
		})
		require.ErrorIs(t, w.Try(func(tx *club.Tx) error { _, err := club.ForgetPiece(tx); return err }), db.ErrNotFound)
		w.Verify()
	})
}

// The error that another player must leave first names the player and the game, however it is
// wrapped.
func TestFrom(t *testing.T) {
	for _, c := range []struct {
		err          error
		player, game int64
		ok           bool
	}{
		{nil, 0, 0, false},
		{errors.New("another"), 0, 0, false},
		{&club.LeavingError{Player: 2}, 2, 0, true},
		{fmt.Errorf("a letter: %w", &club.LeavingError{Player: 2, Game: 7}), 2, 7, true},
		{club.Refuse("over"), 0, 0, false},
	} {
		player, game, ok := club.LeavingIn(c.err)
		require.Equal(t, [3]any{c.player, c.game, c.ok}, [3]any{player, game, ok}, "%v", c.err)
	}
}
