package daemon

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"turnpost/db"
	"turnpost/mail/imap"
	"turnpost/mail/server"
)

// health knows whether the server works: whether its loops complete rounds, when the mailbox
// was last read, and whether the database can be written.
//
// Loops that fail and try again complete rounds. One that does not, for longer than any
// network delay or pause explains, is stuck. Only that stops the watchdog's notifications,
// because a restart does not fix a full disk or a mail server.
type health struct {
	db  *db.DB
	now func() time.Time
	// late is the age at which the last poll is too old.
	late time.Duration
	// quotaUsed is the share of its quota that the mailbox uses; see [imap.Inbox.QuotaUsed].
	quotaUsed func() float64
	// maxStored is [server.Server.MaxStored].
	maxStored int64
	// patience is how long a round of each loop may take.
	patience map[string]time.Duration

	mu     sync.Mutex
	pulses map[string]time.Time
	polled time.Time // zero: never
	// What one daemon at a time does: whether this one does it, by the names of leaderships;
	// and when another one was last seen to read our mailbox.
	holds map[string]bool
	stood time.Time
	// When the SMTP server last answered, or the daemon started; and whether it has not
	// answered since.
	heard  time.Time
	silent bool
	// When the last message came in and went out; zero: none since the start.
	lastIn, lastOut time.Time
	// The mail servers that have not answered since the start, with their errors.
	missed map[string]error

	// The write to the database that is under way, and the result of the last one. A lock that
	// another program holds may delay a write for half a minute.
	probing   chan struct{} // closed at its end; nil: none is under way
	began     time.Time     // when it began
	probed    time.Time     // when the last one ended
	lastProbe error
}

// probeAge is how long the result of a write to the database is reused, so that frequent
// questions do not wear the disk.
const probeAge = 5 * time.Second

// newHealth returns the health of a daemon that starts now and polls at this interval.
func newHealth(d *db.DB, poll time.Duration) *health {
	h := &health{
		db: d, now: time.Now, quotaUsed: func() float64 { return 0 },
		// A poll may find many messages, and a failed one is repeated.
		late: max(5*time.Minute, 3*poll),
		patience: map[string]time.Duration{
			// A wait for a poll interval, and slow answers of the server.
			"collect": poll + 30*time.Minute,
			"play":    20 * time.Minute,
			// A message is tried for 15 minutes, and once more with another return path.
			"deliver":      45 * time.Minute,
			"clockwork":    20 * time.Minute,
			"robots":       20 * time.Minute,
			"slow robots":  20 * time.Minute,
			"post-mortems": 20 * time.Minute,
		},
		pulses: map[string]time.Time{},
		missed: map[string]error{},
		holds: map[string]bool{server.LeadMailbox: false, server.LeadSchedule: false, server.LeadBots: false,
			server.LeadSlowBots: false, server.LeadPostMortems: false},
	}
	h.heard = h.now()
	for loop := range h.patience {
		h.pulses[loop] = h.now()
	}
	return h
}

// miss records the error of a mail server that cannot be reached, or nil if it can.
func (h *health) miss(server string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err == nil {
		delete(h.missed, server)
		return
	}
	h.missed[server] = err
}

// misses reports whether a mail server has not answered since the start.
func (h *health) misses(server string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.missed[server] != nil
}

// absent returns an error that names the mail servers that have not answered yet.
func (h *health) absent() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	var found []error
	for _, server := range slices.Sorted(maps.Keys(h.missed)) {
		found = append(found, fmt.Errorf("%s has not answered since the start: %w", server, h.missed[server]))
	}
	return errors.Join(found...)
}

// held returns which leaderships this daemon has.
func (h *health) held() map[string]bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return maps.Clone(h.holds)
}

// lastStandby is when another daemon was last seen to read our mailbox. It is zero if this
// daemon reads it, or if that is not known yet.
func (h *health) lastStandby() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.holds[server.LeadMailbox] {
		return time.Time{}
	}
	return h.stood
}

// lastPoll is when the mailbox was last read completely, or zero.
func (h *health) lastPoll() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.polled
}

// stuck returns an error that names the loops that do not complete rounds.
func (h *health) stuck() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	var found []error
	for _, loop := range server.Loops() {
		if age := h.now().Sub(h.pulses[loop]); age > h.patience[loop] {
			found = append(found,
				fmt.Errorf("the loop %q has not completed a round for %s", loop, age.Round(time.Second)))
		}
	}
	return errors.Join(found...)
}

// quick is how long an answer to /readyz may take: those who ask wait for some seconds only.
const quick = 900 * time.Millisecond

// ready returns nil if the server works, or an error with a sentence for each problem.
func (h *health) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, quick)
	defer cancel()
	found := []error{h.writable(ctx), h.stuck(), h.absent(), h.waiting(ctx)}
	switch polled, stood := h.lastPoll(), h.lastStandby(); {
	case !stood.IsZero():
		// Another daemon reads the mailbox, as long as we see that it does.
		if age := h.now().Sub(stood); age > h.late {
			found = append(found,
				fmt.Errorf("the server that reads the mailbox was last seen %s ago", age.Round(time.Second)))
		}
	case polled.IsZero():
		found = append(found, errors.New("the mailbox has not been read yet"))
	case h.now().Sub(polled) > h.late:
		found = append(found, fmt.Errorf("the mailbox was last read %s ago", h.now().Sub(polled).Round(time.Second)))
	}
	return errors.Join(found...)
}

// tooLong is how long messages may wait for an SMTP server that does not answer.
const tooLong = 2 * time.Minute

// silence is for how long the SMTP server has not answered. It is 0 if it answers or was not
// asked.
func (h *health) silence() time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.silent {
		return 0
	}
	return h.now().Sub(h.heard)
}

// waiting returns an error if messages wait for an SMTP server that does not answer. Messages
// that wait for their next try or for sending limits do not count, because the server
// answered.
func (h *health) waiting(ctx context.Context) error {
	silence := h.silence()
	if silence <= tooLong {
		return nil
	}
	var q db.QueueSizes
	var age time.Duration
	err := h.db.View(ctx, func(tx *db.Tx) (err error) {
		q, err = tx.Queues()
		age = tx.Now.Sub(q.OldestOut)
		return err
	})
	if err != nil || q.Out == 0 || age <= tooLong { // another line reports that it cannot be read
		return nil
	}
	return fmt.Errorf("the SMTP server has not answered for %s; %d messages wait, the oldest for %s",
		silence.Round(time.Second), q.Out, age.Round(time.Second))
}

// notes are sentences about problems that need an operator although the server works.
func (h *health) notes(ctx context.Context) (notes []string) {
	if used := h.quotaUsed(); used >= imap.NearlyFull {
		notes = append(notes, fmt.Sprintf(
			"the mailbox uses %.0f %% of its quota; when it is full, its server refuses players' messages", 100*used))
	}
	ctx, cancel := context.WithTimeout(ctx, quick)
	defer cancel()
	var held db.HeldLeavings
	var now time.Time
	var stored int64
	if err := h.db.View(ctx, func(tx *db.Tx) (err error) {
		now = tx.Now
		if stored, err = tx.StoredMail(); err == nil {
			held, err = tx.HeldLeavings()
		}
		return err
	}); err != nil { // reported elsewhere
		return notes
	}
	if bound := float64(h.maxStored); bound > 0 && float64(stored) >= server.RoomAgain*bound {
		notes = append(notes, fmt.Sprintf("the stored mail takes %.0f %% of its bound (limits.max_stored); "+
			"when it is reached, mail that nothing proves has to wait", 100*float64(stored)/bound))
	}
	if held.Players == 0 {
		return notes
	}
	note := fmt.Sprintf(
		"players who want to leave and cannot, because their games could not be ended (the log says why): %d",
		held.Players)
	if held.Messages > 0 {
		note += fmt.Sprintf("; messages that wait for it: %d, the oldest for %s", held.Messages,
			now.Sub(held.Oldest).Round(time.Second))
	}
	return append(notes, note)
}

// writable returns nil if the database could be written just now. It waits until ctx is done for
// a write that is under way.
func (h *health) writable(ctx context.Context) error {
	h.mu.Lock()
	if age := h.now().Sub(h.probed); h.probing == nil && !h.probed.IsZero() && age < probeAge {
		defer h.mu.Unlock()
		return h.lastProbe
	}
	if h.probing == nil {
		h.probing, h.began = make(chan struct{}), h.now()
		// The result is also for the next request, so it does not depend on this one.
		go h.write(context.WithoutCancel(ctx))
	}
	probing, began := h.probing, h.began
	h.mu.Unlock()
	select {
	case <-probing:
		h.mu.Lock()
		defer h.mu.Unlock()
		return h.lastProbe
	case <-ctx.Done():
		return fmt.Errorf(
			"the database has taken no write for %s: its disk or server hangs, or another program locks it",
			h.now().Sub(began).Round(time.Second/10))
	}
}

// write writes to the database and records the result.
func (h *health) write(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	err := h.db.Queue(ctx, func(tx *db.Tx) error { return tx.Touch() })
	if err != nil {
		err = fmt.Errorf("the database cannot be written: %w", err)
	} else {
		err = h.db.InPlace()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lastProbe, h.probed = err, h.now()
	close(h.probing)
	h.probing = nil
}
