package handler_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/command"
	"turnpost/mail/handler"
	"turnpost/mail/mailtest"
	"turnpost/mail/server/servertest"
	"turnpost/rules/all"
)

// busy is a world in which Ada has so many games under way.
func handlerBusy(t testing.TB, games int) *world {
	w := &world{World: servertest.New(t)}
	w.Handler.Limits = handler.DefaultLimits()
	require.NoError(t, w.DB.Update(context.Background(), func(tx *db.Tx) error {
		me, err := tx.AddPlayer(ada, mail.Key(ada), "Ada")
		for n := 0; n < games && err == nil; n++ {
			var other db.Player
			name := fmt.Sprintf("bob%d@example.org", n)
			if other, err = tx.AddPlayer(name, mail.Key(name), "Bob"); err != nil {
				break
			}
			g := all.Games()[n%len(all.Games())]
			var i db.Invitation
			if i, err = tx.AddInvitation(db.Invitation{Challenger: me.ID, Invitee: other.ID, Rules: g.Name, Side: db.Black, Pace: "3d+1d/7d", ExpiresAt: tx.Now},
				func(id int64) string { return fmt.Sprintf("%s #%d: Ada - Bob", g.Title, id) }); err != nil {
				break
			}
			if err = tx.AnswerInvitation(i.ID, db.InvitationAccepted); err == nil {
				_, err = tx.AddGame(i, g.Start().String(), 1<<40)
			}
		}
		return err
	}))
	return w
}

// strangers and Ada's own: who could write such a message, and how it is proven.
var costlyWriters = []struct {
	name, from string
	header     []string
}{
	{"a stranger", "eve@example.org", nil},
	{"in the name of a player", ada, nil},
	{"a player", ada, []string{"Authentication-Results: turnpost.example; auth=pass smtp.auth=" + ada}},
	{"with 100 tickets", ada, []string{"References: " + tokens(100)}},
}

// tokens are so many that nobody made.
func tokens(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("<%d.1234567.%s.x@turnpost.example>\n", i%2*i, strings.Repeat("a", 20)))
	}
	return strings.Join(all, " ")
}

// TestAbuseCostlyMessages: what the database is asked for a message does not grow
// with the letter's lines, beyond the commands that one letter may hold, nor with
// the games of whom it claims to be from.
func TestAbuseCostlyMessages(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("hundreds of letters")
	}
	w := handlerBusy(t, 200)
	var asked atomic.Int64
	w.DB.Trace(func(string) { asked.Add(1) })
	most, which := int64(0), ""
	for n, c := range mailtest.CostlyMessages() {
		by := costlyWriters[n%2]
		raw := c.Raw(by.from, servertest.ServerAddress, fmt.Sprintf("%d-%s@client.example", n, by.name), by.header...)
		before := asked.Load()
		w.Keep(raw)
		worked, err := w.Server.AnswerNext(context.Background())
		require.NoError(t, err)
		require.True(t, worked)
		if n := asked.Load() - before; n > most {
			most, which = n, c.Name+", "+by.name
		}
	}
	t.Logf("abuse | letters of 2,000 lines, of a stranger's and in the name of a player with 200 games | no statement a line | at most %d statements, for %s", most, which)
	require.Less(t, most, int64(40+5*command.Most), which)
}

// BenchmarkAnswer answers messages that were made to cost time.
func BenchmarkAnswer(b *testing.B) {
	for _, by := range costlyWriters {
		w := handlerBusy(b, 200)
		for _, c := range slices.Concat(mailtest.CostlyMessages(), mailtest.HugeMessages()) {
			b.Run(by.name+"/"+c.Name, func(b *testing.B) {
				defer mailtest.ReportProcessor(b)()
				for b.Loop() {
					w.Serial++
					w.Now = w.Now.Add(1 << 50) // the limits of answers are of an hour, a day and eight
					w.Keep(c.Raw(by.from, servertest.ServerAddress, fmt.Sprint(w.Serial, "@client.example"), by.header...))
					if _, err := w.Server.AnswerNext(context.Background()); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
