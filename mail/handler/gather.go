package handler

import (
	"errors"
	"slices"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/rules"
)

// gatherer gathers what a message wants of each game, while its intents are read. Nothing of it
// is carried out before all intents are read (game.go), because the plies of a message count
// together or not at all, and come before what else it wants of their game.
type gatherer struct {
	*facts
	*receipt
	games []*orders       // that at hand first, then in the order of the message
	begun map[int64]int64 // the numbers of the games that its challenges began; see command.Begun
}

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
	resign, abort, give, draw, undo, forgive, rest, answer *command.Line
	yes                                                    bool           // what answer says
	undoContradicts, yesContradicts                        bool           // they go against the plies; see command.Do and command.Answer
	ifs                                                    []command.Line // If
	publish                                                *command.Line  // the writer's notes

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

// findOrders returns what the message wants of a game, or nil if the game was not opened yet.
func (g *gatherer) findOrders(id int64) *orders {
	i := slices.IndexFunc(g.games, func(o *orders) bool { return o.game.Row.ID == id })
	if i < 0 {
		return nil
	}
	return g.games[i]
}

// openOrders returns what the message wants of a game, which is opened if it was not yet.
func (g *gatherer) openOrders(id int64) (*orders, error) {
	if o := g.findOrders(id); o != nil {
		return o, nil
	}
	game, err := g.openGame(id)
	if err != nil {
		return nil, err
	}
	me := game.Side(g.writer.Player)
	o := &orders{game: game, me: me, trial: game.Try(me, g.seenBoard())}
	g.games = append(g.games, o)
	return o, nil
}

// ordersAtHand returns what the message wants of the game that it replies in; nil if there is
// none.
func (g *gatherer) ordersAtHand() *orders {
	if g.writer.ReplyToken.Game == 0 {
		return nil
	}
	o, err := g.openOrders(g.writer.ReplyToken.Game)
	if err != nil {
		return nil
	}
	return o
}

// gameNumber returns the number of a game that an intent is for; 0 if a challenge was to begin it
// that was refused.
func (g *gatherer) gameNumber(game int64) int64 {
	if game <= command.Begun {
		return g.begun[game]
	}
	return game
}

// ordersFor returns what the message wants of the game that an intent is for. If the writer has no
// such game, it tells them and returns nil.
func (g *gatherer) ordersFor(c command.Line, game int64) (*orders, error) {
	id := g.gameNumber(game)
	if id == 0 {
		return nil, g.refuseUnbegunGame(c)
	}
	o, err := g.openOrders(id)
	if errors.Is(err, errNoSuchGame) {
		return nil, g.refuseUnknownGame(c, id)
	}
	return o, err
}

// refuseUnbegunGame refuses a line for a game that did not begin.
func (g *gatherer) refuseUnbegunGame(c command.Line) error {
	running, err := g.runningGames()
	switch {
	case err != nil:
	case len(running) == 0:
		g.refuse(c, club.Refuse("no-games"))
	default:
		g.refuse(c, club.Refuse("which-game", running[0].ID, c.Typed))
	}
	return err
}

// refuseUnknownGame tells the writer that a game has not begun, or does not exist.
func (g *gatherer) refuseUnknownGame(c command.Line, id int64) error {
	i, err := g.invitation(id, g.writer.Player)
	if err != nil {
		return err
	}
	switch {
	case i == nil:
		g.refuse(c, g.noSuchGameRefusal(id))
	case i.State == db.InvitationOpen && i.Invitee == g.writer.Player:
		g.refuse(c, club.Refuse("accept-first"))
		return g.showInvitation(*i)
	case i.State == db.InvitationOpen:
		g.refuse(c, club.Refuse("not-begun", id))
	default:
		g.refuse(c, club.Refuse("never-begun", id))
	}
	return nil
}

// showInvitation shows the writer an invitation.
func (g *gatherer) showInvitation(i db.Invitation) error {
	p, err := g.player()
	if err != nil {
		return err
	}
	return g.messages.Invitation(p, i)
}

// gatherOrder notes what a command wants of the game under way that it is for. It is carried out
// after the plies of the message, if these can be played. ended says that the game may also be
// over by a resignation, since the command may be about that.
func (g *gatherer) gatherOrder(c command.Line, game int64, ended bool, note func(*orders)) error {
	o, err := g.ordersFor(c, game)
	if err != nil || o == nil {
		return err
	}
	g.messages.Of(o.game, o.me)
	switch {
	case !o.trial.Over(), ended && o.game.Row.Over():
		note(o)
	case g.writer.ReplyToken.Asks.Question == mail.AsksResume && g.writer.ReplyToken.Game == o.game.Row.ID:
		g.refuse(c, club.Refuse("resigned-late"))
	default:
		g.refuse(c, club.Refuse("over"))
	}
	return nil
}

// gatherGameCommand notes what one of the commands for a game under way wants.
func (g *gatherer) gatherGameCommand(in command.Do) error {
	c := in.Line
	switch c.Do.(type) {
	case command.Preview:
		return g.gatherPreview(in)
	case command.SetConditionals:
		return g.gatherOrder(c, in.Game, false, func(o *orders) { o.ifs = append(o.ifs, c) })
	case command.Draw:
		return g.gatherOrder(c, in.Game, false, func(o *orders) { o.draw = &c })
	case command.Abort:
		return g.gatherOrder(c, in.Game, false, func(o *orders) { o.abort = &c })
	case command.Give:
		return g.gatherOrder(c, in.Game, false, func(o *orders) { o.give = &c })
	case command.Break:
		return g.gatherOrder(c, in.Game, false, func(o *orders) { o.rest = &c })
	case command.Forgive:
		return g.gatherOrder(c, in.Game, false, func(o *orders) { o.forgive, o.undoContradicts = &c, in.Contradicts })
	case command.Undo:
		return g.gatherOrder(c, in.Game, true, func(o *orders) { o.undo, o.undoContradicts = &c, in.Contradicts })
	}
	return g.gatherResignation(in)
}

// gatherYesNo notes a yes or no to an offer in a game.
func (g *gatherer) gatherYesNo(in command.Answer) error {
	c := in.Line
	return g.gatherOrder(c, in.Game, in.To == mail.AsksResume, func(o *orders) {
		if o.answer != nil && o.yes != in.Yes {
			g.refuse(c, club.Refuse("yes-and-no"))
			o.answer = nil
			return
		}
		o.answer, o.yes, o.yesContradicts = &c, in.Yes, in.Contradicts
	})
}

// gatherPreview notes plies that the writer wants to see on the board, after those that the
// message plays.
func (g *gatherer) gatherPreview(in command.Do) error {
	o, err := g.ordersFor(in.Line, in.Game)
	if err != nil || o == nil {
		return err
	}
	g.messages.Of(o.game, o.me)
	o.previews = append(o.previews, in.Line)
	return nil
}

// gatherResignation notes that the writer resigns a game, after the plies of the message.
func (g *gatherer) gatherResignation(in command.Do) error {
	c := in.Line
	o, err := g.ordersFor(c, in.Game)
	if err != nil || o == nil {
		return err
	}
	g.messages.Of(o.game, o.me)
	seen, row := g.seenBoard(), o.game.Row
	switch {
	case o.trial.Over():
		g.refuse(c, club.Refuse("over"))
	case seen.Game == row.ID && (seen.Ply != o.game.Before || seen.Undone != row.Undone):
		// A message that was sent again by accident ends nothing.
		g.refuse(c, club.Refuse("resign-stale"))
		o.board = true
	default:
		o.resign = &c
	}
	return nil
}

// gatherPlies notes plies to be played in a game.
func (g *gatherer) gatherPlies(p command.Play) error {
	c := p.Line
	o, err := g.ordersFor(c, p.Game)
	if err != nil || o == nil {
		return err
	}
	g.messages.Of(o.game, o.me)
	if p.Question {
		g.refuse(c, club.Refuse("question"))
		o.failPlies()
		return nil
	}
	if o.failed {
		return nil // only the first refusal is told
	}
	refusal, err := club.Refused(tryPlies(o.trial, p))
	if err != nil {
		return err
	}
	if refusal != nil {
		g.refuse(c, refusal)
		o.failPlies()
		return nil
	}
	o.lines = append(o.lines, c.Text)
	return nil
}

func tryPlies(t *club.TurnTrial, p command.Play) error {
	if p.Numbered {
		return t.PlayNumber(p.Number, p.Text)
	}
	return t.PlayLine(p.Text)
}

// refuseContradiction refuses the plies of a message together with what contradicts them, if they
// could be played.
func (g *gatherer) refuseContradiction(o *orders) {
	switch {
	case len(o.lines) == 0 || o.failed:
	case o.undo != nil && o.undoContradicts:
		g.refuse(*o.undo, club.Refuse("move-and-undo"))
		o.undo = nil
		o.failPlies()
	case o.forgive != nil && o.undoContradicts:
		g.refuse(*o.forgive, club.Refuse("move-and-forgive"))
		o.forgive = nil
		o.failPlies()
	case o.answer != nil && o.yesContradicts:
		g.refuse(*o.answer, club.Refuse("move-and-yes"))
		o.answer = nil
		o.failPlies()
	}
}

// rejectOrders drops what the message wants of a game in which its plies cannot be played.
func (g *gatherer) rejectOrders(o *orders) {
	held := &g.receipt.Held
	*held = append(*held, o.lines...)
	for _, c := range []*command.Line{o.resign, o.abort, o.give, o.draw, o.undo, o.forgive, o.rest, o.answer} {
		if c != nil {
			*held = append(*held, c.Text)
		}
	}
	for _, c := range o.ifs {
		*held = append(*held, c.Text)
	}
	said := o.said
	o.clearChanges()
	o.said = said // which go back to the writer
}

// failPlies takes back what the message played: its plies count together or not at all.
func (o *orders) failPlies() {
	o.failed = true
	o.trial.Drop()
}

// clearChanges drops what the message wants stored in the game.
func (o *orders) clearChanges() {
	o.resign, o.abort, o.give, o.draw, o.undo, o.forgive, o.rest = nil, nil, nil, nil, nil, nil, nil
	o.answer, o.publish = nil, nil
	o.lines, o.ifs, o.said, o.yes = nil, nil, nil, false
}

// changesGame reports whether the message wants something stored in the game.
func (o *orders) changesGame() bool {
	return !o.gone && (o.game.Began || len(o.lines) > 0 || len(o.ifs) > 0 ||
		o.resign != nil || o.abort != nil || o.give != nil || o.draw != nil || o.undo != nil ||
		o.forgive != nil || o.rest != nil || o.answer != nil)
}
