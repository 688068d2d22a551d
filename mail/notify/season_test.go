package notify

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/auth"
	"turnpost/mail/club"
	"turnpost/mail/club/tournament"
	"turnpost/rules/all"
	"turnpost/templates"
)

// Tables for which nobody asked go with the digests, and a change at the top only into messages
// that are sent anyway. A table holds back neither an answer nor the rest of a message.
func TestATableForWhichNobodyAsked(t *testing.T) {
	t.Parallel()
	words, err := templates.New()
	require.NoError(t, err)
	inGame(t, all.Games()[0], func(tx *club.Tx, game *club.Game) {
		begin := func() *Messages {
			l, err := New(words, "Turnpost", auth.ServerAddress{Address: "games@example.org", Plus: true}).Begin(tx)
			require.NoError(t, err)
			return l
		}
		ada, bob := game.Black, game.White
		ada.WroteAt, bob.WroteAt = tx.Now(), tx.Now()
		sent := false
		tells := func(messages db.MessageSetting, why string) (to []int64, class db.MessageClass) {
			l := begin()
			ada.Messages = messages
			if why == "top" && sent {
				l.to(ada)
			}
			require.NoError(t, l.tellSome(tournament.SeasonTable{
				Tournament: tournaments.Tournament{Name: "turro-1", Rules: game.Row.Rules, Pace: "3 days", EndsAt: tx.Now().Add(time.Hour)},
				Players:    map[int64]db.Player{ada.ID: ada}, Rows: []tournament.SeasonRow{{DivisionPlayer: tournament.DivisionPlayer{ID: ada.ID}, Place: 1}},
			}, why))
			for _, r := range l.messages {
				to, class = append(to, r.to.ID), l.class(r)
			}
			return to, class
		}
		for _, messages := range []db.MessageSetting{db.MessagesDigest, db.MessagesMine, db.MessagesEvery} {
			to, _ := tells(messages, "top")
			require.Empty(t, to, messages)
			to, _ = tells(messages, "over")
			require.Equal(t, []int64{ada.ID}, to, messages)
		}
		sent = true
		to, class := tells(db.MessagesEvery, "top")
		require.Equal(t, []int64{ada.ID}, to)
		require.Equal(t, db.ClassDigest, class)

		l := begin()
		r := l.to(bob).of(game).add(&templates.SeasonTable{}).add(&templates.Turn{})
		require.Equal(t, db.ClassGame, l.class(r))
		l = begin()
		l.answers = &AnsweredMessage{Writer: bob.ID, Proven: true}
		require.Equal(t, db.ClassAnswer, l.class(l.to(bob).add(&templates.SeasonTable{})))
		require.Equal(t, db.ClassAnswer, l.class(l.to(bob).add(&templates.Ladder{})))
		require.Equal(t, db.ClassDigest, l.class(l.to(ada).add(&templates.Ladder{Why: "slid"})))
	})
}

// tellSome tells of a division what stands behind the games.
func (m *Messages) tellSome(t tournament.SeasonTable, why string) error {
	m.showDivisionToAll(t, why)
	for _, tell := range m.afterGames {
		if err := tell(); err != nil {
			return err
		}
	}
	return nil
}
