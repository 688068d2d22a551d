package handler_test

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"
	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/auth"
	"turnpost/mail/handler"
	"turnpost/mail/mailtest"
	"turnpost/mail/server/servertest"
)

// provider is how a provider signs mail and what programs make there.
type provider struct {
	name    string
	signs   string // h=
	text    func(body string) string
	binding bool // what it signs of a message without In-Reply-To cannot be made another
}

func plainText(body string) string {
	return "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + body + "\r\n"
}

func alternatives(body string) string {
	return "MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=\"0000000000\"\r\n\r\n" +
		"--0000000000\r\nContent-Type: text/plain; charset=\"UTF-8\"\r\n\r\n" + body + "\r\n\r\n" +
		"--0000000000\r\nContent-Type: text/html; charset=\"UTF-8\"\r\n\r\n<div dir=\"ltr\">" +
		strings.ReplaceAll(body, "\r\n", "<br>") + "</div>\r\n\r\n--0000000000--\r\n"
}

func printable(body string) string {
	return "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n" +
		strings.ReplaceAll(body, "é", "=C3=A9") + "\r\n"
}

func markup(body string) string {
	return "MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<div>" +
		strings.ReplaceAll(body, "\r\n", "</div>\r\n<div>") + "</div>\r\n"
}

func quotedMarkup(body string) string {
	return "MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Who does\r\n<blockquote>\r\n" + body +
		"\r\n</blockquote>\r\n"
}

// providers sign as the largest and the most careless do.
func providers() []provider {
	return []provider{
		{"Gmail in a browser", "to:subject:message-id:date:from:mime-version:from:to:cc:subject:date:message-id:reply-to", alternatives, true},
		{"Thunderbird through Gmail", "content-transfer-encoding:subject:to:from:user-agent:mime-version:date:message-id:from:to:cc:subject:date:message-id:reply-to", plainText, true},
		{"Outlook.com", "From:Date:Subject:Message-ID:Content-Type:MIME-Version:X-MS-Exchange-SenderADCheck", alternatives, false},
		{"Yahoo", "Date:From:To:Subject:References:From:Subject:Reply-To", alternatives, false},
		{"iCloud", "from:content-type:mime-version:subject:message-id:date:to:x-icloud-hme", plainText, true},
		{"Fastmail", "cc:content-transfer-encoding:content-type:date:date:from:from:in-reply-to:message-id:mime-version:references:reply-to:subject:subject:to:to", plainText, true},
		{"OpenDKIM", "To:Subject:From:Date:From", plainText, false},
		{"a company's gateway", "from:subject:date:message-id:to:mime-version", printable, true},
		{"the least", "From", plainText, false},
		{"all but the receivers", "From:Subject:Date:Message-ID:In-Reply-To:References:MIME-Version:Content-Type", alternatives, false},
		{"a web form", "from:to:cc:subject:date:message-id:in-reply-to:references", markup, false},
		{"all but the thread", "From:To:Cc:Subject:Date:Message-ID:MIME-Version:Content-Type:Content-Transfer-Encoding", plainText, true},
	}
}

// vouching is a domain that signs, a name server that has its key, and a mail server that checks
// nothing but the mathematics of signatures.
type vouching struct {
	t     *testing.T
	key   crypto.Signer
	names *mailtest.NameServer
}

func newVouching(t *testing.T) *vouching {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	require.NoError(t, err)
	v := &vouching{t: t, key: key, names: mailtest.StartNameServer(t)}
	v.names.Set("s._domainkey.example.org", "v=DKIM1; k=ed25519; p="+
		base64.StdEncoding.EncodeToString(key.Public().(ed25519.PublicKey)))
	return v
}

// sign signs a message like a provider: of the fields of a thread it signs those that are there,
// if it signs any.
func (v *vouching) sign(p provider, raw string) string {
	v.t.Helper()
	fields := strings.Split(p.signs, ":")
	if strings.HasPrefix(p.name, "Gmail") && strings.Contains(raw, "\r\nIn-Reply-To:") {
		fields = append(fields, "in-reply-to", "references")
	}
	var b bytes.Buffer
	require.NoError(v.t, dkim.Sign(&b, strings.NewReader(raw), &dkim.SignOptions{Domain: "example.org", Selector: "s",
		Signer: v.key, HeaderKeys: fields, HeaderCanonicalization: dkim.CanonicalizationRelaxed,
		BodyCanonicalization: dkim.CanonicalizationRelaxed}))
	return b.String()
}

// passes reports whether a server finds a valid signature.
func (v *vouching) passes(raw string) bool {
	found, err := dkim.VerifyWithOptions(strings.NewReader(raw), &dkim.VerifyOptions{
		LookupTXT: func(name string) ([]string, error) {
			return v.names.Resolver().LookupTXT(context.Background(), name)
		},
	})
	return err == nil && len(found) > 0 && found[0].Err == nil
}

// word is what the server says above a message that came from a server of a domain.
func (v *vouching) word(raw, from string) string {
	results := "spf=pass smtp.mailfrom=bounces@" + from + "; dmarc=fail header.from=example.org"
	if v.passes(raw) {
		results = "dkim=pass header.d=example.org header.s=s; spf=pass smtp.mailfrom=bounces@" + from +
			"; dmarc=pass (p=REJECT) header.from=example.org"
	} else if from == "example.org" {
		results = "dkim=fail header.d=example.org; spf=pass smtp.mailfrom=ada@example.org; dmarc=pass header.from=example.org"
	}
	return "Authentication-Results: turnpost.example; " + results + "\r\n" + raw
}

// trusts are the settings under which a signature may prove a writer.
func trusts() map[string]handler.ServerIdentity {
	plain := handler.ServerIdentity{Name: "Turnpost", Address: serverAddress, Plus: true}
	server := plain
	server.AuthservID = "turnpost.example"
	return map[string]handler.ServerIdentity{"authserv_id": server, "dkim": plain, "authserv_id and dkim": server}
}

// trusting is the game of a world with such settings.
func (v *vouching) trusting(name string, identity handler.ServerIdentity) *world {
	w := theGame(v.t)
	h, err := handler.New(identity, w.DB, w.Games, servertest.Words(v.t), slog.New(slog.DiscardHandler))
	require.NoError(v.t, err)
	h.Notifier.Painter = servertest.Painter
	w.Use(h, slog.New(slog.DiscardHandler))
	if strings.Contains(name, "dkim") {
		w.Handler.Verifier = auth.NewDKIMVerifier(v.names.Resolver(), isRobot, time.Now)
	}
	return w
}

// original is a signed message of Ada's that somebody else has.
func original(w *world, p provider, n int, to, date, thread, body string) string {
	return fmt.Sprintf("From: Ada <ada@example.org>\r\nTo: %s\r\nSubject: Saturday\r\nDate: %s\r\nMessage-ID: <%d.copy@example.org>\r\n",
		to, date, n) + thread + p.text(body)
}

// TestAbuseCopies: nothing is done by a copy of a player's signed message to somebody else, or to
// us and others, that a person who has it has changed without breaking the signature.
func TestAbuseCopies(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	v := newVouching(t)
	fresh := theGame(t).Now.Format(time.RFC1123Z)
	old := theGame(t).Now.Add(-60 * 24 * time.Hour).Format(time.RFC1123Z)
	const (
		friend = "Eve <eve@example.net>"
		both   = "Eve <eve@example.net>, games@turnpost.example"
		thread = "In-Reply-To: <plan@example.net>\r\nReferences: <plan@example.net>\r\n"
	)
	top := func(fields ...string) func(string) string {
		return func(raw string) string { return strings.Join(fields, "\r\n") + "\r\n" + raw }
	}
	without := func(names string) func(string) string {
		return func(raw string) string {
			return regexp.MustCompile(`(?m)^(`+names+`):.*\r\n([ \t].*\r\n)*`).ReplaceAllString(raw, "")
		}
	}
	instead := func(name, value string) func(string) string {
		return func(raw string) string {
			return regexp.MustCompile(`(?m)^`+name+`:.*\r\n`).ReplaceAllString(raw, name+": "+value+"\r\n")
		}
	}
	all := func(steps ...func(string) string) func(string) string {
		return func(raw string) string {
			for _, step := range steps {
				raw = step(raw)
			}
			return raw
		}
	}
	ours, now, id := "To: games@turnpost.example", "Date: "+fresh, "Message-ID: <new@example.org>"
	type attack struct {
		name, to, date, thread, body string
		change                       func(raw string) string
	}
	attacks := []attack{
		{"an old message, all on top", friend, old, "", "#1 b1", top(ours, now, id)},
		{"an old message, all on top and folded", friend, old, "", "#1 b1", top("To:\r\n games@turnpost.example", "Date:\r\n "+fresh, id)},
		{"an old message, a command for its subject", friend, old, "", "See you.", top(ours, now, id, "Subject: #1 b1")},
		{"an old message, Cc on top", friend, old, "", "#1 b1", top("Cc: games@turnpost.example", now, id)},
		{"an old message, all instead", friend, old, "", "#1 b1", all(instead("To", "games@turnpost.example"), instead("Date", fresh), instead("Message-ID", "<new@example.org>"))},
		{"an old message, all below", friend, old, "", "#1 b1", func(raw string) string {
			return strings.Replace(raw, "\r\nMIME-Version:", "\r\n"+ours+"\r\n"+now+"\r\n"+id+"\r\nMIME-Version:", 1)
		}},
		{"an answer to a third, To instead and no thread", friend, fresh, thread, "#1 b1", all(instead("To", "games@turnpost.example"), without("In-Reply-To|References"))},
		{"an answer to a third, To on top and no thread", friend, fresh, thread, "#1 b1", all(top(ours), without("In-Reply-To|References"))},
		{"an answer to a third, Cc and no thread", friend, fresh, thread, "#1 b1", all(top("Cc: games@turnpost.example"), without("In-Reply-To|References"))},
		{"an answer to a third and us, no thread", both, fresh, thread, "#1 b1", without("In-Reply-To|References")},
		{"an answer to a third and us, another thread on top", both, fresh, thread, "#1 b1", top("In-Reply-To: <1@client.example>", "References: <1@client.example>")},
		{"to a third and us, the encoding removed", both, fresh, "", "I doubt that he plays=\r\n#1 b1", without("Content-Transfer-Encoding")},
		{"to a third and us, the encoding changed", both, fresh, "", "I doubt that he plays=\r\n#1 b1", instead("Content-Transfer-Encoding", "7bit")},
		{"to a third and us, another subject", both, fresh, "", "See you.", instead("Subject", "#1 b1")},
		{"to a third and us, another Content-Type on top", both, fresh, "", "--x\r\n\r\n#1 b1\r\n--x--", top("Content-Type: multipart/mixed; boundary=x")},
	}
	// What is quoted in HTML is a line of its own in the source.
	for _, kind := range []string{"text/plain", "text/plain; charset=utf-8; format=flowed", "multipart/mixed; boundary=x", "text/x-form"} {
		attacks = append(attacks, attack{"to a third and us, HTML called " + kind, both, fresh, "", "#1 b1", instead("Content-Type", kind)})
	}
	attacks = append(attacks, attack{"to a third and us, HTML without a type", both, fresh, "", "#1 b1", without("Content-Type")})
	for trust, identity := range trusts() {
		w := v.trusting(trust, identity)
		tried, done, n := 0, 0, 0
		for _, p := range providers() {
			for _, a := range attacks {
				n++
				if strings.HasSuffix(a.body, "\n#1 b1") && !strings.Contains(p.text(a.body), "quoted-printable") ||
					strings.Contains(a.name, "Content-Type") && strings.Contains(p.text(""), "multipart") {
					continue // it would be another message than the player wrote
				}
				if strings.Contains(a.name, "HTML") {
					if p.name != "a web form" {
						continue
					}
					p.text = quotedMarkup
				}
				raw := original(w, p, n, a.to, a.date, a.thread, a.body)
				if a.thread != "" {
					raw = strings.Replace(raw, "Subject: ", "Subject: Re: ", 1)
				}
				copied := a.change(v.sign(p, raw))
				if !v.passes(copied) {
					continue // no server would vouch for it
				}
				tried++
				w.Now = w.Now.Add(-time.Second)
				w.Bring([]byte(v.word(copied, "evil.example")))
				if len(w.Plies(1)) != 2 {
					done++
					t.Errorf("%s, signed by %s, %s", a.name, p.name, trust)
					w = v.trusting(trust, identity)
				}
			}
		}
		require.GreaterOrEqual(t, tried, 30, "so many copies have a valid signature")
		t.Logf("abuse | copies of a player's signed messages, changed where %d providers do not sign (%s) | nothing is done | %d of %d done", len(providers()), trust, done, tried)
	}
}

// TestSignedByProviders: a player's fresh message to us is carried out, if our server says that it
// came from a server of the player's domain, or if the signature binds it.
func TestSignedByProviders(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	v := newVouching(t)
	tried, refused := 0, 0
	for trust, identity := range trusts() {
		for n, p := range providers() {
			for _, from := range []string{"example.org", "relay.example"} {
				w := v.trusting(trust, identity)
				raw := v.sign(p, original(w, p, n, "Turnpost <games@turnpost.example>", w.Now.Format(time.RFC1123Z), "", "#1 b1\r\nsay À bientôt, Benoit é"))
				require.True(t, v.passes(raw))
				w.Bring([]byte(v.word(raw, from)))
				tried++
				proves := p.binding || from == "example.org" && identity.AuthservID != ""
				if played := len(w.Plies(1)) == 3; played != proves {
					refused++
					t.Errorf("%s from %s, %s: played is %v", p.name, from, trust, played)
				}
			}
		}
	}
	t.Logf("replies | fresh signed messages of %d providers | carried out where the server or the signature proves them | %d of %d wrong", len(providers()), refused, tried)
}
