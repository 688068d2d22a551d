package db

import (
	"net"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// A connection knows for how long it may wait for a machine that says nothing.
func TestUnacknowledged(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	conn, err := dialWithin(dialTimeout)(t.Context(), "tcp", l.Addr().String())
	require.NoError(t, err)
	defer conn.Close()
	raw, err := conn.(*net.TCPConn).SyscallConn()
	require.NoError(t, err)
	limit := 0
	require.NoError(t, raw.Control(func(fd uintptr) {
		limit, err = syscall.GetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpUserTimeout)
	}))
	require.NoError(t, err)
	require.EqualValues(t, dialTimeout.Milliseconds(), limit)
}
