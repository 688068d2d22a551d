package notify

import (
	"slices"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"

	"turnpost/templates"
)

// by says that the letter carries an act of another player's: a move, words, an
// offer, an invitation and its end, a vacation.
func (r *letter) by(p db.Player) *letter {
	if p.ID != 0 && p.ID != r.to.ID && !slices.Contains(r.acts, p.ID) {
		r.acts = append(r.acts, p.ID)
	}
	return r
}

// senderOf is whom a letter shows as its sender: the one player whose act it carries,
// by way of us, from our own address; or else us. Ours alone are digests, reminders,
// questions, and letters that open with what is wrong with the reader's own.
func (l *Letters) senderOf(r *letter) (mail.Address, error) {
	from := mail.Address{Name: l.teller.Name, Addr: l.teller.Mailbox.Address}
	ours := r.about.digest || r.question != nil || r.address != nil || r.receipt != nil && len(r.receipt.Problems) > 0
	if ours || len(r.acts) != 1 {
		return from, nil
	}
	p, err := l.tx.DB.Player(r.acts[0])
	if err != nil {
		return from, err
	}
	who, err := l.called(r.to, p.Name)
	if err != nil {
		return from, err
	}
	from.Name, err = l.teller.Words.Say(r.to.Lang, "name.via", "Who", who, "Robot", l.teller.Name)
	return from, err
}

// called is a player's name as it may stand in the header of a letter to somebody
// else. Names were cleaned when they were given; a database may be older than that.
func (l *Letters) called(to db.Player, name string) (string, error) {
	if name == "" || name == club.Somebody {
		return l.teller.Words.Say(to.Lang, "name."+club.Somebody)
	}
	if level := club.BotLevel(name); level > 0 {
		return l.teller.Words.Say(to.Lang, "name.robot", "Level", level)
	}
	return l.tx.Club.NameOf(name, ""), nil
}

// inviting is the subject of the letters to who is invited, as long as there is no
// game: who invites, and whether a program does, and to what. The game has a subject of its own from its first
// letter to its last, for some mail programs begin a new thread where it changes.
func (l *Letters) inviting(to db.Player, i db.Invitation) (string, error) {
	g, err := l.tx.Club.Rules(i.Rules)
	if err != nil {
		return "", err
	}
	challenger, err := l.tx.DB.Player(i.Challenger)
	if err != nil {
		return "", err
	}
	who, err := l.called(to, challenger.Name)
	if err != nil {
		return "", err
	}
	if program(challenger) {
		who += templates.Program
	}
	return l.teller.Words.Say(to.Lang, "subject.invitation", "Who", who, "Title", g.Title, "Game", i.ID)
}
