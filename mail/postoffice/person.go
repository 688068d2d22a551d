package postoffice

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/smtp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	_ "github.com/emersion/go-message/charset" // messages of mail programs come in any
	gomail "github.com/emersion/go-message/mail"

	"turnpost/mail"
)

// Person is the owner of a mailbox at the post office: it writes and reads messages.
type Person struct {
	Mailbox
	Name string // of the mailbox: alice
	Self mail.Address

	smtpAddr string
}

// NewPerson opens a mailbox at the post office. The name may be a whole address
// of its domain.
func NewPerson(o *Server, name string) (*Person, error) {
	name = strings.TrimSuffix(strings.ToLower(name), "@"+Domain)
	self, err := mail.ParseAddress(name + "@" + Domain)
	if err != nil || strings.ContainsAny(name, "@+") {
		return nil, fmt.Errorf("%q cannot be the name of a mailbox here", name)
	}
	first, n := utf8.DecodeRuneInString(name)
	self.Name = string(unicode.ToUpper(first)) + name[n:]
	return &Person{Mailbox: Mailbox{Addr: o.IMAPAddr(), User: self.Addr}, Name: name, Self: self,
		smtpAddr: o.SMTPAddr()}, nil
}

// Send submits a message.
func (p *Person) Send(d mail.Draft) error {
	raw, err := d.Bytes()
	if err != nil {
		return err
	}
	host, _, err := net.SplitHostPort(p.smtpAddr)
	if err != nil {
		return err
	}
	return smtp.SendMail(p.smtpAddr, smtp.PlainAuth("", p.Self.Addr, Password, host), p.Self.Addr,
		[]string{d.To.Addr}, raw)
}

// Message is a message as a mail program shows it.
type Message struct {
	From       mail.Address
	ReplyTo    string // the address of a reply
	Subject    string
	MessageID  string // without brackets
	References []string
	Date       time.Time
	Text       string
	Raw        []byte
}

// ReadMessage parses a raw message. A message that cannot be parsed is shown as it is.
func ReadMessage(raw []byte) *Message {
	l := &Message{Raw: raw, Text: strings.ReplaceAll(string(raw), "\r\n", "\n")}
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
	// A missing or malformed field stays empty.
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

// Headline returns the first line of the text, which is a summary.
func (l *Message) Headline() string {
	for line := range strings.Lines(l.Text) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return l.Subject
}

// FreshMessage returns a new message to an address.
func FreshMessage(from mail.Address, to, text string, now time.Time) mail.Draft {
	return mail.Draft{
		From: from, To: mail.Address{Addr: to}, MessageID: rand.Text() + "@" + Domain, Date: now,
		// A person who writes only commands gives no subject.
		Text: strings.TrimRight(text, "\n") + "\n",
	}
}

// Answer returns a reply to l as mail programs write it: the new text first, then
// the quoted message.
func (l *Message) Answer(from mail.Address, text string, now time.Time) mail.Draft {
	d := FreshMessage(from, l.ReplyTo, text, now)
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

// Mailbox reads a person's INBOX over IMAP, as a mail program does. All messages
// stay there, unread for other programs.
type Mailbox struct {
	Addr string // host:port
	User string
	last imap.UID // of the last message passed on
}

// lookAgain is the longest wait for new messages, in case the server does not
// announce them.
const lookAgain = 30 * time.Second

// Watch passes every message to found, oldest first, until ctx is done; then it
// returns nil. After an error it can be called again, and continues after the last
// message.
func (m *Mailbox) Watch(ctx context.Context, found func(raw []byte)) error {
	err := m.read(ctx, found)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

func (m *Mailbox) read(ctx context.Context, found func(raw []byte)) error {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", m.Addr)
	if err != nil {
		return err
	}
	// The client takes no context: closing the connection ends its waits.
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	news := make(chan struct{}, 1)
	client := imapclient.New(conn, &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		// It runs in the client's reader, and must neither block nor send commands.
		Mailbox: func(*imapclient.UnilateralDataMailbox) {
			select {
			case news <- struct{}{}:
			default:
			}
		},
	}})
	defer client.Close()
	defer conn.Close() // first, because Close of the client waits for an answer
	if err := client.Login(m.User, Password).Wait(); err != nil {
		return err
	}
	if _, err := client.Select("INBOX", &imap.SelectOptions{ReadOnly: true}).Wait(); err != nil {
		return err
	}
	for {
		if err := m.fetch(client, found); err != nil {
			return err
		}
		idle, err := client.Idle()
		if err != nil {
			return err
		}
		timer := time.NewTimer(lookAgain)
		select {
		case <-ctx.Done():
			return nil
		case <-client.Closed():
		case <-news:
		case <-timer.C:
		}
		timer.Stop()
		if err := idle.Close(); err != nil {
			return err
		}
		if err := idle.Wait(); err != nil {
			return err
		}
	}
}

// fetch passes on the messages after the last one.
func (m *Mailbox) fetch(client *imapclient.Client, found func(raw []byte)) error {
	criteria := imap.SearchCriteria{UID: []imap.UIDSet{{imap.UIDRange{Start: m.last + 1}}}}
	uids, err := client.UIDSearch(&criteria, nil).Wait()
	if err != nil {
		return err
	}
	for _, uid := range uids.AllUIDs() {
		if uid <= m.last { // "n:*" always includes the last message (RFC 9051 section 6.4.8)
			continue
		}
		body := &imap.FetchItemBodySection{Peek: true}
		messages, err := client.Fetch(imap.UIDSetNum(uid),
			&imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{body}}).Collect()
		if err != nil {
			return err
		}
		for _, l := range messages { // none: the message was deleted meanwhile
			found(l.FindBodySection(body))
		}
		m.last = uid
	}
	return nil
}
