package auth

import (
	"fmt"
	"regexp"
	"strconv"
)

// UnsubscribeToken is in the address that stops the letters to a player (RFC 8058). It is
// bound to the player and to nothing else, so that the button of any letter
// works, however old.
type UnsubscribeToken struct {
	Player int64
	Secret string
}

// NewUnsubscribeToken makes the token of a player.
func NewUnsubscribeToken(key []byte, player int64) UnsubscribeToken {
	return UnsubscribeToken{player, sign(key, "unsubscribe player %d", player)}
}

// String is the token's text, which ParseToken reads back.
func (t UnsubscribeToken) String() string { return fmt.Sprintf("%d.%s", t.Player, t.Secret) }

// Verify reports whether one of keys made the token, in constant time.
func (t UnsubscribeToken) Verify(keys [][]byte) bool {
	ok := false
	for _, key := range keys {
		ok = same(NewUnsubscribeToken(key, t.Player).Secret, t.Secret) || ok
	}
	return ok
}

var tokenPattern = regexp.MustCompile(`^([0-9]{1,18})\.` + secretPattern + `$`)

// ParseUnsubscribeToken reads the text of a token, in lower case only: no program folds the
// case of an address of the web. It says nothing of its truth.
func ParseUnsubscribeToken(text string) (UnsubscribeToken, bool) {
	m := tokenPattern.FindStringSubmatch(text)
	if m == nil {
		return UnsubscribeToken{}, false
	}
	player, err := strconv.ParseInt(m[1], 10, 64)
	return UnsubscribeToken{player, m[2]}, err == nil
}
