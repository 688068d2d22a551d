package puzzle

import (
	"errors"
	"fmt"

	"turnpost/db/puzzles"
	"turnpost/mail/club"
	"turnpost/rules"
)

// Shown is a puzzle as a player is shown it.
type Shown struct {
	ID int64
	// Second is that by which the letter to the player is known.
	Second   int64
	Rules    rules.Game
	Position rules.Position
	Keeps    Ply   // which keeps the win
	Plies    []Ply // what the legal ones are worth
	// Exact says that what is told of it is certain, and not what an engine sees.
	Exact bool
}

// Tally is how many puzzles a player has solved, of how many.
type Tally struct{ Solved, Of int }

// TallyOf is that of a player.
func TallyOf(tx *club.Tx, player int64) (t Tally, err error) {
	t.Solved, t.Of, err = puzzles.Tally(tx.DB, player)
	return t, err
}

// mostTried is how many puzzles are looked at for one that stands on no running board.
const mostTried = 10

// Ask finds a puzzle of some rules, or of any if they are empty, for a letter to a player,
// and notes that it is there; nil: there is none for them now. One that they have not
// answered may come again.
func Ask(tx *club.Tx, player int64, name string) (*Shown, error) { return ask(tx, player, name, false) }

func ask(tx *club.Tx, player int64, name string, unseen bool) (*Shown, error) {
	found, err := puzzles.Fresh(tx.DB, player, name, unseen, mostTried)
	if err != nil {
		return nil, err
	}
	for _, p := range found {
		s, err := open(tx, p)
		if err != nil {
			return nil, err
		}
		if stands, err := onBoard(tx, s, s.Keeps.Move); err != nil {
			return nil, err
		} else if !stands {
			s.Second, err = puzzles.Ask(tx.DB, player, p.ID)
			return s, err
		}
	}
	return nil, nil
}

// Count is how many puzzles of some rules are on the shelf, or of all if they are empty.
func Count(tx *club.Tx, name string) (n int, err error) {
	all, err := puzzles.Count(tx.DB)
	for rules, count := range all {
		if name == "" || rules == name {
			n += count
		}
	}
	return n, err
}

// Asked is a puzzle that a player was asked.
type Asked struct {
	number int64
	*Shown // nil: it is gone
}

// In is the puzzle that a letter to a player shows, known by its second; nil: none does.
func In(tx *club.Tx, player, second int64) (*Asked, error) {
	return asked(tx, func() (int64, bool, error) { return puzzles.AskedAt(tx.DB, player, second) })
}

// Last is the one that the latest letter with one shows to a player; nil: there is none.
func Last(tx *club.Tx, player int64) (*Asked, error) {
	return asked(tx, func() (int64, bool, error) { return puzzles.AskedLast(tx.DB, player) })
}

func asked(tx *club.Tx, find func() (int64, bool, error)) (*Asked, error) {
	id, found, err := find()
	if err != nil || !found {
		return nil, err
	}
	s, err := byNumber(tx, id)
	return &Asked{id, s}, err
}

// byNumber is the puzzle of a number; nil: it is gone.
func byNumber(tx *club.Tx, id int64) (*Shown, error) {
	p, found, err := puzzles.Get(tx.DB, id)
	if err != nil || !found {
		return nil, err
	}
	return open(tx, p)
}

// open reads a puzzle as it is kept.
func open(tx *club.Tx, p puzzles.Puzzle) (*Shown, error) {
	g, err := tx.Club.Rules(p.Rules)
	if err != nil {
		return nil, err
	}
	return Read(g, p)
}

// Read reads a puzzle of a game as it is kept, and looks whether it is one.
func Read(g rules.Game, p puzzles.Puzzle) (*Shown, error) {
	s := &Shown{ID: p.ID, Rules: g}
	err := s.read(p)
	if err != nil {
		return nil, fmt.Errorf("puzzle %d: %w", p.ID, err)
	}
	return s, nil
}

func (s *Shown) read(p puzzles.Puzzle) (err error) {
	if s.Position, err = s.Rules.ParsePosition(p.Position); err != nil {
		return err
	}
	if s.Plies, err = read(p.Plies); err != nil {
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
func (s *Shown) keeping() (*rules.Record, error) {
	r := rules.NewRecordFrom(s.Rules, s.Position)
	for _, m := range append([]rules.Move{s.Keeps.Move}, s.Keeps.Line...) {
		if err := r.Play(m); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// worthOf is what a legal ply is worth.
func (s *Shown) worthOf(m rules.Move) Ply {
	for _, p := range s.Plies {
		if p.Move == m {
			return p
		}
	}
	return Ply{}
}
