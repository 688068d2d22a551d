package db

import "strings"

// What an operator looks through: newest first, without the texts of letters.

// ListGames lists games, the newest first and at most limit of them (< 0: all):
// those of a player, or with 0 everybody's; and only the running ones if so
// asked.
func (tx *Tx) ListGames(player int64, running bool, limit int) ([]Game, error) {
	return all(tx, scanGame, `SELECT `+gameColumns+` FROM games
		WHERE (CAST(?1 AS BIGINT) = 0 OR black = ?1 OR white = ?1) AND (CAST(?2 AS BIGINT) = 0 OR result = 'none') ORDER BY id DESC LIMIT ?3`, player, running, atMost(limit))
}

// ListPlayers lists players, the newest first and at most limit of them (< 0:
// all). Who was forgotten or merged is none any more.
func (tx *Tx) ListPlayers(limit int) ([]Player, error) {
	return all(tx, scanPlayer, `SELECT `+playerColumns+` FROM players WHERE address <> '' ORDER BY id DESC LIMIT ?`, atMost(limit))
}

// withoutText are the columns of letters with their text left out: a list of
// many would hold it all at once.
func (tx *Tx) withoutText(columns string) string {
	return strings.NewReplacer(text, " "+tx.engine.empty+",", " raw,", " "+tx.engine.empty+",").Replace(columns)
}

// ListIncoming lists letters in, the newest first and at most limit of them (<
// 0: all), without their texts: those in a state, or with "" all.
func (tx *Tx) ListIncoming(state string, limit int) ([]Incoming, error) {
	return all(tx, scanIncoming, `SELECT `+tx.withoutText(incomingColumns)+` FROM inbox
		WHERE ?1 = '' OR state = ?1 ORDER BY id DESC LIMIT ?2`, state, atMost(limit))
}

// ListOutgoing lists letters out, the newest first and at most limit of them (<
// 0: all), without their texts: those in a state, or with "" all; and those of
// one thread, or with 0 of any.
func (tx *Tx) ListOutgoing(state string, thread int64, limit int) ([]Outgoing, error) {
	return all(tx, scanOutgoing, `SELECT `+tx.withoutText(outgoingColumns)+` FROM outbox
		WHERE (?1 = '' OR state = ?1) AND (CAST(?2 AS BIGINT) = 0 OR thread = ?2) ORDER BY id DESC LIMIT ?3`, state, thread, atMost(limit))
}

// OutgoingByID returns the letter out of that number.
func (tx *Tx) OutgoingByID(id int64) (Outgoing, error) {
	return get(tx, scanOutgoing, `SELECT `+outgoingColumns+` FROM outbox WHERE id = ?`, id)
}

// LettersOfGame lists the letters in that played plies of a game or were
// answered in its thread, oldest first, without their texts.
func (tx *Tx) LettersOfGame(game int64) ([]Incoming, error) {
	return all(tx, scanIncoming, `SELECT `+tx.withoutText(incomingColumns)+` FROM inbox WHERE id IN
		(SELECT letter FROM plies WHERE game = ?1 UNION SELECT answers FROM outbox WHERE thread = ?1) ORDER BY id`, game)
}

// Replay puts a letter that was put aside back among the new ones, as if it had
// just come. ErrNotFound if it is not put aside.
func (tx *Tx) Replay(id int64) error {
	return tx.one(`UPDATE inbox SET state = 'new', attempts = 0, failures = 0, remark = '', handled_at = 0 WHERE id = ? AND state = 'quarantined'`, id)
}

// Retry makes a letter out due now: one that waits for its next try, or one
// that was refused, which is as new then. ErrNotFound if it is sent.
func (tx *Tx) Retry(id int64) error {
	// A letter on its way keeps its lease: it would be sent twice.
	return tx.one(`UPDATE outbox SET state = 'queued', due_at = ?1,
		attempts = CASE state WHEN 'refused' THEN 0 ELSE attempts END,
		created_at = CASE state WHEN 'refused' THEN ?1 ELSE created_at END
		WHERE id = ?2 AND state IN ('queued', 'refused')`, millis(tx.Now), id)
}
