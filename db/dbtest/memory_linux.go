package dbtest

import (
	"sync"
	"syscall"
)

// roomy is where files lie in memory; empty where there is less room for them than
// a gigabyte.
var roomy = sync.OnceValue(func() string {
	const shared = "/dev/shm"
	var room syscall.Statfs_t
	if err := syscall.Statfs(shared, &room); err != nil || room.Bavail*uint64(room.Bsize) < 1<<30 {
		return ""
	}
	return shared
})
