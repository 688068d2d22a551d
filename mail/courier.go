package mail

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Classes of failure. Any other error of an Inbox or a Courier is transient and concerns
// every message: the server or the network has a fault.
var (
	// ErrAccount: the server refuses our login or our right to use it. It concerns
	// every message, and the operator has to correct it.
	ErrAccount = errors.New("mail account refused")
	// ErrSender: the server lets our login send, but not under this return path. It is
	// an ErrAccount.
	ErrSender = fmt.Errorf("%w for this sender", ErrAccount)
	// ErrRefused: the server refuses this message for good. What that means for the address of
	// its reader is decided by club.NoteBounce.
	ErrRefused = errors.New("message refused")
	// ErrDeferred: the server does not take this message now, but takes others.
	ErrDeferred = errors.New("message deferred")
	// ErrMailboxFull: the reader's mailbox has no room. It is an ErrDeferred.
	ErrMailboxFull = fmt.Errorf("%w: the mailbox is full", ErrDeferred)
	// ErrLimited: the server takes nothing more from our account for now, because of a
	// quota or a policy. It concerns every message, is the fault of none, and passes.
	ErrLimited = errors.New("nothing more is taken from the mail account for now")
	// ErrPolicy is an ErrLimited where the server does not say whether it means the
	// account or this message.
	ErrPolicy = fmt.Errorf("%w, or not this message", ErrLimited)
	// ErrUnanswered: the message was sent to its end, and no answer came. It may have been
	// taken, so that its reader may get it twice. It is transient.
	ErrUnanswered = errors.New("it was sent to its end and never answered, so that it may have been taken")
)

// Linger is how long after the end of its context a Courier waits for the answer to a
// message that was sent to its end: without the answer it has to be sent again, and
// arrives twice.
const Linger = 24 * time.Second

// Envelope is a message to one person.
type Envelope struct {
	// From is the return path; empty is the null return path.
	From string
	// To is the one recipient.
	To string
	// Raw is the whole message, with CRLF line ends.
	Raw []byte
	// Unanswered is how often the message was sent before without an answer (ErrUnanswered).
	// The server then gets more time, so that a slow one does not take a copy at each
	// try.
	Unanswered int
}

// Courier sends messages. Its methods may be called from several goroutines.
type Courier interface {
	// Send returns nil when the server has taken responsibility for the message. An
	// error wraps ErrRefused, ErrDeferred, ErrLimited or ErrAccount, or is transient.
	// Only after ErrUnanswered the message may have been taken: then the caller sends the
	// same bytes with the same Message-ID again. The end of ctx ends any step, except
	// the wait of Linger.
	Send(ctx context.Context, e Envelope) error

	// Close closes the connections. The next call opens new ones.
	Close() error
}
