package smtp

import (
	"context"
	"time"

	"turnpost/mail"
)

// PushedInbox is the mail.Inbox of a server to which all mail is handed over: nothing lies
// in it. Somebody who holds its leadership is there to be handed mail, so that the
// clocks of games run.
type PushedInbox struct{}

var _ mail.Inbox = PushedInbox{}

// Name is the same for all servers of a database: any one of them takes mail.
func (PushedInbox) Name() string { return LMTPMailbox }

// Collect finds nothing.
func (PushedInbox) Collect(context.Context, func(context.Context, ...mail.Arrival) error) (int, error) {
	return 0, nil
}

// Wait returns after a while, as a mailbox is looked into again.
func (PushedInbox) Wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(10 * time.Second):
		return nil
	}
}

// Close does nothing.
func (PushedInbox) Close() error { return nil }
