package desk

import (
	"turnpost/db"
	"turnpost/templates"
)

// Limits of the list of games: a letter that can still be read.
const (
	maxListed   = 200
	maxBoards   = 20
	maxFinished = 10
)

func gamesVerb() verb {
	return verb{
		name: "games",
		bare: true, words: []string{"open"},
		run: (*session).listGames,
	}
}

func (s *session) listGames(c command) error {
	if c.args == "open" {
		return s.listOpen(c)
	}
	list := &templates.Games{}
	running, err := s.tx.GamesOf(s.player.ID, false, maxListed)
	if err != nil {
		return err
	}
	for _, g := range running {
		line, waiting, err := s.gameLine(g, len(list.Waiting) < maxBoards)
		if err != nil {
			return err
		}
		if len(list.Waiting) >= maxPictures {
			line.Board.Picture = ""
		}
		if waiting {
			list.Waiting = append(list.Waiting, line)
		} else {
			list.Others = append(list.Others, line)
		}
	}
	over, err := s.tx.GamesOf(s.player.ID, true, maxFinished)
	if err != nil {
		return err
	}
	for _, g := range over {
		line, _, err := s.gameLine(g, false)
		if err != nil {
			return err
		}
		list.Finished = append(list.Finished, line)
	}
	open, err := s.tx.OpenInvitations(s.player.ID)
	if err != nil {
		return err
	}
	for _, i := range open {
		line, err := s.invitationLine(i)
		if err != nil {
			return err
		}
		list.Invitations = append(list.Invitations, line)
	}
	s.done(c)
	s.reply(s.player).alone().add(list)
	return nil
}

// gameLine is a game in the list, with its board if it waits for the writer.
func (s *session) gameLine(g db.Game, board bool) (line templates.GameLine, waiting bool, err error) {
	t, err := s.desk.openTable(s.tx, g, s.player.ID)
	if err != nil {
		return line, false, err
	}
	line = templates.GameLine{
		Game: g.ID, Title: t.rules.Title, Opponent: t.player(t.me.Opponent()).Name,
		Side: t.me.String(), Next: t.record.Len() + 1,
	}
	if g.Over() {
		line.Result, line.Reason = ending(t, t.me, s.player)
		return line, false, nil
	}
	waiting = t.turn() == t.me
	if waiting && board {
		line.Board = s.board(t.rules, t.record.Position(), t.me, s.player)
	}
	return line, waiting, nil
}

func (s *session) invitationLine(i db.Invitation) (templates.InvitationLine, error) {
	g, err := s.desk.game(i.Rules)
	if err != nil {
		return templates.InvitationLine{}, err
	}
	other := db.Player{Name: anyone}
	if id := i.Other(s.player.ID); id != 0 {
		if other, err = s.tx.Player(id); err != nil {
			return templates.InvitationLine{}, err
		}
	}
	return templates.InvitationLine{Game: i.ID, Title: g.Title, Other: other.Name, Mine: i.Challenger == s.player.ID, Anyone: i.Invitee == 0}, nil
}
