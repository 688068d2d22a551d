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

// Levels is the number of levels. UsualLevel is the default, which a careful player can beat.
const (
	Levels     = engine.Levels
	UsualLevel = 3
)

// ParseLevel parses a level; "" is the usual one.
func ParseLevel(text string) (level int, ok bool) {
	if text == "" {
		return UsualLevel, true
	}
	level, err := strconv.Atoi(text)
	return level, err == nil && level >= 1 && level <= Levels
}

// resigns is the lowest level that resigns.
const resigns = 5

// looks is the budget in nodes to see that a game is lost.
const looks = 4000

// Budget in nodes to judge a draw offer, and the smallest depth at which the judgement counts,
// unless the result is certain. In the first plies of a game, a shallow search says only that
// it is open.
const (
	drawLooks = 40_000
	drawDepth = 4
)

// equal is the highest chance at which a bot accepts a draw.
const equal = 0.52

// longest limits thinking for safety. The result depends on nodes only.
const longest = time.Minute

// quick reports whether a level's turn takes few enough nodes for the transaction of a message. No
// message waits for an external engine.
func (m *Cache) quick(g *club.Game, level int) bool {
	return level < int(engine.Master) && m.Engines[g.Rules.Name] == nil &&
		engine.Level(level).Nodes(g.Rules.Name) <= quickNodes
}

// Judge returns the player that judges finished games and puzzles of some rules, by an engine of
// others; nil if there is none.
func (m *Cache) Judge(game string) engine.Player {
	if e := m.Engines[game]; e != nil {
		return e.Judge()
	}
	return nil
}

// Program returns the name of the external engine that plays a game; "" if none does.
func (m *Cache) Program(game string) string {
	if e := m.Engines[game]; e != nil {
		return e.Program()
	}
	return ""
}

// Searcher returns the searcher of a number, from 0; nil if there is none.
func (m *Cache) Searcher(n int) engine.Player {
	if n < len(m.Searchers) {
		return m.Searchers[n].Judge()
	}
	return nil
}

// turn computes a whole turn.
func turn(ctx context.Context, u *ThinkTask) (th thought, err error) {
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
	level := engine.Level(u.level)
	player := engine.Player(level)
	if e := u.cache.Engines[r.Game().Name]; e != nil {
		player = e.Level(level)
	} else if level >= engine.Faultless {
		if e := u.cache.Master; e != nil && level == engine.Master {
			player = e.Level(level)
		}
		player = keeping(u, player)
	}
	for !r.Outcome().Over() && r.Turn() == u.side {
		t, err := player.Think(ctx, r, engine.Budget{Nodes: 1, Seed: u.seed()})
		if errors.Is(ctx.Err(), context.DeadlineExceeded) && level == engine.Master {
			// This machine is too slow for Master.
			ctx = context.WithoutCancel(ctx)
			t, err = engine.Faultless.Think(ctx, r, engine.Budget{Nodes: 1, Seed: u.seed()})
		}
		if err != nil && !errors.Is(err, engine.ErrValuesUnread) { // without the file, t is what the engine plays
			return th, err
		}
		if err := ctx.Err(); err != nil { // a result cut short would differ between machines
			return th, err
		}
		if err := r.Play(t.Move); err != nil {
			return th, err
		}
		th.moves = append(th.moves, t.Move)
	}
	return th, nil
}

// agrees computes whether to accept a draw.
func agrees(ctx context.Context, u *ThinkTask) (th thought, err error) {
	ctx, stop := context.WithTimeout(ctx, longest)
	defer stop()
	early := u.record.Len() < club.DrawFrom
	// A draw proven by a table is one from the start. But a half point for an offer at move one
	// must not count for a rating.
	if early && (u.rated || !proven(u)) {
		return thought{why: club.TooEarly}, nil
	}
	deep := &deep{}
	budget := engine.Budget{Nodes: drawLooks, Seed: u.seed()}
	p, err := engine.Expect(ctx, u.record.Clone(), u.side, keeping(u, deep), budget)
	if errors.Is(err, engine.ErrValuesUnread) {
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

// proven reports whether the value of the game is known, by a built-in table or a file.
func proven(u *ThinkTask) bool {
	_, solved := u.record.Position().(rules.Solved)
	_, filed := u.cache.Values[u.record.Game().Name]
	return solved || filed
}

// keeping returns a player that plays by the values of the game, if there is a file of them.
func keeping(u *ThinkTask, player engine.Player) engine.Player {
	if values, ok := u.cache.Values[u.record.Game().Name]; ok {
		return engine.StoredPlayer{Player: player, Values: values}
	}
	return player
}

// deep is an engine that notes whether a search was too shallow.
type deep struct {
	engine.PVS
	shallow bool
}

// Think implements engine.Player.
func (p *deep) Think(ctx context.Context, r *rules.Record, b engine.Budget) (engine.Thought, error) {
	t, err := p.PVS.Think(ctx, r, b)
	if _, certain := t.Plies(); !certain {
		p.shallow = p.shallow || t.Depth < drawDepth
	}
	return t, err
}
