package db

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Forget erases the identity of a player: address, name, settings, ratings, and what they
// wanted of others. What others want of them is kept under a digest, a decline for declines.
// The games stay, of a player with the given name. Everything else that may name them is
// erased later by ForgetPiece. Of the messages to them that are still queued, the last one is
// sent when that is done, and erased then; nothing is ever sent to that player again.
func (tx *Tx) Forget(p Player, name string, declines time.Duration) error {
	if err := tx.ForgetPurges(); err != nil {
		return err
	}
	if err := tx.keepWishes(p.ID, declines); err != nil {
		return err
	}
	if err := tx.noteDeparted(p.ID); err != nil {
		return err
	}
	second, err := tx.SecondAddress(p.ID)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	if err := tx.beginForgetting(p, second.Address); err != nil {
		return err
	}
	return tx.one(
		`UPDATE players SET address = '', folded = ?1, mailbox = ?1, name = ?2, name_key = '', name_look = '',
			name_plain = '',
			stopped_at = ?3, asked = '', lang = 'en', timezone = 'UTC',
		board = 'ascii', in_words = 0, messages = 'every', html = 'on', digest = 'off', digest_day = 1, digest_minute = 450,
		digest_due = 0, digest_at = 0,
		turns = 0, late = 0, offered_vacation = 0, no_analysis = 0, program = 0, program_fixed = 0, public = 0,
		challenges = 0
		WHERE id = ?4`,
		fmt.Sprintf("#%d", p.ID), name, Millis(tx.Now), p.ID)
}

// beginForgetting stores that a player is to be forgotten, and deletes what they wanted and
// what is kept for them alone. second is their second address, or empty.
func (tx *Tx) beginForgetting(p Player, second string) error {
	player := p.ID
	if err := tx.Exec(`INSERT INTO forgettings (player, address, second, name, last_in, begun_at)
		VALUES (?, ?, ?, ?, coalesce((SELECT max(id) FROM inbox), 0), ?)`, player, p.Address, second, p.Name,
		Millis(tx.Now)); err != nil {
		return err
	}
	// Nobody would look again at a message of theirs that Await has set aside.
	if err := tx.Exec(`UPDATE inbox SET state = 'dropped', holder = 0, remark = '', writer = '', handled_at = ?2
		WHERE state = 'new' AND holder < 0 AND sender = ?1`, player, Millis(tx.Now)); err != nil {
		return err
	}
	totals, err := tx.totalsOf(player)
	if err != nil {
		return err
	}
	for _, q := range []string{
		`DELETE FROM blocks WHERE player = ?1 OR blocked = ?1`,
		`DELETE FROM mutes WHERE player = ?1 OR muted = ?1`,
		`DELETE FROM known_names WHERE reader = ?1 OR player = ?1`,
		`DELETE FROM pauses WHERE player = ?1`,
		`DELETE FROM bounces WHERE player = ?1`,
		`DELETE FROM ratings WHERE player = ?1`,
		`DELETE FROM quarantine WHERE player = ?1`,
		`DELETE FROM restraints WHERE player = ?1`,
		`DELETE FROM notices WHERE player = ?1`,
		`DELETE FROM questions WHERE player = ?1`,
		`DELETE FROM addresses WHERE player = ?1
			OR confirmed_at = 0 AND mailbox IN (SELECT mailbox FROM players WHERE id = ?1)`, // asked by others
		`DELETE FROM puzzle_messages WHERE player = ?1`,
		`DELETE FROM puzzle_answers WHERE player = ?1`,
		`DELETE FROM puzzle_days WHERE player = ?1`,
		// The position tells whose game it was to anybody who knew the game.
		`DELETE FROM puzzles WHERE EXISTS (SELECT 1 FROM games WHERE id = puzzles.game AND ?1 IN (black, white))`,
		`DELETE FROM entrants WHERE player = ?1 AND division = 0`,
		`UPDATE entrants SET public = 0 WHERE player = ?1`,
		`DELETE FROM cup_guests WHERE player = ?1`,
		`DELETE FROM rungs WHERE player = ?1`,
		`DELETE FROM followers WHERE player = ?1`,
		`DELETE FROM follow_players WHERE follower = ?1 OR player = ?1`,
		`DELETE FROM follow_tournaments WHERE follower = ?1`,
		`DELETE FROM follow_tables WHERE follower = ?1`,
		`DELETE FROM follow_games WHERE follower = ?1`,
		`DELETE FROM follow_games WHERE game IN (SELECT id FROM games WHERE black = ?1 UNION SELECT id
			FROM games WHERE white = ?1)`,
		`DELETE FROM week_games WHERE game IN (SELECT id FROM games WHERE black = ?1 UNION SELECT id FROM games
			WHERE white = ?1)`,
		`DELETE FROM best_weeks WHERE player = ?1`,
		`DELETE FROM calendars WHERE player = ?1`,
	} {
		if err := tx.Exec(q, player); err != nil {
			return err
		}
	}
	return totals()
}

// What may name a forgotten player can be as large as the database: the subjects and words
// of their games, the text of every message out, since lists and standings name people, and
// every message in that quotes one. ForgetPiece erases it in transactions that touch at most
// this much, so that others need not wait. In one transaction the texts alone, of a player
// with 10,000 games and 200,000 messages, held the writer of a SQLite file for 12 seconds;
// in pieces none held it for longer than 20 ms.
const (
	pieceRows     = 500 // found by a key
	pieceMessages = 100 // whose text is erased or searched
	pieceOctets   = 1 << 19
	pieceGames    = 20 // with their words
)

// The steps of a forgetting, in their order. Subjects come first, so that no message that is
// written later names the player.
const (
	forgetGames   = iota // at: the last game that is done
	forgetOut            // recipients and remarks of messages to the player; part: the thread, at: the message
	forgetAsked          // recipients of messages to others that went to the mailbox; at: the message
	forgetTexts          // of all messages out that there were after the last step
	forgetRemarks        // on messages in of the player and their opponents; part: the writer, at: the message
	forgetMails          // messages in that are from those, or name an address
	forgotten
)

// forgetting is the progress of forgetting one player, a row of the table forgettings. Each
// piece updates it in its own transaction, so that any daemon can go on after a crash.
type forgetting struct {
	player          int64
	step            int
	part, at        int64
	out, in         int64 // the last messages out and in that are looked at
	address, second string
	name            string
	due             int64 // no piece is done before this moment
}

const forgettingColumns = `player, step, part, at, last_out, last_in, address, second, name`

func scanForgetting(scan func(...any) error) (f forgetting, err error) {
	return f, scan(&f.player, &f.step, &f.part, &f.at, &f.out, &f.in, &f.address, &f.second, &f.name)
}

func (tx *Tx) nextForgetting() (forgetting, error) {
	from, to := tx.backoffBounds()
	return get(tx, scanForgetting, `SELECT `+forgettingColumns+` FROM forgettings WHERE `+notBackedOff+
		` ORDER BY player LIMIT 1`, from, to)
}

// Forgetting returns the player of whom something is to be erased now, or ErrNotFound.
func (tx *Tx) Forgetting() (player int64, err error) {
	f, err := tx.nextForgetting()
	return f.player, err
}

// ForgetPiece erases the next piece of what Forget left, and reports whether it was the last
// of that player. subject makes the new subject of a thread. ErrNotFound if there is nothing
// to erase now.
func (tx *Tx) ForgetPiece(subject func(Invitation) (string, error)) (last bool, err error) {
	f, err := tx.nextForgetting()
	if err != nil {
		return false, err
	}
	switch f.step {
	case forgetGames:
		err = f.games(tx, subject)
	case forgetOut:
		err = f.outbox(tx)
	case forgetAsked:
		err = f.recipients(tx)
	case forgetTexts:
		err = f.texts(tx)
	case forgetRemarks:
		err = f.remarks(tx)
	case forgetMails:
		err = f.mails(tx)
	}
	if err != nil {
		return false, err
	}
	if f.step == forgotten {
		return true, tx.Exec(`DELETE FROM forgettings WHERE player = ?`, f.player)
	}
	return false,
		tx.Exec(`UPDATE forgettings SET step = ?, part = ?, at = ?, last_out = ?, failures = 0, due_at = ?
			WHERE player = ?`,
			f.step, f.part, f.at, f.out, f.due, f.player)
}

// PutOffForgetting notes that the next piece of a player failed, and lets it wait so that
// others have their turn.
func (tx *Tx) PutOffForgetting(player int64) error { return tx.backOff("forgettings", player) }

// next begins the next step. Its part begins with the lowest number there is.
func (f *forgetting) next() { f.step, f.part, f.at = f.step+1, math.MinInt64, 0 }

func (f *forgetting) games(tx *Tx, subject func(Invitation) (string, error)) error {
	of := func(table, column string) string {
		return `SELECT id FROM (SELECT id FROM ` + table + ` WHERE ` + column +
			` = ?1 AND id > ?2 ORDER BY id LIMIT ?3) AS ` + column + `s`
	}
	ids, err := tx.numbers(of("invitations", "challenger")+` UNION `+of("invitations", "invitee")+` UNION `+
		of("games", "black")+` UNION `+of("games", "white")+` ORDER BY 1 LIMIT ?3`, f.player, f.at, pieceGames)
	if err != nil {
		return err
	}
	for _, id := range ids {
		i, err := tx.Invitation(id)
		if err != nil {
			return err
		}
		text, err := subject(i)
		if err != nil {
			return err
		}
		if err := errors.Join(
			tx.Retitle(id, text),
			tx.Exec(`UPDATE invitations SET message = '' WHERE id = ?`, id),
			// Also what was said to them: it may begin with their name.
			tx.Exec(`UPDATE talk SET text = '' WHERE game = ?`, id),
			tx.Exec(`DELETE FROM notes WHERE game = ? AND author = ?`, id, f.player),
			tx.Exec(`DELETE FROM conditionals WHERE game = ? AND player = ?`, id, f.player),
			f.notes(tx, id),
		); err != nil {
			return err
		}
		f.at = id
	}
	if len(ids) < pieceGames {
		f.next()
	}
	return nil
}

// notes erases the name and the addresses of the player from the notes of the opponent.
func (f *forgetting) notes(tx *Tx, game int64) error {
	type note struct {
		id   int64
		text string
	}
	notes, err := all(tx, func(scan func(...any) error) (n note, err error) { return n, scan(&n.id, &n.text) },
		`SELECT id, text FROM notes WHERE game = ?`, game)
	if err != nil || len(notes) == 0 {
		return err
	}
	who := f.names()
	if who == nil {
		return nil
	}
	for _, n := range notes {
		text := n.text
		for range 2 { // of two names one letter apart, the first takes the letter
			text = who.ReplaceAllString(text, "${1}…${2}")
		}
		if text != n.text {
			if err := tx.Exec(`UPDATE notes SET text = ? WHERE id = ?`, text, n.id); err != nil {
				return err
			}
		}
	}
	return nil
}

// names finds the addresses of the player, with any tag, and the name and its words, also with one
// letter more, such as that of a genitive; nil if there are none.
func (f *forgetting) names() *regexp.Regexp {
	var some []string
	for _, address := range []string{f.address, f.second} {
		if local, domain, ok := strings.Cut(address, "@"); ok {
			local, _, _ = strings.Cut(local, "+")
			some = append(some, regexp.QuoteMeta(local)+`(?:\+[^@\s]*)?@`+regexp.QuoteMeta(domain))
		}
	}
	if f.name != "" {
		some = append(some, regexp.QuoteMeta(f.name)+`\pL?`)
	}
	for _, word := range strings.FieldsFunc(f.name, func(r rune) bool { return r == ' ' || r == '-' }) {
		if utf8.RuneCountInString(word) > 2 {
			some = append(some, regexp.QuoteMeta(word)+`\pL?`)
		}
	}
	if len(some) == 0 {
		return nil
	}
	// The \b of Go knows only the letters of ASCII.
	return regexp.MustCompile(`(?i)(^|[^\pL\pN])(?:` + strings.Join(some, "|") + `)([^\pL\pN]|$)`)
}

// outbox erases recipients of messages to the player, and remarks on them.
func (f *forgetting) outbox(tx *Tx) error {
	const page = `SELECT thread, id FROM outbox WHERE player = ?1 AND (thread, id) > (?2, ?3)
		ORDER BY thread, id LIMIT ?4`
	part, at, n := f.part, f.at, 0
	if err := tx.Rows(func(scan func(...any) error) error { n++; return scan(&f.part, &f.at) }, page, f.player, part,
		at, pieceRows); err != nil {
		return err
	}
	if err := tx.Exec(
		`UPDATE outbox SET recipient = '', remark = '' WHERE state <> 'queued' AND id IN (SELECT id FROM (`+page+
			`) AS paged)`,
		f.player, part, at, pieceRows); err != nil {
		return err
	}
	if n == pieceRows {
		return nil
	}
	f.next()
	return tx.row(`SELECT coalesce(max(id), 0) FROM outbox`, nil, &f.out)
}

// recipients erases those of other players' messages that went to an address of the mailbox: such
// a message asks whether it is theirs.
func (f *forgetting) recipients(tx *Tx) error {
	mailboxes := []string{MailboxOf(lower(f.address)), MailboxOf(lower(f.second))}
	var found []int64
	n := 0
	if err := tx.Rows(func(scan func(...any) error) error {
		recipient := ""
		n++
		err := scan(&f.at, &recipient)
		if recipient != "" && slices.Contains(mailboxes, MailboxOf(lower(recipient))) {
			found = append(found, f.at)
		}
		return err
	}, `SELECT id, recipient FROM outbox WHERE id > ? AND id <= ? ORDER BY id LIMIT ?`, f.at, f.out,
		pieceRows); err != nil {
		return err
	}
	for _, id := range found {
		if err := tx.Exec(`UPDATE outbox SET recipient = '', remark = '' WHERE id = ? AND state <> 'queued'`,
			id); err != nil {
			return err
		}
	}
	if n < pieceRows {
		f.next()
	}
	return nil
}

// texts erases the text of messages out; of a queued one when it is sent.
func (f *forgetting) texts(tx *Tx) error {
	until, more, err := f.page(tx, "texts", f.out)
	if err != nil {
		return err
	}
	for _, q := range []string{
		`DELETE FROM texts WHERE message > ?1 AND message <= ?2 AND NOT EXISTS (SELECT 1 FROM outbox
			WHERE id = texts.message AND state = 'queued')`,
		`UPDATE outbox SET passing = 1 WHERE state = 'queued' AND id IN (SELECT message FROM texts
			WHERE message > ?1 AND message <= ?2)`,
	} {
		if err := tx.Exec(q, f.at, until); err != nil {
			return err
		}
	}
	f.at = until
	if !more {
		f.next()
	}
	return nil
}

// mayQuote are the players whose messages may name a player: opponents quote ours.
const mayQuote = `SELECT challenger FROM invitations WHERE invitee = ?1
	UNION SELECT invitee FROM invitations WHERE challenger = ?1 UNION SELECT ?1`

// remarks erases what the operator was told of messages in, and which address of the
// player's they proved.
func (f *forgetting) remarks(tx *Tx) error {
	if f.at == 0 { // the next writer
		if err := tx.row(`SELECT coalesce(min(challenger), 0) FROM (`+mayQuote+`) AS writers WHERE challenger > ?2`,
			[]any{f.player, f.part}, &f.part); err != nil {
			return err
		}
		if f.part == 0 {
			f.next()
			return nil
		}
	}
	const page = `SELECT id FROM inbox WHERE sender = ?1 AND id > ?2 ORDER BY id LIMIT ?3`
	ids, err := tx.numbers(page, f.part, f.at, pieceRows)
	if err != nil {
		return err
	}
	if err := tx.Exec(`UPDATE inbox SET remark = '', vouched = CASE sender WHEN ?4 THEN '' ELSE vouched END
		WHERE state <> 'new' AND (remark <> '' OR vouched <> '') AND id IN (SELECT id FROM (`+page+`) AS paged)`,
		f.part, f.at, pieceRows, f.player); err != nil {
		return err
	}
	f.at = 0
	if len(ids) == pieceRows {
		f.at = ids[pieceRows-1]
	}
	return nil
}

// noMailbox stands for the mailbox of messages that the LMTP listener took: they are in no
// other place.
const noMailbox = "lmtp"

// unansweredWait is how long a new message that names the player is left alone, in
// milliseconds.
const unansweredWait = 60_000

// minTagged is how long a local part must be for its forms with tags to be searched: a shorter one
// stands in too much else.
const minTagged = 4

// mails erases messages in, and notes that they are to be deleted from their mailboxes. It
// stops at one that is still to be answered, and tries again later.
func (f *forgetting) mails(tx *Tx) error {
	until, more, err := f.page(tx, "mails", f.in)
	if err != nil {
		return err
	}
	second := f.second
	if second == "" {
		second = f.address
	}
	// Other forms of the mailbox, such as a+tag@, by which others wrote about the player.
	local, domain, _ := strings.Cut(f.address, "@")
	local, _, _ = strings.Cut(local, "+")
	tagged := local + "+"
	if len(local) < minTagged {
		tagged, domain = f.address, ""
	}
	found, err := tx.numbers(
		`SELECT CASE i.state WHEN 'new' THEN -m.message ELSE m.message END FROM mails AS m JOIN inbox AS i ON i.id = m.message
		WHERE m.message > ?2 AND m.message <= ?3 AND (i.sender IN (`+mayQuote+`) OR `+tx.engine.holds("m.raw", "?4")+` OR `+tx.engine.holds("m.raw", "?5")+
			` OR `+tx.engine.holds("m.raw", "?6")+` AND `+tx.engine.holds("m.raw", "?7")+`)
		ORDER BY m.message`, f.player, f.at, until, f.address, second, tagged, "@"+domain)
	if err != nil {
		return err
	}
	for _, id := range found {
		if id < 0 { // new
			until, more, f.due = -id-1, true, Millis(tx.Now)+unansweredWait
			break
		}
		if err := tx.Exec(
			`INSERT INTO purges (mailbox, message_id, asked_at) SELECT mailbox, message_id, CAST(?2 AS BIGINT)
				FROM inbox
			WHERE id = ?1 AND mailbox <> ?3 ON CONFLICT DO NOTHING`, id, Millis(tx.Now), noMailbox); err != nil {
			return err
		}
		for _, q := range []string{`UPDATE inbox SET remark = '' WHERE id = ?`, `DELETE FROM mails WHERE message = ?`} {
			if err := tx.Exec(q, id); err != nil {
				return err
			}
		}
	}
	f.at = until
	if !more {
		f.next()
	}
	return nil
}

// page finds the last message of the next piece of a table of texts, and whether more
// follow up to last.
func (f *forgetting) page(tx *Tx, table string, last int64) (until int64, more bool, err error) {
	sum, n := int64(0), 0
	until = f.at
	err = tx.Rows(func(scan func(...any) error) error {
		var id, size int64
		err := scan(&id, &size)
		sum += size
		if n++; more || n > pieceMessages || n > 1 && sum > pieceOctets {
			more = true
			return err
		}
		until = id
		return err
	}, `SELECT message, length(raw) FROM `+table+` WHERE message > ? AND message <= ? ORDER BY message LIMIT ?`, f.at,
		last, pieceMessages+1)
	return until, more, err
}

// numbers reads one column.
func (tx *Tx) numbers(query string, args ...any) ([]int64, error) {
	return all(tx, func(scan func(...any) error) (id int64, err error) { return id, scan(&id) }, query, args...)
}

// ForgettingProgress sums up the players who asked to be forgotten.
type ForgettingProgress struct {
	Players int       // of whom something is still to be erased
	Since   time.Time // when the first of them confirmed it; zero if there is none
	Failing int       // players of whom the last piece could not be erased
	Next    time.Time // when the first of these is tried again
}

// Forgettings sums up the players who asked to be forgotten, also those who still leave.
func (tx *Tx) Forgettings() (s ForgettingProgress, err error) {
	var since, next int64
	err = tx.row(
		`SELECT count(*), coalesce(min(begun_at), 0), coalesce(sum(CASE WHEN failures > 0 THEN 1 ELSE 0 END), 0),
			coalesce(min(CASE WHEN failures > 0 THEN due_at END), 0)
		FROM (SELECT begun_at, failures, due_at FROM forgettings UNION ALL SELECT begun_at, failures, due_at
		FROM leavings WHERE what = 'forget') AS asked`,
		nil, &s.Players, &since, &s.Failing, &next)
	s.Since, s.Next = Moment(since), Moment(next)
	return s, err
}
