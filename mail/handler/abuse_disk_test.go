package handler_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
)

// TestAbuseDisk: mail that nothing proves is kept to its header and what is read of it, and a
// program's to a line; a player's mail stays whole.
func TestAbuseDisk(t *testing.T) {
	t.Parallel()
	big := strings.Repeat(strings.Repeat("I would like to tell you about my new rose garden. ", 20)+"\n", 200)
	inputs, stored := 0, 0
	for _, c := range []struct {
		name string
		post post
		most int // octets
	}{
		{"a stranger's", post{From: "s%d@evil.example", Body: big}, 34 << 10},
		{"a stranger's command and a long text", post{From: "c%d@evil.example", Body: "help\n" + big}, 34 << 10},
		{"in a player's name", post{From: ada, Body: "#1 b1\n" + big}, 34 << 10},
		{"a header without end", post{From: "h%d@evil.example", Body: "help", Header: []string{"X-Long: " + strings.Repeat("a ", 30_000)}}, 34 << 10},
		{"an autoresponder's", post{From: "a%d@evil.example", Body: big, Header: []string{"Auto-Submitted: auto-replied"}}, 200},
		{"a list's robot", post{From: "r%d@evil.example", Body: big, Header: []string{"Auto-Submitted: auto-generated"}}, 200},
	} {
		w := theGame(t)
		for n := range len(skiptest.EveryFourth([]int{0, 1})) {
			p := c.post
			if strings.Contains(p.From, "%d") {
				p.From = fmt.Sprintf(p.From, n)
			}
			p.Body += fmt.Sprint("\n", n)
			w.Send(p)
			inputs++
			n := w.storedOctets(t)
			require.LessOrEqual(t, n, c.most, c.name)
			stored += n
		}
	}
	w := theGame(t)
	w.Send(post{From: ada, Proven: true, Body: "#1 say hello\n\n" + big})
	require.Greater(t, w.storedOctets(t), len(big))
	t.Logf("abuse | mails of about 200 kB that nothing proves, or of programs (%d) | 32 kB are kept of each, or a line | %d kB in all", inputs, stored>>10)
}

// storedOctets is how much is stored of the last message in.
func (w *world) storedOctets(t *testing.T) (n int) {
	t.Helper()
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		return tx.Rows(func(scan func(...any) error) error { return scan(&n) },
			`SELECT length(raw) FROM mails ORDER BY message DESC LIMIT 1`)
	}))
	return n
}
