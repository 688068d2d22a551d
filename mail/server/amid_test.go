package server_test

import (
	"bytes"
	"context"
	netmail "net/mail"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/consistency"
	"turnpost/mail/server/servertest"
)

// amid are players who want other things beside their plies, some of which change what
// plays of others read: settings, pauses, lines, words, the game itself.
type amid struct{ *playing }

var wanted = []string{"", "if * then 1", "", "vacation from 2027-01-01 to 2027-01-03", "board words", "", "\n\nGood luck!", "vacation off", "draw", "if off", "undo", "letters every"}

// Send is of mail.Courier.
func (p amid) Send(ctx context.Context, e mail.Envelope) error {
	if m, err := netmail.ReadMessage(bytes.NewReader(e.Raw)); err == nil && m.Header.Get("Turnpost-Game") != "" {
		n := p.serial.Add(1)
		if text := wanted[n%int64(len(wanted))]; text != "" {
			p.keep(answerTo(m, n, text))
		}
	}
	return p.playing.Send(ctx, e)
}

// Plays lock their game alone; what else players do at the same moment, of which the
// other side of the same game is the nearest, leaves nothing that contradicts itself.
func TestPlaysAmidEverything(t *testing.T) {
	t.Parallel()
	w := servertest.New(t)
	onPostgres(w)
	w.Live()
	p := &playing{w: w, done: make(chan struct{})}
	p.begin(6)
	p.by = amid{p}
	p.run(3, *amidPlies)
	faults, err := consistency.Check(context.Background(), w.Handler.Club, w.DB, consistency.Options{})
	require.NoError(t, err)
	require.Empty(t, faults)
}
