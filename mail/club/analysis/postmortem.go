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
	"turnpost/rules/engine/external"
)

// MinPostMortemPlies is how many plies a game must have for a post-mortem.
const MinPostMortemPlies = 4

// postMortemNodes is the search budget before and after each ply: a game of a hundred plies
// takes some seven seconds of one core.
const postMortemNodes = 50_000

// tooLate is how long after a game's end a post-mortem is still sent. It may be late after a
// downtime, or if more games of people end than can be searched, which is about eight a minute for each
// core.
const tooLate = 24 * time.Hour

// PostMortemFound: a finished game turned at these plies.
type PostMortemFound struct {
	Game  *club.Game
	Plies []engine.JudgedPly // one to three
	More  int                // other plies that lost enough, and are not told
}

// WantPostMortem is the listener that notes finished games for a post-mortem. Games that nobody
// would read about are not noted: programs play thousands of games a day, and searching these
// would delay those of people.
func WantPostMortem(tx *club.Tx, e club.Event) error {
	end, ok := e.(club.GameEnded)
	if ok {
		if err := hasten(tx, end.Game); err != nil {
			return err
		}
	}
	if !ok || end.Game.Row.Result == db.Void || end.Game.Record.Len() < MinPostMortemPlies || !read(end.Game) {
		return nil
	}
	return tx.DB.WantPostMortem(end.Game.Row.ID)
}

// read reports whether a game has a player who wants to read its post-mortem.
func read(g *club.Game) bool {
	return slices.ContainsFunc([]db.Player{g.Black, g.White}, func(p db.Player) bool {
		return p.Address != "" && !p.Program && !p.NoAnalysis
	})
}

// NotedGame is a finished game that was noted for a search by an engine, outside of any transaction.
type NotedGame struct {
	ID int64
	// Judge, if not nil, judges in place of the built-in engine, while it is usable.
	Judge engine.Player
	// Search, if not nil, is the built-in engine where it needs no rest: elsewhere than in this process.
	Search   engine.Player
	failures int
	record   *rules.Record // nil if it cannot be replayed or need not be searched
}

// Rules returns the name of the game's rules; "" if it cannot be replayed or need not be
// searched.
func (g NotedGame) Rules() string {
	if g.record == nil {
		return ""
	}
	return g.record.Game().Name
}

// PostMortemGame is a game that is to be searched for the plies at which it turned.
type PostMortemGame struct {
	NotedGame
	// Values, if not nil, holds the values of all positions. If they cannot be read, the search
	// does without them.
	Values   rules.StoredValues
	result   rules.Result
	vain     bool // nobody waits for it: it is too late, or nobody wants to read it any more
	withheld bool // it would help a player of a running game
}

// NextPostMortem returns the next noted game after some others, or db.ErrNotFound.
func NextPostMortem(tx *club.Tx, after int) (PostMortemGame, error) {
	id, failures, due, err := tx.DB.NextPostMortem(after)
	if err != nil {
		return PostMortemGame{}, err
	}
	g, err := tx.DB.Game(id)
	if err != nil {
		return PostMortemGame{}, err
	}
	since := g.EndedAt
	if due.After(since) { // it was withheld, or failed
		since = due
	}
	if tx.Now().Sub(since) > tooLate {
		return PostMortemGame{NotedGame: NotedGame{ID: id}, vain: true}, nil
	}
	game, err := tx.Open(g)
	if err != nil {
		// Think reports the failure of this game, so that it does not stop the others.
		return PostMortemGame{NotedGame: NotedGame{ID: id, failures: failures}}, nil
	}
	may, err := releaseOf(tx, game)
	if err != nil {
		return PostMortemGame{}, err
	}
	result, _ := rules.ParseResult(string(g.Result))
	return PostMortemGame{
		NotedGame: NotedGame{ID: id, failures: failures, record: game.Record}, result: result,
		vain: !read(game) || may == never, withheld: may == withheld,
	}, nil
}

// Think searches all plies of the game. It needs no transaction, and ends when ctx does. After
// each search it calls rest with the time it took.
func (g PostMortemGame) Think(ctx context.Context, rest func(time.Duration)) (PostMortem, error) {
	if g.vain || g.withheld {
		return PostMortem{game: g.ID, withheld: g.withheld}, nil
	}
	if g.record == nil {
		return PostMortem{}, fmt.Errorf("game %d cannot be replayed", g.ID)
	}
	if g.Judge != nil {
		found, err := g.judge(ctx, resting{g.Judge, rest})
		if !errors.Is(err, external.ErrUnusable) {
			return found, err
		}
	}
	player := engine.Player(resting{engine.PVS{}, rest})
	if g.Search != nil {
		player = apart{g.Search, player, rest}
	}
	if g.Values != nil {
		found, err := g.judge(ctx, engine.StoredPlayer{Player: player, Values: g.Values})
		if !errors.Is(err, engine.ErrValuesUnread) {
			return found, err
		}
	}
	return g.judge(ctx, player)
}

// judge searches all plies with an engine.
func (g PostMortemGame) judge(ctx context.Context, player engine.Player) (PostMortem, error) {
	review, err := engine.Judge(ctx, g.record, g.result, player, engine.Budget{Nodes: postMortemNodes, Seed: 1})
	return PostMortem{game: g.ID, review: review}, err
}

// resting is an engine that calls rest after each search.
type resting struct {
	engine.Player
	rest func(time.Duration)
}

// Think implements engine.Player.
func (p resting) Think(ctx context.Context, r *rules.Record, b engine.Budget) (engine.Thought, error) {
	began := time.Now()
	t, err := p.Player.Think(ctx, r, b)
	p.rest(time.Since(began))
	return t, err
}

// apart is an engine in another process, which needs no rest, and the one that searches while it is not usable.
type apart struct {
	engine.Player
	here engine.Player
	rest func(time.Duration)
}

// Think implements engine.Player.
func (p apart) Think(ctx context.Context, r *rules.Record, b engine.Budget) (engine.Thought, error) {
	p.rest(0)
	t, err := p.Player.Think(ctx, r, b)
	if errors.Is(err, external.ErrUnusable) {
		return p.here.Think(ctx, r, b)
	}
	return t, err
}

// How often a game is tried that fails, and how long it waits after a failure.
const (
	maxPostMortemTries   = 3
	postMortemRetryAfter = time.Hour
)

// PutOff notes a failure, so that other games get their turn. After the last try the game is
// given up.
func (g PostMortemGame) PutOff(tx *db.Tx) (last bool, err error) {
	if g.failures+1 >= maxPostMortemTries {
		return true, tx.DonePostMortem(g.ID)
	}
	return false, tx.PutOffPostMortem(g.ID, tx.Now.Add(postMortemRetryAfter))
}

// PostMortem is where a game turned.
type PostMortem struct {
	game     int64
	review   engine.Review
	withheld bool // it was not searched yet
}

// Tell emits PostMortemFound, unless another daemon has, and removes the note. If it would help a
// player of a running game, the note stays until that game ends.
func (f PostMortem) Tell(tx *club.Tx) error {
	if f.withheld {
		return tx.DB.WithholdAnalysis(f.game, tx.Now().Add(withheldFor))
	}
	err := tx.DB.DonePostMortem(f.game)
	if errors.Is(err, db.ErrNotFound) {
		return nil // another daemon has told it
	}
	if err != nil || len(f.review.Turned) == 0 {
		return err
	}
	g, err := tx.Game(f.game)
	if err != nil {
		return err
	}
	if forgotten(g.Black) || forgotten(g.White) {
		return nil
	}
	released := 0
	plies, err := f.review.Told(func(j engine.JudgedPly) (bool, error) {
		kept, err := onBoard(tx, g.Record, j)
		if !kept {
			released++
		}
		return kept, err
	})
	if err != nil || len(plies) == 0 {
		return err
	}
	for _, j := range plies {
		boards, err := club.TurningPositions(g.Record, j.Ply, j.Best)
		if err != nil {
			return err
		}
		if err := tx.DB.AddTurning(f.game, db.TurningPly{
			Boards: club.MarksText(g.Record.Game(), boards),
			Ply:    j.Ply,
			Better: string(j.Best),
			Lost:   j.Lost(),
			Before: j.Before.Percent(),
			After:  j.After.Percent(),
			Solved: j.Before.Exact,
		}); err != nil {
			return err
		}
	}
	return tx.Emit(PostMortemFound{g, plies, released - len(plies)})
}

func forgotten(p db.Player) bool { return p.Address == "" && club.BotLevelOf(p) == 0 }

// onBoard reports whether a comment on a ply would disclose something about a running game.
func onBoard(tx *club.Tx, r *rules.Record, j engine.JudgedPly) (bool, error) {
	boards, err := club.TurningPositions(r, j.Ply, j.Best)
	if err != nil {
		return false, err
	}
	return club.IsOnRunningBoard(tx.DB, r.Game(), boards...)
}
