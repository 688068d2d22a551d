package mail

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// maxMemory is what any one mail may cost: 64 MiB, the mail itself included.
const maxMemory = 64 << 20

// peak is the most heap that f holds at a time, above what was held before. The
// collector runs all but constantly meanwhile, so that what is found is what f
// needs, not what it leaves lying about; a second goroutine looks each
// millisecond. One worst moment between two looks can be missed, so it is run
// three times.
func peak(f func()) (most uint64) {
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	for range 3 {
		runtime.GC()
		var before, now runtime.MemStats
		runtime.ReadMemStats(&before)
		done := make(chan struct{})
		go func() { defer close(done); f() }()
		for running := true; running; {
			select {
			case <-done:
				running = false
			case <-time.After(time.Millisecond):
			}
			runtime.ReadMemStats(&now)
			if now.HeapAlloc > before.HeapAlloc {
				most = max(most, now.HeapAlloc-before.HeapAlloc)
			}
		}
	}
	return most
}

// TestMemoryOfOneMail: reading a mail of 5 MB, and of 25 MB, which is more than
// can be configured, costs less than 64 MiB, the bytes of the mail included.
func TestMemoryOfOneMail(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector, which runs with -short, takes memory of its own")
	}
	worst, which := uint64(0), ""
	hold := func(name string, raw []byte) {
		got := peak(func() {
			_, err := Read(raw)
			require.NoError(t, err)
		}) + uint64(len(raw))
		require.Less(t, got, uint64(maxMemory), name)
		if got > worst {
			worst, which = got, name
		}
	}
	for name, raw := range hostile() {
		hold(name, raw)
	}
	t.Logf("5 MB: at most %.1f MiB (%s)", float64(worst)/(1<<20), which)
	worst = 0
	const size = 25_000_000
	for name, m := range map[string][2]string{
		"one line":   {"", "b1 "},
		"lines":      {"", "b1\n"},
		"html":       {"Content-Type: text/html\r\n", "<div>"},
		"base64":     {"Content-Transfer-Encoding: base64\r\n", "Pgo+Cj4K"},
		"quoted":     {"Content-Transfer-Encoding: quoted-printable\r\n", "=3E\r\n"},
		"parts":      {"Content-Type: multipart/mixed; boundary=b\r\n", "--b\n\nx\n"},
		"attachment": {"Content-Type: multipart/mixed; boundary=b\r\n", "--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n" + strings.Repeat("Pgo+Cj4K", 100_000) + "\n"},
		"one header": {"", "\r\nX: "},
		"utf-16":     {"Content-Type: text/plain; charset=utf-16\r\n", "b\x001\x00"},
	} {
		hold(name, []byte("From: ada@example.net\r\n"+m[0]+"\r\n"+strings.Repeat(m[1], size/len(m[1]))))
	}
	t.Logf("25 MB: at most %.1f MiB (%s)", float64(worst)/(1<<20), which)
}
