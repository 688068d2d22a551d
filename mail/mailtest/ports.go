package mailtest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
)

// Servers take a port's number in their configuration, so that somebody has to
// choose one before the server listens on it. Test binaries run beside each
// other: each takes blocks of ports for itself, and gives none of them twice, so
// that nobody takes a port before its server does, or between a Stop and a Start.
// Blocks lie below the ports that systems give to whoever asks for any.
const (
	firstPort = 10_000
	lastPort  = 30_000
	blockSize = 200
)

// ports are those that this binary took and has not given yet.
var ports struct {
	mu   sync.Mutex
	left []int
	// locks are listeners on the first port of each block that was taken. They
	// are what keeps others out, until this process ends.
	locks []net.Listener
}

// freePorts finds loopback ports that nobody listens on. None is given twice.
func freePorts(t testing.TB, n int) []int {
	t.Helper()
	ports.mu.Lock()
	defer ports.mu.Unlock()
	var free []int
	for len(free) < n {
		if len(ports.left) == 0 {
			takeBlock(t)
		}
		port := ports.left[0]
		ports.left = ports.left[1:]
		l, err := net.Listen("tcp", loopbackAddr(port))
		if err != nil {
			continue // another program's
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		free = append(free, port)
	}
	return free
}

// takeBlock takes ports for this process. Where it begins to look is left to
// chance, so that binaries that start together are not in each other's way.
func takeBlock(t testing.TB) {
	t.Helper()
	const blocks = (lastPort - firstPort) / blockSize
	begin := rand.IntN(blocks)
	for i := range blocks {
		first := firstPort + (begin+i)%blocks*blockSize
		lock, err := net.Listen("tcp", loopbackAddr(first))
		if err != nil {
			continue
		}
		ports.locks = append(ports.locks, lock)
		for port := first + 1; port < first+blockSize; port++ {
			ports.left = append(ports.left, port)
		}
		return
	}
	t.Fatal("there are no free ports")
}

func loopbackAddr(port int) string { return fmt.Sprintf("127.0.0.1:%d", port) }
