package desk

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/trust"
	"turnpost/templates"
)

// identify decides who wrote the letter and whether that is proven; package
// trust says by what. A remark says why the letter is dropped.
func (s *session) identify() (remark string, err error) {
	from := s.letter.From[0]
	tickets := s.tickets()
	s.player, err = s.tx.PlayerByAddress(mail.Key(from.Addr))
	switch {
	case isNotFound(err) && len(tickets) > 0:
		if found, err := s.answersAsAddress(from, tickets); err != nil || found {
			return "", err
		}
		// A stranger with a ticket: forged, or a letter of ours passed on.
		owner, err := s.owner(tickets)
		if err != nil || owner == nil {
			return "a secret that is nobody's, from an unknown address", err
		}
		s.player, s.stranger = *owner, true
		return "", nil
	case isNotFound(err):
		s.newcomer = true
		if s.player, err = s.tx.AddPlayer(from.Addr, mail.Key(from.Addr), displayName(from)); err != nil {
			return "", err
		}
	case err != nil:
		return "", err
	}
	facts := trust.Facts{Senders: len(s.letter.From), Open: s.desk.robot.Open, Foreign: len(tickets) > 0}
	for _, t := range tickets {
		if facts.Own, err = s.own(&t); err != nil {
			return "", err
		}
		if facts.Own {
			s.ticket = t
			break
		}
		if s.claimed == 0 {
			s.claimed = t.game
		}
	}
	if len(tickets) == 0 {
		facts.Server = s.letter.Authenticated(s.desk.robot.AuthservID)
		facts.Signed = s.in.Vouched != "" && s.in.Vouched == mail.Key(from.Addr)
		if facts.Again, err = s.tx.CameBefore(s.in.MessageID, s.in.ID); err != nil {
			return "", err
		}
	}
	s.proven = facts.Proof() != trust.None
	return "", s.welcome(from)
}

// tickets finds what may be tickets in the letter, and takes them out of its
// text.
func (s *session) tickets() []ticket {
	found := append(s.takeTicketLines(), s.desk.robot.tickets(s.letter.To, s.letter.InReplyTo, s.letter.References)...)
	return found[:min(len(found), maxTickets)]
}

// maxTickets is how many tickets of one letter are tried: each costs a search,
// and an answer in the longest of threads has fewer.
const maxTickets = 50

// maxQuestions is how many old questions may still be answered, to be told that
// they are over: as many as forgers can bring in the days that one stands.
const maxQuestions = 150

// own reports whether a ticket was made for the writer, and notes in it what
// for.
func (s *session) own(t *ticket) (bool, error) {
	undone, err := s.undone(t.game)
	if err != nil || t.verify(s.keys, s.player.ID, undone) {
		return err == nil, err
	}
	if t.game != 0 {
		return false, nil
	}
	questions, err := s.tx.HeldOf(s.player.ID, maxQuestions)
	for _, h := range questions {
		if t.answers(s.keys, s.player.ID, questionHeld, h.ID, 0) {
			t.held = h.ID
			return true, nil
		}
	}
	return false, err
}

// vouched returns the folded address that a signature of the letter proves, or
// "". It asks the DNS, so it runs outside of any transaction, and only where
// nothing else proves the writer.
func (d *Desk) vouched(ctx context.Context, in db.Incoming, read parsed) (address string) {
	if d.Verifier == nil || in.TooLarge || d.robot.Open || read.unreadable != nil {
		return ""
	}
	defer func() {
		if r := recover(); r != nil { // our fault, and the letter only stays unproven
			d.log.Error("a signature could not be verified", "letter", in.ID, "error", fmt.Sprintf("panic: %v\n%s", r, debug.Stack()))
			address = ""
		}
	}()
	letter := read.Letter
	if d.nobodys(letter) != "" || letter.Authenticated(d.robot.AuthservID) {
		return ""
	}
	if s := (&session{desk: d, letter: read.own()}); len(s.tickets()) > 0 {
		return ""
	}
	address, why := d.Verifier.Vouch(ctx, in.Raw, letter)
	d.log.Debug("signatures", "letter", in.ID, "proves", address, "why not", why)
	return address
}

// undone is how often plies were taken back in a game; 0 if there is none yet.
func (s *session) undone(game int64) (int, error) {
	g, err := s.tx.Game(game)
	if isNotFound(err) {
		return 0, nil
	}
	return g.Undone, err
}

// welcome notes a first letter, with the name that it is signed with, and ends
// a silence that the player had asked for. An unproven letter does neither to
// somebody whom we know: anyone can write that address.
func (s *session) welcome(from mail.Address) error {
	if s.player.WroteAt.IsZero() && (s.proven || s.newcomer) {
		if lang := s.desk.languageOf(s.letter); lang != "" {
			s.player.Lang = lang
		}
	}
	if s.player.WroteAt.IsZero() && s.proven {
		s.newcomer = true
		s.player.Name, s.player.WroteAt = displayName(from), s.tx.Now
	}
	s.wasSilent = !s.player.StoppedAt.IsZero()
	if s.proven {
		s.player.StoppedAt = time.Time{}
		if err := s.reachable(); err != nil {
			return err
		}
	}
	if err := s.tx.SavePlayer(s.player); err != nil {
		return err
	}
	return s.tx.NoteSender(s.in.ID, s.player.ID)
}

// owner finds the player whom one of the tickets was made for: among the players
// of its game, or, where it is of none, by the letter that had it.
func (s *session) owner(tickets []ticket) (*db.Player, error) {
	for _, t := range tickets {
		if t.game == 0 {
			out, err := s.tx.LetterWith(t.String())
			// Whoever answers the question about a second address from a third one
			// need not be the player, who must not learn that address.
			if isNotFound(err) || err == nil && out.Kind == templates.Kind(&templates.NewAddress{}) {
				continue
			}
			if err != nil {
				return nil, err
			}
			return s.ownerIs(out.Player, t)
		}
		i, err := s.tx.Invitation(t.game)
		if isNotFound(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		undone, err := s.undone(t.game)
		if err != nil {
			return nil, err
		}
		for _, id := range []int64{i.Challenger, i.Invitee} {
			if id != 0 && t.verify(s.keys, id, undone) {
				return s.ownerIs(id, t)
			}
		}
	}
	return nil, nil
}

func (s *session) ownerIs(id int64, t ticket) (*db.Player, error) {
	p, err := s.tx.Player(id)
	if err != nil || p.Address == "" { // who was forgotten is nobody's owner
		return nil, err
	}
	s.ticket = t
	return &p, nil
}

// forwarded tells the owner of a ticket that it came from another address.
// Nothing in such a letter is carried out.
func (s *session) forwarded() {
	from := s.letter.From[0].Addr
	sec := &templates.NotYou{Game: s.ticket.game, From: from}
	r := s.reply(s.player)
	if t := s.atHand(); t != nil {
		sec.Title = t.rules.Title
		r.about(t)
	} else if i, err := s.tx.Invitation(s.ticket.game); err == nil {
		if g, err := s.desk.game(i.Rules); err == nil {
			sec.Title = g.Title
		}
		r.aboutInvitation(i)
	}
	r.add(sec)
}
