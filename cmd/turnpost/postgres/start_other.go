//go:build !unix

package postgres

import (
	"context"
	"errors"
)

// Start starts no server here.
func Start(context.Context) (where string, end func(), err error) {
	return "", nil, errors.New("none is started on this system")
}
