package db

import (
	"errors"
	"fmt"
	"strings"
)

// ErrLeaving says that a player is leaving at the moment.
var ErrLeaving = errors.New("one of them is leaving at the moment; try again later")

// ErrPlaying says that two players cannot be one: a game of theirs with each other goes on.
var ErrPlaying = errors.New("they have a game with each other that goes on")

// Merge makes two players one: everything of from becomes into's, and from's address
// becomes into's second address, unless into has a confirmed one. Settings, name and
// address are into's; what the operator fixed about bots stays fixed. Of two ratings the
// more certain one stays, and counts the games of both. Games are public if both players
// let them be. If the operator blocked from, into is blocked. ErrPlaying if the two have a game
// with each other that goes on or that can still be taken back to go on, ErrLeaving if one of
// them is leaving.
//
// Games of the two with each other that are over stay as they are, with what was said in them:
// nobody plays both sides of a game, so from's row, which has no name then, keeps its side.
//
// The packages that keep the tables of one feature resolve what would conflict in these:
// tournaments.BeforeMerge is called before Merge, and follows.AfterMerge after it. club.Merge
// calls all three.
func (tx *Tx) Merge(from, into int64) error {
	if from == into {
		return errors.New("a player cannot be merged with oneself")
	}
	leaving := 0
	if err := tx.row(`SELECT count(*) FROM players WHERE id IN (?, ?) AND leaving = 1`, []any{from, into},
		&leaving); err != nil {
		return err
	}
	if leaving > 0 {
		return ErrLeaving
	}
	between, err := tx.Between(from, into)
	if err != nil {
		return err
	}
	var shared []string
	for _, g := range between {
		if !g.Over() || g.Retractable() {
			return ErrPlaying
		}
		shared = append(shared, fmt.Sprint(g.ID))
	}
	totals, err := tx.totalsOf(from, into)
	if err != nil {
		return err
	}
	if err := tx.beforeMerge(from, into); err != nil {
		return err
	}
	if err := tx.moveRows(from, into, strings.Join(shared, ", ")); err != nil {
		return err
	}
	if err := tx.afterMerge(from, into, fmt.Sprintf("#%d", from)); err != nil {
		return err
	}
	return totals()
}

// moveRows moves every row that refers to a player to another. It asks the schema for the
// references, so that no table is forgotten. Where the other has such a row already, that
// one stays. Rows that say who played the shared games stay with the player: numbers with commas
// between them.
func (tx *Tx) moveRows(from, into int64, shared string) error {
	gameOf := map[string]string{"games": "id", "invitations": "id", "ladder_games": "game", "talk": "game"}
	found, err := tx.references()
	if err != nil {
		return err
	}
	for _, r := range found {
		if r.parent != "players" {
			continue
		}
		table, column := quoted(r.table), quoted(r.column)
		where := column + ` = ?`
		if game := gameOf[r.table]; game != "" && shared != "" {
			where += ` AND ` + game + ` NOT IN (` + shared + `)`
		}
		if err := tx.engine.move(tx, table, column, where, from, into); err != nil {
			return fmt.Errorf("%s of %s: %w", r.column, r.table, err)
		}
		if _, err := tx.exec(`DELETE FROM `+table+` WHERE `+where, from); err != nil {
			return fmt.Errorf("%s of %s: %w", r.column, r.table, err)
		}
	}
	return nil
}

// reference is a column that refers to a key of another table.
type reference struct{ table, column, parent, key string }

// references lists all references of the schema, by table and column.
func (tx *Tx) references() ([]reference, error) {
	return all(tx, func(scan func(...any) error) (r reference, err error) {
		return r, scan(&r.table, &r.column, &r.parent, &r.key)
	}, tx.engine.references)
}

// References lists the columns in which a row refers to a player, as
// "table.column".
func (tx *Tx) References(player int64) (found []string, err error) {
	columns, err := tx.references()
	if err != nil {
		return nil, err
	}
	for _, r := range columns {
		if r.parent != "players" {
			continue
		}
		var n int
		if err := tx.row(`SELECT count(*) FROM `+quoted(r.table)+` WHERE `+quoted(r.column)+` = ?`, []any{player},
			&n); err != nil {
			return nil, err
		}
		if n > 0 {
			found = append(found, r.table+"."+r.column)
		}
	}
	return found, nil
}

// beforeMerge resolves what would conflict when the rows of from become into's.
func (tx *Tx) beforeMerge(from, into int64) error {
	for _, q := range []string{
		// An open invitation between the two would be one to oneself.
		`UPDATE invitations SET state = CASE state WHEN 'open' THEN 'withdrawn' ELSE state END,
			answered_at = CASE answered_at WHEN 0 THEN ?3 ELSE answered_at END, invitee = NULL
			WHERE state <> 'accepted' AND (challenger = ?1 AND invitee = ?2 OR challenger = ?2 AND invitee = ?1)`,
		// Of answers to one message, one stays.
		`UPDATE outbox SET answers = 0 WHERE player = ?1 AND answers IN (SELECT answers FROM outbox
			WHERE player = ?2 AND answers <> 0)`,
		`UPDATE thread_totals SET (messages, last) = (SELECT thread_totals.messages + f.messages,
				CASE WHEN f.last > thread_totals.last THEN f.last ELSE thread_totals.last END
				FROM thread_totals AS f WHERE f.player = ?1 AND f.thread = thread_totals.thread)
			WHERE player = ?2 AND thread IN (SELECT thread FROM thread_totals WHERE player = ?1)`,
		// Of messages that are being sent to both, one stays leased.
		`UPDATE outbox SET lease_until = 0 WHERE player = ?1 AND state = 'queued' AND lease_until > 0`,
		`UPDATE games SET offer_by = ?2 WHERE offer_by = ?1`,
		`UPDATE games SET held_offer_by = ?2 WHERE held_offer_by = ?1 AND clock_due <> 0 AND result <> 'none'`,
		`UPDATE inbox SET sender = ?2 WHERE sender = ?1`,
		// It no longer matters that messages to the old address bounce.
		`UPDATE pauses SET to_at = CASE WHEN from_at > ?3 THEN from_at ELSE ?3 END WHERE player = ?1
			AND why = 'bounce' AND to_at + 0 = 0`,
		`UPDATE bounces SET counts = 0 WHERE player = ?1`,
		// The main address of from is kept below.
		`DELETE FROM addresses WHERE player = ?1`,
		`UPDATE pauses SET player = ?2 WHERE player = ?1`,
		`UPDATE ratings SET games = games + (SELECT games FROM ratings AS f WHERE f.player = ?1
			AND f.rules = ratings.rules AND f.against_programs = ratings.against_programs)
			WHERE player = ?2 AND EXISTS (SELECT 1 FROM ratings AS f WHERE f.player = ?1
			AND f.rules = ratings.rules AND f.against_programs = ratings.against_programs)`,
		`UPDATE ratings SET (rating, deviation, volatility, rated_at) =
				(SELECT rating, deviation, volatility, rated_at FROM ratings AS f WHERE f.player = ?1
				AND f.rules = ratings.rules AND f.against_programs = ratings.against_programs)
			WHERE player = ?2 AND deviation > (SELECT deviation FROM ratings AS f WHERE f.player = ?1
			AND f.rules = ratings.rules AND f.against_programs = ratings.against_programs)`,
		// Of two calendars into's stays; one that is turned off gives way.
		`DELETE FROM calendars WHERE player = ?2 AND name = ''
			AND EXISTS (SELECT 1 FROM calendars WHERE player = ?1)`,
		`DELETE FROM blocks WHERE player = ?1 AND blocked = ?2 OR player = ?2 AND blocked = ?1`,
		`DELETE FROM mutes WHERE player = ?1 AND muted = ?2 OR player = ?2 AND muted = ?1`,
		`UPDATE players SET turns = players.turns + f.turns, late = players.late + f.late, program_fixed = CASE
			WHEN f.program_fixed = 1 THEN 1 ELSE players.program_fixed END,
				offered_vacation = CASE WHEN f.offered_vacation = 1 THEN 1 ELSE players.offered_vacation END,
				public = CASE WHEN f.public = 0 THEN 0 ELSE players.public END, wrote_at = CASE
				WHEN players.wrote_at = 0 THEN f.wrote_at WHEN f.wrote_at = 0 THEN players.wrote_at
				WHEN f.wrote_at < players.wrote_at THEN f.wrote_at ELSE players.wrote_at END
			FROM (SELECT * FROM players WHERE id = ?1) AS f WHERE players.id = ?2`,
	} {
		if err := tx.Exec(q, from, into, Millis(tx.Now)); err != nil {
			return err
		}
	}
	return nil
}

// afterMerge makes from's address the second address of into, unless into has a confirmed
// one, and leaves from's row like that of a forgotten player: reply tokens in old messages
// contain its number, which must never belong to somebody else. folded replaces the address
// there.
func (tx *Tx) afterMerge(from, into int64, folded string) error {
	now := Millis(tx.Now)
	for _, s := range []struct {
		query string
		args  []any
	}{
		// An unconfirmed or removed second address gives way to it.
		{`INSERT INTO addresses (player, address, folded, mailbox, asked, asked_at, confirmed_at)
			SELECT ?2, address, folded, mailbox, 0, ?3, ?3 FROM players WHERE id = ?1 AND address <> ''
			ON CONFLICT (player) DO UPDATE SET address = excluded.address,
			folded = excluded.folded, mailbox = excluded.mailbox,
				confirmed_at = excluded.confirmed_at
				WHERE addresses.confirmed_at = 0`, []any{from, into, now}},
		{`UPDATE players SET stopped_at = ?2 WHERE id = ?1 AND stopped_at = 0
			AND EXISTS (SELECT 1 FROM blocks WHERE player = ?1 AND blocked = ?1)`, []any{into, now}},
		{`UPDATE players SET address = '', folded = ?2, mailbox = ?2, name = '', name_key = '', name_look = '',
			name_plain = '', stopped_at = ?3, asked = '', program = 0, program_fixed = 0, challenges = 0,
			digest = 'off', digest_due = 0, turns = 0, late = 0 WHERE id = ?1`, []any{from, folded, now}},
		{`DELETE FROM known_names WHERE reader = ?1 AND player = ?1`, []any{into}},
		// Pauses and the timezone may differ now: the schedule looks at all clocks again.
		{`UPDATE games SET clock_due = turn_at WHERE result = 'none' AND ? IN (black, white)`, []any{into}},
	} {
		if err := tx.Exec(s.query, s.args...); err != nil {
			return err
		}
	}
	return nil
}
