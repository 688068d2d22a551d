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

// Server runs a handler on a database. Run starts its loops; tests also drive each of
// them one step at a time. The exported fields are settings, to be set before Run.
type Server struct {
	handler *handler.Handler
	db      *db.DB
	log     *slog.Logger

	// Name identifies this daemon to the operator among others on the same database.
	Name string

	// Lease is how long after its death a daemon holds, at most, what others could
	// do in its place.
	Lease time.Duration

	// Gap is the longest time without a heartbeat that still counts as running. A
	// longer one pauses the clocks of all games.
	HeartbeatGap time.Duration

	// AccountPause is how long a loop waits after a server refused the login. An
	// operator has to correct that, and repeated attempts may lock the account.
	AccountPause time.Duration

	// Budget limits how many messages are sent; the zero value sets no limit.
	Budget SendingBudget

	// MaxStored is how many bytes of incoming mail are stored before only what is proven to be
	// a player's is taken (room.go); 0 is no bound.
	MaxStored int64

	// Retention is how long texts are kept.
	Retention Retention

	// Connections is how many messages may be on their way to the smarthost at once,
	// each to another reader; see [MaxInFlight].
	Connections int

	// Step, if not nil, is called when a named step of a message's way is done:
	// fetched, kept, counted, read, written, played, claimed, sent, marked, ticked,
	// thought, looked, sought, departed.
	Step func(name string)

	// Observe, if not nil, receives every observation. All loops call it, also at
	// the same time; it must not block.
	Observe func(handler.Observation)

	// Departed is the file of the list that a restore reads; see departed.go. Empty: none.
	Departed string

	// Calendars is the folder with the files of players' deadlines; see calendar.go. Empty: none.
	Calendars string

	own       ownLease
	wake      signals
	mailbox   mailboxState
	room      room
	answering *answering
	delivery  delivery
	verifying verifying

	// unscrubbed says that erased text is still in the write-ahead log; see scrub.
	unscrubbed atomic.Bool
	listed     []byte // what was last written to Departed
	calendars  calendars
	// audited is when no audit entry was old enough to erase; used by the schedule only.
	audited time.Time
}

// signals wake loops that wait for work.
type signals struct {
	answer, deliver, bots, slowBots, scrub, list, calendars chan struct{}
}

// New makes a server for a handler on an open database.
func New(h *handler.Handler, d *db.DB, log *slog.Logger) *Server {
	return &Server{
		handler:      h,
		db:           d,
		log:          slog.New(mail.Redact(log.Handler())),
		Lease:        DefaultLease,
		HeartbeatGap: 10 * time.Minute,
		AccountPause: 5 * time.Minute,
		Connections:  1,
		Retention:    DefaultRetention(),
		wake: signals{
			answer:    make(chan struct{}, 1),
			deliver:   make(chan struct{}, 1),
			bots:      make(chan struct{}, 1),
			slowBots:  make(chan struct{}, 1),
			scrub:     make(chan struct{}, 1),
			list:      make(chan struct{}, 1),
			calendars: make(chan struct{}, 1),
		},
		answering: newAnswering(),
		delivery:  delivery{held: map[int64]bool{}},
		verifying: newVerifying(),
	}
}

// Run runs the loops until ctx is done, and then ends them cleanly: work in hand is
// finished, or left for the next start or another daemon on the same database. Loops log
// their errors and try again. Run returns nil when ctx is done, and an error only if
// this daemon could not start or must not go on (mail.ErrMailboxTaken).
func (s *Server) Run(ctx context.Context, inbox mail.Inbox, courier mail.Courier) error {
	defer inbox.Close()
	defer courier.Close()
	starting := trouble{log: s.log, loop: "start"}
	for pause := firstPause; ; {
		switch err := s.serve(ctx, inbox, courier, func() { starting.over(); pause = firstPause }); {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, errTakenOut):
			s.log.Warn("this daemon was silent for so long that others took over its work; it starts again", "daemon",
				s.Name)
			inbox.Close() // another daemon collects from it by now
		case db.Transient(err): // the database server may start after us, or restart
			starting.tell(err, pause)
			sleep(ctx, pause, nil)
			pause = min(2*pause, maxPause)
		default:
			return err
		}
	}
}

// serve joins the daemons of the database and runs the loops until ctx is done, or until
// others took over our work: errTakenOut. It calls begun when it has joined.
func (s *Server) serve(ctx context.Context, inbox mail.Inbox, courier mail.Courier, begun func()) error {
	// Joining records the time in which no daemon ran, before any message is answered.
	if err := s.join(ctx); err != nil {
		return err
	}
	if err := s.mendNames(ctx); err != nil {
		return err
	}
	begun()
	s.verifying = newVerifying()      // what we held when others took over our work is theirs
	s.mailbox.unreadable.Store(false) // another daemon may read it by now; the database knows
	mailbox := &leadership{name: "mailbox " + inbox.Name(), mailbox: true}
	schedule := &leadership{name: LeadSchedule}
	bots, slowBots := &leadership{name: LeadBots}, &leadership{name: LeadSlowBots}
	analysis := &leadership{name: LeadPostMortems}

	group, ctx := errgroup.WithContext(ctx)
	loop := func(name string, f func() error) {
		group.Go(func() error { return s.repeat(ctx, name, f) })
	}
	group.Go(func() error { return s.renew(ctx) })
	group.Go(func() error { return s.scrubOnDemand(ctx) })
	group.Go(func() error { return s.keepList(ctx) })
	group.Go(func() error { return s.keepCalendars(ctx) })
	loop("collect", func() error { return s.collect(ctx, mailbox, inbox) })
	loop("play", func() error { return s.answerAll(ctx) })
	loop("deliver", func() error { return s.deliver(ctx, courier) })
	loop("clockwork", func() error { return s.doDue(ctx, schedule) })
	loop("robots", func() error { return s.playBots(ctx, bots, false) })
	loop("slow robots", func() error { return s.playBots(ctx, slowBots, true) })
	loop("post-mortems", func() error { return s.analyse(ctx, analysis) })
	err := group.Wait()

	s.answering.finish(s.log)
	s.delivery.senders.finish(s.log)
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if err := s.delivery.settle(ending); err != nil { // they would be sent twice
		s.log.Error("the sending of a message could not be recorded; it will be sent again", "error", err)
	}
	s.delivery.drop()
	s.leave(ending)
	return err
}

// mendNames brings the names of players under the current rule, before any message shows
// them; see club.MendNames. The database remembers the rule it was done for, since looking at
// every player of a large club takes seconds.
func (s *Server) mendNames(ctx context.Context) error {
	const names = "names"
	rule := s.handler.Club.NameRule()
	wanted := false
	err := s.db.View(ctx, func(tx *db.Tx) error {
		by, err := tx.Mended(names)
		wanted = by != rule
		return err
	})
	if err != nil || !wanted {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		if _, err := s.handler.Act(tx, func(tx *club.Tx) error { return club.MendNames(tx, s.log) }); err != nil {
			return err
		}
		return tx.NoteMended(names, rule)
	})
}

// idle is how often a loop looks for work that nobody signalled.
const idle = time.Second

// Pauses between tries after errors: doubled each time up to a limit, and random, so
// that daemons do not act in step.
const (
	firstPause = 500 * time.Millisecond
	maxPause   = time.Minute
	awayPause  = 2 * time.Second // while no database server can be reached
)

// trouble logs that something fails: once for each error that follows another, and once when it works
// again. What is tried again for hours must not fill the log.
type trouble struct {
	log        *slog.Logger
	loop, last string
}

// tell logs an error, and when the next try is.
func (t *trouble) tell(err error, pause time.Duration) {
	level := slog.LevelDebug
	if err.Error() != t.last {
		level, t.last = slog.LevelWarn, err.Error()
	}
	t.log.Log(context.Background(), level, "will try again", "loop", t.loop, "error", err, "in", pause)
}

func (t *trouble) over() {
	if t.last != "" {
		t.log.Info("it works again", "loop", t.loop)
		t.last = ""
	}
}

// repeat calls f until ctx is done, with growing pauses while it fails.
func (s *Server) repeat(ctx context.Context, name string, f func() error) error {
	pause, failing := firstPause, trouble{log: s.log, loop: name}
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
			failing.over()
		case errors.Is(err, mail.ErrMailboxTaken):
			return err
		case errors.Is(err, mail.ErrAccount):
			s.log.Error("the mail server refuses the login; messages are kept", "loop", name, "error", err)
			wait = s.AccountPause
			s.emit(LoginRefused, name)
		default:
			if db.Away(err) {
				pause = min(pause, awayPause)
			}
			failing.tell(err, pause)
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

// sleep waits until t has passed or a signal comes. It reports false if ctx is done.
func sleep(ctx context.Context, t time.Duration, signal <-chan struct{}) bool {
	timer := time.NewTimer(t)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-signal:
	case <-timer.C:
	}
	return ctx.Err() == nil
}

// announce signals that there is work. It never blocks.
func announce(signal chan<- struct{}) {
	select {
	case signal <- struct{}{}:
	default:
	}
}

// guard runs f and turns a panic into an error: a bug that one message or duty meets
// must not stop the others.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicked(r)
		}
	}()
	return f()
}

// panicked makes an error of a panic. A runtime error consists of numbers and types; any
// other value may contain text of the message, which is not logged.
func panicked(r any) error {
	if e, ok := r.(runtime.Error); ok {
		return fmt.Errorf("panic: %w\n%s", e, debug.Stack())
	}
	return fmt.Errorf("panic with a %T\n%s", r, debug.Stack())
}

func (s *Server) step(name string) {
	if s.Step != nil {
		s.Step(name)
	}
}

// CheckToken returns who holds an unsubscribe token, or the error of a token that is not ours. It changes
// nothing.
func (s *Server) CheckToken(ctx context.Context, token string) (holder handler.UnsubscribeTokenHolder, err error) {
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		holder, err = s.handler.CheckToken(tx, token)
		return err
	})
	return holder, err
}

// Unsubscribe pauses or stops the messages to the player who holds the token, and sends
// a last one; see [handler.Handler.Unsubscribe].
func (s *Server) Unsubscribe(ctx context.Context, token string) error {
	var seen []handler.Observation
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		return guard(func() (err error) { seen, err = s.handler.Unsubscribe(tx, token); return err })
	})
	if err == nil && len(seen) > 0 {
		s.emitAll(seen)
		announce(s.wake.deliver)
	}
	return err
}
