package desk

import (
	"strings"

	"turnpost/db"
	"turnpost/rules"
	"turnpost/templates"
)

func lettersVerb() verb {
	return verb{
		name:   "letters",
		proven: true,
		run:    (*session).setLetters,
	}
}

func (s *session) setLetters(c command) error {
	word := strings.ToLower(strings.Trim(c.args, ` .,!"'`))
	sec := &templates.LettersSet{Changed: word != ""}
	switch word {
	case "":
	case "every", "mine", "digest":
		s.player.Letters = word
		if word == "digest" && s.player.Digest == "off" {
			s.player.Digest, s.player.DigestAt, sec.Begun = "daily", s.tx.Now, true
			s.player.DigestDue = nextDigest(s.player, s.tx.Now)
		}
		if err := s.tx.SavePlayer(s.player); err != nil {
			return err
		}
	default:
		if len(strings.Fields(word)) > 1 {
			s.hint(c, nil, "usage", "letters") // "letters are fun" is talk
		} else {
			s.problem(c, "bad-word", word, "letters")
		}
		return nil
	}
	s.done(c)
	sec.Letters = s.player.Letters
	if sec.Letters == "digest" {
		sec.Digest = s.digestSet()
	}
	s.reply(s.player).alone().add(sec)
	return nil
}

// wantsPly reports whether a player wants a letter about a ply of a running
// game, their own or the opponent's. The beginning and the end of a game, and
// what asks for an answer, are told always.
func wantsPly(p db.Player, t *table) bool {
	side := rules.White
	if p.ID == t.game.Black {
		side = rules.Black
	}
	if t.started || t.over() || p.Letters == "every" {
		return true
	}
	asked := t.game.Offer != "" && t.game.OfferBy != p.ID
	return asked || p.Letters == "mine" && t.turn() == side
}
