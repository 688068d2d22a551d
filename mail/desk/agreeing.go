package desk

import (
	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/command"
)

// agreements gives the words by which people agree the meaning that they have where
// they stand: a yes to an invitation accepts it, and "accept" says yes to an offer.
// "ok" and its kin are a yes only where one is waited for, and nothing else is said of
// weight; elsewhere they are talk.
func agreements(a *answer, commands []command.Command) error {
	acts := false
	for _, c := range commands {
		v, _ := a.desk.reader.Verb(c.Verb)
		acts = acts || !c.Perhaps && a.meant(c) && (v.Proven || c.Verb == "")
	}
	for i, c := range commands {
		_, yes := c.Do.(command.Yes)
		_, accept := c.Do.(command.Accept)
		if !yes && !accept || a.writer.Ticket.Held != 0 {
			continue
		}
		invited, offered, err := awaited(a, c)
		if err != nil {
			return err
		}
		switch {
		case c.Perhaps && acts:
			commands[i] = command.Command{Line: c.Line, Apart: c.Apart}
		case yes && invited:
			commands[i].Verb, commands[i].Do, commands[i].Perhaps = "accept", command.Accept{}, false
		case accept && offered:
			commands[i].Verb, commands[i].Do = "yes", command.Yes{}
		case !c.Perhaps:
		case !offered && a.asked == "" && (a.reading.question == nil || !a.reading.question.stands):
			commands[i] = command.Command{Line: c.Line, Apart: c.Apart}
		}
	}
	return nil
}

// awaited reports whether a command is for an invitation that the writer can accept,
// or for a game in which the other side offers something.
func awaited(a *answer, c command.Command) (invited, offered bool, err error) {
	id := a.named(c)
	if id == 0 {
		return false, false, nil
	}
	if g, err := a.tx.DB.Game(id); err == nil {
		return false, !g.Over() && g.Offer != "" && g.OfferBy != a.writer.Player && (g.Black == a.writer.Player || g.White == a.writer.Player), nil
	} else if !isNotFound(err) {
		return false, false, err
	}
	i, err := a.tx.Invitation(id, a.writer.Player)
	if err != nil || i == nil {
		return false, false, err
	}
	refusal, err := club.Refused(club.Answerable(*i, a.writer.Player, true))
	return err == nil && refusal == nil && i.State == db.InvitationOpen, false, err
}
