package handler

import (
	"fmt"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/mail/notify"
)

// answer is one message being answered, inside one transaction.
type answer struct {
	handler  *Handler
	tx       *club.Tx
	in       db.Incoming
	message  *mail.Message
	writer   Writer
	messages *notify.Messages // that come of it

	lang   string     // in which its lines are read
	doubts bool       // the writer is asked whether a line was meant
	doing  command.Do // what is being carried out
	took   bool       // doing has used the words below it

	games   []*orders       // in the order of the message
	begun   map[int64]int64 // the numbers of the games that its challenges began; see command.Begun
	puzzles puzzles
	talk    talk // words for others
	receipt receipt
	proof   proof // of unproven lines

	asked   db.LeaveKind // what the writer was asked to confirm before this message
	leaving db.LeaveKind // what the writer has confirmed

	// me and running cache the writer and the writer's games under way. Every event empties
	// them.
	me      *db.Player
	running *[]db.Game
	more    bool          // something happened that is more than plies and words in a game that goes on
	seen    []Observation // to be told after the commit
}

// mostRunning is how many of the writer's games under way are considered for a line that
// names none.
const mostRunning = 100

// underWay returns the writer's games under way, by number.
func (a *answer) underWay() ([]db.Game, error) {
	if a.running == nil {
		games, err := a.tx.DB.GamesOf(a.writer.Player, false, mostRunning)
		if err != nil {
			return nil, err
		}
		a.running = &games
	}
	return *a.running, nil
}

// begin begins the answer to a message.
func (h *Handler) begin(store *db.Tx, in db.Incoming, message *mail.Message) (*answer, error) {
	a := &answer{handler: h, tx: h.Club.Begin(store, in.ID), in: in, message: message,
		begun: map[int64]int64{}}
	a.tx.Listen(a.listen)
	var err error
	a.messages, err = h.Notifier.Begin(a.tx)
	return a, err
}

// to notes who wrote the message.
func (a *answer) to(w Writer) {
	a.writer = w
	if w.known.ID == w.Player {
		a.me = &w.known
	}
	to := notify.Reply{
		Writer: w.Player, Message: a.in.ID, Stranger: w.Stranger, Proven: w.Proven,
		Refers: len(a.message.InReplyTo)+len(a.message.References) > 0 || w.ReplyToken.Secret != "",
		Game:   w.ReplyToken.Game,
	}
	if w.Proven { // else they may be somebody else's words
		to.Subject, to.MessageID = a.message.Subject, a.message.MessageID
	}
	a.messages.Answer(to)
}

// player returns the writer as they are now.
func (a *answer) player() (db.Player, error) {
	if a.me == nil {
		p, err := a.tx.DB.Player(a.writer.Player)
		if err != nil {
			return p, fmt.Errorf("the writer: %w", err)
		}
		a.me = &p
	}
	return *a.me, nil
}
