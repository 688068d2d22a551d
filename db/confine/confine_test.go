package confine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/confine"
)

// begun is a transaction that has played in game 7.
func begun(t *testing.T) *confine.Watch {
	w := &confine.Watch{}
	require.NoError(t, w.Wrote("UPDATE inbox SET sender = $1", 1))
	locks, err := w.Locks(7)
	require.NoError(t, err)
	require.True(t, locks)
	require.NoError(t, w.Plays(7, false))
	return w
}

func TestAPlayKeepsToItsGame(t *testing.T) {
	w := begun(t)
	locks, err := w.Locks(7)
	require.NoError(t, err)
	require.False(t, locks, "it is")
	require.NoError(t, w.Changes(7))
	require.NoError(t, w.Wrote("INSERT INTO plies (game) VALUES ($1)", 1))
	require.NoError(t, w.Wrote("UPDATE bounces SET counts = 0", 0), "nothing was written")
	require.NoError(t, w.Kept())
}

func TestWhatIsWide(t *testing.T) {
	for name, does := range map[string]func(w *confine.Watch) error{
		"another table":    func(w *confine.Watch) error { return w.Wrote("INSERT INTO pauses (id) VALUES ($1)", 1) },
		"a whole player":   func(w *confine.Watch) error { return w.Wrote("UPDATE players SET name = $1", 1) },
		"another game":     func(w *confine.Watch) error { _, err := w.Locks(8); return err },
		"plies of another": func(w *confine.Watch) error { return w.Plays(8, false) },
		"another's row":    func(w *confine.Watch) error { return w.Changes(8) },
		"all clocks":       func(w *confine.Watch) error { return w.Wrote("UPDATE games SET clock_due = 0", 3) },
		"an end":           func(w *confine.Watch) error { return w.Plays(7, true) },
		"a wish":           func(w *confine.Watch) error { return w.Widen(true) },
	} {
		w := begun(t)
		require.ErrorIs(t, does(w), confine.ErrWide, name)
		require.ErrorIs(t, w.Kept(), confine.ErrWide, name)
		require.ErrorIs(t, w.Wrote("INSERT INTO plies ", 1), confine.ErrWide, "and stays so")
	}
	w := &confine.Watch{}
	require.ErrorIs(t, w.Wrote("INSERT INTO outbox ", 1), confine.ErrWide, "no game is locked")
	w = &confine.Watch{}
	_, err := w.Locks(7)
	require.NoError(t, err)
	require.ErrorIs(t, w.Kept(), confine.ErrWide, "nothing was played")
}

func TestNobodyIsWatched(t *testing.T) {
	var w *confine.Watch
	locks, err := w.Locks(7)
	require.NoError(t, err)
	require.False(t, locks)
	require.NoError(t, w.Plays(8, true))
	require.NoError(t, w.Changes(8))
	require.NoError(t, w.Wrote("DROP TABLE games", 1))
	require.NoError(t, w.Widen(true))
	require.NoError(t, w.Kept())
}
