package desk

import (
	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/command"
)

// agreements gives the words by which people agree the meaning that they have where
// they stand: a yes to an invitation accepts it, a no in reply to its letter declines
// it, and "accept" says yes to an offer.
// "ok" and its kin are a yes only where one is waited for, and nothing else is said of
// weight; elsewhere they are talk.
func agreements(a *answer, commands []command.Command) error {
	acts := false
	for _, c := range commands {
		v, _ := a.desk.reader.Verb(c.Verb)
		acts = acts || !c.Perhaps && a.meant(c) && (v.Proven || c.Verb == "")
	}
	if contradicts(a, commands) {
		return nil
	}
	for i, c := range commands {
		_, yes := c.Do.(command.Yes)
		_, accept := c.Do.(command.Accept)
		_, no := c.Do.(command.No)
		if !yes && !accept && !no || a.writer.Ticket.Held != 0 {
			continue
		}
		invited, offered, err := awaited(a, c)
		if err != nil {
			return err
		}
		switch {
		case no:
			if invited && a.named(c) == a.writer.Ticket.Game {
				commands[i].Verb, commands[i].Do = "decline", command.Decline{}
			}
		case c.Perhaps && acts:
			commands[i] = command.Command{Line: c.Line, Apart: c.Apart}
		case yes && invited:
			commands[i].Verb, commands[i].Do, commands[i].Perhaps = "accept", command.Accept{}, false
		case accept && c.Perhaps && invited:
			commands[i].Perhaps = false
		case accept && offered && !c.Perhaps:
			commands[i].Verb, commands[i].Do = "yes", command.Yes{}
		case !c.Perhaps:
		case accept, !offered && a.asked == "" && (a.reading.question == nil || !a.reading.question.stands):
			commands[i] = command.Command{Line: c.Line, Apart: c.Apart}
		}
	}
	return nil
}

// contradicts refuses a letter that both accepts the invitation that it answers and says
// no to it.
func contradicts(a *answer, commands []command.Command) bool {
	var yes, no bool
	for _, c := range commands {
		switch c.Do.(type) {
		case command.Yes, command.Accept:
			yes = yes || !c.Perhaps
		case command.No:
			no = true
		}
	}
	if invited, _, err := awaited(a, command.Command{}); err != nil || !invited || !yes || !no {
		return false
	}
	for i, c := range commands {
		switch c.Do.(type) {
		case command.Yes, command.Accept:
			commands[i] = command.Command{Line: c.Line, Apart: c.Apart}
		case command.No:
			a.problem(c, club.Refuse("yes-and-no"))
			commands[i] = command.Command{Line: c.Line, Apart: c.Apart}
		}
	}
	return true
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

// answering is the word that somebody means who says yes or no among other words: that
// which answers the invitation that the letter replies to, or the offer, or the word
// itself.
func answering(a *answer, v command.Verb, word string, langs []string) string {
	if invited, _, err := awaited(a, command.Command{}); err == nil && invited {
		name := "decline"
		if v.Name == "yes" {
			name = "accept"
		} else if v.Name != "no" {
			return v.As(word, langs)
		}
		return a.desk.reader.WordFor(name, a.reading.lang)
	}
	return v.As(word, langs)
}
