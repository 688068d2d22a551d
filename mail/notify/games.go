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
func (m *Messages) Games(p db.Player) error {
	list := &templates.Games{}
	running, err := m.tx.DB.GamesOf(p.ID, false, maxListed)
	if err != nil {
		return err
	}
	company, err := m.tx.Opponents(p.ID, running)
	if err != nil {
		return err
	}
	for _, g := range running {
		line, game, err := m.gameLine(company, g, p)
		if err != nil {
			return err
		}
		waiting := game.Turn() == game.Side(p.ID)
		switch {
		case waiting && len(list.Waiting) < maxBoards:
			line.Board, line.Groups = m.boardOf(game, p), numbered(game.Rules.In(p.Lang), game.Record.Position())
			if len(list.Waiting) >= maxPictures {
				line.Board.Picture = ""
			}
		case !waiting && len(list.Others) < maxSmall:
			line.Board = m.smallBoard(game, p)
		}
		if waiting {
			list.Waiting = append(list.Waiting, line)
		} else {
			list.Others = append(list.Others, line)
		}
	}
	over, err := m.tx.DB.GamesOf(p.ID, true, maxFinished)
	if err != nil {
		return err
	}
	for _, g := range over {
		line, _, err := m.gameLine(company, g, p)
		if err != nil {
			return err
		}
		list.Finished = append(list.Finished, line)
	}
	open, err := m.tx.DB.OpenInvitations(p.ID)
	if err != nil {
		return err
	}
	for _, i := range open {
		line, err := m.invitationLine(i, p)
		if err != nil {
			return err
		}
		if line.Anyone = i.Invitee == 0; i.Other(p.ID) == 0 {
			line.Other = club.Anyone
		}
		list.Invitations = append(list.Invitations, line)
	}
	m.to(p).alone().add(list)
	return nil
}

// gameLine is a game in a player's list, without its board. company is the players of the
// games in the list.
func (m *Messages) gameLine(company *club.Opponents, g db.Game, p db.Player) (line templates.GameLine, game *club.Game,
	err error) {
	if game, err = m.tx.OpenAmong(company, g); err != nil {
		return line, game, err
	}
	side := game.Side(p.ID)
	line = templates.GameLine{
		Game: g.ID, Title: game.Rules.Title, Opponent: named(game.Opponent(side)),
		Side: side.String(), Next: game.Record.Len() + 1,
	}
	if g.Over() {
		line.Result, line.Reason = ending(game, side, p)
		return line, game, nil
	}
	shown, err := m.clock(game, p)
	line.Due, line.Standing = shown.due, shown.standing
	if !line.Due.IsZero() && !line.Due.After(m.tx.Now()) {
		line.Grace = shown.grace
	}
	return line, game, err
}

// invitationLine is an invitation in a player's list, without a name of the other side if it
// is open to anyone.
func (m *Messages) invitationLine(i db.Invitation, reader db.Player) (templates.InvitationLine, error) {
	g, err := m.tx.Club.RulesOf(i)
	if err != nil {
		return templates.InvitationLine{}, err
	}
	line := templates.InvitationLine{Game: i.ID, Title: g.Title, Mine: i.Challenger == reader.ID}
	if other := i.Other(reader.ID); other != 0 {
		p, err := m.tx.DB.Player(other)
		if err != nil {
			return line, err
		}
		line.Other = named(m.knownTo(reader, p))
	}
	return line, nil
}

// Of says that the message to a player of a game belongs to the game.
func (m *Messages) Of(g *club.Game, side rules.Side) { m.to(g.Player(side)).of(g) }

// History lists the plies of a game for one of its players.
func (m *Messages) History(g *club.Game, side rules.Side) error {
	plies, err := m.tx.DB.Plies(g.Row.ID)
	if err != nil {
		return err
	}
	reader := g.Player(side)
	timed := listPlies(g, reader, 1, len(plies))
	for i, p := range plies {
		timed[i].At = LocalTime(reader, p.PlayedAt)
	}
	m.to(reader).of(g).add(&templates.History{
		Game: g.Row.ID, Title: g.Rules.Title, Black: named(m.knownTo(reader, g.Black)),
		White:  named(m.knownTo(reader, g.White)),
		Plies:  timed,
		Result: string(g.Row.Result),
		Reason: g.Rules.In(reader.Lang).Reason(rules.Outcome{Reason: g.Row.Reason}),
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
func (m *Messages) Preview(g *club.Game, side rules.Side, r *rules.Record) {
	reader := g.Player(side)
	sec := &templates.LinePreview{
		Game: g.Row.ID, Title: g.Rules.Title, Side: side.String(), Opponent: named(g.Opponent(side)),
		Plies:  pliesOf(g.Rules.In(reader.Lang), r, g.Record.Len()+1, r.Len()),
		Board:  m.board(r.Position(), r.Tail(rules.Marked), g.Rules, side, reader),
		ToMove: templates.MoverOpponent, Legal: len(r.Legal()),
		LastOfThree: r.Occurrences() == rules.Drawn-1,
	}
	switch o := r.Outcome(); {
	case o.Over():
		sec.ToMove, sec.Reason = templates.MoverNobody, g.Rules.In(reader.Lang).Reason(o)
		switch o.Result {
		case rules.Draw:
			sec.Result = templates.Drawn
		case rules.Wins(side):
			sec.Result = templates.Won
		default:
			sec.Result = templates.Lost
		}
	case r.Turn() == side:
		sec.ToMove = templates.MoverYou
	}
	m.to(reader).of(g).add(sec)
}

// Conditionals lists a player's own conditional lines in a game.
func (m *Messages) Conditionals(g *club.Game, side rules.Side) error {
	lines, err := m.tx.Conditionals(g, side)
	if err != nil {
		return err
	}
	if len(lines) == 0 && len(m.newsOf(g).bySide[side]) > 0 {
		return nil // the message says what became of them
	}
	var texts []string
	for _, l := range lines.Lines() {
		texts = append(texts, rules.SpellConditional(g.TurnBegin(), l, g.Rules.In(g.Player(side).Lang).Say).String())
	}
	m.to(g.Player(side)).of(g).add(&templates.Conditionals{
		Game: g.Row.ID, Title: g.Rules.Title, Opponent: named(g.Opponent(side)), Lines: texts,
	})
	return nil
}
