package notify

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail/auth"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/templates"
)

// BenchmarkCompose composes a message about a turn in each game: plain text,
// HTML and picture, with their final bytes. "new" is a position that was never
// drawn, "again" one that was.
func BenchmarkCompose(b *testing.B) {
	words, err := templates.New()
	require.NoError(b, err)
	for _, g := range all.Games() {
		inGame(b, g, func(tx *club.Tx, game *club.Game) {
			notifier := New(words, "Turnpost", auth.ServerAddress{Address: "games@example.org", Plus: true})
			for _, again := range []bool{false, true} {
				name := g.Name + "/new"
				if again {
					name = g.Name + "/again"
				}
				b.Run(name, func(b *testing.B) {
					random := rand.New(rand.NewPCG(1, 2)) // the same positions each time
					record := rules.NewRecord(g)
					size := 0
					for b.Loop() {
						if b.StopTimer(); !again || record.Len() == 0 {
							record = midgame(b, g, record, random)
						}
						b.StartTimer()
						size = len(composeTurn(b, notifier, tx, game, record))
					}
					b.ReportMetric(float64(size), "B/letter")
				})
			}
		})
	}
}

// inGame calls f in a transaction of a database in which a game has begun.
func inGame(b testing.TB, g rules.Game, f func(*club.Tx, *club.Game)) {
	store, err := db.Open(context.Background(), dbtest.File(b, "turnpost.db"))
	require.NoError(b, err)
	defer store.Close()
	p, err := clock.ParsePace(clock.DefaultPace)
	require.NoError(b, err)
	c := club.New(all.Games(), slog.New(slog.DiscardHandler))
	require.NoError(b, store.Update(context.Background(), func(d *db.Tx) error {
		tx := c.Begin(d, 0)
		ada, _, err := club.PlayerAt(tx, "ada@example.net", "ada@example.net", "Ada", "en")
		require.NoError(b, err)
		bob, _, err := club.PlayerAt(tx, "bob@example.net", "bob@example.net", "Bob", "en")
		require.NoError(b, err)
		require.NoError(b, club.Invite(tx, ada.ID, bob.ID, club.ProposedGame{Game: g, Side: rules.Black, Pace: p}, ""))
		game, err := club.Accept(tx, bob.ID, 1)
		require.NoError(b, err)
		f(tx, game)
		return nil
	}))
}

// midgame plays on at random, from the 10th to the 60th ply.
func midgame(b *testing.B, g rules.Game, r *rules.Record, random *rand.Rand) *rules.Record {
	for {
		if r.Turn() == rules.None || r.Len() >= 60 {
			r = rules.NewRecord(g)
		}
		legal := r.Legal()
		require.NoError(b, r.Play(legal[random.IntN(len(legal))]))
		if r.Turn() != rules.None && r.Len() >= 10 {
			return r
		}
	}
}

// composeTurn composes the message that asks the side to move to play after a record.
func composeTurn(b *testing.B, notifier *Notifier, tx *club.Tx, began *club.Game, record *rules.Record) []byte {
	g := *began
	g.Record = record
	l, err := notifier.Begin(tx)
	require.NoError(b, err)
	require.NoError(b, l.Show(&g, record.Turn()))
	out, err := l.compose(l.to(g.Player(record.Turn())))
	require.NoError(b, err)
	raw, err := AddPictures(out.Raw, all.Games(), notifier.Painter)
	require.NoError(b, err)
	return raw
}
