package servertest

import (
	"bytes"
	"fmt"
	netmail "net/mail"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/stretchr/testify/require"
)

// Post is a mail on its way to the robot.
type Post struct {
	From    string // "Ada <ada@example.org>"
	To      string // default: the robot
	Subject string
	Header  []string // further fields
	Body    string
	Answers *Letter // what it replies to
	Proven  bool    // the mailbox's own server vouches for the sender
}

// Raw is a post as the mailbox has it.
func (w *World) Raw(p Post) []byte {
	w.Serial++
	var b bytes.Buffer
	if p.Proven {
		addr, err := netmail.ParseAddress(p.From)
		require.NoError(w.T, err)
		fmt.Fprintf(&b, "Authentication-Results: turnpost.example; auth=pass smtp.auth=%s\n", addr.Address)
	}
	if p.To == "" {
		p.To = RobotAddress
	}
	if p.Answers != nil {
		p.To = p.Answers.Get("Reply-To")
		p.Subject = "Re: " + p.Answers.Get("Subject")
		fmt.Fprintf(&b, "In-Reply-To: %s\nReferences: %s %s\n", p.Answers.Get("Message-Id"),
			p.Answers.Get("References"), p.Answers.Get("Message-Id"))
		credit, err := netmail.ParseAddress(p.Answers.Get("From"))
		require.NoError(w.T, err)
		p.Body += "\n\nOn Fri, 20 Nov 2026 at 10:00, " + credit.Name + " <" + RobotAddress + "> wrote:\n\n> " +
			strings.ReplaceAll(p.Answers.Text, "\n", "\n> ") + "\n"
	}
	fmt.Fprintf(&b, "Delivered-To: %s\nFrom: %s\nTo: %s\nSubject: %s\nMessage-ID: <%d@client.example>\n", p.To, p.From, p.To, p.Subject, w.Serial)
	if !slices.ContainsFunc(p.Header, func(h string) bool { return strings.HasPrefix(h, "Date:") }) {
		fmt.Fprintf(&b, "Date: %s\n", w.Now.Format(time.RFC1123Z))
	}
	for _, h := range p.Header {
		b.WriteString(h + "\n")
	}
	b.WriteString("Content-Type: text/plain; charset=utf-8\n\n" + p.Body + "\n")
	return bytes.ReplaceAll(b.Bytes(), []byte("\n"), []byte("\r\n"))
}

// Quoted sets a text behind "> ".
func Quoted(text string) string {
	return "> " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n> ") + "\n"
}

// SecretPattern finds a ticket, and in it the secret.
var SecretPattern = regexp.MustCompile(`[0-9]+\.[0-9]+\.([a-z2-7]{20})\b`)
