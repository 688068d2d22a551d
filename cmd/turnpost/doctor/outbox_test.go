package doctor

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

// A message to which the SMTP server did not answer is told of, and no other one that
// waits.
func TestOutbox(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	const silent = "SMTP server mx:465: the letter was not taken: it was said to its end and never answered"
	for name, c := range map[string]struct {
		letter db.Outgoing
		want   string
	}{
		"waits its turn":    {db.Outgoing{CreatedAt: now.Add(-time.Hour)}, "no message waits"},
		"put off":           {db.Outgoing{CreatedAt: now.Add(-time.Hour), Remark: `letter deferred: the server said "later" (451)`}, "no message waits"},
		"tried just now":    {db.Outgoing{CreatedAt: now.Add(-time.Minute), Remark: silent}, "no message waits"},
		"without an answer": {db.Outgoing{CreatedAt: now.Add(-3 * time.Minute), Remark: silent}, "did not answer: 1, the oldest for 3m0s: " + silent},
	} {
		t.Run(name, func(t *testing.T) {
			c.letter.ID = 1
			d := &Doctor{}
			d.judgeOutbox([]db.Outgoing{c.letter}, now)
			require.Len(t, d.found, 1)
			require.Contains(t, d.found[0].Saw, c.want)
		})
	}
}
