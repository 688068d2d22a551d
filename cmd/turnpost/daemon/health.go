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
	"turnpost/db/examine"
	"turnpost/mail/server"
)

// health knows how the daemon does: whether its loops go round, when it last
// read the mailbox, and whether the database can be written.
//
// A loop that fails and tries again goes round; one that has not for so long
// that no network and no wait of ours explains it is stuck, and only a restart
// helps. So that, and that alone, is what the watchdog of a service manager
// hears about: a restart mends no full disk and no mail server.
type health struct {
	db  *db.DB
	now func() time.Time
	// late is the age from which on the last poll is too old.
	late time.Duration
	// patience is how long a loop may take to go round.
	patience map[string]time.Duration

	mu     sync.Mutex
	pulses map[string]time.Time
	polled time.Time // zero: never
	// What only one daemon at a time does: whether this one holds it, by the labels
	// of what the server tells; and when another one was last seen to read our mailbox.
	holds map[string]bool
	stood time.Time
	// When the SMTP server last answered to a letter, or the daemon began; and whether
	// it did not since.
	heard  time.Time
	silent bool
	// The mail servers that have not answered since the start, and what came of it.
	missed map[string]error

	probe     sync.Mutex // one write at a time, and its answer for a moment
	probed    time.Time
	lastProbe error
}

// probeAge is for how long the answer of a write to the database is good: who
// asks often does not wear the disk.
const probeAge = 5 * time.Second

// newHealth is the health of a daemon that begins now and polls so often.
func newHealth(d *db.DB, poll time.Duration) *health {
	h := &health{
		db: d, now: time.Now,
		// A poll may find much, and one that fails is tried again.
		late: max(5*time.Minute, 3*poll),
		patience: map[string]time.Duration{
			// A wait of a whole poll, and a server that takes all its time.
			"collect": poll + 30*time.Minute,
			"play":    20 * time.Minute,
			// A letter is tried for 15 minutes, and once more with another
			// return path.
			"deliver":      45 * time.Minute,
			"clockwork":    20 * time.Minute,
			"robots":       20 * time.Minute,
			"post-mortems": 20 * time.Minute,
		},
		pulses: map[string]time.Time{},
		missed: map[string]error{},
		holds:  map[string]bool{server.LeadMailbox: false, server.LeadClockwork: false, server.LeadRobots: false, server.LeadPostMortems: false},
	}
	h.heard = h.now()
	for loop := range h.patience {
		h.pulses[loop] = h.now()
	}
	return h
}

// miss notes that a mail server is not there, or, with nil, that it is.
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

// held says what this daemon does that only one at a time does.
func (h *health) held() map[string]bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return maps.Clone(h.holds)
}

// lastStandby is when another daemon was last seen to read our mailbox: we are
// ready to, and do not. Zero: it is ours to read, or nobody knows yet.
func (h *health) lastStandby() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.holds[server.LeadMailbox] {
		return time.Time{}
	}
	return h.stood
}

// lastPoll is when the mailbox was last read to its end; zero: not yet.
func (h *health) lastPoll() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.polled
}

// stuck returns an error that names the loops that do not go round.
func (h *health) stuck() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	var found []error
	for _, loop := range server.Loops() {
		if age := h.now().Sub(h.pulses[loop]); age > h.patience[loop] {
			found = append(found, fmt.Errorf("the loop %q has not gone round for %s", loop, age.Round(time.Second)))
		}
	}
	return errors.Join(found...)
}

// ready returns nil when the daemon does its work: an error says what is in the
// way, one sentence a line.
func (h *health) ready(ctx context.Context) error {
	found := []error{h.writable(ctx), h.stuck(), h.absent(), h.waiting(ctx)}
	switch polled, stood := h.lastPoll(), h.lastStandby(); {
	case !stood.IsZero():
		// Another daemon answers for the mailbox, as long as we see that it does.
		if age := h.now().Sub(stood); age > h.late {
			found = append(found, fmt.Errorf("who reads the mailbox was last seen %s ago", age.Round(time.Second)))
		}
	case polled.IsZero():
		found = append(found, errors.New("the mailbox has not been read yet"))
	case h.now().Sub(polled) > h.late:
		found = append(found, fmt.Errorf("the mailbox was last read %s ago", h.now().Sub(polled).Round(time.Second)))
	}
	return errors.Join(found...)
}

// tooLong is how long letters may wait for an SMTP server that answers nothing.
const tooLong = 2 * time.Minute

// silence is for how long the SMTP server has answered nothing to letters; 0: it
// answers, or was not asked.
func (h *health) silence() time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.silent {
		return 0
	}
	return h.now().Sub(h.heard)
}

// waiting returns an error when letters wait for an SMTP server that answers nothing.
// Those that wait for their next try, or because enough were sent, do not count: it
// answered to them.
func (h *health) waiting(ctx context.Context) error {
	silence := h.silence()
	if silence <= tooLong {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	var q db.Queues
	var age time.Duration
	err := h.db.View(ctx, func(tx *db.Tx) (err error) {
		q, err = tx.Queues()
		age = tx.Now.Sub(q.OldestOut)
		return err
	})
	if err != nil || q.Out == 0 || age <= tooLong { // that it cannot be read is told by another line
		return nil
	}
	return fmt.Errorf("the SMTP server has answered nothing for %s; letters that wait: %d, the oldest for %s", silence.Round(time.Second), q.Out, age.Round(time.Second))
}

// notes are sentences about what the operator has to mend though the daemon does its work,
// and does not stop for.
func (h *health) notes(ctx context.Context) []string {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	var held examine.Held
	var now time.Time
	if err := h.db.View(ctx, func(tx *db.Tx) (err error) {
		now = tx.Now
		held, err = examine.Leaving(tx)
		return err
	}); err != nil || held.Players == 0 { // that it cannot be read is told elsewhere
		return nil
	}
	note := fmt.Sprintf("players who want to leave and cannot, because their games could not be ended (the log says why): %d", held.Players)
	if held.Letters > 0 {
		note += fmt.Sprintf("; letters that wait for it: %d, the oldest for %s", held.Letters, now.Sub(held.Oldest).Round(time.Second))
	}
	return []string{note}
}

// writable returns nil when the database could be written just now.
func (h *health) writable(ctx context.Context) error {
	h.probe.Lock()
	defer h.probe.Unlock()
	if age := h.now().Sub(h.probed); !h.probed.IsZero() && age < probeAge {
		return h.lastProbe
	}
	// Whoever asked may hang up; the answer is for the next one too.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	h.lastProbe = nil
	if err := h.db.Update(ctx, func(tx *db.Tx) error { return tx.Touch() }); err != nil {
		h.lastProbe = fmt.Errorf("the database cannot be written: %w", err)
	} else {
		h.lastProbe = h.db.InPlace()
	}
	h.probed = h.now()
	return h.lastProbe
}
