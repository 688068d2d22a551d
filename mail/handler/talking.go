package handler

import (
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/mail/notify"
)

// talking carries out the commands about words and notes.
func (a *answer) talking(in command.Do) error {
	c := in.Line
	if do, ok := c.Do.(command.Mute); ok {
		return a.mutes(in, do)
	}
	o, err := a.orderFor(c, in.Game)
	if err != nil || o == nil {
		return err
	}
	a.messages.Of(o.game, o.me)
	switch do := c.Do.(type) {
	case command.Notes:
		a.done(c)
		o.notes = notify.AllNotes
	case command.Say:
		said := append([]string{do.Text}, a.wordsBelow()...)
		if a.passedOn(said) == "" {
			a.problem(c, club.Refuse("usage", "say"))
			return nil
		}
		o.said = append(o.said, saying{c, said})
	case command.Note:
		text, last := a.cutWords(append([]string{do.Text}, a.wordsBelow()...))
		if text == "" {
			a.problem(c, club.Refuse("usage", "note"))
			return nil
		}
		if err = club.Note(a.tx, o.game, o.me, o.trial.Record.Len(), text); err == nil {
			o.notes = max(o.notes, notify.ShownNotes)
			a.wereCut(last)
		}
		return a.outcome(c, err)
	case command.Publish:
		o.publish = &c // the game may end by this message
	}
	return nil
}

// mutes mutes or unmutes a player.
func (a *answer) mutes(in command.Do, do command.Mute) error {
	c := in.Line
	me, err := a.player()
	if err != nil {
		return err
	}
	act := club.Mute
	if do.Off {
		act = club.Unmute
	}
	if do.Address.Addr != "" {
		if a.handler.identity.Is(do.Address.Addr) {
			a.problem(c, club.Refuse("mute-whom"))
			return nil
		}
		other, _, err := club.PlayerAt(a.tx, do.Address.Addr, mail.Key(do.Address.Addr), do.Address.Name, me.Lang)
		if err != nil {
			return err
		}
		return a.outcome(c, act(a.tx, me.ID, other.ID, true))
	}
	i, err := a.invitation(in.Game, me.ID)
	if err != nil {
		return err
	}
	if i == nil || i.Other(me.ID) == 0 {
		// A writer who has muted only one player means that one.
		if who, err := a.tx.DB.Mutes(me.ID); err != nil {
			return err
		} else if do.Off && len(who) == 1 {
			met, err := a.tx.DB.Met(me.ID, who[0].ID)
			if err != nil {
				return err
			}
			return a.outcome(c, club.Unmute(a.tx, me.ID, who[0].ID, !met))
		}
		a.problem(c, club.Refuse("mute-whom"))
		return nil
	}
	return a.outcome(c, act(a.tx, me.ID, i.Other(me.ID), false))
}
