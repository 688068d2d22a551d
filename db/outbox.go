package db

import (
	"errors"
	"strings"
	"time"
)

// OutgoingState is the state of a message out.
type OutgoingState string

// The states.
const (
	OutgoingQueued  OutgoingState = "queued"
	OutgoingSent    OutgoingState = "sent"
	OutgoingRefused OutgoingState = "refused" // by the server, for good
)

// Outgoing is a message to one player. Raw is empty in lists, and after the text was erased.
type Outgoing struct {
	ID        int64
	Player    int64
	Thread    int64 // the game's or invitation's number; 0: none
	Kind      string
	Answers   int64 // the message in that it answers; 0: none
	MessageID string
	Sender    string // return path
	Recipient string
	Raw       []byte
	State     OutgoingState
	Attempts  int
	DueAt     time.Time
	Remark    string
	CreatedAt time.Time
	SentAt    time.Time
}

// text selects the bytes of a message.
const text = ` (SELECT raw FROM texts WHERE message = outbox.id),`

const outgoingColumns = `id, player, thread, kind, answers, message_id, sender, recipient,` + text +
	` state, attempts, due_at, remark, created_at, sent_at`

func scanOutgoing(scan func(...any) error) (Outgoing, error) {
	var o Outgoing
	var due, created, sent int64
	err := scan(&o.ID, &o.Player, &o.Thread, &o.Kind, &o.Answers, &o.MessageID, &o.Sender, &o.Recipient, &o.Raw,
		&o.State, &o.Attempts, &due, &o.Remark, &created, &sent)
	o.DueAt, o.CreatedAt, o.SentAt = Moment(due), Moment(created), Moment(sent)
	return o, err
}

// ClaimedMessage is a message that is leased. Unheard is how often NoteUnheard was called for it.
type ClaimedMessage struct {
	Outgoing
	Unheard int
}

func scanClaimed(scan func(...any) error) (c ClaimedMessage, err error) {
	c.Outgoing, err = scanOutgoing(func(into ...any) error { return scan(append(into, &c.Unheard)...) })
	return c, err
}

// EnqueueAs queues a message, due now, under its number, or a new one if that is 0.
// ErrExists if the message in that it answers has an answer to this player in this thread already.
func (tx *Tx) EnqueueAs(o Outgoing, class MessageClass) (id int64, err error) {
	if id = o.ID; id == 0 {
		if id, err = tx.Number(o, class); err != nil {
			return 0, err
		}
	}
	err = tx.Exec(
		`INSERT INTO outbox (id, player, thread, kind, answers, message_id, sender, recipient,
			class, state, due_at, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?)`,
		id, o.Player, o.Thread, o.Kind, o.Answers, o.MessageID, o.Sender, o.Recipient, class, Millis(tx.Now),
		Millis(tx.Now))
	if err == nil && len(o.Raw) > 0 {
		err = tx.Exec(`INSERT INTO texts (message, raw, checksum, created_at) VALUES (?, ?, ?, ?)`, id, o.Raw,
			Checksum(o.Raw), Millis(tx.Now))
	}
	return id, err
}

// Ahead is the longest time for which anything may be postponed or leased. A time farther
// in the future was written while the clock was wrong, and is ignored.
const Ahead = 2 * time.Hour

// waits is the condition that a message was tried, and that its next try is not due or its
// lease has not ended.
const waits = `attempts > 0 AND (due_at BETWEEN ?2 AND ?3 OR lease_until BETWEEN ?2 AND ?3)`

// The threads of messages that belong to no game or invitation: 0, one of these, or one below
// all of them (package notify).
// Messages to one reader in one thread are sent in order, and each refers to the earlier
// ones in References.
const (
	ThreadDigests   = -1
	ThreadAddresses = -2 // questions to a second address, whether it is the player's
	ThreadFollowing = -3 // about games and tournaments that a player follows
	ThreadShares    = -4 // that say that others wait, which must not become as urgent
)

// met is the condition that the reader of the message o was sent a message before. A second
// address counts as a new reader each time. OFFSET 0 keeps PostgreSQL from building a hash
// table of everything that was ever sent.
const met = `(o.thread <> -2 AND EXISTS (SELECT 1 FROM outbox AS s WHERE s.player = o.player AND s.thread <> -2
	AND s.state = 'sent' LIMIT 1 OFFSET 0))`

// claimable selects the messages that Claim may take. Their players are not being
// forgotten, no other message to them is leased, and no earlier message of their thread
// waits.
const claimable = `SELECT id FROM outbox AS o
			WHERE state = 'queued' AND class < ?5 AND NOT (` + waits + `)
			AND (class <> 3 OR CAST(?6 AS BIGINT) = 2 OR CAST(?6 AS BIGINT) = 1 AND ` + met + `)
			AND NOT EXISTS (SELECT 1 FROM forgettings WHERE player = o.player)
			AND NOT EXISTS (SELECT 1 FROM outbox AS h
				WHERE h.player = o.player AND h.state = 'queued' AND h.lease_until > 0 AND h.id <> o.id)
			AND NOT EXISTS (SELECT 1 FROM outbox AS e
				WHERE e.player = o.player AND e.thread = o.thread AND e.id < o.id AND e.state = 'queued')`

// Due reports whether Claim would find a message.
func (tx *Tx) Due(within ClaimFilter) (due bool, err error) {
	// The numbers of the parameters are those of Claim.
	err = tx.row(`SELECT EXISTS (`+within.claimable()+`)`,
		[]any{0, Millis(tx.Now) + 1, Millis(tx.Now.Add(Ahead)), 0, within.Classes, within.strangers(), within.Barred},
		&due)
	return due, err
}

// Claim leases the next message that is due and allowed to a daemon, the most urgent class
// first. Nobody else gets it before the lease ends or the daemon leaves. A message waits
// while another one to the same player is leased, and while an earlier one of its thread
// is queued, so that a thread arrives in order. ErrNotFound if none is due; ErrExists if
// another daemon took one to the same player at the same moment.
func (tx *Tx) Claim(daemon int64, lease time.Duration, within ClaimFilter) (ClaimedMessage, error) {
	if within.Over != within.Barred {
		first := within
		first.Barred = within.Over
		if c, err := tx.claim(daemon, lease, first); !errors.Is(err, ErrNotFound) {
			return c, err
		}
	}
	return tx.claim(daemon, lease, within)
}

func (tx *Tx) claim(daemon int64, lease time.Duration, within ClaimFilter) (ClaimedMessage, error) {
	return get(tx, scanClaimed, `UPDATE outbox SET holder = ?4, lease_until = ?1, attempts = attempts + 1
		WHERE id = (`+within.claimable()+` ORDER BY class, due_at, id LIMIT 1`+tx.engine.skipLocked+`)
		RETURNING `+outgoingColumns+`, unheard`,
		Millis(tx.Now.Add(min(lease, Ahead))), Millis(tx.Now)+1, Millis(tx.Now.Add(Ahead)), daemon, within.Classes,
		within.strangers(), within.Barred)
}

// readerMost is how many messages to one reader ClaimSome skips, on average.
const readerMost = 16

// What ClaimSome checks in addition: whether our account is deferred, how often a message
// was not answered, and whether messages to strangers or programs are queued.
const (
	notPutOff  = ` AND NOT EXISTS (SELECT 1 FROM sending WHERE id = 1 AND deferred_until BETWEEN ?2 AND ?3)`
	othersWait = `, unheard, EXISTS (SELECT 1 FROM outbox WHERE state = 'queued' AND class >= 3)`
)

// ClaimSome is Claim for several messages, each to another reader: at most most. On
// PostgreSQL it is one statement; on SQLite, where that takes longer than the calls it
// saves, one for each message. None is claimed while our account is deferred. behind
// reports whether messages to strangers or programs are queued, allowed or not.
func (tx *Tx) ClaimSome(daemon int64, lease time.Duration, within ClaimFilter, most int) (some []ClaimedMessage,
	behind bool,
	err error) {
	const leased = `UPDATE outbox SET holder = ?4, lease_until = ?1, attempts = attempts + 1 WHERE id `
	scanned := func(scan func(...any) error) (ClaimedMessage, error) {
		return scanClaimed(func(into ...any) error { return scan(append(into, &behind)...) })
	}
	args := []any{Millis(tx.Now.Add(min(lease, Ahead))), Millis(tx.Now) + 1, Millis(tx.Now.Add(Ahead)), daemon,
		within.Classes, within.strangers()}
	if !tx.engine.shared {
		for len(some) < most && err == nil {
			var o ClaimedMessage
			o, err = get(tx, scanned, leased+`= (`+within.claimable()+notPutOff+
				` ORDER BY class, due_at, id LIMIT 1) RETURNING `+outgoingColumns+othersWait, args...)
			if err == nil {
				some = append(some, o)
			}
		}
		if errors.Is(err, ErrNotFound) {
			err = nil
		}
		return some, behind, err
	}
	some, err = all(tx, scanned, `WITH next AS (`+
		strings.Replace(within.claimable(), `SELECT id`, `SELECT id, player, class, due_at`, 1)+notPutOff+`
			ORDER BY class, due_at, id LIMIT ?8`+tx.engine.skipLocked+`)
		`+leased+`IN (SELECT id FROM next AS n WHERE NOT EXISTS (SELECT 1 FROM next AS f
			WHERE f.player = n.player AND (f.class, f.due_at, f.id) < (n.class, n.due_at, n.id))
			ORDER BY class, due_at, id LIMIT ?7)
		RETURNING `+outgoingColumns+othersWait, append(args, most, most*readerMost)...)
	return some, behind, err
}

// erased is the assignment that clears the recipient of a settled message if its player was
// forgotten. The Message-ID stays, for the thread.
const erased = `recipient = CASE WHEN (SELECT address FROM players WHERE id = player) = '' THEN '' ELSE recipient END`

// burn deletes the text of a settled message that may name a forgotten player.
func (tx *Tx) burn(id int64) error {
	_, err := tx.exec(
		`DELETE FROM texts WHERE message = ?1 AND EXISTS (SELECT 1 FROM outbox WHERE id = ?1 AND passing = 1)`, id)
	return err
}

// Burnt reports whether the text of a message was deleted because it may name a forgotten
// player, and no other such message is due. DB.Scrub is due then.
func (tx *Tx) Burnt(id int64) (burnt bool, err error) {
	err = tx.row(`SELECT EXISTS (SELECT 1 FROM outbox WHERE id = ?1 AND passing = 1 AND state <> 'queued')
		AND NOT EXISTS (SELECT 1 FROM outbox WHERE state = 'queued' AND passing = 1
		AND due_at <= ?2)`, []any{id, Millis(tx.Now)}, &burnt)
	return burnt, err
}

// MarkedSent is what MarkSent reports about a message.
type MarkedSent struct {
	Burnt     bool
	ArrivedAt time.Time // when the message in that it answers did; zero: it answers none
	More      bool      // others to its reader are queued
	Failures  int       // see Account
}

// MarkSent notes that the server accepted a message, even if another daemon holds it by
// now, so that it is not sent again. The result is zero if the message was settled before.
func (tx *Tx) MarkSent(id int64) (m MarkedSent, err error) {
	var at int64
	var goes bool // an invitation goes to somebody new
	err = tx.row(
		`UPDATE outbox AS o SET state = 'sent', lease_until = 0, remark = '', sent_at = ?1, first_contact = CASE
			WHEN `+met+` THEN 0 ELSE 1 END, `+erased+`
		WHERE id = ?2 AND state = 'queued' RETURNING passing = 1, coalesce((SELECT arrived_at FROM inbox
		WHERE id = answers), 0),
		EXISTS (SELECT 1 FROM outbox AS w WHERE w.player = (SELECT player FROM outbox WHERE id = ?2)
		AND w.state = 'queued' AND w.id <> ?2),
		coalesce((SELECT failures FROM sending WHERE id = 1), 0), kind = 'invitation' AND class = 3`,
		[]any{Millis(tx.Now), id}, &m.Burnt, &at, &m.More, &m.Failures, &goes)
	m.ArrivedAt = Moment(at)
	if errors.Is(err, ErrNotFound) {
		return m, nil
	}
	if err == nil && goes {
		err = tx.invitationGoes(id)
	}
	if err == nil && m.Burnt {
		if err = tx.burn(id); err == nil {
			m.Burnt, err = tx.Burnt(id)
		}
	}
	return m, err
}

// MarkRefused notes that the server refused a message for good. For a forgotten player the
// remark is not kept, because servers repeat addresses in it. This method and those below
// return ErrNotFound if the daemon does not hold the message any more.
func (tx *Tx) MarkRefused(id, daemon int64, remark string) error {
	err := tx.one(`UPDATE outbox SET state = 'refused', lease_until = 0, `+erased+`,
		remark = CASE WHEN (SELECT address FROM players WHERE id = player) = '' THEN '' ELSE ? END WHERE id = ?
		AND holder = ? AND state = 'queued'`, remark, id, daemon)
	return errors.Join(err, tx.burn(id))
}

// Postpone ends a lease and schedules the next try.
func (tx *Tx) Postpone(id, daemon int64, due time.Time, remark string) error {
	return tx.one(
		`UPDATE outbox SET due_at = ?, lease_until = 0, remark = ? WHERE id = ? AND holder = ? AND state = 'queued'`,
		Millis(due), remark, id, daemon)
}

// LastSent is when the server last accepted a message to a player; zero: never.
func (tx *Tx) LastSent(player int64) (time.Time, error) {
	var at int64
	err := tx.row(`SELECT coalesce(max(sent_at), 0) FROM outbox WHERE player = ? AND state = 'sent'`, []any{player},
		&at)
	return Moment(at), err
}

// PutBack ends a lease as if the message had not been tried, because the failure had
// nothing to do with it. It is due at once.
func (tx *Tx) PutBack(id, daemon int64, remark string) error {
	return tx.one(
		`UPDATE outbox SET attempts = CASE WHEN attempts > 0 THEN attempts - 1
			ELSE 0 END, due_at = ?, lease_until = 0, remark = ?
		WHERE id = ? AND holder = ? AND state = 'queued'`, Millis(tx.Now), remark, id, daemon)
}

// NoteUnheard notes that a message was transmitted completely and the server never
// answered.
func (tx *Tx) NoteUnheard(id, daemon int64) error {
	return tx.one(`UPDATE outbox SET unheard = unheard + 1 WHERE id = ? AND holder = ? AND state = 'queued'`, id,
		daemon)
}

// Claims lists the messages that are leased to a daemon.
func (tx *Tx) Claims(daemon int64) ([]int64, error) {
	return all(tx, func(scan func(...any) error) (id int64, err error) { return id, scan(&id) },
		`SELECT id FROM outbox WHERE state = 'queued' AND lease_until > 0 AND holder = ?`, daemon)
}

// ReleaseLeases ends all leases of messages in and out, so that a daemon need not wait for
// those of one that crashed. Only a daemon that is alone on the database may call it.
func (tx *Tx) ReleaseLeases() error {
	_, in := tx.exec(`UPDATE inbox SET holder = 0 WHERE state = 'new' AND holder > 0`)
	_, out := tx.exec(`UPDATE outbox SET holder = 0, lease_until = 0 WHERE state = 'queued' AND lease_until <> 0`)
	return errors.Join(in, out)
}

// MessageWith returns the message out whose Message-ID begins with a token and a
// dot, or ErrNotFound.
func (tx *Tx) MessageWith(token string) (Outgoing, error) {
	// '/' comes after '.': the range is one of the index.
	return get(tx, scanOutgoing, `SELECT `+outgoingColumns+
		` FROM outbox WHERE message_id > ? AND message_id < ? LIMIT 1`, token+".", token+"/")
}

// FirstWith returns when the first message out was written whose Message-ID begins with a token and a dot; zero if
// there is none.
func (tx *Tx) FirstWith(token string) (time.Time, error) {
	var at int64
	err := tx.row(`SELECT coalesce(min(created_at), 0) FROM outbox WHERE message_id > ? AND message_id < ?`,
		[]any{token + ".", token + "/"}, &at)
	return Moment(at), err
}

// ThreadIDs lists the Message-IDs of the messages to player in one thread: the
// first, and the last few before now, oldest first.
func (tx *Tx) ThreadIDs(player, thread int64, last int) ([]string, error) {
	return all(tx, func(scan func(...any) error) (s string, err error) { return s, scan(&s) }, `SELECT message_id FROM (
		SELECT id, message_id FROM (SELECT id, message_id FROM outbox WHERE player = ?1 AND thread = ?2
		ORDER BY id LIMIT 1) AS first
		UNION SELECT id, message_id FROM (SELECT id, message_id FROM outbox WHERE player = ?1 AND thread = ?2
		ORDER BY id DESC LIMIT ?3) AS last
	) AS both_ends ORDER BY id`, player, thread, atMost(last))
}

// IDsOfNoGame lists the Message-IDs of the last messages to player that are about no game or
// invitation, the newest first.
func (tx *Tx) IDsOfNoGame(player int64, last int) ([]string, error) {
	return all(tx, func(scan func(...any) error) (s string, err error) { return s, scan(&s) },
		`SELECT message_id FROM outbox WHERE player = ? AND thread <= 0 ORDER BY id DESC LIMIT ?`, player, atMost(last))
}

// Outgoing lists the messages out in a state, by number.
func (tx *Tx) Outgoing(state OutgoingState) ([]Outgoing, error) {
	return all(tx, scanOutgoing, `SELECT `+outgoingColumns+` FROM outbox WHERE state = ? ORDER BY id`, state)
}
