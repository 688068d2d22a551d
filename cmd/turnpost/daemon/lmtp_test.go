package daemon

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/config"
	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail/postoffice"
)

// TestLMTPInPlaceOfAMailbox: a message that is handed over is answered, with no
// mailbox to look into, and the daemon is ready.
func TestLMTPInPlaceOfAMailbox(t *testing.T) {
	dir, err := dbtest.MemoryFolder("tp") // a socket's path is short
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	socket := filepath.Join(dir, "lmtp")
	s := startConfigured(t, func(c *config.Config) {
		c.IMAP = config.IMAP{}
		c.LMTP = config.LMTP{Listen: "unix:" + socket, Mode: "0600"}
	})
	conn, err := net.Dial("unix", socket)
	require.NoError(t, err)
	c := smtp.NewClientLMTP(conn)
	defer c.Close()
	from := "alice@" + postoffice.Domain
	raw := fmt.Sprintf("From: %s\r\nTo: %s\r\nMessage-ID: <1@client.test>\r\n\r\nhelp\r\n", from, serverAddress)
	for range 2 { // the second time it is known
		require.NoError(t, c.Mail(from, nil))
		require.NoError(t, c.Rcpt(serverAddress, nil))
		w, err := c.Data()
		require.NoError(t, err)
		_, err = w.Write([]byte(raw))
		require.NoError(t, err)
		_, err = w.CloseWithLMTPResponse()
		require.NoError(t, err)
	}
	require.Contains(t, string(s.message(t, "alice", 1).Raw), "Welcome, Alice: how to play by email")
	require.Eventually(t, func() bool { return s.health.ready(t.Context()) == nil }, time.Minute, 10*time.Millisecond)
	var in []db.Incoming
	require.NoError(t, s.DB.View(t.Context(), func(tx *db.Tx) (err error) {
		in, err = tx.ListIncoming(db.IncomingDone, 10)
		return err
	}))
	require.Len(t, in, 1)
	require.True(t, strings.HasPrefix(s.Inbox.Name(), "lmtp"))
}
