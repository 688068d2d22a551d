package server_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/mailtest"
	"turnpost/mail/server/servertest"
)

// TestAbuseSilentDNS: mail whose signatures need a name server that never answers delays nobody
// else, and is answered as unproven.
func TestAbuseSilentDNS(t *testing.T) {
	skiptest.Long(t)
	const forged = 120
	for _, c := range []struct {
		name string
		from func(n int) string // of a forged message
	}{
		{"as many domains", func(n int) string { return fmt.Sprintf("eve%d@silent%d.example", n, n) }},
		{"one domain", func(n int) string { return fmt.Sprintf("eve%d@silent.example", n) }},
		{"domains below one", func(n int) string { return fmt.Sprintf("eve@silent%d.evil.example", n) }},
		{"a player's name", func(int) string { return bob }},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := theGame(t)
			w.Server.HeartbeatGap = 1 << 62
			names := mailtest.StartNameServer(t)
			names.Silence()
			isOurs := func(addr string) bool { return mail.Key(addr) == servertest.ServerAddress }
			w.Handler.Verifier = auth.NewDKIMVerifier(names.Resolver(), isOurs, time.Now)
			signed := func(from, body string) []byte {
				_, domain, _ := bytes.Cut([]byte(from), []byte("@"))
				signature := fmt.Sprintf("DKIM-Signature: v=1; a=rsa-sha256; d=%s; s=s;\r\n\t"+
					"h=from:to:subject:date:message-id:content-type; bh=AAAA; b=AAAA\r\n", domain)
				return append([]byte(signature), w.Raw(post{From: from, Body: body})...)
			}
			for n := range forged {
				w.Keep(signed(c.from(n), "help"))
			}
			waiting := func() (in []db.Incoming) {
				require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) (err error) {
					in, err = tx.ListIncoming(db.IncomingNew, 200)
					return err
				}))
				return in
			}
			w.Keep(signed("new@quiet.example", "help"))
			newcomer := slices.MaxFunc(waiting(), func(a, b db.Incoming) int { return int(a.ID - b.ID) }).ID
			w.Keep(w.Raw(post{From: ada, Body: "b1", Answers: w.Last(ada)}))
			began := time.Now()
			var moved, heard time.Duration
			for answered := true; answered; {
				var err error
				answered, err = w.Server.AnswerNext(t.Context())
				require.NoError(t, err)
				if moved == 0 && len(w.Plies(1)) == 3 {
					moved = time.Since(began)
				}
				if state, _ := w.Settled(newcomer); heard == 0 && state != db.IncomingNew {
					heard = time.Since(began)
				}
			}
			t.Logf("abuse | %d forged messages of %s wait for a DNS that does not answer | a move and a newcomer's message wait for seconds at most | %.1f s and %.1f s", forged, c.name, moved.Seconds(), heard.Seconds())
			require.NotZero(t, moved, "the move is played")
			require.NotZero(t, heard, "the newcomer is answered")
			require.Less(t, moved, 5*time.Second)
			require.Less(t, heard, 20*time.Second)
			require.Empty(t, waiting(), "all are answered")
		})
	}
}
