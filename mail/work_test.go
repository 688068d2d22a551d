package mail_test

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
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

// TestAbuseWorkBeforeAMessageIsKept: what is done with a mail before anybody knows
// whose it is grows with its size and no faster.
func TestAbuseWorkBeforeAMessageIsKept(t *testing.T) {
	skiptest.Sequential(t)
	skiptest.Long(t)
	const times = 20 // as many octets as the mail has
	most, which := 0.0, ""
	for _, c := range mailtest.HugeMessages() {
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

// TestAbuseWorkOfReading: what is read of a message of 1 MB is bounded, whatever of
// header fields, parts, codes and tags it is made of.
func TestAbuseWorkOfReading(t *testing.T) {
	skiptest.Long(t)
	if skiptest.Detector {
		t.Skip("its pools forget on purpose a part of what they are given, and what is made again counts as work")
	}
	const most = 16 << 20
	worst, which := 0, ""
	for _, c := range slices.Concat(mailtest.CostlyMessages(), mailtest.HugeMessages()) {
		raw := c.Raw("eve@example.org", "games@turnpost.example", "1@example.org")
		n := allocated(func() { _, _ = mail.Read(raw) })
		if n > worst {
			worst, which = n, c.Name
		}
	}
	t.Logf("abuse | letters of 1 MB of header fields, parts, codes and tags | read in %d MiB of memory, all in all | %.1f MiB, %s", most>>20, float64(worst)/(1<<20), which)
	require.Less(t, worst, most, which)
}

// Parts that say nothing use up what is read of a message, so that reading many of them
// costs no more than reading as much text.
func TestAbusePartsThatSayNothing(t *testing.T) {
	part := func(encoding, body string) string {
		return "--x\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: " + encoding + "\r\n\r\n" + body + "\r\n"
	}
	read := func(n int, encoding, body string) int {
		l, err := mail.Read([]byte("From: eve@example.org\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n" +
			strings.Repeat(part(encoding, body), n) + part("7bit", "hello") + "--x--\r\n"))
		require.NoError(t, err)
		return len(l.Lines)
	}
	beyond := 0
	for encoding, empty := range map[string]string{"quoted-printable": "=\r\n", "base64": "\r\n"} {
		body := strings.Repeat(empty, 60_000/len(empty))
		require.Equal(t, 1, read(1, encoding, body), encoding)
		beyond += read(16, encoding, body)
	}
	t.Logf("abuse | 960 kB of parts that say nothing, in quoted-printable and base64 | nothing is read behind them | %d lines", beyond)
	require.Zero(t, beyond)
}

// The messages are within the size limit, else they would show nothing.
func TestHugeMessagesAreWithinTheLimit(t *testing.T) {
	for _, c := range mailtest.HugeMessages() {
		require.LessOrEqual(t, len(c.Raw("eve@example.org", "games@turnpost.example", "1@example.org")), 1_000_000, c.Name)
	}
}
