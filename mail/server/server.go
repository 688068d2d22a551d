package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/handler"
)

// Server runs a desk on a database. Its loops are started by Run; each may also be
// driven by hand, which tests do. The fields that are exported are settings, to be
// made before Run.
type Server struct {
	desk *handler.Handler
	db   *db.DB
	log  *slog.Logger

	// Name is what the operator knows this daemon by beside others on the same
	// database.
	Name string

	// Lease is how long after its death a daemon holds at most what others could
	// do in its place.
	Lease time.Duration

	// Gap is the longest time without a heartbeat that still counts as running:
	// a longer one was none of the players' (clockwork.go).
	Gap time.Duration

	// AccountPause is how long a loop waits when a server refuses our login:
	// waiting does not mend it, an operator has to, and a server must not be
	// knocked at all the time.
	AccountPause time.Duration

	// Budget is how many letters may be sent; the zero value sets no limit.
	Budget Budget

	// Connections is how many letters may be on their way to the smarthost at once,
	// each to another reader; see Places.
	Connections int

	// Step, if not nil, is called when a named step of a letter's way is done:
	// fetched, kept, counted, read, written, played, claimed, sent, marked,
	// ticked, thought, looked, sought.
	Step func(name string)

	// Observe, if not nil, hears of each observation. It is called by all loops,
	// also at once, and must not wait.
	Observe func(handler.Observation)

	own     ownLease
	work    hints
	mailbox mailbox
	sending sending
}

// mailbox is what collecting remembers from one look to the next.
type mailbox struct {
	deaf atomic.Bool // it could not be read the last time; the clockwork asks too
	// looked is when filed mails were last looked at for their age, and failed when
	// deleting some did; only purge.go uses them.
	looked, failed time.Time
}

// hints say that there is work; see loop.go.
type hints struct {
	toPlay, toSend, toThink chan struct{}
	toScrub                 chan struct{}
	unscrubbed              atomic.Bool // what was erased stands in the write-ahead log; see scrub
	// spared are attempts at a letter in that count no more, when the database
	// could not take that down; only play.go uses it.
	spared struct{ letter, times int64 }
	// waiting are letters in that had to wait since all others had their turn; only
	// play.go uses it.
	waiting map[int64]bool
	// eighths is how large the next piece of forgetting is: 1 to 8, and pieces how many
	// were done. Only retention.go uses them.
	eighths, pieces int
	// audited is when nothing was old of what operators did; only retention.go uses it.
	audited time.Time
}

// New makes a server for a desk on an open database.
func New(k *handler.Handler, d *db.DB, log *slog.Logger) *Server {
	first, _ := nextPiece(1, slow, d.Shared())
	return &Server{
		desk: k, db: d, log: slog.New(mail.Redact(log.Handler())),
		Lease: DefaultLease, Gap: 10 * time.Minute, AccountPause: 5 * time.Minute, Connections: 1,
		work:    hints{toPlay: make(chan struct{}, 1), toSend: make(chan struct{}, 1), toThink: make(chan struct{}, 1), toScrub: make(chan struct{}, 1), eighths: first},
		sending: sending{hands: map[int64]bool{}},
	}
}

func (s *Server) step(name string) {
	if s.Step != nil {
		s.Step(name)
	}
}

// scrubAfter scrubs when a letter was the last that named its reader, who was
// forgotten, or the last of those under way that may name them to others.
func scrubAfter(ctx context.Context, s *Server, out db.Outgoing) {
	burnt := handler.IsFarewell(out)
	if !burnt {
		err := s.db.View(ctx, func(tx *db.Tx) (err error) { burnt, err = tx.Burnt(out.ID); return err })
		if err != nil {
			s.log.Warn("erased text may still be in the database's files", "error", fmt.Errorf("scrub: %w", err))
		}
	}
	if burnt {
		s.scrub(ctx)
	}
}

// scrub takes what was erased out of the database's files. While somebody reads what was
// there before, that is tried again with each heartbeat. In a large shared database it may
// take many minutes, for which no loop waits: see scrubs.
func (s *Server) scrub(ctx context.Context) {
	if s.db.Shared() {
		announce(s.work.toScrub)
		return
	}
	scrubNow(ctx, s)
}

// scrubs does what scrub asks for, where it takes long, until ctx is done.
func scrubs(ctx context.Context, s *Server) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-s.work.toScrub:
			if err := guard(func() error { scrubNow(ctx, s); return nil }); err != nil {
				s.log.Error("scrubbing failed", "error", err)
			}
		}
	}
}

func scrubNow(ctx context.Context, s *Server) {
	err := s.db.Scrub(ctx)
	s.work.unscrubbed.Store(errors.Is(err, db.ErrHeld))
	if err != nil && !errors.Is(err, db.ErrHeld) {
		s.log.Warn("erased text is still in the write-ahead log", "error", fmt.Errorf("scrub: %w", err))
	}
}
