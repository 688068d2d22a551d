package club

import (
	"slices"
	"time"

	"turnpost/db"
	"turnpost/rules"
)

// maxAfterwards is how often a player may write words after a game's end without an answer.
// Running games have no such limit.
const maxAfterwards = 3

// TalkEvery is how often words without a ply are sent to the opponent of a running game,
// counted over all games between the two. Further words wait for the next message.
const TalkEvery = time.Hour

// Say stores a player's words for the opponent of a game, together with the number of plies at
// that point. Listeners deliver them. It refuses words to a player who blocked or muted the
// writer, and a fourth message of words after the end without an answer; they are not stored.
func Say(tx *Tx, t *Game, side rules.Side, plies int, text string) error {
	if err := heard(tx, t, side); err != nil {
		return err
	}
	if t.Row.Over() {
		n, err := tx.DB.TalkUnanswered(t.Row.ID, t.Player(side).ID, t.Row.EndedAt)
		if err != nil {
			return err
		}
		if n >= maxAfterwards {
			return Refuse("said-enough", t.Player(side.Opponent()).Name, n)
		}
	}
	if err := tx.DB.Say(t.Row.ID, t.Player(side).ID, plies, text); err != nil {
		return err
	}
	return tx.Emit(WordsSaid{t, side, text})
}

// heard refuses words that the opponent of a side does not accept.
func heard(tx *Tx, t *Game, side rules.Side) error {
	opponent := t.Player(side.Opponent())
	if BotLevelOf(opponent) > 0 {
		return Refuse("robot-deaf")
	}
	silent, err := tx.RefusesWords(opponent.ID, t.Player(side).ID)
	if silent {
		return Refuse("silent", opponent.Name)
	}
	return err
}

// maxNotes is how many notes a player may keep in one game.
const maxNotes = 200

// Note stores a private note of a player on a game. plies is the number of plies played,
// including those of the same message.
func Note(tx *Tx, t *Game, side rules.Side, plies int, text string) error {
	me := t.Player(side).ID
	notes, err := tx.DB.Notes(t.Row.ID, me)
	if err != nil {
		return err
	}
	if len(notes) >= maxNotes {
		return Refuse("too-many-notes", maxNotes)
	}
	return tx.DB.AddNote(t.Row.ID, me, plies, text)
}

// PublishNotes shows a player's notes on a finished game to the opponent.
func PublishNotes(tx *Tx, t *Game, side rules.Side) error {
	if !t.Row.Over() {
		return Refuse("publish-early")
	}
	if err := heard(tx, t, side); err != nil {
		return err
	}
	me := t.Player(side).ID
	notes, err := tx.DB.Notes(t.Row.ID, me)
	if err != nil {
		return err
	}
	if len(notes) == 0 {
		return Refuse("no-notes")
	}
	if !slices.ContainsFunc(notes, func(n db.Note) bool { return !n.Published }) {
		return Refuse("notes-shown")
	}
	if often, err := noticedTooOften(tx.DB, me, noticeNotes, t.Row.ID, time.Time{}); err != nil {
		return err
	} else if often {
		return Refuse("notes-lately", maxNoticesADay)
	}
	if err := noteNotice(tx.DB, me, noticeNotes, t.Row.ID); err != nil {
		return err
	}
	if err := tx.DB.PublishNotes(t.Row.ID, me); err != nil {
		return err
	}
	return tx.Emit(NotesPublished{t, side, notes})
}
