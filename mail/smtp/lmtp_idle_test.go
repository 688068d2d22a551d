package smtp

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/mail"
)

// pipes is a listener at which one client has connected.
type pipes struct {
	net.Listener
	conn chan net.Conn
	end  func()
}

func (p pipes) Accept() (net.Conn, error) {
	if c, ok := <-p.conn; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}

func (p pipes) Close() error { p.end(); return nil }

// A client that is silent for 30 seconds is sent away, whatever it sent before, if nothing else is
// configured.
func TestSilentClientsAreSentAwayAfter30Seconds(t *testing.T) {
	const recipient = "LHLO x\r\nMAIL FROM:<ada@example.org>\r\nRCPT TO:<games@play.example>\r\n"
	for _, sent := range []string{
		"", "LHLO x\r\n", "LHLO x\r\nNO", "LHLO x\r\nMAIL FROM:<ada@example.org>\r\n", recipient, recipient + "DATA\r\n",
		recipient + "DATA\r\nSubject: x\r\n", recipient + "BDAT 100\r\nSubject: x\r\n",
		recipient + "DATA\r\nSubject: x\r\n\r\nb1\r\n.\r\n",
	} {
		l, err := ListenLMTP(LMTPConfig{
			Listen: socketPrefix + filepath.Join(t.TempDir(), "s"), Mode: 0o600, Domain: "play.example",
			Log: slog.New(slog.DiscardHandler), Ours: func(string) bool { return true },
		})
		require.NoError(t, err)
		limits := l.listener.(limitedListener)
		require.NoError(t, l.Close())
		synctest.Test(t, func(t *testing.T) {
			ours, client := net.Pipe()
			conn := make(chan net.Conn, 1)
			accepted := pipes{conn: conn, end: sync.OnceFunc(func() { close(conn) })}
			accepted.conn <- ours
			l.listener = limitedListener{accepted, limits.idle, limits.message}
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() {
				ended <- l.Serve(ctx, func(context.Context, ...mail.ArrivedMail) error { return nil })
			}()
			closed := make(chan struct{})
			go func() {
				_, _ = io.Copy(io.Discard, bufio.NewReader(client))
				close(closed)
			}()
			_, err := io.WriteString(client, sent)
			require.NoError(t, err)
			away := func(after time.Duration) bool {
				time.Sleep(after)
				synctest.Wait()
				select {
				case <-closed:
					return true
				default:
					return false
				}
			}
			assert.False(t, away(29*time.Second), "%q", sent)
			assert.True(t, away(2*time.Second), "%q", sent)
			assert.NoError(t, client.Close())
			stop()
			assert.NoError(t, <-ended)
		})
	}
}
