package handler

import (
	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/rules"
)

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

// contradiction refuses a message that plays and also takes back, or ends the game by a yes.
func (a *answer) contradiction(o *orders) {
	g := o.game.Row
	offered := g.Offer != db.NoOffer && g.OfferBy != a.writer.Player
	switch {
	case len(o.lines) == 0 || o.failed:
	case o.undo != nil:
		a.problem(*o.undo, club.Refuse("move-and-undo"))
		o.undo = nil
		o.fail()
	case o.answer != nil && o.yes && offered:
		a.problem(*o.answer, club.Refuse("move-and-yes"))
		o.answer = nil
		o.fail()
	}
}

// rejectOrders drops what the message wants of a game in which its plies cannot be played.
func (a *answer) rejectOrders(o *orders) {
	held := &a.receipt.Held
	*held = append(*held, o.lines...)
	for _, c := range []*command.Line{o.resign, o.abort, o.draw, o.undo, o.answer} {
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
		err = a.messages.Show(o.game, o.me)
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
		if r, refusal := tryPreview(o.game, plies); refusal == nil {
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
	r, refusal := tryPreview(g, c.Do.(command.Preview).Plies)
	if refusal != nil {
		a.problem(c, refusal)
		return
	}
	a.done(c)
	a.messages.Preview(g, o.me, r)
}

// tryPreview plays plies of both sides on a copy of a game's record.
func tryPreview(g *club.Game, text string) (*rules.Record, *club.Refusal) {
	r := g.Record.Clone()
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
