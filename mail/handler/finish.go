package handler

import "turnpost/db"

// showAgain shows the board or invitation at hand to a writer who was not understood. If
// there is none, it shows the help, unless there is a guess or a puzzle to answer.
func (a *answer) showAgain(p db.Player) error {
	if o := a.atHand(); o != nil {
		return a.messages.Show(o.game, o.me)
	}
	i, err := a.invitation(a.writer.ReplyToken.Game, p.ID)
	if err != nil {
		return err
	}
	if i != nil && i.State == db.InvitationOpen {
		return a.messages.Invitation(p, *i)
	}
	switch asked, err := a.puzzleAtHand(); {
	case err != nil:
		return err
	case asked != nil:
		a.messages.KnownBy(p, a.repliesTo()) // a reply to this answer may answer the puzzle too
	case a.receipt.lost && !a.receipt.near():
		a.messages.Help(p, a.helpOf(p, ""))
	}
	return nil
}

// explain tells the writer how to play; in reply to an invitation, the rules of its game.
func (a *answer) explain() error {
	a.receipt.Problems = nil
	p, err := a.player()
	if err != nil {
		return err
	}
	if a.writer.ReplyToken.Secret == "" {
		a.messages.Help(p, a.helpOf(p, ""))
		return nil
	}
	i, err := a.invitation(a.writer.ReplyToken.Game, p.ID)
	if err != nil || i == nil {
		return err
	}
	g, err := a.handler.Club.Rules(i.Rules)
	if err == nil {
		err = a.messages.Invitation(p, *i)
	}
	if err == nil {
		err = a.messages.Rules(p, g)
	}
	return err
}
