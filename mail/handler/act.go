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
	if a.leaving != "" {
		if err := a.leave(); err != nil {
			return err
		}
	}
	return a.settleGames()
}

// carryOut carries out one intent, or notes what it wants of a game.
func (a *answer) carryOut(in command.Intent) error {
	switch in := in.(type) {
	case command.Talk:
		a.talk.lines = append(a.talk.lines, talkLine{in.Line.Text, in.Game})
		a.proof.lines = append(a.proof.lines, in.Line.Text)
		if in.Hint != nil {
			return a.ask(*in.Hint)
		}
	case command.LeaveOutSignature:
		a.receipt.LeftOut = in.Lines
	case command.Ask:
		return a.asks(in)
	case command.NeedsProof:
		a.unproven(in)
	case command.Play:
		return a.plays(in)
	case command.Solve:
		return a.outcome(in.Line, a.solve(in.Text))
	case command.Answer:
		return a.answers(in)
	case command.Do:
		a.doing, a.took = in, false
		if err := a.does(in); err != nil || a.took {
			return err
		}
		for _, in := range in.Else {
			if err := a.carryOut(in); err != nil {
				return err
			}
		}
	}
	return nil // decide has done it, or it is ignored
}

// wordsBelow returns the lines of talk below the command that is carried out. They then
// belong to it alone.
func (a *answer) wordsBelow() []string {
	a.took = true
	return a.doing.Words
}

// asks asks the writer about a line, or tells them why it is not carried out.
func (a *answer) asks(in command.Ask) error {
	if in.Meant {
		a.doubts = true
	}
	if in.Stored != "" && !in.Hint {
		if err := a.keepsQuestion(in); err != nil {
			return err
		}
	}
	if in.Preview {
		o, err := a.orderFor(in.Line, in.Game)
		if err != nil || o == nil {
			return err
		}
		a.messages.Of(o.game, o.me)
		o.asked = append(o.asked, in.Near...)
	}
	return a.ask(in)
}

// ask notes what the writer is told about a line. Hints are told only if the message did
// nothing else.
func (a *answer) ask(in command.Ask) error {
	r := &club.Refusal{Code: in.Code, Args: in.Args, Near: in.Near}
	if in.Code == "no-such-game" {
		r = a.noSuchGame(in.Line.Game)
	}
	if len(in.Candidates) > 0 {
		first := a.number(in.Candidates[0])
		if first == 0 {
			return a.whichGame(in.Line)
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
			a.receipt.stores = &in
		}
	}
	p := notify.Problem(in.Line.Text, r)
	if in.Kept {
		p.Game, p.Say, p.If = in.Line.Game, in.Line.Text, in.If
	}
	*to = append(*to, p)
	return nil
}

// does carries out a command, or notes what it wants of a game.
func (a *answer) does(in command.Do) error {
	v, _ := a.handler.reader.Verb(in.Line.Verb)
	switch v.Group {
	case command.GroupPlaying:
		return a.playing(in)
	case command.GroupInviting:
		return a.inviting(in)
	case command.GroupLooking:
		return a.looking(in)
	case command.GroupTalking:
		return a.talking(in)
	case command.GroupMe, command.GroupSeasons, command.GroupFollowing:
		return a.aboutMe(in.Line)
	}
	return a.leaves(in.Line)
}
