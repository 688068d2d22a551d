package handler_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/server/servertest"
)

const aDay = 24 * time.Hour

// climbing is a world in which Ada, Bob and Cleo stand on the ladder of Turro, from the top.
func climbing(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	w.Proven(ada, "digest daily 07:30\nladder turro on")
	w.Proven(bob, "ladder turro on")
	w.Proven("Cleo <cleo@example.org>", "ladder turro on")
	return w
}

// A digest that does not go, as messages are paused, has warned nobody that they go down.
func TestAWarningThatDoesNotGoIsTheNextOnes(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	const warning = "down: write challenge ladder turro"
	warned := func(messages []servertest.Message) (n int) {
		for _, l := range messages {
			n += strings.Count(l.Text, warning)
		}
		return n
	}
	w := newWorld(t)
	w.Proven(ada, "digest daily 07:30\nladder turro on")
	w.Now = w.Now.Add(40 * aDay)
	w.Proven(bob, "ladder turro on") // nobody slides past somebody who is as idle
	w.Now = w.Now.Add(5 * aDay)
	w.Proven(ada, "unsubscribe")
	require.Zero(t, warned(w.Pass(4*aDay)))
	w.Proven(ada, "settings")
	require.Equal(t, 1, warned(w.Pass(2*aDay)), "once")
}

// Who becomes one with somebody whom the operator blocks is blocked, and off each ladder.
func TestWhoBecomesOneWithSomebodyBlockedIsTakenOff(t *testing.T) {
	t.Parallel()
	w := climbing(t)
	var one, other db.Player
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) (err error) {
		if one, err = tx.PlayerByAddress("cleo@example.org"); err == nil {
			other, err = tx.PlayerByAddress("bob@example.org")
		}
		return err
	}))
	o := w.Handler.Operator(w.DB, "root")
	require.NoError(t, o.Block(t.Context(), one.ID))
	require.NoError(t, o.Merge(t.Context(), one.ID, other.ID, false))
	require.NotContains(t, w.Proven(ada, "ladder turro")[0].Text, "Bob")
}
