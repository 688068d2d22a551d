package notify

import (
	"time"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/templates"
)

// Shown is a moment as a letter to a player shows it: in their timezone, and, where they
// have set none, with the zone beside it; see templates.InZone.
func Shown(p db.Player, at time.Time) time.Time {
	at = at.In(club.ZoneOf(p))
	if club.HasZone(p) || at.Location() == time.UTC {
		return at
	}
	return templates.InZone(at)
}
