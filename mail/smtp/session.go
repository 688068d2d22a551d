package smtp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strings"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"turnpost/mail"
)

// lmtpSession is one connection, after EHLO, TLS and the login.
type courierSession struct {
	cfg    *CourierConfig
	conn   net.Conn // below TLS; closing it ends whatever goes on
	client *smtp.Client
	born   time.Time
}

// dial opens a session.
func dial(ctx context.Context, cfg *CourierConfig) (*courierSession, error) {
	if cfg.User == "" {
		return dialWith(ctx, cfg, "")
	}
	what := "the login at the SMTP server " + cfg.server.Addr()
	return mail.Login(ctx, cfg.Tokens, what, func(token string) (*courierSession, error) { return dialWith(ctx, cfg, token) })
}

// dialWith is dial with an access token, or with the password if it is empty.
// All of it together has the time of three answers.
func dialWith(ctx context.Context, cfg *CourierConfig, token string) (*courierSession, error) {
	conn, err := cfg.server.Dial(ctx)
	if err != nil {
		return nil, fmt.Errorf("cannot reach the SMTP server %s: %w", cfg.server.Addr(), err)
	}
	s := &courierSession{cfg: cfg, conn: conn, born: time.Now()}
	release := mail.GuardConn(ctx, conn, 3*cfg.server.Timeout)
	if err := release(s.open(ctx, token)); err != nil {
		conn.Close()
		return nil, fmt.Errorf("SMTP server %s: %w", cfg.server.Addr(), err)
	}
	return s, nil
}

func (s *courierSession) open(ctx context.Context, token string) error {
	cfg := s.cfg
	fail := func(what string, err error) error {
		return fmt.Errorf("%s: %w", what, err)
	}
	var transport net.Conn
	switch cfg.server.TLS {
	case mail.Plain:
		if err := mail.CheckPlainConn(s.conn); err != nil {
			return fail("no TLS", err)
		}
		transport = s.conn
	case mail.TLS:
		var err error
		if transport, err = cfg.server.Encrypt(ctx, s.conn); err != nil {
			return fail("no TLS", err)
		}
	case mail.STARTTLS:
		var err error
		if transport, err = startTLS(ctx, s.conn, cfg); err != nil {
			return fail("no STARTTLS", classify(err, ourFault))
		}
	}
	s.client = smtp.NewClient(transport)
	s.client.CommandTimeout = cfg.server.Timeout
	s.client.DebugWriter = cfg.heard
	if err := s.client.Hello(cfg.HelloName); err != nil {
		return fail("no welcome", classify(err, ourFault))
	}
	if cfg.User == "" {
		return nil
	}
	if token != "" {
		return s.authenticateBearer(token)
	}
	var auth sasl.Client
	switch {
	case s.client.SupportsAuth(sasl.Plain):
		auth = sasl.NewPlainClient("", cfg.User, cfg.Password)
	case s.client.SupportsAuth(sasl.Login):
		auth = sasl.NewLoginClient(cfg.User, cfg.Password)
	default:
		return fail("no login", fmt.Errorf("%w: it offers neither AUTH PLAIN nor AUTH LOGIN, and a user is configured", mail.ErrAccount))
	}
	if err := s.client.Auth(auth); err != nil {
		return fail("the login of "+cfg.User+" failed", hide(classify(err, ourFault), cfg.Password))
	}
	return nil
}

// startTLS speaks the words before TLS itself, because go-smtp says "EHLO
// localhost" there, which some servers refuse. What comes back is encrypted and
// begins with the greeting once more, which the client wants to see.
func startTLS(ctx context.Context, conn net.Conn, cfg *CourierConfig) (net.Conn, error) {
	r := bufio.NewReader(io.LimitReader(conn, 64<<10))
	text := textproto.NewReader(r)
	answer := func(want int) (string, error) {
		_, msg, err := text.ReadResponse(want)
		var protocol *textproto.Error
		if errors.As(err, &protocol) {
			err = &smtp.SMTPError{Code: protocol.Code, Message: protocol.Msg}
		}
		return msg, err
	}
	if _, err := answer(220); err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintf(conn, "EHLO %s\r\n", cfg.HelloName); err != nil {
		return nil, err
	}
	extensions, err := answer(250)
	if err != nil {
		return nil, err
	}
	offered := false
	for _, line := range strings.Split(extensions, "\n") {
		offered = offered || strings.EqualFold(strings.TrimSpace(line), "STARTTLS")
	}
	if !offered {
		return nil, fmt.Errorf("%w: the server does not offer it", mail.ErrAccount)
	}
	if _, err := io.WriteString(conn, "STARTTLS\r\n"); err != nil {
		return nil, err
	}
	if _, err := answer(220); err != nil {
		return nil, err
	}
	// RFC 3207 section 6, CVE-2011-0411: what was said in the clear must not
	// count as said under TLS.
	if r.Buffered() > 0 {
		return nil, errors.New("the server went on in the clear")
	}
	encrypted, err := cfg.server.Encrypt(ctx, conn)
	if err != nil {
		return nil, err
	}
	return &greeted{Conn: encrypted, greeting: bytes.NewReader([]byte("220 ready\r\n"))}, nil
}

// greeted is a connection with a line put before what it says.
type greeted struct {
	net.Conn
	greeting *bytes.Reader
}

func (g *greeted) Read(p []byte) (int, error) {
	if g.greeting.Len() > 0 {
		return g.greeting.Read(p)
	}
	return g.Conn.Read(p)
}

// errDotted marks a failure after the final dot was on its way. Without an answer
// of the server's it is a mail.ErrUnheard.
type errDotted struct{ error }

func (e errDotted) Unwrap() error { return e.error }

// send says one letter.
func (s *courierSession) send(ctx context.Context, l letter) error {
	opts := &smtp.MailOptions{Size: int64(len(l.raw))}
	if l.utf8 {
		if opts.UTF8, _ = s.client.Extension("SMTPUTF8"); !opts.UTF8 && l.needUTF8 {
			return fmt.Errorf("%w: the address %s has letters outside ASCII, which the server %s does not take (no SMTPUTF8)", mail.ErrRefused, l.to, s.cfg.server.Addr())
		}
	}
	step := func(what string, f func() error, class func(*smtp.SMTPError) error) error {
		release := mail.GuardConn(ctx, s.conn, 2*s.cfg.server.Timeout) // the client's own deadline comes first
		if err := release(f()); err != nil {
			return fmt.Errorf("SMTP server %s: %s: %w", s.cfg.server.Addr(), what, classify(err, class))
		}
		return nil
	}
	fault := letterFault(l.to)
	if err := step("the sender was not accepted", func() error { return s.client.Mail(l.from, opts) }, senderFault); err != nil {
		return err
	}
	if err := step("the recipient was not accepted", func() error { return s.client.Rcpt(l.to, nil) }, fault); err != nil {
		return err
	}
	var data *smtp.DataCommand
	if err := step("the letter was not accepted", func() (err error) { data, err = s.client.Data(); return err }, fault); err != nil {
		return err
	}
	// RFC 5321 section 4.5.3.2.5: a time limit for each block, so that a slow
	// line is no failure and a stalled server is.
	for raw := l.raw; len(raw) > 0; {
		block := raw[:min(len(raw), 16<<10)]
		raw = raw[len(block):]
		if err := step("the letter broke off", func() error { _, err := data.Write(block); return err }, fault); err != nil {
			return err
		}
	}
	return s.end(ctx, data, l)
}

// end says the final dot and waits for the answer, which takes the letter. The end
// of ctx does not end that at once: see mail.Linger.
func (s *courierSession) end(ctx context.Context, data *smtp.DataCommand, l letter) error {
	limit := s.cfg.answer(l.unheard)
	s.client.SubmissionTimeout = limit
	wait, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		timer := time.AfterFunc(s.cfg.linger, cancel)
		context.AfterFunc(wait, func() { timer.Stop() })
	})()
	release := mail.GuardConn(wait, s.conn, limit+s.cfg.server.Timeout) // the client's own deadline comes first
	err := release(data.Close())
	if err == nil {
		return nil
	}
	if _, answered := errors.AsType[*smtp.SMTPError](err); !answered {
		err = fmt.Errorf("%w: %w", mail.ErrUnheard, err)
	}
	return errDotted{fmt.Errorf("SMTP server %s: the letter was not taken: %w", s.cfg.server.Addr(), classify(err, textFault(l.to)))}
}

// answerWithin is how long the server may take to answer the final dot. RFC 5321
// section 4.5.3.2.6 gives it ten minutes, because who gives up sooner makes copies;
// but behind a server that hangs all letters would wait for as long. So a letter
// gets one answer's time at first, and those minutes if that was too short: beside
// others, by who gives us letters (server.Places).
func answerWithin(timeout time.Duration, unheard int) time.Duration {
	return timeout * []time.Duration{1, 5, 10}[min(max(unheard, 0), 2)]
}

// hangUp says good-bye if there is time for it, and closes the connection.
func (s *courierSession) hangUp(ctx context.Context, polite bool) {
	if polite {
		release := mail.GuardConn(ctx, s.conn, min(s.cfg.server.Timeout, 2*time.Second))
		_ = release(s.client.Quit()) // whether the server heard it makes no difference
	}
	s.conn.Close()
}
