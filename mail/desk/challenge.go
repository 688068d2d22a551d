package desk

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/rules"
	"turnpost/templates"
)

const challengeUsage = "challenge ADDRESS GAME [as black|white|random]"

func challengeVerb() verb {
	return verb{
		name:    "challenge",
		usage:   challengeUsage,
		summary: "invite somebody to a game",
		more:    "The text that follows goes with the invitation. You are Black or White as you say, or by lot; Black begins.",
		example: "challenge bob@example.org turro as black",
		run:     func(s *session, c command) error { return s.challenge(c, nil) },
	}
}

// challenge makes an invitation. The lines that follow the command up to the
// next command are the challenger's words to the invited.
func (s *session) challenge(c command, following []command) error {
	order, ok := s.readChallenge(c)
	if !ok {
		return nil
	}
	invitee, err := s.playerAt(order.address)
	if err != nil {
		return err
	}
	if !invitee.StoppedAt.IsZero() {
		s.problem(c, "stopped-player")
		return nil
	}
	open, err := s.tx.OpenInvitations(s.player.ID)
	if err != nil {
		return err
	}
	for _, i := range open {
		if i.Challenger == s.player.ID && i.Invitee == invitee.ID && i.Rules == order.game.Name {
			s.problem(c, "invited-already", invitee.Name, i.ID)
			return nil
		}
	}
	side := order.side
	if side == rules.None {
		side = []rules.Side{rules.Black, rules.White}[rand.N(2)]
	}
	i, err := s.tx.AddInvitation(db.Invitation{
		Rules: order.game.Name, Challenger: s.player.ID, Invitee: invitee.ID, Side: side.String(),
		Pace: defaultPace, Rated: true, Message: s.message(following),
		ExpiresAt: s.tx.Now.Add(s.desk.Manners.InvitationFor),
	}, func(id int64) string { return subject(order.game, id, side, s.player, invitee) })
	if err != nil {
		return err
	}
	s.done(c)
	s.reply(s.player).aboutInvitation(i).add(&templates.Invited{
		Game: i.ID, Title: order.game.Title, Invitee: invitee.Name, Address: invitee.Address,
		Side: sideIn(i, s.player.ID).String(),
	})
	s.reply(invitee).aboutInvitation(i).add(s.invitationSection(i, order.game, s.player, invitee))
	return nil
}

// subject is that of a game's whole thread: its game, number and players, Black
// first. side is the challenger's.
func subject(g rules.Game, id int64, side rules.Side, challenger, invitee db.Player) string {
	black, white := challenger, invitee
	if side == rules.White {
		black, white = white, black
	}
	return fmt.Sprintf("%s #%d: %s - %s", g.Title, id, black.Name, white.Name)
}

// order is a challenge as it was read. side is None for random.
type order struct {
	address mail.Address
	game    rules.Game
	side    rules.Side
}

// readChallenge reads the arguments, or tells the writer what is wrong.
func (s *session) readChallenge(c command) (order, bool) {
	var o order
	words := strings.Fields(c.args)
	if len(words) > 1 && strings.HasPrefix(strings.ToLower(words[1]), "<mailto:") {
		// Some programs write "bob@example.org <mailto:bob@example.org>".
		words = append(words[:1], words[2:]...)
	}
	if len(words) == 0 || !strings.Contains(words[0], "@") {
		// "challenge accepted" is talk; "challenge bob turro" is not.
		if len(words) > 1 {
			if _, err := rules.Find(s.desk.games, words[1]); err == nil {
				s.problem(c, "bad-address", words[0])
				return o, false
			}
		}
		s.hint(c, nil, "usage", challengeUsage)
		return o, false
	}
	address, err := mail.ParseAddress(strings.Trim(strings.TrimPrefix(words[0], "mailto:"), "<>,;"))
	if err != nil {
		s.problem(c, "bad-address", words[0])
		return o, false
	}
	o.address = address
	switch mail.Key(address.Addr) {
	case mail.Key(s.player.Address):
		s.problem(c, "yourself")
		return o, false
	case mail.Key(s.desk.robot.Address):
		s.problem(c, "robot")
		return o, false
	}
	words = words[1:]
	n := 0
	for n < len(words) && strings.ToLower(words[n]) != "as" {
		n++
	}
	name := strings.TrimRight(strings.Join(words[:n], " "), ".,;!")
	if name == "" {
		s.problem(c, "usage", challengeUsage)
		return o, false
	}
	if o.game, err = rules.Find(s.desk.games, name); err != nil {
		s.problem(c, "unknown-game", name, s.gameNames())
		return o, false
	}
	if n == len(words) {
		return o, true
	}
	if n+2 != len(words) {
		s.problem(c, "usage", challengeUsage)
		return o, false
	}
	side := strings.ToLower(strings.TrimRight(words[n+1], ".,;!"))
	if side == "random" {
		return o, true
	}
	var ok bool
	if o.side, ok = rules.ParseSide(side); !ok {
		s.problem(c, "bad-word", words[n+1], challengeUsage)
		return o, false
	}
	return o, true
}

// message is the talk that follows a command, up to the next one.
func (s *session) message(following []command) string {
	var lines []string
	s.skip = s.talkLines(following)
	for _, c := range following[:s.skip] {
		lines = append(lines, c.line)
	}
	return s.ownWords(lines) // proven or not: an invitation says who wrote it, and its receiver judges
}

// playerAt returns the player of an address, made if new.
func (s *session) playerAt(a mail.Address) (db.Player, error) {
	p, err := s.tx.PlayerByAddress(mail.Key(a.Addr))
	if err == nil || !isNotFound(err) {
		return p, err
	}
	return s.tx.AddPlayer(a.Addr, mail.Key(a.Addr), displayName(a))
}

func (s *session) gameNames() string {
	names := make([]string, len(s.desk.games))
	for i, g := range s.desk.games {
		names[i] = g.Name
	}
	return strings.Join(names, ", ")
}

// sideIn is a player's side in the game of an invitation.
func sideIn(i db.Invitation, player int64) rules.Side {
	if player == i.Black() {
		return rules.Black
	}
	return rules.White
}

func (s *session) invitationSection(i db.Invitation, g rules.Game, challenger, reader db.Player) *templates.Invitation {
	return &templates.Invitation{
		Game: i.ID, Title: g.Title, Name: g.Name, Author: g.Author, Year: g.Year,
		Challenger: challenger.Name, Address: challenger.Address,
		Side: sideIn(i, reader.ID).String(), Brief: g.Brief,
		Diagram: g.Start().Diagram(sideIn(i, reader.ID)), Message: i.Message,
		NewHere: reader.WroteAt.IsZero(),
	}
}

// showInvitation tells the writer of an invitation again.
func (s *session) showInvitation(i db.Invitation) error {
	g, err := s.desk.game(i.Rules)
	if err != nil {
		return err
	}
	other, err := s.tx.Player(i.Other(s.player.ID))
	if err != nil {
		return err
	}
	r := s.reply(s.player).aboutInvitation(i)
	if i.Invitee == s.player.ID {
		r.add(s.invitationSection(i, g, other, s.player))
	} else {
		r.add(&templates.Invited{Game: i.ID, Title: g.Title, Invitee: other.Name, Address: other.Address,
			Side: sideIn(i, s.player.ID).String()})
	}
	return nil
}
