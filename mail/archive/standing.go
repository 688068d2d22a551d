package archive

import (
	"context"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/db/archive"
	"turnpost/mail/records"
	"turnpost/mail/underway"
	"turnpost/rules"
)

// standing notes where nothing is told of a game now: a board of which that speaks stands
// on one of a running game. The players were told before that one came to it.
func (w *writer) standing(ctx context.Context) error {
	var boards []underway.Board
	var marks map[int64]map[int]string
	err := w.store.View(ctx, func(tx *db.Tx) (err error) {
		if boards, err = underway.Boards(tx); err == nil {
			marks, err = archive.Boards(tx)
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := w.mark(ctx, marks); err != nil {
		return err
	}
	var games []rules.Game
	for _, name := range w.order {
		games = append(games, w.kinds[name].plain)
	}
	running := underway.Marks(games, boards)
	for _, g := range w.shown {
		for ply, of := range marks[g.ID] {
			if slices.ContainsFunc(strings.Fields(of), func(mark string) bool { return running[mark] }) {
				g.silent = append(g.silent, ply)
			}
		}
		slices.Sort(g.silent)
	}
	return nil
}

// mark finds the marks that are not known, as those of what was told before there were any,
// and keeps them.
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
		if err := w.store.Update(ctx, func(tx *db.Tx) error {
			for _, g := range some {
				if err := markGame(tx, g, marks[g.ID]); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

func markGame(tx *db.Tx, g *game, marks map[int]string) error {
	moves, err := archive.Moves(tx, g.ID)
	if err != nil {
		return err
	}
	turnings, err := archive.Turnings(tx, g.ID)
	if err != nil {
		return err
	}
	plies := make([]db.Ply, len(moves))
	for n, m := range moves {
		plies[n] = db.Ply{N: n + 1, Move: m}
	}
	record, err := records.Replay(g.kind.plain, plies)
	if err != nil {
		return nil // which is found when it is shown
	}
	for _, t := range turnings {
		if t.Boards != "" || t.Ply > record.Len() {
			continue
		}
		boards := []rules.Position{record.At(t.Ply - 1), record.At(t.Ply)}
		if better, err := record.At(t.Ply - 1).Play(rules.Move(t.Better)); err == nil {
			boards = append(boards, better)
		}
		var all []string
		for _, b := range boards {
			all = append(all, underway.Mark(g.kind.plain, b))
		}
		marks[t.Ply] = strings.Join(all, " ")
		if err := archive.Mark(tx, g.ID, t.Ply, marks[t.Ply]); err != nil {
			return err
		}
	}
	return nil
}
