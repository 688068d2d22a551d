package verify

import (
	"turnpost/db"
	"turnpost/db/puzzles"
	"turnpost/mail/puzzle"
	"turnpost/rules"
)

// shelves looks whether each puzzle is one: by itself, and where its game is solved by the
// table.
func shelves(tx *db.Tx, w *world, _ Options) (faults []Fault, err error) {
	err = tx.Puzzles().All(func(p puzzles.Puzzle) error {
		if what := w.puzzle(p); what != "" {
			faults = append(faults, Fault{Of: "puzzle", ID: p.ID, What: what, Mend: mend("puzzle")})
		}
		return nil
	})
	return faults, err
}

// puzzle says what is wrong with a puzzle; "": nothing.
func (w *world) puzzle(p puzzles.Puzzle) string {
	g, err := w.club.Rules(p.Rules)
	if err != nil {
		return err.Error()
	}
	s, err := puzzle.Read(g, p)
	if err != nil {
		return err.Error()
	}
	if !s.Exact {
		return ""
	}
	for _, ply := range s.Plies {
		next, err := s.Position.Play(ply.Move)
		if err != nil {
			return err.Error()
		}
		if wins := next.(rules.Solved).Value().Sign < 0; wins != (ply.Move == s.Keeps.Move) {
			return "by the table of its game it is none"
		}
	}
	return ""
}
