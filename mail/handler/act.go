package handler

import (
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/mail/notify"
)

// act carries out the intents of a message: step four. Answers to our questions come first
// (decide.go), then the lines in their order, each by an operation of package club. What the
// message wants of one game is gathered (orders.go) and carried out at the end (settle.go).
func (a *answer) act(intents []command.Intent) error {
	if done, err := a.decide(intents); done || err != nil {
		return err
	}
	for _, in := range intents {
		if err := a.carryOut(in); err != nil {
			return err
		}
	}
	if err := a.quarantine(); err != nil {
		return err
	}
	if err := a.keepsQuestion(); err != nil {
		return err
	}
	if a.leaving != "" {
		if err := a.leave(); err != nil {
			return err
		}
	}
	return a.settleGames()
}

// carryOut carries out one intent, or notes what it wants of a game. It keeps the intents
// that may have to be quarantined.
func (a *answer) carryOut(in command.Intent) (err error) {
	var line command.Line
	suspects, problems := len(a.proof.suspect), len(a.receipt.Problems)
	a.talk.game = 0
	switch in := in.(type) {
	case command.Talk:
		a.talk.lines = append(a.talk.lines, talkLine{in.Line.Text, a.talk.addressee})
		a.proof.keep = append(a.proof.keep, in)
		if in.Hint != nil {
			a.ask(*in.Hint)
		}
		return nil
	case command.LeaveOut:
		a.receipt.LeftOut = in.Lines
		return nil
	case command.Ask:
		line = in.Line
		err = a.asks(in)
	case command.Play:
		line = in.Line
		err = a.plays(in)
	case command.Answer:
		line = in.Line
		err = a.answers(in)
	case command.Do:
		line = in.Line
		a.doing, a.took = in, false
		err = a.does(in.Line)
	default: // decide has done it, or it is ignored
		return nil
	}
	if err != nil {
		return err
	}
	a.talk.address(line, a.writer.ReplyToken.Game)
	if len(a.receipt.Problems) == problems && len(a.proof.suspect) > suspects {
		a.proof.keep = append(a.proof.keep, in)
	}
	if do, ok := in.(command.Do); ok && !a.took {
		for _, in := range do.Else {
			if err := a.carryOut(in); err != nil {
				return err
			}
		}
	}
	return nil
}

// wordsBelow returns the lines of talk below the command that is carried out. They then
// belong to it alone.
func (a *answer) wordsBelow() []string {
	a.took = true
	return a.doing.Words
}

// asks asks the writer about a line, or tells them why it is not carried out.
func (a *answer) asks(in command.Ask) error {
	switch {
	case in.Meant:
		a.questions = append(a.questions, in)
		if in.Preview {
			o, err := a.orderFor(in.Line)
			if err != nil || o == nil {
				return err
			}
			a.messages.Of(o.game, o.me)
			o.asked = append(o.asked, in.Near...)
		}
	case in.Code == "unknown" && in.Line.Game != 0 && len(in.Near) == 0:
		i, err := a.tx.Invitation(in.Line.Game, a.writer.Player)
		if err != nil {
			return err
		}
		if i == nil {
			a.problem(in.Line, club.Refuse("no-such-game", in.Line.Game))
			return nil
		}
	}
	a.ask(in)
	return nil
}

// ask notes what the writer is told about a line. Hints are told only if the message did
// nothing else.
func (a *answer) ask(in command.Ask) {
	switch r := (&club.Refusal{Code: in.Code, Args: in.Args, Near: in.Near}); {
	case in.Code == command.Explain:
		a.receipt.explains = true
	default:
		to := &a.receipt.Problems
		if in.Hint {
			to = &a.receipt.hints
		}
		p := notify.Problem(in.Line.Text, r)
		if in.Kept {
			p.Game, p.Say, p.If = in.Line.Game, in.Line.Text, in.If
		}
		*to = append(*to, p)
	}
}

// does carries out a command, or notes what it wants of a game.
func (a *answer) does(c command.Line) error {
	v, _ := a.handler.reader.Verb(c.Verb)
	if v.Proven && !a.writer.Proven {
		a.unproven(c)
		return nil
	}
	switch v.Group {
	case "playing":
		return a.playing(c)
	case "inviting":
		return a.inviting(c)
	case "looking":
		return a.looking(c)
	case "talking":
		return a.talking(c)
	case "me", "seasons", "following":
		return a.aboutMe(c)
	}
	return a.leaves(c)
}
