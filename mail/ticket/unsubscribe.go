package ticket

import (
	"fmt"
	"regexp"
	"strconv"
)

// Token is in the address that stops the letters to a player (RFC 8058). It is
// bound to the player and to nothing else, so that the button of any letter
// works, however old.
type Token struct {
	Player int64
	Secret string
}

// Unsubscribe makes the token of a player.
func Unsubscribe(key []byte, player int64) Token {
	return Token{player, sign(key, "unsubscribe player %d", player)}
}

// String is the token's text, which ParseToken reads back.
func (t Token) String() string { return fmt.Sprintf("%d.%s", t.Player, t.Secret) }

// Verify reports whether one of keys made the token, in constant time.
func (t Token) Verify(keys [][]byte) bool {
	ok := false
	for _, key := range keys {
		ok = same(Unsubscribe(key, t.Player).Secret, t.Secret) || ok
	}
	return ok
}

var tokenPattern = regexp.MustCompile(`^([0-9]{1,18})\.` + secretPattern + `$`)

// ParseToken reads the text of a token, in lower case only: no program folds the
// case of an address of the web. It says nothing of its truth.
func ParseToken(text string) (Token, bool) {
	m := tokenPattern.FindStringSubmatch(text)
	if m == nil {
		return Token{}, false
	}
	player, err := strconv.ParseInt(m[1], 10, 64)
	return Token{player, m[2]}, err == nil
}
