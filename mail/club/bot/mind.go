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
)

// quickNodes is how many nodes a ply takes at most that is played in the transaction of the
// letter which it answers. With the look at whether all is lost a turn of so many took 1.5
// to 4 ms, and at most 5.3: less than a letter and a transaction of its own, which it spares.
const quickNodes = 5000

// mostTurns is how many turns a robot plays at once, where conditional lines go on and on.
const mostTurns = 4

// remembered is how much a Mind remembers: what the transactions need that are under way.
const remembered = 256

// Mind is what was thought of late. It is safe for concurrent use.
type Mind struct {
	// Values are those of games that are solved and whose values fill a file, by name. It is
	// set before anybody thinks.
	Values map[string]rules.Stored

	mu       sync.Mutex
	thoughts map[string]thought
	keys     []string // in the order in which they came
}

// thought is what a robot wants to do.
type thought struct {
	moves  []rules.Move
	resign bool
	agree  bool        // to a draw
	why    club.Reason // not
	failed bool        // nothing could be thought of: it is another time's, and keeps no letter waiting
}

// New is a mind that knows nothing yet.
func New() *Mind { return &Mind{thoughts: map[string]thought{}} }

func (m *Mind) recall(key string) (thought, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	th, ok := m.thoughts[key]
	return th, ok
}

func (m *Mind) keep(key string, th thought) {
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

// Turn is something that a robot has to think about. It is the error of a transaction in
// which that would have been known: think, and begin it anew.
type Turn struct {
	// Game is the number of the game.
	Game int64

	mind   *Mind
	key    string
	record *rules.Record
	side   rules.Side // the robot's
	level  int
	rated  bool
	draw   bool // whether to agree to a draw; else what to play
	broken error
}

func (u *Turn) Error() string { return fmt.Sprintf("a robot has to think in game %d", u.Game) }

// turnIn is what the robot of a game has to think about, in the answer to a letter or to
// none.
func (m *Mind) turnIn(letter int64, t *club.Table, side rules.Side, level int, draw bool) *Turn {
	var moves strings.Builder
	for _, move := range t.Record.Plies() {
		moves.WriteString(" " + string(move))
	}
	id := fmt.Sprint(t.Game.ID)
	if t.Began { // it has another number when the transaction is tried again, and a letter may begin several
		id = fmt.Sprint(-letter, " ", t.Rules.Name)
	}
	return &Turn{
		Game: t.Game.ID, mind: m, record: t.Record.Clone(), side: side, level: level, rated: t.Game.Rated, draw: draw,
		key: fmt.Sprint(id, " ", t.Game.Undone, " ", level, " ", draw, moves.String()),
	}
}

// seed makes games differ, and a ply that was taken back.
func (u *Turn) seed() uint64 {
	h := fnv.New64a()
	h.Write([]byte(u.key))
	return h.Sum64()
}

// Think thinks, outside of any transaction.
func (u *Turn) Think(ctx context.Context) error {
	if u.broken != nil {
		return u.broken
	}
	if th, ok := u.mind.recall(u.key); ok && !th.failed {
		return nil
	}
	think := turn
	if u.draw {
		think = agrees
	}
	th, err := think(ctx, u)
	if err != nil {
		return fmt.Errorf("the robot of game %d: %w", u.Game, err)
	}
	u.mind.keep(u.key, th)
	return nil
}

// GiveUp lets the transaction go on without the robot.
func (u *Turn) GiveUp() { u.mind.keep(u.key, thought{failed: true}) }

// errLater ends what a robot does in a transaction, which goes on.
var errLater = errors.New("the robot plays later")

// Act does in a game what is its robot's to do, once a player has done theirs. The error
// may be a *Turn.
func (m *Mind) Act(tx *club.Tx, t *club.Table) error {
	side, level := t.Robot()
	for n := 0; side != rules.None && n < mostTurns && !t.Over(); n++ {
		offered := t.Game.Offer != "" && t.Game.OfferBy != t.Player(side).ID
		var err error
		switch {
		case offered:
			err = m.answer(tx, t, side, level)
		case t.Turn() != side || !quick(t, level):
			return nil
		default:
			err = m.play(tx, t, side, level)
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
func (m *Mind) answer(tx *club.Tx, t *club.Table, side rules.Side, level int) error {
	if t.Game.Offer != club.OfferDraw {
		// Where it counts, nobody tries until it fits.
		return club.AnswerOffer(tx, t, side, !t.Game.Rated, club.Counts)
	}
	u := m.turnIn(tx.Letter, t, side, level, true)
	th, ok := m.recall(u.key)
	if err := known(u, th, ok); err != nil {
		return err
	}
	return club.AnswerOffer(tx, t, side, th.agree, th.why)
}

// play plays the robot's turn.
func (m *Mind) play(tx *club.Tx, t *club.Table, side rules.Side, level int) error {
	u := m.turnIn(tx.Letter, t, side, level, false)
	th, ok := m.recall(u.key)
	if err := known(u, th, ok); err != nil {
		return err
	}
	_, err := club.Carry(tx, t, side, club.Wishes{Plies: th.moves, Resign: th.resign})
	return err
}

// known is nil for what was thought, or why it cannot be done yet.
func known(u *Turn, th thought, ok bool) error {
	switch {
	case !ok:
		return u
	case th.failed:
		return errLater
	}
	return nil
}

// Next is the turn of a robot that has waited longest, or db.ErrNotFound. A game that
// cannot be opened fails when it is thought about, so that the others get their turn.
func (m *Mind) Next(house *club.Club, store *db.Tx) (*Turn, error) {
	g, err := store.NextClock(true, 0)
	if err != nil {
		return nil, err
	}
	t, err := house.Begin(store, 0).Open(g)
	if db.Transient(err) {
		return nil, err
	}
	if err != nil {
		return &Turn{Game: g.ID, broken: err}, nil
	}
	side, level := t.Robot()
	return m.turnIn(0, t, side, level, false), nil
}

// Play plays the turn, if the game stands as it did. The next look finds what is so
// otherwise.
func (u *Turn) Play(tx *club.Tx) error {
	t, err := tx.Table(u.Game)
	if _, leaves := errors.AsType[*club.Departing](err); leaves { // which ends the game
		return club.PutOff(tx, u.Game, tx.Now().Add(time.Minute))
	}
	if err != nil {
		return err
	}
	side, level := t.Robot()
	if t.Turn() != side || side == rules.None {
		return club.LookAtClock(tx, u.Game)
	}
	var unthought *Turn
	if err := u.mind.play(tx, t, side, level); !errors.As(err, &unthought) && !errors.Is(err, errLater) {
		return err
	}
	return nil
}

// PutOff lets the turn wait, because it failed.
func (u *Turn) PutOff(tx *club.Tx, until time.Time) error { return club.PutOff(tx, u.Game, until) }
