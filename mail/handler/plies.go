package handler

import (
	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/rules"
)

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

func try(t *club.Trial, p command.Play) error {
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
