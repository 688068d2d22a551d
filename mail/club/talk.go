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
func Say(tx *Tx, g *Game, side rules.Side, plies int, text string) error {
	if err := heard(tx, g, side); err != nil {
		return err
	}
	if g.Row.Over() {
		n, err := tx.DB.TalkUnanswered(g.Row.ID, g.Player(side).ID, g.Row.EndedAt)
		if err != nil {
			return err
		}
		if n >= maxAfterwards {
			return Refuse("said-enough", g.Opponent(side).Name, n)
		}
	}
	if err := tx.DB.Say(g.Row.ID, g.Player(side).ID, plies, text); err != nil {
		return err
	}
	return tx.Emit(WordsSaid{g, side, text})
}

// heard refuses words that the opponent of a side does not accept.
func heard(tx *Tx, g *Game, side rules.Side) error {
	opponent := g.Opponent(side)
	if BotLevelOf(opponent) > 0 {
		return Refuse("robot-deaf")
	}
	silent, err := tx.RefusesWords(opponent.ID, g.Player(side).ID)
	if silent {
		return Refuse("silent", opponent.Name)
	}
	return err
}

// maxNotes is how many notes a player may keep in one game.
const maxNotes = 200

// Note stores a private note of a player on a game. plies is the number of plies played,
// including those of the same message.
func Note(tx *Tx, g *Game, side rules.Side, plies int, text string) error {
	me := g.Player(side).ID
	notes, err := tx.DB.Notes(g.Row.ID, me)
	if err != nil {
		return err
	}
	if len(notes) >= maxNotes {
		return Refuse("too-many-notes", maxNotes)
	}
	return tx.DB.AddNote(g.Row.ID, me, plies, text)
}

// PublishNotes shows a player's notes on a finished game to the opponent.
func PublishNotes(tx *Tx, g *Game, side rules.Side) error {
	if !g.Row.Over() {
		return Refuse("publish-early")
	}
	if err := heard(tx, g, side); err != nil {
		return err
	}
	me := g.Player(side).ID
	notes, err := tx.DB.Notes(g.Row.ID, me)
	if err != nil {
		return err
	}
	if len(notes) == 0 {
		return Refuse("no-notes")
	}
	if !slices.ContainsFunc(notes, func(n db.Note) bool { return !n.Published }) {
		return Refuse("notes-shown")
	}
	if often, err := noticedTooOften(tx.DB, me, noticeNotes, g.Row.ID, time.Time{}); err != nil {
		return err
	} else if often {
		return Refuse("notes-lately", maxNoticesADay)
	}
	if err := noteNotice(tx.DB, me, noticeNotes, g.Row.ID); err != nil {
		return err
	}
	if err := tx.DB.PublishNotes(g.Row.ID, me); err != nil {
		return err
	}
	return tx.Emit(NotesPublished{g, side, notes})
}
