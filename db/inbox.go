package db

import (
	"errors"
	"strings"
	"time"
)

// IncomingState is the state of a message in.
type IncomingState string

// The states.
const (
	IncomingNew     IncomingState = "new"
	IncomingDone    IncomingState = "done"
	IncomingDropped IncomingState = "dropped" // of a program, or of nobody: not answered
	// IncomingFailed: it could not be answered, and is set aside. Operators know the state by this word.
	IncomingFailed IncomingState = "quarantined"
)

// Incoming is a message that was collected.
type Incoming struct {
	ID        int64
	Mailbox   string
	Cursor    string
	MessageID string
	Digest    []byte // see mail.Identity
	Standing  int    // see mail.TrustLevel: the same mail is stored once in each
	Size      int64
	TooLarge  bool
	Raw       []byte
	ArrivedAt time.Time
	Writer    string    // a hash of the apparent writer, kept while it is new; empty: nobody does
	Place     InboxRank // in the queue behind its number; of a message that is to be kept
	Vouched   string    // the folded address that a signature proves; empty: none does
	HandlingStatus
}

// HandlingStatus says what became of a message in.
type HandlingStatus struct {
	State     IncomingState
	Attempts  int // how often work on it began
	Failures  int // how often it failed
	Remark    string
	HandledAt time.Time
}

// original selects the bytes of a message.
const original = ` (SELECT raw FROM mails WHERE message = inbox.id),`

const incomingColumns = `id, mailbox, cursor, message_id, digest, standing, size, too_large,` + original +
	` state, attempts, failures, remark, arrived_at, handled_at, vouched`

func scanIncoming(scan func(...any) error) (Incoming, error) {
	var in Incoming
	var arrived, handled int64
	err := scan(&in.ID, &in.Mailbox, &in.Cursor, &in.MessageID, &in.Digest, &in.Standing, &in.Size, &in.TooLarge,
		&in.Raw,
		&in.State, &in.Attempts, &in.Failures, &in.Remark, &arrived, &handled, &in.Vouched)
	in.ArrivedAt, in.HandledAt = Moment(arrived), Moment(handled)
	return in, err
}

// InboxRank says how long a message in may have to wait for messages that arrived later.
type InboxRank int64

// The ranks of messages in. Writers take turns within each rank, and between ranks as far
// as these numbers reach: each further message of a writer goes behind one turn of messages
// of other writers.
const (
	RankProven  InboxRank = 0       // proven, as far as its header tells, to be a player's
	RankProgram InboxRank = 1 << 18 // the same of one for whom a program plays
	RankKnown   InboxRank = 1 << 19 // in the name of a player
	RankOther   InboxRank = 1 << 20 // of anybody else
	turn                  = 1 << 14
)

// Keep stores a new message. It reports false, and stores nothing, when the message is
// known by its place in the mailbox, or by its Message-ID and digest with the same or a
// higher standing.
//
// ClaimIncoming takes messages in the order of their places. A place is the number of the
// message plus its rank, but at least one turn behind the last waiting message of the same
// writer. So a thousand messages of one writer delay another writer's by one, a thousand
// strangers do not delay a player, and nobody waits for ever, because places grow with
// each arrival.
func (tx *Tx) Keep(in Incoming) (bool, error) {
	var known bool
	if err := tx.row(`SELECT EXISTS (SELECT 1 FROM inbox WHERE message_id = ? AND digest = ? AND standing > ?)`,
		[]any{in.MessageID, in.Digest, in.Standing}, &known); err != nil || known {
		return false, err
	}
	id, err := tx.insert(
		`INSERT INTO inbox (mailbox, cursor, message_id, digest, standing, size, too_large, checksum, writer,
			state, arrived_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'new', ?) ON CONFLICT DO NOTHING`,
		in.Mailbox, in.Cursor, in.MessageID, in.Digest, in.Standing, in.Size, in.TooLarge, Checksum(in.Raw),
		in.Writer, Millis(tx.Now))
	switch {
	case errors.Is(err, ErrNotFound):
		return false, nil
	case err != nil:
		return false, err
	}
	if len(in.Raw) > 0 {
		if err := tx.Exec(`INSERT INTO mails (message, raw, octets, arrived_at) VALUES (?, ?, ?, ?)`, id, in.Raw,
			len(in.Raw), Millis(tx.Now)); err != nil {
			return false, err
		}
	}
	return true, tx.one(`UPDATE inbox SET place = coalesce((SELECT next FROM (SELECT place + ?1 AS next FROM inbox
		WHERE state = 'new' AND writer = ?2 AND writer <> '' AND id < ?3 ORDER BY id DESC LIMIT 1) AS w
		WHERE next > ?4), ?4) WHERE id = ?3`,
		int64(turn), in.Writer, id, id+int64(in.Place))
}

// MostExcepted is how many messages ClaimIncoming can leave out.
const MostExcepted = 64

// ClaimIncoming gives a daemon the first new message that no other daemon holds, and
// counts the attempt. The caller commits before it works on the message, so that an
// attempt counts even if the message kills the program. A message waits while an earlier
// one of the same writer is new, so that each writer is answered in order, except for one
// that Await has set aside. Those with the numbers in except, MostExcepted at most, are left
// out. ErrNotFound if there is none.
func (tx *Tx) ClaimIncoming(daemon int64, except ...int64) (in Incoming, err error) {
	args, among := []any{daemon, daemon}, ""
	if len(except) > 0 { // always as many, so that it is one statement
		among = ` AND id NOT IN (?` + strings.Repeat(`, ?`, MostExcepted-1) + `)`
		for i := range MostExcepted {
			args = append(args, except[min(i, len(except)-1)])
		}
	}
	claim := `UPDATE inbox SET holder = ?, attempts = attempts + 1
		WHERE id = (
			SELECT id FROM inbox AS i` + tx.engine.by("inbox_new_by_place") + `
			WHERE state = 'new' AND holder IN (0, ?)` + among + `
			AND NOT EXISTS (SELECT 1 FROM inbox AS e
				WHERE e.state = 'new' AND e.writer = i.writer AND e.writer <> '' AND e.id < i.id AND e.holder >= 0)
			ORDER BY place, id LIMIT 1` + tx.engine.skipLocked + `)
		RETURNING `
	if tx.engine.shared {
		return get(tx, scanIncoming, claim+incomingColumns, args...)
	}
	// SQLite copies what it returns three times.
	if err = tx.row(claim+`id`, args, &in.ID); err != nil {
		return in, err
	}
	return tx.Incoming(in.ID)
}

// CutIncoming replaces the stored bytes of a message that was read. Its digest
// stays, so that the same message is still known.
func (tx *Tx) CutIncoming(id int64, raw []byte) error {
	if err := tx.one(`UPDATE mails SET raw = ?, octets = ? WHERE message = ?`, raw, len(raw), id); err != nil {
		return err
	}
	return tx.one(`UPDATE inbox SET checksum = ? WHERE id = ?`, Checksum(raw), id)
}

// StoredMail returns how many bytes are stored of all messages in. It reads an index with an
// entry for each message whose text is kept.
func (tx *Tx) StoredMail() (octets int64, err error) {
	err = tx.row(`SELECT CAST(coalesce(sum(octets), 0) AS BIGINT) FROM mails`, nil, &octets)
	return octets, err
}

// Unread reports whether a new message that arrived until a moment is in the queue.
func (tx *Tx) Unread(until time.Time) (yes bool, err error) {
	err = tx.row(`SELECT EXISTS (SELECT 1 FROM inbox WHERE state = 'new' AND arrived_at <= ? AND holder >= 0)`,
		[]any{Millis(until)}, &yes)
	return yes, err
}

// Incoming returns the message in with that number.
func (tx *Tx) Incoming(id int64) (Incoming, error) {
	return get(tx, scanIncoming, `SELECT `+incomingColumns+` FROM inbox WHERE id = ?`, id)
}

// ForgetAttempts uncounts attempts at a message that a daemon holds, because they failed
// for reasons that have nothing to do with it, and gives it to the daemon next; 0 means
// nobody.
func (tx *Tx) ForgetAttempts(id, times, daemon, next int64) error {
	return tx.one(
		`UPDATE inbox SET attempts = attempts - ?, holder = ? WHERE id = ? AND state = 'new' AND holder = ?
			AND attempts >= ?`, times, next, id, daemon, times)
}

// Yield gives a message that a daemon holds back, uncounts the attempt, and moves it
// behind others that wait or arrive within the next turn.
func (tx *Tx) Yield(id, daemon int64) error {
	return tx.one(
		`UPDATE inbox SET attempts = attempts - 1, holder = 0, place = (SELECT max(id) FROM inbox) + ?
			WHERE id = ? AND state = 'new' AND holder = ? AND attempts > 0`, int64(turn), id, daemon)
}

// NoteFailure gives a message that a daemon holds back, counts the failure and stores its
// reason.
func (tx *Tx) NoteFailure(id, daemon int64, remark string) error {
	return tx.one(
		`UPDATE inbox SET remark = ?, failures = failures + 1, holder = 0 WHERE id = ? AND state = 'new'
			AND holder = ?`, remark, id, daemon)
}

// NoteSender notes which player wrote a message.
func (tx *Tx) NoteSender(id, player int64) error {
	return tx.one(`UPDATE inbox SET sender = ? WHERE id = ?`, player, id)
}

// NoteVouched notes which address a signature of a message proves.
func (tx *Tx) NoteVouched(id int64, folded string) error {
	return tx.one(`UPDATE inbox SET vouched = ? WHERE id = ?`, folded, id)
}

// counted is the condition that a message in was proven when it arrived: by a signature,
// or by its standing (mail.Proven).
const counted = `(vouched <> '' OR standing = 2)`

// CameBefore reports whether a message of a player with a Message-ID that came before that
// with the number id was proven, or was held and then carried out.
func (tx *Tx) CameBefore(messageID string, sender, id int64) (yes bool, err error) {
	err = tx.row(`SELECT EXISTS (SELECT 1 FROM inbox WHERE message_id = ? AND sender = ? AND id < ? AND (`+counted+`
		OR EXISTS (SELECT 1 FROM quarantine WHERE player = sender AND message = inbox.id AND quarantine.state = 'done')))`,
		[]any{messageID, sender, id}, &yes)
	return yes, err
}

// WroteSince reports whether a message of a player, and not of a program of theirs, has come
// since a moment.
func (tx *Tx) WroteSince(player int64, moment time.Time) (yes bool, err error) {
	err = tx.row(`SELECT EXISTS (SELECT 1 FROM inbox WHERE sender = ? AND arrived_at >= ? AND state <> 'dropped')`,
		[]any{player, Millis(moment)}, &yes)
	return yes, err
}

// NobodysBefore returns the beginnings, of up to octets bytes, of at most most earlier
// messages with a Message-ID that were proven and that no player wrote. The beginning of
// an erased one is empty.
func (tx *Tx) NobodysBefore(messageID string, id int64, octets, most int) ([][]byte, error) {
	return all(tx, func(scan func(...any) error) (raw []byte, err error) { return raw, scan(&raw) },
		`SELECT (SELECT substr(raw, 1, ?) FROM mails WHERE message = inbox.id) FROM inbox WHERE message_id = ?
			AND sender = 0 AND id < ? AND `+counted+` ORDER BY id LIMIT ?`, octets, messageID, id, most)
}

// Settle moves a new message to its last state, and clears what only new messages need:
// the holder, as a replayed message must not belong to an earlier daemon, and the hash of
// the writer, which is easy to match with a known address. ErrNotFound if it is settled
// already.
func (tx *Tx) Settle(id int64, state IncomingState, remark string) error {
	return tx.one(
		`UPDATE inbox SET state = ?, remark = ?, handled_at = ?, holder = 0, writer = '' WHERE id = ? AND state = 'new'`,
		state, remark, Millis(tx.Now), id)
}
