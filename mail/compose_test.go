package mail

import (
	"bytes"
	"fmt"
	"io"
	netmail "net/mail"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-message"
	"github.com/stretchr/testify/require"
)

func draft() Draft {
	return Draft{
		From:          Address{"Turnpost", "games@example.org"},
		To:            Address{"Ada Lovelace", "ada@example.net"},
		ReplyTo:       "games+12.7.k3v9@example.org",
		Subject:       "Turro #12: Ada - Bob",
		MessageID:     "12.7.k3v9@example.org",
		InReplyTo:     "a1@mail.example.net",
		References:    []string{"12.0.x@example.org", "a1@mail.example.net"},
		Date:          time.Date(2026, 11, 20, 10, 0, 0, 0, time.FixedZone("", 3600)),
		AutoSubmitted: "auto-generated",
		Header:        []Field{{"Turnpost-Game", "12"}, {"Turnpost-Rules", "turro"}, {"Turnpost-Ply", "7"}},
		Text:          "Your move, Ada: ply 8.\n\n" + Sentinel + "\n\n|  a1 X4\n",
	}
}

func TestDraftBytes(t *testing.T) {
	t.Parallel()
	b, err := draft().Bytes()
	require.NoError(t, err)
	require.Equal(t, strings.ReplaceAll(`Date: Fri, 20 Nov 2026 10:00:00 +0100
From: "Turnpost" <games@example.org>
To: "Ada Lovelace" <ada@example.net>
Reply-To: <games+12.7.k3v9@example.org>
Subject: Turro #12: Ada - Bob
Message-ID: <12.7.k3v9@example.org>
In-Reply-To: <a1@mail.example.net>
References: <12.0.x@example.org> <a1@mail.example.net>
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
Turnpost-Game: 12
Turnpost-Rules: turro
Turnpost-Ply: 7
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

Your move, Ada: ply 8.

`+Sentinel+`

|  a1 X4
`, "\n", "\r\n"), string(b))
}

func TestDraftSameBytes(t *testing.T) {
	t.Parallel()
	first, err := draft().Bytes()
	require.NoError(t, err)
	for range 20 {
		again, err := draft().Bytes()
		require.NoError(t, err)
		require.Equal(t, string(first), string(again))
	}
}

// What programs read is no encoded word, though it may look like one (RFC 2047), and
// folded by white space alone.
func TestFurtherFieldsArePlain(t *testing.T) {
	t.Parallel()
	d := draft()
	position := strings.Repeat("w,=?.,.?=,", 12) + " b 1 1"
	d.Header = []Field{{"Turnpost-Position", position}, {"Turnpost-Outcome", "white won: black resigned"}}
	b, err := d.Bytes()
	require.NoError(t, err)
	require.Contains(t, string(b), "\r\n"+string(fold(d.Header[0])))
	require.Contains(t, string(b), "\r\nTurnpost-Outcome: white won: black resigned\r\n")
	m, err := netmail.ReadMessage(bytes.NewReader(b))
	require.NoError(t, err)
	require.Equal(t, position, m.Header.Get("Turnpost-Position"))
}

// What Bytes writes, Read reads back.
func TestDraftRoundTrip(t *testing.T) {
	t.Parallel()
	d := draft()
	d.To.Name = "Zoë, die Große"
	d.Subject = "Tourrosa #3: Zoë – Łukasz with a subject that is long enough to be folded =?utf-8?q?x?="
	d.Text = "Zu spät – " + strings.Repeat("ä long line ", 30) + "\nFrom here on\n"
	d.References = nil
	for range 40 {
		d.References = append(d.References, strings.Repeat("x", 50)+"@example.org")
	}
	b, err := d.Bytes()
	require.NoError(t, err)
	for l := range strings.SplitSeq(string(b), "\r\n") {
		require.LessOrEqual(t, len(l), 78, l)
		require.NotContains(t, l, "\n")
	}
	l, err := Read(b)
	require.NoError(t, err)
	require.Equal(t, []Address{d.From}, l.From)
	require.Equal(t, []string{"ada@example.net"}, l.To)
	require.Equal(t, d.Subject, l.Subject)
	require.Equal(t, d.MessageID, l.MessageID)
	require.Equal(t, []string{d.InReplyTo}, l.InReplyTo)
	require.Equal(t, d.References, l.References)
	require.True(t, d.Date.Equal(l.Date))
	require.Equal(t, []string{strings.TrimRight("Zu spät – "+strings.Repeat("ä long line ", 30), " "), "From here on"}, l.Lines)
	require.NotEmpty(t, l.Automatic)
}

func TestDraftRefuses(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*Draft){
		"line end in the subject":    func(d *Draft) { d.Subject = "x\r\nBcc: eve@example.com" },
		"LF in a name":               func(d *Draft) { d.To.Name = "Ada\nBcc: eve@example.com" },
		"NUL in a name":              func(d *Draft) { d.To.Name = "Ada\x00" },
		"bidi control in a name":     func(d *Draft) { d.From.Name = "ada\u202egro.elpmaxe@" },
		"U+2028 in a field":          func(d *Draft) { d.Header = []Field{{"Turnpost-Game", "1\u20282"}} },
		"line end in a field":        func(d *Draft) { d.Header = []Field{{"Turnpost-Game", "1\n2"}} },
		"colon in a field name":      func(d *Draft) { d.Header = []Field{{"Bcc: eve@example.com", "x"}} },
		"a field of our own":         func(d *Draft) { d.Header = []Field{{"bcc", "eve@example.com"}} },
		"bracket in an address":      func(d *Draft) { d.To.Addr = "ada@example.net> SIZE=1" },
		"two addresses":              func(d *Draft) { d.To.Addr = "ada@example.net,eve@example.com" },
		"no address":                 func(d *Draft) { d.To.Addr = "" },
		"a reply-to with a line end": func(d *Draft) { d.ReplyTo = "games@example.org\r\nX: y" },
		"bracket in a message id":    func(d *Draft) { d.MessageID = "a@b>\r\nX: y" },
		"no message id":              func(d *Draft) { d.MessageID = "" },
		"space in a reference":       func(d *Draft) { d.References = []string{"a b@c"} },
		"no date":                    func(d *Draft) { d.Date = time.Time{} },
		"bare CR in the text":        func(d *Draft) { d.Text = "a\rb" },
		"text that is not UTF-8":     func(d *Draft) { d.Text = "\xff" },
	} {
		t.Run(name, func(t *testing.T) {
			d := draft()
			change(&d)
			b, err := d.Bytes()
			require.Error(t, err)
			require.Empty(t, b)
		})
	}
}

// With an HTML alternative, pictures and files, the tree is the usual one; Read takes
// the plain text of it.
func TestDraftTree(t *testing.T) {
	t.Parallel()
	d := draft()
	picture := AttachedFile{Name: "board.png", Type: "image/png", ID: "board", Data: bytes.Repeat([]byte{0, 1, 2, 255}, 100)}
	d.HTML = "<p>Your move, Ada – <img src=\"cid:" + d.ContentID(picture) + "\">\n"
	d.Inline = []AttachedFile{picture}
	d.Attached = []AttachedFile{{Name: "turro-12.txt", Type: "text/plain; charset=utf-8", Data: []byte("Grüße\n")}}
	b, err := d.Bytes()
	require.NoError(t, err)
	again, err := d.Bytes()
	require.NoError(t, err)
	require.Equal(t, b, again)
	for l := range strings.SplitSeq(string(b), "\r\n") {
		require.LessOrEqual(t, len(l), 78, l)
		require.NotContains(t, l, "\n")
	}
	var tree []string
	e, err := message.Read(bytes.NewReader(b))
	require.NoError(t, err)
	require.NoError(t, e.Walk(func(path []int, e *message.Entity, err error) error {
		require.NoError(t, err)
		kind, _, err := e.Header.ContentType()
		require.NoError(t, err)
		tree = append(tree, strings.TrimSpace(fmt.Sprintln(path, kind, e.Header.Get("Content-Id"))))
		switch kind {
		case "text/html":
			data, err := io.ReadAll(e.Body)
			require.NoError(t, err)
			require.Equal(t, strings.ReplaceAll(d.HTML, "\n", "\r\n"), string(data))
		case "image/png":
			data, err := io.ReadAll(e.Body)
			require.NoError(t, err)
			require.Equal(t, picture.Data, data)
		}
		return nil
	}))
	require.Equal(t, []string{"[] multipart/mixed", "[0] multipart/alternative", "[0 0] text/plain", "[0 1] multipart/related",
		"[0 1 0] text/html", "[0 1 1] image/png <board@example.org>", "[1] text/plain"}, tree)
	l, err := Read(b)
	require.NoError(t, err)
	require.Equal(t, []string{"Your move, Ada: ply 8."}, l.Lines)

	d.Inline[0].ID = "x>\r\nBcc: eve@example.com"
	_, err = d.Bytes()
	require.ErrorContains(t, err, "cannot be the id")
	d.Inline[0].ID, d.Attached[0].Name = "board", `x"; y="z`
	_, err = d.Bytes()
	require.ErrorContains(t, err, "cannot be a file")
}
