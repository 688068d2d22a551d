package handler

import (
	"strings"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/bot"
	"turnpost/mail/command"
	"turnpost/rules"
)

// carryOutLooking carries out the commands that only show something.
func (a *answer) carryOutLooking(in command.Do) error {
	c := in.Line
	p, err := a.player()
	if err != nil {
		return err
	}
	if !a.writer.Proven {
		// This precedes the work, since a list of 200 games is expensive.
		remark, _, err := a.whyNotShown()
		if err == nil && remark == "" {
			remark, _, err = a.whyUnprovenNotAnswered(p)
		}
		if err != nil {
			return err
		}
		if remark != "" {
			if a.unasked == "" {
				a.observe(KindRestrained, string(db.CountedLook), 0)
			}
			a.unasked = remark
			return nil
		}
	}
	switch do := c.Do.(type) {
	case command.Board:
		if do.Words {
			if set, err := a.setBoardInWords(in); !set || err != nil {
				return err
			}
		}
		return a.showGame(in, func(o *orders) error { // once the message's plies are played
			o.board, o.from = true, do.From
			return nil
		})
	case command.BoardStyle:
		if !a.writer.Proven {
			a.noteUnproven(command.NeedsProof{Line: c})
			return nil
		}
		return a.noteOutcome(c, club.SetBoard(a.tx, p.ID, db.BoardStyle(do.Style)))
	case command.History:
		return a.showGame(in, func(o *orders) error { return a.messages.History(o.game, o.me) })
	case command.Export:
		return a.showGame(in, func(o *orders) error { return a.messages.Export(o.game, o.me) })
	case command.Games:
		if do.Open {
			return a.noteOutcome(c, a.messages.OpenChallenges(p))
		}
		return a.noteOutcome(c, a.messages.Games(p))
	case command.Standings:
		return a.noteOutcome(c, a.messages.Standings(p, do.Games))
	case command.Player:
		return a.showPlayer(c, p, do)
	case command.Rules:
		return a.showRules(in, p, do.Game)
	case command.AskPuzzle:
		return a.noteOutcome(c, a.carryOutPuzzle(p, do))
	case command.HelpGroup:
		a.noteDone(c)
		a.messages.Help(p, a.handler.reader.HelpOnGroup(do.Group, p.Lang))
	case command.Help:
		a.noteDone(c)
		a.messages.Help(p, a.helpOn(p, do.Verb))
	}
	return nil
}

// setBoardInWords sets that the writer's boards are told in words, and reports whether to show one now:
// if the message is about a game.
func (a *answer) setBoardInWords(in command.Do) (show bool, err error) {
	if !a.writer.Proven {
		a.noteUnproven(command.NeedsProof{Line: in.Line})
		return false, nil
	}
	show = in.Game != 0
	err = club.SetBoard(a.tx, a.writer.Player, db.BoardWords)
	if !show {
		err = a.noteOutcome(in.Line, err)
	}
	return show, err
}

// showGame shows something of the game that a command is for.
func (a *answer) showGame(in command.Do, show func(*orders) error) error {
	o, err := a.ordersFor(in.Line, in.Game)
	if err != nil || o == nil {
		return err
	}
	return a.noteOutcome(in.Line, show(o))
}

// showPlayer shows the players whom a command names.
func (a *answer) showPlayer(c command.Line, p db.Player, do command.Player) error {
	people, err := a.messages.PeopleCalled(p, do.Who, bot.Levels)
	if err != nil {
		return err
	}
	if len(people) == 0 {
		code := "no-player"
		if strings.Contains(do.Who, "@") {
			code = "no-player-at" // the same, whether somebody plays from there or not
		}
		a.noteHint(c, club.Refuse(code, c.Args))
		return nil
	}
	return a.noteOutcome(c, a.messages.People(p, people))
}

// showRules shows the rules of a game; without one, those of the game or invitation at hand,
// or else the list of games.
func (a *answer) showRules(in command.Do, p db.Player, g *rules.Game) error {
	c := in.Line
	if g == nil {
		id := in.Game
		i, err := a.invitation(id, p.ID)
		if err != nil {
			return err
		}
		if i == nil {
			a.noteDone(c)
			a.messages.GameList(p, a.handler.reader.GameNames(p.Lang))
			return nil
		}
		if o, err := a.openOrders(id); err == nil {
			a.messages.Of(o.game, o.me)
		} else {
			a.messages.OfInvitation(p, *i)
		}
		stored, err := a.handler.Club.Rules(i.Rules)
		if err != nil {
			return err
		}
		g = &stored
	}
	a.noteDone(c)
	return a.messages.Rules(p, *g)
}
