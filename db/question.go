package db

import "time"

// QuestionKind is the kind of a message to an address whose writer nothing proved.
type QuestionKind string

// The kinds.
const (
	QuestionQuarantine QuestionKind = "held" // it asks about what is in quarantine
	// QuestionAnswer: it answers such a writer, or it asked and the question is answered.
	QuestionAnswer QuestionKind = "answer"
)

// QuestionsTo counts the messages of a kind to the mailbox of a player whose messages nothing proved,
// since a moment, and says when the first of them was; zero if there is none.
func (tx *Tx) QuestionsTo(player int64, kind QuestionKind, since time.Time) (n int, first time.Time, err error) {
	var at int64
	err = tx.row(
		`SELECT count(*), coalesce(min(asked_at), 0) FROM questions
		WHERE player IN `+mailboxOf(`?1`)+` AND asked_at > ?2 AND asked_at <= ?3 AND kind = ?4`,
		[]any{player, Millis(since), Millis(tx.Now), kind}, &n, &at)
	return n, Moment(at), err
}

// Questions counts such messages of all kinds to everybody.
func (tx *Tx) Questions(since time.Time) (n int, err error) {
	err = tx.row(`SELECT count(*) FROM questions WHERE asked_at > ? AND asked_at <= ?`,
		[]any{Millis(since), Millis(tx.Now)}, &n)
	return n, err
}

// NoteQuestion notes such a message, and forgets everybody's older than keep.
func (tx *Tx) NoteQuestion(player int64, kind QuestionKind, keep time.Duration) error {
	if _, err := tx.exec(`DELETE FROM questions WHERE asked_at <= ?`, Millis(tx.Now.Add(-keep))); err != nil {
		return err
	}
	_, err := tx.insert(`INSERT INTO questions (player, kind, asked_at)
		VALUES (?, ?, ?)`, player, kind, Millis(tx.Now))
	return err
}

// NoteQuestionAnswered counts the last question to a player about what is held as one
// of the hour's messages alone: it is answered, and another may be asked.
func (tx *Tx) NoteQuestionAnswered(player int64) error {
	_, err := tx.exec(`UPDATE questions SET kind = 'answer' WHERE id = (
		SELECT max(id) FROM questions WHERE player = ? AND kind = 'held')`, player)
	return err
}
