package handler

import (
	"errors"
	"fmt"
	"time"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/templates"
)

// mayAsk says why an address gets no message about unproven mail; "" if it may get one, which
// countAsked then counts. Anybody can choose where these messages go, by the address
// in a forged mail, so there are few: so many a day to one address, and so many an hour to all.
// A quarter of the latter is reserved for players who have proven themselves before. While as
// many messages to strangers wait as may be sent in an hour, no more are asked, because
// invitations by players would wait behind them. Players with a game under way are asked in any
// case: otherwise forgers could use up the hour when all players must be asked after a change
// of keys. silent is, for the last message of a day, until when the address gets no other.
func (a *answer) mayAsk(kind db.QuestionKind) (remark string, silent time.Time, err error) {
	if why := auth.Distrust(a.message, a.handler.identity.AuthservID); why != "" {
		return "not answered: " + why, silent, nil
	}
	p, err := a.player()
	if err != nil {
		return "", silent, err
	}
	daily, hourly := a.handler.Limits.QuestionsADay, a.handler.Limits.QuestionsAnHour
	if p.WroteAt.IsZero() {
		if mail.IsRole(p.Address) {
			return "not answered: nothing proves the writer, and nobody plays from such an address", silent, nil
		}
		hourly = max(hourly-hourly/4, 1)
		if n, err := a.tx.DB.Queued(db.ClassStranger, hourly); err != nil || n >= hourly {
			return fmt.Sprintf(
					"not answered: nothing proves the writer, and %d letters to people who never wrote wait", n),
				silent,
				err
		}
	}
	running, err := a.underWay()
	if err != nil {
		return "", silent, err
	}
	playing := !p.WroteAt.IsZero() && len(running) > 0
	now := a.tx.Now()
	own, first, err := a.tx.DB.QuestionsTo(p.ID, kind, now.Add(-day))
	if err != nil {
		return "", silent, err
	}
	all, err := a.tx.DB.Questions(now.Add(-time.Hour))
	may, silent := withinLimit(now, own, first, daily, day)
	switch {
	case err != nil:
		return "", silent, err
	case !may:
		return fmt.Sprintf("not answered: nothing proves the writer, who was written to %d times today", own), silent,
			nil
	case all >= hourly && !playing:
		return fmt.Sprintf("not answered: nothing proves the writer, and %d such letters went out this hour", all),
			silent, nil
	}
	return "", silent, nil
}

// strangersWait refuses what is not urgent while as many messages to strangers wait as may be
// sent in an hour.
func (a *answer) strangersWait() error {
	hourly := a.handler.Limits.QuestionsAnHour
	if n, err := a.tx.DB.Queued(db.ClassStranger, hourly); err != nil || n < hourly {
		return err
	}
	return club.Refuse("strangers-wait", hourly)
}

// countAsked counts a message about unproven mail.
func (a *answer) countAsked(kind db.QuestionKind) error {
	return a.tx.DB.NoteQuestion(a.writer.Player, kind, day)
}

// unknownTold says why an unproven writer is not answered at all; "" if they may be. Such
// answers count among the questions of the hour. Those to players who have been proven before
// leave the reserved quarter alone, and need a message that no mail server or filter distrusts.
func (a *answer) unknownTold(p db.Player) (remark string, silent time.Time, err error) {
	suspended, err := a.tx.IsSuspended(p.ID)
	if err != nil {
		return "", silent, err
	}
	if p.WroteAt.IsZero() || suspended { // an answer a day, by which who is suspended comes back
		return a.mayAsk(db.QuestionAnswer)
	}
	if why := auth.Distrust(a.message, a.handler.identity.AuthservID); why != "" {
		return "not answered: " + why, silent, nil
	}
	hourly := a.handler.Limits.QuestionsAnHour
	all, err := a.tx.DB.Questions(a.tx.Now().Add(-time.Hour))
	if err == nil && all >= max(hourly-hourly/4, 1) {
		remark = fmt.Sprintf("not answered: nothing proves the writer, and %d such letters went out this hour", all)
	}
	return remark, silent, err
}

// hush removes from the receipt what the message said. An unproven message is not repeated to
// the address that it names, which may be a victim's.
func (a *answer) hush() {
	r := &a.receipt.Receipt
	failed := len(r.Problems) > 0
	*r = templates.Receipt{}
	if failed {
		r.Problems = []templates.Problem{{Code: "unproven"}}
	}
}

// A line that may be part of the writer's prose is never carried out. The writer is asked
// whether it was meant, and a yes in reply to that question plays the ply.

// keepsQuestion stores the line that the writer is asked about.
func (a *answer) keepsQuestion(asked command.Ask) error {
	if asked.Plays {
		p, err := a.player()
		if err != nil {
			return err
		}
		a.messages.AsksLine(p)
	}
	return a.tx.DB.AskLine(a.writer.Player, a.in.ID, asked.Stored, mostQuarantined)
}

// questionsTo returns the lines that the writer was asked about, the newest first, up to the
// one whose question this message answers.
func (a *answer) questionsTo() (questions []command.AskedLine, err error) {
	waiting, err := a.tx.DB.AskedLines(a.writer.Player)
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
		line := a.handler.reader.ReadAll([]string{h.Lines}, a.lang)[0]
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
