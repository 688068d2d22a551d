package mail

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Classes of failure. Everything else that an Inbox or a Courier returns is
// transient and concerns every letter: the server or the way to it is in trouble.
var (
	// ErrAccount: the server refuses our login or our right to use it. It
	// concerns every letter, and the operator has to mend it.
	ErrAccount = errors.New("mail account refused")
	// ErrSender: the server lets our login send, but not under this return path.
	// It is an ErrAccount.
	ErrSender = fmt.Errorf("%w for this sender", ErrAccount)
	// ErrRefused: the server refuses this letter for good.
	ErrRefused = errors.New("letter refused")
	// ErrDeferred: the server does not take this letter now. It may later, and
	// takes others meanwhile.
	ErrDeferred = errors.New("letter deferred")
	// ErrLimited: the server takes nothing more from our account for now: its quota
	// is used up, or a policy is in the way. It concerns every letter, is the fault
	// of none, and passes by itself.
	ErrLimited = errors.New("nothing more is taken from the mail account for now")
	// ErrPolicy: as ErrLimited, but the server does not say whether it means the
	// account or this letter. It is an ErrLimited.
	ErrPolicy = fmt.Errorf("%w, or not this letter", ErrLimited)
	// ErrUnheard: the letter was said to its end, and no answer came. It may have
	// been taken, so that its reader may get it twice. It is transient.
	ErrUnheard = errors.New("it was said to its end and never answered, so that it may have been taken")
)

// Linger is for how long after the end of its context a Courier waits for the
// answer to a letter that was said to its end: who breaks off there has to say it
// once more, and it comes twice.
const Linger = 24 * time.Second

// Envelope is one letter on its way to one person.
type Envelope struct {
	// From is the return path; empty is the null return path.
	From string
	// To is the one recipient.
	To string
	// Raw is the whole message, with CRLF line ends.
	Raw []byte
	// Unheard is how often it was said before and never answered (ErrUnheard): a
	// server that needs longer than others gets more time then, lest the letter
	// comes at each try.
	Unheard int
}

// Courier carries letters out. Its methods may be called from several goroutines.
type Courier interface {
	// Send returns nil when the server has taken responsibility for the letter.
	// An error wraps ErrRefused, ErrDeferred, ErrLimited or ErrAccount, or is
	// transient.
	// Only after ErrUnheard the letter may have been taken: sending it again sends the
	// same bytes with the same Message-ID. The end of ctx ends whatever goes on, but
	// for the wait of Linger.
	Send(ctx context.Context, e Envelope) error

	// Close hangs up. The Courier can be used again, and dials anew.
	Close() error
}
