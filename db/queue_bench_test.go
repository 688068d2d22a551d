package db_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
)

// ledger fills a database with messages that were settled long ago, and a few that
// wait.
func ledger(b *testing.B, where string, settled, waiting int) *db.DB {
	d, err := db.Open(context.Background(), where)
	require.NoError(b, err)
	b.Cleanup(func() { d.Close() })
	require.NoError(b, d.Update(context.Background(), func(tx *db.Tx) error {
		var players []db.Player
		for n := range 100 {
			p, err := tx.AddPlayer(fmt.Sprint(n), fmt.Sprint(n), "P")
			require.NoError(b, err)
			players = append(players, p)
		}
		for n := range settled + waiting {
			p := players[n%len(players)]
			id, err := tx.EnqueueAs(db.Outgoing{Player: p.ID, Thread: int64(n%500 + 1), Kind: "turn", MessageID: fmt.Sprint(n), Recipient: p.Address, Raw: []byte("letter")}, db.ClassGame)
			require.NoError(b, err)
			_, err = tx.Keep(db.Incoming{Mailbox: "m", Cursor: fmt.Sprint(n), MessageID: fmt.Sprint(n), Digest: []byte("d"), Raw: []byte("letter")})
			require.NoError(b, err)
			if n < settled {
				_, err = tx.MarkSent(id)
				require.NoError(b, err)
				require.NoError(b, tx.Settle(int64(n+1), db.IncomingDone, ""))
			}
		}
		return nil
	}))
	if db.IsURL(where) {
		onServer(b, where, `VACUUM ANALYZE`) // as its autovacuum does, before long
	}
	return d
}

// BenchmarkQueues looks at what waits behind many messages that do not.
func BenchmarkQueues(b *testing.B) {
	for _, engine := range []struct {
		name  string
		where func(b *testing.B) string
	}{
		{"SQLite", func(b *testing.B) string { return filepath.Join(b.TempDir(), "turnpost.db") }},
		{"PostgreSQL", func(b *testing.B) string { return dbtest.Postgres(b) }},
	} {
		b.Run(engine.name, func(b *testing.B) {
			d := ledger(b, engine.where(b), 10_000, 100)
			for _, c := range []struct {
				name string
				run  func(context.Context, func(*db.Tx) error) error
				f    func(*db.Tx) error
			}{
				{"Due", d.View, func(tx *db.Tx) error { _, err := tx.Due(db.Everything); return err }},
				{"Queues", d.View, func(tx *db.Tx) error { _, err := tx.Queues(); return err }},
				{"NextIncoming", d.Update, func(tx *db.Tx) error { _, err := tx.ClaimIncoming(0); return err }},
				{"Overdue", d.View, func(tx *db.Tx) error { _, err := tx.Overdue(tx.Now.Add(-time.Hour)); return err }},
				{"Claim", d.Update, func(tx *db.Tx) error {
					o, err := tx.Claim(0, time.Minute, db.Everything)
					if err == nil {
						err = tx.PutBack(o.ID, 0, "")
					}
					return err
				}},
			} {
				b.Run(c.name, func(b *testing.B) {
					for b.Loop() {
						require.NoError(b, c.run(context.Background(), c.f))
					}
				})
			}
		})
	}
}
