package analysis

import (
	"errors"
	"strconv"

	"turnpost/db/puzzles"
	"turnpost/mail/club"

	"turnpost/rules"
)

// PuzzleVerdict is what an answer to a puzzle was worth.
type PuzzleVerdict struct {
	Puzzle *Puzzle
	Ply    PuzzlePly
	// Keeping is the ply that keeps the win and what follows, as far as it may be told.
	Keeping *rules.Record
	// Again says that the player has answered before: what counts is that.
	Again bool
	Tally PuzzleTally
}

// Right reports whether it keeps the win.
func (v PuzzleVerdict) Right() bool { return v.Ply.Move == v.Puzzle.Keeps.Move }

// Reads reports whether a text is one ply of a puzzle.
func (a *AskedPuzzle) Reads(text string) bool {
	if a.Puzzle == nil {
		return false
	}
	_, err := a.Position.Parse(text)
	return err == nil
}

// Answer says what a ply, or its number in the list, is worth in a puzzle, and counts a
// player's first answer. A Refusal says why not.
func (a *AskedPuzzle) Answer(tx *club.Tx, player int64, text string) (PuzzleVerdict, error) {
	if a.Puzzle == nil {
		return PuzzleVerdict{}, club.Refuse("puzzle-gone")
	}
	m, err := a.Parse(text)
	if err != nil {
		return PuzzleVerdict{}, err
	}
	before, again, err := puzzles.Answered(tx.DB, player, a.number)
	if err != nil {
		return PuzzleVerdict{}, err
	}
	if again {
		m = rules.Move(before)
	}
	v := PuzzleVerdict{Puzzle: a.Puzzle, Ply: a.worthOf(m), Again: again}
	if stands, err := standsOnBoard(tx, a.Puzzle, m); err != nil || stands {
		if stands {
			err = club.Refuse("puzzle-later")
		}
		return PuzzleVerdict{}, err
	}
	if !again {
		if err := puzzles.Answer(tx.DB, player, a.number, string(m), v.Right()); err != nil {
			return PuzzleVerdict{}, err
		}
	}
	if v.Keeping, err = told(tx, a.Puzzle); err != nil {
		return PuzzleVerdict{}, err
	}
	v.Tally, err = PuzzleTallyOf(tx, player)
	return v, err
}

// told is what keeps the win, and of what follows the plies before the first that leads to
// a position on the board of a game under way.
func told(tx *club.Tx, s *Puzzle) (*rules.Record, error) {
	line, err := s.keeping()
	if err != nil {
		return nil, err
	}
	for n := 2; n <= line.Len(); n++ {
		if stands, err := club.IsOnRunningBoard(tx.DB, s.Rules, line.At(n)); err != nil || stands {
			return line.Until(n - 1), err
		}
	}
	return line, nil
}

// Parse reads a ply, or its number in the list.
func (a *AskedPuzzle) Parse(text string) (rules.Move, error) {
	m, err := a.Position.Parse(text)
	if err == nil {
		return m, nil
	}
	if n, wrong := strconv.Atoi(text); wrong == nil {
		var list []rules.Move
		for _, g := range rules.Groups(a.Position) {
			list = append(list, g.Moves...)
		}
		if n < 1 || n > len(list) {
			return "", club.Refuse("number", text, len(list))
		}
		return list[n-1], nil
	}
	refusal := club.Refuse("move", club.RulesError{Game: a.Rules, Err: err})
	// An ambiguous text's sentence names what it can mean already.
	if why, ok := errors.AsType[*rules.MoveError](err); ok && why.Kind != rules.Ambiguous {
		for _, near := range why.Near {
			refusal.Near = append(refusal.Near, string(near))
		}
	}
	return "", refusal
}

// onBoard reports whether what is said of a ply tells somebody about a game under way.
func standsOnBoard(tx *club.Tx, s *Puzzle, m rules.Move) (bool, error) {
	keeps, err := s.Position.Play(s.Keeps.Move)
	if err != nil {
		return false, err
	}
	after, err := s.Position.Play(m)
	if err != nil {
		return false, err
	}
	return club.IsOnRunningBoard(tx.DB, s.Rules, s.Position, keeps, after)
}
