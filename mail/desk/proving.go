package desk

import (
	"errors"
	"slices"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/club"
	"turnpost/mail/evidence"
)

// identifying is what is known of a letter while its writer is sought.
type identifying struct {
	desk    *Desk
	tx      *club.Tx
	in      db.Incoming
	letter  *mail.Letter
	tickets []auth.ReplyToken
	keys    [][]byte
	// The questions that a player was asked, once they were looked up.
	questions map[int64][]db.Quarantine
}

// prove finds what proves a known writer.
func (i *identifying) prove(w *Writer) error {
	facts := auth.Facts{Senders: len(i.letter.From), Open: i.desk.robot.Open, Foreign: len(i.tickets) > 0}
	for _, t := range i.tickets {
		var err error
		if facts.Own, err = i.own(&t, w.Player); err != nil {
			return err
		}
		if facts.Own {
			w.Ticket = t
			break
		}
		if w.Claimed == 0 {
			w.Claimed = t.Game
		}
	}
	if len(i.tickets) == 0 {
		facts.Server = i.letter.Authenticated(i.desk.robot.AuthservID)
		facts.Signed = i.in.Vouched != "" && i.in.Vouched == mail.Key(i.letter.From[0].Addr)
		facts.Addressed = slices.ContainsFunc(i.letter.Named, i.desk.robot.Is)
		facts.Fresh = auth.Fresh(i.letter.Date, i.in.ArrivedAt, i.desk.Limits.Fresh)
		var err error
		if facts.Again, err = evidence.Again(i.tx.DB, i.in, w.Player); err != nil {
			return err
		}
		// Where mail to tagged addresses reaches us, an answer to ours has a ticket in To,
		// whatever ids a smarthost gives. Elsewhere nothing is sure.
		if i.desk.robot.Plus {
			if facts.Elsewhere, err = evidence.Elsewhere(i.tx.DB, i.letter, w.Player); err != nil {
				return err
			}
		}
	}
	w.Proven = facts.Proof() != auth.Unproven
	return nil
}

// maxTickets is how many tickets of one letter are tried: each costs a search,
// and an answer in the longest of threads has fewer.
const maxTickets = 50

// maxQuestions is how many old questions may still be answered, to be told that
// they are over: as many as forgers can bring in the days that one stands.
const maxQuestions = 150

// takeTickets finds what may be tickets in the letter, and takes them out of its
// text.
func (d *Desk) takeTickets(letter *mail.Letter) (found []auth.ReplyToken) {
	letter.Lines = slices.DeleteFunc(letter.Lines, func(line string) bool {
		t, ok := auth.ParseReplyTokenLine(line)
		if ok {
			found = append(found, t)
		}
		return ok
	})
	found = append(found, d.robot.mailbox().ReplyTokens(letter.To, letter.InReplyTo, letter.References)...)
	return found[:min(len(found), maxTickets)]
}

// own reports whether a ticket was made for a player, and notes in it what for.
func (i *identifying) own(t *auth.ReplyToken, player int64) (bool, error) {
	undone, err := undone(i.tx, t.Game)
	if err != nil || t.Verify(i.keys, player, undone) {
		return err == nil, err
	}
	if t.Game != 0 {
		return false, nil
	}
	questions, ok := i.questions[player]
	if !ok {
		if questions, err = i.tx.DB.QuarantinesOf(player, maxQuestions); err != nil {
			return false, err
		}
		i.questions = map[int64][]db.Quarantine{player: questions}
	}
	for _, h := range questions {
		for asked := range int64(auth.ShownOnce + 1) {
			if t.Answers(i.keys, player, auth.Question{What: auth.AboutQuarantine, Number: h.ID, Asked: asked}) {
				t.Quarantine, t.Shown = h.ID, asked == auth.ShownOnce
				return true, nil
			}
		}
	}
	return false, nil
}

// undone is how often plies were taken back in a game; 0 if there is none yet.
func undone(tx *club.Tx, game int64) (int, error) {
	g, err := tx.DB.Game(game)
	if errors.Is(err, db.ErrNotFound) {
		return 0, nil
	}
	return g.Undone, err
}
