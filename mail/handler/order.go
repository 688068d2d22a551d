package handler

import (
	"errors"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/rules"
)

// orders are what a message wants of one game. They are carried out when all of the message
// is read.
type orders struct {
	game   *club.Game
	me     rules.Side      // the writer's
	trial  *club.TurnTrial // with the message's plies
	lines  []string        // that played
	failed bool            // one of the message's plies could not be played
	gone   bool            // the writer leaves the game, whatever the message wants of it

	// What it wants to happen besides its plies.
	resign, abort, give, draw, undo, answer *command.Line
	yes                                     bool           // what answer says
	undoContradicts, yesContradicts         bool           // they go against the plies; see command.Do and command.Answer
	ifs                                     []command.Line // If
	publish                                 *command.Line  // the writer's notes

	// What it asks to see of the game once its plies are played.
	board    bool
	from     string         // the cell of the piece whose plies are shown; "": all are
	previews []command.Line // Preview
	asked    []string       // plies that the writer is asked about, to be shown on the board
	notes    int            // how many of the writer's notes; 0: none was asked for

	// What it says to the opponent.
	said  []saying // by command
	spoke bool     // it holds words for the opponent
}

// saying is a command with words for the opponent.
type saying struct {
	command command.Line
	words   []string
	implied []byte // the digest of words that no command says; see refuseRepeatedWords
}

// errNoSuchGame says that the writer plays no game of that number.
var errNoSuchGame = errors.New("no such game")

// findOrders returns what the message wants of a game, or nil if the game was not opened yet.
func (a *answer) findOrders(id int64) *orders {
	i := slices.IndexFunc(a.games, func(o *orders) bool { return o.game.Row.ID == id })
	if i < 0 {
		return nil
	}
	return a.games[i]
}

// openOrders returns what the message wants of a game.
func (a *answer) openOrders(id int64) (*orders, error) {
	if o := a.findOrders(id); o != nil {
		return o, nil
	}
	if a.isLostGame(id) {
		return nil, errNoSuchGame
	}
	g, err := a.tx.Game(id)
	if errors.Is(err, db.ErrNotFound) || err == nil && g.Side(a.writer.Player) == rules.None {
		return nil, errNoSuchGame
	}
	if err != nil {
		return nil, err
	}
	me := g.Side(a.writer.Player)
	o := &orders{game: g, me: me, trial: g.Try(me, a.seenBoard())}
	a.games = append(a.games, o)
	return o, nil
}

// seenBoard returns the state of the game that the writer had seen.
func (a *answer) seenBoard() club.SeenBoard { return seenBoardOf(a.writer.ReplyToken) }

func seenBoardOf(t auth.ReplyToken) club.SeenBoard {
	switch {
	case t.Secret == "":
		return club.SeenBoard{}
	case t.Game == 0: // then Ply is a time
		return club.SeenBoard{Moment: time.Unix(t.Ply, 0)}
	}
	return club.SeenBoard{Game: t.Game, Ply: int(t.Ply), Undone: t.Undone, Lost: t.LostBoard}
}

// isLostGame reports whether the message replies in a game that was lost, and a number is that of
// the game. It does nothing in the game that has the number now.
func (a *answer) isLostGame(id int64) bool {
	return a.writer.ReplyToken.LostGame && a.writer.ReplyToken.Game == id
}

// invitation returns an invitation by its number, or nil if the player has no part in it, or if
// the message means another one.
func (a *answer) invitation(id, player int64) (*db.Invitation, error) {
	if a.isLostGame(id) {
		return nil, nil
	}
	return a.tx.Invitation(id, player)
}

// noSuchGameRefusal refuses a command for a game that does not exist.
func (a *answer) noSuchGameRefusal(id int64) *club.Refusal {
	if a.isLostGame(id) {
		return club.Refuse("lost-game", id)
	}
	return club.Refuse("no-such-game", id)
}

// ordersAtHand returns what the message wants of the game that it replies in; nil if there is
// none.
func (a *answer) ordersAtHand() *orders {
	if a.writer.ReplyToken.Game == 0 {
		return nil
	}
	o, err := a.openOrders(a.writer.ReplyToken.Game)
	if err != nil {
		return nil
	}
	return o
}

// gameNumber returns the number of a game that an intent is for; 0 if a challenge was to begin it
// that was refused.
func (a *answer) gameNumber(game int64) int64 {
	if game <= command.Begun {
		return a.begun[game]
	}
	return game
}

// ordersFor returns what the message wants of the game that an intent is for. If the writer has no
// such game, it tells them and returns nil.
func (a *answer) ordersFor(c command.Line, game int64) (*orders, error) {
	id := a.gameNumber(game)
	if id == 0 {
		return nil, a.refuseUnbegunGame(c)
	}
	o, err := a.openOrders(id)
	if errors.Is(err, errNoSuchGame) {
		return nil, a.refuseUnknownGame(c, id)
	}
	return o, err
}

// refuseUnbegunGame refuses a line for a game that did not begin.
func (a *answer) refuseUnbegunGame(c command.Line) error {
	running, err := a.runningGames()
	switch {
	case err != nil:
	case len(running) == 0:
		a.refuse(c, club.Refuse("no-games"))
	default:
		a.refuse(c, club.Refuse("which-game", running[0].ID, c.Typed))
	}
	return err
}

// refuseUnknownGame tells the writer that a game has not begun, or does not exist.
func (a *answer) refuseUnknownGame(c command.Line, id int64) error {
	i, err := a.invitation(id, a.writer.Player)
	if err != nil {
		return err
	}
	switch {
	case i == nil:
		a.refuse(c, a.noSuchGameRefusal(id))
	case i.State == db.InvitationOpen && i.Invitee == a.writer.Player:
		a.refuse(c, club.Refuse("accept-first"))
		return a.showInvitation(*i)
	case i.State == db.InvitationOpen:
		a.refuse(c, club.Refuse("not-begun", id))
	default:
		a.refuse(c, club.Refuse("never-begun", id))
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

// gatherOrder notes what a command wants of the game under way that it is for. It is carried out
// after the plies of the message, if these can be played. ended says that the game may also be
// over by a resignation, since the command may be about that.
func (a *answer) gatherOrder(c command.Line, game int64, ended bool, note func(*orders)) error {
	o, err := a.ordersFor(c, game)
	if err != nil || o == nil {
		return err
	}
	a.messages.Of(o.game, o.me)
	switch {
	case !o.trial.Over(), ended && o.game.Row.Over():
		note(o)
	case a.writer.ReplyToken.Asks.Question == mail.AsksResume && a.writer.ReplyToken.Game == o.game.Row.ID:
		a.refuse(c, club.Refuse("resigned-late"))
	default:
		a.refuse(c, club.Refuse("over"))
	}
	return nil
}

// failPlies takes back what the message played: its plies count together or not at all.
func (o *orders) failPlies() {
	o.failed = true
	o.trial.Drop()
}

// clearChanges drops what the message wants stored in the game.
func (o *orders) clearChanges() {
	o.resign, o.abort, o.give, o.draw, o.undo, o.answer, o.publish = nil, nil, nil, nil, nil, nil, nil
	o.lines, o.ifs, o.said, o.yes = nil, nil, nil, false
}

// changesGame reports whether the message wants something stored in the game.
func (o *orders) changesGame() bool {
	return !o.gone && (o.game.Began || len(o.lines) > 0 || len(o.ifs) > 0 ||
		o.resign != nil || o.abort != nil || o.give != nil || o.draw != nil || o.undo != nil || o.answer != nil)
}
