package mail

import (
	"context"
	"errors"
	"net"
	"time"
)

var errSilent = errors.New("the server did not answer in time")

// IsSilence reports whether an error says that the server did not answer.
func IsSilence(err error) bool { return errors.Is(err, errSilent) }

// GuardConn hangs up when the context ends or the time is over: the clients of IMAP
// and SMTP have no contexts, and not everywhere a deadline. conn is the
// connection below TLS. The returned function ends the guard, and says why if the
// guard hung up.
func GuardConn(ctx context.Context, conn net.Conn, limit time.Duration) (release func(error) error) {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, errSilent)
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	return func(err error) error {
		stop()
		if err != nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		cancel()
		return err
	}
}
