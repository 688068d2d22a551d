package desk

import "fmt"

// MessageID is that of a letter to a player about a game at a ply, with the
// ticket that a key makes. It is for who makes a database without writing its
// letters, to measure something on it.
func (r Robot) MessageID(key []byte, player, game, ply int64, nonce string) string {
	return fmt.Sprintf("%s.%s@%s", makeTicket(key, player, game, ply, 0), nonce, r.domain())
}
