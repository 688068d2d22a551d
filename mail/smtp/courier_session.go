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

// courierSession is one connection, after EHLO, TLS and the login.
type courierSession struct {
	cfg    *CourierConfig
	conn   net.Conn // below TLS; closing it ends any command
	client *smtp.Client
	born   time.Time
}

// dial opens a session.
func dial(ctx context.Context, cfg *CourierConfig) (*courierSession, error) {
	if cfg.User == "" {
		return dialWith(ctx, cfg, "")
	}
	what := "the login at the SMTP server " + cfg.server.Addr()
	return mail.Login(ctx, cfg.Tokens, what,
		func(token string) (*courierSession, error) { return dialWith(ctx, cfg, token) })
}

// dialWith is dial with an access token, or with the password if it is empty. All of it
// may take as long as three answers.
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
		return fail("no login",
			fmt.Errorf("%w: it offers neither AUTH PLAIN nor AUTH LOGIN, and a user is configured", mail.ErrAccount))
	}
	if err := s.client.Auth(auth); err != nil {
		return fail("the login of "+cfg.User+" failed", hide(classify(err, ourFault), cfg.Password))
	}
	return nil
}

// startTLS itself does the dialogue before TLS, because go-smtp sends "EHLO localhost"
// there, which some servers refuse. It returns an encrypted connection that begins with
// the greeting once more, which the client expects.
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
	// RFC 3207 section 6, CVE-2011-0411: what was sent in the clear must not count as
	// sent under TLS.
	if r.Buffered() > 0 {
		return nil, errors.New("the server went on in the clear")
	}
	encrypted, err := cfg.server.Encrypt(ctx, conn)
	if err != nil {
		return nil, err
	}
	return &greeted{Conn: encrypted, greeting: bytes.NewReader([]byte("220 ready\r\n"))}, nil
}

// greeted is a connection whose input starts with a given line.
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

// errDotted marks a failure after the final dot was sent. Without an answer by the server
// it wraps mail.ErrUnanswered.
type errDotted struct{ error }

func (e errDotted) Unwrap() error { return e.error }

// send sends one message.
func (s *courierSession) send(ctx context.Context, m message) error {
	opts := &smtp.MailOptions{Size: int64(len(m.raw))}
	if m.utf8 {
		if opts.UTF8, _ = s.client.Extension("SMTPUTF8"); !opts.UTF8 && m.needUTF8 {
			return fmt.Errorf(
				"%w: the address %s has characters outside ASCII, which the server %s does not accept (no SMTPUTF8)",
				mail.ErrRefused, m.to, s.cfg.server.Addr())
		}
	}
	step := func(what string, f func() error, class func(*smtp.SMTPError) error) error {
		release := mail.GuardConn(ctx, s.conn, 2*s.cfg.server.Timeout) // the client's own deadline comes first
		if err := release(f()); err != nil {
			return fmt.Errorf("SMTP server %s: %s: %w", s.cfg.server.Addr(), what, classify(err, class))
		}
		return nil
	}
	fault := messageFault(m.to)
	if err := step("the sender was not accepted", func() error { return s.client.Mail(m.from, opts) },
		senderFault); err != nil {
		return err
	}
	if err := step("the recipient was not accepted", func() error { return s.client.Rcpt(m.to, nil) },
		recipientFault(m.to)); err != nil {
		return s.blame(ctx, m, err)
	}
	var data *smtp.DataCommand
	if err := step("the message was not accepted", func() (err error) { data, err = s.client.Data(); return err },
		fault); err != nil {
		return err
	}
	// RFC 5321 section 4.5.3.2.5: a time limit for each block, so that a stalled server
	// is a failure and a slow line is not.
	for raw := m.raw; len(raw) > 0; {
		block := raw[:min(len(raw), 16<<10)]
		raw = raw[len(block):]
		if err := step("the message broke off", func() error { _, err := data.Write(block); return err },
			fault); err != nil {
			return err
		}
	}
	return s.end(ctx, data, m)
}

// blame decides an answer to RCPT that may be about the recipient or about our account
// (mail.ErrPolicy): if the server accepts our own return path as a recipient, from the same
// sender, the account is not at fault. That relaying is denied is about the account
// whatever the answer to this, since our own address is most often local there.
func (s *courierSession) blame(ctx context.Context, m message, err error) error {
	refusal, ok := errors.AsType[*smtp.SMTPError](err)
	if !ok || !errors.Is(err, mail.ErrPolicy) || refusal.Code == 421 || refusal.Code == 454 || m.from == "" ||
		strings.Contains(withoutAddress(refusal.Message, m.to), "relay") {
		return err
	}
	release := mail.GuardConn(ctx, s.conn, 2*s.cfg.server.Timeout)
	probe := s.client.Reset()
	if probe == nil {
		probe = s.client.Mail(m.from, nil)
	}
	if probe == nil {
		probe = s.client.Rcpt(m.from, nil)
	}
	if release(probe) != nil {
		return err
	}
	class := mail.ErrDeferred
	if refusal.Code/100 == 5 {
		class = mail.ErrRefused
	}
	return fmt.Errorf("SMTP server %s: the recipient was not accepted: %w", s.cfg.server.Addr(),
		classify(refusal, func(*smtp.SMTPError) error { return class }))
}

// end sends the final dot and waits for the answer. The end of ctx does not end the wait
// at once; see mail.Linger.
func (s *courierSession) end(ctx context.Context, data *smtp.DataCommand, m message) error {
	limit := s.cfg.answer(m.unheard)
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
		err = fmt.Errorf("%w: %w", mail.ErrUnanswered, err)
	}
	return errDotted{fmt.Errorf("SMTP server %s: the message was not taken: %w", s.cfg.server.Addr(),
		classify(err, textFault(m.to)))}
}

// answerWithin is how long the server may take to answer the final dot. RFC 5321 section
// 4.5.3.2.6 allows ten minutes, because a client that gives up sooner creates duplicates;
// but all messages would wait that long for a server that hangs. So a message gets the
// time of one answer at first, and the full time if that was too short; the caller then
// sends others beside it (server.MaxInFlight).
func answerWithin(timeout time.Duration, unheard int) time.Duration {
	return timeout * []time.Duration{1, 5, 10}[min(max(unheard, 0), 2)]
}

// hangUp closes the connection, after a QUIT if polite.
func (s *courierSession) hangUp(ctx context.Context, polite bool) {
	if polite {
		release := mail.GuardConn(ctx, s.conn, min(s.cfg.server.Timeout, 2*time.Second))
		_ = release(s.client.Quit()) // a failure makes no difference
	}
	s.conn.Close()
}

// authenticateBearer logs in with an access token (RFC 7628).
func (s *courierSession) authenticateBearer(token string) error {
	what := "the login of " + s.cfg.User + " by OAuth 2 failed"
	for _, mech := range mail.BearerMechanisms() {
		if !s.client.SupportsAuth(mech) {
			continue
		}
		login := &mail.BearerLogin{Mechanism: mech, User: s.cfg.User, Token: token}
		err := s.client.Auth(login)
		if err == nil {
			return nil
		}
		if refusal, ok := errors.AsType[*smtp.SMTPError](err); ok && login.Refusal != "" {
			// The challenge says more than the answer's own words.
			refusal.Message += " (" + mech + ": " + login.Refusal + ")"
		}
		err = fmt.Errorf("%s: %w", what, hide(classify(err, ourFault), token))
		if errors.Is(err, mail.ErrAccount) {
			return &mail.TokenRefusedError{Err: err}
		}
		return err
	}
	return fmt.Errorf("%s: %w: the server offers no login by OAuth 2 on this connection (%s); use a password there",
		what, mail.ErrAccount, strings.Join(mail.BearerMechanisms(), ", "))
}
