package desk

import "turnpost/db"

func rematchVerb() verb {
	return verb{
		name: "rematch",
		bare: true, proven: true,
		run: (*session).rematch,
	}
}

// rematch invites the opponent of a finished game to the same game, pace and
// rating with sides swapped; or accepts it, if the opponent asked first.
func (s *session) rematch(c command) error {
	if c.game == 0 && s.ticket.game == 0 {
		over, err := s.tx.GamesOf(s.player.ID, true, 1)
		if err != nil {
			return err
		}
		if len(over) == 0 {
			s.problem(c, "no-rematch")
		} else {
			s.problem(c, "which-rematch", over[0].ID)
		}
		return nil
	}
	t, err := s.gameOf(c)
	if err != nil || t == nil {
		return err
	}
	if !t.over() {
		t.show = true
		s.problem(c, "not-over", t.game.ID)
		return nil
	}
	opponent := t.player(t.me.Opponent())
	asked, err := s.askedRematch(t, opponent)
	if err != nil {
		return err
	}
	if asked != nil {
		if _, err := s.begin(*asked); err != nil {
			return err
		}
		s.done(c)
		return nil
	}
	p, err := parsePace(t.game.Pace)
	if err != nil {
		return err
	}
	o := order{game: t.rules, side: t.me.Opponent(), pace: p, rated: t.game.Rated}
	return s.invite(c, o, opponent, s.ownWords(s.wordsBelow()))
}

// askedRematch is the opponent's own open invitation to the rematch of a game,
// or nil.
func (s *session) askedRematch(t *table, opponent db.Player) (*db.Invitation, error) {
	open, err := s.tx.OpenInvitations(s.player.ID)
	if err != nil {
		return nil, err
	}
	for _, i := range open {
		if i.Challenger == opponent.ID && i.Rules == t.game.Rules && i.Pace == t.game.Pace &&
			i.Rated == t.game.Rated && sideIn(i, s.player.ID) == t.me.Opponent() {
			return &i, nil
		}
	}
	return nil, nil
}
