package notify

import (
	"errors"
	"time"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/templates"
)

// named is a player's name in messages to others. It says of a program that it is one.
func named(p db.Player) string {
	if program(p) {
		return p.Name + templates.Program
	}
	return p.Name
}

// knownTo is a player by the name by which a reader who refuses their words knows them.
func (m *Messages) knownTo(reader, p db.Player) db.Player {
	known, err := m.tx.KnownTo(reader.ID, p)
	m.err = errors.Join(m.err, err)
	return known
}

// program reports whether somebody's program plays for a player. The names of our own bots
// say that they are bots.
func program(p db.Player) bool { return p.Program && p.Address != "" }

// nameIn is a player's name in a sentence or a table.
func (m *Messages) nameIn(reader, p db.Player) string {
	p = m.knownTo(reader, p)
	if name, err := m.headerName(reader, named(p)); err == nil {
		return name
	}
	return named(p)
}

// inAllLanguages is a message of the catalogue in each language.
func (m *Messages) inAllLanguages(key string, args ...any) (all []string, err error) {
	for _, lang := range templates.Languages() {
		text, err := m.notifier.Words.Say(lang, key, args...)
		if err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, nil
}

// readerOf is a player as the reader of standings.
func (m *Messages) readerOf(p db.Player) standingsReader {
	return standingsReader{
		Player: p,
		Call:   func(other db.Player) string { return m.nameIn(p, other) },
		At:     func(at time.Time) time.Time { return LocalTime(p, at) },
	}
}

// standingsReader is the reader of standings. Call and At say how a message to them writes a
// player's name and a moment.
type standingsReader struct {
	db.Player
	Call func(db.Player) string
	At   func(time.Time) time.Time
}

// LocalTime is a moment as a message to a player shows it: in their timezone and, if they have
// set none, with the zone beside it. See templates.InZone.
func LocalTime(p db.Player, at time.Time) time.Time {
	at = at.In(club.ZoneOf(p))
	if club.HasZone(p) || at.Location() == time.UTC {
		return at
	}
	return templates.InZone(at)
}
