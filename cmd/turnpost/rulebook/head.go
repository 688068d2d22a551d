package rulebook

import (
	"fmt"

	"turnpost/rules"
)

// Head is the line that says whose game a transcript holds.
func Head(t rules.Transcript, r *rules.Record) string {
	or := func(name string) string {
		if name == "" {
			return "?"
		}
		return name
	}
	started := ""
	if !t.Started.IsZero() {
		started = t.Started.Format(", 2 January 2006")
	}
	return fmt.Sprintf("%s: %s (black) - %s (white)%s, %d plies\n\n", r.Game().Title, or(t.Black), or(t.White), started, r.Len())
}
