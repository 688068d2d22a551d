package mail_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
	"turnpost/mail"
	"turnpost/mail/mailtest"
)

// TestAbuseManyLines: of no message are more lines left, to be asked what they
// mean, than a player writes.
func TestAbuseManyLines(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	skiptest.Long(t)
	most, octets, strangers := 0, 0, 0
	for _, c := range mailtest.CostlyMessages() {
		raw := c.Raw("eve@example.org", "games@turnpost.example", "1@example.org")
		l, err := mail.Read(raw)
		require.NoError(t, err)
		lines, text := written(l)
		require.LessOrEqual(t, lines, mail.MaxOwn, c.Name)
		require.LessOrEqual(t, text, mail.MaxOwnText, c.Name)
		most, octets = max(most, lines), max(octets, text)
		l, err = mail.ReadBrief(raw)
		require.NoError(t, err)
		lines, _ = written(l)
		require.LessOrEqual(t, lines, mail.BriefOwn, c.Name)
		strangers = max(strangers, lines)
	}
	t.Logf("abuse | letters of 64 kB and 2,000 lines | at most %d lines and %d octets are understood, %d lines of a stranger's | %d lines, %d octets, %d lines",
		mail.MaxOwn, mail.MaxOwnText, mail.BriefOwn, most, octets, strangers)
}

// written counts the lines of a message's writer that are not blank, and their octets.
func written(l *mail.Message) (lines, octets int) {
	for _, line := range l.Lines {
		if strings.TrimSpace(line) != "" {
			lines, octets = lines+1, octets+len(line)
		}
	}
	return lines, octets
}
