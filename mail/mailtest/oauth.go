package mailtest

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

// The client that an OAuth server knows.
const (
	ClientID     = "client-of-the-test"
	ClientSecret = "secret-of-the-client"
)

// OAuthServer is an OAuth 2 server of the test's own: the authorization endpoint, the
// token endpoint, the device endpoint and introspection. Its one person says yes
// to all. It is as strict as the strictest provider: codes and refresh tokens are
// good for one use.
type OAuthServer struct {
	URL string

	mu         sync.Mutex
	user       string
	mechs      []string
	life       time.Duration
	access     map[string]time.Time // when it ends
	refresh    map[string]bool
	codes      map[string]url.Values // what the browser brought
	devices    map[string][]string   // what polls will be told, in this order
	poll       []string              // for the next device
	failures   []int                 // the next answers of the token endpoint
	asked      int
	noRotation bool
	meanwhile  func()
}

// StartOAuth runs a server until the end of the test. Its tokens are the user's,
// and good for an hour.
func StartOAuth(t testing.TB, user string) *OAuthServer {
	o := &OAuthServer{
		user: user, life: time.Hour,
		access: make(map[string]time.Time), refresh: make(map[string]bool),
		codes: make(map[string]url.Values), devices: make(map[string][]string),
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /authorize", o.authorize)
	mux.HandleFunc("POST /token", o.token)
	mux.HandleFunc("POST /device", o.device)
	mux.HandleFunc("POST /introspect", o.introspect)
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	o.URL = s.URL
	return o
}

func (o *OAuthServer) do(f func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	f()
}

// Mechanisms sets what a Dovecot that is started later offers.
func (o *OAuthServer) Mechanisms(names ...string) { o.do(func() { o.mechs = names }) }

func (o *OAuthServer) mechanisms() []string {
	if len(o.mechs) == 0 {
		return []string{"OAUTHBEARER", "XOAUTH2"}
	}
	return o.mechs
}

// Life is how long access tokens are good from now on.
func (o *OAuthServer) Life(d time.Duration) { o.do(func() { o.life = d }) }

// Fail makes the token endpoint answer the next requests with these statuses. A
// status of 0 hangs up.
func (o *OAuthServer) Fail(statuses ...int) { o.do(func() { o.failures = statuses }) }

// Poll makes the token endpoint answer the polls of the next device with these
// errors, and then with a token.
func (o *OAuthServer) Poll(errors ...string) { o.do(func() { o.poll = errors }) }

// Meanwhile does f, once, before the token endpoint answers.
func (o *OAuthServer) Meanwhile(f func()) { o.do(func() { o.meanwhile = f }) }

// KeepRefreshTokens makes refresh tokens good for ever, as some providers do.
func (o *OAuthServer) KeepRefreshTokens() { o.do(func() { o.noRotation = true }) }

// RevokeAccess ends all access tokens before their time.
func (o *OAuthServer) RevokeAccess() { o.do(func() { clear(o.access) }) }

// Revoke ends all tokens: somebody changed the password.
func (o *OAuthServer) Revoke() { o.do(func() { clear(o.access); clear(o.refresh) }) }

// Asked is how often the token endpoint was asked.
func (o *OAuthServer) Asked() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.asked
}

// Grant returns a refresh token, as if somebody had signed in.
func (o *OAuthServer) Grant() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	token := rand.Text()
	o.refresh[token] = true
	return token
}

// Good tells whether a refresh token would be taken.
func (o *OAuthServer) Good(refreshToken string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.refresh[refreshToken]
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

func refuse(w http.ResponseWriter, code, description string) {
	reply(w, http.StatusBadRequest, map[string]string{"error": code, "error_description": description})
}

// authorize is RFC 6749 section 4.1.1 with PKCE; the person says yes at once.
func (o *OAuthServer) authorize(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	back, err := url.Parse(q.Get("redirect_uri"))
	if err != nil || back.Scheme != "http" || back.Hostname() != "127.0.0.1" || q.Get("client_id") != ClientID {
		http.Error(w, "an unknown client or redirect", http.StatusBadRequest)
		return
	}
	answer := url.Values{"state": {q.Get("state")}}
	switch {
	case q.Get("response_type") != "code" || q.Get("code_challenge_method") != "S256" ||
		len(q.Get("code_challenge")) != 43:
		answer.Set("error", "invalid_request")
		answer.Set("error_description", "PKCE is wanted")
	case q.Get("scope") == "":
		answer.Set("error", "invalid_scope")
	case q.Get("scope") == "refuse-me":
		answer.Set("error", "access_denied")
	default:
		code := rand.Text()
		o.do(func() { o.codes[code] = q })
		answer.Set("code", code)
	}
	back.RawQuery = answer.Encode()
	http.Redirect(w, r, back.String(), http.StatusFound)
}

// device is RFC 8628 section 3.1.
func (o *OAuthServer) device(w http.ResponseWriter, r *http.Request) {
	if r.PostFormValue("client_id") != ClientID {
		refuse(w, "invalid_client", "who are you")
		return
	}
	code := rand.Text()
	o.do(func() { o.devices[code], o.poll = o.poll, nil })
	reply(w, http.StatusOK, map[string]any{
		"device_code": code, "user_code": "WDJB-MJHT", "verification_uri": o.URL + "/type", "expires_in": 600,
		"interval": 1,
	})
}

// token is RFC 6749 section 3.2.
func (o *OAuthServer) token(w http.ResponseWriter, r *http.Request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.asked++
	if f := o.meanwhile; f != nil {
		o.meanwhile = nil
		f()
	}
	if len(o.failures) > 0 {
		status := o.failures[0]
		o.failures = o.failures[1:]
		if status == 0 {
			panic(http.ErrAbortHandler)
		}
		http.Error(w, "an error of the test's", status)
		return
	}
	if r.PostFormValue("client_id") != ClientID || r.PostFormValue("client_secret") != ClientSecret {
		refuse(w, "invalid_client", "who are you")
		return
	}
	switch r.PostFormValue("grant_type") {
	case "authorization_code":
		q, known := o.codes[r.PostFormValue("code")]
		delete(o.codes, r.PostFormValue("code"))
		sum := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
		if !known || q.Get("redirect_uri") != r.PostFormValue("redirect_uri") ||
			base64.RawURLEncoding.EncodeToString(sum[:]) != q.Get("code_challenge") {
			refuse(w, "invalid_grant", "the code is not yours")
			return
		}
	case "urn:ietf:params:oauth:grant-type:device_code":
		answers, known := o.devices[r.PostFormValue("device_code")]
		switch {
		case !known:
			refuse(w, "invalid_grant", "no such code")
			return
		case len(answers) > 0:
			o.devices[r.PostFormValue("device_code")] = answers[1:]
			refuse(w, answers[0], "as the test wants")
			return
		}
		delete(o.devices, r.PostFormValue("device_code"))
	case "refresh_token":
		old := r.PostFormValue("refresh_token")
		if !o.refresh[old] {
			refuse(w, "invalid_grant", "Token has been expired or revoked.")
			return
		}
		if o.noRotation {
			reply(w, http.StatusOK, o.give(""))
			return
		}
		delete(o.refresh, old)
	default:
		refuse(w, "unsupported_grant_type", "")
		return
	}
	fresh := rand.Text()
	o.refresh[fresh] = true
	reply(w, http.StatusOK, o.give(fresh))
}

// give makes an access token.
func (o *OAuthServer) give(refreshToken string) map[string]any {
	access := rand.Text()
	o.access[access] = time.Now().Add(o.life)
	answer := map[string]any{"access_token": access, "token_type": "Bearer", "expires_in": int(o.life / time.Second)}
	if refreshToken != "" {
		answer["refresh_token"] = refreshToken
	}
	return answer
}

// introspect is RFC 7662.
func (o *OAuthServer) introspect(w http.ResponseWriter, r *http.Request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	until, known := o.access[strings.TrimSpace(r.PostFormValue("token"))]
	if !known || time.Now().After(until) {
		reply(w, http.StatusOK, map[string]any{"active": false})
		return
	}
	reply(w, http.StatusOK, map[string]any{"active": true, "username": o.user, "scope": "mail"})
}
