package desk_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const month = 30 * 24 * time.Hour

// While a player's letters come back, the clocks stand still, and the opponent
// is told. A letter from the player starts them again.
func TestMailThatComesBackCostsNoTime(t *testing.T) {
	w := newWorld(t)
	w.begin("rooya")
	require.NoError(t, w.deliver(sender{}))
	w.reply(ada, "a1")
	require.NoError(t, w.deliver(refuse(bob)))
	l := w.sentTo(ada)
	require.Contains(t, l.Text, "letters to Bob come back")
	require.Contains(t, l.Text, "The clocks stand still.")
	w.pass(month)
	require.False(t, w.game(1).Over(), "nobody loses on time meanwhile")

	w.reply(bob, "a2")
	require.Equal(t, []string{"a1", "a2"}, w.plies(1))
	require.NoError(t, w.deliver(sender{}))
	w.pass(month)
	require.Equal(t, "time", w.game(1).Reason, "the clocks run again")
}

// A letter that arrives starts them as well.
func TestMailThatArrivesStartsTheClocks(t *testing.T) {
	w := newWorld(t)
	w.begin("rooya")
	require.NoError(t, w.deliver(sender{}))
	w.reply(ada, "a1")
	require.NoError(t, w.deliver(refuse(bob)))
	w.proven(ada, "#1 say Are you there?")
	require.NoError(t, w.deliver(sender{}))
	w.pass(month)
	require.Equal(t, "time", w.game(1).Reason)
}

// sentTo is the last letter that was delivered to an address.
func (w *world) sentTo(address string) letter {
	w.t.Helper()
	sent := w.outgoing("sent")
	for i := len(sent) - 1; i >= 0; i-- {
		if sent[i].Recipient == address {
			return readLetter(w.t, sent[i].Raw)
		}
	}
	require.Failf(w.t, "nothing was delivered", "to %s", address)
	return letter{}
}
