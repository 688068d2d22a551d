package smtp

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

// LMTPMailbox is the mail.Arrival.Mailbox of all that comes this way.
const LMTPMailbox = "lmtp"

// backend makes a session for each connection.
type backend struct {
	listener *LMTPListener
	keep     Keep
	ctx      context.Context // of the whole service; go-smtp has none of its own
}

func (b *backend) NewSession(*smtp.Conn) (smtp.Session, error) { return &lmtpSession{backend: b}, nil }

// lmtpSession is one connection, which hands over mails one after the other.
type lmtpSession struct {
	*backend
	from string
}

func (s *lmtpSession) Reset()        { s.from = "" }
func (s *lmtpSession) Logout() error { return nil }

func (s *lmtpSession) Mail(from string, _ *smtp.MailOptions) error {
	s.from = from
	return nil
}

func (s *lmtpSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	if !s.listener.cfg.Ours(to) {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such mailbox here"}
	}
	return nil
}

// Data takes the mail. It is answered for each recipient alike: all are one
// mailbox.
func (s *lmtpSession) Data(r io.Reader) error {
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
func (s *lmtpSession) read(r io.Reader) (mail.Arrival, error) {
	a, err := ReadArrival(r, s.listener.cfg.MaxSize)
	a.Raw = append(returnPath(s.from), a.Raw...)
	return a, err
}

// ReadArrival is a mail that is read to its end; if it has more octets than most, without
// its files, or its header alone: see [mail.Slimmer]. Its cursor is its content's
// digest: the same mail, handed over again, is the same arrival.
func ReadArrival(r io.Reader, most int64) (mail.Arrival, error) {
	digest := sha256.New()
	r = io.TeeReader(r, digest)
	slim := mail.NewSlimmer(most)
	if _, err := io.Copy(slim, r); err != nil {
		return mail.Arrival{}, err
	}
	a := slim.Arrival()
	a.Mailbox, a.Cursor = LMTPMailbox, hex.EncodeToString(digest.Sum(nil))
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
