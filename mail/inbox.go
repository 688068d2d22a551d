package mail

import (
	"context"
	"time"
)

// Arrival is one raw mail as it lies in a mailbox.
type Arrival struct {
	// Mailbox names the mailbox for good: account, host and folder.
	Mailbox string
	// Cursor is the mail's place in the mailbox, opaque and unique in it. It may
	// change when the server loses its numbering; then the same mail arrives
	// again under another cursor.
	Cursor string
	// Size is the size in octets that the server told.
	Size int64
	// Raw is the mail. When TooLarge, it is the header alone. The bodies of files may be
	// gone from it: see Slimmer.
	Raw []byte
	// TooLarge says that the mail is over the inbox's limit, so that its body
	// was not fetched.
	TooLarge bool
}

// Inbox is a mailbox that letters arrive in. It is used by one goroutine.
//
// Errors that wrap [ErrAccount] do not go away by waiting; all others are
// transient, and the next call begins afresh.
type Inbox interface {
	// Name names the mailbox for good, as Arrival.Mailbox does.
	Name() string

	// Collect hands every mail that lies in the mailbox to keep, oldest first,
	// one or a few at a time. When keep returns nil they are safe with the caller:
	// only then are they filed away. When keep fails, for one mail alone, Collect
	// stops and returns that error, and the mail stays where it is. A mail may be
	// handed over again after a crash or a lost connection: keep must know it.
	// Collect returns the number of mails kept.
	Collect(ctx context.Context, keep func(context.Context, ...Arrival) error) (int, error)

	// Wait returns nil when mail may have arrived, which includes each poll
	// interval, whatever the server said.
	Wait(ctx context.Context) error

	// Close hangs up. The Inbox can be used again, and dials anew.
	Close() error
}

// Purger is an Inbox that can delete the mails that it has filed away.
type Purger interface {
	// Purge deletes, of the mails that are filed, those that came before the day of
	// before, unless it is zero, and those with one of some Message-IDs, as Identity
	// has them. No other mail is touched; what is not there is no error.
	Purge(ctx context.Context, before time.Time, messageIDs []string) (Purged, error)
}

// Purged is what came of deleting. After an error it is what was done before it.
type Purged struct {
	Letters int      // how many mails were deleted
	Missing []string // the Message-IDs that no filed mail has
}
