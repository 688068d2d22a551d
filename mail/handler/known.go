package handler

import (
	"turnpost/db"
	"turnpost/mail/command"
)

// reading is what is remembered from one line of a letter to the next.
type reading struct {
	lang    string        // in which they were read
	asked   []command.Ask // whether lines are meant
	known   known
	puzzles *puzzleHandling
}

// known is what an answer has read from the database already. What the letter does makes
// it forget all of this.
type known struct {
	running *[]db.Game // the writer's, mostRunning of them at most
}

// mostRunning is how many of the writer's games under way are looked at to find
// what a line means that names none.
const mostRunning = 100

// underWay lists the writer's games under way, by number.
func underWay(a *answer) ([]db.Game, error) {
	if a.reading.known.running == nil {
		games, err := a.tx.DB.GamesOf(a.writer.Player, false, mostRunning)
		if err != nil {
			return nil, err
		}
		a.reading.known.running = &games
	}
	return *a.reading.known.running, nil
}
