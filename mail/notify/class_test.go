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

// What goes to a program goes behind all that goes to people, but for a first message, which
// is a stranger's as anybody's.
func TestMessagesToProgramsGoLast(t *testing.T) {
	t.Parallel()
	words, err := templates.New()
	require.NoError(t, err)
	inGame(t, all.Games()[0], func(tx *club.Tx, game *club.Game) {
		person, program := game.Black, game.White
		person.WroteAt, program.Program = tx.Now(), true
		class := func(p db.Player) db.MessageClass {
			l, err := New(words, "Turnpost", auth.ServerAddress{Address: "games@example.org", Plus: true}).Begin(tx)
			require.NoError(t, err)
			return l.class(l.to(p).of(game).add(&templates.Turn{}))
		}
		require.Equal(t, db.ClassStranger, class(program))
		program.WroteAt = tx.Now()
		require.Equal(t, db.ClassProgram, class(program))
		require.Equal(t, db.ClassGame, class(person), "also of a game with a program")
	})
}
