package command

// agreements gives the words by which people agree the meaning that they have where
// they stand: a yes to an invitation accepts it, a no in reply to its letter declines
// it, and "accept" says yes to an offer.
// "ok" and its kin are a yes only where one is waited for, and nothing else is said of
// weight; elsewhere they are talk.
func (u *understanding) agreements(commands []Line) error {
	acts := false
	for _, c := range commands {
		v, _ := u.reader.Verb(c.Verb)
		acts = acts || !c.Perhaps && u.meant(c) && (v.Proven || c.Verb == "")
	}
	if u.contradicts(commands) {
		return nil
	}
	for i, c := range commands {
		_, yes := c.Do.(Yes)
		_, accept := c.Do.(Accept)
		_, no := c.Do.(No)
		if !yes && !accept && !no || u.Answers != nil {
			continue
		}
		invited, offered, err := u.games.Awaited(c)
		if err != nil {
			return err
		}
		switch {
		case no:
			if invited && u.named(c) == u.Game {
				commands[i].Verb, commands[i].Do = "decline", Decline{}
			}
		case c.Perhaps && acts:
			commands[i] = talk(c)
		case yes && invited:
			commands[i].Verb, commands[i].Do, commands[i].Perhaps = "accept", Accept{}, false
		case accept && c.Perhaps && invited:
			commands[i].Perhaps = false
		case accept && offered && !c.Perhaps:
			commands[i].Verb, commands[i].Do = "yes", Yes{}
		case !c.Perhaps:
		case accept, !offered && !u.Leaving && (u.question == nil || !u.question.Stands):
			commands[i] = talk(c)
		}
	}
	return nil
}

// contradicts refuses a letter that both accepts the invitation that it answers and says
// no to it.
func (u *understanding) contradicts(commands []Line) bool {
	var yes, no bool
	for _, c := range commands {
		switch c.Do.(type) {
		case Yes, Accept:
			yes = yes || !c.Perhaps
		case No:
			no = true
		}
	}
	if invited, _, err := u.games.Awaited(Line{}); err != nil || !invited || !yes || !no {
		return false
	}
	for i, c := range commands {
		switch c.Do.(type) {
		case Yes, Accept:
			commands[i] = talk(c)
		case No:
			u.refuse(c, "yes-and-no")
			commands[i] = talk(c)
		}
	}
	return true
}
