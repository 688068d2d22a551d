package command

import (
	"slices"
)

// clearest takes out of a letter what would forbid a move that is clear: the same move
// once more, as a text or as its number, and numbers and codes that are no move. It
// looks at the game that the letter replies in alone; what is left is carried out, or
// refused, as ever.
func (u *understanding) clearest(commands []Line) []Line {
	board := u.games.Board()
	if board == nil || !u.Proven {
		return commands
	}
	plies := func(c Line) bool {
		return c.Verb == "" && c.Doubt == "" && !c.Question && u.named(c) == u.Game && c.LooksLikePlies(u.games.Candidates(c))
	}
	clear, several := false, 0
	for _, c := range commands {
		if !plies(c) {
			continue
		}
		several++
		_, number := ListNumber(c.Args)
		clear = clear || !number && u.games.Board().Play(c)
	}
	if !clear || several < 2 {
		return commands
	}
	var kept []Line
	for _, c := range commands {
		switch {
		case !plies(c) || board.Play(c):
			kept = append(kept, c)
		case u.isAgain(board, c):
		case c.IsCode():
			kept = append(kept, talk(c))
		default:
			kept = append(kept, c)
		}
	}
	return kept
}

// isAgain reports whether a line means plies that are played already.
func (u *understanding) isAgain(played TrialBoard, c Line) bool {
	fresh := u.games.Board()
	if !fresh.Play(c) {
		return false
	}
	for _, m := range fresh.Plies() {
		if !slices.Contains(played.Plies(), m) {
			return false
		}
	}
	return len(fresh.Plies()) > 0
}
