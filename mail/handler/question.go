package handler

import (
	"errors"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/command"
	"turnpost/templates"
)

// withholdLines removes from the receipt what the message said. An unproven message is not repeated to
// the address that it names, which may be a victim's.
func (a *answer) withholdLines() {
	r := &a.receipt.Receipt
	failed := len(r.Problems) > 0
	*r = templates.Receipt{}
	if failed {
		r.Problems = []templates.Problem{{Code: "unproven"}}
	}
}

// A line that may be part of the writer's prose is never carried out. The writer is asked
// whether it was meant, and a yes in reply to that question plays the ply.

// storeQuestion stores the line that the writer is asked about.
func (a *answer) storeQuestion(asked command.Ask) error {
	if asked.Plays {
		p, err := a.player()
		if err != nil {
			return err
		}
		a.messages.AsksLine(p)
	}
	return a.tx.DB.AskLine(a.writer.Player, a.in.ID, asked.Stored, mostQuarantined)
}

// askedLines returns the lines that the writer was asked about, the newest first, up to the
// one whose question this message answers.
func (a *answer) askedLines() (questions []command.AskedLine, err error) {
	waiting, err := a.tx.DB.AskedLines(a.writer.Player)
	if err != nil || len(waiting) == 0 {
		return nil, err
	}
	var to db.Outgoing
	if id := a.parentID(); id != "" {
		to, err = a.tx.DB.MessageByMessageID(id)
		if err != nil && !errors.Is(err, db.ErrNotFound) {
			return nil, err
		}
	}
	tapped := to.ID == 0 && a.writer.ReplyToken.Asks.Question == mail.AsksLine
	for _, h := range waiting {
		line := a.handler.reader.ReadAll([]string{h.Lines}, a.lang)[0]
		q := command.AskedLine{ID: h.ID, Line: line, Replied: to.Answers == h.Message && to.Player == a.writer.Player ||
			tapped && line.Game == a.writer.ReplyToken.Game}
		if q.Replied {
			last, err := a.lastMessageAbout(line.Game)
			if err != nil {
				return nil, err
			}
			q.Stands = to.ID != 0 && last.ID <= to.ID || tapped && last.Answers == h.Message
		}
		if questions = append(questions, q); q.Replied {
			break
		}
	}
	return questions, nil
}

// lastMessageAbout returns the last message about a game to the writer; zero if there is none.
func (a *answer) lastMessageAbout(game int64) (db.Outgoing, error) {
	ids, err := a.tx.DB.ThreadIDs(a.writer.Player, game, 1)
	if err != nil || len(ids) == 0 {
		return db.Outgoing{}, err
	}
	return a.tx.DB.MessageByMessageID(ids[len(ids)-1])
}
