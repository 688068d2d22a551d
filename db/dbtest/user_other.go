//go:build !unix

package dbtest

import "syscall"

// The servers do not exist here, so that no test comes this far.
func Unprivileged(string) (*syscall.SysProcAttr, error) { return nil, errMissing }

func freeze(string, bool) error { return errMissing }
