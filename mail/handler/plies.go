package handler

import (
	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/command"
	"turnpost/rules"
)

// readsPlies reads a line that is no command: plies of a game, or talk.
func readsPlies(a *answer, c command.Line) error {
	if !a.looksLikePlies(c) {
		return notPlies(a, c)
	}
	if !a.writer.Proven {
		a.unproven(c)
		return nil
	}
	if done, err := solves(a, c); done || err != nil {
		return err
	}
	if ok, err := beginWith(a, c); err != nil || !ok {
		return err
	}
	o, err := a.orderFor(c)
	if err != nil || o == nil {
		return err
	}
	a.letters.Of(o.table, o.me)
	if c.Question {
		a.problem(c, club.Refuse("question"))
		o.fail()
		return nil
	}
	if o.failed {
		return nil // the first refusal is told; what follows builds on sand
	}
	refusal, err := club.Refused(tryLine(o.trial, c))
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

// tryLine tries the plies of a line, or the ply of its number.
func tryLine(t *club.Trial, c command.Line) error {
	if n, ok := command.ListNumber(c.Args); ok && !t.Reads(c.Args) {
		return t.PlayNumber(n, c.Args)
	}
	return t.PlayLine(command.Joined(c.Args))
}

// notPlies keeps a line that has not the form of plies as talk, unless it looks
// like something else that was meant for us.
func notPlies(a *answer, c command.Line) error {
	r := a.desk.reader
	if c.MisplacedIf(a.candidates(c)) {
		a.problem(c, club.Refuse("if-first"))
		return nil
	}
	if word := c.BareWord(); word != "" {
		if _, _, ok := r.Called(word, ""); ok && c.Question {
			a.hint(c, &club.Refusal{Code: "question", Near: []string{word}})
		} else if near := r.Near(word, a.reading.lang); len(near) > 0 {
			// A slip of the pen beside a move is no word for the opponent.
			a.problem(c, &club.Refusal{Code: "unknown", Near: near})
			return nil
		}
	} else if v, langs, ok := r.Called(command.FirstWord(c.Args), ""); ok && v.Bare && !(atPuzzle(a) && (v.Name == "yes" || v.Name == "no")) {
		a.hint(c, &club.Refusal{Code: "unknown", Near: []string{answering(a, v, command.FirstWord(c.Args), langs)}})
	} else if meant := command.Respelt(r, c.Typed, a.reading.lang); meant != "" {
		a.hint(c, &club.Refusal{Code: "unknown", Near: []string{meant}})
	}
	if c.Game == 0 {
		a.talks(c)
		return nil
	}
	// It names a game and says nothing that can be understood of it.
	i, err := a.tx.Invitation(c.Game, a.writer.Player)
	if i == nil {
		a.problem(c, club.Refuse("no-such-game", c.Game))
	} else {
		a.problem(c, club.Refuse("unknown"))
	}
	return err
}

// beginWith begins a game that the writer is invited to and has the first ply
// of, when a line is that ply: to play is to accept. It reports false when the
// line was answered otherwise.
func beginWith(a *answer, c command.Line) (bool, error) {
	me := a.writer.Player
	i, err := a.tx.Invitation(a.named(c), me)
	if err != nil {
		return false, err
	}
	if i == nil || i.State != db.InvitationOpen || i.Black() != me || i.Invitee != me {
		return true, nil
	}
	g, err := a.desk.Club.Rules(i.Rules)
	if err != nil {
		return false, err
	}
	// Tried on a board of its own: a ply that cannot be played accepts nothing.
	refusal, err := club.Refused(tryLine(club.TryStart(g, i.ID, rules.Black), c))
	if err != nil {
		return false, err
	}
	if refusal != nil {
		a.problem(c, refusal)
		return false, a.showInvitation(*i)
	}
	_, err = club.Accept(a.tx, me, i.ID)
	return err == nil, err
}
