package mail_test

import (
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/race"
	"turnpost/mail"
	"turnpost/mail/mailtest"
)

// allocated is how many octets f allocates: a measure of its work that is the
// same on a busy machine as on an idle one.
func allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

// TestAbuseWorkBeforeALetterIsKept: what is done with a mail before anybody knows
// whose it is grows with its size and no faster.
func TestAbuseWorkBeforeALetterIsKept(t *testing.T) {
	const times = 20 // as many octets as the mail has
	most, which := 0.0, ""
	for _, c := range mailtest.HugeLetters() {
		raw := c.Raw("eve@example.org", "games@turnpost.example", "1@example.org")
		n := allocated(func() {
			mail.Identity(raw)
			_, _ = mail.ReadHead(raw)
		})
		require.Less(t, n, times*len(raw)+2<<20, c.Name)
		if ratio := float64(n) / float64(len(raw)); ratio > most && len(raw) > 64<<10 {
			most, which = ratio, c.Name
		}
	}
	t.Logf("abuse | letters of 1 MB that take each step as far as it goes | known and ranked within %d times their size | %.1f times, %s", times, most, which)
}

// TestAbuseWorkOfReading: what is read of a letter of 1 MB is bounded, whatever of
// header fields, parts, codes and tags it is made of.
func TestAbuseWorkOfReading(t *testing.T) {
	if race.Detector {
		t.Skip("its pools forget on purpose a part of what they are given, and what is made again counts as work")
	}
	const most = 16 << 20
	worst, which := 0, ""
	for _, c := range slices.Concat(mailtest.CostlyLetters(), mailtest.HugeLetters()) {
		raw := c.Raw("eve@example.org", "games@turnpost.example", "1@example.org")
		n := allocated(func() { _, _ = mail.Read(raw) })
		if n > worst {
			worst, which = n, c.Name
		}
	}
	t.Logf("abuse | letters of 1 MB of header fields, parts, codes and tags | read in %d MiB of memory, all in all | %.1f MiB, %s", most>>20, float64(worst)/(1<<20), which)
	require.Less(t, worst, most, which)
}

// The letters are within the size limit, else they would show nothing.
func TestHugeLettersAreWithinTheLimit(t *testing.T) {
	for _, c := range mailtest.HugeLetters() {
		require.LessOrEqual(t, len(c.Raw("eve@example.org", "games@turnpost.example", "1@example.org")), 1_000_000, c.Name)
	}
}
