package handler

import (
	"errors"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail/auth"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/rules"
)

// orders are what a message wants of one game. They are carried out when all of the message
// is read.
type orders struct {
	game   *club.Game
	me     rules.Side  // the writer's
	trial  *club.Trial // with the message's plies
	lines  []string    // that played
	failed bool        // one of the message's plies could not be played
	gone   bool        // the writer leaves the game, whatever the message wants of it

	// What it wants to happen besides its plies.
	resign, abort, draw, undo, answer *command.Line
	yes                               bool // what answer says
	ifs                               []command.Line
	publish                           *command.Line // the writer's notes

	// What it asks to see of the game once its plies are played.
	board    bool
	previews []command.Line
	asked    []string // plies that the writer is asked about, to be shown on the board
	notes    int      // how many of the writer's notes; 0: none was asked for

	// What it says to the opponent.
	said  []saying // by command
	spoke bool     // it holds words for the opponent
}

// saying is a command with words for the opponent.
type saying struct {
	command command.Line
	words   []string
}

// errNoSuchGame says that the writer plays no game of that number.
var errNoSuchGame = errors.New("no such game")

// ordered returns what the message wants of a game, or nil if the game was not opened yet.
func (a *answer) ordered(id int64) *orders {
	i := slices.IndexFunc(a.games, func(o *orders) bool { return o.game.Row.ID == id })
	if i < 0 {
		return nil
	}
	return a.games[i]
}

// order returns what the message wants of a game.
func (a *answer) order(id int64) (*orders, error) {
	if o := a.ordered(id); o != nil {
		return o, nil
	}
	g, err := a.tx.Game(id)
	if errors.Is(err, db.ErrNotFound) || err == nil && g.Side(a.writer.Player) == rules.None {
		return nil, errNoSuchGame
	}
	if err != nil {
		return nil, err
	}
	me := g.Side(a.writer.Player)
	o := &orders{game: g, me: me, trial: g.Try(me, a.asOf())}
	a.games = append(a.games, o)
	return o, nil
}

// asOf returns the state of the game that the writer had seen.
func (a *answer) asOf() club.SeenBoard { return asOf(a.writer.ReplyToken) }

func asOf(t auth.ReplyToken) club.SeenBoard {
	switch {
	case t.Secret == "":
		return club.SeenBoard{}
	case t.Game == 0: // then Ply is a time
		return club.SeenBoard{Moment: time.Unix(t.Ply, 0)}
	}
	return club.SeenBoard{Game: t.Game, Ply: int(t.Ply), Undone: t.Undone}
}

// atHand returns what the message wants of the game that it replies in; nil if there is
// none.
func (a *answer) atHand() *orders {
	if a.writer.ReplyToken.Game == 0 {
		return nil
	}
	o, err := a.order(a.writer.ReplyToken.Game)
	if err != nil {
		return nil
	}
	return o
}

// named returns the number that a command names, or else that of the game at hand, or 0.
func (a *answer) named(c command.Line) int64 {
	if c.Game != 0 {
		return c.Game
	}
	return a.writer.ReplyToken.Game
}

// orderFor returns what the message wants of the game that a command is for: the game that
// is named or at hand, or the only one under way. If there is none, it tells the writer and
// returns nil.
func (a *answer) orderFor(c command.Line) (*orders, error) {
	id := a.named(c)
	if id == 0 && a.talk.addressee > 0 {
		id = a.talk.addressee // "#12 a1", and on the next line "a2"
	}
	if id == 0 {
		running, err := a.underWay()
		if err != nil {
			return nil, err
		}
		switch len(running) {
		case 0:
			a.problem(c, club.Refuse("no-games"))
			return nil, nil
		case 1:
			id = running[0].ID
		default:
			a.problem(c, club.Refuse("which-game", running[0].ID, c.Typed))
			return nil, nil
		}
	}
	o, err := a.order(id)
	if errors.Is(err, errNoSuchGame) {
		return nil, a.noGame(c, id)
	}
	if o != nil {
		a.talk.game = id
	}
	return o, err
}

// noGame tells the writer that a game has not begun, or does not exist.
func (a *answer) noGame(c command.Line, id int64) error {
	i, err := a.tx.Invitation(id, a.writer.Player)
	if err != nil {
		return err
	}
	switch {
	case i == nil:
		a.problem(c, club.Refuse("no-such-game", id))
	case i.State == db.InvitationOpen && i.Invitee == a.writer.Player:
		a.problem(c, club.Refuse("accept-first"))
		return a.showInvitation(*i)
	default:
		a.problem(c, club.Refuse("not-begun", id))
	}
	return nil
}

func (a *answer) showInvitation(i db.Invitation) error {
	p, err := a.player()
	if err != nil {
		return err
	}
	return a.messages.Invitation(p, i)
}

// onGame notes what a command wants of the game under way that it is for. It is carried out
// after the plies of the message, if these can be played.
func (a *answer) onGame(c command.Line, note func(*orders)) error {
	o, err := a.orderFor(c)
	if err != nil || o == nil {
		return err
	}
	a.messages.Of(o.game, o.me)
	if o.trial.Over() {
		a.problem(c, club.Refuse("over"))
		return nil
	}
	note(o)
	return nil
}

// fail takes back what the message played: its plies count together or not at all.
func (o *orders) fail() {
	o.failed = true
	o.trial.Drop()
}

// forgo drops what the message wants stored in the game.
func (o *orders) forgo() {
	o.resign, o.abort, o.draw, o.undo, o.answer, o.publish = nil, nil, nil, nil, nil, nil
	o.lines, o.ifs, o.said, o.yes = nil, nil, nil, false
}

// touched reports whether the message wants something stored in the game.
func (o *orders) touched() bool {
	return !o.gone && (o.game.Began || len(o.lines) > 0 || len(o.ifs) > 0 ||
		o.resign != nil || o.abort != nil || o.draw != nil || o.undo != nil || o.answer != nil)
}
