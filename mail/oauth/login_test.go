package oauth_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/mailtest"
	"turnpost/mail/oauth"
)

// signIn begins a sign-in; person sees each thing that is said. What the sign-in
// comes to arrives in the channel.
func signIn(t testing.TB, l *oauth.SignIn, way func(*oauth.SignIn, context.Context) error, person func(said string)) <-chan error {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	l.Say = func(format string, args ...any) { person(fmt.Sprintf(format, args...)) }
	done := make(chan error, 1)
	var all sync.WaitGroup
	all.Go(func() { done <- way(l, ctx) })
	t.Cleanup(func() { cancel(); all.Wait() })
	return done
}

// result waits for what a sign-in comes to.
func result(t testing.TB, done <-chan error) error {
	t.Helper()
	select {
	case err := <-done:
		return err
	case <-time.After(30 * time.Second):
		t.Fatal("the sign-in does not end")
		return nil
	}
}

func newLogin(t testing.TB, cfg oauth.Config) *oauth.SignIn {
	t.Helper()
	l, err := oauth.NewLogin(cfg)
	require.NoError(t, err)
	return l
}

// page is the address that a person is told to open.
func page(t testing.TB, said string) string {
	t.Helper()
	return regexp.MustCompile(`http://\S+/authorize\S+`).FindString(said)
}

// A browser that stops where the provider sends it back.
func browse(t testing.TB, address string) (back *url.URL) {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Get(address)
	require.NoError(t, err)
	defer resp.Body.Close()
	require.Equal(t, http.StatusFound, resp.StatusCode)
	back, err = resp.Location()
	require.NoError(t, err)
	return back
}

func get(t testing.TB, address string) (status int, body string) {
	t.Helper()
	resp, err := http.Get(address)
	require.NoError(t, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp.StatusCode, string(text)
}

// works demands that the file gives tokens.
func works(t testing.TB, cfg oauth.Config) {
	t.Helper()
	token(t, source(t, cfg))
	info, err := os.Stat(cfg.File)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	onlyTokenFiles(t, cfg.File)
}

func TestBrowser(t *testing.T) {
	server := mailtest.StartOAuth(t, "robot")
	cfg := config(server, filepath.Join(t.TempDir(), "oauth.token"), nil)
	said := make(chan string, 8)
	done := signIn(t, newLogin(t, cfg), (*oauth.SignIn).Loopback, func(s string) { said <- s })
	address := page(t, <-said)
	u, err := url.Parse(address)
	require.NoError(t, err)
	require.Equal(t, "S256", u.Query().Get("code_challenge_method"))
	require.GreaterOrEqual(t, len(u.Query().Get("state")), 26)
	back := browse(t, address)
	require.Equal(t, "127.0.0.1", back.Hostname())

	// Whoever does not know the state changes nothing; nor does another path.
	q := back.Query()
	for _, state := range []string{"", "x", q.Get("state") + "x"} {
		forged := *back
		forged.RawQuery = url.Values{"code": {"stolen"}, "state": {state}}.Encode()
		status, _ := get(t, forged.String())
		require.Equal(t, http.StatusBadRequest, status)
	}
	elsewhere := *back
	elsewhere.Path = "/favicon.ico"
	status, _ := get(t, elsewhere.String())
	require.Equal(t, http.StatusNotFound, status)
	resp, err := http.PostForm(back.String(), nil)
	require.NoError(t, err)
	resp.Body.Close()
	require.Equal(t, http.StatusMethodNotAllowed, resp.StatusCode)

	status, body := get(t, back.String())
	require.Equal(t, http.StatusOK, status)
	require.NotContains(t, body, q.Get("code"))
	require.NoError(t, result(t, done))
	works(t, cfg)
	_, err = net.DialTimeout("tcp", back.Host, time.Second)
	require.Error(t, err, "nobody listens any more")
}

// A browser on another machine: its last address is pasted.
func TestPastedAddress(t *testing.T) {
	server := mailtest.StartOAuth(t, "robot")
	path := signedIn(t, server) // there was a sign-in before
	server.Revoke()
	cfg := config(server, path, nil)
	said, typed := make(chan string, 8), make(chan string)
	l := newLogin(t, cfg)
	l.Pasted = typed
	done := signIn(t, l, (*oauth.SignIn).Loopback, func(s string) { said <- s })
	back := browse(t, page(t, <-said))
	require.Contains(t, <-said, "paste that address here")
	paste := func(line string) {
		t.Helper()
		select {
		case typed <- line:
		case err := <-done:
			require.FailNow(t, "the sign-in ended too early", "%v", err)
		}
	}
	for _, wrong := range []string{"yes", "http://127.0.0.1:1/?code=x&state=y", "%zz"} {
		paste(wrong)
		paste("") // it is read when the one before was judged
		select {
		case words := <-said:
			require.Contains(t, words, "That is not the address")
		default:
			require.Fail(t, "nothing was said", wrong)
		}
	}
	paste(" " + back.String() + " ")
	require.NoError(t, result(t, done))
	works(t, cfg)
}

func TestSignInsThatFail(t *testing.T) {
	server := mailtest.StartOAuth(t, "robot")
	for _, c := range []struct {
		name  string
		spoil func(*oauth.Config)
		back  func(*url.URL)
		class error
		want  string
	}{
		{"the person says no", func(c *oauth.Config) { c.Provider.Scopes = []string{"refuse-me"} }, nil, mail.ErrAccount, "was refused in the browser"},
		{"nothing to ask for", func(c *oauth.Config) { c.Provider.Scopes = nil }, nil, mail.ErrAccount, "the client may not ask for"},
		{"a wrong secret", func(c *oauth.Config) { c.ClientSecret = "wrong-secret" }, nil, mail.ErrAccount, "correct client_id and client_secret in [oauth]"},
		{"another's code", nil, func(u *url.URL) {
			q := u.Query()
			q.Set("code", "injected")
			u.RawQuery = q.Encode()
		}, nil, "the code is not yours"},
		{"words for the terminal", nil, func(u *url.URL) {
			u.RawQuery = url.Values{"state": {u.Query().Get("state")}, "error": {"\x1b[2Jserver_error"}}.Encode()
		}, nil, `server_error`},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := signedIn(t, server)
			before, err := os.ReadFile(path)
			require.NoError(t, err)
			cfg := config(server, path, nil)
			if c.spoil != nil {
				c.spoil(&cfg)
			}
			said := make(chan string, 8)
			done := signIn(t, newLogin(t, cfg), (*oauth.SignIn).Loopback, func(s string) { said <- s })
			back := browse(t, page(t, <-said))
			if c.back != nil {
				c.back(back)
			}
			get(t, back.String())
			err = result(t, done)
			require.ErrorContains(t, err, c.want)
			require.NotContains(t, err.Error(), "wrong-secret")
			require.NotContains(t, err.Error(), "\x1b")
			if c.class != nil {
				require.ErrorIs(t, err, c.class)
			}
			after, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, string(before), string(after), "what was kept is kept")
		})
	}

	t.Run("another's verifier", func(t *testing.T) {
		// A code that another program began to ask for is of no use to us.
		cfg := config(server, filepath.Join(t.TempDir(), "oauth.token"), nil)
		said := make(chan string, 8)
		done := signIn(t, newLogin(t, cfg), (*oauth.SignIn).Loopback, func(s string) { said <- s })
		u, err := url.Parse(page(t, <-said))
		require.NoError(t, err)
		q := u.Query()
		q.Set("code_challenge", strings.Repeat("A", 43))
		u.RawQuery = q.Encode()
		get(t, browse(t, u.String()).String())
		require.ErrorContains(t, result(t, done), "the code is not yours")
		require.NoFileExists(t, cfg.File)
	})

	t.Run("interrupted", func(t *testing.T) {
		cfg := config(server, filepath.Join(t.TempDir(), "oauth.token"), nil)
		ctx, cancel := context.WithCancel(t.Context())
		l := newLogin(t, cfg)
		l.Say = func(string, ...any) { cancel() }
		require.ErrorIs(t, l.Loopback(ctx), context.Canceled)
		require.ErrorIs(t, l.Device(ctx), context.Canceled)
		require.NoFileExists(t, cfg.File)
	})

	t.Run("a port in use", func(t *testing.T) {
		busy, err := net.Listen("tcp4", "127.0.0.1:0")
		require.NoError(t, err)
		defer busy.Close()
		_, port, err := net.SplitHostPort(busy.Addr().String())
		require.NoError(t, err)
		l := newLogin(t, config(server, filepath.Join(t.TempDir(), "oauth.token"), nil))
		l.Port, err = strconv.Atoi(port)
		require.NoError(t, err)
		require.ErrorContains(t, l.Loopback(t.Context()), "cannot come back to this machine")
	})
}

func TestDevice(t *testing.T) {
	for _, c := range []struct {
		name     string
		failures []int
		polls    []string
		least    time.Duration
		class    error
		want     string // empty: it works
	}{
		{"at once", nil, nil, time.Second, nil, ""},
		{"after a while", nil, []string{"authorization_pending", "authorization_pending"}, 3 * time.Second, nil, ""},
		{"asked too fast", nil, []string{"slow_down"}, 7 * time.Second, nil, ""},
		{"a provider in trouble", []int{0, 503}, []string{"authorization_pending"}, 7 * time.Second, nil, ""},
		{"too late", nil, []string{"authorization_pending", "expired_token"}, 2 * time.Second, nil, "the code expired before it was typed; start again"},
		{"the person says no", nil, []string{"access_denied"}, time.Second, mail.ErrAccount, "was refused in the browser"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && c.least > 5*time.Second {
				t.Skip("RFC 8628 makes it slow")
			}
			server := mailtest.StartOAuth(t, "robot")
			server.Poll(c.polls...)
			server.Fail(c.failures...)
			cfg := config(server, filepath.Join(t.TempDir(), "oauth.token"), nil)
			said := make(chan string, 8)
			begun := time.Now()
			done := signIn(t, newLogin(t, cfg), (*oauth.SignIn).Device, func(s string) { said <- s })
			words := <-said
			require.Contains(t, words, server.URL+"/type")
			require.Contains(t, words, "WDJB-MJHT")
			err := result(t, done)
			require.GreaterOrEqual(t, time.Since(begun), c.least-100*time.Millisecond)
			if c.want == "" {
				require.NoError(t, err)
				works(t, cfg)
				return
			}
			require.ErrorContains(t, err, c.want)
			if c.class != nil {
				require.ErrorIs(t, err, c.class)
			}
			require.NoFileExists(t, cfg.File)
		})
	}
	t.Run("an unknown client", func(t *testing.T) {
		server := mailtest.StartOAuth(t, "robot")
		cfg := config(server, filepath.Join(t.TempDir(), "oauth.token"), nil)
		cfg.ClientID = "nobody"
		err := newLogin(t, cfg).Device(t.Context())
		require.ErrorIs(t, err, mail.ErrAccount)
		require.ErrorContains(t, err, "correct client_id")
	})
}
