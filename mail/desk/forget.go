package desk

import (
	"context"
	"fmt"

	"turnpost/db"
)

func forgetVerb() verb {
	return verb{
		name: "forget",
		bare: true, words: []string{"me"}, second: "me", proven: true,
		run: func(s *session, c command) error {
			if c.args == "" {
				s.hint(c, nil, "usage", "forget") // "forget" alone is a word
				return nil
			}
			return s.ask(c, askedForget)
		},
	}
}

// somebody is the name of a player who was forgotten, in the games that stay.
const somebody = "somebody"

// forget erases the writer, when all letters of this transaction are written
// but their own last one is not yet sent.
func (s *session) forget() error {
	return s.tx.Forget(s.player, somebody, func(i db.Invitation) (string, error) {
		g, err := s.desk.game(i.Rules)
		if err != nil {
			return "", err
		}
		names := map[int64]string{0: anyone}
		for _, id := range []int64{i.Challenger, i.Invitee} {
			if id == 0 {
				continue
			}
			p, err := s.tx.Player(id)
			if err != nil {
				return "", err
			}
			names[id] = p.Name
		}
		return subject(g, i.ID, sideIn(i, i.Challenger), names[i.Challenger], names[i.Invitee]), nil
	})
}

// scrub takes what was erased out of the database's files.
func (d *Desk) scrub(ctx context.Context) {
	if err := d.db.Scrub(ctx); err != nil {
		d.log.Warn("erased text is still in the write-ahead log", "error", fmt.Errorf("scrub: %w", err))
	}
}
