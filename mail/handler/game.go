package handler

import (
	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/club/tournament"
	"turnpost/mail/command"
	"turnpost/rules"
)

// playing carries out the commands of a game under way.
func (a *answer) playing(in command.Do) error {
	c := in.Line
	switch c.Do.(type) {
	case command.Preview:
		return a.previews(in)
	case command.SetConditionals:
		return a.onGame(c, in.Game, false, func(o *orders) { o.ifs = append(o.ifs, c) })
	case command.Draw:
		return a.onGame(c, in.Game, false, func(o *orders) { o.draw = &c })
	case command.Abort:
		return a.onGame(c, in.Game, false, func(o *orders) { o.abort = &c })
	case command.Give:
		return a.onGame(c, in.Game, false, func(o *orders) { o.give = &c })
	case command.Undo:
		return a.onGame(c, in.Game, true, func(o *orders) { o.undo, o.undoContradicts = &c, in.Contradicts })
	}
	return a.resigns(in)
}

// previews notes plies that the writer wants to see on the board, after those that the
// message plays.
func (a *answer) previews(in command.Do) error {
	o, err := a.orderFor(in.Line, in.Game)
	if err != nil || o == nil {
		return err
	}
	a.messages.Of(o.game, o.me)
	o.previews = append(o.previews, in.Line)
	return nil
}

// answers carries out a yes or no: to a question about leaving, or to an offer in a game.
func (a *answer) answers(in command.Answer) error {
	c, yes := in.Line, in.Yes
	switch in.To {
	case mail.AsksStop, mail.AsksForget:
		if a.asked != db.LeaveKind(in.To) {
			a.problem(c, club.Refuse("nothing-asked"))
			return nil
		}
		return a.confirm(c, yes)
	case mail.AsksLeave:
		asked, err := tournament.AnswerLeave(a.tx, a.writer.Player, dated(a.writer.ReplyToken), yes)
		switch {
		case err != nil:
		case asked:
			a.done(c)
		default:
			a.problem(c, club.Refuse("nothing-asked"))
		}
		return err
	}
	return a.onGame(c, in.Game, in.To == mail.AsksResume, func(o *orders) {
		if o.answer != nil && o.yes != yes {
			a.problem(c, club.Refuse("yes-and-no"))
			o.answer = nil
			return
		}
		o.answer, o.yes, o.yesContradicts = &c, yes, in.Contradicts
	})
}

// resigns notes that the writer resigns a game, after the plies of the message.
func (a *answer) resigns(in command.Do) error {
	c := in.Line
	o, err := a.orderFor(c, in.Game)
	if err != nil || o == nil {
		return err
	}
	a.messages.Of(o.game, o.me)
	g, as := o.game, a.asOf()
	switch {
	case o.trial.Over():
		a.problem(c, club.Refuse("over"))
	case as.Game == g.Row.ID && (as.Ply != g.Before || as.Undone != g.Row.Undone):
		// A message that was sent again by accident ends nothing.
		a.problem(c, club.Refuse("resign-stale"))
		o.board = true
	default:
		o.resign = &c
	}
	return nil
}

// plays notes plies to be played in a game.
func (a *answer) plays(p command.Play) error {
	c := p.Line
	if p.Accepts && a.ordered(p.Game) == nil {
		if ok, err := a.beginWith(p); err != nil || !ok {
			return err
		}
	}
	o, err := a.orderFor(c, p.Game)
	if err != nil || o == nil {
		return err
	}
	a.messages.Of(o.game, o.me)
	if p.Question {
		a.problem(c, club.Refuse("question"))
		o.fail()
		return nil
	}
	if o.failed {
		return nil // only the first refusal is told
	}
	refusal, err := club.Refused(try(o.trial, p))
	if err != nil {
		return err
	}
	if refusal != nil {
		a.problem(c, refusal)
		o.fail()
		return nil
	}
	o.lines = append(o.lines, c.Text)
	return nil
}

func try(t *club.TurnTrial, p command.Play) error {
	if p.Numbered {
		return t.PlayNumber(p.Number, p.Text)
	}
	return t.PlayLine(p.Text)
}

// beginWith accepts an invitation by the first ply of its game. It reports false if the line is
// done with, because the ply cannot be played.
func (a *answer) beginWith(p command.Play) (bool, error) {
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
	refusal, err := club.Refused(try(club.TryStart(g, i.ID, a.lang), p))
	if err != nil {
		return false, err
	}
	if refusal != nil {
		a.problem(p.Line, refusal)
		return false, a.showInvitation(*i)
	}
	_, err = club.Accept(a.tx, me, i.ID)
	return err == nil, err
}

// settleGames carries out what the message wants of each game, and tells both players.
func (a *answer) settleGames() error {
	for _, o := range a.games {
		a.contradiction(o)
		if o.failed {
			a.rejectOrders(o)
		}
	}
	if err := a.speak(); err != nil {
		return err
	}
	for _, o := range a.games {
		if err := a.settle(o); err != nil {
			return err
		}
	}
	for _, o := range a.games {
		if err := a.passOn(o); err != nil {
			return err
		}
		if err := a.messages.Notes(o.game, o.me, o.notes); err != nil {
			return err
		}
	}
	return nil
}

// contradiction refuses the plies of a message together with what contradicts them, if they could
// be played.
func (a *answer) contradiction(o *orders) {
	switch {
	case len(o.lines) == 0 || o.failed:
	case o.undo != nil && o.undoContradicts:
		a.problem(*o.undo, club.Refuse("move-and-undo"))
		o.undo = nil
		o.fail()
	case o.answer != nil && o.yesContradicts:
		a.problem(*o.answer, club.Refuse("move-and-yes"))
		o.answer = nil
		o.fail()
	}
}

// rejectOrders drops what the message wants of a game in which its plies cannot be played.
func (a *answer) rejectOrders(o *orders) {
	held := &a.receipt.Held
	*held = append(*held, o.lines...)
	for _, c := range []*command.Line{o.resign, o.abort, o.give, o.draw, o.undo, o.answer} {
		if c != nil {
			*held = append(*held, c.Text)
		}
	}
	for _, c := range o.ifs {
		*held = append(*held, c.Text)
	}
	said := o.said
	o.forgo()
	o.said = said // which go back to the writer
}

// settle carries out what the message wants of one game, and tells its players.
func (a *answer) settle(o *orders) error {
	touched, listed := o.touched(), false
	if touched {
		var err error
		if listed, err = a.carry(o); err != nil {
			return err
		}
		if err := a.handler.Bots.Act(a.tx, o.game); err != nil {
			return err
		}
	}
	if c := o.publish; c != nil {
		if err := a.outcome(*c, club.PublishNotes(a.tx, o.game, o.me)); err != nil {
			return err
		}
	}
	var err error
	switch {
	case touched:
		// If the stored conditionals are listed, the move must be shown too.
		err = a.messages.Settled(o.game, o.me, o.board || listed && len(o.lines) > 0)
	case o.failed || o.board:
		err = a.messages.ShowFrom(o.game, o.me, o.from)
	}
	if err == nil && listed {
		err = a.messages.Conditionals(o.game, o.me)
	}
	if err != nil {
		return err
	}
	for _, c := range o.previews {
		a.preview(o, c)
	}
	for _, plies := range o.asked {
		if r, refusal := tryPreview(o.game, a.lang, plies); refusal == nil {
			a.messages.Preview(o.game, o.me, r)
		}
	}
	return nil
}

// carry carries out what the message wants of a game, and reports whether the writer is to
// see the stored conditionals.
func (a *answer) carry(o *orders) (listed bool, err error) {
	want := club.GameRequest{
		AsOf: a.asOf(), Arrived: a.in.ArrivedAt, Plies: o.trial.Plies(),
		Resign: o.resign != nil, Abort: o.abort != nil, Draw: o.draw != nil, Undo: o.undo != nil,
	}
	if o.give != nil {
		want.Give = o.give.Do.(command.Give).Time
	}
	switch {
	case o.answer != nil && o.yes:
		want.Answer = club.AnswerYes
	case o.answer != nil:
		want.Answer = club.AnswerNo
	}
	for _, c := range o.ifs {
		want.Ifs = append(want.Ifs, c.Do.(command.SetConditionals).Lines)
	}
	out, err := club.CarryOut(a.tx, o.game, o.me, want)
	if err != nil {
		return false, err
	}
	return a.report(o, out), nil
}

// report notes what was carried out in a game, and reports whether the writer is to see the
// stored conditionals.
func (a *answer) report(o *orders, out club.RequestOutcome) (listed bool) {
	note := func(c *command.Line, refusal *club.Refusal) {
		switch {
		case c == nil:
		case refusal != nil:
			a.problem(*c, refusal)
		default:
			a.done(*c)
		}
	}
	note(o.answer, out.Answer)
	note(o.abort, out.Abort)
	note(o.give, out.Give)
	note(o.draw, out.Draw)
	note(o.undo, out.Undo)
	for i := range o.ifs {
		note(&o.ifs[i], out.Ifs[i].Refusal)
		listed = listed || out.Ifs[i].Listed
	}
	for _, line := range o.lines {
		a.doneLine(line)
	}
	note(o.resign, nil)
	return listed
}

// preview shows the writer the board after a line of play.
func (a *answer) preview(o *orders, c command.Line) {
	g := o.game
	if g.Over() {
		a.problem(c, club.Refuse("over"))
		return
	}
	r, refusal := tryPreview(g, a.lang, c.Do.(command.Preview).Plies)
	if refusal != nil {
		a.problem(c, refusal)
		return
	}
	a.done(c)
	a.messages.Preview(g, o.me, r)
}

// tryPreview plays plies of both sides on a copy of a game's record.
func tryPreview(g *club.Game, lang, text string) (*rules.Record, *club.Refusal) {
	r := g.Record.In(lang)
	words := rules.PlyWords(text, command.Most)
	if len(words) == 0 {
		return nil, club.Refuse("usage", "preview")
	}
	for len(words) > 0 {
		n := r.Len() - g.Record.Len() + 1
		if r.Outcome().Over() {
			return nil, club.Refuse("preview-over", n-1)
		}
		m, taken, err := rules.TakePly(r, words)
		if err == nil {
			err = r.Play(m)
		}
		if err != nil {
			return nil, club.Refuse("preview-move", n, words[0], club.RulesError{Game: g.Rules, Err: err})
		}
		words = words[taken:]
	}
	return r, nil
}
