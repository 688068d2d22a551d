package handler

import (
	"errors"

	"turnpost/db"
	"turnpost/mail/auth"
	"turnpost/mail/club"
)

// One-click unsubscribing (RFC 8058): with a public URL, each message names an https address in
// List-Unsubscribe, to which a mail program may POST without another question. The address
// holds a token that is bound to the player only, so that the button of any message works,
// however old. Anybody to whom a message was forwarded can press it too, so it does little: see
// club.Unsubscribe.

// UnsubscribeTokenHolder is the owner of a token.
type UnsubscribeTokenHolder struct {
	Lang   string
	Player bool // has written, so that the messages pause; else they end
}

// CheckToken returns whose token it is, if Unsubscribe accepts it; else ErrToken.
func (h *Handler) CheckToken(tx *db.Tx, token string) (UnsubscribeTokenHolder, error) {
	p, err := PlayerOfToken(tx, token)
	return UnsubscribeTokenHolder{p.Lang, !p.WroteAt.IsZero()}, err
}

// Unsubscribe pauses the messages to the owner of a token, or stops them; see club.Unsubscribe.
func (h *Handler) Unsubscribe(store *db.Tx, token string) (seen []Observation, err error) {
	player, err := PlayerOfToken(store, token)
	if err != nil {
		return nil, err
	}
	_, err = h.Act(store, func(tx *club.Tx) error {
		stopped, err := club.Unsubscribe(tx, player.ID)
		if stopped {
			seen = []Observation{{What: KindUnsubscribed}}
		}
		return err
	})
	return seen, err
}

// ErrToken says that the token of an unsubscribe address is not valid: it was cut or made up,
// or its key was retired.
var ErrToken = errors.New("the token is not valid")

// PlayerOfToken returns whose token it is, or ErrToken. It takes the same time for all tokens
// of the right form.
func PlayerOfToken(tx *db.Tx, text string) (db.Player, error) {
	token, ok := auth.ParseUnsubscribeToken(text)
	if !ok {
		return db.Player{}, ErrToken
	}
	keys, err := tx.Keys()
	if err != nil {
		return db.Player{}, err
	}
	if !token.Verify(keys) {
		return db.Player{}, ErrToken
	}
	p, err := tx.Player(token.Player)
	if errors.Is(err, db.ErrNotFound) {
		err = ErrToken
	}
	return p, err
}
