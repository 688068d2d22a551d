package db

import (
	"strings"
	"syscall"
)

// tcpUserTimeout is TCP_USER_TIMEOUT of tcp(7), which package syscall does not have.
const tcpUserTimeout = 0x12

// limitUnacknowledged lets a connection break when what was sent stays unacknowledged
// for Patience (RFC 5482), be it a statement or the question whether the other side
// lives.
func limitUnacknowledged(network, _ string, conn syscall.RawConn) error {
	if !strings.HasPrefix(network, "tcp") {
		return nil
	}
	var failed error
	if err := conn.Control(func(fd uintptr) {
		failed = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpUserTimeout, int(dialTimeout.Milliseconds()))
	}); err != nil {
		return err
	}
	return failed
}
