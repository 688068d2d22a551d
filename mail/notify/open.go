package notify

import (
	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/templates"
)

// maxOpen is how many open challenges one list holds.
const maxOpen = 100

// OpenChallenges lists the challenges that anyone may accept, with names and no
// addresses; without those that the reader cannot accept.
func (l *Letters) OpenChallenges(p db.Player) error {
	open, err := l.tx.DB.OpenToAnyone(maxOpen)
	if err != nil {
		return err
	}
	list := &templates.OpenChallenges{}
	for _, i := range open {
		challenger, ok, err := l.tx.Challenger(i, p.ID)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		g, err := l.tx.Club.Rules(i.Rules)
		if err != nil {
			return err
		}
		t, err := terms(i, p)
		if err != nil {
			return err
		}
		list.Lines = append(list.Lines, templates.OpenLine{
			Game: i.ID, Title: g.Title, Name: g.Name, Challenger: named(challenger), Mine: i.Challenger == p.ID,
			Side: club.OpenSide(i).String(), Pace: i.Pace, Terms: t,
		})
	}
	l.to(p).alone().add(list)
	return nil
}
