package handler

import (
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/mail/notify"
)

// talking carries out the commands about words and notes.
func (a *answer) talking(c command.Line) error {
	if do, ok := c.Do.(command.Mute); ok {
		return a.mutes(c, do)
	}
	o, err := a.orderFor(c)
	if err != nil || o == nil {
		return err
	}
	a.messages.Of(o.game, o.me)
	switch c.Do.(type) {
	case command.Notes:
		a.done(c)
		o.notes = notify.AllNotes
	case command.Say:
		said := append([]string{c.Args}, a.wordsBelow()...)
		if a.passedOn(said) == "" {
			a.problem(c, club.Refuse("usage", "say"))
			return nil
		}
		o.said = append(o.said, saying{c, said})
	case command.Note:
		text, last := a.cutWords(append([]string{c.Args}, a.wordsBelow()...))
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
func (a *answer) mutes(c command.Line, do command.Mute) error {
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
	id := do.Game
	if id == 0 {
		id = a.named(c)
	}
	i, err := a.tx.Invitation(id, me.ID)
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
	a.talk.game = i.ID
	return a.outcome(c, act(a.tx, me.ID, i.Other(me.ID), false))
}
