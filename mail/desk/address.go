package desk

import (
	"slices"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/templates"
)

// A player may write from a second address. The first one asks for it, proven;
// then the second one is asked, and its yes makes it the player's. Letters go to
// the first as ever, and what comes from either is held to the same rules.
const (
	addressAgain = 24 * time.Hour // between two questions of one player's, or to one address
	addressFor   = 7 * 24 * time.Hour
	// addressThread is the thread of the questions: a letter to an address that
	// does not take it holds back no other.
	addressThread = -2
)

func addressVerb() verb {
	return verb{name: "address", proven: true, run: (*session).setAddress}
}

// setAddress asks another address whether it is the writer's, or takes it away.
func (s *session) setAddress(c command) error {
	row, err := s.tx.SecondAddress(s.player.ID)
	if err != nil && !isNotFound(err) {
		return err
	}
	if word, rest, _ := strings.Cut(c.args, " "); strings.EqualFold(strings.TrimRight(word, ".!"), "off") {
		if a := addressFirst(rest); row.Address == "" || len(a) > 0 && mail.Key(a[0]) != row.Folded {
			s.problem(c, "address-none")
			return nil
		}
		s.done(c)
		s.aside().add(&templates.AddressNews{Address: row.Address, What: "off"})
		return s.tx.DropAddress(row.ID)
	}
	words := addressFirst(c.args)
	if len(words) == 0 || !strings.Contains(words[0], "@") {
		s.hint(c, nil, "usage", "address") // "address the king" is talk
		return nil
	}
	a, err := mail.ParseAddress(words[0])
	if err != nil {
		s.problem(c, "bad-address", words[0])
		return nil
	}
	key := mail.Key(a.Addr)
	_, taken := s.tx.PlayerByAddress(key)
	if taken != nil && !isNotFound(taken) {
		return taken
	}
	lately, err := s.askedLately(key)
	if err != nil {
		return err
	}
	switch {
	case key == mail.Key(s.player.Address), key == row.Folded && !row.ConfirmedAt.IsZero():
		s.problem(c, "address-yours")
	case !row.ConfirmedAt.IsZero():
		s.problem(c, "address-one", row.Address)
	case taken == nil, s.desk.robot.Is(a.Addr):
		// Whose it is, is nobody's business.
		s.problem(c, "address-taken")
	case lately, !row.AskedAt.IsZero() && s.tx.Now.Sub(row.AskedAt) < addressAgain:
		s.problem(c, "address-waits")
	default:
		return s.askAddress(c, a)
	}
	return nil
}

// askedLately reports whether anybody had an address asked within the last day:
// many players together must not fill a stranger's mailbox.
func (s *session) askedLately(folded string) (bool, error) {
	asked, err := s.tx.AskedAddresses(folded)
	return slices.ContainsFunc(asked, func(a db.Address) bool { return s.tx.Now.Sub(a.AskedAt) < addressAgain }), err
}

// askAddress writes to an address that the writer gives for their own.
func (s *session) askAddress(c command, a mail.Address) error {
	row, err := s.tx.AskAddress(s.player.ID, a.Addr, mail.Key(a.Addr))
	if err != nil {
		return err
	}
	s.done(c)
	s.aside().add(&templates.AddressNews{Address: a.Addr, What: "asked"})
	to := s.player
	to.Address = a.Addr
	r := &reply{to: to, address: &row, letter: templates.Letter{Reader: to.Name, Rule: mail.Sentinel}}
	r.add(&templates.NewAddress{First: s.player.Address, Address: a.Addr, Until: s.tx.Now.Add(addressFor).In(zoneOf(to))})
	s.replies = append(s.replies, r)
	return nil
}

// answersAsAddress reports whether the letter comes from an address that was
// asked whether it is a player's, and holds the ticket of that question.
func (s *session) answersAsAddress(from mail.Address, tickets []ticket) (bool, error) {
	asked, err := s.tx.AskedAddresses(mail.Key(from.Addr))
	if err != nil {
		return false, err
	}
	for _, row := range asked {
		for _, t := range tickets {
			if !t.answers(s.keys, row.Player, questionAddress, row.ID, row.Asked) || s.tx.Now.Sub(row.AskedAt) > addressFor {
				continue
			}
			if s.player, err = s.tx.Player(row.Player); err != nil {
				return false, err
			}
			s.confirming = &row
			return true, s.tx.NoteSender(s.in.ID, row.Player)
		}
	}
	return false, nil
}

// answerAddress makes the address that was asked the player's, or not. Nothing
// else in its letter is carried out.
func (s *session) answerAddress() error {
	row, yes, no := s.confirming, false, false
	for _, c := range s.commands(s.letter.Lines) {
		yes, no = yes || c.verb == "yes", no || c.verb == "no"
	}
	news := &templates.AddressNews{Address: row.Address}
	var err error
	switch {
	case no:
		news.What, err = "refused", s.tx.DropAddress(row.ID)
	case yes:
		news.What, err = "added", s.tx.ConfirmAddress(row.ID)
	default:
		return nil
	}
	s.reply(s.player).alone().add(news)
	return err
}

// addressFails gives up an address that takes no letter, and tells the player.
func (s *session) addressFails(player int64) error {
	row, err := s.tx.SecondAddress(player)
	if isNotFound(err) || err == nil && (row.Address == "" || !row.ConfirmedAt.IsZero()) {
		return nil
	}
	if err != nil {
		return err
	}
	if s.player, err = s.tx.Player(player); err != nil {
		return err
	}
	s.reply(s.player).alone().add(&templates.AddressNews{Address: row.Address, What: "failed"})
	return s.tx.DropAddress(row.ID)
}
