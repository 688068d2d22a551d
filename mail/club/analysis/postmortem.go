package analysis

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"turnpost/db"

	"turnpost/mail/club"

	"turnpost/rules"
	"turnpost/rules/engine"
)

// MinPostMortemPlies is how many plies a game must have.
const MinPostMortemPlies = 4

// postMortemNodes is how many positions are looked at before and after each ply: a game of a
// hundred plies takes some seven seconds of one core, and with rests half a minute.
const postMortemNodes = 50_000

// tooLate is how long after a game's end nobody waits for it any more: after an absence,
// or where more games of people end than are looked at, which are some two a minute.
const tooLate = 24 * time.Hour

// PostMortemFound: a game is over, and here it turned.
type PostMortemFound struct {
	Table *club.Table
	Plies []engine.Judged // three at most, and one at least
}

// WantPostMortem is the listener that notes which games are to be told of. Those that nobody would
// read of are not noted: programs play thousands of games a day, and each that was looked
// at would keep people waiting.
func WantPostMortem(tx *club.Tx, e club.Event) error {
	end, ok := e.(club.GameEnded)
	if !ok || end.Table.Game.Result == club.Void || end.Table.Record.Len() < MinPostMortemPlies || !read(end.Table) {
		return nil
	}
	return tx.DB.WantPostMortem(end.Table.Game.ID)
}

// read reports whether a person plays in a game who wants to read where it turned.
func read(t *club.Table) bool {
	return slices.ContainsFunc([]db.Player{t.Black, t.White}, func(p db.Player) bool { return p.Address != "" && !p.Robot && !p.NoAnalysis })
}

// PostMortemGame is a game to be looked at.
type PostMortemGame struct {
	ID int64
	// Values, if not nil, are those of all its positions. If they cannot be read, it is looked
	// at without them.
	Values   rules.Stored
	failures int
	record   *rules.Record
	result   rules.Result
	vain     bool // nobody waits for it: it is too late, or nobody wants to read it any more
}

// NextPostMortem is the game that is to be told of next; db.ErrNotFound if there is none.
func NextPostMortem(tx *club.Tx) (PostMortemGame, error) {
	id, failures, err := tx.DB.NextPostMortem()
	if err != nil {
		return PostMortemGame{}, err
	}
	g, err := tx.DB.Game(id)
	if err != nil {
		return PostMortemGame{}, err
	}
	if tx.Now().Sub(g.EndedAt) > tooLate {
		return PostMortemGame{ID: id, vain: true}, nil
	}
	t, err := tx.Open(g)
	if err != nil {
		// It is noted as a failure of this one, or it would stop the others.
		return PostMortemGame{ID: id, failures: failures}, nil
	}
	result, _ := rules.ParseResult(g.Result)
	return PostMortemGame{ID: id, failures: failures, record: t.Record, result: result, vain: !read(t)}, nil
}

// Rules is the name of its rules; "" if it cannot be played again or need not be.
func (g PostMortemGame) Rules() string {
	if g.record == nil {
		return ""
	}
	return g.record.Game().Name
}

// Think looks at all plies of the game. It needs no transaction, and ends when ctx does.
// After each ply it has rest called, with how long it took.
func (g PostMortemGame) Think(ctx context.Context, rest func(time.Duration)) (PostMortem, error) {
	if g.vain {
		return PostMortem{game: g.ID}, nil
	}
	if g.record == nil {
		return PostMortem{}, fmt.Errorf("game %d cannot be replayed", g.ID)
	}
	player := resting{engine.PVS{}, rest}
	if g.Values != nil {
		found, err := g.judge(ctx, engine.Keeper{Player: player, Values: g.Values})
		if !errors.Is(err, engine.ErrUnread) {
			return found, err
		}
	}
	return g.judge(ctx, player)
}

// judge looks at all plies with a player.
func (g PostMortemGame) judge(ctx context.Context, player engine.Player) (PostMortem, error) {
	review, err := engine.Judge(ctx, g.record, g.result, player, engine.Budget{Nodes: postMortemNodes, Seed: 1})
	return PostMortem{g.ID, review}, err
}

// resting is a player who rests after each thought.
type resting struct {
	engine.PVS
	rest func(time.Duration)
}

// Think thinks, and rests.
func (p resting) Think(ctx context.Context, r *rules.Record, b engine.Budget) (engine.Thought, error) {
	began := time.Now()
	t, err := p.PVS.Think(ctx, r, b)
	p.rest(time.Since(began))
	return t, err
}

// maxPostMortemTries is how often a game is looked at that fails, and putOff how long it waits then.
const (
	maxPostMortemTries   = 3
	postMortemRetryAfter = time.Hour
)

// PutOff notes that it failed, so that the others have their turn; the last time it is
// given up.
func (g PostMortemGame) PutOff(tx *db.Tx) (last bool, err error) {
	if g.failures+1 >= maxPostMortemTries {
		return true, tx.DonePostMortem(g.ID)
	}
	return false, tx.PutOffPostMortem(g.ID, tx.Now.Add(postMortemRetryAfter))
}

// PostMortem is where a game turned.
type PostMortem struct {
	game   int64
	review engine.Review
}

// Tell tells it, once.
func (f PostMortem) Tell(tx *club.Tx) error {
	err := tx.DB.DonePostMortem(f.game)
	if errors.Is(err, db.ErrNotFound) {
		return nil // another daemon has
	}
	if err != nil || len(f.review.Turned) == 0 {
		return err
	}
	t, err := tx.Table(f.game)
	if err != nil {
		return err
	}
	if forgotten(t.Black) || forgotten(t.White) {
		return nil
	}
	plies, err := f.review.Told(func(j engine.Judged) (bool, error) { return onBoard(tx, t.Record, j) })
	if err != nil || len(plies) == 0 {
		return err
	}
	for _, j := range plies {
		boards, err := club.TurningPositions(t.Record, j.Ply, j.Best)
		if err != nil {
			return err
		}
		if err := tx.DB.AddTurning(f.game, db.Turning{
			Boards: club.MarksText(t.Record.Game(), boards), Ply: j.Ply, Better: string(j.Best), Lost: j.Lost(), Before: j.Before.Percent(), After: j.After.Percent(), Solved: j.Before.Exact,
		}); err != nil {
			return err
		}
	}
	return tx.Emit(PostMortemFound{t, plies})
}

func forgotten(p db.Player) bool { return p.Address == "" && club.Robot(p) == 0 }

// onBoard reports whether what is said of a ply tells somebody about a game under way.
func onBoard(tx *club.Tx, r *rules.Record, j engine.Judged) (bool, error) {
	boards, err := club.TurningPositions(r, j.Ply, j.Best)
	if err != nil {
		return false, err
	}
	return club.IsOnRunningBoard(tx.DB, r.Game(), boards...)
}
