package analysis

import (
	"errors"
	"fmt"

	"turnpost/db/puzzles"
	"turnpost/mail/club"
	"turnpost/rules"
)

// Puzzle is a puzzle as a player is shown it.
type Puzzle struct {
	ID int64
	// Second is that by which the letter to the player is known.
	Second   int64
	Rules    rules.Game
	Position rules.Position
	Keeps    PuzzlePly   // which keeps the win
	Plies    []PuzzlePly // what the legal ones are worth
	// Exact says that what is told of it is certain, and not what an engine sees.
	Exact bool
}

// PuzzleTally is how many puzzles a player has solved, of how many.
type PuzzleTally struct{ Solved, Of int }

// PuzzleTallyOf is that of a player.
func PuzzleTallyOf(tx *club.Tx, player int64) (t PuzzleTally, err error) {
	t.Solved, t.Of, err = puzzles.Tally(tx.DB, player)
	return t, err
}

// mostTried is how many puzzles are looked at for one that stands on no running board.
const mostTried = 10

// AskPuzzle finds a puzzle of some rules, or of any if they are empty, for a letter to a player,
// and notes that it is there; nil: there is none for them now. One that they have not
// answered may come again.
func AskPuzzle(tx *club.Tx, player int64, name string) (*Puzzle, error) {
	return ask(tx, player, name, false)
}

func ask(tx *club.Tx, player int64, name string, unseen bool) (*Puzzle, error) {
	found, err := puzzles.Fresh(tx.DB, player, name, unseen, mostTried)
	if err != nil {
		return nil, err
	}
	for _, p := range found {
		s, err := open(tx, p)
		if err != nil {
			return nil, err
		}
		if stands, err := standsOnBoard(tx, s, s.Keeps.Move); err != nil {
			return nil, err
		} else if !stands {
			s.Second, err = puzzles.Ask(tx.DB, player, p.ID)
			return s, err
		}
	}
	return nil, nil
}

// CountPuzzles is how many puzzles of some rules are on the shelf, or of all if they are empty.
func CountPuzzles(tx *club.Tx, name string) (n int, err error) {
	all, err := puzzles.Count(tx.DB)
	for rules, count := range all {
		if name == "" || rules == name {
			n += count
		}
	}
	return n, err
}

// AskedPuzzle is a puzzle that a player was asked.
type AskedPuzzle struct {
	number  int64
	*Puzzle // nil: it is gone
}

// PuzzleIn is the puzzle that a letter to a player shows, known by its second; nil: none does.
func PuzzleIn(tx *club.Tx, player, second int64) (*AskedPuzzle, error) {
	return asked(tx, func() (int64, bool, error) { return puzzles.AskedAt(tx.DB, player, second) })
}

// LastPuzzle is the one that the latest letter with one shows to a player; nil: there is none.
func LastPuzzle(tx *club.Tx, player int64) (*AskedPuzzle, error) {
	return asked(tx, func() (int64, bool, error) { return puzzles.AskedLast(tx.DB, player) })
}

func asked(tx *club.Tx, find func() (int64, bool, error)) (*AskedPuzzle, error) {
	id, found, err := find()
	if err != nil || !found {
		return nil, err
	}
	s, err := byNumber(tx, id)
	return &AskedPuzzle{id, s}, err
}

// byNumber is the puzzle of a number; nil: it is gone.
func byNumber(tx *club.Tx, id int64) (*Puzzle, error) {
	p, found, err := puzzles.Get(tx.DB, id)
	if err != nil || !found {
		return nil, err
	}
	return open(tx, p)
}

// open reads a puzzle as it is kept.
func open(tx *club.Tx, p puzzles.Puzzle) (*Puzzle, error) {
	g, err := tx.Club.Rules(p.Rules)
	if err != nil {
		return nil, err
	}
	return ReadPuzzle(g, p)
}

// ReadPuzzle reads a puzzle of a game as it is kept, and looks whether it is one.
func ReadPuzzle(g rules.Game, p puzzles.Puzzle) (*Puzzle, error) {
	s := &Puzzle{ID: p.ID, Rules: g}
	err := s.read(p)
	if err != nil {
		return nil, fmt.Errorf("puzzle %d: %w", p.ID, err)
	}
	return s, nil
}

func (s *Puzzle) read(p puzzles.Puzzle) (err error) {
	if s.Position, err = s.Rules.ParsePosition(p.Position); err != nil {
		return err
	}
	if s.Plies, err = parsePuzzlePlies(p.Plies); err != nil {
		return err
	}
	_, s.Exact = s.Position.(rules.Solved)
	legal := s.Position.Legal()
	if len(legal) != len(s.Plies) {
		return fmt.Errorf("%d plies are legal and %d are kept", len(legal), len(s.Plies))
	}
	for i, ply := range s.Plies {
		if ply.Move != legal[i] {
			return fmt.Errorf("%s is kept, and %s is legal", ply.Move, legal[i])
		}
		switch {
		case string(ply.Move) == p.Keeps:
			s.Keeps = ply
		case ply.Worth == win:
			return errors.New("two plies keep the win")
		}
	}
	if s.Keeps.Worth != win {
		return errors.New("no ply keeps the win")
	}
	line, err := s.keeping()
	if err == nil && line.At(1).String() != p.After {
		err = errors.New("the position after it is another")
	}
	return err
}

// keeping is the ply that keeps the win, and what follows.
func (s *Puzzle) keeping() (*rules.Record, error) {
	r := rules.NewRecordFrom(s.Rules, s.Position)
	for _, m := range append([]rules.Move{s.Keeps.Move}, s.Keeps.Line...) {
		if err := r.Play(m); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// worthOf is what a legal ply is worth.
func (s *Puzzle) worthOf(m rules.Move) PuzzlePly {
	for _, p := range s.Plies {
		if p.Move == m {
			return p
		}
	}
	return PuzzlePly{}
}
