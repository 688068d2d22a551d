package db

import (
	"errors"
	"math"
	"time"
)

// Talk is what one player said to the other in a game.
type Talk struct {
	ID     int64
	Game   int64
	Author int64
	Text   string
	Ply    int // plies played when it was said
	SaidAt time.Time
}

func scanTalk(scan func(...any) error) (Talk, error) {
	var t Talk
	var at int64
	err := scan(&t.ID, &t.Game, &t.Author, &t.Text, &t.Ply, &at)
	t.SaidAt = Moment(at)
	return t, err
}

// Say stores what author says in a game; it waits to be passed on.
func (tx *Tx) Say(game, author int64, ply int, text string) error {
	_, err := tx.exec(`INSERT INTO talk (game, author, text, ply, said_at) VALUES (?, ?, ?, ?, ?)`, game, author,
		text, ply, Millis(tx.Now))
	return err
}

// Waiting lists what waits in a game to be read by reader, oldest first.
func (tx *Tx) Waiting(game, reader int64) ([]Talk, error) {
	return all(tx, scanTalk, `SELECT id, game, author, text, ply, said_at FROM talk
		WHERE game = ? AND passed = 0 AND author <> ? ORDER BY id`, game, reader)
}

// TalkedAlone counts what author said to reader after a moment, in any game, and the
// reader has been told, that did not come with a ply.
func (tx *Tx) TalkedAlone(author, reader int64, since time.Time) (n int, err error) {
	err = tx.row(`SELECT count(*) FROM games AS g JOIN talk AS t ON t.game = g.id
		WHERE (g.black = ?1 AND g.white = ?2 OR g.black = ?2 AND g.white = ?1) AND t.passed = 1
		AND t.author = ?1 AND t.said_at > ?3
		AND NOT EXISTS (SELECT 1 FROM plies WHERE game = t.game AND n = t.ply AND played_at = t.said_at)`,
		[]any{author, reader, Millis(since)}, &n)
	return n, err
}

// TalkUnanswered counts what author said in a game after a moment, and since the other
// last said something there.
func (tx *Tx) TalkUnanswered(game, author int64, since time.Time) (n int, err error) {
	err = tx.row(`SELECT count(*) FROM talk AS t WHERE t.game = ? AND t.author = ? AND t.said_at > ?
		AND NOT EXISTS (SELECT 1 FROM talk AS o WHERE o.game = t.game AND o.author <> t.author AND o.id > t.id)`,
		[]any{game, author, Millis(since)}, &n)
	return n, err
}

// Passed notes that reader has been told everything that waited in a game.
func (tx *Tx) Passed(game, reader int64) error {
	return tx.PassedUntil(game, reader, math.MaxInt64)
}

// PassedUntil notes that reader has been told what waited in a game up to the
// talk of that number.
func (tx *Tx) PassedUntil(game, reader, last int64) error {
	_, err := tx.exec(`UPDATE talk SET passed = 1 WHERE game = ? AND passed = 0 AND author <> ? AND id <= ?`, game,
		reader, last)
	return err
}

// wordsWaitAgain notes that a player was not told what a message in a thread would have
// told: what others said since the message before it that went, in the game of the
// thread, or if it is of none in all the player's. Which words stood in which message is
// not kept, so that some may be told twice; none is lost.
func (tx *Tx) wordsWaitAgain(player, message, thread int64) error {
	var since int64
	err := tx.row(
		`SELECT created_at FROM outbox WHERE player = ?1 AND (thread = ?2 OR CAST(?2 AS BIGINT) = 0) AND id < ?3
			AND state IN ('sent', 'queued')
		ORDER BY id DESC LIMIT 1`, []any{player, thread, message}, &since)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	_, err = tx.exec(
		`UPDATE talk SET passed = 0 WHERE passed = 1 AND author <> ?1 AND said_at > ?2 AND (game = ?3
			OR CAST(?3 AS BIGINT) <= 0)
		AND game IN (SELECT id FROM games WHERE black = ?1 UNION ALL SELECT id FROM games
		WHERE white = ?1)`, player, since, thread)
	return err
}

// WordsFor lists the last few games of a player in which something that the other said
// waits, the last first.
func (tx *Tx) WordsFor(player int64, few int) ([]int64, error) {
	return all(tx, func(scan func(...any) error) (id int64, err error) { return id, scan(&id) },
		`SELECT DISTINCT game FROM talk WHERE passed = 0 AND author <> ?1
		AND game IN (SELECT id FROM games WHERE black = ?1 UNION ALL SELECT id FROM games WHERE white = ?1)
		ORDER BY game DESC LIMIT ?2`, player, atMost(few))
}

// Note is what a player noted in a game for oneself.
type Note struct {
	ID        int64
	Game      int64
	Author    int64
	Text      string
	Ply       int // plies played when it was noted
	NotedAt   time.Time
	Published bool // whether the author has shown it to the opponent
}

const noteColumns = `id, game, author, text, ply, noted_at, published`

func scanNote(scan func(...any) error) (Note, error) {
	var n Note
	var at int64
	err := scan(&n.ID, &n.Game, &n.Author, &n.Text, &n.Ply, &at, &n.Published)
	n.NotedAt = Moment(at)
	return n, err
}

// AddNote stores a note.
func (tx *Tx) AddNote(game, author int64, ply int, text string) error {
	_, err := tx.exec(`INSERT INTO notes (game, author, text, ply, noted_at) VALUES (?, ?, ?, ?, ?)`, game, author,
		text, ply, Millis(tx.Now))
	return err
}

// Notes lists a player's notes in a game, oldest first.
func (tx *Tx) Notes(game, author int64) ([]Note, error) {
	return all(tx, scanNote, `SELECT `+noteColumns+` FROM notes WHERE game = ? AND author = ? ORDER BY id`, game,
		author)
}

// PublishNotes lets the opponent read all notes that a player has in a game.
func (tx *Tx) PublishNotes(game, author int64) error {
	_, err := tx.exec(`UPDATE notes SET published = 1 WHERE game = ? AND author = ?`, game, author)
	return err
}

// PublishedNotes lists the notes of both players that were published, by ply.
func (tx *Tx) PublishedNotes(game int64) ([]Note, error) {
	return all(tx, scanNote, `SELECT `+noteColumns+` FROM notes WHERE game = ? AND published = 1 ORDER BY ply, id`,
		game)
}
