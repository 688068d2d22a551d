package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
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
	// a longer one was none of the players' (schedule.go).
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
	// deleting some did; only collect.go uses them.
	looked, failed time.Time
}

// hints say that there is work; see server.go.
type hints struct {
	toPlay, toSend, toThink chan struct{}
	toScrub                 chan struct{}
	unscrubbed              atomic.Bool // what was erased stands in the write-ahead log; see scrub
	// spared are attempts at a letter in that count no more, when the database
	// could not take that down; only answer.go uses it.
	spared struct{ letter, times int64 }
	// waiting are letters in that had to wait since all others had their turn; only
	// answer.go uses it.
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
func (s *Server) scrubAfter(ctx context.Context, out db.Outgoing) {
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
	s.scrubNow(ctx)
}

// scrubs does what scrub asks for, where it takes long, until ctx is done.
func (s *Server) scrubs(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-s.work.toScrub:
			if err := guard(func() error { s.scrubNow(ctx); return nil }); err != nil {
				s.log.Error("scrubbing failed", "error", err)
			}
		}
	}
}

func (s *Server) scrubNow(ctx context.Context) {
	err := s.db.Scrub(ctx)
	s.work.unscrubbed.Store(errors.Is(err, db.ErrHeld))
	if err != nil && !errors.Is(err, db.ErrHeld) {
		s.log.Warn("erased text is still in the write-ahead log", "error", fmt.Errorf("scrub: %w", err))
	}
}

// Run runs the six loops until ctx is done, and then ends them cleanly: work
// in hand is finished or left for the next start, or for another daemon on the
// same database. Errors are logged and tried again; Run returns only ctx's end.
func (s *Server) Run(ctx context.Context, inbox mail.Inbox, courier mail.Courier) error {
	defer inbox.Close()
	defer courier.Close()
	for {
		switch err := s.serve(ctx, inbox, courier); {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, errTakenOut):
			s.log.Warn("this daemon was silent for so long that others took its work over; it begins anew", "daemon", s.Name)
		case db.Transient(err): // also at the start: the server of the database may come up after us, or restart
			s.log.Warn("this daemon cannot begin yet", "error", err)
			sleep(ctx, firstPause, nil)
		default:
			return err
		}
	}
}

// mendNames cleans the names of a database that is older than the rule of what a
// name is, before any letter tells them. It is done once for each rule: to look at
// every player takes seconds where there are many.
func (s *Server) mendNames(ctx context.Context) error {
	const names = "names"
	rule := s.desk.Club.NameRule()
	wanted, misnamed := false, false
	err := s.db.View(ctx, func(tx *db.Tx) error {
		by, err := tx.Mended(names)
		if wanted = by != rule; err == nil && wanted {
			var who []db.Player
			who, err = club.InvalidNames(s.desk.Club.Begin(tx, 0))
			misnamed = len(who) > 0
		}
		return err
	})
	if err != nil || !wanted {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		if misnamed {
			if err := club.RenameInvalid(s.desk.Club.Begin(tx, 0), s.log); err != nil {
				return err
			}
		}
		return tx.NoteMended(names, rule)
	})
}

// serve joins the daemons of the database and runs the loops until ctx is done,
// or until others have taken us for dead: errTakenOut.
func (s *Server) serve(ctx context.Context, inbox mail.Inbox, courier mail.Courier) error {
	// No letter may be answered before the time that nobody was here is known.
	if err := s.join(ctx); err != nil {
		return err
	}
	if err := s.mendNames(ctx); err != nil {
		return err
	}
	s.mailbox.deaf.Store(false) // another daemon may read the mailbox by now; the database knows
	mailbox, clock := &leadership{name: "mailbox " + inbox.Name(), mailbox: true}, &leadership{name: LeadClockwork}
	thinking, looking := &leadership{name: LeadRobots}, &leadership{name: LeadPostMortems}
	group, loops := errgroup.WithContext(ctx)
	group.Go(func() error { return s.renew(loops) })
	group.Go(func() error { return s.scrubs(loops) })
	group.Go(func() error {
		return s.repeat(loops, "collect", func() error { return s.collect(loops, mailbox, inbox) })
	})
	group.Go(func() error { return s.repeat(loops, "play", func() error { return s.play(loops) }) })
	group.Go(func() error { return s.repeat(loops, "deliver", func() error { return s.deliver(loops, courier) }) })
	group.Go(func() error { return s.repeat(loops, "clockwork", func() error { return s.clockwork(loops, clock) }) })
	group.Go(func() error { return s.repeat(loops, "robots", func() error { return s.robots(loops, thinking) }) })
	group.Go(func() error {
		return s.repeat(loops, "post-mortems", func() error { return s.postMortems(loops, looking) })
	})
	err := group.Wait()
	s.sending.crew.finish(s.log)
	note, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if owed := s.sending.settleOwed(note); owed != nil { // it would be sent twice
		s.log.Error("what became of a letter could not be noted; it will be sent again", "error", owed)
	}
	s.sending.drop()
	s.leave(note)
	return err
}

// idle is how often a loop looks for work that nobody announced.
const idle = time.Second

// Pauses between tries after errors: doubled each time, never over the limit,
// and never the same for two daemons.
const (
	firstPause = 500 * time.Millisecond
	maxPause   = time.Minute
	awayPause  = 2 * time.Second // while no server of the database can be reached
)

// repeat calls f again and again until ctx is done, with growing pauses while
// it fails.
func (s *Server) repeat(ctx context.Context, name string, f func() error) error {
	pause := firstPause
	for {
		s.emit(Pulse, name)
		err := f()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		wait := time.Duration(0)
		switch {
		case err == nil:
			pause = firstPause
		case errors.Is(err, mail.ErrAccount):
			s.log.Error("the mail account refuses us; letters are kept", "loop", name, "error", err)
			wait = s.AccountPause
			s.emit(Locked, name)
		default:
			if db.Away(err) {
				pause = min(pause, awayPause)
			}
			s.log.Warn("will try again", "loop", name, "error", err, "in", pause)
			wait = pause/2 + rand.N(pause)
			pause = min(2*pause, maxPause)
		}
		if err != nil {
			s.emit(Failed, name)
			s.emit(Pulse, name)
		}
		if !sleep(ctx, wait, nil) {
			return ctx.Err()
		}
	}
}

// sleep waits until the time is over, a hint comes, or ctx is done: then it
// reports false.
func sleep(ctx context.Context, t time.Duration, hint <-chan struct{}) bool {
	timer := time.NewTimer(t)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-hint:
	case <-timer.C:
	}
	return ctx.Err() == nil
}

// announce leaves a hint that there is work, if none lies there.
func announce(hint chan<- struct{}) {
	select {
	case hint <- struct{}{}:
	default:
	}
}

// guard runs f, and makes an error of a panic in it: that is our fault in one
// letter, or one duty, and must not stop the others.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicked(r)
		}
	}()
	return f()
}

// panicked makes an error of a panic. What a runtime error says is numbers and
// types; any other value may be a text of the letter's, which is not logged.
func panicked(r any) error {
	if e, ok := r.(runtime.Error); ok {
		return fmt.Errorf("panic: %w\n%s", e, debug.Stack())
	}
	return fmt.Errorf("panic with a %T\n%s", r, debug.Stack())
}

// CheckToken returns whose token it is, if Unsubscribe takes it; else evidence.ErrToken.
// It changes nothing.
func (s *Server) CheckToken(ctx context.Context, token string) (holder handler.TokenHolder, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) (err error) { holder, err = s.desk.CheckToken(tx, token); return err })
	return holder, err
}

// Unsubscribe pauses or stops the letters to the player whose token it is, and sends the
// last one; see handler.Handler.Unsubscribe.
func (s *Server) Unsubscribe(ctx context.Context, token string) error {
	var seen []handler.Observation
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		return guard(func() (err error) { seen, err = s.desk.Unsubscribe(tx, token); return err })
	})
	if err == nil && len(seen) > 0 {
		s.emitAll(seen)
		announce(s.work.toSend)
	}
	return err
}
