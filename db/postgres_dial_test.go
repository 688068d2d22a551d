package db_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
)

// Sessions that write have settings that others do not, but what a URL says of one stays.
func TestSettingsOfWhoWrites(t *testing.T) {
	t.Parallel()
	where := dbtest.OwnPostgres(t).URL
	shown := func(where string, settings map[string]string, name string) (value string) {
		pool, err := db.OpenPool(where, settings)
		require.NoError(t, err)
		defer pool.Close()
		require.NoError(t, pool.QueryRow("SHOW "+name).Scan(&value))
		return value
	}
	for name, want := range map[string]string{"jit": "off", "default_toast_compression": "lz4"} { // Debian's is built with it
		plain := shown(where, nil, name)
		require.NotEqual(t, want, plain, name)
		require.Equal(t, want, shown(where, db.WriteSettings, name), name)
		require.Equal(t, plain, shown(where+"&"+name+"="+plain, db.WriteSettings, name), name)
	}
}
