package daemon

import (
	"context"
	"io"

	"turnpost/cmd/turnpost/config"
	"turnpost/db"
	"turnpost/mail/smtp"
	"turnpost/rules"
)

// Deliver stores one mail, as a daemon does that collects it. One that runs on the
// database answers it within a second. The database must be there and have this
// program's schema: to bring it forward under a running server of an older version is
// not for a command by the way.
func Deliver(ctx context.Context, c config.Config, games []rules.Game, r io.Reader) error {
	before, err := db.OpenReadOnly(ctx, c.Database.Where())
	if err == nil {
		err = before.Close()
	}
	if err != nil {
		return err
	}
	d, err := db.Open(ctx, c.Database.Where())
	if err != nil {
		return err
	}
	defer d.Close()
	// A commit that waits for a standby for so long that the server's own limit ends the
	// wait is answered like any other, and is on the standby or not.
	d.Patience = answerWithin
	a, err := smtp.ReadArrival(r, c.Limits.MaxLetter.Bytes)
	if err != nil {
		return err
	}
	desk, err := NewServer(c, d, games)
	if err != nil {
		return err
	}
	return desk.Keep(ctx, a)
}
