package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"turnpost/db"
	"turnpost/mail/server"
)

// examineBudget reports how much of the sending limits is used, and what waits.
func (d *Doctor) examineBudget(ctx context.Context) {
	d.ask(ctx, "budget", func(tx *db.Tx) error {
		b, err := tx.SendingStatus()
		if err == nil {
			d.judgeBudget(b, d.config.SMTP.Budget())
		}
		return err
	})
}

// ask runs f on the database, or skips the step if it cannot be read.
func (d *Doctor) ask(ctx context.Context, step string, look func(*db.Tx) error) {
	if d.config.Database.URL == "" {
		if _, err := os.Stat(d.config.Database.Path); errors.Is(err, fs.ErrNotExist) {
			d.skip("there is no database yet", step)
			return
		}
	}
	ctx, cancel := context.WithTimeout(ctx, d.timeout)
	defer cancel()
	base, err := db.OpenReadOnly(ctx, d.config.Database.Where())
	if err != nil {
		d.skip("the database cannot be read", step)
		return
	}
	defer base.Close()
	if err := base.View(ctx, look); err != nil {
		d.skip("the database cannot be read", step)
	}
}

// judgeBudget is examineBudget without a database.
func (d *Doctor) judgeBudget(b db.SendingStatus, may server.SendingBudget) {
	const step = "budget"
	limit := "no limit a day"
	if may.Day > 0 {
		limit = fmt.Sprintf("%d a day", may.Day)
	}
	var classes []string
	for class, n := range b.Waiting {
		classes = append(classes, fmt.Sprintf("%s %d", db.MessageClass(class), n))
	}
	saw := fmt.Sprintf("%d messages were sent in the last day, of %s; waiting: %s", b.Day, limit,
		strings.Join(classes, ", "))
	switch {
	case b.Deferred:
		d.warn(step, "check the limits of the account at its provider, and set smtp.limits below them",
			"the smarthost takes nothing from the account since %s (%s); %s",
			b.Account.DeferredAt.UTC().Format("2006-01-02 15:04"), b.Account.Status, saw)
	case may.Day > 0 && b.Day >= may.Day:
		d.warn(step, "wait, or use an account with higher limits; see smtp.limits",
			"the sending limits are reached: %s", saw)
	default:
		d.ok(step, "%s", saw)
	}
}
