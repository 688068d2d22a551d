package office

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	_ "github.com/emersion/go-message/charset" // letters of mail programs come in any
	gomail "github.com/emersion/go-message/mail"

	"turnpost/cmd/turnpost/terminal"
	"turnpost/mail"
)

// Letter is a letter as its reader has it.
type Letter struct {
	From       mail.Address
	ReplyTo    string // where an answer goes
	Subject    string
	MessageID  string // without brackets
	References []string
	Date       time.Time
	Text       string
	Raw        []byte
}

// ReadLetter reads a raw letter. What cannot be read is shown as it is.
func ReadLetter(raw []byte) *Letter {
	l := &Letter{Raw: raw, Text: strings.ReplaceAll(string(raw), "\r\n", "\n")}
	r, err := gomail.CreateReader(bytes.NewReader(raw))
	if r == nil || err != nil && !errors.Is(err, io.EOF) {
		return l
	}
	defer r.Close()
	h := r.Header
	if from, err := h.AddressList("From"); err == nil && len(from) > 0 {
		l.From = mail.Address{Name: from[0].Name, Addr: from[0].Address}
		l.ReplyTo = l.From.Addr
	}
	if to, err := h.AddressList("Reply-To"); err == nil && len(to) > 0 {
		l.ReplyTo = to[0].Address
	}
	// A field that is missing or broken stays empty.
	l.Subject, _ = h.Subject()
	l.MessageID, _ = h.MessageID()
	l.References, _ = h.MsgIDList("References")
	l.Date, _ = h.Date()
	for {
		part, err := r.NextPart()
		if err != nil {
			return l
		}
		inline, ok := part.Header.(*gomail.InlineHeader)
		if !ok {
			continue
		}
		if kind, _, _ := inline.ContentType(); kind == "text/plain" || kind == "" {
			if text, err := io.ReadAll(part.Body); err == nil {
				l.Text = strings.ReplaceAll(string(text), "\r\n", "\n")
			}
			return l
		}
	}
}

// Headline is the first line of the text, which says what matters.
func (l *Letter) Headline() string {
	for line := range strings.Lines(l.Text) {
		if line = strings.TrimSpace(line); line != "" {
			return terminal.Printable(line)
		}
	}
	return terminal.Printable(l.Subject)
}

// FreshLetter is a new letter to the robot.
func FreshLetter(from mail.Address, text string, now time.Time) mail.Draft {
	return mail.Draft{
		From: from, To: mail.Address{Addr: Robot}, MessageID: rand.Text() + "@" + Domain, Date: now,
		// A person who only writes commands gives no subject.
		Text: strings.TrimRight(text, "\n") + "\n",
	}
}

// Answer is a reply to l as mail programs write it: the writer's text on top,
// then who wrote what, quoted.
func (l *Letter) Answer(from mail.Address, text string, now time.Time) mail.Draft {
	d := FreshLetter(from, text, now)
	d.To = mail.Address{Addr: l.ReplyTo}
	d.Subject = l.Subject
	if !strings.HasPrefix(strings.ToLower(d.Subject), "re:") {
		d.Subject = "Re: " + d.Subject
	}
	d.References = l.References
	if l.MessageID != "" { // RFC 5322 section 3.6.4
		d.InReplyTo = l.MessageID
		d.References = append(append([]string(nil), l.References...), l.MessageID)
	}
	var b strings.Builder
	who := l.From.Addr
	if l.From.Name != "" {
		who = l.From.Name + " <" + who + ">"
	}
	fmt.Fprintf(&b, "%s\nOn %s, %s wrote:\n\n", d.Text, l.Date.Format("Mon, 2 Jan 2006 at 15:04"), who)
	for line := range strings.Lines(strings.TrimRight(l.Text, "\n")) {
		line = strings.TrimRight(line, "\n")
		b.WriteString(strings.TrimRight("> "+line, " ") + "\n")
	}
	d.Text = b.String()
	return d
}
