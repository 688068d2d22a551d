package desk

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/templates"
)

// BenchmarkCompose composes a letter about a turn in each game: plain text,
// HTML and picture, with their final bytes. "new" is a position that was never
// drawn, "again" one that was.
func BenchmarkCompose(b *testing.B) {
	store, err := db.Open(context.Background(), filepath.Join(b.TempDir(), "turnpost.db"))
	require.NoError(b, err)
	defer store.Close()
	robot := Robot{Name: "Turnpost", Address: "games@example.org", Plus: true}
	for _, g := range all.Games() {
		d, err := New(robot, store, all.Games(), slog.New(slog.DiscardHandler))
		require.NoError(b, err)
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
					size = len(composeTurn(b, d, record))
				}
				b.ReportMetric(float64(size), "B/letter")
			})
		}
	}
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

func composeTurn(b *testing.B, d *Desk, record *rules.Record) []byte {
	reader := db.Player{ID: 1, Name: "Ada", Address: "ada@example.net", Lang: "en", Board: "ascii"}
	s := &session{desk: d}
	g, p := record.Game(), record.Position()
	sec := &templates.Turn{
		Game: 12, Title: g.Title, Side: p.Turn().String(), Opponent: "Bob", Next: record.Len() + 1, ToMove: "you",
		Board: s.board(g, p, p.Turn(), reader), Groups: numbered(g, p), Notation: g.Notation, Due: time.Unix(2e9, 0),
	}
	sec.Example = sec.Groups[0].Moves[0].Move
	r := s.reply(reader).add(sec)
	r.letter.Now = time.Unix(1.9e9, 0)
	t := makeTicket(make([]byte, 32), 1, 12, int64(record.Len()), 0)
	draft := mail.Draft{
		From: mail.Address{Name: "Turnpost", Addr: d.robot.Address}, To: mail.Address{Name: "Ada", Addr: reader.Address},
		Subject: g.Title + " #12: Ada - Bob", Date: r.letter.Now, ReplyTo: d.robot.replyTo(t), MessageID: "1@example.org",
	}
	require.NoError(b, s.write(r, &draft, t))
	raw, err := draft.Bytes()
	require.NoError(b, err)
	return raw
}
