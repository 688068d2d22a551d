package handler_test

import (
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
)

// residentPeak is how many octets of memory f added to the process at its worst
// moment, SQLite's included, as the kernel saw it: VmHWM, which writing 5 to
// clear_refs sets back (proc(5)). The collector runs all but constantly.
func residentPeak(t *testing.T, f func()) int64 {
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	status := func(field string) (kib int64) {
		text, err := os.ReadFile("/proc/self/status")
		require.NoError(t, err)
		_, rest, ok := strings.Cut(string(text), field+":")
		require.True(t, ok)
		_, err = fmt.Sscan(rest, &kib)
		require.NoError(t, err)
		return kib
	}
	debug.FreeOSMemory()
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		t.Skip("this system does not tell the peak of memory:", err)
	}
	before := status("VmRSS")
	f()
	return (status("VmHWM") - before) << 10
}

// TestMemoryOfOneMessage: keeping a message of the greatest size that can be
// configured, reading it and answering it costs less than 64 MiB in all.
func TestMemoryOfOneMessage(t *testing.T) {
	skiptest.Sequential(t)
	const size = 5_000_000
	for name, m := range map[string][2]string{
		"lines":  {"text/plain", "b1\n"},
		"html":   {"text/html", "<p>b1</p>"},
		"parts":  {"multipart/mixed; boundary=b", "--b\n\nx\n"},
		"base64": {"text/plain\nContent-Transfer-Encoding: base64", "Pgo+Cj4K"},
	} {
		if testing.Short() && name != "lines" { // which need the most
			continue
		}
		w := theGame(t)
		w.Reply(ada, "board") // all that is made once is made
		raw := w.Raw(post{From: ada, Body: "x", To: w.Last(ada).Get("Reply-To")})
		head := strings.Replace(strings.TrimSuffix(string(raw), "x\r\n"), "text/plain; charset=utf-8", m[0], 1)
		raw = append([]byte(head), strings.Repeat(m[1], size/len(m[1]))...)
		got := residentPeak(t, func() { w.Bring(raw) }) + int64(len(raw)) // which is held meanwhile
		require.Less(t, got, int64(64<<20), name)
		t.Logf("%s: %.1f MiB", name, float64(got)/(1<<20))
	}
}
