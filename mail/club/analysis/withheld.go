package analysis

import (
	"time"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
)

const (
	// opening is how many plies of two games may be the same without a reason to suspect
	// anything.
	opening = 4
	// lastPlies is how many plies before the end of a game the board of another one counts:
	// comments on older positions come too late for that one.
	lastPlies = 8
	// withheldFor is after how long a game is looked at again that waits for another one. The
	// end of that one is noticed at once.
	withheldFor = time.Hour
)

// Whether what a search finds in a finished game may be told.
type release int

const (
	released release = iota
	withheld         // until a running game ends
	never
)

// releaseOf says whether what a search finds in a finished game may be told, or whether a player
// could use it as an engine in a running game: by playing its moves against a bot, a friend or
// another address of their own, and reading what was better. A game between two addresses of one
// mailbox is never told of. Another one waits for each running game of one of its mailboxes, of
// the same rules, whose board had one of its positions after the opening: when it ended, in the
// last plies before that, or since.
func releaseOf(tx *club.Tx, g *club.Game) (release, error) {
	if same, err := tx.DB.SameMailbox(g.Black.ID, g.White.ID); err != nil || same {
		return never, err
	}
	marks := map[string]bool{}
	for n := opening; n <= g.Record.Len(); n++ {
		marks[rules.Equivalents(g.Record.At(n))[0]] = true
	}
	for _, p := range []db.Player{g.Black, g.White} {
		if p.Address == "" {
			continue
		}
		mailbox, err := tx.DB.Mailbox(p.ID)
		if err != nil {
			return withheld, err
		}
		for _, id := range mailbox {
			running, err := tx.DB.GamesOf(id, false, -1)
			if err != nil {
				return withheld, err
			}
			resigned, err := tx.DB.Retractable(id)
			if err != nil {
				return withheld, err
			}
			for _, r := range append(running, resigned...) {
				if r.Rules != g.Row.Rules || r.ID == g.Row.ID {
					continue
				}
				if stood, err := stoodOn(tx, r, g.Row.EndedAt, marks); err != nil || stood {
					return withheld, err
				}
			}
		}
	}
	return released, nil
}

// stoodOn reports whether one of some positions stood on the board of a running game at a
// moment, in the last plies before it, or since.
func stoodOn(tx *club.Tx, running db.Game, at time.Time, marks map[string]bool) (bool, error) {
	g, err := tx.Open(running)
	if err != nil {
		return false, err
	}
	plies, err := tx.DB.Plies(running.ID)
	if err != nil {
		return false, err
	}
	before := 0
	for _, p := range plies {
		if p.PlayedAt.Before(at) {
			before++
		}
	}
	for n := max(opening, before-lastPlies); n <= g.Record.Len(); n++ {
		if marks[rules.Equivalents(g.Record.At(n))[0]] {
			return true, nil
		}
	}
	return false, nil
}

// hasten looks again at the games that wait for a game of the same players that has ended.
func hasten(tx *club.Tx, ended *club.Game) error {
	for _, p := range []db.Player{ended.Black, ended.White} {
		if club.BotLevelOf(p) > 0 {
			continue
		}
		if err := tx.DB.HastenAnalysis(p.ID); err != nil {
			return err
		}
	}
	return nil
}
