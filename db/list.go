package db

import "strings"

// What an operator looks through: newest first, without the texts of messages.

// ListGames lists games, the newest first and at most limit of them (< 0: all): those of a
// player, or with 0 everybody's; only running ones if running is set.
func (tx *Tx) ListGames(player int64, running bool, limit int) ([]Game, error) {
	from, runs := ` FROM games`, ``
	if running {
		runs = ` AND result = 'none'`
	}
	if player != 0 {
		return all(tx, scanGame, `SELECT `+gameColumns+from+` WHERE black = ?1`+runs+`
			UNION ALL SELECT `+gameColumns+from+` WHERE white = ?1`+runs+` ORDER BY id DESC LIMIT ?2`, player, atMost(limit))
	}
	if running {
		from += tx.engine.by("games_running")
	}
	return all(tx, scanGame, `SELECT `+gameColumns+from+` WHERE id > 0`+runs+` ORDER BY id DESC LIMIT ?`, atMost(limit))
}

// ListPlayers lists players, the newest first and at most limit of them (< 0: all),
// without those who were forgotten or merged.
func (tx *Tx) ListPlayers(limit int) ([]Player, error) {
	return all(tx, scanPlayer, `SELECT `+playerColumns+` FROM players WHERE address <> '' ORDER BY id DESC LIMIT ?`,
		atMost(limit))
}

// ListedPlayer is a player with what an operator's list shows.
type ListedPlayer struct {
	Player
	Running int  // games
	Blocked bool // by the operator
	// Why nothing is sent there, see Suspended.
	Suspended, Paused bool
}

// Roster is ListPlayers with the columns of an operator's list; or, with a number, only
// that player.
func (tx *Tx) Roster(player int64, limit int) ([]ListedPlayer, error) {
	which := `address <> '' AND CAST(?1 AS BIGINT) = 0`
	if player != 0 {
		which = `id = ?1`
	}
	return all(tx, func(scan func(...any) error) (s ListedPlayer, err error) {
		wished := 0
		s.Player, err = scanPlayer(func(into ...any) error {
			return scan(append(into, &s.Running, &s.Blocked, &wished)...)
		})
		s.Suspended, s.Paused = wished == 1, wished == 2
		return s, err
	}, `SELECT `+playerColumns+`,
			(SELECT count(*) FROM games WHERE black = players.id AND result = 'none') + (SELECT count(*)
			FROM games WHERE white = players.id AND result = 'none'),
			EXISTS (SELECT 1 FROM players AS q JOIN blocks AS b ON b.player = q.id AND b.blocked = q.id
			WHERE q.mailbox = players.mailbox),
			coalesce((SELECT 1 + o.wished FROM pauses AS o WHERE o.player = players.id AND why = 'bounce'
			AND to_at + 0 = 0 ORDER BY o.id LIMIT 1), 0)
		FROM players WHERE `+which+` ORDER BY id DESC LIMIT ?2`, player, atMost(limit))
}

// withoutText replaces the text in a list of columns by an empty value: a list of many
// messages would hold all texts in memory.
func (e *engine) withoutText(columns string) string {
	return strings.NewReplacer(text, " "+e.empty+",", original, " "+e.empty+",").Replace(columns)
}

// The indexes for states that few messages are in, or few of the newest. Lists of other
// states read from the end, up to the limit.
var (
	incomingIndex = map[IncomingState]string{
		IncomingNew: "inbox_new", IncomingFailed: "inbox_quarantined", IncomingDropped: "inbox_dropped"}
	outgoingIndex = map[OutgoingState]string{
		OutgoingQueued: "outbox_queued_newest", OutgoingRefused: "outbox_refused"}
)

// ListIncoming lists messages in without their texts, the newest first and at most limit
// of them (< 0: all): those in a state, or with "" all.
func (tx *Tx) ListIncoming(state IncomingState, limit int) ([]Incoming, error) {
	which, args := tx.engine.inState(string(state), incomingIndex[state], limit)
	return all(tx, scanIncoming, `SELECT `+tx.engine.withoutText(incomingColumns)+` FROM inbox
		WHERE id IN (SELECT id FROM inbox`+which+`) ORDER BY id DESC`, args...)
}

// inState completes "SELECT id FROM table" to select the newest messages in a state, or
// with "" in any, up to a limit.
func (e *engine) inState(state, index string, limit int) (which string, args []any) {
	switch newest := ` ORDER BY id DESC LIMIT ?`; {
	case state == "":
		return newest, []any{atMost(limit)}
	case index == "":
		return ` WHERE state = ?` + newest, []any{state, atMost(limit)}
	default: // literal, not a parameter: else a partial index is not used
		return e.by(index) + ` WHERE state = '` + state + `'` + newest, []any{atMost(limit)}
	}
}

// ofGame are the messages out of a game's thread, ?1, to those who play it.
const ofGame = ` FROM outbox WHERE thread = ?1 AND player IN (SELECT black FROM games WHERE id = ?1
	UNION SELECT white FROM games WHERE id = ?1)`

// ListOutgoing lists messages out without their texts, the newest first and at most limit
// of them (< 0: all): those in a state, or with "" all; or, if game is not 0, those of a
// game to its players.
func (tx *Tx) ListOutgoing(state OutgoingState, game int64, limit int) ([]Outgoing, error) {
	columns := `SELECT ` + tx.engine.withoutText(outgoingColumns)
	if game != 0 {
		return all(tx, scanOutgoing, columns+ofGame+` ORDER BY id DESC LIMIT ?2`, game, atMost(limit))
	}
	which, args := tx.engine.inState(string(state), outgoingIndex[state], limit)
	return all(tx, scanOutgoing, columns+` FROM outbox WHERE id IN (SELECT id FROM outbox`+which+`) ORDER BY id DESC`,
		args...)
}

// MessagesOfGame lists the messages in that played plies of a game or were
// answered in its thread to those who play it, oldest first, without their texts.
func (tx *Tx) MessagesOfGame(game int64) ([]Incoming, error) {
	return all(tx, scanIncoming, `SELECT `+tx.engine.withoutText(incomingColumns)+` FROM inbox WHERE id IN
		(SELECT message FROM plies WHERE game = ?1 UNION SELECT answers`+ofGame+`) ORDER BY id`, game)
}

// Replay puts a message that failed back into the inbox as if it had just arrived. ErrNotFound if
// it did not fail.
func (tx *Tx) Replay(id int64) error {
	return tx.one(
		`UPDATE inbox SET state = 'new', attempts = 0, failures = 0, remark = '', handled_at = 0 WHERE id = ?
			AND state = 'quarantined'`, id)
}

// Retry makes a message out due now: one that waits for its next try, or one that was
// refused, which counts as new then. ErrNotFound if it is sent.
func (tx *Tx) Retry(id int64) error {
	// A message on its way keeps its lease: it would be sent twice.
	return tx.one(`UPDATE outbox SET state = 'queued', due_at = ?1,
		attempts = CASE state WHEN 'refused' THEN 0 ELSE attempts END,
		created_at = CASE state WHEN 'refused' THEN ?1 ELSE created_at END
		WHERE id = ?2 AND state IN ('queued', 'refused')`, Millis(tx.Now), id)
}
