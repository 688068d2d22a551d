package postoffice

import (
	"errors"
	"io"
	"net"
	"strings"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

func (po *Server) newSMTPServer() *smtp.Server {
	s := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &smtpSession{po: po, conn: c}, nil
	}))
	s.Domain = po.cfg.Domain
	s.AllowInsecureAuth = true // loopback only, see listen
	s.EnableSMTPUTF8 = true
	s.MaxMessageBytes = po.cfg.MaxMessageBytes
	s.MaxRecipients = po.cfg.MaxRecipients
	s.ReadTimeout = po.cfg.Timeout
	s.WriteTimeout = po.cfg.Timeout
	// RFC 5322 allows 998 octets, and mail programs send more.
	s.MaxLineLength = 64 << 10
	s.ErrorLog = quiet{po.log}
	return s
}

// smtpSession is one SMTP connection.
type smtpSession struct {
	po   *Server
	conn *smtp.Conn

	login string // name@domain; empty: a stranger
	from  string // empty: the null return path
	utf8  bool
	to    []string
}

var _ smtp.AuthSession = (*smtpSession)(nil)

func (s *smtpSession) Reset() { s.from, s.utf8, s.to = "", false, nil }

func (s *smtpSession) Logout() error { return nil }

func (s *smtpSession) AuthMechanisms() []string { return []string{sasl.Plain, sasl.Login} }

func (s *smtpSession) Auth(mech string) (sasl.Server, error) {
	switch mech {
	case sasl.Plain:
		return sasl.NewPlainServer(func(identity, name, password string) error {
			if identity != "" && identity != name {
				return smtp.ErrAuthFailed
			}
			return s.authenticate(name, password)
		}), nil
	case sasl.Login:
		return &loginServer{authenticate: s.authenticate}, nil
	}
	return nil, smtp.ErrAuthUnknownMechanism
}

func (s *smtpSession) authenticate(name, password string) error {
	acc, err := s.po.login(name, password)
	if errors.Is(err, errLogin) {
		return smtp.ErrAuthFailed
	} else if err != nil {
		return refuse(454, smtp.EnhancedCode{4, 3, 2}, err.Error())
	}
	s.login = acc.name + "@" + s.po.cfg.Domain
	return nil
}

func (s *smtpSession) Mail(from string, opts *smtp.MailOptions) error {
	s.Reset()
	if strings.ContainsFunc(from, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return refuse(553, smtp.EnhancedCode{5, 1, 7}, "The sender's address has control characters in it")
	}
	s.from = from
	s.utf8 = opts != nil && opts.UTF8
	return nil
}

func (s *smtpSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	if _, err := s.po.recipient(to); err != nil {
		return err
	}
	s.to = append(s.to, to)
	return nil
}

// recipient returns the account of an address. Its errors are SMTP answers.
func (po *Server) recipient(to string) (*account, error) {
	local, domain, _ := cutLast(to, "@")
	if !strings.EqualFold(domain, po.cfg.Domain) {
		return nil, refuse(550, smtp.EnhancedCode{5, 1, 2}, "This post office has mailboxes at "+po.cfg.Domain+
			" only, and passes nothing on")
	}
	name, ok := ownerOf(local)
	if !ok || strings.ContainsFunc(local, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return nil, refuse(553, smtp.EnhancedCode{5, 1, 3}, "This cannot be the name of a mailbox")
	}
	acc, err := po.account(name)
	if err != nil {
		return nil, refuse(452, smtp.EnhancedCode{4, 3, 1}, err.Error())
	}
	return acc, nil
}

func (s *smtpSession) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		if !errors.Is(err, smtp.ErrDataTooLarge) {
			// The rest of a message that broke off must never be read as commands.
			s.conn.Conn().Close()
		}
		return err
	}
	m := split(raw)
	// RFC 5321 section 6.3: a message that has been received this often is going
	// round in circles.
	if m.count("Received") > 100 {
		return refuse(554, smtp.EnhancedCode{5, 4, 6}, "This message has been passed on too often")
	}
	t := trace{from: s.from, helo: s.conn.Hostname(), protocol: s.protocol()}
	if host, _, err := net.SplitHostPort(s.conn.Conn().RemoteAddr().String()); err == nil {
		t.peer = host
	}
	// The login is worth a stamp when the envelope is the user's own, tags
	// included, or nobody's.
	if s.login != "" && (s.from == "" || s.own(s.from)) {
		t.login = s.login
	}
	for _, to := range s.to {
		if err := s.po.deliver(m, t, to); errors.Is(err, errFull) {
			return refuse(452, smtp.EnhancedCode{4, 2, 2}, "The mailbox is full")
		} else if err != nil {
			return err
		}
	}
	return nil
}

// own reports whether an address belongs to the user who logged in.
func (s *smtpSession) own(addr string) bool {
	local, domain, _ := cutLast(addr, "@")
	name, ok := ownerOf(local)
	return ok && name+"@"+strings.ToLower(domain) == s.login
}

// protocol returns the word for Received (RFC 3848, RFC 6531 section 4.3).
func (s *smtpSession) protocol() string {
	p := "ESMTP"
	if s.utf8 {
		p = "UTF8SMTP"
	}
	if s.login != "" {
		p += "A"
	}
	return p
}

func refuse(code int, enhanced smtp.EnhancedCode, text string) error {
	return &smtp.SMTPError{Code: code, EnhancedCode: enhanced, Message: text}
}

// loginServer implements the LOGIN mechanism, which many programs still use; go-sasl has it for
// clients only.
type loginServer struct {
	authenticate func(name, password string) error
	name         *string
}

func (l *loginServer) Next(response []byte) (challenge []byte, done bool, err error) {
	switch {
	case response == nil:
		return []byte("Username:"), false, nil
	case l.name == nil:
		name := string(response)
		l.name = &name
		return []byte("Password:"), false, nil
	}
	return nil, true, l.authenticate(*l.name, string(response))
}
