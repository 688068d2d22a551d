package handler

import (
	"slices"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/mail/notify"
	"turnpost/rules"
	"turnpost/templates"
)

// carryOutLeaving carries out the commands by which the writer leaves or pauses. What cannot be undone
// is asked about first.
func (a *answer) carryOutLeaving(c command.Line) error {
	switch c.Do.(type) {
	case command.Forget:
		return a.noteOutcome(c, club.AskLeave(a.tx, a.writer.Player, db.LeaveForget))
	case command.Continue:
		return a.continueMessages(c)
	case command.Pause:
		// A writer who is new and wants no messages does not pause, but stops.
		if !a.writer.First && !a.writer.Silent {
			a.receipt.acted = true // again: no second last message
			_, err := club.BeginPause(a.tx, a.writer.Player)
			return err
		}
	}
	return a.stopMessages(c)
}

// stopMessages ends the messages to the writer.
func (a *answer) stopMessages(c command.Line) error {
	games, invitations, err := a.tx.Holdings(a.writer.Player)
	if err != nil {
		return err
	}
	said, err := a.repliesToPauseNotice()
	switch {
	case err != nil:
		return err
	case said:
	case games > 0:
		return a.noteOutcome(c, club.AskLeave(a.tx, a.writer.Player, db.LeaveStop))
	case a.writer.Silent && invitations == 0:
		// A second "stop", perhaps from the button of a mail program, brings no second last
		// message.
		a.receipt.acted = true
		return club.StopMessages(a.tx, a.writer.Player)
	}
	a.noteDone(c)
	a.leaving = db.LeaveStop
	return nil
}

// endPause ends the writer's pause before anything else is done, because the clocks run again. A
// message that asks to pause or stop leaves the pause as it is, and so does the yes to the
// question whether to stop.
func (a *answer) endPause(commands []command.Line) error {
	rests := func(c command.Line) bool {
		switch c.Do.(type) {
		case command.Pause, command.Stop:
			return true
		case command.Yes:
			return a.asked == db.LeaveStop && a.writer.ReplyToken.Asks.Question == mail.AsksStop
		}
		return false
	}
	if !a.writer.Paused || !a.writer.Proven || slices.ContainsFunc(commands, rests) {
		return nil
	}
	return club.EndPause(a.tx, a.writer.Player)
}

// remindOfPause sends the message about the pause again to a writer who has paused, if the
// reply token of their message can no longer be verified because its key was retired. Otherwise
// they could not come back, since they are sent nothing else. It counts as a question, and
// nothing else in the message is done.
func (a *answer) remindOfPause(commands []command.Line) (done bool, err error) {
	pauses := func(c command.Line) bool { return c.Do == command.Pause{} }
	if !a.writer.Sent || a.in.TooLarge || slices.ContainsFunc(commands, pauses) {
		return false, nil
	}
	a.receipt.omitted = true
	if a.unasked, _, err = a.whyNotAsked(db.QuestionQuarantine); err != nil || a.unasked != "" {
		return true, err
	}
	e, err := club.PauseOf(a.tx, a.writer.Player)
	if err != nil {
		return true, err
	}
	a.receipt.acted = true
	a.messages.PausedStill(e)
	return true, a.countQuestion(db.QuestionQuarantine)
}

// continueMessages answers a writer who wants messages again. That they wrote has ended the pause.
func (a *answer) continueMessages(c command.Line) error {
	switch {
	case a.writer.Paused:
		a.noteDone(c)
	case a.writer.Silent:
		p, err := a.player()
		if err != nil {
			return err
		}
		a.noteDone(c)
		return a.messages.Games(p)
	default:
		a.refuse(c, club.Refuse("not-paused"))
	}
	return nil
}

// confirmLeaving carries out the answer to a question about what cannot be undone.
func (a *answer) confirmLeaving(c command.Line, yes bool) error {
	what := a.asked
	a.asked = ""
	a.noteDone(c)
	if yes {
		a.leaving = what
		return nil
	}
	p, err := a.player()
	if err != nil {
		return err
	}
	a.messages.Kept(p, what)
	return nil
}

// leaveServer carries out what the writer has confirmed. Plies of the same message do not count, and
// its words go to every opponent.
func (a *answer) leaveServer() error {
	for _, o := range a.games {
		if o.game.Over() {
			continue // it is shown, and its notes published, as the message says
		}
		o.failPlies()
		o.clearChanges()
		o.failed, o.gone = false, true
		o.board, o.previews, o.notes = false, nil, 0
	}
	d := db.Leaving{
		Player: a.writer.Player, What: a.leaving, Words: a.wordsToPassOn(a.allTalk()),
		Subject: a.message.Subject, MessageID: a.message.MessageID,
	}
	left, err := club.LeavePiece(a.tx, d, 0, func(g *club.Game) error {
		o, err := a.openOrders(g.Row.ID)
		if err == nil {
			o.gone = true
			o.spoke, err = tellOfLeaving(a.tx, a.messages, g, o.me, d.Words)
		}
		return err
	})
	a.receipt.leavesLater = !left
	return err
}

// ContinueLeaving does the next piece of a player's leaving: that with this game, if it is
// one of theirs under way. It returns what is to be told after the commit, and db.ErrNotFound
// if the player is not leaving.
func ContinueLeaving(c *club.Club, notifier *notify.Notifier, store *db.Tx, player, game int64) (seen []Observation,
	err error) {
	d, err := store.Leaving(player)
	if err != nil {
		return nil, err
	}
	tx := c.Begin(store, 0)
	tx.Listen(func(_ *club.Tx, e club.Event) error {
		seen = append(seen, observationsOf(e)...)
		return nil
	})
	messages, err := notifier.Begin(tx)
	if err != nil {
		return nil, err
	}
	messages.Answer(notify.AnsweredMessage{Writer: player, Proven: true, Refers: true, Subject: d.Subject,
		MessageID: d.MessageID})
	left, err := club.LeavePiece(tx, d, game, func(g *club.Game) error {
		_, err := tellOfLeaving(tx, messages, g, g.Side(player), d.Words)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := messages.Send(); err != nil || !left || d.What != db.LeaveForget {
		return seen, err
	}
	return seen, club.Forget(tx, player)
}

// tellOfLeaving tells the opponent of a side that the player has resigned by leaving, and
// passes on words. It reports whether the opponent reads them.
func tellOfLeaving(tx *club.Tx, messages *notify.Messages, g *club.Game, side rules.Side, words string) (said bool,
	err error) {
	if words != "" {
		refusal, ours := club.Refused(club.Say(tx, g, side, g.Record.Len(), words))
		if ours != nil {
			return false, ours
		}
		said = refusal == nil
	}
	return said, messages.Left(g, side)
}

// IsFarewell reports whether a message is the last one to a player who is forgotten.
func IsFarewell(out db.Outgoing) bool { return out.Kind == templates.Kind(&templates.Forgotten{}) }
