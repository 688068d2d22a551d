package notify

import (
	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
	"turnpost/templates"
)

// Limits of the list of games, so that it can be read.
const (
	maxListed   = 200
	maxBoards   = 20
	maxFinished = 10
)

// Games lists a player's games and invitations.
func (l *Messages) Games(p db.Player) error {
	list := &templates.Games{}
	running, err := l.tx.DB.GamesOf(p.ID, false, maxListed)
	if err != nil {
		return err
	}
	company, err := l.tx.Opponents(p.ID, running)
	if err != nil {
		return err
	}
	for _, g := range running {
		line, t, err := l.gameLine(company, g, p)
		if err != nil {
			return err
		}
		waiting := t.Turn() == t.Side(p.ID)
		switch {
		case waiting && len(list.Waiting) < maxBoards:
			line.Board = l.boardOf(t, p)
			if len(list.Waiting) >= maxPictures {
				line.Board.Picture = ""
			}
		case !waiting && len(list.Others) < maxSmall:
			line.Board = l.smallBoard(t, p)
		}
		if waiting {
			list.Waiting = append(list.Waiting, line)
		} else {
			list.Others = append(list.Others, line)
		}
	}
	over, err := l.tx.DB.GamesOf(p.ID, true, maxFinished)
	if err != nil {
		return err
	}
	for _, g := range over {
		line, _, err := l.gameLine(company, g, p)
		if err != nil {
			return err
		}
		list.Finished = append(list.Finished, line)
	}
	open, err := l.tx.DB.OpenInvitations(p.ID)
	if err != nil {
		return err
	}
	for _, i := range open {
		line, err := l.invitationLine(i, p.ID)
		if err != nil {
			return err
		}
		if line.Anyone = i.Invitee == 0; i.Other(p.ID) == 0 {
			line.Other = club.Anyone
		}
		list.Invitations = append(list.Invitations, line)
	}
	l.to(p).alone().add(list)
	return nil
}

// gameLine is a game in a player's list, without its board. company is the players of the
// games in the list.
func (l *Messages) gameLine(company *club.Opponents, g db.Game, p db.Player) (line templates.GameLine, t *club.Game,
	err error) {
	if t, err = l.tx.OpenAmong(company, g); err != nil {
		return line, t, err
	}
	side := t.Side(p.ID)
	line = templates.GameLine{
		Game: g.ID, Title: t.Rules.Title, Opponent: named(t.Player(side.Opponent())),
		Side: side.String(), Next: t.Record.Len() + 1,
	}
	if g.Over() {
		line.Result, line.Reason = ending(t, side, p)
		return line, t, nil
	}
	shown, err := l.clock(t, p)
	line.Due, line.Standing = shown.due, shown.standing
	if !line.Due.IsZero() && !line.Due.After(l.tx.Now()) {
		line.Grace = shown.grace
	}
	return line, t, err
}

// invitationLine is an invitation in a player's list, without a name of the other side if it
// is open to anyone.
func (l *Messages) invitationLine(i db.Invitation, reader int64) (templates.InvitationLine, error) {
	g, err := l.tx.Club.Rules(i.Rules)
	if err != nil {
		return templates.InvitationLine{}, err
	}
	line := templates.InvitationLine{Game: i.ID, Title: g.Title, Mine: i.Challenger == reader}
	if other := i.Other(reader); other != 0 {
		p, err := l.tx.DB.Player(other)
		if err != nil {
			return line, err
		}
		line.Other = named(p)
	}
	return line, nil
}

// Of says that the message to a player of a game belongs to the game.
func (l *Messages) Of(t *club.Game, side rules.Side) { l.to(t.Player(side)).of(t) }

// History lists the plies of a game for one of its players.
func (l *Messages) History(t *club.Game, side rules.Side) error {
	plies, err := l.tx.DB.Plies(t.Row.ID)
	if err != nil {
		return err
	}
	reader := t.Player(side)
	timed := listPlies(t, 1, len(plies))
	for i, p := range plies {
		timed[i].At = Shown(reader, p.PlayedAt)
	}
	l.to(reader).of(t).add(&templates.History{
		Game: t.Row.ID, Title: t.Rules.Title, Black: named(t.Black), White: named(t.White),
		Plies:  timed,
		Result: t.Row.Result,
		Reason: t.Rules.In(reader.Lang).Reason(rules.Outcome{Reason: t.Row.Reason}),
	})
	return nil
}

// movesInWords are the legal plies of a position and what each does; nil for a game that has
// no words for them.
func movesInWords(told rules.Game, p rules.Position) []templates.MoveInWords {
	if _, ok := p.(rules.MoveDescriber); !ok {
		return nil
	}
	var out []templates.MoveInWords
	for _, g := range numbered(told, p) {
		for _, m := range g.Moves {
			out = append(out,
				templates.MoveInWords{N: m.N, Move: m.Move, Words: rules.DescribeMove(p, rules.Move(m.Move), told.Say)})
		}
	}
	return out
}

// Preview shows a player the board after a line of play. r has the plies of the line behind
// those of the game.
func (l *Messages) Preview(t *club.Game, side rules.Side, r *rules.Record) {
	reader := t.Player(side)
	sec := &templates.Preview{
		Game: t.Row.ID, Title: t.Rules.Title, Side: side.String(), Opponent: named(t.Player(side.Opponent())),
		Plies:  pliesOf(r, t.Record.Len()+1, r.Len()),
		Board:  l.board(r.Position(), r.Tail(rules.Marked), t.Rules, side, reader),
		ToMove: "opponent", Legal: len(r.Legal()),
		LastOfThree: r.Occurrences() == rules.Drawn-1,
	}
	switch o := r.Outcome(); {
	case o.Over():
		sec.ToMove, sec.Reason = "nobody", t.Rules.In(reader.Lang).Reason(o)
		switch o.Result {
		case rules.Draw:
			sec.Result = "drawn"
		case rules.Wins(side):
			sec.Result = "won"
		default:
			sec.Result = "lost"
		}
	case r.Turn() == side:
		sec.ToMove = "you"
	}
	l.to(reader).of(t).add(sec)
}

// Conditionals lists a player's own conditional lines in a game.
func (l *Messages) Conditionals(t *club.Game, side rules.Side) error {
	lines, err := l.tx.Conditionals(t, side)
	if err != nil {
		return err
	}
	if len(lines) == 0 && len(l.newsOf(t).bySide[side]) > 0 {
		return nil // the message says what became of them
	}
	l.to(t.Player(side)).of(t).add(&templates.Conditionals{
		Game: t.Row.ID, Title: t.Rules.Title, Opponent: named(t.Player(side.Opponent())), Lines: lines.Texts(),
	})
	return nil
}
