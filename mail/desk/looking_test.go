package desk

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/rules"
	"turnpost/rules/all"
)

// BenchmarkLooking answers a letter that asks for the board, from the raw mail
// to the final bytes of the answer, in a game of Guerre des deux roses in which
// all eight soldiers are still there; the last case without what was remembered.
func BenchmarkLooking(b *testing.B) {
	for _, c := range []struct {
		plies  int
		forget bool
	}{{10, false}, {100, false}, {500, false}, {500, true}} {
		name := fmt.Sprintf("plies=%d", c.plies)
		if c.forget {
			name += "/replayed"
		}
		b.Run(name, func(b *testing.B) {
			s := newShelf(b, "roses")
			s.play(peaceful(b, rules.NewRecord(s.rules), c.plies)...)
			d := s.desk()
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				s.bring(d, "ada", "board")
				if c.forget {
					d.records = newRecords(mostStates)
				}
				b.StartTimer()
				s.answer(d)
			}
			s.answered(b.N, c.plies)
		})
	}
}

// BenchmarkPlaying answers letters that each play one ply of such a game, to
// both players. The game grows, so let there be few: -benchtime 50x.
func BenchmarkPlaying(b *testing.B) {
	for _, plies := range []int{10, 500} {
		b.Run(fmt.Sprintf("plies=%d", plies), func(b *testing.B) {
			s := newShelf(b, "roses")
			record := rules.NewRecord(s.rules)
			s.play(peaceful(b, record, plies)...)
			d := s.desk()
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				writer := map[rules.Side]string{rules.Black: "ada", rules.White: "bob"}[record.Turn()]
				s.bring(d, writer, peaceful(b, record, 1)[0])
				b.StartTimer()
				s.answer(d)
			}
			s.answered(2*b.N, record.Len())
		})
	}
}

// desk is one that believes everybody, at the present time.
func (s *shelf) desk() *Desk {
	s.db.Now = time.Now
	robot := Robot{Name: "Turnpost", Address: "games@example.org", Plus: true, Open: true}
	d, err := New(robot, s.db, all.Games(), slog.New(slog.DiscardHandler))
	require.NoError(s.t, err)
	d.Limits = Limits{ErrorsAnHour: 1 << 30, ErrorsADay: 1 << 30, LooksADay: 1 << 30}
	return d
}

// bring brings a mail in.
func (s *shelf) bring(d *Desk, writer, line string) {
	s.count++
	raw := fmt.Appendf(nil, "From: %s@example.org\r\nTo: games@example.org\r\nMessage-ID: <%d@example.org>\r\n\r\n%s\r\n", writer, s.count, line)
	require.NoError(s.t, d.Keep(context.Background(), mail.Arrival{Mailbox: "test", Cursor: fmt.Sprint(s.count), Size: int64(len(raw)), Raw: raw}))
}

func (s *shelf) answer(d *Desk) {
	worked, err := d.PlayNext(context.Background())
	require.NoError(s.t, err)
	require.True(s.t, worked)
}

// answered requires that so many letters went out, the last of them about a game
// of so many plies.
func (s *shelf) answered(count, plies int) {
	require.NoError(s.t, s.db.View(context.Background(), func(tx *db.Tx) error {
		letters, err := tx.Outgoing(db.OutgoingQueued)
		require.Len(s.t, letters, count)
		require.Contains(s.t, string(letters[count-1].Raw), fmt.Sprintf("Turnpost-Ply: %d", plies))
		return err
	}))
}

// peaceful plays so many plies without an attack that do not end the game.
func peaceful(b *testing.B, r *rules.Record, plies int) (moves []string) {
	random := rand.New(rand.NewPCG(5, uint64(r.Len())))
	for len(moves) < plies {
		legal := r.Legal()
		m := legal[random.IntN(len(legal))]
		next := r.Clone()
		require.NoError(b, next.Play(m))
		if !strings.Contains(string(m), "x") && !next.Outcome().Over() {
			require.NoError(b, r.Play(m))
			moves = append(moves, string(m))
		}
	}
	return moves
}
