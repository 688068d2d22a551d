// Package verify looks at everything that a club has stored.
package verify

import (
	"context"
	"fmt"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/plies"
	"turnpost/mail/records"
)

// Fault is something in the database that is not as everything else says.
type Fault struct {
	Of   string // file, game, invitation, player, letter in, letter out or key
	ID   int64  // its number; 0 of the file
	What string
	Mend string // what the operator can do
}

// Database looks at everything that is stored, without changing it. It replays
// every game from its plies and compares it with what is stored, reads every
// conditional line, holds the ledgers of letters, games and ratings against each
// other, and asks the database whether it is whole. Only the database's own
// failures are errors. progress, if not nil, hears of each game.
func Database(ctx context.Context, c *club.Club, store *db.DB, progress func(done, total int)) ([]Fault, error) {
	var faults []Fault
	done := 0
	err := store.View(ctx, func(tx *db.Tx) error {
		// A file that is not whole may read as anything, so it comes first.
		damages, err := tx.Damages()
		if err != nil {
			return err
		}
		for _, what := range damages {
			faults = append(faults, Fault{Of: "file", What: what, Mend: mend("file")})
		}
		err = tx.EachGame(func(g db.Game, total int) error {
			for _, check := range []func(*db.Tx, db.Game) (string, error){verifyGame(c), verifyLines} {
				what, err := check(tx, g)
				if err != nil {
					return err
				}
				if what != "" {
					faults = append(faults, Fault{Of: "game", ID: g.ID, What: what, Mend: mend("replay")})
				}
			}
			if done++; progress != nil {
				progress(done, total)
			}
			return ctx.Err()
		})
		if err != nil {
			return err
		}
		found, err := tx.Findings(nil)
		for _, f := range found {
			faults = append(faults, Fault{Of: f.Of, ID: f.ID, What: f.What, Mend: mend(f.Of)})
		}
		return err
	})
	return faults, err
}

// mend says what the operator can do about a fault, by what it is of.
func mend(of string) string {
	switch of {
	case "file":
		return "stop the server, keep a copy of the file, and restore the last backup that verifies"
	case "replay":
		return "letters in this game are put aside until it is right; restore the last backup that verifies, then replay them"
	case "game":
		return "play may go on; keep a backup, and look at 'turnpost game' before the next one replaces an older"
	case "letter in", "letter out":
		return "look at it with 'turnpost inbox show' or 'turnpost outbox show'; no ply is touched by it"
	case "player":
		return "games are right; only the standings may be off"
	case "key":
		return "replies to letters that were sent prove nothing any more; restore the last backup"
	}
	return "no ply is touched by it; keep a backup"
}

// verifyGame holds a game against its plies.
func verifyGame(c *club.Club) func(*db.Tx, db.Game) (string, error) {
	return func(tx *db.Tx, g db.Game) (string, error) {
		r, err := c.Rules(g.Rules)
		if err != nil {
			return err.Error(), nil
		}
		plies, err := tx.Plies(g.ID)
		if err != nil {
			return "", err
		}
		record, err := records.Replay(r, plies)
		if err != nil {
			return err.Error(), nil
		}
		position, outcome := record.Position().String(), record.Outcome()
		switch {
		case record.Len() != g.Plies:
			return fmt.Sprintf("%d plies are stored, and the game says %d", record.Len(), g.Plies), nil
		case position != g.Position:
			return fmt.Sprintf("the plies lead to %q, and the game says %q", position, g.Position), nil
		case (g.Reason == club.Resigned || g.Reason == club.OnTime) && !outcome.Over() && (g.Result == "black" || g.Result == "white"):
			return "", nil
		case g.Reason == club.Adjudicated && !outcome.Over() && g.Over() && g.Result != club.Void, g.Reason == club.Aborted && !outcome.Over() && g.Result == club.Void:
			return "", nil
		case g.Reason == club.Agreed && !outcome.Over() && g.Result == "draw":
			return "", nil
		case outcome.Result.String() != g.Result || outcome.Reason != g.Reason:
			return fmt.Sprintf("the plies end in %q, and the game says %q", outcome, g.Result+" "+g.Reason), nil
		}
		return "", nil
	}
}

// verifyLines reads the conditional lines of a game.
func verifyLines(tx *db.Tx, g db.Game) (string, error) {
	for _, player := range []int64{g.Black, g.White} {
		lines, err := tx.Conditionals(g.ID, player)
		if err != nil {
			return "", err
		}
		for _, text := range lines {
			if read, missing := plies.ParseLines(text); missing != "" || len(read) != 1 || read[0].String() != text {
				return fmt.Sprintf("a conditional line of player %d cannot be read: %q", player, text), nil
			}
		}
	}
	return "", nil
}
