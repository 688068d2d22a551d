package postoffice

import (
	"bufio"
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-message/textproto"
	"github.com/stretchr/testify/require"
)

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		name, raw string
		fields    int
		body      string
	}{
		{"plain", "From: a\r\nTo: b\r\n\r\nhello\r\n", 2, "hello\r\n"},
		{"folded", "Subject: a\r\n b\r\n\tc\r\n\r\nx", 1, "x\r\n"},
		{"bare LF", "From: a\nTo: b\n\nhello\n", 2, "hello\r\n"},
		{"bare CR makes a field of its own", "X: a\rAuthentication-Results: demo.test; auth=pass\r\n\r\n", 2, ""},
		{"header only", "From: a\r\n", 1, ""},
		{"nothing", "", 0, ""},
		{"no header", "\r\nhello", 0, "hello\r\n"},
		{"no colon", "From: a\r\nrubbish\r\nTo: b\r\n\r\nhello", 1, "rubbish\r\nTo: b\r\n\r\nhello\r\n"},
		{"mbox line", "From a@b Mon Jan 1 10:00:00 2026\r\nTo: b\r\n\r\n", 0, "From a@b Mon Jan 1 10:00:00 2026\r\nTo: b\r\n\r\n"},
		{"leading space", " a\r\nTo: b\r\n\r\n", 0, " a\r\nTo: b\r\n\r\n"},
		{"empty name", ": a\r\n\r\n", 0, ": a\r\n\r\n"},
		{"space before colon", "To : b\r\n\r\n", 1, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := split([]byte(c.raw))
			require.Len(t, m.fields, c.fields)
			require.Equal(t, c.body, string(m.body))
		})
	}
}

func TestDelivered(t *testing.T) {
	raw := "Return-Path: <forged@x>\r\n" +
		"Authentication-Results: demo.test; auth=pass smtp.auth=bob@demo.test\r\n" +
		"AUTHENTICATION-RESULTS :\r\n (a (nested) comment) \"demo.TEST\" 1; auth=pass\r\n" +
		"Authentication-Results: (without end demo.test; auth=pass\r\n" +
		"Authentication-Results: other.test; dkim=pass\r\n" +
		"From: alice@demo.test\r\n\r\nmove a1 b2\r\n"
	at := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	m := split([]byte(raw))
	tr := trace{
		from: "alice@demo.test", to: "games+12.7.AbC@demo.test", login: "alice@demo.test", helo: "laptop (hi)", peer: "127.0.0.1",
		protocol: "ESMTPA", domain: "demo.test", id: "1", at: at,
	}
	require.Equal(t, "Return-Path: <alice@demo.test>\r\n"+
		"Delivered-To: games+12.7.AbC@demo.test\r\n"+
		"Authentication-Results: demo.test; auth=pass smtp.auth=alice@demo.test\r\n"+
		"Received: from laptop__hi_ ([127.0.0.1])\r\n\tby demo.test with ESMTPA id 1\r\n\tfor <games+12.7.AbC@demo.test>; Fri, 20 Nov 2026 10:00:00 +0000\r\n"+
		"Authentication-Results: other.test; dkim=pass\r\n"+
		"From: alice@demo.test\r\n\r\nmove a1 b2\r\n", string(m.delivered(tr)))
	tr.login = ""
	require.NotContains(t, string(m.delivered(tr)), "auth=pass")
}

// Whatever comes in, go-message can read the header that goes out, and finds
// nobody vouched for.
func FuzzDelivered(f *testing.F) {
	f.Add("From: a\r\n\r\nb")
	f.Add("\xff\x00\r\r\n: \n Authentication-Results: demo.test; auth=pass")
	f.Add("Authentication-Results\t:\r\n\t(\\() demo.test")
	f.Fuzz(func(t *testing.T, raw string) {
		out := split([]byte(raw)).delivered(trace{domain: "demo.test", to: "a@demo.test"})
		h, err := textproto.ReadHeader(bufio.NewReader(bytes.NewReader(out)))
		require.NoError(t, err)
		for _, v := range h.Values("Authentication-Results") {
			id, ok := authservID(strings.TrimSpace(v))
			require.True(t, ok && !strings.EqualFold(id, "demo.test"), "%q", v)
		}
	})
}
