package main

import (
	"errors"
	"fmt"
	"strings"
)

// The exit statuses. They are a contract with scripts and service managers:
// a number never changes its meaning.
const (
	exitOK       = 0 // the work is done
	exitFailed   = 1 // the work failed, such as an illegal ply in a replay
	exitUsage    = 2 // the command line is wrong
	exitConfig   = 3 // the configuration is wrong
	exitSecret   = 4 // a password is not where the configuration says
	exitServer   = 5 // a mail server cannot be reached
	exitLogin    = 6 // a mail server refuses the login
	exitDatabase = 7 // the database cannot be opened or is damaged
	exitWarned   = 8 // turnpost doctor has warnings, and nothing failed
)

// exitError is an error that knows with which status the program ends.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// exitWith gives err a status. It is nil when err is nil; the innermost status
// wins, because it was given where most was known.
func exitWith(code int, err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*exitError](err); ok {
		return err
	}
	return &exitError{code, err}
}

// exitf makes an error with a status from a sentence.
func exitf(code int, format string, args ...any) error {
	return exitWith(code, fmt.Errorf(format, args...))
}

// exitCode is the status that err asks for: exitFailed when it asks for none.
func exitCode(err error) int {
	if err == nil {
		return exitOK
	}
	if e, ok := errors.AsType[*exitError](err); ok {
		return e.code
	}
	return exitFailed
}

// complaint is err as the program prints it: one sentence a line, each behind
// the program's name, as a log wants it.
func complaint(err error) string {
	var b strings.Builder
	for line := range strings.Lines(err.Error()) {
		if line = strings.TrimSpace(line); line != "" {
			b.WriteString("turnpost: " + line + "\n")
		}
	}
	return b.String()
}
