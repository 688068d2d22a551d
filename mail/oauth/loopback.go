package oauth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/oauth2"
)

// answer is the authorization response in the redirect (RFC 6749 section 4.1.2).
type answer struct {
	code, err, description string
}

// Loopback signs in with a browser that is redirected to this machine (RFC 8252 section
// 7.3), or whose last address the person pastes. It uses PKCE (RFC 7636).
func (l *SignIn) Loopback(ctx context.Context) error {
	if l.cfg.Provider.AuthURL == "" {
		return errors.New("the provider has no authorization URL")
	}
	listener, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(l.Port)))
	if err != nil {
		return fmt.Errorf("the browser cannot come back to this machine: %w", err)
	}
	conf := l.cfg.config()
	// The number and not the name: a name could be looked up elsewhere (8.3).
	conf.RedirectURL = "http://" + listener.Addr().String() + "/"
	state, verifier := rand.Text(), oauth2.GenerateVerifier()

	answers := make(chan answer, 1)
	server := &http.Server{Handler: l.back(state, answers), ReadHeaderTimeout: 10 * time.Second,
		MaxHeaderBytes: 64 << 10}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	defer func() {
		// The last page may still be under way to the browser.
		closing, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if server.Shutdown(closing) != nil {
			server.Close()
		}
		<-served
	}()

	opts := []oauth2.AuthCodeOption{oauth2.S256ChallengeOption(verifier)}
	for key, value := range l.cfg.Provider.Params {
		opts = append(opts, oauth2.SetAuthURLParam(key, value))
	}
	l.Say("Open this page in a browser, and sign in as the mailbox's owner:\n\n  %s\n",
		conf.AuthCodeURL(state, opts...))
	if l.Pasted != nil {
		l.Say("If the browser is on another machine, it ends at a page that it cannot open,\nwhose address begins "+
			"with %s: paste that address here.\n", conf.RedirectURL)
	}
	got, err := l.wait(ctx, state, answers)
	if err != nil {
		return err
	}
	if got.err != "" {
		said := got.err
		if got.description != "" {
			said += ": " + got.description
		}
		return l.refused(got.err, strconv.Quote(said))
	}
	token, err := conf.Exchange(context.WithValue(ctx, oauth2.HTTPClient, l.cfg.client()), got.code,
		oauth2.VerifierOption(verifier))
	if err != nil {
		return l.explain(err)
	}
	return l.keep(ctx, token)
}

// wait waits for the browser's redirect, or for the person who pastes its address.
func (l *SignIn) wait(ctx context.Context, state string, answers <-chan answer) (answer, error) {
	pasted := l.Pasted
	for {
		select {
		case got := <-answers:
			return got, nil
		case line, open := <-pasted:
			if !open {
				pasted = nil // end of input; the browser may still be redirected
				continue
			}
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			u, err := url.Parse(line)
			if err == nil {
				if got, ok := read(u.Query(), state); ok {
					return got, nil
				}
			}
			l.Say("That is not the address that this sign-in ends at; paste all of it, or interrupt and start again.\n")
		case <-ctx.Done():
			return answer{}, ctx.Err()
		}
	}
}

// back serves the page that the browser is redirected to. A request without our state is
// from somebody else (RFC 6749 section 10.12) and changes nothing.
func (l *SignIn) back(state string, answers chan<- answer) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Referrer-Policy", "no-referrer")
		got, ok := read(r.URL.Query(), state)
		if !ok {
			http.Error(w, "This is not the sign-in that Turnpost waits for.", http.StatusBadRequest)
			return
		}
		select {
		case answers <- got: // the first counts
		default:
		}
		fmt.Fprintln(w, "Turnpost has heard from the provider; the rest is in the terminal. This page can be closed.")
	})
	return mux
}

// read reads the answer from the query of the redirect.
func read(q url.Values, state string) (answer, bool) {
	got := answer{code: q.Get("code"), err: q.Get("error"), description: q.Get("error_description")}
	ours := subtle.ConstantTimeCompare([]byte(q.Get("state")), []byte(state)) == 1
	return got, ours && (got.code != "" || got.err != "")
}
