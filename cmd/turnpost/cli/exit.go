// Package cli gives errors the status with which the program ends.
//
// The statuses are a contract with scripts and service managers: a number never
// changes its meaning. Whoever finds out what went wrong gives the status, by
// [WithStatus] or [Errorf], and everybody above passes the error on as usual; package
// main asks [Status] at the end. The status that was given first stays, because it
// was given where most was known.
//
// The package ends nothing and prints nothing.
package cli

import (
	"errors"
	"fmt"
)

// The statuses.
const (
	ExitOK       = 0 // the work is done
	ExitFailed   = 1 // the work failed, such as an illegal ply in a replay
	ExitUsage    = 2 // the command line is wrong
	ExitConfig   = 3 // the configuration is wrong
	ExitSecret   = 4 // a password is not where the configuration says
	ExitServer   = 5 // a mail server cannot be reached
	ExitLogin    = 6 // a mail server refuses the login
	ExitDatabase = 7 // the database cannot be opened or is damaged
	ExitWarned   = 8 // turnpost doctor has warnings, and nothing failed

	ExitTempFail = 75 // turnpost deliver could not store a mail: EX_TEMPFAIL of sysexits(3), so that it is tried again
)

// coded is an error that knows with which status the program ends.
type coded struct {
	code int
	err  error
}

func (e *coded) Error() string { return e.err.Error() }
func (e *coded) Unwrap() error { return e.err }

// WithStatus gives err a status. It is nil when err is nil; a status that err has
// already stays.
func WithStatus(code int, err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*coded](err); ok {
		return err
	}
	return &coded{code, err}
}

// Errorf makes an error with a status from a sentence.
func Errorf(code int, format string, args ...any) error {
	return WithStatus(code, fmt.Errorf(format, args...))
}

// Status is the status that err asks for: Failed when it asks for none.
func Status(err error) int {
	if err == nil {
		return ExitOK
	}
	if e, ok := errors.AsType[*coded](err); ok {
		return e.code
	}
	return ExitFailed
}
