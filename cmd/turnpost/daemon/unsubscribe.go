package daemon

import (
	"context"
	"errors"
	"html/template"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"turnpost/cmd/turnpost/cli"
	"turnpost/mail/handler"
	"turnpost/templates"
)

// unsubscribeHandler is the address in the List-Unsubscribe of letters (RFC
// 8058). A POST pauses the letters to the player whose token it is, or ends
// them if it is of who never wrote. A GET, which
// programs that look at links make without being asked to, changes nothing and
// shows a button (RFC 8058, 3.2). There are no cookies and no redirections, and
// neither the token nor who it belongs to is logged.
//
// The path of the public URL may stand before, or a proxy may take it away.
func unsubscribeHandler(tokens tokens, words *templates.Set, publicURL string, log *slog.Logger) (http.Handler, error) {
	u, err := url.Parse(publicURL)
	if err != nil {
		return nil, cli.WithStatus(cli.ExitConfig, err)
	}
	return &unsubscribing{tokens, words, log, strings.TrimRight(u.Path, "/")}, nil
}

// tokens are what the letters carry, and what can be done with one.
type tokens interface {
	CheckToken(ctx context.Context, token string) (handler.TokenHolder, error)
	Unsubscribe(ctx context.Context, token string) error
}

type unsubscribing struct {
	tokens tokens
	words  *templates.Set
	log    *slog.Logger
	path   string // of the public URL
}

// ServeHTTP is of http.Handler. It is no http.ServeMux, which redirects.
func (u *unsubscribing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	token, ok := strings.CutPrefix(strings.TrimPrefix(r.URL.Path, u.path), "/unsubscribe/")
	if !ok {
		http.NotFound(w, r)
		return
	}
	header := w.Header()
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
	header.Set("Referrer-Policy", "no-referrer") // the address is a secret
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("X-Robots-Tag", "noindex")
	ctx, cancel := context.WithTimeout(r.Context(), 10*time.Second)
	defer cancel()
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		holder, err := u.tokens.CheckToken(ctx, token)
		u.page(w, holder, false, err)
	case http.MethodPost:
		// RFC 8058, 3.1: this pair, as a form or as multipart/form-data.
		if r.PostFormValue("List-Unsubscribe") != "One-Click" {
			http.Error(w, "The body of the request must be List-Unsubscribe=One-Click (RFC 8058).", http.StatusBadRequest)
			return
		}
		holder, err := u.tokens.CheckToken(ctx, token)
		if err == nil {
			// Once begun it is done, even if whoever asked hangs up.
			err = u.tokens.Unsubscribe(context.WithoutCancel(ctx), token)
		}
		u.page(w, holder, true, err)
	default:
		header.Set("Allow", "GET, HEAD, POST")
		http.Error(w, "Only GET and POST.", http.StatusMethodNotAllowed)
	}
}

// page answers with a page for a person; mail programs look at the status alone.
func (u *unsubscribing) page(w http.ResponseWriter, holder handler.TokenHolder, done bool, err error) {
	shown, text, status := unsubscribeShown{Lang: holder.Lang}, "ask", http.StatusOK
	kind := "" // what becomes of the letters
	if holder.Player {
		kind = "pause-"
	}
	switch {
	case err == nil && done:
		text = kind + "done"
	case err == nil:
		text = kind + "ask"
	case errors.Is(err, handler.ErrToken):
		text, status = "unknown", http.StatusNotFound
	default:
		u.log.Error("a one-click unsubscription failed", "error", err)
		w.Header().Set("Retry-After", "60")
		text, status = "later", http.StatusServiceUnavailable
	}
	shown.Title, shown.Text = u.say(shown.Lang, kind+"title"), u.say(shown.Lang, text)
	if text == kind+"ask" {
		shown.Button = u.say(shown.Lang, kind+"button")
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	if err := unsubscribePage().Execute(w, shown); err != nil {
		u.log.Debug("a page was not read to its end", "error", err)
	}
}

// say is one of the page's texts in a language, or in English; of a token that is
// nobody's the language is not known.
func (u *unsubscribing) say(lang, name string) string {
	if lang == "" {
		lang = "en"
	}
	text, err := u.words.Say(lang, "unsubscribe."+name)
	if err != nil {
		u.log.Error("a page lacks its words", "error", err)
	}
	return text
}

// unsubscribeShown is what the page shows; without a button it is only told.
type unsubscribeShown struct{ Lang, Title, Text, Button string }

// unsubscribePage is a form that posts to its own address.
func unsubscribePage() *template.Template {
	return template.Must(template.New("").Parse(`<!DOCTYPE html>
<html lang="{{.Lang}}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{{.Title}}</title>
<style>body{font:1.1em/1.5 sans-serif;max-width:34em;margin:3em auto;padding:0 1em}button{font:inherit;padding:.5em 1em}</style></head>
<body><h1>{{.Title}}</h1><p>{{.Text}}</p>
{{if .Button}}<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>{{.Button}}</button></form>
{{end}}</body></html>
`))
}
