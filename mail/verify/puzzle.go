package verify

import (
	"fmt"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/db/examine"
	"turnpost/db/puzzles"
	"turnpost/mail/club/analysis"
	"turnpost/rules"
)

// shelves looks whether each puzzle is one: by itself, where its game is solved by the table,
// and by the game that it was found in; and at what players were asked and answered.
func shelves(tx *db.Tx, w *world, _ Options) (faults []Fault, err error) {
	shelf, of := map[int64]puzzles.Puzzle{}, map[int64][]puzzles.Puzzle{}
	say := func(id int64, what string) {
		faults = append(faults, Fault{Of: "puzzle", ID: id, What: what, Mend: mend("puzzle")})
	}
	if err := puzzles.All(tx, func(p puzzles.Puzzle) error {
		shelf[p.ID], of[p.Game] = p, append(of[p.Game], p)
		if what := w.puzzle(p); what != "" {
			say(p.ID, what)
		}
		return nil
	}); err != nil {
		return nil, err
	}
	found := map[int64]time.Time{}
	if err := tx.Rows(func(scan func(...any) error) error {
		var id, at int64
		err := scan(&id, &at)
		found[id] = moment(at)
		return err
	}, `SELECT id, found_at FROM puzzles`); err != nil {
		return nil, err
	}
	for game, list := range of { // some hundreds for each rules
		if err := w.games(tx, examine.Page{After: game - 1, Last: game}, Options{}, func(g *played) {
			for _, p := range list {
				if what := w.arose(g, p, found[p.ID]); what != "" {
					say(p.ID, what)
				}
			}
		}); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(faults, func(a, b Fault) int { return int(a.ID - b.ID) })
	more, err := sought(tx, w)
	if err != nil {
		return nil, err
	}
	answers, err := asked(tx, w, shelf, found)
	return slices.Concat(faults, more, answers), err
}

// puzzle says what is wrong with a puzzle; "": nothing.
func (w *world) puzzle(p puzzles.Puzzle) string {
	g, err := w.club.Rules(p.Rules)
	if err != nil {
		return err.Error()
	}
	s, err := analysis.ReadPuzzle(g, p)
	if err != nil {
		return err.Error()
	}
	for _, ply := range s.Plies {
		next, err := s.Position.Play(ply.Move)
		if err != nil {
			return err.Error()
		}
		for after, line := next, ply.Line; len(line) > 0; line = line[1:] {
			if after, err = after.Play(line[0]); err != nil {
				return fmt.Sprintf("behind %s is said to follow %s: %v", ply.Move, line[0], err)
			}
		}
		if what := worth(ply); what != "" {
			return what
		}
		if !s.Exact {
			continue
		}
		value := next.(rules.Solved).Value()
		if wins := value.Sign < 0; wins != (ply.Move == s.Keeps.Move) {
			return "by the table of its game it is none"
		}
		if is := map[int]string{-1: "win", 0: "draw", 1: "loss"}[value.Sign]; is != ply.Worth {
			return fmt.Sprintf("by the table of its game %s is a %s, and it says %s", ply.Move, is, ply.Worth)
		}
	}
	return ""
}

// worth says why what a ply is said to be worth is nothing that can be.
func worth(p analysis.PuzzlePly) string {
	right := false
	switch p.Worth {
	case "win", "loss":
		right = p.N >= 0
	case "draw":
		right = p.N == 0
	case "chance":
		right = p.N >= 1 && p.N <= 99
	}
	if right {
		return ""
	}
	return fmt.Sprintf("%s is said to be worth %s %d, and nothing is", p.Move, p.Worth, p.N)
}

// arose says why a puzzle cannot have been found in its game.
func (w *world) arose(g *played, p puzzles.Puzzle, at time.Time) string {
	if g.Rules != p.Rules {
		return fmt.Sprintf("it is of %s, and its game %d of %s", p.Rules, g.ID, g.Rules)
	}
	if !g.Over() || at.Before(g.EndedAt.Add(-slack)) {
		return fmt.Sprintf("it was found at %s in game %d, which was not over", said(at), g.ID)
	}
	if what, _ := w.replay(g); what != "" {
		return "" // which is said of the game
	}
	for n := range g.record.Len() {
		if g.record.At(n).String() == p.Position {
			return ""
		}
	}
	return fmt.Sprintf("its position did not arise in game %d", g.ID)
}

// sought finds games in which puzzles are to be sought, and cannot be, or only after long.
func sought(tx *db.Tx, w *world) (faults []Fault, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var id, due int64
		err := scan(&id, &due)
		faults = append(faults, Fault{Of: "game", ID: id, What: fmt.Sprintf("puzzles are to be sought in it from %s on, and it is not over, too short, or waits for nothing", said(moment(due))), Mend: mend("sought")})
		return err
	}, `SELECT s.game, s.due_at FROM puzzle_games AS s JOIN games AS g ON g.id = s.game
		WHERE g.result IN ('none', 'void') OR g.plies < ? OR s.failures < 0 OR s.due_at > ? ORDER BY s.game`, analysis.MinPuzzlePlies, w.now.Add(2*time.Hour).UnixMilli())
	return faults, err
}
