package handler

import (
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/rules"
)

// carryOutGames carries out what the message wants of each game, and tells both players.
func (a *answer) carryOutGames() error {
	for _, o := range a.games {
		a.refuseContradiction(o)
		if o.failed {
			a.rejectOrders(o)
		}
	}
	a.returnWords()
	if a.leaving == "" { // else they go to all opponents
		if err := a.storeWords(); err != nil {
			return err
		}
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

// carryOutGame carries out what the message wants of one game, and tells its players.
func (a *answer) carryOutGame(o *orders) error {
	touched, listed := o.changesGame(), false
	if touched {
		var err error
		if listed, err = a.applyOrders(o); err != nil {
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

// applyOrders carries out what the message wants of a game, and reports whether the writer is to
// see the stored conditionals.
func (a *answer) applyOrders(o *orders) (listed bool, err error) {
	want := club.GameRequest{
		AsOf: a.seenBoard(), Arrived: a.in.ArrivedAt, Plies: o.trial.Plies(),
		Resign: o.resign != nil, Abort: o.abort != nil, Draw: o.draw != nil, Undo: o.undo != nil,
	}
	if o.give != nil {
		want.Give = o.give.Do.(command.Give).Time
	}
	want.Forgive = o.forgive != nil
	if o.rest != nil {
		do := o.rest.Do.(command.Break)
		if want.Break = do.Time; do.Off {
			want.Break = club.EndBreak
		}
	}
	switch {
	case o.answer != nil && o.yes:
		want.Answer = club.AnswerYes
		if want.Asked, err = a.writtenAt(); err != nil {
			return false, err
		}
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
func (r *receipt) noteOutcomes(o *orders, out club.RequestOutcome) (listed bool) {
	note := func(c *command.Line, refusal *club.Refusal) {
		switch {
		case c == nil:
		case refusal != nil:
			r.refuse(*c, refusal)
		default:
			r.noteDone(*c)
		}
	}
	note(o.answer, out.Answer)
	note(o.abort, out.Abort)
	note(o.give, out.Give)
	note(o.draw, out.Draw)
	note(o.undo, out.Undo)
	note(o.forgive, out.Forgive)
	note(o.rest, out.Break)
	for i := range o.ifs {
		note(&o.ifs[i], out.Ifs[i].Refusal)
		listed = listed || out.Ifs[i].Listed
	}
	for _, line := range o.lines {
		r.noteDoneLine(line)
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
