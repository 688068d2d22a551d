package bot

import (
	"context"
	"errors"
	"strconv"
	"time"

	"turnpost/mail/club"
	"turnpost/rules"
	"turnpost/rules/engine"
)

// Levels is how many there are, and Usual is that of who names none: one that loses to
// whoever looks twice.
const (
	Levels     = engine.Levels
	UsualLevel = 3
)

// ParseLevel reads a level; "" is the usual one.
func ParseLevel(text string) (level int, ok bool) {
	if text == "" {
		return UsualLevel, true
	}
	level, err := strconv.Atoi(text)
	return level, err == nil && level >= 1 && level <= Levels
}

// resigns is the level from which on a robot does.
const resigns = 5

// looks is how many nodes it takes to judge whether all is lost.
const looks = 4000

// A draw is judged with more, and where the game is not solved only by a search that was so
// deep, after the first plies: what a few of them say of an open game is that it has begun.
const (
	drawLooks = 40_000
	drawDepth = 4
)

// equal is the chance up to which a draw is welcome.
const equal = 0.52

// longest is for safety: what a level thinks is a matter of its nodes.
const longest = time.Minute

// quick reports whether a level's turn takes so few nodes that a letter can wait for it.
func quick(t *club.Table, level int) bool {
	return engine.Level(level).Nodes(t.Rules.Name) <= quickNodes
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
	player := engine.Player(engine.Level(u.level))
	if u.level == Levels {
		player = keeping(u, player)
	}
	for !r.Outcome().Over() && r.Turn() == u.side {
		t, err := player.Think(ctx, r, engine.Budget{Nodes: 1, Seed: u.seed()})
		if err != nil && !errors.Is(err, engine.ErrUnread) { // without a file it is t
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
	early := u.record.Len() < club.DrawFrom
	// What a table proves is a draw from the start; but half a point for a word is nothing
	// that a rating could count.
	if early && (u.rated || !proven(u)) {
		return thought{why: club.TooEarly}, nil
	}
	deep := &deep{}
	budget := engine.Budget{Nodes: drawLooks, Seed: u.seed()}
	p, err := engine.Expect(ctx, u.record.Clone(), u.side, keeping(u, deep), budget)
	if errors.Is(err, engine.ErrUnread) {
		p, err = engine.Expect(ctx, u.record.Clone(), u.side, deep, budget)
	}
	switch {
	case early && !p.Exact: // the file could not be read
		th.why = club.TooEarly
	case p.Chance() > equal:
		th.why = club.ExpectsMore
	case deep.shallow:
		th.why = club.SeesTooLittle
	}
	th.agree = th.why == ""
	return th, err
}

// proven reports whether a table tells what the game is worth: the program's, or a file.
func proven(u *Turn) bool {
	_, solved := u.record.Position().(rules.Solved)
	_, filed := u.mind.Values[u.record.Game().Name]
	return solved || filed
}

// keeping is a player who keeps to the values of the game, if there is a file of them.
func keeping(u *Turn, player engine.Player) engine.Player {
	if values, ok := u.mind.Values[u.record.Game().Name]; ok {
		return engine.Keeper{Player: player, Values: values}
	}
	return player
}

// deep is a player who notes whether a look was too shallow to say anything.
type deep struct {
	engine.PVS
	shallow bool
}

// Think thinks, and looks how deep it was.
func (p *deep) Think(ctx context.Context, r *rules.Record, b engine.Budget) (engine.Thought, error) {
	t, err := p.PVS.Think(ctx, r, b)
	if _, certain := t.Plies(); !certain {
		p.shallow = p.shallow || t.Depth < drawDepth
	}
	return t, err
}
