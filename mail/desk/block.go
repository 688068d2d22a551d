package desk

import (
	"strings"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/templates"
)

func blockVerb() verb {
	return verb{
		name:   "block",
		proven: true,
		run:    (*session).block,
	}
}

// block keeps the invitations of somebody away, and declines those that stand.
// The other is not told of the block.
func (s *session) block(c command) error {
	other, err := s.whomToBlock(c)
	if err != nil || other == nil {
		return err
	}
	sec := &templates.Blocked{Who: other.Name}
	if strings.Contains(c.args, "@") {
		sec.Who = other.Address // what the writer knows; a name would be news
	}
	if sec.Already, err = s.tx.Blocked(s.player.ID, other.ID); err != nil {
		return err
	}
	if err := s.tx.Block(s.player.ID, other.ID); err != nil {
		return err
	}
	open, err := s.tx.OpenInvitations(s.player.ID)
	if err != nil {
		return err
	}
	r := s.reply(s.player) // ours comes first
	for _, i := range open {
		if i.Challenger != other.ID {
			continue
		}
		if _, err := s.endInvitation(i, db.InvitationDeclined); err != nil {
			return err
		}
		r.aboutInvitation(i)
		sec.Declined++
	}
	running, err := s.tx.GamesOf(s.player.ID, false, -1)
	if err != nil {
		return err
	}
	for _, g := range running {
		if g.Black == other.ID || g.White == other.ID {
			sec.Running++
		}
	}
	s.done(c)
	r.add(sec)
	return nil
}

// whomToBlock reads an address, or takes the other player of the invitation or
// game at hand. It answers the writer and returns nil when there is nobody.
func (s *session) whomToBlock(c command) (*db.Player, error) {
	words := addressFirst(c.args)
	if len(words) > 0 {
		if !strings.Contains(words[0], "@") {
			s.hint(c, nil, "usage", "block") // "block the road" is talk
			return nil, nil
		}
		address, err := mail.ParseAddress(words[0])
		if err != nil {
			s.problem(c, "bad-address", words[0])
			return nil, nil
		}
		switch mail.Key(address.Addr) {
		case mail.Key(s.player.Address):
			s.problem(c, "block-yourself")
			return nil, nil
		case mail.Key(s.desk.robot.Address):
			s.problem(c, "block-robot")
			return nil, nil
		}
		p, err := s.playerAt(address)
		if err == nil && p.ID == s.player.ID { // by the second address
			s.problem(c, "block-yourself")
			return nil, nil
		}
		return &p, err
	}
	id := s.named(c)
	i, err := s.invitation(id)
	if err != nil {
		return nil, err
	}
	if i == nil || i.Other(s.player.ID) == 0 {
		s.problem(c, "block-whom")
		return nil, nil
	}
	p, err := s.tx.Player(i.Other(s.player.ID))
	return &p, err
}
