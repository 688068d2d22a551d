package desk

import (
	"fmt"

	"turnpost/db"
	"turnpost/rules"
	"turnpost/templates"
)

// table is a game on the desk while one letter is answered: its plies replayed,
// and what the letter does to it.
type table struct {
	game         db.Game
	rules        rules.Game
	base, record *rules.Record // before the letter, and with its plies
	black, white db.Player
	me           rules.Side // the writer's
	before       int        // plies when the letter came

	lines  []string // the lines that played
	failed bool     // one of the letter's plies could not be played

	// What the letter wants besides; carried out after its plies.
	resign, draw, undo, answer *command
	yes                        bool      // what answer says
	ifs, previews              []command // in the order of the letter

	// What became of it.
	own    int  // plies after the letter's own, before conditionals answered
	passed bool // the writer's turn is over
	tell   bool // the opponent hears of it though no turn passed
	listed bool // the writer sees the conditional lines
	news   map[rules.Side][]templates.News

	// started says that the letter accepted the invitation, show that it asked
	// for the board.
	started, show bool
	// inWords says that the letter asked for the position in words.
	inWords bool

	said    []saying // what the writer tells the opponent by command
	spoke   bool     // the letter holds words for the opponent
	notes   int      // how many of the writer's notes are shown; 0: none was asked for
	publish *command // the writer's notes are to be shown to the opponent

	wasOver bool                   // the game was over when the letter came
	rated   bool                   // its end has been rated, or need not be
	ratings []templates.RatingLine // what it made of both ratings
}

// openTable lays out a game as its plies have made it; see records.go.
func (d *Desk) openTable(tx *db.Tx, g db.Game, me int64) (*table, error) {
	r, err := d.game(g.Rules)
	if err != nil {
		return nil, err
	}
	record, err := d.records.open(tx, r, g)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", g.ID, err)
	}
	t := &table{game: g, rules: r, base: record, record: record, before: record.Len(), me: rules.White, wasOver: g.Over(),
		own: record.Len(), news: map[rules.Side][]templates.News{}}
	if t.black, err = tx.Player(g.Black); err != nil {
		return nil, fmt.Errorf("game %d: black: %w", g.ID, err)
	}
	if t.white, err = tx.Player(g.White); err != nil {
		return nil, fmt.Errorf("game %d: white: %w", g.ID, err)
	}
	if me == g.Black {
		t.me = rules.Black
	}
	return t, nil
}

// player is who sits on a side.
func (t *table) player(side rules.Side) db.Player {
	if side == rules.Black {
		return t.black
	}
	return t.white
}

// over reports whether the game has ended, in the plies or otherwise.
func (t *table) over() bool { return t.game.Over() || t.record.Outcome().Over() }

// turn is the side to move; None when the game is over.
func (t *table) turn() rules.Side {
	if t.over() {
		return rules.None
	}
	return t.record.Turn()
}

// sideOf is the side that made ply n, counted from 1.
func (t *table) sideOf(n int) rules.Side { return t.record.At(n - 1).Turn() }

// play adds a ply of the letter, on a copy until the letter is done.
func (t *table) play(m rules.Move) error {
	if t.record == t.base {
		t.record = t.base.Clone()
	}
	return t.record.Play(m)
}

// fail takes back what the letter played: its plies count together or not at
// all.
func (t *table) fail() { t.failed, t.record = true, t.base }

// commit stores what the letter did to a game: the answer to an offer, its
// plies, its end, a new offer, its conditionals; and what conditionals answer.
func (s *session) commit(t *table) error {
	if t.answer != nil {
		if err := s.settleAnswer(t); err != nil {
			return err
		}
	}
	agreed := t.draw != nil && t.game.Offer == offerDraw && t.game.OfferBy != s.player.ID
	if agreed && s.outdated(t) {
		s.problem(*t.draw, "stale", s.ticket.ply+1)
		t.draw, agreed = nil, false
	}
	if agreed {
		// So that the letter's own ply does not decline it.
		if err := s.saveOffer(t, ""); err != nil {
			return err
		}
	}
	if t.record.Len() > t.before {
		if err := s.dropTree(t, t.me, "own"); err != nil {
			return err
		}
		passed, err := s.storePlies(t, false)
		if err != nil {
			return err
		}
		t.passed = passed
	}
	t.own = t.record.Len()
	if err := s.commitWishes(t, agreed); err != nil {
		return err
	}
	if t.passed {
		if err := s.playConditionals(t); err != nil {
			return err
		}
	}
	if t.over() {
		return s.dropTrees(t, "over")
	}
	return nil
}

// commitWishes carries out what stands in a letter besides plies and answers.
func (s *session) commitWishes(t *table, agreed bool) error {
	if t.resign != nil && !t.over() {
		if err := s.tx.EndGame(t.game.ID, rules.Wins(t.me.Opponent()).String(), Resigned); err != nil {
			return err
		}
		if err := s.reload(t); err != nil {
			return err
		}
	}
	if t.draw != nil {
		var err error
		if agreed && !t.over() {
			s.done(*t.draw)
			t.tell = true
			err = s.agree(t)
		} else {
			err = s.makeOffer(t, *t.draw, offerDraw)
		}
		if err != nil {
			return err
		}
	}
	if t.undo != nil {
		if err := s.makeOffer(t, *t.undo, offerUndo); err != nil {
			return err
		}
	}
	return s.keepConditionals(t)
}

// storePlies adds the record's plies that are not stored yet to the game: plies
// of one side's turn. It lets an offer lapse that they decline; and, if they end
// the turn, moves the clock on from one side to the other and reports true.
func (s *session) storePlies(t *table, conditional bool) (passed bool, err error) {
	var moves []string
	for _, m := range t.record.Plies()[t.game.Plies:] {
		moves = append(moves, string(m))
	}
	mover := t.record.At(t.game.Plies).Turn()
	if err := s.lapse(t, mover, conditional); err != nil {
		return false, err
	}
	outcome := t.record.Outcome()
	s.see(Played, t.game.Rules, len(moves))
	err = s.tx.AddPlies(t.game, s.in.ID, moves, t.record.Position().String(), outcome.Result.String(), outcome.Reason)
	if err != nil {
		return false, err
	}
	if err := s.reload(t); err != nil {
		return false, err
	}
	if t.record.Turn() == mover {
		return false, nil
	}
	if err := s.endTurn(t, mover); err != nil {
		return false, err
	}
	return true, s.startTurn(t)
}

// Reasons of games that ended outside their rules; their plies do not show it.
const (
	Resigned = "resigned"
	Agreed   = "agreed" // a draw
	OnTime   = "time"   // lost by the one whose clock ran out
)
