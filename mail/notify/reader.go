package notify

import (
	"time"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/templates"
)

// named is what a player is called in letters to others: a program is called one.
func named(p db.Player) string {
	if program(p) {
		return p.Name + templates.Program
	}
	return p.Name
}

// program reports whether a program of somebody's plays for a player, and is to be called
// one. Our own robots are called so by their names.
func program(p db.Player) bool { return p.Robot && p.Address != "" }

// nameIn is what a player is called in a sentence or a table.
func (l *Letters) nameIn(reader, p db.Player) string {
	if name, err := l.headerName(reader, named(p)); err == nil {
		return name
	}
	return named(p)
}

// spoken is a message in all languages.
func (l *Letters) inAllLanguages(key string, args ...any) (all []string, err error) {
	for _, lang := range templates.Languages() {
		text, err := l.teller.Words.Say(lang, key, args...)
		if err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, nil
}

// readerOf is who reads how somebody stands.
func (l *Letters) readerOf(p db.Player) standingsReader {
	return standingsReader{
		Player: p,
		Call:   func(other db.Player) string { return l.nameIn(p, other) },
		At:     func(at time.Time) time.Time { return Shown(p, at) },
	}
}

// standingsReader is the reader of standings, and how messages to them name a player and a moment.
type standingsReader struct {
	db.Player
	Call func(db.Player) string
	At   func(time.Time) time.Time
}

// Shown is a moment as a letter to a player shows it: in their timezone, and, where they
// have set none, with the zone beside it; see templates.InZone.
func Shown(p db.Player, at time.Time) time.Time {
	at = at.In(club.ZoneOf(p))
	if club.HasZone(p) || at.Location() == time.UTC {
		return at
	}
	return templates.InZone(at)
}
