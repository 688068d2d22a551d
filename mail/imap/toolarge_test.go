package imap_test

import (
	"context"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/mailtest"
)

// counter passes connections on and counts what the server says.
func counter(t *testing.T, server string) (addr string, said *atomic.Int64) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	said = new(atomic.Int64)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			s, err := net.Dial("tcp", server)
			if err != nil {
				c.Close()
				return
			}
			go func() { defer s.Close(); io.Copy(s, c) }()
			go func() {
				defer c.Close()
				buf := make([]byte, 32<<10)
				for {
					n, err := s.Read(buf)
					said.Add(int64(n))
					if _, wrong := c.Write(buf[:n]); err != nil || wrong != nil {
						return
					}
				}
			}()
		}
	}()
	return l.Addr().String(), said
}

// Hardly more than the header of a mail over the limit leaves the server, a real
// one.
func TestALargeMailIsNotFetched(t *testing.T) {
	d := mailtest.StartDovecot(t, mailtest.DovecotConfig{})
	box := dovecotBox(d, mail.Plain, d.IMAPAddr, "large")
	box.Deliver(t, append(raw("large"), strings.Repeat("0123456789abcdef 0123456789abcdef\r\n", 200_000)...)) // 7 MB
	addr, said := counter(t, d.IMAPAddr)
	var kept []mail.ArrivedMail
	n, err := box.Open(t, mailtest.InboxOptions{Addr: addr, MaxSize: 1_000_000}).Collect(t.Context(), func(_ context.Context, some ...mail.ArrivedMail) error {
		kept = append(kept, some...)
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.True(t, kept[0].TooLarge)
	require.Greater(t, kept[0].Size, int64(7_000_000))
	require.NotContains(t, string(kept[0].Raw), "0123456789abcdef")
	require.Less(t, said.Load(), int64(24<<10), "all that the server said")
	t.Logf("the server said %d octets of a mail of %d", said.Load(), kept[0].Size)
}
