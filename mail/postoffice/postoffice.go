package postoffice

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	netmail "net/mail"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-smtp"
)

// The defaults of [Config].
const (
	Domain   = "demo.test"
	Password = "demo"
)

// Config holds the addresses and limits of a post office. The comments beside the fields name
// the defaults of zero values.
type Config struct {
	Domain   string // demo.test
	SMTPAddr string // 127.0.0.1:2525
	IMAPAddr string // 127.0.0.1:1143
	Password string // demo; everybody's

	MaxMessageBytes int64         // 32 MiB; one message
	MaxMailboxBytes int64         // 256 MiB; one INBOX
	MaxMailboxes    int           // 10000
	MaxRecipients   int           // 100; of one message
	Timeout         time.Duration // 5 minutes; for one SMTP command or message, RFC 5321 section 4.5.3.2

	Log *slog.Logger // none
}

func (c *Config) setDefaults() {
	def := func(s *string, v string) {
		if *s == "" {
			*s = v
		}
	}
	def(&c.Domain, Domain)
	def(&c.SMTPAddr, "127.0.0.1:2525")
	def(&c.IMAPAddr, "127.0.0.1:1143")
	def(&c.Password, Password)
	c.Domain = strings.ToLower(c.Domain)
	if c.MaxMessageBytes <= 0 {
		c.MaxMessageBytes = 32 << 20
	}
	if c.MaxMailboxBytes <= 0 {
		c.MaxMailboxBytes = 256 << 20
	}
	if c.MaxMailboxes <= 0 {
		c.MaxMailboxes = 10_000
	}
	if c.MaxRecipients <= 0 {
		c.MaxRecipients = 100
	}
	if c.Timeout <= 0 {
		c.Timeout = 5 * time.Minute
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
}

// Server is a running post office. Its methods may be called from any goroutine.
type Server struct {
	cfg  Config
	log  *slog.Logger
	id   string // a word that differs between starts, for Received
	base uint32 // what UIDVALIDITY counts from

	smtpListener, imapListener *listener
	smtpServer                 *smtp.Server
	imapServer                 *imapserver.Server
	serving                    sync.WaitGroup

	mu       sync.Mutex
	accounts map[string]*account
	messages uint64 // number of messages delivered
	closed   bool
}

// Start opens a post office. The caller closes it.
func Start(cfg Config) (*Server, error) {
	cfg.setDefaults()
	// UIDVALIDITY has 32 bits and must differ between any two starts. In hundredths of a
	// second the clock wraps after 497 days; the wait makes sure that no two starts of one
	// process use the same value.
	const tick = 10 * time.Millisecond
	time.Sleep(tick)
	now := time.Now()
	po := &Server{
		cfg:      cfg,
		log:      cfg.Log,
		id:       fmt.Sprintf("%x", now.UnixMilli()),
		base:     uint32(now.UnixMilli() / tick.Milliseconds()),
		accounts: make(map[string]*account),
	}

	var err error
	if po.smtpListener, err = listen(cfg.SMTPAddr); err != nil {
		return nil, fmt.Errorf("post office: SMTP: %w", err)
	}
	if po.imapListener, err = listen(cfg.IMAPAddr); err != nil {
		po.smtpListener.Close()
		return nil, fmt.Errorf("post office: IMAP: %w", err)
	}
	po.smtpServer = po.newSMTPServer()
	po.imapServer = po.newIMAPServer()
	po.serve("SMTP", po.smtpServer.Serve, po.smtpListener)
	po.serve("IMAP", po.imapServer.Serve, po.imapListener)
	return po, nil
}

func (po *Server) serve(name string, serve func(net.Listener) error, l net.Listener) {
	po.serving.Go(func() {
		if err := serve(l); err != nil && !errors.Is(err, net.ErrClosed) {
			po.log.Error("post office stopped serving", "protocol", name, "error", err)
		}
	})
}

// SMTPAddr returns the host:port of the SMTP server.
func (po *Server) SMTPAddr() string { return po.smtpListener.Addr().String() }

// IMAPAddr returns the host:port of the IMAP server.
func (po *Server) IMAPAddr() string { return po.imapListener.Addr().String() }

// Domain returns the one domain that the post office has mailboxes for.
func (po *Server) Domain() string { return po.cfg.Domain }

// Close closes all connections and discards all mail. A second call does nothing.
func (po *Server) Close() error {
	po.mu.Lock()
	closed := po.closed
	po.closed = true
	po.mu.Unlock()
	if closed {
		return nil
	}
	// First the listeners, so that the servers get no new connections; then the open ones.
	err := errors.Join(po.smtpListener.Close(), po.imapListener.Close())
	po.serving.Wait()
	_ = po.smtpServer.Close() // complains that its listener is closed already
	_ = po.imapServer.Close()
	po.smtpListener.hangUp()
	po.imapListener.hangUp()
	return err
}

// Deliver files a message as if a stranger had sent it, without vouching for it. It keeps a
// Return-Path in raw; without one, the return path is the address in From.
func (po *Server) Deliver(to string, raw []byte) error {
	m := split(raw)
	from, ok := m.returnPath()
	if !ok {
		if a, err := netmail.ParseAddress(m.first("From")); err == nil {
			from = a.Address
		}
	}
	return po.deliver(m, trace{from: from, helo: "localhost", peer: "127.0.0.1", protocol: "SMTP"}, to)
}

// deliver files one message for one person.
func (po *Server) deliver(m message, t trace, to string) error {
	acc, err := po.recipient(to)
	if err != nil {
		return err
	}
	po.mu.Lock()
	po.messages++
	t.id = fmt.Sprintf("%s.%d", po.id, po.messages)
	po.mu.Unlock()
	t.to, t.domain, t.at = to, po.cfg.Domain, time.Now()
	if err := acc.file(m.delivered(t), po.cfg.MaxMailboxBytes); err != nil {
		return err
	}
	po.log.Debug("message delivered", "id", t.id, "from", t.from, "to", to, "login", t.login)
	return nil
}

// account returns the mailbox of a local part, and creates it if needed.
func (po *Server) account(name string) (*account, error) {
	po.mu.Lock()
	defer po.mu.Unlock()
	if acc := po.accounts[name]; acc != nil {
		return acc, nil
	}
	if len(po.accounts) >= po.cfg.MaxMailboxes {
		return nil, fmt.Errorf("this post office has no more than %d mailboxes", po.cfg.MaxMailboxes)
	}
	acc, err := newAccount(name, po.base)
	if err != nil {
		return nil, err
	}
	po.accounts[name] = acc
	po.log.Debug("mailbox opened", "name", name)
	return acc, nil
}

// login returns the account of a user who knows the password. The name is a local part or
// the whole address.
func (po *Server) login(name, password string) (*account, error) {
	local, domain, whole := cutLast(name, "@")
	local, ok := ownerOf(local)
	if !ok || strings.Contains(name, "+") || whole && !strings.EqualFold(domain, po.cfg.Domain) ||
		password != po.cfg.Password {
		return nil, errLogin
	}
	return po.account(local)
}

var errLogin = errors.New("wrong name or password")

// cutLast is strings.Cut around the last sep.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// ownerOf returns the mailbox of a local part: without the tag after a plus, in lower case.
func ownerOf(local string) (string, bool) {
	local, _, _ = strings.Cut(strings.ToLower(local), "+")
	// RFC 5321 section 4.5.3.1.1 allows 64 octets.
	if local == "" || len(local) > 64 || strings.ContainsFunc(local, func(r rune) bool {
		return r <= ' ' || r == 0x7f || strings.ContainsRune(`@/\"<>(),:;[]`, r)
	}) {
		return "", false
	}
	return local, true
}

// quiet passes the servers' own log lines to slog. They may contain addresses, so all but
// panics are logged at debug level.
type quiet struct{ log *slog.Logger }

func (q quiet) Printf(format string, args ...any) {
	level := slog.LevelDebug
	if strings.HasPrefix(format, "panic") {
		level = slog.LevelError
	}
	q.log.Log(context.Background(), level, "post office: "+fmt.Sprintf(format, args...))
}

func (q quiet) Println(args ...any) { q.Printf("%s", fmt.Sprintln(args...)) }
