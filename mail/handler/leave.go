package handler

import (
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail/auth"
	"turnpost/mail/club"
	"turnpost/mail/command"
)

// leaves does the commands by which the writer goes, or rests. What it costs to go is
// asked first.
func (a *answer) leaves(c command.Line) error {
	switch c.Do.(type) {
	case command.Forget:
		return a.outcome(c, club.AskLeave(a.tx, a.writer.Player, club.LeaveForget))
	case command.Continue:
		return a.continues(c)
	case command.Pause:
		// Who never wrote before this and wants no letters is no player who rests.
		if !a.writer.First && !a.writer.Silent {
			a.receipt.acted = true // again: no second last letter
			_, err := club.TakePause(a.tx, a.writer.Player)
			return err
		}
	}
	return a.stops(c)
}

// stops ends the letters to the writer.
func (a *answer) stops(c command.Line) error {
	games, invitations, err := a.tx.Holdings(a.writer.Player)
	if err != nil {
		return err
	}
	said, err := a.hasSaid()
	switch {
	case err != nil:
		return err
	case said:
	case games > 0:
		return a.outcome(c, club.AskLeave(a.tx, a.writer.Player, club.LeaveStop))
	case a.writer.Silent && invitations == 0:
		// A second "stop", perhaps of a mail program's button, is no reason for
		// a second last letter.
		a.receipt.acted = true
		return club.Silence(a.tx, a.writer.Player)
	}
	a.done(c)
	a.leaving = club.LeaveStop
	return nil
}

// hasSaid reports whether the letter answers the one that began the writer's pause,
// which says what a stop costs. That belongs to no game, and is dated: the button of an
// older letter, whose word this may be, said nothing of it.
func (a *answer) hasSaid() (bool, error) {
	t := a.writer.Ticket
	if !a.writer.Paused || t.Secret == "" || t.Game != 0 {
		return false, nil
	}
	pause, err := a.tx.DB.OpenBounce(a.writer.Player)
	return err == nil && t.Ply >= pause.From.Unix(), err
}

// dated is when a letter of no game went out that is answered; zero: that is not known.
func dated(t auth.ReplyToken) time.Time {
	if t.Secret == "" || t.Game != 0 {
		return time.Time{}
	}
	return time.Unix(t.Ply, 0)
}

// unpause ends the writer's pause, before anything else is done that the letter wants:
// the clocks run for it. A letter that asks to pause, or to stop, leaves it as it is,
// and so does the yes to the question about the latter.
func (a *answer) unpause(commands []command.Line) error {
	rests := func(c command.Line) bool {
		switch c.Do.(type) {
		case command.Pause, command.Stop:
			return true
		case command.Yes:
			return a.asked == club.LeaveStop
		}
		return false
	}
	if !a.writer.Paused || !a.writer.Proven || slices.ContainsFunc(commands, rests) {
		return nil
	}
	return club.EndPause(a.tx, a.writer.Player)
}

// remindsPaused sends who has paused the letter about it once more, if a letter came
// that answers one to them but is proven no more: the key of its secret was retired, or
// all were replaced. Else they could not come back, since nothing else goes to them. It
// is counted as a question, and nothing of that letter is done.
func (a *answer) remindsPaused(commands []command.Line) (done bool, err error) {
	pauses := func(c command.Line) bool { _, yes := c.Do.(command.Pause); return yes }
	if !a.writer.Sent || a.in.TooLarge || slices.ContainsFunc(commands, pauses) {
		return false, nil
	}
	a.receipt.none = true
	if a.proof.unasked, _, err = a.mayAsk(db.QuestionQuarantine); err != nil || a.proof.unasked != "" {
		return true, err
	}
	e, err := club.PauseOf(a.tx, a.writer.Player)
	if err != nil {
		return true, err
	}
	a.receipt.acted = true
	a.letters.PausedStill(e)
	return true, a.countAsked(db.QuestionQuarantine)
}

// continues answers who wants letters again: that they wrote has done it already.
func (a *answer) continues(c command.Line) error {
	switch {
	case a.writer.Paused:
		a.done(c)
	case a.writer.Silent:
		p, err := a.player()
		if err != nil {
			return err
		}
		a.done(c)
		return a.letters.Games(p)
	default:
		a.problem(c, club.Refuse("not-paused"))
	}
	return nil
}

// confirm answers what the writer was asked before something was done that
// cannot be undone.
func (a *answer) confirm(c command.Line, yes bool) error {
	what := a.asked
	a.asked = ""
	a.done(c)
	if yes {
		a.leaving = what
		return nil
	}
	p, err := a.player()
	if err != nil {
		return err
	}
	a.letters.Kept(p, what)
	return nil
}

// leave carries out what the writer has confirmed. Plies of the same letter do not
// count, and its words go to every opponent.
func (a *answer) leave() error {
	for _, o := range a.games {
		if o.table.Over() {
			continue // it is shown, and its notes published, as the letter says
		}
		o.fail()
		o.forgo()
		o.failed, o.gone = false, true
		o.board, o.previews, o.notes = false, nil, 0
	}
	d := db.Departure{
		Player: a.writer.Player, What: a.leaving, Words: a.passedOn(a.talk.all()),
		Subject: a.letter.Subject, MessageID: a.letter.MessageID,
	}
	left, err := club.LeavePiece(a.tx, d, 0, func(t *club.Table) error {
		o, err := a.order(t.Game.ID)
		if err == nil {
			o.gone = true
			o.spoke, err = tellOfLeaving(a.tx, a.letters, t, o.me, d.Words)
		}
		return err
	})
	a.receipt.departs = !left
	return err
}
