package smtp

import (
	"net"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/postoffice"
)

func TestPrepare(t *testing.T) {
	for _, c := range []struct {
		from, to, raw  string
		saidTo         string
		utf8, needUTF8 bool
		wrong          bool
	}{
		{from: "a@x.test", to: "b+1.2@x.test", saidTo: "b+1.2@x.test"},
		{from: "", to: "b@x.test", saidTo: "b@x.test"},
		{to: "b@bücher.example", saidTo: "b@xn--bcher-kva.example"},
		{to: "jürgen@x.test", saidTo: "jürgen@x.test", utf8: true, needUTF8: true},
		{to: "b@x.test", raw: "Subject: ü\r\n\r\nx", saidTo: "b@x.test", utf8: true},
		{to: "b@x.test", raw: "Subject: u\r\n\r\nü", saidTo: "b@x.test"},
		{to: "b@[127.0.0.1]", saidTo: "b@[127.0.0.1]"},
		{to: `"b c"@x.test`, wrong: true},
		{to: "b@x.test (Bob)", wrong: true},
		{to: "b@-.ü", wrong: true},
		{to: "b@" + strings.Repeat("x", 255), wrong: true},
	} {
		m, err := prepare(mail.Envelope{From: c.from, To: c.to, Raw: []byte(c.raw)})
		if c.wrong {
			require.ErrorIs(t, err, mail.ErrRefused, c.to)
			continue
		}
		require.NoError(t, err, c.to)
		require.Equal(t, c.saidTo, m.to)
		require.Equal(t, c.utf8, m.utf8, c.to)
		require.Equal(t, c.needUTF8, m.needUTF8, c.to)
	}
}

// A connection that nobody uses is hung up.
func TestIdleConnection(t *testing.T) {
	po, err := postoffice.Start(postoffice.Config{SMTPAddr: "127.0.0.1:0", IMAPAddr: "127.0.0.1:0"})
	require.NoError(t, err)
	defer po.Close()
	host, _, err := net.SplitHostPort(po.SMTPAddr())
	require.NoError(t, err)
	addr, err := net.ResolveTCPAddr("tcp", po.SMTPAddr())
	require.NoError(t, err)
	c, err := NewCourier(CourierConfig{Host: host, Port: addr.Port, TLS: mail.Plain})
	require.NoError(t, err)
	defer c.Close()
	c.maxIdle = time.Millisecond
	for range 3 {
		require.NoError(t, c.Send(t.Context(), mail.Envelope{To: "jürgen@demo.test", Raw: []byte("Subject: x\r\n\r\n")}))
		require.Eventually(t, func() bool {
			c.pool.mu.Lock()
			defer c.pool.mu.Unlock()
			return len(c.pool.kept) == 0
		}, 5*time.Second, time.Millisecond)
	}
}
