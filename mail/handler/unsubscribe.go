package handler

import (
	"turnpost/db"
	"turnpost/mail/club"
)

// One-click unsubscribing (RFC 8058): with a public URL each letter names an
// https address in List-Unsubscribe, to which the reader's mail program may
// POST without another question. The address holds a token that is bound to
// the player and to nothing else, so that the button of any letter works,
// however old. Whoever was given a letter by its reader can press it too; so it
// does little: see club.Unsubscribe.

// TokenHolder is whom a token belongs to.
type TokenHolder struct {
	Lang   string
	Player bool // has written, so that the letters pause; else they end
}

// CheckToken returns whose token it is, if Unsubscribe takes it; else evidence.ErrToken.
func (d *Handler) CheckToken(tx *db.Tx, token string) (TokenHolder, error) {
	p, err := PlayerOfToken(tx, token)
	return TokenHolder{p.Lang, !p.WroteAt.IsZero()}, err
}

// Unsubscribe pauses the letters to the player whose token it is, or stops them; see
// club.Unsubscribe. There is nothing to tell if they were already.
func (d *Handler) Unsubscribe(store *db.Tx, token string) (seen []Observation, err error) {
	player, err := PlayerOfToken(store, token)
	if err != nil {
		return nil, err
	}
	_, err = d.Act(store, func(tx *club.Tx) error {
		stopped, err := club.Unsubscribe(tx, player.ID)
		if stopped {
			seen = []Observation{{What: KindUnsubscribed}}
		}
		return err
	})
	return seen, err
}
