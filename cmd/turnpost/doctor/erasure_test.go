package doctor

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// Who is not forgotten yet is told of: at once if it fails, else after a while.
func TestForgettingsAreJudged(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name        string
		standing    db.ForgettingProgress
		status, saw string
	}{
		{"nobody", db.ForgettingProgress{}, statusOK, "nobody is waiting"},
		{"under way", db.ForgettingProgress{Players: 2, Since: now.Add(-time.Minute)}, statusOK, "2 players"},
		{"for long", db.ForgettingProgress{Players: 1, Since: now.Add(-2 * time.Hour)}, statusWarn, "not erased yet, the first since 2026-11-23 10:00:00"},
		{"fails", db.ForgettingProgress{Players: 2, Since: now.Add(-time.Minute), Failing: 1, Next: now}, statusWarn, "erasing 1 of them failed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var d Doctor
			judgeForgettings(&d, c.standing, now)
			require.Equal(t, c.status, d.found[0].Status)
			require.Contains(t, d.found[0].Saw, c.saw)
		})
	}
}

func TestTheErasureIsJudged(t *testing.T) {
	for _, c := range []struct {
		name      string
		left      []db.MailboxDeletion
		status    string
		saw, mend string
	}{
		{"clean", nil, statusOK, "no messages from forgotten players", ""},
		{"waiting", []db.MailboxDeletion{{Mailbox: "imap://games@mail.example/INBOX", MessageID: "1@x", Looks: 1}}, statusWarn, "should have been deleted a day ago: 1 in imap://games@mail.example/INBOX", "start a server that reads the mailbox"},
		{"lost", []db.MailboxDeletion{{Mailbox: "m", MessageID: "1@x\u202e", Looks: 5}, {Mailbox: "m", MessageID: "2@x", Looks: 1}}, statusWarn, "1 messages from forgotten players were not found", "by these Message-IDs, and delete them: 1@x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var d Doctor
			d.judgeErasure(c.left)
			require.Equal(t, c.status, d.found[0].Status)
			require.Contains(t, d.found[0].Saw, c.saw)
			require.Contains(t, d.found[0].Mend, c.mend)
			require.NotContains(t, d.found[0].Mend, "\u202e")
			require.Equal(t, c.status == statusOK, d.found[0].Mend == "")
		})
	}
}
