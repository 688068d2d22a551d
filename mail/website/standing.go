package website

import (
	"context"
	"slices"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
)

// standing notes the games whose turning points are not shown now because a position they are
// about is on the board of a running game. The players were told before it came to that.
func (w *writer) standing(ctx context.Context) error {
	var boards []club.RunningBoard
	var marks map[int64]map[int]string
	err := w.store.View(ctx, func(tx *db.Tx) (err error) {
		if marks, err = tx.TurningBoards(); err != nil || len(marks) == 0 {
			return err
		}
		boards, err = club.RunningBoards(tx)
		return err
	})
	if err != nil || len(marks) == 0 {
		return err
	}
	if err := w.mark(ctx, marks); err != nil {
		return err
	}
	var games []rules.Game
	for _, name := range w.order {
		games = append(games, w.kinds[name].plain)
	}
	running := club.RunningMarks(games, boards)
	for _, g := range w.shown {
		for ply, of := range marks[g.ID] {
			if slices.ContainsFunc(strings.Fields(of),
				func(mark string) bool { return mark == unmarkable || running[mark] }) {
				g.silent = append(g.silent, ply)
			}
		}
		slices.Sort(g.silent)
	}
	return nil
}

// mark finds the marks that are not known, of turning points that were found before there
// were marks, and stores them.
func (w *writer) mark(ctx context.Context, marks map[int64]map[int]string) error {
	var unknown []*game
	for _, g := range w.shown {
		for _, of := range marks[g.ID] {
			if of == "" {
				unknown = append(unknown, g)
				break
			}
		}
	}
	for some := range slices.Chunk(unknown, batch) {
		if err := w.markSome(ctx, some, marks); err != nil {
			return err
		}
	}
	return nil
}

// unmarkable is kept as the mark of what cannot be played again; nothing is told of it.
const unmarkable = "-"

// markSome replays some games, which takes a while, and then stores their marks in one short
// transaction.
func (w *writer) markSome(ctx context.Context, some []*game, marks map[int64]map[int]string) error {
	began := time.Now()
	defer w.pause(ctx, began)
	found := make([]map[int]string, len(some))
	err := w.store.View(ctx, func(tx *db.Tx) (err error) {
		for i, g := range some {
			if found[i], err = marksOf(tx, g); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return w.store.Update(ctx, func(tx *db.Tx) error {
		for i, g := range some {
			for ply, of := range found[i] {
				marks[g.ID][ply] = of
				if err := tx.MarkTurning(g.ID, ply, of); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// marksOf are the marks of a game that are not known, by ply.
func marksOf(tx *db.Tx, g *game) (map[int]string, error) {
	moves, err := tx.Moves(g.ID)
	if err != nil {
		return nil, err
	}
	turnings, err := tx.Turnings(g.ID)
	if err != nil {
		return nil, err
	}
	plies := make([]db.PlayedPly, len(moves))
	for n, m := range moves {
		plies[n] = db.PlayedPly{N: n + 1, Move: m}
	}
	record, wrong := g.replay(plies) // which is told when it is shown
	found := map[int]string{}
	for _, t := range turnings {
		switch {
		case t.Boards != "":
		case wrong != nil || t.Ply < 1 || t.Ply > record.Len():
			found[t.Ply] = unmarkable
		default:
			boards, _ := club.TurningPositions(record, t.Ply, rules.Move(t.Better)) // what there is of them
			found[t.Ply] = club.MarksText(g.kind.plain, boards)
		}
	}
	return found, nil
}
