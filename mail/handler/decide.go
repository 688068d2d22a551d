package handler

import (
	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/mail/notify"
)

// decide does what comes before the lines: it carries out answers to our questions, and
// stops where the writer may not play now. It reports whether the message is done with.
func (a *answer) decide(intents []command.Intent) (done bool, err error) {
	if a.writer.Stranger {
		p, err := a.player()
		if err != nil {
			return true, err
		}
		a.receipt.none = true
		return true, a.messages.Forwarded(p, a.message.From[0].Addr, a.writer.ReplyToken.Game)
	}
	for _, in := range intents {
		if r, ok := in.(command.Refuse); ok {
			a.problem(command.Line{Text: r.Line}, club.Refuse(r.Code, r.Args...))
		}
	}
	if a.writer.Proven && a.writer.ReplyToken.Quarantine == 0 && !a.in.TooLarge {
		p, err := a.player()
		if err != nil {
			return true, err
		}
		if a.asked, err = club.TakeQuestion(a.tx, p); err != nil {
			return true, err
		}
		if a.asked != "" {
			a.me = nil // the question is gone
		}
	}
	for _, in := range intents {
		if err := a.answersUs(in); err != nil {
			return true, err
		}
	}
	if a.writer.Confirming != nil {
		a.receipt.none = true
		return true, nil
	}
	commands := wants(intents)
	if away, err := a.turnsAway(commands); err != nil || away {
		return true, err
	}
	if reminded, err := a.remindsPaused(commands); err != nil || reminded {
		return true, err
	}
	if err := a.unpause(commands); err != nil {
		return true, err
	}
	if a.in.TooLarge {
		a.problem(command.Line{}, club.Refuse("too-large", a.in.Size/1024))
	}
	return a.in.TooLarge, nil
}

// answersUs carries out the answer to a question of ours.
func (a *answer) answersUs(answer command.Intent) error {
	switch answer := answer.(type) {
	case command.ConfirmAddress:
		return club.ConfirmAddress(a.tx, *a.writer.Confirming, answer.Yes)
	case command.ShowQuarantined:
		p, err := a.player()
		if err != nil {
			return err
		}
		a.receipt.acted = true
		a.messages.Claimed(p, claim(answer.Message, answer.Waiting))
	case command.ConfirmQuarantined:
		a.receipt.acted = true
		return a.decided(answer.Message, db.QuarantineDone)
	case command.DropQuarantined:
		p, err := a.player()
		if err != nil {
			return err
		}
		a.done(answer.Said)
		a.messages.QuarantineDropped(p)
		if answer.Next != nil {
			a.messages.Claimed(p, claim(*answer.Next, answer.Left))
		}
		return a.decided(answer.Message, db.QuarantineDropped)
	case command.Confirmed:
		return a.tx.DB.SettleQuarantine(answer.Question, db.QuarantineDone)
	case command.EndQuestion:
		if answer.No != nil {
			a.done(*answer.No)
			if o := a.atHand(); o != nil {
				a.messages.Of(o.game, o.me)
				o.board = true
			}
		}
		return a.tx.DB.SettleQuarantine(answer.Question, db.QuarantineDropped)
	}
	return nil
}

// decided ends a quarantine, and allows another question that day.
func (a *answer) decided(message command.Quarantined, state db.QuarantineState) error {
	if err := a.tx.DB.NoteQuestionAnswered(a.writer.Player); err != nil {
		return err
	}
	return a.tx.DB.SettleQuarantine(message.ID, state)
}

// claim returns a quarantined message as it is shown. waiting is how many there are.
func claim(q command.Quarantined, waiting int) notify.QuarantinedMessage {
	return notify.QuarantinedMessage{Quarantine: q.ID, At: q.At, Lines: q.Lines, Until: q.At.Add(QuarantinedFor),
		More: waiting > 1}
}
