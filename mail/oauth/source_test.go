package oauth_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/mailtest"
	"turnpost/mail/oauth"
)

// clock is a time that the test moves.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock { return &clock{now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// config is a client of the test's server.
func config(server *mailtest.OAuthServer, path string, c *clock) oauth.Config {
	cfg := oauth.Config{
		Provider: oauth.Provider{Name: "custom", AuthURL: server.URL + "/authorize", TokenURL: server.URL + "/token", DeviceURL: server.URL + "/device", Scopes: []string{"mail"}},
		ClientID: mailtest.ClientID, ClientSecret: mailtest.ClientSecret,
		File: path, Pause: time.Millisecond,
	}
	if c != nil {
		cfg.Now = c.Now
	}
	return cfg
}

// write puts a refresh token in a file as a sign-in does.
func write(t testing.TB, path string, server *mailtest.OAuthServer, token string) {
	t.Helper()
	text, err := json.Marshal(oauth.StoredToken{RefreshToken: token, TokenURL: server.URL + "/token", ClientID: mailtest.ClientID})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, text, 0o600))
}

// signedIn is a token file in a folder of its own.
func signedIn(t testing.TB, server *mailtest.OAuthServer) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "oauth.token")
	write(t, path, server, server.Grant())
	return path
}

func source(t testing.TB, cfg oauth.Config) *oauth.TokenSource {
	t.Helper()
	s, err := oauth.New(cfg)
	require.NoError(t, err)
	return s
}

func token(t testing.TB, s *oauth.TokenSource) string {
	t.Helper()
	got, err := s.Token(t.Context())
	require.NoError(t, err)
	require.NotEmpty(t, got)
	return got
}

func TestATokenIsGoodForAWhile(t *testing.T) {
	server, c := mailtest.StartOAuth(t, "robot"), newClock()
	path := signedIn(t, server)
	s := source(t, config(server, path, c))
	first := token(t, s)
	c.add(58 * time.Minute)
	require.Equal(t, first, token(t, s))
	require.Equal(t, 1, server.Asked())
	c.add(90 * time.Second) // a login must fit in what is left
	second := token(t, s)
	require.NotEqual(t, first, second)
	require.Equal(t, 2, server.Asked())

	// A token of a few seconds is used, too.
	server.Life(4 * time.Second)
	c.add(time.Hour)
	third := token(t, s)
	c.add(time.Second)
	require.Equal(t, third, token(t, s))
	c.add(time.Second)
	require.NotEqual(t, third, token(t, s))
}

func TestARefusedTokenIsReplacedOnceAMinute(t *testing.T) {
	server, c := mailtest.StartOAuth(t, "robot"), newClock()
	s := source(t, config(server, signedIn(t, server), c))
	first := token(t, s)
	s.Expire(first)
	require.Equal(t, first, token(t, s), "its refusal is not for its age")
	c.add(time.Minute)
	s.Expire("another")
	require.Equal(t, first, token(t, s))
	s.Expire(first)
	require.NotEqual(t, first, token(t, s))
}

func TestTheFileFollowsTheProvider(t *testing.T) {
	server, c := mailtest.StartOAuth(t, "robot"), newClock()
	path := signedIn(t, server)
	s := source(t, config(server, path, c))
	for range 3 {
		before, err := oauth.ReadTokenFile(path)
		require.NoError(t, err)
		token(t, s)
		c.add(time.Hour)
		after, err := oauth.ReadTokenFile(path)
		require.NoError(t, err)
		require.NotEqual(t, before.RefreshToken, after.RefreshToken)
		require.False(t, server.Good(before.RefreshToken))
		require.True(t, server.Good(after.RefreshToken))
		info, err := os.Stat(path)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	}
	onlyTokenFiles(t, path)

	// A provider that keeps its refresh tokens leaves the file alone.
	server.KeepRefreshTokens()
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	token(t, s)
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(before), string(after))
	onlyTokenFiles(t, path)
}

// onlyTokenFiles demands that nothing was left beside the file and its lock.
func onlyTokenFiles(t testing.TB, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	require.Equal(t, []string{filepath.Base(path), filepath.Base(path) + ".lock"}, names)
}

// Several processes refresh from one file at a provider that takes each refresh
// token once.
func TestManyShareOneFile(t *testing.T) {
	server := mailtest.StartOAuth(t, "robot")
	path := signedIn(t, server)
	var all sync.WaitGroup
	for range 8 {
		s := source(t, config(server, path, nil)) // each locks for itself, as a process does
		all.Go(func() {
			for range 3 {
				one, err := oauth.New(config(server, path, nil))
				assert.NoError(t, err)
				_, err = one.Token(context.Background())
				assert.NoError(t, err)
			}
			_, err := s.Token(context.Background())
			assert.NoError(t, err)
		})
	}
	all.Wait()
	require.Equal(t, 32, server.Asked())
	kept, err := oauth.ReadTokenFile(path)
	require.NoError(t, err)
	require.True(t, server.Good(kept.RefreshToken))
	onlyTokenFiles(t, path)
}

func TestOneSourceAsksOnceForMany(t *testing.T) {
	server := mailtest.StartOAuth(t, "robot")
	s := source(t, config(server, signedIn(t, server), nil))
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			_, err := s.Token(context.Background())
			assert.NoError(t, err)
		})
	}
	all.Wait()
	require.Equal(t, 1, server.Asked())
}

func TestTroublesOfTheProvider(t *testing.T) {
	for name, c := range map[string]struct {
		failures []int
		ok       bool
	}{
		"one error":          {[]int{503}, true},
		"hung up, and busy":  {[]int{0, 429}, true},
		"a page of a proxy":  {[]int{403, 404, 400}, false},
		"errors all the way": {[]int{500, 502, 504}, false},
		"nobody there":       {[]int{0, 0, 0}, false},
	} {
		t.Run(name, func(t *testing.T) {
			server := mailtest.StartOAuth(t, "robot")
			s := source(t, config(server, signedIn(t, server), nil))
			server.Fail(c.failures...)
			if !c.ok {
				_, err := s.Token(t.Context())
				transient(t, err)
				require.Equal(t, 3, server.Asked())
			}
			token(t, s)
		})
	}
	t.Run("redirected", func(t *testing.T) {
		// A captive portal, say: secrets do not go there.
		server := mailtest.StartOAuth(t, "robot")
		portal := httptest.NewServer(http.RedirectHandler(server.URL+"/token", http.StatusTemporaryRedirect))
		defer portal.Close()
		cfg := config(server, filepath.Join(t.TempDir(), "oauth.token"), nil)
		cfg.Provider.TokenURL = portal.URL
		text, err := json.Marshal(oauth.StoredToken{RefreshToken: server.Grant(), TokenURL: portal.URL, ClientID: cfg.ClientID})
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(cfg.File, text, 0o600))
		_, err = source(t, cfg).Token(t.Context())
		transient(t, err)
		require.Equal(t, 0, server.Asked())
	})
	t.Run("silent", func(t *testing.T) {
		server := mailtest.StartOAuth(t, "robot")
		path := signedIn(t, server)
		cfg := config(server, path, nil)
		cfg.Provider.TokenURL = "http://" + mailtest.Silent(t) + "/token"
		cfg.Timeout = 20 * time.Millisecond
		text, err := json.Marshal(oauth.StoredToken{RefreshToken: "x", TokenURL: cfg.Provider.TokenURL, ClientID: cfg.ClientID})
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, text, 0o600))
		_, err = source(t, cfg).Token(t.Context())
		transient(t, err)
		cfg.Timeout = time.Hour
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		_, err = source(t, cfg).Token(ctx)
		transient(t, err)
	})
}

func TestWhatTheOperatorHasToMend(t *testing.T) {
	server := mailtest.StartOAuth(t, "robot")
	for _, c := range []struct {
		name string
		do   func(t *testing.T, cfg *oauth.Config)
		want string
	}{
		{"no file", func(t *testing.T, cfg *oauth.Config) { require.NoError(t, os.Remove(cfg.File)) }, "there is no token file"},
		{"a file for all", func(t *testing.T, cfg *oauth.Config) { require.NoError(t, os.Chmod(cfg.File, 0o640)) }, "has the mode 0640, so that others can use the mailbox; run: chmod 600 "},
		{"no token in it", func(t *testing.T, cfg *oauth.Config) { require.NoError(t, os.WriteFile(cfg.File, []byte("{}"), 0o600)) }, "holds no refresh token"},
		{"half a file", func(t *testing.T, cfg *oauth.Config) {
			require.NoError(t, os.WriteFile(cfg.File, []byte(`{"refresh`), 0o600))
		}, "is damaged"},
		{"another client", func(_ *testing.T, cfg *oauth.Config) { cfg.ClientID = "other" }, "is from a sign-in at another provider or with another client id"},
		{"a wrong secret", func(_ *testing.T, cfg *oauth.Config) { cfg.ClientSecret = "wrong-secret" }, `said "invalid_client: who are you"; correct client_id and client_secret in [oauth]`},
		{"revoked", func(*testing.T, *oauth.Config) { server.Revoke() }, `said "invalid_grant: Token has been expired or revoked."; run: turnpost login custom`},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := config(server, signedIn(t, server), nil)
			c.do(t, &cfg)
			_, err := source(t, cfg).Token(t.Context())
			require.ErrorIs(t, err, mail.ErrAccount)
			require.ErrorContains(t, err, c.want)
			require.NotContains(t, err.Error(), "wrong-secret")
		})
	}
}

// That the file cannot be replaced is told before the refresh token is used up.
func TestNoRoomForANewToken(t *testing.T) {
	server := mailtest.StartOAuth(t, "robot")
	path := signedIn(t, server)
	// Root may write anywhere, but not in the place of a folder.
	require.NoError(t, os.MkdirAll(filepath.Join(path+".new", "full"), 0o700))
	s := source(t, config(server, path, nil))
	_, err := s.Token(t.Context())
	transient(t, err)
	require.ErrorContains(t, err, "the token file cannot be replaced")
	require.Equal(t, 0, server.Asked())
	kept, err := oauth.ReadTokenFile(path)
	require.NoError(t, err)
	require.True(t, server.Good(kept.RefreshToken))

	require.NoError(t, os.RemoveAll(path+".new"))
	token(t, s)
}

// What a process left that died while it refreshed is in nobody's way.
func TestLeftByADeadProcess(t *testing.T) {
	server := mailtest.StartOAuth(t, "robot")
	path := signedIn(t, server)
	require.NoError(t, os.WriteFile(path+".new", []byte("half a tok"), 0o644))
	require.NoError(t, os.WriteFile(path+".lock", nil, 0o600))
	token(t, source(t, config(server, path, nil)))
	_, err := oauth.ReadTokenFile(path)
	require.NoError(t, err)
	onlyTokenFiles(t, path)
}

// The file gets away from under us while the provider answers: the process goes
// on with what it has, and tells.
func TestARenewedTokenThatCannotBeKept(t *testing.T) {
	server, c := mailtest.StartOAuth(t, "robot"), newClock()
	path := signedIn(t, server)
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	var log bytes.Buffer
	cfg := config(server, path, c)
	cfg.Log = slog.New(slog.NewTextHandler(&log, nil))
	s := source(t, cfg)
	server.Meanwhile(func() { // the new file cannot be renamed to a folder
		require.NoError(t, os.Remove(path))
		require.NoError(t, os.MkdirAll(filepath.Join(path, "full"), 0o700))
	})
	token(t, s)
	require.Contains(t, log.String(), "level=ERROR")
	require.Contains(t, log.String(), "the new one cannot be stored")
	require.NoError(t, os.RemoveAll(path))
	require.NoError(t, os.WriteFile(path, before, 0o600))
	c.add(2 * time.Hour)
	token(t, s)
	kept, err := oauth.ReadTokenFile(path)
	require.NoError(t, err)
	require.True(t, server.Good(kept.RefreshToken), "the next one is kept")
}

// Who signs in as root does it for a server that runs as the folder's owner.
func TestRootKeepsTheOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	server := mailtest.StartOAuth(t, "robot")
	path := signedIn(t, server)
	require.NoError(t, os.Chown(filepath.Dir(path), 12345, 12346))
	token(t, source(t, config(server, path, nil)))
	for _, name := range []string{path, path + ".lock"} {
		out, err := exec.Command("stat", "-c", "%u:%g", name).Output()
		require.NoError(t, err)
		require.Equal(t, "12345:12346\n", string(out))
	}
}

func TestConfig(t *testing.T) {
	server := mailtest.StartOAuth(t, "robot")
	for name, spoil := range map[string]func(*oauth.Config){
		"no client":       func(c *oauth.Config) { c.ClientID = "" },
		"no file":         func(c *oauth.Config) { c.File = "" },
		"no token URL":    func(c *oauth.Config) { c.Provider.TokenURL = "" },
		"in the clear":    func(c *oauth.Config) { c.Provider.TokenURL = "http://login.example.org/token" },
		"no page":         func(c *oauth.Config) { c.Provider.AuthURL = "login.example.org" },
		"not even a page": func(c *oauth.Config) { c.Provider.DeviceURL = "https://" },
	} {
		cfg := config(server, "x", nil)
		_, err := oauth.New(cfg)
		require.NoError(t, err)
		spoil(&cfg)
		_, err = oauth.New(cfg)
		require.Error(t, err, name)
	}
	for _, name := range oauth.Names() {
		p, err := oauth.Preset(name)
		require.NoError(t, err)
		for _, u := range []string{p.AuthURL, p.TokenURL, p.DeviceURL} {
			if u != "" {
				require.NoError(t, oauth.CheckURL(u))
			}
		}
	}
	_, err := oauth.Preset("hotmail")
	require.ErrorContains(t, err, "gmail, outlook, custom")
}
