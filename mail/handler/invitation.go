package handler

import (
	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/club/bot"
	"turnpost/mail/club/clock"
	"turnpost/mail/club/tournament"
	"turnpost/mail/command"
)

// carryOutInviting carries out the commands about invitations.
func (a *answer) carryOutInviting(in command.Do) error {
	c := in.Line
	switch do := c.Do.(type) {
	case command.Challenge:
		return a.challenge(in, do)
	case command.Accept:
		return a.acceptInvitation(in)
	case command.Decline:
		return a.endInvitation(in, true, club.Decline)
	case command.Withdraw:
		return a.endInvitation(in, false, club.Withdraw)
	case command.Rematch:
		return a.askRematch(in)
	case command.Block:
		return a.blockPlayer(in, do)
	}
	return nil
}

// challenge invites one player, or anyone. The words below the command are for the invited.
func (a *answer) challenge(in command.Do, do command.Challenge) error {
	c := in.Line
	if do.Ladder {
		return a.challengeOnLadder(in, do)
	}
	// The words are for the invited, whatever becomes of the challenge.
	message := a.ownWords(a.takeWordsBelow())
	me, err := a.player()
	if err != nil {
		return err
	}
	switch {
	case do.Anyone, do.Bot, do.Name != "":
	case mail.Key(do.To.Addr) == mail.Key(me.Address):
		a.refuse(c, club.Refuse("yourself"))
		return nil
	case a.handler.identity.Is(do.To.Addr):
		a.refuse(c, club.Refuse("robot"))
		return nil
	case mail.IsRole(do.To.Addr):
		a.refuse(c, club.Refuse("role-address", do.To.Addr))
		return nil
	}
	if do.Wrong != nil {
		if do.Wrong.Code == command.BotGame {
			do.Wrong.Args = append(do.Wrong.Args, bot.UsualLevel, bot.Levels)
		}
		a.refuse(c, &club.Refusal{Code: do.Wrong.Code, Args: do.Wrong.Args, Near: do.Wrong.Near})
		return nil
	}
	if usual := a.tx.Club.Policy.Pace; !do.Proposed.Paced && usual != (clock.Pace{}) {
		do.Proposed.Pace = usual
	}
	order := club.ProposedGame{
		Game: do.Proposed.Game, Side: do.Proposed.Side, Pace: do.Proposed.Pace, Rated: do.Proposed.Rated,
		Within: do.Proposed.Within,
	}
	if do.Bot {
		level, ok := bot.ParseLevel(do.Level)
		if !ok {
			a.refuse(c, club.Refuse("robot-level", bot.UsualLevel, bot.Levels))
			return nil
		}
		g, err := club.ChallengeBot(a.tx, me.ID, level, order)
		if err == nil && message != "" {
			a.receipt.Deaf = true
		}
		return a.noteBegunGame(in, g, err)
	}
	if do.Anyone {
		order.Rated = order.Rated && (do.Proposed.Asked || !me.Program)
		return a.noteOutcome(c, club.PostOpen(a.tx, me.ID, order, message))
	}
	if do.Name != "" {
		invitee, err := club.FindPlayer(a.tx, me.ID, do.Name, db.FindChallenges)
		if err == nil {
			order.Rated = order.Rated && (do.Proposed.Asked || !me.Program && !invitee.Program)
			err = club.InviteByName(a.tx, me.ID, invitee, do.Name, order, message)
		}
		return a.noteOutcome(c, err)
	}
	// Until the invited writes, the challenger's language is the best guess.
	invitee, _, err := club.PlayerAt(a.tx, do.To.Addr, mail.Key(do.To.Addr), do.To.Name, me.Lang)
	if err != nil {
		return err
	}
	order.Rated = order.Rated && (do.Proposed.Asked || !me.Program && !invitee.Program)
	return a.noteOutcome(c, club.Invite(a.tx, me.ID, invitee.ID, order, message))
}

// challengeOnLadder begins a game on a ladder. The words below are talk to the opponent.
func (a *answer) challengeOnLadder(in command.Do, do command.Challenge) error {
	c := in.Line
	if do.Wrong != nil {
		a.refuse(c, &club.Refusal{Code: do.Wrong.Code, Args: do.Wrong.Args, Near: do.Wrong.Near})
		return nil
	}
	g, err := tournament.ChallengeOnLadder(a.tx, a.writer.Player, do.Proposed.Game.Name)
	if err != nil || g == nil {
		return a.noteOutcome(c, err)
	}
	return a.noteBegunGame(in, g, nil)
}

// acceptInvitation accepts an invitation to the writer, or an open one.
func (a *answer) acceptInvitation(in command.Do) error {
	i, err := a.invitation(in.Game, a.writer.Player)
	if err != nil {
		return err
	}
	if i != nil {
		if i, err = a.answerableInvitation(in, true); err != nil || i == nil {
			return err
		}
	}
	if a.isLostGame(in.Game) {
		a.refuse(in.Line, a.noSuchGameRefusal(in.Game))
		return nil
	}
	g, err := club.Accept(a.tx, a.writer.Player, in.Game)
	return a.noteBegunGame(in, g, err)
}

// noteBegunGame notes the result of a command that begins a game.
func (a *answer) noteBegunGame(in command.Do, g *club.Game, err error) error {
	if err == nil {
		if in.Game <= command.Begun {
			a.begun[in.Game] = g.Row.ID
		}
		_, err = a.openOrders(g.Row.ID)
	}
	return a.noteOutcome(in.Line, err)
}

// endInvitation ends an invitation without a game.
func (a *answer) endInvitation(in command.Do, received bool,
	end func(tx *club.Tx, player, invitation int64) error,
) error {
	i, err := a.answerableInvitation(in, received)
	if err != nil || i == nil {
		return err
	}
	return a.noteOutcome(in.Line, end(a.tx, a.writer.Player, i.ID))
}

// answerableInvitation returns the open invitation that a command is for. received says that the writer
// must have received it, or else made it. If there is none, it tells the writer and returns nil.
func (a *answer) answerableInvitation(in command.Do, received bool) (*db.Invitation, error) {
	c, me, id := in.Line, a.writer.Player, in.Game
	i, err := a.invitation(id, me)
	if err != nil {
		return nil, err
	}
	if i == nil {
		a.refuse(c, a.noSuchGameRefusal(id))
		return nil, nil
	}
	refusal, err := club.Refused(club.Answerable(*i, me, received))
	switch {
	case err != nil:
		return nil, err
	case refusal == nil:
		return i, nil
	}
	return nil, a.explainUnanswerable(c, *i, refusal)
}

// explainUnanswerable tells the writer why an invitation cannot be answered.
func (a *answer) explainUnanswerable(c command.Line, i db.Invitation, refusal *club.Refusal) error {
	if i.State == db.InvitationAccepted {
		o, err := a.openOrders(i.ID)
		if err == nil && o.game.Began {
			a.noteDone(c) // a ply of this message has accepted it already
			return nil
		}
		a.refuse(c, refusal)
		if err == nil {
			o.board = true
		}
		return nil
	}
	p, err := a.player()
	if err != nil {
		return err
	}
	a.refuse(c, refusal)
	a.messages.OfInvitation(p, i)
	return nil
}

// askRematch invites the opponent of a finished game again, or accepts, if the opponent asked
// first.
func (a *answer) askRematch(in command.Do) error {
	c := in.Line
	if in.Game == 0 {
		over, err := a.tx.DB.GamesOf(a.writer.Player, true, 1)
		if err != nil {
			return err
		}
		if len(over) == 0 {
			a.refuse(c, club.Refuse("no-rematch"))
		} else {
			a.refuse(c, club.Refuse("which-rematch", over[0].ID))
		}
		return nil
	}
	o, err := a.ordersFor(c, in.Game)
	if err != nil || o == nil {
		return err
	}
	if !o.trial.Over() {
		o.board = true
		a.refuse(c, club.Refuse("not-over", o.game.Row.ID))
		return nil
	}
	asked, err := a.tx.AskedRematch(o.game, o.me)
	if err != nil {
		return err
	}
	message := ""
	if asked == nil {
		message = a.ownWords(a.takeWordsBelow())
	}
	g, err := club.Rematch(a.tx, o.game, o.me, message)
	if err == nil && g != nil {
		_, err = a.openOrders(g.Row.ID)
	}
	return a.noteOutcome(c, err)
}

// unblockPlayer takes back the block of a player.
func (a *answer) unblockPlayer(in command.Do, do command.Block) error {
	me := a.writer.Player
	switch {
	case do.Name != "":
		return a.noteOutcome(in.Line, club.Unblock(a.tx, me, do.Name, false))
	case do.Address.Addr != "":
		return a.noteOutcome(in.Line, club.Unblock(a.tx, me, mail.Key(do.Address.Addr), true))
	}
	i, err := a.invitation(in.Game, me)
	if err != nil {
		return err
	}
	other := int64(0)
	if i != nil {
		other = i.Other(me)
	}
	return a.noteOutcome(in.Line, club.UnblockPlayer(a.tx, me, other))
}

// blockPlayer blocks a player.
func (a *answer) blockPlayer(in command.Do, do command.Block) error {
	if do.Off {
		return a.unblockPlayer(in, do)
	}
	c := in.Line
	me, err := a.player()
	if err != nil {
		return err
	}
	if do.Name != "" {
		return a.noteOutcome(c, club.BlockNamed(a.tx, me.ID, do.Name))
	}
	if do.Address.Addr == "" {
		i, err := a.invitation(in.Game, me.ID)
		if err != nil {
			return err
		}
		if i == nil {
			if blocked, err := a.blockHost(me.ID); blocked || err != nil {
				return a.noteOutcome(c, err)
			}
		}
		if i == nil || i.Other(me.ID) == 0 {
			a.refuse(c, club.Refuse("block-whom"))
			return nil
		}
		return a.noteOutcome(c, club.Block(a.tx, me.ID, i.Other(me.ID), false))
	}
	if mail.Key(do.Address.Addr) == mail.Key(a.handler.identity.Address) {
		a.refuse(c, club.Refuse("block-robot"))
		return nil
	}
	other, _, err := club.PlayerAt(a.tx, do.Address.Addr, mail.Key(do.Address.Addr), do.Address.Name, me.Lang)
	if err != nil {
		return err
	}
	return a.noteOutcome(c, club.Block(a.tx, me.ID, other.ID, true))
}

// blockHost blocks who made the cup to which the message that is answered asks the writer, and declines it. It
// reports false if it asks to none.
func (a *answer) blockHost(me int64) (blocked bool, err error) {
	sent := parentDate(a.writer.ReplyToken)
	host, err := tournament.CupHost(a.tx, me, sent)
	if host == 0 || err != nil {
		return false, err
	}
	if err := club.BlockKnown(a.tx, me, host); err != nil {
		return false, err
	}
	_, err = tournament.AnswerCup(a.tx, me, sent, false)
	return true, err
}

// acceptByPly accepts an invitation by the first ply of its game. It reports false if the line is
// done with, because the ply cannot be played.
func (a *answer) acceptByPly(p command.Play) (bool, error) {
	me := a.writer.Player
	i, err := a.invitation(p.Game, me)
	if err != nil || i == nil || i.State != db.InvitationOpen {
		return err == nil, err
	}
	g, err := a.handler.Club.RulesOf(*i)
	if err != nil {
		return false, err
	}
	// A ply that cannot be played accepts nothing.
	refusal, err := club.Refused(tryPlies(club.TryStart(g, i.ID, a.lang), p))
	if err != nil {
		return false, err
	}
	if refusal != nil {
		a.refuse(p.Line, refusal)
		return false, a.showInvitation(*i)
	}
	_, err = club.Accept(a.tx, me, i.ID)
	return err == nil, err
}
