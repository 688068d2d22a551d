package handler

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
	"turnpost/db/dbtest"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/templates"
)

// BenchmarkLooking answers a message that asks for the board, from the raw mail
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
			d := s.handler()
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				s.bring("ada", "board")
				if c.forget {
					d.Club = club.New(all.Games(), d.log)
				}
				b.StartTimer()
				s.answer(d)
			}
			s.answered(b.N, c.plies)
		})
	}
}

// BenchmarkPlaying answers messages that each play one ply of such a game, to
// both players. The game grows, so let there be few: -benchtime 50x.
func BenchmarkPlaying(b *testing.B) {
	for _, plies := range []int{10, 500} {
		b.Run(fmt.Sprintf("plies=%d", plies), func(b *testing.B) {
			s := newShelf(b, "roses")
			record := rules.NewRecord(s.rules)
			s.play(peaceful(b, record, plies)...)
			d := s.handler()
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				writer := map[rules.Side]string{rules.Black: "ada", rules.White: "bob"}[record.Turn()]
				s.bring(writer, peaceful(b, record, 1)[0])
				b.StartTimer()
				s.answer(d)
			}
			s.answered(2*b.N, record.Len())
		})
	}
}

// shelf is a database with one game of Ada and Bob in it.
type shelf struct {
	t     testing.TB
	db    *db.DB
	rules rules.Game
	now   time.Time
	count int
}

func newShelf(t testing.TB, name string) *shelf {
	store, err := db.Open(context.Background(), dbtest.File(t, "turnpost.db"))
	require.NoError(t, err)
	t.Cleanup(func() { store.Close() })
	g, err := rules.Find(all.Games(), name)
	require.NoError(t, err)
	s := &shelf{t: t, db: store, rules: g, now: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)}
	store.Now = func() time.Time { return s.now }
	p, err := clock.ParsePace(clock.DefaultPace)
	require.NoError(t, err)
	s.act(func(tx *club.Tx) error {
		var players [2]int64
		for i, name := range []string{"ada", "bob"} {
			address := name + "@example.org"
			p, err := tx.DB.AddPlayer(address, mail.Key(address), name)
			if err != nil {
				return err
			}
			p.WroteAt = tx.Now()
			if err := tx.DB.SavePlayer(p); err != nil {
				return err
			}
			players[i] = p.ID
		}
		if err := club.Invite(tx, players[0], players[1], club.ProposedGame{Game: g, Side: rules.Black, Pace: p}, ""); err != nil {
			return err
		}
		_, err := club.Accept(tx, players[1], 1)
		return err
	})
	return s
}

// act is a transaction of its own moment, in which no message is answered.
func (s *shelf) act(f func(tx *club.Tx) error) {
	s.t.Helper()
	s.now = s.now.Add(time.Minute)
	c := club.New(all.Games(), slog.New(slog.DiscardHandler))
	require.NoError(s.t, s.db.Update(context.Background(), func(tx *db.Tx) error { return f(c.Begin(tx, 0)) }))
}

// play plays plies of the game, by whoever is to move.
func (s *shelf) play(moves ...string) {
	s.t.Helper()
	s.act(func(tx *club.Tx) error {
		g, err := tx.Game(1)
		for i := 0; err == nil && i < len(moves); i++ {
			_, err = club.CarryOut(tx, g, g.Turn(), club.GameRequest{Plies: []rules.Move{rules.Move(moves[i])}})
		}
		return err
	})
}

// handler is one that believes everybody, at the present time.
func (s *shelf) handler() *Handler {
	s.db.Now = time.Now
	robot := ServerIdentity{Name: "Turnpost", Address: "games@example.org", Plus: true, Open: true}
	words, err := templates.New()
	require.NoError(s.t, err)
	d, err := New(robot, s.db, all.Games(), words, slog.New(slog.DiscardHandler))
	require.NoError(s.t, err)
	d.Limits = AnswerLimits{ErrorsAnHour: 1 << 30, ErrorsADay: 1 << 30, ProvenADay: 1 << 30, LooksADay: 1 << 30, WordsADay: 1 << 30}
	return d
}

// bring brings a mail in.
func (s *shelf) bring(writer, line string) {
	s.count++
	raw := fmt.Appendf(nil, "From: %s@example.org\r\nTo: games@example.org\r\nMessage-ID: <%d@example.org>\r\n\r\n%s\r\n", writer, s.count, line)
	id, digest := mail.Identity(raw)
	require.NoError(s.t, s.db.Update(context.Background(), func(tx *db.Tx) error {
		_, err := tx.Keep(db.Incoming{Mailbox: "test", Cursor: fmt.Sprint(s.count), MessageID: id, Digest: digest, Size: int64(len(raw)), Raw: raw, Writer: mail.FromHash(raw)})
		return err
	}))
}

func (s *shelf) answer(d *Handler) {
	ctx := context.Background()
	var in db.Incoming
	require.NoError(s.t, s.db.Update(ctx, func(tx *db.Tx) (err error) { in, err = tx.ClaimIncoming(0); return err }))
	read, err := d.Read(ctx, in)
	require.NoError(s.t, err)
	require.NoError(s.t, s.db.Update(ctx, func(tx *db.Tx) error { _, err := d.Answer(tx, in, read); return err }))
}

// answered requires that so many messages went out, the last of them about a game
// of so many plies.
func (s *shelf) answered(count, plies int) {
	require.NoError(s.t, s.db.View(context.Background(), func(tx *db.Tx) error {
		messages, err := tx.Outgoing(db.OutgoingQueued)
		require.Len(s.t, messages, count)
		require.Contains(s.t, string(messages[count-1].Raw), fmt.Sprintf("Turnpost-Ply: %d", plies))
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
