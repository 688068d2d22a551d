package mail

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func read(t *testing.T, header, body string) *Message {
	l, err := Read([]byte(strings.ReplaceAll(header, "\n", "\r\n") + "\r\n\r\n" + body))
	require.NoError(t, err)
	return l
}

func TestReadFacts(t *testing.T) {
	t.Parallel()
	l := read(t, `Return-Path: <ada@example.net>
Delivered-To: games+12.7.k3@example.org
X-Original-To: games+x@example.org
From: =?utf-8?q?Ad=C3=A0?= <Ada@Example.net>
To: Turnpost <games@example.org>, "B, C" <bc@example.org>
Cc: d@example.org, games@example.org
Subject: =?utf-8?b?VHVycm8g?= =?iso-8859-1?q?=2312=3A_Ad=E0?=
 and more
Date: Tue, 3 Nov 2026 18:26:00 +0100 (CET)
Message-ID: <a1@example.net>
In-Reply-To: <12.7.k3@example.org>
References: <12.0.aa@example.org>
 <12.7.k3@example.org>
Authentication-Results: mx.example.org;
	dmarc=pass header.from=example.net
Authentication-Results: old; none`, "d3-d4\r\n")
	require.Equal(t, []Address{{"Adà", "Ada@Example.net"}}, l.From)
	require.Equal(t, []string{"games+12.7.k3@example.org", "games+x@example.org", "games@example.org", "bc@example.org", "d@example.org"}, l.To)
	require.Equal(t, "Turro #12: Adà and more", l.Subject)
	require.True(t, time.Date(2026, 11, 3, 17, 26, 0, 0, time.UTC).Equal(l.Date))
	require.Equal(t, "a1@example.net", l.MessageID)
	require.Equal(t, []string{"12.7.k3@example.org"}, l.InReplyTo)
	require.Equal(t, []string{"12.0.aa@example.org", "12.7.k3@example.org"}, l.References)
	require.Equal(t, []string{"d3-d4"}, l.Lines)
	require.Len(t, l.AuthResults, 2)
	require.NotEqual(t, NotAuthenticated, l.Authenticated("mx.example.org"))
	require.Empty(t, l.Automatic)
}

// Who wrote a mail is found beyond doubt, or nobody is.
func TestReadFrom(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, header string
		from         []string
	}{
		{"plain", "From: ada@example.net", []string{"ada@example.net"}},
		{"obsolete space", "From : ada@example.net", []string{"ada@example.net"}},
		{"folded", "From: Ada\n <ada@example.net>", []string{"ada@example.net"}},
		{"comment", "From: ada@example.net (Ada Lovelace)", []string{"ada@example.net"}},
		{"unquoted comma", "From: Lovelace, Ada <ada@example.net>", []string{"ada@example.net"}},
		{"unquoted dot", "From: Ada L. <ada@example.net>", []string{"ada@example.net"}},
		{"address as its own name", "From: ada@example.net <ada@example.net>", []string{"ada@example.net"}},
		{"raw Latin-1 name", "From: Ad\xe0 <ada@example.net>", []string{"ada@example.net"}},
		{"non-ASCII address", "From: адa@example.net", []string{"адa@example.net"}},
		{"two addresses", "From: ada@example.net, eve@example.com", []string{"ada@example.net", "eve@example.com"}},
		{"two fields", "From: ada@example.net\nSubject: x\nFrom: eve@example.com", []string{"ada@example.net", "eve@example.com"}},
		{"two fields in two cases", "FROM: ada@example.net\nfrom: ada@example.net", []string{"ada@example.net", "ada@example.net"}},
		{"encoded address in the name", "From: =?utf-8?q?ada=40example.net?= <eve@example.com>", []string{"eve@example.com"}},

		{"none", "Subject: x", nil},
		{"empty", "From:", nil},
		{"a second one is unreadable", "From: ada@example.net\nFrom: @@@", nil},
		{"a second one is empty", "From: ada@example.net\nFrom:", nil},
		{"another address as the name", "From: ada@example.net <eve@example.com>", nil},
		{"another address after it", "From: <ada@example.net> eve@example.com", nil},
		{"two brackets", "From: Ada <ada@example.net> <eve@example.com>", nil},
		{"group", "From: players: ada@example.net;", nil},
		{"empty group", "From: undisclosed:;", nil},
		{"NUL", "From: ada@example.net\x00", nil},
		{"bare CR", "From: ada@example.net\rFrom: eve@example.com", nil},
		{"bidi control", "From: <ada\u202e@example.net>", nil},
		{"zero width", "From: <a\u200bda@example.net>", nil},
		{"not an address", "From: Ada", nil},
		{"in a bad line", "X\n From: ada@example.net", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, a := range read(t, c.header+"\nTo: games@example.org", "d3-d4").From {
				got = append(got, a.Addr)
			}
			require.Equal(t, c.from, got)
		})
	}
}

// One bad line in the header costs that line.
func TestReadBadHeaders(t *testing.T) {
	t.Parallel()
	for name, header := range map[string]string{
		"mbox line":       "From ada@example.net Tue Nov  3 18:26:00 2026\nFrom: ada@example.net",
		"quoted mbox":     ">From ada@example.net Tue Nov  3 18:26:00 2026\nFrom: ada@example.net",
		"no colon":        "From: ada@example.net\nhello\n there\nTo: x@example.org",
		"no name":         ": x\nFrom: ada@example.net",
		"name with space": "Hello there: x\n\tand on\nFrom: ada@example.net",
		"leading space":   "  x: y\nFrom: ada@example.net",
		"empty lines":     "\n\nFrom: ada@example.net",
		"NUL":             "X: \x00\nFrom: ada@example.net\nSubject: a\x00b",
		"8-bit name":      "Ü: x\nFrom: ada@example.net",
	} {
		t.Run(name, func(t *testing.T) {
			l := read(t, header, "d3-d4")
			require.Equal(t, []Address{{"", "ada@example.net"}}, l.From)
			require.Equal(t, []string{"d3-d4"}, l.Lines)
			require.NotContains(t, l.Subject, "\x00")
		})
	}
}

func TestReadLimits(t *testing.T) {
	t.Parallel()
	const from = "From: ada@example.net\r\n"
	for name, raw := range map[string]string{
		"nothing":          "",
		"no header":        "hello\r\n\r\nd3-d4",
		"header too large": from + "X: " + strings.Repeat("x", MaxHeader) + "\r\n\r\nd3-d4",
		"too many fields":  from + strings.Repeat("X: x\r\n", MaxFields) + "\r\nd3-d4",
	} {
		l, err := Read([]byte(raw))
		require.Error(t, err, name)
		require.Nil(t, l, name)
	}

	nested := func(n int) string {
		var b strings.Builder
		b.WriteString(from)
		for i := range n {
			fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i)
		}
		return b.String() + "\r\nd3-d4\r\n"
	}
	l, err := Read([]byte(nested(MaxDepth - 1)))
	require.NoError(t, err)
	require.Equal(t, []string{"d3-d4"}, l.Lines)
	l, err = Read([]byte(nested(MaxDepth)))
	require.NoError(t, err)
	require.Empty(t, l.Lines)

	parts := func(n int) string {
		return from + "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat("--b\r\nContent-Type: image/png\r\n\r\nx\r\n", n) + "--b\r\n\r\nd3-d4\r\n--b--\r\n"
	}
	l, err = Read([]byte(parts(MaxParts - 2)))
	require.NoError(t, err)
	require.Equal(t, []string{"d3-d4"}, l.Lines)
	l, err = Read([]byte(parts(MaxParts)))
	require.NoError(t, err)
	require.Empty(t, l.Lines)

	require.Len(t, Own(strings.Repeat("> x\n", MaxLines-1)+"d3-d4\nd4-d5"), 1)
	require.Len(t, Own(strings.Repeat("x\n\n", MaxLines)), 2*MaxOwn-1, "and the blank lines between")
	require.Equal(t, []string{"d3-d4"}, Own("d3-d4\n"+strings.Repeat("x", MaxOwnText)), "no line is read in part: it could mean something else")
	for n, more := range map[int]bool{MaxOwn: false, MaxOwn + 1: true} {
		l, err = Read([]byte(from + "\r\n" + strings.Repeat("x\r\n", n) + "> y\r\n"))
		require.NoError(t, err)
		require.Equal(t, more, l.More, n)
	}
}

func TestAutomatic(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, header string
		robot        bool
	}{
		{"auto-replied", "Auto-Submitted: auto-replied (vacation)", true},
		{"auto-generated", "Auto-Submitted: auto-generated; owner-email=\"a@b\"", true},
		{"null return path", "Return-Path: <>", true},
		{"null return path with space", "Return-Path: < >", true},
		{"bulk", "Precedence: bulk", false},
		{"junk", "Precedence: JUNK", false},
		{"list", "List-Id: <x.example.org>", false},
		{"suppress", "X-Auto-Response-Suppress: All", false},
		{"autoreply", "X-Autoreply: yes", true},
		{"report", "Content-Type: multipart/report; report-type=delivery-status; boundary=x", true},
		{"report alone", "Content-Type: message/delivery-status", true},
		{"receipt alone", "Content-Type: message/disposition-notification", true},
		{"daemon", "From: MAILER-DAEMON@example.net", true},
		{"postmaster", "From: Mail <postmaster@example.net>", true},
		{"no-reply", "From: No-Reply@example.net", true},
		{"our own", "Turnpost-Game: 12", true},
		{"English", "Subject: Automatic reply: Turro #12: Ada - Bob", true},
		{"English, Outlook", "Subject: Out of Office AutoReply: Turro #12", true},
		{"French", "Subject: =?utf-8?q?R=C3=A9ponse_automatique_=3A_Turro?=", true},
		{"German", "Subject: Automatische Antwort: Turro #12", true},
		{"Italian", "Subject: Risposta automatica: Turro #12", true},
		{"Japanese", "Subject: =?utf-8?b?6Ieq5YuV5b+c562UOiBUdXJybw==?=", true},

		{"a person", "Return-Path: <ada@example.net>", false},
		{"no", "Auto-Submitted: no", false},
		{"no with a comment", "Auto-Submitted: No (really)", false},
		{"normal precedence", "Precedence: normal", false},
		{"first-class", "Precedence: first-class", false},
		{"answer to a robot", "Subject: Re: Automatic reply: Turro #12", false},
		{"about the office", "Subject: Automatic win? Out of luck", false},
		{"a name like a robot's", "From: noreplyton@example.net", false},
		{"Outlook", "X-MS-Exchange-Organization-SCL: -1\nX-MS-Has-Attach:\nThread-Topic: x\nX-Originating-IP: 1.2.3.4", false},
		{"Gmail", "X-Google-Smtp-Source: x\nX-Gm-Message-State: x\nX-Received: by 10.0.0.1", false},
		{"a filter's loop mark", "X-Loop: ada@example.net", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			header := c.header
			if !strings.Contains(header, "From:") {
				header += "\nFrom: ada@example.net"
			}
			require.Equal(t, c.robot, read(t, header, "d3-d4").Automatic != "")
		})
	}
}

func TestParseAddress(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"ada@example.net":                        "ada@example.net",
		" Ada <ada@example.net> ":                "ada@example.net",
		`"Lovelace, Ada" <a.b@example.>`:         "",
		"ada+tag@mail.example.net":               "ada+tag@mail.example.net",
		"alice@localhost":                        "alice@localhost",
		"ада@пример.example":                     "ада@пример.example",
		"":                                       "",
		"ada":                                    "",
		"ada@":                                   "",
		"@example.net":                           "",
		"ada@example.net,eve@example.com":        "",
		"ada@example.net eve@example.com":        "",
		"g: ada@example.net;":                    "",
		"ada@example.net>":                       "",
		"ada@example.net\r\nBcc: x@y":            "",
		"<ada@example.net> SIZE=1":               "",
		`"a b"@example.net`:                      "",
		`"a>b"@example.net`:                      "",
		"ada@[192.0.2.1]":                        "",
		"ada@exa mple.net":                       "",
		"ada@-example.net":                       "",
		"ada@example..net":                       "",
		".ada@example.net":                       "",
		"a..b@example.net":                       "",
		"ada\u200b@example.net":                  "",
		"ada\u202e@example.net":                  "",
		strings.Repeat("a", 65) + "@example.net": "",
	} {
		a, err := ParseAddress(s)
		require.Equal(t, want, a.Addr, s)
		require.Equal(t, want == "", err != nil, s)
	}
}

func TestKey(t *testing.T) {
	t.Parallel()
	require.Equal(t, "ada@example.net", Key(" Ada@EXAMPLE.Net. "))
	require.Equal(t, Key("ada@bücher.example"), Key("ADA@xn--bcher-kva.example"))
	require.Equal(t, Key("ada@BÜCHER.example"), Key("ada@xn--bcher-kva.example"))
	require.Equal(t, Key("Zoe\u0308@example.net"), Key("zo\u00eb@example.net"))
	require.NotEqual(t, Key("ada@example.net"), Key("ada@example.org"))
}

// TestRepliesReactionsOfGmail: the mail that Gmail sends for a reaction button is known by its
// part, or where a gateway has removed that, by its line.
func TestRepliesReactionsOfGmail(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		body string
		want bool
	}{
		{"👍\n\nBen reacted via Gmail", true},
		{"❤️\n\nBen Player reacted via Gmail <https://www.google.com/gmail/about/?utm_source=gmail-in-product>", true},
		{"🎉\n\nBen a réagi via Gmail", true},
		{"👍🏽\n\nBen ha reagito tramite Gmail", true},
		{"✅\n\nBen hat über Gmail reagiert", true},
		{"👍", false},
		{"yes\n\nBen reacted via Gmail", false},
		{"d3-d4\n👍", false},
	} {
		m, err := Read([]byte("From: ben@example.org\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + c.body + "\r\n"))
		require.NoError(t, err)
		require.Equal(t, c.want, m.Reaction, c.body)
	}
	for _, part := range []string{"text/vnd.google.email-reaction+json", "Text/Vnd.Google.Email-Reaction+JSON; charset=utf-8"} {
		m, err := Read([]byte("From: ben@example.org\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n:)\r\n" +
			"--b\r\nContent-Type: " + part + "\r\n\r\n{\"emoji\":\"x\",\"version\":1}\r\n--b--\r\n"))
		require.NoError(t, err)
		require.True(t, m.Reaction, part)
	}
}
