package smtp

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"strings"
)

// LMTPConfig says where to listen, and for whom.
type LMTPConfig struct {
	// ListenLMTP is "unix:" and the path of a socket, or a port of this machine such as
	// "127.0.0.1:24".
	Listen string
	// Mode is the permissions of the socket: who may write to it hands over mail.
	Mode fs.FileMode
	// Domain is what the greeting names.
	Domain string
	// Ours reports whether mail to an address is ours.
	Ours func(address string) bool
	// MaxSize is how many octets of a mail are taken; of larger mails the header is
	// all. 0: 1 MiB.
	MaxSize int64
	Log     *slog.Logger
}

// socketPrefix begins the name of a socket.
const socketPrefix = "unix:"

// CheckLMTPListen says what is wrong with where to listen.
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
		return fmt.Errorf("%q is not on this machine alone, and LMTP has no login; use unix:PATH or 127.0.0.1:PORT", listen)
	}
	return nil
}

func (c LMTPConfig) network() (network, address string) {
	if path, ok := strings.CutPrefix(c.Listen, socketPrefix); ok {
		return "unix", path
	}
	return "tcp", c.Listen
}
