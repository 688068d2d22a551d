package notify

import (
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
	"turnpost/templates"
)

// firstLetters is for how long a timezone is suggested to a newcomer: the first letter
// may show none, as some programs write UTC.
const firstLetters = 30 * 24 * time.Hour

// SuggestZone has the answer to a player who has set no timezone say how to set one,
// by the offset of the Date of their letter: which is only a guess, as a program may
// write another clock than its user's. Nothing is said where that shows no offset, nor
// in a letter that names no times and explains nothing; nor once it was said, or to
// somebody who has written for longer than firstLetters.
func (l *Letters) SuggestZone(p db.Player, date time.Time) {
	places := clock.PlacesAt(date)
	_, theirs := date.Zone()
	_, ours := date.In(club.ZoneOf(p)).Zone()
	if club.HasZone(p) || club.ZoneHinted(p) || len(places) == 0 || theirs == ours || l.tx.Now().Sub(p.WroteAt) > firstLetters {
		return
	}
	l.zoneHint = &templates.ZoneHint{Offset: clock.Offset(date), Places: places, Zone: club.ZoneName(p)}
}

// hinted are the kinds of sections beside which a timezone is suggested.
var hinted = []string{"turn", "invited", "invitation", "open", "games", "help", "gamelist", "rules"}

// suggest puts what is suggested below the rest of the answer.
func (l *Letters) addZoneHint() error {
	for _, r := range l.messages {
		if l.zoneHint != nil && l.answersTo(r) && slices.ContainsFunc(r.text.Sections, func(sec templates.Section) bool {
			return slices.Contains(hinted, templates.Kind(sec))
		}) {
			r.add(l.zoneHint)
			l.zoneHint = nil
			return club.NoteZoneHinted(l.tx, r.to.ID)
		}
	}
	return nil
}
