// Package cli has the exit statuses of the program, and prints to terminals.
//
// The statuses are a contract with scripts and service managers: a number never changes its
// meaning. The code that detects an error gives it a status, by [WithStatus] or [Errorf]; callers
// pass it on as usual, and package main asks for [Status] at the end. The first status stays,
// because the place that detected the error knows most about it.
//
// Texts of messages and players are printed so that they cannot control a terminal. Progress
// bars are only shown on terminals, so that logs and pipes stay clean.
package cli

import (
	"errors"
	"fmt"
)

// The exit statuses.
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

	// turnpost deliver could not store a message: EX_TEMPFAIL of sysexits(3), so that it is tried again
	ExitTempFail = 75
)

// coded is an error with an exit status.
type coded struct {
	code int
	err  error
}

func (e *coded) Error() string { return e.err.Error() }
func (e *coded) Unwrap() error { return e.err }

// WithStatus gives err a status, unless it has one. It returns nil if err is nil.
func WithStatus(code int, err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*coded](err); ok {
		return err
	}
	return &coded{code, err}
}

// Errorf returns an error with a status.
func Errorf(code int, format string, args ...any) error {
	return WithStatus(code, fmt.Errorf(format, args...))
}

// Status returns the status of err, or ExitFailed if it has none.
func Status(err error) int {
	if err == nil {
		return ExitOK
	}
	if e, ok := errors.AsType[*coded](err); ok {
		return e.code
	}
	return ExitFailed
}
