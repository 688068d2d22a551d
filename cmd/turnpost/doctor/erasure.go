package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"turnpost/cmd/turnpost/terminal"
	"turnpost/db"
)

const (
	// unpurgedAfter is from when on a mail that is still to be deleted is worth a word:
	// whoever reads the mailbox does it within minutes.
	unpurgedAfter = 24 * time.Hour
	// shownIDs is how many Message-IDs are listed at most.
	shownIDs = 20
)

// examineErasure tells whether letters of people who were forgotten still lie in the
// mailbox, as far as the database knows.
func (d *Doctor) examineErasure(ctx context.Context) {
	d.ask(ctx, "erasure", func(tx *db.Tx) error {
		left, err := tx.Unpurged(tx.Now.Add(-unpurgedAfter), 1000)
		if err == nil {
			d.judgeErasure(left)
		}
		return err
	})
}

// judgeErasure is examineErasure without a database.
func (d *Doctor) judgeErasure(left []db.Purge) {
	const step = "erasure"
	var lost, ids []string
	waiting := map[string]int{}
	for _, p := range left {
		if !p.Lost() {
			waiting[p.Mailbox]++
			continue
		}
		lost = append(lost, p.MessageID)
		if len(ids) < shownIDs {
			ids = append(ids, terminal.OneLine(p.MessageID))
		}
	}
	switch {
	case len(lost) > 0:
		d.warn(step, "look for them in the other folders of the mailbox, by these Message-IDs, and delete them: "+strings.Join(ids, ", "),
			"%d letters of people who were forgotten were not found in the mailbox", len(lost))
	case len(waiting) > 0:
		var where []string
		for mailbox, n := range waiting {
			where = append(where, fmt.Sprintf("%d in %s", n, terminal.OneLine(mailbox)))
		}
		d.warn(step, "let a server read the mailbox, and look into its log why it cannot delete; letters in a mailbox that is used no more have to be deleted by hand",
			"letters of people who were forgotten should be deleted since a day: %s", strings.Join(where, ", "))
	default:
		d.ok(step, "no letter of anybody who was forgotten is known to lie in the mailbox")
	}
}
