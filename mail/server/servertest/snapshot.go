package servertest

import (
	"maps"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// snapshot is a world as it was left.
type snapshot struct {
	file   []byte // the database
	now    time.Time
	serial int
	handed int64
	boxes  map[string][]Letter
}

// snapshots are worlds by what they were called.
var snapshots struct {
	sync.Mutex
	of map[string]*snapshot
}

// From is a world in which begin was carried out first: once for all tests that give
// it this name, because to play up to where a test begins takes longer than many a
// test. On PostgreSQL each plays for itself.
func From(t testing.TB, name string, begin func(*World)) *World {
	t.Helper()
	if OnPostgres(t) {
		w := New(t)
		begin(w)
		return w
	}
	s := taken(t, name, begin)
	w := open(t, s.file)
	w.Now, w.Serial, w.Handed, w.Boxes = s.now, s.serial, s.handed, maps.Clone(s.boxes)
	for address, box := range w.Boxes {
		w.Boxes[address] = slices.Clip(box)
	}
	return w
}

// taken is the snapshot of a name, which begin makes if there is none.
func taken(t testing.TB, name string, begin func(*World)) *snapshot {
	t.Helper()
	snapshots.Lock()
	defer snapshots.Unlock()
	if s := snapshots.of[name]; s != nil {
		return s
	}
	w := New(t)
	begin(w)
	require.NoError(t, w.DB.Close())
	file, err := os.ReadFile(w.Where)
	require.NoError(t, err)
	if snapshots.of == nil {
		snapshots.of = map[string]*snapshot{}
	}
	s := &snapshot{file, w.Now, w.Serial, w.Handed, w.Boxes}
	snapshots.of[name] = s
	return s
}
