package handler

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/command"
	"turnpost/templates"
)

// A line that may be part of the writer's prose is never carried out. The writer is asked
// whether it was meant, and a yes in reply to that question plays the ply.

// keepsQuestion stores the line that the writer is asked about, if it is the only one. If it
// is a ply, the writer is told that a yes plays it. Commands must be written again: they may
// be the opponent's, quoted without a mark. The stored text begins with an empty line, which
// distinguishes it from a quarantined message.
func (a *answer) keepsQuestion() error {
	if len(a.questions) != 1 || !a.writer.Proven {
		return nil
	}
	asked := a.questions[0]
	c := asked.Line
	game := asked.Game
	switch c.Do.(type) {
	case command.Yes, command.No, command.Accept:
		return nil // a yes needs no other yes
	}
	if game == 0 {
		return nil
	}
	state, err := a.state(game)
	if err != nil {
		return err
	}
	for i, p := range a.receipt.Problems {
		if p.Code == asked.Code && c.Verb == "" && state.Offer == "" {
			a.receipt.Problems[i].Code += "-yes"
			p, err := a.player()
			if err != nil {
				return err
			}
			a.messages.AsksLine(p)
		}
	}
	_, err = a.tx.DB.Quarantine(a.writer.Player, a.in.ID, fmt.Sprintf("\n#%d %s", game, asked.Near[0]), true, mostQuarantined)
	return err
}

// wasProse reports whether keepsQuestion stored it.
func wasProse(h db.Quarantine) bool { return strings.HasPrefix(h.Lines, "\n") }

// questionsTo returns the lines that the writer was asked about, the newest first, up to the
// one whose question this message answers.
func (a *answer) questionsTo() (questions []command.AskedLine, err error) {
	waiting, err := a.tx.DB.WaitingQuarantines(a.writer.Player)
	waiting = slices.DeleteFunc(waiting, func(h db.Quarantine) bool { return !wasProse(h) })
	if err != nil || len(waiting) == 0 {
		return nil, err
	}
	var to db.Outgoing
	if id := a.replied(); id != "" {
		to, err = a.tx.DB.MessageByMessageID(id)
		if err != nil && !errors.Is(err, db.ErrNotFound) {
			return nil, err
		}
	}
	tapped := to.ID == 0 && a.writer.ReplyToken.Asks.Question == mail.AsksLine
	for _, h := range waiting {
		line := a.handler.reader.ReadAll([]string{strings.TrimPrefix(h.Lines, "\n")}, a.lang)[0]
		q := command.AskedLine{ID: h.ID, Line: line, Replied: to.Answers == h.Message && to.Player == a.writer.Player ||
			tapped && line.Game == a.writer.ReplyToken.Game}
		if q.Replied {
			last, err := a.lastOf(line.Game)
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

// lastOf returns the last message about a game to the writer; zero if there is none.
func (a *answer) lastOf(game int64) (db.Outgoing, error) {
	ids, err := a.tx.DB.ThreadIDs(a.writer.Player, game, 1)
	if err != nil || len(ids) == 0 {
		return db.Outgoing{}, err
	}
	return a.tx.DB.MessageByMessageID(ids[len(ids)-1])
}

// asksOfFound stores the question whether the only move was meant that is marked in the quote,
// or stands there or in the subject.
func (a *answer) asksOfFound(problems []templates.Problem) error {
	if len(problems) != 1 || !slices.Contains([]string{"ticked", "quoted", "in-subject"}, problems[0].Code) ||
		len(problems[0].Near) != 1 || a.handler.reader.Read(problems[0].Near[0], a.lang).Verb != "" {
		return nil
	}
	a.questions = []command.Ask{{Code: problems[0].Code, Game: a.writer.ReplyToken.Game, Near: problems[0].Near}}
	return a.keepsQuestion()
}
