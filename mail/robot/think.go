package robot

import (
	"context"
	"strconv"
	"time"

	"turnpost/mail/club"
	"turnpost/rules/engine"
)

// Levels is how many there are, and Usual is that of who names none: one that loses to
// whoever looks twice.
const (
	Levels = engine.Levels
	Usual  = 3
)

// ParseLevel reads a level; "" is the usual one.
func ParseLevel(text string) (level int, ok bool) {
	if text == "" {
		return Usual, true
	}
	level, err := strconv.Atoi(text)
	return level, err == nil && level >= 1 && level <= Levels
}

// resigns is the level from which on a robot does.
const resigns = 5

// looks is how many nodes it takes to judge an offer, or whether all is lost.
const looks = 4000

// equal is the chance up to which a draw is welcome.
const equal = 0.52

// longest is for safety: what a level thinks is a matter of its nodes.
const longest = time.Minute

// quick reports whether a level's turn takes so few nodes that a letter can wait for it.
func quick(t *club.Table, level int) bool {
	return level < resigns && engine.Level(level).Nodes(t.Rules.Name) <= Quick
}

// turn thinks of a whole turn.
func turn(ctx context.Context, u *Turn) (th thought, err error) {
	ctx, stop := context.WithTimeout(ctx, longest)
	defer stop()
	r := u.record.Clone()
	if u.level >= resigns {
		lost, err := engine.PVS{}.Think(ctx, r, engine.Budget{Nodes: looks, Seed: u.seed()})
		if err != nil {
			return th, err
		}
		if n, ok := lost.Plies(); ok && lost.Score < 0 && n > 2 {
			return thought{resign: true}, nil
		}
	}
	for !r.Outcome().Over() && r.Turn() == u.side {
		t, err := engine.Level(u.level).Think(ctx, r, engine.Budget{Nodes: 1, Seed: u.seed()})
		if err != nil {
			return th, err
		}
		if err := ctx.Err(); err != nil { // it would be another one than on other machines
			return th, err
		}
		if err := r.Play(t.Move); err != nil {
			return th, err
		}
		th.moves = append(th.moves, t.Move)
	}
	return th, nil
}

// agrees thinks of whether to agree to a draw.
func agrees(ctx context.Context, u *Turn) (th thought, err error) {
	ctx, stop := context.WithTimeout(ctx, longest)
	defer stop()
	p, err := engine.Expect(ctx, u.record.Clone(), u.side, engine.PVS{}, engine.Budget{Nodes: looks, Seed: u.seed()})
	return thought{agree: p.Chance() <= equal}, err
}
