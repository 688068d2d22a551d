package lmtpin

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"github.com/emersion/go-smtp"

	"turnpost/mail"
)

// MailboxName is the mail.Arrival.Mailbox of all that comes this way.
const MailboxName = "lmtp"

// backend makes a session for each connection.
type backend struct {
	listener *Listener
	keep     Keep
	ctx      context.Context // of the whole service; go-smtp has none of its own
}

func (b *backend) NewSession(*smtp.Conn) (smtp.Session, error) { return &session{backend: b}, nil }

// session is one connection, which hands over mails one after the other.
type session struct {
	*backend
	from string
}

func (s *session) Reset()        { s.from = "" }
func (s *session) Logout() error { return nil }

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	s.from = from
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if !s.listener.cfg.Ours(to) {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such mailbox here"}
	}
	return nil
}

// Data takes the mail. It is answered for each recipient alike: all are one
// mailbox.
func (s *session) Data(r io.Reader) error {
	a, err := s.read(r)
	if err != nil {
		return err // the connection broke off; nobody hears it
	}
	if err := s.keep(context.WithoutCancel(s.ctx), a); err != nil {
		s.listener.cfg.Log.Warn("a mail could not be stored; its server will try again", "error", err)
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "It cannot be stored now; try again later"}
	}
	return nil
}

// read makes an arrival of what is handed over.
func (s *session) read(r io.Reader) (mail.Arrival, error) {
	a, err := Arrival(r, s.listener.cfg.MaxSize)
	a.Raw = append(returnPath(s.from), a.Raw...)
	return a, err
}

// Arrival is a mail that is read to its end; if it has more octets than most, without
// its files, or its header alone: see [mail.Slimmer]. Its cursor is its content's
// digest: the same mail, handed over again, is the same arrival.
func Arrival(r io.Reader, most int64) (mail.Arrival, error) {
	digest := sha256.New()
	r = io.TeeReader(r, digest)
	slim := mail.NewSlimmer(most)
	if _, err := io.Copy(slim, r); err != nil {
		return mail.Arrival{}, err
	}
	a := slim.Arrival()
	a.Mailbox, a.Cursor = MailboxName, hex.EncodeToString(digest.Sum(nil))
	return a, nil
}

// returnPath is the field that the last server writes (RFC 5321, 4.4). An address
// with a line's end in it cannot come over the wire, and is not written.
func returnPath(from string) []byte {
	if strings.ContainsAny(from, "\r\n") {
		return nil
	}
	return fmt.Appendf(nil, "Return-Path: <%s>\r\n", from)
}
