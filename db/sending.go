package db

import (
	"time"
)

// Class is how urgent a message out is. The lowest goes first.
type Class int

// The classes of messages out.
const (
	ClassGame     Class = iota // about a game, to its players
	ClassAnswer                // anything else to people who have written
	ClassDigest                // a digest, or an answer to what nothing proves
	ClassStranger              // to people who never proved to have written
	ClassProgram               // to a program that has written
)

// Classes is how many there are.
const Classes = 5

var classNames = [Classes]string{"games", "answers", "digests", "strangers", "programs"}

// String names the messages of a class.
func (c Class) String() string { return classNames[c] }

// Number takes the number of a message that is to be queued next in its thread. Messages
// that wait before it in the thread become as urgent as its class, as they would hold it
// up. It looks for them among the last ten of the thread.
func (tx *Tx) Number(o Outgoing, class Class) (id int64, err error) {
	var slowest Class
	if err := tx.row(`SELECT `+tx.engine.number+`, coalesce((SELECT max(class) FROM
		(SELECT state, class FROM outbox WHERE player = ? AND thread = ? ORDER BY id DESC LIMIT 10) AS last
		WHERE state = 'queued'), 0)`, []any{o.Player, o.Thread}, &id, &slowest); err != nil {
		return 0, err
	}
	if slowest > class {
		err = tx.Exec(
			`UPDATE outbox SET class = ?3 WHERE player = ?1 AND thread = ?2 AND state = 'queued' AND class > ?3`,
			o.Player, o.Thread, class)
	}
	return id, err
}

// Allowance says which messages may be sent now.
type Allowance struct {
	// Classes are those below this one.
	Classes Class
	// Newcomers says whether strangers count to whom no message ever went, NoStrangers
	// that none do, and NoUnheard that none does of which NoteUnheard was told.
	Newcomers, NoStrangers, NoUnheard bool
}

// Everything allows all messages.
var Everything = Allowance{Classes: Classes, Newcomers: true}

// claimable is what finds the messages that it allows and Claim may take.
func (a Allowance) claimable() string {
	if a.NoUnheard {
		return claimable + ` AND unheard = 0`
	}
	return claimable
}

// strangers is 0 if none count, 1 if those do to whom a message went, and 2 if all do.
func (a Allowance) strangers() int {
	switch {
	case a.NoStrangers:
		return 0
	case !a.Newcomers:
		return 1
	}
	return 2
}

// Sent is how many letters of each class were sent in the last minute, hour, day
// and week. Those that are being sent count as sent now.
type Sent struct {
	Minute, Hour, Day, Week [Classes]int
	// FirstContacts is how many readers had their first message in the last day.
	FirstContacts int
}

// Sent counts what was sent. It costs as much as was sent in a week. What was sent
// when the clock was ahead does not count.
func (tx *Tx) Sent() (s Sent, err error) {
	type row struct {
		class                   Class
		minute, hour, day, week int
	}
	before := func(d time.Duration) int64 { return Millis(tx.Now.Add(-d)) }
	rows, err := all(tx, func(scan func(...any) error) (r row, err error) {
		return r, scan(&r.class, &r.minute, &r.hour, &r.day, &r.week)
	}, `SELECT class, sum(CASE WHEN sent_at > ?1 THEN 1 ELSE 0 END), sum(CASE WHEN sent_at > ?2 THEN 1 ELSE 0 END),
			sum(CASE WHEN sent_at > ?3 THEN 1 ELSE 0 END), count(*)
		FROM outbox WHERE state = 'sent' AND class IN (0, 1, 2, 3, 4) AND sent_at > ?4 AND sent_at < ?5 GROUP BY class
		UNION ALL SELECT class, count(*), count(*), count(*), count(*)
		FROM outbox WHERE state = 'queued' AND lease_until > 0 AND lease_until BETWEEN ?5 AND ?6 GROUP BY class`,
		before(time.Minute), before(time.Hour), before(24*time.Hour), before(7*24*time.Hour),
		Millis(tx.Now)+1, Millis(tx.Now.Add(Ahead)))
	for _, r := range rows {
		s.Minute[r.class] += r.minute
		s.Hour[r.class] += r.hour
		s.Day[r.class] += r.day
		s.Week[r.class] += r.week
	}
	if err == nil {
		s.FirstContacts, err = tx.FirstContacts()
	}
	return s, err
}

// FirstContacts counts the readers who were sent their first message in the last day, or
// are being sent it.
func (tx *Tx) FirstContacts() (n int, err error) {
	err = tx.row(`SELECT (SELECT count(*) FROM outbox WHERE first_contact = 1 AND sent_at > ? AND sent_at <= ?)
		+ (SELECT count(*) FROM outbox AS o WHERE state = 'queued' AND lease_until > 0 AND NOT `+met+`)`,
		[]any{Millis(tx.Now.Add(-24 * time.Hour)), Millis(tx.Now)}, &n)
	return n, err
}

// LastHour counts what was sent of a class in the last hour, or is being sent.
func (tx *Tx) LastHour(class Class) (n int, err error) {
	err = tx.row(
		`SELECT (SELECT count(*) FROM outbox WHERE state = 'sent' AND sent_at > ?1 AND sent_at < ?2 AND class = ?4)
		+ (SELECT count(*) FROM outbox WHERE state = 'queued' AND lease_until > 0 AND lease_until BETWEEN ?2 AND ?3 AND class = ?4)`,
		[]any{Millis(tx.Now.Add(-time.Hour)), Millis(tx.Now) + 1, Millis(tx.Now.Add(Ahead)), class}, &n)
	return n, err
}

// Queued counts the letters of a class that are queued, up to most.
func (tx *Tx) Queued(class Class, most int) (n int, err error) {
	err = tx.row(`SELECT count(*) FROM (SELECT id FROM outbox WHERE state = 'queued' AND class = ? LIMIT ?) AS w`,
		[]any{class, atMost(most)}, &n)
	return n, err
}

// WaitingByClass counts the letters of each class that are queued.
func (tx *Tx) WaitingByClass() (n [Classes]int, err error) {
	type row struct {
		class Class
		n     int
	}
	rows, err := all(tx, func(scan func(...any) error) (r row, err error) { return r, scan(&r.class, &r.n) },
		`SELECT class, count(*) FROM outbox`+tx.engine.by("outbox_queued")+` WHERE state = 'queued' GROUP BY class`)
	for _, r := range rows {
		n[r.class] = r.n
	}
	return n, err
}

// SentAfter reports whether any message was sent after a moment.
func (tx *Tx) SentAfter(at time.Time) (sent bool, err error) {
	err = tx.row(
		`SELECT EXISTS (SELECT 1 FROM outbox WHERE state = 'sent' AND class IN (0, 1, 2, 3, 4) AND sent_at > ? AND sent_at <= ?)`, []any{Millis(at), Millis(tx.Now)}, &sent)
	return sent, err
}

// Account is the state of our account at the smarthost. All daemons of a database are
// assumed to send by one account.
type Account struct {
	DeferredUntil time.Time // nothing is sent before; zero: the last message was taken
	Failures      int       // how often it was put off since the last message that was taken
	DeferredAt    time.Time // when that began
	Status        string    // of the last answer
}

// Deferred reports whether nothing is to be sent now. A moment farther ahead than
// anything may be postponed was written when the clock was wrong.
func (tx *Tx) Deferred(a Account) bool {
	return a.DeferredUntil.After(tx.Now) && !a.DeferredUntil.After(tx.Now.Add(Ahead))
}

// Account returns the state of our account.
func (tx *Tx) Account() (a Account, err error) {
	rows, err := all(tx, func(scan func(...any) error) (a Account, err error) {
		var until, at int64
		err = scan(&until, &a.Failures, &at, &a.Status)
		a.DeferredUntil, a.DeferredAt = Moment(until), Moment(at)
		return a, err
	}, `SELECT deferred_until, failures, deferred_at, status FROM sending WHERE id = 1`)
	if len(rows) == 1 {
		a = rows[0]
	}
	return a, err
}

// SaveAccount stores the state of our account.
func (tx *Tx) SaveAccount(a Account) error {
	_, err := tx.exec(`INSERT INTO sending (id, deferred_until, failures, deferred_at, status) VALUES (1, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET deferred_until = excluded.deferred_until, failures = excluded.failures,
			deferred_at = excluded.deferred_at, status = excluded.status`,
		Millis(a.DeferredUntil), a.Failures, Millis(a.DeferredAt), a.Status)
	return err
}

// LockSending lets one daemon at a time count what was sent and claim the next
// message, until the end of the transaction.
func (tx *Tx) LockSending() error {
	return tx.Exec(`INSERT INTO sending (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET id = excluded.id`)
}

// Spare ends a lease and schedules the next try of a message that the smarthost did not
// take because it takes nothing from our account. The attempt does not count.
func (tx *Tx) Spare(id, daemon int64, due time.Time, remark string) error {
	return tx.one(
		`UPDATE outbox SET spared = spared + 1, spared_at = ?, due_at = ?, lease_until = 0, remark = ? WHERE id = ? AND holder = ? AND state = 'queued'`,
		Millis(tx.Now), Millis(due), remark, id, daemon)
}

// Spared returns how many attempts at a message do not count, and when the last of them
// was.
func (tx *Tx) Spared(id int64) (times int, last time.Time, err error) {
	var at int64
	err = tx.row(`SELECT spared, spared_at FROM outbox WHERE id = ?`, []any{id}, &times, &at)
	return times, Moment(at), err
}

// Budget is what an operator looks at: how many messages were sent of all classes,
// what waits of each, and how the account stands.
type Budget struct {
	Minute, Hour, Day, FirstContacts int
	Strangers                        int // of Hour, those to strangers
	Waiting                          [Classes]int
	Account                          Account
	Deferred                         bool
}

// Budget tells how the sending stands.
func (tx *Tx) Budget() (b Budget, err error) {
	sent, err := tx.Sent()
	if err != nil {
		return b, err
	}
	b.FirstContacts, b.Strangers = sent.FirstContacts, sent.Hour[ClassStranger]
	for class := range Classes {
		b.Minute += sent.Minute[class]
		b.Hour += sent.Hour[class]
		b.Day += sent.Day[class]
	}
	if b.Waiting, err = tx.WaitingByClass(); err != nil {
		return b, err
	}
	b.Account, err = tx.Account()
	b.Deferred = tx.Deferred(b.Account)
	return b, err
}
