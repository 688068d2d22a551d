package notify

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"time"

	ics "github.com/arran4/golang-ical"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/templates"
)

// calendarShown tells a player whether they have a calendar of their deadlines, and where.
func (m *Messages) calendarShown(e club.CalendarShown) {
	sec := &templates.CalendarSet{On: e.Name != "", Changed: e.Changed}
	if base := m.tx.Club.Policy.Calendars; sec.On && base != "" {
		sec.Link = base + "/" + e.Name + CalendarEnd
	}
	m.to(e.Player).alone().add(sec)
}

// CalendarEnd is the end of the name of a file with a player's deadlines.
const CalendarEnd = ".ics"

// calendarAgain is how often a calendar program should read the file again: an hour.
const calendarAgain = "PT1H"

// Calendar composes the calendar of a player's deadlines (RFC 5545, and RFC 7986 for its name and how
// often it is read): an event for each game that waits for a move of theirs, at the moment at which
// their time runs out. A game whose clocks stand still for an unknown time has none. There are no
// addresses, no reply tokens and no words of players in it, and times are in UTC. Reminders come by mail,
// so events have no alarms.
//
// name is that of the file, and before the file as it was last written, if there is one. An event that
// has not changed since stays as it is, so that nothing is written where nothing has changed. Otherwise
// it has a higher SEQUENCE: the seconds since its game began, so that this number never falls, even
// if the earlier file is lost.
func (m *Messages) Calendar(p db.Player, name string, before []byte) ([]byte, error) {
	say := func(key string, args ...any) (string, error) { return m.notifier.Words.Say(p.Lang, key, args...) }
	title, err := say("deadlines.name", "Robot", m.notifier.Name)
	if err != nil {
		return nil, err
	}
	about, err := say("deadlines.about")
	if err != nil {
		return nil, err
	}
	games, err := m.tx.DB.GamesOf(p.ID, false, -1)
	if err != nil {
		return nil, err
	}
	company, err := m.tx.Opponents(p.ID, games)
	if err != nil {
		return nil, err
	}
	c := ics.NewCalendar()
	c.SetProductId("-//turnpost//deadlines//EN")
	c.SetName(title)
	c.SetRefreshInterval(calendarAgain, ics.WithValue(string(ics.ValueDataTypeDuration)))
	c.SetXPublishedTTL(calendarAgain)
	written := eventsOf(before)
	for _, row := range games {
		g, err := m.tx.OpenAmong(company, row)
		if err != nil {
			return nil, err
		}
		side := g.Side(p.ID)
		if g.Turn() != side {
			continue
		}
		clock, err := m.tx.Clock(g, side)
		if err != nil {
			return nil, err
		}
		due := clock.Deadline()
		if due.IsZero() {
			continue
		}
		summary, err := say("deadlines.event", "Title", g.Rules.Title, "Game", row.ID, "Opponent",
			m.nameIn(p, g.Opponent(side)))
		if err != nil {
			return nil, err
		}
		e := ics.NewEvent(eventID(name, row.ID))
		e.SetStartAt(due) // without an end, an event ends when it starts (RFC 5545, section 3.6.1)
		e.SetSummary(summary)
		e.SetDescription(about)
		e.SetTimeTransparency(ics.TransparencyTransparent)
		stamp, sequence := m.tx.Now(), int(m.tx.Now().Sub(row.StartedAt)/time.Second)
		if old := written[e.Id()]; old != nil && alike(old, e) {
			stamp, _ = old.GetLastModifiedAt()
			sequence, _ = strconv.Atoi(value(old, ics.ComponentPropertySequence))
		}
		e.SetDtStampTime(stamp)
		e.SetModifiedAt(stamp)
		e.SetSequence(sequence)
		c.AddVEvent(e)
	}
	if m.err != nil {
		return nil, m.err
	}
	if len(c.Components) == 0 {
		// There must be one component at least (RFC 5545, section 3.6).
		zone := c.AddTimezone("Etc/UTC")
		standard := zone.AddStandard()
		standard.SetProperty(ics.ComponentPropertyDtStart, "19700101T000000")
		standard.SetProperty(ics.ComponentProperty(ics.PropertyTzoffsetfrom), "+0000")
		standard.SetProperty(ics.ComponentProperty(ics.PropertyTzoffsetto), "+0000")
	}
	var out bytes.Buffer
	if err := c.SerializeTo(&out, ics.WithNewLineWindows); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// eventID is the UID of a game in a calendar: it stays while the calendar has its name, and does not
// tell it.
func eventID(calendar string, game int64) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", calendar, game))
	return hex.EncodeToString(sum[:16])
}

// eventsOf are the events of a file, by UID; none if it cannot be read.
func eventsOf(file []byte) map[string]*ics.VEvent {
	events := map[string]*ics.VEvent{}
	if c, err := ics.ParseCalendar(bytes.NewReader(file)); err == nil {
		for _, e := range c.Events() {
			events[e.Id()] = e
		}
	}
	return events
}

// alike reports whether two events say the same.
func alike(a, b *ics.VEvent) bool {
	for _, p := range []ics.ComponentProperty{ics.ComponentPropertyDtStart, ics.ComponentPropertySummary,
		ics.ComponentPropertyDescription, ics.ComponentPropertyTransp} {
		if value(a, p) != value(b, p) {
			return false
		}
	}
	modified, err := a.GetLastModifiedAt()
	return err == nil && !modified.IsZero() && value(a, ics.ComponentPropertySequence) != ""
}

func value(e *ics.VEvent, p ics.ComponentProperty) string {
	if found := e.GetProperty(p); found != nil {
		return found.Value
	}
	return ""
}
