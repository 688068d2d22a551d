package server

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// A lease is over when it has not moved for its time on our own clock, whatever
// the clock of the other one says.
func TestWatch(t *testing.T) {
	t.Parallel()
	const lasting = 9 * time.Second
	began := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	for name, ahead := range map[string]time.Duration{"same": 0, "an hour ahead": time.Hour, "an hour behind": -time.Hour} {
		t.Run(name, func(t *testing.T) {
			w := sightings{}
			lives := db.Daemon{ID: 1}
			dies := db.Daemon{ID: 2, LeaseUntil: began.Add(ahead + lasting)}
			look := func(after time.Duration) (over []int64) {
				for _, d := range w.ended([]db.Daemon{lives, dies}, began.Add(after), lasting) {
					over = append(over, d.ID)
				}
				return over
			}
			for after := time.Duration(0); after < lasting; after += 3 * time.Second {
				lives.LeaseUntil = began.Add(ahead + after + lasting)
				require.Empty(t, look(after))
			}
			require.Equal(t, []int64{2}, look(lasting))
			dies.LeaseUntil = dies.LeaseUntil.Add(lasting) // it only was slow
			require.Empty(t, look(lasting+time.Second))
			require.Equal(t, []int64{1}, look(lasting+6*time.Second), "the one that was last seen to move six seconds after the beginning")
			require.Empty(t, w.ended(nil, began, lasting))
			require.Empty(t, w, "nothing is kept of a server that is gone")
		})
	}
}
