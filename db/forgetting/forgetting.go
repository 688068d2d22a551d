package forgetting

import (
	"errors"
	"math"
)

// The steps, in their order.
const (
	Games   = iota // their subjects and words; at: the last game that is done
	letter         // rows of letters to the player; part: the thread, at: the letter
	texts          // of all letters out that there were then
	remarks        // on letters in of those who had to do with the player; part: the writer, at: the letter
	mails          // letters in that are of those, or name an address
	done
)

// Forgetting is how far one player is forgotten.
type Forgetting struct {
	Player          int64
	Step            int
	part, at        int64
	out, in         int64 // the last letters out and in that there were
	address, second string
	due             int64 // before this moment no further piece; 0: it can be done now
	// Eighths is how much of the measures the next piece may have: 1 to 8.
	Eighths int
}

// of is that part of a measure.
func (f *Forgetting) of(measure int) int { return max(measure*f.Eighths/8, 1) }

// Begin notes that a player is to be forgotten, of whose addresses the second may be
// empty, and takes away what they wanted and what is kept of them alone.
func Begin(tx Tx, player int64, address, second string) error {
	if err := tx.Exec(`INSERT INTO forgettings (player, address, second, last_in, begun_at)
		VALUES (?, ?, ?, coalesce((SELECT max(id) FROM inbox), 0), ?)`, player, address, second, tx.Moment()); err != nil {
		return err
	}
	// A letter of theirs that waits for somebody who cannot leave has nobody to answer any
	// more, and nothing would look at it again.
	if err := tx.Exec(`UPDATE inbox SET state = 'dropped', holder = 0, remark = '', writer = '', handled_at = ?2 WHERE state = 'new' AND holder < 0 AND sender = ?1`, player, tx.Moment()); err != nil {
		return err
	}
	for _, q := range []string{
		`DELETE FROM blocks WHERE player = ?1 OR blocked = ?1`,
		`DELETE FROM mutes WHERE player = ?1 OR muted = ?1`,
		`DELETE FROM pauses WHERE player = ?1`,
		`DELETE FROM bounces WHERE player = ?1`,
		`DELETE FROM ratings WHERE player = ?1`,
		`DELETE FROM held WHERE player = ?1`,
		`DELETE FROM restraints WHERE player = ?1`,
		`DELETE FROM notices WHERE player = ?1`,
		`DELETE FROM questions WHERE player = ?1`,
		`DELETE FROM addresses WHERE player = ?1`,
		`DELETE FROM puzzle_letters WHERE player = ?1`,
		`DELETE FROM puzzle_answers WHERE player = ?1`,
		`DELETE FROM puzzle_days WHERE player = ?1`,
		// Whoever knew the games knows whose position it is.
		`DELETE FROM puzzles WHERE EXISTS (SELECT 1 FROM games WHERE id = puzzles.game AND ?1 IN (black, white))`,
		`DELETE FROM entrants WHERE player = ?1 AND division = 0`,
		`DELETE FROM rungs WHERE player = ?1`,
		`DELETE FROM followers WHERE player = ?1`,
		`DELETE FROM follow_players WHERE follower = ?1 OR player = ?1`,
		`DELETE FROM follow_tournaments WHERE follower = ?1`,
		`DELETE FROM follow_tables WHERE follower = ?1`,
		`DELETE FROM follow_games WHERE follower = ?1`,
		`DELETE FROM follow_games WHERE game IN (SELECT id FROM games WHERE black = ?1 UNION SELECT id FROM games WHERE white = ?1)`,
		`DELETE FROM week_games WHERE game IN (SELECT id FROM games WHERE black = ?1 UNION SELECT id FROM games WHERE white = ?1)`,
		`DELETE FROM best_weeks WHERE player = ?1`,
	} {
		if err := tx.Exec(q, player); err != nil {
			return err
		}
	}
	return nil
}

// Next finds the player whose turn it is; false: nobody is being forgotten, but for those
// who wait.
func Next(tx Tx) (f Forgetting, found bool, err error) {
	from, to := tx.Moment()+1, tx.Moment()+2*longest
	f.Eighths = 8
	err = tx.Rows(func(scan func(...any) error) error {
		found = true
		return scan(&f.Player, &f.Step, &f.part, &f.at, &f.out, &f.in, &f.address, &f.second)
	}, `SELECT player, step, part, at, last_out, last_in, address, second FROM forgettings
		WHERE due_at NOT BETWEEN ? AND ? ORDER BY player LIMIT 1`, from, to)
	return f, found, err
}

const (
	minute  = 60_000 // milliseconds
	longest = 60 * minute
)

// PutOff notes that a player's next piece failed, and lets it wait.
func PutOff(tx Tx, player int64) error {
	return tx.Exec(`UPDATE forgettings SET failures = failures + 1,
		due_at = CAST(?2 AS BIGINT) + CASE WHEN failures < 6 THEN CAST(?3 AS BIGINT) << failures ELSE CAST(?4 AS BIGINT) END WHERE player = ?1`,
		player, tx.Moment(), minute, longest)
}

// Erase does the next piece, and reports whether it was the last. Of games it erases
// the words alone; subjects are the caller's, who was given the games by [Forgetting.GamesOf].
func (f *Forgetting) Erase(tx Tx) (last bool, err error) {
	switch f.Step {
	case Games:
		err = f.games(tx)
	case letter:
		err = f.letters(tx)
	case texts:
		err = f.texts(tx)
	case remarks:
		err = f.remarks(tx)
	case mails:
		err = f.mails(tx)
	}
	if err != nil {
		return false, err
	}
	if f.Step == done {
		return true, tx.Exec(`DELETE FROM forgettings WHERE player = ?`, f.Player)
	}
	return false, tx.Exec(`UPDATE forgettings SET step = ?, part = ?, at = ?, last_out = ?, failures = 0, due_at = ? WHERE player = ?`, f.Step, f.part, f.at, f.out, f.due, f.Player)
}

// over ends a step. The part of the next begins with the least number that there is.
func (f *Forgetting) over() { f.Step, f.part, f.at = f.Step+1, math.MinInt64, 0 }

// GamesOf are the numbers of the games, and of invitations to some, whose turn it is.
func (f *Forgetting) GamesOf(tx Tx) (ids []int64, err error) {
	of := func(table, column string) string {
		return `SELECT id FROM (SELECT id FROM ` + table + ` WHERE ` + column + ` = ?1 AND id > ?2 ORDER BY id LIMIT ?3) AS ` + column + `s`
	}
	return numbers(tx, of("invitations", "challenger")+` UNION `+of("invitations", "invitee")+` UNION `+
		of("games", "black")+` UNION `+of("games", "white")+` ORDER BY 1 LIMIT ?3`, f.Player, f.at, f.of(games))
}

func (f *Forgetting) games(tx Tx) error {
	ids, err := f.GamesOf(tx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := errors.Join(
			tx.Exec(`UPDATE invitations SET message = '' WHERE id = ?`, id),
			// Also what was said to them: it may begin with their name.
			tx.Exec(`UPDATE talk SET text = '' WHERE game = ?`, id),
			tx.Exec(`DELETE FROM notes WHERE game = ? AND author = ?`, id, f.Player),
			tx.Exec(`DELETE FROM conditionals WHERE game = ? AND player = ?`, id, f.Player),
		); err != nil {
			return err
		}
		f.at = id
	}
	if len(ids) < f.of(games) {
		f.over()
	}
	return nil
}

// lettersPage are the next letters to the player.
const lettersPage = `SELECT thread, id FROM outbox WHERE player = ?1 AND (thread, id) > (?2, ?3) ORDER BY thread, id LIMIT ?4`

// letters erases to whom letters were sent, and what was remarked on them.
func (f *Forgetting) letters(tx Tx) error {
	was := [2]int64{f.part, f.at}
	n, most := 0, f.of(most)
	if err := tx.Rows(func(scan func(...any) error) error { n++; return scan(&f.part, &f.at) }, lettersPage, f.Player, was[0], was[1], most); err != nil {
		return err
	}
	if err := tx.Exec(`UPDATE outbox SET recipient = '', remark = '' WHERE state <> 'queued' AND id IN (SELECT id FROM (`+lettersPage+`) AS paged)`,
		f.Player, was[0], was[1], most); err != nil {
		return err
	}
	if n == most {
		return nil
	}
	f.over()
	ids, err := numbers(tx, `SELECT coalesce(max(id), 0) FROM outbox`)
	if err == nil {
		f.out = ids[0]
	}
	return err
}

// texts erases the text of letters out; of one that is queued when it is sent.
func (f *Forgetting) texts(tx Tx) error {
	until, more, err := f.page(tx, "texts", f.out)
	if err != nil {
		return err
	}
	for _, q := range []string{
		`DELETE FROM texts WHERE letter > ?1 AND letter <= ?2 AND NOT EXISTS (SELECT 1 FROM outbox WHERE id = texts.letter AND state = 'queued')`,
		`UPDATE outbox SET passing = 1 WHERE state = 'queued' AND id IN (SELECT letter FROM texts WHERE letter > ?1 AND letter <= ?2)`,
	} {
		if err := tx.Exec(q, f.at, until); err != nil {
			return err
		}
	}
	f.at = until
	if !more {
		f.over()
	}
	return nil
}

// theirs are those whose letters may name the player: opponents quote ours.
const theirs = `SELECT challenger FROM invitations WHERE invitee = ?1
	UNION SELECT invitee FROM invitations WHERE challenger = ?1 UNION SELECT ?1`

// remarksPage are the next letters in of one writer.
const remarksPage = `SELECT id FROM inbox WHERE sender = ?1 AND id > ?2 ORDER BY id LIMIT ?3`

// writer finds the one whose letters in are next: who was begun with, or the next. 0: all are done.
func (f *Forgetting) writer(tx Tx) (int64, error) {
	if f.at != 0 {
		return f.part, nil
	}
	next, err := numbers(tx, `SELECT coalesce(min(challenger), 0) FROM (`+theirs+`) AS theirs WHERE challenger > ?2`, f.Player, f.part)
	if err != nil {
		return 0, err
	}
	return next[0], nil
}

// remarks erases what the operator was told of letters in, and which address of the
// player's they proved.
func (f *Forgetting) remarks(tx Tx) error {
	most := f.of(most)
	writer, err := f.writer(tx)
	if err != nil {
		return err
	}
	if writer == 0 {
		f.over()
		return nil
	}
	f.part = writer
	ids, err := numbers(tx, remarksPage, f.part, f.at, most)
	if err != nil {
		return err
	}
	if err := tx.Exec(`UPDATE inbox SET remark = '', vouched = CASE sender WHEN ?4 THEN '' ELSE vouched END
		WHERE state <> 'new' AND (remark <> '' OR vouched <> '') AND id IN (SELECT id FROM (`+remarksPage+`) AS paged)`, f.part, f.at, most, f.Player); err != nil {
		return err
	}
	f.at = 0 // the next writer
	if len(ids) == most {
		f.at = ids[most-1]
	}
	return nil
}

// handedOver is the mailbox of mails that came by none (package smtp): they lie
// nowhere else.
const handedOver = "lmtp"

// unanswered is for how long a letter in that names the player and is new is left alone.
const unanswered = 60_000 // milliseconds

// mails erases letters in, and notes that they are to be deleted in their mailboxes. It
// passes none by that is still to be answered: it looks again later.
func (f *Forgetting) mails(tx Tx) error {
	until, more, err := f.page(tx, "mails", f.in)
	if err != nil {
		return err
	}
	second := f.second
	if second == "" {
		second = f.address
	}
	found, err := numbers(tx, `SELECT CASE i.state WHEN 'new' THEN -m.letter ELSE m.letter END FROM mails AS m JOIN inbox AS i ON i.id = m.letter WHERE m.letter > ?2 AND m.letter <= ?3
		AND (i.sender IN (`+theirs+`) OR `+tx.Holds("m.raw", "?4")+` OR `+tx.Holds("m.raw", "?5")+`) ORDER BY m.letter`, f.Player, f.at, until, f.address, second)
	if err != nil {
		return err
	}
	for _, id := range found {
		if id < 0 { // new
			until, more, f.due = -id-1, true, tx.Moment()+unanswered
			break
		}
		if err := tx.Exec(`INSERT INTO purges (mailbox, message_id, asked_at) SELECT mailbox, message_id, CAST(?2 AS BIGINT) FROM inbox
			WHERE id = ?1 AND mailbox <> ?3 ON CONFLICT DO NOTHING`, id, tx.Moment(), handedOver); err != nil {
			return err
		}
		for _, q := range []string{`UPDATE inbox SET remark = '' WHERE id = ?`, `DELETE FROM mails WHERE letter = ?`} {
			if err := tx.Exec(q, id); err != nil {
				return err
			}
		}
	}
	f.at = until
	if !more {
		f.over()
	}
	return nil
}

// page finds up to which letter the next piece of a table of texts reaches, and whether
// there are more up to the last.
func (f *Forgetting) page(tx Tx, table string, last int64) (until int64, more bool, err error) {
	sum, n, letters, octets := int64(0), 0, f.of(letters), int64(f.of(octets))
	until = f.at
	err = tx.Rows(func(scan func(...any) error) error {
		var id, size int64
		err := scan(&id, &size)
		sum += size
		if n++; more || n > letters || n > 1 && sum > octets {
			more = true
			return err
		}
		until = id
		return err
	}, `SELECT letter, length(raw) FROM `+table+` WHERE letter > ? AND letter <= ? ORDER BY letter LIMIT ?`, f.at, last, letters+1)
	return until, more, err
}

func numbers(tx Tx, query string, args ...any) (ids []int64, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		ids = append(ids, id)
		return err
	}, query, args...)
	return ids, err
}
