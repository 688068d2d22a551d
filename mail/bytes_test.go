package mail

import (
	"strings"
	"testing"
	"time"

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
	first, err := draft().Bytes()
	require.NoError(t, err)
	for range 20 {
		again, err := draft().Bytes()
		require.NoError(t, err)
		require.Equal(t, string(first), string(again))
	}
}

// What Bytes writes, Read reads back.
func TestDraftRoundTrip(t *testing.T) {
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
