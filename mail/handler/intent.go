package handler

import (
	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/club/tournament"
	"turnpost/mail/command"
	"turnpost/mail/notify"
)

// act carries out the intents of a message: step four. Answers to our questions come first,
// then the lines in their order, each by an operation of package club. What the message wants of
// one game is gathered (gather.go) and carried out at the end (game.go).
func (a *answer) act(intents []command.Intent) error {
	if done, err := a.actBeforeLines(intents); done || err != nil {
		return err
	}
	a.ordersAtHand() // so that they are the first
	for _, in := range intents {
		if err := a.carryOutIntent(in); err != nil {
			return err
		}
	}
	if err := a.quarantineUnproven(); err != nil {
		return err
	}
	if a.leaving != "" {
		if err := a.leaveServer(); err != nil {
			return err
		}
	}
	return a.carryOutGames()
}

// carryOutIntent carries out one intent, or notes what it wants of a game.
func (a *answer) carryOutIntent(in command.Intent) error {
	switch in := in.(type) {
	case command.Talk:
		a.talk.lines = append(a.talk.lines, talkLine{in.Line.Text, in.Game})
		a.unproven.stored = append(a.unproven.stored, in.Line.Text)
		if in.Hint != nil {
			return a.tellAboutLine(*in.Hint)
		}
	case command.LeaveOutSignature:
		a.receipt.LeftOut = in.Lines
	case command.Ask:
		return a.askAboutLine(in)
	case command.NeedsProof:
		a.noteUnproven(in)
	case command.Play:
		if in.Accepts && a.findOrders(in.Game) == nil {
			if accepted, err := a.acceptByPly(in); err != nil || !accepted {
				return err
			}
		}
		return a.gatherPlies(in)
	case command.SolvePuzzle:
		return a.noteOutcome(in.Line, a.solvePuzzle(in.Text))
	case command.Answer:
		return a.carryOutYesNo(in)
	case command.Do:
		a.current, a.tookWords = in, false
		if err := a.carryOutCommand(in); err != nil || a.tookWords {
			return err
		}
		for _, in := range in.Else {
			if err := a.carryOutIntent(in); err != nil {
				return err
			}
		}
	}
	return nil // actBeforeLines has done it, or it is ignored
}

// takeWordsBelow returns the lines of talk below the command that is carried out. They then
// belong to it alone.
func (a *answer) takeWordsBelow() []string {
	a.tookWords = true
	return a.current.Words
}

// askAboutLine asks the writer about a line, or tells them why it is not carried out. A line that
// may be part of the writer's prose is never carried out: the writer is asked whether it was
// meant, and a yes in reply to that question plays the ply.
func (a *answer) askAboutLine(in command.Ask) error {
	if in.Meant {
		a.doubts = true
	}
	if in.Stored != "" && !in.Hint {
		if err := a.storeQuestion(in); err != nil {
			return err
		}
	}
	if in.Preview {
		o, err := a.ordersFor(in.Line, in.Game)
		if err != nil || o == nil {
			return err
		}
		a.messages.Of(o.game, o.me)
		o.asked = append(o.asked, in.Near...)
	}
	return a.tellAboutLine(in)
}

// tellAboutLine notes what the writer is told about a line. Hints are told only if the message did
// nothing else.
func (a *answer) tellAboutLine(in command.Ask) error {
	r := &club.Refusal{Code: in.Code, Args: in.Args, Near: in.Near}
	if in.Code == "no-such-game" {
		r = a.noSuchGameRefusal(in.Line.Game)
	}
	if len(in.Candidates) > 0 {
		first := a.gameNumber(in.Candidates[0])
		if first == 0 {
			return a.refuseUnbegunGame(in.Line)
		}
		r.Args = append([]any{first}, in.Args...)
	}
	if in.Code == command.Explain {
		a.receipt.explains = true
		return nil
	}
	to := &a.receipt.Problems
	if in.Hint {
		to = &a.receipt.hints
		if in.Stored != "" {
			a.receipt.toStore = &in
		}
	}
	p := notify.Problem(in.Line.Text, r)
	if in.Kept {
		p.Game, p.Say, p.If = in.Line.Game, in.Line.Text, in.If
	}
	*to = append(*to, p)
	return nil
}

// carryOutCommand carries out a command, or notes what it wants of a game.
func (a *answer) carryOutCommand(in command.Do) error {
	v, _ := a.handler.reader.Info(in.Line.Verb)
	switch v.Group {
	case command.GroupPlaying:
		return a.gatherGameCommand(in)
	case command.GroupInviting:
		return a.carryOutInviting(in)
	case command.GroupLooking:
		return a.carryOutLooking(in)
	case command.GroupTalking:
		return a.carryOutTalking(in)
	case command.GroupMe, command.GroupSeasons, command.GroupFollowing:
		return a.carryOutSetting(in.Line)
	}
	return a.carryOutLeaving(in.Line)
}

// actBeforeLines does what comes before the lines: it carries out answers to our questions, and
// stops where the writer may not play now. It reports whether the message is done with.
func (a *answer) actBeforeLines(intents []command.Intent) (done bool, err error) {
	if a.writer.Stranger {
		p, err := a.player()
		if err != nil {
			return true, err
		}
		a.receipt.omitted = true
		return true, a.messages.Forwarded(p, a.message.From[0].Addr, a.writer.ReplyToken.Game)
	}
	for _, in := range intents {
		if r, ok := in.(command.Refuse); ok {
			a.refuse(command.Line{Text: r.Line}, club.Refuse(r.Code, r.Args...))
		}
	}
	if a.writer.Proven && a.writer.ReplyToken.Quarantine == 0 && !a.in.TooLarge {
		p, err := a.player()
		if err != nil {
			return true, err
		}
		if a.asked, err = club.TakeQuestion(a.tx, p); err != nil {
			return true, err
		}
		if a.asked != "" {
			a.me = nil // the question is gone
		}
	}
	for _, in := range intents {
		if err := a.settleOurQuestion(in); err != nil {
			return true, err
		}
	}
	if a.writer.Confirming != nil {
		a.receipt.omitted = true
		return true, nil
	}
	commands := linesThatWant(intents)
	if away, err := a.turnAwayNonMember(commands); err != nil || away {
		return true, err
	}
	if reminded, err := a.remindOfPause(commands); err != nil || reminded {
		return true, err
	}
	if err := a.endPause(commands); err != nil {
		return true, err
	}
	if a.in.TooLarge {
		a.refuse(command.Line{}, club.Refuse("too-large", a.in.Size/1024))
	}
	return a.in.TooLarge, nil
}

// carryOutYesNo carries out a yes or no to a question about leaving. One to an offer in a game
// is gathered.
func (a *answer) carryOutYesNo(in command.Answer) error {
	c, yes := in.Line, in.Yes
	switch in.To {
	case mail.AsksStop, mail.AsksForget:
		if a.asked != db.QuitKind(in.To) {
			a.refuse(c, club.Refuse("nothing-asked"))
			return nil
		}
		return a.confirmLeaving(c, yes)
	case mail.AsksLeave, mail.AsksCup:
		answer := tournament.AnswerLeave
		if in.To == mail.AsksCup {
			answer = tournament.AnswerCup
		}
		asked, err := answer(a.tx, a.writer.Player, parentDate(a.writer.ReplyToken), yes)
		switch {
		case err != nil:
			return a.noteOutcome(c, err)
		case asked:
			a.noteDone(c)
		default:
			a.refuse(c, club.Refuse("nothing-asked"))
		}
		return nil
	}
	return a.gatherYesNo(in)
}

// linesThatWant returns the lines by which a message wants something done, or may want it.
func linesThatWant(intents []command.Intent) (lines []command.Line) {
	for _, in := range intents {
		switch in.(type) {
		case command.Do, command.Answer, command.Ask, command.NeedsProof:
			line, _ := command.LineOf(in)
			lines = append(lines, line)
		}
	}
	return lines
}

// settleOurQuestion carries out the answer to a question of ours.
func (a *answer) settleOurQuestion(answer command.Intent) error {
	switch answer := answer.(type) {
	case command.ConfirmAddress:
		return club.ConfirmAddress(a.tx, *a.writer.Confirming, answer.Yes)
	case command.ShowQuarantined:
		p, err := a.player()
		if err != nil {
			return err
		}
		a.receipt.acted = true
		a.messages.Claimed(p, shownQuarantine(answer.Message, answer.Waiting))
	case command.ConfirmQuarantined:
		a.receipt.acted = true
		return a.endQuarantine(answer.Message, db.QuarantineDone)
	case command.DropQuarantined:
		p, err := a.player()
		if err != nil {
			return err
		}
		a.noteDone(answer.Said)
		a.messages.QuarantineDropped(p)
		if answer.Next != nil {
			a.messages.Claimed(p, shownQuarantine(*answer.Next, answer.Left))
		}
		return a.endQuarantine(answer.Message, db.QuarantineDropped)
	case command.ConfirmLine:
		return a.tx.DB.SettleAskedLine(answer.Question, true)
	case command.EndQuestion:
		if answer.No != nil {
			a.noteDone(*answer.No)
			if o := a.ordersAtHand(); o != nil {
				a.messages.Of(o.game, o.me)
				o.board = true
			}
		}
		return a.tx.DB.SettleAskedLine(answer.Question, false)
	}
	return nil
}

// endQuarantine ends a quarantine, and allows another question that day.
func (a *answer) endQuarantine(message command.Quarantined, state db.QuarantineState) error {
	if err := a.tx.DB.NoteQuestionAnswered(a.writer.Player); err != nil {
		return err
	}
	return a.tx.DB.SettleQuarantine(message.ID, state)
}

// shownQuarantine returns a quarantined message as it is shown. waiting is how many there are.
func shownQuarantine(q command.Quarantined, waiting int) notify.QuarantinedMessage {
	return notify.QuarantinedMessage{Quarantine: q.ID, At: q.At, Lines: q.Lines, Until: q.At.Add(QuarantinedFor),
		More: waiting > 1}
}
