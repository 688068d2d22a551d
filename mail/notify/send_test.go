package notify

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/auth"
	"turnpost/mail/club"
	"turnpost/rules/all"
	"turnpost/templates"
)

// What comes after the messages were composed is not lost in silence.
func TestNothingIsToldAfterCompose(t *testing.T) {
	t.Parallel()
	words, err := templates.New()
	require.NoError(t, err)
	notifier := New(words, "Turnpost", auth.ServerAddress{Address: "games@example.org", Plus: true})
	inGame(t, all.Games()[0], func(tx *club.Tx, game *club.Game) {
		for name, tell := range map[string]func(*Messages) error{
			"nothing":  nil,
			"a letter": func(l *Messages) error { l.Kept(game.Black, db.LeaveStop); return nil },
			"an event": func(l *Messages) error { return l.onEvent(tx, club.OfferMade{Game: game}) },
			"a pause":  func(l *Messages) error { return l.onEvent(tx, club.MessagesResumed{}) },
		} {
			l, err := notifier.Begin(tx)
			require.NoError(t, err)
			require.NoError(t, l.Compose())
			if tell == nil {
				require.NoError(t, l.Send())
				continue
			}
			require.NoError(t, tell(l))
			require.Error(t, l.Send(), name)
		}
	})
}
