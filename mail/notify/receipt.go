package notify

import (
	"slices"

	"turnpost/db"
	"turnpost/templates"
)

// Receipt says in the letter to its writer what was made of theirs.
func (l *Letters) Receipt(p db.Player, receipt *templates.Receipt) { l.to(p).receipt = receipt }

// Sections counts what the letter to a player holds so far besides the receipt.
func (l *Letters) Sections(p db.Player) int {
	if i := l.begun(p); i >= 0 {
		return len(l.letters[i].text.Sections)
	}
	return 0
}

// Begun reports whether there is a letter to a player, perhaps an empty one.
func (l *Letters) Begun(p db.Player) bool { return l.begun(p) >= 0 }

// Count is how many letters are begun.
func (l *Letters) Count() int { return len(l.letters) }

// Drop takes the letter to a player back.
func (l *Letters) Drop(p db.Player) {
	if i := l.begun(p); i >= 0 {
		l.letters = slices.Delete(l.letters, i, i+1)
	}
}

// begun is the place of the letter to a player, or -1.
func (l *Letters) begun(p db.Player) int {
	return slices.IndexFunc(l.letters, func(r *letter) bool { return r.to.ID == p.ID && r.address == nil })
}

// Asks reports whether a player's letter asks about what is quarantined, or about a pause.
func (l *Letters) Asks(p db.Player) bool {
	i := l.begun(p)
	return i >= 0 && (l.letters[i].question != nil || l.letters[i].last)
}
