package smtp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/emersion/go-smtp"
	"golang.org/x/net/netutil"

	"turnpost/mail"
)

const (
	// maxConnections is how many connections are served at once; more wait.
	maxConnections = 20
	// maxRecipients limits the recipients of one message. All of ours are one mailbox.
	maxRecipients = 100
	// maxSilence is how long a client may be silent: ours is on this machine, and 20 silent ones
	// keep all others out. maxMessage is how long one message may take, from the last one or
	// from the connection.
	maxSilence = 30 * time.Second
	maxMessage = 2 * time.Minute
	// ending is how long handing over a message may go on when we stop.
	ending = 5 * time.Second
)

// KeepFunc stores messages, and returns nil when they are safe; see mail.Inbox.
type KeepFunc func(context.Context, ...mail.ArrivedMail) error

// LMTPListener listens from ListenLMTP on, and takes mail while Serve runs.
type LMTPListener struct {
	cfg      LMTPConfig
	listener net.Listener
}

// ListenLMTP opens the socket or the port. It replaces a socket that nobody listens on any
// more. Clients that connect wait until Serve is called.
func ListenLMTP(cfg LMTPConfig) (*LMTPListener, error) {
	if err := CheckLMTPListen(cfg.Listen); err != nil {
		return nil, fmt.Errorf("lmtp: %w", err)
	}
	if cfg.MaxSize <= 0 {
		cfg.MaxSize = 1 << 20
	}
	if cfg.MaxIdle <= 0 {
		cfg.MaxIdle = maxSilence
	}
	if cfg.MaxMessage <= 0 {
		cfg.MaxMessage = maxMessage
	}
	network, address := cfg.network()
	if network == "unix" {
		if err := clear(address); err != nil {
			return nil, fmt.Errorf("lmtp: %w", err)
		}
	}
	l, err := net.Listen(network, address)
	if err != nil {
		return nil, fmt.Errorf("lmtp: %w", err)
	}
	if network == "unix" {
		if err := os.Chmod(address, cfg.Mode); err != nil {
			return nil, errors.Join(fmt.Errorf("lmtp: %w", err), l.Close())
		}
	}
	l = limitedListener{netutil.LimitListener(l, maxConnections), cfg.MaxIdle, cfg.MaxMessage}
	return &LMTPListener{cfg: cfg, listener: l}, nil
}

// clear removes a socket that a dead process left behind.
func clear(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode().Type() != fs.ModeSocket {
		return fmt.Errorf("%s exists and is no socket", path)
	}
	if c, err := net.DialTimeout("unix", path, time.Second); err == nil {
		return errors.Join(fmt.Errorf("another server listens at %s", path), c.Close())
	}
	return os.Remove(path)
}

// Addr returns the address it listens on.
func (l *LMTPListener) Addr() net.Addr { return l.listener.Addr() }

// Close closes a listener that is not served.
func (l *LMTPListener) Close() error { return l.listener.Close() }

// Serve takes mail until ctx is done, and passes it to keep. It returns an error only if
// the listener fails.
func (l *LMTPListener) Serve(ctx context.Context, keep KeepFunc) error {
	s := smtp.NewServer(&backend{listener: l, keep: keep, ctx: ctx})
	s.LMTP, s.Domain = true, l.cfg.Domain
	// A limitedConn limits lines and times of reading.
	s.MaxRecipients, s.MaxLineLength, s.WriteTimeout = maxRecipients, 0, l.cfg.MaxIdle
	s.EnableSMTPUTF8, s.EnableBINARYMIME = true, true
	s.ErrorLog = slog.NewLogLogger(l.cfg.Log.Handler(), slog.LevelDebug)
	defer context.AfterFunc(ctx, func() { l.listener.Close() })()
	err := s.Serve(l.listener)
	if ctx.Err() != nil {
		// Only now that no connection is accepted: Shutdown must not run while the server
		// still counts new ones.
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), ending)
		defer cancel()
		_ = s.Shutdown(last) // what goes on after that ends with the program
		return nil
	}
	return fmt.Errorf("lmtp at %s: %w", l.Addr(), err)
}

// LMTPConfig describes where to listen, and for which addresses.
type LMTPConfig struct {
	// Listen is "unix:" and the path of a socket, or a port of this machine such as
	// "127.0.0.1:24".
	Listen string
	// Mode is the permissions of the socket: whoever may write to it can hand over mail.
	Mode fs.FileMode
	// Domain is our name in the greeting.
	Domain string
	// Ours reports whether an address is one of ours.
	Ours func(address string) bool
	// MaxSize is how many octets of a message are taken; of a larger message only the
	// header is. 0: 1 MiB.
	MaxSize int64
	// MaxIdle is how long a client may be silent (0: 30 s), and MaxMessage how long it may take
	// for one message (0: 2 min). Then the connection is closed.
	MaxIdle, MaxMessage time.Duration
	Log                 *slog.Logger
}

// socketPrefix begins LMTPConfig.Listen for a socket.
const socketPrefix = "unix:"

// CheckLMTPListen reports what is wrong with a value of LMTPConfig.Listen.
func CheckLMTPListen(listen string) error {
	if path, ok := strings.CutPrefix(listen, socketPrefix); ok {
		if path == "" {
			return errors.New("the socket has no path")
		}
		return nil
	}
	host, _, err := net.SplitHostPort(listen)
	if err != nil {
		return fmt.Errorf("%q is neither unix:PATH nor HOST:PORT", listen)
	}
	if ip, err := netip.ParseAddr(host); (err != nil || !ip.IsLoopback()) && !strings.EqualFold(host, "localhost") {
		return fmt.Errorf(
			"%q can be reached from other machines, and LMTP has no login; use unix:PATH or 127.0.0.1:PORT", listen)
	}
	return nil
}

func (c LMTPConfig) network() (network, address string) {
	if path, ok := strings.CutPrefix(c.Listen, socketPrefix); ok {
		return "unix", path
	}
	return "tcp", c.Listen
}

// LMTPMailbox is the mail.ArrivedMail.Mailbox of messages that arrive by LMTP.
const LMTPMailbox = "lmtp"

// backend makes a session for each connection.
type backend struct {
	listener *LMTPListener
	keep     KeepFunc
	ctx      context.Context // of Serve; go-smtp has none
}

func (b *backend) NewSession(c *smtp.Conn) (smtp.Session, error) {
	return &lmtpSession{backend: b, conn: c.Conn().(*limitedConn)}, nil
}

// lmtpSession is one connection, on which messages arrive one after the other.
type lmtpSession struct {
	*backend
	conn *limitedConn
	from atomic.Value // a string; go-smtp calls Reset while Data reads a BDAT that breaks off
}

func (s *lmtpSession) Reset()        { s.from.Store("") }
func (s *lmtpSession) Logout() error { return nil }

func (s *lmtpSession) Mail(from string, _ *smtp.MailOptions) error {
	s.from.Store(from)
	return nil
}

func (s *lmtpSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	if !s.listener.cfg.Ours(to) {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such mailbox here"}
	}
	return nil
}

var _ smtp.LMTPSession = (*lmtpSession)(nil)

// LMTPData is Data. It is here because go-smtp (0.25.1), without it, reads the recipients of a BDAT
// that breaks off while it forgets them.
func (s *lmtpSession) LMTPData(r io.Reader, _ smtp.StatusCollector) error { return s.Data(r) }

// Data takes the message. All recipients are one mailbox and get the same answer.
func (s *lmtpSession) Data(r io.Reader) error {
	var a mail.ArrivedMail
	err := s.conn.take(func() (err error) { a, err = s.read(r); return err })
	if err != nil {
		return err // the connection broke off; nobody reads this answer
	}
	err = s.keep(context.WithoutCancel(s.ctx), a)
	if _, ok := errors.AsType[*mail.LeftOutError](err); ok { // whoever stores it tells the operator once
		return &smtp.SMTPError{Code: 452, EnhancedCode: smtp.EnhancedCode{4, 3, 1},
			Message: "There is no room for mail that nothing proves; try again later"}
	}
	if err != nil {
		s.listener.cfg.Log.Warn("a message could not be stored; its server will try again", "error", err)
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0},
			Message: "It cannot be stored now; try again later"}
	}
	return nil
}

// read makes an arrival of the message.
func (s *lmtpSession) read(r io.Reader) (mail.ArrivedMail, error) {
	a, err := ReadArrival(r, s.listener.cfg.MaxSize)
	from, _ := s.from.Load().(string)
	a.Raw = append(returnPath(from), a.Raw...)
	return a, err
}

// ReadArrival reads a message to its end. A message with more octets than most loses its
// attachments, or all but its header: see [mail.AttachmentStripper]. The cursor is the digest of the
// content, so that the same message, handed over again, is the same arrival.
func ReadArrival(r io.Reader, most int64) (mail.ArrivedMail, error) {
	digest := sha256.New()
	r = io.TeeReader(r, digest)
	slim := mail.NewAttachmentStripper(most)
	if _, err := io.Copy(slim, r); err != nil {
		return mail.ArrivedMail{}, err
	}
	a := slim.Arrival()
	a.Mailbox, a.Cursor = LMTPMailbox, hex.EncodeToString(digest.Sum(nil))
	return a, nil
}

// returnPath returns the field that the last server adds (RFC 5321, 4.4). An address with
// a line break cannot come over the wire, and is not written.
func returnPath(from string) []byte {
	if strings.ContainsAny(from, "\r\n") {
		return nil
	}
	return fmt.Appendf(nil, "Return-Path: <%s>\r\n", from)
}

// PushedInbox is the mail.Inbox of a server that gets its mail by LMTP. It is always
// empty; a daemon that holds its leadership can take mail, so that the clocks of games
// run.
type PushedInbox struct{}

var _ mail.Inbox = PushedInbox{}

// Name returns the same name for all daemons of a database: any of them takes mail.
func (PushedInbox) Name() string { return LMTPMailbox }

// Collect finds nothing.
func (PushedInbox) Collect(context.Context, func(context.Context, ...mail.ArrivedMail) error) (int, error) {
	return 0, nil
}

// Wait returns after ten seconds, like a mailbox that is polled.
func (PushedInbox) Wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(10 * time.Second):
		return nil
	}
}

// Close does nothing.
func (PushedInbox) Close() error { return nil }
