package verify

import (
	"bytes"

	"turnpost/db"
)

// sealers make seals, by the numbers of their keys; each goroutine has its own.
type sealers struct {
	plain *db.Sealer
	keys  map[int64]*db.Sealer
}

func (w *world) sealers() sealers {
	out := sealers{db.PlainSealer(), map[int64]*db.Sealer{}}
	for id, k := range w.keys {
		out.keys[id] = k.Sealer()
	}
	return out
}

// seals holds a game against the chain of its seals.
func (w *world) seals(g *played, s sealers) []Fault {
	first := 0 // the first ply that has one
	for first < len(g.plies) && g.plies[first].seal == nil {
		first++
	}
	isNew := len(w.keys) > 0 && g.ID > w.older
	switch {
	case g.seal == nil && first == len(g.plies) && !isNew:
		return nil // older than seals
	case db.LastSeal(g.seal) == nil || isNew && first > 0:
		return []Fault{sayf(g.ID, "seal", "it was sealed, and a seal is gone")}
	}
	rated := db.SealedStart{Game: g.ID, Rules: g.Rules, Pace: g.Pace, Rated: g.Rated, StartedAt: g.StartedAt.UnixMilli()}
	by := s.plain
	last := by.Start(rated)
	for i, p := range g.plies {
		if i >= first {
			if by = s.keys[db.SealKeyOf(p.seal)]; by == nil {
				return []Fault{sayf(g.ID, "seal", "ply %d has no seal that a key made", p.N)}
			}
		}
		last = by.Ply(last, db.SealedPly{Game: g.ID, N: p.N, Move: p.Move, Letter: p.Letter, PlayedAt: p.PlayedAt.UnixMilli()})
		if i >= first && !bytes.Equal(last, p.seal) {
			return []Fault{sayf(g.ID, "seal", "ply %d, or what the game began with or is of, is not as it was sealed", p.N)}
		}
	}
	if by = s.keys[db.SealKeyOf(db.SealHead(g.seal))]; by == nil {
		return []Fault{sayf(g.ID, "seal", "the key %d that sealed it last is gone", db.SealKeyOf(db.SealHead(g.seal)))}
	}
	ended := int64(0)
	if !g.EndedAt.IsZero() {
		ended = g.EndedAt.UnixMilli()
	}
	want := by.Game(last, db.SealedState{Game: g.ID, Plies: g.Plies, Undone: g.Undone, Result: g.Result, Reason: g.Reason, EndedAt: ended,
		TurnAt: g.TurnAt.UnixMilli(), BlackLeft: g.BlackLeft.Milliseconds(), WhiteLeft: g.WhiteLeft.Milliseconds()})
	if !bytes.Equal(want, g.seal) {
		return []Fault{sayf(g.ID, "seal", "its number of plies, its result, its end or a clock is not as it was sealed")}
	}
	return nil
}
