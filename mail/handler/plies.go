package handler

import (
	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/rules"
)

// plays notes plies to be played in a game, or answers the puzzle at hand by them.
func (a *answer) plays(p command.Play) error {
	c := p.Line
	if !a.writer.Proven {
		a.unproven(c)
		return nil
	}
	if done, err := a.solves(p); done || err != nil {
		return err
	}
	if ok, err := a.beginWith(p); err != nil || !ok {
		return err
	}
	o, err := a.orderFor(c)
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

// try tries the plies of a line, or the ply of its number.
func try(t *club.Trial, p command.Play) error {
	if p.Numbered && !t.Reads(p.Text) {
		return t.PlayNumber(p.Number, p.Text)
	}
	return t.PlayLine(p.Text)
}

// beginWith accepts an invitation by the first ply of its game, if that is the writer's. It
// reports false if the line is done with, because the ply cannot be played.
func (a *answer) beginWith(p command.Play) (bool, error) {
	c := p.Line
	if a.ordered(a.named(c)) != nil {
		return true, nil // it has begun
	}
	me := a.writer.Player
	i, err := a.tx.Invitation(a.named(c), me)
	if err != nil {
		return false, err
	}
	if i == nil || i.State != db.InvitationOpen || i.Black() != me || i.Invitee != me {
		return true, nil
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
		a.problem(c, refusal)
		return false, a.showInvitation(*i)
	}
	_, err = club.Accept(a.tx, me, i.ID)
	return err == nil, err
}
