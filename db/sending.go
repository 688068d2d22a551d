package db

import (
	"time"
)

// MessageClass is the urgency of a message out. Lower classes are sent first, and each has a share
// of what may be sent; see server.SendingBudget.
type MessageClass int

// The classes of messages out.
const (
	ClassGame     MessageClass = iota // about a game, to its players
	ClassAnswer                       // anything else to people who have written
	ClassDigest                       // a digest, or an answer to what nothing proves
	ClassStranger                     // to people who never proved to have written
	ClassProgram                      // to a program that has written
)

// Classes is the number of classes.
const Classes = 5

var classNames = [Classes]string{"games", "answers", "digests", "strangers", "programs"}

// String returns the name of the messages of a class.
func (c MessageClass) String() string { return classNames[c] }

// Number allocates the number of the message that will be queued next in a thread, and counts it
// there: this transaction must queue it. Since a thread is sent in order, messages that
// wait before it in the thread get its class if
// theirs is less urgent. It looks for them among the last ten of the thread.
func (tx *Tx) Number(o Outgoing, class MessageClass) (id int64, err error) {
	var slowest MessageClass
	if err := tx.row(`INSERT INTO thread_totals (player, thread, messages, last) VALUES (?1, ?2, 1, `+
		tx.engine.number+`)
		ON CONFLICT (player, thread) DO UPDATE SET messages = thread_totals.messages + 1, last = excluded.last
		RETURNING last, coalesce((SELECT max(class) FROM
		(SELECT state, class FROM outbox WHERE player = ?1 AND thread = ?2 ORDER BY id DESC LIMIT 10) AS latest
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

// ClaimFilter says which messages may be sent now.
type ClaimFilter struct {
	// Messages of classes below this one are allowed.
	Classes MessageClass
	// Newcomers allows first messages to strangers; NoStrangers forbids all messages to
	// strangers; NoUnheard forbids messages for which NoteUnheard was called.
	Newcomers, NoStrangers, NoUnheard bool
	// Over are players and classes, as in ",7:0,9:1,": their messages are claimed behind all
	// others, and those of Barred, which are among them, not at all. A message that tells of
	// this ([KindShare]) is claimed all the same.
	Over, Barred string
}

// KindShare is the kind of a message which says that others wait: see [ClaimFilter].
const KindShare = "share"

// Everything allows all messages.
var Everything = ClaimFilter{Classes: Classes, Newcomers: true}

// claimable returns the query for the messages that it allows and that Claim may take.
func (a ClaimFilter) claimable() string {
	query := claimable
	if a.NoUnheard {
		query += ` AND unheard = 0`
	}
	if a.Barred != "" {
		query += ` AND (kind = '` + KindShare + `' OR ?7 NOT LIKE '%,' || player || ':' || class || ',%')`
	}
	return query
}

// strangers returns 0 if messages to strangers are forbidden, 1 if only first messages to
// them are, and 2 if all are allowed.
func (a ClaimFilter) strangers() int {
	switch {
	case a.NoStrangers:
		return 0
	case !a.Newcomers:
		return 1
	}
	return 2
}

// SentCounts is how many messages of each class were sent in the last minute, hour, day and week.
// Messages that are being sent count as sent now.
type SentCounts struct {
	Minute, Hour, Day, Week [Classes]int
	// FirstContacts is how many readers got their first message in the last day.
	FirstContacts int
}

// Sent counts what was sent. It reads all messages of a week. Messages sent at a time in
// the future, by a wrong clock, are ignored.
func (tx *Tx) Sent() (s SentCounts, err error) {
	type row struct {
		class                   MessageClass
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

// SentToPlayer is what a player was sent of a class in the last minute, hour, day and week, with what is
// being sent, and how many messages of it wait. Those who were sent something in the last week have
// one.
type SentToPlayer struct {
	Player                           int64
	Mailbox                          string
	Class                            MessageClass
	Minute, Hour, Day, Week, Waiting int
}

// Uses lists what each player was sent, and what waits. It costs as much as was sent in a week.
func (tx *Tx) Uses() ([]SentToPlayer, error) {
	before := func(d time.Duration) int64 { return Millis(tx.Now.Add(-d)) }
	return all(tx, func(scan func(...any) error) (u SentToPlayer, err error) {
		return u, scan(&u.Player, &u.Mailbox, &u.Class, &u.Minute, &u.Hour, &u.Day, &u.Week, &u.Waiting)
	}, `SELECT player, (SELECT mailbox FROM players WHERE id = player), class,
			sum(minute), sum(hour), sum(day), sum(week), sum(waiting)
		FROM (SELECT player, class, CASE WHEN sent_at > ?1 THEN 1 ELSE 0 END AS minute,
				CASE WHEN sent_at > ?2 THEN 1 ELSE 0 END AS hour,
				CASE WHEN sent_at > ?3 THEN 1 ELSE 0 END AS day, 1 AS week, 0 AS waiting
			FROM outbox WHERE state = 'sent' AND class IN (0, 1, 2, 3, 4) AND sent_at > ?6 AND sent_at < ?4
			UNION ALL SELECT player, class, 1, 1, 1, 1, 0 FROM outbox
			WHERE state = 'queued' AND lease_until > 0 AND lease_until BETWEEN ?4 AND ?5
			UNION ALL SELECT player, class, 0, 0, 0, 0, 1 FROM outbox
			WHERE state = 'queued' AND NOT (lease_until > 0 AND lease_until BETWEEN ?4 AND ?5)) AS o
		GROUP BY player, class ORDER BY player, class`,
		before(time.Minute), before(time.Hour), before(24*time.Hour), Millis(tx.Now)+1, Millis(tx.Now.Add(Ahead)),
		before(7*24*time.Hour))
}

// SentIn adds up uses of all players. It does not count first contacts.
func SentIn(uses []SentToPlayer) (s SentCounts) {
	for _, u := range uses {
		s.Minute[u.Class] += u.Minute
		s.Hour[u.Class] += u.Hour
		s.Day[u.Class] += u.Day
		s.Week[u.Class] += u.Week
	}
	return s
}

// FirstContacts counts the readers to whom their first message was sent in the last day, or
// is being sent.
func (tx *Tx) FirstContacts() (n int, err error) {
	err = tx.row(`SELECT (SELECT count(*) FROM outbox WHERE first_contact = 1 AND sent_at > ? AND sent_at <= ?)
		+ (SELECT count(*) FROM outbox AS o WHERE state = 'queued' AND lease_until > 0 AND NOT `+met+`)`,
		[]any{Millis(tx.Now.Add(-24 * time.Hour)), Millis(tx.Now)}, &n)
	return n, err
}

// LastHour counts the messages of a class that were sent in the last hour or are being
// sent.
func (tx *Tx) LastHour(class MessageClass) (n int, err error) {
	err = tx.row(
		`SELECT (SELECT count(*) FROM outbox WHERE state = 'sent' AND sent_at > ?1 AND sent_at < ?2 AND class = ?4)
		+ (SELECT count(*) FROM outbox WHERE state = 'queued' AND lease_until > 0 AND lease_until BETWEEN ?2
		AND ?3 AND class = ?4)`,
		[]any{Millis(tx.Now.Add(-time.Hour)), Millis(tx.Now) + 1, Millis(tx.Now.Add(Ahead)), class}, &n)
	return n, err
}

// Queued counts the messages of a class that are queued, up to most.
func (tx *Tx) Queued(class MessageClass, most int) (n int, err error) {
	err = tx.row(`SELECT count(*) FROM (SELECT id FROM outbox WHERE state = 'queued' AND class = ? LIMIT ?) AS w`,
		[]any{class, atMost(most)}, &n)
	return n, err
}

// WaitingByClass counts the messages of each class that are queued.
func (tx *Tx) WaitingByClass() (n [Classes]int, err error) {
	type row struct {
		class MessageClass
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
		`SELECT EXISTS (SELECT 1 FROM outbox WHERE state = 'sent' AND class IN (0, 1, 2, 3, 4) AND sent_at > ?
			AND sent_at <= ?)`, []any{Millis(at), Millis(tx.Now)}, &sent)
	return sent, err
}

// SendingAccount is the state of the server's account at the smarthost. All daemons of a database
// use one account.
type SendingAccount struct {
	DeferredUntil time.Time // nothing is sent before; zero: the last message was taken
	Failures      int       // how often it was put off since the last message that was taken
	DeferredAt    time.Time // when that began
	Status        string    // of the last answer
}

// Deferred reports whether nothing may be sent now. A time farther in the future than
// anything may be postponed comes from a wrong clock and is ignored.
func (tx *Tx) Deferred(a SendingAccount) bool {
	return a.DeferredUntil.After(tx.Now) && !a.DeferredUntil.After(tx.Now.Add(Ahead))
}

// Account returns the state of our account.
func (tx *Tx) Account() (a SendingAccount, err error) {
	rows, err := all(tx, func(scan func(...any) error) (a SendingAccount, err error) {
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
func (tx *Tx) SaveAccount(a SendingAccount) error {
	_, err := tx.exec(`INSERT INTO sending (id, deferred_until, failures, deferred_at, status) VALUES (1, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET deferred_until = excluded.deferred_until, failures = excluded.failures,
			deferred_at = excluded.deferred_at, status = excluded.status`,
		Millis(a.DeferredUntil), a.Failures, Millis(a.DeferredAt), a.Status)
	return err
}

// LockSending lets only one daemon at a time count what was sent and claim the next
// message, until the end of the transaction.
func (tx *Tx) LockSending() error {
	return tx.Exec(`INSERT INTO sending (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET id = excluded.id`)
}

// Spare ends a lease and schedules the next try of a message that was refused because the
// smarthost accepts nothing from our account at the moment. The attempt does not count.
func (tx *Tx) Spare(id, daemon int64, due time.Time, remark string) error {
	return tx.one(
		`UPDATE outbox SET spared = spared + 1, spared_at = ?, due_at = ?, lease_until = 0, remark = ?
			WHERE id = ? AND holder = ? AND state = 'queued'`,
		Millis(tx.Now), Millis(due), remark, id, daemon)
}

// Spared returns how many attempts at a message did not count, and when the last of them
// was.
func (tx *Tx) Spared(id int64) (times int, last time.Time, err error) {
	var at int64
	err = tx.row(`SELECT spared, spared_at FROM outbox WHERE id = ?`, []any{id}, &times, &at)
	return times, Moment(at), err
}

// SendingStatus is an operator's view of the sending: how many messages of all classes were sent,
// how many of each wait, and the state of the account.
type SendingStatus struct {
	Minute, Hour, Day, FirstContacts int
	Strangers                        int // of Hour, those to strangers
	Waiting                          [Classes]int
	Account                          SendingAccount
	Deferred                         bool
}

// SendingStatus returns the operator's view of the sending.
func (tx *Tx) SendingStatus() (b SendingStatus, err error) {
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
