package desk

import (
	"turnpost/db"
	"turnpost/templates"
)

// What a player may be asked to confirm before it is done.
const (
	askedStop   = "stop"
	askedForget = "forget"
)

// ask asks the writer to confirm with a reply what cannot be undone.
func (s *session) ask(c command, what string) error {
	sec := &templates.Asking{What: what}
	var err error
	if sec.Games, sec.Invitations, err = s.holdings(); err != nil {
		return err
	}
	s.player.Asked = what
	if err := s.tx.SavePlayer(s.player); err != nil {
		return err
	}
	s.done(c)
	s.reply(s.player).alone().add(sec)
	return nil
}

// holdings counts the writer's running games and open invitations.
func (s *session) holdings() (games, invitations int, err error) {
	running, err := s.tx.GamesOf(s.player.ID, false, -1)
	if err != nil {
		return 0, 0, err
	}
	open, err := s.tx.OpenInvitations(s.player.ID)
	return len(running), len(open), err
}

// confirm answers what the writer was asked before something was done that
// cannot be undone. It reports false when the word answers something else: it
// names a game, stands in a reply about one, or nothing was asked.
func (s *session) confirm(c command, yes bool) (handled bool, err error) {
	if c.game != 0 || s.ticket.game != 0 || s.asked == "" {
		return false, nil
	}
	what := s.asked
	s.asked = ""
	s.done(c)
	if !yes {
		s.reply(s.player).alone().add(&templates.Kept{What: what})
		return true, nil
	}
	s.leaving = what
	return true, nil
}

// takeQuestion takes the question that waits for a proven writer's answer: it
// lapses unless this letter answers it.
func (s *session) takeQuestion() error {
	if !s.proven || s.player.Asked == "" || s.ticket.held != 0 {
		return nil
	}
	s.asked, s.player.Asked = s.player.Asked, ""
	return s.tx.SavePlayer(s.player)
}

// leave carries out what the writer has confirmed: every running game is
// resigned, every open invitation ends, each of the others gets one letter, and
// the writer a last one.
func (s *session) leave() error {
	last := s.reply(s.player).alone() // before the silence begins
	running, err := s.tx.GamesOf(s.player.ID, false, -1)
	if err != nil {
		return err
	}
	for _, g := range running {
		if err := s.leaveGame(g); err != nil {
			return err
		}
	}
	invitations, err := s.endInvitations()
	if err != nil {
		return err
	}
	return s.lastLetter(last, len(running), invitations)
}

// endInvitations ends every open invitation of the writer's, and counts them.
func (s *session) endInvitations() (int, error) {
	open, err := s.tx.OpenInvitations(s.player.ID)
	if err != nil {
		return 0, err
	}
	for _, i := range open {
		state := db.InvitationDeclined
		if i.Challenger == s.player.ID {
			state = db.InvitationWithdrawn
		}
		if _, err := s.endInvitation(i, state); err != nil {
			return 0, err
		}
	}
	return len(open), nil
}

// leaveGame resigns one game. Plies of the same letter do not count.
func (s *session) leaveGame(g db.Game) error {
	t, err := s.table(g.ID)
	if err != nil {
		return err
	}
	t.fail()
	t.forgo()
	t.started, t.show = false, false
	t.resign = &command{line: "resign"}
	if err := s.commit(t); err != nil {
		return err
	}
	t.failed, t.resign = false, nil
	if err := s.tell(t, s.allTalk()); err != nil {
		return err
	}
	_, err = s.show(t, t.me.Opponent(), nil)
	return err
}

// lastLetter writes to the writer for the last time, and begins the silence.
func (s *session) lastLetter(last *reply, games, invitations int) error {
	if s.leaving == askedForget {
		last.add(&templates.Forgotten{Address: s.player.Address, Games: games})
		return nil
	}
	last.add(&templates.Stopped{Games: games, Invitations: invitations})
	s.player.StoppedAt = s.tx.Now
	return s.tx.SavePlayer(s.player)
}
