package daemon

import (
	"bytes"
	"context"
	"errors"
	"io"

	"turnpost/cmd/turnpost/config"
	"turnpost/db"
	"turnpost/mail/smtp"
	"turnpost/rules"
)

// Deliver stores one message, as the server does when it reads the mailbox. A running server
// answers it within a second. The database must exist and have this program's schema, because
// a command must not upgrade it under a running older server.
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
	// A commit that waits for a standby until the server's own limit is acknowledged, whether
	// it is on the standby or not.
	d.Patience = answerWithin
	a, err := smtp.ReadArrival(r, c.Limits.MaxMessage.Bytes)
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(a.Raw)) == 0 {
		return errors.New("standard input holds no message")
	}
	handler, err := NewServer(c, d, games)
	if err != nil {
		return err
	}
	return handler.Keep(ctx, a)
}
