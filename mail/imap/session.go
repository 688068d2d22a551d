package imap

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"

	"turnpost/mail"
)

// keyword marks filed messages where there is no MOVE.
const keyword imap.Flag = "TurnpostDone"

// session is one connection with the mailbox open.
type session struct {
	cfg    *Config
	conn   net.Conn // below TLS; closing it ends any command
	client *imapclient.Client
	news   chan struct{} // has a value when mail may have come

	broken     bool
	notified   bool      // the last wait ended with news
	quiet      bool      // and the one before this call did not
	unsearched bool      // the server refused a search for \Deleted
	spoke      time.Time // when the server last did what it was asked
	tidied     time.Time // when tidy last ran
	validity   uint32
	idle       bool
	move       bool      // file by moving to done
	done       string    // the folder for filed messages, as the server writes it
	mark       imap.Flag // marks a filed message that is not moved; the search leaves it out

	prefix     string // of the names of our own mailboxes
	delim      rune   // between the parts of their names
	markPrefix string
	looked     time.Time // when the marks of the mailbox were last listed
}

// do runs one command. Only a refusal by the server leaves the connection usable: after
// any other failure it is unknown which command the next answer belongs to.
func (s *session) do(ctx context.Context, f func() error) error {
	release := mail.GuardConn(ctx, s.conn, s.cfg.server.Timeout) // the client has neither contexts nor time limits
	err := release(f())
	if err != nil {
		if _, refused := errors.AsType[*imap.Error](err); !refused {
			s.broken = true
			s.conn.Close()
		}
		return err
	}
	s.spoke = time.Now()
	return nil
}

// alive reports whether the connection is up, as far as is known without asking.
func (s *session) alive() bool {
	if s.broken {
		return false
	}
	select {
	case <-s.client.Closed():
		return false
	default:
		return true
	}
}

// close closes the connection and waits for the reader to end.
func (s *session) close() {
	s.conn.Close()
	s.client.Close()
}

// logout logs out, for at most two seconds, and closes.
func (s *session) logout() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	_ = s.do(ctx, func() error { return s.client.Logout().Wait() })
	s.close()
}

// open dials, logs in and opens the mailbox.
func open(ctx context.Context, cfg *Config) (*session, error) {
	return mail.Login(ctx, cfg.Tokens, "the login",
		func(token string) (*session, error) { return openWith(ctx, cfg, token) })
}

// openWith is open with an access token, or with the password if it is empty.
func openWith(ctx context.Context, cfg *Config, token string) (*session, error) {
	s, err := dial(ctx, cfg)
	if err != nil {
		return nil, err
	}
	login := s.login
	if token != "" {
		login = func(ctx context.Context) error { return s.authenticateBearer(ctx, token) }
	}
	for _, step := range []func(context.Context) error{login, s.selectMailbox, s.findNames, s.findDone} {
		if err := step(ctx); err != nil {
			s.close()
			return nil, err
		}
	}
	return s, nil
}

// dial connects and reads the server's greeting.
func dial(ctx context.Context, cfg *Config) (*session, error) {
	conn, err := cfg.server.Dial(ctx)
	if err != nil {
		return nil, fmt.Errorf("cannot connect: %w", err)
	}
	s := &session{cfg: cfg, conn: conn, news: make(chan struct{}, 1), quiet: true}
	if err := s.greet(ctx); err != nil {
		s.conn.Close()
		if s.client != nil {
			s.close()
		}
		return nil, err
	}
	return s, nil
}

func (s *session) greet(ctx context.Context) error {
	opts := &imapclient.Options{
		TLSConfig: s.cfg.server.TLSConfig(),
		// The handler runs in the reader: it must neither block nor send commands.
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{
			Mailbox: func(data *imapclient.UnilateralDataMailbox) {
				if data.NumMessages != nil {
					select {
					case s.news <- struct{}{}:
					default:
					}
				}
			},
		},
	}
	return s.do(ctx, func() error {
		switch s.cfg.server.TLS {
		case mail.Plain:
			if err := mail.CheckPlainConn(s.conn); err != nil {
				return err
			}
			s.client = imapclient.New(s.conn, opts)
		case mail.STARTTLS:
			client, err := imapclient.NewStartTLS(s.conn, opts)
			if err != nil {
				return fmt.Errorf("no STARTTLS: %w", err)
			}
			s.client = client
		default:
			encrypted, err := s.cfg.server.Encrypt(ctx, s.conn)
			if err != nil {
				return fmt.Errorf("no TLS: %w", err)
			}
			s.client = imapclient.New(encrypted, opts)
		}
		return s.client.WaitGreeting()
	})
}

func (s *session) login(ctx context.Context) error {
	cfg := s.cfg
	err := s.do(ctx, func() error {
		caps := s.client.Caps()
		switch {
		case s.client.State() != imap.ConnStateNotAuthenticated:
			return nil // PREAUTH
		case caps.Has(imap.AuthCap(sasl.Plain)):
			return s.client.Authenticate(sasl.NewPlainClient("", cfg.User, cfg.Password))
		case caps.Has(imap.CapLoginDisabled):
			return fmt.Errorf(
				"%w: the server takes no password on this connection; with mode %s, another mode may help",
				mail.ErrAccount, cfg.server.TLS)
		}
		return s.client.Login(cfg.User, cfg.Password).Wait()
	})
	if err == nil {
		return nil
	}
	if refusal, ok := errors.AsType[*imap.Error](err); ok && permanent(refusal) {
		return fmt.Errorf("%w: the login of %s is refused: the server said %q", mail.ErrAccount, cfg.User, refusal.Text)
	}
	if errors.Is(err, mail.ErrAccount) || ctx.Err() != nil {
		return err
	}
	return fmt.Errorf("the login of %s failed: %s", cfg.User, mail.HideSecret(err.Error(), cfg.Password))
}

// permanent reports whether waiting does not help against a refusal. RFC 9051 section 7.1
// lists those that are temporary.
func permanent(e *imap.Error) bool {
	if e.Type == imap.StatusResponseTypeBye {
		return false
	}
	switch e.Code {
	case imap.ResponseCodeUnavailable, imap.ResponseCodeInUse, imap.ResponseCodeLimit, imap.ResponseCodeServerBug:
		return false
	}
	return true
}

func (s *session) selectMailbox(ctx context.Context) error {
	var data *imap.SelectData
	err := s.do(ctx, func() (err error) {
		data, err = s.client.Select(s.cfg.Mailbox, nil).Wait()
		return err
	})
	if refusal, ok := errors.AsType[*imap.Error](err); ok && permanent(refusal) {
		return fmt.Errorf("%w: the mailbox %s of %s cannot be opened: the server said %q", mail.ErrAccount,
			s.cfg.Mailbox, s.cfg.User, refusal.Text)
	} else if err != nil {
		return fmt.Errorf("the mailbox %s cannot be opened: %w", s.cfg.Mailbox, err)
	}
	s.validity = data.UIDValidity
	caps := s.client.Caps()
	s.idle = caps.Has(imap.CapIdle)
	s.move = caps.Has(imap.CapMove)
	// RFC 9051 section 7.1: without PERMANENTFLAGS all flags can be set.
	flags := data.PermanentFlags
	switch {
	case slices.Contains(flags, imap.FlagWildcard):
		s.mark = keyword
	case s.move || len(flags) == 0 || slices.Contains(flags, imap.FlagSeen):
		s.mark = imap.FlagSeen
	default:
		return fmt.Errorf("%w: the mailbox %s of %s is read-only, so that messages cannot be filed", mail.ErrAccount,
			s.cfg.Mailbox, s.cfg.User)
	}
	return nil
}

// findNames finds how the names of mailboxes are written.
func (s *session) findNames(ctx context.Context) error {
	err := s.do(ctx, func() (err error) {
		s.prefix, s.delim, err = s.namespace()
		return err
	})
	if err != nil {
		return fmt.Errorf("the names of mailboxes cannot be looked up: %w", err)
	}
	return nil
}

// findDone creates the folder for filed messages, in the server's own spelling.
func (s *session) findDone(ctx context.Context) error {
	if !s.move {
		return nil
	}
	err := s.do(ctx, func() error {
		s.done = spell(s.cfg.FiledFolder, s.prefix, s.delim)
		list, err := s.client.List("", s.done, nil).Collect()
		if err != nil {
			return err
		}
		if slices.ContainsFunc(list, func(d *imap.ListData) bool {
			return d.Mailbox == s.done && !slices.Contains(d.Attrs, imap.MailboxAttrNonExistent) &&
				!slices.Contains(d.Attrs, imap.MailboxAttrNoSelect)
		}) {
			return nil
		}
		return s.create()
	})
	if refusal, ok := errors.AsType[*imap.Error](err); ok {
		// Messages can be marked instead.
		s.cfg.Log.Warn(
			"the IMAP server refuses to create the folder for filed messages; they are marked and stay where they are",
			"mailbox", s.done, "answer", refusal.Text)
		s.move = false
		return nil
	} else if err != nil {
		return fmt.Errorf("the mailbox %s cannot be looked up: %w", s.cfg.FiledFolder, err)
	}
	return nil
}

func (s *session) create() error {
	err := s.client.Create(s.done, nil).Wait()
	if refusal, ok := errors.AsType[*imap.Error](err); ok && refusal.Code == imap.ResponseCodeAlreadyExists {
		return nil
	} else if err != nil {
		return err
	}
	// So that mail programs show it; a refusal does no harm.
	err = s.client.Subscribe(s.done).Wait()
	if _, refused := errors.AsType[*imap.Error](err); refused {
		return nil
	}
	return err
}

// namespace returns the prefix of our own mailboxes and the delimiter between the parts
// of their names (RFC 2342); without NAMESPACE, what LIST says about the root.
func (s *session) namespace() (prefix string, delim rune, err error) {
	if s.client.Caps().Has(imap.CapNamespace) {
		ns, err := s.client.Namespace().Wait()
		if err != nil {
			return "", 0, err
		}
		if len(ns.Personal) > 0 {
			return ns.Personal[0].Prefix, ns.Personal[0].Delim, nil
		}
	}
	list, err := s.client.List("", "", nil).Collect()
	if err != nil || len(list) == 0 {
		return "", 0, err
	}
	return "", list[0].Delim, nil
}

// spell writes a mailbox's name as the server does. A server without a hierarchy gets one
// flat name.
func spell(name, prefix string, delim rune) string {
	sep := "-"
	if delim != 0 {
		sep = string(delim)
	}
	name = strings.ReplaceAll(name, "/", sep)
	if !strings.HasPrefix(name, prefix) {
		name = prefix + name
	}
	return name
}

// bearer adapts mail.BearerLogin to IMAP. The client library writes an empty answer to a
// challenge as "=", at which Dovecot closes the connection; the content of the answer to
// a refusal does not matter.
type bearer struct{ *mail.BearerLogin }

func (b bearer) Next(challenge []byte) ([]byte, error) {
	answer, err := b.BearerLogin.Next(challenge)
	if len(answer) == 0 {
		answer = []byte{0x01}
	}
	return answer, err
}

// authenticateBearer logs in with an access token (RFC 7628).
func (s *session) authenticateBearer(ctx context.Context, token string) error {
	cfg := s.cfg
	var login bearer
	err := s.do(ctx, func() error {
		if s.client.State() != imap.ConnStateNotAuthenticated {
			return nil // PREAUTH
		}
		caps := s.client.Caps()
		for _, mech := range mail.BearerMechanisms() {
			if caps.Has(imap.AuthCap(mech)) {
				login = bearer{&mail.BearerLogin{Mechanism: mech, User: cfg.User, Token: token}}
				return s.client.Authenticate(login)
			}
		}
		return fmt.Errorf("%w: the server offers no login by OAuth 2 on this connection (%s); use a password there",
			mail.ErrAccount, strings.Join(mail.BearerMechanisms(), ", "))
	})
	if err == nil {
		return nil
	}
	if answer, ok := errors.AsType[*imap.Error](err); ok && permanent(answer) {
		said := answer.Text
		if login.Refusal != "" {
			said += " (" + login.Mechanism + ": " + login.Refusal + ")"
		}
		return &mail.TokenRefusedError{
			Err: fmt.Errorf("%w: the login of %s by OAuth 2 is refused: the server said %q", mail.ErrAccount,
				cfg.User, mail.HideSecret(said, token))}
	}
	if errors.Is(err, mail.ErrAccount) || ctx.Err() != nil {
		return err
	}
	return fmt.Errorf("the login of %s by OAuth 2 failed: %s", cfg.User, mail.HideSecret(err.Error(), token))
}
