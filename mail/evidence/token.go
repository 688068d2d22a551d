// Package evidence weighs mail against the database. It finds the letter that a report
// of failure is about, and the player whose unsubscribe address was called, though
// neither has a writer; and it tells what speaks against what a mail seems to prove:
// that it came before.
package evidence

import (
	"errors"

	"turnpost/db"
	"turnpost/mail/auth"
)

// ErrToken says that a token of an unsubscribe address is none of ours: it was
// cut or made up, or the key that it was made with is retired.
var ErrToken = errors.New("the token is not valid")

// Player finds whose token it is, in constant time but for what is no token
// at all. ErrToken if it is nobody's.
func Player(tx *db.Tx, text string) (db.Player, error) {
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
