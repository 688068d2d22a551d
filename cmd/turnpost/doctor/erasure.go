package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
)

const (
	// unpurgedAfter is after how long a message that should be deleted is reported: the server
	// that reads the mailbox deletes it within minutes.
	unpurgedAfter = 24 * time.Hour
	// shownIDs is how many Message-IDs are listed at most.
	shownIDs = 20
)

// unerasedAfter is after how long a player who is not erased yet is reported.
const unerasedAfter = time.Hour

// examineForgettings reports players who asked to be forgotten and are not erased yet.
func examineForgettings(ctx context.Context, d *Doctor) {
	d.ask(ctx, "forgetting", func(tx *db.Tx) error {
		standing, err := tx.Forgettings()
		if err == nil {
			judgeForgettings(d, standing, tx.Now)
		}
		return err
	})
}

// examineErasure reports messages of forgotten players that are still in the mailbox, as far
// as the database knows.
func (d *Doctor) examineErasure(ctx context.Context) {
	d.ask(ctx, "erasure", func(tx *db.Tx) error {
		left, err := tx.Unpurged(tx.Now.Add(-unpurgedAfter), 1000)
		if err == nil {
			d.judgeErasure(left)
		}
		return err
	})
}

// judgeForgettings is examineForgettings without a database.
func judgeForgettings(d *Doctor, s db.ForgettingProgress, now time.Time) {
	const step = "forgetting"
	switch {
	case s.Failing > 0:
		d.warn(step,
			"look for \"could not be erased\" in the log, which says why; it is tried again at least every hour",
			"%d people who asked to be forgotten are not erased yet, the first since %s; erasing %d of them failed",
			s.Players, s.Since.Format(time.DateTime), s.Failing)
	case s.Players > 0 && now.Sub(s.Since) > unerasedAfter:
		d.warn(step, "start a server, which erases them beside its other work",
			"%d people who asked to be forgotten are not erased yet, the first since %s", s.Players,
			s.Since.Format(time.DateTime))
	case s.Players > 0:
		d.ok(step, "%d players who asked to be forgotten are being erased", s.Players)
	default:
		d.ok(step, "nobody is waiting to be forgotten")
	}
}

// judgeErasure is examineErasure without a database.
func (d *Doctor) judgeErasure(left []db.MailboxDeletion) {
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
			ids = append(ids, cli.OneLine(p.MessageID))
		}
	}
	switch {
	case len(lost) > 0:
		d.warn(step, "find them in other folders of the mailbox by these Message-IDs, and delete them: "+
			strings.Join(ids, ", "),
			"%d messages from forgotten players were not found in the mailbox", len(lost))
	case len(waiting) > 0:
		var where []string
		for mailbox, n := range waiting {
			where = append(where, fmt.Sprintf("%d in %s", n, cli.OneLine(mailbox)))
		}
		d.warn(step,
			"start a server that reads the mailbox, and check its log; messages in a mailbox that is no longer "+
				"used must be deleted by hand",
			"messages from forgotten players should have been deleted a day ago: %s", strings.Join(where, ", "))
	default:
		d.ok(step, "no messages from forgotten players are known to be in the mailbox")
	}
}
