package postoffice_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail/postoffice"
)

func TestAReplyIsATrueReply(t *testing.T) {
	l := postoffice.ReadMessage([]byte("From: Turnpost <games@demo.test>\r\nReply-To: games+1.0.x@demo.test\r\n" +
		"Subject: Turro #1\r\nMessage-ID: <m2@demo.test>\r\nReferences: <m1@demo.test>\r\nDate: Fri, 20 Nov 2026 09:00:00 +0000\r\n" +
		"Content-Type: text/plain; charset=utf-8\r\n\r\nYour move\r\n\r\n| board\r\n"))
	o, err := postoffice.Start(postoffice.Config{SMTPAddr: "127.0.0.1:0", IMAPAddr: "127.0.0.1:0"})
	require.NoError(t, err)
	t.Cleanup(func() { o.Close() })
	p, err := postoffice.NewPerson(o, "Alice@demo.test")
	require.NoError(t, err)
	raw, err := l.Answer(p.Self, "d3-d4", time.Date(2026, 11, 20, 9, 1, 0, 0, time.UTC)).Bytes()
	require.NoError(t, err)
	text := string(raw)
	for _, want := range []string{
		"From: \"Alice\" <alice@demo.test>\r\n", "To: <games+1.0.x@demo.test>\r\n", "Subject: Re: Turro #1\r\n",
		"In-Reply-To: <m2@demo.test>\r\n", "References: <m1@demo.test> <m2@demo.test>\r\n",
		"\r\n\r\nd3-d4\r\n\r\nOn Fri, 20 Nov 2026 at 09:00, Turnpost <games@demo.test> wrote:\r\n\r\n> Your move\r\n>\r\n> | board\r\n",
	} {
		require.Contains(t, text, want)
	}
	require.Equal(t, "Your move", l.Headline())
}
