package auth_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"
	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/mailtest"
)

// costly are signed mails of 1 MB that were made to cost whoever verifies them
// time.
func costly(w *world) map[string]string {
	const signature = "DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed; d=mail.example.org; s=s; bh=AAAA; b=AAAA; h=from:to:subject:date:message-id"
	signed := func(head string) string { return w.sign(plainMail, "mail.example.org", dkim.SignOptions{}) + head }
	body := strings.Repeat("a  b\tc\r\n", 990_000/8)
	over := func(fields string) string { return fields + "\r\n" + signed("") }
	return map[string]string{
		"a long text":                w.sign(plainMail+body, "mail.example.org", dkim.SignOptions{}),
		"a long text, five times":    strings.Repeat(signature+"\r\n", 5) + plainMail + body,
		"a field that is folded":     over("X: x" + strings.Repeat("\r\n ", 250_000/3)),
		"a signature of many fields": signature + strings.Repeat(":", 120_000) + "\r\n" + over(strings.TrimSuffix(strings.Repeat("a:b\r\n", 900), "\r\n")),
		"many addresses":             strings.Repeat(signature+"\r\n", 5) + edit(plainMail, "To: ", "To: "+strings.Repeat("a@b.c,\r\n ", 20_000)) + body,
	}
}

// TestAbuseCostlySignatures: what verifying a mail costs grows with its size and no
// faster.
func TestAbuseCostlySignatures(t *testing.T) {
	w := newWorld(t)
	most, which := 0.0, ""
	for name, raw := range costly(w) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, why := w.vouch(raw)
		runtime.ReadMemStats(&after)
		if name == "a long text" {
			require.NoError(t, why)
		}
		if times := float64(after.TotalAlloc-before.TotalAlloc) / 1e6; times > most {
			most, which = times, name
		}
	}
	t.Logf("abuse | signed mails of 1 MB, folded, of many signatures, fields and addresses | verified in 30 MB of memory, all in all | %.1f MB, %s", most, which)
	if !skiptest.Detector { // which allocates for itself
		require.Less(t, most, 30.0, which)
	}
}

// BenchmarkVouch verifies mails that were made to cost time.
func BenchmarkVouch(b *testing.B) {
	for name := range costly(newWorld(b)) {
		b.Run(name, func(b *testing.B) {
			w := newWorld(b)
			raw := costly(w)[name]
			_, _ = w.vouch(raw)
			defer mailtest.ReportProcessor(b)()
			for b.Loop() {
				_, _ = w.vouch(raw)
			}
		})
	}
}
