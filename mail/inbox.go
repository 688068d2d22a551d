package mail

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ArrivedMail is a raw message in a mailbox.
type ArrivedMail struct {
	// Mailbox is the permanent name of the mailbox: account, host and folder.
	Mailbox string
	// Cursor is the message's place in the mailbox, opaque and unique in it. It may
	// change if the server loses its numbering; then the same message arrives again
	// under another cursor.
	Cursor string
	// Size is the size in octets as the server reports it.
	Size int64
	// Raw is the message, or only its header if TooLarge is set. The bodies of
	// attachments may be missing; see [AttachmentStripper].
	Raw []byte
	// TooLarge says that the message is over the inbox's limit, so that its body was
	// not fetched.
	TooLarge bool
}

// Inbox is a mailbox that messages arrive in. One goroutine uses it.
//
// Errors that wrap [ErrAccount] do not pass with time; all others are transient, and the
// next call starts over. After [ErrMailboxTaken] the server has to stop.
type Inbox interface {
	// Name returns the permanent name of the mailbox, as in Arrival.Mailbox.
	Name() string

	// Collect passes every message in the mailbox to keep, oldest first, one or a few
	// at a time. When keep returns nil, the caller has stored them, and only then they
	// are filed. When keep fails for a single message, Collect stops and returns that
	// error, and the message stays where it is. A message may be passed again after a
	// crash or a lost connection; keep must recognise it. Messages that keep leaves by a
	// [LeftOutError] stay where they are, too, but do not stop Collect: later calls pass
	// the oldest of them again, and the others once that one is stored; of those that are
	// Undecided, some each time. Collect returns the number of messages kept.
	Collect(ctx context.Context, keep func(context.Context, ...ArrivedMail) error) (int, error)

	// Wait returns nil when mail may have arrived, and after each poll interval.
	Wait(ctx context.Context) error

	// Close closes the connection. The next call opens a new one, and begins to collect as
	// a server that starts does.
	Close() error
}

var (
	// ErrMailboxTaken is the error of a mailbox whose messages another database stores: each of
	// them would be answered twice.
	ErrMailboxTaken = errors.New("the mailbox is taken")
	// ErrMailboxContested says that another server has begun to collect. The caller makes sure
	// that it still is to collect itself before it calls again.
	ErrMailboxContested = errors.New("the mailbox is contested")
)

// LeftOutError is the error of a function that stores messages and has stored all but some, for
// which there is no room at present.
type LeftOutError struct {
	Left      []int // the places of those among the messages that were passed
	Undecided []int // those of Left that may be proven later, as a name server did not answer
}

func (e *LeftOutError) Error() string {
	return fmt.Sprintf("there is no room for %d messages that nothing proves", len(e.Left))
}

// Purger is an Inbox that can delete the messages that it has filed.
type Purger interface {
	// Purge deletes filed messages: those that arrived before the day of before, unless
	// it is zero, and those with one of the Message-IDs, in the form of [Identity]. It
	// touches no other message. A message that is not there is no error.
	Purge(ctx context.Context, before time.Time, messageIDs []string) (Purged, error)
}

// Purged is the result of Purge. After an error it is what was done before.
type Purged struct {
	Messages int      // how many messages were deleted
	Missing  []string // the Message-IDs of no filed message
}
