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
	desk    *Handler
	tx      *club.Tx
	in      db.Incoming
	letter  *mail.Letter
	writer  Writer
	letters *notify.Letters // that it brings

	lang      string        // in which its lines were read
	questions []command.Ask // whether lines of it are meant
	doing     command.Do    // that is carried out
	took      bool          // it took the words below it

	games   []*orders // touched, in the order of the message
	puzzles puzzles
	talk    talk // words for others
	receipt receipt
	proof   proof // lines that nothing proves to be the writer's

	asked   string // what the writer was asked to confirm before this message
	leaving string // what of that is carried out: club.LeaveStop or LeaveForget

	// running is the writer's games under way; nil: they are read when they are asked for.
	// What the message does makes it forget them.
	running *[]db.Game
	seen    []Observation // what to tell when this is committed
}

// mostRunning is how many of the writer's games under way are looked at to find what a
// line means that names none.
const mostRunning = 100

// underWay lists the writer's games under way, by number.
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

// begin begins the answer to a letter.
func (d *Handler) begin(store *db.Tx, in db.Incoming, letter *mail.Letter) (*answer, error) {
	a := &answer{desk: d, tx: d.Club.Begin(store, in.ID), in: in, letter: letter}
	a.tx.Listen(a.listen)
	var err error
	a.letters, err = d.Teller.Begin(a.tx)
	return a, err
}

// to says whom the letter is from.
func (a *answer) to(w Writer) {
	a.writer = w
	to := notify.Answers{
		Writer: w.Player, Letter: a.in.ID, Stranger: w.Stranger, Proven: w.Proven,
		Refers: len(a.letter.InReplyTo)+len(a.letter.References) > 0 || w.Ticket.Secret != "", Game: w.Ticket.Game,
	}
	if w.Proven { // else they are not the reader's words
		to.Subject, to.MessageID = a.letter.Subject, a.letter.MessageID
	}
	a.letters.Answer(to)
}

// player is the writer as they are by now.
func (a *answer) player() (p db.Player, err error) {
	if p, err = a.tx.DB.Player(a.writer.Player); err != nil {
		return p, fmt.Errorf("the writer: %w", err)
	}
	return p, nil
}
