package evidence

import "strings"

// OurSubject reports whether a subject is the one that our letters had, so that it
// holds no words of the player's: "Turro #1: Ada - Bob", "Ada invites you to Turro
// (#1)". What a player is called is no command, whatever the reader's program puts
// before it.
func OurSubject(subject string) bool {
	lower := strings.ToLower(strings.TrimSpace(subject))
	return lower == "" || strings.HasPrefix(lower, "re:") || strings.Contains(lower, " #") || strings.Contains(lower, " (#")
}
