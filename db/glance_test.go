package db_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
)

// A glance is one way there and back, and sees what a view sees; one that asks for more
// is answered as well, whatever is made of an error.
func TestAGlanceIsOneTrip(t *testing.T) {
	d := open(t, dbtest.Postgres(t))
	var ada int64
	update(t, d, func(tx *db.Tx) error {
		p, err := tx.AddPlayer("ada@example.org", "ada@example.org", "Ada")
		ada = p.ID
		return errors.Join(err, tx.AddKey())
	})
	look := func(ahead func(*db.Tx), f func(*db.Tx) error) int64 {
		before := d.Trips()
		require.NoError(t, d.Glance(t.Context(), ahead, f))
		return d.Trips() - before
	}
	var name string
	both := func(tx *db.Tx) error {
		if _, err := tx.Keys(); err != nil {
			return errors.New("something else")
		}
		p, err := tx.Player(ada)
		name = p.Name
		return err
	}
	known := func(tx *db.Tx) {
		_, _ = tx.Keys()
		_, _ = tx.Player(ada)
	}
	require.EqualValues(t, 1, look(known, both))
	require.Equal(t, "Ada", name)
	name = ""
	require.Greater(t, look(nil, both), int64(1))
	require.Equal(t, "Ada", name)
	name = ""
	require.Greater(t, look(func(tx *db.Tx) { _, _ = tx.Player(ada) }, both), int64(1))
	require.Equal(t, "Ada", name)
}
