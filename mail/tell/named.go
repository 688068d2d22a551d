package tell

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"turnpost/db"
	"turnpost/mail/naming"
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

// robotCalled is the level of the robot that letters call so, in any language; 0: none.
func robotCalled(l *Letters, text string) (level int, err error) {
	digits := strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if len(digits) != 1 || len(digits[0]) != 1 {
		return 0, nil
	}
	level = int(digits[0][0] - '0')
	if bare(text) == bare(naming.Robot(level)) {
		return level, nil
	}
	for _, lang := range templates.Languages() {
		name, err := l.teller.Words.Say(lang, "name.robot", "Level", level)
		if err != nil || bare(name) == bare(text) {
			return level, err
		}
	}
	return 0, nil
}

// programsCalled are those of a name for whom a program plays, if behind it stands what
// letters say of them, in any language.
func programsCalled(l *Letters, name, behind string) (programs []db.Player, err error) {
	for _, lang := range templates.Languages() {
		said, err := l.teller.Words.Say(lang, "name.program")
		if err != nil {
			return nil, err
		}
		if bare(said) != bare(behind) {
			continue
		}
		people, err := l.tx.DB.PlayersByName(name)
		return slices.DeleteFunc(people, func(p db.Player) bool { return !program(p) || p.WroteAt.IsZero() }), err
	}
	return nil, nil
}

// bare is what letters and digits a name has.
func bare(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, templates.Fold(name))
}

// readerOf is who reads how somebody stands.
func readerOf(l *Letters, p db.Player) standing.Reader {
	return standing.Reader{
		Player: p,
		Call:   func(other db.Player) string { return nameIn(l, p, other) },
		At:     func(at time.Time) time.Time { return Shown(p, at) },
	}
}
