package bot

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"strings"
	"sync"
	"time"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
	"turnpost/rules/engine/external"
)

// quickNodes is the largest number of nodes for a ply that is played in the transaction of the
// message it answers. Such a turn, with the check whether the game is lost, takes 1.5 to 4 ms,
// 5.3 at most: less than the message and transaction that it saves.
const quickNodes = 5000

// mostTurns is how many turns a bot plays in one transaction, if conditional lines keep
// answering.
const mostTurns = 4

// remembered is how many results a Cache holds: those that running transactions need.
const remembered = 256

// Cache holds recent results. It is safe for concurrent use.
type Cache struct {
	// Values holds the value files of solved games, by the games' names. It must be set before
	// the first use.
	Values map[string]rules.StoredValues

	// Engines holds the external engines, by the names of the games that they play, and Master, if
	// not nil, plays the highest level in the other games. They must be set before the first use.
	Engines map[string]*external.Engine
	Master  *external.Engine

	// Searchers search in other processes, and so look at as many finished games at the same time.
	// None: one game is looked at in this process, which rests for most of the time. They must be set
	// before the first use.
	Searchers []*external.Engine

	// Past, if not nil, is what is known of the turns that bots played. Only a replay sets it.
	Past *TurnsBeforeRestore

	mu       sync.Mutex
	thoughts map[string]thought
	keys     []string // oldest first
}

// thought is what a bot decided to do.
type thought struct {
	moves  []rules.Move
	resign bool
	agree  bool                  // to a draw
	why    club.BotDeclineReason // it does not agree
	failed bool                  // thinking failed: the message is answered without the bot, which plays later
}

// NewCache returns an empty Cache.
func NewCache() *Cache { return &Cache{thoughts: map[string]thought{}} }

func (m *Cache) recall(key string) (thought, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	th, ok := m.thoughts[key]
	return th, ok
}

func (m *Cache) keep(key string, th thought) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.thoughts[key]; !ok {
		m.keys = append(m.keys, key)
	}
	m.thoughts[key] = th
	if len(m.keys) > remembered {
		delete(m.thoughts, m.keys[0])
		m.keys = m.keys[1:]
	}
}

// ThinkTask is a turn or an offer that a bot has to think about. As the error of a transaction it
// means that the result was needed: call Think, and try the transaction again.
type ThinkTask struct {
	Game int64

	cache  *Cache
	key    string
	record *rules.Record
	side   rules.Side // the bot's
	level  int
	rated  bool
	draw   bool // think about a draw offer rather than a move
	broken error
}

func (u *ThinkTask) Error() string { return fmt.Sprintf("a bot has to think in game %d", u.Game) }

// turnIn returns what the bot of a game has to think about. message is the message that is
// answered, 0 if there is none.
func (m *Cache) turnIn(message int64, g *club.Game, side rules.Side, level int, draw bool) *ThinkTask {
	var moves strings.Builder
	for _, move := range g.Record.Plies() {
		moves.WriteString(" " + string(move))
	}
	id := fmt.Sprint(g.Row.ID)
	if g.Began { // the retried transaction gives the game another number, and a message may begin several games
		id = fmt.Sprint(-message, " ", g.Rules.Name)
		if g.Row.Terms != "" {
			id += " " + g.Row.Terms
		}
	}
	return &ThinkTask{
		Game: g.Row.ID, cache: m, record: g.Record.Clone(), side: side, level: level, rated: g.Row.Rated, draw: draw,
		key: fmt.Sprint(id, " ", g.Row.Undone, " ", level, " ", draw, moves.String()),
	}
}

// seed makes bots vary between games, and after plies were taken back.
func (u *ThinkTask) seed() uint64 {
	h := fnv.New64a()
	h.Write([]byte(u.key))
	return h.Sum64()
}

// Think computes the result. It must be called outside of any transaction.
func (u *ThinkTask) Think(ctx context.Context) error {
	if u.broken != nil {
		return u.broken
	}
	if th, ok := u.cache.recall(u.key); ok && !th.failed {
		return nil
	}
	if u.cache.Past != nil && !u.draw {
		if moves := u.cache.Past.stored(u.Game, u.record); len(moves) > 0 {
			u.cache.keep(u.key, thought{moves: moves})
			return nil
		}
	}
	think := turn
	if u.draw {
		think = agrees
	}
	th, err := think(ctx, u)
	if err != nil {
		return fmt.Errorf("bot of game %d: %w", u.Game, err)
	}
	if u.cache.Past != nil && !u.draw && !th.resign {
		if th.moves, err = u.cache.Past.played(u.Game, u.record, th.moves); err != nil {
			return err
		}
	}
	u.cache.keep(u.key, th)
	return nil
}

// GiveUp lets the transaction go on without the bot.
func (u *ThinkTask) GiveUp() { u.cache.keep(u.key, thought{failed: true}) }

// errLater ends what a bot does in a transaction, which goes on.
var errLater = errors.New("the bot plays later")

// Act does what the bot of a game has to do after a player's turn or offer. The error may be a
// *ThinkTask.
func (m *Cache) Act(tx *club.Tx, g *club.Game) error {
	side, level := g.Bot()
	for n := 0; side != rules.None && n < mostTurns && !g.Over(); n++ {
		offered := g.Row.Offer != db.NoOffer && g.Row.OfferBy != g.Player(side).ID
		var err error
		switch {
		case offered:
			err = m.answer(tx, g, side, level)
		case g.Turn() != side || !m.quick(g, level):
			return nil
		default:
			err = m.play(tx, g, side, level)
		}
		if errors.Is(err, errLater) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// answer answers an offer.
func (m *Cache) answer(tx *club.Tx, g *club.Game, side rules.Side, level int) error {
	if g.Row.Offer != db.OfferDraw {
		// In a rated game nobody may try moves until one fits.
		return club.AnswerOffer(tx, g, side, !g.Row.Rated, club.Counts)
	}
	u := m.turnIn(tx.Message, g, side, level, true)
	th, ok := m.recall(u.key)
	if err := known(u, th, ok); err != nil {
		return err
	}
	return club.AnswerOffer(tx, g, side, th.agree, th.why)
}

// play plays the bot's turn.
func (m *Cache) play(tx *club.Tx, g *club.Game, side rules.Side, level int) error {
	u := m.turnIn(tx.Message, g, side, level, false)
	th, ok := m.recall(u.key)
	if err := known(u, th, ok); err != nil {
		return err
	}
	_, err := club.CarryOut(tx, g, side, club.GameRequest{Plies: th.moves, Resign: th.resign})
	return err
}

// known returns nil if a result is usable, else why not.
func known(u *ThinkTask, th thought, ok bool) error {
	switch {
	case !ok:
		return u
	case th.failed:
		return errLater
	}
	return nil
}

// Next returns the bot's turn that has waited longest, or with slow set that of a slow bot, or
// db.ErrNotFound. If its game cannot be opened, Think fails, so that others get their turn.
func (m *Cache) Next(c *club.Club, store *db.Tx, slow bool) (*ThinkTask, error) {
	whose := db.BotsTurn
	if slow {
		whose = db.SlowBotsTurn
	}
	g, err := store.NextClock(whose, 0)
	if err != nil {
		return nil, err
	}
	game, err := c.Begin(store, 0).Open(g)
	if db.Transient(err) {
		return nil, err
	}
	if err != nil {
		return &ThinkTask{Game: g.ID, broken: err}, nil
	}
	side, level := game.Bot()
	return m.turnIn(0, game, side, level, false), nil
}

// Play plays the turn. If the game has changed, it does nothing, and Next will find the new
// turn.
func (u *ThinkTask) Play(tx *club.Tx) error {
	g, err := tx.Game(u.Game)
	if _, leaves := errors.AsType[*club.LeavingError](err); leaves { // leaving ends the game
		return club.PutOffClock(tx, u.Game, tx.Now().Add(time.Minute))
	}
	if err != nil {
		return err
	}
	side, level := g.Bot()
	if g.Turn() != side || side == rules.None {
		return club.LookAtClock(tx, u.Game, nil)
	}
	var unthought *ThinkTask
	if err := u.cache.play(tx, g, side, level); !errors.As(err, &unthought) && !errors.Is(err, errLater) {
		return err
	}
	return nil
}

// PutOff postpones the turn after a failure.
func (u *ThinkTask) PutOff(tx *club.Tx, until time.Time) error {
	return club.PutOffClock(tx, u.Game, until)
}
