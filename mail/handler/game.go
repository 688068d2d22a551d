package handler

import (
	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/club/tournament"
	"turnpost/mail/command"
	"turnpost/rules"
)

// gatherGameCommand carries out the commands of a game under way.
func (a *answer) gatherGameCommand(in command.Do) error {
	c := in.Line
	switch c.Do.(type) {
	case command.Preview:
		return a.gatherPreview(in)
	case command.SetConditionals:
		return a.gatherOrder(c, in.Game, false, func(o *orders) { o.ifs = append(o.ifs, c) })
	case command.Draw:
		return a.gatherOrder(c, in.Game, false, func(o *orders) { o.draw = &c })
	case command.Abort:
		return a.gatherOrder(c, in.Game, false, func(o *orders) { o.abort = &c })
	case command.Give:
		return a.gatherOrder(c, in.Game, false, func(o *orders) { o.give = &c })
	case command.Undo:
		return a.gatherOrder(c, in.Game, true, func(o *orders) { o.undo, o.undoContradicts = &c, in.Contradicts })
	}
	return a.gatherResignation(in)
}

// gatherPreview notes plies that the writer wants to see on the board, after those that the
// message plays.
func (a *answer) gatherPreview(in command.Do) error {
	o, err := a.ordersFor(in.Line, in.Game)
	if err != nil || o == nil {
		return err
	}
	a.messages.Of(o.game, o.me)
	o.previews = append(o.previews, in.Line)
	return nil
}

// answerQuestion carries out a yes or no: to a question about leaving, or to an offer in a game.
func (a *answer) answerQuestion(in command.Answer) error {
	c, yes := in.Line, in.Yes
	switch in.To {
	case mail.AsksStop, mail.AsksForget:
		if a.asked != db.LeaveKind(in.To) {
			a.refuse(c, club.Refuse("nothing-asked"))
			return nil
		}
		return a.confirmLeaving(c, yes)
	case mail.AsksLeave:
		asked, err := tournament.AnswerLeave(a.tx, a.writer.Player, dated(a.writer.ReplyToken), yes)
		switch {
		case err != nil:
		case asked:
			a.noteDone(c)
		default:
			a.refuse(c, club.Refuse("nothing-asked"))
		}
		return err
	}
	return a.gatherOrder(c, in.Game, in.To == mail.AsksResume, func(o *orders) {
		if o.answer != nil && o.yes != yes {
			a.refuse(c, club.Refuse("yes-and-no"))
			o.answer = nil
			return
		}
		o.answer, o.yes, o.yesContradicts = &c, yes, in.Contradicts
	})
}

// gatherResignation notes that the writer resigns a game, after the plies of the message.
func (a *answer) gatherResignation(in command.Do) error {
	c := in.Line
	o, err := a.ordersFor(c, in.Game)
	if err != nil || o == nil {
		return err
	}
	a.messages.Of(o.game, o.me)
	g, as := o.game, a.seenBoard()
	switch {
	case o.trial.Over():
		a.refuse(c, club.Refuse("over"))
	case as.Game == g.Row.ID && (as.Ply != g.Before || as.Undone != g.Row.Undone):
		// A message that was sent again by accident ends nothing.
		a.refuse(c, club.Refuse("resign-stale"))
		o.board = true
	default:
		o.resign = &c
	}
	return nil
}

// gatherPlies notes plies to be played in a game.
func (a *answer) gatherPlies(p command.Play) error {
	c := p.Line
	if p.Accepts && a.findOrders(p.Game) == nil {
		if ok, err := a.acceptByPly(p); err != nil || !ok {
			return err
		}
	}
	o, err := a.ordersFor(c, p.Game)
	if err != nil || o == nil {
		return err
	}
	a.messages.Of(o.game, o.me)
	if p.Question {
		a.refuse(c, club.Refuse("question"))
		o.failPlies()
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
		a.refuse(c, refusal)
		o.failPlies()
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
	refusal, err := club.Refused(try(club.TryStart(g, i.ID, a.lang), p))
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

// carryOutGames carries out what the message wants of each game, and tells both players.
func (a *answer) carryOutGames() error {
	for _, o := range a.games {
		a.refuseContradiction(o)
		if o.failed {
			a.rejectOrders(o)
		}
	}
	if err := a.storeWords(); err != nil {
		return err
	}
	for _, o := range a.games {
		if err := a.carryOutGame(o); err != nil {
			return err
		}
	}
	for _, o := range a.games {
		if err := a.passOnWords(o); err != nil {
			return err
		}
		if err := a.messages.Notes(o.game, o.me, o.notes); err != nil {
			return err
		}
	}
	return nil
}

// refuseContradiction refuses the plies of a message together with what contradicts them, if they could
// be played.
func (a *answer) refuseContradiction(o *orders) {
	switch {
	case len(o.lines) == 0 || o.failed:
	case o.undo != nil && o.undoContradicts:
		a.refuse(*o.undo, club.Refuse("move-and-undo"))
		o.undo = nil
		o.failPlies()
	case o.answer != nil && o.yesContradicts:
		a.refuse(*o.answer, club.Refuse("move-and-yes"))
		o.answer = nil
		o.failPlies()
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
	o.clearChanges()
	o.said = said // which go back to the writer
}

// carryOutGame carries out what the message wants of one game, and tells its players.
func (a *answer) carryOutGame(o *orders) error {
	touched, listed := o.changesGame(), false
	if touched {
		var err error
		if listed, err = a.changeGame(o); err != nil {
			return err
		}
		if err := a.handler.Bots.Act(a.tx, o.game); err != nil {
			return err
		}
	}
	if c := o.publish; c != nil {
		if err := a.noteOutcome(*c, club.PublishNotes(a.tx, o.game, o.me)); err != nil {
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
		a.showPreview(o, c)
	}
	for _, plies := range o.asked {
		if r, refusal := playPreview(o.game, a.lang, plies); refusal == nil {
			a.messages.Preview(o.game, o.me, r)
		}
	}
	return nil
}

// changeGame carries out what the message wants of a game, and reports whether the writer is to
// see the stored conditionals.
func (a *answer) changeGame(o *orders) (listed bool, err error) {
	want := club.GameRequest{
		AsOf: a.seenBoard(), Arrived: a.in.ArrivedAt, Plies: o.trial.Plies(),
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
	return a.noteOutcomes(o, out), nil
}

// noteOutcomes notes what was carried out in a game, and reports whether the writer is to see the
// stored conditionals.
func (a *answer) noteOutcomes(o *orders, out club.RequestOutcome) (listed bool) {
	note := func(c *command.Line, refusal *club.Refusal) {
		switch {
		case c == nil:
		case refusal != nil:
			a.refuse(*c, refusal)
		default:
			a.noteDone(*c)
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
		a.noteDoneLine(line)
	}
	note(o.resign, nil)
	return listed
}

// showPreview shows the writer the board after a line of play.
func (a *answer) showPreview(o *orders, c command.Line) {
	g := o.game
	if g.Over() {
		a.refuse(c, club.Refuse("over"))
		return
	}
	r, refusal := playPreview(g, a.lang, c.Do.(command.Preview).Plies)
	if refusal != nil {
		a.refuse(c, refusal)
		return
	}
	a.noteDone(c)
	a.messages.Preview(g, o.me, r)
}

// playPreview plays plies of both sides on a copy of a game's record.
func playPreview(g *club.Game, lang, text string) (*rules.Record, *club.Refusal) {
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
