package servertest

import (
	"bytes"
	"fmt"
	"io"
	netmail "net/mail"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-message"
	"github.com/stretchr/testify/require"

	"turnpost/mail/notify"
	"turnpost/rules/all"
)

// Message is a message out as its reader has it.
type Message struct {
	netmail.Header
	Text string

	whole func() []byte
	parts func() []Part
}

// Raw is the message's bytes, with its pictures.
func (l Message) Raw() []byte { return l.whole() }

// Parts are the leaves of the message, in their order.
func (l Message) Parts() []Part { return l.parts() }

// Whole is a message in the outbox as it is sent, with its pictures.
func Whole(t testing.TB, stored []byte) []byte {
	t.Helper()
	raw, err := notify.AddPictures(stored, all.Games(), Painter)
	require.NoError(t, err)
	return raw
}

// ReadMessage reads the bytes of a message.
func ReadMessage(t testing.TB, raw []byte) Message {
	t.Helper()
	return readMessage(t, raw, func() []byte { return raw })
}

// ReadStored reads a message of the outbox. Its pictures are drawn when somebody asks for them.
func ReadStored(t testing.TB, stored []byte) Message {
	t.Helper()
	return readMessage(t, stored, sync.OnceValue(func() []byte { return Whole(t, stored) }))
}

// readMessage reads a message's header and its words, which are the same before its
// pictures are drawn.
func readMessage(t testing.TB, raw []byte, whole func() []byte) Message {
	t.Helper()
	m, err := netmail.ReadMessage(bytes.NewReader(raw))
	require.NoError(t, err)
	parts, err := PartsOf(raw)
	require.NoError(t, err)
	l := Message{Header: m.Header, whole: whole, parts: func() []Part { return parts }}
	l.Text = strings.ReplaceAll(string(l.Part("text/plain")), "\r\n", "\n")
	l.parts = sync.OnceValue(func() []Part {
		parts, err := PartsOf(whole())
		require.NoError(t, err)
		return parts
	})
	return l
}

// Part is the first part of a message that has such a type; nil if there is none.
func (l Message) Part(kind string) []byte {
	for _, p := range l.Parts() {
		if p.Kind == kind {
			return p.Data
		}
	}
	return nil
}

// Part is a leaf of a message's tree, decoded.
type Part struct {
	Kind string // text/plain
	ID   string // Content-ID, without brackets
	Name string // of the file
	Data []byte
}

// PartsOf are the leaves of a message.
func PartsOf(raw []byte) (parts []Part, err error) {
	e, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	err = e.Walk(func(_ []int, e *message.Entity, err error) error {
		if err != nil || e.MultipartReader() != nil {
			return err
		}
		kind, _, err := e.Header.ContentType()
		if err != nil {
			return err
		}
		data, err := io.ReadAll(e.Body)
		_, params, _ := e.Header.ContentDisposition()
		parts = append(parts, Part{kind, strings.Trim(e.Header.Get("Content-Id"), "<>"), params["filename"], data})
		return err
	})
	return parts, err
}

// PlayerMail is a message on its way to the server.
type PlayerMail struct {
	From    string // "Ada <ada@example.org>"
	To      string // default: the server
	Subject string
	Header  []string // further fields
	Body    string
	Answers *Message // what it replies to
	Proven  bool     // the mailbox's own server vouches for the sender
}

// Raw is a post as the mailbox has it.
func (w *World) Raw(p PlayerMail) []byte {
	w.Serial++
	var b bytes.Buffer
	if p.Proven {
		addr, err := netmail.ParseAddress(p.From)
		require.NoError(w.T, err)
		fmt.Fprintf(&b, "Authentication-Results: turnpost.example; auth=pass smtp.auth=%s\n", addr.Address)
	}
	if p.To == "" {
		p.To = ServerAddress
	}
	if p.Answers != nil {
		p.To = p.Answers.Get("Reply-To")
		p.Subject = "Re: " + p.Answers.Get("Subject")
		fmt.Fprintf(&b, "In-Reply-To: %s\nReferences: %s %s\n", p.Answers.Get("Message-Id"),
			p.Answers.Get("References"), p.Answers.Get("Message-Id"))
		credit, err := netmail.ParseAddress(p.Answers.Get("From"))
		require.NoError(w.T, err)
		p.Body += "\n\nOn Fri, 20 Nov 2026 at 10:00, " + credit.Name + " <" + ServerAddress + "> wrote:\n\n> " +
			strings.ReplaceAll(p.Answers.Text, "\n", "\n> ") + "\n"
	}
	fmt.Fprintf(&b, "Delivered-To: %s\nFrom: %s\nTo: %s\nSubject: %s\nMessage-ID: <%d@client.example>\n", p.To,
		p.From, p.To, p.Subject, w.Serial)
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

// SecretPattern finds a token, and in it the secret.
var SecretPattern = regexp.MustCompile(`[0-9]+\.[0-9]+\.([a-z2-7]{20})\b`)
