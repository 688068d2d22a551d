// Package sqlstate reads what errors of databases mean for who asked: SQLite's, and a
// PostgreSQL server's
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).
package sqlstate

import (
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// Code is the SQLSTATE of an error of the server's; "" if it is none.
func Code(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code
	}
	return ""
}

// Busy reports that somebody else was there first, and nothing of ours was done
// (https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html).
func Busy(err error) bool {
	switch Code(err) {
	case "40001", "40P01", "55P03": // serialization_failure, deadlock_detected, lock_not_available
		return true
	}
	return false
}

// Away reports that no server can be reached that does what it should, which one that
// takes its place may do at any moment.
func Away(err error) bool {
	if code := Code(err); code != "" {
		return code == "25006" || strings.HasPrefix(code, "57P") || strings.HasPrefix(code, "08")
	}
	_, unreached := errors.AsType[*pgconn.ConnectError](err)
	return unreached
}

// Transient reports that the server or the way to it is in trouble, and will not always be.
func Transient(err error) bool {
	if code := Code(err); code != "" {
		switch {
		case code == "25006", code == "25P03", code == "57014": // a standby; idle for too long; cancelled
			return true
		case strings.HasPrefix(code, "57P"): // it is stopped, starts or has crashed
			return true
		}
		switch code[:2] {
		case "08", "40", "53", "55", "58": // connection, rollback, resources, not ready, system
			return true
		}
		return false
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	for _, lost := range []error{driver.ErrBadConn, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed} {
		if errors.Is(err, lost) {
			return true
		}
	}
	return pgconn.SafeToRetry(err)
}
