package smtp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"time"

	"github.com/emersion/go-smtp"
	"golang.org/x/net/netutil"

	"turnpost/mail"
)

const (
	// maxConnections is how many servers, or deliveries of one, hand over mail at a
	// time; more wait.
	maxConnections = 20
	// maxRecipients of one mail. All of ours are one mailbox.
	maxRecipients = 100
	// maxLine is more than any server sends: RFC 5321 has 1,000 octets.
	maxLine = 1 << 16
	// patience is RFC 5321's, 4.5.3.2, for a server that is silent.
	patience = 5 * time.Minute
	// ending is how long a mail that is being handed over has when we stop.
	ending = 5 * time.Second
)

// Keep takes mails, and returns nil when they are safe; see mail.Inbox.
type Keep func(context.Context, ...mail.Arrival) error

// LMTPListener is a server that listens, and takes mail once it is served.
type LMTPListener struct {
	cfg      LMTPConfig
	listener net.Listener
}

// ListenLMTP opens the socket or the port. A socket that nobody listens to any more is
// replaced. What connects waits until Serve is called.
func ListenLMTP(cfg LMTPConfig) (*LMTPListener, error) {
	if err := CheckLMTPListen(cfg.Listen); err != nil {
		return nil, fmt.Errorf("lmtp: %w", err)
	}
	if cfg.MaxSize <= 0 {
		cfg.MaxSize = 1 << 20
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
	return &LMTPListener{cfg: cfg, listener: netutil.LimitListener(l, maxConnections)}, nil
}

// clear removes a socket that a dead process left.
func clear(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode().Type() != fs.ModeSocket {
		return fmt.Errorf("%s is there, and is no socket", path)
	}
	if c, err := net.DialTimeout("unix", path, time.Second); err == nil {
		return errors.Join(fmt.Errorf("another server listens at %s", path), c.Close())
	}
	return os.Remove(path)
}

// Addr is where it listens.
func (l *LMTPListener) Addr() net.Addr { return l.listener.Addr() }

// Close ends the listening of what is not served.
func (l *LMTPListener) Close() error { return l.listener.Close() }

// Serve takes mail until ctx is done. Its error is the listener's.
func (l *LMTPListener) Serve(ctx context.Context, keep Keep) error {
	s := smtp.NewServer(&backend{listener: l, keep: keep, ctx: ctx})
	s.LMTP, s.Domain = true, l.cfg.Domain
	s.MaxRecipients, s.MaxLineLength = maxRecipients, maxLine
	s.ReadTimeout, s.WriteTimeout = patience, patience
	s.EnableSMTPUTF8, s.EnableBINARYMIME = true, true
	s.ErrorLog = slog.NewLogLogger(l.cfg.Log.Handler(), slog.LevelDebug)
	defer context.AfterFunc(ctx, func() { l.listener.Close() })()
	err := s.Serve(l.listener)
	if ctx.Err() != nil {
		// Now that none is accepted any more: the server may not be waited for while it
		// still counts connections.
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), ending)
		defer cancel()
		_ = s.Shutdown(last) // what is not over by then ends with the program
		return nil
	}
	return fmt.Errorf("lmtp at %s: %w", l.Addr(), err)
}
