package handler

import (
	"turnpost/mail/command"
)

// act carries out what the letter means: step four. What answers a question of ours is
// done first (decide.go); then line by line, each by an operation of package club. What
// is wanted of one game is gathered (orders.go) and carried out when all of the letter is
// (settle.go). Nothing more is done of a letter that is not the writer's own, or that
// is answered otherwise.
func (a *answer) act(m command.Meant) error {
	if done, err := decide(a, m); done || err != nil {
		return err
	}
	if err := carryOutAll(a, m.Commands); err != nil {
		return err
	}
	if err := keepsQuestion(a); err != nil {
		return err
	}
	if a.leaving != "" {
		if err := leave(a); err != nil {
			return err
		}
	}
	return settleGames(a)
}

// carryOutAll does the letter's lines one by one, and quarantines those that nothing proves.
func carryOutAll(a *answer, commands []command.Line) error {
	var keep []command.Line // what may have to be quarantined: what was carried out need not
	for i := 0; i < len(commands); i++ {
		c := commands[i]
		if again(a, c) {
			continue
		}
		a.below = below{lines: commands[i+1:]}
		talk, suspects, problems := len(a.talk.lines), len(a.proof.suspect), len(a.receipt.Problems)
		a.talk.game = 0
		if err := a.carryOut(c); err != nil {
			return err
		}
		if len(a.talk.lines) == talk {
			a.talk.address(c, a.writer.Ticket.Game)
		}
		if len(a.receipt.Problems) == problems && (len(a.proof.suspect) > suspects || len(a.talk.lines) > talk) {
			keep = append(keep, c)
		}
		i += a.below.taken
	}
	return a.quarantine(keep)
}

// carryOut does one line, or notes what the letter wants by it.
func (a *answer) carryOut(c command.Line) error {
	if c.Doubt != "" {
		return asksWhether(a, c)
	}
	v, ok := a.desk.reader.Verb(c.Verb)
	if !ok {
		return readsPlies(a, c)
	}
	if v.Proven && !a.writer.Proven {
		a.unproven(c)
		return nil
	}
	if wrong, ok := c.Do.(command.Misread); ok {
		a.misread(c, wrong)
		return nil
	}
	switch v.Group {
	case "playing":
		return playing(a, c)
	case "inviting":
		return inviting(a, c)
	case "looking":
		return looking(a, c)
	case "talking":
		return talking(a, c)
	case "me", "seasons", "following":
		return aboutMe(a, c)
	}
	return leaves(a, c)
}
