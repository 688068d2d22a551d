package handler

import (
	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/club/tournament"
	"turnpost/mail/command"
	"turnpost/rules"
)

// playing carries out the commands of a game under way.
func (a *answer) playing(in command.Do) error {
	c := in.Line
	switch c.Do.(type) {
	case command.Preview:
		return a.previews(in)
	case command.SetConditionals:
		return a.onGame(c, in.Game, false, func(o *orders) { o.ifs = append(o.ifs, c) })
	case command.Draw:
		return a.onGame(c, in.Game, false, func(o *orders) { o.draw = &c })
	case command.Abort:
		return a.onGame(c, in.Game, false, func(o *orders) { o.abort = &c })
	case command.Undo:
		return a.onGame(c, in.Game, true, func(o *orders) { o.undo = &c })
	}
	return a.resigns(in)
}

// previews notes plies that the writer wants to see on the board, after those that the
// message plays.
func (a *answer) previews(in command.Do) error {
	o, err := a.orderFor(in.Line, in.Game)
	if err != nil || o == nil {
		return err
	}
	a.messages.Of(o.game, o.me)
	o.previews = append(o.previews, in.Line)
	return nil
}

// answers carries out a yes or no: to a question about leaving, or to an offer in a game.
func (a *answer) answers(in command.Answer) error {
	c, yes := in.Line, in.Yes
	switch in.To {
	case mail.AsksStop, mail.AsksForget:
		if a.asked != db.LeaveKind(in.To) {
			a.problem(c, club.Refuse("nothing-asked"))
			return nil
		}
		return a.confirm(c, yes)
	case mail.AsksLeave:
		asked, err := tournament.AnswerLeave(a.tx, a.writer.Player, dated(a.writer.ReplyToken), yes)
		switch {
		case err != nil:
		case asked:
			a.done(c)
		default:
			a.problem(c, club.Refuse("nothing-asked"))
		}
		return err
	}
	return a.onGame(c, in.Game, in.To == mail.AsksResume, func(o *orders) {
		if o.answer != nil && o.yes != yes {
			a.problem(c, club.Refuse("yes-and-no"))
			o.answer = nil
			return
		}
		o.answer, o.yes = &c, yes
	})
}

// resigns notes that the writer resigns a game, after the plies of the message.
func (a *answer) resigns(in command.Do) error {
	c := in.Line
	o, err := a.orderFor(c, in.Game)
	if err != nil || o == nil {
		return err
	}
	a.messages.Of(o.game, o.me)
	g, as := o.game, a.asOf()
	switch {
	case o.trial.Over():
		a.problem(c, club.Refuse("over"))
	case as.Game == g.Row.ID && (as.Ply != g.Before || as.Undone != g.Row.Undone):
		// A message that was sent again by accident ends nothing.
		a.problem(c, club.Refuse("resign-stale"))
		o.board = true
	default:
		o.resign = &c
	}
	return nil
}

// plays notes plies to be played in a game.
func (a *answer) plays(p command.Play) error {
	c := p.Line
	if p.Accepts && a.ordered(p.Game) == nil {
		if ok, err := a.beginWith(p); err != nil || !ok {
			return err
		}
	}
	o, err := a.orderFor(c, p.Game)
	if err != nil || o == nil {
		return err
	}
	a.messages.Of(o.game, o.me)
	if p.Question {
		a.problem(c, club.Refuse("question"))
		o.fail()
		return nil
	}
	if o.failed {
		return nil // only the first refusal is told
	}
	refusal, err := club.Refused(try(o.trial, p))
	if err != nil {
		return err
	}
	if refusal != nil {
		a.problem(c, refusal)
		o.fail()
		return nil
	}
	o.lines = append(o.lines, c.Text)
	return nil
}

func try(t *club.TurnTrial, p command.Play) error {
	if p.Numbered {
		return t.PlayNumber(p.Number, p.Text)
	}
	return t.PlayLine(p.Text)
}

// beginWith accepts an invitation by the first ply of its game. It reports false if the line is
// done with, because the ply cannot be played.
func (a *answer) beginWith(p command.Play) (bool, error) {
	me := a.writer.Player
	i, err := a.invitation(p.Game, me)
	if err != nil || i == nil || i.State != db.InvitationOpen {
		return err == nil, err
	}
	g, err := a.handler.Club.Rules(i.Rules)
	if err != nil {
		return false, err
	}
	// A ply that cannot be played accepts nothing.
	refusal, err := club.Refused(try(club.TryStart(g, i.ID, rules.Black), p))
	if err != nil {
		return false, err
	}
	if refusal != nil {
		a.problem(p.Line, refusal)
		return false, a.showInvitation(*i)
	}
	_, err = club.Accept(a.tx, me, i.ID)
	return err == nil, err
}
