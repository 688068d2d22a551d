package handler

import (
	"fmt"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/mail/notify"
)

// answer is one letter being answered, inside one transaction.
type answer struct {
	desk    *Handler
	tx      *club.Tx
	in      db.Incoming
	letter  *mail.Letter
	writer  Writer
	letters *notify.Letters // that it brings

	games   []*orders // touched, in the order of the letter
	talk    talk      // lines that are neither command nor ply
	receipt receipt
	proof   proof // lines that nothing proves to be the writer's

	asked   string // what the writer was asked to confirm before this letter
	leaving string // what of that is carried out: club.LeaveStop or LeaveForget

	reading reading    // of its lines
	doing   command.Do // that is carried out
	took    bool       // it took the words below it

	seen []Observation // what to tell when this is committed
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
