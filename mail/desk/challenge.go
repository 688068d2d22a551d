package desk

import (
	"regexp"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/rules"
)

func challengeVerb() verb {
	return verb{
		name:   "challenge",
		proven: true,
		run:    (*session).challenge,
	}
}

// challenge makes an invitation, to one player or to anyone. The lines that
// follow the command up to the next command are the challenger's words to the
// invited.
func (s *session) challenge(c command) error {
	// What follows is meant for the invited, whatever becomes of the challenge.
	message := s.ownWords(s.wordsBelow())
	words := addressFirst(c.args)
	if len(words) > 1 && strings.EqualFold(words[0], anyone) {
		if o, ok := s.readOrder(c, words[1:]); ok {
			return s.postOpen(c, o, message)
		}
		return nil
	}
	address, ok := s.readAddress(c, words)
	if !ok {
		return nil
	}
	o, ok := s.readOrder(c, words[1:])
	if !ok {
		return nil
	}
	invitee, err := s.playerAt(address)
	if err != nil {
		return err
	}
	if invitee.ID == s.player.ID { // by the second address
		s.problem(c, "yourself")
		return nil
	}
	return s.invite(c, o, invitee, message)
}

// readAddress reads whom a challenge is to, or tells the writer what is wrong.
func (s *session) readAddress(c command, words []string) (mail.Address, bool) {
	if len(words) == 0 || !strings.Contains(words[0], "@") {
		// "challenge accepted" is talk; "challenge bob turro" is not.
		if len(words) > 1 {
			if _, err := rules.Find(s.desk.games, words[1]); err == nil {
				s.problem(c, "bad-address", words[0])
				return mail.Address{}, false
			}
		}
		s.hint(c, nil, "usage", "challenge")
		return mail.Address{}, false
	}
	address, err := mail.ParseAddress(words[0])
	if err != nil {
		s.problem(c, "bad-address", words[0])
		return mail.Address{}, false
	}
	switch {
	case mail.Key(address.Addr) == mail.Key(s.player.Address):
		s.problem(c, "yourself")
		return mail.Address{}, false
	case s.desk.robot.Is(address.Addr):
		s.problem(c, "robot")
		return mail.Address{}, false
	}
	return address, true
}

// addressForm is an address at the beginning of a line as players and their
// programs write it: bob@example.org, Bob <bob@example.org>, with mailto: in
// front, and with its link behind, as in bob@example.org<mailto:bob@example.org>.
var addressForm = regexp.MustCompile(`(?i)^(?:(?:"[^"]*"\s*|[^<>@"]*)<)?(?:mailto:)?([^\s<>@]+@[^\s<>@]+?)(?:\s*<mailto:[^\s<>]*>)?[<>,;]*(?:\s+|$)`)

// addressFirst splits a line into words. The first is the address with which it
// begins, bare, if it begins with one.
func addressFirst(line string) []string {
	m := addressForm.FindStringSubmatchIndex(line)
	if m == nil {
		return strings.Fields(line)
	}
	return append([]string{line[m[2]:m[3]]}, strings.Fields(line[m[1]:])...)
}

// options begin what follows the game in a challenge.
var options = []string{"as", "pace", "rated", "unrated"}

// readOrder reads a game and the options behind it, which stand in any order.
func (s *session) readOrder(c command, words []string) (order, bool) {
	o := order{rated: true}
	if n := len(words); n > 0 {
		words[n-1] = strings.TrimRight(words[n-1], ".,;!")
	}
	name, words := untilOption(words)
	if len(name) == 0 {
		s.problem(c, "usage", "challenge")
		return o, false
	}
	var err error
	if o.game, err = rules.Find(s.desk.games, strings.Join(name, " ")); err != nil {
		s.problem(c, "unknown-game", strings.Join(name, " "), s.gameNames())
		return o, false
	}
	if o.pace, err = parsePace(defaultPace); err != nil {
		return o, false
	}
	for len(words) > 0 {
		option := strings.ToLower(words[0])
		var values []string
		values, words = untilOption(words[1:])
		if !s.readOption(c, &o, option, values) {
			return o, false
		}
	}
	return o, true
}

// untilOption splits words before the first that begins an option.
func untilOption(words []string) (before, rest []string) {
	for n, w := range words {
		if slices.Contains(options, strings.ToLower(w)) {
			return words[:n], words[n:]
		}
	}
	return words, nil
}

// readOption reads one option of a challenge, or tells the writer what is
// wrong.
func (s *session) readOption(c command, o *order, option string, values []string) bool {
	text := strings.ToLower(strings.Join(values, " "))
	if text == "" && (option == "as" || option == "pace") {
		s.problem(c, "usage", "challenge")
		return false
	}
	switch option {
	case "as":
		if text == "random" {
			o.side = rules.None
			return true
		}
		if side, ok := rules.ParseSide(text); ok {
			o.side = side
			return true
		}
		s.problem(c, "bad-side", text)
		return false
	case "pace":
		p, err := parsePace(text)
		if err != nil {
			s.problem(c, "bad-pace", text)
			return false
		}
		o.pace = p
		return true
	}
	o.rated = option == "rated"
	if text != "" {
		s.problem(c, "bad-word", text, "challenge")
		return false
	}
	return true
}

// playerAt returns the player of an address, made if new.
func (s *session) playerAt(a mail.Address) (db.Player, error) {
	p, err := s.tx.PlayerByAddress(mail.Key(a.Addr))
	if err == nil || !isNotFound(err) {
		return p, err
	}
	if p, err = s.tx.AddPlayer(a.Addr, mail.Key(a.Addr), displayName(a)); err != nil {
		return p, err
	}
	// Until they write, the challenger's language is the best guess.
	p.Lang = s.player.Lang
	return p, s.tx.SavePlayer(p)
}

func (s *session) gameNames() []string {
	names := make([]string, len(s.desk.games))
	for i, g := range s.desk.games {
		names[i] = g.Name
	}
	return names
}
