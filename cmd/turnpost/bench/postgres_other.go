//go:build !unix

package bench

import (
	"context"
	"errors"
)

// startPostgres starts no server here.
func startPostgres(context.Context) (where string, end func(), err error) {
	return "", nil, errors.New("none is started on this system")
}
