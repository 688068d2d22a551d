//go:build !unix

package main

import "errors"

// lockHolder cannot be told here; see lockFile.
func lockHolder(string) (string, error) { return "", errors.ErrUnsupported }
