package doctor

import (
	"context"
	"strings"
	"time"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
)

// unansweredAfter is after how long a message that no SMTP server answered is reported;
// lookedAt is how many waiting messages are checked.
const (
	unansweredAfter = 2 * time.Minute
	lookedAt        = 1000
)

// examineOutbox reports messages that wait for an SMTP server that does not answer.
func (d *Doctor) examineOutbox(ctx context.Context) {
	d.ask(ctx, "outbox", func(tx *db.Tx) error {
		waiting, err := tx.ListOutgoing(db.OutgoingQueued, 0, lookedAt)
		if err == nil {
			d.judgeOutbox(waiting, tx.Now)
		}
		return err
	})
}

// judgeOutbox is examineOutbox without a database. The remark of a deferred message has the
// server's answer.
func (d *Doctor) judgeOutbox(waiting []db.Outgoing, now time.Time) {
	var oldest db.Outgoing
	n := 0
	for _, o := range waiting {
		tried := o.Remark != "" && !strings.Contains(o.Remark, "the server said ")
		if !tried || now.Sub(o.CreatedAt) <= unansweredAfter {
			continue
		}
		n++
		if oldest.ID == 0 || o.CreatedAt.Before(oldest.CreatedAt) {
			oldest = o
		}
	}
	if n > 0 {
		d.warn("outbox", "check the SMTP server (above), and the log of a running server; no message is lost",
			"messages that wait for an SMTP server that did not answer: %d, the oldest for %s: %s", n,
			now.Sub(oldest.CreatedAt).Round(time.Second), cli.OneLine(oldest.Remark))
		return
	}
	d.ok("outbox", "no message waits for an SMTP server that does not answer")
}
