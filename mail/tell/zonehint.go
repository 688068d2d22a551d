package tell

import (
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail/clock"
	"turnpost/mail/club"
	"turnpost/templates"
)

// SuggestZone has the answer to a player who has set no timezone say how to set one,
// by the offset of the Date of their letter: which is only a guess, as a program may
// write another clock than its user's. Nothing is said where that shows no offset, nor
// in a letter that names no times and explains nothing. Whoever calls it sees to it
// that this is done once for each player.
func SuggestZone(l *Letters, p db.Player, date time.Time) {
	places := clock.PlacesAt(date)
	if club.HasZone(p) || len(places) == 0 {
		return
	}
	l.zone = &templates.ZoneHint{Offset: clock.Offset(date), Places: places}
}

// hinted are the kinds of sections beside which a timezone is suggested.
var hinted = []string{"turn", "invited", "invitation", "open", "games", "help", "gamelist", "rules"}

// suggest puts what is suggested below the rest of the answer.
func suggest(l *Letters) {
	for _, r := range l.letters {
		if l.zone != nil && l.answersTo(r) && slices.ContainsFunc(r.text.Sections, func(sec templates.Section) bool {
			return slices.Contains(hinted, templates.Kind(sec))
		}) {
			r.add(l.zone)
		}
	}
}
