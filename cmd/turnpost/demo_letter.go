package main

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	_ "github.com/emersion/go-message/charset" // letters of mail programs come in any
	gomail "github.com/emersion/go-message/mail"

	"turnpost/mail"
)

// demoLetter is a letter as its reader has it.
type demoLetter struct {
	from       mail.Address
	replyTo    string // where an answer goes
	subject    string
	messageID  string // without brackets
	references []string
	date       time.Time
	text       string
	raw        []byte

	read bool
}

// readDemoLetter reads a raw letter. What cannot be read is shown as it is.
func readDemoLetter(raw []byte) *demoLetter {
	l := &demoLetter{raw: raw, text: strings.ReplaceAll(string(raw), "\r\n", "\n")}
	r, err := gomail.CreateReader(bytes.NewReader(raw))
	if r == nil || err != nil && !errors.Is(err, io.EOF) {
		return l
	}
	defer r.Close()
	h := r.Header
	if from, err := h.AddressList("From"); err == nil && len(from) > 0 {
		l.from = mail.Address{Name: from[0].Name, Addr: from[0].Address}
		l.replyTo = l.from.Addr
	}
	if to, err := h.AddressList("Reply-To"); err == nil && len(to) > 0 {
		l.replyTo = to[0].Address
	}
	// A field that is missing or broken stays empty.
	l.subject, _ = h.Subject()
	l.messageID, _ = h.MessageID()
	l.references, _ = h.MsgIDList("References")
	l.date, _ = h.Date()
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
				l.text = strings.ReplaceAll(string(text), "\r\n", "\n")
			}
			return l
		}
	}
}

// headline is the first line of the text, which says what matters.
func (l *demoLetter) headline() string {
	for line := range strings.Lines(l.text) {
		if line = strings.TrimSpace(line); line != "" {
			return printable(line)
		}
	}
	return printable(l.subject)
}

// freshLetter is a new letter to the robot.
func freshLetter(from mail.Address, text string, now time.Time) mail.Draft {
	return mail.Draft{
		From: from, To: mail.Address{Addr: demoRobot}, MessageID: rand.Text() + "@" + demoDomain, Date: now,
		// A person who only writes commands gives no subject.
		Text: strings.TrimRight(text, "\n") + "\n",
	}
}

// answer is a reply to l as mail programs write it: the writer's text on top,
// then who wrote what, quoted.
func (l *demoLetter) answer(from mail.Address, text string, now time.Time) mail.Draft {
	d := freshLetter(from, text, now)
	d.To = mail.Address{Addr: l.replyTo}
	d.Subject = l.subject
	if !strings.HasPrefix(strings.ToLower(d.Subject), "re:") {
		d.Subject = "Re: " + d.Subject
	}
	d.References = l.references
	if l.messageID != "" { // RFC 5322 section 3.6.4
		d.InReplyTo = l.messageID
		d.References = append(append([]string(nil), l.references...), l.messageID)
	}
	var b strings.Builder
	who := l.from.Addr
	if l.from.Name != "" {
		who = l.from.Name + " <" + who + ">"
	}
	fmt.Fprintf(&b, "%s\nOn %s, %s wrote:\n\n", d.Text, l.date.Format("Mon, 2 Jan 2006 at 15:04"), who)
	for line := range strings.Lines(strings.TrimRight(l.text, "\n")) {
		line = strings.TrimRight(line, "\n")
		b.WriteString(strings.TrimRight("> "+line, " ") + "\n")
	}
	d.Text = b.String()
	return d
}

// printable is s without what could steer the terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, s)
}
