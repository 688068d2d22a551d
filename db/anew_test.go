package db_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
)

// later is an error whose reader begins the transaction anew.
type later struct{}

func (later) Error() string { return "later" }
func (later) BeginsAnew()   {}

// What its caller begins anew runs once, where else it would be tried as an Update.
func TestConfinedLeavesToItsCallerWhatBeginsAnew(t *testing.T) {
	d := open(t, dbtest.Postgres(t))
	for err, want := range map[error]int{later{}: 1, db.ErrNotFound: 2} {
		ran := 0
		require.ErrorIs(t, d.Confined(context.Background(), func(*db.Tx) error { ran++; return err }), err)
		require.Equal(t, want, ran, "%v", err)
	}
}
