package daemon

import (
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/config"
)

// Whoever opens connections and says nothing, or not all, keeps nobody from
// ending the messages by one click.
func TestAbuseIdleConnections(t *testing.T) {
	c := config.HTTP{PublicURL: "https://games.example.org", Listen: freeAddress(t)}
	startDaemon(t, c)
	const many = 4 * maxConnections
	for i := range many {
		conn, err := net.Dial("tcp", c.Listen)
		require.NoError(t, err)
		defer conn.Close()
		_, err = io.WriteString(conn, []string{
			"", "POST /unsubscribe/1 HTTP/1.1\r\nHo", "POST /unsubscribe/1 HTTP/1.1\r\nHost: x\r\nContent-Type: " + formType + "\r\nContent-Length: 26\r\n\r\nList-",
			"GET /unsubscribe/1 HTTP/1.1\r\nHost: x\r\n\r\n", // answered, and kept
		}[i%4])
		require.NoError(t, err)
	}
	// With a server that only waits for idle connections to time out, the first
	// answer comes after some times five seconds; see listenHTTP.
	client := http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	var slowest time.Duration
	for range 10 {
		start := time.Now()
		answer, err := client.Post("http://"+c.Listen+"/unsubscribe/1", formType, strings.NewReader(oneClick))
		require.NoError(t, err)
		answer.Body.Close()
		require.Equal(t, http.StatusNotFound, answer.StatusCode, "the token is nobody's, but it was looked at")
		slowest = max(slowest, time.Since(start))
	}
	t.Logf("abuse | %d connections that say nothing, a part, or nothing more | /unsubscribe waits for none of them | %d ms", many, slowest.Milliseconds())
}
