package notify

import (
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
	"turnpost/templates"
)

// firstMessages is for how long a timezone is suggested to a new player. The first message may
// show none, as some programs write UTC.
const firstMessages = 30 * 24 * time.Hour

// SuggestZone has the answer to a player who has set no timezone say how to set one, by the
// offset in the Date of their message. That is a guess: a program may write another clock
// than its user's. Nothing is suggested if the Date has no offset, in a message without times
// and explanations, if it was suggested before, or to a player who has written for longer
// than firstMessages.
func (m *Messages) SuggestZone(p db.Player, date time.Time) {
	places := clock.PlacesAt(date)
	_, theirs := date.Zone()
	_, ours := date.In(club.ZoneOf(p)).Zone()
	if club.HasZone(p) || club.ZoneHinted(p) || len(places) == 0 || theirs == ours ||
		m.tx.Now().Sub(p.WroteAt) > firstMessages {
		return
	}
	m.zoneHint = &templates.ZoneHint{Offset: clock.Offset(date), Places: places, Zone: club.ZoneName(p)}
}

// hinted are the kinds of sections beside which a timezone is suggested.
var hinted = []string{"turn", "invited", "invitation", "open", "games", "help", "gamelist", "rules"}

// SuggestText has the answer to a player whose mail program shows text alone say how to get no HTML. It
// is suggested once.
func (m *Messages) SuggestText(p db.Player) { m.textHint = p.HTML == db.HTMLOn }

// addHints adds the suggestions below the rest of the answer.
func (m *Messages) addHints() error {
	for _, r := range m.messages {
		if m.textHint && m.answersTo(r) {
			r.add(&templates.PlainTextHint{})
			m.textHint = false
			if err := club.NoteTextHinted(m.tx, r.to.ID); err != nil {
				return err
			}
		}
		if m.zoneHint != nil && m.answersTo(r) &&
			slices.ContainsFunc(r.text.Sections, func(sec templates.Section) bool {
				return slices.Contains(hinted, templates.Kind(sec))
			}) {
			r.add(m.zoneHint)
			m.zoneHint = nil
			return club.NoteZoneHinted(m.tx, r.to.ID)
		}
	}
	return nil
}
