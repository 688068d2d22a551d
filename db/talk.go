package db

import (
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
	t.SaidAt = moment(at)
	return t, err
}

// Say stores what author says in a game; it waits to be passed on.
func (tx *Tx) Say(game, author int64, ply int, text string) error {
	_, err := tx.exec(`INSERT INTO talk (game, author, text, ply, said_at) VALUES (?, ?, ?, ?, ?)`, game, author, text, ply, millis(tx.Now))
	return err
}

// Waiting lists what waits in a game to be read by reader, oldest first.
func (tx *Tx) Waiting(game, reader int64) ([]Talk, error) {
	return all(tx, scanTalk, `SELECT id, game, author, text, ply, said_at FROM talk
		WHERE game = ? AND passed = 0 AND author <> ? ORDER BY id`, game, reader)
}

// Passed notes that reader has been told everything that waited in a game.
func (tx *Tx) Passed(game, reader int64) error {
	return tx.PassedUntil(game, reader, math.MaxInt64)
}

// PassedUntil notes that reader has been told what waited in a game up to the
// talk of that number.
func (tx *Tx) PassedUntil(game, reader, last int64) error {
	_, err := tx.exec(`UPDATE talk SET passed = 1 WHERE game = ? AND passed = 0 AND author <> ? AND id <= ?`, game, reader, last)
	return err
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
	n.NotedAt = moment(at)
	return n, err
}

// AddNote stores a note.
func (tx *Tx) AddNote(game, author int64, ply int, text string) error {
	_, err := tx.exec(`INSERT INTO notes (game, author, text, ply, noted_at) VALUES (?, ?, ?, ?, ?)`, game, author, text, ply, millis(tx.Now))
	return err
}

// Notes lists a player's notes in a game, oldest first.
func (tx *Tx) Notes(game, author int64) ([]Note, error) {
	return all(tx, scanNote, `SELECT `+noteColumns+` FROM notes WHERE game = ? AND author = ? ORDER BY id`, game, author)
}

// PublishNotes lets the opponent read all notes that a player has in a game.
func (tx *Tx) PublishNotes(game, author int64) error {
	_, err := tx.exec(`UPDATE notes SET published = 1 WHERE game = ? AND author = ?`, game, author)
	return err
}

// PublishedNotes lists the notes of both players that were published, by ply.
func (tx *Tx) PublishedNotes(game int64) ([]Note, error) {
	return all(tx, scanNote, `SELECT `+noteColumns+` FROM notes WHERE game = ? AND published = 1 ORDER BY ply, id`, game)
}
