package tell

import (
	"time"

	"turnpost/db"
	"turnpost/mail/standing"
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
func nameIn(l *Letters, reader, p db.Player) string {
	if name, err := called(l, reader, named(p)); err == nil {
		return name
	}
	return named(p)
}

// spoken is a message in all languages.
func spoken(l *Letters, key string, args ...any) (all []string, err error) {
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
func readerOf(l *Letters, p db.Player) standing.Reader {
	return standing.Reader{
		Player: p,
		Call:   func(other db.Player) string { return nameIn(l, p, other) },
		At:     func(at time.Time) time.Time { return Shown(p, at) },
	}
}
