package auth_test

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/emersion/go-msgauth/dkim"
	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/mailtest"
)

const plainMail = "From: Ada <ada@mail.example.org>\r\n" +
	"To: Turnpost <games@turnpost.example>\r\n" +
	"Subject: a move\r\n" +
	"Date: Fri, 20 Nov 2026 09:00:00 +0000\r\n" +
	"Message-ID: <1@mail.example.org>\r\n" +
	"Content-Type: text/plain\r\n" +
	"\r\n" +
	"#12 b1\r\n"

// world is a name server with the keys of some domains, and a verifier.
type world struct {
	t     testing.TB
	names *mailtest.NameServer
	keys  map[string]crypto.Signer
	v     *auth.DKIMVerifier
	now   time.Time
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{t: t, names: mailtest.StartNameServer(t), keys: map[string]crypto.Signer{}, now: time.Now()}
	isOurs := func(addr string) bool { return mail.Key(addr) == "games@turnpost.example" }
	w.v = auth.NewDKIMVerifier(w.names.Resolver(), isOurs, func() time.Time { return w.now })
	_, key, err := ed25519.GenerateKey(rand.Reader)
	require.NoError(t, err)
	for _, domain := range []string{"mail.example.org", "example.org", "evil.example"} {
		w.keys[domain] = key
		w.names.Set("s._domainkey."+domain, record(t, key))
	}
	return w
}

// record is a key as it stands in the DNS.
func record(t testing.TB, key crypto.Signer) string {
	t.Helper()
	if public, ok := key.Public().(ed25519.PublicKey); ok {
		return "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(public)
	}
	der, err := x509.MarshalPKIXPublicKey(key.Public())
	require.NoError(t, err)
	return "v=DKIM1; k=rsa; p=" + base64.StdEncoding.EncodeToString(der)
}

// all are the fields that a careful provider signs.
var all = []string{"From", "To", "Subject", "Date", "Message-ID"}

// sign signs a mail for a domain, covering fields.
func (w *world) sign(raw, domain string, o dkim.SignOptions) string {
	w.t.Helper()
	o.Domain, o.Selector = domain, "s"
	if o.Signer == nil {
		o.Signer = w.keys[domain]
	}
	if o.HeaderKeys == nil {
		o.HeaderKeys = all
	}
	o.HeaderCanonicalization, o.BodyCanonicalization = dkim.CanonicalizationRelaxed, dkim.CanonicalizationRelaxed
	var b bytes.Buffer
	require.NoError(w.t, dkim.Sign(&b, strings.NewReader(raw), &o))
	return b.String()
}

func (w *world) vouch(raw string) (string, error) {
	w.t.Helper()
	message, err := mail.Read([]byte(raw))
	require.NoError(w.t, err)
	return w.v.Vouch(context.Background(), []byte(raw), message)
}

func edit(raw, old, new string) string { return strings.Replace(raw, old, new, 1) }

// Each attack is a mail that a server could hand over; why is what the log says.
func TestVouch(t *testing.T) {
	weak := func(bits int) crypto.Signer {
		t.Setenv("GODEBUG", "rsa1024min=0")
		key, err := rsa.GenerateKey(rand.Reader, bits)
		require.NoError(t, err)
		return key
	}
	with := func(key crypto.Signer) func(w *world) string {
		return func(w *world) string {
			w.names.Set("s._domainkey.mail.example.org", record(t, key))
			return w.sign(plainMail, "mail.example.org", dkim.SignOptions{Signer: key})
		}
	}
	signed := func(w *world) string { return w.sign(plainMail, "mail.example.org", dkim.SignOptions{}) }
	covering := func(fields ...string) func(w *world) string {
		return func(w *world) string {
			return w.sign(plainMail, "mail.example.org", dkim.SignOptions{HeaderKeys: fields})
		}
	}
	dmarc := func(record string) func(w *world) string {
		return func(w *world) string {
			w.names.Set("_dmarc.example.org", record)
			return w.sign(plainMail, "example.org", dkim.SignOptions{})
		}
	}
	flag := func(flag string) func(w *world) string {
		return func(w *world) string {
			w.names.Set("s._domainkey.mail.example.org", record(t, w.keys["mail.example.org"])+"; t="+flag)
			return signed(w)
		}
	}
	for _, c := range []struct {
		name string
		raw  func(w *world) string
		why  string // empty: vouched for
	}{
		{"signed by its own domain", signed, ""},
		{"rsa of 2048 bits", with(weak(2048)), ""},
		{"rsa of 1024 bits", with(weak(1024)), ""},
		{"oversigned", covering(append(all, all...)...), ""},
		{"a broken signature on top of a right one", func(w *world) string {
			return edit(w.sign(plainMail, "mail.example.org", dkim.SignOptions{}), "DKIM-Signature:", "DKIM-Signature: v=1; a=rsa-sha256; d=mail.example.org; s=no; h=from:to:subject:date:message-id; bh=AA==; b=AA==\r\nDKIM-Signature:")
		}, ""},
		{"the organization, dmarc relaxed", dmarc("v=DMARC1; p=none"), ""},
		{"the organization, dmarc relaxed in words", dmarc("v=DMARC1; p=reject; adkim=r"), ""},
		{"trace fields added on the way", func(w *world) string {
			return "Received: from x by y; now\r\nDelivered-To: games@turnpost.example\r\n" + signed(w)
		}, ""},
		{"a soft end of the body", func(w *world) string { return signed(w) + "\r\n\r\n" }, ""},

		{"no signature", func(w *world) string { return plainMail }, "no signature"},
		{"the body changed", func(w *world) string { return edit(signed(w), "#12 b1", "#12 resign") }, "body hash"},
		{"a line added to the body", func(w *world) string { return signed(w) + "resign\r\n" }, "body hash"},
		{"the subject changed", func(w *world) string { return edit(signed(w), "a move", "#12 resign") }, "did not verify"},
		{"From changed", func(w *world) string { return edit(signed(w), "ada@", "bob@") }, "verif"},
		{"a second From on top", func(w *world) string { return "From: bob@mail.example.org\r\n" + signed(w) }, "2 senders"},
		{"a second From below", func(w *world) string {
			return edit(signed(w), "\r\n\r\n", "\r\nFrom: bob@mail.example.org\r\n\r\n")
		}, "2 senders"},
		{"a second From that nobody reads", func(w *world) string { return "From:\r\n" + signed(w) }, "senders"},
		{"two addresses in From", func(w *world) string {
			return w.sign(edit(plainMail, "<ada@mail.example.org>", "<ada@mail.example.org>, bob@mail.example.org"), "mail.example.org", dkim.SignOptions{})
		}, "2 senders"},
		{"a second subject on top", func(w *world) string { return "Subject: #12 resign\r\n" + signed(w) }, "field subject"},
		{"a second To", func(w *world) string { return "To: x@example.net\r\n" + signed(w) }, "field to"},
		{"a second content type", func(w *world) string { return "Content-Type: text/html\r\n" + signed(w) }, "field content-type"},
		{"a subject that is not signed", covering("From", "To", "Date", "Message-ID"), "does not cover subject"},
		{"From alone is signed", covering("From"), "does not cover to"},
		{"no message-id is signed", covering("From", "To", "Date", "Subject"), "message-id"},
		{"no receiver is signed", covering("From", "Date", "Subject", "Message-ID"), "does not cover to"},
		{"written to somebody else, and passed on", func(w *world) string {
			return w.sign(edit(plainMail, "games@turnpost.example", "eve@example.net"), "mail.example.org", dkim.SignOptions{})
		}, "to us"},
		{"a line that is no field", func(w *world) string { return edit(signed(w), "\r\nSubject:", "\r\nno field\r\nSubject:") }, "strict form"},
		{"a line of mbox", func(w *world) string { return "From ada Fri Nov 20\r\n" + signed(w) }, "strict form"},
		{"a bare LF", func(w *world) string { return edit(signed(w), "\r\nSubject:", "\r\nX: y\nSubject:") }, "strict form"},
		{"a bare CR", func(w *world) string { return edit(signed(w), "\r\nSubject:", "\r\nX: y\rz\r\nSubject:") }, "strict form"},
		{"a NUL", func(w *world) string { return edit(signed(w), "\r\nSubject:", "\r\nX: y\x00z\r\nSubject:") }, "strict form"},
		{"a space before the colon", func(w *world) string { return edit(signed(w), "\r\nSubject:", "\r\nSubject :") }, "strict form"},

		{"another domain", func(w *world) string { return w.sign(plainMail, "evil.example", dkim.SignOptions{}) }, "does not vouch for"},
		{"the organization without a dmarc record", func(w *world) string { return w.sign(plainMail, "example.org", dkim.SignOptions{}) }, "does not vouch for"},
		{"the organization, dmarc strict", dmarc("v=DMARC1; p=none; adkim=s"), "does not vouch for"},
		{"a dmarc record that cannot be read", dmarc("v=DMARC1; p=none; adkim"), "does not vouch for"},
		{"a dmarc mode that there is not", dmarc("v=DMARC1; p=none; adkim=x"), "does not vouch for"},
		{"two dmarc records", func(w *world) string {
			w.names.Set("_dmarc.example.org", "v=DMARC1; p=none", "v=DMARC1; p=reject")
			return w.sign(plainMail, "example.org", dkim.SignOptions{})
		}, "does not vouch for"},
		{"a public suffix", func(w *world) string {
			w.keys["co.uk"] = w.keys["example.org"]
			w.names.Set("s._domainkey.co.uk", record(t, w.keys["co.uk"]))
			w.names.Set("_dmarc.co.uk", "v=DMARC1; p=none; psd=y")
			return w.sign(edit(plainMail, "ada@mail.example.org", "ada@shop.co.uk"), "co.uk", dkim.SignOptions{})
		}, "does not vouch for"},
		{"a longer name", func(w *world) string {
			return w.sign(edit(plainMail, "ada@mail.example.org", "ada@mail.example.org.evil.example"), "mail.example.org", dkim.SignOptions{})
		}, "does not vouch for"},

		{"expired", func(w *world) string {
			return w.sign(plainMail, "mail.example.org", dkim.SignOptions{Expiration: w.now.Add(-time.Minute)})
		}, "the time x="},
		{"a part of the body", func(w *world) string { return edit(signed(w), "a=ed25519", "l=3; a=ed25519") }, "part of the body"},
		{"rsa-sha1", func(w *world) string { return edit(signed(w), "ed25519-sha256", "rsa-sha1") }, `"rsa-sha1" is not accepted`},
		{"another identity", func(w *world) string {
			return edit(signed(w), "a=ed25519", "i=@evil.example; a=ed25519")
		}, "i= is not in d="},
		{"a tag twice", func(w *world) string { return edit(signed(w), "a=ed25519", "d=evil.example; a=ed25519") }, "tags"},
		{"rsa of 768 bits", with(weak(768)), "too short"},
		{"a key that is revoked", func(w *world) string {
			w.names.Set("s._domainkey.mail.example.org", "v=DKIM1; p=")
			return signed(w)
		}, "revoked"},
		{"a key of another", func(w *world) string {
			_, other, err := ed25519.GenerateKey(rand.Reader)
			require.NoError(t, err)
			return w.sign(plainMail, "mail.example.org", dkim.SignOptions{Signer: other})
		}, "did not verify"},
		{"two keys", func(w *world) string {
			r := record(t, w.keys["mail.example.org"])
			w.names.Set("s._domainkey.mail.example.org", r, r)
			return signed(w)
		}, "multiple"},
		{"a key in testing", flag("y"), "testing"},
		{"a key for its own domain alone, and an identity below", func(w *world) string {
			w.names.Set("s._domainkey.mail.example.org", record(t, w.keys["mail.example.org"])+"; t=s")
			return w.sign(plainMail, "mail.example.org", dkim.SignOptions{Identifier: "@a.mail.example.org"})
		}, "domains below"},
		{"no key", func(w *world) string {
			raw := signed(w)
			w.names.Remove("s._domainkey.mail.example.org")
			return raw
		}, "no valid key"},
		{"a name server that fails", func(w *world) string {
			raw := signed(w)
			w.names.Fail("s._domainkey.mail.example.org")
			return raw
		}, "key"},
		{"five broken signatures first", func(w *world) string {
			return strings.Repeat("DKIM-Signature: v=1; a=rsa-sha256; d=mail.example.org; s=no; h=from:to:subject:date:message-id; bh=AA==; b=AA==\r\n", 5) + signed(w)
		}, "no"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			address, why := w.vouch(c.raw(w))
			if c.why == "" {
				require.NoError(t, why)
				require.Equal(t, "ada@mail.example.org", address)
				return
			}
			require.Empty(t, address)
			require.ErrorContains(t, why, c.why)
		})
	}
}

// A name server that says nothing costs a second, however many signatures a message has and
// however many records they need.
func TestDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, key, err := ed25519.GenerateKey(rand.Reader)
		require.NoError(t, err)
		w := &world{t: t, keys: map[string]crypto.Signer{"example.org": key, "mail.example.org": key}}
		w.v = auth.NewDKIMVerifier(silence{}, func(addr string) bool { return mail.Key(addr) == "games@turnpost.example" }, time.Now)
		began := time.Now()
		raw := edit(plainMail, "Fri, 20 Nov 2026 09:00:00 +0000", began.Format(time.RFC1123Z))
		for _, domain := range []string{"example.org", "mail.example.org", "example.org", "example.org"} {
			raw = w.sign(raw, domain, dkim.SignOptions{})
		}
		address, why := w.vouch(raw)
		require.Empty(t, address)
		require.Error(t, why)
		require.Equal(t, time.Second, time.Since(began))
	})
}

// A key is asked for once, and never for the sake of a domain that could not
// speak for the sender.
func TestQuestions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	raw := w.sign(plainMail, "evil.example", dkim.SignOptions{})
	_, why := w.vouch(raw)
	require.Error(t, why)
	require.Empty(t, w.names.Questions())
	for range 3 {
		_, why = w.vouch(w.sign(plainMail, "mail.example.org", dkim.SignOptions{}))
		require.NoError(t, why)
	}
	require.Equal(t, []string{"s._domainkey.mail.example.org."}, w.names.Questions())
	w.now = w.now.Add(time.Hour)
	_, why = w.vouch(w.sign(plainMail, "mail.example.org", dkim.SignOptions{}))
	require.NoError(t, why)
	require.Len(t, w.names.Questions(), 2, "what was found is not believed for ever")
}

func TestProof(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		facts auth.Facts
		want  auth.Proof
	}{
		{auth.Facts{Senders: 1}, auth.Unproven},
		{auth.Facts{Senders: 1, OwnToken: true}, auth.ByReplyToken},
		{auth.Facts{Senders: 1, OwnToken: true, ForeignToken: true, Repeated: true}, auth.ByReplyToken},
		{auth.Facts{Senders: 2, OwnToken: true, Server: true, Signed: true, Open: true}, auth.Unproven},
		{auth.Facts{Senders: 0, Open: true}, auth.Unproven},
		{auth.Facts{Senders: 1, Server: true, Addressed: true, Fresh: true}, auth.ByServer},
		{auth.Facts{Senders: 1, Signed: true, Addressed: true, Fresh: true}, auth.BySignature},
		{auth.Facts{Senders: 1, Signed: true, Server: true, Fresh: true}, auth.Unproven},
		{auth.Facts{Senders: 1, Signed: true, Server: true, Addressed: true}, auth.Unproven},
		{auth.Facts{Senders: 1, Signed: true, Server: true, Addressed: true, Fresh: true, ForeignToken: true}, auth.Unproven},
		{auth.Facts{Senders: 1, Signed: true, Server: true, Addressed: true, Fresh: true, Repeated: true}, auth.Unproven},
		{auth.Facts{Senders: 1, Open: true}, auth.ByPolicy},
		{auth.Facts{Senders: 1, Open: true, ForeignToken: true, Repeated: true}, auth.ByPolicy},
	} {
		require.Equal(t, c.want, c.facts.Proof(), "%+v", c.facts)
	}
}

// Whatever is done to one octet or more of a signed mail's header or body, either
// it is not vouched for, or the reader reads the same in it.
func FuzzTampered(f *testing.F) {
	for _, seed := range []struct {
		at  uint16
		put string
	}{{0, "From: eve@mail.example.org\r\n"}, {0, "Subject: #1 resign\r\n"}, {40, "\r\n\r\nresign\r\n"}, {5, "\x00"}, {600, "#1 resign\r\n"}, {3, " "}, {0, "X: y\n"}} {
		f.Add(seed.at, seed.put)
	}
	names := &fixed{}
	_, key, err := ed25519.GenerateKey(rand.Reader)
	require.NoError(f, err)
	names.text = "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(key.Public().(ed25519.PublicKey))
	var b bytes.Buffer
	require.NoError(f, dkim.Sign(&b, strings.NewReader(plainMail), &dkim.SignOptions{Domain: "mail.example.org", Selector: "s", Signer: key, HeaderKeys: all,
		HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed}))
	signed := b.String()
	v := auth.NewDKIMVerifier(names, func(addr string) bool { return mail.Key(addr) == "games@turnpost.example" }, time.Now)
	f.Fuzz(func(t *testing.T, at uint16, put string) {
		n := int(at) % (len(signed) + 1)
		raw := signed[:n] + put + signed[n:]
		message, err := mail.Read([]byte(raw))
		if err != nil {
			return
		}
		address, why := v.Vouch(context.Background(), []byte(raw), message)
		require.Equal(t, address == "", why != nil)
		if address == "" {
			return
		}
		require.Equal(t, "ada@mail.example.org", address)
		require.Equal(t, "a move", message.Subject, "%q", raw)
		require.Equal(t, "1@mail.example.org", message.MessageID)
		require.Equal(t, "#12 b1", strings.Join(strings.Fields(strings.Join(message.Lines, " ")), " "), "%q", raw)
	})
}

// fixed is a resolver that finds one text everywhere.
type fixed struct{ text string }

func (f *fixed) LookupTXT(context.Context, string) ([]string, error) { return []string{f.text}, nil }

// silence is a resolver that never answers.
type silence struct{}

func (silence) LookupTXT(ctx context.Context, _ string) ([]string, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// Whoever owns a domain whose name server is silent holds up one letter a
// minute, whatever names they make up below it.
func TestASilentDomainHoldsUpOneMessage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, key, err := ed25519.GenerateKey(rand.Reader)
		require.NoError(t, err)
		w := &world{t: t, keys: map[string]crypto.Signer{}}
		w.v = auth.NewDKIMVerifier(silence{}, func(addr string) bool { return mail.Key(addr) == "games@turnpost.example" }, time.Now)
		begin := time.Now()
		of := func(domain string) string {
			return edit(edit(plainMail, "mail.example.org", domain), "Fri, 20 Nov 2026 09:00:00 +0000", begin.Format(time.RFC1123Z))
		}
		for i := range 30 {
			domain := fmt.Sprintf("x%d.evil.example", i)
			w.keys[domain] = key
			_, err := w.vouch(w.sign(of(domain), domain, dkim.SignOptions{}))
			require.ErrorContains(t, err, "key unavailable")
		}
		require.Equal(t, time.Second, time.Since(begin))
		time.Sleep(2 * time.Minute)
		began := time.Now()
		_, err = w.vouch(w.sign(of("x1.evil.example"), "x1.evil.example", dkim.SignOptions{}))
		require.Error(t, err)
		require.Equal(t, time.Second, time.Since(began), "it is asked again")
	})
}

// TestVouchesAlready: a key counts at once when it has proven another mail from the same
// address's domain, and no other is asked for.
func TestVouchesAlready(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	already := func(raw string) bool {
		message, err := mail.Read([]byte(raw))
		require.NoError(t, err)
		return w.v.VouchesAlready([]byte(raw), message)
	}
	first := w.sign(plainMail, "mail.example.org", dkim.SignOptions{})
	second := w.sign(edit(plainMail, "#12 b1", "#12 c1"), "mail.example.org", dkim.SignOptions{})
	require.False(t, already(first))
	require.Empty(t, w.names.Questions())
	_, err := w.vouch(first)
	require.NoError(t, err)
	asked := len(w.names.Questions())
	require.True(t, already(second))
	require.False(t, already(edit(second, "c1", "d1")))
	require.False(t, already(edit(second, "s=s;", "s=other;")))
	require.False(t, already(w.sign(edit(plainMail, "ada@mail.", "ada@"), "example.org", dkim.SignOptions{})))
	require.False(t, already(w.sign(plainMail+strings.Repeat("x\r\n", 30_000), "mail.example.org", dkim.SignOptions{})), "it is large")
	require.Len(t, w.names.Questions(), asked)
	var nobody *auth.DKIMVerifier
	message, err := mail.Read([]byte(second))
	require.NoError(t, err)
	require.False(t, nobody.VouchesAlready([]byte(second), message))
}

// A signature may expire and be of a moment, in seconds of ten digits: both count.
func TestTheTimesOfASignature(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	expires := func(at int64) error {
		_, why := w.vouch(w.sign(plainMail, "mail.example.org", dkim.SignOptions{Expiration: time.Unix(at, 0)}))
		return why
	}
	require.NoError(t, expires(9_999_999_999))
	w.now = time.Unix(1_999_999_999, 0)
	require.NoError(t, expires(2_000_000_000))
	require.ErrorContains(t, expires(1_999_999_999), "the time x=1999999999")
	w.now = time.Now().Add(-2 * time.Hour)
	require.ErrorContains(t, expires(9_999_999_999), "the time t=")
}

// Of one mail two keys are asked for at most, though more signatures might prove it.
func TestTwoKeysAreAskedForAtMost(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, other, err := ed25519.GenerateKey(rand.Reader)
	require.NoError(t, err)
	right := w.sign(plainMail, "mail.example.org", dkim.SignOptions{})
	signature, rest, _ := strings.Cut(right, "From: ")
	wrong := func(selector string) string {
		w.names.Set(selector+"._domainkey.mail.example.org", record(t, other))
		return edit(signature, "s=s;", "s="+selector+";")
	}
	address, why := w.vouch(wrong("a") + right)
	require.NoError(t, why)
	require.Equal(t, "ada@mail.example.org", address)
	before := len(w.names.Questions())
	_, why = w.vouch(wrong("b") + wrong("c") + wrong("d") + wrong("e") + "From: " + rest)
	require.Error(t, why)
	require.Len(t, w.names.Questions()[before:], 2)
}
