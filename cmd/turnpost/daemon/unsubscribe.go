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

// unsubscribeHandler serves the URL in the List-Unsubscribe field of messages (RFC 8058). A
// POST pauses the messages to the player of the token, or ends them if the player never wrote.
// A GET, which link scanners send, changes nothing and shows a button (RFC 8058, 3.2). There
// are no cookies and no redirections, and neither the token nor its player is logged.
//
// The path of the public URL may be part of the request, or removed by a proxy.
func unsubscribeHandler(tokens tokens, words *templates.Catalogues, publicURL string, log *slog.Logger) (
	http.Handler, error) {
	u, err := url.Parse(publicURL)
	if err != nil {
		return nil, cli.WithStatus(cli.ExitConfig, err)
	}
	return &unsubscribing{tokens, words, log, strings.TrimRight(u.Path, "/")}, nil
}

// tokens are the operations on the tokens of messages.
type tokens interface {
	CheckToken(ctx context.Context, token string) (handler.UnsubscribeTokenHolder, error)
	Unsubscribe(ctx context.Context, token string) error
}

type unsubscribing struct {
	tokens tokens
	words  *templates.Catalogues
	log    *slog.Logger
	path   string // of the public URL
}

// ServeHTTP implements http.Handler. It does not use http.ServeMux, which redirects.
func (u *unsubscribing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	token, ok := strings.CutPrefix(strings.TrimPrefix(r.URL.Path, u.path), "/unsubscribe/")
	if !ok {
		http.NotFound(w, r)
		return
	}
	header := w.Header()
	header.Set("Content-Security-Policy",
		"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
	header.Set("Referrer-Policy", "no-referrer") // the URL is a secret
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
			http.Error(w, "The body of the request must be List-Unsubscribe=One-Click (RFC 8058).",
				http.StatusBadRequest)
			return
		}
		holder, err := u.tokens.CheckToken(ctx, token)
		if err == nil {
			// It is completed even if the client disconnects.
			err = u.tokens.Unsubscribe(context.WithoutCancel(ctx), token)
		}
		u.page(w, holder, true, err)
	default:
		header.Set("Allow", "GET, HEAD, POST")
		http.Error(w, "Only GET and POST.", http.StatusMethodNotAllowed)
	}
}

// page answers with a page for people; mail programs only look at the status.
func (u *unsubscribing) page(w http.ResponseWriter, holder handler.UnsubscribeTokenHolder, done bool, err error) {
	shown, text, status := unsubscribeShown{Lang: holder.Lang}, "ask", http.StatusOK
	kind := "" // of the text
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
		u.log.Error("one-click unsubscribe failed", "error", err)
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
		u.log.Debug("writing a page failed", "error", err)
	}
}

// say returns a text of the page in a language, or in English if the language is not known.
func (u *unsubscribing) say(lang, name string) string {
	if lang == "" {
		lang = "en"
	}
	text, err := u.words.Say(lang, "unsubscribe."+name)
	if err != nil {
		u.log.Error("a text of a page is missing", "error", err)
	}
	return text
}

// unsubscribeShown is the content of the page; without a button it has a sentence only.
type unsubscribeShown struct{ Lang, Title, Text, Button string }

// unsubscribePage is a form that posts to its own URL.
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
