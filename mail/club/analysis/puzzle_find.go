package analysis

import (
	"context"
	"fmt"
	"time"

	"turnpost/db"
	"turnpost/db/puzzles"
	"turnpost/mail/club"
	"turnpost/rules"
)

const (
	// MinPuzzlePlies is how many plies a game must have: shorter ones hardly leave the opening,
	// which would be asked again and again.
	MinPuzzlePlies = 10
	// MaxPuzzlesOfGame is how many puzzles come of one game.
	MaxPuzzlesOfGame = 2
	// MaxPuzzles is how many of each rules are kept; the oldest gives way.
	MaxPuzzles = 250
)

// WantPuzzles is the listener that notes in which games is to be sought, and keeps the hours of
// who wants a puzzle a day.
func WantPuzzles(tx *club.Tx, e club.Event) error {
	switch e := e.(type) {
	case club.GameEnded:
		if e.Table.Game.Result != club.Void && e.Table.Record.Len() >= MinPuzzlePlies {
			return puzzles.Want(tx.DB, e.Table.Game.ID)
		}
	case club.PlayerChanged:
		if e.What == "timezone" {
			return keepHours(tx, e.Player)
		}
	case club.Left:
		return puzzles.DropDaily(tx.DB, e.Player.ID)
	}
	return nil
}

// SeekPuzzles notes the latest games of some rules, so many at most, in which was not yet sought
// or nothing found, and returns of how many.
func SeekPuzzles(tx *db.Tx, game string, most int) (int, error) {
	return puzzles.Seek(tx, game, MinPuzzlePlies, most)
}

// PuzzleStock counts the puzzles of each game, and the games in which is still to be sought.
func PuzzleStock(tx *db.Tx) (shelf, waiting map[string]int, err error) {
	if shelf, err = puzzles.Count(tx); err == nil {
		waiting, err = puzzles.Waiting(tx)
	}
	return shelf, waiting, err
}

// PuzzleGame is a game in which is to be sought.
type PuzzleGame struct {
	ID       int64
	failures int
	record   *rules.Record
}

// NextPuzzleGame is the game in which is to be sought next; db.ErrNotFound if there is none.
func NextPuzzleGame(tx *club.Tx) (PuzzleGame, error) {
	id, failures, found, err := puzzles.Next(tx.DB)
	if err != nil {
		return PuzzleGame{}, err
	}
	if !found {
		return PuzzleGame{}, db.ErrNotFound
	}
	g, err := tx.DB.Game(id)
	if err != nil {
		return PuzzleGame{}, err
	}
	t, err := tx.Open(g)
	if err != nil {
		// It is noted as a failure of this one, or it would stop the others.
		return PuzzleGame{ID: id, failures: failures}, nil
	}
	return PuzzleGame{ID: id, failures: failures, record: t.Record}, nil
}

// Think looks at the positions of the game. It needs no transaction, and ends when ctx
// does. After each thought it has rest called, with how long that took.
func (g PuzzleGame) Think(ctx context.Context, rest func(time.Duration)) (FoundPuzzles, error) {
	if g.record == nil {
		return FoundPuzzles{}, fmt.Errorf("game %d cannot be replayed", g.ID)
	}
	sharp, err := FindPuzzles(ctx, g.record, rest)
	if err != nil {
		return FoundPuzzles{}, err
	}
	return FoundPuzzles{g.ID, g.record.Game().Name, sharp}, nil
}

// maxPostMortemTries is how often a game is looked at that fails, and putOff how long it waits then.
const (
	maxPuzzleTries   = 3
	puzzleRetryAfter = time.Hour
)

// PutOff notes that it failed, so that the others have their turn; the last time it is
// given up.
func (g PuzzleGame) PutOff(tx *db.Tx) (last bool, err error) {
	if g.failures+1 >= maxPuzzleTries {
		_, err = puzzles.Done(tx, g.ID)
		return true, err
	}
	return false, puzzles.PutOff(tx, g.ID, tx.Now.Add(puzzleRetryAfter).UnixMilli())
}

// FoundPuzzles is what was found in a game.
type FoundPuzzles struct {
	game  int64
	rules string
	sharp []PuzzlePosition
}

// Shelve puts it on the shelf, once.
func (f FoundPuzzles) Shelve(tx *club.Tx) error {
	if noted, err := puzzles.Done(tx.DB, f.game); err != nil || !noted || len(f.sharp) == 0 {
		return err // if it is not noted, another daemon has
	}
	g, err := tx.DB.Game(f.game)
	if err != nil {
		return err
	}
	for _, id := range []int64{g.Black, g.White} {
		p, err := tx.DB.Player(id)
		if err != nil {
			return err
		}
		if p.NoAnalysis || p.Leaving || p.Address == "" && club.Robot(p) == 0 {
			return nil
		}
	}
	for _, s := range f.sharp {
		p := puzzles.Puzzle{Game: f.game, Rules: f.rules, Position: s.Position, Keeps: string(s.Keeps), After: s.After, Plies: write(s.Plies)}
		if err := puzzles.Put(tx.DB, p, MaxPuzzles); err != nil {
			return err
		}
	}
	return nil
}
