package main

import (
	"context"
	"errors"
	"html/template"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"turnpost/mail/desk"
)

// maxUnsubscribeBody is more than "List-Unsubscribe=One-Click" in any form.
const maxUnsubscribeBody = 4 << 10

// unsubscribeHandler is the address in the List-Unsubscribe of letters (RFC
// 8058). A POST stops the letters to whoever's token it is. A GET, which
// programs that look at links make without being asked to, changes nothing and
// shows a button (RFC 8058, 3.2). There are no cookies and no redirections, and
// neither the token nor who it belongs to is logged.
//
// The path of the public URL may stand before, or a proxy may take it away.
func unsubscribeHandler(d *desk.Desk, publicURL string, log *slog.Logger) (http.Handler, error) {
	u, err := url.Parse(publicURL)
	if err != nil {
		return nil, exitWith(exitConfig, err)
	}
	return &unsubscribing{d, log, strings.TrimRight(u.Path, "/")}, nil
}

type unsubscribing struct {
	desk *desk.Desk
	log  *slog.Logger
	path string // of the public URL
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
		lang, err := u.desk.CheckToken(ctx, token)
		u.page(w, lang, false, err)
	case http.MethodPost:
		r.Body = http.MaxBytesReader(w, r.Body, maxUnsubscribeBody)
		// RFC 8058, 3.1: this pair, as a form or as multipart/form-data.
		if r.PostFormValue("List-Unsubscribe") != "One-Click" {
			http.Error(w, "The body of the request must be List-Unsubscribe=One-Click (RFC 8058).", http.StatusBadRequest)
			return
		}
		lang, err := u.desk.CheckToken(ctx, token)
		if err == nil {
			// Once begun it is done, even if whoever asked hangs up.
			err = u.desk.Unsubscribe(context.WithoutCancel(ctx), token)
		}
		u.page(w, lang, true, err)
	default:
		header.Set("Allow", "GET, HEAD, POST")
		http.Error(w, "Only GET and POST.", http.StatusMethodNotAllowed)
	}
}

// page answers with a page for a person; mail programs look at the status alone.
func (u *unsubscribing) page(w http.ResponseWriter, lang string, done bool, err error) {
	words, status := unsubscribeWords(lang), http.StatusOK
	shown := unsubscribeShown{Lang: lang, Title: words.title, Button: words.button}
	switch {
	case err == nil && done:
		shown.Text, shown.Button = words.done, ""
	case err == nil:
		shown.Text = words.ask
	case errors.Is(err, desk.ErrToken):
		shown.Text, shown.Button, status = words.unknown, "", http.StatusNotFound
	default:
		u.log.Error("a one-click unsubscription failed", "error", err)
		w.Header().Set("Retry-After", "60")
		shown.Text, shown.Button, status = words.later, "", http.StatusServiceUnavailable
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	if err := unsubscribePage().Execute(w, shown); err != nil {
		u.log.Debug("a page was not read to its end", "error", err)
	}
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

// unsubscribeSaid are the words of the page in one language.
type unsubscribeSaid struct{ title, ask, button, done, unknown, later string }

func unsubscribeWords(lang string) unsubscribeSaid {
	switch lang {
	case "fr":
		return unsubscribeSaid{
			"Ne plus recevoir de lettres",
			"Turnpost ne vous écrira plus. Vos invitations prennent fin ; vos parties continuent en silence et leurs pendules tournent. Toute lettre de vous fait revenir les lettres.",
			"Ne plus m'écrire",
			"C'est fait : vous ne recevrez plus qu'une dernière lettre, qui dit comment revenir.",
			"Cette adresse n'est pas valable, ou ne l'est plus. Répondez plutôt « stop » à une lettre.",
			"Cela n'a pas marché pour l'instant. Réessayez dans une minute.",
		}
	case "it":
		return unsubscribeSaid{
			"Non ricevere più lettere",
			"Turnpost non ti scriverà più. I tuoi inviti finiscono; le tue partite continuano in silenzio e gli orologi corrono. Qualunque tua lettera fa tornare le lettere.",
			"Non scrivermi più",
			"Fatto: riceverai soltanto un'ultima lettera, che dice come tornare.",
			"Questo indirizzo non è valido, o non lo è più. Rispondi invece «stop» a una lettera.",
			"Per ora non ha funzionato. Riprova tra un minuto.",
		}
	}
	return unsubscribeSaid{
		"Stop the letters",
		"Turnpost will write to you no more. Your invitations end; your games go on in silence, and their clocks run. Any letter of yours brings the letters back.",
		"Write to me no more",
		"Done: you will get one last letter, which says how to come back, and no other.",
		"This address is not valid, or no longer. Reply to a letter with the word stop instead.",
		"That did not work just now. Please try again in a minute.",
	}
}
