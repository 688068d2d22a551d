package daemon

import (
	"bytes"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/mail"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/config"
	"turnpost/db"
)

// visit makes one request, without cookies, and follows no redirection.
func visit(t *testing.T, method, url, contentType, body string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	require.NoError(t, err)
	r.Header.Set("Content-Type", contentType)
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	require.NoError(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.Empty(t, answer.Header.Values("Set-Cookie"))
	require.Empty(t, answer.Header.Get("Location"))
	return answer, string(text)
}

const (
	formType = "application/x-www-form-urlencoded"
	oneClick = "List-Unsubscribe=One-Click"
)

// A mail program presses the button of a message, over real HTTP, at a daemon
// that runs.
func TestOneClickUnsubscribe(t *testing.T) {
	c := config.HTTP{PublicURL: "https://games.example.org/post/", Listen: freeAddress(t)}
	s := startDaemon(t, c)
	s.send(t, "alice", "challenge bob@demo.test turro as black")
	m, err := mail.ReadMessage(bytes.NewReader(s.message(t, "bob", 1).Raw))
	require.NoError(t, err)
	require.Equal(t, oneClick, m.Header.Get("List-Unsubscribe-Post"))
	address, rest, ok := strings.Cut(strings.TrimPrefix(m.Header.Get("List-Unsubscribe"), "<"), ">, <mailto:")
	require.True(t, ok)
	require.Contains(t, rest, "subject=pause")
	u, err := url.Parse(address)
	require.NoError(t, err)
	require.Equal(t, "https://games.example.org", u.Scheme+"://"+u.Host)

	stopped := func() bool {
		var p db.Player
		require.NoError(t, s.DB.View(t.Context(), func(tx *db.Tx) (err error) { p, err = tx.PlayerByAddress("bob@demo.test"); return err }))
		return !p.StoppedAt.IsZero()
	}
	here := "http://" + c.Listen + u.Path
	forged := here[:len(here)-1] + "7" // "7" or not: base32 has it
	if forged == here {
		forged = here[:len(here)-1] + "6"
	}

	// A program that looks at links changes nothing.
	answer, page := visit(t, "GET", here, "", "")
	require.Equal(t, 200, answer.StatusCode)
	require.Contains(t, page, `<form method="post">`)
	require.Contains(t, page, `name="List-Unsubscribe" value="One-Click"`)
	require.Equal(t, "no-store", answer.Header.Get("Cache-Control"))
	require.Equal(t, "no-referrer", answer.Header.Get("Referrer-Policy"))
	require.Contains(t, answer.Header.Get("Content-Security-Policy"), "default-src 'none'")
	for _, c := range []struct {
		method, url, typ, body string
		status                 int
	}{
		{"HEAD", here, "", "", 200},
		{"PUT", here, formType, oneClick, 405},
		{"DELETE", here, formType, oneClick, 405},
		{"GET", here + "?List-Unsubscribe=One-Click", "", "", 200},
		{"POST", here, formType, "", 400},
		{"POST", here + "?List-Unsubscribe=One-Click", formType, "", 400},
		{"POST", here, formType, "List-Unsubscribe=Two-Clicks", 400},
		{"POST", here, "application/json", `{"List-Unsubscribe":"One-Click"}`, 400},
		{"POST", here, formType, strings.Repeat("x=y&", 2000) + oneClick, 400},
		{"POST", forged, formType, oneClick, 404},
		{"GET", forged, "", "", 404},
		{"POST", here + "/more", formType, oneClick, 404},
		{"POST", "http://" + c.Listen + "/unsubscribe/", formType, oneClick, 404},
		{"POST", "http://" + c.Listen + "/", formType, oneClick, 404},
		{"GET", "http://" + c.Listen + "/metrics", "", "", 404},
	} {
		answer, _ := visit(t, c.method, c.url, c.typ, c.body)
		require.Equal(t, c.status, answer.StatusCode, "%s %s %.40s", c.method, c.url, c.body)
	}
	require.False(t, stopped())

	// The path of the public URL may be taken away by a proxy.
	short := "http://" + c.Listen + strings.TrimPrefix(u.Path, "/post")
	answer, page = visit(t, "POST", short, formType, oneClick)
	require.Equal(t, 200, answer.StatusCode, page)
	require.NotContains(t, page, "<form")
	require.True(t, stopped())
	require.Contains(t, s.message(t, "bob", 2).Text, "This is the last message, Bob")
	require.Contains(t, s.message(t, "alice", 2).Text, "Bob has declined")

	// Again, as multipart/form-data (RFC 8058, 3.1): all is well, and no message.
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	require.NoError(t, form.WriteField("List-Unsubscribe", "One-Click"))
	require.NoError(t, form.Close())
	answer, _ = visit(t, "POST", here, form.FormDataContentType(), body.String())
	require.Equal(t, 200, answer.StatusCode)

	// A message brings the messages back, in French; the page is in French then.
	s.send(t, "bob", "langue français")
	s.message(t, "bob", 3)
	require.False(t, stopped())
	_, page = visit(t, "GET", here, "", "")
	require.Contains(t, page, `<html lang="fr">`)
	answer, page = visit(t, "POST", here, form.FormDataContentType(), body.String())
	require.Equal(t, 200, answer.StatusCode)
	require.Contains(t, page, "C&#39;est fait")
	require.Contains(t, page, "comment continuer", "Bob is a player now, whose letters pause")
	require.False(t, stopped())
	require.NoError(t, s.DB.View(t.Context(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress("bob@demo.test")
		require.NoError(t, err)
		_, paused, err := tx.Suspended(p.ID)
		require.True(t, paused)
		return err
	}))
}

// Whoever sends the head of a request byte by byte is hung up on.
func TestASlowRequest(t *testing.T) {
	if testing.Short() {
		t.Skip("the server waits for it for five seconds")
	}
	t.Parallel()
	c := config.HTTP{PublicURL: "https://games.example.org", Listen: freeAddress(t)}
	startDaemon(t, c)
	conn, err := net.Dial("tcp", c.Listen)
	require.NoError(t, err)
	defer conn.Close()
	_, err = io.WriteString(conn, "POST /unsubscribe/1 HTTP/1.1\r\nHost: x\r\n")
	require.NoError(t, err)
	require.NoError(t, conn.SetReadDeadline(time.Now().Add(15*time.Second)))
	_, err = io.ReadAll(conn)
	require.NoError(t, err, "the server ends the connection")
}
